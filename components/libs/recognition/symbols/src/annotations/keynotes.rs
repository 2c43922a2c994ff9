//! Lists of numbered notes: keynotes and their text.
//!
//! A list has a title (`KEYNOTES`, `NOTAS`, `RENVOOI`, `特記`) or numbers in bubbles. Its numbers form a column. A long
//! list continues in a column beside the first. The text of a number is to its right, down to the next number.

use plumbline_geometry::{Aligned, Point, Rect, Vector};
use plumbline_notation::language::notes as words;
use plumbline_sheet::lines::{along_across, append, direction};
use plumbline_sheet::{Line, Pattern, Sheet};

use crate::annotations::frames::FrameShape;
use crate::annotations::page::Page;
use crate::annotations::read::plain;

/// A numbered note.
#[derive(Debug, Clone, PartialEq)]
pub struct Keynote {
    /// The number as written, without brackets and points.
    pub number: String,
    /// The text, with lines joined by spaces.
    pub text: String,
    /// The box of the number and the text: x-min, y-min, x-max, y-max.
    pub area: Rect,
    /// The title of the list, or `None` for a list of bubbles without one.
    pub title: Option<String>,
}

static TITLE: Pattern = Pattern::any_case(|| {
    let (key_notes, list) = (words::KEY_NOTES.alternatives(), words::LIST.alternatives());
    let (title, unspaced) = (words::TITLE.whole.join("|"), words::TITLE.within.join("|"));
    format!(
        r"^[^\p{{L}}\p{{N}}]*(?:(?:[\p{{L}}./&]+\s){{0,3}}(?:{key_notes})(?:\s(?:{list}))?|{title}|.{{0,4}}(?:{unspaced}).{{0,4}})[^\p{{L}}\p{{N}}]*$",
    )
});

/// `1`, `12.`, `(3)`, `A4)` and the text after it.
static NUMBERED: Pattern = Pattern::new(|| {
    r"^[\(\[<]?(?P<number>[A-Z]{0,2}-?\d{1,3}[A-Z]?|[A-Z])(?:[\)\]>.:]+|-\s|\s|$)\s*(?P<rest>.*)$".into()
});

/// Returns whether a text is the title of a list of notes.
pub fn is_keynote_title(text: &str) -> bool {
    let text = plain(text);
    text.chars().count() <= 48 && TITLE.is_match(&text)
}

/// The distance within which baselines are in one row, in heights of the font.
const ROW: f32 = 0.8;

/// The maximum distance of the first note below its title, and of each note below the previous one, in heights of the
/// font.
const BELOW: f32 = 9.0;

/// The maximum distance of a text from its number, in heights of the font.
const BESIDE: f32 = 9.0;

/// The maximum distance between the baselines of one note, in heights of the font.
const LEADING: f32 = 2.3;

/// A line in the frame of its list: along and across the list's reading direction.
struct Placed<'a> {
    index: usize,
    line: &'a Line,
    from: Point<Aligned>,
    to: f32,
}

/// A number that begins a note.
struct Start {
    placed: usize,
    number: String,
    rest: String,
    /// The start of its text.
    column: f32,
}

/// Returns all numbered notes of a sheet, list by list.
pub fn keynotes(sheet: &Sheet) -> Vec<Keynote> {
    of_page(&Page::of(sheet))
}

/// Returns the numbered notes, like [`keynotes`], of a page that has been read.
pub fn of_page(page: &Page) -> Vec<Keynote> {
    let all = page.lines.all();
    let mut used = vec![false; all.len()];
    let mut out = Vec::new();
    for (index, title) in all.iter().enumerate().filter(|(_, l)| is_keynote_title(&l.text)) {
        let way = direction(title.start, title.end);
        let placed = place(page, way);
        let at = along_across(way, title.start);
        let end = along_across(way, title.end).x;
        let starts = starts(&placed, page);
        let under = |s: &&Start| {
            let p = &placed[s.placed];
            let down = p.from.y - at.y;
            p.index != index
                && down > 0.3 * p.line.size
                && down <= BELOW * title.size.max(p.line.size)
                && p.from.x >= at.x - 12.0 * p.line.size
                && p.from.x <= end + 4.0 * p.line.size
        };
        let nearest = |a: &&Start, b: &&Start| {
            let key = |s: &Start| (placed[s.placed].from.y, placed[s.placed].from.x);
            key(a).0.total_cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1))
        };
        if let Some(first) = starts.iter().filter(under).min_by(nearest) {
            let title = title.text.trim().to_owned();
            list(first, &starts, &placed, at.y, Some(&title), &mut used, &mut out);
        }
    }
    bubbles(page, &mut used, &mut out);
    out
}

/// Returns the lines that run in a direction, from top to bottom.
fn place(page: &Page, way: Vector) -> Vec<Placed<'_>> {
    let mut out: Vec<Placed<'_>> = Vec::new();
    for (index, line) in page.lines.all().iter().enumerate() {
        let own = direction(line.start, line.end);
        if own.dot(way) > 0.99 {
            let (from, to) = (along_across(way, line.start), along_across(way, line.end).x);
            out.push(Placed { index, line, from, to });
        }
    }
    out.sort_by(|a, b| a.from.y.total_cmp(&b.from.y).then(a.from.x.total_cmp(&b.from.x)));
    out
}

/// Returns the numbers with a text to their right.
fn starts(placed: &[Placed<'_>], page: &Page) -> Vec<Start> {
    let mut out = Vec::new();
    for (n, p) in placed.iter().enumerate() {
        let text = plain(&p.line.text);
        let Some(found) = NUMBERED.captures(&text) else { continue };
        let (number, rest) = (found["number"].to_owned(), found["rest"].trim().to_owned());
        if !rest.is_empty() {
            // `2 STORIES` may be anything. The number of a note is followed by a sign or a gap.
            let marked =
                text[number.len()..].starts_with([')', '.', ':', ']', '>']) || text.starts_with(['(', '[', '<']);
            if marked || number.chars().any(|c| c.is_ascii_digit()) {
                let share = (text.len() - rest.len()) as f32 / text.len().max(1) as f32;
                out.push(Start { placed: n, number, rest, column: p.from.x + share * (p.to - p.from.x) });
            }
            continue;
        }
        let framed = page.frame_of(p.index).is_some();
        let reach = if framed { ROW * 2.0 } else { ROW } * p.line.size;
        let near = placed[..n]
            .iter()
            .rev()
            .take_while(|q| p.from.y - q.from.y <= reach)
            .chain(placed[n + 1..].iter().take_while(|q| q.from.y - p.from.y <= reach));
        let beside = near
            .filter(|q| q.from.x > p.to - 0.2 * p.line.size && q.from.x - p.to <= BESIDE * p.line.size)
            .filter(|q| q.line.text.chars().filter(|c| c.is_alphabetic()).count() >= 3)
            .min_by(|a, b| a.from.x.total_cmp(&b.from.x));
        if let Some(q) = beside {
            out.push(Start { placed: n, number, rest, column: q.from.x });
        }
    }
    out
}

/// Returns the ordinal of a number, to see whether it follows another. Letters count too.
fn order(number: &str) -> Option<u32> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    match digits.parse() {
        Ok(n) => Some(n),
        Err(_) => number.chars().next().filter(char::is_ascii_uppercase).map(|c| c as u32 - 'A' as u32 + 1),
    }
}

/// Reads a list, starting with its first note.
fn list(
    first: &Start,
    starts: &[Start],
    placed: &[Placed<'_>],
    top: f32,
    title: Option<&String>,
    used: &mut [bool],
    out: &mut Vec<Keynote>,
) {
    let mut column: Vec<&Start> = vec![first];
    loop {
        let last = column[column.len() - 1];
        let (p, n) = (&placed[last.placed], order(&last.number));
        let follows = |s: &&Start| {
            let q = &placed[s.placed];
            let next = order(&s.number).zip(n).is_some_and(|(a, b)| a > b && a <= b + 4);
            next && (q.line.size / p.line.size.max(0.01) - 1.0).abs() < 0.3
        };
        let below = |s: &&Start| {
            let q = &placed[s.placed];
            let down = q.from.y - p.from.y;
            // Numbers may be right-aligned.
            let aligned = (q.from.x - p.from.x).abs() <= 1.2 * p.line.size || (q.to - p.to).abs() <= 0.6 * p.line.size;
            aligned && down > 0.5 * p.line.size && down <= 3.0 * BELOW * p.line.size
        };
        let next = starts
            .iter()
            .filter(follows)
            .filter(below)
            .min_by(|a, b| placed[a.placed].from.y.total_cmp(&placed[b.placed].from.y));
        // A long list continues at the top of the next column.
        let beside = || {
            let after = |s: &&Start| {
                let q = &placed[s.placed];
                let exact = order(&s.number).zip(n).is_some_and(|(a, b)| a == b + 1);
                let start = &placed[first.placed];
                exact
                    && q.from.x > last.column
                    && q.from.y >= top
                    && (q.from.y - start.from.y).abs() <= BELOW * p.line.size
            };
            starts
                .iter()
                .filter(follows)
                .filter(after)
                .min_by(|a, b| placed[a.placed].from.x.total_cmp(&placed[b.placed].from.x))
        };
        match next.or_else(beside) {
            Some(next) => column.push(next),
            None => break,
        }
    }
    // A single letter is not a list.
    if column.len() == 1 && !first.number.contains(|c: char| c.is_ascii_digit()) {
        return;
    }
    for (i, start) in column.iter().enumerate() {
        let p = &placed[start.placed];
        if std::mem::replace(&mut used[p.index], true) {
            continue;
        }
        let end = column.get(i + 1).map(|s| placed[s.placed].from.y).filter(|v| *v > p.from.y).unwrap_or(f32::MAX);
        let size = p.line.size;
        let (mut text, mut area) = (start.rest.clone(), p.line.bbox);
        let mut base = p.from.y;
        for q in placed {
            if q.index == p.index || used[q.index] && !text.is_empty() {
                continue;
            }
            let row = q.from.y > p.from.y - 2.0 * ROW * size && q.from.y < end - 0.5 * size;
            let aligned = (q.from.x - start.column).abs() <= 2.0 * size;
            let on = q.from.y - base <= LEADING * size.max(q.line.size);
            let same = (q.line.size / size.max(0.01) - 1.0).abs() < 0.5;
            if row && aligned && on && same && !column.iter().any(|s| placed[s.placed].index == q.index) {
                append(&mut text, q.line.text.trim());
                area = area.union(q.line.bbox);
                base = q.from.y;
                used[q.index] = true;
            }
        }
        if text.chars().any(char::is_alphabetic) {
            out.push(Keynote { number: start.number.clone(), text, area, title: title.cloned() });
        }
    }
}

/// Finds lists of bubbles without a title: at least two, one below the other, each with a text of several words.
fn bubbles(page: &Page, used: &mut [bool], out: &mut Vec<Keynote>) {
    let all = page.lines.all();
    for (n, frame) in page.frames.iter().enumerate() {
        let [line] = frame.lines.as_slice() else { continue };
        if frame.shape == FrameShape::Box || used[*line] || order(&frame.text) != Some(1) {
            continue;
        }
        let way = direction(all[*line].start, all[*line].end);
        let placed = place(page, way);
        let framed: Vec<Start> = starts(&placed, page)
            .into_iter()
            .filter(|s| {
                let shape = page.frame_of(placed[s.placed].index).map(|f| page.frames[f].shape);
                s.rest.is_empty() && shape == Some(page.frames[n].shape)
            })
            .collect();
        let Some(first) = framed.iter().find(|s| placed[s.placed].index == *line) else { continue };
        let mut found = Vec::new();
        let mut mine = used.to_vec();
        list(first, &framed, &placed, placed[first.placed].from.y, None, &mut mine, &mut found);
        if found.len() >= 2 && found.iter().all(|k| k.text.contains(' ')) {
            used.copy_from_slice(&mine);
            out.extend(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    fn read(drawing: Drawing) -> Vec<(String, String)> {
        keynotes(&drawing.sheet()).into_iter().map(|k| (k.number, k.text)).collect()
    }

    fn note(number: &str, text: &str) -> (String, String) {
        (number.to_owned(), text.to_owned())
    }

    #[test]
    fn titles_in_several_languages_are_recognized() {
        for title in [
            "KEYNOTES",
            "KEYED NOTES:",
            "ELECTRICAL KEYNOTES",
            "SHEET NOTES",
            "NOTAS CLAVE",
            "NOTAS",
            "RENVOOI",
            "特記事項",
        ] {
            assert!(is_keynote_title(title), "{title}");
        }
        for text in ["SEE KEYNOTES ON SHEET E-1 FOR MORE", "NOTE 5", "NOTARIA", "KEY PLAN"] {
            assert!(!is_keynote_title(text), "{text}");
        }
    }

    #[test]
    fn notes_are_read_with_all_their_lines() {
        let mut d = Drawing::new(600.0, 400.0);
        d.text("KEYED NOTES", [300.0, 40.0], 10.0);
        d.text("1.", [300.0, 60.0], 7.0).text("PROVIDE NEW PANEL.", [318.0, 60.0], 7.0);
        d.text("COORDINATE WITH OWNER.", [318.0, 69.0], 7.0);
        d.text("2.", [300.0, 82.0], 7.0).text("REMOVE EXISTING FAN.", [318.0, 82.0], 7.0);
        d.text("10. (TYP) 12 AWG", [300.0, 200.0], 7.0);
        let wanted = [note("1", "PROVIDE NEW PANEL. COORDINATE WITH OWNER."), note("2", "REMOVE EXISTING FAN.")];
        assert_eq!(read(d), wanted);
    }

    #[test]
    fn a_list_continues_in_the_next_column() {
        let mut d = Drawing::new(600.0, 400.0);
        d.text("NOTAS", [50.0, 40.0], 10.0);
        d.text("1 TABLERO EMPOTRADO", [50.0, 60.0], 7.0).text("2 CAJA DE PASO", [50.0, 75.0], 7.0);
        d.text("3 SALIDA DE PISO", [300.0, 60.0], 7.0).text("4 TUBERIA PVC", [300.0, 75.0], 7.0);
        let numbers: Vec<String> = read(d).into_iter().map(|(n, _)| n).collect();
        assert_eq!(numbers, ["1", "2", "3", "4"]);
    }

    #[test]
    fn bubbles_in_a_column_are_a_list_without_a_title() {
        let mut d = Drawing::new(600.0, 400.0);
        for (i, text) in ["REMOVE ROOF DRAIN", "CAP OFF PIPE", "REINSTALL HOSE BIB"].iter().enumerate() {
            let y = 50.0 + 40.0 * i as f32;
            d.circle([60.0, y - 2.5], 8.0).text(&(i + 1).to_string(), [58.0, y], 7.0);
            d.text(text, [80.0, y - 4.0], 7.0).text("AS SHOWN.", [80.0, y + 5.0], 7.0);
        }
        // A bubble on the plan is not a list.
        d.circle([400.0, 300.0], 8.0).text("1", [398.0, 302.5], 7.0).text("OFFICE", [415.0, 302.5], 7.0);
        let wanted = [
            note("1", "REMOVE ROOF DRAIN AS SHOWN."),
            note("2", "CAP OFF PIPE AS SHOWN."),
            note("3", "REINSTALL HOSE BIB AS SHOWN."),
        ];
        assert_eq!(read(d), wanted);
    }
}
