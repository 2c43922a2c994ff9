//! Graphic scale bars: numbers in a row, evenly spaced along a drawn bar, and a unit.

use plumbline_notation::language::scales;

use crate::geometry::{FLATTEN, segments};
use crate::line::{Line, is_flat};
use crate::model::{Scale, ScaleSource, Sheet};
use crate::scale_text::COMMON_RATIOS;

/// Points per meter and per foot on paper.
const POINTS_PER_METER: f64 = 72.0 / 0.0254;
const POINTS_PER_FOOT: f64 = 72.0 * 12.0;

/// Maximum distance of a number from its position, as a share of the bar's length.
const STRAY: f64 = 0.03;

/// A number of the bar: its value, the middle of its text and the unit after it.
struct Tick {
    value: f64,
    x: f64,
    unit: Option<Unit>,
    line: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Unit {
    Meter,
    Foot,
}

fn unit(text: &str) -> Option<Unit> {
    match text.trim().trim_end_matches('.').to_lowercase().as_str() {
        "m" => Some(Unit::Meter),
        "'" | "'-0\"" | "′" => Some(Unit::Foot),
        word if scales::BAR_METERS.contains(word) => Some(Unit::Meter),
        word if scales::BAR_FEET.contains(word) => Some(Unit::Foot),
        _ => None,
    }
}

/// Returns the numbers of a line with their positions: a line may contain the whole row.
fn ticks(lines: &[Line], index: usize) -> Vec<Tick> {
    let words = crate::lines::words(std::slice::from_ref(&lines[index]));
    let mut out: Vec<Tick> = Vec::new();
    for word in words {
        let text = word.text.replace(',', ".");
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, rest) = text.split_at(digits);
        match number.parse::<f64>() {
            Ok(value) if rest.is_empty() || unit(rest).is_some() => {
                let x = f64::from(word.bbox.min.x + word.bbox.max.x) / 2.0;
                out.push(Tick { value, x, unit: unit(rest), line: index });
            }
            _ => match (unit(&word.text), out.last_mut()) {
                (Some(u), Some(last)) => last.unit = Some(u),
                _ => return Vec::new(),
            },
        }
    }
    out
}

/// Finds the scale of a graphic bar.
pub fn find(sheet: &Sheet, lines: &[Line]) -> Option<Scale> {
    let mut all: Vec<Tick> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if is_flat(line) && line.text.len() <= 60 && line.text.contains(|c: char| c.is_ascii_digit()) {
            all.extend(ticks(lines, i));
        }
    }
    let mut best: Option<(usize, Scale)> = None;
    for zero in all.iter().filter(|t| t.value == 0.0) {
        let base = &lines[zero.line];
        let row: Vec<&Tick> = all
            .iter()
            .filter(|t| {
                let l = &lines[t.line];
                (l.start.y - base.start.y).abs() < base.size * 0.3 && (l.size / base.size - 1.0).abs() < 0.2
            })
            .filter(|t| t.value > 0.0 && t.x > zero.x && t.x - zero.x < f64::from(sheet.width) * 0.5)
            .collect();
        let Some(scale) = fit(zero, &row, base, lines) else { continue };
        let (far, count, scale) = scale;
        if drawn(sheet, zero.x, far, base) && best.as_ref().is_none_or(|(n, _)| count > *n) {
            best = Some((count, scale));
        }
    }
    best.map(|(_, scale)| scale)
}

/// Returns the scale that fits most numbers of the row: the end of the bar, the count of numbers and the scale.
fn fit(zero: &Tick, row: &[&Tick], base: &Line, lines: &[Line]) -> Option<(f64, usize, Scale)> {
    let mut best: Option<(f64, usize, Scale)> = None;
    for last in row {
        let points = (last.x - zero.x) / last.value;
        let fits: Vec<&&Tick> = row
            .iter()
            .filter(|t| t.x <= last.x && (t.x - zero.x - t.value * points).abs() <= STRAY * (last.x - zero.x))
            .collect();
        let found = fits.iter().find_map(|t| t.unit).or(zero.unit).or_else(|| unit_beside(last.x, base, lines));
        let Some(found) = found else { continue };
        if fits.len() < 2 || best.as_ref().is_some_and(|(_, n, _)| fits.len() <= *n) {
            continue;
        }
        let ratio = if found == Unit::Meter { POINTS_PER_METER } else { POINTS_PER_FOOT } / points;
        let ratio = snapped(ratio);
        let text = format!("0 – {} {}", last.value, if found == Unit::Meter { "m" } else { "ft" });
        let scale = Scale { ratio, imperial: found == Unit::Foot, source: ScaleSource::ScaleBar, text, area: None };
        best = Some((last.x, fits.len(), scale));
    }
    best.filter(|(.., s)| (1.0..=250_000.0).contains(&s.ratio))
}

/// Returns the common ratio within a hundredth of a measured one, otherwise the measured one: numbers are placed by
/// eye.
fn snapped(ratio: f64) -> f64 {
    let inches =
        [8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 72.0, 96.0, 120.0, 128.0, 192.0, 240.0, 360.0, 480.0, 600.0, 720.0];
    let usual = COMMON_RATIOS.iter().chain(&inches).find(|u| (ratio / **u - 1.0).abs() < 0.01);
    usual.copied().unwrap_or(ratio)
}

/// Returns the unit written after the last number or under the row.
fn unit_beside(x: f64, base: &Line, lines: &[Line]) -> Option<Unit> {
    lines.iter().find_map(|l| {
        let near = (l.start.y - base.start.y).abs() < base.size * 4.0
            && (f64::from(l.start.x) - x).abs() < f64::from(base.size) * 12.0;
        near.then(|| unit(&l.text)).flatten()
    })
}

/// Returns whether horizontal lines or edges near the numbers span most of the bar, in pieces or whole.
fn drawn(sheet: &Sheet, from: f64, to: f64, base: &Line) -> bool {
    let (y, size) = (base.start.y, base.size);
    let mut covered = 0.0f64;
    for path in sheet.paths() {
        let Some(b) = path.bbox() else { continue };
        if b.max.y < y - 5.0 * size || b.min.y > y + 5.0 * size || f64::from(b.max.x) < from || f64::from(b.min.x) > to
        {
            continue;
        }
        for s in segments(&path, FLATTEN) {
            if s.vector().y.abs() < 0.5 {
                let (a, b) = (f64::from(s.from.x.min(s.to.x)).max(from), f64::from(s.from.x.max(s.to.x)).min(to));
                covered += (b - a).max(0.0);
            }
        }
    }
    covered >= (to - from) * 0.8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{CHARACTER_WIDTH, Drawing};

    fn centered(d: &mut Drawing, text: &str, x: f32, y: f32) {
        d.text(text, [x - text.len() as f32 * 8.0 * CHARACTER_WIDTH / 2.0, y], 8.0);
    }

    #[test]
    fn a_bar_in_meters() {
        let mut d = Drawing::new(1000.0, 700.0);
        // 1:100: a meter is 28.35 points.
        for (i, value) in ["0", "1", "2", "5"].iter().enumerate() {
            let x = 100.0 + [0.0, 1.0, 2.0, 5.0][i] * 28.346;
            centered(&mut d, value, x, 600.0);
        }
        d.text("m", [255.0, 600.0], 8.0).rect([100.0, 604.0, 241.7, 608.0]);
        let sheet = d.sheet();
        let scale = find(&sheet, &crate::lines::lines(&sheet)).unwrap();
        assert!((scale.ratio - 100.0).abs() < 1.0 && !scale.imperial, "{scale:?}");
        assert_eq!(scale.source, ScaleSource::ScaleBar);
    }

    #[test]
    fn a_row_of_numbers_without_bar_or_unit_is_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        for i in 0..5 {
            centered(&mut d, &i.to_string(), 100.0 + 28.0 * i as f32, 600.0);
        }
        let sheet = d.sheet();
        assert!(find(&sheet, &crate::lines::lines(&sheet)).is_none());
    }
}
