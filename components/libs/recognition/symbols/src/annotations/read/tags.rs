//! Tags of equipment, and marks that need the document's explanation.

use plumbline_notation::language::labels;
use plumbline_sheet::Pattern;

use crate::annotations::context::DocumentContext;
use crate::annotations::label::{Label, Read};

/// Common equipment abbreviations before a number, following ASHRAE, ASPE and trade practice.
const USUAL: &str = r"AHU|RTU|FCU|VAV|CAV|VRF|VRV|MAU|DOAS|ERV|HRV|ERU|HRU|UV|CU|ACCU|CRAC|EF|SF|RF|TF|GF|KEF|TEF|BCU|CHWP|HWP|CWP|HP|WSHP|HX|HTR|EWH|WH|GWH|DWH|EUH|UH|CUH|FTU|FPB|FPTU|CH|CT|BLR|ET|AS|VFD|MCC|ATS|MTS|UPS|XFMR|TX|GEN|MDP|MSB|WC|LAV|UR|SK|SH|FD|FS|RD|ORD|AD|HB|WB|JS|MS|DF|EWC|WCO|FCO|CO|HS|BT|TMV|PRV|BFP|RPZ|TP|SP|SWP|CP|GI|OI|FDC|FHC|FEC|FE|SD|RG|SG|EG|TG|RD|EA|OA|LD|CD|TK|PU|PMP|BL|CV|SV|FV|PV|LIT|FIT|PIT|TIT|PI|TI|FT|PT|LT|TT|PSV|TCV|FCV|PCV|LCV|HV|UCA|UMA|UE|VE|EXT|VI|LBK|RLT|CVK|PAC|FFU";

/// Single letters that process plants use with numbers of at least three digits: pumps, vessels, exchangers, tanks.
static PROCESS: Pattern = Pattern::beginning(|| r"(?-i:(?:P|V|E|K|C|T|D|R|H|TK|HX)-\d{3,4}[A-Z]?(?:/[A-Z])?\b)".into());

static NUMBERED: Pattern =
    Pattern::beginning(|| format!(r"(?-i:\d{{0,2}}(?:{USUAL})\s?[-.]?\s?\d{{1,4}}[A-Z]?(?:[-.]\d{{1,3}})?\b)"));

static LETTERS: Pattern =
    Pattern::beginning(|| r"(?-i:FD|WC|LAV|FCO|WCO|HB|RD|FS|EWC|FE|FEC|FHC|FDC|VAV|AHU|RTU|FCU|WH)\b".into());

/// Letters and digits, with or without a dash.
static MARK: Pattern = Pattern::new(|| {
    r"^(?:[A-Z]{1,4}[-. ]?\d{1,4}[A-Za-z]?(?:[-./]\d{1,3}[A-Za-z]?)?(?:[-.][A-Z]{1,2})?|\d{1,4}|\d{1,3}[A-Z]{1,3}(?:-?\d{1,3})?|[A-Z]{1,3}\d?|[A-Z]{1,3}-[A-Z]{1,2}\d{0,2})$".into()
});

/// Returns a tag as written, without spaces around dashes.
fn tidy(tag: &str) -> String {
    tag.trim().replace(" -", "-").replace("- ", "-")
}

/// Returns the label that is valid only as a complete text: a tag that the document explains, or a mark that it does
/// not. `understood` returns the label that another reader reads in the whole text.
pub(crate) fn read_complete(
    text: &str,
    known: &DocumentContext,
    understood: impl FnOnce() -> Option<Label>,
) -> Option<Label> {
    if known.is_tag(text) || known.is_exact_panel_name(text) {
        return Some(Label::Equipment { tag: tidy(text) });
    }
    if known.is_keynote(text) && text.chars().count() <= 4 {
        return Some(Label::Keynote { number: text.to_owned() });
    }
    // Among other words, such as `MEN'S WC`, they name rooms.
    if LETTERS.find(text).is_some_and(|m| m.end() == text.len()) {
        return Some(Label::Equipment { tag: text.to_owned() });
    }
    if known.is_letter(text) {
        return Some(Label::Mark { text: tidy(text) });
    }
    if text.chars().count() > 12 || !MARK.is_match(text) || labels::NOT_MARKS.contains(&text.to_uppercase()) {
        return None;
    }
    understood().or_else(|| Some(Label::Mark { text: tidy(text) }))
}

/// Reads the tag of a schedule's row at the beginning of a text.
pub(crate) fn known_tag(text: &str, known: &DocumentContext) -> Read {
    let ends = text.char_indices().filter(|(_, c)| " (,;/".contains(*c)).map(|(i, _)| i).chain([text.len()]);
    let end = ends.take(4).filter(|&end| end > 0 && known.is_tag(&text[..end])).last()?;
    Some((end, Label::Equipment { tag: tidy(&text[..end]) }))
}

/// Reads the tag of equipment at the beginning of a text.
pub(crate) fn equipment(text: &str) -> Read {
    let found = NUMBERED.find(text).or_else(|| PROCESS.find(text))?;
    Some((found.end(), Label::Equipment { tag: tidy(found.as_str()) }))
}
