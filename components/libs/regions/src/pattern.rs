//! Patterns of words.

use regex::Regex;

/// What `\w` stands for in a pattern: letters of Latin and Cyrillic and digits. All of Unicode's letters would take a
/// hundred kilobytes each time, and these patterns have dozens.
const LETTER: &str = r"[0-9A-Za-z_\u{c0}-\u{24f}\u{400}-\u{4ff}]";

/// The regex of a pattern in which `\w` is a letter or digit of Latin or Cyrillic; upper and lower case are one.
pub(crate) fn words(pattern: &str) -> Option<Regex> {
    Regex::new(&format!("(?i)(?:{})", pattern.replace(r"\w", LETTER))).ok()
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
