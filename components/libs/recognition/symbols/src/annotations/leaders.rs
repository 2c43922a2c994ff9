//! Leaders: lines from a text, or from the frame around one, to the thing that the text describes.
//!
//! Leaders are traced from their heads back to the text. A line without a head is a leader only if it begins like one:
//! with a landing beside the text, or at a bubble. Lines with heads at both ends are dimensions.

use std::collections::{HashMap, HashSet};

use plumbline_geometry::{Point, halfway, total_order};
use plumbline_notation::language::dimensions;
use plumbline_sheet::Pattern;
use plumbline_sheet::lines::direction;

use crate::annotations::ends::End;
use crate::annotations::frames::{Frame, FrameShape};
use crate::annotations::heads::{Head, Tip, tips};
use crate::annotations::lines::midline;
use crate::annotations::linework::TOUCH;
use crate::annotations::origins::{Origin, Origins};
use crate::annotations::search::{LARGEST_FONT, SearchContext};
use crate::annotations::shape::distance;

/// A line from texts to the thing that they describe.
#[derive(Debug, Clone, PartialEq)]
pub struct Leader {
    /// The point that it points at.
    pub tip: Point,
    /// The point where it begins, at the text.
    pub start: Point,
    /// The head at its end.
    pub head: Head,
    /// The indices of its lines of text: a stack, or all lines at its bracket.
    pub lines: Vec<usize>,
    /// The indices of the frames that it begins at.
    pub frames: Vec<usize>,
    /// The points from the tip to the text.
    pub path: Vec<Point>,
}

/// The maximum number of pieces in which a leader is drawn.
const MOST_PIECES: usize = 6;

/// The minimum length of a leader, in heights of the font.
const SHORTEST: f32 = 0.9;

/// The maximum number of leaders without a head per text. More are a hatch.
const MOST_HEADLESS: usize = 3;

/// The maximum length of a leader without a head, in heights of the font.
const HEADLESS: f32 = 60.0;

/// Lengths as written on dimension lines: `2.10`, `7'-0"`.
static DIMENSION: Pattern = Pattern::new(|| {
    let after = dimensions::AFTER.alternatives();
    format!(r#"^(?:\d{{1,3}}[.,]\d{{1,3}}|\d+'\s?-?\s?(?:\d+(?: \d+/\d+)?"?)?|\d{{3,5}})(?:\s?(?:m|mm|cm|{after}))?$"#)
});

/// A search for leaders.
struct Finder<'a> {
    context: &'a SearchContext<'a>,
    origins: Origins<'a>,
    /// The ends of lines that have a head.
    headed: HashSet<End>,
    frame_polylines: HashSet<usize>,
}

/// Returns all leaders, by the position of their tips.
pub(crate) fn find(context: &SearchContext<'_>) -> Vec<Leader> {
    let tips = tips(context.linework);
    let finder = Finder {
        context,
        origins: Origins::new(context),
        headed: tips.iter().map(|t| t.shaft).collect(),
        frame_polylines: context.frames.iter().flat_map(|f| f.polylines.iter().copied()).collect(),
    };
    let mut out: Vec<Leader> = tips.iter().filter_map(|tip| finder.headed(tip)).collect();
    let used: HashSet<(u32, u32)> = out.iter().map(|l| (l.start.x.to_bits(), l.start.y.to_bits())).collect();
    let mut bare = Vec::new();
    finder.at_bubbles(&mut bare);
    finder.at_landings(&mut bare);
    bare.retain(|l| !used.contains(&(l.start.x.to_bits(), l.start.y.to_bits())));
    let mut counts: HashMap<Vec<usize>, usize> = HashMap::new();
    bare.iter().for_each(|l| *counts.entry(l.lines.clone()).or_default() += 1);
    bare.retain(|l| counts[&l.lines] <= MOST_HEADLESS);
    out.extend(bare);
    let key = |l: &Leader| [l.tip.y, l.tip.x, l.start.y, l.start.x];
    out.sort_by(|a, b| total_order(key(a), key(b)));
    out.dedup_by(|a, b| distance(a.tip, b.tip) < 0.1 && distance(a.start, b.start) < 0.1);
    out
}

impl Finder<'_> {
    /// Traces the leader of a head.
    fn headed(&self, tip: &Tip) -> Option<Leader> {
        let linework = self.context.linework;
        let mut path = vec![tip.at];
        let mut used = Vec::new();
        let mut end = tip.shaft;
        loop {
            if self.frame_polylines.contains(&end.0) {
                return None;
            }
            path.extend(linework.points_from(end));
            used.push(end.0);
            end = (end.0, !end.1);
            if self.headed.contains(&end) {
                return None;
            }
            if let Some(origin) = self.origins.at(linework.end(end), *path.get(path.len() - 2)?, &used) {
                return self.leader(tip, path, origin);
            }
            if used.len() >= MOST_PIECES {
                return None;
            }
            end = self.continuation(end, &used)?;
        }
    }

    fn leader(&self, tip: &Tip, path: Vec<Point>, origin: Origin) -> Option<Leader> {
        let all = self.context.lines.all();
        if !origin.lines.is_empty() && origin.lines.iter().all(|&l| DIMENSION.is_match(all[l].text.trim())) {
            return None;
        }
        let start = *path.last()?;
        let sizes = origin.lines.iter().map(|&l| all[l].size);
        let size = sizes.fold(f32::INFINITY, f32::min);
        if distance(tip.at, start) < SHORTEST * size {
            return None;
        }
        // Wires also end in round symbols, and hatches in ticks. Such leaders must begin like leaders.
        let doubtful = matches!(tip.head, Head::Loop | Head::Tick);
        if doubtful && origin.frames.is_empty() && !self.origins.lands(&path, &origin.lines) {
            return None;
        }
        Some(Leader { tip: tip.at, start, head: tip.head, lines: origin.lines, frames: origin.frames, path })
    }

    /// Returns the only line that continues where another ends, if there is exactly one.
    fn continuation(&self, end: End, used: &[usize]) -> Option<End> {
        let linework = self.context.linework;
        let color = linework.polylines[end.0].color;
        let mut next = linework.ends_at(linework.end(end), TOUCH).into_iter().filter(|e| {
            !used.contains(&e.0) && linework.polylines[e.0].color == color && !linework.polylines[e.0].filled
        });
        let one = next.next()?;
        next.next().is_none().then_some(one)
    }

    /// Finds leaders without a head that begin at bubbles.
    fn at_bubbles(&self, out: &mut Vec<Leader>) {
        let (linework, lines) = (self.context.linework, self.context.lines);
        for (i, frame) in self.context.frames.iter().enumerate() {
            if matches!(frame.shape, FrameShape::Box | FrameShape::Oval) {
                continue;
            }
            let size = frame.lines.first().map_or(1.0, |&l| lines.all()[l].size);
            for end in self.ends_on(frame) {
                let [first, second] = linework.first_two(end);
                let inside = crate::annotations::shape::encloses(&frame.outline, halfway(first, second));
                if !inside && let Some((path, tip)) = self.without_head(end, size) {
                    let (start, lines) = (first, frame.lines.clone());
                    out.push(Leader { tip, start, head: Head::None, lines, frames: vec![i], path });
                }
            }
        }
    }

    /// Returns the ends of lines that lie on a frame's outline.
    fn ends_on(&self, frame: &Frame) -> Vec<End> {
        let mut out = Vec::new();
        for (n, &a) in frame.outline.iter().enumerate() {
            let b = frame.outline[(n + 1) % frame.outline.len()];
            let steps = (distance(a, b) / 1.0).ceil().max(1.0) as usize;
            for step in 0..steps {
                let t = step as f32 / steps as f32;
                let p = a + (b - a) * t;
                out.extend(self.context.linework.ends_at(p, 0.75));
            }
        }
        out.sort_unstable();
        out.dedup();
        out.retain(|e| !frame.polylines.contains(&e.0));
        out
    }

    /// Finds leaders without a head that begin with a landing: a short piece in line with the text, then a bend.
    fn at_landings(&self, out: &mut Vec<Leader>) {
        let (linework, lines) = (self.context.linework, self.context.lines);
        let framed: HashSet<usize> = self.context.frames.iter().flat_map(|f| f.lines.iter().copied()).collect();
        for (i, line) in lines.all().iter().enumerate() {
            if framed.contains(&i) || line.size > LARGEST_FONT || DIMENSION.is_match(line.text.trim()) {
                continue;
            }
            let way = direction(line.start, line.end);
            let (a, b) = midline(line);
            for (from, out_of) in [(a, -way), (b, way)] {
                let mut seen: Vec<End> = Vec::new();
                for step in 0..=((1.2 * line.size) as usize).min(24) {
                    let far = step as f32;
                    let p = from + out_of * far;
                    for end in linework.ends_at(p, 0.8) {
                        if !seen.contains(&end) {
                            seen.push(end);
                        }
                    }
                }
                for end in seen {
                    let [first, second] = linework.first_two(end);
                    let ahead = direction(first, second);
                    let landing = distance(first, second);
                    let level = ahead.dot(out_of) > 0.985;
                    if !level || !(0.4..=8.0).contains(&(landing / line.size)) {
                        continue;
                    }
                    if let Some((path, tip)) = self.without_head(end, line.size).filter(|(p, _)| p.len() > 2) {
                        let mut stack = lines.stack_of(i).to_vec();
                        stack.sort_unstable();
                        let start = first;
                        out.push(Leader { tip, start, head: Head::None, lines: stack, frames: Vec::new(), path });
                    }
                }
            }
        }
    }

    /// Returns the points of a line from its tip back to `end`, and the tip. Returns `None` if the line is too long,
    /// has a head or continues to another text.
    fn without_head(&self, end: End, size: f32) -> Option<(Vec<Point>, Point)> {
        let linework = self.context.linework;
        let mut path = Vec::new();
        let mut used = Vec::new();
        let mut at = end;
        loop {
            if self.frame_polylines.contains(&at.0) || self.headed.contains(&at) || linework.polylines[at.0].filled {
                return None;
            }
            path.extend(linework.points_from(at));
            used.push(at.0);
            at = (at.0, !at.1);
            match self.continuation(at, &used) {
                Some(next) if used.len() < MOST_PIECES => at = next,
                Some(_) => return None,
                None => break,
            }
        }
        let tip = linework.end(at);
        let length: f32 = path.windows(2).map(|w| distance(w[0], w[1])).sum();
        let straight = distance(tip, path[0]);
        if self.headed.contains(&at) || length > HEADLESS * size || length < 1.0 * size || straight < 0.5 * length {
            return None;
        }
        if self.origins.frame_at(tip).is_some()
            || self.origins.text_at(tip, path[path.len().saturating_sub(2)]).is_some()
        {
            return None;
        }
        path.reverse();
        path.dedup_by(|a, b| distance(*a, *b) < 0.05);
        Some((path, tip))
    }
}
