//! Standard symbols of the trades, drawn after the standards that define them, and how well a shape agrees with each.
//!
//! - one file a trade: `power`, `lighting`, `low_voltage`, `fire`, `mechanical`, `plumbing`, `process`;
//! - `outline`: ink as points that can be compared whatever its size;
//! - `agreement`: compares a shape with a glyph, whatever its turn, mirror image and stretch.

mod agreement;
mod fire;
mod lighting;
mod low_voltage;
mod mechanical;
mod outline;
mod plumbing;
mod power;
mod process;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use self::outline::Outline;
use crate::template::Specimen;

/// A standard symbol, in units of its own: x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Its meaning, in terms of the vocabulary.
    pub name: &'static str,
    /// The standard that defines it, or where it is usual.
    pub standard: &'static str,
    /// How specific it is without other evidence.
    pub says: Says,
    /// Letters within it, one of which must be there; empty where any or none may be.
    pub letters: &'static [&'static str],
    /// Its lines.
    pub marks: &'static [Mark],
}

/// How specific a glyph is without other evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// Drawn for one thing, as a circle with two lines across is for a duplex receptacle.
    Much,
    /// Drawn for a few things: names one together with a tag, a layer or a word.
    Some,
    /// So plain that many things look so.
    Little,
}

/// A line of a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// Straight lines from point to point.
    Lines(&'static [[f32; 2]]),
    /// The outline of a filled area.
    Filled(&'static [[f32; 2]]),
    /// Middle and radius.
    Circle([f32; 2], f32),
    /// A filled circle: middle and radius.
    Dot([f32; 2], f32),
    /// Middle, radius, where it begins and how far it runs in degrees, clockwise on the page.
    Arc([f32; 2], f32, [f32; 2]),
}

/// A line between two points.
const fn line(ends: &'static [[f32; 2]; 2]) -> Mark {
    Mark::Lines(ends)
}

/// A circle around 0, 0.
const fn ring(radius: f32) -> Mark {
    Mark::Circle([0.0, 0.0], radius)
}

/// A square around 0, 0.
const SQUARE: Mark = Mark::Lines(&[[-10., -10.], [10., -10.], [10., 10.], [-10., 10.], [-10., -10.]]);

/// Two triangles with their tips together: the body of a valve.
const TIPS: Mark = Mark::Lines(&[[-12., -7.], [-12., 7.], [12., -7.], [12., 7.], [-12., -7.]]);

/// A valve's body around a ball.
const BALL_VALVE: &[Mark] = &[
    Mark::Lines(&[[-12., -7.], [-12., 7.], [-3.5, 2.]]),
    Mark::Lines(&[[-12., -7.], [-3.5, -2.]]),
    Mark::Lines(&[[12., -7.], [12., 7.], [3.5, 2.]]),
    Mark::Lines(&[[12., -7.], [3.5, -2.]]),
    ring(4.),
];

/// A glyph without letters of its own.
const fn glyph(name: &'static str, standard: &'static str, says: Says, marks: &'static [Mark]) -> Glyph {
    Glyph { name, standard, says, letters: &[], marks }
}

/// A frame with letters in it.
const fn lettered(
    name: &'static str,
    standard: &'static str,
    letters: &'static [&'static str],
    marks: &'static [Mark],
) -> Glyph {
    Glyph { name, standard, says: Says::Much, letters, marks }
}

/// How well a shape agrees with a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// The glyph.
    pub glyph: &'static Glyph,
    /// Share of both one's ink that the other has, the smaller of the two.
    pub share: f32,
}

/// Least agreement that is worth a word.
pub const LEAST_AGREEMENT: f32 = 0.78;

/// Agreement that is as good as a plot's grid and an office's proportions let it be.
const GOOD_AGREEMENT: f32 = 0.86;

/// All glyphs, trade by trade.
pub fn all() -> impl Iterator<Item = &'static Glyph> {
    [
        power::GLYPHS,
        lighting::GLYPHS,
        low_voltage::GLYPHS,
        fire::GLYPHS,
        mechanical::GLYPHS,
        plumbing::GLYPHS,
        process::GLYPHS,
    ]
    .into_iter()
    .flatten()
}

/// The glyphs made ready for comparing.
static READY: LazyLock<Vec<(&'static Glyph, Outline)>> =
    LazyLock::new(|| all().filter_map(|glyph| Some((glyph, Outline::of_glyph(glyph)?))).collect());

/// The glyphs that `wanted` lets through and that a shape agrees with, the best first. `letters` are those that stand in
/// some place of the shape.
pub fn agreements(specimen: &Specimen, letters: &BTreeSet<String>, wanted: impl Fn(&Glyph) -> bool) -> Vec<Agreement> {
    let lettered = |glyph: &Glyph| {
        glyph.letters.is_empty() || letters.iter().any(|l| glyph.letters.iter().any(|own| own.eq_ignore_ascii_case(l)))
    };
    let of = |specimen: &Specimen| -> Vec<Agreement> {
        let Some(shape) = Outline::of_specimen(specimen) else { return Vec::new() };
        let glyphs = READY.iter().filter(|(glyph, _)| lettered(glyph) && wanted(glyph));
        let all = glyphs.map(|(glyph, outline)| Agreement { glyph, share: agreement::share(&shape, outline) });
        let mut out: Vec<Agreement> = all.filter(|agreement| agreement.share >= LEAST_AGREEMENT).collect();
        out.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.glyph.name.cmp(b.glyph.name)));
        out
    };
    let whole = of(specimen);
    match whole.first() {
        Some(best) if best.share >= GOOD_AGREEMENT => whole,
        // Letters that are drawn as lines are not part of a glyph's frame.
        _ => specimen.core().map(|core| of(&core)).filter(|core| !core.is_empty()).unwrap_or(whole),
    }
}
