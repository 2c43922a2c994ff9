//! Words that announce a scale. The scales themselves are read by `plumbline-notation`.

use plumbline_notation::language::scales;

use crate::Pattern;
pub use plumbline_notation::{ScaleText, parse_declared_scale, parse_scale};

/// Common ratios, which a scale without a label must have. Other pairs of numbers are slopes, times or proportions.
pub(crate) const COMMON_RATIOS: [f64; 26] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0,
    500.0, 600.0, 750.0, 1000.0, 1250.0, 2000.0, 2500.0, 5000.0,
];

/// Words that announce a scale, in several languages.
pub(crate) static LABEL: Pattern = Pattern::any_case(|| format!("(?:{})", scales::LABEL.alternatives()));

/// Returns whether the text announces a scale.
pub fn has_scale_label(text: &str) -> bool {
    LABEL.is_match(text)
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
