//! The ways a program plots a symbol: order and direction of paths, cuts, and the form of curves and fills.

use kurbo::{Affine, BezPath, ParamCurve, PathEl, PathSeg, Point, Shape};
use plumbline_sheet::drawing::Drawing;

use super::families::{Glyph, Part};
use super::random::Random;

/// Placement and plotting of one instance.
#[derive(Debug, Clone)]
pub(crate) struct PlotStyle {
    pub(crate) at: (f64, f64),
    pub(crate) turn: f64,
    pub(crate) mirror: bool,
    /// Share of straight lines and curves that are cut, each elsewhere.
    pub(crate) cut: f64,
    /// Turn in radians between chords, if curves are chords instead of Béziers.
    pub(crate) chords: Option<f64>,
    /// Distance between lines, if fills are lines instead of areas.
    pub(crate) hatched: Option<f64>,
    /// Width of the grid of points.
    pub(crate) grid: f64,
    /// Whether paths are drawn twice.
    pub(crate) doubled: bool,
    pub(crate) scale: f64,
}

impl PlotStyle {
    /// Returns the style of a legend.
    pub(crate) fn plain(at: (f64, f64)) -> Self {
        Self {
            at,
            turn: 0.0,
            mirror: false,
            cut: 0.0,
            chords: None,
            hatched: None,
            grid: 0.001,
            doubled: false,
            scale: 1.0,
        }
    }

    /// Returns any style that a plot may have.
    pub(crate) fn any(at: (f64, f64), r: &mut Random) -> Self {
        let step = std::f64::consts::FRAC_PI_4;
        let turn = if r.chance(0.6) { step * r.below(8) as f64 } else { r.between(0.0, std::f64::consts::TAU) };
        Self {
            at,
            turn,
            mirror: r.chance(0.4),
            cut: r.one_of(&[0.0, 0.0, 0.3, 0.8]),
            chords: r.chance(0.4).then(|| r.between(0.1, 0.35)),
            hatched: r.chance(0.3).then(|| r.between(0.2, 0.4)),
            grid: r.one_of(&[0.001, 0.01, 0.03, 0.06, 0.12]),
            doubled: r.chance(0.1),
            scale: 1.0,
        }
    }

    pub(crate) fn place(&self) -> Affine {
        let mirror = if self.mirror { Affine::scale_non_uniform(-1.0, 1.0) } else { Affine::IDENTITY };
        Affine::translate(self.at) * Affine::rotate(self.turn) * mirror * Affine::scale(self.scale)
    }
}

/// Draws a symbol.
pub(crate) fn plot(drawing: &mut Drawing, glyph: &Glyph, style: &PlotStyle, r: &mut Random) {
    let place = style.place();
    let mut paths: Vec<(BezPath, bool)> = Vec::new();
    for part in &glyph.parts {
        match (part.filled, style.hatched) {
            (true, Some(spacing)) => {
                paths.extend(hatch(&(place * part.path.clone()), spacing).into_iter().map(|p| (p, false)));
                if r.chance(0.5) {
                    paths.extend(pieces(part, place, style, r).into_iter().map(|p| (p, false)));
                }
            }
            (true, None) => paths.push((curves(&(place * part.path.clone()), style), true)),
            (false, _) => paths.extend(pieces(part, place, style, r).into_iter().map(|p| (p, false))),
        }
    }
    r.shuffle(&mut paths);
    if style.doubled {
        paths.extend(paths.clone());
    }
    for (path, filled) in &paths {
        drawing.pen(glyph.color, 0.4).fill(filled.then_some(glyph.color));
        drawing.path(&on_grid(path, style.grid));
    }
    drawing.pen(0, 0.5).fill(None);
    if let Some(letters) = glyph.letters {
        // Letters stay upright when a symbol is turned.
        write(drawing, letters, style.at, 0.7 * 4.0);
    }
}

/// Writes a text centered at `middle`.
pub(crate) fn write(drawing: &mut Drawing, text: &str, middle: (f64, f64), size: f64) {
    let width = text.chars().count() as f64 * size * f64::from(plumbline_sheet::drawing::CHARACTER_WIDTH);
    let at = [(middle.0 - width / 2.0) as f32, (middle.1 + 0.3 * size) as f32];
    drawing.text(text, at, size as f32);
}

/// Returns the paths of a part, cut as the style says.
fn pieces(part: &Part, place: Affine, style: &PlotStyle, r: &mut Random) -> Vec<BezPath> {
    let path = place * part.path.clone();
    if style.cut == 0.0 {
        let path = if r.chance(0.5) { path.reverse_subpaths() } else { path };
        return vec![curves(&path, style)];
    }
    let mut out = Vec::new();
    for segment in path.segments() {
        let cuts = if r.chance(style.cut) { vec![0.0, r.between(0.15, 0.85), 1.0] } else { vec![0.0, 1.0] };
        for pair in cuts.windows(2) {
            let piece = segment.subsegment(pair[0]..pair[1]);
            let piece = if r.chance(0.5) { piece.reverse() } else { piece };
            let mut path = BezPath::new();
            path.move_to(piece.start());
            path.push(piece.as_path_el());
            out.push(curves(&path, style));
        }
    }
    out
}

/// Converts curves to chords if the style says so.
fn curves(path: &BezPath, style: &PlotStyle) -> BezPath {
    let Some(turn) = style.chords else { return path.clone() };
    let mut out = BezPath::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => out.move_to(p),
            PathEl::LineTo(p) => out.line_to(p),
            PathEl::ClosePath => out.close_path(),
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
        }
        if let PathEl::CurveTo(c, d, p) = *element {
            let start = out.segments().last().map(|s| s.end()).or(first(&out)).unwrap_or(Point::ZERO);
            let curve = PathSeg::Cubic(kurbo::CubicBez::new(start, c, d, p));
            let whole = (c - start).angle_between(p - d);
            let chords = (whole / turn).ceil().max(2.0) as usize;
            for i in 1..=chords {
                out.line_to(curve.eval(i as f64 / chords as f64));
            }
        }
    }
    out
}

trait AngleBetween {
    fn angle_between(self, other: Self) -> f64;
}

impl AngleBetween for kurbo::Vec2 {
    fn angle_between(self, other: Self) -> f64 {
        self.cross(other).atan2(self.dot(other)).abs()
    }
}

fn first(path: &BezPath) -> Option<Point> {
    path.elements().iter().find_map(|e| if let PathEl::MoveTo(p) = e { Some(*p) } else { None })
}

fn on_grid(path: &BezPath, grid: f64) -> BezPath {
    let snap = |p: Point| Point::new((p.x / grid).round() * grid, (p.y / grid).round() * grid);
    let snapped = path.elements().iter().map(|e| match *e {
        PathEl::MoveTo(p) => PathEl::MoveTo(snap(p)),
        PathEl::LineTo(p) => PathEl::LineTo(snap(p)),
        PathEl::QuadTo(c, p) => PathEl::QuadTo(snap(c), snap(p)),
        PathEl::CurveTo(c, d, p) => PathEl::CurveTo(snap(c), snap(d), snap(p)),
        PathEl::ClosePath => PathEl::ClosePath,
    });
    BezPath::from_vec(snapped.collect())
}

/// Returns horizontal lines that fill an area, as plotters without fills draw them.
fn hatch(area: &BezPath, spacing: f64) -> Vec<BezPath> {
    let mut edges: Vec<(Point, Point)> = Vec::new();
    let (mut last, mut start) = (Point::ZERO, Point::ZERO);
    kurbo::flatten(area.iter(), 0.01, |e| match e {
        PathEl::MoveTo(p) => (last, start) = (p, p),
        PathEl::LineTo(p) => {
            edges.push((last, p));
            last = p;
        }
        PathEl::ClosePath => edges.push((last, start)),
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    let bbox = area.bounding_box();
    let rows = (bbox.height() / spacing).floor().max(1.0) as usize;
    let mut out = Vec::new();
    for row in 0..=rows {
        let y = bbox.y0 + 0.02 + (bbox.height() - 0.04) * row as f64 / rows as f64;
        let mut xs: Vec<f64> = edges
            .iter()
            .filter(|(a, b)| (a.y <= y) != (b.y <= y))
            .map(|(a, b)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
            .collect();
        xs.sort_by(f64::total_cmp);
        for pair in xs.chunks_exact(2) {
            let mut path = BezPath::new();
            path.move_to((pair[0], y));
            path.line_to((pair[1], y));
            out.push(path);
        }
    }
    out
}
