//! Tests that confidence is calibrated. On drawn plans of every discipline, 98 of 100 items with high confidence have
//! the right box, description, tag and circuit.

mod plans;

use plans::{Plan, plan};
use plumbline_takeoff::quantities::{
    Attribute, Confidence, Depth, Discipline, Item, ItemSource, MeasureType, UnitSystem,
};
use plumbline_takeoff::{Findings, Options, extract, survey};

const DISCIPLINES: [Discipline; 7] = [
    Discipline::Electrical,
    Discipline::Mechanical,
    Discipline::Plumbing,
    Discipline::FireProtection,
    Discipline::Process,
    Discipline::Structural,
    Discipline::MultiDiscipline,
];

fn findings(discipline: Discipline, plan: &Plan) -> Findings {
    let asked =
        Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    extract(discipline, &plan.sheet, &[survey(&plan.sheet)], &asked)
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(k, v)| match v {
        Attribute::Text(t) if k == key => Some(t.as_str()),
        _ => None,
    })
}

/// The right items and all items of each confidence, and the number of placed symbols that were found.
#[derive(Debug, Default)]
struct Tally {
    high: (usize, usize),
    medium: (usize, usize),
    low: (usize, usize),
    found: usize,
    placed: usize,
}

impl Tally {
    fn add(&mut self, plan: &Plan, found: &Findings) {
        let counted = |item: &&Item| item.measure == MeasureType::Count && item.source == ItemSource::Plan;
        let mut taken = vec![false; plan.placed.len()];
        for item in found.items.iter().filter(counted) {
            let on = item.evidence.first().and_then(|e| {
                let (x0, y0, x1, y1) = e.bbox;
                plan.placed.iter().enumerate().position(|(n, p)| {
                    let x = f64::from(p.at[0] / plan.sheet.width);
                    let y = f64::from(p.at[1] / plan.sheet.height);
                    let listed = &plan.listed[p.listed];
                    // A group without a legend is right if all its items are the same symbol. Its name does not matter.
                    let named = item.description == listed.description && item.item_type == listed.item_type;
                    let same = named || item.confidence == Confidence::Low;
                    !taken[n] && same && x0 <= x && x <= x1 && y0 <= y && y <= y1
                })
            });
            if let Some(n) = on {
                taken[n] = true;
            }
            // An estimator orders by the line, so the texts beside the symbol must be right too.
            let line = on.is_some_and(|n| {
                let placed = &plan.placed[n];
                let sure = item.confidence == Confidence::High;
                !sure || item.tag == placed.tag && text(item, "circuit") == placed.circuit.as_deref()
            });
            let slot = match item.confidence {
                Confidence::High => &mut self.high,
                Confidence::Medium => &mut self.medium,
                Confidence::Low => &mut self.low,
            };
            slot.0 += usize::from(line);
            slot.1 += 1;
        }
        self.found += taken.iter().filter(|t| **t).count();
        self.placed += plan.placed.len();
    }

    fn line(&self, name: &str) -> String {
        let share = |(right, all): (usize, usize)| if all == 0 { "-".to_owned() } else { format!("{right}/{all}") };
        format!(
            "{name:16} high {:>9} medium {:>9} low {:>9} found {}/{}",
            share(self.high),
            share(self.medium),
            share(self.low),
            self.found,
            self.placed
        )
    }
}

/// Run with `cargo test -p plumbline-takeoff --test calibration -- --nocapture` to print the report.
#[test]
#[allow(clippy::print_stdout, reason = "a report")]
fn of_items_marked_high_98_in_100_are_right() {
    let mut all = Tally::default();
    for discipline in DISCIPLINES {
        let mut tally = Tally::default();
        for seed in 0..6 {
            let drawn = plan(discipline, seed, true);
            let found = findings(discipline, &drawn);
            tally.add(&drawn, &found);
            all.add(&drawn, &found);
        }
        println!("{}", tally.line(&format!("{discipline:?}")));
        assert!(
            tally.high.1 * 10 >= tally.placed * 9,
            "{discipline:?}: nine of ten are sure on a clean plan, {tally:?}"
        );
        assert!(tally.found * 100 >= tally.placed * 97, "{discipline:?}: {tally:?}");
    }
    println!("{}", all.line("all"));
    assert!(all.high.0 * 100 >= all.high.1 * 98, "{all:?}");
}

/// Without a legend, shapes have no certain meaning. They may be counted, but never with high confidence.
#[test]
fn without_a_legend_nothing_is_sure() {
    for discipline in DISCIPLINES {
        let drawn = plan(discipline, 11, false);
        let found = findings(discipline, &drawn);
        assert!(found.items.iter().all(|item| item.confidence != Confidence::High), "{discipline:?}");
    }
}
