//! Reads DXF and DWG drawings into sheets.
//!
//! - `file`: bytes to a parsed drawing; `document`: its spaces as pages; `limits`: what they may cost;
//! - `walk`: entities and the blocks within; `entities`: what each kind draws; `curves`, `hatch`, `text`: how;
//! - `style`: layers, colours, line types; `place`: coordinate systems; `symbol_blocks`: which blocks are symbols;
//! - `survey`: how large the drawing is; `plot`: at what scale it is put on paper; `page`: puts it there;
//! - `measured`: its unit by its dimensions;
//! - `title`: number and title from attributes;
//! - `component`: the WIT side, on the wasm target only.
//!
//! Page 1 is model space at an exact scale; each layout that draws something of its own is a further page, without
//! what its viewports show: that is model space once more, and would be counted twice.

#[cfg(target_family = "wasm")]
mod component;
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
mod style;
mod survey;
mod symbol_blocks;
mod text;
mod title;
mod walk;

pub use document::Document;
pub use plumbline_guest_reader::{Code, Failure};
