//! Marks counted items on the pages of the original PDF: a numbered, colored box on each, a bookmark for each group,
//! and a list at the end.
//!
//! Each mark is a `Square` annotation with its own appearance, so the drawing's content is not changed. A reviewer can
//! hide, list and answer the marks in any PDF program, and they print. The last pages list every kind of item with its
//! color, its numbers, its count and its pages.
//!
//! ```no_run
//! use plumbline_pdf::marks::{Mark, mark};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let original = std::fs::read("E-101.pdf")?;
//! let marks = [Mark { page: 1, bbox: [0.40, 0.31, 0.42, 0.33], number: 1, label: "DUPLEX RECEPTACLE".into(), group: "duplex".into() }];
//! std::fs::write("E-101 takeoff.pdf", mark(&original, &marks)?)?;
//! # Ok(())
//! # }
//! ```

mod annotation;
mod bookmarks;
mod model;
mod numbering;
mod page;
mod palette;
mod summary;
mod text;

use lopdf::{Document, Object, ObjectId, dictionary};
use std::collections::BTreeMap;

pub use model::{Mark, MarkError};
pub use numbering::{Placed, number};

/// Returns `pdf` with every mark drawn and the list of items appended. Without marks, only the (empty) list is added.
///
/// # Errors
/// See [`MarkError`].
pub fn mark(pdf: &[u8], marks: &[Mark]) -> Result<Vec<u8>, MarkError> {
    let mut document = open(pdf)?;
    let pages = document.get_pages();
    if pages.is_empty() {
        return Err(MarkError::Unreadable(lopdf::Error::PageNumberNotFound(1)));
    }
    let colors = palette::assign(marks);
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica-Bold", "Encoding" => "WinAnsiEncoding",
    });

    let mut by_page: BTreeMap<u32, Vec<&Mark>> = BTreeMap::new();
    for mark in marks {
        if !pages.contains_key(&mark.page) {
            return Err(MarkError::NoSuchPage { number: mark.number, page: mark.page, pages: pages.len() });
        }
        let [x0, y0, x1, y1] = mark.bbox;
        let inside = [x0, y0, x1, y1].iter().all(|value| (-1e-6..=1.0 + 1e-6).contains(value));
        if !inside || x0 > x1 || y0 > y1 {
            return Err(MarkError::BadBox { number: mark.number });
        }
        by_page.entry(mark.page).or_default().push(mark);
    }
    for (number, marks) in by_page {
        let id = pages[&number];
        let view = page::View::of(&document, id).ok_or(MarkError::BadPage { page: number })?;
        let annotations: Vec<ObjectId> = marks
            .into_iter()
            .map(|mark| annotation::add(&mut document, &view, id, mark, colors[mark.group.as_str()], font))
            .collect();
        attach(&mut document, id, &annotations)?;
    }
    bookmarks::append(&mut document, &pages, marks, &colors)?;
    summary::append(&mut document, marks, &colors)?;
    let mut out = Vec::with_capacity(pdf.len() + marks.len() * 700);
    document.save_to(&mut out).map_err(lopdf::Error::IO)?;
    Ok(out)
}

/// Reads the file, and decrypts it if an empty password opens it.
fn open(pdf: &[u8]) -> Result<Document, MarkError> {
    let mut document = Document::load_mem(pdf).map_err(|error| match error {
        lopdf::Error::InvalidPassword | lopdf::Error::Decryption(_) => MarkError::Encrypted,
        other => MarkError::Unreadable(other),
    })?;
    if document.is_encrypted() {
        document.decrypt("").map_err(|_| MarkError::Encrypted)?;
    }
    Ok(document)
}

/// Adds annotations to a page, whose list may be missing, inline or a separate object.
fn attach(document: &mut Document, page: ObjectId, annotations: &[ObjectId]) -> Result<(), MarkError> {
    let mut list = match document.get_dictionary(page)?.get(b"Annots") {
        Ok(found) => match document.dereference(found) {
            Ok((_, Object::Array(list))) => list.clone(),
            _ => Vec::new(),
        },
        Err(_) => Vec::new(),
    };
    list.extend(annotations.iter().map(|id| Object::Reference(*id)));
    document.get_dictionary_mut(page)?.set("Annots", list);
    Ok(())
}
