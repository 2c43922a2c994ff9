//! The ruled cell around a point, and labeled fields in such cells: the layout of title blocks.

use plumbline_geometry::{Point, Rect, Segment, Size};
use regex::Regex;

use crate::geometry::{FLATTEN, segments};
use crate::lines::{Line, along_across, direction};
use crate::model::{Sheet, verb};

/// Shortest rule that bounds a cell, in points. Shorter ones are dashes or letters drawn as strokes.
const RULE: f32 = 12.0;

/// A straight horizontal or vertical rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Its y if it is horizontal, its x if it is vertical.
    pub at: f32,
    /// Where it starts along the other axis.
    pub from: f32,
    /// Where it ends along the other axis.
    pub to: f32,
}

impl Rule {
    /// Returns the length.
    pub fn length(&self) -> f32 {
        self.to - self.from
    }
}

/// The straight horizontal and vertical rules of a sheet.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    horizontal: Vec<Rule>,
    vertical: Vec<Rule>,
}

impl Rules {
    /// Collects the rules of a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let mut rules = Self::default();
        let mut add = |Segment { from: a, to: b }: Segment| {
            if (b.y - a.y).abs() < 0.3 && (b.x - a.x).abs() >= RULE {
                rules.horizontal.push(Rule { at: a.y, from: a.x.min(b.x), to: a.x.max(b.x) });
            } else if (b.x - a.x).abs() < 0.3 && (b.y - a.y).abs() >= RULE {
                rules.vertical.push(Rule { at: a.x, from: a.y.min(b.y), to: a.y.max(b.y) });
            }
        };
        for path in sheet.paths().filter(|p| !p.is_curved()) {
            // Most paths are one straight line.
            match (path.verbs, path.coords) {
                ([verb::MOVE, verb::LINE], &[x0, y0, x1, y1]) => {
                    add(Segment::new(Point::new(x0, y0), Point::new(x1, y1)))
                }
                _ => segments(&path, FLATTEN).for_each(&mut add),
            }
        }
        rules
    }

    /// Returns the horizontal rules.
    pub fn horizontal(&self) -> &[Rule] {
        &self.horizontal
    }

    /// Returns the vertical rules.
    pub fn vertical(&self) -> &[Rule] {
        &self.vertical
    }

    /// Returns the cell around a point, bounded by the nearest rule that passes it on each side, otherwise by the page.
    pub fn cell(&self, p: Point, page: Size) -> Rect {
        let mut cell = Rect::from_size(page);
        for &Rule { at, from, to } in &self.vertical {
            if from <= p.y + 0.5 && p.y - 0.5 <= to {
                if at < p.x { cell.min.x = cell.min.x.max(at) } else { cell.max.x = cell.max.x.min(at) }
            }
        }
        for &Rule { at, from, to } in &self.horizontal {
            if from <= p.x + 0.5 && p.x - 0.5 <= to {
                if at < p.y { cell.min.y = cell.min.y.max(at) } else { cell.max.y = cell.max.y.min(at) }
            }
        }
        cell
    }
}

/// A labeled field of a title block.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Index of the label's line.
    pub label: usize,
    /// The text after the label on its own line. May be empty.
    pub rest: String,
    /// Indexes of the lines that may be its value, nearest first.
    pub values: Vec<usize>,
}

/// Maximum distance of a value from its label, in heights of the larger of the two fonts.
const REACH: f32 = 6.0;

/// Finds the lines whose text begins with `label`, each with the lines near it that may be the value: in the same ruled
/// cell, or after or under the label in its reading direction, and not in the cell of another label.
pub fn fields(lines: &[Line], rules: &Rules, page: Size, label: &Regex, other: &Regex) -> Vec<Field> {
    let mut out = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        let Some(found) = label.find(text).filter(|m| m.start() == 0) else { continue };
        let rest = text[found.end()..].trim_start_matches([':', '.', '#', '-', '=', ' ']).trim().to_owned();
        let cell = rules.cell(line.bbox.center(), page);
        let way = direction(line.start, line.end);
        let at = along_across(way, line.start);
        let end = along_across(way, line.end).x;
        let mut near: Vec<(f32, usize)> = Vec::new();
        for (i, candidate) in lines.iter().enumerate() {
            if i == index || other.is_match(candidate.text.trim()) {
                continue;
            }
            let size = candidate.size.max(line.size);
            let center = along_across(way, candidate.bbox.center());
            let half = along_across(way, candidate.bbox.diagonal().to_point());
            let (half_u, half_v) = (half.x.abs() / 2.0, half.y.abs() / 2.0);
            let after = center.x - half_u - end;
            let under = center.y - half_v - at.y;
            let beside = (center.y - at.y).abs() <= half_v + line.size && after > -line.size;
            let below =
                under > -0.6 * size && center.x + half_u >= at.x - size && center.x - half_u <= end + REACH * size;
            let gap = if beside { after.max(0.0) } else { under.max(0.0) };
            let in_cell = cell.contains(candidate.bbox.center());
            if (beside || below) && gap <= REACH * size * if in_cell { 2.0 } else { 1.0 } {
                // Values in the label's own cell come first.
                near.push((gap / size + if in_cell { 0.0 } else { 20.0 }, i));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        out.push(Field { label: index, rest, values: near.into_iter().map(|(_, i)| i).collect() });
    }
    out
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{point, rect, size};

    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn the_cell_is_bounded_by_the_rules_that_pass_the_point() {
        let mut drawing = Drawing::new(200.0, 200.0);
        drawing.rect([20.0, 20.0, 180.0, 180.0]).line([20.0, 100.0], [180.0, 100.0]).line([100.0, 20.0], [100.0, 60.0]);
        let (rules, page) = (Rules::of(&drawing.sheet()), size(200.0, 200.0));
        assert_eq!(rules.cell(point(150.0, 40.0), page), rect(100.0, 20.0, 180.0, 100.0));
        assert_eq!(rules.cell(point(150.0, 80.0), page), rect(20.0, 20.0, 180.0, 100.0));
        assert_eq!(rules.cell(point(10.0, 10.0), page), rect(0.0, 0.0, 200.0, 200.0));
    }
}
