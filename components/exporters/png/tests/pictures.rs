//! Tests that read archives back: each item has a picture of its place, with its mark on it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::quantities::{Evidence, MeasureType, ReviewStatus};
use plumbline_exporter::testing::{FixedRows, header, item};
use plumbline_exporter::{Drawing, ItemRow};
use plumbline_exporter_png::write;
use plumbline_sample::{Drawing as Sheet, Options};
use serde_json::Value;
use std::io::{Cursor, Read as _};
use zip::ZipArchive;

type Archive = ZipArchive<Cursor<Vec<u8>>>;

fn rows<F: Fn(u32) -> ItemRow>(items: u32, item: F, media_type: &str, file: Vec<u8>) -> FixedRows<F> {
    let mut rows = FixedRows::new(header(), items, item);
    rows.drawing = Some(Drawing { media_type: media_type.into(), links_until: None, pages: vec![], warnings: vec![] });
    rows.file = file;
    rows
}

fn read(bytes: Vec<u8>) -> (Archive, Vec<Value>) {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let index: Value = serde_json::from_reader(archive.by_name("index.json").unwrap()).unwrap();
    let Value::Array(index) = index else { panic!("{index}") };
    (archive, index)
}

/// Returns the width, height and pixels of a picture.
fn pixels(archive: &mut Archive, name: &str) -> (u32, u32, Vec<u8>) {
    let mut file = Vec::new();
    archive.by_name(name).unwrap().read_to_end(&mut file).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn each_item_has_a_picture_of_its_place() {
    let sheet = Sheet::e101(1, &Options::default());
    let truth = sheet.truth.items.clone();
    let found = |number: u32| {
        let drawn = &truth[number as usize];
        let [x_min, y_min, x_max, y_max] = drawn.bbox;
        let evidence = vec![Evidence { page_number: 1, bbox: (x_min, y_min, x_max, y_max) }];
        let base = ItemRow { description: "Receptacle 1/2\": \"A\"".into(), evidence, ..item(number) };
        match number {
            1 => ItemRow { review_status: ReviewStatus::Rejected, ..base },
            2 => ItemRow {
                measure: MeasureType::Area,
                evidence: vec![Evidence { page_number: 1, bbox: (0.1, 0.1, 0.8, 0.7) }],
                ..base
            },
            3 => ItemRow { evidence: vec![], ..base },
            _ => base,
        }
    };
    let rows = rows(truth.len() as u32, found, "application/pdf", sheet.pdf);
    let (mut archive, index) = read(write(&rows, Vec::new()).unwrap());
    assert_eq!(index.len(), truth.len() - 2, "neither the rejected one nor the one without a place");
    assert_eq!(archive.len(), index.len() + 1);
    let numbers: Vec<u64> = index.iter().map(|entry| entry["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=index.len() as u64).collect::<Vec<_>>());
    for entry in &index {
        let name = entry["picture"].as_str().unwrap();
        assert!(name.ends_with(" Receptacle 1 2 A.png"), "{name}");
        let (width, height, pixels) = pixels(&mut archive, name);
        assert!(width.max(height) <= 1568, "{width} by {height}");
        let red = pixels.as_chunks::<3>().0.iter().filter(|[r, g, b]| *r > 180 && *g < 100 && *b < 100).count();
        assert!(red > 100, "the mark of {entry} covers {red} pixels");
    }
    let area = index.iter().find(|entry| entry["item_id"] == item(2).id.as_str()).unwrap();
    assert_eq!(area["number"], index.len(), "measured items come after the counted ones");
}

#[test]
fn items_beyond_the_most_are_named_without_a_picture() {
    let sheet = Sheet::e101(1, &Options::default()).pdf;
    let found = |number: u32| {
        let (x, y) = (f64::from(number % 80) / 80.0, f64::from(number / 80) / 80.0);
        ItemRow { evidence: vec![Evidence { page_number: 1, bbox: (x, y, x + 0.001, y + 0.001) }], ..item(number) }
    };
    let (archive, index) = read(write(&rows(5_003, found, "application/pdf", sheet), Vec::new()).unwrap());
    assert_eq!((archive.len(), index.len()), (5_001, 5_003));
    assert_eq!(index.iter().filter(|entry| entry["picture"].is_null() && entry["shown"].is_null()).count(), 3);
}

#[test]
fn other_documents_are_refused_with_the_formats_that_work() {
    let placed = |number| ItemRow { evidence: vec![], ..item(number) };
    let error = write(&rows(1, placed, "image/vnd.dxf", vec![]), Vec::new()).unwrap_err();
    assert!(error.contains("image/vnd.dxf") && error.contains("Use csv, xlsx or json"), "{error}");
    let error = write(&rows(1, placed, "application/pdf", b"not a PDF".to_vec()), Vec::new()).unwrap_err();
    assert!(error.contains("cannot be marked") && error.contains("Use csv, xlsx or json"), "{error}");
}
