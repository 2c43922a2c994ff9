//! Identifies a symbol by the letters in and beside it.

use plumbline_geometry::{Buckets, Point, Rect};
use plumbline_sheet::Sheet;

use crate::fast::Hypotenuse as _;
use crate::matching::Match;
use crate::template::{Letters, Specimen};

/// A text on the sheet.
#[derive(Debug, Clone)]
pub struct TextSpot {
    /// The text, trimmed, with single spaces.
    pub text: String,
    /// Middle of its box.
    pub middle: Point,
    /// Box.
    pub bbox: Rect,
    /// Height of its font in points.
    pub size: f32,
}

/// The texts of a sheet by place.
#[derive(Debug)]
pub struct TextSpots {
    spots: Vec<TextSpot>,
    cells: Buckets<u32>,
}

/// Width of a cell in points.
const CELL: f32 = 30.0;

impl TextSpots {
    /// Indexes a sheet's text runs.
    pub fn of(sheet: &Sheet) -> Self {
        let mut out = Self { spots: Vec::new(), cells: Buckets::new(CELL) };
        for t in sheet.texts() {
            let text = t.text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.is_empty() {
                continue;
            }
            let middle = t.bbox.center();
            out.cells.insert(middle, out.spots.len() as u32);
            out.spots.push(TextSpot { text, middle, bbox: t.bbox, size: t.size });
        }
        out
    }

    /// Returns all texts.
    pub fn all(&self) -> &[TextSpot] {
        &self.spots
    }

    /// Indexes of the texts whose middle is within a box.
    pub fn within(&self, area: Rect) -> Vec<usize> {
        let near = self.cells.touching(area).map(|i| i as usize);
        let mut out: Vec<usize> = near.filter(|&i| area.contains(self.spots[i].middle)).collect();
        out.sort_unstable();
        out
    }
}

/// How the letters around a match agree with the symbol's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum LetterMatch {
    /// Other letters are where the symbol's own should be: it is another symbol.
    Conflict,
    /// How well the letters agree: 1 for each found near, less for each missing.
    Score {
        /// Sum over the letters.
        score: f32,
        /// Whether letters that belong inside were not found.
        inside_missing: bool,
    },
}

/// Maximum number of details of a shape that is identified by the letters inside it.
const PLAIN: usize = 6;

/// Cost of a missing letter.
const MISSING: f32 = 0.6;

/// Returns whether a text on the sheet is the legend's text, or that of one device of the kind, as `T-D5` is of `T-D`.
fn same(text: &str, legend: &str) -> bool {
    if text.eq_ignore_ascii_case(legend) {
        return true;
    }
    let stem = legend.trim_end_matches('-');
    stem.chars().count() >= 2
        && text.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem))
        && text.get(stem.len()..).is_some_and(|rest| {
            let rest = rest.strip_prefix('-').unwrap_or(rest);
            !rest.is_empty() && rest.len() <= 3 && rest.chars().all(|c| c.is_ascii_digit())
        })
}

/// Returns whether letters name a kind, such as `F`, `WP` or `AOM`, and not one device, such as `T-D5` or `12`.
fn names_a_kind(text: &str) -> bool {
    text.chars().count() <= 4 && text.chars().all(char::is_alphabetic)
}

/// Compares the letters of a specimen with those around a match.
pub(crate) fn letter_score(specimen: &Specimen, found: &Match, detail: usize, texts: &TextSpots) -> LetterMatch {
    if specimen.letters.is_empty() {
        return LetterMatch::Score { score: 0.0, inside_missing: false };
    }
    let b = found.bbox;
    let diagonal = b.width().hypotenuse(b.height());
    let reach = |l: &Letters| {
        if l.inside {
            0.0
        } else if l.text.chars().count() <= 2 {
            // Short letters occur everywhere. Only near ones belong to the symbol.
            0.6 * diagonal + 4.0
        } else {
            2.5 * diagonal + 12.0
        }
    };
    let grown = |by: f32| b.grown(by);
    let (mut score, mut inside_missing) = (0.0, false);
    for letters in &specimen.letters {
        let by = reach(letters);
        let around = texts.within(grown(by));
        let nearest = around
            .iter()
            .map(|&i| &texts.all()[i])
            .filter(|t| same(&t.text, &letters.text))
            .map(|t| outside(b, t.middle))
            .min_by(f32::total_cmp);
        match nearest {
            Some(distance) => score += 1.0 - 0.5 * distance / by.max(1.0),
            None => {
                score -= MISSING;
                if letters.inside && names_a_kind(&letters.text) && detail <= PLAIN {
                    if around.iter().any(|&i| names_a_kind(&texts.all()[i].text)) {
                        return LetterMatch::Conflict;
                    }
                    inside_missing = true;
                }
            }
        }
    }
    LetterMatch::Score { score, inside_missing }
}

/// Returns the distance of a point from a box, or 0 if it is inside.
pub(crate) fn outside(b: Rect, p: Point) -> f32 {
    let dx = (b.min.x - p.x).max(p.x - b.max.x).max(0.0);
    let dy = (b.min.y - p.y).max(p.y - b.max.y).max(0.0);
    dx.hypotenuse(dy)
}
