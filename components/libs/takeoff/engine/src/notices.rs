//! Warnings for the caller.

use crate::bindings::quantities::{Discipline, Warning, WarningCode};
use plumbline_sheet::{Recognition, Sheet};
use plumbline_sheet_parts::regions::{Discipline as Asked, disciplines};

use crate::dimensions::Contradiction;
use crate::doors::Doors;
use crate::page::Page;
use crate::paper::OtherPaper;
use crate::scales::ScaleProblem;

fn warning(sheet: &Sheet, code: WarningCode, message: String) -> Warning {
    Warning { code, message, pages: vec![sheet.page_number] }
}

/// Warns of a sheet that is clearly of another discipline than the requested one.
pub(crate) fn mismatch(page: &Page<'_>) -> Option<Warning> {
    let asked = match page.profile.discipline {
        Discipline::Electrical => Asked::Electrical,
        Discipline::Mechanical => Asked::Mechanical,
        Discipline::Plumbing => Asked::Plumbing,
        Discipline::FireProtection => Asked::FireProtection,
        Discipline::Process => Asked::Process,
        Discipline::Structural => Asked::Structural,
        Discipline::MultiDiscipline => Asked::Multi,
    };
    let why = plumbline_sheet_parts::regions::mismatch(&disciplines(page.sheet, page.regions), asked)?;
    Some(warning(page.sheet, WarningCode::DisciplineMismatch, why))
}

/// Warns of a page on which nothing was found.
pub(crate) fn nothing_found(sheet: &Sheet, symbols_known: bool) -> Warning {
    let message = if symbols_known {
        "None of the symbols in the document's legend were found on this page."
    } else {
        "Nothing of this discipline was found on this page, and no readable legend was found in the document. Run a \
         takeoff of all pages so that a legend on another page is used."
    };
    warning(sheet, WarningCode::NoItemsFound, message.to_owned())
}

/// Warns of a page without a scale.
pub(crate) fn no_scale(sheet: &Sheet) -> Warning {
    let page = sheet.page_number;
    let message = format!(
        "This page does not state a scale, so lengths are not measured. Set `metadata.scale`, for example `1:50` or \
         `1/8\"=1'-0\"`, or `metadata.scale.{page}` for this page only."
    );
    warning(sheet, WarningCode::ScaleMissing, message)
}

/// Warns of a page that is a picture, whether its lines were traced or not.
pub(crate) fn scanned(sheet: &Sheet) -> Option<Warning> {
    let message = match Recognition::of(sheet) {
        // The accuracy of counts on traced lines has not been measured yet.
        Some(Recognition::Done { confidence, lines: 1.., .. }) => format!(
            "This page is a scan. Its lines were traced and its text was recognized with {:.0}% confidence on \
             average. Check all quantities, or upload a vector PDF.",
            confidence * 100.0
        ),
        None if sheet.path_verbs.is_empty() && !sheet.image_pixels.is_empty() => {
            "This page is an image without vector lines. Its symbols cannot be counted. Upload a vector PDF.".to_owned()
        }
        _ => return None,
    };
    Some(warning(sheet, WarningCode::ScannedPagesLowQuality, message))
}

/// Warns of a page whose text was not read, and says why.
pub(crate) fn not_recognized(sheet: &Sheet) -> Option<Warning> {
    let message = match Recognition::of(sheet)? {
        recognized if recognized.is_trusted() => return None,
        Recognition::Done { confidence, .. } => format!(
            "The scan quality is too low: text was recognized with {:.0}% confidence on average. Check tags and \
             sizes, or upload a vector PDF.",
            confidence * 100.0
        ),
        Recognition::Missing if !sheet.path_verbs.is_empty() => {
            "Text on this page is drawn as lines and was not recognized, because no text recognition models are \
             installed. Tags, sizes and legends may be missing."
                .to_owned()
        }
        Recognition::Missing => {
            "This page is an image and was not recognized, because no text recognition models are installed. Its \
             symbols cannot be counted."
                .to_owned()
        }
    };
    Some(warning(sheet, WarningCode::TextNotRecognised, message))
}

/// Warns of a scale that lengths written on the page contradict.
pub(crate) fn contradicted(sheet: &Sheet, what: &str, found: &Contradiction) -> Warning {
    let Contradiction { implied, stated, count, example } = found;
    let message = format!(
        "Lengths were measured at 1:{stated:.4}, but {count} {what} on this page indicate 1:{implied:.0}, for example \
         `{example}`. The drawing may have been enlarged or reduced. Set the correct scale in `metadata.scale.{}`.",
        sheet.page_number
    );
    warning(sheet, WarningCode::ScaleContradicted, message)
}

/// Warns of a scale at which the doors of the page have an implausible width.
pub(crate) fn doors_contradict(sheet: &Sheet, found: &Doors) -> Warning {
    let Doors { count, width, stated, implied } = found;
    let message = format!(
        "Lengths were measured at 1:{stated:.4}, but the {count} doors on this page would then have a median width of \
         {:.2} m. Typical door widths indicate about 1:{implied:.0}. Set the correct scale in `metadata.scale.{}`.",
        width / 1000.0,
        sheet.page_number
    );
    warning(sheet, WarningCode::ScaleContradicted, message)
}

/// Warns of a scale that applies to paper of another size than the page's.
pub(crate) fn on_other_paper(sheet: &Sheet, found: &OtherPaper) -> Warning {
    let OtherPaper { text, stated, implied, paper } = found;
    let message = format!(
        "Lengths were measured at 1:{stated:.4}, but the scale `{text}` applies to {paper} paper and this page has \
         another size, which gives 1:{implied:.0}. Set the correct scale in `metadata.scale.{}`.",
        sheet.page_number
    );
    warning(sheet, WarningCode::ScaleContradicted, message)
}

/// Warns of a hatch whose marks have the shape of a symbol.
pub(crate) fn hatched(sheet: &Sheet, description: &str, count: usize) -> Warning {
    let message = format!(
        "{count} marks that look like `{description}` are spaced like a hatch pattern and were not counted. Check the \
         hatched areas."
    );
    warning(sheet, WarningCode::UnlikelyCount, message)
}

/// Warns of a page with layers that are switched off.
pub(crate) fn layers_off(sheet: &Sheet) -> Option<Warning> {
    let names = plumbline_sheet::hidden_layers::of(sheet)?;
    let message = format!("Objects on hidden layers were not counted: {names}.");
    Some(warning(sheet, WarningCode::LayersOff, message))
}

/// Warns of a problem with the scale.
pub(crate) fn scale_problem(sheet: &Sheet, problem: &ScaleProblem) -> Warning {
    let (ScaleProblem::Unreadable(message) | ScaleProblem::Contradicted(message)) = problem;
    let code = match problem {
        // An unreadable scale counts as missing.
        ScaleProblem::Unreadable(_) => WarningCode::ScaleMissing,
        ScaleProblem::Contradicted(_) => WarningCode::ScaleContradicted,
    };
    warning(sheet, code, message.clone())
}
