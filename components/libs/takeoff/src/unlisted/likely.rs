//! Which repeated shapes without a name may be devices, and which are the building or the drawing's dress.
//!
//! What is told apart is how things are drawn, not what they are: a device is small on paper, drawn whole and alike
//! wherever it stands, mostly with a pen of its own, and little of the building runs through it.

use std::collections::HashMap;

use plumbline_guest_extractor::quantities::Discipline;
use plumbline_symbols::Repeat;
use plumbline_symbols::ink::Stroke;

use super::Seen;
use crate::page::Page;

/// Smallest and largest symbols in points, along their longer side.
pub(super) const SMALLEST: f32 = 3.8;
/// Trades that draw symbols, not the things themselves.
const LARGEST_SYMBOL: f32 = 27.0;
/// Trades that draw fixtures and equipment in their true size.
pub(super) const LARGEST_FIXTURE: f32 = 48.0;
/// Least of the shorter side, in points: thinner shapes are lines with ends.
const THINNEST: f32 = 1.4;

/// Ink of a shape by the diagonal of its box: what has less is one line, a dash of an arc.
const BENT: f32 = 1.15;

/// Points of evidence from which a shape is taken for a device.
const ENOUGH: f32 = 2.0;

/// Share of a pen's ink that repeats, from which it is not the building's.
const OWN_PEN: f32 = 0.3;

/// A pen: colour and layer.
type Pen = (u32, u32);

/// How much of each pen's ink repeats in shapes that may be symbols, and how much in those that are taken for devices.
pub(super) struct Pens {
    ink: HashMap<Pen, [f32; 2]>,
    devices: HashMap<Pen, f32>,
}

fn pen(page: &Page<'_>, stroke: &Stroke) -> Pen {
    (stroke.color, page.sheet.path_layers.get(stroke.path as usize).copied().unwrap_or(u32::MAX))
}

impl Pens {
    /// Weighs the ink of the plans: what stands in legends, tables and title blocks says nothing of it.
    pub(super) fn of<'a>(page: &Page<'_>, candidates: impl Iterator<Item = &'a Repeat>) -> Self {
        let strokes = &page.field.ink.strokes;
        let mut pens: HashMap<Pen, [f32; 2]> = HashMap::new();
        let outside = |s: &Stroke| !page.unnamed.iter().any(|area| plumbline_sheet::geometry::contains(*area, s.a));
        for stroke in strokes.iter().filter(|s| outside(s)) {
            pens.entry(pen(page, stroke)).or_default()[0] += stroke.length();
        }
        for &n in candidates.flat_map(|r| &r.strokes).flatten() {
            let stroke = &strokes[n as usize];
            pens.entry(pen(page, stroke)).or_default()[1] += stroke.length();
        }
        Self { ink: pens, devices: HashMap::new() }
    }

    /// The shapes that are likely by themselves make others likely that are drawn with their pens.
    pub(super) fn learn(&mut self, page: &Page<'_>, seen: &[Seen<'_>]) {
        let likely = |one: &&Seen<'_>| {
            !one.repeat.looks.glyph_like && is_possible(page, one.repeat) && is_likely(page, self, one)
        };
        let mut devices: HashMap<Pen, f32> = HashMap::new();
        for &n in seen.iter().filter(likely).flat_map(|one| &one.repeat.strokes).flatten() {
            let stroke = &page.field.ink.strokes[n as usize];
            *devices.entry(pen(page, stroke)).or_default() += stroke.length();
        }
        self.devices = devices;
    }

    /// Whether a shape's pen draws little that does not repeat.
    pub(super) fn is_own(&self, page: &Page<'_>, repeat: &Repeat) -> bool {
        self.shares(page, repeat)[0] >= OWN_PEN
    }

    /// Shares of the ink of a shape's pen that repeat, and that are devices.
    fn shares(&self, page: &Page<'_>, repeat: &Repeat) -> [f32; 2] {
        let strokes = repeat.strokes.first().into_iter().flatten().map(|&n| &page.field.ink.strokes[n as usize]);
        let mut by_ink: HashMap<Pen, f32> = HashMap::new();
        for stroke in strokes {
            *by_ink.entry(pen(page, stroke)).or_default() += stroke.length();
        }
        let most = by_ink.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((pen, _)) = most else { return [0.0; 2] };
        let [all, repeating] = self.ink.get(&pen).copied().unwrap_or_default();
        let devices = self.devices.get(&pen).copied().unwrap_or_default();
        if all > 0.0 { [(repeating / all).min(1.0), (devices / all).min(1.0)] } else { [0.0; 2] }
    }
}

/// Whether a discipline's drawings show fixtures and equipment as they are, seen from above.
fn is_drawn_to_scale(discipline: Discipline) -> bool {
    matches!(
        discipline,
        Discipline::Plumbing | Discipline::Mechanical | Discipline::Structural | Discipline::MultiDiscipline
    )
}

/// Whether something of such sides may be a symbol of a discipline's drawings.
pub(crate) fn is_symbol_sized(discipline: Discipline, [long, short]: [f32; 2]) -> bool {
    let largest = if is_drawn_to_scale(discipline) { LARGEST_FIXTURE } else { LARGEST_SYMBOL };
    (SMALLEST..=largest).contains(&long) && short >= THINNEST
}

/// Whether a shape has the measures of a symbol.
pub(super) fn is_possible(page: &Page<'_>, repeat: &Repeat) -> bool {
    let looks = &repeat.looks;
    let [long, short] = looks.size;
    // Structural sheets show the structure: what it is by shape is known, and the rest is furniture.
    if page.profile.discipline == Discipline::Structural {
        return false;
    }
    let plain = looks.detail < 2 && !looks.has_circle && !looks.filled;
    let line = looks.ink_length < BENT * long.hypot(short);
    is_symbol_sized(page.profile.discipline, looks.size) && !plain && !line && !looks.plant_like
}

/// The evidence that a shape is a device; [`ENOUGH`] and more make it one.
pub(super) fn is_likely(page: &Page<'_>, pens: &Pens, one: &Seen<'_>) -> bool {
    weigh(page.profile.discipline, pens.shares(page, one.repeat), one) >= ENOUGH
}

/// Adds up what speaks for and against a device, in the manner of log-odds; the weights come of the sheets of
/// docs/accuracy.md.
fn weigh(discipline: Discipline, [pen, devices]: [f32; 2], one: &Seen<'_>) -> f32 {
    let Seen { repeat, around, .. } = one;
    let looks = &repeat.looks;
    let [long, short] = looks.size;
    let count = repeat.places.len();
    let mut sum = 0.0;
    // A circle, an arc that closes, a filled shape: nobody draws walls so.
    sum += if looks.has_circle { 1.5 } else { 0.0 };
    sum += if looks.filled && short >= 2.0 { 1.0 } else { 0.0 };
    // What runs through it or ends at it.
    sum += match around.lines {
        n if n <= 0.7 => 1.5,
        n if n <= 1.5 => 0.7,
        n if n <= 2.6 => 0.0,
        n if n <= 3.5 => -1.0,
        n if n <= 4.5 => -2.0,
        _ => -3.0,
    };
    sum += match pen {
        p if p >= 0.6 => 1.5,
        p if p >= 0.3 => 0.7,
        p if p >= 0.1 => 0.0,
        _ => -0.5,
    };
    sum += match devices {
        d if d >= 0.4 => 1.5,
        d if d >= 0.2 => 0.7,
        _ => 0.0,
    };
    sum += match long / short.max(0.1) {
        r if r > 8.5 => -1.5,
        r if r > 5.0 => -0.7,
        _ => 0.0,
    };
    sum += match count {
        0..=3 => -0.5,
        4..=9 => 0.0,
        _ => 0.5,
    };
    sum += if looks.detail >= 5 { 0.5 } else { 0.0 };
    // The same letters in it everywhere.
    sum += if around.letters.is_empty() { 0.0 } else { 1.0 };
    // Backgrounds are plotted in grey.
    let [r, g, b] = [looks.color >> 16 & 0xFF, looks.color >> 8 & 0xFF, looks.color & 0xFF];
    let grey = r == g && g == b && (0x40..0xF0).contains(&r);
    sum += match (grey, looks.filled) {
        (true, true) => -1.0,
        (true, false) => -2.0,
        (false, _) => 0.0,
    };
    let round = looks.has_circle || looks.filled;
    // A square, a cross or an H: columns, shafts and marks are drawn so, and devices with letters in them.
    sum += if looks.detail <= 2 && !round && long < 1.5 * short && around.lettered < 0.5 { -3.0 } else { 0.0 };
    sum += if looks.regular > 0.8 && count >= 8 { -1.0 } else { 0.0 };
    sum += if looks.adjoining > 0.4 { -1.0 } else { 0.0 };
    if is_drawn_to_scale(discipline) && !looks.has_circle && looks.detail >= 10 && around.lines <= 1.5 {
        // A fixture: many lines, and none of the building's.
        sum += 0.5;
    }
    sum
}
