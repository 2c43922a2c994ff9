//! Sizes of ducts, pipes, conduits, boxes and openings.

use std::sync::LazyLock;

use plumbline_notation::language::{dimensions, labels};
use plumbline_notation::{INCH, NUMBER, number};
use plumbline_sheet::Pattern;

use crate::annotations::context::DocumentContext;
use crate::annotations::label::{Label, Read, Size};

static INCH_WORD: LazyLock<String> = LazyLock::new(|| dimensions::INCH.pattern("", r"\b\.?"));

static UNIT: LazyLock<String> = LazyLock::new(|| format!(r#"(?:"|{}|mm\b|cm\b|m\b)"#, *INCH_WORD));

static RECTANGLE: Pattern = Pattern::beginning(|| {
    let unit = UNIT.as_str();
    format!(r"({NUMBER})\s?({unit})?\s?x\s?({NUMBER})\s?({unit})?(?:\s?x\s?({NUMBER})\s?({unit})?)?")
});

/// `ø200`, `8"ø`, `20 mm dia`: the sign is before or after the number.
static ROUND: Pattern = Pattern::beginning(|| {
    let (unit, diameter) = (UNIT.as_str(), dimensions::DIAMETER.alternatives());
    format!(
        r"(?:(?:ø|(?:{diameter})\.?|d=)\s?({NUMBER})\s?({unit})?|({NUMBER})\s?({unit})?\s?(?:ø|(?:{diameter})\b\.?))"
    )
});

static NOMINAL: Pattern = Pattern::beginning(|| r"DN\s?-?(\d{1,4})".into());

/// `3/4"C`, `1 1/4" EMT`, `20mm`.
static LENGTH: Pattern = Pattern::beginning(|| {
    let (inch, conduit) = (INCH_WORD.as_str(), labels::CONDUIT.pattern("", r"\b"));
    format!(r#"({NUMBER})\s?("|{inch}|mm\b)\s?(?:C\b|EMT\b|PVC\b|RGS\b|IMC\b|RMC\b|{conduit})?\.?"#)
});

/// `□600`.
static SQUARE: Pattern = Pattern::beginning(|| format!(r"[□⬜]\s?({NUMBER})"));

/// Converts a number in a unit as written to meters.
fn meters(value: f64, unit: &str) -> f64 {
    match unit.trim_end_matches('.').to_lowercase().as_str() {
        "mm" => value / 1000.0,
        "cm" => value / 100.0,
        "m" => value,
        _ => value * INCH,
    }
}

/// Returns the unit of numbers without one: by the sheet's units, otherwise by their magnitude.
fn implied_unit(numbers: &[(f64, &str)], known: &DocumentContext, round: bool) -> &'static str {
    let fraction = numbers.iter().any(|(_, text)| text.contains('/'));
    let decimals = numbers.iter().all(|(value, text)| *value < 10.0 && text.contains(['.', ',']));
    let largest = numbers.iter().fold(0.0, |m: f64, (v, _)| m.max(*v));
    match known.imperial {
        Some(true) => "\"",
        _ if fraction => "\"",
        _ if decimals => "m",
        Some(false) => "mm",
        None if round || largest >= 100.0 => "mm",
        None => "\"",
    }
}

/// Reads the size at the beginning of a text.
pub(crate) fn read(text: &str, known: &DocumentContext) -> Read {
    if let Some(found) = RECTANGLE.captures(text) {
        return rectangle(&found, known);
    }
    let size = |width_m: f64, depth_m, round, text: &str| {
        Label::Size(Size { width_m, depth_m, third_m: None, round, text: text.to_owned() })
    };
    if let Some(found) = ROUND.captures(text) {
        let written = found.get(1).or_else(|| found.get(3))?.as_str();
        let value = number(written)?;
        let unit = found.get(2).or_else(|| found.get(4)).map(|m| m.as_str());
        let unit = unit.unwrap_or_else(|| implied_unit(&[(value, written)], known, true));
        return Some((found[0].len(), size(meters(value, unit), None, true, &found[0])));
    }
    if let Some(found) = NOMINAL.captures(text) {
        return Some((found[0].len(), size(number(&found[1])? / 1000.0, None, true, &found[0])));
    }
    if let Some(found) = SQUARE.captures(text) {
        let side = number(&found[1])? / 1000.0;
        return Some((found[0].len(), size(side, Some(side), false, &found[0])));
    }
    let found = LENGTH.captures(text)?;
    Some((found[0].len(), size(meters(number(&found[1])?, &found[2]), None, true, found[0].trim())))
}

fn rectangle(found: &regex::Captures<'_>, known: &DocumentContext) -> Read {
    let numbers: Vec<(f64, &str)> = [1, 3, 5]
        .iter()
        .filter_map(|&i| found.get(i))
        .filter_map(|m| Some((number(m.as_str())?, m.as_str())))
        .collect();
    // A unit applies to the numbers before it.
    let units: Vec<Option<&str>> = [2, 4, 6].iter().map(|&i| found.get(i).map(|m| m.as_str())).collect();
    let fallback = implied_unit(&numbers, known, false);
    let of = |i: usize| -> Option<f64> {
        let unit = units[i..].iter().flatten().next().or_else(|| units[..i].iter().rev().flatten().next());
        numbers.get(i).map(|(value, _)| meters(*value, unit.copied().unwrap_or(fallback)))
    };
    let size =
        Size { width_m: of(0)?, depth_m: Some(of(1)?), third_m: of(2), round: false, text: found[0].trim().to_owned() };
    // `2x1` is a count.
    (size.width_m > 0.005
        && size.width_m < 20.0
        && numbers.iter().all(|(v, t)| *v >= 3.0 || t.contains(['.', ',', '/'])))
    .then_some((found[0].len(), Label::Size(size)))
}
