//! What words, marks, layers and blocks mean in each trade.
//!
//! A legend's description, a schedule's title, the name of a layer or a block and the letters of a tag are turned into
//! the taxonomy's codes here, in English, Spanish, Dutch, German, French, Portuguese and Japanese. The tables know all
//! trades at once; a [`Lexicon`] prefers its discipline's own trade where several have the same word.
//!
//! - `words`: the tables, one file a topic; `entry`: their form; `fold`, `phrase`: how a text is searched for them;
//! - `lexicon`: what a description stands for; `names`: what a layer or a block is;
//! - `marks`, `mark_codes`: tags of equipment and fixtures; `sections`: bars and rolled shapes; `instruments`: letters
//!   in bubbles; `labels`, `label_codes`: what stands along pipes.

mod entry;
mod fold;
mod instruments;
mod kinds;
mod label_codes;
mod labels;
mod lexicon;
mod mark_codes;
mod marks;
mod names;
mod phrase;
mod run_on;
mod sections;
#[cfg(test)]
mod testing;
mod words;

pub use kinds::{Class, Discipline, Kind, Line, System, Trade};
pub use lexicon::{Lexicon, lexicon};
pub use marks::MarkMeaning;
pub use names::{family, readable};
