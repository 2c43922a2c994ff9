//! Standard symbols of the trades, drawn after the standards that define them, and the agreement of a shape with each.
//!
//! - one file per trade: `power`, `lighting`, `low_voltage`, `fire`, `mechanical`, `plumbing`, `process`;
//! - `outline`: ink as points that can be compared regardless of size;
//! - `agreement`: compares a shape with a glyph regardless of rotation, mirroring and stretching.

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

/// A standard symbol, in its own units: x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Meaning, in terms of the vocabulary.
    pub name: &'static str,
    /// The standard that defines it, or where it is common.
    pub standard: &'static str,
    /// How specific it is without other evidence.
    pub specificity: Specificity,
    /// Letters within it, one of which must be present. If empty, any letters or none may be.
    pub letters: &'static [&'static str],
    /// Lines.
    pub marks: &'static [Mark],
}

/// How specific a glyph is without other evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Specificity {
    /// Drawn for one thing, as a circle with two lines across it is for a duplex receptacle.
    High,
    /// Drawn for a few things. Names one together with a tag, a layer or a word.
    Medium,
    /// So plain that many things look like it.
    Low,
}

/// A line of a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// Straight lines from point to point.
    Lines(&'static [[f32; 2]]),
    /// The outline of a filled area.
    Filled(&'static [[f32; 2]]),
    /// A circle: center and radius.
    Circle([f32; 2], f32),
    /// A filled circle: center and radius.
    Dot([f32; 2], f32),
    /// An arc: center, radius, start and extent in degrees, clockwise on the page.
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

/// Creates a glyph without letters.
const fn glyph(name: &'static str, standard: &'static str, specificity: Specificity, marks: &'static [Mark]) -> Glyph {
    Glyph { name, standard, specificity, letters: &[], marks }
}

/// Creates a frame with letters in it.
const fn lettered(
    name: &'static str,
    standard: &'static str,
    letters: &'static [&'static str],
    marks: &'static [Mark],
) -> Glyph {
    Glyph { name, standard, specificity: Specificity::High, letters, marks }
}

/// How well a shape agrees with a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// The glyph.
    pub glyph: &'static Glyph,
    /// Share of each one's ink that the other has, the smaller of the two.
    pub share: f32,
}

/// Minimum agreement that is reported.
pub const LEAST_AGREEMENT: f32 = 0.78;

/// Agreement that is as good as a plot's grid and an office's proportions allow.
const GOOD_AGREEMENT: f32 = 0.86;

/// Returns all glyphs, trade by trade.
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

/// The glyphs, prepared for comparison.
static READY: LazyLock<Vec<(&'static Glyph, Outline)>> =
    LazyLock::new(|| all().filter_map(|glyph| Some((glyph, Outline::of_glyph(glyph)?))).collect());

/// Returns the glyphs that `wanted` selects and a shape agrees with, the best first. `letters` are those found in some
/// place of the shape.
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
        // Letters drawn as lines are not part of a glyph's frame.
        _ => specimen.without_inner_letters().map(|core| of(&core)).filter(|core| !core.is_empty()).unwrap_or(whole),
    }
}
