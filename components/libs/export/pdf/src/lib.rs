//! The pages of a PDF: marks on them, and pictures of them.
//!
//! - `marks` (a feature): counted items marked on the pages of the original file;
//! - `pictures` (a feature): pages as PNG, with their marks.
//!
//! Each is a feature because each needs large libraries of its own. What reads drawings needs no writer of PDF files.
//!
//! ```no_run
//! # #[cfg(all(feature = "marks", feature = "pictures"))]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plumbline_pdf::marks::{Mark, mark};
//! use plumbline_pdf::pictures::{WHOLE, page};
//!
//! let original = std::fs::read("E-101.pdf")?;
//! let bbox = [0.40, 0.31, 0.42, 0.33];
//! let marks = [Mark { page: 1, bbox, number: 1, label: "DUPLEX RECEPTACLE".into(), group: "duplex".into() }];
//! let marked = mark(&original, &marks)?;
//! std::fs::write("E-101.png", page(&marked, 1, WHOLE, 1200)?.png)?;
//! # Ok(())
//! # }
//! # #[cfg(not(all(feature = "marks", feature = "pictures")))]
//! # fn main() {}
//! ```

#[cfg(feature = "marks")]
pub mod marks;
#[cfg(feature = "pictures")]
pub mod pictures;
