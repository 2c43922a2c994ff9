//! Measures precision and recall of the geometry core on thousands of drawn variants with known truth.
//!
//! The sample asserts bounds at each run of the tests; the full measurement prints a table:
//! `cargo test --release -p plumbline-symbols --test measure -- --ignored --nocapture`.

#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod drawn;

use std::collections::BTreeMap;

use drawn::plan::{Cover, Score, judge, plan};

/// Scores by family over some plans, and all together.
fn measure(seeds: std::ops::Range<u64>, cover: Cover, told: bool) -> (BTreeMap<&'static str, Score>, Score) {
    let (mut by_family, mut all) = (BTreeMap::<&'static str, Score>::new(), Score::default());
    for seed in seeds {
        let plan = plan(seed, cover);
        let (scores, misses) = judge(&plan);
        for (glyph, score) in plan.symbols.iter().zip(scores) {
            by_family.entry(glyph.family).or_default().add(score);
            all.add(score);
        }
        if told {
            for miss in misses {
                let glyph = &plan.symbols[miss.symbol];
                println!("{seed} {cover:?} {} {:?} {:?} {}", glyph.family, glyph.letters, miss.at, miss.text);
            }
        }
    }
    (by_family, all)
}

fn table(cover: Cover, scores: &BTreeMap<&'static str, Score>, all: Score) {
    println!("{cover:?}: family | drawn | precision | recall");
    for (family, s) in scores.iter().map(|(f, s)| (*f, *s)).chain([("all", all)]) {
        println!("{family:<22} | {:>6} | {:.4} | {:.4}", s.right + s.missed, s.precision(), s.recall());
    }
}

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

#[test]
#[ignore = "minutes: thousands of variants"]
fn the_full_measurement() {
    for cover in [Cover::Clean, Cover::Overlap] {
        let (scores, all) = measure(1000..1100, cover, false);
        table(cover, &scores, all);
        let goal = if cover == Cover::Clean { 0.99 } else { 0.97 };
        assert!(all.precision() >= goal && all.recall() >= goal, "{cover:?} {all:?}");
    }
}
