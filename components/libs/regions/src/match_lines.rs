//! Match lines: where the drawing goes on on another sheet, and what beyond them belongs to that sheet.

use std::sync::LazyLock;

use plumbline_sheet::Line;
use plumbline_sheet::cells::{Rules, middle};
use plumbline_sheet::geometry::contains;
use plumbline_sheet::lines::direction;
use regex::Regex;

use crate::model::MatchLine;

/// The line runs within so many heights of its text.
const BESIDE: f32 = 4.0;
/// Pieces of the line are at most so far apart, in points.
const GAP: f32 = 60.0;
/// It reaches at least over this share of the page's shorter side.
const REACH: f32 = 0.12;
/// The strip beyond holds at most this share of the view's text. With more, the side beyond is not clear, as a legend or
/// notes may stand on either side.
const SMALLER: f32 = 0.3;

static WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\bmatch\s*-?\s*line\b|\bl[íi]nea\s+de\s+(?:corte|empalme|coincidencia|uni[óo]n|continuaci[óo]n|calce)\b|\blinha\s+de\s+(?:corte|continua[çc][ãa]o|jun[çc][ãa]o)\b|\bligne\s+de\s+(?:raccord(?:ement)?|coupure)\b|\b(?:anschlusslinie|blattschnitt|aansluitlijn|passeerlijn)\b|マッチライン",
    )
    .ok()
});

static SHEET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:see|refer(?:\s+to)?|for\s+cont(?:inuation|\.)?(?:\s+see)?|ver|v[ée]ase|contin[úu]a\s+en|zie|siehe|voir|sheet|dwg\.?|drawing|l[áa]mina|plano|blad|blatt|図面)\s*(?:(?:see|sheet|dwg\.?|drawing|no\.?|l[áa]mina|plano|blad|blatt|hoja|plan)[\s:]*){0,2}[:.]?\s*\b([A-Z]{1,3}[-. ]?[A-Z]{0,2}\d{1,4}(?:[-.]\d{1,3})*[A-Z]?)\b").ok()
});

/// The match lines of a sheet. `views` are the areas of its views.
pub(crate) fn match_lines(lines: &[Line], rules: &Rules, page: [f32; 2], views: &[[f32; 4]]) -> Vec<MatchLine> {
    let mut out: Vec<MatchLine> = Vec::new();
    for line in lines.iter().filter(|l| WORDS.as_ref().is_some_and(|r| r.is_match(&l.text))) {
        let way = direction(line.start, line.end);
        let standing = way[1].abs() > 0.9;
        if !standing && way[0].abs() < 0.9 {
            continue;
        }
        let Some([at, from, to]) = beside(line, rules, standing, page) else { continue };
        let (a, b) = if standing { ([at, from], [at, to]) } else { ([from, at], [to, at]) };
        if out.iter().any(|m| near(m.from, a) && near(m.to, b)) {
            continue;
        }
        let view =
            views.iter().copied().find(|v| contains(*v, middle(line.bbox))).unwrap_or([0.0, 0.0, page[0], page[1]]);
        let text = line.text.trim().to_owned();
        let sheet = sheet_of(&text).or_else(|| nearby(line, lines));
        out.push(MatchLine { from: a, to: b, text, sheet, beyond: beyond(lines, view, at, standing) });
    }
    out.sort_by(|a, b| a.from[1].total_cmp(&b.from[1]).then(a.from[0].total_cmp(&b.from[0])));
    out
}

fn near(a: [f32; 2], b: [f32; 2]) -> bool {
    (a[0] - b[0]).abs() < 2.0 && (a[1] - b[1]).abs() < 2.0
}

/// The sheet number that a text refers to.
pub(crate) fn sheet_of(text: &str) -> Option<String> {
    Some(SHEET.as_ref()?.captures(text)?.get(1)?.as_str().to_owned())
}

/// The sheet named in the line of text next to the words.
fn nearby(line: &Line, lines: &[Line]) -> Option<String> {
    let [x, y] = middle(line.bbox);
    let reach = line.size * 3.0 + (line.bbox[2] - line.bbox[0]).max(line.bbox[3] - line.bbox[1]) / 2.0;
    lines
        .iter()
        .filter(|l| (middle(l.bbox)[0] - x).abs() < reach && (middle(l.bbox)[1] - y).abs() < reach)
        .find_map(|l| sheet_of(&l.text))
}

/// The longest rule along the text, its pieces put together: where it lies, from and to.
fn beside(line: &Line, rules: &Rules, standing: bool, page: [f32; 2]) -> Option<[f32; 3]> {
    let axis = usize::from(!standing);
    let (low, high) = (line.bbox[axis] - BESIDE * line.size, line.bbox[axis + 2] + BESIDE * line.size);
    let list = if standing { rules.standing() } else { rules.lying() };
    let mut pieces: Vec<[f32; 3]> = list.iter().filter(|r| (low..=high).contains(&r[0])).copied().collect();
    let key = |r: &[f32; 3]| (r[0] * 2.0).round() as i32;
    pieces.sort_by(|a, b| key(a).cmp(&key(b)).then(a[1].total_cmp(&b[1])));
    let mut runs: Vec<[f32; 3]> = Vec::new();
    for p in pieces {
        match runs.last_mut() {
            Some(r) if key(r) == key(&p) && p[1] <= r[2] + GAP => r[2] = r[2].max(p[2]),
            _ => runs.push(p),
        }
    }
    let (from, to) = (line.bbox[1 - axis], line.bbox[3 - axis]);
    runs.retain(|r| r[2] - r[1] >= page[0].min(page[1]) * REACH && r[1] <= to + GAP && r[2] >= from - GAP);
    runs.into_iter().max_by(|a, b| (a[2] - a[1]).total_cmp(&(b[2] - b[1])))
}

/// The part of a view beyond a match line: the side on which less is written, and empty when that is not clear.
fn beyond(lines: &[Line], view: [f32; 4], at: f32, standing: bool) -> [f32; 4] {
    let axis = usize::from(!standing);
    let (mut low, mut high) = (0usize, 0usize);
    for l in lines.iter().filter(|l| contains(view, middle(l.bbox))) {
        if middle(l.bbox)[axis] < at { low += 1 } else { high += 1 }
    }
    let share = |n: usize| n as f32 / (low + high).max(1) as f32;
    let mut area = view;
    if low < high && share(low) < SMALLER {
        area[axis + 2] = at;
    } else if high < low && share(high) < SMALLER {
        area[axis] = at;
    } else {
        // Both sides alike: neither is left out.
        area = [view[0], view[1], view[0], view[1]];
    }
    area
}

#[cfg(test)]
mod tests {
    use crate::regions;
    use plumbline_sheet::drawing::Drawing;

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
        assert_eq!((found[0].from[0], found[0].beyond), (700.0, [700.0, 0.0, 1000.0, 700.0]));
    }

    #[test]
    fn in_spanish_over_a_lying_line() {
        let mut d = plan();
        d.line([100.0, 500.0], [800.0, 500.0]).text("LÍNEA DE CORTE - VER LÁMINA IE-02", [300.0, 496.0], 9.0);
        let found = regions(&d.sheet()).match_lines;
        assert_eq!(found[0].sheet.as_deref(), Some("IE-02"));
        assert_eq!(found[0].beyond[1], 500.0);
    }

    #[test]
    fn words_without_a_line_are_none() {
        let mut d = plan();
        d.text("SEE MATCH LINE NOTES", [300.0, 600.0], 9.0);
        assert!(regions(&d.sheet()).match_lines.is_empty());
    }
}
