//! Layouts of schedules: continued, side by side, with ditto marks, merged headers and clouds, and panelboards without
//! rulings.

use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet_parts::tables::{ColumnMeaning, Schedule, ScheduleKind, bar_list, material_list, schedules};

const SIZE: f32 = 6.0;
const ROW: f32 = 13.0;

/// Draws rows of cells, ruled or not, and returns the bottom edge.
fn table(d: &mut Drawing, at: [f32; 2], widths: &[f32], rows: &[&[&str]], ruled: bool) -> f32 {
    let [x0, y0] = at;
    let x1 = x0 + widths.iter().sum::<f32>();
    let bottom = y0 + ROW * rows.len() as f32;
    for (i, row) in rows.iter().enumerate() {
        let y = y0 + ROW * i as f32;
        let mut x = x0;
        for (cell, w) in row.iter().zip(widths) {
            if !cell.is_empty() {
                d.text(cell, [x + 3.0, y + 9.0], SIZE);
            }
            x += w;
        }
        if ruled {
            d.line([x0, y], [x1, y]);
        }
    }
    if ruled {
        d.line([x0, bottom], [x1, bottom]);
        let mut x = x0;
        for w in widths.iter().chain([&0.0]) {
            d.line([x, y0], [x, bottom]);
            x += w;
        }
    }
    bottom
}

fn only(sheet: &Sheet) -> Schedule {
    let mut found = schedules(sheet);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn tags(s: &Schedule) -> Vec<&str> {
    s.rows.iter().map(|r| r.tag.as_str()).collect()
}

const DOORS: [&str; 4] = ["DOOR NO.", "TYPE", "SIZE", "HARDWARE"];

#[test]
fn a_continued_schedule_is_one() {
    let widths = [50.0, 50.0, 80.0, 60.0];
    for ruled in [true, false] {
        let mut d = Drawing::new(1000.0, 600.0);
        d.text("DOOR SCHEDULE", [60.0, 92.0], 8.0).text("DOOR SCHEDULE (CONT'D)", [460.0, 92.0], 8.0);
        table(
            &mut d,
            [50.0, 100.0],
            &widths,
            &[&DOORS, &["101", "A", "3'-0\" x 7'-0\"", "HW-1"], &["102", "B", "3'-0\" x 7'-0\"", "HW-2"]],
            ruled,
        );
        table(
            &mut d,
            [450.0, 100.0],
            &widths,
            &[&DOORS, &["201", "A", "6'-0\" x 7'-0\"", "HW-1"], &["202", "C", "3'-0\" x 7'-0\"", "HW-3"]],
            ruled,
        );
        let s = only(&d.sheet());
        assert_eq!((s.kind, s.title.as_deref()), (ScheduleKind::Other, Some("DOOR SCHEDULE")));
        assert_eq!(tags(&s), ["101", "102", "201", "202"], "ruled {ruled}");
    }
}

#[test]
fn a_header_repeated_in_a_table_begins_no_other_schedule() {
    let mut d = Drawing::new(600.0, 600.0);
    d.text("DOOR SCHEDULE", [60.0, 92.0], 8.0);
    let rows: [&[&str]; 6] = [
        &DOORS,
        &["101", "A", "3070", "HW-1"],
        &["102", "B", "3070", "HW-2"],
        &DOORS,
        &["103", "A", "3070", "HW-1"],
        &["104", "B", "3070", "HW-2"],
    ];
    table(&mut d, [50.0, 100.0], &[50.0, 50.0, 80.0, 60.0], &rows, true);
    assert_eq!(tags(&only(&d.sheet())), ["101", "102", "103", "104"]);
}

#[test]
fn schedules_with_other_titles_stay_separate() {
    let mut d = Drawing::new(1000.0, 600.0);
    d.text("DOOR SCHEDULE - LEVEL 1", [60.0, 92.0], 8.0).text("DOOR SCHEDULE - LEVEL 2", [460.0, 92.0], 8.0);
    for x in [50.0, 450.0] {
        let rows: [&[&str]; 3] = [&DOORS, &["101", "A", "3070", "HW-1"], &["102", "B", "3070", "HW-2"]];
        table(&mut d, [x, 100.0], &[50.0, 50.0, 80.0, 60.0], &rows, true);
    }
    assert_eq!(schedules(&d.sheet()).len(), 2);
}

#[test]
fn ditto_marks_repeat_the_row_above() {
    for (mark, ruled) in [("\"", true), ("DO.", true), ("ÍDEM", false), ("〃", true), ("-\"-", false)] {
        let mut d = Drawing::new(600.0, 600.0);
        d.text("FIXTURE SCHEDULE", [60.0, 92.0], 8.0);
        let rows: [&[&str]; 4] = [
            &["TYPE", "DESCRIPTION", "WATTS", "MANUFACTURER"],
            &["A", "TROFFER", "40", "ACME"],
            &["B", mark, "60", mark],
            &["C", mark, mark, "OTHER"],
        ];
        table(&mut d, [50.0, 100.0], &[50.0, 90.0, 60.0, 90.0], &rows, ruled);
        let s = only(&d.sheet());
        let text = |row: usize, m| s.text(&s.rows[row], m).unwrap_or_default();
        assert_eq!(s.rows[2].description, "TROFFER", "{mark}");
        assert_eq!(text(1, ColumnMeaning::Manufacturer), "ACME", "{mark}");
        assert_eq!(text(2, ColumnMeaning::Watt), "60", "{mark}");
    }
}

#[test]
fn tables_that_share_a_ruling_are_split_at_their_titles() {
    let mut d = Drawing::new(800.0, 400.0);
    for y in [100.0, 114.0, 128.0, 142.0, 156.0] {
        d.line([50.0, y], [650.0, y]);
    }
    for (i, x) in [50.0, 150.0, 250.0, 350.0, 450.0, 550.0, 650.0].into_iter().enumerate() {
        d.line([x, if i % 3 == 0 { 100.0 } else { 114.0 }], [x, 156.0]);
    }
    d.text("PUMP SCHEDULE", [60.0, 110.0], 7.0).text("FAN SCHEDULE", [360.0, 110.0], 7.0);
    let rows = [
        ["MARK", "GPM", "HP", "TAG", "CFM", "VOLTS"],
        ["P-1", "40", "1", "EF-1", "300", "120"],
        ["P-2", "50", "2", "EF-2", "400", "120"],
    ];
    for (i, row) in rows.iter().enumerate() {
        for (k, cell) in row.iter().enumerate() {
            d.text(cell, [55.0 + 100.0 * k as f32, 124.0 + 14.0 * i as f32], SIZE);
        }
    }
    let found = schedules(&d.sheet());
    let titles: Vec<_> = found.iter().map(|s| s.title.clone().unwrap_or_default()).collect();
    assert_eq!(titles, ["PUMP SCHEDULE", "FAN SCHEDULE"]);
    assert_eq!((tags(&found[0]), tags(&found[1])), (vec!["P-1", "P-2"], vec!["EF-1", "EF-2"]));
}

#[test]
fn a_cloud_of_chords_does_not_split_cells() {
    let mut d = Drawing::new(600.0, 600.0);
    d.text("FIXTURE SCHEDULE", [60.0, 92.0], 8.0);
    let rows: [&[&str]; 4] = [
        &["TYPE", "DESCRIPTION", "WATTS", "MANUFACTURER"],
        &["A", "TROFFER", "40", "ACME"],
        &["B", "DOWNLIGHT", "60", "ACME"],
        &["C", "STRIP", "20", "OTHER"],
    ];
    table(&mut d, [50.0, 100.0], &[50.0, 90.0, 60.0, 90.0], &rows, true);
    // Half circles of twelve chords. At least one chord of each is level, and longer than a cell's minimum height.
    d.pen(0xff0000, 1.0);
    for i in 0..6 {
        let (cx, cy, r) = (70.0 + 40.0 * i as f32, 132.0, 26.0);
        let points: Vec<[f32; 2]> = (0..=12)
            .map(|k| {
                let a = std::f32::consts::PI * (1.0 + k as f32 / 12.0);
                [cx + r * a.cos(), cy + r * a.sin()]
            })
            .collect();
        d.polyline(&points);
    }
    let s = only(&d.sheet());
    assert_eq!(tags(&s), ["A", "B", "C"]);
    assert_eq!(s.rows[1].description, "DOWNLIGHT");
}

#[test]
fn a_panelboard_without_rulings_has_its_circuits() {
    let mut d = Drawing::new(900.0, 800.0);
    d.text("PANEL LP-2 SCHEDULE", [60.0, 88.0], 9.0);
    let widths = [30.0, 110.0, 40.0, 40.0, 40.0, 110.0, 30.0];
    let mut rows: Vec<Vec<String>> =
        vec![["CKT", "LOAD", "BKR", "PH", "BKR", "LOAD", "CKT"].map(str::to_owned).to_vec()];
    for i in 0..12 {
        let phase = ["A", "B", "C"][i % 3];
        let row = [&(2 * i + 1).to_string(), "LIGHTING", "20", phase, "20", "RECEPTACLES", &(2 * i + 2).to_string()];
        rows.push(row.map(str::to_owned).to_vec());
    }
    let cells: Vec<Vec<&str>> = rows.iter().map(|r| r.iter().map(String::as_str).collect()).collect();
    let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    table(&mut d, [50.0, 100.0], &widths, &cells, false);
    let s = only(&d.sheet());
    assert_eq!((s.kind, s.designation.as_deref()), (ScheduleKind::Panel, Some("LP-2")));
    assert_eq!(s.rows.len(), 24);
    assert!(s.rows.iter().enumerate().all(|(i, r)| r.tag == (i + 1).to_string()), "{:?}", tags(&s));
    assert_eq!((s.rows[0].description.as_str(), s.rows[1].description.as_str()), ("LIGHTING", "RECEPTACLES"));
}

#[test]
fn a_bar_list_is_weighed() {
    for ruled in [true, false] {
        let mut d = Drawing::new(700.0, 400.0);
        d.text("BAR LIST", [60.0, 92.0], 8.0);
        let rows: [&[&str]; 4] = [
            &["MARK", "QTY", "SIZE", "LENGTH", "TYPE", "WEIGHT"],
            &["4B01", "16", "#4", "7'-3 1/2\"", "T1", "78 LBS"],
            &["5B01", "4x2", "#5", "31'-3\"", "2", ""],
            &["6B01", "3", "#6", "10'-0\"", "17", ""],
        ];
        table(&mut d, [50.0, 100.0], &[60.0, 40.0, 40.0, 70.0, 40.0, 50.0], &rows, ruled);
        let list = bar_list(&only(&d.sheet())).unwrap();
        let foot = 0.3048;
        let want = 16.0 * (7.0 + 3.5 / 12.0) * foot * 0.994 + 8.0 * 31.25 * foot * 1.552 + 3.0 * 10.0 * foot * 2.235;
        assert!((list.kilograms - want).abs() < 1e-6, "{}", list.kilograms);
        assert_eq!(list.bars[0].shape.as_deref(), Some("T1"));
        assert!((list.bars[0].stated_kilograms.unwrap() - 78.0 * 0.453_592_37).abs() < 1e-9);
    }
}

#[test]
fn a_list_of_materials_says_how_much() {
    let mut d = Drawing::new(700.0, 400.0);
    d.text("LISTA DE MATERIALES", [60.0, 92.0], 8.0);
    let rows: [&[&str]; 3] = [
        &["ÍTEM", "DESCRIPCIÓN", "UNIDAD", "CANTIDAD"],
        &["1", "TUBERÍA PVC 20 mm", "m", "1,250"],
        &["2", "CAJA OCTOGONAL", "und", "48"],
    ];
    table(&mut d, [50.0, 100.0], &[40.0, 120.0, 50.0, 60.0], &rows, true);
    let s = only(&d.sheet());
    assert_eq!(s.kind, ScheduleKind::Equipment);
    let list = material_list(&s).unwrap();
    let amounts: Vec<f64> = list.iter().filter_map(|m| m.quantity).map(|q| q.value).collect();
    assert_eq!(amounts, [1250.0, 48.0]);
}

#[test]
fn a_circuit_that_comes_again_and_again_names_no_device() {
    let mut d = Drawing::new(700.0, 400.0);
    d.text("DEVICE LIST", [60.0, 92.0], 8.0);
    let addresses: Vec<String> = (1..9).map(|i| format!("M{i:02}")).collect();
    let rows: Vec<[&str; 4]> = std::iter::once(["CIRCUIT", "ADDRESS", "DESCRIPTION", "VOLTAGE DROP"])
        .chain(addresses.iter().map(|a| ["NAC1", a.as_str(), "STROBE", "0.2 V"]))
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(|r| r.as_slice()).collect();
    table(&mut d, [50.0, 100.0], &[50.0, 50.0, 90.0, 80.0], &rows, true);
    let s = only(&d.sheet());
    assert_eq!(tags(&s), addresses.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(
        s.meanings,
        [ColumnMeaning::Circuit, ColumnMeaning::Tag, ColumnMeaning::Description, ColumnMeaning::Other]
    );
}

#[test]
fn vertical_rules_alone_part_columns_that_touch() {
    let rows: [&[&str]; 4] = [
        &["MARK", "DESCRIPTION", "MODEL", "REMARKS"],
        &["EF-1", "EXHAUST FAN CEILING", "ACME-100-BL", "SEE NOTE 1"],
        &["EF-2", "EXHAUST FAN INLINE", "ACME-2000-BLX", "ROOF"],
        &["SF-1", "SUPPLY FAN", "ACME-3", ""],
    ];
    for framed in [false, true] {
        let mut d = Drawing::new(800.0, 600.0);
        d.text("FAN SCHEDULE", [110.0, 88.0], 9.0);
        // Columns as wide as their longest text plus a point on each side.
        let width = |c: usize| 2.0 + rows.iter().map(|r| r[c].chars().count()).max().unwrap_or(0) as f32 * 6.0 * 0.55;
        let mut x = 100.0;
        for c in 0..4 {
            for (n, row) in rows.iter().enumerate() {
                d.text(row[c], [x + 1.0, 110.0 + 13.0 * n as f32], 6.0);
            }
            d.line([x, 100.0], [x, 155.0]);
            x += width(c);
        }
        d.line([x, 100.0], [x, 155.0]);
        if framed {
            d.rect([100.0, 100.0, x, 155.0]);
        }
        let s = only(&d.sheet());
        assert_eq!(s.columns, rows[0], "framed {framed}");
        let read: Vec<Vec<String>> = s.rows.iter().map(|r| (0..4).map(|c| s.cell(r, c)).collect()).collect();
        let want: Vec<Vec<String>> = rows[1..].iter().map(|r| r.iter().map(|c| (*c).to_owned()).collect()).collect();
        assert_eq!(read, want, "framed {framed}");
    }
}
