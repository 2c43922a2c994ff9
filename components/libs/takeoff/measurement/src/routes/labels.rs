//! Reads labels along routes: systems (`CW`, `2" HW`), sizes (`3/4"C`, `Ø20`, `DN25`) and circuits (`LP1-1,3,5`).

use plumbline_geometry::{Point, Vector, halfway, vector};
use plumbline_notation::language::{dimensions, labels as words};
use plumbline_sheet::lines::{Line, direction};
use plumbline_sheet::{Pattern, Sheet, Text};

use crate::routes::callouts;
use crate::routes::evidence::shows_building;
use crate::routes::model::RouteSystem;
use crate::routes::systems;

/// Matches a size of conduit or pipe at the start of a label.
static SIZE: Pattern = Pattern::new(|| {
    let inch = dimensions::INCH.pattern("", r"\b");
    let inches = format!(r#"[øØΦ⌀]?\s?(?:\d+[- ])?\d*(?:\d|[½¼¾⅜⅝⅞])(?:/\d+|\.\d+)?\s*(?:"|''|”|″|{inch})"#);
    let metric = r"(?:[øØΦ⌀]\s*\d+(?:[.,]\d+)?(?:\s*(?:mm|cm))?|\d+(?:[.,]\d+)?\s*mm\b(?:\s*[øØΦ⌀])?|\d+\s?[øØΦφ⌀]|DN\s?\d+|\d+A\b)";
    let material = r"(?:(?:EMT|RGS|IMC|RMC|ENT|PVC(?:-[A-Z]+)?|PE|PEX|CU|HDPE|PP-?R)\s?)?";
    let tail = format!(r"(?:\s*(?:[øØΦ⌀]|C\b|EMT|PVC|RGS|IMC|RMC|{}|CND))?\.?", words::CONDUIT.alternatives());
    format!("^{material}(?:{inches}|{metric}|PVC\\s?\\d+){tail}")
});

/// Matches sizes that only conduits have, and conductors: `3#12 + 1#12G`, `3/4"C`, `EMT 3/4"`.
static WIRING: Pattern = Pattern::new(|| {
    r#"(?:"|mm)\s*(?:C\b|EMT|RGS|IMC|RMC)|^(?:EMT|RGS|IMC|RMC|PVC-[PL])\b|^\(?\d+\)?\s?-?\s?#\s?\d+"#.into()
});

/// Matches conductors by their gauge: `2-#12`, `(3) #10`, `4#500 KCMIL`, `3 AWG 12`.
static CONDUCTORS: Pattern = Pattern::new(|| r"\d\)?\s?-?\s?#\s?\d|\bAWG\b|(?i)\bkcmil\b".into());

static CIRCUIT: Pattern = Pattern::new(|| {
    let before = words::BEFORE_PANEL.alternatives();
    format!(
        r"^(?:(?:{before})\.?\s*)?([A-Z][A-Z0-9]{{0,7}}(?:[-.][A-Z0-9]{{1,4}})??)\s?[-–:/]\s?(\d{{1,3}}(?:\s*[,.&/]\s*\d{{1,3}})*)$"
    )
});

/// The meaning of a label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LabelMeaning {
    /// A size. If `wiring`, it is the size of a conduit or of conductors.
    Size { wiring: bool },
    /// A circuit with the panel's name, if it has one. `C-5` is circuit 5 of an unnamed panel.
    Circuit(Option<String>),
    /// The letters of a system, with its size if it is written with them.
    System { name: String, system: RouteSystem, size: Option<String> },
    /// Only the number of cables.
    Count,
}

/// A label that may belong to a route.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) meaning: LabelMeaning,
    pub(crate) middle: Point,
    /// The direction of the baseline, as a unit vector.
    pub(crate) along: Vector,
    /// The font height in points.
    pub(crate) size: f32,
    /// The number of cables or conduits that it states for its line.
    pub(crate) count: u32,
    /// The leader from its tip to the label, if the label describes the object at the tip.
    pub(crate) leader: Option<Vec<Point>>,
}

impl Label {
    /// Creates the label of a text, or returns `None` if the text is not a label.
    pub(crate) fn new(text: &str, middle: Point, along: Vector, size: f32) -> Option<Self> {
        let text = text.trim();
        let callout = callouts::callout(text);
        let meaning = match &callout {
            Some(callout) => meaning_of(&callout.of)
                .filter(|s| !matches!(s, LabelMeaning::Circuit(_)))
                .unwrap_or(LabelMeaning::Count),
            None => meaning_of(text)?,
        };
        let count = callout.map_or(1, |c| c.count);
        Some(Self { text: text.to_owned(), meaning, middle, along, size, count, leader: None })
    }

    /// Returns the size that the label states. If it also states conductors, returns the size of the conduit.
    pub(crate) fn written_size(&self) -> String {
        let one = callouts::callout(&self.text).map_or_else(|| self.text.clone(), |c| c.of);
        callouts::containing_conduit(&one).map_or_else(|| one.clone(), str::to_owned)
    }

    /// Returns only the size of the pipe or conduit, without conductors and names, or `None` if the label states none.
    pub(crate) fn diameter(&self) -> Option<String> {
        match &self.meaning {
            LabelMeaning::System { size, .. } => size.clone(),
            LabelMeaning::Size { .. } => size_of(&self.written_size()).map(str::to_owned),
            LabelMeaning::Circuit(_) | LabelMeaning::Count => None,
        }
    }

    /// Returns the conductors that the label states.
    pub(crate) fn wires(&self) -> Option<String> {
        CONDUCTORS.is_match(&self.text).then(|| self.text.clone())
    }
}

/// Returns the size at the start of a text, as written.
fn size_of(text: &str) -> Option<&str> {
    SIZE.find(text).map(|m| m.as_str().trim())
}

/// Returns the meaning of a text if it is a label of a route.
fn meaning_of(text: &str) -> Option<LabelMeaning> {
    if text.is_empty() || text.chars().count() > 40 {
        return None;
    }
    // The system alone, or before or after its size: `CW`, `2" CW`, `CW 2"`, `CW Ø20`.
    let named = |name: &str, size: Option<&str>| {
        let name = name.trim_matches(|c: char| !c.is_alphanumeric());
        systems::system(name).map(|system| LabelMeaning::System {
            name: name.to_owned(),
            system,
            size: size.map(str::to_owned),
        })
    };
    if let Some(found) = named(text, None) {
        return Some(found);
    }
    if let Some(size) = size_of(text) {
        let rest = text[SIZE.find(text).map_or(0, |m| m.end())..].trim();
        let word = rest.split_whitespace().next().unwrap_or_default();
        let wiring = WIRING.is_match(text);
        if let Some(found) = named(word, Some(size)).filter(|_| !wiring) {
            return Some(found);
        }
        return Some(LabelMeaning::Size { wiring });
    }
    if WIRING.is_match(text) {
        return Some(LabelMeaning::Size { wiring: true });
    }
    if let Some((word, rest)) = text.split_once(char::is_whitespace)
        && let Some(size) = size_of(rest.trim())
        && let Some(found) = named(word, Some(size))
    {
        return Some(found);
    }
    let panel = &CIRCUIT.captures(text)?[1];
    let bare = panel == "C" || words::CIRCUIT_ALONE.contains(panel);
    Some(LabelMeaning::Circuit((!bare).then(|| panel.to_owned())))
}

fn place(start: Point, end: Point, size: f32) -> (Point, Vector) {
    let along = direction(start, end);
    // Half the height of capitals above the middle of the baseline.
    let up = vector(along.y * 0.35 * size, -along.x * 0.35 * size);
    (halfway(start, end) + up, along)
}

fn label(text: &str, start: Point, end: Point, size: f32) -> Option<Label> {
    let (middle, along) = place(start, end, size);
    Label::new(text, middle, along, size)
}

/// Returns all labels of a sheet: single runs of text, and lines of several runs that only together have a meaning.
pub(crate) fn labels(sheet: &Sheet, lines: &[Line]) -> Vec<Label> {
    let runs: Vec<Text<'_>> = sheet.texts().collect();
    let building = |run: usize| runs.get(run).and_then(|r| r.layer).is_some_and(shows_building);
    let mut out: Vec<Label> = Vec::new();
    for line in lines {
        if line.runs.first().is_some_and(|r| building(*r)) {
            continue;
        }
        if let Some(whole) = label(&line.text, line.start, line.end, line.size) {
            out.push(whole);
        } else if line.runs.len() > 1 {
            let parts = line.runs.iter().filter_map(|r| runs.get(*r));
            out.extend(parts.filter_map(|r| label(r.text, r.start, r.end, r.size)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_circuits_as_written() {
        for size in [
            "3/4\"C",
            "1 1/4\" EMT",
            "Ø20",
            "DN25",
            "20mm",
            "1/2\"",
            "3/4\"C, 2#12",
            "1-1/2\"",
            "ø1/2\"",
            "50 mm",
            "EMT 3/4\"",
            "PVC-P 20mm",
            "1½\"",
            "25A",
        ] {
            assert!(SIZE.is_match(size), "{size}");
        }
        for other in ["20", "VIGA-101 0.60x0.50m", "A:6.342"] {
            assert!(!SIZE.is_match(other), "{other}");
        }
        assert_eq!(&CIRCUIT.captures("LP1-1,3,5").unwrap()[1], "LP1");
        assert_eq!(&CIRCUIT.captures("2LP-A-7").unwrap_or_else(|| CIRCUIT.captures("LP-A-7").unwrap())[1], "LP-A");
        assert!(CIRCUIT.captures("NPT 9.73").is_none());
    }

    #[test]
    fn systems_with_and_without_their_size() {
        let read = |text: &str| match meaning_of(text) {
            Some(LabelMeaning::System { name, size, .. }) => Some((name, size)),
            _ => None,
        };
        assert_eq!(read("CW"), Some(("CW".into(), None)));
        assert_eq!(read("2\" HW"), Some(("HW".into(), Some("2\"".into()))));
        assert_eq!(read("3\" RWL (2700 L)"), Some(("RWL".into(), Some("3\"".into()))));
        assert_eq!(read("CW Ø20"), Some(("CW".into(), Some("Ø20".into()))));
        assert_eq!(read("給水 25A"), Some(("給水".into(), Some("25A".into()))));
        assert_eq!((read("OFFICE"), read("3/4\"C")), (None, None));
        assert_eq!(meaning_of("3#12 + 1#12G"), Some(LabelMeaning::Size { wiring: true }));
        assert_eq!(meaning_of("EMT 3/4\""), Some(LabelMeaning::Size { wiring: true }));
    }
}
