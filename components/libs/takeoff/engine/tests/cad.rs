//! Tests the drawn sheet as a DXF. Its blocks give the same counts as the PDF's shapes.

use plumbline_reader_cad::Document;
use plumbline_sample::{Drawing, Options, Scale, Truth};
use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Attribute, Confidence, Depth, Discipline, Item, ItemSource, UnitSystem};
use plumbline_takeoff::{Findings, Options as Asked, extract, survey};

/// Distance of the sample's frame from the sheet's edge, and of a CAD page's edge from its contents, in points.
const FRAME: f64 = 36.0;
const MARGIN: f64 = 18.0;

fn read(dxf: Vec<u8>) -> Sheet {
    Document::open(dxf).expect("a drawing").sheet(1).expect("a page")
}

fn findings(sheet: &Sheet) -> Findings {
    let asked =
        Asked { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    extract(Discipline::Electrical, sheet, &[survey(sheet)], &asked)
}

fn plan(found: &Findings) -> Vec<&Item> {
    found.items.iter().filter(|item| item.source == ItemSource::Plan).collect()
}

/// Describes the differences from the truth.
fn differences(sheet: &Sheet, found: &Findings, truth: &Truth, scale: Scale) -> Vec<String> {
    let mut out = Vec::new();
    let plan = plan(found);
    for (description, count) in truth.counts() {
        let got = plan.iter().filter(|item| item.description == description).count();
        if got != count {
            out.push(format!("{got} of {count} {description}"));
        }
    }
    if plan.len() != truth.items.len() {
        out.push(format!("{} items of {}", plan.len(), truth.items.len()));
    }
    let (width, height) = scale.paper_size();
    for expected in &truth.items {
        let on_page = |v: f64, paper: f64, page: f32| (v * paper - FRAME + MARGIN) / f64::from(page);
        let x = on_page((expected.bbox[0] + expected.bbox[2]) / 2.0, width, sheet.width);
        let y = on_page((expected.bbox[1] + expected.bbox[3]) / 2.0, height, sheet.height);
        let on_it = plan
            .iter()
            .filter(|item| item.description == expected.description && item.confidence == Confidence::High)
            .flat_map(|item| &item.evidence)
            .any(|e| e.bbox.0 <= x && x <= e.bbox.2 && e.bbox.1 <= y && y <= e.bbox.3);
        if !on_it {
            out.push(format!("no {} at {x:.3}, {y:.3}", expected.description));
        }
    }
    let got: f64 = found.routes.iter().map(|route| route.quantity).sum();
    let want: f64 = truth.routes.iter().map(|route| route.length).sum();
    if (got - want).abs() > 0.05 * want {
        out.push(format!("routes {got:.1} of {want:.1} {}", truth.unit));
    }
    out
}

#[test]
fn a_drawn_dxf_gives_the_quantities_of_the_pdf() {
    let mut wrong = Vec::new();
    for scale in [Scale::Eighth, Scale::OneToHundred] {
        for seed in [1, 5, 7, 12, 36] {
            let options = Options { scale, ..Options::default() };
            let (dxf, truth) = Drawing::e101_dxf(seed, &options);
            let sheet = read(dxf);
            assert_eq!(sheet.number.as_deref(), Some("E-101"));
            assert_eq!(sheet.scales.first().map(|s| s.ratio), Some(scale.ratio()), "{:?}", sheet.scales);
            let found = findings(&sheet);
            let all = differences(&sheet, &found, &truth, scale);
            wrong.extend(all.into_iter().map(|d| format!("seed {seed} {scale:?}: {d}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_files_units_give_the_scale_where_the_sheet_says_none() {
    let (dxf, truth) = Drawing::e101_dxf(7, &Options { show_scale: false, ..Options::default() });
    let sheet = read(dxf);
    let scale = sheet.scales.first().expect("a scale");
    assert!(scale.imperial && scale.text.contains("feet"), "{scale:?}");
    let found = findings(&sheet);
    let got: f64 = found.routes.iter().map(|route| route.quantity).sum();
    let want: f64 = truth.routes.iter().map(|route| route.length).sum();
    assert!((got - want).abs() < 0.05 * want, "{got} of {want}");
}

#[test]
fn without_a_legend_blocks_count_by_their_names() {
    // The plan of a set with its legend on another sheet, which the DXF does not contain.
    let (dxf, truth) = Drawing::e101_dxf(7, &Options { legend_sheet: true, ..Options::default() });
    let sheet = read(dxf);
    let found = findings(&sheet);
    let plan = plan(&found);
    for (key, description, item_type) in [
        ("duplex", "DUPLEX RECEPTACLE", "duplex_receptacle"),
        ("gfi", "DUPLEX RECEPTACLE GFI", "gfci_receptacle"),
        ("troffer", "LIGHT TROFFER 2X4", "troffer"),
        ("exit", "EXIT SIGN", "exit_sign"),
        ("switch", "SWITCH SP", "switch"),
        ("panel", "PANELBOARD", "panelboard"),
        ("data", "DATA OUTLET", "data_outlet"),
    ] {
        let want = truth.items.iter().filter(|item| item.symbol == key).count();
        let got: Vec<&&Item> = plan.iter().filter(|item| item.description == description).collect();
        assert_eq!(got.len(), want, "{description}");
        for item in got {
            assert_eq!((item.item_type.as_str(), item.confidence), (item_type, Confidence::High));
            let named = |(key, value): &(String, Attribute)| {
                key == "block" && matches!(value, Attribute::Text(name) if name.replace('_', " ") == description)
            };
            assert!(item.attributes.iter().any(named), "{:?}", item.attributes);
        }
    }
    let beyond: Vec<String> = plan
        .iter()
        .filter(|i| i.confidence == Confidence::Low)
        .map(|i| format!("{} {:?} {:?}", i.description, i.evidence[0].bbox, i.attributes))
        .collect();
    assert_eq!(plan.len(), truth.items.len(), "{beyond:#?}");
}
