//! The rows of the word tables and the syntax of their phrases.
//!
//! A row names a kind, a line or a mark. The phrases that mean it are in the language files (`plumbline-notation`),
//! under the row's key. Phrases are folded (lower case, no accents). In a phrase:
//!
//! - `word` matches that word or its plural (`-s`, `-es`, `-n`, `-en`); `word*` a word that begins with it; `*word` a
//!   word that ends with it or its plural; `*word*` a word that contains it. Words of Chinese and Japanese characters
//!   match within a run.
//! - `a/b` in the place of a word matches either.
//! - Words match in sequence. Only articles and prepositions may come between.
//! - `head & other`: `other` is nearby in the same clause, before or after: `sprinkler & pendent`.
//! - `head + other`: `other` is anywhere in the text: `luminaria + emergencia`.
//! - A leading `^` means that the phrase begins the text.
//!
//! English, German, Dutch and Japanese put the head noun last (`junction box`). Spanish, Portuguese and French put it
//! first (`caja de paso`). An entry has a list for each order.

use plumbline_notation::language::shared_row;

use crate::vocabulary::kinds::{Class, Kind, Line, System, Trade};

/// How specific a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Specificity {
    /// Fully specific.
    Specific,
    /// Yields to any specific word of the same category.
    Generic,
    /// Generic, and ignored beside any other word: `SMOKE DETECTOR DEVICE`.
    Vague,
    /// Generic, but on a drawing of its own trade it overrides another trade's more specific phrase: a fan on an
    /// electrical plan is a connection.
    Overriding,
}

/// A row with its phrases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) class: Class,
    pub(crate) specificity: Specificity,
    /// Phrases of languages that put the noun last.
    pub(crate) last: &'static [&'static str],
    /// Phrases of languages that put the noun first.
    pub(crate) first: &'static [&'static str],
}

/// A word table and its trade.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) trade: Trade,
    pub(crate) rows: &'static [Row],
}

/// A row of a table, without its trade and its phrases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    meaning: Meaning,
    specificity: Specificity,
    /// The row's name in the language files, if it is not that of its meaning.
    own_name: Option<&'static str>,
}

/// The meaning of a row, without its trade.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Item { category: &'static str, item_type: &'static str },
    Route { system: System, name: Option<&'static str>, category: &'static str, item_type: &'static str },
    Mark,
}

impl Row {
    /// Returns the row under another name in the language files, if its meaning has several rows.
    pub(crate) const fn named(mut self, name: &'static str) -> Self {
        self.own_name = Some(name);
        self
    }

    /// Returns the row as an entry of the given trade, with the phrases that languages share.
    pub(crate) fn shared(self, trade: Trade) -> Entry {
        let phrases = shared_row(&self.key(trade));
        self.with(trade, phrases.map_or(&[], |row| row.last), phrases.map_or(&[], |row| row.first))
    }

    /// Returns the row as an entry of the given trade with phrases.
    pub(crate) const fn with(
        self,
        trade: Trade,
        last: &'static [&'static str],
        first: &'static [&'static str],
    ) -> Entry {
        let class = match self.meaning {
            Meaning::Item { category, item_type } => Class::Item(Kind { trade, category, item_type }),
            Meaning::Route { system, name, category, item_type } => {
                Class::Line(Line { system, trade, name, category, item_type })
            }
            Meaning::Mark => Class::Mark,
        };
        Entry { class, specificity: self.specificity, last, first }
    }

    /// Returns the row's key in the language files: `electrical.power.receptacle`, `plumbing.storm.storm_drain`.
    pub(crate) fn key(&self, trade: Trade) -> String {
        let (category, name) = match self.meaning {
            Meaning::Item { category, item_type } => (category, item_type.to_owned()),
            Meaning::Route { name: None, category, item_type, .. } => (category, item_type.to_owned()),
            Meaning::Route { name: Some(name), category, .. } => {
                (category, name.replace(|c: char| !c.is_alphanumeric(), "_"))
            }
            Meaning::Mark => ("marks", String::new()),
        };
        format!("{}.{category}.{}", section(trade), self.own_name.unwrap_or(&name))
    }
}

/// Returns the section of a trade in the language files.
fn section(trade: Trade) -> &'static str {
    match trade {
        Trade::Electrical => "electrical",
        Trade::Mechanical => "mechanical",
        Trade::Plumbing => "plumbing",
        Trade::FireProtection => "fire_protection",
        Trade::Structural => "structural",
        Trade::Architectural => "architectural",
        Trade::Civil => "civil",
        Trade::Process => "process",
        Trade::Other => "drawing",
    }
}

const fn counted(category: &'static str, item_type: &'static str, specificity: Specificity) -> Row {
    Row { meaning: Meaning::Item { category, item_type }, specificity, own_name: None }
}

/// Creates a row for a counted thing.
pub(crate) const fn item(category: &'static str, item_type: &'static str) -> Row {
    counted(category, item_type, Specificity::Specific)
}

/// Creates a row for a counted thing that yields to a more specific word of its category.
pub(crate) const fn generic(category: &'static str, item_type: &'static str) -> Row {
    counted(category, item_type, Specificity::Generic)
}

/// Creates a row for a counted thing that applies only if nothing else says what it is.
pub(crate) const fn vague(category: &'static str, item_type: &'static str) -> Row {
    counted(category, item_type, Specificity::Vague)
}

/// Creates a row for a counted thing that takes precedence on drawings of its own trade.
pub(crate) const fn overriding(category: &'static str, item_type: &'static str) -> Row {
    counted(category, item_type, Specificity::Overriding)
}

/// Creates a row for a measured line. `name` is empty if the words do not say what the line carries.
pub(crate) const fn line(system: System, name: &'static str, category: &'static str, item_type: &'static str) -> Row {
    let (name, specificity) =
        if name.is_empty() { (None, Specificity::Generic) } else { (Some(name), Specificity::Specific) };
    Row { meaning: Meaning::Route { system, name, category, item_type }, specificity, own_name: None }
}

/// Creates a row for something that explains the drawing and is not counted.
pub(crate) const fn mark(name: &'static str) -> Row {
    Row { meaning: Meaning::Mark, specificity: Specificity::Specific, own_name: Some(name) }
}
