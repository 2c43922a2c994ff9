//! Circuits, addresses of devices and switch legs.

use plumbline_notation::language::labels;
use plumbline_sheet::Pattern;
use regex::Regex;

use crate::annotations::context::DocumentContext;
use crate::annotations::label::{Label, Read};

/// Circuit numbers: `1`, `3,5`, `12a`, `1/3`, `,5,6`.
const NUMBERS: &str = r"[,.]?\s?\d{1,3}[a-z]?(?:\s?[,/&+]\s?\d{1,3}[a-z]?)*";

/// `C-1`, `C-2,3`, `CKT 12`, `Cto. 4`, `groep 3`: a circuit named without its panel.
static BARE: Pattern = Pattern::beginning(|| {
    let circuit = labels::CIRCUIT.alternatives();
    format!(r"(?:{circuit}|c)\.?\s?(?:[-#]|n[°º])?\s?({NUMBERS})")
});

/// `LP1-3`, `21LP-1-4,6,8`, `TD-1:C-3`, `DB1/L2`: a circuit with a panel whose name follows common practice.
static WITH_PANEL: Pattern = Pattern::beginning(|| {
    format!(
        r"(\d{{0,3}}(?:[LRPHDEKNM]P|[LRPHDEK]?PP|MDP|MSB|EDP|UDP|DB|SDB|TD|TG|TA|TE|T-D|T-G|PNL|PB|SB|UP|EM|LV|HV|RK|OV)[A-Z]?[-.]?\d{{0,3}}[A-Z]?)\s?[-:/]\s?(?:C-?|L|P)?({NUMBERS})"
    )
});

/// Numbers after the name of a panel in the document.
static AFTER_NAME: Pattern = Pattern::beginning(|| format!(r"\s?[-:/ ]\s?(?:C-?|L|P)?({NUMBERS})"));

/// `FACP:SPK1•020`, `FACP:SLC1•M:004,005`, `L1:D023`: a panel, a loop and a device of three digits.
static ADDRESS: Pattern = Pattern::beginning(|| {
    r"([A-Z][A-Z0-9]{0,9}(?:-\d{1,2})?)(?:[:•·∙.\-/][A-Z]{0,5}\d{0,3}){0,3}?[:•·∙.\-/][A-Z]?:?\d{3}(?:\s?[,/&]\s?\d{3})*".into()
});

/// `S(b,c)`, `3S(n)`, `Sc(n)`, `$a,b`: a switch with the letters of the lamps that it serves.
static SWITCH: Pattern = Pattern::beginning(|| {
    r"(?:\d?s[a-z\d]{0,2}\s?\(([a-z]{1,2}(?:\s?,\s?[a-z]{1,2})*)\)|\$\s?\d?([a-z](?:\s?,\s?[a-z])*))".into()
});

/// `a`, `a,b`, `a'`: only lower-case letters.
static LEGS: Pattern = Pattern::new(|| r"^[a-z]'?(?:\s?[,/&]\s?[a-z]'?)*$".into());

/// `1a`, `12b,c`, `12f'`: a circuit and its switch legs.
static CIRCUIT_AND_LEGS: Pattern = Pattern::new(|| r"^(\d{1,2})\s?-?\s?([a-z]'?(?:\s?,\s?[a-z]'?)*)$".into());

/// `1,3,5`: only circuits are written this way.
static LIST: Pattern = Pattern::new(|| r"^#?\d{1,2}(?:\s?[,&]\s?\d{1,2}){1,5}$".into());

/// Returns the parts of a list.
fn parts(list: &str) -> Vec<String> {
    list.split([',', '/', '&', '+', '.']).map(str::trim).filter(|p| !p.is_empty()).map(str::to_owned).collect()
}

/// Returns whether a text is a decimal such as `0,5` or `1,20`.
fn is_decimal(text: &str) -> bool {
    text.split_once(',').is_some_and(|(whole, part)| {
        !part.contains(',')
            && (whole == "0"
                || part.len() == 2 && part.parse().is_ok_and(|p: u32| p.is_multiple_of(5)) && whole.len() == 1)
    })
}

/// Returns the labels that are valid only as a complete text: switch legs, and lists of circuits.
pub(crate) fn read_complete(text: &str, known: &DocumentContext) -> Option<Vec<Label>> {
    if LEGS.is_match(text) && !known.is_tag(text) {
        return Some(vec![Label::SwitchLeg { legs: parts(text) }]);
    }
    if let Some(found) = CIRCUIT_AND_LEGS.captures(text).filter(|_| !known.is_tag(text) && !known.is_keynote(text)) {
        let first = match known.named_circuits {
            true => Label::Mark { text: text.to_owned() },
            false => Label::Circuit { panel: None, numbers: vec![found[1].to_owned()] },
        };
        return Some(vec![first, Label::SwitchLeg { legs: parts(&found[2]) }]);
    }
    if LIST.is_match(text) && !is_decimal(text) {
        return Some(vec![Label::Circuit { panel: None, numbers: parts(text.trim_start_matches('#')) }]);
    }
    let found = SWITCH.captures(text).filter(|m| m[0].len() == text.len())?;
    let legs = found.get(1).or_else(|| found.get(2))?;
    Some(vec![Label::SwitchLeg { legs: parts(legs.as_str()) }])
}

/// `FACP:NAC1`, `FACP-SLC 2`: a line of an alarm panel, which feeds the devices on it.
static ALARM_LINE: Pattern =
    Pattern::beginning(|| r"([A-Z]{2,5}\d{0,2})\s?[:•·∙.\-/]\s?((?:NAC|SLC|SPK|IDC|SIG|PAS)[ -]?\d{1,2})\b".into());

/// Returns the line of an alarm panel that an address is on: `FACP:SLC1` of `FACP:SLC1•M:011`.
pub fn line_of_address(address: &str) -> Option<&str> {
    ALARM_LINE.find(address).map(|found| found.as_str())
}

/// Reads the circuit at the beginning of a text.
pub(crate) fn circuit(text: &str, known: &DocumentContext) -> Read {
    let read = |pattern: &Regex, named: bool| -> Read {
        let found = pattern.captures(text)?;
        let (panel, numbers) = if named { (Some(found[1].to_owned()), &found[2]) } else { (None, &found[1]) };
        if panel.as_deref().is_some_and(|p| p.chars().all(|c| c.is_ascii_digit())) {
            return None;
        }
        Some((found[0].len(), Label::Circuit { panel, numbers: parts(numbers) }))
    };
    for (cut, _) in text.char_indices().filter(|(_, c)| "-:/ ".contains(*c)).take(4) {
        let name = text[..cut].trim_end();
        if let Some(found) = AFTER_NAME.captures(&text[cut..]).filter(|_| known.is_panel(name)) {
            let label = Label::Circuit { panel: Some(name.to_owned()), numbers: parts(&found[1]) };
            return Some((cut + found[0].len(), label));
        }
    }
    read(&BARE, false).or_else(|| read(&ALARM_LINE, true)).or_else(|| read(&WITH_PANEL, true))
}

/// Reads the address at the beginning of a text.
pub(crate) fn address(text: &str) -> Read {
    let found = ADDRESS.captures(text)?;
    let whole = &found[0];
    // A tag such as `P-101` also has a panel's letters and a number, and so do sheet numbers.
    let spelled = whole.contains([':', '•', '·', '∙']);
    let address = Label::Address { text: whole.to_owned(), panel: found[1].to_owned() };
    spelled.then_some((whole.len(), address))
}
