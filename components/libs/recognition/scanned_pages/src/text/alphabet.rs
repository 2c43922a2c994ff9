//! Drawn lettering: many different shapes of one height and color, each of which recurs. Furniture and symbols recur
//! too, but have few shapes, and hatches one.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use plumbline_geometry::{Point, Rect, rect};
use plumbline_sheet::Sheet;

/// Heights of drawn letters in points.
const HEIGHTS: std::ops::RangeInclusive<f32> = 2.5..=14.0;
/// Steps per point to which heights are rounded.
const STEPS: f32 = 8.0;
/// Number of cells along the longer side of the grid on which shapes are compared.
const GRID: f32 = 12.0;
/// Minimum ratio of the sides of a path. Narrower paths are strokes.
const NARROWEST: f32 = 0.2;
/// Minimum number of occurrences of a letter's shape.
const AGAIN: u32 = 3;
/// Minimum number of shapes of an alphabet. Sheets with drawn lettering have 31 to 88, some 40 other sheets at most 11.
const LETTERS: usize = 20;

/// Maximum number of letter-sized paths to examine: an alphabet shows in the first of them.
const MOST: usize = 100_000;

/// Returns whether a sheet has lettering whose letters are paths.
pub(crate) fn has_alphabet(sheet: &Sheet) -> bool {
    // By color and height, for horizontal and for vertical lettering.
    let mut shapes: HashMap<(Option<u32>, bool, i32), HashMap<u64, u32>> = HashMap::new();
    let drawn = sheet.paths().filter(|path| path.verbs.len() >= crate::text::need::STROKES);
    let sized = drawn.filter_map(|path| {
        let Rect { min, max } = bounds(path.coords)?;
        let (width, height) = (max.x - min.x, max.y - min.y);
        let longer = width.max(height);
        let sized = longer <= *HEIGHTS.end() && width.min(height) >= NARROWEST * longer;
        sized.then_some((path, min, [width, height], longer))
    });
    for (path, low, [width, height], longer) in sized.take(MOST) {
        let color = path.style.stroke.or(path.style.fill);
        let shape = shape(path.verbs, path.coords, low, longer);
        for (turned, height) in [(false, height), (true, width)] {
            if HEIGHTS.contains(&height) {
                let step = (height * STEPS).round() as i32;
                *shapes.entry((color, turned, step)).or_default().entry(shape).or_default() += 1;
            }
        }
    }
    shapes.values().any(|of_one| of_one.values().filter(|count| **count >= AGAIN).count() >= LETTERS)
}

/// Returns the box of a path's points.
pub(crate) fn bounds(coords: &[f32]) -> Option<Rect> {
    let points = coords.as_chunks::<2>().0;
    let start = rect(f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    (!points.is_empty()).then(|| points.iter().fold(start, |b: Rect, p| b.including((*p).into())))
}

/// Returns a number that is equal for paths with the same verbs and, on the grid, the same points.
fn shape(verbs: &[u8], coords: &[f32], low: Point, longer: f32) -> u64 {
    let mut hasher = DefaultHasher::new();
    verbs.hash(&mut hasher);
    for point in coords.as_chunks::<2>().0 {
        for (at, low) in point.iter().zip(low.to_array()) {
            (((at - low) / longer * GRID).round() as i32).hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    /// Draws a zigzag for each number. Its bits are the turns.
    fn letter(drawing: &mut Drawing, number: u32, [x, y]: [f32; 2], turned: bool) {
        let points: Vec<[f32; 2]> = (0..7u32)
            .map(|i| [if number >> i & 1 == 0 { 0.0 } else { 4.0 }, i as f32])
            .map(|[a, b]| if turned { [x + b, y + a] } else { [x + a, y + b] })
            .collect();
        drawing.polyline(&points);
    }

    fn lettered(letters: u32, times: u32, turned: bool) -> Sheet {
        let mut drawing = Drawing::new(2000.0, 1000.0);
        for number in 0..letters * times {
            let at = [20.0 + (number % 100) as f32 * 12.0, 20.0 + (number / 100) as f32 * 12.0];
            letter(&mut drawing, 1 + number % letters, at, turned);
        }
        drawing.sheet()
    }

    #[test]
    fn many_shapes_of_one_height_that_come_again_are_an_alphabet() {
        for turned in [false, true] {
            assert!(has_alphabet(&lettered(30, 5, turned)));
            assert!(!has_alphabet(&lettered(10, 50, turned)), "furniture");
            assert!(!has_alphabet(&lettered(100, 1, turned)), "shapes that come once");
        }
    }
}
