//! The cells that rulings enclose, and the sets of cells that touch.

use plumbline_geometry::{DisjointSets, Rect, Size, rect};

use crate::tables::rulings::{Ruling, Rulings};

/// The distance within which a ruling meets another, in points.
const TOUCH: f32 = 2.0;
/// The smallest width and height of a cell, in points. Nothing legible fits into less.
const NARROWEST: f32 = 4.0;
/// The maximum number of crossings tried from a corner in each direction. Bounds the work on hatches.
const REACH: usize = 40;

/// The maximum number of crossings of rulings on a sheet. Bounds the memory on hatches.
const MOST_CROSSINGS: usize = 2_000_000;

/// An empty cell: its box and the four rulings around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Face {
    /// x-min, y-min, x-max, y-max.
    pub(crate) area: Rect,
    /// Index of its top ruling.
    pub(crate) top: usize,
    /// Index of its bottom ruling.
    pub(crate) bottom: usize,
    /// Index of its left ruling.
    pub(crate) left: usize,
    /// Index of its right ruling.
    pub(crate) right: usize,
}

/// The crossings of each ruling with rulings of the other axis, as (position, index) pairs sorted by position.
struct Crossings {
    horizontal: Vec<Vec<(f32, u32)>>,
    vertical: Vec<Vec<(f32, u32)>>,
}

/// Returns the crossings, or `None` if there are more than a sheet of tables can have.
fn crossings(rulings: &Rulings) -> Option<Crossings> {
    let mut count = 0usize;
    let mut horizontal = vec![Vec::new(); rulings.horizontal.len()];
    let mut vertical = vec![Vec::new(); rulings.vertical.len()];
    // Both lists are sorted by position, so a binary search bounds the candidates along the ruling.
    for (h, row) in rulings.horizontal.iter().enumerate() {
        let first = rulings.vertical.partition_point(|v| v.at < row.from - TOUCH);
        for (v, column) in rulings.vertical.iter().enumerate().skip(first) {
            if column.at > row.to + TOUCH {
                break;
            }
            if column.from - TOUCH <= row.at && row.at <= column.to + TOUCH {
                count += 1;
                if count > MOST_CROSSINGS {
                    return None;
                }
                horizontal[h].push((column.at, v as u32));
                vertical[v].push((row.at, h as u32));
            }
        }
    }
    for list in horizontal.iter_mut().chain(vertical.iter_mut()) {
        list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    }
    Some(Crossings { horizontal, vertical })
}

/// Returns the smallest cells: from each crossing, the nearest rectangle to its right and below. `largest` is the
/// maximum width and height of a cell, in points.
pub(crate) fn faces(rulings: &Rulings, largest: Size) -> Vec<Face> {
    let Some(crossings) = crossings(rulings) else { return Vec::new() };
    let mut found = Vec::new();
    for (top, row) in crossings.horizontal.iter().enumerate() {
        for (k, &(x0, left)) in row.iter().enumerate() {
            let rights = &row[k + 1..];
            if let Some(face) = face_at(rulings, &crossings, top, left as usize, x0, rights, largest) {
                found.push(face);
            }
        }
    }
    found
}

fn face_at(
    rulings: &Rulings,
    crossings: &Crossings,
    top: usize,
    left: usize,
    x0: f32,
    rights: &[(f32, u32)],
    largest: Size,
) -> Option<Face> {
    let y0 = rulings.horizontal[top].at;
    if reaches_no_further(&rulings.vertical[left], y0) || rights.is_empty() {
        return None;
    }
    let column = &crossings.vertical[left];
    let below = column.partition_point(|c| c.0 < y0 + NARROWEST);
    for &(y1, bottom) in column[below..].iter().take(REACH) {
        if y1 - y0 > largest.height {
            return None;
        }
        let bottom = bottom as usize;
        let under = &crossings.horizontal[bottom];
        for &(x1, right) in rights.iter().take(REACH) {
            if x1 - x0 < NARROWEST {
                continue;
            }
            if x1 - x0 > largest.width {
                break;
            }
            let at = under.partition_point(|c| c.0 < x1);
            if under[at..].iter().take_while(|c| c.0 <= x1).any(|c| c.1 == right) {
                return Some(Face { area: rect(x0, y0, x1, y1), top, bottom, left, right: right as usize });
            }
        }
    }
    None
}

/// Returns whether a vertical ruling ends at y, so that nothing lies below.
fn reaches_no_further(column: &Ruling, y: f32) -> bool {
    column.to < y + NARROWEST
}

/// Returns the sets of at least two cells, by index, that share a stretch of a ruling.
pub(crate) fn connected(faces: &[Face]) -> Vec<Vec<usize>> {
    let mut sets = DisjointSets::new(faces.len());
    // Cells on either side of one ruling, in the order of that ruling: neighbors overlap along it.
    join(&mut sets, faces, |f| (f.bottom, f.top), |f| (f.area.min.x, f.area.max.x));
    join(&mut sets, faces, |f| (f.right, f.left), |f| (f.area.min.y, f.area.max.y));
    sets.groups(2)
}

fn join(
    sets: &mut DisjointSets,
    faces: &[Face],
    sides: impl Fn(&Face) -> (usize, usize),
    span: impl Fn(&Face) -> (f32, f32),
) {
    // (ruling, start, end, face): one entry for the cell before a ruling and one for the cell after it.
    let mut before: Vec<(usize, f32, f32, usize)> = Vec::with_capacity(faces.len());
    let mut behind: Vec<(usize, f32, f32, usize)> = Vec::with_capacity(faces.len());
    for (i, face) in faces.iter().enumerate() {
        let ((near, far), (from, to)) = (sides(face), span(face));
        before.push((near, from, to, i));
        behind.push((far, from, to, i));
    }
    let order = |a: &(usize, f32, f32, usize), b: &(usize, f32, f32, usize)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
    before.sort_by(order);
    behind.sort_by(order);
    let mut start = 0;
    for a in &before {
        while start < behind.len() && (behind[start].0 < a.0 || behind[start].0 == a.0 && behind[start].2 <= a.1 + 1.0)
        {
            start += 1;
        }
        for b in behind[start..].iter().take_while(|b| b.0 == a.0 && b.1 < a.2 - 1.0) {
            sets.join(a.3, b.3);
        }
    }
}
