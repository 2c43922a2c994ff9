//! The words of title blocks: labels of their fields, and the forms of sheet numbers.

use plumbline_notation::language::title_block as words;

use crate::Pattern;

/// Labels of the sheet number.
pub(crate) static NUMBER_LABEL: Pattern = Pattern::any_case(|| {
    let (sheet, number) = (words::SHEET.alternatives(), words::NUMBER.alternatives());
    let (whole, field) = (words::NUMBER_LABEL.alternatives(), words::NUMBER_FIELD.alternatives());
    format!(
        r"^(?:(?:{sheet})\.?\s*(?:{number})(?:\b|\.|:|$)\.?|(?:n[º°o]\.?\s*(?:(?:{of})\s*)?)?(?:{whole})(?:\s*(?:{end}|n[º°o]))?\s*[:.]*\s*$|(?:{field})\s*:|{unspaced})",
        unspaced = words::NUMBER_UNSPACED.alternatives(),
        of = words::NUMBER_OF.alternatives(),
        end = words::NUMBER_END.alternatives(),
    )
});

/// Labels of the sheet title.
pub(crate) static TITLE_LABEL: Pattern = Pattern::any_case(|| words::TITLE_LABEL.beginning());

/// Labels of any field of a title block. Such text is not a value.
pub(crate) static LABEL: Pattern = Pattern::any_case(|| {
    let (field, part) = (words::FIELD.alternatives(), words::FIELD_PART.alternatives());
    let (person_or_place, by) = (words::PERSON_OR_PLACE.alternatives(), words::BY.alternatives());
    format!(
        r"^(?:(?:{field})\.?\s*(?:{part})?\s*[.:#]*\s*$|(?:{person_or_place})\b\s*(?:{by})?\s*[.:]+.*$|{drawing_list}|(?:{signed})(?:\s*(?:{signed_by}))?\s*[.:]*\s*$|(?:{whole})\s*(?:n[º°o]\.?)?\s*[.:]*\s*$)",
        drawing_list = words::DRAWING_LIST.alternatives(),
        signed = words::SIGNED.alternatives(),
        signed_by = words::SIGNED_BY.alternatives(),
        whole = words::WHOLE_LABEL.alternatives(),
    )
});

/// Sheet numbers as drawings write them: `E-101`, `IE-1`, `F1`, `A-100`, `21E-1`, `E1.0`, `FA2-01`, `IE-AL1`.
pub(crate) static NUMBER: Pattern = Pattern::new(|| {
    r"^(?:\d{1,3}[-.]?)?[A-Z]{1,4}(?:[-. ]?[A-Z]{1,3})?[-. ]{0,2}\d{1,4}(?:[-.]\d{1,3}){0,2}[A-Z]?$".into()
});

/// Texts that may be a number if a label says so.
pub(crate) static LABELED: Pattern =
    Pattern::any_case(|| r"^[A-Z0-9][A-Z0-9]*(?:[-._/][A-Z0-9]+){0,6}$|^[A-Z]{1,4} ?-? ?\d{1,4}(?:\.\d{1,3})?$".into());

/// Dates, and pages such as `3 OF 10`.
pub(crate) static NOT_A_NUMBER: Pattern = Pattern::any_case(|| {
    let words = words::NOT_A_NUMBER.alternatives();
    format!(
        r"^\d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}}$|^\d{{1,2}}/\d{{1,2}}$|{words}|^(?:19|20)\d\d$|^\d+(?:\.\d+)?%$|^v\d+(?:\.\d+)*$"
    )
});
