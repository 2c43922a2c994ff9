//! Horizontal and vertical rulings of a sheet: stroked lines and thin filled bars. Collinear lines are joined, double
//! lines merged, and missing outer borders added.

use plumbline_geometry::{Point, Rect, point};
pub(crate) use plumbline_sheet::cells::Rule as Ruling;
use plumbline_sheet::model::verb;
use plumbline_sheet::{Path, Sheet};

/// The maximum thickness of a filled bar that is a ruling, in points. A thicker one is a shaded area.
const BAR_THICKNESS: f32 = 2.6;
/// The distance within which lines are the same line, in points.
const SAME_LINE: f32 = 0.7;
/// The longest gap that is bridged within a line, in points: revision clouds and plot errors. It is well below a row's
/// height, so that merged cells stay merged.
const GAP: f32 = 3.0;
/// The distance within which parallel lines are one double line, in points. A row of text does not fit between them.
const DOUBLE: f32 = 2.6;
/// The shortest piece of a line that can be part of a ruling, in points.
const SHORTEST_PIECE: f32 = 1.5;
/// The shortest ruling that can bound a cell, in points.
const SHORTEST: f32 = 6.0;

/// The distance within which lines on both sides make a line part of a hatch, in points. Text does not fit between
/// them.
const HATCH: f32 = 4.0;
/// The maximum number of nearby parallel lines considered. Bounds the work if thousands are close together.
const MOST_NEIGHBORS: usize = 64;

/// The rulings of a sheet, each list sorted by position.
#[derive(Debug, Default)]
pub(crate) struct Rulings {
    pub(crate) horizontal: Vec<Ruling>,
    pub(crate) vertical: Vec<Ruling>,
}

/// Returns all rulings of a sheet.
pub(crate) fn rulings(sheet: &Sheet) -> Rulings {
    let mut raw = Rulings::default();
    for path in sheet.paths() {
        if path.style.stroke.is_some() {
            stroked(&mut raw, &path);
        } else if !path.is_curved()
            && path.style.fill.is_some()
            && path.verbs.len() <= 7
            && let Some(bbox) = path.bbox()
        {
            bar(&mut raw, bbox);
        }
    }
    let mut found = Rulings {
        horizontal: without_hatches(joined(raw.horizontal)),
        vertical: without_hatches(joined(raw.vertical)),
    };
    let rows = missing_borders(&found.horizontal, &found.vertical);
    let columns = missing_borders(&found.vertical, &found.horizontal);
    let (vertical, horizontal) =
        (rows.across.into_iter().chain(columns.along), columns.across.into_iter().chain(rows.along));
    found.vertical = joined(found.vertical.into_iter().chain(vertical).collect());
    found.horizontal = joined(found.horizontal.into_iter().chain(horizontal).collect());
    found
}

impl Rulings {
    /// Adds the middle line of a box along its longer side.
    pub(crate) fn add<U>(&mut self, area: Rect<U>) {
        let (Rect { min, max }, center) = (area, area.center());
        if area.width() >= area.height() {
            self.horizontal.push(Ruling { at: center.y, from: min.x, to: max.x });
        } else {
            self.vertical.push(Ruling { at: center.x, from: min.y, to: max.y });
        }
    }
}

/// Collects the straight lines of a path. Curves do not bound a cell, nor do the chords of an arc drawn as a polyline:
/// the arcs of revision clouds must not cut the cells below them.
fn stroked(raw: &mut Rulings, path: &Path<'_>) {
    let (mut start, mut last) = (Point::zero(), Point::zero());
    // The previous line, still pending, and whether its own start bends like an arc: 1 to the right, -1 to the left.
    let mut open: Option<(Point, Point, i8)> = None;
    for (v, numbers) in path.pieces() {
        let to = match v {
            verb::CLOSE => start,
            _ => point(numbers[numbers.len() - 2], numbers[numbers.len() - 1]),
        };
        if v == verb::LINE || v == verb::CLOSE {
            let bend = open.map_or(0, |(a, b, _)| arc_bend(a, b, to));
            if let Some((a, b, before)) = open.take()
                && (before == 0 || before != bend)
            {
                straight(raw, a, b);
            }
            open = Some((last, to, bend));
        } else if let Some((a, b, _)) = open.take() {
            straight(raw, a, b);
        }
        if v == verb::MOVE {
            start = to;
        }
        last = to;
    }
    if let Some((a, b, _)) = open {
        straight(raw, a, b);
    }
}

/// Returns which way lines a–b and b–c bend if they bend like the chords of an arc, by 2° to 45°; otherwise 0.
fn arc_bend(a: Point, b: Point, c: Point) -> i8 {
    let (u, v) = (b - a, c - b);
    let (cross, dot) = (u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y);
    if dot > 0.0 && cross.abs() > 0.035 * dot && cross.abs() <= dot { cross.signum() as i8 } else { 0 }
}

/// Collects a line that runs along an axis, within a plotter's rounding.
fn straight(raw: &mut Rulings, a: Point, b: Point) {
    let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
    // Most lines of a sheet are dropped here: strokes of letters, hatches, walls at an angle.
    if dx.max(dy) < SHORTEST_PIECE || dx.min(dy) > 0.2 + 0.002 * dx.max(dy) {
        return;
    }
    let slack = 0.2 + 0.002 * dx.max(dy);
    if dy <= slack {
        raw.horizontal.push(Ruling { at: (a.y + b.y) / 2.0, from: a.x.min(b.x), to: a.x.max(b.x) });
    } else if dx <= slack {
        raw.vertical.push(Ruling { at: (a.x + b.x) / 2.0, from: a.y.min(b.y), to: a.y.max(b.y) });
    }
}

/// Collects a filled rectangle if it is thin.
fn bar(raw: &mut Rulings, bbox: Rect) {
    let (w, h) = (bbox.width(), bbox.height());
    let (long, thin) = (w.max(h), w.min(h));
    if thin <= BAR_THICKNESS && long > 3.0 * thin && long > 2.0 {
        raw.add(bbox);
    }
}

/// Joins collinear lines, merges double lines and drops lines too short to bound a cell.
fn joined(lines: Vec<Ruling>) -> Vec<Ruling> {
    let mut lines = merged(lines, SAME_LINE, GAP);
    lines.retain(|l| l.length() >= SHORTEST);
    doubles(lines)
}

/// Merges lines that are within `apart` of the first of their cluster and overlap or leave a gap of at most `gap`.
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

/// Drops the lines that have another close by on both sides for most of their length: hatches and gratings. Expects the
/// lines sorted by position.
fn without_hatches(lines: Vec<Ruling>) -> Vec<Ruling> {
    let beside = |a: &Ruling, b: &Ruling| {
        (a.at - b.at).abs() <= HATCH && a.to.min(b.to) - a.from.max(b.from) >= 0.8 * a.length()
    };
    let inside = |i: usize| {
        let line = &lines[i];
        lines[..i].iter().rev().take_while(|l| line.at - l.at <= HATCH).take(MOST_NEIGHBORS).any(|l| beside(line, l))
            && lines[i + 1..]
                .iter()
                .take_while(|l| l.at - line.at <= HATCH)
                .take(MOST_NEIGHBORS)
                .any(|l| beside(line, l))
    };
    let kept: Vec<bool> = (0..lines.len()).map(|i| !inside(i)).collect();
    lines.into_iter().zip(kept).filter(|(_, keep)| *keep).map(|(line, _)| line).collect()
}

/// Merges the two lines of a double line: close, parallel and side by side for most of the shorter one.
fn doubles(mut lines: Vec<Ruling>) -> Vec<Ruling> {
    lines.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut out: Vec<Ruling> = Vec::with_capacity(lines.len());
    for line in lines {
        let near = out.iter_mut().rev().take_while(|o| line.at - o.at <= DOUBLE).take(MOST_NEIGHBORS);
        let mut near = near;
        let twin = near.find(|o| {
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

/// Borders that are missing from the drawing.
#[derive(Default)]
struct Borders {
    /// Borders across the lines of a stack.
    across: Vec<Ruling>,
    /// Borders along the lines, before the first and after the last.
    along: Vec<Ruling>,
}

/// Returns the borders of stacks of lines with common ends. A table without a drawn outer frame still shows its extent,
/// because all its rulings end there. The rulings `between` the lines, which run across, show how far the first and the
/// last row reach.
fn missing_borders(lines: &[Ruling], between: &[Ruling]) -> Borders {
    const SAME_END: f32 = Borders::SAME_END;
    const STACK_GAP: f32 = Borders::STACK_GAP;
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
                for run in split_stack(run, between) {
                    out.add(run, between);
                }
            }
        }
        start += near;
    }
    out
}

/// Splits a stack of lines at wide gaps that no ruling crosses, if rulings end on one side and begin on the other: one
/// table ends there and the next begins.
fn split_stack<'a>(run: &'a [&'a Ruling], between: &[Ruling]) -> Vec<&'a [&'a Ruling]> {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return Vec::new() };
    let from = between.partition_point(|l| l.at < first.from - Borders::SAME_END);
    let inner = || between[from..].iter().take_while(|l| l.at <= first.to + Borders::SAME_END);
    let mut gaps: Vec<f32> = run.windows(2).map(|w| w[1].at - w[0].at).collect();
    gaps.sort_by(f32::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    let crossed = |a: f32, b: f32| inner().any(|l| l.from <= (a + b) / 2.0 && (a + b) / 2.0 <= l.to);
    // Rulings that end on one side of the gap and begin on the other belong to two tables.
    let ends = |a: f32| inner().any(|l| (l.to - a).abs() <= Borders::SAME_END && l.from < a - Borders::SAME_END);
    let begins = |b: f32| inner().any(|l| (l.from - b).abs() <= Borders::SAME_END && l.to > b + Borders::SAME_END);
    let splits = |a: f32, b: f32| b - a > 1.6 * usual && b - a > 16.0 && ends(a) && begins(b) && !crossed(a, b);
    if last.at - first.at <= 0.0 {
        return vec![run];
    }
    run.chunk_by(|a, b| !splits(a.at, b.at)).collect()
}

impl Borders {
    /// The distance within which ends are the same, in points.
    const SAME_END: f32 = 1.5;
    /// The maximum height of a row, in points.
    const STACK_GAP: f32 = 90.0;
    /// The minimum number of lines in a stack.
    const FEWEST: usize = 3;

    /// Adds the borders of one stack.
    fn add(&mut self, run: &[&Ruling], between: &[Ruling]) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
        if run.len() < Self::FEWEST {
            return;
        }
        let inside = between.partition_point(|l| l.at <= first.from + Self::SAME_END);
        let inner = || between[inside..].iter().take_while(|l| l.at < first.to - Self::SAME_END);
        // A ruling that belongs to the table crosses most of the stack.
        let own = |l: &&Ruling| l.from <= first.at + GAP + Self::STACK_GAP && l.to >= last.at - GAP - Self::STACK_GAP;
        let low = |l: &&Ruling| (first.at - Self::STACK_GAP..first.at - GAP).contains(&l.from);
        let high = |l: &&Ruling| l.to > last.at + GAP && l.to <= last.at + Self::STACK_GAP;
        let from = inner().filter(own).filter(low).map(|l| l.from).reduce(f32::min);
        let to = inner().filter(own).filter(high).map(|l| l.to).reduce(f32::max);
        for at in [first.from, first.to] {
            self.across.push(Ruling { at, from: from.unwrap_or(first.at), to: to.unwrap_or(last.at) });
        }
        self.along.extend(from.into_iter().chain(to).map(|at| Ruling { at, from: first.from, to: first.to }));
    }
}
