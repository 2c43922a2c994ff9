//! Match lines: where the drawing continues on another sheet, and the parts beyond them that belong to that sheet.

use std::sync::LazyLock;

use plumbline_language::match_lines as words;
use plumbline_sheet::cells::{Rules, middle};
use plumbline_sheet::geometry::{FLATTEN, contains, segments};
use plumbline_sheet::{Line, Sheet};
use regex::Regex;

use crate::axes::Axes;
use crate::model::MatchLine;

/// Maximum distance of the line from its text, in text heights.
const BESIDE: f32 = 4.0;
/// Maximum gap between pieces of the line, in points.
const GAP: f32 = 60.0;
/// Shortest match line, as a share of the page's shorter side.
const REACH: f32 = 0.12;
/// Maximum share of the view's text in the strip beyond. With more, it is not clear which side is beyond, because a
/// legend or notes may be on either side.
const SMALLER: f32 = 0.3;

static WORDS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?i){}", words::MATCH_LINE.bounded())).ok());

static SHEET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:see|refer(?:\s+to)?|for\s+cont(?:inuation|\.)?(?:\s+see)?|ver|v[ée]ase|contin[úu]a\s+en|zie|siehe|voir|sheet|dwg\.?|drawing|l[áa]mina|plano|blad|blatt|図面)\s*(?:(?:see|sheet|dwg\.?|drawing|no\.?|l[áa]mina|plano|blad|blatt|hoja|plan)[\s:]*){0,2}[:.]?\s*\b([A-Z]{1,3}[-. ]?[A-Z]{0,2}\d{1,4}(?:[-.]\d{1,3})*[A-Z]?)\b").ok()
});

/// Returns the match lines of a sheet. `views` are the areas of its views.
pub(crate) fn match_lines(sheet: &Sheet, lines: &[Line], rules: &Rules, views: &[[f32; 4]]) -> Vec<MatchLine> {
    let page = [sheet.width, sheet.height];
    let mut out: Vec<MatchLine> = Vec::new();
    for line in lines.iter().filter(|l| WORDS.as_ref().is_some_and(|r| r.is_match(&l.text))) {
        let axes = Axes::between(line.start, line.end);
        let Some([at, from, to]) = beside(line, &pieces(sheet, rules, axes), axes, page) else { continue };
        let (a, b) = (axes.point([at, from]), axes.point([at, to]));
        if out.iter().any(|m| near(m.from, a) && near(m.to, b)) {
            continue;
        }
        let view =
            views.iter().copied().find(|v| contains(*v, middle(line.bbox))).unwrap_or([0.0, 0.0, page[0], page[1]]);
        let text = line.text.trim().to_owned();
        let sheet = sheet_of(&text).or_else(|| nearby(line, lines));
        out.push(MatchLine { from: a, to: b, text, sheet, beyond: beyond(lines, view, at, axes) });
    }
    out.sort_by(|a, b| a.from[1].total_cmp(&b.from[1]).then(a.from[0].total_cmp(&b.from[0])));
    out
}

/// Returns the straight pieces of a sheet in a direction: the position of each across it, and from and to along it.
fn pieces(sheet: &Sheet, rules: &Rules, axes: Axes) -> Vec<[f32; 3]> {
    if axes.is_straight() {
        return match axes.along() {
            [0.0, _] => {
                rules.vertical().iter().map(|[x, from, to]| [axes.coordinates([*x, 0.0])[0], *from, *to]).collect()
            }
            _ => rules.horizontal().to_vec(),
        };
    }
    /// Sine of the largest angle between the text and its line.
    const PARALLEL: f32 = 0.02;
    /// Shortest stroke that counts. Shorter ones are letters and ticks.
    const SHORTEST: f32 = 6.0;
    let paths = sheet.paths().filter(|path| !path.is_curved());
    let all = paths.flat_map(|path| segments(&path, FLATTEN).collect::<Vec<_>>());
    all.filter_map(|[x0, y0, x1, y1]| {
        let length = (x1 - x0).hypot(y1 - y0);
        let ([off, from], [end_off, to]) = (axes.coordinates([x0, y0]), axes.coordinates([x1, y1]));
        let parallel = length >= SHORTEST && (end_off - off).abs() <= PARALLEL * length;
        parallel.then(|| [(off + end_off) / 2.0, from.min(to), from.max(to)])
    })
    .collect()
}

fn near(a: [f32; 2], b: [f32; 2]) -> bool {
    (a[0] - b[0]).abs() < 2.0 && (a[1] - b[1]).abs() < 2.0
}

/// Returns the sheet number that a text refers to.
pub(crate) fn sheet_of(text: &str) -> Option<String> {
    Some(SHEET.as_ref()?.captures(text)?.get(1)?.as_str().to_owned())
}

/// Returns the sheet named in a line of text next to the words.
fn nearby(line: &Line, lines: &[Line]) -> Option<String> {
    let [x, y] = middle(line.bbox);
    let reach = line.size * 3.0 + (line.bbox[2] - line.bbox[0]).max(line.bbox[3] - line.bbox[1]) / 2.0;
    lines
        .iter()
        .filter(|l| (middle(l.bbox)[0] - x).abs() < reach && (middle(l.bbox)[1] - y).abs() < reach)
        .find_map(|l| sheet_of(&l.text))
}

/// Returns the longest line along the text, with its pieces joined: its position across, and from and to.
fn beside(line: &Line, pieces: &[[f32; 3]], axes: Axes, page: [f32; 2]) -> Option<[f32; 3]> {
    /// Maximum distance across between pieces of one line, in points.
    const SAME: f32 = 0.5;
    let corners = [[0, 1], [2, 1], [2, 3], [0, 3]].map(|[x, y]| [line.bbox[x], line.bbox[y]]);
    let ends = [line.start, line.end].map(|end| axes.coordinates(end));
    let ([low, high], [from, to]) = (reach(&ends, 0), reach(&ends, 1));
    // A slanted text's box extends far beyond it.
    let [low, high] =
        if axes.is_straight() { reach(&corners.map(|corner| axes.coordinates(corner)), 0) } else { [low, high] };
    let (low, high) = (low - BESIDE * line.size, high + BESIDE * line.size);
    let mut near: Vec<[f32; 3]> = pieces.iter().filter(|r| (low..=high).contains(&r[0])).copied().collect();
    near.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut runs: Vec<[f32; 3]> = Vec::new();
    for own in near.chunk_by_mut(|a, b| b[0] - a[0] <= SAME) {
        own.sort_by(|a, b| a[1].total_cmp(&b[1]));
        let first = runs.len();
        for piece in own {
            match runs[first..].last_mut() {
                Some(run) if piece[1] <= run[2] + GAP => run[2] = run[2].max(piece[2]),
                _ => runs.push(*piece),
            }
        }
    }
    runs.retain(|r| r[2] - r[1] >= page[0].min(page[1]) * REACH && r[1] <= to + GAP && r[2] >= from - GAP);
    runs.into_iter().max_by(|a, b| (a[2] - a[1]).total_cmp(&(b[2] - b[1])))
}

/// Returns how far some places extend across a line (0) or along it (1).
fn reach(places: &[[f32; 2]], axis: usize) -> [f32; 2] {
    let all = places.iter().map(|place| place[axis]);
    [all.clone().fold(f32::INFINITY, f32::min), all.fold(f32::NEG_INFINITY, f32::max)]
}

/// Returns the part of a view beyond a match line, as boxes: the side with less text, or nothing if that is not clear.
/// Beyond a slanted line the boxes are steps along the line.
fn beyond(lines: &[Line], view: [f32; 4], at: f32, axes: Axes) -> Vec<[f32; 4]> {
    /// Number of steps into which a slanted side is cut. On a sheet of 900 points each is 7 high.
    const STEPS: u8 = 128;
    let (mut low, mut high) = (0usize, 0usize);
    for l in lines.iter().filter(|l| contains(view, middle(l.bbox))) {
        if axes.coordinates(middle(l.bbox))[0] < at { low += 1 } else { high += 1 }
    }
    let share = |n: usize| n as f32 / (low + high).max(1) as f32;
    let lower = low < high && share(low) < SMALLER;
    let upper = high < low && share(high) < SMALLER;
    if !lower && !upper {
        // Both sides are alike, so neither is left out.
        return Vec::new();
    }
    let n = axes.across();
    // The line is crossed along the axis that is closer to its normal.
    let over = usize::from(n[1].abs() > n[0].abs());
    let steps = if axes.is_straight() { 1 } else { STEPS };
    let height = (view[3 - over] - view[1 - over]) / f32::from(steps);
    let step = |k: u8| {
        let mut area = view;
        area[1 - over] = view[1 - over] + f32::from(k) * height;
        area[3 - over] = area[1 - over] + height;
        let crossed = (at - n[1 - over] * (area[1 - over] + height / 2.0)) / n[over];
        let side = if lower == (n[over] > 0.0) { over + 2 } else { over };
        area[side] = crossed.clamp(view[over], view[over + 2]);
        area
    };
    (0..steps).map(step).filter(|area| area[over] < area[over + 2]).collect()
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;
    use plumbline_sheet::geometry::contains;

    use crate::regions;

    fn plan() -> Drawing {
        let mut d = Drawing::new(1000.0, 700.0);
        for i in 0..20 {
            d.text("ROOM", [100.0 + 25.0 * i as f32, 200.0 + 10.0 * i as f32], 6.0);
        }
        d
    }

    #[test]
    fn what_lies_beyond_belongs_to_the_sheet_it_names() {
        let mut d = plan();
        let up = -std::f64::consts::FRAC_PI_2;
        for i in 0..12 {
            d.line([700.0, 100.0 + 40.0 * i as f32], [700.0, 130.0 + 40.0 * i as f32]);
        }
        d.text_turned("MATCH LINE - SEE SHEET E-102", [695.0, 400.0], 9.0, up).text("STAIR", [800.0, 300.0], 6.0);
        let found = regions(&d.sheet()).match_lines;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].sheet.as_deref(), Some("E-102"));
        assert_eq!((found[0].from[0], &*found[0].beyond), (700.0, &[[700.0, 0.0, 1000.0, 700.0]][..]));
    }

    #[test]
    fn in_spanish_over_a_lying_line() {
        let mut d = plan();
        d.line([100.0, 500.0], [800.0, 500.0]).text("LÍNEA DE CORTE - VER LÁMINA IE-02", [300.0, 496.0], 9.0);
        let found = regions(&d.sheet()).match_lines;
        assert_eq!(found[0].sheet.as_deref(), Some("IE-02"));
        assert_eq!(found[0].beyond[0][1], 500.0);
    }

    #[test]
    fn a_line_that_slants() {
        for degrees in [-70.0_f64, -30.0, 25.0, 45.0, 80.0] {
            let turn = degrees.to_radians();
            let (sin, cos) = (turn.sin() as f32, turn.cos() as f32);
            let at = |along: f32, off: f32| [700.0 + along * cos - off * sin, 330.0 + along * sin + off * cos];
            let mut d = plan();
            for i in 0..8 {
                let i = i as f32;
                d.line(at(40.0 * i - 160.0, 0.0), at(40.0 * i - 132.0, 0.0));
                d.line(at(40.0 * i - 160.0, -45.0), at(40.0 * i - 150.0, -45.0));
            }
            d.text_turned("MATCH LINE - SEE SHEET E-102", at(-60.0, -3.0), 9.0, turn);
            let found = regions(&d.sheet()).match_lines;
            assert_eq!(found.len(), 1, "{degrees}");
            assert_eq!(found[0].sheet.as_deref(), Some("E-102"));
            let off = |p: [f32; 2]| (p[1] - 330.0) * cos - (p[0] - 700.0) * sin;
            assert!(off(found[0].from).abs() < 0.6 && off(found[0].to).abs() < 0.6, "{degrees}: {found:?}");
            // The rooms are on one side. The other side is left out, except for half a step at the line.
            let rooms = off([300.0, 300.0]).signum();
            for (x, y) in (0..50).flat_map(|x| (0..35).map(move |y| (x as f32 * 20.0 + 3.0, y as f32 * 20.0 + 3.0))) {
                let out = found[0].beyond.iter().any(|area| contains(*area, [x, y]));
                let own = off([x, y]) * rooms;
                assert!(own.abs() < 6.0 || out == (own < 0.0), "{degrees}: {x}, {y}");
            }
        }
    }

    #[test]
    fn words_without_a_line_are_none() {
        let mut d = plan();
        d.text("SEE MATCH LINE NOTES", [300.0, 600.0], 9.0);
        assert!(regions(&d.sheet()).match_lines.is_empty());
    }
}
