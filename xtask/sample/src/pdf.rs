//! A writer of sheets as a PDF: optional content groups for layers, base-14 fonts, page rotation and crop box.

use crate::canvas::{Mark, Sheet};
use crate::font;
use crate::pen::Pen;
use kurbo::{Affine, PathEl, Point, Vec2};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;

/// Returns the rotation for a request of `degrees`: 0, 90, 180 or 270.
pub(crate) fn rotation(degrees: u16) -> u16 {
    match degrees {
        90 | 180 | 270 => degrees,
        _ => 0,
    }
}

/// Returns the transform from the displayed page (origin top left, y down) to user space of a page with `/Rotate degrees`.
fn to_user_space(degrees: u16, width: f64, height: f64) -> Affine {
    match degrees {
        90 => Affine::new([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]),
        180 => Affine::new([-1.0, 0.0, 0.0, 1.0, width, 0.0]),
        270 => Affine::new([0.0, -1.0, -1.0, 0.0, height, width]),
        _ => Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, height]),
    }
}

/// Writes the file.
pub(crate) fn write(sheets: &[Sheet], degrees: u16, crop_margin: f64) -> Vec<u8> {
    let degrees = rotation(degrees);
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, plain, bold) = (fresh(), fresh(), fresh(), fresh(), fresh());
    let mut layers: BTreeMap<&'static str, Ref> = BTreeMap::new();
    for mark in sheets.iter().flat_map(|sheet| &sheet.marks) {
        layers.entry(mark.layer()).or_insert_with(&mut fresh);
    }
    let pages: Vec<(Ref, Ref)> = sheets.iter().map(|_| (fresh(), fresh())).collect();

    let mut pdf = Pdf::new();
    pdf.document_info(info).title(TextStr("E-101")).creator(TextStr("Plumbline sample"));
    {
        let mut root = pdf.catalog(catalog);
        root.pages(tree);
        let mut content = root.insert(Name(b"OCProperties")).dict();
        content.insert(Name(b"OCGs")).array().items(layers.values().copied());
        let mut default = content.insert(Name(b"D")).dict();
        default.insert(Name(b"Order")).array().items(layers.values().copied());
        default.insert(Name(b"ON")).array().items(layers.values().copied());
    }
    for (name, id) in &layers {
        pdf.indirect(*id).dict().pair(Name(b"Type"), Name(b"OCG")).pair(Name(b"Name"), TextStr(name));
    }
    pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(pages.len() as i32);
    for (id, name) in [(plain, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(id).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }

    for (sheet, (page, stream)) in sheets.iter().zip(&pages) {
        let (width, height) =
            if degrees.is_multiple_of(180) { (sheet.width, sheet.height) } else { (sheet.height, sheet.width) };
        let crop = Rect::new(0.0, 0.0, width as f32, height as f32);
        let margin = crop_margin as f32;
        let mut dict = pdf.page(*page);
        dict.parent(tree).contents(*stream);
        dict.media_box(Rect::new(-margin, -margin, crop.x2 + margin, crop.y2 + margin));
        dict.crop_box(crop);
        dict.rotate(i32::from(degrees));
        let mut resources = dict.resources();
        resources.fonts().pair(Name(b"F1"), plain).pair(Name(b"F2"), bold);
        let mut properties = resources.insert(Name(b"Properties")).dict();
        for (index, id) in layers.values().enumerate() {
            properties.pair(Name(format!("L{index}").as_bytes()), *id);
        }
        properties.finish();
        resources.finish();
        dict.finish();
        let names: Vec<&str> = layers.keys().copied().collect();
        let matrix = to_user_space(degrees, sheet.width, sheet.height);
        let data = miniz_oxide::deflate::compress_to_vec_zlib(&content(sheet, matrix, &names), 6);
        pdf.stream(*stream, &data).filter(Filter::FlateDecode);
    }
    pdf.finish()
}

/// Returns the content stream of a sheet. Coordinates are transformed here, so that the page needs no matrix.
fn content(sheet: &Sheet, matrix: Affine, layers: &[&str]) -> Vec<u8> {
    let mut out = Content::new();
    let mut open: Option<&str> = None;
    for mark in &sheet.marks {
        if open != Some(mark.layer()) {
            if open.is_some() {
                out.end_marked_content();
            }
            let index = layers.iter().position(|layer| *layer == mark.layer()).unwrap_or_default();
            out.begin_marked_content_with_properties(Name(b"OC"))
                .properties_named(Name(format!("L{index}").as_bytes()));
            open = Some(mark.layer());
        }
        match mark {
            Mark::Path { pen, path, .. } => write_path(&mut out, pen, &(matrix * path.clone())),
            Mark::Text { text, size, bold, color, at, angle, .. } => {
                let origin = matrix * *at;
                let turn = |degrees: f64| {
                    let radians = degrees.to_radians();
                    let along = Vec2::new(radians.cos(), -radians.sin());
                    (matrix * (Point::ORIGIN + along)) - (matrix * Point::ORIGIN)
                };
                let (right, up) = (turn(*angle), turn(*angle + 90.0));
                out.set_fill_rgb(color[0], color[1], color[2]);
                out.begin_text().set_font(Name(if *bold { b"F2" } else { b"F1" }), *size as f32);
                let text_matrix = [right.x, right.y, up.x, up.y, origin.x, origin.y];
                out.set_text_matrix(text_matrix.map(|value| value as f32));
                out.show(Str(&font::encode(text))).end_text();
            }
        }
    }
    if open.is_some() {
        out.end_marked_content();
    }
    out.finish().to_vec()
}

fn write_path(out: &mut Content, pen: &Pen, path: &kurbo::BezPath) {
    if let Some(width) = pen.width {
        out.set_line_width(width as f32).set_stroke_rgb(pen.color[0], pen.color[1], pen.color[2]);
        out.set_dash_pattern(pen.dash.iter().map(|length| *length as f32), 0.0);
    }
    if let Some(fill) = pen.fill {
        out.set_fill_rgb(fill[0], fill[1], fill[2]);
    }
    let xy = |point: Point| (point.x as f32, point.y as f32);
    let mut current = Point::ORIGIN;
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(to) => out.move_to(xy(to).0, xy(to).1),
            PathEl::LineTo(to) => out.line_to(xy(to).0, xy(to).1),
            PathEl::QuadTo(control, to) => {
                // PDF has only cubic curves, so the degree is raised by one.
                let (a, b) = (current.lerp(control, 2.0 / 3.0), to.lerp(control, 2.0 / 3.0));
                out.cubic_to(xy(a).0, xy(a).1, xy(b).0, xy(b).1, xy(to).0, xy(to).1)
            }
            PathEl::CurveTo(a, b, to) => out.cubic_to(xy(a).0, xy(a).1, xy(b).0, xy(b).1, xy(to).0, xy(to).1),
            PathEl::ClosePath => out.close_path(),
        };
        current = element.end_point().unwrap_or(current);
    }
    match (pen.width.is_some(), pen.fill.is_some()) {
        (true, true) => out.fill_nonzero_and_stroke(),
        (true, false) => out.stroke(),
        (false, true) => out.fill_nonzero(),
        (false, false) => out.end_path(),
    };
}
