//! Unique names that fit a field.

use crate::{one_line, shorten};
use std::collections::{HashMap, HashSet};

/// A generator of unique names on one line with at most `max_chars` characters. Names are compared without regard to case,
/// as most packages do.
#[derive(Debug)]
pub struct UniqueNames {
    max_chars: usize,
    taken: HashSet<String>,
    /// The last number that was added to a name, so that a thousand equal names do not take a million attempts.
    numbers: HashMap<String, u32>,
}

impl UniqueNames {
    /// Creates a generator of names of at most `max_chars` characters. All names are free.
    pub fn new(max_chars: usize) -> Self {
        Self { max_chars, taken: HashSet::new(), numbers: HashMap::new() }
    }

    /// Returns the text unchanged if it fits, even repeatedly, or otherwise a name from [`UniqueNames::name`].
    pub fn fit(&mut self, text: &str) -> String {
        let line = one_line(text);
        if line.chars().nth(self.max_chars).is_none() { line } else { self.name(&line) }
    }

    /// Returns a unique name for a text: the text itself, cut if it is too long, with a number if it is taken: `Pipe`,
    /// `Pipe (2)`, `Duplex recep... (2)`.
    pub fn name(&mut self, text: &str) -> String {
        let plain = shorten(text, self.max_chars);
        let key = plain.to_lowercase();
        if self.taken.insert(key.clone()) {
            return plain;
        }
        let number = self.numbers.entry(key).or_insert(1);
        loop {
            *number += 1;
            let suffix = format!(" ({number})");
            let name = shorten(text, self.max_chars.saturating_sub(suffix.len())) + &suffix;
            // A text may itself end in " (2)".
            if self.taken.insert(name.to_lowercase()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_told_apart() {
        let mut unique = UniqueNames::new(10);
        let given = ["Pipe", "pipe", "Pipe\n", "Pipe (2)", "0123456789abc", "0123456789xyz", "Pipe"];
        let names = given.map(|name| unique.name(name));
        assert_eq!(names, ["Pipe", "pipe (2)", "Pipe (3)", "Pip... (2)", "0123456...", "012... (2)", "Pipe (4)"]);
        assert_eq!(unique.fit(" Pipe"), "Pipe");
        assert_eq!(unique.fit("0123456789pqr"), "012... (3)");
    }

    #[test]
    fn any_number_of_like_names_stays_apart_and_short() {
        let mut unique = UniqueNames::new(31);
        let name = |i| unique.name(&format!("A description that is too long {i}")).to_lowercase();
        let all: HashSet<String> = (0..20_000).map(name).collect();
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|name| name.chars().count() <= 31));
    }
}
