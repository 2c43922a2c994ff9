//! Patterns of words.

use regex::Regex;

/// Replacement for `\w` in a pattern: Latin and Cyrillic letters and digits. All of Unicode's letters would take a
/// hundred kilobytes each time, and there are dozens of patterns.
const LETTER: &str = r"[0-9A-Za-z_\u{c0}-\u{24f}\u{400}-\u{4ff}]";

/// Returns a pattern in which `\w` is a Latin or Cyrillic letter or digit.
pub(crate) fn of_letters(pattern: &str) -> String {
    pattern.replace(r"\w", LETTER)
}

/// Compiles a case-insensitive pattern in which `\w` is a Latin or Cyrillic letter or digit.
pub(crate) fn words(pattern: &str) -> Option<Regex> {
    Regex::new(&format!("(?i)(?:{})", of_letters(pattern))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_their_letters_do() {
        let pattern = words(r"\bestructur\w*|\bплан\w*").unwrap();
        let first = |text| pattern.find(text).map(|m| m.as_str());
        assert_eq!(first("PLANO DE ESTRUCTURACIÓN 2º"), Some("ESTRUCTURACIÓN"));
        assert_eq!(first("Планировка этажа"), Some("Планировка"));
        assert_eq!(first("INFRAESTRUCTURA"), None);
    }
}
