//! The list envelope.

use serde::Serialize;

/// A page of a list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "{T}List"))]
pub struct Page<T> {
    /// Resources of the page.
    pub data: Vec<T>,
    /// Whether more pages follow.
    pub has_more: bool,
    /// Cursor of the next page. Null when `has_more` is false.
    pub next_cursor: Option<String>,
}

/// Fewest resources a caller may ask for on a page.
pub const LIMIT_MIN: u32 = 1;
/// Most resources on a page.
pub const LIMIT_MAX: u32 = 200;
/// Resources on a page by default.
pub const LIMIT_DEFAULT: u32 = 50;
/// Longest cursor, in characters.
pub const CURSOR_MAX: usize = 512;
