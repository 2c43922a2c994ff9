//! A sheet as a PDF of one page, so that what draws PDFs can draw any sheet.
//!
//! Text is set in Courier, whose characters have one width, and stretched to the length of its baseline. Letters that
//! Windows-1252 lacks are transliterated. Images are left out, because a sheet has only their places.

use pdf_writer::{Content, Finish as _, Name, Pdf, Rect as PdfRect, Ref, Str};
use plumbline_geometry::Rect;
use plumbline_sheet::model::verb;
use plumbline_sheet::{Path, Sheet, Style, Text};

/// Width of each character of Courier, for a size of 1.
const CHARACTER_WIDTH: f32 = 0.6;

/// The font's name in the page's resources.
const FONT: Name<'static> = Name(b"F1");

/// Returns the sheet as a PDF.
pub(crate) fn write(sheet: &Sheet) -> Vec<u8> {
    let (catalog, pages, page, contents, font) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4), Ref::new(5));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut written = pdf.page(page);
    written.parent(pages).media_box(PdfRect::new(0.0, 0.0, sheet.width, sheet.height)).contents(contents);
    written.resources().fonts().pair(FONT, font);
    written.finish();
    pdf.type1_font(font).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
    pdf.stream(contents, &content(sheet));
    pdf.finish()
}

/// Returns the instructions that draw the sheet.
fn content(sheet: &Sheet) -> Vec<u8> {
    let mut content = Content::new();
    // A sheet's origin is at the top left, with y down.
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, sheet.height]);
    let mut last = None;
    for path in sheet.paths() {
        // A clip lasts until the state is restored, which restores the style too.
        if let Some(clip) = path.clip {
            content.save_state();
            set_clip(&mut content, clip);
            set_style(&mut content, path.style);
            draw(&mut content, &path);
            content.restore_state();
            continue;
        }
        if last != Some(path.style) {
            set_style(&mut content, path.style);
            last = Some(path.style);
        }
        draw(&mut content, &path);
    }
    for text in sheet.texts() {
        write_text(&mut content, &text);
    }
    content.finish().into_vec()
}

fn set_clip(content: &mut Content, clip: Rect) {
    let [x_min, y_min, x_max, y_max] = clip.to_array();
    content.rect(x_min, y_min, x_max - x_min, y_max - y_min).clip_nonzero().end_path();
}

fn set_style(content: &mut Content, style: &Style) {
    if let Some([red, green, blue]) = style.stroke.map(channels) {
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(style.width.max(0.0));
        content.set_dash_pattern(style.dash.iter().copied(), 0.0);
    }
    if let Some([red, green, blue]) = style.fill.map(channels) {
        content.set_fill_rgb(red, green, blue);
    }
}

/// Returns red, green and blue, each from 0 to 1.
fn channels(color: u32) -> [f32; 3] {
    // Each is a byte, which the type holds exactly.
    [16, 8, 0].map(|shift| (color >> shift & 0xff) as f32 / 255.0)
}

fn draw(content: &mut Content, path: &Path<'_>) {
    let (mut coords, mut at) = (path.coords, [0.0; 2]);
    for &verb in path.verbs {
        let Some((numbers, rest)) = coords.split_at_checked(verb::arity(verb)) else { return };
        coords = rest;
        match (verb, numbers) {
            (verb::MOVE, &[x, y]) => drop(content.move_to(x, y)),
            (verb::LINE, &[x, y]) => drop(content.line_to(x, y)),
            (verb::QUAD, &[cx, cy, x, y]) => {
                // The same curve as a cubic one: each control point is two thirds of the way to the quadratic one.
                let toward = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
                content.cubic_to(toward(at[0], cx), toward(at[1], cy), toward(x, cx), toward(y, cy), x, y);
            }
            (verb::CUBIC, &[x1, y1, x2, y2, x, y]) => drop(content.cubic_to(x1, y1, x2, y2, x, y)),
            _ => drop(content.close_path()),
        }
        if let &[.., x, y] = numbers {
            at = [x, y];
        }
    }
    match (path.style.stroke, path.style.fill) {
        (Some(_), Some(_)) => content.fill_even_odd_and_stroke(),
        (None, Some(_)) => content.fill_even_odd(),
        (Some(_), None) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

fn write_text(content: &mut Content, text: &Text<'_>) {
    let bytes = plumbline_domain::windows_1252::encode(text.text);
    let baseline = text.end - text.start;
    let length = baseline.length();
    let natural = CHARACTER_WIDTH * text.size * bytes.len() as f32;
    if !(length > 0.0 && natural > 0.0) {
        return;
    }
    let [red, green, blue] = channels(text.color);
    let right = baseline / length;
    content.begin_text();
    content.set_fill_rgb(red, green, blue);
    content.set_font(FONT, text.size);
    content.set_horizontal_scaling(100.0 * length / natural);
    // Up is to the left of the baseline, where y is smaller.
    content.set_text_matrix([right.x, right.y, right.y, -right.x, text.start.x, text.start.y]);
    content.show(Str(&bytes));
    content.end_text();
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;
    use plumbline_sheet::page_pictures::{Raster, WHOLE};

    use super::*;

    /// Draws a sheet of 100 by 100 points at one pixel for each.
    fn drawn(sheet: &Sheet) -> Raster {
        let document = plumbline_pdf::pictures::Document::open(write(sheet)).unwrap();
        assert_eq!(document.size(1).unwrap().to_array(), [100.0, 100.0]);
        document.draw(1, WHOLE, 100).unwrap().raster()
    }

    /// Returns the box of the dark pixels.
    fn ink(raster: &Raster) -> Option<[usize; 4]> {
        let dark = raster.pixels().as_chunks::<3>().0.iter().enumerate();
        let dark = dark.filter(|(_, pixel)| pixel.iter().all(|value| *value < 160));
        let mut places = dark.map(|(index, _)| [index % 100, index / 100]);
        let [x, y] = places.next()?;
        Some(places.fold([x, y, x, y], |[left, top, right, bottom], [x, y]| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        }))
    }

    fn is_close(found: Option<[usize; 4]>, expected: [usize; 4]) -> bool {
        found.is_some_and(|found| found.iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) <= 2))
    }

    #[test]
    fn lines_and_text_are_where_the_sheet_has_them() {
        let mut line = Drawing::new(100.0, 100.0);
        line.line([10.0, 20.0], [60.0, 20.0]);
        let found = ink(&drawn(&line.sheet()));
        assert!(is_close(found, [10, 20, 60, 20]), "{found:?}");
        let mut text = Drawing::new(100.0, 100.0);
        text.text("HHHH", [20.0, 80.0], 20.0);
        let sheet = text.sheet();
        let bbox = sheet.texts().next().unwrap().bbox;
        let found = ink(&drawn(&sheet)).unwrap();
        // Capitals stand on the baseline, which is at 80.
        assert!(found[3].abs_diff(80) <= 2 && found[1] > 60 && found[1] < 72, "{found:?}");
        assert!(found[0] >= 19 && (found[2] as f32) <= bbox.to_array()[2] + 2.0, "{found:?} {bbox:?}");
    }

    #[test]
    fn a_damaged_sheet_gives_a_page_too() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.line([10.0, 20.0], [60.0, 20.0]);
        let mut sheet = drawing.sheet();
        sheet.coords = vec![f32::NAN; sheet.coords.len()];
        let document = plumbline_pdf::pictures::Document::open(write(&sheet));
        assert!(document.is_ok_and(|document| document.draw(1, WHOLE, 100).is_ok()));
    }
}
