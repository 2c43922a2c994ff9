//! Frames around short texts: the circles, hexagons, boxes and other shapes of tags and keynotes.

use std::collections::BTreeMap;

use plumbline_geometry::{Aligned, Point, Rect, Vector, rect, vector};
use plumbline_sheet::Line;
use plumbline_sheet::lines::{along_across, direction};

use crate::annotations::ends::End;
use crate::annotations::heads::{corners, ring};
use crate::annotations::lines::{Lines, center, midline};
use crate::annotations::linework::{Linework, Pieces, Polyline, TOUCH};
use crate::annotations::shape::{distance, encloses};

/// The shape of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "shapes as everybody calls them")]
pub enum FrameShape {
    Circle,
    Hexagon,
    /// A square on its corner, relative to its text.
    Diamond,
    Box,
    Triangle,
    /// Ellipses, slots and other shapes.
    Oval,
}

/// A frame and the text in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Its shape.
    pub shape: FrameShape,
    /// x-min, y-min, x-max, y-max.
    pub area: Rect,
    /// The lines of text in it, in reading order.
    pub lines: Vec<usize>,
    /// The combined text: `VAV-3` for `VAV` over `3`.
    pub text: String,
    /// Its corners.
    pub outline: Vec<Point>,
    /// The polylines it is drawn with.
    pub(crate) polylines: Vec<usize>,
}

/// The maximum length of a framed text, in characters.
const LONGEST: usize = 40;

/// The maximum size of a frame across its text, and along it in addition to the text, in heights of the font.
const ACROSS: f32 = 7.0;
const ALONG: f32 = 9.0;

/// The maximum number of pieces in which a frame is drawn.
const MOST_PIECES: usize = 12;

/// The maximum number of lines in a frame.
const MOST_LINES: usize = 5;

/// A loop and the lines of text in it.
struct Around {
    outline: Vec<Point>,
    inside: Vec<usize>,
}

/// Returns all frames of a sheet, by position.
pub(crate) fn find(lines: &Lines, linework: &Linework, pieces: &Pieces) -> Vec<Frame> {
    let mut found: BTreeMap<Vec<usize>, Around> = BTreeMap::new();
    for (index, line) in lines.all().iter().enumerate() {
        if line.text.trim().is_empty() || line.text.chars().count() > LONGEST {
            continue;
        }
        if let Some((polylines, outline)) = around(line, linework, pieces) {
            found.entry(polylines).or_insert_with(|| Around { outline, inside: Vec::new() }).inside.push(index);
        }
    }
    let mut out: Vec<Frame> = Vec::new();
    for (polylines, Around { outline, mut inside }) in found {
        let Some(area) = Rect::around(outline.iter().copied()) else { continue };
        let all = lines.all();
        let way = direction(all[inside[0]].start, all[inside[0]].end);
        let place = |i: usize| along_across(way, all[i].start);
        inside.sort_by(|&a, &b| place(a).y.total_cmp(&place(b).y).then(place(a).x.total_cmp(&place(b).x)));
        let shape = shape(&outline, area, way);
        let text = join_texts(inside.iter().map(|&i| all[i].text.trim()));
        if inside.len() <= MOST_LINES {
            out.push(Frame { shape, area, lines: inside, text, outline, polylines });
        }
    }
    out.sort_by(|a, b| a.area.min.y.total_cmp(&b.area.min.y).then(a.area.min.x.total_cmp(&b.area.min.x)));
    // A double outline is one frame: the inner one.
    let mut seen = std::collections::HashSet::new();
    let mut keep: Vec<bool> = vec![true; out.len()];
    let mut order: Vec<usize> = (0..out.len()).collect();
    order.sort_by(|&a, &b| {
        crate::annotations::shape::extent(out[a].area).total_cmp(&crate::annotations::shape::extent(out[b].area))
    });
    for i in order {
        keep[i] = out[i].lines.iter().all(|line| !seen.contains(line));
        seen.extend(out[i].lines.iter().copied());
    }
    let mut kept = keep.into_iter();
    out.retain(|_| kept.next().unwrap_or(true));
    out
}

/// Joins the texts of one frame. Letters over a number are a tag.
fn join_texts<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for text in texts.filter(|t| !t.is_empty()) {
        let tag = !out.is_empty()
            && out.chars().all(char::is_alphabetic)
            && text.len() <= 5
            && text.starts_with(|c: char| c.is_ascii_digit());
        if !out.is_empty() {
            out.push(if tag { '-' } else { ' ' });
        }
        out.push_str(text);
    }
    out
}

/// Returns the polylines and corners of the frame around a line of text.
fn around(line: &Line, linework: &Linework, pieces: &Pieces) -> Option<(Vec<usize>, Vec<Point>)> {
    let way = direction(line.start, line.end);
    let (a, b) = midline(line);
    let middle = center(line);
    let half = distance(a, b) / 2.0;
    let own = line.bbox.grown(0.1 * line.size);
    let size = line.size;
    let across = vector(-way.y, way.x);
    // Try up and down first: the frames of wide texts are near in those directions.
    let rays = [
        (-across, ACROSS * 0.6 * size),
        (across, ACROSS * 0.6 * size),
        (way, half + ALONG * size),
        (-way, half + ALONG * size),
    ];
    let mut tried: Vec<usize> = Vec::new();
    for (ray, reach) in rays {
        for polyline in hits(middle, ray, reach, pieces, own) {
            if tried.contains(&polyline) {
                continue;
            }
            tried.push(polyline);
            let Some((polylines, outline)) = closed_loop(linework, polyline) else { continue };
            let corners = outline.iter().map(|&p| along_across(way, (p - middle).to_point()));
            let span = corners.fold(rect(f32::MAX, f32::MAX, f32::MIN, f32::MIN), |s: Rect<Aligned>, p| s.including(p));
            let fits = span.height() <= ACROSS * size && span.width() <= 2.0 * half + ALONG * size;
            let tall = span.height() >= 0.7 * size;
            // Letters may extend slightly over the frame, as in narrow hexagons.
            let inset = 0.8 * half;
            let holds = [-inset, 0.0, inset].iter().all(|u| encloses(&outline, middle + way * *u));
            if fits && tall && holds && convex(&outline) {
                return Some((polylines, outline));
            }
        }
    }
    None
}

/// Returns whether a polygon turns in one direction only, apart from rounding.
fn convex(outline: &[Point]) -> bool {
    let corners = corners(outline);
    let n = corners.len();
    let turns = (0..n).map(|i| {
        let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
        (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
    });
    let (left, right) = turns.fold((0.0f32, 0.0f32), |(l, r), t| (l.max(t), r.max(-t)));
    left.min(right) <= 0.5
}

/// Returns the polylines that a ray meets outside a box, the nearest first, at most ten.
fn hits(from: Point, ray: Vector, reach: f32, pieces: &Pieces, own: Rect) -> Vec<usize> {
    let mut found: Vec<(f32, usize)> = Vec::new();
    let to = from + ray * reach;
    let steps = (reach / 1.5).ceil().max(1.0) as usize;
    for step in 0..=steps {
        let t = step as f32 / steps as f32;
        let p = from + (to - from) * t;
        for &i in pieces.grid.near(p) {
            let s = &pieces.strokes[i as usize];
            let inside = |q: Point| own.contains(q);
            if inside(s.a) && inside(s.b) {
                continue;
            }
            if let Some(at) = meeting(from, ray, s.a, s.b).filter(|at| *at <= reach)
                && !found.iter().any(|(_, polyline)| *polyline == s.path as usize)
            {
                found.push((at, s.path as usize));
            }
        }
        if found.len() >= 24 {
            break;
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    found.into_iter().take(10).map(|(_, polyline)| polyline).collect()
}

/// Returns how far along a ray it meets a segment.
fn meeting(from: Point, ray: Vector, a: Point, b: Point) -> Option<f32> {
    let v = b - a;
    let cross = ray.x * v.y - ray.y * v.x;
    if cross.abs() < 1e-6 {
        return None;
    }
    let w = a - from;
    let along = (w.x * v.y - w.y * v.x) / cross;
    let on = (w.x * ray.y - w.y * ray.x) / cross;
    (along >= 0.0 && (-1e-4..=1.0001).contains(&on)).then_some(along)
}

/// Returns the loop that a polyline is part of, closed itself or drawn in pieces end to end.
fn closed_loop(linework: &Linework, polyline: usize) -> Option<(Vec<usize>, Vec<Point>)> {
    let of = |polyline: usize| -> &Polyline { &linework.polylines[polyline] };
    if of(polyline).closed {
        return Some((vec![polyline], linework.points(of(polyline)).to_vec()));
    }
    let mut polylines = vec![polyline];
    let mut outline: Vec<Point> = linework.points_from((polyline, false)).collect();
    let mut end: End = (polyline, true);
    while polylines.len() <= MOST_PIECES {
        let p = linework.end(end);
        if polylines.len() > 1 && distance(p, outline[0]) <= TOUCH {
            polylines.sort_unstable();
            outline.pop();
            return Some((polylines, outline));
        }
        let mut next = linework.ends_at(p, TOUCH).into_iter().filter(|e| {
            e.0 != end.0 && of(e.0).color == of(polyline).color && !polylines[1..].contains(&e.0) && !of(e.0).filled
        });
        let (one, more) = (next.next()?, next.next());
        if more.is_some() {
            return None;
        }
        outline.extend(linework.points_from(one).skip(1));
        polylines.push(one.0);
        end = (one.0, !one.1);
    }
    None
}

/// Returns the shape of a frame around text that runs in direction `way`.
fn shape(outline: &[Point], area: Rect, way: Vector) -> FrameShape {
    if ring(outline, area).is_some() {
        return FrameShape::Circle;
    }
    let corners = corners(outline);
    match corners.len() {
        3 => FrameShape::Triangle,
        4 => {
            // The diagonals of a diamond run along and across its text.
            let diagonal = direction(corners[0], corners[2]);
            let along = diagonal.dot(way).abs();
            let sides: Vec<f32> = (0..4).map(|i| distance(corners[i], corners[(i + 1) % 4])).collect();
            let even = sides.iter().all(|s| (s - sides[0]).abs() <= 0.1 * sides[0]);
            if even && !(0.2..=0.98).contains(&along) { FrameShape::Diamond } else { FrameShape::Box }
        }
        6 => FrameShape::Hexagon,
        _ => FrameShape::Oval,
    }
}
