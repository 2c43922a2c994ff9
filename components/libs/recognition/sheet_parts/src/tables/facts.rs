//! The facts in the head of a panelboard schedule: voltage, bus, mains, interrupting rating, location.
//!
//! A fact is written as `VOLTS: 208Y/120`, as a name and a value in adjacent cells, or without a name: `208Y/120V, 3PH,
//! 4W`.

use std::sync::LazyLock;

use plumbline_notation::language::{Words, panel_facts, ratings};
use regex::Regex;

use crate::tables::model::Schedule;
use crate::tables::text::Line;

/// The keys of facts and the names that a head uses for them, in capitals without signs.
const NAMES: [(&str, Words); 11] = [
    ("voltage", panel_facts::VOLTAGE),
    ("phase", panel_facts::PHASE),
    ("wires", panel_facts::WIRES),
    ("bus_rating", panel_facts::BUS_RATING),
    ("main", panel_facts::MAIN),
    ("short_circuit_rating", panel_facts::SHORT_CIRCUIT_RATING),
    ("location", panel_facts::LOCATION),
    ("fed_from", panel_facts::FED_FROM),
    ("panel", panel_facts::PANEL),
    ("mounting", panel_facts::MOUNTING),
    ("enclosure", panel_facts::ENCLOSURE),
];

/// Returns the attribute key of a fact's name.
fn key(name: &str) -> Option<&'static str> {
    let plain: String = name.chars().filter(|c| !".:'\"()#".contains(*c)).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase();
    NAMES.iter().find(|(_, names)| names.contains(&plain)).map(|(key, _)| *key)
}

macro_rules! patterns {
    ($($(#[$about:meta])* $name:ident = $source:expr;)*) => {
        $($(#[$about])*
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new(&$source).expect("a constant pattern"));)*
    };
}

patterns! {
    /// `208Y/120V`, `120/240 V`, `480 VOLT`.
    VOLTAGE = format!(
        r"(?i)\b(\d{{2,3}}Y?(?:\s?/\s?\d{{2,3}})?)\s?(?:{}|VAC|V)\b",
        ratings::VOLT.alternatives()
    );
    /// `3PH`, `1 PHASE`, `3Ø`.
    PHASE = format!(r"(?i)\b([13])\s?-?\s?(?:PH\b|{}|Ø|φ)", panel_facts::PHASES_UNNAMED.pattern("", r"\b"));
    /// `4W`, `3 WIRE`.
    WIRES = format!(r"(?i)\b([2-5])\s?-?\s?(?:W|{})\b", panel_facts::WIRES_UNNAMED.alternatives());
    /// `225A BUS`.
    BUS = format!(r"(?i)\b(\d{{2,4}}\s?A)(?:MPS?)?\.?\s(?:{})\b", panel_facts::BUS_UNNAMED.alternatives());
    /// `100A MCB`, `225A MLO`, `MLO`.
    MAIN = format!(
        r"(?i)\b((?:\d{{2,4}}\s?A(?:MPS?)?\s)?(?:{}))",
        panel_facts::MAIN_UNNAMED.alternatives()
    );
    /// `22 KAIC`, `10,000 AIC`.
    INTERRUPTING = r"(?i)\b([\d,]+\s?K?)\s?A\.?I\.?C\b";
}

/// Patterns of facts that are stated without a name, with the fact's name.
static UNNAMED: [(&LazyLock<Regex>, &str); 6] = [
    (&VOLTAGE, "VOLTAGE"),
    (&PHASE, "PHASE"),
    (&WIRES, "WIRES"),
    (&BUS, "BUS"),
    (&MAIN, "MAIN"),
    (&INTERRUPTING, "AIC"),
];

/// Returns the facts of a panelboard: those named with a colon, and those in its other lines of text.
pub(crate) fn of_panel(named: Vec<(String, String)>, above: &[Line]) -> Vec<(String, String)> {
    let mut out = named;
    let known = |out: &[(String, String)], name: &str| {
        let wanted = key(name);
        out.iter().any(|(other, _)| key(other) == wanted)
    };
    for (at, line) in above.iter().enumerate().filter(|(_, line)| !line.text.contains(':')) {
        let found = match key(&line.text) {
            // The value is in the next cell.
            Some(_) => above
                .get(at + 1)
                .filter(|next| {
                    let level = (next.base - line.base).abs() < 0.5 * line.size;
                    level && key(&next.text).is_none() && !next.text.contains(':')
                })
                .map(|next| (line.text.clone(), next.text.clone())),
            None => led_by_name(&line.text),
        };
        if let Some((name, value)) = found
            && !known(&out, &name)
        {
            out.push((name, value));
        }
    }
    for (pattern, name) in UNNAMED {
        if !known(&out, name)
            && let Some(said) = above.iter().find_map(|line| pattern.captures(&line.text))
        {
            out.push((name.to_owned(), said[1].trim().to_owned()));
        }
    }
    out
}

/// Reads a fact whose name begins its line: `BUS 225A`, `FED FROM MDP`. The value must contain a digit, unless it says
/// where the board is or what feeds it.
fn led_by_name(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (1..words.len().min(4)).rev().find_map(|n| {
        let (name, value) = (words[..n].join(" "), words[n..].join(" "));
        // `PANEL LP-2 SCHEDULE` is a title.
        let named = key(&name).filter(|key| *key != "panel")?;
        let says = value.chars().any(|c| c.is_ascii_digit()) || ["location", "fed_from"].contains(&named);
        (says && words.len() - n <= 4).then_some((name, value))
    })
}

/// Returns the facts of a panelboard's schedule, by the keys of an item's attributes. Each key occurs once.
pub fn panel_facts(schedule: &Schedule) -> Vec<(&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    for (name, value) in &schedule.facts {
        // The panel's name is the schedule's designation.
        if let Some(key) = key(name).filter(|key| *key != "panel")
            && !out.iter().any(|(known, _)| *known == key)
        {
            out.push((key, value.clone()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_facts_have_one_key() {
        assert_eq!(key("A.I.C. RATING:"), Some("short_circuit_rating"));
        assert_eq!((key("Volts"), key("MAIN BUS AMPS"), key("NOTES")), (Some("voltage"), Some("bus_rating"), None));
        assert_eq!(led_by_name("FED FROM MDP"), Some(("FED FROM".into(), "MDP".into())));
        assert_eq!(led_by_name("PANEL LP-2 SCHEDULE"), None);
        assert_eq!(led_by_name("MAIN DISCONNECT SWITCH BY OTHERS"), None);
    }

    #[test]
    fn every_pattern_reads_what_it_is_for() {
        let line = "208Y/120V, 3PH, 4W, 225A BUS, 100A MCB, 22 KAIC";
        let said: Vec<String> = UNNAMED.iter().map(|(p, _)| p.captures(line).unwrap()[1].trim().to_owned()).collect();
        assert_eq!(said, ["208Y/120", "3", "4", "225A", "100A MCB", "22 K"]);
    }
}
