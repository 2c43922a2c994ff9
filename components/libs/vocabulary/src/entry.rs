//! Rows of the word tables, and the form the words in them are written in.
//!
//! A row names a kind, a line or a mark and lists the phrases that mean it, separated by `|`, written folded (lower
//! case, no accents). In a phrase:
//!
//! - `word` is that word or its plural (`-s`, `-es`, `-n`, `-en`); `word*` begins with it; `*word` ends with it or its
//!   plural; `*word*` contains it. Words of Chinese and Japanese characters are found within a run of them.
//! - `a/b` in the place of a word is either of them.
//! - words follow one another, with nothing but articles and prepositions between.
//! - `head & other`: `other` stands anywhere near in the same clause, before or after: `sprinkler & pendent`.
//! - `head + other`: `other` stands anywhere in the text: `luminaria + emergencia`.
//! - a leading `^` means that the phrase begins the text.
//!
//! English, German, Dutch and Japanese put the word that matters last (`junction box`), Spanish, Portuguese and French
//! first (`caja de paso`): a row has one list for each way.

use crate::kinds::{Class, Kind, Line, System, Trade};

/// How much a row says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All that can be said.
    Specific,
    /// Any specific word of the same category says more.
    Generic,
    /// Generic, and of no weight beside any other word: `SMOKE DETECTOR DEVICE`.
    Vague,
    /// Generic, and in a drawing of its own trade it has the word even where another trade knows it better: a fan on an
    /// electrical plan is a connection.
    Claims,
}

/// A row of a word table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) class: Class,
    pub(crate) reach: Reach,
    /// Phrases of languages that put the noun last.
    pub(crate) last: &'static str,
    /// Phrases of languages that put the noun first.
    pub(crate) first: &'static str,
}

/// A table with its trade.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) trade: Trade,
    pub(crate) rows: &'static [Row],
}

/// A row before its table's trade is known.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Row {
    Item {
        category: &'static str,
        item_type: &'static str,
        reach: Reach,
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
    /// The row as one of its trade's.
    pub(crate) const fn of(self, trade: Trade) -> Entry {
        match self {
            Self::Item { category, item_type, reach, last, first } => {
                Entry { class: Class::Item(Kind { trade, category, item_type }), reach, last, first }
            }
            Self::Route { system, name, category, item_type, last, first } => Entry {
                class: Class::Line(Line { system, trade, name, category, item_type }),
                reach: if name.is_none() { Reach::Generic } else { Reach::Specific },
                last,
                first,
            },
            Self::Mark { last, first } => Entry { class: Class::Mark, reach: Reach::Specific, last, first },
        }
    }
}

/// A thing that is counted.
pub(crate) const fn item(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, reach: Reach::Specific, last, first }
}

/// A thing that is counted, when no other word of its category says more.
pub(crate) const fn generic(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, reach: Reach::Generic, last, first }
}

/// A thing that is counted when nothing else says what it is.
pub(crate) const fn vague(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, reach: Reach::Vague, last, first }
}

/// A thing that is counted as a drawing of its own trade sees it, whatever another trade calls it.
pub(crate) const fn claim(
    category: &'static str,
    item_type: &'static str,
    last: &'static str,
    first: &'static str,
) -> Row {
    Row::Item { category, item_type, reach: Reach::Claims, last, first }
}

/// A line that is measured; `name` is empty when the words do not say what it carries.
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

/// What explains the drawing.
pub(crate) const fn mark(last: &'static str, first: &'static str) -> Row {
    Row::Mark { last, first }
}
