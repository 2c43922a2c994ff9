//! Matches the text near symbols to the right symbol.
//!
//! - `label`: the labels of a symbol; `known`: facts from the rest of the document; `read`: reading of texts;
//! - `lines`: lines and stacks of text by position; `linework`: drawn lines, from end to end;
//! - `mask`: the areas near text; `frames`: bubbles and boxes around texts; `heads`, `origins`, `leaders`: lines from
//!   texts to the things they describe;
//! - `page`: all of the above for one sheet;
//! - `marks`: marks on a plan, for counting; `target`: the ink that a mark refers to;
//! - `keynotes`: lists of numbered notes;
//! - `rooms`: texts that name rooms; `units`: texts that are assigned as a whole; `assign`: assignment to symbols;
//! - `matching`: the assignment of least cost; `shape`: distances.

mod assign;
mod ends;
mod frames;
mod heads;
mod keynotes;
mod known;
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
mod shape;
mod target;
mod units;

pub use assign::{Assigned, How, SymbolBox, assign};
pub use frames::{Frame, FrameShape};
pub use heads::Head;
pub use keynotes::{Keynote, is_keynote_title, keynotes, of_page as keynotes_of};
pub use known::Known;
pub use label::{Kind, Kinds, Label, Size};
pub use leaders::Leader;
pub use lines::Lines;
pub use marks::{MarkSpot, marks};
pub use page::{Page, leaders};
pub use read::{line_of_address, read, read_framed};
