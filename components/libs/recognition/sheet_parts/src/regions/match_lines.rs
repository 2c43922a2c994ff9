//! Match lines: where the drawing continues on another sheet, and the parts beyond them that belong to that sheet.

use plumbline_geometry::{Axis, Point, Rect, Size, VectorExt as _, point, size};
use plumbline_notation::language::match_lines as words;
use plumbline_sheet::cells::{Rule, Rules};
use plumbline_sheet::geometry::{FLATTEN, segments};
use plumbline_sheet::{Line, Pattern, Sheet};

use crate::regions::axes::Axes;
use crate::regions::model::MatchLine;

/// Maximum distance of the line from its text, in text heights.
const BESIDE: f32 = 4.0;
/// Maximum gap between pieces of the line, in points.
const GAP: f32 = 60.0;
/// Shortest match line, as a share of the page's shorter side.
const REACH: f32 = 0.12;
/// Maximum share of the view's text in the strip beyond. With more, it is not clear which side is beyond, because a
/// legend or notes may be on either side.
const SMALLER: f32 = 0.3;

static WORDS: Pattern = Pattern::any_case(|| words::MATCH_LINE.bounded());

static SHEET: Pattern = Pattern::any_case(|| {
    let (see, sheet) = (words::SEE.alternatives(), words::SHEET.alternatives());
    format!(
        r"(?:{see})\s*(?:(?:{sheet})[\s:]*){{0,2}}[:.]?\s*\b([A-Z]{{1,3}}[-. ]?[A-Z]{{0,2}}\d{{1,4}}(?:[-.]\d{{1,3}})*[A-Z]?)\b"
    )
});

/// Returns the match lines of a sheet. `views` are the areas of its views.
pub(crate) fn match_lines(sheet: &Sheet, lines: &[Line], rules: &Rules, views: &[Rect]) -> Vec<MatchLine> {
    let page = size(sheet.width, sheet.height);
    let mut out: Vec<MatchLine> = Vec::new();
    for line in lines.iter().filter(|l| WORDS.is_match(&l.text)) {
        let axes = Axes::between(line.start, line.end);
        let Some(Rule { at, from, to }) = beside(line, &pieces(sheet, rules, axes), axes, page) else { continue };
        let (a, b) = (axes.point((at, from)), axes.point((at, to)));
        if out.iter().any(|m| near(m.from, a) && near(m.to, b)) {
            continue;
        }
        let view = views.iter().copied().find(|v| v.contains(line.bbox.center())).unwrap_or(Rect::from_size(page));
        let text = line.text.trim().to_owned();
        let sheet = sheet_of(&text).or_else(|| nearby(line, lines));
        out.push(MatchLine { from: a, to: b, text, sheet, beyond: beyond(lines, view, at, axes) });
    }
    out.sort_by(|a, b| a.from.y.total_cmp(&b.from.y).then(a.from.x.total_cmp(&b.from.x)));
    out
}

/// Returns the straight pieces of a sheet in a direction: the position of each across it, and from and to along it.
fn pieces(sheet: &Sheet, rules: &Rules, axes: Axes) -> Vec<Rule> {
    if axes.is_straight() {
        let across = |rule: &Rule| Rule { at: axes.coordinates(point(rule.at, 0.0)).0, ..*rule };
        return if axes.along().x == 0.0 {
            rules.vertical().iter().map(across).collect()
        } else {
            rules.horizontal().to_vec()
        };
    }
    /// Sine of the largest angle between the text and its line.
    const PARALLEL: f32 = 0.02;
    /// Shortest stroke that counts. Shorter ones are letters and ticks.
    const SHORTEST: f32 = 6.0;
    let paths = sheet.paths().filter(|path| !path.is_curved());
    let all = paths.flat_map(|path| segments(&path, FLATTEN).collect::<Vec<_>>());
    all.filter_map(|s| {
        let length = s.vector().hypot();
        let ((off, from), (end_off, to)) = (axes.coordinates(s.from), axes.coordinates(s.to));
        let parallel = length >= SHORTEST && (end_off - off).abs() <= PARALLEL * length;
        parallel.then(|| Rule { at: (off + end_off) / 2.0, from: from.min(to), to: from.max(to) })
    })
    .collect()
}

fn near(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < 2.0 && (a.y - b.y).abs() < 2.0
}

/// Returns the sheet number that a text refers to.
pub(crate) fn sheet_of(text: &str) -> Option<String> {
    Some(SHEET.captures(text)?.get(1)?.as_str().to_owned())
}

/// Returns the sheet named in a line of text next to the words.
fn nearby(line: &Line, lines: &[Line]) -> Option<String> {
    let Point { x, y, .. } = line.bbox.center();
    let reach = line.size * 3.0 + line.bbox.width().max(line.bbox.height()) / 2.0;
    lines
        .iter()
        .filter(|l| (l.bbox.center().x - x).abs() < reach && (l.bbox.center().y - y).abs() < reach)
        .find_map(|l| sheet_of(&l.text))
}

/// Returns the longest line along the text, with its pieces joined: its position across, and from and to.
fn beside(line: &Line, pieces: &[Rule], axes: Axes, page: Size) -> Option<Rule> {
    /// Maximum distance across between pieces of one line, in points.
    const SAME: f32 = 0.5;
    let places = |corners: &[Point]| -> (Vec<f32>, Vec<f32>) { corners.iter().map(|p| axes.coordinates(*p)).unzip() };
    let (across, along) = places(&[line.start, line.end]);
    let (from, to) = reach(&along);
    // A slanted text's box extends far beyond it.
    let (low, high) = reach(&if axes.is_straight() { places(&line.bbox.corners()).0 } else { across });
    let (low, high) = (low - BESIDE * line.size, high + BESIDE * line.size);
    let mut near: Vec<Rule> = pieces.iter().filter(|r| (low..=high).contains(&r.at)).copied().collect();
    near.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut runs: Vec<Rule> = Vec::new();
    for own in near.chunk_by_mut(|a, b| b.at - a.at <= SAME) {
        own.sort_by(|a, b| a.from.total_cmp(&b.from));
        let first = runs.len();
        for piece in own {
            match runs[first..].last_mut() {
                Some(run) if piece.from <= run.to + GAP => run.to = run.to.max(piece.to),
                _ => runs.push(*piece),
            }
        }
    }
    runs.retain(|r| r.length() >= page.width.min(page.height) * REACH && r.from <= to + GAP && r.to >= from - GAP);
    runs.into_iter().max_by(|a, b| a.length().total_cmp(&b.length()))
}

/// Returns the smallest and the largest of some coordinates.
fn reach(places: &[f32]) -> (f32, f32) {
    let all = places.iter().copied();
    (all.clone().fold(f32::INFINITY, f32::min), all.fold(f32::NEG_INFINITY, f32::max))
}

/// Returns the part of a view beyond a match line, as boxes: the side with less text, or nothing if that is not clear.
/// Beyond a slanted line the boxes are steps along the line.
fn beyond(lines: &[Line], view: Rect, at: f32, axes: Axes) -> Vec<Rect> {
    /// Number of steps into which a slanted side is cut. On a sheet of 900 points each is 7 high.
    const STEPS: u8 = 128;
    let (mut low, mut high) = (0usize, 0usize);
    for l in lines.iter().filter(|l| view.contains(l.bbox.center())) {
        if axes.coordinates(l.bbox.center()).0 < at { low += 1 } else { high += 1 }
    }
    let share = |n: usize| n as f32 / (low + high).max(1) as f32;
    let lower = low < high && share(low) < SMALLER;
    let upper = high < low && share(high) < SMALLER;
    if !lower && !upper {
        // Both sides are alike, so neither is left out.
        return Vec::new();
    }
    let normal = axes.across().to_point();
    // The line is crossed along the axis that is closer to its normal.
    let over = if normal.y.abs() > normal.x.abs() { Axis::Y } else { Axis::X };
    let steps = if axes.is_straight() { 1 } else { STEPS };
    let ((low, high), (first, last)) = (over.span(view), over.other().span(view));
    let height = (last - first) / f32::from(steps);
    let step = |k: u8| {
        let from = first + f32::from(k) * height;
        let crossed = (at - over.other().of(normal) * (from + height / 2.0)) / over.of(normal);
        let crossed = crossed.clamp(low, high);
        let span = if lower == (over.of(normal) > 0.0) { (low, crossed) } else { (crossed, high) };
        over.rect(span, (from, from + height))
    };
    (0..steps).map(step).filter(|area| over.span(*area).0 < over.span(*area).1).collect()
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{Point, point, rect};
    use plumbline_sheet::drawing::Drawing;

    use crate::regions::regions;

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
        assert_eq!((found[0].from.x, &*found[0].beyond), (700.0, &[rect(700.0, 0.0, 1000.0, 700.0)][..]));
    }

    #[test]
    fn in_spanish_over_a_lying_line() {
        let mut d = plan();
        d.line([100.0, 500.0], [800.0, 500.0]).text("LÍNEA DE CORTE - VER LÁMINA IE-02", [300.0, 496.0], 9.0);
        let found = regions(&d.sheet()).match_lines;
        assert_eq!(found[0].sheet.as_deref(), Some("IE-02"));
        assert_eq!(found[0].beyond[0].min.y, 500.0);
    }

    #[test]
    fn a_line_that_slants() {
        for degrees in [-70.0_f64, -30.0, 25.0, 45.0, 80.0] {
            let turn = degrees.to_radians();
            let (sin, cos) = (turn.sin() as f32, turn.cos() as f32);
            let at = |along: f32, off: f32| point(700.0 + along * cos - off * sin, 330.0 + along * sin + off * cos);
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
            let off = |p: Point| (p.y - 330.0) * cos - (p.x - 700.0) * sin;
            assert!(off(found[0].from).abs() < 0.6 && off(found[0].to).abs() < 0.6, "{degrees}: {found:?}");
            // The rooms are on one side. The other side is left out, except for half a step at the line.
            let rooms = off(point(300.0, 300.0)).signum();
            for (x, y) in (0..50).flat_map(|x| (0..35).map(move |y| (x as f32 * 20.0 + 3.0, y as f32 * 20.0 + 3.0))) {
                let out = found[0].beyond.iter().any(|area| area.contains(point(x, y)));
                let own = off(point(x, y)) * rooms;
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
