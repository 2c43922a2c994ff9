//! Tables and schedules on sheets drawn here, whose cells are known.

use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet_parts::tables::{Schedule, ScheduleKind, Table, Value, schedules, tables};

const ROW: f32 = 14.0;
const SIZE: f32 = 6.0;

/// The style in which a table is drawn.
#[derive(Clone)]
struct Style {
    at: [f32; 2],
    /// Whether rulings are thin filled bars instead of strokes.
    bars: bool,
    /// Whether every ruling is drawn twice, 1.5 points apart.
    double: bool,
    /// Whether the outer frame is drawn.
    frame: bool,
    /// Whether there are rulings between the body's rows.
    rows: bool,
    /// Whether there are rulings between columns.
    columns: bool,
    /// Whether every ruling has a gap of 2 points.
    gaps: bool,
    /// Whether the sheet is turned by 90 degrees, so that text reads upwards.
    turned: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            at: [80.0, 120.0],
            bars: false,
            double: false,
            frame: true,
            rows: true,
            columns: true,
            gaps: false,
            turned: false,
        }
    }
}

struct Pen {
    drawing: Drawing,
    style: Style,
}

impl Pen {
    fn place(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        if self.style.turned { [y, 1500.0 - x] } else { [x, y] }
    }

    fn ruling(&mut self, a: [f32; 2], b: [f32; 2]) {
        let horizontal = a[1] == b[1];
        let shifts: &[f32] = if self.style.double { &[0.0, 1.5] } else { &[0.0] };
        for shift in shifts {
            let moved = |p: [f32; 2]| if horizontal { [p[0], p[1] + shift] } else { [p[0] + shift, p[1]] };
            let (a, b) = (moved(a), moved(b));
            let mid = [(a[0] * 0.6 + b[0] * 0.4), (a[1] * 0.6 + b[1] * 0.4)];
            let next = if horizontal { [mid[0] + 2.0, mid[1]] } else { [mid[0], mid[1] + 2.0] };
            let pieces = if self.style.gaps { vec![(a, mid), (next, b)] } else { vec![(a, b)] };
            for (p, q) in pieces {
                let (p, q) = (self.place(p), self.place(q));
                if self.style.bars {
                    let (x0, x1) = (p[0].min(q[0]) - 0.3, p[0].max(q[0]) + 0.3);
                    let (y0, y1) = (p[1].min(q[1]) - 0.3, p[1].max(q[1]) + 0.3);
                    self.drawing.rect([x0, y0, x1, y1]);
                } else {
                    self.drawing.line(p, q);
                }
            }
        }
    }

    fn text(&mut self, text: &str, at: [f32; 2], size: f32) {
        if text.is_empty() {
            return;
        }
        let at = self.place(at);
        let angle = if self.style.turned { -std::f64::consts::FRAC_PI_2 } else { 0.0 };
        self.drawing.text_turned(text, at, size, angle);
    }
}

/// Draws a title row, a header and rows. `|` in a cell begins another line of text in it.
fn draw(style: Style, title: Option<&str>, widths: &[f32], rows: &[Vec<&str>]) -> Sheet {
    let mut pen = Pen { drawing: Drawing::new(1500.0, 1500.0), style: style.clone() };
    let [x0, y0] = style.at;
    let width: f32 = widths.iter().sum();
    let lines = |row: &[&str]| row.iter().map(|c| c.split('|').count()).max().unwrap_or(1);
    let mut y = y0;
    let mut ys = vec![y];
    if let Some(title) = title {
        pen.text(title, [x0 + 20.0, y + 10.0], 8.0);
        y += ROW;
        ys.push(y);
    }
    let body = y;
    for row in rows {
        let mut x = x0;
        for (cell, w) in row.iter().zip(widths) {
            for (i, line) in cell.split('|').enumerate() {
                pen.text(line, [x + 3.0, y + 9.0 + 8.0 * i as f32], SIZE);
            }
            x += w;
        }
        y += ROW + 8.0 * (lines(row) - 1) as f32;
        ys.push(y);
    }
    let last = ys.len() - 1;
    for (i, y) in ys.iter().enumerate() {
        let outer = i == 0 || i == last;
        let heading = i <= usize::from(title.is_some()) + 1;
        if (outer && style.frame) || (!outer && (style.rows || heading)) {
            pen.ruling([x0, *y], [x0 + width, *y]);
        }
    }
    let mut x = x0;
    for i in 0..=widths.len() {
        let outer = i == 0 || i == widths.len();
        let top = if outer { y0 } else { body };
        if (!outer && style.columns) || (outer && style.frame) {
            pen.ruling([x, top], [x, y]);
        }
        x += widths.get(i).unwrap_or(&0.0);
    }
    let mut sheet = pen.drawing.sheet();
    if style.bars {
        // The drawing's pen strokes. Bars are filled only.
        for s in &mut sheet.styles {
            (s.stroke, s.fill) = (None, Some(0));
        }
    }
    sheet
}

const FIXTURE_WIDTHS: [f32; 4] = [50.0, 140.0, 60.0, 110.0];

fn fixtures() -> Vec<Vec<&'static str>> {
    vec![
        vec!["TYPE", "DESCRIPTION", "WATTS", "REMARKS"],
        vec!["F1", "2X4 TROFFER", "24", "SEE|NOTE 1"],
        vec!["F2", "LED DOWNLIGHT,|WET LOCATION", "8 W", ""],
        vec!["EX", "EXIT SIGN", "3", "WALL"],
    ]
}

fn only(sheet: &Sheet) -> Schedule {
    let mut found = schedules(sheet);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn check_fixtures(sheet: &Sheet) {
    let s = only(sheet);
    assert_eq!((s.kind, s.title.as_deref()), (ScheduleKind::Fixture, Some("LUMINAIRE SCHEDULE")));
    assert_eq!(s.columns, ["TYPE", "DESCRIPTION", "WATTS", "REMARKS"]);
    let tags: Vec<&str> = s.rows.iter().map(|r| r.tag.as_str()).collect();
    assert_eq!(tags, ["F1", "F2", "EX"]);
    assert_eq!(s.rows[1].description, "LED DOWNLIGHT, WET LOCATION");
    let first = [("WATTS".to_owned(), Value::Number(24.0)), ("REMARKS".to_owned(), Value::Text("SEE NOTE 1".into()))];
    assert_eq!(s.rows[0].attributes, first);
    assert_eq!(s.rows[1].attributes, [("WATTS".to_owned(), Value::Text("8 W".into()))]);
}

#[test]
fn however_its_rulings_are_drawn() {
    let plain = Style::default();
    let styles = [
        plain.clone(),
        Style { bars: true, ..plain.clone() },
        Style { double: true, ..plain.clone() },
        Style { gaps: true, ..plain.clone() },
        Style { turned: true, ..plain.clone() },
        Style { turned: true, gaps: true, double: true, ..plain },
    ];
    for style in styles {
        check_fixtures(&draw(style, Some("LUMINAIRE SCHEDULE"), &FIXTURE_WIDTHS, &fixtures()));
    }
}

#[test]
fn without_an_outer_frame_the_title_stands_above() {
    let style = Style { frame: false, ..Style::default() };
    check_fixtures(&draw(style, Some("LUMINAIRE SCHEDULE"), &FIXTURE_WIDTHS, &fixtures()));
}

#[test]
fn without_rulings_between_columns() {
    for turned in [true, false] {
        let style = Style { columns: false, turned, ..Style::default() };
        check_fixtures(&draw(style, Some("LUMINAIRE SCHEDULE"), &FIXTURE_WIDTHS, &fixtures()));
    }
}

#[test]
fn ruled_notes_are_not_a_schedule() {
    let rows = vec![
        vec!["1.", "ALL WORK TYPE AND MATERIAL SHALL CONFORM TO CODE"],
        vec!["2.", "SEE PANEL SCHEDULE FOR BREAKER SIZE AND WIRE"],
        vec!["3.", "VERIFY LOCATION OF EQUIPMENT WITH ARCHITECT"],
        vec!["4.", "MOUNTING HEIGHT OF DEVICES AS NOTED"],
    ];
    for columns in [true, false] {
        let style = Style { columns, ..Style::default() };
        assert_eq!(schedules(&draw(style, Some("GENERAL NOTES"), &[30.0, 300.0], &rows)), []);
    }
}

#[test]
fn a_revision_cloud_across_it_changes_nothing() {
    let sheet = draw(Style::default(), Some("LUMINAIRE SCHEDULE"), &FIXTURE_WIDTHS, &fixtures());
    let mut cloud = Drawing::new(1500.0, 1500.0);
    cloud.pen(0xff0000, 1.5);
    for i in 0..12 {
        let x = 110.0 + 12.0 * i as f64;
        let mut arc = kurbo::BezPath::new();
        arc.move_to((x, 150.0));
        arc.curve_to((x, 140.0), (x + 12.0, 140.0), (x + 12.0, 150.0));
        cloud.path(&arc);
    }
    let cloud = cloud.sheet();
    let mut both = sheet;
    let styles = both.styles.len() as u32;
    both.styles.extend(cloud.styles);
    both.verbs.extend(cloud.verbs);
    both.coords.extend(cloud.coords);
    both.path_verbs.extend(cloud.path_verbs);
    both.path_styles.extend(cloud.path_styles.iter().map(|s| s + styles));
    both.path_layers.extend(cloud.path_layers);
    both.path_blocks.extend(cloud.path_blocks);
    both.path_clips.extend(cloud.path_clips);
    check_fixtures(&both);
}

#[test]
fn two_level_headers_join_their_names() {
    let mut d = Drawing::new(800.0, 400.0);
    for y in [100.0, 142.0, 156.0, 170.0] {
        d.line([50.0, y], [350.0, y]);
    }
    d.line([150.0, 120.0], [250.0, 120.0]);
    for (x, top) in [(50.0, 100.0), (150.0, 100.0), (200.0, 120.0), (250.0, 100.0), (350.0, 100.0)] {
        d.line([x, top], [x, 170.0]);
    }
    d.text("MARK", [55.0, 130.0], SIZE).text("LAMPS", [180.0, 112.0], SIZE).text("WATTS", [155.0, 133.0], SIZE);
    d.text("TYPE", [205.0, 133.0], SIZE).text("MANUFACTURER", [255.0, 130.0], SIZE);
    d.text("FIXTURE SCHEDULE", [120.0, 92.0], 9.0);
    for (i, tag) in ["A", "B"].iter().enumerate() {
        let y = 152.0 + 14.0 * i as f32;
        d.text(tag, [55.0, y], SIZE).text("40", [155.0, y], SIZE).text("LED", [205.0, y], SIZE).text(
            "ACME",
            [255.0, y],
            SIZE,
        );
    }
    let s = only(&d.sheet());
    assert_eq!(s.columns, ["MARK", "LAMPS WATTS", "LAMPS TYPE", "MANUFACTURER"]);
    assert_eq!(s.title.as_deref(), Some("FIXTURE SCHEDULE"));
    assert_eq!(s.rows.len(), 2);
}

/// Returns a double-sided panelboard of 42 circuits with a 3-pole load on 1, 3, 5, a spare on 6 and a space on 8.
fn panel_rows(mirrored: bool) -> Vec<Vec<String>> {
    let mut header = vec!["CKT", "LOAD", "BKR", "P", "A", "B", "C"];
    let right = ["P", "BKR", "LOAD", "CKT"];
    header.extend(right);
    if !mirrored {
        header = vec!["CKT", "LOAD", "BKR", "P", "VA", "CKT", "LOAD", "BKR", "P", "VA"];
    }
    let load = |n: usize| match n {
        1 => "RTU-1",
        3 | 5 => "-",
        6 => "SPARE",
        8 => "SPACE",
        _ => "RECEPTACLES",
    };
    let mut rows = vec![header.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for i in 0..21 {
        let (odd, even) = (2 * i + 1, 2 * i + 2);
        let side = |n: usize| {
            let poles = if n == 1 {
                "3"
            } else if n == 3 || n == 5 || n == 8 {
                ""
            } else {
                "1"
            };
            [n.to_string(), load(n).to_owned(), if n == 8 { String::new() } else { "20".into() }, poles.to_owned()]
        };
        let (l, r) = (side(odd), side(even));
        let va = |n: usize| (100 * n).to_string();
        let mut row: Vec<String> = l.to_vec();
        if mirrored {
            let mut phases = vec![String::new(); 3];
            phases[i % 3] = va(odd);
            row.extend(phases);
            row.extend(r.into_iter().rev());
        } else {
            row.push(va(odd));
            row.extend(r);
            row.push(va(even));
        }
        rows.push(row);
    }
    rows
}

#[test]
fn a_panelboard_has_a_row_for_each_of_its_42_circuits() {
    for (mirrored, ruled) in [(true, true), (false, true), (false, false)] {
        let rows = panel_rows(mirrored);
        let widths = vec![52.0; rows[0].len()];
        // Without rulings between rows the body is one row of many lines.
        let joined: Vec<String> = (0..rows[0].len())
            .map(|c| rows[1..].iter().map(|r| if r[c].is_empty() { " " } else { &r[c] }).collect::<Vec<_>>().join("|"))
            .collect();
        let cells: Vec<Vec<&str>> = if ruled {
            rows.iter().map(|r| r.iter().map(String::as_str).collect()).collect()
        } else {
            vec![rows[0].iter().map(String::as_str).collect(), joined.iter().map(String::as_str).collect()]
        };
        let s = only(&draw(Style::default(), Some("PANEL LP-1"), &widths, &cells));
        assert_eq!((s.kind, s.designation.as_deref()), (ScheduleKind::Panel, Some("LP-1")));
        let tags: Vec<String> = s.rows.iter().map(|r| r.tag.clone()).collect();
        assert_eq!(tags, (1..=42).map(|n| n.to_string()).collect::<Vec<_>>(), "mirrored {mirrored} ruled {ruled}");
        let described = |n: usize| s.rows[n - 1].description.as_str();
        assert_eq!((described(1), described(3), described(6), described(8)), ("RTU-1", "-", "SPARE", "SPACE"));
        let value =
            |n: usize, name: &str| s.rows[n - 1].attributes.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone());
        assert_eq!(value(1, "P"), Some(Value::Number(3.0)));
        assert_eq!(value(8, "BKR"), None);
        if mirrored {
            assert_eq!(value(3, "B"), Some(Value::Number(300.0)));
        } else {
            assert_eq!((value(3, "VA"), value(4, "VA")), (Some(Value::Number(300.0)), Some(Value::Number(400.0))));
        }
    }
}

#[test]
fn one_cell_for_the_poles_of_a_breaker_is_a_row_each() {
    let rows = vec![
        vec!["CKT", "LOAD", "BKR", "BKR", "LOAD", "CKT"],
        vec!["1,3,5", "CHILLER", "60/3", "20/1", "LIGHTS", "2"],
        vec!["7", "PUMP", "20/1", "20/1", "LIGHTS", "4"],
        vec!["9", "PUMP", "20/1", "20/2", "HEATER", "6,8"],
    ];
    let s = only(&draw(Style::default(), Some("PANELBOARD SCHEDULE"), &[60.0; 6], &rows));
    let tags: Vec<&str> = s.rows.iter().map(|r| r.tag.as_str()).collect();
    assert_eq!(tags, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    assert!([0, 2, 4].iter().all(|i| s.rows[*i].description == "CHILLER"));
}

#[test]
fn a_list_of_circuits_that_runs_sideways() {
    let rows = vec![
        vec!["Circuit No", "P1", "P2", "L1", "SPARE"],
        vec!["Wattage", "3680W", "3680W", "72W", ""],
        vec!["Wire Size", "2.5mm2", "2.5mm2", "1.5mm2", ""],
    ];
    let s = only(&draw(Style::default(), None, &[60.0; 5], &rows));
    let tags: Vec<&str> = s.rows.iter().map(|r| r.tag.as_str()).collect();
    assert_eq!((s.kind, tags), (ScheduleKind::Panel, vec!["P1", "P2", "L1", "SPARE"]));
    // A row occupies its column.
    assert_eq!((s.rows[0].area.min.x, s.rows[0].area.max.x), (140.0, 200.0));
    assert_eq!(s.rows[0].area.max.y - s.rows[0].area.min.y, 3.0 * ROW);
}

#[test]
fn legends_revisions_and_sheet_lists_are_tables_but_not_schedules() {
    let legend = vec![
        vec!["SYMBOL", "DESCRIPTION", "MOUNTING", "REMARKS"],
        vec!["", "RECEPTACLE", "18\"", "A"],
        vec!["S", "SWITCH", "48\"", "B"],
    ];
    let revisions = vec![
        vec!["NO.", "DATE", "DESCRIPTION", "BY"],
        vec!["1", "1/2/24", "ISSUED", "AB"],
        vec!["2", "1/3/24", "BID", "AB"],
    ];
    let sheets =
        vec![vec!["SHEET NO", "SHEET TITLE", "REV"], vec!["E-101", "LIGHTING", "0"], vec!["E-102", "POWER", "0"]];
    for (title, rows) in
        [(Some("SYMBOL LEGEND"), legend.clone()), (None, legend), (None, revisions), (Some("SHEET INDEX"), sheets)]
    {
        let sheet = draw(Style::default(), title, &[90.0; 4][..rows[0].len()], &rows);
        assert_eq!(tables(&sheet).len(), 1);
        assert_eq!(schedules(&sheet), []);
    }
}

#[test]
fn several_tables_of_a_sheet_stay_apart_and_a_run_across_cells_is_cut_at_the_rulings() {
    let mut d = Drawing::new(900.0, 400.0);
    for x0 in [50.0, 450.0] {
        for y in [100.0, 114.0, 128.0] {
            d.line([x0, y], [x0 + 300.0, y]);
        }
        for x in [0.0, 100.0, 200.0, 300.0] {
            d.line([x0 + x, 100.0], [x0 + x, 128.0]);
        }
        // One run of text over three cells, as some programs write it.
        let columns = format!("{:<31}{:<30}{}", "MARK", "MODEL", "QTY");
        d.text(&columns, [x0 + 5.0, 110.0], SIZE).text(
            &format!("{:<31}{:<30}{}", "P1", "X-100", "4"),
            [x0 + 5.0, 124.0],
            SIZE,
        );
    }
    let found: Vec<Table> = tables(&d.sheet());
    assert_eq!(found.len(), 2);
    let texts: Vec<String> = found[0].cells.iter().map(|c| c.text()).collect();
    assert_eq!(texts, ["MARK", "MODEL", "QTY", "P1", "X-100", "4"]);
}

#[test]
fn a_word_joined_across_a_ruling_is_cut_there() {
    let mut d = Drawing::new(400.0, 200.0);
    for y in [50.0, 64.0, 78.0] {
        d.line([50.0, y], [250.0, y]);
    }
    for x in [50.0, 84.0, 150.0, 250.0] {
        d.line([x, 50.0], [x, 78.0]);
    }
    d.text("Part No.Qty.", [55.0, 60.0], SIZE).text("Description", [155.0, 60.0], SIZE);
    d.text("A-1", [55.0, 74.0], SIZE).text("2", [90.0, 74.0], SIZE).text("VALVE", [155.0, 74.0], SIZE);
    let texts: Vec<String> = tables(&d.sheet())[0].cells.iter().map(|c| c.text()).collect();
    assert_eq!(texts, ["Part No.", "Qty.", "Description", "A-1", "2", "VALVE"]);
}

#[test]
fn a_plan_of_walls_and_a_grid_is_not_a_table() {
    let mut d = Drawing::new(1000.0, 800.0);
    for i in 0..6 {
        let t = 100.0 + 120.0 * i as f32;
        d.line([t, 80.0], [t, 720.0]).line([80.0, t], [720.0, t]);
        d.text(&format!("{}", i + 1), [t, 70.0], 10.0);
    }
    d.text("OFFICE", [150.0, 150.0], 8.0).text("101", [150.0, 160.0], 8.0);
    d.text("CORRIDOR", [300.0, 300.0], 8.0);
    assert_eq!(schedules(&d.sheet()), []);
}

mod whatever_the_drawing_order {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn the_rows_stay(
            tags in prop::collection::hash_set("[A-Z]{1,2}[0-9]{1,2}", 2..12),
            watts in prop::collection::vec(1u32..999, 12),
            at in (20.0f32..400.0, 20.0f32..400.0),
            bars: bool, double: bool, gaps: bool, turned: bool,
        ) {
            let tags: Vec<String> = tags.into_iter().collect();
            let watts: Vec<String> = watts.iter().map(u32::to_string).collect();
            let mut rows = vec![vec!["MARK", "DESCRIPTION", "WATTS", "MANUFACTURER"]];
            for (tag, w) in tags.iter().zip(&watts) {
                rows.push(vec![tag, "LED STRIP LIGHT", w, "ACME"]);
            }
            let style = Style { at: [at.0, at.1], bars, double, gaps, turned, ..Style::default() };
            let s = only(&draw(style, Some("LIGHTING FIXTURE SCHEDULE"), &[60.0, 120.0, 60.0, 90.0], &rows));
            prop_assert_eq!(s.rows.iter().map(|r| r.tag.clone()).collect::<Vec<_>>(), tags.clone());
            for (row, w) in s.rows.iter().zip(&watts) {
                prop_assert_eq!(&row.description, "LED STRIP LIGHT");
                let want: f64 = w.parse().unwrap();
                prop_assert_eq!(&row.attributes[0], &("WATTS".to_owned(), Value::Number(want)));
            }
        }
    }
}
