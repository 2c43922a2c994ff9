//! Tests the schedules of a page: stated quantities, schedules over several pages, and headings of panel schedules.

use kurbo::{BezPath, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, Schedule, ScheduleRow, UnitSystem};
use plumbline_takeoff::{Findings, Options, extract, survey};

const SIZE: f32 = 6.0;
const ROW: f32 = 16.0;

/// Draws a ruled table below its title.
fn table(drawing: &mut Drawing, at: [f32; 2], title: &str, widths: &[f32], rows: &[&[&str]]) {
    drawing.text(title, [at[0], at[1] - 6.0], 9.0);
    for (n, row) in rows.iter().enumerate() {
        let (mut x, y) = (at[0], at[1] + ROW * n as f32);
        for (text, width) in row.iter().zip(widths) {
            drawing.rect([x, y, x + width, y + ROW]).text(text, [x + 3.0, y + 10.0], SIZE);
            x += width;
        }
    }
}

/// Creates a sheet of a document.
fn numbered(drawing: Drawing, page: u32) -> Sheet {
    let mut sheet = drawing.sheet();
    sheet.page_number = page;
    sheet
}

fn findings(sheets: &[Sheet]) -> Vec<Findings> {
    let asked =
        Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    let surveys: Vec<Vec<u8>> = sheets.iter().map(survey).collect();
    sheets.iter().map(|sheet| extract(Discipline::Electrical, sheet, &surveys, &asked)).collect()
}

fn only(found: &Findings) -> &Schedule {
    assert_eq!(found.schedules.len(), 1, "{:?}", found.schedules);
    &found.schedules[0]
}

fn attribute<'a>(row: &'a ScheduleRow, key: &str) -> Option<&'a Attribute> {
    row.attributes.iter().find(|(k, _)| k == key).map(|(_, value)| value)
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(k, v)| match v {
        Attribute::Text(t) if k == key => Some(t.as_str()),
        _ => None,
    })
}

#[test]
fn a_row_that_says_how_many_pieces_there_are_states_a_quantity() {
    let mut drawing = Drawing::new(1000.0, 700.0);
    let rows: [&[&str]; 5] = [
        &["TYPE", "DESCRIPTION", "QTY", "UNIT", "MANUFACTURER"],
        &["A", "2X4 TROFFER", "12", "EA", "ACME"],
        &["B", "DOWNLIGHT", "4", "", "ACME"],
        &["C", "LED STRIP", "12.5", "M", "ACME"],
        &["D", "TAPE LIGHT", "30", "FT", "ACME"],
    ];
    table(&mut drawing, [100.0, 100.0], "LUMINAIRE SCHEDULE", &[40.0, 120.0, 40.0, 40.0, 100.0], &rows);
    let found = findings(&[drawing.sheet()]);
    let stated: Vec<Option<f64>> = only(&found[0])
        .rows
        .iter()
        .map(|row| match attribute(row, "stated_quantity") {
            Some(Attribute::Number(number)) => Some(*number),
            _ => None,
        })
        .collect();
    assert_eq!(stated, [Some(12.0), Some(4.0), None, None]);
}

#[test]
fn a_schedule_that_goes_on_names_the_page_where_it_begins() {
    let sheets: Vec<Sheet> = [(1, "", "A"), (2, " (CONT.)", "B"), (3, " (CONT.)", "C"), (4, " - ROOF", "D")]
        .map(|(page, more, tag)| {
            let mut drawing = Drawing::new(1000.0, 700.0);
            let title = format!("LUMINAIRE SCHEDULE{more}");
            let (next, last) = (format!("{tag}1"), format!("{tag}2"));
            let rows: [&[&str]; 4] = [
                &["TYPE", "DESCRIPTION", "WATTS", "MANUFACTURER"],
                &[tag, "TROFFER", "40", "ACME"],
                &[&next, "DOWNLIGHT", "12", "ACME"],
                &[&last, "WALL LIGHT", "9", "ACME"],
            ];
            table(&mut drawing, [100.0, 100.0], &title, &[40.0, 120.0, 60.0, 100.0], &rows);
            numbered(drawing, page)
        })
        .into();
    let found = findings(&sheets);
    let first = format!("1/{}", only(&found[0]).key);
    for (n, found) in found.iter().enumerate() {
        let rows = &only(found).rows;
        let named = match attribute(&rows[0], "continues") {
            Some(Attribute::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        assert_eq!(named, (n == 1 || n == 2).then_some(first.as_str()), "page {}", n + 1);
        assert!(rows[1..].iter().all(|row| attribute(row, "continues").is_none()));
    }
}

#[test]
fn a_panelboard_on_the_plan_has_what_the_head_of_its_schedule_says() {
    let panel: Vec<BezPath> = {
        let mut hatch = BezPath::new();
        hatch.move_to((-9.0, -3.0));
        hatch.line_to((9.0, 3.0));
        vec![kurbo::Rect::new(-9.0, -3.0, 9.0, 3.0).to_path(0.1), hatch]
    };
    let mut drawing = Drawing::new(1000.0, 800.0);
    let rows: [&[&str]; 2] = [&["SYMBOL", "DESCRIPTION"], &["", "PANELBOARD"]];
    table(&mut drawing, [700.0, 60.0], "LEGEND", &[60.0, 150.0], &rows);
    drawing.symbol(&panel, [730.0, 84.0], 0.0, false);
    for (n, name) in ["LP-1", "MDP"].iter().enumerate() {
        let at = [150.0 + 200.0 * n as f32, 150.0];
        drawing.symbol(&panel, at, 0.0, false).text(name, [at[0] - 6.0, at[1] - 6.0], SIZE);
    }
    drawing.rect([100.0, 400.0, 480.0, 440.0]).text("PANEL LP-1", [105.0, 412.0], 9.0);
    drawing.text("VOLTS: 208Y/120", [105.0, 424.0], SIZE).text("MAIN: 100A MCB", [250.0, 424.0], SIZE);
    drawing.text("BUS: 225A", [105.0, 434.0], SIZE).text("LOCATION: ELEC ROOM", [250.0, 434.0], SIZE);
    let heads: &[&str] = &["CKT", "LOAD", "BKR", "P", "P", "BKR", "LOAD", "CKT"];
    let numbers: Vec<[String; 2]> = (0..6).map(|n| [(2 * n + 1).to_string(), (2 * n + 2).to_string()]).collect();
    let mut rows: Vec<Vec<&str>> = vec![heads.to_vec()];
    for [odd, even] in &numbers {
        rows.push(vec![odd, "LIGHTING", "20A", "1", "1", "20A", "LIGHTING", even]);
    }
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    table(&mut drawing, [100.0, 440.0], "", &[30.0, 100.0, 30.0, 30.0, 30.0, 30.0, 100.0, 30.0], &rows);
    let found = &findings(&[drawing.sheet()])[0];
    let panels: Vec<&Item> = found.items.iter().filter(|item| item.description == "PANELBOARD").collect();
    assert_eq!(panels.len(), 2);
    assert_eq!(only(found).title.as_deref(), Some("PANEL LP-1"));
    let one = |tag: &str| *panels.iter().find(|item| item.tag.as_deref() == Some(tag)).expect("a panel of that name");
    let said = |key: &str| text(one("LP-1"), key);
    assert_eq!((said("voltage"), said("main"), said("bus_rating")), (Some("208Y/120"), Some("100A MCB"), Some("225A")));
    assert_eq!(said("location"), Some("ELEC ROOM"));
    assert!(said("schedule_id").is_some_and(|id| id.starts_with("1/")));
    assert!(text(one("MDP"), "voltage").is_none() && text(one("MDP"), "schedule_id").is_none());
}
