//! The words of headers and titles: which row is a header, which column names the row, what a schedule lists.
//!
//! English first; Spanish, Portuguese, French, German and Dutch as far as the words differ.

use std::sync::LazyLock;

use regex::Regex;

use crate::model::ScheduleKind;

/// Compiles one of this module's own patterns.
#[allow(clippy::expect_used, reason = "the patterns are constants, and every one is compiled in the tests")]
fn pattern(source: &str) -> Regex {
    Regex::new(&format!("(?i){source}")).expect("a constant pattern")
}

macro_rules! patterns {
    ($($(#[$about:meta])* $name:ident = $source:expr;)*) => {
        $($(#[$about])* static $name: LazyLock<Regex> = LazyLock::new(|| pattern($source));)*
        #[cfg(test)]
        fn every_pattern() -> Vec<&'static LazyLock<Regex>> { vec![$(&$name),*] }
    };
}

patterns! {
    /// A column heading of some schedule.
    HEADING = r"\b(mark|type|tag|symbols?|items?|no|nos|number|nr|num|id|code|ref|pos|key|designation|fixture|luminaire|lamps?|watts?|wattage|voltage|volts?|v|ph|phase|poles?|p|amps?|a|kva|va|kw|hp|fla|mca|mocp|rla|hz|breaker|bkr|c/?b|trip|ocp|ocpd|frame|fuse|circuits?|ckts?|cct|load|served|conductors?|wires?|conduit|feeders?|gauge|size|dimensions?|length|len|width|height|qty|quantity|count|unit|units|manufacturer|mfr|mfg|make|maker|model|catalog(ue)?|series|part|description|desc|remarks?|notes?|comments?|mounting|finish|finishes|colou?r|ballast|driver|lumens?|location|room|name|area|service|function|system|equipment|device|address|panel|card|standby|current|distance|material|product|style|thickness|cfm|gpm|mbh|btuh?|esp|sp|rpm|wpd|ewt|lwt|eat|lat|flow|capacity|head|pressure|temp|temperature|starter|disconnect|control|trap|vent|waste|cw|hw|connection|drain|floor|wall|ceiling|base|door|frame|hardware|glass|glazing|bar|bars|spacing|shape|grade|weight|mass|reinforcement|total|cantidad|cant|descripci[oó]n|marca|tipo|modelo|c[oó]digo|ubicaci[oó]n|carga|potencia|tensi[oó]n|circuito|calibre|secci[oó]n|longitud|unidad|observaciones|peso|di[aá]metro|descri[cç][aã]o|quantidade|d[eé]signation|quantit[eé]|rep[eè]re|bezeichnung|anzahl|menge|gr[oö](ss|ß)e|aantal|omschrijving|merk|lengte|diameter|diam|dia|ø)\b";
    /// A column that names the row, strongest first in [`TAGS`].
    TAG_MARK = r"^(mark|marks|tag|tags|marca|rep[eè]re|merk|(fixture|luminaire|lum|equip(ment)?|unit|motor|door|window|panel|bar|plan)\.?[ -]*(mark|tag|id|type|designation|no|number)?\.?s?)$";
    TAG_TYPE = r"^(type|tipo|typ|symbol|s[ií]mbolos?|designation|d[eé]signation|code|c[oó]digo|id|key|call ?out|label|type ?mark)$";
    TAG_CIRCUIT = r"^((ckt|cct|circuit|circuito|cir)s?[ .]*(no|nos|num|number|#|n[°º])?\.?|#)$";
    TAG_NUMBER = r"^(no|nos|nr|num|number|item|items|pos|position|ref|reference|#|n[°º]|item (no|number)|room( no| number)?|[ií]tem)\.?$";
    TAG_PART = r"^(part|catalog(ue)?|cat|model|modelo|device|address)[ .]*(no|nos|number|#)?\.?$";
    /// A column that describes the row.
    DESCRIPTION = r"^((item |fixture |luminaire |equipment |load |circuit |material |appliance |device |product )?(description|desc)\.?( of .*)?|descripci[oó]n( de .*)?|descri[cç][aã]o|bezeichnung|omschrijving|load served|loads? (name|type)|load|carga|serves|served|appliance desc)$";
    DESCRIPTION_TOO = r"^(name|nombre|service|function|application|use|equipment|material/?product|material|product|room name|area served|fixture|device|type of .*|location|ubicaci[oó]n)$";
    /// A symbol column: its table is a legend unless the title says otherwise.
    SYMBOL = r"^(symbols?|sym\.?|s[ií]mbolos?|s[ií]mbolo|symbole|symbool|simbolog[ií]a)$";
    /// Titles of schedules.
    SCHEDULE = r"\b(schedules?|bill of materials?|b\.?o\.?m\.?|(material|equipment|parts?|appliance|bar|fixture|cable|circuit|device|load)s? list|list of (materials?|equipment|parts)|panelboards?|load centers?|directory|calculations?|table of|cuadro|tablero|tabla|planilla|metrado|lista de|liste|quadro|st[uü]ckliste|stuklijst|nomenclature|take-?off)\b";
    /// Titles of what is no schedule.
    NO_SCHEDULE = r"\b(legend|leyenda|l[eé]gende|symbols?|simbolog[ií]a|abbreviations?|abreviaturas|revisions?|issued? for|sheet (index|list)|(drawing|sheet|document) (index|list|register|schedule)|index of (drawings|sheets)|general notes|reference drawings|title block)\b";
    /// Columns of revision lists and drawing registers.
    REVISION_DATE = r"\b(date|fecha|datum)\b";
    REVISION_WORD = r"\b(rev(ision)?s?|issued?|checked|approved|appd|chkd|by|drawn|drawing (no|name|number|title)|sheet (no|name|number|title)|signature)\b|^(no|nr|#|description|descripci[oó]n)\.?$";
    DRAWINGS = r"\b(drawing|sheet|dwg)s?[ .]*(no|name|number|title|#)?\b";
    /// What sums up a circuit rather than lists it.
    CALCULATION = r"\b(calculations?|calculos?|c[aá]lculos?|voltage drop|ca[ií]da de tensi[oó]n)\b";
    /// A column that a list of circuits has.
    CIRCUIT_COLUMN = r"\b(wattage|watts|load|carga|potencia|kva|va|breaker|bkr|trip|mcb|ocpd?|wire|wire size|cable|poles?)\b";
    /// What a title says a schedule lists.
    PANEL = r"\b(panel ?boards?|panels?|switch ?boards?|load ?cent(er|re)s?|distribution boards?|d\.?b\.? schedule|tableros?|quadro (el[eé]trico|de cargas)|cuadro de cargas|circuit (directory|schedule))\b";
    PLUMBING = r"\b(plumbing|sanitary|water heaters?|drains?|fixture units?|backflow|water closets?|interceptors?|sanitari[ao]s?)\b";
    FIXTURE = r"\b(luminaires?|lighting|light fixtures?|fixtures?|lamps?|luminarias?|lumin[aá]rias?|leuchten|armaturen|verlichting)\b";
    MOTOR = r"\b(motors?|starters?|motores|mcc|motor control)\b";
    MECHANICAL = r"\b(mechanical|hvac|air handling|air handlers?|ahus?|fans?|diffusers?|grilles?|registers?|vavs?|terminal units?|rtus?|rooftop|coils?|boilers?|chillers?|pumps?|heat pumps?|exhaust|condens(er|ing)|unit heaters?|air devices?|louvers?|dampers?|split systems?|cooling|heating|humidifiers?|ductless|evaporators?|furnaces?|energy recovery)\b";
    EQUIPMENT = r"\b(equipment|bill of materials?|b\.?o\.?m\.?|materials? list|parts? list|appliances?|kitchen|equipos?|metrado|transformers?|generators?|disconnects?|device|stuklijst|st[uü]ckliste|list of (materials?|equipment|parts))\b";
    ARCHITECTURAL = r"\b(doors?|windows?|finish(es)?|rooms?|hardware|partitions?|bars?|rebar|reinforcement|columns?|beams?|footings?|lintels?|puertas|ventanas|acabados)\b";
    /// What the columns say, when the title does not.
    FIXTURE_COLUMN = r"\b(lamps?|lumens?|ballast|luminaire|watts?|wattage|cct|driver)\b";
    MOTOR_COLUMN = r"\b(hp|fla|starter|motor|horsepower)\b";
    MECHANICAL_COLUMN = r"\b(cfm|esp|mbh|btuh?|eat|lat|ewt|lwt|tons?|airflow)\b";
    PLUMBING_COLUMN = r"\b(trap|vent|waste|cw|hw|gpf|wsfu|dfu|gpm)\b";
    EQUIPMENT_COLUMN = r"\b(manufacturer|mfr|model|part|quantity|qty|cantidad)\b";
}

/// The patterns of columns that name the row, strongest first.
static TAGS: [&LazyLock<Regex>; 5] = [&TAG_MARK, &TAG_TYPE, &TAG_CIRCUIT, &TAG_NUMBER, &TAG_PART];

fn tidy(name: &str) -> &str {
    name.trim().trim_end_matches([':', '.', '*']).trim()
}

/// Whether a text can be a column heading: short, with a letter, and a known word in it.
pub(crate) fn is_heading(text: &str) -> bool {
    text.chars().count() <= 60 && text.chars().any(char::is_alphabetic) && HEADING.is_match(text)
}

/// Whether a text looks like a value rather than a heading: a bare number, or nothing but digits and signs.
pub(crate) fn is_value(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit()) && !HEADING.is_match(text)
}

/// How strongly a column name says that it names the row: 0 is strongest.
pub(crate) fn tag_rank(name: &str) -> Option<usize> {
    TAGS.iter().position(|p| p.is_match(tidy(name)))
}

/// How strongly a column name says that it describes the row: 0 is strongest.
pub(crate) fn description_rank(name: &str) -> Option<usize> {
    [&DESCRIPTION, &DESCRIPTION_TOO].iter().position(|p| p.is_match(tidy(name)))
}

/// Whether a column holds circuit numbers by its name; `NO.` may.
pub(crate) fn is_circuit(name: &str) -> bool {
    TAG_CIRCUIT.is_match(tidy(name)) || TAG_NUMBER.is_match(tidy(name))
}

/// Whether a column shows symbols.
pub(crate) fn is_symbol(name: &str) -> bool {
    SYMBOL.is_match(tidy(name))
}

/// Whether a title is that of a schedule.
pub(crate) fn titles_schedule(title: &str) -> bool {
    SCHEDULE.is_match(title)
}

/// Whether a title is that of a legend, a revision list or the like.
pub(crate) fn titles_other(title: &str) -> bool {
    NO_SCHEDULE.is_match(title)
}

/// Whether the columns are those of a revision list or a drawing register.
pub(crate) fn lists_revisions(columns: &[String]) -> bool {
    let count = |p: &Regex| columns.iter().filter(|c| p.is_match(tidy(c))).count();
    let dated = count(&REVISION_DATE) > 0 && count(&REVISION_WORD) > 0 && columns.len() <= 8;
    dated || count(&DRAWINGS) >= 2
}

/// What a schedule lists, by its title, else by its columns.
pub(crate) fn kind(title: &str, columns: &[String]) -> ScheduleKind {
    use ScheduleKind::{Equipment, Fixture, Mechanical, Motor, Other, Panel, Plumbing};
    // In this order: a "plumbing fixture schedule" is plumbing, a "motor control panel" a motor schedule.
    let by_title: [(&Regex, ScheduleKind); 8] = [
        (&PLUMBING, Plumbing),
        (&MOTOR, Motor),
        (&FIXTURE, Fixture),
        (&MECHANICAL, Mechanical),
        (&EQUIPMENT, Equipment),
        (&ARCHITECTURAL, Other),
        (&PANEL, Panel),
        (&SCHEDULE, Other),
    ];
    if titles_calculation(title) {
        return Other;
    }
    // A title of its own kind ("LIGHTING FIXTURE SCHEDULE") decides; a mere "SCHEDULE" leaves it to the columns.
    if let Some((_, kind)) = by_title[..7].iter().find(|(p, _)| p.is_match(title)) {
        return *kind;
    }
    let count = |p: &Regex| columns.iter().filter(|c| p.is_match(c)).count();
    let by_columns: [(&Regex, usize, ScheduleKind); 5] = [
        (&FIXTURE_COLUMN, 2, Fixture),
        (&MECHANICAL_COLUMN, 2, Mechanical),
        (&PLUMBING_COLUMN, 2, Plumbing),
        (&MOTOR_COLUMN, 2, Motor),
        (&EQUIPMENT_COLUMN, 2, Equipment),
    ];
    by_columns.iter().find(|(p, least, _)| count(p) >= *least).map_or(Other, |(_, _, kind)| *kind)
}

/// Whether columns are those of a list of circuits: one names the circuit, others its load, protection or wire.
pub(crate) fn lists_circuits(columns: &[String]) -> bool {
    let named = columns.first().is_some_and(|c| TAG_CIRCUIT.is_match(tidy(c)) && tidy(c) != "#");
    named && columns.iter().skip(1).filter(|c| CIRCUIT_COLUMN.is_match(c)).count() >= 2
}

/// Whether a title is that of a calculation.
pub(crate) fn titles_calculation(title: &str) -> bool {
    CALCULATION.is_match(title)
}

/// Whether a title is that of a panelboard.
pub(crate) fn titles_panel(title: &str) -> bool {
    PANEL.is_match(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert!(every_pattern().iter().all(|p| !p.as_str().is_empty()));
    }

    #[test]
    fn kinds_by_title_and_by_columns() {
        let kinds = [
            ("LIGHTING FIXTURE SCHEDULE", ScheduleKind::Fixture),
            ("PLUMBING FIXTURE SCHEDULE", ScheduleKind::Plumbing),
            ("MOTOR SCHEDULE", ScheduleKind::Motor),
            ("EXHAUST FAN SCHEDULE", ScheduleKind::Mechanical),
            ("Bill of Material", ScheduleKind::Equipment),
            ("ROOM FINISH SCHEDULE", ScheduleKind::Other),
            ("PANEL LP-1", ScheduleKind::Panel),
        ];
        for (title, want) in kinds {
            assert_eq!(kind(title, &[]), want, "{title}");
        }
        let columns = ["TYPE", "LAMPS", "WATTS"].map(str::to_owned);
        assert_eq!(kind("SCHEDULE", &columns), ScheduleKind::Fixture);
    }

    #[test]
    fn legends_and_revisions_are_no_schedules() {
        assert!(titles_other("FIRE ALARM SYMBOL LEGEND") && titles_other("SHEET INDEX"));
        assert!(!titles_other("LIGHTING FIXTURE SCHEDULE"));
        assert!(lists_revisions(&["NO.", "DATE", "DESCRIPTION"].map(str::to_owned)));
        assert!(!lists_revisions(&["MARK", "DESCRIPTION", "QTY"].map(str::to_owned)));
    }

    #[test]
    fn the_marks_column_outranks_the_number() {
        assert!(tag_rank("MARK") < tag_rank("NO."));
        assert!(tag_rank("LAMPS TYPE").is_none());
        assert_eq!(description_rank("LOAD DESCRIPTION"), Some(0));
    }
}
