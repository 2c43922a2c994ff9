//! The meaning of marks beside things on plans: `WC-1`, `AHU-2`, `P-101A`, `F1`, `#5@12"`, `W12x26`.

use crate::vocabulary::kinds::{Discipline, Kind, Trade};
use crate::vocabulary::lexicon::Lexicon;
use crate::vocabulary::mark_codes::{Certainty, Prefixes};
use crate::vocabulary::sections;
use crate::vocabulary::tables::PREFIXES;

/// The meaning of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkMeaning {
    /// The kind of the marked thing.
    pub kind: Kind,
    /// The letters of the mark, without dots: `WC` of `W.C.-1`.
    pub prefix: String,
    /// The text after the letters, if any: `101A` of `P-101A`.
    pub number: Option<String>,
    /// Whether the mark is certain without a schedule. `L-2` and `F1` are not: a schedule must list them.
    pub certain: bool,
}

/// Letters that appear without a number beside a thing: lavatory, urinal, pull station, smoke and heat detectors,
/// thermostat, junction box.
const LETTERS: &[(Trade, &str)] = &[
    (Trade::Plumbing, "L"),
    (Trade::Plumbing, "U"),
    (Trade::FireProtection, "F"),
    (Trade::FireProtection, "S"),
    (Trade::FireProtection, "H"),
    (Trade::Mechanical, "T"),
    (Trade::Electrical, "J"),
];

/// Splits a mark into its letters and the text after them. Marks are written in capitals.
pub(crate) fn parts(tag: &str) -> Option<(String, Option<String>)> {
    let tag = tag.trim().trim_matches(|c| matches!(c, '(' | ')' | '[' | ']'));
    if tag.is_empty() || tag.len() > 16 {
        return None;
    }
    let letters: String = tag.chars().take_while(|c| c.is_ascii_uppercase() || *c == '.').collect();
    let prefix: String = letters.chars().filter(|c| *c != '.').collect();
    if prefix.is_empty() || prefix.len() > 5 {
        return None;
    }
    let rest = &tag[letters.len()..];
    let number = rest.trim_start_matches(['-', ' ', '_', '#', '.', '–']);
    if number.is_empty() {
        // `B.` numbers a list.
        let initials = letters.ends_with('.') && prefix.len() > 1;
        return (rest.is_empty() && (initials || !letters.contains('.'))).then_some((prefix, None));
    }
    // `101A`, `2-1`, `101A/B`, `3.02`, and a single letter after a dash: `WC-A`.
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let shaped = number.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase() || matches!(c, '-' | '/' | '.'));
    let numbered = number.starts_with(|c: char| c.is_ascii_digit()) && digits <= 5;
    let lettered = rest.starts_with('-') && number.len() == 1;
    // `7AF` is a catalog number, `10.0028V` a voltage.
    let runs = number.split(|c: char| !c.is_ascii_uppercase()).all(|run| run.len() <= 1);
    let unit = number.contains('.') && number.contains(|c: char| c.is_ascii_uppercase());
    (shaped && runs && !unit && (numbered || lettered)).then(|| (prefix, Some(number.to_owned())))
}

impl Lexicon {
    /// Returns the meaning of a mark as written on a plan, or `None` if it is not a mark of any trade.
    ///
    /// If several trades use the prefix, the discipline's own trade wins, and on a drawing of several disciplines the
    /// meaning is not certain. Letters that are an instrument's and not a prefix (`FT-101`) count as an instrument if
    /// the discipline is process.
    pub fn mark_meaning(&self, tag: &str) -> Option<MarkMeaning> {
        if let Some(found) = self.section_meaning(tag) {
            return Some(found);
        }
        let (prefix, number) = parts(tag)?;
        let all: Vec<&Prefixes> = PREFIXES.iter().filter(|row| row.list.split(' ').any(|p| p == prefix)).collect();
        let own = self.discipline().trade();
        // Electrical drawings also show fire alarm.
        let rank = |row: &&&Prefixes| match own {
            Some(trade) if row.trade == trade => 0,
            Some(Trade::Electrical) if row.trade == Trade::FireProtection => 1,
            _ => 2,
        };
        let Some(row) = all.iter().min_by_key(rank) else {
            return self.loop_meaning(prefix, number);
        };
        let ours = rank(&row) < 2;
        let alone = LETTERS.contains(&(row.trade, prefix.as_str()));
        // A letter without a number is a grid line, a phase or a north arrow. With a number it is a sheet as often as a
        // thing.
        if prefix.len() == 1 && (own != Some(row.trade) || number.is_none() && !alone) {
            return None;
        }
        // A prefix that is uncertain in its own trade means nothing in another.
        if own.is_some() && !ours && row.certainty == Certainty::Unsure {
            return None;
        }
        let process = row.trade == Trade::Process;
        if process && own != Some(Trade::Process) && number.is_none() {
            return None;
        }
        let digits = number.as_deref().unwrap_or_default().chars().filter(char::is_ascii_digit).count();
        let shared = own.is_none() && (process || all.iter().any(|other| other.trade != row.trade));
        // Doors and windows are numbered by room: `SF 202.1`.
        let room = number.as_deref().and_then(|n| n.split_once('.')).is_some_and(|(room, _)| room.len() >= 3);
        let certain = match row.certainty {
            Certainty::Unsure => false,
            // Plants number their equipment by area, with at least three digits.
            Certainty::Numbered if process => digits >= 3,
            Certainty::Numbered => number.is_some() && !room && (ours || own.is_none()),
            Certainty::Alone => !room,
        };
        let kind = Kind { trade: row.trade, category: row.category, item_type: row.item_type };
        Some(MarkMeaning { kind, prefix, number, certain: certain && !shared })
    }

    /// Returns the meaning of an instrument's tag: ISA-5.1 letters with a loop number.
    fn loop_meaning(&self, prefix: String, number: Option<String>) -> Option<MarkMeaning> {
        let plant = matches!(self.discipline(), Discipline::Process | Discipline::MultiDiscipline);
        let kind = if plant && prefix.len() >= 2 { self.instrument_kind(&prefix)? } else { return None };
        let digits = number.as_deref()?.chars().filter(char::is_ascii_digit).count();
        (digits >= 2).then_some(MarkMeaning { kind, prefix, number, certain: self.discipline() == Discipline::Process })
    }

    /// Returns the meaning of a bar, a rolled section or a joist designation.
    fn section_meaning(&self, tag: &str) -> Option<MarkMeaning> {
        let structural = self.discipline() == Discipline::Structural;
        if !structural && self.discipline() != Discipline::MultiDiscipline {
            return None;
        }
        let section = sections::section(tag)?;
        (structural || section.spelled_out).then_some(MarkMeaning {
            kind: Kind { trade: Trade::Structural, category: section.category, item_type: section.item_type },
            prefix: section.shape,
            number: Some(section.size),
            certain: section.certain,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plumbline_contract::taxonomy::TAXONOMY;
    use proptest::prelude::*;

    use super::*;
    use crate::vocabulary::lexicon::lexicon;

    #[test]
    fn every_prefix_is_in_the_taxonomy_and_once_in_its_trade() {
        let mut seen = BTreeSet::new();
        for row in PREFIXES {
            assert!(
                TAXONOMY.find(row.trade, row.category, row.item_type).is_some(),
                "{:?} {} {}",
                row.trade,
                row.category,
                row.item_type
            );
            for prefix in row.list.split(' ') {
                assert!(seen.insert((row.trade, prefix)), "{:?} {prefix}", row.trade);
                assert_eq!(parts(prefix), Some((prefix.to_owned(), None)));
            }
        }
    }

    #[test]
    fn marks_identify_the_marked_thing() {
        use Discipline::{Electrical, FireProtection, Mechanical, MultiDiscipline, Plumbing, Process, Structural};
        let cases = [
            (Plumbing, "WC-1", "water_closet", Some("1"), true),
            (Plumbing, "WC", "water_closet", None, true),
            (Plumbing, "W.C.", "water_closet", None, true),
            (Plumbing, "L-2", "lavatory", Some("2"), false),
            (Plumbing, "LAV", "lavatory", None, true),
            (Plumbing, "FD", "floor_drain", None, true),
            (Plumbing, "FD-1", "floor_drain", Some("1"), true),
            (Plumbing, "SK", "sink", None, true),
            (Plumbing, "HB", "hose_bibb", None, true),
            (Plumbing, "CO", "floor_cleanout", None, true),
            (Plumbing, "FCO", "floor_cleanout", None, true),
            (Plumbing, "WH-1", "storage_water_heater", Some("1"), false),
            (Plumbing, "BFP-1", "backflow_preventer", Some("1"), true),
            (Mechanical, "EF-1", "exhaust_fan", Some("1"), true),
            (Mechanical, "EF", "exhaust_fan", None, false),
            (Mechanical, "AHU-2", "air_handling_unit", Some("2"), true),
            (Mechanical, "RTU-1", "rooftop_unit", Some("1"), true),
            (Mechanical, "VAV-3", "variable_air_volume_box", Some("3"), true),
            (Mechanical, "VAV-2-03", "variable_air_volume_box", Some("2-03"), true),
            (Mechanical, "FCU", "fan_coil_unit", None, true),
            (Mechanical, "FCU 1.2", "fan_coil_unit", Some("1.2"), true),
            (Mechanical, "CD-1", "supply_diffuser", Some("1"), true),
            (Mechanical, "SD-2", "supply_diffuser", Some("2"), true),
            (Mechanical, "RG-1", "return_grille", Some("1"), true),
            (Mechanical, "RG", "return_grille", None, false),
            (Mechanical, "EG-A", "exhaust_grille", Some("A"), true),
            (Mechanical, "FD", "fire_damper", None, false),
            (Process, "P-101A", "centrifugal_pump", Some("101A"), true),
            (Process, "P-101A/B", "centrifugal_pump", Some("101A/B"), true),
            (Process, "V-101", "pressure_vessel", Some("101"), false),
            (Process, "TK-5", "atmospheric_tank", Some("5"), false),
            (Process, "TK-501", "atmospheric_tank", Some("501"), true),
            (Process, "HX-201", "shell_and_tube_exchanger", Some("201"), true),
            (Process, "FT-101", "flow_meter", Some("101"), true),
            (Process, "LIT-2001", "level_transmitter", Some("2001"), true),
            (Process, "PSV-12", "pressure_safety_valve", Some("12"), true),
            (Electrical, "LP-1", "panelboard", Some("1"), true),
            (Electrical, "ATS", "transfer_switch", None, true),
            (Electrical, "SD", "smoke_detector", None, false),
            (FireProtection, "FACP", "fire_alarm_control_panel", None, true),
            (FireProtection, "FDC", "fire_department_connection", None, true),
            (FireProtection, "FE-1", "fire_extinguisher", Some("1"), true),
            (Structural, "F1", "footing_count", Some("1"), false),
            (Structural, "F-3", "footing_count", Some("3"), false),
            (Structural, "C2", "concrete_column", Some("2"), false),
            (Structural, "B12", "concrete_beam", Some("12"), false),
            (Structural, "GB-1", "grade_beam", Some("1"), true),
            (Structural, "#5@12\"", "reinforcing_bar_length", Some("5"), true),
            (Structural, "W12x26", "steel_beam", Some("12x26"), false),
            (MultiDiscipline, "WC-1", "water_closet", Some("1"), true),
            (MultiDiscipline, "SD-1", "supply_diffuser", Some("1"), false),
            (MultiDiscipline, "FT-101", "flow_meter", Some("101"), false),
        ];
        for (discipline, tag, item_type, number, certain) in cases {
            let found = lexicon(discipline).mark_meaning(tag);
            let Some(found) = found else { panic!("{discipline:?} {tag} is not known") };
            assert_eq!(
                (found.kind.item_type, found.number.as_deref(), found.certain),
                (item_type, number, certain),
                "{discipline:?} {tag}"
            );
        }
    }

    #[test]
    fn words_levels_and_rooms_are_not_marks() {
        for &discipline in Discipline::ALL {
            for tag in [
                "",
                "Wc",
                "OFFICE",
                "KITCHEN 101",
                "101",
                "2.10",
                "EL. +3.50",
                "SEE NOTE",
                "12x24",
                "AFF",
                "QQ-1",
                "B.",
                "'C'",
                "MS-7AF",
                "NAC10.0028V",
            ] {
                assert_eq!(lexicon(discipline).mark_meaning(tag), None, "{discipline:?} {tag}");
            }
        }
        assert_eq!(lexicon(Discipline::Electrical).mark_meaning("#12"), None, "a wire's size is not a rebar");
        for discipline in Discipline::ALL.iter().copied().filter(|d| *d != Discipline::Process) {
            assert_eq!(
                lexicon(discipline).mark_meaning("A-100").or(lexicon(discipline).mark_meaning("E1.0")),
                None,
                "a sheet's number"
            );
        }
        assert_eq!(lexicon(Discipline::Plumbing).mark_meaning("FT-101"), None);
        assert_eq!(lexicon(Discipline::Structural).mark_meaning("B"), None, "a letter alone is a grid's");
        assert_eq!(lexicon(Discipline::Electrical).mark_meaning("F7"), None, "a luminaire's type");
        assert_eq!(
            lexicon(Discipline::Mechanical).mark_meaning("SF 202.1").map(|m| m.certain),
            Some(false),
            "a door's number"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(text in ".{0,24}") {
            for &discipline in Discipline::ALL {
                let words = lexicon(discipline);
                let _ = (words.mark_meaning(&text), words.pipe_label(&text));
                let _ = (words.classify_layer(&text), words.classify_block(&text));
                let _ = (words.classify(&text), words.instrument_kind(&text));
            }
        }

        #[test]
        fn the_case_of_a_description_changes_nothing(n in 0usize..6) {
            let text = ["Duplex receptacle", "détecteur de fumée", "Válvula compuerta", "Wandcontactdoos", "floor drain",
                "Vav box"][n];
            for &discipline in Discipline::ALL {
                let words = lexicon(discipline);
                prop_assert_eq!(words.known(text), words.known(&text.to_uppercase()));
                prop_assert_eq!(words.known(text), words.known(&format!("  {}.", text.to_lowercase())));
            }
        }
    }
}
