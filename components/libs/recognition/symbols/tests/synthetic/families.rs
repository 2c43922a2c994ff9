//! Families of symbols as the disciplines draw them, each with random proportions.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use kurbo::{Affine, Arc, BezPath, Circle, Shape};

use super::random::Random;

/// A path of a symbol.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) path: BezPath,
    pub(crate) filled: bool,
}

/// A symbol around 0, 0.
#[derive(Debug, Clone)]
pub(crate) struct Glyph {
    pub(crate) family: &'static str,
    pub(crate) parts: Vec<Part>,
    pub(crate) letters: Option<&'static str>,
    pub(crate) color: u32,
    /// Half of the longer side of its box, in points.
    pub(crate) reach: f64,
}

/// The names of the families.
pub(crate) const FAMILIES: [&str; 10] = [
    "circle with letter",
    "square with diagonals",
    "filled triangle",
    "arcs",
    "receptacle",
    "luminaire",
    "sprinkler",
    "diffuser",
    "valve",
    "detector",
];

const COLORS: [u32; 5] = [0, 0xff_0000, 0x00_00ff, 0x00_7f00, 0xff_00ff];
const LETTERS: [&str; 12] = ["S", "J", "T", "F", "H", "D", "GFI", "WP", "M", "EX", "CO", "VAV"];

pub(crate) fn line(a: (f64, f64), b: (f64, f64)) -> Part {
    let mut path = BezPath::new();
    path.move_to(a);
    path.line_to(b);
    Part { path, filled: false }
}

pub(crate) fn polygon(points: &[(f64, f64)], filled: bool) -> Part {
    let mut path = BezPath::new();
    for (i, p) in points.iter().enumerate() {
        if i == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path.close_path();
    Part { path, filled }
}

pub(crate) fn circle(center: (f64, f64), radius: f64, filled: bool) -> Part {
    Part { path: Circle::new(center, radius).to_path(0.005), filled }
}

fn arc(center: (f64, f64), radius: f64, from: f64, sweep: f64) -> Part {
    Part { path: Arc::new(center, (radius, radius), from, sweep, 0.0).to_path(0.005), filled: false }
}

fn rectangle(w: f64, h: f64, filled: bool) -> Part {
    polygon(&[(-w, -h), (w, -h), (w, h), (-w, h)], filled)
}

/// Returns a random symbol of a family.
pub(crate) fn glyph(family: usize, r: &mut Random) -> Glyph {
    let s = r.between(4.0, 8.0);
    let mut letters = None;
    let parts = match family {
        0 => {
            letters = Some(r.one_of(&LETTERS));
            let mut parts = vec![circle((0.0, 0.0), s, false)];
            if r.chance(0.3) {
                parts.push(circle((0.0, 0.0), 0.75 * s, false));
            }
            if r.chance(0.4) {
                parts.push(line((0.0, -s), (0.0, -1.8 * s)));
            }
            parts
        }
        1 => {
            let h = s * r.one_of(&[1.0, 0.6]);
            let mut parts = vec![rectangle(s, h, false), line((-s, -h), (s, h))];
            if r.chance(0.5) {
                parts.push(line((-s, h), (s, -h)));
            } else {
                parts.push(line((-0.5 * s, 0.5 * h), (0.5 * s, 0.5 * h)));
            }
            parts
        }
        2 => {
            let h = r.between(0.7, 1.3) * s;
            let mut parts = vec![polygon(&[(-s, h), (s, h), (0.0, -h)], true)];
            if r.chance(0.5) {
                parts.push(circle((0.0, 0.0), 1.45 * s, false));
            } else {
                parts.push(line((0.0, -h), (0.0, -h - s)));
            }
            parts
        }
        3 => {
            let sweep = r.one_of(&[FRAC_PI_2, PI, 1.5 * PI]);
            let mut parts = vec![arc((0.0, 0.0), s, 0.0, sweep), line((0.0, 0.0), (s, 0.0))];
            if r.chance(0.5) {
                parts.push(arc((0.0, 0.0), 0.6 * s, 0.0, sweep));
            }
            if r.chance(0.5) {
                parts.push(line((0.0, 0.0), (0.0, -1.4 * s)));
            }
            parts
        }
        4 => {
            let bar = r.between(1.3, 1.7) * s;
            let x = 0.3 * s;
            let mut parts = vec![circle((0.0, 0.0), s, false), line((-x, -bar), (-x, bar)), line((x, -bar), (x, bar))];
            match r.below(4) {
                0 => parts.push(line((-bar, 0.0), (bar, 0.0))),
                1 => letters = Some(r.one_of(&["GFI", "WP", "EX"])),
                2 => parts.push(polygon(&[(-x, 0.0), (x, 0.0), (0.0, x)], true)),
                _ => {}
            }
            parts
        }
        5 => {
            let (w, h) = (2.0 * s, s * r.one_of(&[1.0, 0.5]));
            let mut parts = vec![rectangle(w, h, false)];
            match r.below(4) {
                0 => parts.push(rectangle(0.85 * w, 0.7 * h, false)),
                1 => parts.extend([line((-w, 0.0), (w, 0.0)), line((0.0, -h), (0.0, h))]),
                2 => parts.push(polygon(&[(-w, -h), (w, -h), (-w, h)], true)),
                _ => parts.extend([line((-w, -0.4 * h), (w, -0.4 * h)), line((-w, 0.4 * h), (w, 0.4 * h))]),
            }
            parts
        }
        6 => {
            let q = 0.6 * s;
            let mut parts = vec![circle((0.0, 0.0), q, r.chance(0.4))];
            match r.below(3) {
                0 => parts.extend([line((-s, 0.0), (s, 0.0)), line((0.0, -s), (0.0, s))]),
                1 => parts.push(circle((0.0, 0.0), s, false)),
                _ => parts.extend([line((-s, -s), (s, s)), line((-s, s), (s, -s))]),
            }
            parts
        }
        7 => {
            let mut parts = vec![rectangle(s, s, false), line((-s, -s), (s, s)), line((-s, s), (s, -s))];
            let inner = r.between(0.4, 0.7) * s;
            parts.push(if r.chance(0.7) { rectangle(inner, inner, false) } else { circle((0.0, 0.0), inner, false) });
            parts
        }
        8 => {
            let h = 0.6 * s;
            let filled = r.chance(0.5);
            let mut parts =
                vec![polygon(&[(-s, -h), (-s, h), (0.0, 0.0)], filled), polygon(&[(s, -h), (s, h), (0.0, 0.0)], false)];
            match r.below(3) {
                0 => parts.extend([line((0.0, 0.0), (0.0, -s)), line((-0.5 * s, -s), (0.5 * s, -s))]),
                1 => parts.extend([line((0.0, 0.0), (0.0, -s)), arc((0.0, -s), 0.5 * s, PI, PI)]),
                _ => parts.push(line((-s, -h), (-s, -1.8 * h))),
            }
            parts
        }
        _ => {
            letters = Some(r.one_of(&LETTERS));
            let sides = r.one_of(&[4usize, 6, 3]);
            let corner = |i: usize| {
                let a = TAU * i as f64 / sides as f64 + PI / 4.0;
                (s * a.cos(), s * a.sin())
            };
            let outline: Vec<(f64, f64)> = (0..sides).map(corner).collect();
            let mut parts = vec![polygon(&outline, false)];
            if r.chance(0.3) {
                parts.push(circle((0.0, 0.0), 1.25 * s, false));
            }
            parts
        }
    };
    finish(Glyph { family: FAMILIES[family], parts, letters, color: r.one_of(&COLORS), reach: 0.0 })
}

/// Moves the middle of the box to 0, 0 and sets the reach.
fn finish(mut glyph: Glyph) -> Glyph {
    let Some(bbox) = glyph.parts.iter().map(|p| p.path.bounding_box()).reduce(|a, b| a.union(b)) else { return glyph };
    let to_middle = Affine::translate(-bbox.center().to_vec2());
    for part in &mut glyph.parts {
        part.path.apply_affine(to_middle);
    }
    glyph.reach = bbox.width().max(bbox.height()) / 2.0;
    glyph
}

/// Returns a symbol that differs from another in one respect only: color, fill, or the letter inside. Returns `None`
/// if the chosen respect does not apply.
pub(crate) fn twin(of: &Glyph, r: &mut Random) -> Option<Glyph> {
    let mut other = of.clone();
    match r.below(3) {
        0 => other.color = COLORS.iter().copied().find(|&c| c != of.color)?,
        1 => {
            let part = other.parts.iter_mut().find(|p| p.path.bounding_box().area() > 8.0 && is_closed(&p.path))?;
            part.filled = !part.filled;
        }
        _ => {
            let old = other.letters?;
            other.letters = LETTERS.iter().copied().find(|l| *l != old && l.len() == old.len());
        }
    }
    Some(other)
}

fn is_closed(path: &BezPath) -> bool {
    matches!(path.elements().last(), Some(kurbo::PathEl::ClosePath))
}
