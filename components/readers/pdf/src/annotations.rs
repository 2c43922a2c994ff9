//! Text that lies in annotations only: `AutoCAD SHX Text`, which AutoCAD adds where a plot draws letters as strokes.

use hayro_syntax::object::dict::keys::{ANNOTS, CONTENTS, RECT, SUBTYPE, T};
use hayro_syntax::object::{Array, Dict, Name, Rect as PdfRect, String as PdfString};
use hayro_syntax::page::Page;
use kurbo::{Affine, Rect};
use plumbline_sheet::model::text_source;
use plumbline_sheet::{NONE, NewText, SheetBuilder};

use crate::{limits, text_string};

/// The title AutoCAD gives these annotations.
const SHX_TITLE: &str = "AutoCAD SHX Text";

/// Width of a letter of a stroke font as a share of its height, spacing included: tells lying from standing text.
const SHX_CHARACTER: f32 = 0.8;

/// Adds the page's annotation text to the sheet.
pub(crate) fn read(page: &Page<'_>, transform: Affine, builder: &mut SheetBuilder) {
    let Some(annotations) = page.raw().get::<Array<'_>>(ANNOTS) else { return };
    for annotation in annotations.iter::<Dict<'_>>().take(limits::ANNOTATIONS) {
        let title = annotation.get::<PdfString<'_>>(T).map(|s| text_string::decode(s.as_bytes()));
        if title.as_deref() != Some(SHX_TITLE) || builder.volume().2 > limits::TEXT_BYTES {
            continue;
        }
        let contents = annotation.get::<PdfString<'_>>(CONTENTS).map(|s| text_string::decode(s.as_bytes()));
        let (Some(contents), Some(rect)) = (contents, annotation.get::<PdfRect>(RECT)) else { continue };
        let bounds = transform.transform_rect_bbox(Rect::new(rect.x0, rect.y0, rect.x1, rect.y1));
        let text = contents.trim();
        if text.is_empty() || !bounds.is_finite() || bounds.width() <= 0.0 || bounds.height() <= 0.0 {
            continue;
        }
        add(text, bounds, transform, builder);
    }
    let _ = (SUBTYPE, Name::new(b""));
}

/// Text of several lines is one annotation: the box is divided among them.
fn add(text: &str, bounds: Rect, transform: Affine, builder: &mut SheetBuilder) {
    let lines: Vec<&str> = text.split(['\r', '\n']).filter(|l| !l.trim().is_empty()).collect();
    let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(1).max(1) as f32;
    let (width, height) = (bounds.width() as f32, bounds.height() as f32);
    let expected = longest * SHX_CHARACTER / lines.len() as f32;
    // On a turned page the file's own up is sideways, but people read the page as displayed: lying text runs to the
    // right, standing text runs upwards unless the page's turn says otherwise.
    let standing = (height / width / expected).ln().abs() < (width / height / expected).ln().abs() && longest > 1.0;
    let down = standing && transform.as_coeffs()[1] > 0.0;
    let n = lines.len() as f32;
    for (i, line) in lines.iter().enumerate() {
        let i = i as f32;
        let [x0, y0, x1, y1] = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|v| v as f32);
        let (start, end, size, bbox) = if !standing {
            let row = height / n;
            let b = [x0, y0 + i * row, x1, y0 + (i + 1.0) * row];
            ([b[0], b[3]], [b[2], b[3]], row, b)
        } else if down {
            let row = width / n;
            let b = [x1 - (i + 1.0) * row, y0, x1 - i * row, y1];
            ([b[0], b[1]], [b[0], b[3]], row, b)
        } else {
            let row = width / n;
            let b = [x0 + i * row, y0, x0 + (i + 1.0) * row, y1];
            ([b[2], b[3]], [b[2], b[1]], row, b)
        };
        builder.text(&NewText {
            text: line.trim(),
            start,
            end,
            size,
            bbox,
            color: 0,
            layer: NONE,
            source: text_source::ANNOTATION,
        });
    }
}
