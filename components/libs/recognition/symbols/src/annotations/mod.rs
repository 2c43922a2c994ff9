//! Matches the text near symbols to the right symbol, and finds the wiring between devices ([`wiring`]).
//!
//! - `label`: the labels of a symbol; `context`: facts from the rest of the document; `read`: reading of texts;
//! - `lines`: lines and stacks of text by position; `linework`: drawn lines, from end to end;
//! - `mask`: the areas near text; `frames`: bubbles and boxes around texts; `heads`, `origins`, `leaders`: lines from
//!   texts to the things they describe; `search`: the content of a sheet that they are searched in;
//! - `page`: all of the above for one sheet;
//! - `marks`: marks on a plan, for counting; `target`: the ink that a mark refers to;
//! - `keynotes`: lists of numbered notes;
//! - `rooms`: texts that name rooms; `groups`: texts that are assigned as a whole; `assign`: assignment to symbols;
//! - `matching`: the assignment of least cost; `shape`: distances.
//!
//! ```
//! use plumbline_symbols::annotations::{DocumentContext, Kinds, Page, SymbolBox, assign};
//! use plumbline_sheet::drawing::Drawing;
//!
//! // Two symbols side by side. Each gets the circuit that belongs to it.
//! let mut drawing = Drawing::new(300.0, 200.0);
//! drawing.text("C-1", [108.0, 92.0], 6.0).text("C-2", [112.0, 116.0], 6.0);
//! let symbols = [[95.0, 95.0, 105.0, 105.0], [111.0, 95.0, 121.0, 105.0]]
//!     .map(|area| SymbolBox { area: area.into(), accepts: Kinds::ALL, class: 0 });
//! let assigned = assign(&symbols, &Page::of(&drawing.sheet()), &DocumentContext::new(), &[]);
//! assert_eq!(assigned[0][0].text, "C-1");
//! assert_eq!(assigned[1][0].text, "C-2");
//! ```

mod assign;
mod context;
mod ends;
mod frames;
mod groups;
mod heads;
mod keynotes;
mod label;
mod leaders;
mod lines;
mod linework;
mod marks;
mod mask;
mod matching;
mod origins;
mod page;
mod read;
mod rooms;
mod search;
mod shape;
mod target;
pub mod wiring;

pub use assign::{Assigned, MatchMethod, SymbolBox, assign};
pub use context::DocumentContext;
pub use frames::{Frame, FrameShape};
pub use heads::Head;
pub use keynotes::{Keynote, is_keynote_title, keynotes, of_page as keynotes_of};
pub use label::{Kind, Kinds, Label, Size};
pub use leaders::Leader;
pub use lines::Lines;
pub use marks::{MarkInstance, marks};
pub use page::{Page, leaders};
pub use read::{line_of_address, read, read_framed};
