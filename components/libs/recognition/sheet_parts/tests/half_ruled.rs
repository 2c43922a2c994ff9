//! Tables drawn with any subset of their rulings and in any rotation, read cell by cell.

use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::{CHARACTER_WIDTH, Drawing};
use plumbline_sheet_parts::tables::{ColumnMeaning, Schedule, ScheduleKind, schedules};
use proptest::prelude::*;

const SIZE: f32 = 6.0;
const PAGE: f32 = 1400.0;

/// The rulings that are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ruled {
    All,
    /// Rulings between rows, and above the first and below the last.
    Rows,
    /// A frame and rulings between columns.
    Columns,
    Frame,
    /// A frame, rulings between columns, and one under the header.
    ColumnsAndHeader,
    /// A frame, and a rule under the header.
    FrameAndHeader,
    /// A rule under the header.
    Header,
    /// Rules above and under the header, and under the last row.
    ThreeLines,
    /// Gray fills behind every other row.
    Bands,
    Nothing,
}

const RULED: [Ruled; 10] = [
    Ruled::ColumnsAndHeader,
    Ruled::FrameAndHeader,
    Ruled::All,
    Ruled::Rows,
    Ruled::Columns,
    Ruled::Frame,
    Ruled::Header,
    Ruled::ThreeLines,
    Ruled::Bands,
    Ruled::Nothing,
];

/// A table to draw. `|` in a cell begins another line of text in it.
struct Drawn<'a> {
    title: &'a str,
    rows: Vec<Vec<String>>,
    widths: Vec<f32>,
    at: [f32; 2],
    /// Quarter turns clockwise.
    turn: u32,
    ruled: Ruled,
}

impl Drawn<'_> {
    fn place(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        match self.turn {
            1 => [PAGE - y, x],
            2 => [PAGE - x, PAGE - y],
            3 => [y, PAGE - x],
            _ => [x, y],
        }
    }

    fn line(&self, d: &mut Drawing, a: [f32; 2], b: [f32; 2]) {
        d.line(self.place(a), self.place(b));
    }

    fn text(&self, d: &mut Drawing, text: &str, at: [f32; 2], size: f32) {
        d.text_turned(text, self.place(at), size, f64::from(self.turn) * std::f64::consts::FRAC_PI_2);
    }

    fn draw(&self, d: &mut Drawing) {
        let [x0, y0] = self.at;
        let x1 = x0 + self.widths.iter().sum::<f32>();
        self.text(d, self.title, [x0 + 10.0, y0 - 8.0], 8.0);
        let mut tops = vec![y0];
        for row in &self.rows {
            let lines = row.iter().map(|c| c.split('|').count()).max().unwrap_or(1);
            tops.push(tops[tops.len() - 1] + 13.0 + 7.5 * (lines - 1) as f32);
        }
        let bottom = tops[tops.len() - 1];
        let mut lefts = vec![x0];
        for w in &self.widths {
            lefts.push(lefts[lefts.len() - 1] + w);
        }
        if self.ruled == Ruled::Bands {
            d.pen(0, 0.0).fill(Some(0xd0d0d0));
            for (pair, _) in tops.windows(2).zip(0..).filter(|(_, i)| i % 2 == 0) {
                let (a, b) = (self.place([x0, pair[0]]), self.place([x1, pair[1]]));
                d.rect([a[0].min(b[0]), a[1].min(b[1]), a[0].max(b[0]), a[1].max(b[1])]);
            }
            d.fill(None);
        }
        for (i, y) in tops.iter().enumerate() {
            let outer = i == 0 || i + 1 == tops.len();
            let drawn = match self.ruled {
                Ruled::All | Ruled::Rows => true,
                Ruled::Columns | Ruled::Frame => outer,
                Ruled::Header => i == 1,
                Ruled::ThreeLines | Ruled::ColumnsAndHeader | Ruled::FrameAndHeader => outer || i == 1,
                Ruled::Bands | Ruled::Nothing => false,
            };
            if drawn {
                self.line(d, [x0, *y], [x1, *y]);
            }
        }
        for (i, x) in lefts.iter().enumerate() {
            let outer = i == 0 || i + 1 == lefts.len();
            let framed = matches!(self.ruled, Ruled::Frame | Ruled::FrameAndHeader);
            if matches!(self.ruled, Ruled::All | Ruled::Columns | Ruled::ColumnsAndHeader) || outer && framed {
                self.line(d, [*x, y0], [*x, bottom]);
            }
        }
        for (row, top) in self.rows.iter().zip(&tops) {
            for (cell, left) in row.iter().zip(&lefts) {
                for (k, line) in cell.split('|').enumerate().filter(|(_, l)| !l.is_empty()) {
                    self.text(d, line, [left + 3.0, top + 9.0 + 7.5 * k as f32], SIZE);
                }
            }
        }
    }

    fn sheet(&self) -> Sheet {
        let mut d = Drawing::new(PAGE, PAGE);
        self.draw(&mut d);
        finished(d)
    }
}

/// Returns the sheet of a drawing, with fills that have no outline.
fn finished(d: Drawing) -> Sheet {
    let mut sheet = d.sheet();
    for style in sheet.styles.iter_mut().filter(|s| s.fill.is_some()) {
        style.stroke = None;
    }
    sheet
}

/// Returns widths that hold the longest line of each column.
fn widths(rows: &[Vec<String>]) -> Vec<f32> {
    let longest = |c: usize| rows.iter().flat_map(|r| r[c].split('|')).map(|l| l.chars().count()).max().unwrap_or(0);
    (0..rows[0].len()).map(|c| longest(c) as f32 * SIZE * CHARACTER_WIDTH + 14.0).collect()
}

fn strings(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|r| r.iter().map(|c| (*c).to_owned()).collect()).collect()
}

fn only(sheet: &Sheet, about: &str) -> Schedule {
    let mut found = schedules(sheet);
    assert_eq!(found.len(), 1, "{about}: {found:#?}");
    found.remove(0)
}

/// Returns the text of each row under each column, with wrapped lines joined.
fn cells(s: &Schedule) -> Vec<Vec<String>> {
    s.rows.iter().map(|r| (0..s.columns.len()).map(|c| s.cell(r, c)).collect()).collect()
}

fn wanted(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    rows[1..].iter().map(|r| r.iter().map(|c| c.replace('|', " ")).collect()).collect()
}

fn check(title: &str, rows: &[Vec<String>], ruled: Ruled, turn: u32) -> Schedule {
    let drawn = Drawn { title, rows: rows.to_vec(), widths: widths(rows), at: [120.0, 150.0], turn, ruled };
    let about = format!("{ruled:?} turned {turn}");
    let s = only(&drawn.sheet(), &about);
    let names: Vec<String> = rows[0].iter().map(|n| n.replace('\u{3000}', " ")).collect();
    assert_eq!(s.columns, names, "{about}");
    assert_eq!(cells(&s), wanted(rows), "{about}");
    assert_eq!(s.title.as_deref(), Some(title), "{about}");
    s
}

#[test]
fn whatever_is_ruled_and_however_it_is_turned() {
    let rows = strings(&[
        &["MARK", "DESCRIPTION", "CFM", "VOLTS", "MANUFACTURER", "REMARKS"],
        &["EF-1", "EXHAUST FAN", "250", "120", "ACME", "INTERLOCK WITH THE LIGHT SWITCH OF THE ROOM"],
        &["EF-2", "INLINE FAN WITH|SPEED CONTROL", "1200", "208", "ACME", ""],
        &["SF-1", "SUPPLY FAN", "3400", "208", "OTHER CO", "ROOF|MOUNTED"],
        &["RF-1", "RELIEF FAN", "900", "120", "ACME", ""],
    ]);
    for ruled in RULED {
        for turn in 0..4 {
            let s = check("FAN SCHEDULE", &rows, ruled, turn);
            assert_eq!(s.kind, ScheduleKind::Mechanical);
            assert_eq!(
                s.meanings[2..],
                [ColumnMeaning::Cfm, ColumnMeaning::Volt, ColumnMeaning::Manufacturer, ColumnMeaning::Remark]
            );
        }
    }
}

#[test]
fn in_other_languages() {
    let tables: [(&str, &[&[&str]], ScheduleKind); 9] = [
        (
            "CUADRO DE LUMINARIAS",
            &[
                &["TIPO", "DESCRIPCIÓN", "POTENCIA (W)", "CANT."],
                &["L1", "PANEL LED", "42", "12"],
                &["L2", "BRAQUETE", "18", "4"],
            ],
            ScheduleKind::Fixture,
        ),
        (
            "ARMATURENLIJST",
            &[
                &["TYPE", "OMSCHRIJVING", "VERMOGEN", "AANTAL"],
                &["A1", "INBOUW LED", "24 W", "16"],
                &["A2", "OPBOUW", "36 W", "3"],
            ],
            ScheduleKind::Fixture,
        ),
        (
            "照明器具表",
            &[
                &["記号", "名　称", "容量", "数量", "備考"],
                &["A", "ダウンライト", "8.5", "12", "埋込"],
                &["B", "ベースライト", "40", "6", ""],
            ],
            ScheduleKind::Fixture,
        ),
        (
            "空調機器表",
            &[
                &["機器番号", "名称", "風量", "電圧", "数量"],
                &["AC-1", "パッケージ", "1200", "200", "2"],
                &["FE-1", "排風機", "300", "100", "4"],
            ],
            ScheduleKind::Mechanical,
        ),
        (
            "主要设备材料表",
            &[
                &["序号", "名称", "型号规格", "单位", "数量", "备注"],
                &["1", "双管荧光灯", "2x36W", "套", "12", "吸顶"],
                &["2", "单联开关", "10A", "个", "6", ""],
            ],
            ScheduleKind::Equipment,
        ),
        (
            "장비일람표",
            &[
                &["장비번호", "명칭", "규격", "수량", "비고"],
                &["P-1", "순환펌프", "50A", "2", "옥상"],
                &["P-2", "급수펌프", "80A", "3", ""],
            ],
            ScheduleKind::Equipment,
        ),
        (
            "СПЕЦИФИКАЦИЯ ОБОРУДОВАНИЯ",
            &[
                &["Поз.", "Наименование", "Марка", "Кол-во", "Примечание"],
                &["1", "Светильник", "ДВО-36", "12", "потолок"],
                &["2", "Выключатель", "А16", "4", ""],
            ],
            ScheduleKind::Equipment,
        ),
        (
            "Специфікація обладнання",
            &[
                &["Поз.", "Найменування", "Од. вим.", "Кількість"],
                &["1", "Розетка", "шт", "12"],
                &["2", "Вимикач", "шт", "4"],
            ],
            ScheduleKind::Equipment,
        ),
        (
            "STÜCKLISTE",
            &[
                &["POS.", "BEZEICHNUNG", "MENGE", "EINHEIT"],
                &["1", "KUGELHAHN", "12", "Stk"],
                &["2", "ROHR DN50", "35,5", "m"],
            ],
            ScheduleKind::Equipment,
        ),
    ];
    for (title, rows, kind) in tables {
        for ruled in [Ruled::All, Ruled::Header, Ruled::Frame] {
            let s = check(title, &strings(rows), ruled, 0);
            assert_eq!(s.kind, kind, "{title}");
        }
    }
}

#[test]
fn notes_below_are_not_rows() {
    for ruled in RULED {
        let rows = strings(&[
            &["TYPE", "DESCRIPTION", "WATTS", "MOUNTING"],
            &["A", "2X4 TROFFER", "40", "RECESSED"],
            &["B", "DOWNLIGHT", "15", "RECESSED"],
            &["C", "WALL PACK", "30", "SURFACE"],
        ]);
        let drawn = Drawn {
            title: "LIGHTING FIXTURE SCHEDULE",
            widths: widths(&rows),
            rows: rows.clone(),
            at: [120.0, 150.0],
            turn: 0,
            ruled,
        };
        let mut d = Drawing::new(PAGE, PAGE);
        drawn.draw(&mut d);
        let bottom = 150.0 + 13.0 * 4.0;
        d.text("NOTES:", [123.0, bottom + 14.0], SIZE);
        d.text("1. VERIFY TYPE AND MOUNTING WITH THE ARCHITECT", [123.0, bottom + 24.0], SIZE);
        d.text("2. PROVIDE 40 WATTS MAXIMUM", [123.0, bottom + 34.0], SIZE);
        let s = only(&finished(d), &format!("{ruled:?}"));
        assert_eq!(cells(&s), wanted(&rows), "{ruled:?}");
    }
}

#[test]
fn two_tables_side_by_side_stay_two() {
    let left = strings(&[&["MARK", "DESCRIPTION", "HP"], &["P-1", "PUMP", "5"], &["P-2", "PUMP", "7.5"]]);
    let right = strings(&[&["TAG", "SERVICE", "GPM"], &["HX-1", "HEATING", "40"], &["HX-2", "COOLING", "60"]]);
    for ruled in RULED {
        let mut d = Drawing::new(PAGE, PAGE);
        for (title, rows, x) in [("PUMP SCHEDULE", &left, 100.0), ("HEAT EXCHANGER SCHEDULE", &right, 420.0)] {
            Drawn { title, rows: rows.clone(), widths: widths(rows), at: [x, 150.0], turn: 0, ruled }.draw(&mut d);
        }
        let found = schedules(&finished(d));
        assert_eq!(found.len(), 2, "{ruled:?}: {found:#?}");
        let titles: Vec<_> = found.iter().map(|s| s.title.clone().unwrap_or_default()).collect();
        assert_eq!(titles, ["PUMP SCHEDULE", "HEAT EXCHANGER SCHEDULE"], "{ruled:?}");
        assert_eq!((cells(&found[0]), cells(&found[1])), (wanted(&left), wanted(&right)), "{ruled:?}");
    }
}

#[test]
fn a_plan_full_of_words_is_not_a_table() {
    let mut d = Drawing::new(PAGE, PAGE);
    for i in 0..12 {
        for k in 0..8 {
            let at = [80.0 + 150.0 * k as f32, 100.0 + 37.0 * i as f32];
            d.text(
                ["ROOM 101", "TYPE A", "PANEL LP-1", "NO. 4", "EQUIPMENT", "WALL", "P-2", "UNIT"][(i + k) % 8],
                at,
                SIZE,
            );
        }
    }
    assert_eq!(schedules(&d.sheet()), []);
}

/// Headings of a schedule, with a pattern of the values below each.
const COLUMNS: [(&str, &str); 8] = [
    ("MARK", "[A-Z]{1,2}-[1-9][0-9]?"),
    ("DESCRIPTION", "[A-Z]{3,8}( [A-Z]{3,7}){0,2}"),
    ("QTY", "[1-9][0-9]{0,2}"),
    ("MANUFACTURER", "[A-Z]{4,9}"),
    ("MODEL", "[A-Z]{2}[0-9]{3}"),
    ("VOLTS", "(120|208|277|480)"),
    ("MOUNTING", "(WALL|ROOF|FLOOR|CEILING)"),
    ("REMARKS", "([A-Z]{3,6} [A-Z]{3,6})?"),
];

fn body() -> impl Strategy<Value = Vec<Vec<String>>> {
    (3usize..8, 2usize..14).prop_flat_map(|(columns, rows)| {
        let row: Vec<BoxedStrategy<String>> = COLUMNS[..columns].iter().map(|(_, cell)| cell.boxed()).collect();
        prop::collection::vec(row, rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_cell_is_read(
        body in body(),
        ruled in prop::sample::select(RULED.to_vec()),
        turn in 0u32..4,
        wraps in prop::collection::vec(any::<bool>(), 16),
        at in (60.0f32..300.0, 80.0f32..400.0),
    ) {
        let mut rows = vec![COLUMNS[..body[0].len()].iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()];
        rows.extend(body);
        // Some descriptions wrap.
        for (row, wrap) in rows[1..].iter_mut().zip(wraps) {
            if wrap {
                row[1] = row[1].replacen(' ', "|", 1);
            }
        }
        let drawn = Drawn { title: "EQUIPMENT SCHEDULE", widths: widths(&rows), rows: rows.clone(), at: [at.0, at.1], turn, ruled };
        let s = only(&drawn.sheet(), &format!("{ruled:?} turned {turn}"));
        prop_assert_eq!(&s.columns, &rows[0]);
        prop_assert_eq!(cells(&s), wanted(&rows));
    }
}

/// Returns the sheet with its paths and text runs drawn in the opposite order.
fn reversed(sheet: &Sheet) -> Sheet {
    let mut out = sheet.clone();
    let paths: Vec<_> = sheet.paths().collect();
    out.verbs = paths.iter().rev().flat_map(|p| p.verbs).copied().collect();
    out.coords = paths.iter().rev().flat_map(|p| p.coords).copied().collect();
    for column in
        [&mut out.path_verbs, &mut out.path_styles, &mut out.path_layers, &mut out.path_blocks, &mut out.path_clips]
    {
        column.reverse();
    }
    let texts: Vec<_> = sheet.texts().collect();
    out.text = texts.iter().rev().map(|t| t.text).collect();
    out.text_baselines = texts.iter().rev().flat_map(|t| [t.start.to_array(), t.end.to_array()]).flatten().collect();
    out.text_boxes = texts.iter().rev().flat_map(|t| t.bbox.to_array()).collect();
    out.text_sizes.reverse();
    for column in [&mut out.text_lengths, &mut out.text_colors, &mut out.text_layers] {
        column.reverse();
    }
    out.text_sources.reverse();
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_order_of_drawing_says_nothing(body in body(), ruled in prop::sample::select(RULED.to_vec()), turn in 0u32..4) {
        let mut rows = vec![COLUMNS[..body[0].len()].iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()];
        rows.extend(body);
        let drawn = Drawn { title: "EQUIPMENT SCHEDULE", widths: widths(&rows), rows, at: [120.0, 150.0], turn, ruled };
        let sheet = drawn.sheet();
        prop_assert_eq!(schedules(&reversed(&sheet)), schedules(&sheet));
    }
}
