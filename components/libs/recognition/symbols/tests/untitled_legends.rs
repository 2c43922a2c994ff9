//! Legends without a title are recognized by their layout, and other layouts are not legends.

mod reading;

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Field, Ink, Legend, legends, untitled_legends};

use reading::{Place, downwards, level, upwards};

fn line(a: (f64, f64), b: (f64, f64)) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(a);
    path.line_to(b);
    path
}

fn circle() -> BezPath {
    Circle::new((0.0, 0.0), 4.0).to_path(0.01)
}

/// Returns five different symbols.
fn symbols() -> [Vec<BezPath>; 5] {
    [
        vec![circle(), line((-6.0, 0.0), (6.0, 0.0))],
        vec![circle(), line((0.0, -6.0), (0.0, 6.0)), line((-1.0, -6.0), (-1.0, 6.0))],
        vec![line((-5.0, -4.0), (5.0, 4.0)), line((-5.0, 4.0), (5.0, -4.0)), line((-5.0, -4.0), (-5.0, 4.0))],
        vec![circle(), line((4.0, 0.0), (8.0, 0.0)), line((8.0, -2.0), (8.0, 2.0))],
        vec![line((-4.0, -4.0), (4.0, -4.0)), line((4.0, -4.0), (0.0, 4.0)), line((0.0, 4.0), (-4.0, -4.0))],
    ]
}

const NAMES: [&str; 5] = ["DUPLEX RECEPTACLE", "SWITCH", "GATE VALVE", "SMOKE DETECTOR", "JUNCTION BOX"];

fn read(drawing: Drawing) -> Vec<Legend> {
    let sheet = drawing.sheet();
    let field = Field::new(Ink::of(&sheet));
    let named = legends(&sheet, &field.ink);
    assert!(named.is_empty(), "nothing names it");
    untitled_legends(&sheet, &field, &named)
}

fn check(found: &[Legend], about: &str) {
    assert_eq!(found.len(), 1, "{about}");
    let names: Vec<&str> = found[0].rows.iter().map(|r| r.description.as_str()).collect();
    assert_eq!(names, NAMES, "{about}");
    for row in &found[0].rows {
        let (w, h) = row.specimen.size.into();
        assert!(w.max(h) > 6.0 && w.max(h) < 14.0, "{about} {:?} {:?}", row.description, row.specimen.size);
    }
}

/// Draws rows of symbols at one x and texts at another.
fn rows(place: Place, turn: f64, symbol_x: f32, text_x: f32, ruled: bool) -> Drawing {
    let mut drawing = Drawing::new(800.0, 800.0);
    for (row, symbol) in symbols().iter().enumerate() {
        let y = 120.0 + 22.0 * row as f32;
        drawing.symbol(symbol, place(symbol_x, y), turn, false);
        drawing.text_turned(NAMES[row], place(text_x, y + 2.0), 6.0, turn);
    }
    if ruled {
        let (left, right) = (symbol_x.min(text_x) - 15.0, symbol_x.max(text_x) + 110.0);
        let between = text_x - 5.0;
        for row in 0..=5u8 {
            let y = 109.0 + 22.0 * f32::from(row);
            drawing.line(place(left, y), place(right, y));
        }
        for x in [left, between, right] {
            drawing.line(place(x, 109.0), place(x, 219.0));
        }
    }
    drawing
}

#[test]
fn a_column_of_symbols_with_descriptions_is_a_legend() {
    for ruled in [false, true] {
        check(&read(rows(level, 0.0, 100.0, 125.0, ruled)), "descriptions on the right");
    }
    check(&read(rows(level, 0.0, 230.0, 125.0, false)), "descriptions on the left");
}

#[test]
fn a_sideways_column_is_a_legend() {
    let up = -std::f64::consts::FRAC_PI_2;
    check(&read(rows(upwards, up, 100.0, 125.0, false)), "upwards");
    check(&read(rows(downwards, -up, 100.0, 125.0, true)), "downwards");
    let legend = &read(rows(upwards, up, 100.0, 125.0, false))[0];
    assert!(legend.rows[0].symbol_area.contains(upwards(100.0, 120.0).into()));
}

#[test]
fn descriptions_may_stand_below_their_symbols() {
    let mut drawing = Drawing::new(800.0, 800.0);
    for (n, (symbol, name)) in symbols().iter().zip(NAMES).enumerate() {
        let x = 100.0 + 90.0 * n as f32;
        let width = name.chars().count() as f32 * 6.0 * plumbline_sheet::drawing::CHARACTER_WIDTH;
        drawing.symbol(symbol, [x, 120.0], 0.0, false).text(name, [x - width / 2.0, 142.0], 6.0);
    }
    check(&read(drawing), "descriptions below");
}

#[test]
fn devices_along_a_wall_with_their_names_below_are_not_a_legend() {
    let mut drawing = Drawing::new(800.0, 800.0);
    for n in 0..5u8 {
        let x = 100.0 + 90.0 * f32::from(n);
        drawing.symbol(&symbols()[0], [x, 120.0], 0.0, false).text("DUPLEX OUTLET", [x - 18.0, 142.0], 6.0);
    }
    assert!(read(drawing).is_empty());
}

#[test]
fn three_rows_without_a_title_are_not_enough() {
    let mut drawing = Drawing::new(800.0, 800.0);
    for (row, symbol) in symbols().iter().enumerate().take(3) {
        let y = 120.0 + 22.0 * row as f32;
        drawing.symbol(symbol, [100.0, y], 0.0, false).text(NAMES[row], [125.0, y + 2.0], 6.0);
    }
    assert!(read(drawing).is_empty());
}

#[test]
fn keynotes_and_revisions_repeat_one_mark() {
    let mut drawing = Drawing::new(800.0, 800.0);
    let notes = ["PROVIDE NEW RECEPTACLE", "CONNECT TO SWITCH", "REMOVE PANEL", "PATCH WALL", "CORE DRILL SLAB"];
    for (row, note) in notes.iter().enumerate() {
        let y = 120.0 + 18.0 * row as f32;
        drawing.circle([100.0, y], 5.0).text(&format!("{}", row + 1), [98.0, y + 2.0], 5.0);
        drawing.text(note, [115.0, y + 2.0], 6.0);
        // Triangles of a revision beside it, with the same text in each row.
        let t = [[300.0, y + 5.0], [312.0, y + 5.0], [306.0, y - 5.0], [300.0, y + 5.0]];
        drawing.polyline(&t).text("ISSUED FOR PERMIT", [320.0, y + 2.0], 6.0);
    }
    assert!(read(drawing).is_empty());
}

#[test]
fn symbols_that_are_wired_are_a_plan() {
    let mut drawing = rows(level, 0.0, 100.0, 125.0, false);
    drawing.polyline(&[[100.0, 60.0], [104.0, 90.0], [96.0, 160.0], [103.0, 260.0]]);
    assert!(read(drawing).is_empty());
}

#[test]
fn furniture_doors_and_rooms_are_not_laid_out_as_a_legend() {
    let mut drawing = Drawing::new(800.0, 800.0);
    // Furniture is where it is used, with its names beside it.
    let places = [[100.0, 100.0], [160.0, 118.0], [120.0, 200.0], [230.0, 250.0], [90.0, 300.0]];
    for (symbol, (at, name)) in symbols().iter().zip(places.iter().zip(["SOFA", "TABLE", "CHAIR", "DESK", "CABINET"])) {
        drawing.symbol(symbol, *at, 0.0, false).text(name, [at[0] + 15.0, at[1] + 2.0], 6.0);
    }
    // A schedule of doors shows each as it looks, larger than a symbol.
    for (row, w) in [20.0f32, 30.0, 24.0, 36.0, 28.0].iter().enumerate() {
        let y = 350.0 + 60.0 * row as f32;
        drawing.rect([400.0, y, 400.0 + w, y + 50.0]).rect([403.0, y + 3.0, 397.0 + w, y + 20.0 + row as f32]);
        drawing.text("FLUSH DOOR", [450.0, y + 25.0], 6.0);
    }
    // A list of rooms has no drawings.
    for (row, name) in ["OFFICE", "STORAGE", "LOBBY", "RESTROOM", "KITCHEN"].iter().enumerate() {
        let y = 100.0 + 14.0 * row as f32;
        drawing.text(&format!("{}", 101 + row), [600.0, y], 6.0).text(name, [630.0, y], 6.0);
        drawing.line([590.0, y + 4.0], [700.0, y + 4.0]);
    }
    assert!(read(drawing).is_empty());
}

#[test]
fn a_note_explains_the_symbol_before_it() {
    let mut drawing = Drawing::new(800.0, 800.0);
    drawing.text("NOTES", [90.0, 90.0], 7.0).text("1.", [90.0, 112.0], 6.0);
    drawing.symbol(&symbols()[0], [112.0, 110.0], 0.0, false).text("INDICATES DUPLEX RECEPTACLE", [125.0, 112.0], 6.0);
    drawing.text("2.", [90.0, 132.0], 6.0).text("INDICATES NOTHING THAT IS DRAWN HERE", [125.0, 132.0], 6.0);
    let found = read(drawing);
    let rows: Vec<_> = found.iter().flat_map(|legend| &legend.rows).collect();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].description, "DUPLEX RECEPTACLE");
    assert!((rows[0].specimen.size.width - 12.0).abs() < 1.0, "{:?}", rows[0].specimen.size);
}

#[test]
fn ruled_rows_may_differ_in_height_and_wrap() {
    let mut drawing = Drawing::new(800.0, 800.0);
    // The header's words are unknown.
    drawing.text("PIIRROS", [85.0, 110.0], 6.0).text("SELITYS", [145.0, 110.0], 6.0);
    drawing.text("QTY", [265.0, 110.0], 6.0);
    let heights = [16.0, 44.0, 20.0, 32.0, 18.0];
    let mut y = 118.0;
    let mut edges = vec![100.0, y];
    for ((symbol, name), height) in symbols().iter().zip(NAMES).zip(heights) {
        drawing.symbol(symbol, [110.0, y + height / 2.0], 0.0, false);
        let words: Vec<&str> = name.split(' ').collect();
        for (n, word) in words.iter().enumerate() {
            drawing.text(word, [145.0, y + 8.0 + 7.0 * n as f32], 6.0);
        }
        drawing.text(&format!("{height}"), [265.0, y + 9.0], 6.0);
        y += height;
        edges.push(y);
    }
    for edge in &edges {
        drawing.line([80.0, *edge], [290.0, *edge]);
    }
    for x in [80.0, 140.0, 260.0, 290.0] {
        drawing.line([x, 100.0], [x, y]);
    }
    let found = read(drawing);
    check(&found, "rows of several heights");
    let stated: Vec<&str> = found[0].rows.iter().map(|row| row.columns[0].1.as_str()).collect();
    assert_eq!((found[0].rows[0].columns[0].0.as_str(), stated), ("QTY", vec!["16", "44", "20", "32", "18"]));
}

#[test]
fn a_ruled_table_with_one_mark_in_every_row_is_not_a_legend() {
    let mut drawing = Drawing::new(800.0, 800.0);
    for (row, name) in ["EXHAUST FAN", "SUPPLY FAN", "WATER HEATER", "UNIT HEATER", "PUMP"].iter().enumerate() {
        let y = 100.0 + 20.0 * row as f32;
        drawing.rect([80.0, y, 140.0, y + 20.0]).rect([140.0, y, 260.0, y + 20.0]);
        drawing.circle([110.0, y + 10.0], 7.0).text(&format!("M{row}"), [106.0, y + 12.0], 5.0);
        drawing.text(name, [145.0, y + 12.0], 6.0);
    }
    assert!(read(drawing).is_empty());
}

#[test]
fn a_ruled_table_that_is_turned_is_read_by_its_cells() {
    let mut drawing = Drawing::new(800.0, 800.0);
    let mut x = 118.0;
    let mut edges = vec![100.0, x];
    for ((symbol, name), width) in symbols().iter().zip(NAMES).zip([16.0, 44.0, 20.0, 32.0, 18.0]) {
        drawing.symbol(symbol, upwards(110.0, x + width / 2.0), -std::f64::consts::FRAC_PI_2, false);
        drawing.text_turned(name, upwards(145.0, x + width / 2.0 + 2.0), 6.0, -std::f64::consts::FRAC_PI_2);
        x += width;
        edges.push(x);
    }
    for edge in &edges {
        drawing.line(upwards(80.0, *edge), upwards(260.0, *edge));
    }
    for y in [80.0, 140.0, 260.0] {
        drawing.line(upwards(y, 100.0), upwards(y, x));
    }
    check(&read(drawing), "turned");
}
