//! The part of a page that belongs to each view. The page is cut in two where the least is drawn between the captions,
//! repeatedly, until each part has one caption.

use plumbline_geometry::{Rect, VectorExt as _, rect};

use crate::geometry::{FLATTEN, segments};
use crate::model::Sheet;

/// Cells along the longer side of the page.
const CELLS: usize = 200;
/// How far above and below a caption its view is searched for, as a share of the page's height.
const REACH: f32 = 0.15;
/// Captions are above their views if the ratio of ink below them to ink above them exceeds this.
const OVER: f32 = 1.5;

/// The cells with ink in a square grid, as sums over all cells above and to the left.
struct Density {
    cell: f32,
    columns: usize,
    rows: usize,
    sums: Vec<u32>,
}

impl Density {
    fn of(sheet: &Sheet, texts: &[Rect]) -> Self {
        let cell = (sheet.width.max(sheet.height) / CELLS as f32).max(0.1);
        let columns = (sheet.width / cell).ceil().max(1.0) as usize;
        let rows = (sheet.height / cell).ceil().max(1.0) as usize;
        let mut taken = vec![false; columns * rows];
        let mut mark = |x: f32, y: f32| {
            if x >= 0.0 && y >= 0.0 {
                let (c, r) = ((x / cell) as usize, (y / cell) as usize);
                if c < columns && r < rows {
                    taken[r * columns + c] = true;
                }
            }
        };
        for path in sheet.paths() {
            let Some(b) = path.bbox() else { continue };
            if b.width() <= cell && b.height() <= cell {
                let middle = b.center();
                mark(middle.x, middle.y);
                continue;
            }
            for s in segments(&path, FLATTEN) {
                let steps = (s.vector().hypot() / cell * 2.0).ceil().clamp(1.0, 4.0 * CELLS as f32);
                for i in 0..=steps as usize {
                    let t = i as f32 / steps;
                    let p = s.from + s.vector() * t;
                    mark(p.x, p.y);
                }
            }
        }
        for b in texts {
            let (across, down) = ((b.width() / cell).ceil() as usize, (b.height() / cell).ceil() as usize);
            for i in 0..=across.min(CELLS) {
                for k in 0..=down.min(CELLS) {
                    mark((b.min.x + i as f32 * cell).min(b.max.x), (b.min.y + k as f32 * cell).min(b.max.y));
                }
            }
        }
        let wide = columns + 1;
        let mut sums = vec![0u32; wide * (rows + 1)];
        for r in 0..rows {
            let mut row = 0u32;
            for c in 0..columns {
                row += u32::from(taken[r * columns + c]);
                sums[(r + 1) * wide + c + 1] = sums[r * wide + c + 1] + row;
            }
        }
        Self { cell, columns, rows, sums }
    }

    /// Returns how many cells with ink a box touches. The ranges are in cells.
    fn count(&self, x: std::ops::Range<usize>, y: std::ops::Range<usize>) -> u32 {
        let (x0, x1) = (x.start.min(self.columns), x.end.min(self.columns));
        let (y0, y1) = (y.start.min(self.rows), y.end.min(self.rows));
        if x0 >= x1 || y0 >= y1 {
            return 0;
        }
        let at = |x: usize, y: usize| self.sums[y * (self.columns + 1) + x];
        (at(x1, y1) + at(x0, y0)) - (at(x0, y1) + at(x1, y0))
    }

    /// Returns the cell of a coordinate, which can be anywhere.
    fn index(&self, v: f32) -> usize {
        (v / self.cell).clamp(0.0, FARTHEST) as usize
    }

    /// Returns the box of the ink in `seeds` and of all ink connected to it, or `None` if there is none or it leaves
    /// the window.
    fn connected_box(&self, seeds: Rect, window: Rect) -> Option<Rect> {
        let range = |from: f32, to: f32, most: usize| self.index(from).min(most)..(self.index(to) + 1).min(most);
        let columns_of = |b: Rect| range(b.min.x, b.max.x, self.columns);
        let rows_of = |b: Rect| range(b.min.y, b.max.y, self.rows);
        let (columns, rows) = (columns_of(window), rows_of(window));
        let taken = |c: usize, r: usize| self.count(c..c + 1, r..r + 1) > 0;
        let mut seen = vec![false; self.columns * self.rows];
        let mut open: Vec<(usize, usize)> = Vec::new();
        for r in rows_of(seeds) {
            for c in columns_of(seeds).filter(|&c| taken(c, r)) {
                seen[r * self.columns + c] = true;
                open.push((c, r));
            }
        }
        let mut found: Option<[usize; 4]> = None;
        while let Some((c, r)) = open.pop() {
            let edge = c == columns.start || c + 1 == columns.end || r == rows.start || r + 1 == rows.end;
            // It may end at the edge of the page or along the caption.
            let along = r + 1 == rows.end || r == rows.start;
            if !columns.contains(&c) || !rows.contains(&r) || edge && !along {
                return None;
            }
            let b = found.get_or_insert([c, r, c, r]);
            *b = [b[0].min(c), b[1].min(r), b[2].max(c), b[3].max(r)];
            for nr in r.saturating_sub(GAP).max(rows.start)..=(r + GAP).min(rows.end.saturating_sub(1)) {
                for nc in c.saturating_sub(GAP)..=(c + GAP).min(self.columns - 1) {
                    if !seen[nr * self.columns + nc] && taken(nc, nr) {
                        seen[nr * self.columns + nc] = true;
                        open.push((nc, nr));
                    }
                }
            }
        }
        let [c0, r0, c1, r1] = found?;
        let high = (r1 + 1 - r0) * 10 < (rows.end - rows.start) * 9;
        let at = |i: usize| i as f32 * self.cell;
        high.then(|| rect(at(c0), at(r0), at(c1 + 1), at(r1 + 1)))
    }

    fn in_box(&self, b: Rect) -> u32 {
        self.count(self.index(b.min.x)..self.index(b.max.x) + 1, self.index(b.min.y)..self.index(b.max.y) + 1)
    }
}

/// Where cells end that are searched. Captions can be far off the page.
const FARTHEST: f32 = 10.0 * CELLS as f32;
/// A horizontal cut stays within this many cells of the first gap it finds.
const NARROW: usize = 3;

/// Maximum share of the page's width and height that a key plan takes.
const KEY_PLAN: f32 = 0.3;

/// Returns the box of a small drawing above or below its caption: the ink near the caption and all ink connected to it
/// without a gap. Returns only the caption if that reaches too far.
pub(crate) fn key_plan_area(sheet: &Sheet, caption: Rect, texts: &[Rect]) -> Rect {
    let density = Density::of(sheet, texts);
    let (wide, high) = (sheet.width * KEY_PLAN, sheet.height * KEY_PLAN);
    let x = caption.center().x;
    let reach = (sheet.height * NEAR, caption.width() * 0.75);
    let view = |up: bool| {
        let window = if up {
            rect(x - wide / 2.0, caption.min.y - high, x + wide / 2.0, caption.min.y - density.cell)
        } else {
            rect(x - wide / 2.0, caption.max.y + density.cell, x + wide / 2.0, caption.max.y + high)
        };
        let seeds = if up {
            rect(x - reach.1, caption.min.y - reach.0, x + reach.1, caption.min.y - density.cell)
        } else {
            rect(x - reach.1, caption.max.y + density.cell, x + reach.1, caption.max.y + reach.0)
        };
        density.connected_box(seeds, window)
    };
    view(true).or_else(|| view(false)).map_or(caption, |b| b.union(caption))
}

/// Maximum distance of a key plan from its caption, as a share of the page's height.
const NEAR: f32 = 0.12;
/// Widest gap in cells within a small drawing.
const GAP: usize = 2;

/// A cut through a region: whether it is vertical, its position, its cost and the width of the gap.
#[derive(Clone, Copy)]
struct Cut {
    vertical: bool,
    at: f32,
    cost: u32,
    gap: f32,
}

/// Returns the areas of views by their captions. `drawing` is the part of the page without border and title block.
pub(crate) fn areas(sheet: &Sheet, texts: &[Rect], captions: &[Rect], drawing: Rect) -> Vec<Rect> {
    let mut out = vec![drawing; captions.len()];
    if captions.len() < 2 {
        return out;
    }
    let density = Density::of(sheet, texts);
    let under = views_above(&density, captions, sheet.height);
    let mut open: Vec<(Vec<usize>, Rect)> = vec![((0..captions.len()).collect(), drawing)];
    while let Some((members, region)) = open.pop() {
        if members.len() < 2 {
            members.iter().for_each(|&m| out[m] = region);
            continue;
        }
        let best = cuts(&density, captions, &members, region, under)
            .into_iter()
            .min_by(|a, b| a.cost.cmp(&b.cost).then(b.gap.total_cmp(&a.gap)).then(b.vertical.cmp(&a.vertical)));
        let Some(cut) = best else {
            members.iter().for_each(|&m| out[m] = region);
            continue;
        };
        let before = |m: usize| {
            let middle = captions[m].center();
            if cut.vertical { middle.x < cut.at } else { middle.y < cut.at }
        };
        let (low, high): (Vec<usize>, Vec<usize>) = members.iter().partition(|&&m| before(m));
        // A cut between captions whose places are not numbers, or that a float cannot tell apart, separates nothing.
        if low.is_empty() || high.is_empty() {
            members.iter().for_each(|&m| out[m] = region);
            continue;
        }
        let (mut first, mut second) = (region, region);
        if cut.vertical {
            (first.max.x, second.min.x) = (cut.at, cut.at);
        } else {
            (first.max.y, second.min.y) = (cut.at, cut.at);
        }
        open.push((low, first));
        open.push((high, second));
    }
    out
}

/// Returns whether views are above their captions, as most are.
fn views_above(density: &Density, captions: &[Rect], height: f32) -> bool {
    let reach = height * REACH;
    let (mut above, mut below) = (0.0f32, 0.0f32);
    for c in captions {
        let (x0, x1) = (c.min.x - reach / 2.0, c.max.x + reach / 2.0);
        above += density.in_box(rect(x0, c.min.y - reach, x1, c.min.y - density.cell * 2.0)) as f32;
        below += density.in_box(rect(x0, c.max.y + density.cell * 2.0, x1, c.max.y + reach)) as f32;
    }
    below <= above * OVER
}

/// Returns the cheapest cut between each two neighboring captions of a region, vertical and horizontal.
fn cuts(density: &Density, captions: &[Rect], members: &[usize], region: Rect, under: bool) -> Vec<Cut> {
    let mut out = Vec::new();
    let cell = density.cell;
    let index = |v: f32| density.index(v);
    for vertical in [true, false] {
        // Where a caption begins and ends, in the direction that the cut divides.
        let span = |b: Rect| if vertical { (b.min.x, b.max.x) } else { (b.min.y, b.max.y) };
        let other = if vertical { (region.min.y, region.max.y) } else { (region.min.x, region.max.x) };
        let other = index(other.0)..index(other.1) + 1;
        let mut order: Vec<usize> = members.to_vec();
        order.sort_by(|&a, &b| span(captions[a]).0.total_cmp(&span(captions[b]).0));
        let mut reached = f32::NEG_INFINITY;
        for pair in order.windows(2) {
            reached = reached.max(span(captions[pair[0]]).1);
            let (from, to) = (reached, span(captions[pair[1]]).0);
            if from >= to {
                continue;
            }
            let cost = |i: usize| {
                if vertical { density.count(i..i + 1, other.clone()) } else { density.count(other.clone(), i..i + 1) }
            };
            // A horizontal cut runs in the half nearer to the caption whose view is on the other side of the cut: the
            // ink above the lower caption belongs to that caption.
            let half = (from + to) / 2.0;
            let (from, to) = match (vertical, under) {
                (true, _) => (from, to),
                (false, true) => (from, half),
                (false, false) => (half, to),
            };
            // Between two cells, if the captions are that near.
            let (first, last) = (index(from) + 1, index(to).max(index(from) + 2));
            let costs: Vec<u32> = (first..last).map(cost).collect();
            let Some(&least) = costs.iter().min() else { continue };
            let mut runs: Vec<(usize, usize)> = Vec::new();
            for (i, _) in costs.iter().enumerate().filter(|(_, c)| **c == least) {
                match runs.last_mut() {
                    Some(run) if run.1 == i => run.1 = i + 1,
                    _ => runs.push((i, i + 1)),
                }
            }
            let chosen = match (vertical, under) {
                (true, _) => runs.iter().rev().max_by_key(|r| r.1 - r.0).copied(),
                (false, true) => runs.first().map(|r| (r.0, r.1.min(r.0 + NARROW))),
                (false, false) => runs.last().map(|r| (r.0.max(r.1.saturating_sub(NARROW)), r.1)),
            };
            let Some((a, b)) = chosen else { continue };
            let at = ((first + a) as f32 + (b - a) as f32 / 2.0) * cell;
            out.push(Cut { vertical, at: at.max(from).min(to), cost: least, gap: (b - a) as f32 * cell });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn a_high_view_beside_a_low_one_keeps_its_height() {
        let mut d = Drawing::new(1000.0, 700.0);
        // On the left a plan over the whole height, on the right one over its upper half, joined by a line.
        for i in 0..12 {
            d.rect([40.0 + 5.0 * i as f32, 40.0, 400.0, 600.0]).rect([500.0, 40.0, 900.0 - 9.0 * i as f32, 300.0]);
        }
        d.line([400.0, 200.0], [500.0, 200.0]);
        let sheet = d.sheet();
        let captions =
            [rect(150.0, 620.0, 300.0, 650.0), rect(600.0, 320.0, 750.0, 350.0), rect(600.0, 630.0, 750.0, 660.0)];
        let found = areas(&sheet, &captions, &captions, rect(0.0, 0.0, 1000.0, 700.0));
        assert!(
            found[0].min.y == 0.0 && found[0].max.y == 700.0 && (400.0..500.0).contains(&found[0].max.x),
            "{found:?}"
        );
        assert!(found[1].min.x == found[0].max.x && (350.0..400.0).contains(&found[1].max.y), "{found:?}");
        assert_eq!(found[2], rect(found[0].max.x, found[1].max.y, 1000.0, 700.0));
    }

    #[test]
    fn captions_anywhere_come_to_an_end() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([40.0, 40.0, 400.0, 600.0]);
        let sheet = d.sheet();
        for far in [f32::NAN, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30] {
            for captions in [
                [rect(150.0, 620.0, 300.0, 650.0), rect(far, far, far, far)],
                [rect(far, 620.0, far, 650.0), rect(150.0, far, 300.0, far)],
                [rect(far, far, far, far), rect(far, far, far, far)],
            ] {
                assert_eq!(areas(&sheet, &captions, &captions, rect(0.0, 0.0, 1000.0, 700.0)).len(), 2);
                for caption in captions {
                    key_plan_area(&sheet, caption, &captions);
                }
            }
        }
    }

    #[test]
    fn a_key_plan_beside_a_plan_takes_only_its_own_drawing() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([40.0, 40.0, 900.0, 400.0]).rect([800.0, 560.0, 880.0, 620.0]);
        let caption = rect(800.0, 630.0, 880.0, 645.0);
        let found = key_plan_area(&d.sheet(), caption, &[caption]);
        assert!((540.0..=560.0).contains(&found.min.y) && found.max.y >= 645.0 && found.min.x > 780.0, "{found:?}");
    }

    #[test]
    fn captions_over_their_views() {
        let mut d = Drawing::new(400.0, 800.0);
        for top in [60.0, 460.0] {
            for i in 0..10 {
                d.rect([50.0 + 5.0 * i as f32, top, 350.0, top + 300.0]);
            }
        }
        let captions = [rect(50.0, 20.0, 200.0, 40.0), rect(50.0, 425.0, 200.0, 445.0)];
        let found = areas(&d.sheet(), &captions, &captions, rect(0.0, 0.0, 400.0, 800.0));
        assert!((360.0..430.0).contains(&found[0].max.y) && found[1].min.y == found[0].max.y, "{found:?}");
    }
}
