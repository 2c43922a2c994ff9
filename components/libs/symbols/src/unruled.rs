//! Legends without rules: a column of small drawings, each with a text to its right.

use plumbline_sheet::geometry::contains;

use crate::ink::Ink;
use crate::legend::{Legend, LegendRow, Line, row};

/// Farthest left of its text a symbol may begin, in heights of the text.
const WIDEST: f32 = 22.0;

/// Fewest rows that make a legend.
const FEWEST: usize = 3;

/// Largest gap between two rows, in heights of the text.
const LARGEST_GAP: f32 = 9.0;

/// The legend below a title: texts that begin at one x below it, with drawings to their left.
pub(crate) fn below(page: u32, title: &Line, symbol: Option<&Line>, lines: &[Line], ink: &Ink) -> Option<Legend> {
    // Texts below and around the title, not higher than three times or lower than a third of the title's size.
    let reach = 40.0 * title.size;
    let mut candidates: Vec<&Line> = lines
        .iter()
        .filter(|l| {
            l.middle[1] > title.bbox[3]
                && l.size <= title.size * 1.6
                && l.bbox[0] > title.bbox[0] - reach
                && l.bbox[0] < title.bbox[2] + reach
                && symbol.is_none_or(|s| l.bbox[0] > s.bbox[0])
        })
        .collect();
    candidates.sort_by(|a, b| a.middle[1].total_cmp(&b.middle[1]));
    // The columns: left edges that several texts share.
    let mut edges: Vec<f32> = candidates.iter().map(|l| l.bbox[0]).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < 1.5);
    let mut columns: Vec<Legend> = edges
        .into_iter()
        .filter_map(|edge| {
            let column: Vec<&Line> = candidates
                .iter()
                .filter(|l| (l.bbox[0] - edge).abs() < 2.0 && l.text.chars().count() >= 3)
                .copied()
                .collect();
            read_column(page, title, &column, lines, ink)
        })
        .collect();
    // The longest first, and besides it those that go on beside it: a legend may have several columns.
    columns.sort_by(|a, b| b.rows.len().cmp(&a.rows.len()).then(a.area[0].total_cmp(&b.area[0])));
    let mut whole = columns.first()?.clone();
    for other in &columns[1..] {
        let rows = other.rows.iter().map(|r| r.area).reduce(plumbline_sheet::geometry::union)?;
        let free = !whole.rows.iter().any(|r| plumbline_sheet::geometry::overlaps(r.area, rows));
        let (top, low) = (whole.rows.first()?.area[1], whole.rows.last()?.area[3]);
        if free && rows[1] < low && rows[3] > top && symbol.is_none() {
            whole.rows.extend(other.rows.iter().cloned());
            whole.area = plumbline_sheet::geometry::union(whole.area, other.area);
        }
    }
    Some(whole)
}

fn read_column(page: u32, title: &Line, column: &[&Line], lines: &[Line], ink: &Ink) -> Option<Legend> {
    // Down from the title without a large gap.
    let mut run: Vec<&Line> = Vec::new();
    let mut bottom = title.bbox[3];
    for line in column {
        if line.bbox[1] - bottom > LARGEST_GAP * line.size.max(4.0) {
            break;
        }
        bottom = line.bbox[3];
        run.push(line);
    }
    if run.len() < FEWEST {
        return None;
    }
    let size = run[run.len() / 2].size;
    let left = run.iter().map(|l| l.bbox[0]).fold(f32::INFINITY, f32::min);
    let window = [left - WIDEST * size, title.bbox[3], left - 0.3, bottom + 2.0 * size];
    // What is drawn there, without lines that leave the window or rule it.
    let drawn = ink.inside(window);
    let drawn = drawn.filter(|s| s.length() < 0.6 * (window[2] - window[0]), |_| true, |_| true);
    let parts = crate::parts::parts(&drawn);
    let boxes: Vec<[f32; 4]> =
        parts.iter().filter_map(Ink::bbox).filter(|b| b[3] - b[1] < 8.0 * size.max(4.0)).collect();
    // Each drawing goes to the text it is level with; a text without one goes on the text above.
    let mut owners: Vec<Vec<[f32; 4]>> = vec![Vec::new(); run.len()];
    for b in boxes {
        let level = (b[1] + b[3]) / 2.0;
        let nearest = (0..run.len())
            .min_by(|&i, &j| (run[i].middle[1] - level).abs().total_cmp(&(run[j].middle[1] - level).abs()));
        if let Some(i) = nearest.filter(|&i| (run[i].middle[1] - level).abs() < 2.5 * size.max(b[3] - b[1])) {
            owners[i].push(b);
        }
    }
    let mut rows: Vec<LegendRow> = Vec::new();
    let mut i = 0;
    while i < run.len() {
        let Some(&first) = owners[i].first() else {
            i += 1;
            continue;
        };
        let cell = owners[i].iter().copied().fold(first, plumbline_sheet::geometry::union);
        let mut text = run[i].text.clone();
        let mut low = run[i].bbox[3];
        let mut next = i + 1;
        while next < run.len() && owners[next].is_empty() && run[next].bbox[1] - low < 0.7 * size {
            text.push(' ');
            text.push_str(&run[next].text);
            low = run[next].bbox[3];
            next += 1;
        }
        // Runs that go on to the right on the same level.
        let level = run[i].middle[1];
        let mut more: Vec<&Line> = lines
            .iter()
            .filter(|l| {
                (l.middle[1] - level).abs() < 0.4 * size
                    && l.bbox[0] > run[i].bbox[2]
                    && l.bbox[0] < run[i].bbox[2] + 2.0 * size
            })
            .collect();
        more.sort_by(|a, b| a.bbox[0].total_cmp(&b.bbox[0]));
        for line in more {
            text.push(' ');
            text.push_str(&line.text);
        }
        let around = [cell[0] - 0.3, cell[1] - 0.3, cell[2] + 0.3, cell[3] + 0.3];
        let area = plumbline_sheet::geometry::union(around, [run[i].bbox[0], run[i].bbox[1], run[i].bbox[2], low]);
        rows.extend(row(around, area, text, Vec::new(), lines, &drawn));
        i = next;
    }
    // A legend has a drawing for most of its texts; a column of notes beside a plan has not.
    if rows.len() < FEWEST || rows.len() * 3 < run.len() {
        return None;
    }
    let area = rows.iter().map(|r| r.area).reduce(plumbline_sheet::geometry::union)?;
    let area = plumbline_sheet::geometry::union(area, title.bbox);
    debug_assert!(contains(area, title.middle));
    Some(Legend { page, area, rows })
}
