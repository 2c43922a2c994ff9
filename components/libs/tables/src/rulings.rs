//! Horizontal and vertical rulings of a sheet: stroked lines and thin filled bars, put together where they continue
//! each other, double lines as one, and outer borders that the draughtsman left out.

use plumbline_sheet::{FLATTEN, Path, Sheet, segments};

/// A filled bar up to this thick, in points, is a ruling; anything thicker is a shaded area.
const BAR_THICKNESS: f32 = 2.6;
/// Lines whose positions differ by less than this, in points, are the same line.
const SAME_LINE: f32 = 0.7;
/// Gaps up to this long, in points, within a line are bridged: revision clouds and plot errors. It stays well below a
/// row's height, so that merged cells stay merged.
const GAP: f32 = 3.0;
/// Parallel lines closer than this, in points, are one double line: no row of text fits between them.
const DOUBLE: f32 = 2.6;
/// Rulings shorter than this, in points, cannot bound a cell.
const SHORTEST: f32 = 6.0;

/// Which way a ruling runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Along x.
    Horizontal,
    /// Along y.
    Vertical,
}

/// A straight ruling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ruling {
    /// Its y when horizontal, its x when vertical.
    pub(crate) at: f32,
    /// Its lesser end.
    pub(crate) from: f32,
    /// Its greater end.
    pub(crate) to: f32,
}

impl Ruling {
    fn length(&self) -> f32 {
        self.to - self.from
    }
}

/// The rulings of a sheet, each list by position.
#[derive(Debug, Default)]
pub(crate) struct Rulings {
    pub(crate) horizontal: Vec<Ruling>,
    pub(crate) vertical: Vec<Ruling>,
}

/// All rulings of a sheet.
pub(crate) fn rulings(sheet: &Sheet) -> Rulings {
    let mut raw = Rulings::default();
    for path in sheet.paths() {
        if path.is_curved() {
            continue;
        }
        if path.style.stroke.is_some() {
            for [x0, y0, x1, y1] in segments(&path, FLATTEN) {
                straight(&mut raw, [x0, y0], [x1, y1]);
            }
        } else if let Some((axis, ruling)) = bar(&path) {
            raw.list(axis).push(ruling);
        }
    }
    let mut found = Rulings { horizontal: joined(raw.horizontal), vertical: joined(raw.vertical) };
    let rows = missing_borders(&found.horizontal, &found.vertical);
    let columns = missing_borders(&found.vertical, &found.horizontal);
    let (vertical, horizontal) =
        (rows.across.into_iter().chain(columns.along), columns.across.into_iter().chain(rows.along));
    found.vertical = joined(found.vertical.into_iter().chain(vertical).collect());
    found.horizontal = joined(found.horizontal.into_iter().chain(horizontal).collect());
    found
}

impl Rulings {
    fn list(&mut self, axis: Axis) -> &mut Vec<Ruling> {
        match axis {
            Axis::Horizontal => &mut self.horizontal,
            Axis::Vertical => &mut self.vertical,
        }
    }
}

/// Takes a stroked segment that runs along an axis, give or take a plotter's rounding.
fn straight(raw: &mut Rulings, a: [f32; 2], b: [f32; 2]) {
    let (dx, dy) = ((b[0] - a[0]).abs(), (b[1] - a[1]).abs());
    let slack = 0.2 + 0.002 * dx.max(dy);
    if dx.max(dy) < 1.0 {
        return;
    }
    if dy <= slack {
        raw.horizontal.push(Ruling { at: (a[1] + b[1]) / 2.0, from: a[0].min(b[0]), to: a[0].max(b[0]) });
    } else if dx <= slack {
        raw.vertical.push(Ruling { at: (a[0] + b[0]) / 2.0, from: a[1].min(b[1]), to: a[1].max(b[1]) });
    }
}

/// A thin filled rectangle as a ruling.
fn bar(path: &Path<'_>) -> Option<(Axis, Ruling)> {
    path.style.fill?;
    if path.verbs.len() > 7 {
        return None;
    }
    let [x0, y0, x1, y1] = path.bbox()?;
    let (w, h) = (x1 - x0, y1 - y0);
    if h <= BAR_THICKNESS && w > 3.0 * h && w > 2.0 {
        Some((Axis::Horizontal, Ruling { at: (y0 + y1) / 2.0, from: x0, to: x1 }))
    } else if w <= BAR_THICKNESS && h > 3.0 * w && h > 2.0 {
        Some((Axis::Vertical, Ruling { at: (x0 + x1) / 2.0, from: y0, to: y1 }))
    } else {
        None
    }
}

/// Lines that continue each other as one, double lines as one, without those too short to bound a cell.
fn joined(lines: Vec<Ruling>) -> Vec<Ruling> {
    let mut lines = merged(lines, SAME_LINE, GAP);
    lines.retain(|l| l.length() >= SHORTEST);
    doubles(lines)
}

/// Merges the lines that lie within `apart` of the first of their cluster and overlap or leave a gap up to `gap`.
fn merged(mut lines: Vec<Ruling>, apart: f32, gap: f32) -> Vec<Ruling> {
    lines.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)).then(a.to.total_cmp(&b.to)));
    let mut out: Vec<Ruling> = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let end = start + lines[start..].iter().take_while(|l| l.at - lines[start].at <= apart).count();
        let cluster = &mut lines[start..end];
        cluster.sort_by(|a, b| a.from.total_cmp(&b.from));
        let mut current: Option<(Ruling, f32)> = None;
        for line in cluster.iter() {
            match &mut current {
                Some((c, weight)) if line.from <= c.to + gap => {
                    // The position is the mean by length, so that a long exact line outweighs a short crooked one.
                    let w = line.length().max(0.1);
                    c.at = (c.at * *weight + line.at * w) / (*weight + w);
                    *weight += w;
                    c.to = c.to.max(line.to);
                }
                _ => {
                    out.extend(current.take().map(|(c, _)| c));
                    current = Some((*line, line.length().max(0.1)));
                }
            }
        }
        out.extend(current.map(|(c, _)| c));
        start = end;
    }
    out
}

/// Puts the two lines of a double line together: close, parallel, and side by side for most of the shorter.
fn doubles(mut lines: Vec<Ruling>) -> Vec<Ruling> {
    lines.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut out: Vec<Ruling> = Vec::with_capacity(lines.len());
    for line in lines {
        let twin = out.iter_mut().rev().take_while(|o| line.at - o.at <= DOUBLE).find(|o| {
            let shared = o.to.min(line.to) - o.from.max(line.from);
            shared >= 0.8 * o.length().min(line.length())
                || (line.at - o.at <= SAME_LINE && o.from <= line.to + GAP && line.from <= o.to + GAP)
        });
        match twin {
            Some(twin) => {
                if line.length() > twin.length() {
                    twin.at = line.at;
                }
                twin.from = twin.from.min(line.from);
                twin.to = twin.to.max(line.to);
            }
            None => out.push(line),
        }
    }
    out.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    out
}

/// Borders that are not drawn.
#[derive(Default)]
struct Borders {
    /// Across the lines of a stack.
    across: Vec<Ruling>,
    /// Along them, before the first and behind the last.
    along: Vec<Ruling>,
}

/// The borders of stacks of lines with common ends: a table whose outer frame is not drawn still shows where it ends,
/// because all its rulings do. The rulings `between` them, that run across, show how far the first and the last row
/// reach.
fn missing_borders(lines: &[Ruling], between: &[Ruling]) -> Borders {
    const SAME_END: f32 = 1.5;
    const STACK_GAP: f32 = 90.0;
    const FEWEST: usize = 3;
    let mut by_ends: Vec<&Ruling> = lines.iter().filter(|l| l.length() >= 40.0).collect();
    by_ends.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.to.total_cmp(&b.to)));
    let mut out = Borders::default();
    let mut start = 0;
    while start < by_ends.len() {
        let near = by_ends[start..].iter().take_while(|l| l.from - by_ends[start].from <= SAME_END).count();
        let mut group: Vec<&Ruling> = by_ends[start..start + near].to_vec();
        group.sort_by(|a, b| a.to.total_cmp(&b.to));
        for same in group.chunk_by(|a, b| b.to - a.to <= SAME_END) {
            let mut stack: Vec<&Ruling> = same.to_vec();
            stack.sort_by(|a, b| a.at.total_cmp(&b.at));
            for run in stack.chunk_by(|a, b| b.at - a.at <= STACK_GAP) {
                let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
                if run.len() < FEWEST {
                    continue;
                }
                let inside = between.partition_point(|l| l.at <= first.from + SAME_END);
                let inner = || between[inside..].iter().take_while(|l| l.at < first.to - SAME_END);
                // A ruling of the table crosses most of the stack.
                let own = |l: &&Ruling| l.from <= first.at + GAP + STACK_GAP && l.to >= last.at - GAP - STACK_GAP;
                let low = |l: &&Ruling| (first.at - STACK_GAP..first.at - GAP).contains(&l.from);
                let high = |l: &&Ruling| l.to > last.at + GAP && l.to <= last.at + STACK_GAP;
                let from = inner().filter(own).filter(low).map(|l| l.from).reduce(f32::min);
                let to = inner().filter(own).filter(high).map(|l| l.to).reduce(f32::max);
                for at in [first.from, first.to] {
                    out.across.push(Ruling { at, from: from.unwrap_or(first.at), to: to.unwrap_or(last.at) });
                }
                out.along.extend(from.into_iter().chain(to).map(|at| Ruling { at, from: first.from, to: first.to }));
            }
        }
        start += near;
    }
    out
}
