//! One mark as a `Square` annotation with its own appearance.

use crate::marks::model::Mark;
use crate::marks::page::View;
use crate::marks::palette::Color;
use crate::marks::text;
use lopdf::{Document, Object, ObjectId, Stream, dictionary};

/// Adds the annotation object of a mark and returns its id.
pub(crate) fn add(
    document: &mut Document,
    view: &View,
    page: ObjectId,
    mark: &Mark,
    color: Color,
    font: ObjectId,
) -> ObjectId {
    let (width, height) = view.size();
    // Readable when the whole sheet fits the screen, and small beside the symbols of any paper size.
    let size = (width.min(height) / 230.0).clamp(4.0, 9.0);
    let line = size / 7.0;
    // Keep the box slightly off the linework that it encloses.
    let pad = size / 3.5;
    let [x0, y0, x1, y1] = mark.bbox;
    let outer = [
        (x0 * width - pad).max(0.0),
        (y0 * height - pad).max(0.0),
        (x1 * width + pad).min(width),
        (y1 * height + pad).min(height),
    ];
    let number = mark.number.to_string();
    let tag_width = text::digits_width(number.len(), size) + 0.5 * size;
    let tag_height = 1.15 * size;
    // Above the box's left corner, or inside it at the top of the page.
    let tag_x = outer[0].min(width - tag_width).max(0.0);
    let tag_y = if outer[1] >= tag_height { outer[1] - tag_height } else { outer[1] };

    let frame = user_box(view, outer);
    let tag = user_box(view, [tag_x, tag_y, tag_x + tag_width, tag_y + tag_height]);
    let ((rx, ry), (ux, uy)) = view.axes();
    // Digits are 0.7 em high. This baseline centers them in the tag.
    let (tx, ty) = view.user(tag_x + 0.25 * size, tag_y + tag_height / 2.0 + 0.35 * size);
    let [red, green, blue] = color;
    let content = format!(
        "{red} {green} {blue} RG {red} {green} {blue} rg {line:.3} w [] 0 d\n\
         {:.3} {:.3} {:.3} {:.3} re S\n/T gs {:.3} {:.3} {:.3} {:.3} re f\n\
         1 g BT /F {size:.3} Tf {rx} {ry} {ux} {uy} {tx:.3} {ty:.3} Tm {} Tj ET",
        frame[0],
        frame[1],
        frame[2] - frame[0],
        frame[3] - frame[1],
        tag[0],
        tag[1],
        tag[2] - tag[0],
        tag[3] - tag[1],
        text::operand(&number),
    );
    let rect = [
        frame[0].min(tag[0]) - line,
        frame[1].min(tag[1]) - line,
        frame[2].max(tag[2]) + line,
        frame[3].max(tag[3]) + line,
    ];
    let rect: Vec<Object> = rect.iter().map(|value| Object::Real(*value as f32)).collect();
    let appearance = document.add_object(Stream::new(
        dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => rect.clone(),
            "Resources" => dictionary! {
                "Font" => dictionary! { "F" => font },
                // The linework below the tag shows through.
                "ExtGState" => dictionary! { "T" => dictionary! { "ca" => Object::Real(0.85) } },
            },
        },
        content.into_bytes(),
    ));
    document.add_object(dictionary! {
        "Type" => "Annot", "Subtype" => "Square", "Rect" => rect, "P" => page,
        // The Print flag.
        "F" => 4,
        "C" => vec![Object::Real(red), Object::Real(green), Object::Real(blue)],
        "BS" => dictionary! { "W" => Object::Real(line as f32) },
        "T" => lopdf::text_string("Takeoff"),
        "Subj" => lopdf::text_string(&mark.label),
        "Contents" => lopdf::text_string(&format!("{number}  {}", mark.label)),
        "NM" => lopdf::text_string(&format!("takeoff-{}-{number}", mark.page)),
        "AP" => dictionary! { "N" => appearance },
    })
}

/// Converts a displayed box to user space, with ordered corners.
fn user_box(view: &View, [x0, y0, x1, y1]: [f64; 4]) -> [f64; 4] {
    let (a, b) = view.user(x0, y0);
    let (c, d) = view.user(x1, y1);
    [a.min(c), b.min(d), a.max(c), b.max(d)]
}
