//! Legends of many forms: turned, in several columns, with the descriptions first, without rules, in several languages.

mod reading;

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Ink, Legend, legends};

use reading::{Place, downwards, level, upwards};

fn line(a: (f64, f64), b: (f64, f64)) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(a);
    path.line_to(b);
    path
}

/// Returns four different symbols.
fn symbols() -> [Vec<BezPath>; 4] {
    let circle = || Circle::new((0.0, 0.0), 4.0).to_path(0.01);
    [
        vec![circle(), line((-6.0, 0.0), (6.0, 0.0))],
        vec![circle(), line((0.0, -6.0), (0.0, 6.0)), line((-1.0, -6.0), (-1.0, 6.0))],
        vec![line((-5.0, -4.0), (5.0, 4.0)), line((-5.0, 4.0), (5.0, -4.0)), line((-5.0, -4.0), (-5.0, 4.0))],
        vec![circle(), circle(), line((4.0, 0.0), (8.0, 0.0))],
    ]
}

const NAMES: [&str; 4] = ["DUPLEX RECEPTACLE", "SWITCH", "GATE VALVE", "SMOKE DETECTOR"];

/// Draws a ruled legend. `columns` are the places at which columns begin, `heads` their headings, `holds` their
/// contents.
fn ruled(place: Place, turn: f64, columns: &[f32], heads: &[&str], holds: &[char], count: usize) -> Legend {
    let mut drawing = Drawing::new(800.0, 800.0);
    let text = |d: &mut Drawing, t: &str, x: f32, y: f32| {
        d.text_turned(t, place(x, y), 7.0, turn);
    };
    let (first, last) = (columns[0], columns[columns.len() - 1]);
    for row in 0..=count + 1 {
        let y = 100.0 + 25.0 * row as f32;
        drawing.line(place(first, y), place(last, y));
    }
    for &x in columns {
        drawing.line(place(x, 100.0), place(x, 125.0 + 25.0 * count as f32));
    }
    for (i, (head, hold)) in heads.iter().zip(holds).enumerate() {
        text(&mut drawing, head, columns[i] + 4.0, 115.0);
        for (row, name) in NAMES.iter().enumerate().take(count) {
            let y = 137.5 + 25.0 * row as f32;
            match hold {
                's' => {
                    drawing.symbol(&symbols()[row], place((columns[i] + columns[i + 1]) / 2.0, y), turn, false);
                }
                'd' => text(&mut drawing, name, columns[i] + 4.0, y + 2.0),
                _ => text(&mut drawing, &format!("{}", row + 3), columns[i] + 4.0, y + 2.0),
            }
        }
    }
    let sheet = drawing.sheet();
    let found = legends(&sheet, &Ink::of(&sheet));
    assert_eq!(found.len(), 1, "{heads:?}");
    found[0].clone()
}

fn check(legend: &Legend, count: usize) {
    let names: Vec<&str> = legend.rows.iter().map(|r| r.description.as_str()).collect();
    assert_eq!(names, NAMES[..count]);
    for row in &legend.rows {
        let (w, h) = row.specimen.size.into();
        assert!(w.max(h) > 7.0 && w.max(h) < 14.0, "{:?} {:?}", row.description, row.specimen.size);
    }
}

#[test]
fn ruled_legends_are_read_in_every_direction() {
    let up = -std::f64::consts::FRAC_PI_2;
    for (place, turn) in [(level as Place, 0.0), (upwards, up), (downwards, -up)] {
        let columns = [50.0, 110.0, 300.0, 350.0];
        let legend = ruled(place, turn, &columns, &["SYMBOL", "DESCRIPTION", "QTY"], &['s', 'd', 'q'], 4);
        check(&legend, 4);
        assert_eq!(legend.rows[1].columns, [("QTY".to_owned(), "4".to_owned())]);
        // The symbol is in its row.
        let middle = place(80.0, 137.5);
        let a = legend.rows[0].symbol_area;
        assert!(a.contains(middle.into()), "{a:?} {middle:?}");
        assert!(legend.area.contains(middle.into()));
    }
}

#[test]
fn headings_of_several_languages_are_read() {
    for (symbol, description) in [
        ("SIMBOLO", "DESCRIPCION"),
        ("Symbool", "Omschrijving"),
        ("記号", "名称"),
        ("Symbol", "Bezeichnung"),
        ("SYMBOLE", "DÉSIGNATION"),
        ("图例", "名称"),
        ("Обозначение", "Наименование"),
        ("Позначення", "Найменування"),
        ("기호", "명칭"),
    ] {
        check(&ruled(level, 0.0, &[50.0, 110.0, 300.0], &[symbol, description], &['s', 'd'], 4), 4);
    }
}

#[test]
fn descriptions_may_stand_left_of_their_symbols() {
    check(&ruled(level, 0.0, &[50.0, 240.0, 300.0], &["DESCRIPTION", "SYMBOL"], &['d', 's'], 4), 4);
    let columns = [50.0, 240.0, 300.0, 350.0];
    check(&ruled(level, 0.0, &columns, &["DESCRIPTION", "SYMBOL", "QTY"], &['d', 's', 'q'], 4), 4);
}

#[test]
fn columns_side_by_side_below_one_title_are_one_legend() {
    let mut drawing = Drawing::new(800.0, 600.0);
    drawing.text("PLUMBING LEGEND", [100.0, 60.0], 10.0);
    for column in 0..3u8 {
        for (row, symbol) in symbols().iter().enumerate() {
            let at = [110.0 + 160.0 * f32::from(column), 90.0 + 22.0 * row as f32];
            drawing.symbol(symbol, at, 0.0, false);
            drawing.text(
                &format!("{} {}", NAMES[row], ["ONE", "TWO", "OLD"][usize::from(column)]),
                [at[0] + 20.0, at[1] + 2.0],
                6.0,
            );
        }
    }
    let sheet = drawing.sheet();
    let found = legends(&sheet, &Ink::of(&sheet));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rows.len(), 12);
}

#[test]
fn a_legend_of_abbreviations_is_no_legend_of_symbols() {
    let mut drawing = Drawing::new(800.0, 600.0);
    drawing.text("LEGEND OF ABBREVIATIONS", [100.0, 60.0], 10.0);
    for (row, symbol) in symbols().iter().enumerate() {
        let y = 90.0 + 22.0 * row as f32;
        drawing.symbol(symbol, [110.0, y], 0.0, false).text(NAMES[row], [130.0, y + 2.0], 6.0);
    }
    let sheet = drawing.sheet();
    assert!(legends(&sheet, &Ink::of(&sheet)).is_empty());
}

#[test]
fn a_row_that_shows_letters_only_has_them_and_no_ink() {
    let mut drawing = Drawing::new(800.0, 600.0);
    drawing.text("SYMBOL", [54.0, 115.0], 7.0).text("DESCRIPTION", [114.0, 115.0], 7.0);
    for row in 0..=3u8 {
        let y = 100.0 + 25.0 * f32::from(row);
        drawing.line([50.0, y], [300.0, y]);
    }
    for x in [50.0, 110.0, 300.0] {
        drawing.line([x, 100.0], [x, 175.0]);
    }
    drawing.text("WC", [70.0, 140.0], 7.0).text("WATER CLOSET", [114.0, 140.0], 7.0);
    drawing.text("FD", [70.0, 165.0], 7.0).text("FLOOR DRAIN", [114.0, 165.0], 7.0);
    let sheet = drawing.sheet();
    let found = legends(&sheet, &Ink::of(&sheet));
    let rows: Vec<_> = found.iter().flat_map(|l| &l.rows).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|r| r.specimen.ink.strokes.is_empty()));
    assert_eq!((rows[0].specimen.letters[0].text.as_str(), rows[0].description.as_str()), ("WC", "WATER CLOSET"));
}

#[test]
fn a_table_of_prices_with_symbols_is_a_legend_with_its_quantities() {
    let columns = [50.0, 80.0, 140.0, 330.0, 370.0, 410.0, 470.0];
    let heads = ["ITEM", "SYMBOL", "DESCRIPTION", "UNIT", "QTY", "PRICE"];
    let legend = ruled(level, 0.0, &columns, &heads, &['q', 's', 'd', 'q', 'q', 'q'], 4);
    check(&legend, 4);
    assert!(legend.rows[1].columns.contains(&("QTY".to_owned(), "4".to_owned())), "{:?}", legend.rows[1].columns);
}

#[test]
fn descriptions_may_stand_left_of_their_symbols_without_rules() {
    for header in [false, true] {
        let mut drawing = Drawing::new(800.0, 600.0);
        if header {
            drawing.text("DESCRIPTION", [100.0, 70.0], 7.0).text("SYMBOL", [215.0, 70.0], 7.0);
        } else {
            drawing.text("LEGEND", [100.0, 70.0], 8.0);
        }
        for (row, symbol) in symbols().iter().enumerate() {
            let y = 90.0 + 20.0 * row as f32;
            drawing.text(NAMES[row], [100.0, y + 2.0], 6.0).symbol(symbol, [225.0, y], 0.0, false);
        }
        let sheet = drawing.sheet();
        let found = legends(&sheet, &Ink::of(&sheet));
        assert_eq!(found.len(), 1, "{header}");
        check(&found[0], 4);
    }
}

#[test]
fn a_plan_beside_the_texts_below_a_title_is_not_their_symbols() {
    let mut drawing = Drawing::new(800.0, 600.0);
    drawing.text("LEGEND", [100.0, 70.0], 8.0);
    for (row, name) in NAMES.iter().enumerate() {
        drawing.text(name, [100.0, 92.0 + 20.0 * row as f32], 6.0);
    }
    for (n, symbol) in symbols().iter().cycle().take(12).enumerate() {
        let at = [200.0 + 23.0 * (n % 4) as f32, 85.0 + 31.0 * (n / 4) as f32 + 7.0 * (n % 3) as f32];
        drawing.symbol(symbol, at, 0.3 * n as f64, false);
    }
    let sheet = drawing.sheet();
    assert!(legends(&sheet, &Ink::of(&sheet)).is_empty());
}

#[test]
fn rows_that_are_not_ruled_have_their_letters_and_quantities() {
    let mut drawing = Drawing::new(800.0, 600.0);
    drawing.text("SYMBOL", [95.0, 70.0], 7.0).text("DESCRIPTION", [150.0, 70.0], 7.0).text("QTY", [290.0, 70.0], 7.0);
    let letters = ["S3", "WP", "", "SD"];
    for (row, symbol) in symbols().iter().enumerate() {
        let y = 90.0 + 20.0 * row as f32;
        if letters[row].is_empty() {
            drawing.symbol(symbol, [108.0, y], 0.0, false);
        } else {
            drawing.text(letters[row], [104.0, y + 2.0], 6.0);
        }
        drawing.text(NAMES[row], [150.0, y + 2.0], 6.0).text(&(row + 3).to_string(), [296.0, y + 2.0], 6.0);
    }
    let sheet = drawing.sheet();
    let found = legends(&sheet, &Ink::of(&sheet));
    assert_eq!(found.len(), 1);
    for (row, read) in found[0].rows.iter().enumerate() {
        assert_eq!(read.description, NAMES[row]);
        assert_eq!(read.columns, [("QTY".to_owned(), (row + 3).to_string())]);
        let said: Vec<&str> = read.specimen.letters.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(said, if letters[row].is_empty() { vec![] } else { vec![letters[row]] });
        assert_eq!(read.specimen.ink.strokes.is_empty(), !letters[row].is_empty());
    }
    assert_eq!(found[0].rows.len(), 4);
}
