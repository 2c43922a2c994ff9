//! Schedules from tables: title, kind, facts and rows.

use plumbline_sheet::Sheet;

use crate::header::{
    description_rank, is_symbol, kind, lists_circuits, lists_revisions, tag_rank, titles_calculation, titles_other,
    titles_panel, titles_schedule,
};
use crate::model::{Cell, Schedule, ScheduleKind, ScheduleRow, Table, Value};
use crate::panel::circuits;
use crate::section::{Section, sections};
use crate::text::{Line, Word, box_to_frame, lines, words};

/// How far above or below a table its title may stand, in points.
const TITLE_DISTANCE: f32 = 45.0;
/// Fewest columns of a schedule whose title does not call it one.
const FEWEST_COLUMNS: usize = 4;

/// The schedules among the tables of a sheet.
pub(crate) fn schedules(sheet: &Sheet, tables: &[Table]) -> Vec<Schedule> {
    let words = words(sheet);
    let mut found = Vec::new();
    for table in tables {
        let mut here = in_table(table, &words);
        if here.is_empty() {
            // Circuit tables of single-line diagrams run sideways: their first column is the header.
            here = in_table(&transposed(table), &words);
        }
        found.append(&mut here);
    }
    found
}

fn in_table(table: &Table, words: &[Word]) -> Vec<Schedule> {
    sections(table).iter().filter_map(|section| schedule(table, section, words)).collect()
}

/// A table with rows for columns.
fn transposed(table: &Table) -> Table {
    let turn = |c: &Cell| Cell {
        row: c.column,
        column: c.row,
        row_span: c.column_span,
        column_span: c.row_span,
        area: c.area,
        lines: c.lines.clone(),
        baselines: c.baselines.clone(),
    };
    let mut cells: Vec<Cell> = table.cells.iter().map(turn).collect();
    cells.sort_by_key(|c| (c.row, c.column));
    Table { rows: table.columns, columns: table.rows, cells, ..table.clone() }
}

fn schedule(table: &Table, section: &Section, words: &[Word]) -> Option<Schedule> {
    let names = section.names();
    let title = title(table, section, words);
    let heading = title.clone().unwrap_or_default();
    let called_schedule = titles_schedule(&heading);
    if lists_revisions(&names) || titles_other(&heading) && !called_schedule {
        return None;
    }
    let facts = facts(table, section, words);
    let designation = designation(&heading, &facts);
    if let Some((columns, rows)) = circuits(section, titles_panel(&heading)) {
        let title = panel_title(title, designation.as_deref());
        let (kind, area) = (ScheduleKind::Panel, section.area);
        return Some(Schedule { kind, title, designation, facts, columns, rows, area });
    }
    let rows = rows(section, &names);
    let tagged = rows.iter().filter(|r| !r.tag.is_empty()).count();
    if rows.is_empty() || tagged * 2 < rows.len() {
        return None;
    }
    // Circuits by name rather than number: a distribution board of a single-line diagram.
    let directory = lists_circuits(&names) && !titles_calculation(&heading);
    let symbols = tag_column(section, &names).is_some_and(|c| is_symbol(&names[c]));
    if !called_schedule && !directory && (symbols || names.len() < FEWEST_COLUMNS || !columns_name_a_schedule(&names)) {
        return None;
    }
    let columns = names.iter().filter(|n| !n.is_empty()).cloned().collect::<Vec<_>>();
    let kind = if directory { ScheduleKind::Panel } else { kind(&heading, &columns) };
    let designation = designation.filter(|_| kind == ScheduleKind::Panel);
    Some(Schedule { kind, title, designation, facts, columns, rows, area: section.area })
}

/// Without a title the columns must speak for themselves: one names the row, and most are known headings.
fn columns_name_a_schedule(names: &[String]) -> bool {
    let known = names.iter().filter(|n| crate::header::is_heading(n)).count();
    names.iter().any(|n| tag_rank(n).is_some()) && known * 3 >= names.len() * 2
}

/// Title of a panelboard: ends with its designation.
fn panel_title(title: Option<String>, designation: Option<&str>) -> Option<String> {
    match (title, designation) {
        (Some(title), Some(name)) if !title.contains(name) => {
            Some(format!("{}: {name}", title.trim_end_matches([':', ' '])))
        }
        (None, Some(name)) => Some(name.to_owned()),
        (title, _) => title,
    }
}

/// The lines of text inside an area of the sheet, in the table's reading direction.
fn lines_in(words: &[Word], turn: u32, area: [f32; 4], widest: f32) -> Vec<Line> {
    let frame = box_to_frame(turn, area);
    let inside = |w: &&Word| {
        let middle = (w.from + w.to) / 2.0;
        let height = w.base - 0.35 * w.size;
        w.turn == turn && frame[0] <= middle && middle <= frame[2] && frame[1] <= height && height <= frame[3]
    };
    lines(words.iter().filter(inside), widest)
}

/// An area of the given thickness above (`true`) or below another in reading direction, on the sheet.
fn beside(turn: u32, area: [f32; 4], above: bool, thickness: f32) -> [f32; 4] {
    let [x0, y0, x1, y1] = area;
    match (turn, above) {
        (90, true) | (270, false) => [x1, y0, x1 + thickness, y1],
        (90, false) | (270, true) => [x0 - thickness, y0, x0, y1],
        (180, true) | (0, false) => [x0, y1, x1, y1 + thickness],
        _ => [x0, y0 - thickness, x1, y0],
    }
}

/// The title: the first spanning cell above the header that reads like one, else the text right above or below.
fn title(table: &Table, section: &Section, words: &[Word]) -> Option<String> {
    let short = |t: &&String| t.chars().count() <= 120;
    if let Some(inside) = section.above.iter().filter(short).find(|t| titles_schedule(t) || titles_other(t)) {
        return Some(inside.clone());
    }
    if let Some(inside) = section.above.iter().find(short) {
        return Some(inside.clone());
    }
    let turn = table.rotation;
    // Many blanks stand within a title, none as wide as three of its letters.
    let near = |above: bool| lines_in(words, turn, beside(turn, section.area, above, TITLE_DISTANCE), 3.0);
    let fits = |l: &Line| titles_schedule(&l.text) || titles_other(&l.text) || titles_panel(&l.text);
    let above = near(true);
    let best = above.iter().rev().find(|l| fits(l)).or_else(|| {
        // A line in larger letters than the header's is a title whatever it says.
        let header = lines_in(words, turn, section.header, f32::INFINITY);
        let size = header.iter().map(|l| l.size).fold(0.0, f32::max);
        above.iter().rev().find(|l| l.size > 1.2 * size && size > 0.0)
    });
    if let Some(line) = best {
        return Some(line.text.clone());
    }
    near(false).into_iter().find(fits).map(|l| l.text)
}

/// What stands as `NAME: value` between the table's top and its header, or right above it.
fn facts(table: &Table, section: &Section, words: &[Word]) -> Vec<(String, String)> {
    let turn = table.rotation;
    let (header, whole) = (box_to_frame(turn, section.header), box_to_frame(turn, section.area));
    let inside = header[1] - whole[1];
    let reach = if inside > 1.0 { inside } else { TITLE_DISTANCE };
    let area = beside(turn, section.header, true, reach);
    let mut out: Vec<(String, String)> = Vec::new();
    let mut open: Option<(usize, f32)> = None;
    for line in lines_in(words, turn, area, 1.5) {
        match line.text.split_once(':') {
            Some((name, value)) if name.chars().any(char::is_alphabetic) && name.chars().count() <= 40 => {
                out.push((name.trim().to_owned(), value.trim().to_owned()));
                open = Some((out.len() - 1, line.base));
            }
            // A value that stands apart from its name, on the same line.
            _ => {
                if let Some((at, base)) = open
                    && (line.base - base).abs() < 0.5 * line.size
                    && out[at].1.is_empty()
                {
                    out[at].1 = line.text;
                }
            }
        }
    }
    out.retain(|(_, value)| !value.is_empty() && value != "-");
    out
}

/// The panelboard's own name: from the facts, else what follows PANEL in the title.
fn designation(title: &str, facts: &[(String, String)]) -> Option<String> {
    const NAMES: [&str; 12] = [
        "DESIGNATION",
        "PANEL",
        "PANELBOARD",
        "PANEL NAME",
        "PANEL NO",
        "PANEL DESIGNATION",
        "PANEL ID",
        "BOARD",
        "DISTRIBUTION BOARD",
        "DB",
        "TABLERO",
        "NAME",
    ];
    let named =
        |(name, _): &&(String, String)| NAMES.iter().any(|n| name.trim_end_matches('.').eq_ignore_ascii_case(n));
    if let Some((_, value)) = facts.iter().find(named) {
        return Some(value.clone());
    }
    let upper = title.to_uppercase();
    for word in ["PANELBOARD", "PANEL", "SWITCHBOARD", "LOAD CENTER", "DISTRIBUTION BOARD", "TABLERO"] {
        if let Some(at) = upper.find(word) {
            let rest = upper.get(at + word.len()..)?.trim_start_matches([':', ' ', '"', '\'']);
            let rest = rest.trim_start_matches("SCHEDULE").trim_start_matches([':', ' ', '-', '"', '\'']);
            let name: String = rest.split_whitespace().next()?.trim_matches(['"', '\'', ',']).to_owned();
            if name.chars().any(|c| c.is_ascii_digit()) || (1..=4).contains(&name.chars().count()) {
                return Some(name);
            }
        }
    }
    None
}

/// The column among some that describes the row.
pub(crate) fn description_column(names: &[String], among: &[usize]) -> Option<usize> {
    let ranked = among.iter().filter_map(|&c| description_rank(&names[c]).map(|rank| (rank, c)));
    ranked.min().map(|(_, c)| c)
}

/// The column that names the row: by its heading, else the first, when its texts are short and mostly differ.
fn tag_column(section: &Section, names: &[String]) -> Option<usize> {
    let filled = |c: usize| section.rows.iter().filter(|r| !r.entries[c].text.is_empty()).count();
    let by_name = (0..names.len())
        .filter(|c| filled(*c) * 2 >= section.rows.len())
        .filter_map(|c| tag_rank(&names[c]).map(|rank| (rank, c)))
        .min();
    if let Some((_, c)) = by_name {
        return Some(c);
    }
    let texts: Vec<&str> = section.rows.iter().map(|r| r.entries.first().map_or("", |e| &e.text)).collect();
    let mut distinct: Vec<&&str> = texts.iter().filter(|t| !t.is_empty() && t.chars().count() <= 24).collect();
    distinct.sort();
    distinct.dedup();
    (distinct.len() * 3 >= texts.len() * 2).then_some(0)
}

/// The rows of a schedule that is no panelboard's; halves with the same header are read one after the other.
fn rows(section: &Section, names: &[String]) -> Vec<ScheduleRow> {
    let half = names.len() / 2;
    if half >= 2 && names.len().is_multiple_of(2) && names[..half] == names[half..] {
        let part = |from: usize| Section {
            columns: section.columns[from..from + half].to_vec(),
            rows: section
                .rows
                .iter()
                .map(|r| crate::section::Row { entries: r.entries[from..from + half].to_vec(), area: r.area })
                .filter(|r| r.entries.iter().any(|e| !e.text.is_empty()))
                .collect(),
            ..section.clone()
        };
        let mut out = rows(&part(0), &names[..half]);
        out.extend(rows(&part(half), &names[half..]));
        return out;
    }
    let Some(tag) = tag_column(section, names) else { return Vec::new() };
    let others: Vec<usize> = (0..names.len()).filter(|c| *c != tag).collect();
    let description = description_column(names, &others);
    let mut out: Vec<ScheduleRow> = Vec::new();
    for row in &section.rows {
        let entry = |c: usize| row.entries[c].text.as_str();
        let first = row.entries.iter().map(|e| e.text.as_str()).find(|t| !t.is_empty()).unwrap_or_default();
        if is_total(first) {
            continue;
        }
        let filled: Vec<usize> = (0..names.len()).filter(|c| !entry(*c).is_empty()).collect();
        // A line with nothing but more description continues the row above.
        if let (Some(last), [only]) = (out.last_mut(), filled.as_slice())
            && Some(*only) == description
            && row.entries[*only].offset == 0
            && !last.tag.is_empty()
            && last.attributes.is_empty()
        {
            last.description = format!("{} {}", last.description, entry(*only)).trim().to_owned();
            continue;
        }
        // A lone text without a name heads the rows below it.
        if entry(tag).is_empty() && filled.len() < 2 {
            continue;
        }
        let rest = others.iter().filter(|c| Some(**c) != description).map(|c| (names[*c].as_str(), entry(*c)));
        out.push(ScheduleRow {
            tag: entry(tag).to_owned(),
            description: description.map(|c| entry(c).to_owned()).unwrap_or_default(),
            attributes: attributes(rest),
            area: row.area,
        });
    }
    out
}

/// Whether a row sums up others.
fn is_total(text: &str) -> bool {
    let text = text.to_uppercase();
    ["TOTAL", "SUBTOTAL", "SUB-TOTAL", "SUB TOTAL", "GRAND TOTAL", "SUMA"].iter().any(|t| text.starts_with(t))
}

/// The cells of a row that are not empty, by column name; a bare number as a number. A name that comes twice gets a
/// number, one that is missing is `COLUMN`.
pub(crate) fn attributes<'a>(cells: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(String, Value)> {
    let mut out: Vec<(String, Value)> = Vec::new();
    for (name, text) in cells.filter(|(_, text)| !text.is_empty()) {
        let base = if name.is_empty() { "COLUMN" } else { name };
        let mut key = base.to_owned();
        let mut copy = 2;
        while out.iter().any(|(k, _)| *k == key) {
            key = format!("{base} {copy}");
            copy += 1;
        }
        out.push((key, value(text)));
    }
    out
}

/// A bare number as a number; with leading zeros it is a name.
fn value(text: &str) -> Value {
    let plain = text.replace(',', "");
    let digits = plain.trim_start_matches('-');
    let named = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let grouped = !text.contains(',') || text.split(',').skip(1).all(|g| g.len() == 3 || g.contains('.'));
    match plain.parse::<f64>() {
        Ok(number) if number.is_finite() && !named && grouped && digits.starts_with(|c: char| c.is_ascii_digit()) => {
            Value::Number(number)
        }
        _ => Value::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_repeated_names() {
        assert_eq!(value("1,435"), Value::Number(1435.0));
        assert_eq!(value("20 A"), Value::Text("20 A".into()));
        assert_eq!(value("001"), Value::Text("001".into()));
        assert_eq!(value("1,3"), Value::Text("1,3".into()));
        let got = attributes([("A", "1"), ("A", "2"), ("", "x"), ("B", "")].into_iter());
        let keys: Vec<&str> = got.iter().map(|(k, _)| k.as_str()).collect();
        assert_eq!(keys, ["A", "A 2", "COLUMN"]);
    }

    #[test]
    fn a_panels_name_from_facts_or_title() {
        assert_eq!(designation("PANEL LP-1 SCHEDULE", &[]).as_deref(), Some("LP-1"));
        assert_eq!(designation("PANELBOARD SCHEDULE: ", &[]), None);
        let facts = [("DESIGNATION".to_owned(), "2A".to_owned())];
        assert_eq!(designation("PANELBOARD SCHEDULE", &facts).as_deref(), Some("2A"));
    }
}
