//! Notes that explain a symbol: a small drawing and beside it `INDICATES EXISTING DEVICE`, or `= DUPLEX RECEPTACLE`.

use plumbline_notation::language::legend;

use crate::legend_layout::{is_small, stands_alone};
use crate::legend_rows::{Legend, LegendRow};
use crate::legend_text::{Line, Reading};
use crate::matching::Field;
use crate::unruled::{Column, Side};

/// Maximum distance between the end of a drawing and the note to its right, in text heights.
const FARTHEST: f32 = 4.0;

/// Returns a text's explanation of the drawing before it, or `None` if it explains none.
fn explained(text: &str) -> Option<&str> {
    let lower = text.to_lowercase();
    let after = |word: &str| lower.strip_prefix(word)?.starts_with(' ').then_some(word.len());
    let at = legend::EXPLAINS.all().find_map(after).or_else(|| lower.starts_with('=').then_some(1))?;
    text.get(at..).map(str::trim).filter(|rest| rest.chars().filter(|c| c.is_alphabetic()).count() > 2)
}

/// Returns the symbols that notes explain, each as a legend of one row.
pub(crate) fn legends(page: u32, lines: &[Line], reading: Reading, field: &Field) -> Vec<Legend> {
    lines.iter().filter_map(|line| read(page, line, lines, reading, field)).collect()
}

fn read(page: u32, line: &Line, lines: &[Line], reading: Reading, field: &Field) -> Option<Legend> {
    let description = explained(&line.text)?;
    let mut column = Column::of(vec![line], Side::Left, line.bbox.min.y - line.size);
    column.window.min.x = column.window.min.x.max(line.bbox.min.x - 2.0 * FARTHEST * line.size);
    column.window.max.y = line.bbox.max.y + line.size;
    let on_sheet = reading.to_sheet(column.window);
    if field.strokes_in(on_sheet).is_empty() {
        return None;
    }
    let ink = field.ink.inside(on_sheet).moved(|p| reading.to_upright(p));
    let row = column.rows(lines, &ink).pop()?;
    let near = line.bbox.min.x - row.symbol_area.max.x <= FARTHEST * line.size;
    let alone = stands_alone(reading.to_sheet(row.symbol_area), on_sheet, field);
    if !near || !alone || !is_small(&row, line.size) {
        return None;
    }
    let area = row.area.union(line.bbox);
    let row = LegendRow { description: description.to_owned(), ..row };
    Some(Legend { page, area, rows: vec![row], named: false })
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn notes_say_what_a_drawing_stands_for() {
        assert_eq!(explained("INDICATES EXISTING PANEL"), Some("EXISTING PANEL"));
        assert_eq!(explained("= Duplex receptacle"), Some("Duplex receptacle"));
        assert_eq!((explained("INDICATED ON PLAN"), explained("= 2"), explained("SEE NOTE")), (None, None, None));
    }
}
