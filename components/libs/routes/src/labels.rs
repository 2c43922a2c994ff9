//! Labels along routes: sizes (`3/4"C`, `Ø20`, `DN25`) and circuits (`LP1-1,3,5`).

use std::sync::LazyLock;

use plumbline_sheet::{Sheet, Text};
use regex::Regex;

use crate::evidence::shows_building;
use crate::graph::foot;

/// A label's middle lies within this many of its heights of the line it belongs to.
const NEAR: f32 = 2.0;
/// A circuit's label stands within this many points of the tip of its home run.
const AT_TIP: f32 = 40.0;
/// Sine of the greatest angle between a label and its line: 10°.
const PARALLEL: f32 = 0.17;

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static SIZE: LazyLock<Regex> = LazyLock::new(|| {
    let inches = r#"(?:\d+[- ])?\d+(?:/\d+|\.\d+)?\s*(?:"|''|”|in\b)"#;
    let metric =
        r"(?:[øØΦ⌀]\s*\d+(?:[.,]\d+)?(?:\s*(?:mm|cm))?|\d+(?:[.,]\d+)?\s*mm\b(?:\s*[øØΦ⌀])?|DN\s?\d+|PVC\s?\d+)";
    let tail = r"(?:\s*(?:[øØΦ⌀]|C\b|EMT|PVC|RGS|IMC|RMC|CONDUIT|CND))?\.?";
    Regex::new(&format!("^(?:{inches}|{metric}){tail}")).expect("a constant pattern")
});

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static CIRCUIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:CKTS?\.?\s*)?([A-Z][A-Z0-9]{0,7}(?:[-.][A-Z0-9]{1,4})??)\s?[-–:/]\s?(\d{1,3}(?:\s*[,.&/]\s*\d{1,3})*)$",
    )
    .expect("a constant pattern")
});

/// What a label says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Says {
    Size,
    /// With the panel's name, when it has one: `C-5` is circuit 5 of whatever panel.
    Circuit(Option<String>),
}

/// A label that may belong to a route.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) says: Says,
    middle: [f32; 2],
    /// Direction of the baseline, of length 1.
    along: [f32; 2],
    size: f32,
}

fn label(run: &Text<'_>) -> Option<Label> {
    if run.layer.is_some_and(shows_building) {
        return None;
    }
    let text = run.text.trim();
    let says = if text.chars().count() <= 40 && SIZE.is_match(text) {
        Says::Size
    } else {
        let panel = &CIRCUIT.captures(text)?[1];
        let bare = ["C", "CKT", "CIR", "CCT", "CTO", "CIRCUIT", "CIRCUITO"].contains(&panel);
        Says::Circuit((!bare).then(|| panel.to_owned()))
    };
    let v = [run.end[0] - run.start[0], run.end[1] - run.start[1]];
    let length = v[0].hypot(v[1]);
    let along = if length > 0.0 { [v[0] / length, v[1] / length] } else { [1.0, 0.0] };
    // Half the height of capitals above the baseline's middle.
    let up = [along[1] * 0.35 * run.size, -along[0] * 0.35 * run.size];
    let middle = [(run.start[0] + run.end[0]) / 2.0 + up[0], (run.start[1] + run.end[1]) / 2.0 + up[1]];
    Some(Label { text: text.to_owned(), says, middle, along, size: run.size })
}

/// All labels of a sheet.
pub(crate) fn labels(sheet: &Sheet) -> Vec<Label> {
    sheet.texts().filter_map(|run| label(&run)).collect()
}

/// How far a label is from a line that it runs along; `None` when it is not beside it.
pub(crate) fn beside(label: &Label, points: &[[f32; 2]]) -> Option<f32> {
    let mut best: Option<f32> = None;
    for w in points.windows(2) {
        let v = [w[1][0] - w[0][0], w[1][1] - w[0][1]];
        let length = v[0].hypot(v[1]);
        let (_, off) = foot(&[w[0][0], w[0][1], w[1][0], w[1][1]], label.middle);
        let turned = (v[0] * label.along[1] - v[1] * label.along[0]).abs() / length.max(f32::MIN_POSITIVE);
        if off <= NEAR * label.size && turned <= PARALLEL && best.is_none_or(|b| off < b) {
            best = Some(off);
        }
    }
    best
}

/// How far a label is from the tip of a home run; `None` when it is elsewhere.
pub(crate) fn at_tip(label: &Label, tip: [f32; 2]) -> Option<f32> {
    let d = crate::graph::distance(label.middle, tip);
    (d <= AT_TIP.max(3.0 * label.size)).then_some(d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_circuits_as_written() {
        for size in ["3/4\"C", "1 1/4\" EMT", "Ø20", "DN25", "20mm", "1/2\"", "3/4\"C, 2#12"] {
            assert!(SIZE.is_match(size), "{size}");
        }
        for other in ["20", "VIGA-101 0.60x0.50m", "A:6.342"] {
            assert!(!SIZE.is_match(other), "{other}");
        }
        assert_eq!(&CIRCUIT.captures("LP1-1,3,5").unwrap()[1], "LP1");
        assert_eq!(&CIRCUIT.captures("2LP-A-7").unwrap_or_else(|| CIRCUIT.captures("LP-A-7").unwrap())[1], "LP-A");
        assert!(CIRCUIT.captures("NPT 9.73").is_none());
    }
}
