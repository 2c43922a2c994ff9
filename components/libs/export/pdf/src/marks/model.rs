//! A mark, and the reasons that a file cannot be marked.

use serde::{Deserialize, Serialize};

/// One counted item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The page number, from 1.
    pub page: u32,
    /// `[x_min, y_min, x_max, y_max]`, normalized to the page as displayed after rotation and crop, origin top-left.
    pub bbox: [f64; 4],
    /// The number written at the box.
    pub number: u32,
    /// The description of the item. Equal labels make one row of the list.
    pub label: String,
    /// The group of the mark. Marks of equal groups have the same color.
    pub group: String,
}

/// The reason that a file cannot be marked.
#[derive(Debug, thiserror::Error)]
pub enum MarkError {
    /// The file is not a readable PDF, or cannot be written again.
    #[error("the PDF cannot be marked: {0}")]
    Unreadable(#[from] lopdf::Error),
    /// The file needs a password.
    #[error("the PDF is encrypted and needs a password")]
    Encrypted,
    /// A mark is on a page that the file does not have.
    #[error("mark {number} is on page {page}, but the PDF has {pages} pages")]
    NoSuchPage {
        /// The mark's number.
        number: u32,
        /// The page of the mark.
        page: u32,
        /// The number of pages in the file.
        pages: usize,
    },
    /// A mark's box is not within the page.
    #[error("the bbox of mark {number} is not [x_min, y_min, x_max, y_max] within 0..1")]
    BadBox {
        /// The mark's number.
        number: u32,
    },
    /// The page tree or a page lacks information needed to place a mark.
    #[error("page {page} of the PDF has no usable size")]
    BadPage {
        /// The page number, from 1.
        page: u32,
    },
}
