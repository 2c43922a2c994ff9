//! Tests a plan without a legend. Its devices come in groups of one shape each, and nothing else does.

use std::collections::BTreeMap;

use plumbline_reader_pdf::Document;
use plumbline_sample::{Drawing, Options, Truth};
use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Confidence, Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Options as Asked, extract, survey};

/// Returns the items of some plans as the pages of one document. The sheet with their legend was not uploaded.
fn items(plans: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<Item>> {
    let plan = |(page, pdf): (u32, Vec<u8>)| {
        let sheet = Document::open(pdf).expect("a file").sheet(2).expect("the plan");
        Sheet { page_number: page, ..sheet }
    };
    let sheets: Vec<Sheet> = (1..).zip(plans).map(plan).collect();
    let surveys: Vec<Vec<u8>> = sheets.iter().map(survey).collect();
    let asked =
        Asked { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    sheets.iter().map(|sheet| extract(Discipline::Electrical, sheet, &surveys, &asked).items).collect()
}

/// Returns the symbol under an item.
fn symbol_at<'a>(item: &Item, truth: &'a Truth) -> Option<&'a str> {
    let b = item.evidence[0].bbox;
    let (x, y) = ((b.0 + b.2) / 2.0, (b.1 + b.3) / 2.0);
    let on = |b: [f64; 4]| b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3];
    truth.items.iter().find(|placed| on(placed.bbox)).map(|placed| placed.symbol.as_str())
}

/// The score of the groups, compared with the drawing's devices.
#[derive(Debug, Default)]
struct Score {
    devices: usize,
    found: usize,
    items: usize,
    on_nothing: usize,
    /// The number of items with another symbol than most of their group.
    mixed: usize,
}

fn score(found: &[Item], truth: &Truth) -> Score {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for item in &truth.items {
        *count.entry(&item.symbol).or_default() += 1;
    }
    let mut score = Score { items: found.len(), ..Score::default() };
    let mut groups: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for item in found {
        match symbol_at(item, truth) {
            Some(symbol) => {
                *groups.entry(item.group.as_deref().unwrap_or("")).or_default().entry(symbol).or_default() += 1
            }
            None => score.on_nothing += 1,
        }
    }
    for symbols in groups.values() {
        score.mixed += symbols.values().sum::<usize>() - symbols.values().max().copied().unwrap_or(0);
    }
    // A symbol that occurs only once or twice on a sheet does not recur.
    for placed in truth.items.iter().filter(|placed| count[placed.symbol.as_str()] >= 3) {
        score.devices += 1;
        let within = |item: &&Item| {
            let (b, p) = (item.evidence[0].bbox, placed.bbox);
            let (x, y) = ((p[0] + p[2]) / 2.0, (p[1] + p[3]) / 2.0);
            b.0 <= x && x <= b.2 && b.1 <= y && y <= b.3
        };
        score.found += usize::from(found.iter().any(|item| within(&item)));
    }
    score
}

#[test]
fn devices_of_a_plan_without_a_legend_come_in_groups() {
    let plain = Options { legend_sheet: true, ..Options::default() };
    let variants = [
        ("plain", plain.clone()),
        ("turned", Options { rotation: 90, ..plain.clone() }),
        ("segments reordered", Options { shuffle: true, ..plain.clone() }),
        ("segments split", Options { split: true, ..plain }),
    ];
    for (name, options) in &variants {
        for seed in [3, 4] {
            let Drawing { pdf, truth } = Drawing::e101(seed, options);
            let found = items([pdf]).remove(0);
            let score = score(&found, &truth);
            assert!(score.found * 10 >= score.devices * 9, "{name}, seed {seed}: {score:?}");
            assert!(score.on_nothing * 20 <= score.items, "{name}, seed {seed}: {score:?}");
            assert!(score.mixed * 20 <= score.items, "{name}, seed {seed}: {score:?}");
            let sure = found.iter().filter(|item| item.group.as_deref().is_some_and(|g| g.starts_with("shape-")));
            assert!(sure.into_iter().all(|item| item.confidence != Confidence::High), "{name}, seed {seed}");
        }
    }
}

/// The number of items for each description and group.
type Names<'a> = BTreeMap<(&'a str, &'a str), usize>;

#[test]
fn a_shape_has_one_name_on_all_pages() {
    let options = Options { legend_sheet: true, ..Options::default() };
    let drawings: Vec<Drawing> = [3, 4].map(|seed| Drawing::e101(seed, &options)).into();
    let pages = items(drawings.iter().map(|drawing| drawing.pdf.clone()));
    let mut names: Vec<BTreeMap<&str, Names<'_>>> = Vec::new();
    for (found, drawing) in pages.iter().zip(&drawings) {
        let mut page: BTreeMap<&str, Names<'_>> = BTreeMap::new();
        for item in found {
            let name = (item.description.as_str(), item.group.as_deref().unwrap_or(""));
            if let Some(symbol) = symbol_at(item, &drawing.truth) {
                *page.entry(symbol).or_default().entry(name).or_default() += 1;
            }
        }
        names.push(page);
    }
    let usual =
        |page: usize, symbol: &str| names[page].get(symbol)?.iter().max_by_key(|(_, n)| **n).map(|(name, _)| *name);
    let both: Vec<&&str> = names[0].keys().filter(|symbol| names[1].contains_key(**symbol)).collect();
    assert!(both.len() >= 5, "{both:?}");
    for symbol in both {
        assert_eq!(usual(0, symbol), usual(1, symbol), "{symbol}");
    }
}
