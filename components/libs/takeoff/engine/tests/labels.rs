//! Tests the texts at symbols: addresses, tags and numbers, which belong to the symbol or to another object.

mod sketch;

use kurbo::{BezPath, Circle, Rect, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Options, extract, survey};

/// Returns a square with a circle inside.
fn boxed() -> Vec<BezPath> {
    vec![Rect::new(-6.0, -6.0, 6.0, 6.0).to_path(0.01), Circle::new((0.0, 0.0), 4.0).to_path(0.01)]
}

/// Returns a circle with a cross inside.
fn crossed() -> Vec<BezPath> {
    let mut cross = BezPath::new();
    for (a, b) in [((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0))] {
        cross.move_to(a);
        cross.line_to(b);
    }
    vec![Circle::new((0.0, 0.0), 6.0).to_path(0.01), cross]
}

/// Creates a sheet with a legend of both symbols.
fn sheet(names: [&str; 2]) -> Drawing {
    let mut drawing = Drawing::new(1000.0, 800.0);
    let (first, second) = (boxed(), crossed());
    sketch::legend(&mut drawing, [770.0, 30.0], &[(&first, "", names[0]), (&second, "", names[1])]);
    drawing
}

/// Draws a symbol `count` times, ten to a row, and returns the places.
fn rows(drawing: &mut Drawing, symbol: &[BezPath], top: f32, count: usize) -> Vec<[f32; 2]> {
    let at = |n: usize| [80.0 + 65.0 * (n % 10) as f32, top + 50.0 * (n / 10) as f32];
    let places: Vec<[f32; 2]> = (0..count).map(at).collect();
    for place in &places {
        drawing.symbol(symbol, *place, 0.0, false);
    }
    places
}

fn items(discipline: Discipline, drawing: Drawing) -> Vec<Item> {
    let options =
        Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    let sheet = drawing.sheet();
    extract(discipline, &sheet, &[survey(&sheet)], &options).items
}

/// Returns the item at a place.
fn at(items: &[Item], [x, y]: [f32; 2]) -> &Item {
    let (x, y) = (f64::from(x) / 1000.0, f64::from(y) / 800.0);
    let holds = |item: &&Item| {
        item.evidence.first().is_some_and(|e| e.bbox.0 <= x && x <= e.bbox.2 && e.bbox.1 <= y && y <= e.bbox.3)
    };
    items.iter().find(holds).expect("an item")
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(k, v)| match v {
        Attribute::Text(t) if k == key => Some(t.as_str()),
        _ => None,
    })
}

#[test]
fn a_device_on_lines_of_two_panels_has_both_addresses_and_their_circuits() {
    let mut drawing = sheet(["SPEAKER STROBE", "SMOKE DETECTOR"]);
    let speakers = rows(&mut drawing, &boxed(), 300.0, 4);
    let detectors = rows(&mut drawing, &crossed(), 400.0, 4);
    for (n, [x, y]) in speakers.iter().enumerate() {
        drawing.text(&format!("FACP:SPK1•02{n}"), [x + 9.0, y - 2.0], 6.0);
        drawing.text(&format!("FAPS1:NAC3•01{n}"), [x + 9.0, y + 4.0], 6.0).text("15CD", [x + 9.0, y + 10.0], 6.0);
    }
    for (n, [x, y]) in detectors.iter().enumerate() {
        drawing.text(&format!("FACP:SLC1•S:00{n}"), [x + 9.0, *y], 6.0);
    }
    // The lines of both panels run from device to device.
    drawing.line([speakers[0][0], 306.0], [detectors[0][0], 394.0]);
    let found = items(Discipline::FireProtection, drawing);
    let speaker = at(&found, speakers[2]);
    assert_eq!(text(speaker, "address"), Some("FACP:SPK1•022, FAPS1:NAC3•012"));
    assert_eq!(text(speaker, "circuit"), Some("FACP:SPK1, FAPS1:NAC3"));
    assert_eq!(text(speaker, "rating"), Some("15CD"));
    for place in detectors {
        assert_eq!(text(at(&found, place), "circuit"), Some("FACP:SLC1"));
    }
}

#[test]
fn a_mark_beside_one_of_many_is_somebody_elses() {
    let mut drawing = sheet(["JUNCTION BOX", "CEILING LUMINAIRE"]);
    let places = rows(&mut drawing, &crossed(), 300.0, 30);
    drawing.text("S-16", [places[13][0] + 9.0, places[13][1]], 6.0);
    let found = items(Discipline::Electrical, drawing);
    assert_eq!(places.iter().filter_map(|place| at(&found, *place).tag.as_deref()).count(), 0);
}

#[test]
fn kinds_of_luminaires_that_are_numbered_through_keep_their_marks() {
    let mut drawing = sheet(["DOWNLIGHT", "CEILING LUMINAIRE"]);
    let mut places = rows(&mut drawing, &crossed(), 300.0, 12);
    places.extend(rows(&mut drawing, &boxed(), 450.0, 3));
    for (n, [x, y]) in places.iter().enumerate() {
        drawing.text(&format!("A-{}", n + 1), [x + 9.0, *y], 6.0);
    }
    let found = items(Discipline::Electrical, drawing);
    let tags: Vec<Option<&str>> = places.iter().map(|place| at(&found, *place).tag.as_deref()).collect();
    let wanted: Vec<String> = (1..=15).map(|n| format!("A-{n}")).collect();
    assert_eq!(tags, wanted.iter().map(|tag| Some(tag.as_str())).collect::<Vec<_>>());
}

#[test]
fn a_name_over_the_sides_of_a_room_is_no_tag() {
    let mut drawing = sheet(["CEILING LIGHT", "SMOKE DETECTOR"]);
    let places = rows(&mut drawing, &boxed(), 120.0, 8);
    for (n, [x, y]) in places.iter().copied().enumerate() {
        let (name, below) = if n < 4 { ("VER", "9'X4'") } else { ("EXT", "15W") };
        drawing.text(name, [x + 8.0, y - 4.0], 6.0).text(below, [x + 8.0, y + 3.5], 6.0);
    }
    let found = items(Discipline::Electrical, drawing);
    let tags: Vec<Option<&str>> = places.iter().map(|place| at(&found, *place).tag.as_deref()).collect();
    assert_eq!(tags, [[None; 4], [Some("EXT"); 4]].concat());
}

#[test]
fn a_number_in_the_symbol_itself_and_a_length_are_not_notes() {
    let mut drawing = sheet(["JUNCTION BOX", "CEILING LUMINAIRE"]);
    let boxes = rows(&mut drawing, &boxed(), 300.0, 6);
    drawing.text("10", [boxes[0][0] - 3.0, boxes[0][1] + 2.0], 5.0);
    for (place, number) in [(boxes[2], "7"), (boxes[4], "700")] {
        let [x, y] = [place[0] + 9.0, place[1] - 5.0];
        drawing.rect([x, y, x + 16.0, y + 10.0]).text(number, [x + 2.0, y + 7.5], 6.0);
    }
    let found = items(Discipline::Electrical, drawing);
    let notes: Vec<Option<&str>> = boxes.iter().map(|place| text(at(&found, *place), "keynote")).collect();
    assert_eq!(notes, [None, None, Some("7"), None, None, None]);
}

#[test]
fn a_size_with_a_fraction_has_its_space() {
    let mut drawing = sheet(["GATE VALVE", "FLOOR DRAIN"]);
    let valves = rows(&mut drawing, &crossed(), 300.0, 4);
    for [x, y] in &valves {
        drawing.text("Ø 11/2\"", [x + 9.0, *y], 6.0);
    }
    let found = items(Discipline::Plumbing, drawing);
    for place in valves {
        assert_eq!(text(at(&found, place), "size"), Some("ø 1 1/2\""));
    }
}
