//! Blocks of notes: general notes and lists of keynotes, found by their heading or as a boxed list of numbers.

use plumbline_geometry::{Rect, Size};
use plumbline_notation::language::notes as words;
use plumbline_sheet::cells::Rules;
use plumbline_sheet::{Line, Pattern};

/// Maximum width of a block's column, as a share of the page's width.
const WIDEST: f32 = 0.5;
/// Maximum distance between lines of a block, in text heights.
const GAP: f32 = 3.2;
/// Minimum number of lines under a heading.
const FEWEST: usize = 2;

static HEADING: Pattern = Pattern::any_case(|| {
    let (end, whole, within) = (words::HEADING_END.alternatives(), words::HEADING.whole, words::HEADING.within);
    format!(
        r"^(?:\S+\s+){{0,6}}?(?:{end})\s*:?\s*(?:\(.*\))?$|^(?:{whole})\s*:?$|^(?:{within})$",
        whole = whole.join("|"),
        within = within.join("|"),
    )
});

/// Returns the blocks of notes of a sheet. `drawing` is the part of the page without the title block.
pub(crate) fn blocks(lines: &[Line], rules: &Rules, page: Size, drawing: Rect) -> Vec<Rect> {
    let mut by_row: Vec<usize> = (0..lines.len()).filter(|&i| drawing.contains(lines[i].bbox.center())).collect();
    by_row.sort_by(|&a, &b| {
        lines[a].bbox.min.y.total_cmp(&lines[b].bbox.min.y).then(lines[a].bbox.min.x.total_cmp(&lines[b].bbox.min.x))
    });
    let mut out: Vec<Rect> = Vec::new();
    for (at, &i) in by_row.iter().enumerate() {
        let line = &lines[i];
        let text = line.text.trim();
        let heading = text.chars().count() <= 60 && HEADING.is_match(text);
        if !heading || out.iter().any(|b| b.contains(line.bbox.center())) {
            continue;
        }
        let cell = rules.cell(line.bbox.center(), page);
        // A column between vertical rules. The rule below a heading is its underline.
        let column = if cell.width() <= WIDEST * page.width { cell.min.x..=cell.max.x } else { 0.0..=page.width };
        let members = grown(lines, &by_row[at + 1..], i, &column);
        // Sentences, not the descriptions of a legend.
        let sentences = members.iter().filter(|&&m| lines[m].text.split_whitespace().count() >= 3).count();
        if sentences >= FEWEST {
            out.push(members.iter().fold(line.bbox, |b, &m| b.union(lines[m].bbox)));
        }
    }
    out
}

/// Returns the lines that belong to a heading: left-aligned with it or indented, without a large gap, in its cell.
fn grown(lines: &[Line], below: &[usize], heading: usize, column: &std::ops::RangeInclusive<f32>) -> Vec<usize> {
    let head = &lines[heading];
    let mut block = head.bbox;
    let mut out: Vec<usize> = Vec::new();
    let mut size = head.size;
    for &i in below {
        let l = &lines[i];
        if !column.contains(&l.bbox.center().x) || l.bbox.min.y < head.bbox.min.y {
            continue;
        }
        let gap = l.bbox.min.y - block.max.y;
        if gap > GAP * size.max(l.size) {
            break;
        }
        let indent = l.bbox.min.x - head.bbox.min.x;
        // Lines far to the side neither end the block nor belong to it.
        let left = (-3.0 * head.size..=8.0 * head.size.max(l.size)).contains(&indent);
        let inside = l.bbox.min.x >= block.min.x - l.size && l.bbox.min.x <= block.max.x;
        // Another heading begins another block.
        let other = l.size > size * 1.3 && !out.is_empty();
        if other && left {
            break;
        }
        if (left || inside && !out.is_empty()) && l.size <= head.size * 1.3 {
            out.push(i);
            block = block.union(l.bbox);
            size = l.size;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::regions::regions;
    use plumbline_sheet::drawing::Drawing;

    #[test]
    fn an_underlined_heading_with_its_numbered_lines_and_nothing_beside_or_below() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("GENERAL NOTES:", [600.0, 100.0], 12.0).line([600.0, 103.0], [690.0, 103.0]);
        for i in 0..4 {
            d.text("ALL WORK SHALL COMPLY WITH CODE.", [612.0, 120.0 + 11.0 * i as f32], 7.0);
        }
        d.text("OFFICE 101", [200.0, 130.0], 8.0).text("FAR BELOW", [612.0, 400.0], 7.0);
        let found = regions(&d.sheet()).notes_blocks;
        assert_eq!(found.len(), 1);
        assert!(found[0].min.x == 600.0 && (150.0..160.0).contains(&found[0].max.y), "{found:?}");
    }

    #[test]
    fn a_heading_without_lines_is_no_block() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("NOTES:", [600.0, 100.0], 12.0).text("SEE NOTES", [200.0, 300.0], 8.0);
        assert!(regions(&d.sheet()).notes_blocks.is_empty());
    }
}
