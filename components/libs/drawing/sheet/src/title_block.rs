//! Sheet number and title, found by the labels of the title block, otherwise by size and place.

use plumbline_geometry::{Point, Rect, Size};

use plumbline_notation::language::title_block;

use crate::Pattern;
use crate::cells::{Field, Rules, fields};
use crate::frame::Frame;
use crate::lines::{Line, along_across, direction, paragraphs, usual_size};
use crate::title_words::{LABEL, LABELED, NOT_A_NUMBER, NUMBER, NUMBER_LABEL, TITLE_LABEL};
use crate::views::is_key_plan;

/// A sheet number and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The number, for example `E-101`.
    pub text: String,
    /// Index of its line.
    pub line: usize,
}

/// Returns the indexes of the lines that label the fields of a title block.
pub fn labels(lines: &[Line]) -> Vec<usize> {
    // A key plan may be anywhere.
    let label = |text: &str| {
        (NUMBER_LABEL.is_match(text) || TITLE_LABEL.is_match(text) || LABEL.is_match(text)) && !is_key_plan(text)
    };
    (0..lines.len()).filter(|&i| lines[i].text.len() <= 60 && label(lines[i].text.trim())).collect()
}

/// Returns whether a box is where title blocks are: along the right or the lower edge. `depth` is the largest part of
/// the page that they take.
fn in_title_area(bbox: Rect, page: Size, depth: f32) -> bool {
    let Point { x, y, .. } = bbox.center();
    x >= page.width * (1.0 - depth) || y >= page.height * (1.0 - depth)
}

/// Returns how near a box is to the lower right corner: 1 there, 0 at the opposite corner.
fn corner(bbox: Rect, page: Size) -> f32 {
    let Point { x, y, .. } = bbox.center();
    ((x / page.width) * (y / page.height)).clamp(0.0, 1.0)
}

/// Finds the sheet number.
pub fn number(lines: &[Line], rules: &Rules, page: Size) -> Option<Number> {
    let mut best: Option<(f32, Number)> = None;
    let mut offer = |score: f32, text: String, line: usize| {
        if best.as_ref().is_none_or(|(s, _)| score > *s) {
            best = Some((score, Number { text, line }));
        }
    };
    for field in fields(lines, rules, page, &NUMBER_LABEL, &LABEL) {
        let line = &lines[field.label];
        if heads_a_column(&field, lines) {
            continue;
        }
        // The columns of a drawing register have such labels too, but a title block is at an edge.
        let place = if in_title_area(line.bbox, page, 0.3) { 1.0 } else { 0.2 } + corner(line.bbox, page);
        if let Some(text) = number_in(&field.rest) {
            offer(place * 14.0, text, field.label);
        }
        for (rank, &value) in field.values.iter().take(8).enumerate() {
            let candidate = &lines[value];
            if let Some(text) = number_in(&candidate.text) {
                let shape = if NUMBER.is_match(&text) { 1.5 } else { 1.0 };
                // Numbers are written larger than their labels.
                let size = (candidate.size / line.size.max(0.1)).clamp(0.5, 3.0);
                offer(place * shape * size * 10.0 / (1.0 + rank as f32 * 0.4), text, value);
            }
        }
    }
    if best.as_ref().is_some_and(|(score, _)| *score >= 8.0) {
        return best.map(|(_, number)| number);
    }
    unlabeled_number(lines, page).or(best.map(|(_, number)| number))
}

/// Returns whether a label heads a column of numbers, as in a drawing register: several different ones below each
/// other.
fn heads_a_column(field: &Field, lines: &[Line]) -> bool {
    const FEWEST: usize = 3;
    let label = &lines[field.label];
    let way = direction(label.start, label.end);
    let at = along_across(way, label.start);
    let end = along_across(way, label.end).x;
    let mut numbers: Vec<&str> = Vec::new();
    for &value in &field.values {
        let line = &lines[value];
        let (from, to) = (along_across(way, line.start), along_across(way, line.end).x);
        let under = from.y > at.y + 0.5 * label.size && from.x < end && to > at.x - label.size * 4.0;
        let small = line.size <= label.size * 1.3;
        if under && small && number_in(&line.text).is_some() && !numbers.contains(&line.text.as_str()) {
            numbers.push(&line.text);
        }
    }
    numbers.len() >= FEWEST
}

/// Returns the sheet number in a text that a label points to.
fn number_in(text: &str) -> Option<String> {
    let text = text.trim().trim_matches(|c: char| matches!(c, ':' | '.' | '#' | '"' | '\'' | '“' | '”'));
    let fits = |t: &str| {
        LABELED.is_match(t) && !NOT_A_NUMBER.is_match(t) && t.bytes().any(|b| b.is_ascii_digit()) && t.len() <= 30
    };
    if fits(text) {
        return Some(text.to_owned());
    }
    // `E-101 OF 12`, `E-101 REV B`.
    let first = text.split_whitespace().next()?;
    (NUMBER.is_match(first) && fits(first)).then(|| first.to_owned())
}

/// Returns the largest text that looks like a sheet number in the title area, preferring those near the corner.
fn unlabeled_number(lines: &[Line], page: Size) -> Option<Number> {
    let usual = usual_size(lines);
    let fits = |l: &Line| {
        let text = l.text.trim();
        let prefix = text.chars().take_while(|c| c.is_alphabetic()).count();
        // `EXIT 2` is a word with a number, `FA 2` is a number.
        let word = prefix > 2 && text.contains(' ');
        let placed = in_title_area(l.bbox, page, 0.15) && l.size >= usual * 1.3;
        NUMBER.is_match(text) && !word && !NOT_A_NUMBER.is_match(text) && placed
    };
    let candidates = lines.iter().enumerate().filter(|(_, l)| fits(l));
    candidates
        .map(|(i, l)| (l.size * (0.3 + corner(l.bbox, page)), i))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, line)| Number { text: lines[line].text.trim().to_owned(), line })
}

/// Finds the title of a sheet whose number and frame are known.
pub fn title(lines: &[Line], rules: &Rules, frame: &Frame, number: Option<&Number>) -> Option<String> {
    let page = frame.page;
    let text_of = number.map(|n| n.text.as_str());
    let mut best: Option<(f32, String)> = None;
    for field in fields(lines, rules, page, &TITLE_LABEL, &LABEL) {
        let line = &lines[field.label];
        if heads_a_table(line, lines) {
            continue;
        }
        let in_block = frame
            .title_block
            .map_or_else(|| in_title_area(line.bbox, page, 0.3), |block| block.contains(line.bbox.center()));
        let place = if in_block { 1.0 } else { 0.1 } + corner(line.bbox, page);
        let Some(text) = title_value(&field, lines, rules, page, text_of) else { continue };
        let score = place * text.len().min(20) as f32;
        if best.as_ref().is_none_or(|(s, _)| score > *s) {
            best = Some((score, text));
        }
    }
    best.map(|(_, text)| text).or_else(|| title_by_size(lines, frame, number))
}

/// Returns whether a label is in a row with `NUMBER` or similar, so that it heads a list of other drawings.
fn heads_a_table(label: &Line, lines: &[Line]) -> bool {
    static HEAD: Pattern = Pattern::any_case(|| format!(r"(?:^(?:{})\.?$)", title_block::LIST_HEADING.alternatives()));
    let way = direction(label.start, label.end);
    let across = along_across(way, label.start).y;
    lines.iter().any(|l| {
        HEAD.is_match(l.text.trim())
            && (along_across(way, l.start).y - across).abs() < label.size
            && (l.bbox.center().x - label.bbox.center().x).hypot(l.bbox.center().y - label.bbox.center().y)
                < label.size * 30.0
    })
}

/// Returns the lines of a labeled title, in reading order: those in the cell of the nearest one, of its size.
fn title_value(field: &Field, lines: &[Line], rules: &Rules, page: Size, number: Option<&str>) -> Option<String> {
    let fits = |i: &&usize| {
        let text = lines[**i].text.trim();
        Some(text) != number && text.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !text.ends_with(':')
    };
    let Some(&first) = field.values.iter().find(fits) else {
        return (field.rest.chars().filter(|c| c.is_alphabetic()).count() >= 3).then(|| field.rest.clone());
    };
    let cell = rules.cell(lines[first].bbox.center(), page);
    let same = |i: &usize| {
        let (a, b) = (&lines[*i], &lines[first]);
        cell.contains(a.bbox.center()) && a.size <= b.size * 1.4 && b.size <= a.size * 1.4
    };
    let mut chosen: Vec<usize> = field.values.iter().filter(fits).copied().filter(|i| same(i)).collect();
    let way = direction(lines[first].start, lines[first].end);
    let place = |i: usize| along_across(way, lines[i].start);
    chosen.sort_by(|&a, &b| place(a).y.total_cmp(&place(b).y).then(place(a).x.total_cmp(&place(b).x)));
    // Lines of a title follow each other without a gap.
    let at = chosen.iter().position(|&i| i == first)?;
    let gap = |a: usize, b: usize| (place(b).y - place(a).y) > 2.5 * lines[first].size;
    let from = (1..=at).rev().find(|&k| gap(chosen[k - 1], chosen[k])).unwrap_or(0);
    let to = (at + 1..chosen.len()).find(|&k| gap(chosen[k - 1], chosen[k])).unwrap_or(chosen.len());
    let mut parts = vec![];
    if field.rest.chars().filter(|c| c.is_alphabetic()).count() >= 3 {
        parts.push(field.rest.as_str());
    }
    parts.extend(chosen[from..to].iter().take(6).map(|&i| lines[i].text.trim()));
    Some(parts.join(" "))
}

/// Finds a title without a label: the paragraph of the title block that names a drawing, preferring large ones near the
/// number.
fn title_by_size(lines: &[Line], frame: &Frame, number: Option<&Number>) -> Option<String> {
    static NAMES: Pattern = Pattern::any_case(|| format!("(?:{})", title_block::DRAWING.bounded()));
    let page = frame.page;
    let usual = usual_size(lines);
    let in_block = |b: Rect| match frame.title_block {
        Some(block) => block.contains(b.center()),
        None => in_title_area(b, page, 0.15),
    };
    let at = number.map(|n| lines[n.line].bbox.center());
    // A tenth of the page away from the number halves the weight of the size.
    let near = |b: Rect| {
        let Point { x, y, .. } = b.center();
        at.map_or(1.0, |at| 1.0 / (1.0 + 10.0 * ((x - at.x) / page.width).hypot((y - at.y) / page.height)))
    };
    paragraphs(lines)
        .into_iter()
        .filter(|p| in_block(p.bbox) && p.size >= usual * 1.15 && p.text.len() <= 150)
        .filter(|p| !p.text.ends_with(':') && number.is_none_or(|n| !p.text.contains(&n.text)))
        .filter(|p| NAMES.is_match(&p.text) && (p.text.split_whitespace().count() >= 2 || !p.text.is_ascii()))
        .map(|p| (p.size * (0.3 + corner(p.bbox, page)) * near(p.bbox), p.text))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, text)| text)
}

#[cfg(test)]
mod tests {
    use crate::drawing::Drawing;
    use crate::layout::Layout;

    fn found(drawing: Drawing) -> (Option<String>, Option<String>) {
        let block = Layout::of(&drawing.sheet());
        (block.number, block.title)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn labels_over_their_values_in_a_corner() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([800.0, 560.0, 990.0, 690.0]).line([800.0, 640.0], [990.0, 640.0]);
        d.text("SHEET TITLE:", [805.0, 572.0], 6.0).text("LIGHTING PLAN", [810.0, 592.0], 12.0);
        d.text("FIRST FLOOR", [810.0, 607.0], 12.0).text("SHEET NO.", [805.0, 652.0], 6.0);
        d.text("E-101", [850.0, 682.0], 26.0).text("E-9", [300.0, 300.0], 30.0).text("R1", [700.0, 680.0], 8.0);
        assert_eq!(found(d), (some("E-101"), some("LIGHTING PLAN FIRST FLOOR")));
    }

    #[test]
    fn a_block_turned_along_the_right_edge() {
        let up = -std::f64::consts::FRAC_PI_2;
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([920.0, 10.0, 990.0, 690.0]).line([920.0, 150.0], [990.0, 150.0]);
        d.text_turned("DRAWING TITLE", [930.0, 680.0], 6.0, up);
        d.text_turned("POWER PLAN", [950.0, 670.0], 14.0, up);
        d.text_turned("DRAWING NO.", [930.0, 140.0], 6.0, up).text_turned("A-100", [970.0, 120.0], 24.0, up);
        assert_eq!(found(d), (some("A-100"), some("POWER PLAN")));
    }

    #[test]
    fn spanish_labels_and_values_beside_them() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("PLANO:", [700.0, 640.0], 7.0).text("ILUMINACION PRIMER NIVEL", [760.0, 640.0], 9.0);
        d.text("LÁMINA:", [880.0, 670.0], 7.0).text("IE-1", [930.0, 672.0], 20.0).text("FECHA:", [700.0, 670.0], 7.0);
        assert_eq!(found(d), (some("IE-1"), some("ILUMINACION PRIMER NIVEL")));
    }

    #[test]
    fn no_label_takes_the_large_number_of_the_corner_and_not_a_revision_or_a_date() {
        let mut d = Drawing::new(1000.0, 700.0);
        for i in 0..9 {
            d.text("note", [50.0, 50.0 + 12.0 * i as f32], 8.0);
        }
        d.text("21E-1", [900.0, 680.0], 28.0).text("FIRE ALARM PLAN", [850.0, 600.0], 14.0);
        d.text("EXIT 2", [930.0, 660.0], 40.0).text("12/31/23", [900.0, 640.0], 30.0).text("P1", [400.0, 300.0], 60.0);
        assert_eq!(found(d), (some("21E-1"), some("FIRE ALARM PLAN")));
    }

    #[test]
    fn the_head_of_a_list_of_drawings_is_no_label() {
        let mut d = Drawing::new(1000.0, 700.0);
        for i in 0..9 {
            d.text("note", [50.0, 50.0 + 12.0 * i as f32], 8.0);
        }
        d.text("NUMBER", [850.0, 500.0], 8.0).text("TITLE", [920.0, 500.0], 8.0);
        d.text("REFERENCE DRAWINGS", [870.0, 510.0], 8.0).text("A FIRM AND ITS STREET", [880.0, 525.0], 8.0);
        d.text("SINGLE LINE DIAGRAM", [850.0, 640.0], 12.0);
        assert_eq!(found(d), (None, some("SINGLE LINE DIAGRAM")));
    }

    #[test]
    fn a_register_of_drawings_has_no_number_of_them_but_its_own() {
        let mut d = Drawing::new(800.0, 600.0);
        d.text("DRAWING NO", [50.0, 100.0], 6.0).text("DOC. NUMBER : REG-005-01", [600.0, 60.0], 7.0);
        for i in 0..5 {
            d.text(&format!("E-10{i}"), [50.0, 112.0 + 9.0 * i as f32], 6.0);
        }
        assert_eq!(found(d).0, some("REG-005-01"));
    }

    #[test]
    fn the_title_without_a_label_is_that_of_the_block_and_not_of_a_key_plan_beside_it() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([20.0, 20.0, 980.0, 680.0]).line([900.0, 20.0], [900.0, 680.0]);
        for i in 0..12 {
            d.text("note", [50.0, 50.0 + 12.0 * i as f32], 6.0);
        }
        d.text("FIRST FLOOR", [800.0, 650.0], 12.0).text("KEY PLAN", [800.0, 663.0], 12.0);
        d.text("WING A & B", [910.0, 620.0], 8.0).text("FIRE ALARM", [910.0, 630.0], 8.0);
        d.text("F1", [920.0, 672.0], 30.0);
        assert_eq!(found(d), (some("F1"), some("WING A & B FIRE ALARM")));
    }

    #[test]
    fn a_sheet_without_title_block_has_neither() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("R1", [200.0, 300.0], 8.0).line([0.0, 0.0], [500.0, 500.0]);
        assert_eq!(found(d), (None, None));
    }
}
