//! Abbreviations written along pipes and ducts, by trade. `tables/label_codes.toml` lists them.

use crate::vocabulary::kinds::{System, Trade};

/// The labels of one line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labels {
    pub(crate) trade: Trade,
    pub(crate) system: System,
    pub(crate) name: &'static str,
    pub(crate) category: &'static str,
    pub(crate) item_type: &'static str,
    /// The labels, separated by spaces.
    pub(crate) list: &'static str,
}
