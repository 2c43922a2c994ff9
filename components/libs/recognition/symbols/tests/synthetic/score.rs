//! Precision and recall over many plans.

use std::collections::BTreeMap;

use super::plan::{Cover, Score, evaluate, plan};

/// Returns the scores of some plans, by family and in total.
pub(crate) fn measure(
    seeds: std::ops::Range<u64>,
    cover: Cover,
    print_misses: bool,
) -> (BTreeMap<&'static str, Score>, Score) {
    let (mut by_family, mut all) = (BTreeMap::<&'static str, Score>::new(), Score::default());
    for seed in seeds {
        let plan = plan(seed, cover);
        let (scores, misses) = evaluate(&plan);
        for (glyph, score) in plan.symbols.iter().zip(scores) {
            by_family.entry(glyph.family).or_default().add(score);
            all.add(score);
        }
        if print_misses {
            for miss in misses {
                let glyph = &plan.symbols[miss.symbol];
                println!("{seed} {cover:?} {} {:?} {:?} {}", glyph.family, glyph.letters, miss.at, miss.text);
            }
        }
    }
    (by_family, all)
}

/// Prints the scores.
pub(crate) fn table(cover: Cover, scores: &BTreeMap<&'static str, Score>, all: Score) {
    println!("{cover:?}: family | drawn | precision | recall");
    for (family, s) in scores.iter().map(|(f, s)| (*f, *s)).chain([("all", all)]) {
        println!("{family:<22} | {:>6} | {:.4} | {:.4}", s.right + s.missed, s.precision(), s.recall());
    }
}
