//! Marks on the drawing: bubbles of sections and details, numbers of revisions, keynotes, doors and rooms.

use plumbline_geometry::{Buckets, Point, Rect, Size, point};
use plumbline_notation::language::captions;
use plumbline_sheet::cells::{Rule, Rules};
use plumbline_sheet::model::verb;
use plumbline_sheet::{Line, Pattern, Sheet};

use crate::regions::circles::{self, Circle};
use crate::regions::model::{Callout, CalloutKind};

/// Sides of a polygon that may be a mark: a triangle to an octagon.
const CORNERS: std::ops::RangeInclusive<usize> = 3..=8;
/// Sizes of such a polygon in points.
const SIZE: std::ops::RangeInclusive<f32> = 5.0..=110.0;

/// The upper half of a bubble: the number or letter of the section or detail.
static NUMBER: Pattern =
    Pattern::new(|| r"^(?:\d{1,3}[A-Za-z]?|[A-Za-z]{1,2}\d{0,2}|[A-Z]-[A-Z]|\d{1,2}/\d{1,2})\.?$".into());
/// The lower half of a bubble: a sheet number, or a dash for the same sheet.
static SHEET: Pattern = Pattern::new(|| {
    let similar = captions::SIMILAR.alternatives();
    format!(r"^(?:[A-Z]{{1,3}}[-. ]?\d{{1,4}}(?:[-.]\d{{1,3}})*[A-Z]?|[-–—]+|\d{{1,3}}|{similar})$")
});
/// The number of a door or a room: at least three digits.
static ROOM: Pattern = Pattern::new(|| r"^[A-Z]{0,2}-?\d{3,5}[A-Za-z]?$".into());

/// A small closed polygon with straight sides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Polygon {
    pub(crate) bbox: Rect,
    pub(crate) corners: usize,
    pub(crate) filled: bool,
}

/// Returns the small closed polygons of a sheet.
pub(crate) fn polygons(sheet: &Sheet) -> Vec<Polygon> {
    let mut out = Vec::new();
    for path in sheet.paths() {
        if path.verbs.len() < 4 || path.verbs.len() > 40 {
            continue;
        }
        let white = |c: u32| c & 0xff_ffff == 0xff_ffff;
        let filled = path.style.fill.is_some_and(|c| !white(c));
        // The pointer of a mark may follow its circle. Other polygons have straight sides.
        if !filled && path.is_curved() {
            continue;
        }
        // A white patch hides the drawing under a text and is not a mark.
        if !filled && path.style.stroke.is_none_or(white) {
            continue;
        }
        let (mut at, mut points): (usize, Vec<Point>) = (0, Vec::new());
        let mut end = |points: &mut Vec<Point>, closed: bool| {
            let meets = points.len() > 2 && near(points.first(), points.last());
            if meets {
                points.pop();
            }
            if (meets || closed || filled)
                && CORNERS.contains(&points.len())
                && let Some(bbox) = Rect::around(points.iter().copied())
                && SIZE.contains(&bbox.width().max(bbox.height()))
            {
                out.push(Polygon { bbox, corners: points.len(), filled });
            }
            points.clear();
        };
        for &v in path.verbs {
            match v {
                verb::CLOSE => end(&mut points, true),
                _ => {
                    if v == verb::MOVE {
                        end(&mut points, false);
                    }
                    let end = at + verb::arity(v);
                    points.extend(path.coords.get(end - 2..end).map(|c| point(c[0], c[1])));
                }
            }
            at += verb::arity(v);
        }
        end(&mut points, false);
    }
    out.sort_by(|a, b| a.bbox.min.y.total_cmp(&b.bbox.min.y).then(a.bbox.min.x.total_cmp(&b.bbox.min.x)));
    out
}

fn near(a: Option<&Point>, b: Option<&Point>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if (a.x - b.x).abs() < 0.3 && (a.y - b.y).abs() < 0.3)
}

/// Returns the indexes of boxes by place.
fn by_place(boxes: impl Iterator<Item = Rect>) -> Buckets<u32> {
    Buckets::of_areas(64.0, boxes.zip(0u32..))
}

/// Returns the marks among circles and polygons with text. `taken` are the circles that may be grid bubbles. Those that
/// are section marks are released. `captions` are the captions of views.
pub(crate) fn marks(
    circles: &[Circle],
    texts: &[Vec<usize>],
    taken: &mut [bool],
    lines: &[Line],
    polygons: &[Polygon],
    captions: &[Rect],
    divided: &[bool],
) -> Vec<Callout> {
    let solid: Vec<&Polygon> = polygons.iter().filter(|p| p.filled && p.corners <= 8).collect();
    let grown = |b: Rect| b.grown(2.0);
    let pointers = by_place(solid.iter().map(|p| grown(p.bbox)));
    let mut out: Vec<Callout> = Vec::new();
    for (i, circle) in circles.iter().enumerate().filter(|(i, _)| divided[*i] || !texts[*i].is_empty()) {
        let words: Vec<&str> = texts[i].iter().map(|&t| lines[t].text.trim()).collect();
        let area = circle.bbox();
        // The pointer of a section mark is filled, extends beyond the circle and is about as large.
        let pointer = ring(circle).iter().flat_map(|p| pointers.at(*p)).map(|&k| solid[k as usize].bbox).find(|b| {
            let size = b.width().max(b.height()) / circle.radius;
            let out = b.min.x < area.min.x - 1.0
                || b.min.y < area.min.y - 1.0
                || b.max.x > area.max.x + 1.0
                || b.max.y > area.max.y + 1.0;
            b.overlaps(area) && out && (0.6..=3.6).contains(&size)
        });
        if taken[i] {
            // A section mark has a long line as well, but also a pointer.
            if pointer.is_none() {
                continue;
            }
            taken[i] = false;
        }
        let number = words.first().filter(|w| NUMBER.is_match(w)).map(|w| w.trim_end_matches('.').to_owned());
        // One half above the other.
        let half = |k: usize| lines[texts[i][k]].bbox.center() / circle.radius;
        let Point { x, y, .. } = circle.center / circle.radius;
        let stacked = words.len() == 2
            && (half(0).x - x).abs() <= 0.45
            && (half(1).x - x).abs() <= 0.45
            && half(0).y < y - 0.1
            && half(1).y > y + 0.1;
        let sheet = stacked.then(|| words[1]).filter(|w| SHEET.is_match(w)).map(str::to_owned);
        let caption = captions.iter().any(|c| c.contains(circle.center));
        let kind = match (&number, &sheet, pointer) {
            _ if caption && words.len() <= 2 => CalloutKind::Caption,
            (Some(_), _, Some(_)) => CalloutKind::Section,
            (Some(_), Some(_), None) => CalloutKind::Detail,
            _ if words.len() == 1 && ROOM.is_match(words[0]) => CalloutKind::Tag,
            // Text drawn with strokes cannot be read, but the bubble has a pointer or is divided.
            _ if words.is_empty() && pointer.is_some() => CalloutKind::Section,
            _ if words.is_empty() => CalloutKind::Detail,
            _ => continue,
        };
        let area = pointer.map_or(area, |p| area.union(p));
        let sheet = sheet.filter(|s| s.chars().any(|c| c.is_ascii_digit()));
        out.push(Callout { kind, area, number: number.or_else(|| words.first().map(|w| (*w).to_owned())), sheet });
    }
    out.extend(polygon_marks(lines, polygons));
    out
}

/// Returns for each circle whether a horizontal line divides it in two halves, and no vertical one: the bubble of a
/// detail.
pub(crate) fn divided(circles: &[Circle], rules: &Rules) -> Vec<bool> {
    const SMALLEST: f32 = 11.0;
    let near = circles::by_place(circles, 1.0);
    let mut out = [vec![false; circles.len()], vec![false; circles.len()]];
    for (vertical, list) in [rules.horizontal(), rules.vertical()].into_iter().enumerate() {
        for &Rule { at, from, to } in list {
            let middle = (from + to) / 2.0;
            let p = if vertical == 1 { point(at, middle) } else { point(middle, at) };
            for &i in near.at(p) {
                let c = &circles[i as usize];
                let through = c.distance(p) <= 0.15 * c.radius && ((to - from) / c.radius - 2.0).abs() <= 0.25;
                out[vertical][i as usize] |= through && c.radius >= SMALLEST;
            }
        }
    }
    let [horizontal, vertical] = out;
    horizontal.into_iter().zip(vertical).map(|(l, s)| l && !s).collect()
}

/// Returns points just outside a circle.
fn ring(circle: &Circle) -> Vec<Point> {
    (0..8)
        .map(|i| i as f32 * std::f32::consts::FRAC_PI_4)
        .map(|a| {
            point(circle.center.x + 1.1 * circle.radius * a.cos(), circle.center.y + 1.1 * circle.radius * a.sin())
        })
        .collect()
}

/// Returns triangles with the number of a revision, hexagons with that of a keynote, boxes with that of a room.
fn polygon_marks(lines: &[Line], polygons: &[Polygon]) -> Vec<Callout> {
    let outlines: Vec<&Polygon> =
        polygons.iter().filter(|p| !p.filled && p.bbox.width().max(p.bbox.height()) <= 60.0).collect();
    let boxes = by_place(outlines.iter().map(|p| p.bbox));
    let mut out: Vec<Callout> = Vec::new();
    for line in lines {
        let text = line.text.trim();
        if text.is_empty() || text.chars().count() > 6 {
            continue;
        }
        let center = line.bbox.center();
        let fits = |p: &&&Polygon| {
            let Size { width: w, height: h, .. } = p.bbox.size();
            p.bbox.contains(center) && w.min(h) >= line.size * 0.8 && w.max(h) <= line.size * 6.0
        };
        let found = boxes.at(center).iter().map(|&i| &outlines[i as usize]).filter(fits);
        let Some(polygon) = found.min_by(|a, b| a.bbox.width().total_cmp(&b.bbox.width())) else {
            continue;
        };
        let few = text.chars().count() <= 2;
        let kind = match polygon.corners {
            3 if few && text.chars().all(char::is_alphanumeric) => CalloutKind::Revision,
            6 if few && text.chars().any(|c| c.is_ascii_digit()) => CalloutKind::Keynote,
            4..=8 if ROOM.is_match(text) => CalloutKind::Tag,
            _ => continue,
        };
        let sheet = None;
        out.push(Callout { kind, area: polygon.bbox.union(line.bbox), number: Some(text.to_owned()), sheet });
    }
    out
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{Point, point};

    use crate::regions::{CalloutKind, regions};
    use plumbline_sheet::drawing::Drawing;

    fn kinds(d: Drawing) -> Vec<(CalloutKind, Option<String>, Option<String>)> {
        regions(&d.sheet()).callouts.into_iter().map(|c| (c.kind, c.number, c.sheet)).collect()
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn bubbles_of_details_and_sections_with_their_sheets() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.circle([200.0, 200.0], 16.0).line([184.0, 200.0], [216.0, 200.0]);
        d.text("3", [197.0, 196.0], 8.0).text("A-501", [190.0, 210.0], 6.0);
        d.circle([500.0, 200.0], 16.0).text("2", [497.0, 196.0], 8.0).text("A-301", [490.0, 210.0], 6.0);
        d.fill(Some(0)).polyline(&[
            [480.0, 200.0],
            [500.0, 222.0],
            [520.0, 200.0],
            [516.0, 200.0],
            [500.0, 216.0],
            [484.0, 200.0],
            [480.0, 200.0],
        ]);
        let expected =
            [(CalloutKind::Detail, some("3"), some("A-501")), (CalloutKind::Section, some("2"), some("A-301"))];
        let mut found = kinds(d);
        found.sort_by_key(|c| c.1.clone().map(std::cmp::Reverse));
        assert_eq!(found, expected);
    }

    #[test]
    fn revisions_keynotes_and_rooms() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.polyline(&[[190.0, 210.0], [210.0, 210.0], [200.0, 192.0], [190.0, 210.0]]).text("1", [198.0, 208.0], 7.0);
        d.rect([400.0, 200.0, 430.0, 212.0]).text("104", [404.0, 210.0], 8.0);
        let hexagon: Vec<Point> = (0..=6)
            .map(|i| i as f32 * std::f32::consts::FRAC_PI_3)
            .map(|a| point(600.0 + 10.0 * a.cos(), 300.0 + 10.0 * a.sin()))
            .collect();
        d.polyline(&hexagon).text("7", [598.0, 303.0], 8.0);
        let kinds: Vec<CalloutKind> = kinds(d).into_iter().map(|c| c.0).collect();
        assert_eq!(kinds, [CalloutKind::Revision, CalloutKind::Tag, CalloutKind::Keynote]);
    }

    #[test]
    fn a_letter_in_a_symbol_is_no_mark() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.circle([200.0, 200.0], 6.0).text("J", [198.0, 203.0], 7.0);
        d.rect([400.0, 200.0, 412.0, 212.0]).text("SD", [401.0, 209.0], 7.0);
        d.circle([600.0, 200.0], 6.0).line([594.0, 200.0], [606.0, 200.0]);
        assert!(kinds(d).is_empty());
    }
}
