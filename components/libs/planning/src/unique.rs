//! Names that fit a field and are still told apart.

use plumbline_guest_exporter::cut;
use std::collections::HashMap;

/// Gives out names of at most so many characters, each once.
#[derive(Debug)]
pub struct Unique {
    most: usize,
    /// How often each name was asked for, in lower case: packages that compare names do not look at case.
    taken: HashMap<String, u32>,
}

impl Unique {
    /// Names of at most `most` characters.
    pub fn new(most: usize) -> Self {
        Self { most, taken: HashMap::new() }
    }

    /// `name` as it is where it fits, however often it comes; cut and told apart from every other cut one where not.
    pub fn fitted(&mut self, name: &str) -> String {
        if name.chars().nth(self.most).is_none() { name.to_string() } else { self.name(name) }
    }

    /// `name`, cut to fit, with a number where it was taken: `Pipe`, `Pipe (2)`.
    pub fn name(&mut self, name: &str) -> String {
        let first = cut(name, self.most);
        let asked = self.taken.entry(first.to_lowercase()).or_default();
        *asked += 1;
        let mut number = *asked;
        if number == 1 {
            return first;
        }
        loop {
            let suffix = format!(" ({number})");
            let numbered = cut(name, self.most.saturating_sub(suffix.len())) + &suffix;
            // A name may itself end in " (2)".
            if self.taken.insert(numbered.to_lowercase(), 1).is_none() {
                self.taken.insert(first.to_lowercase(), number);
                return numbered;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_told_apart() {
        let mut unique = Unique::new(10);
        let given = ["Pipe", "pipe", "Pipe", "Pipe (2)", "0123456789abc", "0123456789xyz", "Pipe"];
        let names: Vec<String> = given.iter().map(|name| unique.name(name)).collect();
        assert_eq!(names, ["Pipe", "pipe (2)", "Pipe (3)", "Pipe … (2)", "012345678…", "01234… (2)", "Pipe (4)"]);
        assert_eq!(unique.fitted("Pipe"), "Pipe");
        assert_eq!(unique.fitted("0123456789pqr"), "01234… (3)");
        assert!(names.iter().all(|name| name.chars().count() <= 10));
    }
}
