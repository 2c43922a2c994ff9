//! The start of a leader: a text, a frame, or the bracket beside a stack of either.

use plumbline_geometry::{BoxIndex, Point, Rect};
use plumbline_sheet::lines::{along_across, direction};

use crate::annotations::lines::{center, distance_to_point, midline};
use crate::annotations::linework::TOUCH;
use crate::annotations::search::{LARGEST_FONT, SearchContext};
use crate::annotations::shape::{distance, to_segment};

/// The maximum distance of a leader from its text, in heights of the font: beside it, and above or below it.
const BESIDE: f32 = 1.6;
const ABOVE: f32 = 0.9;

/// The distance at which a line touches a frame, in points.
const AT_FRAME: f32 = 1.2;

/// The texts and frames that a leader begins at.
#[derive(Debug, Default)]
pub(crate) struct Origin {
    pub(crate) lines: Vec<usize>,
    pub(crate) frames: Vec<usize>,
}

/// The texts and frames of a sheet, searched by position.
pub(crate) struct Origins<'a> {
    context: &'a SearchContext<'a>,
    frames: BoxIndex<usize>,
}

impl<'a> Origins<'a> {
    /// Indexes the frames of a sheet.
    pub(crate) fn new(context: &'a SearchContext<'a>) -> Self {
        let frames = BoxIndex::new(context.frames.iter().enumerate().map(|(i, f)| (f.area, i)));
        Self { context, frames }
    }

    /// Returns the origin at the end of a line that comes from `before`.
    pub(crate) fn at(&self, p: Point, before: Point, used: &[usize]) -> Option<Origin> {
        if let Some(frame) = self.frame_at(p) {
            let lines = self.context.frames[frame].lines.clone();
            return Some(Origin { lines, frames: vec![frame] });
        }
        if let Some(line) = self.text_at(p, before) {
            let mut lines = self.context.lines.stack_of(line).to_vec();
            lines.sort_unstable();
            return Some(Origin { lines, frames: Vec::new() });
        }
        self.bracket(p, before, used)
    }

    /// Returns the frame whose outline a point is on.
    pub(crate) fn frame_at(&self, p: Point) -> Option<usize> {
        let near = self.frames.sorted(Rect::between(p, p).grown(AT_FRAME));
        near.into_iter().find(|&i| {
            let outline = &self.context.frames[i].outline;
            (0..outline.len()).any(|n| to_segment(p, outline[n], outline[(n + 1) % outline.len()]) <= AT_FRAME)
        })
    }

    /// Returns the text at which a line ends.
    pub(crate) fn text_at(&self, p: Point, before: Point) -> Option<usize> {
        let lines = self.context.lines;
        let near = lines.touching(Rect::between(p, p).grown(BESIDE * LARGEST_FONT));
        let mut best: Option<(f32, usize)> = None;
        for i in near {
            let line = &lines.all()[i];
            if line.size > LARGEST_FONT || line.text.trim().is_empty() {
                continue;
            }
            let way = direction(line.start, line.end);
            let Point { x: u, y: v, .. } = along_across(way, (p - line.start).to_point());
            let length = distance(line.start, line.end);
            let beside = (-u).max(u - length).max(0.0);
            // v is 0 on the baseline and negative above it.
            let off = (v / line.size + 0.36).abs();
            let far = distance_to_point(line, p) / line.size;
            let near = if beside > 0.0 { off <= 0.85 && far <= BESIDE } else { far <= ABOVE };
            if !near {
                continue;
            }
            // The text is ahead of the line, unless the line runs under it.
            let middle = center(line);
            let ahead = (middle.x - p.x) * (p.x - before.x) + (middle.y - p.y) * (p.y - before.y);
            let cost = far + if ahead < 0.0 && far > 0.3 { 0.8 } else { 0.0 };
            if best.is_none_or(|(b, _)| cost < b) {
                best = Some((cost, i));
            }
        }
        best.map(|(_, i)| i)
    }

    /// Returns the texts and frames along a bracket on which a line ends.
    fn bracket(&self, p: Point, before: Point, used: &[usize]) -> Option<Origin> {
        let (lines, pieces) = (self.context.lines, self.context.pieces);
        let ahead = direction(before, p);
        let piece = pieces.grid.near(p).iter().map(|&i| &pieces.strokes[i as usize]).find(|s| {
            let way = direction(s.a, s.b);
            let turned = way.cross(ahead).abs();
            let inner = distance(s.a, p).min(distance(s.b, p)) > 1.5;
            !used.contains(&(s.path as usize)) && inner && turned > 0.77 && to_segment(p, s.a, s.b) <= TOUCH
        })?;
        let mut origin = Origin::default();
        let way = direction(piece.a, piece.b);
        let length = distance(piece.a, piece.b);
        // On the far side of the bracket and within its length.
        let belongs = |at: Point, size: f32| {
            let Point { x: u, y: v, .. } = along_across(way, (at - piece.a).to_point());
            let side = along_across(way, ahead.to_point()).y;
            (-0.3 * size..=length + 0.3 * size).contains(&u) && v * side > 0.0
        };
        let area = Rect::between(piece.a, piece.b);
        for i in self.frames.sorted(area.grown(LARGEST_FONT)) {
            let frame = &self.context.frames[i];
            let size = frame.lines.first().map_or(1.0, |&l| lines.all()[l].size);
            let middle = frame.area.center();
            if belongs(middle, size)
                && crate::annotations::shape::segment_to_box(piece.a, piece.b, frame.area) <= 2.2 * size
            {
                origin.frames.push(i);
                origin.lines.extend(&frame.lines);
            }
        }
        for i in lines.touching(area.grown(LARGEST_FONT)) {
            let line = &lines.all()[i];
            let (a, b) = midline(line);
            let near = to_segment(a, piece.a, piece.b).min(to_segment(b, piece.a, piece.b)) <= 1.6 * line.size;
            if near && line.size <= LARGEST_FONT && belongs(center(line), line.size) && !origin.lines.contains(&i) {
                origin.lines.push(i);
            }
        }
        origin.lines.sort_unstable();
        // A wall has rooms on its far side, not stacks of tags.
        (!origin.lines.is_empty() && length <= 5.0 * self.height_of(&origin.lines)).then_some(origin)
    }

    /// Returns the total height of the lines along a bracket.
    fn height_of(&self, lines: &[usize]) -> f32 {
        lines.iter().map(|&l| self.context.lines.all()[l].size).sum()
    }

    /// Returns whether a line ends beside a text, at half its height and in its direction.
    pub(crate) fn lands(&self, path: &[Point], lines: &[usize]) -> bool {
        let [.., before, start] = path else { return false };
        let ahead = direction(*before, *start);
        lines.iter().map(|&l| &self.context.lines.all()[l]).any(|line| {
            let way = direction(line.start, line.end);
            let (a, b) = midline(line);
            let level = ahead.dot(way).abs() > 0.985;
            let off = along_across(way, (*start - a).to_point()).y;
            let near = distance(*start, a).min(distance(*start, b)) <= BESIDE * line.size;
            level && near && off.abs() <= 0.45 * line.size && distance(*before, *start) >= 0.4 * line.size
        })
    }
}
