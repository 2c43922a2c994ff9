//! Instruments by the letters in their bubbles, following ANSI/ISA-5.1 (identification letters, table 4.1).

use crate::vocabulary::kinds::{Kind, Trade};
use crate::vocabulary::lexicon::Lexicon;

const fn kind(category: &'static str, item_type: &'static str) -> Option<Kind> {
    Some(Kind { trade: Trade::Process, category, item_type })
}

impl Lexicon {
    /// Returns the kind of instrument that the letters in a bubble mean.
    ///
    /// The first letter is the measured variable. Modifiers follow (`D` difference, `F` ratio, `Q` total), then the
    /// function. Functions of the control system (`FIC`, `TAH`, `LY`) are not field devices. They count as a loop
    /// check, since each loop is checked once. Returns `None` if the letters are not an instrument's.
    pub fn instrument_kind(&self, letters: &str) -> Option<Kind> {
        let letters = letters.trim();
        if !(2..=5).contains(&letters.len()) || !letters.chars().all(|c| c.is_ascii_uppercase()) {
            return None;
        }
        if let Some(found) = named(letters) {
            return Some(found);
        }
        let mut chars = letters.chars();
        let measured = chars.next()?;
        let rest = chars.as_str();
        // The second letter is a modifier if a function follows it: `PDT`, `FQI`, `PSV` but `PSH`.
        let modified = |modifier: char| rest.strip_prefix(modifier).filter(|f| FUNCTIONS.contains(f));
        let (safety, function) = match modified('S').filter(|f| *f == "V") {
            Some(function) => (true, function),
            None => (false, ['D', 'F', 'Q'].into_iter().find_map(modified).unwrap_or(rest)),
        };
        if !FUNCTIONS.contains(&function) {
            return None;
        }
        valve(measured, safety, function).or_else(|| field(measured, function))
    }
}

/// The functions of an instrument, in the standard's order: readout, then output, then high or low. The letters mean
/// alarm, control, element, glass, high, indicate, station, low, record, switch, transmit, valve, well, compute or
/// relay, driver.
const FUNCTIONS: &[&str] = &[
    "A", "AH", "AHH", "AL", "ALL", "AHL", "C", "CV", "E", "G", "I", "IA", "IAH", "IAL", "IC", "ICA", "IK", "IR", "IRC",
    "IS", "ISH", "ISL", "IT", "K", "O", "P", "R", "RC", "RV", "S", "SC", "SH", "SHH", "SHL", "SL", "SLL", "SO", "T",
    "TR", "TW", "V", "W", "X", "Y", "Z", "DV",
];

/// Returns the kind for letter combinations that have a fixed meaning.
fn named(letters: &str) -> Option<Kind> {
    match letters {
        "PSE" => kind("valves", "rupture_disk"),
        "FO" | "RO" | "FE" | "FIT" | "FG" => kind("instrumentation", "flow_meter"),
        "PCV" | "DPCV" | "BPCV" => kind("valves", "pressure_regulator"),
        "LG" => kind("piping_specialties", "sight_glass"),
        "GD" => kind("instrumentation", "gas_detector"),
        "SDV" | "ESDV" | "BDV" => kind("valves", "on_off_valve"),
        "MOV" => kind("valves", "control_valve"),
        "PLC" => kind("instrumentation", "control_panel"),
        _ => None,
    }
}

/// Returns the kind of a safety valve, a control valve or an on-off valve.
fn valve(measured: char, safety: bool, function: &str) -> Option<Kind> {
    match (measured, function) {
        ('P' | 'T' | 'V', "V") if safety => kind("valves", "pressure_safety_valve"),
        ('P', "RV") => kind("valves", "pressure_safety_valve"),
        ('X' | 'H' | 'Z' | 'U' | 'K', "V") => kind("valves", "on_off_valve"),
        ('A' | 'F' | 'L' | 'P' | 'T' | 'M' | 'D', "V" | "CV") => kind("valves", "control_valve"),
        _ => None,
    }
}

/// Returns the kind of a field device, or a loop check.
fn field(measured: char, function: &str) -> Option<Kind> {
    if function.starts_with('S') || function.starts_with("IS") {
        return kind("instrumentation", "process_switch");
    }
    // Alarms, controllers, recorders and relays belong to the control system, regardless of their other letters.
    if function.contains(['A', 'C', 'R', 'Y', 'K', 'X', 'Z']) {
        return kind("instrumentation", "loop_check");
    }
    match measured {
        'P' if function == "I" || function == "G" => kind("instrumentation", "pressure_gauge"),
        'P' => kind("instrumentation", "pressure_transmitter"),
        'T' => kind("instrumentation", "temperature_element"),
        'F' => kind("instrumentation", "flow_meter"),
        'L' => kind("instrumentation", "level_transmitter"),
        // Only temperature instruments have a well.
        'A' | 'C' | 'D' | 'M' if !function.starts_with('W') => kind("instrumentation", "analyzer"),
        'W' => kind("material_handling", "weigh_scale"),
        // The taxonomy has no transmitter for position, speed, voltage, current, hand and the like.
        'E' | 'H' | 'I' | 'J' | 'S' | 'V' | 'X' | 'Z' => kind("instrumentation", "loop_check"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use plumbline_contract::taxonomy::TAXONOMY;

    use crate::vocabulary::kinds::Discipline;
    use crate::vocabulary::lexicon::lexicon;

    #[test]
    fn bubbles_are_read_as_the_standard_defines() {
        let cases = [
            ("FT", "flow_meter"),
            ("FIT", "flow_meter"),
            ("FE", "flow_meter"),
            ("FI", "flow_meter"),
            ("FQI", "flow_meter"),
            ("PT", "pressure_transmitter"),
            ("PIT", "pressure_transmitter"),
            ("PDT", "pressure_transmitter"),
            ("PDIT", "pressure_transmitter"),
            ("PI", "pressure_gauge"),
            ("PG", "pressure_gauge"),
            ("TT", "temperature_element"),
            ("TE", "temperature_element"),
            ("TI", "temperature_element"),
            ("TW", "temperature_element"),
            ("LT", "level_transmitter"),
            ("LIT", "level_transmitter"),
            ("LG", "sight_glass"),
            ("AE", "analyzer"),
            ("AIT", "analyzer"),
            ("PSH", "process_switch"),
            ("PSHH", "process_switch"),
            ("LSL", "process_switch"),
            ("FS", "process_switch"),
            ("ZSO", "process_switch"),
            ("ZSC", "process_switch"),
            ("FV", "control_valve"),
            ("FCV", "control_valve"),
            ("LCV", "control_valve"),
            ("TCV", "control_valve"),
            ("TV", "control_valve"),
            ("PCV", "pressure_regulator"),
            ("PSV", "pressure_safety_valve"),
            ("PRV", "pressure_safety_valve"),
            ("PSE", "rupture_disk"),
            ("XV", "on_off_valve"),
            ("HV", "on_off_valve"),
            ("FIC", "loop_check"),
            ("LIC", "loop_check"),
            ("PAH", "loop_check"),
            ("TAHH", "loop_check"),
            ("FY", "loop_check"),
            ("WT", "weigh_scale"),
        ];
        for (letters, expected) in cases {
            let found = lexicon(Discipline::Process).instrument_kind(letters);
            assert_eq!(found.map(|k| k.item_type), Some(expected), "{letters}");
            let found = found.unwrap();
            assert!(TAXONOMY.find(found.trade, found.category, found.item_type).is_some(), "{letters}");
        }
        for letters in ["", "F", "ft", "VALVES", "NOTE", "12", "BN", "OFF"] {
            assert_eq!(lexicon(Discipline::Process).instrument_kind(letters), None, "{letters}");
        }
    }
}
