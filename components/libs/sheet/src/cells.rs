//! The ruled cell around a point, and labeled fields in such cells: the layout of title blocks.

use regex::Regex;

use crate::geometry::{FLATTEN, contains, segments};
use crate::lines::{Line, along_across, direction};
use crate::model::{Sheet, verb};

/// Shortest rule that bounds a cell, in points. Shorter ones are dashes or letters drawn as strokes.
const RULE: f32 = 12.0;

/// The straight horizontal and vertical rules of a sheet.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Horizontal rules: y, x-min, x-max.
    horizontal: Vec<[f32; 3]>,
    /// Vertical rules: x, y-min, y-max.
    vertical: Vec<[f32; 3]>,
}

impl Rules {
    /// Collects the rules of a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let mut rules = Self::default();
        let mut add = |[x0, y0, x1, y1]: [f32; 4]| {
            if (y1 - y0).abs() < 0.3 && (x1 - x0).abs() >= RULE {
                rules.horizontal.push([y0, x0.min(x1), x0.max(x1)]);
            } else if (x1 - x0).abs() < 0.3 && (y1 - y0).abs() >= RULE {
                rules.vertical.push([x0, y0.min(y1), y0.max(y1)]);
            }
        };
        for path in sheet.paths().filter(|p| !p.is_curved()) {
            // Most paths are one straight line.
            match (path.verbs, path.coords) {
                ([verb::MOVE, verb::LINE], &[x0, y0, x1, y1]) => add([x0, y0, x1, y1]),
                _ => segments(&path, FLATTEN).for_each(&mut add),
            }
        }
        rules
    }

    /// Returns the horizontal rules: y, x-min, x-max.
    pub fn horizontal(&self) -> &[[f32; 3]] {
        &self.horizontal
    }

    /// Returns the vertical rules: x, y-min, y-max.
    pub fn vertical(&self) -> &[[f32; 3]] {
        &self.vertical
    }

    /// Returns the cell around a point, bounded by the nearest rule that passes it on each side, otherwise by the page.
    pub fn cell(&self, point: [f32; 2], page: [f32; 2]) -> [f32; 4] {
        let [x, y] = point;
        let mut cell = [0.0, 0.0, page[0], page[1]];
        for &[at, from, to] in &self.vertical {
            if from <= y + 0.5 && y - 0.5 <= to {
                if at < x { cell[0] = cell[0].max(at) } else { cell[2] = cell[2].min(at) }
            }
        }
        for &[at, from, to] in &self.horizontal {
            if from <= x + 0.5 && x - 0.5 <= to {
                if at < y { cell[1] = cell[1].max(at) } else { cell[3] = cell[3].min(at) }
            }
        }
        cell
    }
}

/// Returns the middle of a box.
pub fn middle(b: [f32; 4]) -> [f32; 2] {
    [(b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0]
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
pub fn fields(lines: &[Line], rules: &Rules, page: [f32; 2], label: &Regex, other: &Regex) -> Vec<Field> {
    let mut out = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        let Some(found) = label.find(text).filter(|m| m.start() == 0) else { continue };
        let rest = text[found.end()..].trim_start_matches([':', '.', '#', '-', '=', ' ']).trim().to_owned();
        let cell = rules.cell(middle(line.bbox), page);
        let way = direction(line.start, line.end);
        let at = along_across(way, line.start);
        let end = along_across(way, line.end)[0];
        let mut near: Vec<(f32, usize)> = Vec::new();
        for (i, candidate) in lines.iter().enumerate() {
            if i == index || other.is_match(candidate.text.trim()) {
                continue;
            }
            let size = candidate.size.max(line.size);
            let center = along_across(way, middle(candidate.bbox));
            let half =
                along_across(way, [candidate.bbox[2] - candidate.bbox[0], candidate.bbox[3] - candidate.bbox[1]]);
            let (half_u, half_v) = (half[0].abs() / 2.0, half[1].abs() / 2.0);
            let after = center[0] - half_u - end;
            let under = center[1] - half_v - at[1];
            let beside = (center[1] - at[1]).abs() <= half_v + line.size && after > -line.size;
            let below =
                under > -0.6 * size && center[0] + half_u >= at[0] - size && center[0] - half_u <= end + REACH * size;
            let gap = if beside { after.max(0.0) } else { under.max(0.0) };
            let in_cell = contains(cell, middle(candidate.bbox));
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
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn the_cell_is_bounded_by_the_rules_that_pass_the_point() {
        let mut drawing = Drawing::new(200.0, 200.0);
        drawing.rect([20.0, 20.0, 180.0, 180.0]).line([20.0, 100.0], [180.0, 100.0]).line([100.0, 20.0], [100.0, 60.0]);
        let rules = Rules::of(&drawing.sheet());
        assert_eq!(rules.cell([150.0, 40.0], [200.0, 200.0]), [100.0, 20.0, 180.0, 100.0]);
        assert_eq!(rules.cell([150.0, 80.0], [200.0, 200.0]), [20.0, 20.0, 180.0, 100.0]);
        assert_eq!(rules.cell([10.0, 10.0], [200.0, 200.0]), [0.0, 0.0, 200.0, 200.0]);
    }
}
