//! The parts of a sheet: what is drawn where, so that each part is read for what it is.
//!
//! - [`regions`]: title block, views, marks, notes and match lines, views that repeat others, and the discipline;
//! - [`tables`]: ruled and aligned tables, and the schedules among them.
//!
//! ```
//! use plumbline_sheet::drawing::Drawing;
//! use plumbline_sheet_parts::regions::regions;
//! use plumbline_sheet_parts::tables::tables;
//!
//! // A drawing without captions is one view. A single rectangle is not a table.
//! let mut drawing = Drawing::new(1200.0, 900.0);
//! drawing.rect([100.0, 100.0, 900.0, 700.0]).text("OFFICE", [300.0, 300.0], 8.0);
//! let sheet = drawing.sheet();
//! assert_eq!(regions(&sheet).viewports.len(), 1);
//! assert!(tables(&sheet).is_empty());
//! ```

pub mod regions;
pub mod tables;
