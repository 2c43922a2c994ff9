//! The ruled lines around a position: just enough of a table to read a legend.

use plumbline_geometry::{Point, Rect, rect};
use plumbline_sheet::cells::Rule as Ruling;

use crate::ink::{FeatureKind, Ink};

/// Horizontal and vertical lines of a sheet.
#[derive(Debug)]
pub(crate) struct Rulings {
    horizontal: Vec<Ruling>,
    vertical: Vec<Ruling>,
}

/// Shortest line that may be a ruling, in points.
const SHORTEST: f32 = 5.0;

/// Distance in points below which two rulings are one double line.
const DOUBLE: f32 = 2.5;

/// Maximum distance of a cell's border from its text, in points: a third of an A0 sheet.
const FARTHEST: f32 = 1100.0;

impl Rulings {
    pub(crate) fn of(ink: &Ink) -> Self {
        Self::placed(ink, |p| p)
    }

    /// Returns the rulings of ink whose points are mapped by `place`.
    pub(crate) fn placed(ink: &Ink, place: impl Fn(Point) -> Point) -> Self {
        let (mut horizontal, mut vertical) = (Vec::new(), Vec::new());
        for f in ink.features.iter().filter(|f| f.kind == FeatureKind::Line && f.length >= SHORTEST) {
            let (a, b) = (place(f.a), place(f.b));
            let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
            if dy <= 0.3 {
                horizontal.push(Ruling { at: (a.y + b.y) / 2.0, from: a.x.min(b.x), to: a.x.max(b.x) });
            } else if dx <= 0.3 {
                vertical.push(Ruling { at: (a.x + b.x) / 2.0, from: a.y.min(b.y), to: a.y.max(b.y) });
            }
        }
        horizontal.sort_by(|a, b| a.at.total_cmp(&b.at));
        vertical.sort_by(|a, b| a.at.total_cmp(&b.at));
        Self { horizontal, vertical }
    }

    /// Returns the nearest rulings around a point: x-min, y-min, x-max, y-max.
    pub(crate) fn cell(&self, p: Point) -> Option<Rect> {
        let side = |rulings: &[Ruling], at: f32, across: f32, forward: bool| -> Option<f32> {
            let crosses = |r: &&Ruling| r.from - 1.0 <= across && across <= r.to + 1.0;
            let start = rulings.partition_point(|r| r.at < at);
            let found = if forward {
                rulings[start..].iter().find(crosses)
            } else {
                rulings[..start].iter().rev().find(crosses)
            };
            found.map(|r| r.at).filter(|x| (x - at).abs() <= FARTHEST)
        };
        Some(rect(
            side(&self.vertical, p.x, p.y, false)?,
            side(&self.horizontal, p.y, p.x, false)?,
            side(&self.vertical, p.x, p.y, true)?,
            side(&self.horizontal, p.y, p.x, true)?,
        ))
    }

    /// Returns the top and bottom of each ruled row below a header cell, down to the end of the table.
    pub(crate) fn rows_below(&self, header: Rect) -> Vec<(f32, f32)> {
        let (left, right, bottom) = (header.min.x, header.max.x, header.max.y);
        let (middle, span) = (header.center().x, header.width());
        let mut levels: Vec<f32> = vec![bottom];
        for r in &self.horizontal {
            let covered = r.to.min(right) - r.from.max(left);
            let rules = r.at > bottom && r.from <= middle && middle <= r.to && covered > 0.5 * span;
            if rules && levels.last().is_some_and(|l| r.at - l > DOUBLE) {
                levels.push(r.at);
            }
        }
        let mut out = Vec::new();
        for pair in levels.windows(2) {
            let (top, low) = (pair[0], pair[1]);
            // The table continues as long as its left or right border does.
            let level = (top + low) / 2.0;
            let bordered = self
                .vertical
                .iter()
                .any(|v| ((v.at - left).abs() < 2.0 || (v.at - right).abs() < 2.0) && v.from <= level && level <= v.to);
            if !bordered {
                break;
            }
            out.push((top, low));
        }
        out
    }
}
