//! Lines of text under columns joined into rows without rulings. The column that names the rows shows where each
//! begins, and a line that only continues belongs to the nearest row.

use plumbline_geometry::rect;

use crate::tables::header::tag_rank;
use crate::tables::row::{Entry, Row};
use crate::tables::text::{Turn, box_to_frame, box_to_sheet};

/// The maximum distance between the lines of one wrapped text, in text heights.
const LEADING: f32 = 1.75;

/// A line of text across the columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextRow {
    /// The baseline.
    pub(crate) base: f32,
    /// The height of the text.
    pub(crate) size: f32,
    /// Whether each column holds text.
    pub(crate) filled: Vec<bool>,
}

/// Returns the index of each line's row, from top to bottom. `key` is the column that names the rows.
pub(crate) fn rows_of(lines: &[TextRow], key: usize) -> Vec<usize> {
    let columns = lines.first().map_or(0, |l| l.filled.len());
    let count = |l: &TextRow| l.filled.iter().filter(|f| **f).count();
    let named = |l: &TextRow| l.filled.get(key).copied().unwrap_or_default();
    // A line that fills most columns is a row of its own, named or not.
    let begins = |l: &TextRow| named(l) || columns >= 3 && count(l) * 3 >= columns * 2;
    let mut starts: Vec<usize> = (0..lines.len()).filter(|i| begins(&lines[*i])).collect();
    // The second line of a two-line name is the only text on its line, and closer than rows are.
    let pitches: Vec<f32> =
        starts.windows(2).map(|w| (lines[w[1]].base - lines[w[0]].base) / lines[w[1]].size.max(0.1)).collect();
    let mut sorted = pitches.clone();
    sorted.sort_by(f32::total_cmp);
    let usual = sorted.get(sorted.len() * 3 / 4).copied().unwrap_or(0.0);
    let continues = |at: usize| {
        let (line, gap) = (&lines[starts[at]], pitches.get(at.wrapping_sub(1)).copied().unwrap_or(f32::INFINITY));
        count(line) == 1 && named(line) && gap <= 1.45 && gap < 0.75 * usual
    };
    starts = (0..starts.len()).filter(|i| *i == 0 || !continues(*i)).map(|i| starts[i]).collect();
    let Some(&first) = starts.first() else { return (0..lines.len()).collect() };
    // Lines before the first name mean that names are centered in their rows.
    let centered = first > 0 && lines[first].base - lines[first - 1].base <= LEADING * lines[first].size;
    let mut out = Vec::with_capacity(lines.len());
    let mut rows: Vec<usize> = Vec::new();
    let mut own: Vec<Option<usize>> = vec![None; lines.len()];
    for &start in &starts {
        own[start] = Some(start);
    }
    for i in 0..lines.len() {
        if own[i].is_some() {
            continue;
        }
        let before = starts.iter().rev().find(|s| **s < i).copied();
        let after = starts.iter().find(|s| **s > i).copied();
        let reaches = |from: usize, to: usize| {
            (from..to).all(|k| lines[k + 1].base - lines[k].base <= LEADING * lines[k + 1].size.max(lines[k].size))
        };
        let up = before.filter(|b| reaches(*b, i)).map(|b| (lines[i].base - lines[b].base, b));
        let down = after.filter(|a| centered && reaches(i, *a)).map(|a| (lines[a].base - lines[i].base, a));
        own[i] = match (up, down) {
            (Some(up), Some(down)) => Some(if down.0 + 0.05 * lines[i].size < up.0 { down.1 } else { up.1 }),
            (up, down) => up.or(down).map(|(_, start)| start),
        };
    }
    for (i, owner) in own.into_iter().enumerate() {
        let owner = owner.unwrap_or(i);
        let row = rows.iter().position(|r| *r == owner).unwrap_or_else(|| {
            rows.push(owner);
            rows.len() - 1
        });
        out.push(row);
    }
    out
}

/// The distance within which baselines are one line, as a share of the leading.
const SAME_LINE: f32 = 0.4;

/// Splits a row whose lines are not separated by rulings: the column that names them shows where each begins. `alone`
/// means that rulings separate few other rows of the table or none. `turn` is the table's rotation.
pub(crate) fn unruled(row: Row, names: &[&str], turn: Turn, alone: bool) -> Vec<Row> {
    let Some(key) = key_column(&row, names, alone) else { return vec![row] };
    let mut bases: Vec<f32> = row.entries.iter().flat_map(|e| e.baselines.iter().copied()).collect();
    bases.sort_by(f32::total_cmp);
    let leadings = row.entries.iter().flat_map(|e| e.baselines.windows(2).map(|w| w[1] - w[0]));
    let leading = leadings.filter(|l| *l > 0.5).fold(f32::INFINITY, f32::min);
    if !leading.is_finite() {
        return vec![row];
    }
    bases.dedup_by(|b, a| *b - *a <= SAME_LINE * leading);
    let line_of = |base: f32| bases.partition_point(|b| *b <= base + SAME_LINE * leading / 2.0).saturating_sub(1);
    let mut lines: Vec<TextRow> = bases
        .iter()
        .map(|base| TextRow { base: *base, size: leading / 1.25, filled: vec![false; row.entries.len()] })
        .collect();
    for (column, entry) in row.entries.iter().enumerate() {
        for base in &entry.baselines {
            lines[line_of(*base)].filled[column] = true;
        }
    }
    let owners = rows_of(&lines, key);
    let count = owners.iter().max().map_or(0, |m| m + 1);
    let empty = || row.entries.iter().map(|e| Entry { rows: e.rows, offset: e.offset, ..Entry::default() }).collect();
    let mut out: Vec<Row> = (0..count).map(|_| Row { entries: empty(), area: row.area }).collect();
    for (column, entry) in row.entries.iter().enumerate() {
        for (line, base) in entry.lines.iter().zip(&entry.baselines) {
            let own = &mut out[owners[line_of(*base)]].entries[column];
            own.append(line, std::slice::from_ref(line), &[*base]);
        }
    }
    let frame = box_to_frame(turn, row.area);
    for part in &mut out {
        let own = || part.entries.iter().flat_map(|e| e.baselines.iter().copied());
        let (top, bottom) = (own().fold(f32::INFINITY, f32::min), own().fold(f32::NEG_INFINITY, f32::max));
        part.area = box_to_sheet(turn, rect(frame.min.x, top - 0.8 * leading, frame.max.x, bottom + 0.2 * leading));
    }
    out
}

/// Returns the column whose lines name the rows of an unruled row, or `None` if its lines are wrapped text.
fn key_column(row: &Row, names: &[&str], alone: bool) -> Option<usize> {
    // A column of three names or more is a list regardless of the rest. In a table without row rulings two are enough.
    let fewest = if alone { 2 } else { 3 };
    let named = |column: usize| {
        let entry = &row.entries[column];
        let mut distinct: Vec<&String> = entry.lines.iter().collect();
        distinct.sort();
        distinct.dedup();
        let short = entry.lines.iter().all(|l| l.chars().count() <= 12 && !l.contains(' '));
        let like_names = |l: &&String| l.chars().any(|c| c.is_ascii_digit()) || l.chars().count() <= 3;
        let known = entry.lines.iter().filter(like_names).count();
        entry.lines.len() >= fewest
            && entry.rows == 1
            && short
            && (alone || distinct.len() == entry.lines.len())
            && known * 10 >= entry.lines.len() * 8
    };
    let by_name = (0..names.len()).filter(|c| named(*c)).filter_map(|c| tag_rank(names[c]).map(|rank| (rank, c))).min();
    let key = by_name.map(|(_, c)| c).or_else(|| (0..names.len()).find(|c| named(*c)))?;
    // Other columns must be about as long. Otherwise this is a single cell with a list in it.
    let length = row.entries[key].lines.len();
    let others = row.entries.iter().filter(|e| e.lines.len() * 3 >= length * 2).count();
    let enough = if alone && names.len() > 3 { 3 } else { 2 };
    (others >= enough).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds lines from pictures of their columns: `x` is text, and the number is the baseline.
    fn lines(drawn: &[(f32, &str)]) -> Vec<TextRow> {
        let line = |(base, columns): &(f32, &str)| TextRow {
            base: *base,
            size: 10.0,
            filled: columns.chars().map(|c| c == 'x').collect(),
        };
        drawn.iter().map(line).collect()
    }

    #[test]
    fn continued_text_belongs_to_the_row_above() {
        let drawn = [(0.0, "xxx"), (12.0, " x "), (24.0, " x "), (36.0, "xxx"), (48.0, "x x")];
        assert_eq!(rows_of(&lines(&drawn), 0), [0, 0, 0, 1, 2]);
    }

    #[test]
    fn names_in_the_middle_of_their_rows_take_lines_from_both_sides() {
        let drawn =
            [(0.0, " x "), (6.0, "x x"), (12.0, " x "), (30.0, "xxx"), (44.0, " x "), (50.0, "x x"), (56.0, " x ")];
        assert_eq!(rows_of(&lines(&drawn), 0), [0, 0, 0, 1, 2, 2, 2]);
    }

    #[test]
    fn a_line_far_from_any_name_is_a_row_of_its_own() {
        let drawn = [(0.0, "xxx"), (12.0, "xxx"), (40.0, " x "), (70.0, "xxx")];
        assert_eq!(rows_of(&lines(&drawn), 0), [0, 1, 2, 3]);
    }

    #[test]
    fn a_name_of_two_lines_is_one_name() {
        let drawn = [(0.0, "xxx"), (12.0, "x  "), (30.0, "xxx"), (48.0, "xxx")];
        assert_eq!(rows_of(&lines(&drawn), 0), [0, 0, 1, 2]);
    }
}
