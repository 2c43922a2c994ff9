//! Draws sheets with a ruled legend, and takes them off.

#![allow(dead_code, reason = "each test uses some of it")]

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Findings, Options, extract, survey};

/// Returns a polyline.
pub(crate) fn line(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (n, p) in points.iter().enumerate() {
        if n == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path
}

pub(crate) fn circle(radius: f64) -> BezPath {
    Circle::new((0.0, 0.0), radius).to_path(0.01)
}

/// A row of a legend: its symbol, the letters at the symbol's middle, and its description.
pub(crate) type Row<'a> = (&'a [BezPath], &'a str, &'a str);

/// Draws a ruled legend of symbols and descriptions.
pub(crate) fn legend(d: &mut Drawing, [x, y]: [f32; 2], rows: &[Row<'_>]) {
    const HIGH: f32 = 32.0;
    let bottom = y + HIGH * (rows.len() + 1) as f32;
    for row in 0..=rows.len() + 1 {
        let y = y + HIGH * row as f32;
        d.line([x, y], [x + 220.0, y]);
    }
    for x in [x, x + 50.0, x + 220.0] {
        d.line([x, y], [x, bottom]);
    }
    d.text("SYMBOL", [x + 8.0, y + 15.0], 7.0).text("DESCRIPTION", [x + 58.0, y + 15.0], 7.0);
    for (n, (symbol, letters, name)) in rows.iter().enumerate() {
        let at = [x + 25.0, y + HIGH * (n as f32 + 1.5)];
        d.symbol(symbol, at, 0.0, false).text(name, [x + 55.0, at[1] + 2.0], 7.0);
        if !letters.is_empty() {
            write(d, letters, at);
        }
    }
}

/// Writes letters around a point.
pub(crate) fn write(d: &mut Drawing, letters: &str, [x, y]: [f32; 2]) {
    const SIZE: f32 = 6.0;
    let half = SIZE * plumbline_sheet::drawing::CHARACTER_WIDTH * letters.chars().count() as f32 / 2.0;
    d.text(letters, [x - half, y + 0.36 * SIZE], SIZE);
}

/// Takes off a sheet that is a document by itself.
pub(crate) fn findings(discipline: Discipline, sheet: &Sheet) -> Findings {
    let options = Options {
        include_schedules: true,
        units: UnitSystem::AsDrawn,
        depth: Depth::Standard,
        declared_scale: Some("1:100".to_owned()),
    };
    extract(discipline, sheet, &[survey(sheet)], &options)
}

/// Returns the items with a description.
pub(crate) fn named<'a>(items: &'a [Item], description: &str) -> Vec<&'a Item> {
    items.iter().filter(|item| item.description == description).collect()
}

/// Returns the number in an attribute.
pub(crate) fn number(item: &Item, key: &str) -> Option<f64> {
    item.attributes.iter().find_map(|(k, value)| match value {
        Attribute::Number(number) if k == key => Some(*number),
        _ => None,
    })
}
