//! Bar lists: the bars of a reinforcement schedule with their size, number, length and weight.

use plumbline_geometry::Rect;
use plumbline_notation::language::{Words, headings};
use plumbline_notation::{BarSize, FOOT, INCH, amount, bar_size, bar_sizes};
use serde::{Deserialize, Serialize};

use crate::tables::meaning::{ColumnMeaning, folded, unit_of};
use crate::tables::model::{Schedule, ScheduleRow};
use crate::tables::quantity::{Unit, quantity};

/// A bare length above this is in millimeters: a bar is never a hundred meters long.
const LONGEST: f64 = 100.0;

/// The bars that a schedule lists.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BarList {
    /// One entry per row of the schedule, in its order.
    pub bars: Vec<BarEntry>,
    /// Sum of the weights of the bars whose weight is known, in kilograms.
    pub kilograms: f64,
    /// The number of rows without a weight, because the size, number or length could not be read.
    #[serde(rename = "unweighed")]
    pub rows_without_weight: usize,
}

/// One row of a bar list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BarEntry {
    /// The bar's mark.
    pub mark: String,
    /// Its size.
    pub size: Option<BarSize>,
    /// The number of bars.
    pub quantity: Option<f64>,
    /// Length of one bar, in meters.
    pub length: Option<f64>,
    /// Bending shape or type as written.
    pub shape: Option<String>,
    /// The lettered dimensions of the shape, in meters.
    pub dimensions: Vec<(String, f64)>,
    /// The product of quantity, length and nominal weight per meter, in kilograms.
    pub kilograms: Option<f64>,
    /// The weight of the row as stated in the list, in kilograms.
    pub stated_kilograms: Option<f64>,
    /// The row's box on the sheet: x-min, y-min, x-max, y-max in points.
    pub area: Rect,
}

/// The unit of a list's bare lengths.
struct Lengths {
    /// The length of one bare unit, in meters.
    bare: f64,
}

impl Lengths {
    /// Returns the unit of the column, or the one that makes the longest bar plausible.
    fn of<'a>(name: &str, texts: impl Iterator<Item = &'a str>) -> Lengths {
        if let Some((Unit::Meter, meters)) = unit_of(name) {
            return Lengths { bare: meters };
        }
        let longest = texts.filter_map(amount).fold(0.0, f64::max);
        Lengths { bare: if longest > LONGEST { 1e-3 } else { 1.0 } }
    }

    /// Reads a length in meters.
    fn read(&self, text: &str) -> Option<f64> {
        let found = quantity(text)?;
        match found.unit {
            Unit::Meter => Some(found.value),
            Unit::None => Some(found.value * self.bare),
            _ => None,
        }
    }
}

/// Reads a number of bars: `16`, `2 EA`, and `4x2` for four groups of two.
fn count(text: &str) -> Option<f64> {
    if let Some((a, b)) = text.to_lowercase().split_once(['x', '×']) {
        return Some(amount(a)? * amount(b)?);
    }
    quantity(text).filter(|q| matches!(q.unit, Unit::None | Unit::Each)).map(|q| q.value)
}

/// Returns the bars that a schedule lists, or `None` if it does not have a column of bar sizes and one of counts or
/// lengths.
pub fn bar_list(schedule: &Schedule) -> Option<BarList> {
    let column = |meaning: ColumnMeaning| -> Vec<usize> {
        (0..schedule.columns.len()).filter(|c| schedule.meanings.get(*c) == Some(&meaning)).collect()
    };
    let texts = |c: usize| -> Vec<String> { schedule.rows.iter().map(|r| schedule.cell(r, c)).collect() };
    let named_sizes = column(ColumnMeaning::BarSize);
    let plain_sizes = [column(ColumnMeaning::Size), column(ColumnMeaning::Diameter)].concat();
    // A column named SIZE lists bars if its cells are bar designations.
    let listed = |c: &&usize| {
        let texts = texts(**c);
        let filled: Vec<&String> = texts.iter().filter(|t| !t.is_empty()).collect();
        let bars = filled.iter().filter(|t| bar_size(t).is_some()).count();
        bars > 0 && bars * 3 >= filled.len() * 2
    };
    let sizes = *named_sizes.first().or_else(|| plain_sizes.iter().find(listed))?;
    let counts = column(ColumnMeaning::Quantity).first().copied();
    let lengths = [column(ColumnMeaning::BarLength), column(ColumnMeaning::Length)].concat();
    if counts.is_none() && lengths.is_empty() {
        return None;
    }
    let (size_texts, millimeters) = (texts(sizes), unit_of(&schedule.columns[sizes]) == Some((Unit::Meter, 1e-3)));
    let read = bar_sizes(&size_texts.iter().map(String::as_str).collect::<Vec<_>>(), millimeters);
    let dimensions = column(ColumnMeaning::Dimension);
    let per_bar = bar_length_column(schedule, &lengths, counts, &dimensions);
    let shape = column(ColumnMeaning::Shape).first().copied();
    let weight = column(ColumnMeaning::BarWeight).into_iter().chain(column(ColumnMeaning::Weight)).next();
    let mut list = BarList::default();
    for (row, size) in schedule.rows.iter().zip(read) {
        let quantity = counts.and_then(|c| count(&schedule.cell(row, c)));
        let length = per_bar.as_ref().and_then(|l| l.of(schedule, row, quantity));
        let kilograms = match (&size, quantity, length) {
            (Some(size), Some(n), Some(l)) => Some(n * l * size.kilograms_per_meter),
            _ => None,
        };
        let spans = dimensions.iter().filter_map(|&c| {
            let text = schedule.cell(row, c);
            let meters =
                per_bar.as_ref().map_or(Lengths { bare: 1.0 }, |l| Lengths { bare: l.unit.bare }).read(&text)?;
            Some((schedule.columns[c].clone(), meters))
        });
        list.bars.push(BarEntry {
            mark: row.tag.clone(),
            quantity,
            length,
            shape: shape.map(|c| schedule.cell(row, c)).filter(|t| !t.is_empty()),
            dimensions: spans.collect(),
            kilograms,
            stated_kilograms: weight.and_then(|c| stated_weight(&schedule.columns[c], &schedule.cell(row, c))),
            area: row.area,
            size,
        });
    }
    list.kilograms = list.bars.iter().filter_map(|b| b.kilograms).sum();
    list.rows_without_weight = list.bars.iter().filter(|b| b.kilograms.is_none()).count();
    (list.bars.iter().filter(|b| b.size.is_some()).count() * 2 >= list.bars.len()).then_some(list)
}

/// Returns a weight in kilograms, in the unit of its text or its heading.
pub(crate) fn stated_weight(name: &str, text: &str) -> Option<f64> {
    let found = quantity(text)?;
    match found.unit {
        Unit::Kilogram => Some(found.value),
        Unit::None => Some(found.value * unit_of(name).filter(|u| u.0 == Unit::Kilogram).map_or(1.0, |u| u.1)),
        _ => None,
    }
}

/// The columns that give the length of one bar.
struct BarLengthColumn {
    column: usize,
    /// The column of inches, if feet and inches are separate.
    inches: Option<usize>,
    unit: Lengths,
    /// Whether the column holds the total length of the row's bars.
    of_all: bool,
}

impl BarLengthColumn {
    fn of(&self, schedule: &Schedule, row: &ScheduleRow, quantity: Option<f64>) -> Option<f64> {
        let mut length = self.unit.read(&schedule.cell(row, self.column))?;
        if let Some(inches) = self.inches {
            let text = schedule.cell(row, inches);
            length += quantity_in_inches(&text).unwrap_or(0.0);
        }
        if self.of_all { quantity.filter(|n| *n > 0.0).map(|n| length / n) } else { Some(length) }
    }
}

fn quantity_in_inches(text: &str) -> Option<f64> {
    let found = quantity(text)?;
    match found.unit {
        Unit::None => Some(found.value * INCH),
        Unit::Meter => Some(found.value),
        _ => None,
    }
}

/// Finds the column with the length of one bar. Falls back to a column of total lengths. The legs show whether it
/// totals the bars of a row or the legs of a bar.
fn bar_length_column(
    schedule: &Schedule,
    lengths: &[usize],
    counts: Option<usize>,
    legs: &[usize],
) -> Option<BarLengthColumn> {
    let total = |c: &usize| headings::TOTAL.occurs_in(&folded(&schedule.columns[*c]));
    let column = *lengths.iter().find(|c| !total(c)).or_else(|| lengths.first())?;
    let name = folded(&schedule.columns[column]);
    let ends = |name: &str, words: Words| words.all().any(|w| name == w || name.ends_with(&format!(" {w}")));
    let feet = ends(&name, headings::FEET_AT_END);
    let inches = lengths
        .iter()
        .copied()
        .find(|c| *c == column + 1 && ends(&folded(&schedule.columns[*c]), headings::INCHES_AT_END));
    let cells: Vec<String> = schedule.rows.iter().map(|r| schedule.cell(r, column)).collect();
    let mut unit = Lengths::of(&schedule.columns[column], cells.iter().map(String::as_str));
    if feet {
        unit.bare = FOOT;
    }
    let mut of_all = false;
    if total(&column) {
        let (mut one, mut all) = (0, 0);
        for (row, cell) in schedule.rows.iter().zip(&cells) {
            let read = |c: &usize| unit.read(&schedule.cell(row, *c));
            let sum: f64 = legs.iter().filter_map(read).sum();
            let (Some(length), Some(n)) = (unit.read(cell), counts.and_then(|c| count(&schedule.cell(row, c)))) else {
                continue;
            };
            // Bends shorten a bar and hooks lengthen it, so the sum of the legs is only approximate.
            if n > 1.5 && sum > 0.0 {
                let near = |l: f64| (0.7..1.4).contains(&(l / sum));
                one += usize::from(near(length));
                all += usize::from(near(length / n));
            }
        }
        of_all = all > one;
    }
    Some(BarLengthColumn { column, inches, unit, of_all })
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;

    use super::*;
    use crate::tables::model::{ScheduleKind, Value};

    fn list(columns: &[&str], rows: &[&[&str]]) -> Schedule {
        let meanings: Vec<ColumnMeaning> = columns.iter().map(|c| ColumnMeaning::of(c).in_bar_list(c)).collect();
        let rows = rows.iter().map(|cells| ScheduleRow {
            tag: cells[0].to_owned(),
            description: String::new(),
            attributes: columns
                .iter()
                .zip(*cells)
                .skip(1)
                .filter(|(_, cell)| !cell.is_empty())
                .map(|(name, cell)| ((*name).to_owned(), Value::Text((*cell).to_owned())))
                .collect(),
            area: rect(0.0, 0.0, 0.0, 0.0),
        });
        let mut meanings = meanings;
        meanings[0] = ColumnMeaning::Tag;
        Schedule {
            kind: ScheduleKind::Other,
            title: Some("BAR LIST".into()),
            designation: None,
            facts: Vec::new(),
            columns: columns.iter().map(|c| (*c).to_owned()).collect(),
            meanings,
            rows: rows.collect(),
            area: rect(0.0, 0.0, 0.0, 0.0),
        }
    }

    #[test]
    fn weighs_a_list_in_feet_whose_total_length_is_that_of_a_bar() {
        let s = list(
            &["Bar Mark", "Qty", "Size", "Total Length", "Type", "'A'", "'B'"],
            &[
                &["4B01", "10", "#4", "3'-6\"", "17", "1'-0\"", "2'-6\""],
                &["5B01", "2x3", "#5", "10'-0\"", "", "10'-0\"", ""],
            ],
        );
        let bars = bar_list(&s).unwrap();
        assert_eq!(bars.bars[0].size.as_ref().unwrap().designation, "#4");
        assert_eq!((bars.bars[0].quantity, bars.bars[1].quantity), (Some(10.0), Some(6.0)));
        assert!((bars.bars[0].length.unwrap() - 1.0668).abs() < 1e-9);
        assert_eq!(bars.bars[0].shape.as_deref(), Some("17"));
        let want = 10.0 * 1.0668 * 0.994 + 6.0 * 3.048 * 1.552;
        assert!((bars.kilograms - want).abs() < 1e-6, "{}", bars.kilograms);
        assert_eq!(bars.rows_without_weight, 0);
    }

    #[test]
    fn a_total_length_is_divided_among_the_bars() {
        let s = list(
            &["MARCA", "CANT.", "ø (mm)", "LONGITUD TOTAL (m)", "A", "B"],
            &[&["P1", "20", "12", "60.00", "1.00", "2.00"], &["P2", "4", "8", "10.00", "2.50", ""]],
        );
        let bars = bar_list(&s).unwrap();
        assert!((bars.bars[0].length.unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(bars.bars[0].size.as_ref().unwrap().designation, "ø12");
        assert!((bars.bars[0].kilograms.unwrap() - 60.0 * 0.8878).abs() < 0.01);
    }

    #[test]
    fn bare_lengths_are_millimeters_when_meters_would_be_absurd() {
        let s = list(&["MARK", "NO.", "SIZE", "LENGTH"], &[&["01", "4", "T16", "3500"], &["02", "2", "T10", "900"]]);
        let mut s = s;
        s.meanings[1] = ColumnMeaning::Quantity;
        let bars = bar_list(&s).unwrap();
        assert_eq!((bars.bars[0].length, bars.bars[1].length), (Some(3.5), Some(0.9)));
    }

    #[test]
    fn a_list_of_luminaires_is_not_a_bar_list() {
        let s = list(&["TYPE", "QTY", "SIZE"], &[&["A", "4", "2x4"], &["B", "2", "2x2"]]);
        let mut s = s;
        s.meanings[2] = ColumnMeaning::Size;
        assert_eq!(bar_list(&s), None);
    }
}
