//! What is asked of one field of a body or one parameter of a query. The reader that checks a value declares its rule, and a
//! recorder (`describe`) turns the rule into JSON Schema: what is checked and what is described are one call.

use plumbline_contract::IdKind;

/// The largest whole number that every JSON reader takes exactly: 2⁵³ − 1 (RFC 8259, section 6).
pub(crate) const INTEGER_MAX: i64 = 9_007_199_254_740_991;

/// What is asked of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rule {
    /// Text of so many characters, none of them U+0000.
    Text { min: usize, max: usize },
    /// An id of this kind.
    Id(IdKind),
    /// An https address of at most so many characters.
    Url { max: usize },
    /// One of these names.
    Name(&'static [&'static str]),
    /// A boolean.
    Bool,
    /// A whole number.
    Integer { min: i64, max: i64 },
    /// A number.
    Number { min: f64 },
    /// A list of whole numbers.
    Integers { min: i64, max_entries: usize },
    /// A list of ids of these kinds, at least one.
    Ids { kinds: &'static [IdKind], max_entries: usize },
    /// A list of different names, at least one.
    Names(&'static [&'static str]),
    /// A day of the calendar, `YYYY-MM-DD`.
    Date,
    /// The caller's own strings.
    Metadata,
}

/// Whether a field has to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// It has; null is none.
    Required,
    /// It may be left out or null.
    Optional,
}
