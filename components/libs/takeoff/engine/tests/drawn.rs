//! Tests the drawn sheet from file to findings. The quantities stay the same, however the plot turns, crops, orders and
//! splits the drawing.

use std::collections::HashSet;

use plumbline_reader_pdf::Document;
use plumbline_sample::{Drawing, Options, Truth};
use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, ItemSource, UnitSystem};
use plumbline_takeoff::{Findings, Options as Asked, extract, survey};

fn findings(pdf: Vec<u8>) -> Vec<Findings> {
    let mut document = Document::open(pdf).expect("a file");
    let sheets: Vec<Sheet> = (1..=document.page_count()).map(|page| document.sheet(page).expect("a page")).collect();
    let surveys: Vec<Vec<u8>> = sheets.iter().map(survey).collect();
    let asked =
        Asked { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    sheets.iter().map(|sheet| extract(Discipline::Electrical, sheet, &surveys, &asked)).collect()
}

/// Describes the differences from the truth.
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

/// The type tags of luminaires: the number of truth items with a tag, the number of right tags, and the wrong tags.
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

/// Returns the circuit of each truth item, from the text at it or at a run that its wiring leads to.
fn circuits(truth: &Truth) -> Vec<Option<String>> {
    let at = |[x, y]: [f64; 2]| {
        // A run ends at the edge of a symbol.
        let reach = 0.001;
        let holds = |b: &[f64; 4]| b[0] - reach <= x && x <= b[2] + reach && b[1] - reach <= y && y <= b[3] + reach;
        truth.items.iter().position(|item| holds(&item.bbox))
    };
    let mut of: Vec<Option<String>> = truth.items.iter().map(|item| item.circuit.clone()).collect();
    let runs: Vec<(Vec<usize>, Option<String>)> = truth
        .routes
        .iter()
        .filter(|route| route.kind != "conduit")
        .map(|route| (route.ends.iter().filter_map(|end| at(*end)).collect(), route.circuit.clone()))
        .collect();
    // Repeat for the length of the longest chain of devices.
    for _ in 0..truth.items.len() {
        for (ends, written) in &runs {
            let known = written.clone().or_else(|| ends.iter().find_map(|&n| of[n].clone()));
            for &n in ends {
                if of[n].is_none() {
                    of[n].clone_from(&known);
                }
            }
        }
    }
    of
}

#[test]
fn devices_have_the_circuit_of_their_wiring() {
    for seed in [1, 2] {
        let Drawing { pdf, truth } = Drawing::e101(seed, &Options::default());
        let found = findings(pdf);
        let (mut wired, mut right, mut wrong) = (0, 0, Vec::new());
        for (expected, circuit) in truth.items.iter().zip(circuits(&truth)) {
            let Some(circuit) = circuit.filter(|_| expected.circuit.is_none()) else { continue };
            wired += 1;
            let (x, y) = ((expected.bbox[0] + expected.bbox[2]) / 2.0, (expected.bbox[1] + expected.bbox[3]) / 2.0);
            let on = |item: &&Item| {
                let b = item.evidence[0].bbox;
                item.description == expected.description && b.0 <= x && x <= b.2 && b.1 <= y && y <= b.3
            };
            let item = found.iter().flat_map(|page| &page.items).find(on);
            let said = item.and_then(|item| item.attributes.iter().find(|(key, _)| key == "circuit"));
            match said {
                Some((_, Attribute::Text(said))) if *said == circuit => right += 1,
                Some((_, said)) => {
                    wrong.push(format!("{} at {x:.3}, {y:.3}: {said:?}, not {circuit}", expected.description))
                }
                None => {}
            }
        }
        assert!(
            wired > 40 && right * 100 >= wired * 95 && wrong.is_empty(),
            "seed {seed}: {right} of {wired}; {wrong:#?}"
        );
    }
}
