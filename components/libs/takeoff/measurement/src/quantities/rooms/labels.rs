//! Room tags: adjacent names (`OFFICE`, `BAÑO`), numbers and written areas.

use std::collections::BTreeMap;

use plumbline_geometry::{DisjointSets, Point, Rect, rect};
use plumbline_notation::language::rooms;
use plumbline_notation::{System, amount};
use plumbline_sheet::{Line, Pattern, Sheet, lines};

use super::strokes::FARTHEST;

/// A tag of a room.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    /// The name on one line; empty for a bare number.
    pub(crate) name: String,
    /// The number, if it has one.
    pub(crate) number: Option<String>,
    /// The area written in the tag, in m² or ft².
    pub(crate) area: Option<(f64, System)>,
    /// The text's box.
    pub(crate) bbox: Rect,
    /// The height of the text.
    pub(crate) size: f32,
}

impl Label {
    pub(crate) fn middle(&self) -> Point {
        self.bbox.center()
    }

    pub(crate) fn is_named(&self) -> bool {
        !self.name.is_empty()
    }
}

/// The maximum number of lines in a tag. A longer text is a note.
const MOST_LINES: usize = 6;
/// The maximum length of a name, in characters.
const MOST_CHARACTERS: usize = 34;

/// Words that name rooms, in several languages.
static ROOM: Pattern = Pattern::any_case(|| rooms::NAME.pattern(r"(?:^|[^\p{L}])", r"(?:[^\p{L}]|$)"));

/// Words of titles and notes. A text with one of them does not name a room.
static NOT_ROOM: Pattern = Pattern::any_case(|| rooms::NOT_NAME.pattern(r"(?:^|[^\p{L}])", r"(?:[^\p{L}]|$)"));

static NUMBER: Pattern = Pattern::any_case(|| r"^[A-Z]{0,3}[-.]?\d{1,4}[A-Z]?(?:[-.]\d{1,3}[A-Z]?)?$".into());

static TRAILING: Pattern = Pattern::any_case(|| {
    r"^(?P<name>.*[\p{L}.)])\s*[-#:]?\s*(?P<number>[A-Z]{0,2}-?\d{1,4}[A-Z]?(?:[-.]\d{1,3}[A-Z]?)?)$".into()
});

static AREA: Pattern = Pattern::any_case(|| {
    format!(
        r"^(?:{})?\s*[:=.]?\s*(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+(?:[.,]\d+)?)\s*(?P<u>m2|m²|m\^2|㎡|sq\.? ?m\.?|sf|s\.f\.|sq\.? ?ft\.?|ft2|ft²)$",
        rooms::AREA.alternatives()
    )
});

/// The role of a line of text in a tag.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    Name { known: bool },
    Number,
    Both { name: String, number: String, known: bool },
    Area(f64, System),
}

fn written_area(text: &str) -> Option<(f64, System)> {
    let c = AREA.captures(text)?;
    let unit = c["u"].to_lowercase();
    let system = if unit.contains('f') { System::Imperial } else { System::Metric };
    let digits = &c["n"];
    let value = amount(digits)?;
    (value > 0.3).then_some((value, system))
}

fn is_room_name(text: &str) -> bool {
    ROOM.is_match(text) && !NOT_ROOM.is_match(text)
}

fn part(text: &str) -> Option<Part> {
    let text = text.trim();
    if text.chars().count() > MOST_CHARACTERS {
        return None;
    }
    if let Some((value, system)) = written_area(text) {
        return Some(Part::Area(value, system));
    }
    if NUMBER.is_match(text) {
        return is_number(text).then_some(Part::Number);
    }
    if NOT_ROOM.is_match(text) {
        return None;
    }
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    if let Some(c) = TRAILING.captures(text)
        && c["number"].chars().any(|d| d.is_ascii_digit())
        && c["name"].chars().filter(|l| l.is_alphabetic()).count() >= 2
    {
        let known = is_room_name(&c["name"]);
        return known.then(|| Part::Both { name: c["name"].trim().to_owned(), number: c["number"].to_owned(), known });
    }
    if letters < 2 || digits > 0 || text.split_whitespace().count() > 5 || text.contains(['=', '@', '"', '%', ':']) {
        return None;
    }
    Some(Part::Name { known: is_room_name(text) })
}

/// Returns whether an apparent room number may be one: `13W` is a lamp's rating and `10e` a circuit.
fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let rated = text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(char::is_alphabetic);
    digits >= if rated { 3 } else { 2 }
}

/// Returns the shape of a number: letters as A, digits as 9.
fn shape(number: &str) -> String {
    number
        .chars()
        .map(|c| {
            if c.is_ascii_digit() {
                '9'
            } else if c.is_alphabetic() {
                'A'
            } else {
                c
            }
        })
        .collect()
}

/// Returns whether two lines may belong to one tag: same direction, similar sizes, one below the other.
fn belong(a: &Line, b: &Line) -> bool {
    let size = a.size.min(b.size);
    if a.size.max(b.size) > 2.2 * size {
        return false;
    }
    let grown = |l: &Line| rect(l.bbox.min.x, l.bbox.min.y - 0.7 * size, l.bbox.max.x, l.bbox.max.y + 0.7 * size);
    let turned = |l: &Line| (l.end.y - l.start.y).abs() > (l.end.x - l.start.x).abs();
    if turned(a) != turned(b) {
        return false;
    }
    if turned(a) {
        let wide = |l: &Line| rect(l.bbox.min.x - 0.7 * size, l.bbox.min.y, l.bbox.max.x + 0.7 * size, l.bbox.max.y);
        return wide(a).overlaps(b.bbox);
    }
    grown(a).overlaps(b.bbox)
}

/// Returns the room tags of a sheet outside the excluded areas, by position.
pub(crate) fn labels(sheet: &Sheet, excluded: &[Rect]) -> Vec<Label> {
    let all = lines(sheet);
    let outside = |l: &&Line| {
        let middle = l.bbox.center();
        l.bbox.to_array().iter().chain(&l.start.to_array()).all(|v| v.abs() < FARTHEST)
            && !excluded.iter().any(|e| e.contains(middle))
    };
    let mut parts: Vec<(&Line, Option<Part>)> = all.iter().filter(outside).map(|l| (l, part(&l.text))).collect();
    parts.sort_by(|(a, _), (b, _)| a.bbox.min.y.total_cmp(&b.bbox.min.y).then(a.bbox.min.x.total_cmp(&b.bbox.min.x)));
    let groups = groups(&parts);
    let mut found: Vec<Label> = groups.iter().filter_map(|g| label(g, &parts)).collect();
    // A bare number is a room if it has the shape of the numbers beside names.
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    for number in found.iter().filter(|l| l.is_named()).filter_map(|l| l.number.as_deref()) {
        *shapes.entry(shape(number)).or_default() += 1;
    }
    found.retain(|l| {
        l.is_named()
            || l.number.as_ref().is_some_and(|n| n.len() >= 3)
                && l.number.as_deref().is_some_and(|n| shapes.get(&shape(n)).is_some_and(|c| *c >= 2))
    });
    found
}

/// Returns groups of adjacent lines, as indices. Texts that are not part of a tag take part too, because they connect
/// the lines of notes.
fn groups(parts: &[(&Line, Option<Part>)]) -> Vec<Vec<usize>> {
    let mut sets = DisjointSets::new(parts.len());
    let tallest = parts.iter().map(|(l, _)| l.bbox.height() + 2.0 * l.size).fold(0.0, f32::max).min(200.0);
    for i in 0..parts.len() {
        for j in i + 1..parts.len() {
            if parts[j].0.bbox.min.y > parts[i].0.bbox.min.y + tallest {
                break;
            }
            if belong(parts[i].0, parts[j].0) {
                sets.join(i, j);
            }
        }
    }
    sets.groups(1)
}

fn label(group: &[usize], parts: &[(&Line, Option<Part>)]) -> Option<Label> {
    if group.len() > MOST_LINES {
        return None;
    }
    let (mut name, mut number, mut area, mut known) = (String::new(), None, None, false);
    let mut bbox: Option<Rect> = None;
    let mut size = 0.0f32;
    for (line, part) in group.iter().map(|i| &parts[*i]) {
        match part {
            None => continue,
            Some(Part::Name { known: k }) => {
                lines::append(&mut name, line.text.trim());
                known |= k;
            }
            Some(Part::Number) => {
                if number.is_none() {
                    number = Some(line.text.trim().to_owned());
                }
            }
            Some(Part::Both { name: n, number: m, known: k }) => {
                lines::append(&mut name, n.trim());
                number = Some(m.clone());
                known |= k;
            }
            Some(Part::Area(value, system)) => area = Some((*value, *system)),
        }
        bbox = Some(bbox.map_or(line.bbox, |b| b.union(line.bbox)));
        size = size.max(line.size);
    }
    // An unknown name needs a number or an area beside it, and nothing else.
    let whole = group.iter().all(|i| parts[*i].1.is_some());
    let is_label = known || whole && number.is_some() && !name.is_empty() && !is_abbreviation(&name) || area.is_some();
    if !is_label && !name.is_empty() {
        return None;
    }
    if name.is_empty() && number.is_none() && area.is_none() {
        return None;
    }
    if name.chars().count() > MOST_CHARACTERS + 14 || name.split_whitespace().count() > MOST_LINES {
        return None;
    }
    // A written area without a name counts as a name, because it applies to one room.
    if name.is_empty() && area.is_some() {
        name = number.clone().unwrap_or_else(|| "area".to_owned());
    }
    Some(Label { name, number, area, bbox: bbox?, size })
}

/// Returns whether a text is an abbreviation of a device or a finish and not a name: `CG`, `FD`, `SD`.
fn is_abbreviation(name: &str) -> bool {
    name.chars().filter(|c| c.is_alphabetic()).count() < 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_sheet::drawing::Drawing;

    fn read(texts: &[(&str, [f32; 2])]) -> Vec<(String, Option<String>)> {
        let mut drawing = Drawing::new(600.0, 400.0);
        for (text, at) in texts {
            drawing.text(text, *at, 6.0);
        }
        labels(&drawing.sheet(), &[]).into_iter().map(|l| (l.name, l.number)).collect()
    }

    #[test]
    fn adjacent_names_and_numbers_are_one_tag() {
        let tags = read(&[("PATIENT", [100.0, 100.0]), ("ROOM", [104.0, 107.0]), ("144", [106.0, 116.0])]);
        assert_eq!(tags, [("PATIENT ROOM".to_owned(), Some("144".to_owned()))]);
        assert_eq!(read(&[("OFFICE 101", [50.0, 50.0])]), [("OFFICE".to_owned(), Some("101".to_owned()))]);
    }

    #[test]
    fn rooms_are_recognized_in_the_drawings_languages() {
        for name in
            ["OFICINA", "S.H.", "SS.HH. VARONES", "BAÑO", "KANTOOR", "Badkamer", "会議室", "BÜRO", "CUISINE", "WC"]
        {
            assert_eq!(read(&[(name, [50.0, 50.0])]).len(), 1, "{name}");
        }
    }

    #[test]
    fn titles_notes_and_device_tags_are_not_rooms() {
        for text in
            ["FIRST FLOOR PLAN", "SEE DETAIL", "LP-1", "CG", "24x12", "NO WORK THIS AREA", "PANEL ROOM SCHEDULE"]
        {
            assert_eq!(read(&[(text, [50.0, 50.0])]), [], "{text}");
        }
        assert_eq!(read(&[("STORAGE", [50.0, 50.0]), ("13W", [50.0, 57.0])]), [("STORAGE".to_owned(), None)]);
        assert_eq!(read(&[("CG", [50.0, 50.0]), ("12", [50.0, 57.0])]), []);
    }

    #[test]
    fn areas_are_read_with_points_commas_and_either_system() {
        for (text, want) in [
            ("12.50 m2", (12.5, System::Metric)),
            ("ÁREA: 12,50 m²", (12.5, System::Metric)),
            ("A= 9.8 m2", (9.8, System::Metric)),
            ("150 SF", (150.0, System::Imperial)),
            ("1,250 sq. ft.", (1250.0, System::Imperial)),
            ("23.4㎡", (23.4, System::Metric)),
        ] {
            assert_eq!(written_area(text), Some(want), "{text}");
        }
        for text in ["12", "150 CFM", "12.5 m", "SF"] {
            assert_eq!(written_area(text), None, "{text}");
        }
    }

    #[test]
    fn bare_numbers_are_rooms_only_beside_named_ones_of_their_shape() {
        let named =
            [("OFFICE", [50.0, 50.0]), ("FS100", [50.0, 57.0]), ("STORAGE", [250.0, 50.0]), ("FS110", [250.0, 57.0])];
        let mut all = named.to_vec();
        all.push(("FS120", [150.0, 200.0]));
        all.push(("12.50", [350.0, 200.0]));
        let tags = read(&all);
        assert_eq!(tags.iter().filter(|(name, _)| name.is_empty()).count(), 1);
        assert_eq!(read(&[("FS120", [150.0, 200.0])]), []);
    }
}
