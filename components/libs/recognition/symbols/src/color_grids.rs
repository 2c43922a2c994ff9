//! Grids over the strokes of one color each, built on first use: a symbol has one or two colors, and most of a sheet
//! has others.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use plumbline_geometry::Point;

use crate::fast::FastMap;
use crate::grid::Grid;
use crate::ink::{Ink, Stroke};
use crate::matching::MOST_TOLERANCE;

/// Widths of cells in points, from the best for short strokes to the best for long ones.
const CELLS: [f32; 6] = [1.0, 1.5, 2.0, 3.0, 4.5, 6.5];

/// Maximum average number of cells that a stroke crosses. This limits the memory for a sheet.
const MOST_PASSED: f32 = 9.0;

/// The grids of a sheet's strokes.
#[derive(Debug, Default)]
pub(crate) struct ColorGrids {
    whole: OnceCell<Grid>,
    of_color: RefCell<FastMap<u32, Rc<Grid>>>,
}

/// The grids over strokes of some colors, or the grid over all strokes regardless of color.
pub(crate) enum GridSelection<'a> {
    All(&'a Grid),
    Colors(Vec<(u32, Rc<Grid>)>),
}

impl GridSelection<'_> {
    /// Returns the indexes of the strokes of a color that may pass within [`MOST_TOLERANCE`] of a point, ascending.
    pub(crate) fn at(&self, p: Point, color: u32) -> &[u32] {
        match self {
            GridSelection::All(grid) => grid.near(p),
            GridSelection::Colors(grids) => {
                grids.iter().find(|(of, _)| *of == color).map_or(&[][..], |(_, grid)| grid.near(p))
            }
        }
    }
}

impl ColorGrids {
    /// Returns the grid over all strokes.
    pub(crate) fn whole(&self, ink: &Ink) -> &Grid {
        self.whole.get_or_init(|| Grid::new(&ink.strokes))
    }

    /// Returns the strokes of any color.
    pub(crate) fn all(&self, ink: &Ink) -> GridSelection<'_> {
        GridSelection::All(self.whole(ink))
    }

    /// Returns the strokes of some colors.
    pub(crate) fn of(&self, ink: &Ink, colors: impl Iterator<Item = u32>) -> GridSelection<'_> {
        let mut grids: Vec<(u32, Rc<Grid>)> = Vec::new();
        for color in colors {
            if !grids.iter().any(|(of, _)| *of == color) {
                let mut made = self.of_color.borrow_mut();
                let grid = made.entry(color).or_insert_with(|| Rc::new(grid_of(ink, color)));
                grids.push((color, Rc::clone(grid)));
            }
        }
        GridSelection::Colors(grids)
    }
}

fn grid_of(ink: &Ink, color: u32) -> Grid {
    let all = 0..ink.strokes.len() as u32;
    let picked: Vec<u32> = all.filter(|&i| ink.strokes[i as usize].color == color).collect();
    let strokes = picked.iter().map(|&i| &ink.strokes[i as usize]);
    let mean = strokes.map(Stroke::length).sum::<f32>() / picked.len().max(1) as f32;
    Grid::sparse(&ink.strokes, &picked, width_for(mean), MOST_TOLERANCE)
}

/// Returns the smallest cell width at which strokes of a mean length cross few enough cells.
fn width_for(mean: f32) -> f32 {
    let does = |cell: f32| {
        // The cells along its length, in a strip as wide as a cell plus the reach on both sides.
        let strip = cell + 2.0 * MOST_TOLERANCE;
        (mean + strip) * strip <= MOST_PASSED * cell * cell
    };
    CELLS.into_iter().find(|&cell| does(cell)).unwrap_or(CELLS[CELLS.len() - 1])
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    #[test]
    fn a_color_s_strokes_are_found_and_no_others() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.pen(0xff_0000, 0.5).line([10.0, 10.0], [30.0, 10.0]);
        drawing.pen(0x00_00ff, 0.5).line([10.0, 10.2], [30.0, 10.2]);
        let ink = Ink::of(&drawing.sheet());
        let grids = ColorGrids::default();
        let near = grids.of(&ink, [0x00_00ff, 0x00_ff00].into_iter());
        assert_eq!(near.at(point(20.0, 10.0), 0x00_00ff), [1]);
        assert!(near.at(point(20.0, 10.0), 0x00_ff00).is_empty() && near.at(point(20.0, 10.0), 0xff_0000).is_empty());
        assert_eq!(grids.all(&ink).at(point(20.0, 10.0), 0xff_0000), [0, 1]);
    }

    #[test]
    fn cells_are_narrow_for_short_strokes_and_wide_for_long_ones() {
        assert_eq!([0.5, 3.0, 20.0, 500.0].map(width_for), [1.0, 1.5, 4.5, 6.5]);
    }
}
