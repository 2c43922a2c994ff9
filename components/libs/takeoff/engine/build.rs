//! Turns the tables of the vocabulary into constants, and computes the digest that identifies surveys.

#[path = "build/surveys.rs"]
mod surveys;
#[path = "build/vocabulary.rs"]
mod vocabulary;

use std::env;
use std::path::PathBuf;

fn main() {
    // Read at run time, not compiled in: a target folder may come from another clone.
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this"));
    vocabulary::write_tables(&folder.join("tables"));
    surveys::set_digest(&folder);
}
