//! Words that announce a scale. The scales themselves are read by `plumbline-notation`.

use std::sync::LazyLock;

use plumbline_language::scales;
pub use plumbline_notation::{ScaleText, parse_declared_scale, parse_scale};
use regex::Regex;

/// Words that announce a scale, in several languages.
pub(crate) static LABEL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?i)(?:{})", scales::LABEL.alternatives())).ok());

/// Returns whether the text announces a scale.
pub fn has_scale_label(text: &str) -> bool {
    LABEL.as_ref().is_some_and(|label| label.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_announced_in_several_languages() {
        for text in ["ESCALA:", "Scale", "échelle 1:50", "MASSSTAB", "縮尺"] {
            assert!(has_scale_label(text), "{text}");
        }
        assert!(!has_scale_label("ESCALERA"));
    }
}
