//! Tables of connected cells: rows and columns in reading direction, and the text of each cell.

use std::collections::HashMap;

use plumbline_geometry::{BoxIndex, Point, Rect};

use crate::tables::faces::Face;
use crate::tables::model::{Cell, Table};
use crate::tables::text::{Reading, Word, box_to_frame, lines, main_turn};

/// The distance within which edges bound the same row or column, in points.
const SAME_EDGE: f32 = 2.0;
/// The minimum number of cells with text in a table.
const FEWEST_CELLS: usize = 4;
/// The minimum share of cells with text. Areas enclosed by walls and hatches are mostly empty.
const LEAST_FILLED: f32 = 0.15;

/// A spatial index of the cells of a sheet.
struct CellIndex<'a> {
    faces: &'a [Face],
    index: BoxIndex<usize>,
}

impl<'a> CellIndex<'a> {
    fn new(faces: &'a [Face]) -> Self {
        Self { faces, index: BoxIndex::new(faces.iter().enumerate().map(|(i, f)| (f.area, i))) }
    }

    /// Returns the smallest cell around a point.
    fn at(&self, point: Point) -> Option<usize> {
        self.smallest(point, |_| true)
    }

    fn smallest(&self, point: Point, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let size = |i: usize| self.faces[i].area.area();
        let around = self.index.at(point).filter(|i| fits(*i));
        around.min_by(|&a, &b| size(a).total_cmp(&size(b)).then(a.cmp(&b)))
    }

    /// Returns the smallest cell around a word's middle that has room for it. Strokes of letters enclose less.
    fn around(&self, word: &Word) -> Option<usize> {
        self.smallest(word.middle, |i| {
            let frame = box_to_frame(word.turn, self.faces[i].area);
            frame.width() >= 0.5 * (word.to - word.from) && frame.height() >= 0.6 * word.size
        })
    }
}

/// Drops the cells that other cells fill along a whole side. Such a cell encloses the cells of two tables and the gap
/// between them.
pub(crate) fn without_enclosing(faces: Vec<Face>) -> Vec<Face> {
    const SAME: f32 = 1.0;
    let cells = CellIndex::new(&faces);
    let keep = |face: &Face| {
        let [x0, y0, x1, y1] = face.area.to_array();
        let size = (x1 - x0) * (y1 - y0);
        let mut shared = [0.0; 4];
        for other in cells.index.within(face.area.grown(SAME)).map(|i| &faces[i]) {
            let [a0, b0, a1, b1] = other.area.to_array();
            if (a1 - a0) * (b1 - b0) > 0.95 * size {
                continue;
            }
            for (side, (gap, length)) in
                [(a0 - x0, b1 - b0), (b0 - y0, a1 - a0), (x1 - a1, b1 - b0), (y1 - b1, a1 - a0)].into_iter().enumerate()
            {
                shared[side] += if gap.abs() <= SAME { length } else { 0.0 };
            }
        }
        !(0..4).any(|side| shared[side] >= 0.9 * if side % 2 == 0 { y1 - y0 } else { x1 - x0 })
    };
    let kept: Vec<bool> = faces.iter().map(keep).collect();
    faces.into_iter().zip(kept).filter(|(_, keep)| *keep).map(|(face, _)| face).collect()
}

/// Returns the words in each cell. A word belongs to the smallest cell around its middle. Splits the entries of `words`
/// that the writing program joined across a ruling.
pub(crate) fn fill(faces: &[Face], words: &mut Vec<Word>) -> Vec<Vec<usize>> {
    let index = CellIndex::new(faces);
    *words = std::mem::take(words).into_iter().flat_map(|w| cut_at_ruling(w, &index)).collect();
    let mut home: Vec<Option<usize>> = words.iter().map(|word| index.around(word)).collect();
    keep_overflow(words, &mut home);
    let mut filled = vec![Vec::new(); faces.len()];
    for (word, face) in home.iter().enumerate() {
        if let Some(face) = face {
            filled[*face].push(word);
        }
    }
    filled
}

fn cut_at_ruling(word: Word, index: &CellIndex<'_>) -> Vec<Word> {
    let (Some(first), Some(last)) = (index.at(word.place(word.from)), index.at(word.place(word.to))) else {
        return vec![word];
    };
    if first == last {
        return vec![word];
    }
    let ruling = box_to_frame(word.turn, index.faces[first].area).max.x;
    word.cut(ruling).map_or_else(|| vec![word], Vec::from)
}

/// Keeps a run whole if it is too long for its cell and overflows into one that already has text. A run that crosses
/// into empty cells is the text of several cells.
fn keep_overflow(words: &[Word], home: &mut [Option<usize>]) {
    let mut start = 0;
    let before = home.to_vec();
    let mut inside: HashMap<usize, Vec<usize>> = HashMap::new();
    for (word, face) in before.iter().enumerate() {
        if let Some(face) = face {
            inside.entry(*face).or_default().push(word);
        }
    }
    while start < words.len() {
        let end = start + words[start..].iter().take_while(|w| w.run == words[start].run).count();
        let first = before[start];
        if before[start..end].iter().any(|h| *h != first) {
            for i in start..end {
                let (Some(own), Some(other)) = (first, before[i]) else { continue };
                let taken = own != other
                    && inside.get(&other).into_iter().flatten().map(|j| &words[*j]).any(|w| {
                        w.run != words[i].run
                            && w.turn == words[i].turn
                            && (w.base - words[i].base).abs() <= 0.5 * w.size
                    });
                if taken {
                    home[i] = Some(own);
                }
            }
        }
        start = end;
    }
}

/// Returns the table of connected cells with their words, or `None` if they hold too little text to be one.
pub(crate) fn table(set: &[(Face, Vec<usize>)], words: &[Word]) -> Option<Table> {
    let filled = set.iter().filter(|(_, w)| !w.is_empty()).count();
    if filled < FEWEST_CELLS || (filled as f32) < LEAST_FILLED * set.len() as f32 {
        return None;
    }
    let turn = main_turn(set.iter().flat_map(|(_, w)| w).map(|&w| &words[w]));
    let framed: Vec<Rect<Reading>> = set.iter().map(|(face, _)| box_to_frame(turn, face.area)).collect();
    let xs = edges(framed.iter().flat_map(|a| [a.min.x, a.max.x]));
    let ys = edges(framed.iter().flat_map(|a| [a.min.y, a.max.y]));
    if xs.len() < 2 || ys.len() < 3 {
        return None;
    }
    let mut area = set[0].0.area;
    let mut cells: Vec<Cell> = Vec::with_capacity(set.len());
    for ((face, inside), frame) in set.iter().zip(&framed) {
        area = area.union(face.area);
        let (row, column) = (edge(&ys, frame.min.y), edge(&xs, frame.min.x));
        // Text at a different angle from the table's (a rotated heading) is read in its own direction.
        let own = main_turn(inside.iter().map(|&w| &words[w]));
        let read = lines(inside.iter().map(|&w| &words[w]).filter(|w| w.turn == own), f32::INFINITY);
        cells.push(Cell {
            row,
            column,
            row_span: edge(&ys, frame.max.y).saturating_sub(row).max(1),
            column_span: edge(&xs, frame.max.x).saturating_sub(column).max(1),
            area: face.area,
            baselines: read.iter().map(|l| l.base).collect(),
            lines: read.into_iter().map(|l| l.text).collect(),
        });
    }
    cells.sort_by_key(|c| (c.row, c.column));
    cells.dedup_by_key(|c| (c.row, c.column));
    Some(Table { area, rotation: turn, rows: ys.len() - 1, columns: xs.len() - 1, cells })
}

/// Returns the distinct positions, sorted.
fn edges(all: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut all: Vec<f32> = all.collect();
    all.sort_by(f32::total_cmp);
    let mut out: Vec<f32> = Vec::new();
    for x in all {
        if out.last().is_none_or(|last| x - last > SAME_EDGE) {
            out.push(x);
        }
    }
    out
}

/// Returns the index of the edge at x.
fn edge(edges: &[f32], x: f32) -> usize {
    edges.partition_point(|e| *e <= x + 0.001).saturating_sub(1)
}
