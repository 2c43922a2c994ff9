//! Recognizes repeated shapes that belong to the drawing and are never devices: doors, patterns, arrows, bubbles,
//! frames around tags and notes, marks of levels.

use std::collections::BTreeSet;

use plumbline_notation::language::labels;
use plumbline_sheet::Pattern;
use plumbline_symbols::Repeat;
use plumbline_symbols::Surroundings;
use plumbline_symbols::appearance::Sides;

use crate::page::Page;

/// Share of a shape's places beside a neighbor at the usual distance above which it is a pattern: a hatch or a ceiling
/// grid. Rows of equal luminaires are regular too, but farther apart.
const PATTERN: f32 = 0.8;
/// Share of a shape's places with a certain kind of text from which the shape is that text's frame or mark.
const MOST: f32 = 0.6;
/// Ratio of a frame's ink to the outline of its box. A rectangle has all of it, a hexagon or a diamond less.
const RECTANGLE: std::ops::RangeInclusive<f32> = 0.97..=1.03;
const POLYGON: std::ops::RangeInclusive<f32> = 0.68..=0.96;
/// Most lines of different length or direction in a frame.
const FRAME_DETAIL: usize = 3;
/// Smallest share of a frame's longer side that its text takes. Devices contain only a letter or two.
const FILLED: f32 = 0.25;
/// Smallest ratio of different texts to places. A device has the same letters everywhere.
const DIFFERENT: f32 = 0.3;

/// Matches a level: `EL 100.0`, `T.O.S. EL. +12.50`, `FFL 3.00`, `NPT +0.15`.
static LEVEL: Pattern = Pattern::new(|| {
    let level = labels::LEVEL_MARK.alternatives();
    format!(r"^(?i)(?:[TB]\.?O\.?[A-Z]{{0,2}}\.?\s*)?(?:{level})\s*[:=]?\s*[-+±]?\s*[0-9]+(?:[.,][0-9]|\s*['’])")
});

/// Returns whether a shape is never a device.
pub(super) fn is_drawing_mark(page: &Page<'_>, repeat: &Repeat, around: &Surroundings) -> bool {
    let appearance = &repeat.appearance;
    let pattern = appearance.regular > PATTERN && appearance.adjoining > PATTERN;
    let mark = around.arrow_like || around.bubble_like;
    appearance.door_like || pattern || mark || is_level(page, around) || is_frame(page, repeat, around)
}

/// Returns whether most of a shape's places have a level beside them.
fn is_level(page: &Page<'_>, around: &Surroundings) -> bool {
    let says = |n: &&usize| page.texts.all().get(**n).is_some_and(|text| LEVEL.is_match(&text.text));
    let levels = around.nearest.iter().flatten().filter(says).count();
    levels as f32 >= MOST * around.nearest.len().max(1) as f32
}

/// Returns whether a shape is a polygon around texts that differ from place to place.
fn is_frame(page: &Page<'_>, repeat: &Repeat, around: &Surroundings) -> bool {
    let appearance = &repeat.appearance;
    let Sides { long, short } = appearance.size;
    if appearance.has_circle || appearance.filled || appearance.detail > FRAME_DETAIL || around.lettered < MOST {
        return false;
    }
    let outline = appearance.ink_length / (2.0 * (long + short));
    let framed = repeat.places.iter().map(|&area| {
        let within = page.texts.within(area).into_iter().map(|n| &page.texts.all()[n]);
        within.max_by(|a, b| a.size.total_cmp(&b.size))
    });
    let framed: Vec<_> = framed.flatten().collect();
    let different: BTreeSet<&str> = framed.iter().map(|text| text.text.as_str()).collect();
    let varied = different.len() >= 2 && different.len() as f32 >= DIFFERENT * framed.len() as f32;
    if !varied || framed.iter().any(|text| page.known.is_exact_panel_name(&text.text)) {
        return false;
    }
    let fills = framed.iter().filter(|text| text.bbox.longer_side() >= FILLED * long);
    let filled = fills.count() as f32 >= MOST * framed.len() as f32;
    POLYGON.contains(&outline) || RECTANGLE.contains(&outline) && long > 1.2 * short && filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_and_other_texts_are_not() {
        for level in
            ["EL 100.0", "EL. +12.50", "T.O.S. EL. 3.20", "FFL 3.00", "NPT +0.15", "N.T.N. 2.40", "ELEV: 101'-6\""]
        {
            assert!(LEVEL.is_match(level), "{level}");
        }
        for other in ["EL-1", "ELECTRICAL 2", "L-1", "12", "N 3", "LEVEL 2"] {
            assert!(!LEVEL.is_match(other), "{other}");
        }
    }
}
