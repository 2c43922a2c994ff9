//! The drawn sheet from file to findings: however the plot turns, crops, orders and splits it, the quantities are the
//! drawing's own.

use plumbline_extractor_electrical::quantities::{Depth, ItemSource, UnitSystem};
use plumbline_extractor_electrical::{Findings, Options as Asked, extract_native, survey_native};
use plumbline_reader_pdf::Document;
use plumbline_sample::{Drawing, Options, Truth};
use plumbline_sheet::Sheet;

fn findings(pdf: Vec<u8>) -> Vec<Findings> {
    let mut document = Document::open(pdf).expect("a file");
    let sheets: Vec<Sheet> = (1..=document.page_count()).map(|page| document.sheet(page).expect("a page")).collect();
    let surveys: Vec<Vec<u8>> = sheets.iter().map(survey_native).collect();
    let asked =
        Asked { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    sheets.iter().map(|sheet| extract_native(sheet, &surveys, &asked)).collect()
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
