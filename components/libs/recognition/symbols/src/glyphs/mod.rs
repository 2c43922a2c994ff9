//! Standard symbols of the trades, drawn after the standards that define them, and the agreement of a shape with each.
//!
//! - `tables`: one file per trade in the crate's folder `glyphs`, which the build script turns into tables;
//! - `glyph`: a standard symbol; `outline`: ink as points that can be compared regardless of size;
//! - `agreement`: compares a shape with a glyph regardless of rotation, mirroring and stretching.

mod agreement;
mod glyph;
mod outline;

/// The glyphs of each trade, from the files.
mod tables {
    use super::glyph::{Glyph, Mark, Specificity};

    include!(concat!(env!("OUT_DIR"), "/glyphs.rs"));
}

use std::collections::BTreeSet;
use std::sync::LazyLock;

pub use self::agreement::LEAST_AGREEMENT;
pub use self::glyph::{Glyph, Mark, Specificity};

use self::outline::Outline;
use crate::template::Specimen;

/// How well a shape agrees with a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// The glyph.
    pub glyph: &'static Glyph,
    /// Share of each one's ink that the other has, the smaller of the two.
    pub share: f32,
}

/// Agreement that is as good as a plot's grid and an office's proportions allow.
const GOOD_AGREEMENT: f32 = 0.86;

/// Returns all glyphs, trade by trade.
pub fn all() -> impl Iterator<Item = &'static Glyph> {
    [
        tables::POWER,
        tables::LIGHTING,
        tables::LOW_VOLTAGE,
        tables::FIRE,
        tables::MECHANICAL,
        tables::PLUMBING,
        tables::PROCESS,
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
