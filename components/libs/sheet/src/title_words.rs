//! The words of title blocks: labels of their fields, and the forms of sheet numbers.

use std::sync::LazyLock;

use regex::Regex;

pub(crate) fn regex(pattern: &str) -> Option<Regex> {
    Regex::new(pattern).ok()
}

/// Labels of the sheet number.
pub(crate) static NUMBER_LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix)^(?:
        (?:sheet|drawing|dwg|drg|plan|document|doc)\.?\s*(?:no|num|number|nr|n[º°o]|id|\#)(?:\b|\.|:|$)\.?
        |sheet\s*:|dwg\s*:|drawing\s*:
        |(?:n[º°o]\.?\s*(?:de\s*)?)?(?:l[áa]mina|hoja|planche|folio|folha|prancha|feuille|blad|bladnummer|tekeningnummer|tekening\s*n[ro]\.?|blatt|blattnummer|zeichnungs?\s*-?\s*n(?:umme)?r\.?|plan\s*-?\s*n(?:umme)?r\.?|c[óo]digo\s+de\s+plano)(?:\s*(?:no|n[º°o]|nr))?\s*[:.]*\s*$
        |l[áa]mina\s*:|hoja\s*:|図面番号
        )",
    )
});

/// Labels of the sheet title.
pub(crate) static TITLE_LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix)^(?:
        (?:sheet|drawing|dwg|drg|plan)\.?\s*(?:title|name|description|contents?)\b
        |title\s*(?:of\s+(?:sheet|drawing))?\s*:?\s*$|title\s*:
        |(?:part|subject|content|view)\s*:
        |t[íi]tulo(?:\s+del?\s+(?:plano|l[áa]mina|dibujo))?\s*:?\s*$|t[íi]tulo\s*:
        |contenido\s*:?|plano\s*(?:de)?\s*:|contenu\s*:?\s*$|titre\s*(?:du\s+plan)?\s*:?\s*$|onderdeel\s*:?\s*$|omschrijving\s*:?\s*$|inhalt\s*:?\s*$|planinhalt\s*:?\s*$
        |conte[úu]do\s*:?\s*$|図面名称|図面名
        )",
    )
});

/// Labels of any field of a title block. Such text is not a value.
pub(crate) static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(
        r"(?ix)^(?:
        (?:sheet|drawing|dwg|drg|project|job|plan|client|owner|contract|file|issue|revision|rev|document|date|scale|graphic\s+scale|north|key\s*plan)\.?\s*
            (?:no|num|number|nr|n[º°o]|\#|name|title|date|description|size|status|issue|index|sequence|phase)?\s*[.:\#]*\s*$
        |(?:drawn|designed|checked|approved|prepared|reviewed|dibujo|dise[ñn]o|revis[óo]|aprob[óo]|revisado|aprobado|fecha|date|scale|escala|esc|responsable|ubicaci[óo]n|proyecto|propietario|cliente|distrito|provincia|departamento|regi[óo]n|especialidad|autor|client|maître|auteur|getekend|datum|schaal|formaat|ma[sß]+stab|gez|gepr|job)\b\s*(?:by|por)?\s*[.:]+.*$
        |reference\s+drawings?$|(?:drawing|sheet)\s+(?:register|list|index|issue|log)$
        |(?:drawn|designed|checked|approved|prepared)(?:\s*by)?\s*[.:]*\s*$
        |(?:l[áa]mina|t[íi]tulo|contenido|fecha|escala|plano|hoja|proyecto|especialidad|title|seal|stamp|consultants?|architect|engineer|revisions?)\s*(?:n[º°o]\.?)?\s*[.:]*\s*$
        )",
    )
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
