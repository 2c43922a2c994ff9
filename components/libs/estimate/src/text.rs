//! Texts in the length of a format's field.

use std::collections::{HashMap, HashSet};

/// What stands for the rest of a shortened text; in letters that every format has.
const REST: &str = "...";

/// A text on one line: runs of white space and control characters become one blank, and characters that no text file
/// should hold go.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            if !cleaned.ends_with(' ') {
                cleaned.push(' ');
            }
        } else if !matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}') {
            cleaned.push(c);
        }
    }
    cleaned.trim().to_owned()
}

/// The lines of a text, each cleaned, without empty ones.
pub fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'])
        .map(clean)
        .filter(|line| !line.is_empty())
}

/// A text on one line of at most `max` characters; one that is longer ends in `...`.
pub fn shorten(text: &str, max: usize) -> String {
    let text = clean(text);
    if text.chars().count() <= max {
        return text;
    }
    let kept: String = text.chars().take(max.saturating_sub(REST.len())).collect();
    format!("{}{REST}", kept.trim_end())
}

/// Names of at most so many characters, no two alike. Upper and lower case are alike, as they are to most packages.
#[derive(Debug)]
pub struct Unique {
    max: usize,
    taken: HashSet<String>,
    /// The last number that was added to a name, so that a thousand like names are not a million tries.
    numbers: HashMap<String, u32>,
}

impl Unique {
    /// No name yet.
    pub fn new(max: usize) -> Self {
        Self { max, taken: HashSet::new(), numbers: HashMap::new() }
    }

    /// A name for `text`: the text itself, shortened where it is too long, and with a number (`Duplex recep... 2`) where
    /// that is taken.
    pub fn name(&mut self, text: &str) -> String {
        let plain = shorten(text, self.max);
        if self.taken.insert(plain.to_lowercase()) {
            return plain;
        }
        let mut number = self.numbers.get(&plain.to_lowercase()).copied().unwrap_or(1);
        loop {
            number += 1;
            let suffix = format!(" {number}");
            let name = format!("{}{suffix}", shorten(text, self.max.saturating_sub(suffix.len())));
            if self.taken.insert(name.to_lowercase()) {
                self.numbers.insert(plain.to_lowercase(), number);
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_on_one_line() {
        assert_eq!(clean("  12\" pipe,\r\n\tsee \u{0}note\u{feff} "), "12\" pipe, see note");
        assert_eq!(paragraphs("a\r\n\r\n b \nc").collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    #[test]
    fn a_long_text_is_shortened_to_the_field() {
        assert_eq!(shorten("Größe", 5), "Größe");
        assert_eq!(shorten("Leitungsschutzschalter", 10), "Leitung...");
        assert_eq!(shorten("配管配管配管", 5), "配管...");
    }

    #[test]
    fn names_stay_apart() {
        let mut names = Unique::new(10);
        assert_eq!(names.name("Receptacle, duplex"), "Recepta...");
        assert_eq!(names.name("Receptacle, simplex"), "Recep... 2");
        assert_eq!(names.name("RECEPTACLE, quad"), "RECEP... 3");
        let mut names = Unique::new(31);
        let all: HashSet<String> =
            (0..20_000).map(|i| names.name(&format!("A description that is too long {i}")).to_lowercase()).collect();
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|name| name.chars().count() <= 31));
    }
}
