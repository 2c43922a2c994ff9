//! The border of a sheet and its title block.
//!
//! 1. Rules in one line are merged into long ones.
//! 2. The border is the largest rectangle of long rules near the edges of the page.
//! 3. The title block is a strip along a whole side ([`Search::strip`]), a framed corner ([`Search::corner`]) or the
//!    column of the sheet number ([`Search::column`]), whichever contains the sheet number and the labels.

use plumbline_geometry::{Rect, Size, rect};

use crate::cells::{Rule, Rules};
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
    pub page: Size,
    /// The border drawn around the sheet.
    pub border: Option<Rect>,
    /// The title block.
    pub title_block: Option<Rect>,
}

/// Finds the border, and the title block around the sheet number at `number` and the labels of its fields.
pub fn find(lines: &[Line], rules: &Rules, page: Size, number: Option<Rect>, labels: &[usize]) -> Frame {
    let long = LongRules::of(rules, page, BORDER_LENGTH, BORDER_LENGTH);
    let border = border(&long, page);
    let within = border.unwrap_or(Rect::from_size(page));
    let labels = labels.iter().map(|&i| lines[i].bbox).filter(|b| is_near_edge(*b, page)).collect();
    let title_block = Search { lines, rules, page, within, number, labels }.title_block(&long);
    Frame { page, border, title_block }
}

/// Returns whether the middle of a box is in the outer part of the page, where title blocks are.
fn is_near_edge(b: Rect, page: Size) -> bool {
    let inner = BLOCK_DEPTH..=1.0 - BLOCK_DEPTH;
    let middle = b.center();
    !inner.contains(&(middle.x / page.width)) || !inner.contains(&(middle.y / page.height))
}

fn meet(a: f32, b: f32) -> bool {
    (a - b).abs() <= MEET
}

/// The long rules of a sheet, with pieces in one line joined.
struct LongRules {
    vertical: Vec<Rule>,
    horizontal: Vec<Rule>,
}

impl LongRules {
    /// Joins the rules of a sheet. The minimum lengths are shares of the page's height and width.
    fn of(rules: &Rules, page: Size, vertical: f32, horizontal: f32) -> Self {
        Self {
            vertical: merged(rules.vertical(), page.height * vertical, page.height * RULE_GAP),
            horizontal: merged(rules.horizontal(), page.width * horizontal, page.width * RULE_GAP),
        }
    }

    /// Returns the rules that not too many other rules cross. Those along the border may.
    fn uncrossed(&self, rules: &Rules, border: Rect) -> Self {
        let free = |own: &[Rule], others: &[Rule], first: f32, last: f32| {
            own.iter().filter(|rule| !is_crossed(rule, others, first, last)).copied().collect()
        };
        Self {
            vertical: free(&self.vertical, rules.horizontal(), border.min.y, border.max.y),
            horizontal: free(&self.horizontal, rules.vertical(), border.min.x, border.max.x),
        }
    }
}

/// Returns the rules of at least a length, with pieces in one line joined.
fn merged(rules: &[Rule], least: f32, gap: f32) -> Vec<Rule> {
    let mut sorted: Vec<(i32, Rule)> = rules.iter().map(|&r| ((r.at * 2.0).round() as i32, r)).collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.from.total_cmp(&b.1.from)).then(a.1.to.total_cmp(&b.1.to)));
    let mut out: Vec<(i32, Rule)> = Vec::new();
    for (key, rule) in sorted {
        match out.last_mut() {
            Some((last, run)) if *last == key && rule.from <= run.to + gap => run.to = run.to.max(rule.to),
            _ => {
                // A run that stayed short is dropped before the next one begins.
                if out.last().is_some_and(|(_, run)| run.length() < least) {
                    out.pop();
                }
                out.push((key, rule));
            }
        }
    }
    out.retain(|(_, run)| run.length() >= least);
    out.into_iter().map(|(_, run)| run).collect()
}

/// Returns whether other rules cross a rule. Those along the border, at `first` and `last`, may.
fn is_crossed(rule: &Rule, others: &[Rule], first: f32, last: f32) -> bool {
    let crosses = |other: &&Rule| {
        let inside = other.at > rule.from.max(first) + MEET && other.at < rule.to.min(last) - MEET;
        inside && other.from < rule.at - MEET && other.to > rule.at + MEET
    };
    others.iter().filter(crosses).nth(MOST_CROSSINGS).is_some()
}

/// Returns the largest rectangle of border lines.
fn border(long: &LongRules, page: Size) -> Option<Rect> {
    let mut best: Option<Rect> = None;
    for left in long.vertical.iter().filter(|l| l.at <= page.width * BORDER_DEPTH) {
        for right in long.vertical.iter().filter(|r| r.at >= page.width * (1.0 - BORDER_DEPTH)) {
            let Some(found) = closed(left, right, &long.horizontal, page) else { continue };
            if !is_edge_of_page(found, page) && best.is_none_or(|b| found.area() > b.area()) {
                best = Some(found);
            }
        }
    }
    best
}

/// Returns the rectangle of a left and a right border line, if lines at the top and the bottom join their ends.
fn closed(left: &Rule, right: &Rule, horizontal: &[Rule], page: Size) -> Option<Rect> {
    let joins = |rule: &Rule, ends: [f32; 2]| {
        ends.iter().any(|&y| meet(rule.at, y)) && rule.from <= left.at + MEET && rule.to >= right.at - MEET
    };
    let is_top = |l: &&Rule| joins(l, [left.from, right.from]) && l.at <= page.height * BORDER_DEPTH;
    let is_bottom = |l: &&Rule| joins(l, [left.to, right.to]) && l.at >= page.height * (1.0 - BORDER_DEPTH);
    let top = horizontal.iter().find(is_top)?;
    let bottom = horizontal.iter().find(is_bottom)?;
    Some(rect(left.at, top.at, right.at, bottom.at))
}

/// Returns whether a rectangle is the edge of the page itself, painted as a background, or of lines from edge to edge.
fn is_edge_of_page(b: Rect, page: Size) -> bool {
    let edges = [meet(b.min.x, 0.0), meet(b.min.y, 0.0), meet(b.max.x, page.width), meet(b.max.y, page.height)];
    edges.iter().filter(|at_edge| **at_edge).count() >= 2
}

/// Returns the smallest rectangle, of equal ones that nearest to the upper left corner.
fn smallest(found: impl Iterator<Item = Rect>) -> Option<Rect> {
    found.min_by(|a, b| {
        a.area().total_cmp(&b.area()).then(a.min.x.total_cmp(&b.min.x)).then(a.min.y.total_cmp(&b.min.y))
    })
}

/// What a title block is searched by.
struct Search<'a> {
    lines: &'a [Line],
    rules: &'a Rules,
    page: Size,
    /// The border, or the page.
    within: Rect,
    /// The sheet number.
    number: Option<Rect>,
    /// The labels of its fields.
    labels: Vec<Rect>,
}

impl Search<'_> {
    /// Finds the title block. It needs a sheet number or several labels.
    fn title_block(&self, long: &LongRules) -> Option<Rect> {
        if self.number.is_none() && self.labels.len() < FEWEST_LABELS {
            return None;
        }
        let long = long.uncrossed(self.rules, self.within);
        match self.strip(&long) {
            // A wall or an axis beside the block may be as long as the rule of a strip, while the block has its own
            // frame.
            Some(strip) if !self.is_framed(strip, &long) => self.corner().or(Some(strip)),
            Some(strip) => Some(strip),
            None => self.corner().or_else(|| self.column(self.number?)),
        }
    }

    /// Returns whether a box contains the sheet number and most labels.
    fn fields_in(&self, area: Rect) -> bool {
        self.number.is_none_or(|n| area.contains(n.center())) && self.share(area) >= MOST_LABELS
    }

    /// Returns the share of the labels inside a box, or 1 if there are none.
    fn share(&self, area: Rect) -> f32 {
        let inside = self.labels.iter().filter(|l| area.contains(l.center())).count();
        if self.labels.is_empty() { 1.0 } else { inside as f32 / self.labels.len() as f32 }
    }

    /// Finds a title block along a whole side of the sheet: the narrowest strip behind a long rule that contains what
    /// it must.
    fn strip(&self, long: &LongRules) -> Option<Rect> {
        let Rect { min, max } = self.within;
        // A border line itself does not bound a strip.
        let deep = |depth: f32, all: f32| depth > all * 0.03 && depth <= all * BLOCK_DEPTH;
        let beside =
            long.vertical.iter().flat_map(|l| [rect(l.at, min.y, max.x, max.y), rect(min.x, min.y, l.at, max.y)]);
        let below =
            long.horizontal.iter().flat_map(|l| [rect(min.x, l.at, max.x, max.y), rect(min.x, min.y, max.x, l.at)]);
        let beside = beside.filter(|b| deep(b.width(), self.page.width));
        let below = below.filter(|b| deep(b.height(), self.page.height));
        smallest(beside.chain(below).filter(|b| self.fields_in(*b)))
    }

    /// Returns whether a strip's inner rule belongs to a frame: its ends reach the border, or rules that continue to
    /// the outer side.
    fn is_framed(&self, strip: Rect, long: &LongRules) -> bool {
        let (sides, border_sides) = (strip.to_array(), self.within.to_array());
        let inner = (0..4).find(|&side| !meet(sides[side], border_sides[side])).unwrap_or(0);
        let (inner_at, outer_at) = (sides[inner], sides[(inner + 2) % 4]);
        let (along, across, first, last) = match inner {
            0 | 2 => (&long.vertical, self.rules.horizontal(), self.within.min.y, self.within.max.y),
            _ => (&long.horizontal, self.rules.vertical(), self.within.min.x, self.within.max.x),
        };
        // A strip inside the border is a separate box, closed over most of its depth.
        let depth = Rule { at: inner_at, from: inner_at.min(outer_at), to: inner_at.max(outer_at) };
        let is_closed = |at: f32| {
            let inside = |r: &Rule| r.to.min(depth.to) - r.from.max(depth.from);
            across.iter().any(|r| meet(r.at, at) && inside(r) >= CLOSED * depth.length())
        };
        along
            .iter()
            .filter(|l| meet(l.at, inner_at))
            .any(|l| (l.from <= first + MEET || is_closed(l.from)) && (l.to >= last - MEET || is_closed(l.to)))
    }

    /// Finds a title block in a corner: the smallest rectangle of a vertical and a horizontal rule that meet and reach
    /// the border.
    fn corner(&self) -> Option<Rect> {
        let page = self.page;
        let rules = LongRules::of(self.rules, page, 0.03, 0.05);
        let right = self.within.max.x;
        let tops: Vec<&Rule> = rules.horizontal.iter().filter(|l| l.at > page.height * 0.4).collect();
        let is_left = |s: &&Rule| s.at > page.width * 0.3 && s.to > page.height * 0.8;
        smallest(rules.vertical.iter().filter(is_left).flat_map(|left| {
            // It reaches the border, or ends at its own box.
            let end = move |top: &Rule| if top.to > right - page.width * 0.05 { right } else { top.to };
            tops.iter()
                .filter(move |top| meet(left.from, top.at) && meet(top.from, left.at))
                .map(move |top| rect(left.at, top.at, end(top), left.to))
                .filter(|b| self.fields_in(*b))
        }))
    }

    /// Finds a title block without such rules: the cell of the sheet number and, beside the drawing, all text in its
    /// column.
    fn column(&self, number: Rect) -> Option<Rect> {
        let page = self.page;
        let cell = self.rules.cell(number.center(), page);
        if cell.width() > page.width * BLOCK_DEPTH || cell.height() > page.height * BLOCK_DEPTH {
            return None;
        }
        let start = cell.union(number);
        let slack = page.width * 0.01;
        let beside_drawing = start.min.x >= page.width * 0.8;
        let inside = |b: &Rect| b.min.x >= start.min.x - slack && b.max.x <= start.max.x + slack;
        let texts = self.lines.iter().map(|l| l.bbox).filter(|b| beside_drawing && inside(b));
        Some(texts.fold(start, Rect::union))
    }
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
        assert_eq!(found.border, Some(rect(20.0, 20.0, 980.0, 680.0)));
        assert_eq!(found.title_block, Some(rect(850.0, 20.0, 980.0, 680.0)));
    }

    #[test]
    fn a_block_in_the_corner() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([20.0, 20.0, 980.0, 680.0]).rect([700.0, 560.0, 980.0, 680.0]);
        d.text("SHEET TITLE:", [710.0, 575.0], 6.0).text("LIGHTING PLAN", [710.0, 592.0], 12.0);
        d.text("DATE:", [710.0, 640.0], 6.0).text("SHEET NO.", [860.0, 640.0], 6.0).text("E-101", [870.0, 668.0], 24.0);
        assert_eq!(frame(d).title_block, Some(rect(700.0, 560.0, 980.0, 680.0)));
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
            assert_eq!(frame(d).title_block, Some(rect(700.0, 560.0, 980.0, 680.0)), "{from}");
        }
    }

    #[test]
    fn a_long_wall_left_of_the_block_does_not_make_it_a_strip() {
        let mut d = Drawing::new(1000.0, 700.0);
        block(&mut d);
        // A wall over the whole width above the block, and a view to its left.
        d.line([60.0, 550.0], [960.0, 550.0]).rect([100.0, 570.0, 400.0, 660.0]).rect([420.0, 575.0, 640.0, 650.0]);
        assert_eq!(frame(d).title_block, Some(rect(700.0, 560.0, 980.0, 680.0)));
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
        assert_eq!(frame(d).title_block, Some(rect(850.0, 20.0, 980.0, 680.0)));
    }

    #[test]
    fn a_plan_without_border_or_block_has_neither() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([200.0, 200.0, 600.0, 500.0]).text("OFFICE", [300.0, 300.0], 8.0);
        let found = frame(d);
        assert_eq!((found.border, found.title_block), (None, None));
    }
}
