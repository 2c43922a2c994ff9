//! The drawn sheet from file to findings: however the plot turns, crops, orders and splits it, the quantities are the
//! drawing's own.

use std::collections::HashSet;

use plumbline_reader_pdf::Document;
use plumbline_sample::{Drawing, Options, Truth};
use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, ItemSource, UnitSystem};
use plumbline_takeoff::{Findings, Options as Asked, extract, survey};

fn findings(pdf: Vec<u8>) -> Vec<Findings> {
    let mut document = Document::open(pdf).expect("a file");
    let sheets: Vec<Sheet> = (1..=document.page_count()).map(|page| document.sheet(page).expect("a page")).collect();
    let surveys: Vec<Vec<u8>> = sheets.iter().map(|sheet| survey(Discipline::Electrical, sheet)).collect();
    let asked =
        Asked { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    sheets.iter().map(|sheet| extract(Discipline::Electrical, sheet, &surveys, &asked)).collect()
}

/// What differs from the truth, in words.
fn differences(found: &[Findings], truth: &Truth) -> Vec<String> {
    let mut out = Vec::new();
    let plan = || found.iter().flat_map(|page| &page.items).filter(|item| item.source == ItemSource::Plan);
    for (description, count) in truth.counts() {
        let got = plan().filter(|item| item.description == description).count();
        if got != count {
            out.push(format!("{got} of {count} {description}"));
        }
    }
    if plan().count() != truth.items.len() {
        out.push(format!("{} items of {}", plan().count(), truth.items.len()));
    }
    for expected in &truth.items {
        let (x, y) = ((expected.bbox[0] + expected.bbox[2]) / 2.0, (expected.bbox[1] + expected.bbox[3]) / 2.0);
        let on_it =
            plan().filter(|item| item.description == expected.description).flat_map(|item| &item.evidence).any(|e| {
                e.page_number == expected.page && e.bbox.0 <= x && x <= e.bbox.2 && e.bbox.1 <= y && y <= e.bbox.3
            });
        if !on_it {
            out.push(format!("no {} at {x:.3}, {y:.3}", expected.description));
        }
    }
    let got: f64 = found.iter().flat_map(|page| &page.routes).map(|route| route.quantity).sum();
    let want: f64 = truth.routes.iter().map(|route| route.length).sum();
    if (got - want).abs() > 0.05 * want {
        out.push(format!("routes {got:.1} of {want:.1} {}", truth.unit));
    }
    out
}

#[test]
fn however_it_is_drawn_the_quantities_are_the_same() {
    let plain = Options::default();
    let variants = [
        ("plain", plain.clone()),
        ("turned by 90", Options { rotation: 90, ..plain.clone() }),
        ("turned by 270 and cropped", Options { rotation: 270, crop_margin: 36.0, ..plain.clone() }),
        ("segments reordered", Options { shuffle: true, ..plain.clone() }),
        ("segments split", Options { split: true, ..plain.clone() }),
        ("segments split and reordered", Options { split: true, shuffle: true, ..plain.clone() }),
        ("dashes exploded", Options { exploded_dashes: true, ..plain.clone() }),
        ("legend on its own sheet", Options { legend_sheet: true, ..plain.clone() }),
    ];
    let mut wrong = Vec::new();
    for seed in [1, 5, 7, 12, 36] {
        for (name, options) in &variants {
            let Drawing { pdf, truth } = Drawing::e101(seed, options);
            let found = findings(pdf);
            wrong.extend(differences(&found, &truth).into_iter().map(|d| format!("seed {seed}, {name}: {d}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The type tags of luminaires: how many truth items have one, how many got it, and which got another.
#[derive(Default)]
struct Tagged {
    expected: usize,
    right: usize,
    wrong: Vec<String>,
}

impl Tagged {
    fn add(&mut self, found: &[Findings], truth: &Truth) {
        let fixtures: HashSet<&str> =
            truth.schedules.iter().filter(|s| s.kind == "fixture").flat_map(|s| &s.rows).map(|r| &*r.tag).collect();
        let row = |item: &Item| {
            item.attributes.iter().find_map(|(key, value)| match value {
                Attribute::Text(text) if key == "schedule_row" => Some(text.clone()),
                _ => None,
            })
        };
        let plan: Vec<&Item> =
            found.iter().flat_map(|page| &page.items).filter(|item| item.source == ItemSource::Plan).collect();
        for expected in &truth.items {
            let tag = expected.tag.as_deref().filter(|tag| fixtures.contains(tag));
            let (x, y) = ((expected.bbox[0] + expected.bbox[2]) / 2.0, (expected.bbox[1] + expected.bbox[3]) / 2.0);
            let Some(item) = plan.iter().find(|item| {
                item.description == expected.description
                    && item.evidence.iter().any(|e| {
                        e.page_number == expected.page
                            && (e.bbox.0..=e.bbox.2).contains(&x)
                            && (e.bbox.1..=e.bbox.3).contains(&y)
                    })
            }) else {
                self.wrong.push(format!("no {} at {x:.3}, {y:.3}", expected.description));
                continue;
            };
            let got = item.tag.as_deref().filter(|t| fixtures.contains(t));
            self.expected += usize::from(tag.is_some());
            self.right += usize::from(tag.is_some() && item.tag.as_deref() == tag && row(item).as_deref() == tag);
            if got.is_some() && got != tag || row(item).is_some() && row(item).as_deref() != tag {
                self.wrong.push(format!("{got:?} for {tag:?}: {} at {x:.3}, {y:.3}", expected.description));
            }
        }
    }
}

#[test]
fn luminaires_bear_the_type_of_their_schedule() {
    let plain = Options::default();
    let variants = [
        plain.clone(),
        Options { rotation: 90, ..plain.clone() },
        Options { rotation: 270, crop_margin: 36.0, ..plain.clone() },
        Options { split: true, ..plain.clone() },
        Options { legend_sheet: true, ..plain },
    ];
    let mut tagged = Tagged::default();
    for seed in [1, 7, 12, 30] {
        for options in &variants {
            let Drawing { pdf, truth } = Drawing::e101(seed, options);
            tagged.add(&findings(pdf), &truth);
        }
    }
    assert!(tagged.wrong.is_empty(), "{}", tagged.wrong.join("\n"));
    assert!(tagged.expected > 0, "no tagged luminaire was drawn");
    assert!(tagged.right * 100 >= tagged.expected * 95, "{} of {} tags", tagged.right, tagged.expected);
}
