//! Tests of the drawn sheets: a seed always gives the same sheet, options do not change its content, and the truth is consistent.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use plumbline_sample::{Drawing, Options, Scale, Truth};
use std::collections::BTreeSet;

/// Returns the items without their places, which the page layout may change.
fn quantities(truth: &Truth) -> Vec<(String, Option<String>, Option<String>)> {
    truth.items.iter().map(|item| (item.symbol.clone(), item.tag.clone(), item.circuit.clone())).collect()
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_another_sheet() {
    let options = Options::default();
    let first = Drawing::e101(4, &options);
    assert_eq!(first.pdf, Drawing::e101(4, &options).pdf);
    assert_ne!(quantities(&first.truth), quantities(&Drawing::e101(5, &options).truth));
}

#[test]
fn variants_draw_the_same_design() {
    let plain = Drawing::e101(2, &Options::default());
    let variants = [
        Options { rotation: 90, crop_margin: 20.0, ..Options::default() },
        Options { shuffle: true, split: true, ..Options::default() },
        Options { exploded_dashes: true, revision_cloud: false, ..Options::default() },
        Options { legend_sheet: true, ..Options::default() },
    ];
    for options in variants {
        let varied = Drawing::e101(2, &options);
        assert_ne!(varied.pdf, plain.pdf, "{options:?}");
        assert_eq!(quantities(&varied.truth), quantities(&plain.truth), "{options:?}");
        let lengths = |truth: &Truth| truth.routes.iter().map(|route| route.length).collect::<Vec<_>>();
        assert_eq!(lengths(&varied.truth), lengths(&plain.truth), "{options:?}");
        let rows = |truth: &Truth| truth.schedules.iter().map(|schedule| schedule.rows.clone()).collect::<Vec<_>>();
        assert_eq!(rows(&varied.truth), rows(&plain.truth), "{options:?}");
    }
    let two = Drawing::e101(2, &Options { legend_sheet: true, ..Options::default() }).truth;
    let numbers: Vec<&str> = two.sheets.iter().map(|sheet| sheet.number.as_str()).collect();
    assert_eq!(numbers, ["E-001", "E-101"]);
    assert!(two.legend.iter().all(|row| row.page == 1) && two.items.iter().all(|item| item.page == 2));
}

#[test]
fn the_truth_fits_itself() {
    for seed in 0..20 {
        for scale in [Scale::Eighth, Scale::OneToHundred] {
            let truth = Drawing::e101(seed, &Options { scale, ..Options::default() }).truth;
            let boxes = truth.items.iter().map(|item| item.bbox).chain(truth.legend.iter().map(|row| row.bbox));
            for [x0, y0, x1, y1] in boxes.chain(truth.schedules.iter().map(|schedule| schedule.bbox)) {
                assert!(0.0 < x0 && x0 < x1 && x1 < 1.0 && 0.0 < y0 && y0 < y1 && y1 < 1.0, "seed {seed}");
            }
            // One row per circuit, in order. Every circuit written on the plan has a row.
            let panel = truth.schedules.iter().find(|schedule| schedule.kind == "panel").unwrap();
            let numbers: Vec<u32> = panel.rows.iter().map(|row| row.tag.parse().unwrap()).collect();
            assert_eq!(numbers, (1..=42).collect::<Vec<_>>());
            let loads: BTreeSet<&str> = panel
                .rows
                .iter()
                .filter(|row| !["SPARE", "SPACE"].contains(&row.description.as_str()))
                .map(|row| row.tag.as_str())
                .collect();
            let written = truth.items.iter().filter_map(|item| item.circuit.as_deref());
            for circuit in written.chain(truth.routes.iter().filter_map(|route| route.circuit.as_deref())) {
                let list = circuit.strip_prefix("LP1-").unwrap();
                assert!(list.split(',').all(|number| loads.contains(number)), "seed {seed}: {circuit}");
            }
            // Symbols do not overlap.
            for (index, a) in truth.items.iter().enumerate() {
                for b in &truth.items[index + 1..] {
                    let apart = a.bbox[2] <= b.bbox[0]
                        || b.bbox[2] <= a.bbox[0]
                        || a.bbox[3] <= b.bbox[1]
                        || b.bbox[3] <= a.bbox[1];
                    assert!(apart, "seed {seed}: {} on {}", a.symbol, b.symbol);
                }
            }
            assert!(truth.routes.iter().all(|route| route.length > 0.5));
        }
    }
}

#[test]
fn lengths_follow_the_scale() {
    // 9 points are an eighth of an inch: one foot. 72 points at 1:100 are 2.54 m.
    assert!((Scale::Eighth.real_length(9.0) - 1.0).abs() < 1e-12);
    assert!((Scale::OneToHundred.real_length(72.0) - 2.54).abs() < 1e-12);
}
