//! Rules for one field of a body or one parameter of a query. The reader that checks a value declares its rule, and a
//! recorder (`describe`) converts the rule to JSON Schema. So one call both checks and describes.

use plumbline_contract::IdKind;

/// The largest whole number that every JSON reader represents exactly: 2⁵³ − 1 (RFC 8259, section 6).
pub(crate) const INTEGER_MAX: i64 = 9_007_199_254_740_991;

/// What is wrong with a time that [`Rule::Timestamp`] refuses.
pub(crate) const NOT_A_TIME: &str = "must be a time with an offset, such as 2026-11-21T08:00:00.000Z";

/// The rule of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rule {
    /// Text with a length in characters, without U+0000.
    Text { min: usize, max: usize },
    /// An id of this kind.
    Id(IdKind),
    /// An https address of at most `max` characters.
    Url { max: usize },
    /// One of these names.
    Name(&'static [&'static str]),
    /// A boolean.
    Bool,
    /// A whole number.
    Integer { min: i64, max: i64 },
    /// A number.
    Number { min: f64 },
    /// Two opposite corners of a part of a page: four numbers from 0 to 1, separated by commas.
    Corners,
    /// A list of whole numbers.
    Integers { min: i64, max_entries: usize },
    /// A list of ids of these kinds, at least one.
    Ids { kinds: &'static [IdKind], max_entries: usize },
    /// A list of different names, at least one.
    Names(&'static [&'static str]),
    /// A calendar date, `YYYY-MM-DD`.
    Date,
    /// A time with an offset (RFC 3339).
    Timestamp,
    /// The caller's own metadata strings.
    Metadata,
}

/// Whether a field must be present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// It must be present and not null.
    Required,
    /// It may be absent or null.
    Optional,
}
