//! Tests circuits from wiring on a drawn lighting plan without a scale: arcs, dashed arcs, lines with letters, a trunk
//! from the panel, and lines that are not wires.

mod sketch;

use kurbo::{Arc, BezPath, Circle, Point, Shape, Vec2};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Options, extract, survey};

const WIRE: u32 = 0x00_a000;

/// Returns a lamp: a circle with a cross inside.
fn lamp() -> Vec<BezPath> {
    let mut cross = BezPath::new();
    for (a, b) in [((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0))] {
        cross.move_to(a);
        cross.line_to(b);
    }
    vec![Circle::new((0.0, 0.0), 6.0).to_path(0.01), cross]
}

/// Returns a panelboard: a flat box with a diagonal.
fn panel() -> Vec<BezPath> {
    let mut path = BezPath::new();
    for (n, p) in
        [(-15.0, -5.0), (15.0, -5.0), (15.0, 5.0), (-15.0, 5.0), (-15.0, -5.0), (15.0, 5.0)].iter().enumerate()
    {
        if n == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    vec![path]
}

/// Draws a plan with a legend of both.
fn plan() -> Drawing {
    let mut drawing = Drawing::new(1000.0, 800.0);
    let rows: [sketch::Row<'_>; 2] = [(&lamp(), "", "CEILING LUMINAIRE"), (&panel(), "", "LIGHTING PANELBOARD")];
    sketch::legend(&mut drawing, [770.0, 30.0], &rows);
    drawing
}

/// Draws an arc from rim to rim of two lamps, in the pieces `cuts`. `bulge` is its height as a share of its chord.
fn arc(drawing: &mut Drawing, from: [f32; 2], to: [f32; 2], bulge: f64, cuts: &[(f64, f64)]) {
    let (a, b) = (point(from), point(to));
    let along = (b - a).normalize();
    let (a, b) = (a + along * 6.0, b - along * 6.0);
    let chord = (b - a).hypot();
    let height = bulge * chord;
    let radius = (chord * chord / 4.0 + height * height) / (2.0 * height);
    let across = Vec2::new(-along.y, along.x);
    let center = a.midpoint(b) + across * (radius - height);
    let (start, end) = ((a - center).atan2(), (b - center).atan2());
    let sweep = (end - start).rem_euclid(std::f64::consts::TAU);
    for (from, to) in cuts {
        let piece = Arc::new(center, (radius, radius), start + from * sweep, (to - from) * sweep, 0.0);
        drawing.path(&piece.to_path(0.01));
    }
}

fn point(p: [f32; 2]) -> Point {
    Point::new(f64::from(p[0]), f64::from(p[1]))
}

/// Returns the pieces of a dashed arc.
fn dashes() -> Vec<(f64, f64)> {
    (0..8).map(|n| (f64::from(n) / 7.7, f64::from(n) / 7.7 + 0.08)).collect()
}

const WHOLE: [(f64, f64); 1] = [(0.0, 1.0)];

/// Draws a row of lamps and returns their places.
fn row(drawing: &mut Drawing, y: f32, count: usize) -> Vec<[f32; 2]> {
    let places: Vec<[f32; 2]> = (0..count).map(|n| [100.0 + 80.0 * n as f32, y]).collect();
    for at in &places {
        drawing.pen(0, 0.5).symbol(&lamp(), *at, 0.0, false);
    }
    drawing.pen(WIRE, 0.5);
    places
}

fn items(sheet: &Sheet) -> Vec<Item> {
    let options =
        Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    extract(Discipline::Electrical, sheet, &[survey(sheet)], &options).items
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(name, value)| match value {
        Attribute::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}

/// Returns an attribute of the item at each place.
fn said<'a>(items: &'a [Item], places: &[[f32; 2]], key: &str) -> Vec<Option<&'a str>> {
    let at = |place: &[f32; 2]| {
        let [x, y] = [f64::from(place[0]) / 1000.0, f64::from(place[1]) / 800.0];
        let holds = |item: &&Item| {
            item.evidence.iter().any(|e| e.bbox.0 <= x && x <= e.bbox.2 && e.bbox.1 <= y && y <= e.bbox.3)
        };
        items.iter().find(holds).and_then(|item| text(item, key))
    };
    places.iter().map(at).collect()
}

#[test]
fn a_home_run_says_the_circuit_of_all_lamps_along_its_arcs() {
    for cuts in [WHOLE.to_vec(), dashes()] {
        let mut drawing = plan();
        let wired = row(&mut drawing, 300.0, 6);
        for pair in wired.windows(2) {
            arc(&mut drawing, pair[0], pair[1], 0.2, &cuts);
        }
        let end = [620.0, 260.0];
        arc(&mut drawing, wired[5], end, 0.15, &WHOLE);
        drawing.text("LP1-1,3", [622.0, 258.0], 6.0);
        let alone = row(&mut drawing, 420.0, 6);
        let found = items(&drawing.sheet());
        assert_eq!(said(&found, &wired, "circuit"), [Some("LP1-1,3"); 6], "{} pieces", cuts.len());
        assert_eq!(said(&found, &wired, "panel"), [Some("LP1"); 6]);
        assert_eq!(said(&found, &wired[..5], "circuit_by"), [Some("wiring"); 5]);
        assert_eq!(said(&found, &alone, "circuit"), [None; 6]);
    }
}

#[test]
fn a_trunk_from_the_panel_parts_into_its_circuits() {
    let mut drawing = plan();
    let first = row(&mut drawing, 300.0, 5);
    let second = row(&mut drawing, 400.0, 5);
    // Lines broken by the letters on the conduit.
    let broken = |drawing: &mut Drawing, from: [f32; 2], to: [f32; 2]| {
        let at = |t: f32| [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
        drawing.line(from, at(0.4)).text("con", [at(0.4)[0] + 2.0, at(0.4)[1] + 2.0], 5.0).line(at(0.6), to);
    };
    for row in [&first, &second] {
        for pair in row.windows(2) {
            broken(&mut drawing, [pair[0][0] + 6.0, pair[0][1]], [pair[1][0] - 6.0, pair[1][1]]);
        }
    }
    let panel_at = [620.0, 500.0];
    drawing.pen(0, 0.5).symbol(&panel(), panel_at, 0.0, false).text("LP2", [640.0, 502.0], 7.0).pen(WIRE, 0.5);
    // The wires of both rows lead to the last lamp of the second row. One wire leads from there to the panel.
    drawing.polyline(&[[420.0, 306.0], [420.0, 394.0]]);
    drawing.polyline(&[[420.0, 406.0], [420.0, 500.0], [605.0, 500.0]]);
    drawing.text("C-4,5", [480.0, 507.5], 6.0).text("C-4", [424.0, 350.0], 6.0).text("C-5", [370.0, 407.5], 6.0);
    let found = items(&drawing.sheet());
    assert_eq!(said(&found, &first, "circuit"), [Some("C-4"); 5]);
    assert_eq!(said(&found, &second[..4], "circuit"), [Some("C-5"); 4]);
    assert_eq!(said(&found, &first, "panel"), [Some("LP2"); 5]);
    assert_eq!(said(&found, &[panel_at], "circuit"), [None]);
}

#[test]
fn beams_stairs_and_walls_below_lamps_are_not_wires() {
    let mut drawing = plan();
    let rows = [row(&mut drawing, 300.0, 6), row(&mut drawing, 400.0, 6)];
    let lamps = rows.concat();
    drawing.text("LP1-1", [86.0, 290.0], 6.0).text("LP1-2", [486.0, 390.0], 6.0);
    // Dashed beams below every row and column.
    drawing.pen(0x80_8080, 0.4);
    for y in [298.0, 303.0, 398.0, 403.0] {
        for n in 0..90 {
            let x = 40.0 + 7.3 * n as f32;
            drawing.line([x, y], [x + 4.6, y]);
        }
    }
    // Steps with lamps across them, and a wall that ends at one.
    for n in 0..30 {
        drawing.line([90.0 + 15.0 * n as f32, 330.0], [90.0 + 15.0 * n as f32, 394.0]);
    }
    drawing.pen(0, 1.0).polyline(&[[60.0, 260.0], [700.0, 260.0], [700.0, 406.0], [506.0, 406.0]]);
    let found = items(&drawing.sheet());
    let circuits = said(&found, &lamps, "circuit");
    assert_eq!(circuits.iter().flatten().count(), 2, "{circuits:?}");
    assert!(found.iter().all(|item| text(item, "circuit_by").is_none()));
}

#[test]
fn a_circuit_between_two_wires_is_not_that_of_a_lamp_farther_away() {
    let mut drawing = plan();
    for n in 0..6 {
        let pair = row(&mut drawing, 200.0 + 50.0 * n as f32, 2);
        drawing.line([106.0, pair[0][1]], [174.0, pair[1][1]]);
        drawing.text(&format!("C-{}", n + 1), [134.0, pair[0][1] - 3.0], 6.0);
    }
    for y in [600.0, 613.0] {
        row(&mut drawing, y, 2);
        drawing.line([106.0, y], [174.0, y]);
    }
    drawing.text("C-9", [134.0, 608.7], 6.0);
    let alone = [140.0, 632.0];
    drawing.pen(0, 0.5).symbol(&lamp(), alone, 0.0, false);
    let found = items(&drawing.sheet());
    assert_eq!(said(&found, &[[100.0, 250.0], [180.0, 250.0]], "circuit"), [Some("C-2"); 2]);
    assert_eq!(said(&found, &[alone], "circuit"), [None]);
}
