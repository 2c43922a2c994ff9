//! A sheet's lines of text by position, and the stacks that they form.

use plumbline_geometry::{BoxIndex, Point, Rect, halfway, vector};
use plumbline_sheet::lines::{along_across, direction};
use plumbline_sheet::{Line, Sheet, lines, paragraphs};

/// The maximum distance between the baselines of one stack, in heights of the font.
const LEADING: f32 = 1.75;

/// The maximum relative difference between the steps from baseline to baseline of one stack.
const EVEN: f32 = 0.3;

/// Half the height of capitals, in heights of the font.
const HALF_CAPITAL: f32 = 0.36;

/// The lines of text of a sheet.
#[derive(Debug)]
pub struct Lines {
    all: Vec<Line>,
    stacks: Vec<Vec<usize>>,
    stack_of: Vec<usize>,
    index: BoxIndex<usize>,
}

impl Lines {
    /// Joins a sheet's text runs into lines, and lines into stacks.
    pub fn of(sheet: &Sheet) -> Self {
        let all = lines(sheet);
        let mut stacks: Vec<Vec<usize>> = Vec::new();
        for paragraph in paragraphs(&all) {
            split(&all, &paragraph.lines, &mut stacks);
        }
        let mut stack_of = vec![0; all.len()];
        for (n, stack) in stacks.iter().enumerate() {
            for &line in stack {
                stack_of[line] = n;
            }
        }
        let boxes = all.iter().enumerate().filter(|(_, l)| l.bbox.is_finite());
        let index = BoxIndex::new(boxes.map(|(i, l)| (l.bbox, i)));
        Self { all, stacks, stack_of, index }
    }

    /// Returns all lines.
    pub fn all(&self) -> &[Line] {
        &self.all
    }

    /// Returns the stacks: indices of lines, from the first to the last.
    pub fn stacks(&self) -> &[Vec<usize>] {
        &self.stacks
    }

    /// Returns the stack that a line belongs to.
    pub fn stack_of(&self, line: usize) -> &[usize] {
        &self.stacks[self.stack_of[line]]
    }

    /// Returns the indices of the lines whose box touches an area, in order.
    pub fn touching(&self, area: Rect) -> Vec<usize> {
        self.index.sorted(area)
    }
}

/// Splits a paragraph where the color or the step between baselines changes.
fn split(all: &[Line], members: &[usize], stacks: &mut Vec<Vec<usize>>) {
    let mut steps = members.windows(2).map(|w| step(&all[w[0]], &all[w[1]])).collect::<Vec<_>>();
    steps.sort_by(f32::total_cmp);
    let usual = steps.first().copied().unwrap_or(0.0);
    let mut stack: Vec<usize> = Vec::new();
    for &line in members {
        if let Some(&last) = stack.last() {
            let far = step(&all[last], &all[line]);
            if all[last].color != all[line].color || far > LEADING || far > usual * (1.0 + EVEN) {
                stacks.push(std::mem::take(&mut stack));
            }
        }
        stack.push(line);
    }
    if !stack.is_empty() {
        stacks.push(stack);
    }
}

/// Returns the distance from baseline to baseline, in heights of the font.
fn step(a: &Line, b: &Line) -> f32 {
    let way = direction(a.start, a.end);
    (along_across(way, b.start).y - along_across(way, a.start).y).abs() / a.size.max(0.01)
}

/// Returns the line along the middle of a text's letters.
pub(crate) fn midline(line: &Line) -> (Point, Point) {
    let way = direction(line.start, line.end);
    let up = vector(way.y * HALF_CAPITAL * line.size, -way.x * HALF_CAPITAL * line.size);
    (line.start + up, line.end + up)
}

/// Returns the center of a text's letters.
pub(crate) fn center(line: &Line) -> Point {
    let (a, b) = midline(line);
    halfway(a, b)
}

/// Returns the distance of a text's letters from a box, or 0 if they touch.
pub(crate) fn distance_to_box(line: &Line, area: Rect) -> f32 {
    let (a, b) = midline(line);
    (crate::annotations::shape::segment_to_box(a, b, area) - HALF_CAPITAL * line.size).max(0.0)
}

/// Returns the distance of a text's letters from a point, or 0 if the point is on them.
pub(crate) fn distance_to_point(line: &Line, p: Point) -> f32 {
    let (a, b) = midline(line);
    (crate::annotations::shape::to_segment(p, a, b) - HALF_CAPITAL * line.size).max(0.0)
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    #[test]
    fn closely_spaced_lines_form_a_stack() {
        let mut drawing = Drawing::new(300.0, 300.0);
        drawing.text("FACP:SPK1", [10.0, 50.0], 6.0).text("FAPS1:NAC1", [10.0, 56.0], 6.0);
        drawing.text("15CD", [10.0, 62.0], 6.0).text("FAR", [10.0, 73.5], 6.0);
        drawing.text("OTHER", [150.0, 50.0], 6.0);
        let lines = Lines::of(&drawing.sheet());
        let mut sizes: Vec<usize> = lines.stacks().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 1, 3]);
        assert_eq!(lines.touching(rect(0.0, 40.0, 100.0, 63.0)).len(), 3);
    }
}
