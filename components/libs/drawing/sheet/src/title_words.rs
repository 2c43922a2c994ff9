//! The words of title blocks: labels of their fields, and the forms of sheet numbers.

use std::sync::LazyLock;

use plumbline_language::title_block as words;
use regex::Regex;

pub(crate) fn regex(pattern: &str) -> Option<Regex> {
    Regex::new(pattern).ok()
}

/// Labels of the sheet number.
pub(crate) static NUMBER_LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (sheet, number) = (words::SHEET.alternatives(), words::NUMBER.alternatives());
    let (whole, field) = (words::NUMBER_LABEL.alternatives(), words::NUMBER_FIELD.alternatives());
    regex(&format!(
        r"(?i)^(?:(?:{sheet})\.?\s*(?:{number})(?:\b|\.|:|$)\.?|(?:n[º°o]\.?\s*(?:de\s*)?)?(?:{whole})(?:\s*(?:no|n[º°o]|nr))?\s*[:.]*\s*$|(?:{field})\s*:|{unspaced})",
        unspaced = words::NUMBER_UNSPACED.alternatives(),
    ))
});

/// Labels of the sheet title.
pub(crate) static TITLE_LABEL: LazyLock<Option<Regex>> =
    LazyLock::new(|| regex(&format!("(?i){}", words::TITLE_LABEL.beginning())));

/// Labels of any field of a title block. Such text is not a value.
pub(crate) static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (field, part) = (words::FIELD.alternatives(), words::FIELD_PART.alternatives());
    let (person_or_place, by) = (words::PERSON_OR_PLACE.alternatives(), words::BY.alternatives());
    regex(&format!(
        r"(?i)^(?:(?:{field})\.?\s*(?:{part})?\s*[.:#]*\s*$|(?:{person_or_place})\b\s*(?:{by})?\s*[.:]+.*$|{drawing_list}|(?:{signed})(?:\s*by)?\s*[.:]*\s*$|(?:{whole})\s*(?:n[º°o]\.?)?\s*[.:]*\s*$)",
        drawing_list = words::DRAWING_LIST.alternatives(),
        signed = words::SIGNED.alternatives(),
        whole = words::WHOLE_LABEL.alternatives(),
    ))
});

/// Sheet numbers as drawings write them: `E-101`, `IE-1`, `F1`, `A-100`, `21E-1`, `E1.0`, `FA2-01`, `IE-AL1`.
pub(crate) static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(r"^(?:\d{1,3}[-.]?)?[A-Z]{1,4}(?:[-. ]?[A-Z]{1,3})?[-. ]{0,2}\d{1,4}(?:[-.]\d{1,3}){0,2}[A-Z]?$")
});

/// Texts that may be a number if a label says so.
pub(crate) static LABELED: LazyLock<Option<Regex>> =
    LazyLock::new(|| regex(r"(?i)^[A-Z0-9][A-Z0-9]*(?:[-._/][A-Z0-9]+){0,6}$|^[A-Z]{1,4} ?-? ?\d{1,4}(?:\.\d{1,3})?$"));

/// Dates, and pages such as `3 OF 10`.
pub(crate) static NOT_A_NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?i)^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$|^rev|^\d{1,2}/\d{1,2}$|\bof\b|^(?:19|20)\d\d$|^\d+(?:\.\d+)?%$|^v\d+(?:\.\d+)*$",
    )
});

/// Returns whether a text matches a pattern.
pub(crate) fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|r| r.is_match(text))
}
