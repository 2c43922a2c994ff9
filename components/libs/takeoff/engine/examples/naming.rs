//! Compares the names that shapes get without a legend with the names in the document's legends:
//! `cargo run --release -p plumbline-takeoff --example naming -- SHEETS TRUTH`.
//!
//! SHEETS contains `<file stem>-<page>.sheet`, and TRUTH lists cases as for the example `score`. A table below the names
//! shows which kinds of evidence supported right names and which supported wrong ones.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::collections::BTreeMap;
use std::path::Path;

use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Options, evidence_kinds, extract, survey};
use serde_json::Value;

fn discipline(name: &str) -> Discipline {
    match name {
        "electrical" => Discipline::Electrical,
        "mechanical" => Discipline::Mechanical,
        "plumbing" => Discipline::Plumbing,
        "fire_protection" => Discipline::FireProtection,
        "process" => Discipline::Process,
        "structural" => Discipline::Structural,
        _ => Discipline::MultiDiscipline,
    }
}

fn named_by(item: &Item) -> String {
    let by = item.attributes.iter().find_map(|(key, value)| match value {
        Attribute::Text(text) if key == "named_by" => Some(text.clone()),
        _ => None,
    });
    by.unwrap_or_default()
}

/// Returns the middle of an item's box.
fn middle(item: &Item) -> Option<(f64, f64)> {
    let b = item.evidence.first()?.bbox;
    Some(((b.0 + b.2) / 2.0, (b.1 + b.3) / 2.0))
}

/// How often a kind of evidence supported a right name, a general name of the right category, and a wrong name.
#[derive(Debug, Default, Clone, Copy)]
struct Verdicts {
    right: usize,
    general: usize,
    wrong: usize,
}

impl Verdicts {
    fn add(&mut self, listed: &Item, named: &Item) {
        let same_category = (listed.trade, &listed.category) == (named.trade, &named.category);
        match (listed.item_type == named.item_type, same_category) {
            (true, _) => self.right += 1,
            (false, true) => self.general += 1,
            (false, false) => self.wrong += 1,
        }
    }
}

/// Counts the names of shapes without the legend, by their name in the legend.
fn compare(
    by_legend: &[Item],
    without: &[Item],
    out: &mut BTreeMap<[String; 3], usize>,
    verdicts: &mut BTreeMap<&'static str, Verdicts>,
) {
    let listed = by_legend.iter().filter(|item| item.group.as_deref().is_some_and(|g| g.starts_with("legend-")));
    for listed_item in listed {
        let Some((x, y)) = middle(listed_item) else { continue };
        let on = |other: &&Item| {
            other.group.as_deref().is_some_and(|group| group.starts_with("shape-"))
                && other
                    .evidence
                    .first()
                    .is_some_and(|e| e.bbox.0 <= x && x <= e.bbox.2 && e.bbox.1 <= y && y <= e.bbox.3)
        };
        let found = without.iter().find(on);
        if let Some(named) = found.filter(|named| named.item_type != "unclassified_count") {
            let kinds = evidence_kinds(&named_by(named));
            // Count evidence that supports a name by itself separately.
            let alone = (kinds.len() == 1).then_some("one kind alone");
            for kind in kinds.into_iter().chain(alone).chain(["any"]) {
                verdicts.entry(kind).or_default().add(listed_item, named);
            }
        }
        let (named, by) = found.map_or(("not found".to_owned(), String::new()), |f| (f.item_type.clone(), named_by(f)));
        *out.entry([format!("{} ({})", listed_item.item_type, listed_item.description), named, by]).or_default() += 1;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (sheets, truth) = arguments.next().zip(arguments.next()).ok_or("naming SHEETS TRUTH")?;
    let truth: Value = serde_json::from_slice(&std::fs::read(&truth)?)?;
    let mut verdicts = BTreeMap::new();
    for case in truth["cases"].as_array().into_iter().flatten() {
        let stem = case["file"].as_str().and_then(|file| Path::new(file).file_stem()?.to_str()).unwrap_or_default();
        let discipline = discipline(case["discipline"].as_str().unwrap_or_default());
        let path = |page: u32| Path::new(&sheets).join(format!("{stem}-{page}.sheet"));
        let paths = (1..).map(path).take_while(|path| path.exists());
        let read = |path| Ok::<Sheet, Box<dyn std::error::Error>>(Sheet::decode(&std::fs::read(path)?)?);
        let sheets: Vec<Sheet> = paths.map(read).collect::<Result<_, _>>()?;
        let surveys: Vec<Vec<u8>> = sheets.iter().map(survey).collect();
        let options = Options {
            include_schedules: false,
            units: UnitSystem::AsDrawn,
            depth: Depth::Standard,
            declared_scale: None,
        };
        let mut names = BTreeMap::new();
        for sheet in &sheets {
            let by_legend = extract(discipline, sheet, &surveys, &options).items;
            // Without surveys, no legend is known.
            compare(&by_legend, &extract(discipline, sheet, &[], &options).items, &mut names, &mut verdicts);
        }
        for ([listed, named, by], count) in names {
            println!("{}: {count} x {listed} -> {named} {by}", case["id"].as_str().unwrap_or(stem));
        }
    }
    println!("{:<16} {:>6} {:>8} {:>6}", "evidence", "right", "general", "wrong");
    for (kind, Verdicts { right, general, wrong }) in verdicts {
        println!("{kind:<16} {right:>6} {general:>8} {wrong:>6}");
    }
    Ok(())
}
