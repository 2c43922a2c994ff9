//! The layout by which a legend without a title is recognized: drawings of symbol size that are isolated, in line,
//! evenly spaced and different, beside texts that may describe them.

use plumbline_geometry::{Point, Rect, Size};

use crate::legend_rows::LegendRow;
use crate::legend_text::Line;
use crate::matching::{Field, ShapeMatcher};

/// Minimum number of rows of a legend without a title: many drawings have three texts in line by chance.
pub(crate) const FEWEST: usize = 4;

/// Minimum number of letters of a description. A name in a script without spaces is shorter.
const SHORTEST: usize = 4;
const SHORTEST_UNSPACED: usize = 2;

/// Maximum difference in points between the edges of texts that are in line.
pub(crate) const IN_LINE: f32 = 2.0;

/// Maximum share by which the distance between two rows may differ from the median.
const UNEVEN: f32 = 0.35;

/// Tallest and widest drawing of a row, in text heights.
const TALLEST: f32 = 5.0;
const WIDEST: f32 = 14.0;

/// Returns whether a text may describe a symbol: it has a word or more and is not a number or a sentence.
pub(crate) fn may_describe(line: &Line) -> bool {
    let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
    let unspaced = line.text.chars().filter(|c| *c >= '\u{2e80}').count();
    let digits = line.text.chars().filter(|c| c.is_ascii_digit()).count();
    (letters >= SHORTEST || unspaced >= SHORTEST_UNSPACED) && letters > digits && line.text.chars().count() <= 120
}

/// Returns whether a row's drawing has the size of a symbol beside a text.
pub(crate) fn is_small(row: &LegendRow, size: f32) -> bool {
    let a = row.symbol_area;
    let Size { width: w, height: h, .. } = a.size();
    w <= WIDEST * size && h <= TALLEST * size && w.max(h) >= 0.5 * size
}

/// Returns whether rows are laid out like a legend's: drawings of symbol size, in line and evenly spaced.
pub(crate) fn is_regular(rows: &[LegendRow], size: f32) -> bool {
    let middle = |a: Rect| a.center();
    if !rows.iter().all(|row| is_small(row, size)) {
        return false;
    }
    let places = |of: &dyn Fn(Rect) -> f32| -> Vec<f32> { rows.iter().map(|r| of(r.symbol_area)).collect() };
    let lined_up = in_line(&places(&|a| middle(a).x), size)
        || in_line(&places(&|a| a.min.x), IN_LINE)
        || in_line(&places(&|a| a.max.x), IN_LINE);
    lined_up && even(&places(&|a| middle(a).y))
}

/// Returns whether most of some positions across a line are within a distance of the median.
pub(crate) fn in_line(places: &[f32], within: f32) -> bool {
    let usual = median(places.to_vec());
    places.iter().filter(|p| (**p - usual).abs() <= within).count() * 5 >= places.len() * 4
}

/// Returns whether most of some positions along a line are evenly spaced. Wrapped descriptions take more room.
pub(crate) fn even(places: &[f32]) -> bool {
    let steps: Vec<f32> = places.windows(2).map(|w| w[1] - w[0]).collect();
    let usual = median(steps.clone());
    let even = steps.iter().filter(|s| (**s - usual).abs() <= UNEVEN * usual).count();
    usual > 0.0 && even * 3 >= steps.len() * 2
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Returns whether nothing but a table's rulings leads from a drawing out of the column. A plan's symbols are
/// connected.
pub(crate) fn stands_alone(symbol: Rect, window: Rect, field: &Field) -> bool {
    let inside = |p: Point| window.contains(p);
    field.strokes_in(symbol).into_iter().map(|i| &field.ink.strokes[i as usize]).all(|s| {
        let level = (s.a.x - s.b.x).abs() < 0.3 || (s.a.y - s.b.y).abs() < 0.3;
        inside(s.a) && inside(s.b) || level && !s.bbox().overlaps(symbol)
    })
}

/// Returns whether at least half of the drawings, and three or more, are different.
pub(crate) fn differ(rows: &[LegendRow]) -> bool {
    let mut kinds: Vec<ShapeMatcher> = Vec::new();
    for row in rows.iter().filter(|row| !row.specimen.ink.strokes.is_empty()) {
        if !kinds.iter().any(|kind| kind.matches(&row.specimen)) {
            kinds.push(ShapeMatcher::of(&row.specimen));
        }
    }
    kinds.len() >= FEWEST - 1 && kinds.len() * 2 >= rows.len()
}
