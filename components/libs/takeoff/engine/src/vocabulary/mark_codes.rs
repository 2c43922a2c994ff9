//! Prefixes of the marks of equipment, fixtures and members on plans. `tables/mark_codes.toml` lists them.

use crate::vocabulary::kinds::Trade;

/// How certain a prefix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    /// Uncertain unless a schedule lists the mark.
    Unsure,
    /// Certain with a number: `CD-1`.
    Numbered,
    /// Certain without a number: `WC`.
    Alone,
}

/// The prefixes of one kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prefixes {
    pub(crate) trade: Trade,
    pub(crate) category: &'static str,
    pub(crate) item_type: &'static str,
    pub(crate) certainty: Certainty,
    /// The prefixes, separated by spaces.
    pub(crate) list: &'static str,
}
