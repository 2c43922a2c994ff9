//! Exponents of units that are separate texts (`12.5 m` and a small raised `2`). They are joined to their line, because
//! they would be wrong as tags of something beside them.

use plumbline_geometry::remove_marked;

use crate::Pattern;
use crate::line::{Line, along_across, direction};

/// A number with a unit of length, at the end of a text.
static UNIT: Pattern = Pattern::any_case(|| r"[0-9]\s*(?:[mcdk]?m|ft|in|yd)$".into());

/// The size of an exponent, and the height of its baseline above the line's, as shares of the line's size.
const SIZE: std::ops::RangeInclusive<f32> = 0.35..=0.9;
const RAISED: std::ops::RangeInclusive<f32> = 0.15..=0.8;
/// The distance of its start from the end of the line, as a share of the line's size.
const GAP: std::ops::RangeInclusive<f32> = -0.2..=0.35;

/// Joins exponents to the lines before them.
pub(crate) fn join(lines: &mut Vec<Line>) {
    let is_exponent = |line: &Line| matches!(line.text.trim(), "2" | "3");
    let mut exponents: Vec<usize> = (0..lines.len()).filter(|n| is_exponent(&lines[*n])).collect();
    if exponents.is_empty() {
        return;
    }
    let units: Vec<usize> = (0..lines.len()).filter(|n| UNIT.is_match(&lines[*n].text)).collect();
    exponents.retain(|&n| {
        let exponent = lines[n].clone();
        let Some(&unit) = units.iter().find(|unit| follows(&lines[**unit], &exponent)) else { return false };
        let line = &mut lines[unit];
        line.text.push_str(exponent.text.trim());
        line.bbox = line.bbox.union(exponent.bbox);
        line.runs.extend(exponent.runs);
        true
    });
    remove_marked(lines, |n| exponents.binary_search(&n).is_ok());
}

/// Returns whether a text is an exponent after a line.
fn follows(line: &Line, exponent: &Line) -> bool {
    let way = direction(line.start, line.end);
    let own = direction(exponent.start, exponent.end);
    let (end, start) = (along_across(way, line.end), along_across(way, exponent.start));
    way.x * own.x + way.y * own.y > 0.99
        && SIZE.contains(&(exponent.size / line.size))
        && GAP.contains(&((start.x - end.x) / line.size))
        && RAISED.contains(&((end.y - start.y) / line.size))
}

#[cfg(test)]
mod tests {
    use crate::drawing::Drawing;
    use crate::lines::lines;

    #[test]
    fn a_small_raised_figure_behind_a_unit_belongs_to_it() {
        let up = -std::f64::consts::FRAC_PI_2;
        let texts = |d: Drawing| lines(&d.sheet()).into_iter().map(|l| l.text).collect::<Vec<_>>();
        let length = |text: &str| {
            let mut d = Drawing::new(400.0, 400.0);
            d.text(text, [100.0, 100.0], 8.0);
            lines(&d.sheet())[0].end.x - 100.0
        };
        let (area, volume) = (length("12.5 m"), length("3.2 m"));
        let mut d = Drawing::new(400.0, 400.0);
        d.text("12.5 m", [100.0, 100.0], 8.0).text("2", [100.0 + area, 96.5], 5.0);
        d.text_turned("3.2 m", [200.0, 300.0], 8.0, up).text_turned("3", [196.5, 300.0 - volume], 5.0, up);
        // Not after a unit, not small, not raised.
        d.text("ROOM", [100.0, 200.0], 8.0).text("2", [124.0, 196.5], 5.0);
        d.text("12.5 m", [100.0, 250.0], 8.0).text("2", [100.0 + area + 12.0, 246.5], 5.0);
        d.text("12.5 m", [250.0, 250.0], 8.0).text("2", [250.0 + area + 1.0, 254.0], 5.0);
        assert_eq!(texts(d), ["12.5 m2", "3.2 m3", "ROOM", "2", "12.5 m", "2", "12.5 m", "2"]);
    }
}
