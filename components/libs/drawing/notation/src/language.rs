//! The words that drawings are written with: names of things, headings of schedules and legends, titles, units.
//!
//! Each language is a file in `languages/`. The build script turns all of them into tables of static text, so a
//! component parses nothing. `docs/adding-a-language.md` explains the files.
//!
//! ```
//! use plumbline_notation::language::legend;
//!
//! assert!(legend::TITLES.whole.contains(&"simbología"));
//! assert!(legend::TITLES.within.contains(&"凡例"));
//! ```

/// The words of one meaning, in the order of the languages. Some are small regular expressions: `observaci(on|ones)`.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Words that spaces or punctuation separate from others.
    pub whole: &'static [&'static str],
    /// Words of scripts without spaces, and parts of words (`*масса*` in the file).
    pub within: &'static [&'static str],
}

impl Words {
    /// Returns whether a text is one of the words.
    pub fn contains(&self, text: &str) -> bool {
        self.all().any(|word| word == text)
    }

    /// Returns whether one of the words occurs in a text.
    pub fn occurs_in(&self, text: &str) -> bool {
        self.all().any(|word| text.contains(word))
    }

    /// Returns whether a text begins with one of the words.
    pub fn begins(&self, text: &str) -> bool {
        self.all().any(|word| text.starts_with(word))
    }

    /// Returns all words.
    pub fn all(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.whole.iter().chain(self.within).copied()
    }

    /// Returns the words as alternatives of a regular expression: `a|b|c`.
    pub fn alternatives(&self) -> String {
        self.all().collect::<Vec<_>>().join("|")
    }

    /// Returns a regular expression that matches a whole word between `before` and `after`, or the other words
    /// anywhere.
    pub fn pattern(&self, before: &str, after: &str) -> String {
        let mut parts = Vec::with_capacity(2);
        if !self.whole.is_empty() {
            parts.push(format!("{before}(?:{}){after}", self.whole.join("|")));
        }
        if !self.within.is_empty() {
            parts.push(self.within.join("|"));
        }
        parts.join("|")
    }

    /// Returns a regular expression that matches a text that is one of the words.
    pub fn exact(&self) -> String {
        format!("^(?:{})$", self.alternatives())
    }

    /// Returns a regular expression that matches the beginning of a text.
    pub fn beginning(&self) -> String {
        format!("^(?:{})", self.alternatives())
    }

    /// Returns a regular expression that matches a whole word at the beginning of a text, or another word there.
    pub fn starting_word(&self) -> String {
        let within = if self.within.is_empty() { String::new() } else { format!("^(?:{})", self.within.join("|")) };
        let whole = if self.whole.is_empty() { String::new() } else { format!(r"^(?:{})\b", self.whole.join("|")) };
        [whole, within].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("|")
    }

    /// Returns a regular expression that matches a whole word between word boundaries, or the other words anywhere.
    pub fn bounded(&self) -> String {
        self.pattern(r"\b", r"\b")
    }
}

/// The phrases that mean one thing of the taxonomy.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Trade, category and item type, or the name of a system: `electrical.power.receptacle`.
    pub key: &'static str,
    /// Phrases of languages that put the noun last.
    pub last: &'static [&'static str],
    /// Phrases of languages that put the noun first.
    pub first: &'static [&'static str],
}

/// Returns the row that several languages share under a key, if any has a phrase for it.
pub fn shared_row(key: &str) -> Option<&'static Row> {
    let at = SHARED_ROWS.binary_search_by(|row| row.key.cmp(key)).ok()?;
    SHARED_ROWS.get(at)
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
