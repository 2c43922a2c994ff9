//! What the caller must be warned of.

use std::sync::LazyLock;

use plumbline_guest_extractor::quantities::{Warning, WarningCode};
use plumbline_sheet::Sheet;
use regex::Regex;

static OTHER_NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:A|AD|AF|AR|AS|S|ST|M|MH|P|PL|C|L|G|ID|ARQ|EST|EC|ES|IS|IM|ARCH|STR|CIV|LA)[-. ]?\d").ok()
});

static OTHER_TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\barchitect|\barquitect|\bstructur|\bestructur|\bfoundation|\bcimenta|\bplumbing|\bsanitar|\bmechanical|\bmec[áa]nic|\bhvac\b|\bductwork|\blandscap|\bcivil\b|\bgrading\b|\bfinish(?:es)? plan|\broof plan|\bwater (?:line|main)|\brebar|\breinforcement").ok()
});

static OWN_TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)electr|el[ée]ctr|lighting|ilumina|alumbrado|power|fuerza|tomacorr|receptacle|fire alarm|single[- ]line|one[- ]line|unifilar|panel|verlichting|beleuchtung|[ée]clairage|elektr|電気|照明|low voltage|telecom|\bdata\b").ok()
});

static DIAGRAM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\briser|\bone[- ]line|\bsingle[- ]line|\bunifilar|\bdiagram|\besquema|\bschema\b|\bschematic|\bdetails?\b|\bdetalles?\b|系統図").ok()
});

/// Whether the sheet is a diagram or shows details rather than a plan.
pub(crate) fn is_diagram(sheet: &Sheet) -> bool {
    let title = sheet.title.as_deref().unwrap_or_default();
    matches(&DIAGRAM, title) && !title.to_lowercase().contains("plan")
}

fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|r| r.is_match(text))
}

fn warning(sheet: &Sheet, code: WarningCode, message: String) -> Warning {
    Warning { code, message, pages: vec![sheet.page_number] }
}

/// A sheet that names another trade and nothing electrical.
pub(crate) fn mismatch(sheet: &Sheet) -> Option<Warning> {
    let number = sheet.number.as_deref().unwrap_or_default().trim().to_uppercase();
    let title = sheet.title.as_deref().unwrap_or_default();
    if matches(&OWN_TITLE, title) {
        return None;
    }
    let by_title = matches(&OTHER_TITLE, title);
    let by_number = matches(&OTHER_NUMBER, &number);
    (by_title || by_number).then(|| {
        let name = [number.as_str(), title].iter().filter(|t| !t.is_empty()).copied().collect::<Vec<_>>().join(" ");
        warning(
            sheet,
            WarningCode::DisciplineMismatch,
            format!("the sheet {name:?} belongs to another trade than electrical"),
        )
    })
}

/// A page on which nothing was found.
pub(crate) fn nothing_found(sheet: &Sheet, symbols_known: bool) -> Warning {
    let message = if symbols_known {
        "no symbol of the document's legend was found on the page"
    } else {
        "no electrical item was found on the page, and the document has no legend that could be read; a takeoff of all pages reads a legend wherever it stands"
    };
    warning(sheet, WarningCode::NoItemsFound, message.to_owned())
}

/// A page without a scale.
pub(crate) fn no_scale(sheet: &Sheet) -> Warning {
    let page = sheet.page_number;
    let message = format!(
        "the page names no scale, so no length is given for it; declare one with metadata.scale (\"1:50\", \"1/8\\\"=1'-0\\\"\") or metadata.scale.{page} for this page alone"
    );
    warning(sheet, WarningCode::PartialPagesFailed, message)
}

/// A page with pictures and no vector linework.
pub(crate) fn scanned(sheet: &Sheet) -> Option<Warning> {
    (sheet.path_verbs.is_empty() && !sheet.image_pixels.is_empty()).then(|| {
        warning(
            sheet,
            WarningCode::ScannedPagesLowQuality,
            "the page is an image without vector linework: symbols on it cannot be counted".to_owned(),
        )
    })
}

/// Something odd about the scale.
pub(crate) fn scale_complaint(sheet: &Sheet, complaint: &str) -> Warning {
    warning(sheet, WarningCode::PartialPagesFailed, complaint.to_owned())
}
