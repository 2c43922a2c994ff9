//! A plan: symbols in known places, similar symbols that are not in the legend, and other lines and texts.

use plumbline_geometry::{Point, VectorExt, point};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Field, Ink, Letters, Specimen, Symbol, TextSpots, recognize};

use super::families::{FAMILIES, Glyph, glyph, twin};
use super::plot::{PlotStyle, plot, write};
use super::random::Random;

/// The clutter that a plan draws over its symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Nothing.
    Clean,
    /// Walls, wires and texts across them, and neighbors that touch.
    Overlap,
}

/// Correct, wrong and missed matches of one family.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) missed: usize,
}

impl Score {
    pub(crate) fn precision(self) -> f64 {
        self.right as f64 / ((self.right + self.wrong) as f64).max(1.0)
    }

    pub(crate) fn recall(self) -> f64 {
        self.right as f64 / ((self.right + self.missed) as f64).max(1.0)
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }
}

/// A drawn plan.
pub(crate) struct Plan {
    pub(crate) sheet: Sheet,
    pub(crate) symbols: Vec<Glyph>,
    /// Symbol and style of each instance.
    pub(crate) instances: Vec<(usize, PlotStyle)>,
}

const COLUMNS: usize = 12;
const ROWS: usize = 8;
const PITCH: f64 = 60.0;

/// Returns whether two symbols are so alike that a person would take one for the other: their boxes and ink agree
/// within a tenth, in one color and with the same letters.
fn alike(a: &Glyph, b: &Glyph) -> bool {
    let near = |x: f64, y: f64| (x / y - 1.0).abs() < 0.12;
    let ink = |g: &Glyph| g.parts.iter().map(|p| kurbo::Shape::perimeter(&p.path, 0.01)).sum::<f64>();
    let fills = |g: &Glyph| g.parts.iter().filter(|p| p.filled).count();
    a.family == b.family
        && a.color == b.color
        && a.letters == b.letters
        && (near(a.reach, b.reach) && (near(ink(a), ink(b))) && fills(a) == fills(b))
}

/// Returns symbols that differ from each other, some in one respect only.
pub(crate) fn legend(r: &mut Random, count: usize) -> Vec<Glyph> {
    let mut out: Vec<Glyph> = Vec::new();
    while out.len() < count {
        let last = out.last().filter(|_| r.chance(0.3)).cloned();
        let next = last.and_then(|g| twin(&g, r)).unwrap_or_else(|| glyph(r.below(FAMILIES.len()), r));
        if !out.iter().any(|g| alike(g, &next)) {
            out.push(next);
        }
    }
    out
}

/// Draws a plan with its symbols.
pub(crate) fn plan(seed: u64, cover: Cover) -> Plan {
    let mut r = Random::new(seed);
    let symbols = legend(&mut r, 8);
    let mut drawing = Drawing::new((COLUMNS as f32 + 1.0) * PITCH as f32, (ROWS as f32 + 1.0) * PITCH as f32);
    let mut instances = Vec::new();
    for cell in 0..COLUMNS * ROWS {
        let at = (PITCH * (cell % COLUMNS) as f64 + PITCH, PITCH * (cell / COLUMNS) as f64 + PITCH);
        let at = (at.0 + r.between(-5.0, 5.0), at.1 + r.between(-5.0, 5.0));
        if cover == Cover::Overlap {
            clutter(&mut drawing, at, &mut r);
        }
        let style = PlotStyle::any(at, &mut r);
        if r.chance(0.2) {
            // A stranger: of the same families, but not in the legend.
            let stranger = glyph(r.below(FAMILIES.len()), &mut r);
            let like = |g: &Glyph| alike(g, &stranger);
            if !symbols.iter().any(like) && !covered_by_any(&symbols, &stranger) {
                plot(&mut drawing, &stranger, &style, &mut r);
            }
            continue;
        }
        let symbol = r.below(symbols.len());
        plot(&mut drawing, &symbols[symbol], &style, &mut r);
        if cover == Cover::Overlap && r.chance(0.25) {
            // A neighbor that touches it.
            let other = r.below(symbols.len());
            let apart = symbols[symbol].reach + symbols[other].reach;
            let beside = PlotStyle::any((at.0 + apart, at.1), &mut r);
            plot(&mut drawing, &symbols[other], &beside, &mut r);
            instances.push((other, beside));
        }
        instances.push((symbol, style));
    }
    Plan { sheet: drawing.sheet(), symbols, instances }
}

/// Returns whether a stranger contains all of a symbol of the same family, as a crossed square contains a square with a
/// single diagonal. Its name would depend on the legend.
fn covered_by_any(symbols: &[Glyph], stranger: &Glyph) -> bool {
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.2;
    symbols.iter().any(|g| g.family == stranger.family && near(g.reach, stranger.reach))
}

/// Draws walls, wires and texts across a place.
fn clutter(drawing: &mut Drawing, at: (f64, f64), r: &mut Random) {
    let point = |x: f64, y: f64| [(at.0 + x) as f32, (at.1 + y) as f32];
    if r.chance(0.5) {
        // A wall of two lines, horizontal or vertical.
        let (off, width) = (r.between(-8.0, 8.0), r.between(2.0, 5.0));
        for d in [off, off + width] {
            if r.chance(0.5) {
                drawing.line(point(-28.0, d), point(28.0, d));
            } else {
                drawing.line(point(d, -28.0), point(d, 28.0));
            }
        }
    }
    if r.chance(0.6) {
        // A wire to somewhere.
        let (s, c) = r.between(0.0, std::f64::consts::TAU).sin_cos();
        drawing.line(point(r.between(-3.0, 3.0), r.between(-3.0, 3.0)), point(30.0 * c, 30.0 * s));
    }
    if r.chance(0.4) {
        let text = r.one_of(&["OFFICE", "101", "CORRIDOR", "LP1-12", "+0.30"]);
        write(drawing, text, (at.0 + r.between(-6.0, 6.0), at.1 + r.between(-6.0, 6.0)), 5.0);
    }
}

/// Returns a symbol as its legend cell shows it, drawn alone.
pub(crate) fn specimen(glyph: &Glyph) -> Specimen {
    let mut drawing = Drawing::new(100.0, 100.0);
    plot(&mut drawing, glyph, &PlotStyle::plain((50.0, 50.0)), &mut Random::new(1));
    let sheet = drawing.sheet();
    let letters = TextSpots::of(&sheet)
        .all()
        .iter()
        .map(|t| Letters { text: t.text.clone(), at: t.middle, size: t.size, inside: false })
        .collect();
    Specimen::new(Ink::of(&sheet), letters)
}

/// A match or an instance without a partner.
#[derive(Debug)]
pub(crate) struct Miss {
    pub(crate) symbol: usize,
    pub(crate) at: Point,
    pub(crate) text: String,
}

/// Recognizes a plan and compares it with its truth. Returns the score of each symbol, and the errors.
pub(crate) fn evaluate(plan: &Plan) -> (Vec<Score>, Vec<Miss>) {
    let symbols: Vec<Symbol> =
        plan.symbols.iter().map(|g| Symbol { whole: specimen(g), parts: Vec::new(), shares_node: false }).collect();
    let field = Field::new(Ink::of(&plan.sheet));
    let found = recognize(&field, &symbols, &TextSpots::of(&plan.sheet), &[]);
    let mut scores = vec![Score::default(); symbols.len()];
    let mut taken = vec![false; found.len()];
    let mut misses = Vec::new();
    for (symbol, style) in &plan.instances {
        // The middle of the box gives the position: the placement of a symmetric symbol may be another.
        let place = style.place();
        let drawn = plan.symbols[*symbol].parts.iter().map(|p| kurbo::Shape::bounding_box(&(place * p.path.clone())));
        let middle = drawn.reduce(|a, b| a.union(b)).map_or(kurbo::Point::ZERO, |b| b.center());
        let at = point(middle.x as f32, middle.y as f32);
        let near = 0.25 * plan.symbols[*symbol].reach as f32;
        let hit = (0..found.len())
            .find(|&i| !taken[i] && found[i].symbol == *symbol && (found[i].found.bbox.center() - at).hypot() <= near);
        match hit {
            Some(i) => {
                taken[i] = true;
                scores[*symbol].right += 1;
            }
            None => {
                scores[*symbol].missed += 1;
                misses.push(Miss { symbol: *symbol, at, text: format!("missed {style:?}") });
            }
        }
    }
    for (f, _) in found.iter().zip(taken).filter(|(_, taken)| !taken) {
        scores[f.symbol].wrong += 1;
        let text = format!("wrong {:?} share {} scale {}", f.tier, f.found.share, f.scale);
        misses.push(Miss { symbol: f.symbol, at: f.found.placement.at, text });
    }
    (scores, misses)
}
