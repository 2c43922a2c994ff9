//! The text around a section: its title, its facts, and the name of a panelboard.

use plumbline_geometry::{Rect, rect};
use plumbline_notation::language::panel_facts;

use crate::tables::header::{titles_other, titles_panel, titles_schedule};
use crate::tables::model::Table;
use crate::tables::section::Section;
use crate::tables::text::{Line, Word, box_to_frame, box_to_sheet, lines};

/// The maximum distance of a title above or below its table, in points.
const TITLE_DISTANCE: f32 = 45.0;

/// The maximum depth of a schedule's head, in points.
const DEEPEST_HEAD: f32 = 250.0;

/// The gap beyond which texts on one line are separate, in letters.
const FACTS_APART: f32 = 1.5;

/// Returns the title of a panelboard, which ends with its designation.
pub(crate) fn panel_title(title: Option<String>, designation: Option<&str>) -> Option<String> {
    match (title, designation) {
        (Some(title), Some(name)) if !title.contains(name) => {
            Some(format!("{}: {name}", title.trim_end_matches([':', ' '])))
        }
        (None, Some(name)) => Some(name.to_owned()),
        (title, _) => title,
    }
}

/// Returns the lines of text inside an area of the sheet, in the table's reading direction.
fn lines_in(words: &[Word], turn: u32, area: Rect, widest: f32) -> Vec<Line> {
    let frame = box_to_frame(turn, area);
    let inside = |w: &&Word| {
        let middle = (w.from + w.to) / 2.0;
        let height = w.base - 0.35 * w.size;
        w.turn == turn
            && frame.min.x <= middle
            && middle <= frame.max.x
            && frame.min.y <= height
            && height <= frame.max.y
    };
    lines(words.iter().filter(inside), widest)
}

/// Returns an area of the given thickness above (`true`) or below another in reading direction, on the sheet.
fn beside(turn: u32, area: Rect, above: bool, thickness: f32) -> Rect {
    let Rect { min, max } = area;
    match (turn, above) {
        (90, true) | (270, false) => rect(max.x, min.y, max.x + thickness, max.y),
        (90, false) | (270, true) => rect(min.x - thickness, min.y, min.x, max.y),
        (180, true) | (0, false) => rect(min.x, max.y, max.x, max.y + thickness),
        _ => rect(min.x, min.y - thickness, max.x, min.y),
    }
}

/// Returns the title: the first spanning cell above the header that reads as one, otherwise the text directly above or
/// below.
pub(crate) fn title(table: &Table, section: &Section, words: &[Word]) -> Option<String> {
    let short = |t: &&String| t.chars().count() <= 120;
    let turn = table.rotation;
    // A cell may hold a fact before its title, with a wide gap.
    let (header, whole) = (box_to_frame(turn, section.header), box_to_frame(turn, section.area));
    if header.min.y - whole.min.y > 1.0 {
        let own = lines_in(words, turn, beside(turn, section.header, true, header.min.y - whole.min.y), 3.0);
        let fact = own.first().filter(|l| l.text.contains(':'));
        let titles = |l: &&Line| {
            let same_line = fact.is_some_and(|f| (l.base - f.base).abs() < 0.5 * l.size);
            same_line && !l.text.contains(':') && titles_schedule(&l.text)
        };
        if let Some(line) = own.iter().skip(1).find(titles) {
            return Some(line.text.clone());
        }
    }
    // A cell may hold the title with facts below it.
    let own = lines_in(words, turn, beside(turn, section.header, true, header.min.y - whole.min.y), 3.0);
    let named = |l: &&Line| !l.text.contains(':') && (titles_schedule(&l.text) || titles_panel(&l.text));
    if section.above.iter().any(|t| t.contains(':'))
        && let Some(line) = own.iter().find(named)
    {
        return Some(line.text.clone());
    }
    if let Some(inside) = section.above.iter().filter(short).find(|t| titles_schedule(t) || titles_other(t)) {
        return Some(inside.clone());
    }
    if let Some(inside) = section.above.iter().find(short) {
        return Some(inside.clone());
    }
    // A title may contain many spaces, but not one as wide as three of its letters. It may be wider than its table, but
    // its middle is above it.
    let frame = box_to_frame(turn, section.area);
    let wider = TITLE_DISTANCE.max(frame.width());
    let near = |above: bool| {
        let Rect { min, max } = box_to_frame(turn, beside(turn, section.area, above, TITLE_DISTANCE));
        let area = box_to_sheet(turn, rect(min.x - wider, min.y, max.x + wider, max.y));
        let mut found = lines_in(words, turn, area, 3.0);
        found.retain(|l| (min.x..=max.x).contains(&((l.from + l.to) / 2.0)));
        found
    };
    let fits = |l: &Line| titles_schedule(&l.text) || titles_other(&l.text) || titles_panel(&l.text);
    let above = near(true);
    let best = above.iter().rev().find(|l| fits(l)).or_else(|| {
        // A line in larger letters than the header's is a title regardless of its words.
        let header = lines_in(words, turn, section.header, f32::INFINITY);
        let size = header.iter().map(|l| l.size).fold(0.0, f32::max);
        above.iter().rev().find(|l| l.size > 1.2 * size && size > 0.0)
    });
    if let Some(line) = best {
        return Some(line.text.clone());
    }
    near(false).into_iter().find(fits).map(|l| l.text)
}

/// Returns the lines of text between the table's top and a header, or directly above it, split at wide gaps. Lines
/// between the header and another of the `sections` above it belong to the header.
pub(crate) fn above(table: &Table, section: &Section, sections: &[Section], words: &[Word]) -> Vec<Line> {
    let turn = table.rotation;
    let header_box = box_to_frame(turn, section.header);
    let header = header_box.min.y;
    let over = |other: &Section| {
        let Rect { min, max } = box_to_frame(turn, other.area);
        let beside = min.x < header_box.max.x && header_box.min.x < max.x;
        (max.y <= header + 1.0 && beside).then_some(max.y)
    };
    let table_top = box_to_frame(turn, table.area).min.y;
    let top = sections.iter().filter_map(over).fold(table_top, f32::max);
    let reach = if header - top > 1.0 { (header - top).min(DEEPEST_HEAD) } else { TITLE_DISTANCE };
    lines_in(words, turn, beside(turn, section.header, true, reach), FACTS_APART)
}

/// Returns a panelboard's title from the lines above its header.
pub(crate) fn titled_above(above: &[Line]) -> Option<String> {
    above.iter().find(|line| titles_panel(&line.text) && !line.text.contains(':')).map(|line| line.text.clone())
}

/// Returns the `NAME: value` entries in the lines above a header.
pub(crate) fn facts(above: &[Line]) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut open: Option<(usize, f32)> = None;
    for line in above {
        match line.text.split_once(':') {
            Some((name, value)) if name.chars().any(char::is_alphabetic) && name.chars().count() <= 40 => {
                out.push((name.trim().to_owned(), value.trim().to_owned()));
                open = Some((out.len() - 1, line.base));
            }
            // A value with a gap after its name, on the same line.
            _ => {
                if let Some((at, base)) = open
                    && (line.base - base).abs() < 0.5 * line.size
                    && out[at].1.is_empty()
                {
                    out[at].1.clone_from(&line.text);
                }
            }
        }
    }
    out.retain(|(_, value)| !value.is_empty() && value != "-");
    out
}

/// Returns the panelboard's own name: from the facts, otherwise the text after PANEL in the title.
pub(crate) fn designation(title: &str, facts: &[(String, String)]) -> Option<String> {
    let is_name = |name: &str| panel_facts::PANEL_NAME.all().any(|known| name.eq_ignore_ascii_case(known));
    let named = |(name, _): &&(String, String)| is_name(name.trim_end_matches('.'));
    if let Some((_, value)) = facts.iter().find(named) {
        return Some(value.clone());
    }
    let upper = title.to_uppercase();
    for word in panel_facts::TITLE.all() {
        if let Some(at) = upper.find(word) {
            let rest = upper.get(at + word.len()..)?.trim_start_matches([':', ' ', '"', '\'']);
            let rest = panel_facts::TITLE_END.all().fold(rest, |rest, end| rest.trim_start_matches(end));
            let rest = rest.trim_start_matches([':', ' ', '-', '"', '\'']);
            let name: String = rest.split_whitespace().next()?.trim_matches(['"', '\'', ',']).to_owned();
            if name.chars().any(|c| c.is_ascii_digit()) || (1..=4).contains(&name.chars().count()) {
                return Some(name);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panels_name_from_facts_or_title() {
        assert_eq!(designation("PANEL LP-1 SCHEDULE", &[]).as_deref(), Some("LP-1"));
        assert_eq!(designation("PANELBOARD SCHEDULE: ", &[]), None);
        let facts = [("DESIGNATION".to_owned(), "2A".to_owned())];
        assert_eq!(designation("PANELBOARD SCHEDULE", &facts).as_deref(), Some("2A"));
    }
}
