//! A reader that converts DXF and DWG drawings to sheets.
//!
//! - `file`: bytes to a parsed drawing.
//! - `document`: its spaces as pages.
//! - `limits`: resource limits.
//! - `walk`: entities, and the blocks in them.
//! - `entities`: drawing of each kind.
//! - `curves`, `hatch`, `text`: geometry of the kinds.
//! - `style`: layers, colors, line types.
//! - `place`: coordinate systems.
//! - `symbol_blocks`: the blocks that are symbols.
//! - `survey`: the size of the drawing.
//! - `plot`: the scale of the plot.
//! - `page`: the plotted page.
//! - `measured`: the unit, from the drawing's dimensions.
//! - `title`: number and title from attributes.
//! - `sheet_to_pdf`: a sheet as a PDF page, which is drawn for its pictures.
//!
//! Page 1 is model space at an exact scale. Each layout that draws something of its own is a further page, without the
//! contents of its viewports: they show model space again, and would be counted twice.
//!
//! ```
//! use plumbline_reader_cad::{Code, Document};
//!
//! let refused = Document::open(b"not a drawing".to_vec()).unwrap_err();
//! assert_eq!(refused.code, Code::Unreadable);
//!
//! # fn pages(file: Vec<u8>) -> Result<(), plumbline_reader_cad::Failure> {
//! let document = Document::open(file)?;
//! let sheet = document.sheet(1)?;
//! println!("{:?}: {} paths", sheet.number, sheet.path_verbs.len());
//! # Ok(())
//! # }
//! ```

mod curves;
mod document;
mod entities;
mod file;
mod hatch;
pub mod limits;
mod measured;
mod page;
mod place;
mod plot;
mod sheet_to_pdf;
mod style;
mod survey;
mod symbol_blocks;
mod text;
mod title;
mod walk;

pub use document::Document;
pub use plumbline_reader::{Code, Failure};

plumbline_reader::reader! {
    document: crate::Document,
    id: "cad",
    name: "DXF and DWG",
    media_types: ["application/dxf", "image/vnd.dwg"],
    pictures: true,
}
