//! Precision and recall of the geometry core on drawn variants with known truth.
//! `cargo bench -p plumbline-symbols --bench accuracy` measures them on thousands.

#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod synthetic;

use synthetic::plan::Cover;
use synthetic::score::{measure, table};

#[test]
fn clean_plans_are_read_with_few_errors() {
    let (scores, all) = measure(0..12, Cover::Clean, true);
    table(Cover::Clean, &scores, all);
    assert!(all.precision() >= 0.98 && all.recall() >= 0.98, "{all:?}");
}

#[test]
fn covered_plans_are_read_with_few_errors() {
    let (scores, all) = measure(0..12, Cover::Overlap, true);
    table(Cover::Overlap, &scores, all);
    assert!(all.precision() >= 0.95 && all.recall() >= 0.95, "{all:?}");
}
