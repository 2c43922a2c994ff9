//! Decides which repeated shapes without a name may be devices, and which belong to the building or the drawing.
//!
//! The decision depends on how things are drawn, not on what they are. A device is small on paper, is drawn completely
//! and identically at each place, mostly has a pen of its own, and few lines of the building cross it.

use std::collections::HashMap;

use crate::bindings::quantities::Discipline;
use plumbline_symbols::Repeat;
use plumbline_symbols::appearance::Sides;
use plumbline_symbols::ink::Stroke;

use super::shape_in_context::ShapeInContext;
use crate::page::Page;
use crate::symbol_sizes::{is_drawn_to_scale, is_symbol_sized};

/// Smallest ratio of a shape's ink to the diagonal of its box. A shape with less is one line, a dash of an arc.
const BENT: f32 = 1.15;

/// Fewest points that make a shape a likely device.
const ENOUGH: f32 = 2.0;

/// Smallest share of repeating ink of a pen that does not draw the building.
const OWN_PEN: f32 = 0.3;

/// A pen: the color and the layer.
type Pen = (u32, u32);

/// The ink of a pen in points.
#[derive(Debug, Clone, Copy, Default)]
struct Ink {
    all: f32,
    /// The part that repeats in possible symbols.
    repeating: f32,
}

/// The shares of the ink of a shape's pen.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    /// The share that repeats.
    repeating: f32,
    /// The share that belongs to devices.
    devices: f32,
}

/// The ink of each pen, and the ink of its likely devices.
pub(super) struct Pens {
    ink: HashMap<Pen, Ink>,
    devices: HashMap<Pen, f32>,
}

fn pen(page: &Page<'_>, stroke: &Stroke) -> Pen {
    (stroke.color, page.sheet.path_layers.get(stroke.path as usize).copied().unwrap_or(u32::MAX))
}

impl Pens {
    /// Measures the ink of the plans. Ink in legends, tables and title blocks is left out.
    pub(super) fn of<'a>(page: &Page<'_>, candidates: impl Iterator<Item = &'a Repeat>) -> Self {
        let strokes = &page.field.ink.strokes;
        let mut pens: HashMap<Pen, Ink> = HashMap::new();
        let outside = |s: &Stroke| !page.excluded_without_legend.iter().any(|area| area.contains(s.a));
        for stroke in strokes.iter().filter(|s| outside(s)) {
            pens.entry(pen(page, stroke)).or_default().all += stroke.length();
        }
        for &n in candidates.flat_map(|r| &r.strokes).flatten() {
            let stroke = &strokes[n as usize];
            pens.entry(pen(page, stroke)).or_default().repeating += stroke.length();
        }
        Self { ink: pens, devices: HashMap::new() }
    }

    /// Records the ink of likely devices, which makes other shapes with the same pens likelier.
    pub(super) fn record_devices(&mut self, page: &Page<'_>, shapes: &[ShapeInContext<'_>]) {
        let likely = |one: &&ShapeInContext<'_>| {
            !one.repeat.appearance.glyph_like && is_possible(page, one.repeat) && is_likely(page, self, one)
        };
        let mut devices: HashMap<Pen, f32> = HashMap::new();
        for &n in shapes.iter().filter(likely).flat_map(|one| &one.repeat.strokes).flatten() {
            let stroke = &page.field.ink.strokes[n as usize];
            *devices.entry(pen(page, stroke)).or_default() += stroke.length();
        }
        self.devices = devices;
    }

    /// Returns whether the repeating share of the ink of a shape's pen is at least [`OWN_PEN`].
    pub(super) fn is_own(&self, page: &Page<'_>, repeat: &Repeat) -> bool {
        self.shares(page, repeat).repeating >= OWN_PEN
    }

    fn shares(&self, page: &Page<'_>, repeat: &Repeat) -> Shares {
        let strokes = repeat.strokes.first().into_iter().flatten().map(|&n| &page.field.ink.strokes[n as usize]);
        let mut by_ink: HashMap<Pen, f32> = HashMap::new();
        for stroke in strokes {
            *by_ink.entry(pen(page, stroke)).or_default() += stroke.length();
        }
        let most = by_ink.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((pen, _)) = most else { return Shares::default() };
        let Ink { all, repeating } = self.ink.get(&pen).copied().unwrap_or_default();
        let devices = self.devices.get(&pen).copied().unwrap_or_default();
        if all <= 0.0 {
            return Shares::default();
        }
        Shares { repeating: (repeating / all).min(1.0), devices: (devices / all).min(1.0) }
    }
}

/// Returns whether a shape has the dimensions of a symbol.
pub(super) fn is_possible(page: &Page<'_>, repeat: &Repeat) -> bool {
    let appearance = &repeat.appearance;
    let Sides { long, short } = appearance.size;
    // Structural sheets show the structure. Its parts are recognized by shape, and other shapes are furniture.
    if page.profile.discipline == Discipline::Structural {
        return false;
    }
    let plain = appearance.detail < 2 && !appearance.has_circle && !appearance.filled;
    let line = appearance.ink_length < BENT * long.hypot(short);
    is_symbol_sized(page.profile.discipline, appearance.size) && !plain && !line && !appearance.plant_like
}

/// Returns whether the evidence that a shape is a device reaches [`ENOUGH`].
pub(super) fn is_likely(page: &Page<'_>, pens: &Pens, one: &ShapeInContext<'_>) -> bool {
    weigh(page.profile.discipline, pens.shares(page, one.repeat), one) >= ENOUGH
}

/// Sums the evidence for and against a device, in the manner of log-odds. The weights come from the sheets of
/// docs/accuracy.md.
fn weigh(discipline: Discipline, shares: Shares, one: &ShapeInContext<'_>) -> f32 {
    let Shares { repeating: pen, devices } = shares;
    let ShapeInContext { repeat, around, .. } = one;
    let appearance = &repeat.appearance;
    let Sides { long, short } = appearance.size;
    let count = repeat.places.len();
    let mut sum = 0.0;
    // A circle, a closed arc or a filled shape: walls are not drawn like this.
    sum += if appearance.has_circle { 1.5 } else { 0.0 };
    sum += if appearance.filled && short >= 2.0 { 1.0 } else { 0.0 };
    // Lines that cross the shape or end at it.
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
    sum += if appearance.detail >= 5 { 0.5 } else { 0.0 };
    // The same letters inside at every place.
    sum += if around.letters.is_empty() { 0.0 } else { 1.0 };
    // Backgrounds are plotted in gray.
    let [r, g, b] = [appearance.color >> 16 & 0xFF, appearance.color >> 8 & 0xFF, appearance.color & 0xFF];
    let gray = r == g && g == b && (0x40..0xF0).contains(&r);
    sum += match (gray, appearance.filled) {
        (true, true) => -1.0,
        (true, false) => -2.0,
        (false, _) => 0.0,
    };
    let round = appearance.has_circle || appearance.filled;
    // A square, a cross or an H: columns, shafts and marks look like this, and so do devices with letters inside.
    sum += if appearance.detail <= 2 && !round && long < 1.5 * short && around.lettered < 0.5 { -3.0 } else { 0.0 };
    sum += if appearance.regular > 0.8 && count >= 8 { -1.0 } else { 0.0 };
    sum += if appearance.adjoining > 0.4 { -1.0 } else { 0.0 };
    if is_drawn_to_scale(discipline) && !appearance.has_circle && appearance.detail >= 10 && around.lines <= 1.5 {
        // A fixture: many lines, none of the building's.
        sum += 0.5;
    }
    sum
}
