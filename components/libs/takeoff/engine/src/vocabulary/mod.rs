//! The meaning of words, marks, layers and blocks in each trade.
//!
//! This module turns a legend's description, a schedule's title, the name of a layer or a block and the letters of a tag
//! into the taxonomy's codes, by the words of every language file (`plumbline-notation`). The tables cover all trades
//! at once. A [`Lexicon`] prefers its discipline's own trade if several have the same word.
//!
//! - `tables`: the tables of the folder of that name, one file per topic, which the build script turns into constants;
//!   `words`: their rows with phrases; `entry`: the syntax of their phrases; `tenant`: a tenant's own phrases;
//! - `fold`, `phrase`: searching a text for phrases;
//! - `lexicon`: the class of a description; `names`: the class of a layer or a block, `layer_codes`: abbreviations in it;
//! - `marks`, `mark_codes`: tags of equipment and fixtures; `sections`: bars and rolled shapes; `instruments`: letters
//!   in bubbles; `labels`, `label_codes`: labels along pipes.
//!
//! ```
//! use plumbline_takeoff::vocabulary::{Class, Discipline, lexicon};
//!
//! let electrical = lexicon(Discipline::Electrical);
//! for description in ["20A DUPLEX RECEPTACLE, +18\" AFF", "RECEPTACLE, DUPLEX, 20A"] {
//!     let kind = electrical.known(description).and_then(Class::kind).expect("a known device");
//!     assert_eq!(kind.item_type, "duplex_receptacle");
//! }
//! ```

mod entry;
mod fold;
mod instruments;
mod kinds;
mod label_codes;
mod labels;
mod layer_codes;
mod lexicon;
mod mark_codes;
mod marks;
mod names;
mod phrase;
mod run_on;
mod sections;
mod tables {
    //! The tables of the files in `tables`.

    use plumbline_notation::language::layer_words;

    use crate::vocabulary::entry::{Row, generic, item, line, mark, overriding, vague};
    use crate::vocabulary::kinds::{System, Trade};
    use crate::vocabulary::label_codes::Labels;
    use crate::vocabulary::layer_codes::Code;
    use crate::vocabulary::mark_codes::{Certainty, Prefixes};

    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
mod tenant;
#[cfg(test)]
mod testing;
mod words;

pub use kinds::{Class, Discipline, Kind, Line, System, Trade};
pub use lexicon::{Lexicon, lexicon};
pub use marks::MarkMeaning;
pub use names::{family, readable};
