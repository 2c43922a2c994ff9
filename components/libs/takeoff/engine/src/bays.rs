//! Compares the grid spacing that a note states with a page's scale: `TYPICAL BAY 8.0 m`, `COLUMN GRID 7200 x 8400`.

use plumbline_geometry::Axis;
use plumbline_notation::language::dimensions;
use plumbline_notation::parse_dimension;
use plumbline_sheet::Pattern;

use crate::dimensions::{Contradiction, Verdict, is_contradicted};
use crate::grid::neighbors;
use crate::page::Page;
use crate::scales::POINT_MM;

/// Largest relative difference between spacings that count as equal.
const SAME: f32 = 0.02;
/// Fewest equal spacings along an axis that make a typical spacing.
const FEWEST: usize = 2;
/// Smallest share of an axis's spacings that the typical one must have.
const MOST: f32 = 0.6;

/// Accepted widths of bays, in meters.
const BAYS: std::ops::RangeInclusive<f64> = 2.0..=50.0;

/// Matches the words before the length in a note about the grid.
static WORDS: Pattern = Pattern::any_case(|| format!(r"(?:{})\s*(?:[:=@]\s*)?", dimensions::BAY.pattern(r"\b", "")));

/// A note with one length, or with one for each direction.
struct Note {
    meters: Vec<f64>,
    text: String,
}

/// Returns the lengths that a text states as the spacing of the grid.
fn note(text: &str) -> Option<Note> {
    let words = WORDS.find(text)?;
    let said = text[words.end()..].trim_end_matches(['.', ')', ' ']);
    let both_cases = |word: &str| [word.to_owned(), word.to_uppercase()];
    let said = dimensions::AFTER_BAY
        .all()
        .flat_map(both_cases)
        .fold(said, |rest, word| rest.trim_end_matches(['.', ' ', ',']).trim_end_matches(word.as_str()));
    let by = dimensions::BY.all().flat_map(both_cases);
    let parts = by.fold(said.to_owned(), |parts, word| parts.replace(&format!(" {word} "), "x"));
    let lengths = parts.split(['x', 'X', '\u{d7}']).map(|part| Some(parse_dimension(part)?.meters()));
    let meters: Vec<f64> = lengths.collect::<Option<_>>()?;
    // Ceiling grids are too narrow to be bays.
    if meters.len() > 2 || !meters.iter().all(|m| BAYS.contains(m)) {
        return None;
    }
    Some(Note { meters, text: text.trim().to_owned() })
}

/// Returns the most frequent spacing along an axis, in points, and how many neighbors have it.
fn typical(spacings: &mut [f32]) -> Option<(f32, usize)> {
    spacings.sort_by(f32::total_cmp);
    let window = |n: usize| spacings[n..].iter().take_while(|s| **s <= spacings[n] * (1.0 + SAME)).count();
    let (first, count) = (0..spacings.len()).map(|n| (n, window(n))).max_by_key(|(_, count)| *count)?;
    (count >= FEWEST && count as f32 >= MOST * spacings.len() as f32).then(|| (spacings[first + count / 2], count))
}

/// Compares the spacing that a note states with the bubbles of the grid. A note with one length applies to both
/// directions. If the directions differ and neither fits, it is unknown which one is meant, so the verdict is silent.
pub(crate) fn verdict(page: &Page<'_>) -> Verdict {
    let notes: Vec<Note> = page.notes.lines.all().iter().filter_map(|line| note(&line.text)).collect();
    let bubbles = &page.regions.grid_bubbles;
    let Some(scale) = bubbles.first().and_then(|b| page.scales.at(b.min)) else { return Verdict::Silent };
    let mut axes: Vec<(f32, usize)> = Vec::new();
    for axis in Axis::BOTH {
        let mut spacings: Vec<f32> =
            neighbors(bubbles, axis).iter().map(|(from, to, _)| axis.of(*to) - axis.of(*from)).collect();
        axes.extend(typical(&mut spacings));
    }
    let implied = |meters: f64, points: f32| meters * 1000.0 / (f64::from(points) * POINT_MM);
    let mut against: Option<Contradiction> = None;
    for Note { meters, text } in &notes {
        let fits = |m: &f64| axes.iter().any(|(points, _)| !is_contradicted(implied(*m, *points) / scale.ratio));
        if !axes.is_empty() && meters.iter().all(fits) {
            return Verdict::Agree;
        }
        let mut all = meters.iter().flat_map(|m| axes.iter().map(|(points, _)| implied(*m, *points)));
        // Every stated length must imply the same scale in some direction.
        let agreed = all.find(|ratio| {
            let same = |other: f64| (other / ratio - 1.0).abs() <= f64::from(SAME);
            meters.iter().all(|m| axes.iter().any(|(points, _)| same(implied(*m, *points))))
                && axes.iter().all(|(points, _)| meters.iter().any(|m| same(implied(*m, *points))))
        });
        if let Some(implied) = agreed {
            let count = axes.iter().map(|(_, count)| count).sum();
            against.get_or_insert(Contradiction { implied, stated: scale.ratio, count, example: text.clone() });
        }
    }
    against.map_or(Verdict::Silent, Verdict::Contradict)
}

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn notes_that_state_the_spacing_of_the_grid() {
        for (text, meters) in [
            ("TYPICAL BAY 8.0 m", &[8.0][..]),
            ("TYP. BAY = 30'-0\"", &[9.144]),
            ("GRID SPACING: 30'-0\" x 25'-0\" TYP.", &[9.144, 7.62]),
            ("COLUMN SPACING 7200 O.C.", &[7.2]),
            ("STRUCTURAL GRID IS 7200 x 8400", &[7.2, 8.4]),
            ("MÓDULO ESTRUCTURAL 6.00 m", &[6.0]),
            ("Achsraster 7,20 m", &[7.2]),
        ] {
            let found = note(text).unwrap_or_else(|| panic!("{text}")).meters;
            assert!(
                found.len() == meters.len() && found.iter().zip(meters).all(|(a, b)| (a - b).abs() < 1e-6),
                "{text}: {found:?}"
            );
        }
        for text in
            ["BAY 4", "BAYS 1 TO 8", "CEILING GRID 600 x 600", "LOADING BAY", "GRID LINE 5", "SEE GRID A-3", "GRID 12"]
        {
            assert!(note(text).is_none(), "{text}");
        }
    }
}
