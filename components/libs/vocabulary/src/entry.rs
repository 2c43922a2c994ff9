//! The rows of the word tables and the syntax of their phrases.
//!
//! A row names a kind, a line or a mark and lists the phrases that mean it, separated by `|`. Phrases are folded (lower
//! case, no accents). In a phrase:
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
//! first (`caja de paso`). A row has a list for each order.

use crate::kinds::{Class, Kind, Line, System, Trade};

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

/// A row of a word table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) class: Class,
    pub(crate) specificity: Specificity,
    /// Phrases of languages that put the noun last.
    pub(crate) last: &'static str,
    /// Phrases of languages that put the noun first.
    pub(crate) first: &'static str,
}

/// A word table and its trade.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) trade: Trade,
    pub(crate) rows: &'static [Row],
}

/// A row of a table, without its trade.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Row {
    Item {
        category: &'static str,
        item_type: &'static str,
        specificity: Specificity,
        last: &'static str,
        first: &'static str,
    },
    Route {
        system: System,
        name: Option<&'static str>,
        category: &'static str,
        item_type: &'static str,
        last: &'static str,
        first: &'static str,
    },
    Mark {
        last: &'static str,
        first: &'static str,
    },
}

impl Row {
    /// Returns the row as an entry of the given trade.
    pub(crate) const fn of(self, trade: Trade) -> Entry {
        match self {
            Self::Item { category, item_type, specificity, last, first } => {
                Entry { class: Class::Item(Kind { trade, category, item_type }), specificity, last, first }
            }
            Self::Route { system, name, category, item_type, last, first } => Entry {
                class: Class::Line(Line { system, trade, name, category, item_type }),
                specificity: if name.is_none() { Specificity::Generic } else { Specificity::Specific },
                last,
                first,
            },
            Self::Mark { last, first } => Entry { class: Class::Mark, specificity: Specificity::Specific, last, first },
        }
    }
}

/// Creates a row for a counted thing.
pub(crate) const fn item(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, specificity: Specificity::Specific, last, first }
}

/// Creates a row for a counted thing that yields to a more specific word of its category.
pub(crate) const fn generic(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, specificity: Specificity::Generic, last, first }
}

/// Creates a row for a counted thing that applies only if nothing else says what it is.
pub(crate) const fn vague(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, specificity: Specificity::Vague, last, first }
}

/// Creates a row for a counted thing that takes precedence on drawings of its own trade.
pub(crate) const fn overriding(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, specificity: Specificity::Overriding, last, first }
}

/// Creates a row for a measured line. `name` is empty if the words do not say what the line carries.
pub(crate) const fn line(
    system: System,
    name: &'static str,
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Route { system, name: if name.is_empty() { None } else { Some(name) }, category, item_type, last, first }
}

/// Creates a row for something that explains the drawing and is not counted.
pub(crate) const fn mark(last: &'static str, first: &'static str) -> Row {
    Row::Mark { last, first }
}
