//! Facts about the drawing on the Summary sheet: the scale of each page, and the warnings of the takeoff.

use plumbline_exporter::{Drawing, Page, Warning, decimal, label};

/// The code of the warning for a page whose scale is not known.
const SCALE_MISSING: &str = "scale_missing";

/// Describes the scale of each page: `1:48 (pages 1–3), 1:96 (page 4), unknown (page 5)`.
pub(crate) fn scales(drawing: &Drawing) -> String {
    let mut scales: Vec<(String, Vec<u32>)> = Vec::new();
    for page in &drawing.pages {
        let scale = scale(page, drawing);
        match scales.iter_mut().find(|(known, _)| *known == scale) {
            Some((_, pages)) => pages.push(page.number),
            None => scales.push((scale, vec![page.number])),
        }
    }
    let text = |(scale, pages): (String, Vec<u32>)| format!("{scale} ({})", pages_text(&pages));
    scales.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Describes the scale of a page. Only measured shapes have a scale, so a page without them has none, even if the drawing
/// states it.
fn scale(page: &Page, drawing: &Drawing) -> String {
    let missing = |warning: &Warning| warning.code == SCALE_MISSING && warning.pages.contains(&page.number);
    match &page.scale {
        Some(scale) => format!("1:{} from {}", decimal(scale.ratio, 2), label(&scale.source).to_lowercase()),
        None if drawing.warnings.iter().any(missing) => "unknown".into(),
        None => "no lengths or areas measured".into(),
    }
}

/// Formats a warning and its pages as one line.
pub(crate) fn warning(warning: &Warning) -> String {
    let message = warning.message.trim();
    if warning.pages.is_empty() { message.into() } else { format!("{message} ({})", pages_text(&warning.pages)) }
}

/// Formats page numbers as `page 4`, `pages 1–3, 7`.
fn pages_text(pages: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for page in pages {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*page) => *last = *page,
            _ => runs.push((*page, *page)),
        }
    }
    let run = |(first, last): (u32, u32)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    let noun = if pages.len() == 1 { "page" } else { "pages" };
    format!("{noun} {}", runs.into_iter().map(run).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_exporter::Scale;

    #[test]
    fn pages_of_one_scale_stand_together() {
        let page = |number, ratio: Option<f64>| Page {
            number,
            sheet_number: None,
            sheet_title: None,
            scale: ratio.map(|ratio| Scale { ratio, source: "title_block".into() }),
        };
        let pages =
            vec![page(1, Some(48.0)), page(2, Some(48.0)), page(4, Some(48.0)), page(5, Some(96.5)), page(6, None)];
        let missing = Warning { code: SCALE_MISSING.into(), message: "No scale.".into(), pages: vec![6] };
        let drawing =
            Drawing { media_type: "application/pdf".into(), links_until: None, pages, warnings: vec![missing] };
        let expected = "1:48 from title block (pages 1–2, 4), 1:96.5 from title block (page 5), unknown (page 6)";
        assert_eq!(scales(&drawing), expected);
    }

    #[test]
    fn a_page_without_measured_shapes_is_not_called_unknown() {
        let page = |number| Page { number, sheet_number: None, sheet_title: None, scale: None };
        let warning = |code: &str, pages| Warning { code: code.into(), message: "m".into(), pages };
        let drawing = Drawing {
            media_type: "application/pdf".into(),
            links_until: None,
            pages: vec![page(1), page(2), page(3)],
            warnings: vec![warning("layers_off", vec![1]), warning(SCALE_MISSING, vec![2])],
        };
        assert_eq!(scales(&drawing), "no lengths or areas measured (pages 1, 3), unknown (page 2)");
    }
}
