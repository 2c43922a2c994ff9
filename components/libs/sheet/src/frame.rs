//! The border of a sheet and its title block.

use crate::cells::{Rules, middle};
use crate::geometry::{contains, union};
use crate::lines::Line;

/// Minimum length of a border line, as a share of its side of the page.
const BORDER_LENGTH: f32 = 0.55;
/// Maximum distance of a border line from the edge, as a share of the page.
const BORDER_DEPTH: f32 = 0.15;
/// Maximum share of the page's width or height that a title block takes.
const BLOCK_DEPTH: f32 = 0.33;
/// Maximum gap between rules that are one, as a share of the page: a strip made of boxes has small gaps.
const RULE_GAP: f32 = 0.01;
/// Distance in points below which lines meet.
const MEET: f32 = 3.0;
/// Maximum number of rules that cross the edge of a title block. Grid lines of a plan are crossed by each other and by
/// walls.
const MOST_CROSSINGS: usize = 4;
/// Minimum share of the labels that a title block must contain.
const MOST_LABELS: f32 = 0.6;
/// Share of its depth over which a rule closes a strip that does not reach the border.
const CLOSED: f32 = 0.8;
/// Minimum number of labels that identify a title block if there is no sheet number.
const FEWEST_LABELS: usize = 3;

/// Border and title block of a sheet, in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The page's size.
    pub page: [f32; 2],
    /// The border drawn around the sheet.
    pub border: Option<[f32; 4]>,
    /// The title block.
    pub title_block: Option<[f32; 4]>,
}

/// A rule joined from its pieces: its position, from and to.
type MergedRule = [f32; 3];

/// Returns the rules longer than `least`, with pieces in one line joined.
fn merge_rules(rules: &[MergedRule], least: f32, gap: f32) -> Vec<MergedRule> {
    let mut sorted: Vec<(i32, MergedRule)> = rules.iter().map(|&r| ((r[0] * 2.0).round() as i32, r)).collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0).then(a.1[1].total_cmp(&b.1[1])).then(a.1[2].total_cmp(&b.1[2])));
    let mut out: Vec<(i32, MergedRule)> = Vec::new();
    for (key, rule) in sorted {
        match out.last_mut() {
            Some((last, run)) if *last == key && rule[1] <= run[2] + gap => run[2] = run[2].max(rule[2]),
            _ => {
                // A run that stayed short is dropped before the next one begins.
                if out.last().is_some_and(|(_, run)| run[2] - run[1] < least) {
                    out.pop();
                }
                out.push((key, rule));
            }
        }
    }
    out.retain(|(_, run)| run[2] - run[1] >= least);
    out.into_iter().map(|(_, run)| run).collect()
}

/// Finds the border, and the title block around the sheet number at `number` and the labels of its fields.
pub fn find(lines: &[Line], rules: &Rules, page: [f32; 2], number: Option<[f32; 4]>, labels: &[usize]) -> Frame {
    let vertical = merge_rules(rules.vertical(), page[1] * BORDER_LENGTH, page[1] * RULE_GAP);
    let horizontal = merge_rules(rules.horizontal(), page[0] * BORDER_LENGTH, page[0] * RULE_GAP);
    let border = border(&vertical, &horizontal, page);
    let within = border.unwrap_or([0.0, 0.0, page[0], page[1]]);
    let near_edge = |b: [f32; 4]| {
        let [x, y] = middle(b);
        let (x, y) = (x / page[0], y / page[1]);
        !(BLOCK_DEPTH..=1.0 - BLOCK_DEPTH).contains(&x) || !(BLOCK_DEPTH..=1.0 - BLOCK_DEPTH).contains(&y)
    };
    let labels: Vec<[f32; 4]> = labels.iter().map(|&i| lines[i].bbox).filter(|b| near_edge(*b)).collect();
    let enough = number.is_some() || labels.len() >= FEWEST_LABELS;
    let title_block = enough
        .then(|| {
            let vertical: Vec<MergedRule> =
                vertical.iter().filter(|s| !is_crossed(s, rules.horizontal(), within[1], within[3])).copied().collect();
            let horizontal: Vec<MergedRule> =
                horizontal.iter().filter(|l| !is_crossed(l, rules.vertical(), within[0], within[2])).copied().collect();
            let strip = strip(&vertical, &horizontal, within, page, number, &labels);
            let corner = || corner(rules, within, page, number, &labels);
            match strip {
                // A wall or an axis beside the block may be as long as the rule of a strip, while the block has its own
                // frame.
                Some(strip) if !is_framed(strip, &vertical, &horizontal, within, rules) => corner().or(Some(strip)),
                Some(strip) => Some(strip),
                None => corner().or_else(|| column(lines, rules, page, number?)),
            }
        })
        .flatten();
    Frame { page, border, title_block }
}

/// Returns whether other rules cross a rule. Those along the border, at `first` and `last`, may.
fn is_crossed(rule: &MergedRule, others: &[MergedRule], first: f32, last: f32) -> bool {
    let crosses = |o: &&MergedRule| {
        let inside = o[0] > rule[1].max(first) + MEET && o[0] < rule[2].min(last) - MEET;
        inside && o[1] < rule[0] - MEET && o[2] > rule[0] + MEET
    };
    others.iter().filter(crosses).nth(MOST_CROSSINGS).is_some()
}

/// Returns the largest rectangle of border lines.
fn border(vertical: &[MergedRule], horizontal: &[MergedRule], page: [f32; 2]) -> Option<[f32; 4]> {
    let near = |a: f32, b: f32| (a - b).abs() <= MEET;
    let size = |b: &[f32; 4]| (b[2] - b[0]) * (b[3] - b[1]);
    let mut best: Option<[f32; 4]> = None;
    for left in vertical.iter().filter(|l| l[0] <= page[0] * BORDER_DEPTH) {
        for right in vertical.iter().filter(|r| r[0] >= page[0] * (1.0 - BORDER_DEPTH)) {
            let meets = |l: &&MergedRule, at: [f32; 2]| {
                at.iter().any(|&y| near(l[0], y)) && l[1] <= left[0] + MEET && l[2] >= right[0] - MEET
            };
            let top = horizontal.iter().find(|l| meets(l, [left[1], right[1]]) && l[0] <= page[1] * BORDER_DEPTH);
            let bottom =
                horizontal.iter().find(|l| meets(l, [left[2], right[2]]) && l[0] >= page[1] * (1.0 - BORDER_DEPTH));
            let (Some(top), Some(bottom)) = (top, bottom) else { continue };
            let found = [left[0], top[0], right[0], bottom[0]];
            // The edge of the page itself, painted as a background, is not a border. Nor are lines from edge to edge.
            let edges = [near(found[0], 0.0), near(found[1], 0.0), near(found[2], page[0]), near(found[3], page[1])];
            if edges.iter().filter(|e| **e).count() < 2 && best.as_ref().is_none_or(|b| size(&found) > size(b)) {
                best = Some(found);
            }
        }
    }
    best
}

/// Returns the share of the labels inside a box, or 1 if there are none.
fn share(area: [f32; 4], labels: &[[f32; 4]]) -> f32 {
    let inside = labels.iter().filter(|l| contains(area, middle(**l))).count();
    if labels.is_empty() { 1.0 } else { inside as f32 / labels.len() as f32 }
}

/// Returns whether a box contains the sheet number and most labels.
fn contains_fields(area: [f32; 4], number: Option<[f32; 4]>, labels: &[[f32; 4]]) -> bool {
    number.is_none_or(|n| contains(area, middle(n))) && share(area, labels) >= MOST_LABELS
}

fn smallest(found: impl Iterator<Item = [f32; 4]>) -> Option<[f32; 4]> {
    found.min_by(|a, b| {
        let size = |b: &[f32; 4]| (b[2] - b[0]) * (b[3] - b[1]);
        size(a).total_cmp(&size(b)).then(a[0].total_cmp(&b[0])).then(a[1].total_cmp(&b[1]))
    })
}

/// Finds a title block along a whole side of the sheet: the narrowest strip behind a long rule that contains what it
/// must.
fn strip(
    vertical: &[MergedRule],
    horizontal: &[MergedRule],
    within: [f32; 4],
    page: [f32; 2],
    number: Option<[f32; 4]>,
    labels: &[[f32; 4]],
) -> Option<[f32; 4]> {
    let [x0, y0, x1, y1] = within;
    // A border line itself does not bound a strip.
    let deep = |depth: f32, all: f32| depth > all * 0.03 && depth <= all * BLOCK_DEPTH;
    let sides = vertical.iter().flat_map(|l| [[l[0], y0, x1, y1], [x0, y0, l[0], y1]]);
    let ends = horizontal.iter().flat_map(|l| [[x0, l[0], x1, y1], [x0, y0, x1, l[0]]]);
    let fits = |b: &[f32; 4]| contains_fields(*b, number, labels);
    smallest(
        sides.filter(|b| deep(b[2] - b[0], page[0])).chain(ends.filter(|b| deep(b[3] - b[1], page[1]))).filter(fits),
    )
}

/// Returns whether a strip's inner rule belongs to a frame: its ends reach the border, or rules that continue to the
/// outer side.
fn is_framed(
    strip: [f32; 4],
    vertical: &[MergedRule],
    horizontal: &[MergedRule],
    within: [f32; 4],
    rules: &Rules,
) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= MEET;
    // The strip's inner edge, and its outer side.
    let inner = (0..4).find(|&side| !near(strip[side], within[side])).unwrap_or(0);
    let outer = strip[(inner + 2) % 4];
    let (along, across, border) = match inner {
        0 | 2 => (vertical, rules.horizontal(), [within[1], within[3]]),
        _ => (horizontal, rules.vertical(), [within[0], within[2]]),
    };
    // A strip inside the border is a separate box, closed over most of its depth.
    let (low, high) = (strip[inner].min(outer), strip[inner].max(outer));
    let closed = |at: f32| {
        let inside = |r: &MergedRule| r[2].min(high) - r[1].max(low);
        across.iter().any(|r| near(r[0], at) && inside(r) >= CLOSED * (high - low))
    };
    along
        .iter()
        .filter(|l| near(l[0], strip[inner]))
        .any(|l| (l[1] <= border[0] + MEET || closed(l[1])) && (l[2] >= border[1] - MEET || closed(l[2])))
}

/// Finds a title block in a corner: the smallest rectangle of a vertical and a horizontal rule that meet and reach the
/// border.
fn corner(
    rules: &Rules,
    within: [f32; 4],
    page: [f32; 2],
    number: Option<[f32; 4]>,
    labels: &[[f32; 4]],
) -> Option<[f32; 4]> {
    let vertical = merge_rules(rules.vertical(), page[1] * 0.03, page[1] * RULE_GAP);
    let horizontal = merge_rules(rules.horizontal(), page[0] * 0.05, page[0] * RULE_GAP);
    let x1 = within[2];
    let near = |a: f32, b: f32| (a - b).abs() <= MEET;
    let tops: Vec<&MergedRule> = horizontal.iter().filter(|l| l[0] > page[1] * 0.4).collect();
    let lefts = vertical.iter().filter(|s| s[0] > page[0] * 0.3 && s[2] > page[1] * 0.8);
    smallest(lefts.flat_map(|s| {
        let tops = &tops;
        // It reaches the border, or ends at its own box.
        tops.iter()
            .filter(move |l| near(s[1], l[0]) && near(l[1], s[0]))
            .map(move |l| [s[0], l[0], if l[2] > x1 - page[0] * 0.05 { x1 } else { l[2] }, s[2]])
            .filter(|b| contains_fields(*b, number, labels))
    }))
}

/// Finds a title block without such rules: the cell of the sheet number and, beside the drawing, all text in its
/// column.
fn column(lines: &[Line], rules: &Rules, page: [f32; 2], number: [f32; 4]) -> Option<[f32; 4]> {
    let cell = rules.cell(middle(number), page);
    if cell[2] - cell[0] > page[0] * BLOCK_DEPTH || cell[3] - cell[1] > page[1] * BLOCK_DEPTH {
        return None;
    }
    let start = union(cell, number);
    let slack = page[0] * 0.01;
    let outer = start[0] >= page[0] * 0.8;
    let inside = |b: [f32; 4]| b[0] >= start[0] - slack && b[2] <= start[2] + slack;
    Some(lines.iter().map(|l| l.bbox).filter(|b| outer && inside(*b)).fold(start, union))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;
    use crate::layout::Layout;

    fn frame(d: Drawing) -> Frame {
        Layout::of(&d.sheet()).frame
    }

    #[test]
    fn a_strip_along_the_right_edge_within_a_border() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([20.0, 20.0, 980.0, 680.0]).line([850.0, 20.0], [850.0, 680.0]);
        // A grid line as long as the page does not bound the block.
        d.line([760.0, 30.0], [760.0, 670.0]).line([850.0, 600.0], [980.0, 600.0]);
        d.text("DRAWN BY:", [860.0, 500.0], 6.0).text("DATE:", [860.0, 560.0], 6.0);
        d.text("SHEET NO.", [860.0, 610.0], 6.0).text("E-101", [870.0, 650.0], 24.0);
        let found = frame(d);
        assert_eq!(found.border, Some([20.0, 20.0, 980.0, 680.0]));
        assert_eq!(found.title_block, Some([850.0, 20.0, 980.0, 680.0]));
    }

    #[test]
    fn a_block_in_the_corner() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([20.0, 20.0, 980.0, 680.0]).rect([700.0, 560.0, 980.0, 680.0]);
        d.text("SHEET TITLE:", [710.0, 575.0], 6.0).text("LIGHTING PLAN", [710.0, 592.0], 12.0);
        d.text("DATE:", [710.0, 640.0], 6.0).text("SHEET NO.", [860.0, 640.0], 6.0).text("E-101", [870.0, 668.0], 24.0);
        assert_eq!(frame(d).title_block, Some([700.0, 560.0, 980.0, 680.0]));
    }

    /// Draws a block in the lower right corner with its own frame.
    fn block(d: &mut Drawing) {
        d.rect([20.0, 20.0, 980.0, 680.0]).rect([700.0, 560.0, 980.0, 680.0]).line([700.0, 620.0], [980.0, 620.0]);
        d.text("SHEET TITLE:", [710.0, 575.0], 6.0).text("LIGHTING PLAN", [710.0, 592.0], 12.0);
        d.text("DATE:", [710.0, 640.0], 6.0).text("SHEET NO.", [860.0, 640.0], 6.0).text("E-101", [870.0, 668.0], 24.0);
    }

    #[test]
    fn a_long_wall_over_the_block_does_not_make_it_a_strip() {
        for (from, to) in [(60.0, 560.0), (40.0, 552.0), (25.0, 675.0)] {
            let mut d = Drawing::new(1000.0, 700.0);
            block(&mut d);
            // The wall of a plan beside and above the block, and rooms to its right.
            d.line([690.0, from], [690.0, to]).rect([720.0, 100.0, 900.0, 300.0]).rect([740.0, 320.0, 940.0, 480.0]);
            d.text("OFFICE", [760.0, 200.0], 8.0).text("STORAGE", [780.0, 400.0], 8.0);
            assert_eq!(frame(d).title_block, Some([700.0, 560.0, 980.0, 680.0]), "{from}");
        }
    }

    #[test]
    fn a_long_wall_left_of_the_block_does_not_make_it_a_strip() {
        let mut d = Drawing::new(1000.0, 700.0);
        block(&mut d);
        // A wall over the whole width above the block, and a view to its left.
        d.line([60.0, 550.0], [960.0, 550.0]).rect([100.0, 570.0, 400.0, 660.0]).rect([420.0, 575.0, 640.0, 650.0]);
        assert_eq!(frame(d).title_block, Some([700.0, 560.0, 980.0, 680.0]));
    }

    #[test]
    fn a_strip_whose_lowest_cell_holds_all_labels_stays_a_strip() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([20.0, 20.0, 980.0, 680.0]).line([850.0, 20.0], [850.0, 680.0]);
        for y in [120.0, 200.0, 300.0, 420.0, 560.0, 600.0] {
            d.line([850.0, y], [980.0, y]);
        }
        d.text("SMITH ENGINEERS", [860.0, 60.0], 8.0).text("SCHOOL ADDITION", [860.0, 240.0], 8.0);
        d.text("DRAWN BY:", [860.0, 570.0], 6.0).text("DATE:", [860.0, 585.0], 6.0);
        d.text("SHEET NO.", [860.0, 610.0], 6.0).text("E-101", [870.0, 650.0], 24.0);
        assert_eq!(frame(d).title_block, Some([850.0, 20.0, 980.0, 680.0]));
    }

    #[test]
    fn a_plan_without_border_or_block_has_neither() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([200.0, 200.0, 600.0, 500.0]).text("OFFICE", [300.0, 300.0], 8.0);
        let found = frame(d);
        assert_eq!((found.border, found.title_block), (None, None));
    }
}
