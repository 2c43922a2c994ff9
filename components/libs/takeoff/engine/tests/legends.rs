//! Tests legends without a title, several legends of one symbol, and legends in other documents.

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Attribute, Confidence, Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Findings, Options, extract, survey};

fn line(a: (f64, f64), b: (f64, f64)) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(a);
    path.line_to(b);
    path
}

fn circle(radius: f64) -> BezPath {
    Circle::new((0.0, 0.0), radius).to_path(0.01)
}

/// Returns five different symbols.
fn symbols() -> [Vec<BezPath>; 5] {
    [
        vec![circle(5.0), line((-1.5, -8.0), (-1.5, 8.0)), line((1.5, -8.0), (1.5, 8.0))],
        vec![circle(3.0), line((3.0, 0.0), (11.0, 0.0)), line((11.0, 0.0), (11.0, 4.0))],
        vec![line((-6.0, -4.0), (6.0, 4.0)), line((-6.0, 4.0), (6.0, -4.0)), line((-6.0, -4.0), (-6.0, 4.0))],
        vec![circle(5.0), circle(3.0), line((5.0, 0.0), (9.0, 0.0))],
        vec![line((-5.0, -5.0), (5.0, -5.0)), line((5.0, -5.0), (0.0, 5.0)), line((0.0, 5.0), (-5.0, -5.0))],
    ]
}

const NAMES: [&str; 5] =
    ["DUPLEX RECEPTACLE", "SINGLE POLE SWITCH", "JUNCTION BOX", "SMOKE DETECTOR", "CEILING LUMINAIRE"];

/// Draws a column of symbols with descriptions.
fn column(drawing: &mut Drawing, [x, y]: [f32; 2], names: &[&str]) {
    for (row, (symbol, name)) in symbols().iter().zip(names).enumerate() {
        let y = y + 24.0 * row as f32;
        drawing.symbol(symbol, [x, y], 0.0, false).text(name, [x + 25.0, y + 2.0], 6.0);
    }
}

/// Draws a ruled legend with a header. Each row is a symbol, its description and a quantity.
fn ruled(drawing: &mut Drawing, [x, y]: [f32; 2], heads: &[&str], rows: &[(usize, &str, &str)]) {
    let places = [x, x + 50.0, x + 180.0, x + 230.0];
    let last = places[heads.len()];
    for row in 0..=rows.len() + 1 {
        let y = y + 24.0 * row as f32;
        drawing.line([x, y], [last, y]);
    }
    for place in &places[..=heads.len()] {
        drawing.line([*place, y], [*place, y + 24.0 * (rows.len() + 1) as f32]);
    }
    for (place, head) in places.iter().zip(heads) {
        drawing.text(head, [place + 3.0, y + 14.0], 6.0);
    }
    for (n, (symbol, name, quantity)) in rows.iter().enumerate() {
        let y = y + 24.0 * (n + 1) as f32 + 12.0;
        drawing.symbol(&symbols()[*symbol], [x + 25.0, y], 0.0, false).text(name, [x + 53.0, y + 2.0], 6.0);
        if heads.len() > 2 {
            drawing.text(quantity, [x + 183.0, y + 2.0], 6.0);
        }
    }
}

/// Draws the symbols on a plan, as often as `counts` says.
fn plan(drawing: &mut Drawing, counts: &[usize]) {
    for (kind, count) in counts.iter().enumerate() {
        for n in 0..*count {
            let at = [80.0 + 61.0 * n as f32 + 7.0 * kind as f32, 330.0 + 55.0 * kind as f32];
            drawing.symbol(&symbols()[kind], at, 0.7 * n as f64, false);
        }
    }
}

fn options() -> Options {
    Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None }
}

fn findings(sheet: &Sheet, surveys: &[Vec<u8>]) -> Findings {
    extract(Discipline::Electrical, sheet, surveys, &options())
}

fn items(sheet: &Sheet, surveys: &[Vec<u8>]) -> Vec<Item> {
    findings(sheet, surveys).items
}

fn of_sheet(drawing: Drawing) -> Vec<Item> {
    let sheet = drawing.sheet();
    items(&sheet, &[survey(&sheet)])
}

fn count(items: &[Item], description: &str) -> usize {
    items.iter().filter(|item| item.description == description).count()
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(k, v)| match v {
        Attribute::Text(t) if k == key => Some(t.as_str()),
        _ => None,
    })
}

#[test]
fn a_legend_without_a_title_names_what_is_counted() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    column(&mut drawing, [700.0, 60.0], &NAMES);
    plan(&mut drawing, &[5, 3, 0, 4, 2]);
    let found = of_sheet(drawing);
    let counts: Vec<usize> = NAMES.iter().map(|name| count(&found, name)).collect();
    assert_eq!(counts, [5, 3, 0, 4, 2]);
    assert_eq!(found.len(), 14);
}

#[test]
fn a_column_of_furniture_is_not_a_legend_of_devices() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    column(&mut drawing, [700.0, 60.0], &["SOFA", "TABLE", "ARMCHAIR", "BED", "WARDROBE"]);
    plan(&mut drawing, &[5, 3, 0, 4, 2]);
    let found = of_sheet(drawing);
    assert!(found.iter().all(|item| item.confidence != Confidence::High), "{found:?}");
    assert!(["SOFA", "TABLE", "ARMCHAIR", "BED"].iter().all(|name| count(&found, name) == 0));
}

#[test]
fn of_two_legends_the_one_with_quantities_names_a_symbol() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    let plain = [(0, "RECEPTACLE", ""), (1, "SWITCH", ""), (3, "DETECTOR", "")];
    ruled(&mut drawing, [80.0, 40.0], &["SYMBOL", "DESCRIPTION"], &plain);
    let counted = [(0, "DUPLEX RECEPTACLE 20A", "5"), (1, "SINGLE POLE SWITCH", "3"), (3, "SMOKE DETECTOR", "4")];
    ruled(&mut drawing, [500.0, 40.0], &["SYMBOL", "DESCRIPTION", "QTY"], &counted);
    plan(&mut drawing, &[5, 3, 0, 4]);
    let found = of_sheet(drawing);
    assert_eq!(found.len(), 12);
    for (_, name, quantity) in counted {
        assert_eq!(count(&found, name).to_string(), quantity, "{name}");
    }
    assert!(found.iter().all(|item| item.confidence == Confidence::High && text(item, "tied_with").is_none()));
    assert!(found.iter().all(|item| text(item, "legend_quantity").is_some()));
}

#[test]
fn of_two_legends_that_mean_the_same_the_closer_description_stands() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    ruled(&mut drawing, [80.0, 40.0], &["SYMBOL", "DESCRIPTION"], &[(0, "RECEPTACLE", ""), (1, "SWITCH", "")]);
    let closer = [(0, "RECEPTACLE, 20A, 125V, AT +18\"", ""), (1, "SWITCH", "")];
    ruled(&mut drawing, [500.0, 40.0], &["SYMBOL", "DESCRIPTION"], &closer);
    plan(&mut drawing, &[5, 3]);
    let found = of_sheet(drawing);
    assert_eq!((count(&found, closer[0].1), count(&found, "SWITCH"), found.len()), (5, 3, 8));
    assert!(found.iter().all(|item| item.confidence == Confidence::High && text(item, "tied_with").is_none()));
}

#[test]
fn legends_that_contradict_each_other_leave_a_tie_with_both_names() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    let names = ["DUPLEX RECEPTACLE", "SMOKE DETECTOR"];
    ruled(&mut drawing, [80.0, 40.0], &["SYMBOL", "DESCRIPTION"], &[(0, names[0], ""), (1, "SWITCH", "")]);
    ruled(&mut drawing, [500.0, 40.0], &["SYMBOL", "DESCRIPTION"], &[(0, names[1], ""), (2, "JUNCTION BOX", "")]);
    plan(&mut drawing, &[5, 3]);
    let found = of_sheet(drawing);
    let tied: Vec<&Item> = found.iter().filter(|item| names.contains(&item.description.as_str())).collect();
    assert_eq!((tied.len(), count(&found, "SWITCH")), (5, 3));
    for item in tied {
        let other = names.iter().find(|name| **name != item.description).copied();
        assert_eq!(text(item, "tied_with"), other);
        assert_ne!(item.confidence, Confidence::High);
    }
}

#[test]
fn the_legend_of_another_document_is_asked_where_there_is_no_own() {
    let mut legend = Drawing::new(1000.0, 700.0);
    let rows: Vec<(usize, &str, &str)> = NAMES.iter().enumerate().map(|(n, name)| (n, *name, "")).collect();
    ruled(&mut legend, [80.0, 40.0], &["SYMBOL", "DESCRIPTION"], &rows);
    let mut drawing = Drawing::new(1000.0, 700.0);
    plan(&mut drawing, &[5, 3, 0, 4, 2]);
    let (legend, sheet) = (legend.sheet(), drawing.sheet());
    let own = survey(&sheet);
    let found = items(&sheet, &[own.clone(), own.clone(), survey(&legend)]);
    let counts: Vec<usize> = NAMES.iter().map(|name| count(&found, name)).collect();
    assert_eq!(counts, [5, 3, 0, 4, 2]);
    assert!(found.iter().all(|item| text(item, "legend_sheet").is_some()));
    assert!(found.iter().all(|item| item.attributes.iter().all(|(key, _)| key != "legend_page")));
    // Without that legend, no names are known.
    assert!(NAMES.iter().all(|name| count(&items(&sheet, std::slice::from_ref(&own)), name) == 0));
}

#[test]
fn an_own_legend_goes_before_those_of_other_documents() {
    let mut other = Drawing::new(1000.0, 700.0);
    ruled(&mut other, [80.0, 40.0], &["SYMBOL", "DESCRIPTION"], &[(0, "FLOOR BOX", ""), (1, "DIMMER SWITCH", "")]);
    let mut drawing = Drawing::new(1000.0, 700.0);
    ruled(&mut drawing, [80.0, 40.0], &["SYMBOL", "DESCRIPTION"], &[(0, NAMES[0], ""), (1, NAMES[1], "")]);
    plan(&mut drawing, &[5, 3]);
    let sheet = drawing.sheet();
    let own = survey(&sheet);
    let found = items(&sheet, &[own.clone(), own, survey(&other.sheet())]);
    assert_eq!((count(&found, NAMES[0]), count(&found, NAMES[1]), found.len()), (5, 3, 8));
}

#[test]
fn letters_that_a_legend_explains_in_plain_text_are_counted_where_they_mark_something() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    drawing.text("SYMBOL", [695.0, 70.0], 7.0).text("DESCRIPTION", [750.0, 70.0], 7.0).text("QTY", [900.0, 70.0], 7.0);
    for (row, (letters, name)) in
        [("S3", "THREE WAY SWITCH"), ("SD", "SMOKE DETECTOR"), ("R", NAMES[0])].iter().enumerate()
    {
        let y = 90.0 + 20.0 * row as f32;
        drawing.text(letters, [704.0, y], 6.0).text(name, [750.0, y], 6.0).text("4", [905.0, y], 6.0);
    }
    for n in 0..4u8 {
        let x = 100.0 + 90.0 * f32::from(n);
        drawing.text("S3", [x, 300.0], 6.0);
        let y = 400.0 + 23.0 * f32::from(n);
        drawing.circle([x + 3.0, y - 2.5], 7.0).text("SD", [x, y], 6.0);
        // The letter belongs to a grid or a note.
        drawing.text("R", [x, 600.0], 6.0);
    }
    let found = of_sheet(drawing);
    // Devices in circles also recur as a shape, which has the legend's description.
    let named = |name: &str| found.iter().filter(|item| item.description.starts_with(name)).count();
    assert_eq!((named("THREE WAY SWITCH"), named("SMOKE DETECTOR"), named(NAMES[0])), (4, 4, 0));
    assert!(found.iter().all(|item| item.confidence != Confidence::High));
    let stated = found.iter().filter(|item| text(item, "legend_quantity") == Some("4"));
    assert_eq!(stated.filter(|item| item.description == "THREE WAY SWITCH").count(), 4);
}

#[test]
fn the_largest_symbol_that_is_explained_wins_and_fill_tells_apart() {
    let shapes = || {
        let open = vec![circle(5.0), line((5.0, 0.0), (10.0, 0.0))];
        let stubbed = vec![circle(5.0), line((5.0, 0.0), (10.0, 0.0)), line((-5.0, 0.0), (-10.0, 0.0))];
        [open.clone(), stubbed, open]
    };
    let mut drawing = Drawing::new(1000.0, 700.0);
    let names = ["SINGLE RECEPTACLE", "DUPLEX RECEPTACLE", "FLOOR BOX"];
    for row in 0..=4u8 {
        let y = 40.0 + 24.0 * f32::from(row);
        drawing.line([680.0, y], [900.0, y]);
    }
    for x in [680.0, 740.0, 900.0] {
        drawing.line([x, 40.0], [x, 136.0]);
    }
    drawing.text("SYMBOL", [685.0, 54.0], 6.0).text("DESCRIPTION", [745.0, 54.0], 6.0);
    let draw = |drawing: &mut Drawing, kind: usize, at: [f32; 2]| {
        drawing.fill((kind == 2).then_some(0));
        drawing.symbol(&shapes()[kind], at, 0.0, false);
        drawing.fill(None);
    };
    for (kind, name) in names.iter().enumerate() {
        let y = 76.0 + 24.0 * kind as f32;
        draw(&mut drawing, kind, [710.0, y]);
        drawing.text(name, [745.0, y + 2.0], 6.0);
    }
    for (kind, count) in [4, 3, 5].into_iter().enumerate() {
        for n in 0..count {
            draw(&mut drawing, kind, [100.0 + 70.0 * n as f32, 300.0 + 60.0 * kind as f32]);
        }
    }
    let found = of_sheet(drawing);
    let counts: Vec<usize> = names.iter().map(|name| count(&found, name)).collect();
    assert_eq!(counts, [4, 3, 5]);
    assert!(found.iter().all(|item| item.confidence == Confidence::High));
}

#[test]
fn a_legend_that_states_quantities_is_a_schedule_too() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    let rows = [(0, NAMES[0], "5"), (1, NAMES[1], "3"), (3, NAMES[3], "4")];
    ruled(&mut drawing, [80.0, 40.0], &["SYMBOL", "DESCRIPTION", "QTY"], &rows);
    ruled(&mut drawing, [500.0, 40.0], &["SYMBOL", "DESCRIPTION"], &[(2, "JUNCTION BOX", "")]);
    let sheet = drawing.sheet();
    let found = findings(&sheet, &[survey(&sheet)]);
    assert_eq!(found.schedules.len(), 1, "the other legend states nothing");
    let schedule = &found.schedules[0];
    assert_eq!(schedule.columns, ["DESCRIPTION", "QTY"]);
    for (row, (_, name, quantity)) in schedule.rows.iter().zip(rows) {
        assert_eq!(row.description, name);
        let stated = row.attributes.iter().find(|(key, _)| key == "legend_quantity").map(|(_, value)| value);
        assert!(matches!(stated, Some(Attribute::Text(text)) if text == quantity), "{row:?}");
    }
    // A legend of another trade sets no expectations.
    let mechanical = extract(Discipline::Plumbing, &sheet, &[survey(&sheet)], &options());
    assert!(mechanical.schedules.is_empty());
}
