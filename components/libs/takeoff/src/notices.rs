//! Warnings for the caller.

use plumbline_guest_extractor::quantities::{Discipline, Warning, WarningCode};
use plumbline_regions::{Discipline as Asked, disciplines};
use plumbline_sheet::{Recognition, Sheet};

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
    let why = plumbline_regions::mismatch(&disciplines(page.sheet, page.regions), asked)?;
    Some(warning(page.sheet, WarningCode::DisciplineMismatch, why))
}

/// Warns of a page on which nothing was found.
pub(crate) fn nothing_found(sheet: &Sheet, symbols_known: bool) -> Warning {
    let message = if symbols_known {
        "no symbol of the document's legend was found on the page"
    } else {
        "nothing of the discipline was found on the page, and the document has no legend that could be read; a takeoff of all pages reads a legend wherever it stands"
    };
    warning(sheet, WarningCode::NoItemsFound, message.to_owned())
}

/// Warns of a page without a scale.
pub(crate) fn no_scale(sheet: &Sheet) -> Warning {
    let page = sheet.page_number;
    let message = format!(
        "the page names no scale, so no length is given for it; declare one with metadata.scale (\"1:50\", \"1/8\\\"=1'-0\\\"\") or metadata.scale.{page} for this page alone"
    );
    warning(sheet, WarningCode::ScaleMissing, message)
}

/// Warns of a page that is a picture, whether its lines were traced or not.
pub(crate) fn scanned(sheet: &Sheet) -> Option<Warning> {
    let message = match Recognition::of(sheet) {
        // The accuracy of counts on traced lines has not been measured yet.
        Some(Recognition::Done { confidence, lines: 1.., .. }) => format!(
            "the page is a picture whose lines were traced and whose text was read with a mean confidence of {:.0} %: check every quantity, or upload the drawing as vectors",
            confidence * 100.0
        ),
        None if sheet.path_verbs.is_empty() && !sheet.image_pixels.is_empty() => {
            "the page is an image without vector linework: symbols on it cannot be counted".to_owned()
        }
        _ => return None,
    };
    Some(warning(sheet, WarningCode::ScannedPagesLowQuality, message))
}

/// Warns of a page whose text was not read, and says why.
pub(crate) fn not_recognised(sheet: &Sheet) -> Option<Warning> {
    let message = match Recognition::of(sheet)? {
        recognised if recognised.is_trusted() => return None,
        Recognition::Done { confidence, .. } => format!(
            "the picture of the page is too poor: its text was read with a mean confidence of {:.0} %; check tags and sizes, or upload the drawing as vectors",
            confidence * 100.0
        ),
        Recognition::Missing if !sheet.path_verbs.is_empty() => {
            "text on the page is drawn as strokes and was not recognised, for the models of text recognition are not installed: tags, sizes and legends in it are missing"
                .to_owned()
        }
        Recognition::Missing => {
            "the page is a picture and was not recognised, for the models of text recognition are not installed: nothing on it can be counted"
                .to_owned()
        }
    };
    Some(warning(sheet, WarningCode::TextNotRecognised, message))
}

/// Warns of a scale that lengths written on the page contradict.
pub(crate) fn contradicted(sheet: &Sheet, what: &str, found: &Contradiction) -> Warning {
    let Contradiction { implied, stated, count, example } = found;
    let message = format!(
        "lengths were measured at 1:{stated:.4}, but {count} {what} on the page say 1:{implied:.0}, among them `{example}`: the plot may have been \
         enlarged or reduced; declare the true scale with metadata.scale.{}",
        sheet.page_number
    );
    warning(sheet, WarningCode::ScaleContradicted, message)
}

/// Warns of a scale at which the doors of the page have an implausible width.
pub(crate) fn doors_contradict(sheet: &Sheet, found: &Doors) -> Warning {
    let Doors { count, width, stated, implied } = found;
    let message = format!(
        "lengths were measured at 1:{stated:.4}, but at that scale the {count} doors on the page are {:.2} m wide, half of them wider: doors of usual \
         width say about 1:{implied:.0}; declare the true scale with metadata.scale.{}",
        width / 1000.0,
        sheet.page_number
    );
    warning(sheet, WarningCode::ScaleContradicted, message)
}

/// Warns of a scale that applies to paper of another size than the page's.
pub(crate) fn on_other_paper(sheet: &Sheet, found: &OtherPaper) -> Warning {
    let OtherPaper { text, stated, implied, paper } = found;
    let message = format!(
        "lengths were measured at 1:{stated:.4}, but `{text}` holds on {paper} and the page has another size: plotted with its paper \
         it is 1:{implied:.0}; declare the true scale with metadata.scale.{}",
        sheet.page_number
    );
    warning(sheet, WarningCode::ScaleContradicted, message)
}

/// Warns of a hatch whose marks have the shape of a symbol.
pub(crate) fn hatched(sheet: &Sheet, description: &str, count: usize) -> Warning {
    let message = format!(
        "{count} marks with the shape of `{description}` stand as close as those of a hatch and were not counted: check the hatched areas"
    );
    warning(sheet, WarningCode::UnlikelyCount, message)
}

/// Warns of a page with layers that are switched off.
pub(crate) fn layers_off(sheet: &Sheet) -> Option<Warning> {
    let names = plumbline_sheet::hidden_layers::of(sheet)?;
    let message = format!("what is on layers that are switched off was not counted: {names}");
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
