//! Named patterns, and a list of all patterns of a file for its tests.

use regex::Regex;

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
pub(crate) fn pattern(source: &str) -> Regex {
    Regex::new(&format!("(?i){source}")).expect("a constant pattern")
}

macro_rules! patterns {
    ($($name:ident = $source:expr;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| $crate::routes::patterns::pattern(&$source));)*
        #[cfg(test)]
        fn every_pattern() -> Vec<&'static LazyLock<Regex>> { vec![$(&$name),*] }
    };
}

pub(crate) use patterns;
