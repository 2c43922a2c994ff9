//! The parts of a sheet near its text, used to skip everything drawn elsewhere.

use plumbline_geometry::Rect;
use plumbline_sheet::Sheet;

/// A grid of the areas of a sheet that have text.
pub(crate) struct Mask {
    columns: usize,
    rows: usize,
    /// The number of marked cells above and to the left of each corner.
    sums: Vec<u32>,
}

/// The width of a cell of the mask, in points.
const CELL: f32 = 8.0;

impl Mask {
    /// Creates a mask of areas of a sheet.
    pub(crate) fn of(sheet: &Sheet, areas: impl Iterator<Item = Rect>) -> Self {
        let cells = |span: f32| ((span / CELL).max(0.0) as usize + 1).min(2000);
        let (columns, rows) = (cells(sheet.width), cells(sheet.height));
        let mut mask = Self { columns, rows, sums: vec![0; (columns + 1) * (rows + 1)] };
        for area in areas {
            let [x0, y0, x1, y1] = mask.cells(area);
            for y in y0..=y1 {
                for x in x0..=x1 {
                    mask.sums[(y + 1) * (columns + 1) + x + 1] = 1;
                }
            }
        }
        for y in 1..=rows {
            for x in 1..=columns {
                let at = y * (columns + 1) + x;
                mask.sums[at] =
                    mask.sums[at] + mask.sums[at - 1] + mask.sums[at - columns - 1] - mask.sums[at - columns - 2];
            }
        }
        mask
    }

    fn cells(&self, area: Rect) -> [usize; 4] {
        let cell = |v: f32, most: usize| ((v / CELL).max(0.0) as usize).min(most - 1);
        let Rect { min, max } = area;
        [cell(min.x, self.columns), cell(min.y, self.rows), cell(max.x, self.columns), cell(max.y, self.rows)]
    }

    /// Returns whether an area has a marked cell.
    pub(crate) fn touches(&self, area: Rect) -> bool {
        let [x0, y0, x1, y1] = self.cells(area);
        let at = |x: usize, y: usize| self.sums[y * (self.columns + 1) + x];
        at(x1 + 1, y1 + 1) + at(x0, y0) > at(x0, y1 + 1) + at(x1 + 1, y0)
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    #[test]
    fn only_areas_near_a_marked_area_touch_it() {
        let mask = Mask::of(&Drawing::new(400.0, 300.0).sheet(), [rect(100.0, 100.0, 140.0, 110.0)].into_iter());
        assert!(mask.touches(rect(0.0, 105.0, 400.0, 105.0)) && mask.touches(rect(120.0, 0.0, 120.0, 300.0)));
        assert!(!mask.touches(rect(0.0, 0.0, 80.0, 300.0)) && !mask.touches(rect(0.0, 150.0, 400.0, 300.0)));
    }
}
