//! Panelboard schedules: the facts in their heads, and multi-pole breakers whose cells cover several rows.

use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet_parts::tables::{Schedule, ScheduleKind, Value, panel_facts, schedules};

const SIZE: f32 = 6.0;
const ROW: f32 = 14.0;
/// The edges of the columns of a mirrored panelboard.
const EDGES: [f32; 9] = [50.0, 80.0, 180.0, 215.0, 240.0, 265.0, 300.0, 400.0, 430.0];
const HEADS: [&str; 8] = ["CKT", "LOAD", "BKR", "P", "P", "BKR", "LOAD", "CKT"];

/// A cell: its first row and column, the number of rows it covers, and the text in its middle.
type Cell<'a> = (usize, usize, usize, &'a str);

/// Draws a mirrored panelboard of circuit rows below a head. Cells that are not given are one row high.
fn board(head: impl Fn(&mut Drawing, f32), rows: usize, cells: &[Cell<'_>]) -> Schedule {
    let mut d = Drawing::new(800.0, 800.0);
    let (left, right) = (EDGES[0], EDGES[8]);
    let top = 150.0;
    d.rect([left, 60.0, right, top]);
    head(&mut d, 60.0);
    for (column, name) in HEADS.iter().enumerate() {
        cell(&mut d, [EDGES[column], top, EDGES[column + 1], top + ROW], name);
    }
    let covered =
        |row: usize, column: usize| cells.iter().find(|(r, c, n, _)| *c == column && (*r..r + n).contains(&row));
    for row in 0..rows {
        for column in 0..HEADS.len() {
            let own = match column {
                0 => (2 * row + 1).to_string(),
                7 => (2 * row + 2).to_string(),
                1 | 6 => "LIGHTING".to_owned(),
                2 | 5 => "20A".to_owned(),
                _ => "1".to_owned(),
            };
            let (span, text) = match covered(row, column) {
                Some((first, _, span, text)) if *first == row => (*span, (*text).to_owned()),
                Some(_) => continue,
                None => (1, own),
            };
            let y = top + ROW * (row + 1) as f32;
            cell(&mut d, [EDGES[column], y, EDGES[column + 1], y + ROW * span as f32], &text);
        }
    }
    only(&d.sheet())
}

fn cell(d: &mut Drawing, area: [f32; 4], text: &str) {
    d.rect(area).text(text, [area[0] + 3.0, (area[1] + area[3]) / 2.0 + 2.0], SIZE);
}

fn only(sheet: &Sheet) -> Schedule {
    let mut found = schedules(sheet);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn facts(board: &Schedule) -> Vec<(&str, String)> {
    let mut facts = panel_facts(board);
    facts.sort();
    facts
}

/// Returns the facts that every head below states, by key.
fn said(enclosed: bool) -> Vec<(&'static str, String)> {
    let mut said = vec![
        ("bus_rating", "225A"),
        ("fed_from", "MDP"),
        ("location", "ELEC ROOM 104"),
        ("main", "100A MCB"),
        ("short_circuit_rating", "22,000"),
        ("voltage", "208Y/120"),
    ];
    if enclosed {
        said.push(("mounting", "SURFACE"));
    }
    let mut said: Vec<(&str, String)> = said.into_iter().map(|(k, v)| (k, v.to_owned())).collect();
    said.sort();
    said
}

#[test]
fn the_head_says_what_the_board_is_with_colons() {
    let s = board(
        |d, y| {
            d.text("PANEL LP-1", [60.0, y + 12.0], 9.0);
            d.text("VOLTS: 208Y/120", [60.0, y + 30.0], SIZE).text("BUS: 225A", [250.0, y + 30.0], SIZE);
            d.text("MAIN: 100A MCB", [60.0, y + 45.0], SIZE).text("A.I.C.: 22,000", [250.0, y + 45.0], SIZE);
            d.text("LOCATION: ELEC ROOM 104", [60.0, y + 60.0], SIZE).text("FED FROM: MDP", [250.0, y + 60.0], SIZE);
            d.text("MOUNTING: SURFACE", [60.0, y + 75.0], SIZE);
        },
        6,
        &[],
    );
    assert_eq!((s.kind, s.designation.as_deref()), (ScheduleKind::Panel, Some("LP-1")));
    assert_eq!(facts(&s), said(true));
}

#[test]
fn the_head_may_have_names_and_values_in_cells() {
    let s = board(
        |d, y| {
            cell(d, [50.0, y, 130.0, y + 20.0], "PANEL");
            cell(d, [130.0, y, 430.0, y + 20.0], "LP-1");
            let pairs = [
                ("VOLTAGE", "208Y/120"),
                ("BUS AMPS", "225A"),
                ("MAIN", "100A MCB"),
                ("AIC RATING", "22,000"),
                ("LOCATION", "ELEC ROOM 104"),
                ("FED FROM", "MDP"),
            ];
            for (n, (name, value)) in pairs.iter().enumerate() {
                let x = 50.0 + 190.0 * (n % 2) as f32;
                let y = y + 20.0 + 20.0 * (n / 2) as f32;
                cell(d, [x, y, x + 80.0, y + 20.0], name);
                cell(d, [x + 80.0, y, x + 190.0, y + 20.0], value);
            }
        },
        6,
        &[],
    );
    assert_eq!((s.kind, s.designation.as_deref()), (ScheduleKind::Panel, Some("LP-1")));
    assert_eq!(facts(&s), said(false));
}

#[test]
fn the_head_may_say_it_without_names() {
    let s = board(
        |d, y| {
            d.text("PANEL LP-1", [60.0, y + 12.0], 9.0);
            d.text("208Y/120V, 3PH, 4W", [60.0, y + 30.0], SIZE).text("225A BUS", [250.0, y + 30.0], SIZE);
            d.text("100A MCB", [60.0, y + 45.0], SIZE).text("22,000 AIC", [250.0, y + 45.0], SIZE);
            d.text("LOCATION ELEC ROOM 104", [60.0, y + 60.0], SIZE).text("FED FROM MDP", [250.0, y + 60.0], SIZE);
        },
        6,
        &[],
    );
    let mut want = said(false);
    want.extend([("phase", "3".to_owned()), ("wires", "4".to_owned())]);
    want.sort();
    assert_eq!(facts(&s), want);
}

#[test]
fn the_poles_of_a_breaker_have_its_load_and_rating() {
    let three = [
        (1, 1, 3, "AHU-1"),
        (1, 2, 3, "60A"),
        (1, 3, 3, "3"),
        (2, 6, 2, "WATER HEATER"),
        (2, 5, 2, "30A"),
        (2, 4, 2, "2"),
    ];
    let s = board(
        |d, y| {
            d.text("PANEL LP-1", [60.0, y + 12.0], 9.0);
        },
        6,
        &three,
    );
    let tags: Vec<&str> = s.rows.iter().map(|r| r.tag.as_str()).collect();
    assert_eq!(tags, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
    for row in &s.rows {
        let (load, breaker, poles) = match row.tag.as_str() {
            "3" | "5" | "7" => ("AHU-1", "60A", 3.0),
            "6" | "8" => ("WATER HEATER", "30A", 2.0),
            _ => ("LIGHTING", "20A", 1.0),
        };
        assert_eq!(row.description, load, "{}", row.tag);
        assert!(row.attributes.contains(&("BKR".to_owned(), Value::Text(breaker.to_owned()))), "{row:?}");
        assert!(row.attributes.contains(&("P".to_owned(), Value::Number(poles))), "{row:?}");
    }
}
