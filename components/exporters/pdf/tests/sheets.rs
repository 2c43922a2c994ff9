//! Marked files, read back with the PDF library.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lopdf::Document;
use plumbline_exporter::quantities::{Evidence, MeasureType, ReviewStatus};
use plumbline_exporter::testing::{FixedRows, header, item};
use plumbline_exporter::{Drawing, ItemRow};
use plumbline_exporter_pdf::write;
use plumbline_sample::{Drawing as Sheet, Options};

/// Returns rows with a document.
fn rows(media_type: &str, file: Vec<u8>) -> FixedRows<impl Fn(u32) -> ItemRow> {
    let mut rows = FixedRows::new(header(), 7, items());
    rows.drawing = Some(Drawing { media_type: media_type.into(), links_until: None, pages: vec![], warnings: vec![] });
    rows.file = file;
    rows
}

/// Returns items side by side on the first page: two kinds, a rejected one, a length and one without a position.
fn items() -> impl Fn(u32) -> ItemRow {
    |number| {
        let x = 0.1 + 0.1 * f64::from(number);
        let base = ItemRow {
            evidence: vec![Evidence { page_number: 1, bbox: (x, 0.4, x + 0.02, 0.42) }],
            description: if number.is_multiple_of(2) { "Duplex receptacle".into() } else { "Switch".into() },
            ..item(number)
        };
        match number {
            4 => ItemRow { review_status: ReviewStatus::Rejected, ..base },
            5 => ItemRow { measure: MeasureType::Length, ..base },
            6 => ItemRow { evidence: vec![], ..base },
            _ => base,
        }
    }
}

#[test]
fn counted_items_are_marked_and_listed() {
    let rows = rows("application/pdf", Sheet::e101(1, &Options::default()).pdf);
    let document = Document::load_mem(&write(&rows, Vec::new()).unwrap()).unwrap();
    let pages = document.get_pages();
    let mut marks: Vec<String> = document
        .get_page_annotations(pages[&1])
        .unwrap()
        .into_iter()
        .map(|annotation| lopdf::decode_text_string(annotation.get(b"Contents").unwrap()).unwrap())
        .collect();
    marks.sort_unstable();
    assert_eq!(marks, ["1  Duplex receptacle", "2  Duplex receptacle", "3  Switch", "4  Switch"]);
    let legend = document.extract_text(&[pages.len() as u32]).unwrap();
    assert!(legend.contains("Duplex receptacle") && legend.contains("Switch"), "{legend}");
    assert!(document.catalog().unwrap().get(b"Outlines").is_ok(), "a bookmark for each kind");
}

#[test]
fn other_documents_are_refused_with_the_formats_that_work() {
    for media_type in ["image/png", "image/vnd.dxf"] {
        let error = write(&rows(media_type, vec![]), Vec::new()).unwrap_err();
        assert!(error.contains(media_type) && error.contains("Use csv, xlsx or json"), "{error}");
    }
    let none = write(&FixedRows::new(header(), 1, items()), Vec::new()).unwrap_err();
    assert!(none.contains("no document"), "{none}");
    let broken = write(&rows("application/pdf", b"not a PDF".to_vec()), Vec::new()).unwrap_err();
    assert!(broken.starts_with("Marking failed: the PDF cannot be marked"), "{broken}");
}
