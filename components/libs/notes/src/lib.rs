//! What is written near symbols, joined to the right symbol.
//!
//! - `label`: what a text can say; `known`: what the document explains elsewhere; `read`: texts read;
//! - `lines`: lines and stacks of text by place; `linework`: what is drawn, from end to end;
//! - `mask`: what is near text; `frames`: bubbles and boxes around texts; `heads`, `origins`, `leaders`: lines from texts to what they are about;
//! - `page`: all of these for one sheet;
//! - `marks`: marks on a plan, for counting; `target`: the ink that one stands for;
//! - `keynotes`: lists of numbered notes;
//! - `rooms`: texts that name rooms; `units`: what is handed out as one; `assign`: which symbol it goes to;
//! - `matching`: who gets what at the least cost; `shape`: distances.

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
