//! Ratings: a number and its unit, with the number of items and poles.

use std::sync::LazyLock;

use plumbline_notation::language::{Words, ratings};
use plumbline_notation::{NUMBER, amount};
use plumbline_sheet::Pattern;
use regex::Regex;

use crate::annotations::label::{Label, Read};

/// Units as written (a pattern) and in their usual spelling. A pattern requires capitals if they matter. Names of units
/// are in braces.
const UNITS: &[(&str, &str)] = &[
    (r"(?i:cd|{candela})", "cd"),
    (r"(?i:kcmil|mcm)", "kcmil"),
    (r"(?i:kaic)", "kAIC"),
    (r"(?i:kva)", "kVA"),
    (r"(?i:kw)", "kW"),
    (r"(?:kA)", "kA"),
    (r"(?:kV)", "kV"),
    (r"(?i:mva)", "MVA"),
    (r"(?:MW)", "MW"),
    (r"(?i:va)", "VA"),
    (r"(?i:{watt}|w)", "W"),
    (r"(?i:vac|vdc|{volt}|v)", "V"),
    (r"(?:AF|A\.F\.)", "AF"),
    (r"(?:AT|A\.T\.)", "AT"),
    (r"(?i:{ampere})|mA|A", "A"),
    (r"(?i:h\.?p\.?|{metric_horsepower})", "HP"),
    (r"(?i:cfm|{cubic_foot_per_minute})", "CFM"),
    (r"(?i:gpm|u\.?s\.?gpm)", "GPM"),
    (r"(?i:gph)", "GPH"),
    (r"(?i:l/s|lps|ltr?/s)", "L/s"),
    (r"(?i:l/min|lpm)", "L/min"),
    (r"(?i:l/h|lph)", "L/h"),
    (r"(?i:m3/hr?|m³/hr?|cmh)", "m³/h"),
    (r"(?i:m3/min|m³/min|cmm)", "m³/min"),
    (r"(?i:m3/s|m³/s)", "m³/s"),
    (r"(?i:mbh|kbtu/?h)", "MBH"),
    (r"(?i:btu/?h)", "BTU/h"),
    (r"(?i:{ton}|tr)", "ton"),
    (r"(?i:psig?)", "psi"),
    (r"(?i:kpa)", "kPa"),
    (r"(?i:mpa)", "MPa"),
    (r"(?:Pa)", "Pa"),
    (r"(?i:bar)", "bar"),
    (r"(?i:lm|{lumen})", "lm"),
    (r"(?i:lx|lux)", "lx"),
    (r"(?i:hz)", "Hz"),
    (r"(?i:db)", "dB"),
    (r"(?i:{ohm}|ω)", "Ω"),
    (r"°\s?F", "°F"),
    (r"°\s?C|℃", "°C"),
    (r"°", "°"),
    (r"%", "%"),
    (r"K", "K"),
];

/// The names of units in the patterns of [`UNITS`].
const NAMES: [(&str, Words); 9] = [
    ("{candela}", ratings::CANDELA),
    ("{watt}", ratings::WATT),
    ("{volt}", ratings::VOLT),
    ("{ampere}", ratings::AMPERE),
    ("{metric_horsepower}", ratings::METRIC_HORSEPOWER),
    ("{cubic_foot_per_minute}", ratings::CUBIC_FOOT_PER_MINUTE),
    ("{ton}", ratings::TON),
    ("{lumen}", ratings::LUMEN),
    ("{ohm}", ratings::OHM),
];

/// Returns the pattern of a unit with its names.
fn with_names(pattern: &str) -> String {
    NAMES.iter().fold(pattern.to_owned(), |out, (name, words)| out.replace(name, &words.alternatives()))
}

static RATING: Pattern = Pattern::beginning(|| {
    let units: Vec<String> = UNITS.iter().map(|(pattern, _)| with_names(pattern)).collect();
    format!(
        r"(?-i:(?:\(?(\d{{1,2}})\)?\s?[xX]\s?)?(?:(\d)\s?[pP]h?\s?[-/ ,]?\s?)?({NUMBER})\s?-?({units})(?:\s?[-/ ]\s?(\d)\s?(?:P|p)\b)?)",
        units = units.join("|")
    )
});

/// `120/208V`, `277/480 V`: the voltage of a wye system.
static STAR: Pattern = Pattern::beginning(|| {
    let volt = ratings::VOLT.alternatives();
    format!(r"\d{{2,3}}\s?/\s?(\d{{3}})\s?[yY]?\s?(?:V\b|{volt})")
});

/// `IP65`.
static TIGHTNESS: Pattern = Pattern::beginning(|| r"IP\s?-?(\d{2})".into());

/// Returns the usual spelling of a unit.
fn spelling(unit: &str) -> Option<&'static str> {
    static EACH: LazyLock<Vec<(Option<Regex>, &'static str)>> = LazyLock::new(|| {
        let exact = |pattern: &str| Regex::new(&format!("^(?:{})$", with_names(pattern))).ok();
        UNITS.iter().map(|(pattern, name)| (exact(pattern), *name)).collect()
    });
    EACH.iter().find(|(p, _)| p.as_ref().is_some_and(|p| p.is_match(unit))).map(|(_, name)| *name)
}

/// Reads the rating at the beginning of a text.
pub(crate) fn read(text: &str) -> Read {
    let plain = |value, unit| Label::Rating { value, unit, times: 1, poles: None };
    if let Some(found) = STAR.captures(text) {
        return Some((found[0].len(), plain(amount(&found[1])?, "V")));
    }
    if let Some(found) = TIGHTNESS.captures(text) {
        return Some((found[0].len(), plain(amount(&found[1])?, "IP")));
    }
    let found = RATING.captures(text)?;
    let unit = spelling(&found[4])?;
    let value = amount(&found[3])? * if &found[4] == "mA" { 0.001 } else { 1.0 };
    // `10K` may be anything. Color temperatures are 1800 K and more.
    if unit == "K" && value < 1800.0 {
        return None;
    }
    let times = found.get(1).and_then(|m| m.as_str().parse().ok()).unwrap_or(1);
    let poles = found.get(2).or_else(|| found.get(5)).and_then(|m| m.as_str().parse().ok());
    Some((found[0].len(), Label::Rating { value, unit, times, poles }))
}
