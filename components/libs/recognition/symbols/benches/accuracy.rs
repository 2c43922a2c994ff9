//! Precision and recall of the geometry core on thousands of drawn variants with known truth, as a table:
//! `cargo bench -p plumbline-symbols --bench accuracy`. It fails if a goal is missed.

#![allow(clippy::print_stdout, reason = "a measurement that prints")]

#[path = "../tests/synthetic/mod.rs"]
mod synthetic;

use synthetic::plan::Cover;
use synthetic::score::{measure, table};

fn main() {
    for cover in [Cover::Clean, Cover::Overlap] {
        let (scores, all) = measure(1000..1100, cover, false);
        table(cover, &scores, all);
        let goal = if cover == Cover::Clean { 0.99 } else { 0.97 };
        assert!(all.precision() >= goal && all.recall() >= goal, "{cover:?} {all:?}");
    }
}
