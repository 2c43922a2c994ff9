//! The lines that bound rooms: those on wall layers, filled strips, and pairs of lines a wall's thickness apart.

use plumbline_geometry::{BoxIndex, Point, Rect, Segment, Vector, vector};
use plumbline_notation::language::layers;
use plumbline_sheet::Pattern;

use super::strokes::{Linework, Pen, Stroke, WALL, distance};

/// The shortest line that may be a wall's face by its appearance, in meters.
const SHORTEST_FACE: f64 = 0.25;
/// The shortest line that may bound a room if there is no better evidence, in meters.
const SHORTEST_LINE: f64 = 0.4;
/// The shortest line of any wall, such as the end of a thin partition, in meters.
const SHORTEST_PIECE: f64 = 0.04;
/// The minimum total length of faces that a pen for walls draws, in meters.
const LEAST_FACES: f64 = 8.0;
/// The minimum share of faces in the lines of a pen for walls.
const LEAST_SHARE: f64 = 0.25;
/// The maximum number of strokes of a pen for walls. A pen with more draws a pattern.
const MOST_STROKES: usize = 150_000;
/// The sine of the largest angle between parallel lines.
pub(crate) const PARALLEL: f32 = 0.035;

static WALL_LAYER: Pattern = Pattern::any_case(|| layers::WALL.alternatives());

static OPENING_LAYER: Pattern = Pattern::any_case(|| layers::OPENING.alternatives());

static NOT_WALL: Pattern = Pattern::any_case(|| layers::NOT_WALL.alternatives());

/// Layers of objects in rooms, of services that run through them, and of text about them.
static OTHER_LAYER: Pattern = Pattern::any_case(|| layers::IN_ROOMS.alternatives());

fn is_other_layer(layer: &str) -> bool {
    OTHER_LAYER.is_match(layer) && !is_wall_layer(layer) && !is_opening_layer(layer)
}

pub(crate) fn is_wall_layer(layer: &str) -> bool {
    WALL_LAYER.is_match(layer) && !NOT_WALL.is_match(layer)
}

fn is_opening_layer(layer: &str) -> bool {
    OPENING_LAYER.is_match(layer) && !NOT_WALL.is_match(layer)
}

/// A spatial index of lines.
pub(crate) struct StrokeIndex {
    index: BoxIndex<u32>,
}

impl StrokeIndex {
    pub(crate) fn new(strokes: &[Stroke], wanted: impl Fn(usize) -> bool) -> Self {
        let wanted = (0..strokes.len()).filter(|i| wanted(*i));
        let boxes = wanted.map(|i| (Rect::between(strokes[i].a, strokes[i].b), i as u32));
        Self { index: BoxIndex::new(boxes) }
    }

    /// Returns the indices of the lines whose box meets the given one, in no particular order.
    pub(crate) fn near(&self, bbox: Rect) -> impl Iterator<Item = usize> + '_ {
        self.index.touching(bbox).map(|i| i as usize)
    }
}

/// Returns the distance from `p` at which the line along `u` (length 1) meets a stroke, or `None` if it does not or the
/// two are parallel.
pub(crate) fn crossing(p: Point, u: Vector, s: &Stroke) -> Option<f32> {
    let v = s.b - s.a;
    let det = u.x * v.y - u.y * v.x;
    if det.abs() < 1e-4 * s.length().max(1e-6) {
        return None;
    }
    let w = s.a - p;
    let t = (w.x * v.y - w.y * v.x) / det;
    let k = (w.x * u.y - w.y * u.x) / det;
    let slack = 0.05 / s.length().max(0.05);
    (-slack..=1.0 + slack).contains(&k).then_some(t)
}

/// Returns the box of a line from `p` along `u`, extended to both sides.
pub(crate) fn reach(p: Point, u: Vector, back: f32, ahead: f32) -> Rect {
    Rect::between(p - u * back, p + u * ahead)
}

/// The appearance of a stroke, judged by the lines beside it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Appearance {
    /// The share of its length with a parallel line a wall's thickness away on one side, and none on the other.
    face: f32,
    /// The share of its length that is one of several lines side by side.
    pattern: f32,
}

fn appearance(index: usize, strokes: &[Stroke], stroke_index: &StrokeIndex) -> Appearance {
    const SAMPLES: usize = 5;
    let s = &strokes[index];
    let u = s.way();
    let across = vector(-u.y, u.x);
    let most = (*WALL.end() as f32) / s.scale;
    let least = (*WALL.start() as f32) / s.scale;
    let mut out = Appearance::default();
    for i in 0..SAMPLES {
        let t = (i as f32 + 0.5) / SAMPLES as f32;
        let p = s.a + (s.b - s.a) * t;
        // For each side, the number of lines, and whether one of them is a wall's thickness away.
        let mut sides = [(0u32, false); 2];
        for other in stroke_index.near(reach(p, across, most, most)) {
            let o = &strokes[other];
            let v = o.way();
            if other == index || o.pen != s.pen || (u.x * v.y - u.y * v.x).abs() > PARALLEL {
                continue;
            }
            let Some(d) = crossing(p, across, o) else { continue };
            // A line drawn twice, or one too far away.
            if d.abs() < 0.3 * least || d.abs() > most {
                continue;
            }
            let side = &mut sides[usize::from(d > 0.0)];
            side.0 += 1;
            side.1 |= d.abs() >= least;
        }
        let share = 1.0 / SAMPLES as f32;
        match sides {
            [(0, _), (1..=3, true)] | [(1..=3, true), (0, _)] => out.face += share,
            [(a, _), (b, _)] if a + b >= 3 => out.pattern += share,
            _ => {}
        }
    }
    out
}

/// The lines that bound rooms, from the surest set to the least certain.
pub(crate) struct Levels {
    /// The strokes of each level. Each level includes the previous ones.
    pub(crate) levels: Vec<Vec<usize>>,
    /// Whether the first level comes from the names of layers.
    pub(crate) named: bool,
    /// Whether names or appearance identify walls at all.
    pub(crate) identified: bool,
}

/// Returns the sets of bounding lines of a plan.
pub(crate) fn levels(work: &Linework) -> Levels {
    let strokes = &work.strokes;
    let mut by_pen = vec![0usize; work.pens.len()];
    for s in strokes {
        by_pen[s.pen as usize] += 1;
    }
    let layer = |pen: &Pen, is: fn(&str) -> bool| pen.layer.as_deref().is_some_and(is);
    let wall_pen: Vec<bool> = work.pens.iter().map(|p| layer(p, is_wall_layer)).collect();
    let named_length: f64 = strokes.iter().filter(|s| wall_pen[s.pen as usize]).map(Stroke::meters).sum();
    let named = named_length >= 2.0 * LEAST_FACES;
    let long = |i: usize, least: f64| strokes[i].meters() >= least && by_pen[strokes[i].pen as usize] <= MOST_STROKES;
    let stroke_index = StrokeIndex::new(strokes, |i| long(i, SHORTEST_FACE));
    let appearances: Vec<Appearance> = (0..strokes.len())
        .map(|i| if long(i, SHORTEST_FACE) { appearance(i, strokes, &stroke_index) } else { Appearance::default() })
        .collect();
    let (mut faces, mut lengths) = (vec![0.0f64; work.pens.len()], vec![0.0f64; work.pens.len()]);
    for (s, appearance) in strokes.iter().zip(&appearances) {
        lengths[s.pen as usize] += s.meters();
        if appearance.face >= 0.5 {
            faces[s.pen as usize] += s.meters();
        }
    }
    let bounds: Vec<bool> = work.pens.iter().map(|p| !p.layer.as_deref().is_some_and(is_other_layer)).collect();
    let draws_walls: Vec<bool> = (0..work.pens.len())
        .map(|p| {
            bounds[p] && faces[p] >= LEAST_FACES && faces[p] >= LEAST_SHARE * lengths[p] && by_pen[p] <= MOST_STROKES
        })
        .collect();
    let may_bound = |i: usize| {
        draws_walls[strokes[i].pen as usize] && strokes[i].meters() >= SHORTEST_PIECE || long(i, SHORTEST_LINE)
    };
    let broken = dashes(strokes, may_bound);
    let filled = |i: usize| work.pens[strokes[i].pen as usize].filled;
    let mut chosen = vec![false; strokes.len()];
    let mut levels = Vec::new();
    let mut push = |chosen: &[bool]| {
        let level: Vec<usize> = (0..chosen.len()).filter(|i| chosen[*i]).collect();
        if levels.last() != Some(&level) && !level.is_empty() {
            levels.push(level);
        }
    };
    if named {
        for (i, s) in strokes.iter().enumerate() {
            let pen = &work.pens[s.pen as usize];
            chosen[i] = wall_pen[s.pen as usize] || layer(pen, is_opening_layer);
        }
        push(&chosen);
    }
    for (i, s) in strokes.iter().enumerate() {
        chosen[i] |= bounds[s.pen as usize] && filled(i)
            || draws_walls[s.pen as usize] && appearances[i].face >= 0.5 && !broken[i];
    }
    cap(&mut chosen, strokes);
    let identified = chosen.iter().any(|c| *c);
    push(&chosen);
    for (i, s) in strokes.iter().enumerate() {
        let walls = draws_walls[s.pen as usize];
        chosen[i] |= walls && appearances[i].pattern < 0.5 && s.meters() >= SHORTEST_PIECE && !broken[i];
    }
    push(&chosen);
    for (i, appearance) in appearances.iter().enumerate() {
        chosen[i] |=
            bounds[strokes[i].pen as usize] && long(i, SHORTEST_LINE) && appearance.pattern < 0.5 && !broken[i];
    }
    push(&chosen);
    Levels { levels, named, identified }
}

/// Returns which strokes are dashes: one of their ends touches nothing, and after a gap on paper a line of the same pen
/// continues whose near end touches nothing either. The faces of walls end at other lines.
fn dashes(strokes: &[Stroke], asked: impl Fn(usize) -> bool) -> Vec<bool> {
    const GAP: f32 = 8.0;
    const TOUCH: f32 = 0.25;
    let stroke_index = StrokeIndex::new(strokes, |i| strokes[i].meters() >= SHORTEST_PIECE);
    let tip = |i: usize, end: bool| if end { strokes[i].b } else { strokes[i].a };
    let free = |i: usize, p: Point| {
        stroke_index
            .near(Rect::between(p, p).grown(TOUCH))
            .all(|j| j == i || Segment::new(strokes[j].a, strokes[j].b).distance(p) > TOUCH)
    };
    let goes_on = |i: usize, end: bool| {
        let (p, s) = (tip(i, end), &strokes[i]);
        let u = if end { s.way() } else { -s.way() };
        let gap = GAP.min(0.35 / s.scale);
        free(i, p)
            && stroke_index.near(reach(p, u, 0.0, gap)).any(|j| {
                let o = &strokes[j];
                j != i
                    && o.pen == s.pen
                    && [false, true].into_iter().any(|other| {
                        let q = tip(j, other);
                        let v = if other { o.way() } else { -o.way() };
                        let d = q - p;
                        let (along, across) = (d.x * u.x + d.y * u.y, d.x * u.y - d.y * u.x);
                        let faces = v.x * u.x + v.y * u.y < -0.999;
                        faces && along > TOUCH && along <= gap && across.abs() < TOUCH && free(j, q)
                    })
            })
    };
    (0..strokes.len()).map(|i| asked(i) && (goes_on(i, false) || goes_on(i, true))).collect()
}

/// Adds the short lines that close the ends of walls: those that start and end at the ends of chosen lines.
fn cap(chosen: &mut [bool], strokes: &[Stroke]) {
    let near = |p: Point, q: Point, scale: f32| distance(p, q) * scale < 0.03 || distance(p, q) < 0.3;
    let stroke_index = StrokeIndex::new(strokes, |i| chosen[i]);
    let short = |s: &Stroke| s.meters() >= SHORTEST_PIECE && s.meters() <= *WALL.end();
    let touches = |p: Point, scale: f32| {
        let slack = (0.03 / scale).max(0.3);
        stroke_index
            .near(Rect::between(p, p).grown(slack))
            .any(|i| near(strokes[i].a, p, scale) || near(strokes[i].b, p, scale))
    };
    let more: Vec<usize> = (0..strokes.len())
        .filter(|i| !chosen[*i] && short(&strokes[*i]))
        .filter(|i| touches(strokes[*i].a, strokes[*i].scale) && touches(strokes[*i].b, strokes[*i].scale))
        .collect();
    for i in more {
        chosen[i] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wall_layers_are_recognized_in_the_drawings_languages() {
        for layer in
            ["A-WALL", "Estructura - 04 MURO", "xref-1$0$A-WALL-FULL", "binnenwand wand", "TABIQUES", "S-COLS", "壁"]
        {
            assert!(is_wall_layer(layer), "{layer}");
        }
        for layer in ["A-FURN", "Interior - Mobiliario", "A-DIMS-1", "E-POWR", "S-FOOTER", "Ejes Generales"] {
            assert!(is_other_layer(layer), "{layer}");
        }
        assert!(!is_other_layer("0") && !is_other_layer("A-WALL"));
        for layer in ["A-WALL-PATT", "A-FURN", "S-STEM-WALL", "E-LITE", "A-COLOR"] {
            assert!(!is_wall_layer(layer), "{layer}");
        }
    }

    #[test]
    fn pieces_with_gaps_are_dashes_and_walls_that_others_meet_are_not() {
        let stroke = |a: [f32; 2], b: [f32; 2]| Stroke { a: a.into(), b: b.into(), pen: 0, scale: 0.035 };
        let dashed: Vec<Stroke> = (0..5).map(|k| k as f32 * 30.0).map(|x| stroke([x, 0.0], [x + 26.0, 0.0])).collect();
        assert_eq!(dashes(&dashed, |_| true), [true; 5]);
        // The face of a wall, broken where it meets a partition of two lines.
        let walls = [
            stroke([0.0, 0.0], [100.0, 0.0]),
            stroke([104.0, 0.0], [200.0, 0.0]),
            stroke([100.0, 0.0], [100.0, 80.0]),
            stroke([104.0, 0.0], [104.0, 80.0]),
        ];
        assert_eq!(dashes(&walls, |_| true), [false; 4]);
    }
}
