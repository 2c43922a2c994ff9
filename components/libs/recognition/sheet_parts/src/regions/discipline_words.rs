//! The evidence for a discipline: prefixes of sheet numbers, words of titles and names of layers.

use std::sync::LazyLock;

use plumbline_notation::language::disciplines;
use plumbline_sheet::Pattern;
use regex::Regex;

use crate::regions::discipline::Discipline;
use crate::regions::pattern;

/// Disciplines by the letters of a sheet number, longest first. The single letters follow the US National CAD Standard
/// (Uniform Drawing System, module 1, discipline designators). The others are common in the countries named.
const PREFIXES: [(&str, Discipline); 62] = {
    use Discipline as D;
    [
        // English.
        ("FA", D::FireProtection),
        ("FP", D::FireProtection),
        ("FS", D::FireProtection),
        ("FX", D::FireProtection),
        ("SP", D::FireProtection),
        ("LS", D::FireProtection),
        ("EL", D::Electrical),
        ("EP", D::Electrical),
        ("ES", D::Electrical),
        ("EY", D::Electrical),
        ("LTG", D::Electrical),
        ("SLD", D::Electrical),
        ("ELE", D::Electrical),
        ("MH", D::Mechanical),
        ("MP", D::Mechanical),
        ("MD", D::Mechanical),
        ("HVAC", D::Mechanical),
        ("PL", D::Plumbing),
        ("PD", D::Plumbing),
        ("PID", D::Process),
        ("PFD", D::Process),
        ("PR", D::Process),
        ("SB", D::Structural),
        ("SF", D::Structural),
        ("ST", D::Structural),
        ("STR", D::Structural),
        ("AD", D::Architectural),
        ("AE", D::Architectural),
        ("AF", D::Architectural),
        ("AI", D::Architectural),
        ("AS", D::Architectural),
        ("ARQ", D::Architectural),
        ("CG", D::Civil),
        ("CU", D::Civil),
        ("CS", D::Civil),
        // Spanish: instalaciones eléctricas, sanitarias, mecánicas, contra incendios; estructuras.
        ("IE", D::Electrical),
        ("IS", D::Plumbing),
        ("IM", D::Mechanical),
        ("IC", D::FireProtection),
        ("ACI", D::FireProtection),
        ("IG", D::Plumbing),
        ("IISS", D::Plumbing),
        ("IIEE", D::Electrical),
        ("EST", D::Structural),
        ("TOP", D::Civil),
        // German: Elektro, Heizung, Lüftung, Sanitär.
        ("HLS", D::Mechanical),
        ("RLT", D::Mechanical),
        ("SAN", D::Plumbing),
        ("HZG", D::Mechanical),
        // Single letters.
        ("A", D::Architectural),
        ("I", D::Architectural),
        ("Q", D::Architectural),
        ("S", D::Structural),
        ("M", D::Mechanical),
        ("H", D::Mechanical),
        ("P", D::Plumbing),
        ("E", D::Electrical),
        ("T", D::Electrical),
        ("F", D::FireProtection),
        ("D", D::Process),
        ("C", D::Civil),
        ("L", D::Civil),
    ]
};

/// Returns the discipline of a sheet number, with the letters that identify it and whether they certainly do.
pub(crate) fn of_number(number: &str) -> Option<(Discipline, &'static str, bool)> {
    let upper = number.to_uppercase();
    // `21E-1`: the number of a floor or a suite comes first. `100-TYP-005` is from a register.
    let parts = upper.split(['-', '.', '_', ' ']).map(|p| p.trim_start_matches(|c: char| c.is_ascii_digit()));
    let mut first = true;
    for part in parts.take(3) {
        let letters = &part[..part.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(part.len())];
        if letters.is_empty() {
            continue;
        }
        if let Some((prefix, discipline)) = PREFIXES.iter().find(|(p, _)| *p == letters) {
            return Some((*discipline, prefix, first));
        }
        // `IEIL1`, `FAT-2`: more letters after a known pair.
        let begins =
            |p: &&(&str, Discipline)| p.0.len() >= 2 && letters.starts_with(p.0) && letters.len() <= p.0.len() + 2;
        if first && let Some((prefix, discipline)) = PREFIXES.iter().find(begins) {
            return Some((*discipline, prefix, false));
        }
        first = false;
    }
    None
}

/// Words that name a discipline. Fire protection and process come before the wider ones.
static WORDS: LazyLock<Vec<(Discipline, Regex)>> = LazyLock::new(|| {
    use Discipline as D;
    let list = [
        (D::FireProtection, disciplines::FIRE_PROTECTION),
        (D::Process, disciplines::PROCESS),
        (D::Electrical, disciplines::ELECTRICAL),
        (D::Plumbing, disciplines::PLUMBING),
        (D::Mechanical, disciplines::MECHANICAL),
        (D::Structural, disciplines::STRUCTURAL),
        (D::Architectural, disciplines::ARCHITECTURAL),
        (D::Civil, disciplines::CIVIL),
    ];
    list.iter().filter_map(|(d, words)| Some((*d, pattern::words(&words.bounded())?))).collect()
});

/// Returns the disciplines that the words of a text name, each with the first such word.
pub(crate) fn in_text(text: &str) -> impl Iterator<Item = (Discipline, &str)> {
    WORDS.iter().filter_map(move |(d, words)| words.find(text).map(|m| (*d, m.as_str())))
}

/// Returns the discipline of a layer's name, by its US National CAD Standard designator (`E-LITE`, `M-HVAC-DUCT`) or
/// words.
pub(crate) fn of_layer(name: &str) -> Option<Discipline> {
    static STANDARD: Pattern = Pattern::new(|| r"^(?:.*[|$])?(FA|FP|[A-Z])[A-Z]?-[A-Z]{4}(?:-|$|\d)".into());
    if let Some(found) = STANDARD.captures(name) {
        let letters = found.get(1)?.as_str();
        return PREFIXES.iter().find(|(p, _)| *p == letters).map(|(_, d)| *d);
    }
    in_text(name).next().map(|(d, _)| d)
}
