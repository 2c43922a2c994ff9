//! Stamps: the seals of engineers and architects, and boxes that state the purpose for which a sheet is issued.

use plumbline_geometry::{Rect, total_order};
use plumbline_notation::language::match_lines;
use plumbline_sheet::lines::Line;
use plumbline_sheet::{Pattern, Sheet};

use crate::regions::pattern;

/// Sides of a stamp in points: 14 to 92 mm on paper.
const SIDES: std::ops::RangeInclusive<f32> = 40.0..=260.0;
/// Maximum ratio of the sides of a stamp.
const SLENDER: f32 = 4.0;

/// Words that occur in stamps and nowhere else on a plan.
static WORDS: Pattern = Pattern::any_case(|| pattern::of_letters(&match_lines::STAMP.bounded()));

/// Returns the stamps of a sheet: the outlines around such words.
pub(crate) fn stamps(sheet: &Sheet, lines: &[Line]) -> Vec<Rect> {
    let said: Vec<&Line> = lines.iter().filter(|line| WORDS.is_match(&line.text)).collect();
    if said.is_empty() {
        return Vec::new();
    }
    let is_stamp = |b: &Rect| {
        let (wide, high) = (b.width(), b.height());
        SIDES.contains(&wide) && SIDES.contains(&high) && wide <= SLENDER * high && high <= SLENDER * wide
    };
    let outlines: Vec<Rect> = sheet.paths().filter_map(|path| path.bbox()).filter(is_stamp).collect();
    let area = |b: &Rect| b.width() * b.height();
    let around = |line: &&Line| {
        let holds = |b: &&Rect| b.contains(line.bbox.center());
        // A seal has nested rings. The largest one that is still a stamp counts.
        outlines.iter().filter(holds).max_by(|a, b| area(a).total_cmp(&area(b))).copied()
    };
    let mut out: Vec<Rect> = said.iter().filter_map(around).collect();
    out.sort_by(|a, b| total_order(a.to_array(), b.to_array()));
    out.dedup();
    out
}
