//! Mounting heights, and levels of the building.

use std::sync::LazyLock;

use plumbline_notation::language::labels;
use plumbline_notation::{INCH, Length, NUMBER, number, parse_length};
use plumbline_sheet::Pattern;

use crate::annotations::context::DocumentContext;
use crate::annotations::label::{Label, Read};

/// The pattern of words for the finished floor after a height.
static FLOOR: LazyLock<String> = LazyLock::new(|| format!("(?:{})", labels::ABOVE_FLOOR.alternatives()));

/// The pattern of words for the finished floor before a height.
static FROM_FLOOR: LazyLock<String> = LazyLock::new(|| format!("(?:{})", labels::FROM_FLOOR.alternatives()));

/// The pattern of words for a height.
static HEIGHT: LazyLock<String> = LazyLock::new(|| format!(r"(?:{})\.?", labels::HEIGHT.alternatives()));

/// The pattern of feet and inches: `7'-0"`, `8'`, `48"`, `5'-6 1/2"`.
const FEET: &str =
    r#"(?:\d+\s?'(?:[- ]*(?:\d+[- ]\d+/\d+|\d+/\d+|\d+(?:\.\d+)?)\s?")?|(?:\d+[- ]\d+/\d+|\d+/\d+|\d+(?:\.\d+)?)\s?")"#;

/// `+8'-0"`, `48" AFF`, `@ 7'-0"`, `h=4'`.
static IN_FEET: Pattern = Pattern::beginning(|| {
    format!(
        r"(@\s?|\+\s?|{height}\s?[=:@]?\s?\+?\s?|{from_floor}\s?\+\s?)?({FEET})\s?({floor})?",
        height = *HEIGHT,
        from_floor = *FROM_FLOOR,
        floor = *FLOOR
    )
});

/// `h=1.20`, `H: +1200 mm`.
static WITH_WORD: Pattern = Pattern::beginning(|| {
    format!(
        r"{height}\s?[=:]\s?\+?\s?({NUMBER})\s?(mm\b|cm\b|m\b|mts?\b)?\.?\s?(?:{floor})?",
        height = *HEIGHT,
        floor = *FLOOR
    )
});

/// `FL+300`, `NFFL +1200`.
static FROM: Pattern = Pattern::beginning(|| {
    format!(r"{from_floor}\s?[=:]?\s?\+\s?({NUMBER})\s?(mm\b|cm\b|m\b)?", from_floor = *FROM_FLOOR)
});

/// `1.20 m s.n.p.t.`, `1200 AFFL`, `1050+vl`.
static OVER: Pattern =
    Pattern::beginning(|| format!(r"[+@]?\s?({NUMBER})\s?(mm\b|cm\b|m\b|mts?\b)?\.?\s?{floor}", floor = *FLOOR));

/// `+1.20m`, `+1.20`, `+1200`, `1050+`.
static SIGNED: Pattern =
    Pattern::beginning(|| r"(?:\+\s?(\d+(?:[.,]\d+)?)\s?(mm\b|cm\b|m\b|mts?\b)?|(\d{3,4})\s?\+)".into());

/// `NPT 9.73`, `EL 100.0`, `+9.730`, `±0.00`, `-3.25`.
static LEVEL: Pattern = Pattern::beginning(|| {
    let level = labels::LEVEL.pattern("", r"\b");
    format!(
        r"(?:(?:{level})\.?\s?[=:]?\s?(?:[-+±]\s?)?(\d+(?:[.,]\d+)?)('|m\b)?|(?:±|\+/-)\s?(\d+(?:[.,]\d+)?)|-\s?(\d+[.,]\d{{2,3}}\b)|\+\s?(\d+[.,]\d{{3}}\b))"
    )
});

/// The maximum mounting height, in meters. Anything higher is a level of the building.
const HIGHEST: f64 = 12.0;

/// Converts a height, with or without a unit, to meters. Without a unit, decimals are meters and large numbers
/// millimeters. Numbers between are inches or centimeters, depending on the sheet's units.
fn meters(written: &str, unit: Option<&str>, known: &DocumentContext) -> Option<f64> {
    let value = number(written)?;
    Some(match unit.map(str::to_lowercase).as_deref() {
        Some("mm") => value / 1000.0,
        Some("cm") => value / 100.0,
        Some(_) => value,
        None if value >= 250.0 => value / 1000.0,
        None if value < 10.0 && written.contains(['.', ',']) => value,
        None if known.imperial == Some(true) => value * INCH,
        None if value >= 10.0 => value / 100.0,
        None => value,
    })
}

/// Reads the height or level at the beginning of a text.
pub(crate) fn read(text: &str, known: &DocumentContext) -> Read {
    let label = |length: usize, height_m: f64| -> Read {
        (0.0..=HIGHEST)
            .contains(&height_m)
            .then(|| (length, Label::Mounting { height_m, text: text[..length].trim().to_owned() }))
    };
    if let Some(found) = LEVEL.captures(text) {
        let value = number(found.iter().skip(1).flatten().find(|m| m.as_str() != "m" && m.as_str() != "'")?.as_str())?;
        return Some((found[0].len(), Label::Level { value, text: found[0].to_owned() }));
    }
    if let Some(found) = WITH_WORD.captures(text).filter(|m| !text[m[0].len()..].starts_with(['"', '\''])) {
        return label(found[0].len(), meters(&found[1], found.get(2).map(|m| m.as_str()), known)?);
    }
    if let Some(found) = FROM.captures(text).filter(|m| !text[m[0].len()..].starts_with(['"', '\''])) {
        // Relative to the floor, whole numbers are millimeters.
        let whole = !found[1].contains(['.', ',']) && found.get(2).is_none();
        let height = if whole {
            number(&found[1])? / 1000.0
        } else {
            meters(&found[1], found.get(2).map(|m| m.as_str()), known)?
        };
        return label(found[0].len(), height);
    }
    if let Some(found) = IN_FEET.captures(text) {
        let before = found.get(1).map_or("", |m| m.as_str().trim());
        // `@15"` is a spacing and `8"` a size. Feet after an @ are a height.
        let said = match before {
            "" => false,
            "@" => found[2].contains('\''),
            _ => true,
        };
        if said || found.get(3).is_some() {
            return label(found[0].len(), parse_length(&found[2], |_| None).map(Length::meters)?);
        }
    }
    if let Some(found) = OVER.captures(text) {
        return label(found[0].len(), meters(&found[1], found.get(2).map(|m| m.as_str()), known)?);
    }
    let found = SIGNED.captures(text).filter(|m| !text[m[0].len()..].starts_with(['"', '\'', '%']))?;
    let written = found.get(1).or_else(|| found.get(3))?.as_str();
    label(found[0].len(), meters(written, found.get(2).map(|m| m.as_str()), known)?)
}
