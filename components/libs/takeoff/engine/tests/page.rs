//! Tests one drawn page from survey to findings.

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Recognition, Scale, ScaleSource, Sheet};
use plumbline_takeoff::quantities::{
    Attribute, Confidence, Depth, Discipline, Item, PageRate, UnitSystem, WarningCode,
};
use plumbline_takeoff::{Findings, Options, extract, survey};

fn receptacle() -> Vec<BezPath> {
    let mut bars = BezPath::new();
    for x in [-1.5, 1.5] {
        bars.move_to((x, -8.0));
        bars.line_to((x, 8.0));
    }
    vec![Circle::new((0.0, 0.0), 5.0).to_path(0.01), bars]
}

fn sheet() -> Sheet {
    let mut drawing = Drawing::new(800.0, 600.0);
    for y in [50.0, 75.0, 100.0, 125.0] {
        drawing.line([600.0, y], [780.0, y]);
    }
    for x in [600.0, 650.0, 740.0, 780.0] {
        drawing.line([x, 50.0], [x, 125.0]);
    }
    drawing.text("SYMBOL", [605.0, 65.0], 7.0).text("DESCRIPTION", [660.0, 65.0], 7.0).text(
        "MOUNTING",
        [742.0, 65.0],
        7.0,
    );
    drawing.symbol(&receptacle(), [625.0, 87.5], 0.0, false);
    drawing.text("DUPLEX RECEPTACLE", [655.0, 90.0], 7.0).text("+18\" AFF", [745.0, 90.0], 7.0);
    drawing.pen(0xff_0000, 0.5).line([610.0, 112.0], [640.0, 112.0]).pen(0, 0.5);
    drawing.text("CONDUIT IN WALL", [655.0, 115.0], 7.0);
    for i in 0..4 {
        let x = 100.0 + 90.0 * i as f32;
        drawing.symbol(&receptacle(), [x, 300.0], f64::from(i) * 0.9, i == 2);
        drawing.text(&format!("LP1-{}", i + 1), [x + 8.0, 288.0], 6.0);
    }
    drawing.sheet()
}

fn options(scale: Option<&str>) -> Options {
    Options {
        include_schedules: true,
        units: UnitSystem::AsDrawn,
        depth: Depth::Standard,
        declared_scale: scale.map(str::to_owned),
    }
}

fn findings(sheet: &Sheet, scale: Option<&str>) -> Findings {
    extract(Discipline::Electrical, sheet, &[survey(sheet)], &options(scale))
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(k, v)| match v {
        Attribute::Text(t) if k == key => Some(t.as_str()),
        _ => None,
    })
}

#[test]
fn devices_carry_their_legend_text_circuit_and_place() {
    let found = findings(&sheet(), None);
    assert_eq!(found.items.len(), 4);
    for item in &found.items {
        assert_eq!(item.description, "DUPLEX RECEPTACLE");
        assert_eq!((item.category.as_str(), item.item_type.as_str()), ("power", "duplex_receptacle"));
        assert_eq!(item.confidence, Confidence::High);
        assert_eq!(text(item, "mounting"), Some("+18\" AFF"));
        let (_, y0, _, y1) = item.evidence[0].bbox;
        assert!(y0 < 0.5 && 0.5 < y1, "{:?}", item.evidence);
    }
    for i in 0..4 {
        let x = (100.0 + 90.0 * f64::from(i)) / 800.0;
        let holds = |item: &&Item| item.evidence[0].bbox.0 < x && x < item.evidence[0].bbox.2;
        assert_eq!(found.items.iter().filter(holds).count(), 1, "the symbol at {x}");
    }
    let mut circuits: Vec<_> = found.items.iter().filter_map(|i| text(i, "circuit")).collect();
    circuits.sort_unstable();
    assert_eq!(circuits, ["LP1-1", "LP1-2", "LP1-3", "LP1-4"]);
    assert!(found.items.iter().all(|i| text(i, "panel") == Some("LP1")));
}

#[test]
fn what_is_written_of_the_building_is_not_said_of_a_device() {
    let mut drawing = Drawing::new(800.0, 600.0);
    for y in [50.0, 75.0, 100.0, 125.0] {
        drawing.line([560.0, y], [780.0, y]);
    }
    for x in [560.0, 610.0, 720.0, 780.0] {
        drawing.line([x, 50.0], [x, 125.0]);
    }
    let headers = drawing.text("SYMBOL", [565.0, 65.0], 7.0).text("DESCRIPTION", [620.0, 65.0], 7.0);
    headers.text("MOUNTING", [722.0, 65.0], 7.0);
    drawing.symbol(&spoked(3, 1.0), [575.0, 87.5], 0.0, false).text("15cd", [588.0, 90.0], 5.0);
    drawing.text("STROBE", [615.0, 90.0], 7.0).text("CEILING", [725.0, 90.0], 7.0);
    drawing.symbol(&spoked(5, 1.0), [575.0, 112.5], 0.0, false);
    drawing.text("SPEAKER", [615.0, 115.0], 7.0).text("+80\" AFF", [725.0, 115.0], 7.0);
    for i in 0..4 {
        let x = 100.0 + 110.0 * i as f32;
        drawing.symbol(&spoked(3, 1.0), [x, 300.0], 0.0, false).text("15cd", [x + 13.0, 302.5], 5.0);
        // A level, the size of a beam, and stairs.
        drawing.text("+0.10", [x - 8.0, 318.0], 6.0);
        drawing.text("0.60x0.50m", [x - 12.0, 288.0], 5.0);
        drawing.text("UP", [x + 12.0, 312.0], 6.0);
    }
    let sheet = drawing.sheet();
    let found = extract(Discipline::FireProtection, &sheet, &[survey(&sheet)], &options(None));
    let strobes: Vec<&Item> = found.items.iter().filter(|i| i.description == "STROBE").collect();
    assert_eq!(strobes.len(), 4);
    for strobe in strobes {
        assert_eq!((strobe.tag.as_deref(), text(strobe, "rating")), (None, Some("15cd")), "{:?}", strobe.attributes);
        assert_eq!((text(strobe, "mounting"), text(strobe, "size")), (Some("CEILING"), None));
    }
}

#[test]
fn keys_are_unique_and_the_same_on_every_run() {
    let keys = || findings(&sheet(), None).items.into_iter().map(|i| i.key).collect::<Vec<_>>();
    let (first, second) = (keys(), keys());
    assert_eq!(first, second);
    let distinct: std::collections::HashSet<_> = first.iter().collect();
    assert_eq!(distinct.len(), first.len());
}

#[test]
fn a_page_without_scale_has_no_length_and_says_how_to_declare_one() {
    let found = findings(&sheet(), None);
    assert!(found.routes.is_empty());
    let warning = found.warnings.iter().find(|w| w.code == WarningCode::ScaleMissing).unwrap();
    assert!(warning.message.contains("metadata.scale") && warning.pages == [1]);
    assert!(!findings(&sheet(), Some("1:50")).warnings.iter().any(|w| w.code == WarningCode::ScaleMissing));
}

#[test]
fn a_declared_scale_that_contradicts_the_sheet_is_used_and_warned_about() {
    let mut sheet = sheet();
    sheet.scales.push(Scale {
        ratio: 100.0,
        imperial: false,
        source: ScaleSource::TitleBlock,
        text: "1:100".into(),
        area: None,
    });
    let found = findings(&sheet, Some("1:50"));
    assert!(found.warnings.iter().any(|w| w.message.contains("1:100")));
    let scale = found.items[0].geometry.as_ref().unwrap().scale.as_ref().unwrap();
    // 800 pt are 282.2 mm on paper, 14.11 m at 1:50.
    assert!((scale.units_per_normalized_x - 14.11).abs() < 0.01 && scale.unit == "M");
}

#[test]
fn a_scale_for_another_paper_is_warned_about() {
    let warned = |width: f32, height: f32| {
        let mut drawing = Drawing::new(width, height);
        drawing.line([100.0, 300.0], [500.0, 300.0]).text("SCALE 1:100 @ A1", [width - 200.0, height - 40.0], 8.0);
        let mut sheet = drawing.sheet();
        sheet.read_title_block();
        assert_eq!(sheet.scales.iter().map(|s| s.ratio).collect::<Vec<_>>(), [100.0]);
        let found = findings(&sheet, None);
        let warning = found.warnings.iter().find(|w| w.code == WarningCode::ScaleContradicted);
        warning.map(|w| w.message.clone())
    };
    // A3 and A1 in points, and A1 cut on one side.
    assert!(warned(1190.6, 841.9).is_some_and(|message| message.contains("1:200") && message.contains("A1")));
    assert_eq!(warned(2383.9, 1683.8), None);
    assert_eq!(warned(1900.0, 1683.8), None);
}

/// Returns a circle with `spokes` spokes, the first longer than the others, so that each kind is a different shape.
fn spoked(spokes: u32, scale: f64) -> Vec<BezPath> {
    let mut path = BezPath::new();
    for n in 0..spokes {
        let (sin, cos) = (f64::from(n) * 2.1 / f64::from(spokes)).sin_cos();
        let reach = if n == 0 { 9.0 } else { 7.0 } * scale;
        path.move_to((0.0, 0.0));
        path.line_to((reach * cos, reach * sin));
    }
    vec![Circle::new((0.0, 0.0), 5.0 * scale).to_path(0.01), path]
}

#[test]
fn a_legend_that_fits_each_symbol_to_its_cell_is_found_with_its_letters() {
    let mut drawing = Drawing::new(900.0, 700.0);
    let rows = [
        (3, 1.4, "CEILING FAN", ""),
        (4, 1.8, "WALL LUMINAIRE", ""),
        (5, 2.2, "SMOKE DETECTOR", ""),
        (0, 2.0, "DUPLEX RECEPTACLE", ""),
        (0, 1.6, "GFCI RECEPTACLE", "GFCI"),
    ];
    for n in 0..=rows.len() + 1 {
        drawing.line([600.0, 40.0 + 50.0 * n as f32], [860.0, 40.0 + 50.0 * n as f32]);
    }
    for x in [600.0, 680.0, 720.0, 860.0] {
        drawing.line([x, 40.0], [x, 40.0 + 50.0 * (rows.len() + 1) as f32]);
    }
    drawing.text("2D SYMBOL", [610.0, 70.0], 7.0).text("QTY", [690.0, 70.0], 7.0).text(
        "DESCRIPTION",
        [730.0, 70.0],
        7.0,
    );
    let shape = |spokes: u32, scale: f64| match spokes {
        0 => receptacle().into_iter().map(|path| kurbo::Affine::scale(scale) * path).collect(),
        _ => spoked(spokes, scale),
    };
    for (n, (spokes, scale, name, letters)) in rows.into_iter().enumerate() {
        let y = 115.0 + 50.0 * n as f32;
        drawing.symbol(&shape(spokes, scale), [630.0, y], 0.0, false);
        drawing.text(name, [725.0, y], 7.0).text("4", [695.0, y], 7.0);
        if !letters.is_empty() {
            drawing.text(letters, [648.0, y + 8.0], 7.0);
        }
        for i in 0..4u8 {
            let at = [60.0 + 120.0 * f32::from(i), 80.0 + 100.0 * n as f32];
            drawing.symbol(&shape(spokes, 1.0), at, f64::from(i) * 0.4, false);
            if !letters.is_empty() {
                drawing.text(letters, [at[0] + 7.0, at[1] + 12.0], 5.0);
            }
        }
    }
    let found = findings(&drawing.sheet(), Some("1:50"));
    for (_, _, name, letters) in rows {
        let of: Vec<&Item> = found.items.iter().filter(|item| item.description == name).collect();
        assert_eq!(of.len(), 4, "{name}: {:?}", found.items.iter().map(|i| &i.description).collect::<Vec<_>>());
        assert!(of.iter().all(|item| text(item, "legend_quantity") == Some("4")), "{name}: {:?}", of[0].attributes);
        assert!(letters.is_empty() || of.iter().all(|item| item.tag.as_deref() == Some(letters)));
    }
    assert_eq!(found.items.len(), 20);
}

#[test]
fn dimensions_that_contradict_the_scale_are_warned_of() {
    // Dimensions at 1:100, so a millimeter on paper is 100, with a tick at each end.
    let mut drawing = Drawing::new(900.0, 500.0);
    for (n, millimeters) in [1200, 2400, 3600, 3000, 4500, 2750, 5000, 1800].into_iter().enumerate() {
        let (x, y) = (50.0, 40.0 + 50.0 * n as f32);
        let long = millimeters as f32 / 100.0 / 25.4 * 72.0;
        drawing
            .line([x, y], [x + long, y])
            .line([x, y - 4.0], [x, y + 4.0])
            .line([x + long, y - 4.0], [x + long, y + 4.0]);
        drawing.text(&millimeters.to_string(), [x + long / 2.0 - 6.7, y - 2.0], 6.0);
    }
    let sheet = drawing.sheet();
    let warned = |scale: &str| {
        let found = findings(&sheet, Some(scale)).warnings.into_iter();
        found.filter(|w| w.code == WarningCode::ScaleContradicted).map(|w| w.message).collect::<Vec<_>>()
    };
    assert!(warned("1:100").is_empty() && warned("1:105").is_empty());
    let half = warned("1:50");
    assert!(half.len() == 1 && half[0].contains("1:100") && half[0].contains("8 dimensions"), "{half:?}");
}

#[test]
fn an_unreadable_scale_and_an_empty_page_are_told() {
    let unreadable = findings(&sheet(), Some("about a hundred"));
    assert!(unreadable.warnings.iter().any(|w| w.message.contains("about a hundred")));
    let empty = findings(&Drawing::new(100.0, 100.0).sheet(), None);
    assert!(empty.warnings.iter().any(|w| w.code == WarningCode::NoItemsFound));
}

#[test]
fn only_text_recognized_from_a_picture_costs_the_rate_of_vision() {
    let rate = |notes: Vec<String>| {
        let mut sheet = sheet();
        sheet.notes = notes;
        findings(&sheet, None).rate
    };
    assert_eq!(rate(vec![]), PageRate::TextPage);
    let recognized = |confidence| Recognition::Done { runs: 3, confidence, lines: 9 }.note();
    assert_eq!(rate(vec![recognized(0.97)]), PageRate::Page);
    assert_eq!(rate(vec![recognized(0.2)]), PageRate::None);
    assert_eq!(rate(vec![Recognition::Missing.note()]), PageRate::None);
}
