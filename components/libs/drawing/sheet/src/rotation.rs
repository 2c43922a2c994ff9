//! Sheets rotated by quarter turns: a page plotted on its side is read upright, and the results are rotated back.

use std::borrow::Cow;

use plumbline_geometry::{Point, Rect, Size, Vector, point, rect, size};

use crate::lines::direction;
use crate::model::Sheet;

/// Clockwise quarter turns of a page of a known size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuarterTurns {
    /// Number of quarter turns, 0 to 3.
    pub quarters: u8,
    /// Width and height of the page before the turn, in points.
    pub page: Size,
}

impl QuarterTurns {
    /// Returns the position of a point after the turn.
    pub fn point(self, p: Point) -> Point {
        let Size { width, height, .. } = self.page;
        match self.quarters % 4 {
            1 => point(height - p.y, p.x),
            2 => point(width - p.x, height - p.y),
            3 => point(p.y, width - p.x),
            _ => p,
        }
    }

    /// Returns the position of a box after the turn.
    pub fn area(self, b: Rect) -> Rect {
        Rect::between(self.point(b.min), self.point(b.max))
    }

    /// Returns the page's size after the turn.
    pub fn rotated_page(self) -> Size {
        if self.quarters % 2 == 1 { size(self.page.height, self.page.width) } else { self.page }
    }

    /// Returns the inverse turn.
    pub fn inverse(self) -> QuarterTurns {
        QuarterTurns { quarters: (4 - self.quarters % 4) % 4, page: self.rotated_page() }
    }
}

/// Returns the clockwise quarter turns after which most text, by characters, reads from left to right.
pub fn quarter_turns_to_upright(sheet: &Sheet) -> u8 {
    let mut characters = [0usize; 4];
    for text in sheet.texts() {
        let Vector { x, y, .. } = direction(text.start, text.end);
        let quarters = match () {
            () if x > 0.9 => 0,
            () if y < -0.9 => 1,
            () if x < -0.9 => 2,
            () if y > 0.9 => 3,
            () => continue,
        };
        characters[quarters] += text.text.chars().count();
    }
    let most = (0..4).max_by_key(|&q| (characters[q], std::cmp::Reverse(q)));
    most.unwrap_or(0) as u8
}

/// Returns the sheet with most of its text upright, and the turn applied. The sheet is borrowed if it is upright
/// already.
pub fn upright(sheet: &Sheet) -> (Cow<'_, Sheet>, QuarterTurns) {
    let turn = QuarterTurns { quarters: quarter_turns_to_upright(sheet), page: size(sheet.width, sheet.height) };
    if turn.quarters == 0 { (Cow::Borrowed(sheet), turn) } else { (Cow::Owned(rotated(sheet, turn.quarters)), turn) }
}

/// Returns the sheet rotated clockwise by quarter turns, including the areas of its scales.
pub fn rotated(sheet: &Sheet, quarters: u8) -> Sheet {
    let turn = QuarterTurns { quarters, page: size(sheet.width, sheet.height) };
    let points = |list: &mut [f32]| {
        for pair in list.chunks_exact_mut(2) {
            pair.copy_from_slice(&turn.point(point(pair[0], pair[1])).to_array());
        }
    };
    let boxes = |list: &mut [f32]| {
        for b in list.chunks_exact_mut(4) {
            b.copy_from_slice(&turn.area(rect(b[0], b[1], b[2], b[3])).to_array());
        }
    };
    let mut out = sheet.clone();
    (out.width, out.height) = turn.rotated_page().into();
    // A stored sheet may state any number.
    out.rotation = (sheet.rotation % 360 + 90 * u32::from(quarters % 4)) % 360;
    points(&mut out.coords);
    points(&mut out.text_baselines);
    boxes(&mut out.clips);
    boxes(&mut out.text_boxes);
    boxes(&mut out.image_boxes);
    for scale in &mut out.scales {
        scale.area = scale.area.map(|a| turn.area(a));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn any_stated_rotation_can_be_turned() {
        let sheet = Sheet { rotation: u32::MAX, ..Drawing::new(300.0, 200.0).sheet() };
        assert_eq!(rotated(&sheet, 1).rotation, 345);
    }

    #[test]
    fn four_quarters_are_none_and_a_turn_goes_back() {
        let mut d = Drawing::new(300.0, 200.0);
        d.line([10.0, 20.0], [110.0, 20.0]).text("PLAN", [10.0, 40.0], 10.0);
        let sheet = d.sheet();
        let once = rotated(&sheet, 1);
        assert_eq!((once.width, once.height), (200.0, 300.0));
        assert_eq!(once.coords, [180.0, 10.0, 180.0, 110.0]);
        assert_eq!(rotated(&rotated(&once, 1), 2).coords, sheet.coords);
        let turn = QuarterTurns { quarters: 1, page: size(300.0, 200.0) };
        assert_eq!(turn.inverse().area(turn.area(rect(10.0, 20.0, 30.0, 60.0))), rect(10.0, 20.0, 30.0, 60.0));
    }

    #[test]
    fn a_page_on_its_side_is_read_upright() {
        let mut d = Drawing::new(300.0, 200.0);
        d.text("GROUND FLOOR PLAN", [10.0, 40.0], 10.0);
        let sheet = d.sheet();
        assert_eq!(upright(&sheet).1.quarters, 0);
        for quarters in 1..4 {
            let (found, turn) = (rotated(&sheet, quarters), 4 - quarters);
            let (straight, by) = upright(&found);
            assert_eq!((by.quarters, straight.text_baselines.clone()), (turn, sheet.text_baselines.clone()));
        }
    }
}
