//! Reads the workbook back with calamine, an independent reader.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use calamine::{Data, Range, Reader, Xlsx};
use plumbline_exporter::quantities::{Attribute, Confidence, MeasureType, ReviewStatus, Trade};
use plumbline_exporter::testing::{FixedRows, FullOutput, header, item, route, schedule};
use plumbline_exporter::{Drawing, Header, ItemRow, Original, Page, RouteRow, Rows, Scale, Warning};
use plumbline_exporter_xlsx::write;
use std::io::Cursor;

type Book = Xlsx<Cursor<Vec<u8>>>;

fn open(rows: &(impl Rows + Original)) -> Book {
    Xlsx::new(Cursor::new(write(rows, Vec::new()).unwrap())).unwrap()
}

/// Returns the column below a heading of the sheet's first row.
fn column(range: &Range<Data>, heading: &str) -> Vec<Data> {
    let index = range.rows().next().unwrap().iter().position(|cell| *cell == heading).expect(heading);
    range.rows().skip(1).map(|row| row[index].clone()).collect()
}

fn cell_right_of(range: &Range<Data>, label: &str) -> Data {
    range.rows().find(|row| row[0] == label).expect(label)[2].clone()
}

/// Returns the rows of the summary from the heading row that starts with "Line".
fn lines(range: &Range<Data>) -> Vec<Vec<Data>> {
    let start = range.rows().position(|row| row[0] == "Line").expect("the totals");
    range.rows().skip(start + 1).take_while(|row| row[0] != Data::Empty).map(<[Data]>::to_vec).collect()
}

fn text(value: &str) -> Data {
    Data::String(value.into())
}

/// Returns items of two trades and three lines, with an override and a rejected item.
fn mixed(number: u32) -> ItemRow {
    let base = item(number);
    match number {
        0 => ItemRow {
            description: "Wire, 12 AWG".into(),
            measure: MeasureType::Length,
            extracted_quantity: 0.1,
            effective_quantity: 0.1,
            unit: "M".into(),
            ..base
        },
        1 => ItemRow {
            description: "Wire, 12 AWG".into(),
            measure: MeasureType::Length,
            extracted_quantity: 0.2,
            effective_quantity: 0.2,
            unit: "M".into(),
            ..base
        },
        2 => ItemRow {
            quantity_override: Some(4.0),
            effective_quantity: 4.0,
            review_status: ReviewStatus::Modified,
            ..base
        },
        3 => ItemRow { review_status: ReviewStatus::Rejected, ..base },
        4 => {
            ItemRow { trade: Trade::FireProtection, description: "=HORN*?".into(), confidence: Confidence::Low, ..base }
        }
        _ => base,
    }
}

#[test]
fn the_summary_totals_lines_and_leaves_rejected_items_out() {
    let mut book = open(&FixedRows::new(header(), 7, mixed));
    assert_eq!(book.sheet_names(), ["Summary", "Items"]);
    let summary = book.worksheet_range("Summary").unwrap();
    assert_eq!(summary.rows().next().unwrap()[0], "Café «Größe» & Söhne, 2nd floor");
    assert_eq!(cell_right_of(&summary, "Found"), "7 items, 0 routes, 0 schedules");
    assert_eq!(cell_right_of(&summary, "Document"), "E-101 lighting.pdf");
    assert!(matches!(cell_right_of(&summary, "Completed"), Data::DateTime(_)));

    let expected = [
        ("Electrical", "Duplex receptacle, 20 A", 6.0, "EA", 3.0),
        ("Electrical", "Wire, 12 AWG", 0.3, "M", 2.0),
        ("Fire protection", "=HORN*?", 1.0, "EA", 1.0),
    ];
    let lines = lines(&summary);
    assert_eq!(lines.len(), expected.len());
    for (number, (line, (trade, description, quantity, unit, items))) in (1u32..).zip(lines.iter().zip(expected)) {
        let want = [
            Data::Float(f64::from(number)),
            text(trade),
            text(if trade == "Electrical" { "Other devices" } else { "Devices" }),
            text(description),
            Data::Float(quantity),
            text(unit),
            Data::Float(items),
        ];
        assert_eq!(line[..7], want);
    }
}

#[test]
fn items_are_typed_and_point_at_their_line() {
    let mut book = open(&FixedRows::new(header(), 7, mixed));
    let items = book.worksheet_range("Items").unwrap();
    let numbers = |values: &[f64]| values.iter().map(|v| Data::Float(*v)).collect::<Vec<_>>();
    assert_eq!(column(&items, "Line"), numbers(&[2.0, 2.0, 1.0, 1.0, 3.0, 1.0, 1.0]));
    assert_eq!(column(&items, "Quantity"), numbers(&[0.1, 0.2, 4.0, 1.0, 1.0, 1.0, 1.0]));
    assert_eq!(column(&items, "Override")[2], Data::Float(4.0));
    assert_eq!(column(&items, "Override")[1], Data::Empty);
    assert_eq!(column(&items, "Rating")[0], Data::Float(20.0), "a number stays a number");
    assert_eq!(column(&items, "Gfci")[0], text("Yes"));
    assert_eq!(column(&items, "Evidence")[0], text("p. 1: 26 % right, 51 % down"));
    assert_eq!(column(&items, "ID")[0], text("itm_0000000000000000000000"));
    assert!(items.rows().next().unwrap().iter().all(|cell| *cell != "Group"), "a key of the extractor");

    let formulas = book.worksheet_formula("Items").unwrap();
    assert_eq!(formulas.get_value((3, 3)).map(String::as_str), Some("IF(G4=\"\",F4,G4)"));
    let formulas = book.worksheet_formula("Summary").unwrap();
    let sums: Vec<&String> = formulas.used_cells().map(|(_, _, f)| f).filter(|f| f.contains("SUMIFS")).collect();
    assert_eq!(sums.len(), 3);
    assert!(sums[0].contains("Items!$D$2:$D$8") && sums[0].contains("\"<>Rejected\""), "{}", sums[0]);
}

#[test]
fn routes_and_schedules_have_sheets_of_their_own() {
    let mut rows = FixedRows::new(header(), 1, item);
    rows.routes = vec![route(1), route(2)];
    rows.schedules = vec![schedule(1), schedule(2)];
    let mut book = open(&rows);
    assert_eq!(book.sheet_names(), ["Summary", "Items", "Routes", "Schedules"]);

    let routes = book.worksheet_range("Routes").unwrap();
    assert_eq!(column(&routes, "Length")[..2], [Data::Float(12.5), Data::Float(12.5)]);
    assert_eq!(column(&routes, "From")[0], text("Panel LP-1"));
    let summary = book.worksheet_range("Summary").unwrap();
    let total = summary.rows().find(|row| row[2] == "Branch circuit").unwrap();
    assert_eq!((&total[4], &total[5], &total[6]), (&Data::Float(25.0), &text("M"), &Data::Float(2.0)));
    assert_eq!(total[9], text("2 medium"));

    let schedules = book.worksheet_range("Schedules").unwrap();
    let all: Vec<&[Data]> = schedules.rows().collect();
    assert_eq!(all[0][0], "PANEL LP-1 (page 2)");
    assert_eq!(all[1][..4], [text("Tag"), text("Description"), text("Load (VA)"), text("Breaker")]);
    assert_eq!(all[2][..4], [text("1"), text("Lighting, room 101"), Data::Float(1200.0), text("20/1")]);
    assert_eq!(all[3][1], "=SPARE");
    assert_eq!(all[5][0], "PANEL LP-2 (page 2)");
}

#[test]
fn the_estimate_names_types_sheets_and_makers() {
    let rows = FixedRows::new(header(), 4, |i| ItemRow {
        item_type: if i == 3 { "gfci_receptacle".into() } else { "receptacle".into() },
        sheet_number: Some(format!("E-10{i}")),
        ..item(i)
    });
    let summary = open(&rows).worksheet_range("Summary").unwrap();
    assert!(summary.rows().any(|row| row[0] == "Estimate"));
    assert_eq!(cell_right_of(&summary, "Made by"), text("pdf@0.1.0, electrical@0.1.0"));
    let lines = lines(&summary);
    assert_eq!(
        lines[0][4..9],
        [Data::Float(1.0), text("EA"), Data::Float(1.0), text("Ground-fault receptacle"), text("E-103")]
    );
    assert_eq!(lines[1][7..], [text("Receptacle"), text("E-100, E-101, E-102"), text("3 high")]);
    assert_eq!(cell_right_of(&summary, "Confidence"), text("4 high"));
    rows.rewind();
    assert_eq!(column(&open(&rows).worksheet_range("Items").unwrap(), "Category")[0], text("Other devices"));
}

/// Reads the container as a stream, by the data before and after each part. Programs that use only the directory do not
/// notice a broken part.
#[test]
fn every_part_can_be_read_in_order() {
    let mut rows = FixedRows::new(header(), 50, mixed);
    rows.routes = vec![route(1)];
    let bytes = write(&rows, Vec::new()).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    let mut parts: Vec<(u64, u64)> = Vec::new();
    for index in 0..archive.len() {
        let part = archive.by_index(index).unwrap();
        let start = part.data_start().unwrap();
        parts.push((part.header_start(), start + part.compressed_size()));
    }
    parts.sort_unstable();
    for pair in parts.windows(2) {
        // The sizes after a part: a signature, a checksum and two lengths.
        assert_eq!(pair[1].0 - pair[0].1, 16);
        assert_eq!(bytes[pair[0].1 as usize..][..4], *b"PK\x07\x08");
    }
}

#[test]
fn links_lead_to_the_pages() {
    let bytes = write(&FixedRows::new(header(), 1500, item), Vec::new()).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut part = |name: &str| std::io::read_to_string(archive.by_name(name).unwrap()).unwrap();
    let sheet = part("xl/worksheets/sheet2.xml");
    assert_eq!(sheet.matches("<hyperlink ref=").count(), 1500);
    assert!(sheet.contains("<hyperlink ref=\"S2\" r:id=\"rId1\" location=\"page=1\"/>"));
    assert!(sheet.contains("<hyperlink ref=\"S1501\" r:id=\"rId1\" location=\"page=2\"/>"));
    assert!(!sheet.contains("page=0"), "the sample went");
    assert_eq!(part("xl/worksheets/sheet1.xml").matches("<hyperlink ref=").count(), 1, "the document on the summary");
    let relations = part("xl/worksheets/_rels/sheet2.xml.rels");
    assert!(relations.contains("Id=\"rId1\"") && relations.contains("/doc_0123456789abcdefghijkl/download\""));

    let without = Header { include_evidence: false, ..header() };
    let bytes = write(&FixedRows::new(without, 10, item), Vec::new()).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let sheet = std::io::read_to_string(archive.by_name("xl/worksheets/sheet2.xml").unwrap()).unwrap();
    assert!(!sheet.contains("hyperlink"));
}

#[test]
fn links_have_the_address_as_it_was_signed() {
    // Excel itself escapes a blank, but not the other characters.
    for name in ["E%2D101%2Epdf", "E%20101%2Epdf"] {
        let signed = format!("https://example.com/blobs/original?op=get&name={name}&type=application%2Fpdf&sig=aB_c-d");
        let with_address = Header { document_url: Some(signed.clone()), ..header() };
        let bytes = write(&FixedRows::new(with_address, 1, item), Vec::new()).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let target = format!("Target=\"{}\"", signed.replace('&', "&amp;"));
        for sheet in [1, 2] {
            let part = archive.by_name(&format!("xl/worksheets/_rels/sheet{sheet}.xml.rels")).unwrap();
            let relations = std::io::read_to_string(part).unwrap();
            assert!(relations.contains(&target), "{relations}");
        }
    }
}

#[test]
fn a_full_sink_ends_the_export_with_its_own_words() {
    let result = write(&FixedRows::new(header(), 20_000, item), FullOutput);
    assert_eq!(result.err().as_deref(), Some(FullOutput::ERROR));
}

#[test]
fn an_empty_takeoff_says_so() {
    let mut book = open(&FixedRows::new(header(), 0, item));
    let summary = book.worksheet_range("Summary").unwrap();
    assert!(summary.rows().any(|row| row[0] == "No items were found."));
    assert_eq!(book.worksheet_range("Items").unwrap().height(), 1);
}

#[test]
fn odd_texts_survive_and_overlong_ones_are_cut() {
    let odd = "12\" <×> 6' & \u{1}duct\r\n配管 _x000D_ 🙂";
    let rows = FixedRows::new(header(), 2, |i| ItemRow {
        description: if i == 0 { odd.into() } else { "é".repeat(40_000) },
        ..item(i)
    });
    let mut book = open(&rows);
    let descriptions = column(&book.worksheet_range("Items").unwrap(), "Description");
    assert_eq!(descriptions[0].to_string().replace("\r\n", "\n"), odd.replace("\r\n", "\n"));
    let cut = descriptions[1].to_string();
    assert_eq!((cut.chars().count(), cut.ends_with("é...")), (32_767, true));
}

#[test]
fn many_attribute_names_share_the_last_column() {
    let rows = FixedRows::new(header(), 1, |i| ItemRow {
        attributes: (0..40).map(|n| (format!("k{n}"), Attribute::Number(f64::from(n)))).collect(),
        ..item(i)
    });
    let items = open(&rows).worksheet_range("Items").unwrap();
    assert_eq!(column(&items, "K23"), [Data::Float(23.0)]);
    assert!(column(&items, "Other attributes")[0].to_string().starts_with("k24=24; k25=25"));
}

#[test]
fn the_same_takeoff_gives_the_same_bytes() {
    let make = || write(&FixedRows::new(header(), 50, mixed), Vec::new()).unwrap();
    assert_eq!(make(), make());
}

#[test]
fn routes_have_sizes_and_totals_of_each_size_and_unit() {
    let sized = |number, size: &str, unit: &str, quantity| RouteRow {
        attributes: vec![
            ("size".into(), Attribute::Text(size.into())),
            ("circuit".into(), Attribute::Text("3".into())),
        ],
        unit: unit.into(),
        quantity,
        ..route(number)
    };
    let mut rows = FixedRows::new(header(), 1, item);
    // Sizes that SUMIFS would interpret as dates or comparisons in its criteria.
    rows.routes = vec![
        sized(1, "1/2\"", "FT", 10.0),
        sized(2, "3/4\"", "FT", 4.5),
        sized(3, "1/2\"", "FT", 2.5),
        sized(4, "<2\"", "M", 7.0),
        route(5),
    ];
    let mut book = open(&rows);
    let routes = book.worksheet_range("Routes").unwrap();
    assert_eq!(
        column(&routes, "Size")[..5],
        ["1/2\"", "3/4\"", "1/2\"", "<2\"", ""].map(|size| match size {
            "" => Data::Empty,
            size => text(size),
        })
    );
    assert_eq!(column(&routes, "Circuit")[0], text("3"), "other attributes keep their columns");
    let totals: Vec<(Data, Data)> =
        routes.rows().filter(|row| row[1] == "Total").map(|row| (row[3].clone(), row[4].clone())).collect();
    assert_eq!(totals, [(Data::Float(17.0), text("FT")), (Data::Float(19.5), text("M"))]);

    let summary = book.worksheet_range("Summary").unwrap();
    let start = summary.rows().position(|row| row[0] == "Measured routes").unwrap();
    let lines: Vec<(Data, Data, Data)> = summary
        .rows()
        .skip(start + 2)
        .filter(|row| row[0] != Data::Empty)
        .map(|row| (row[3].clone(), row[4].clone(), row[5].clone()))
        .collect();
    let line = |size: Data, length, unit| (size, Data::Float(length), text(unit));
    assert_eq!(
        lines,
        [
            line(Data::Empty, 12.5, "M"),
            line(text("1/2\""), 12.5, "FT"),
            line(text("3/4\""), 4.5, "FT"),
            line(text("<2\""), 7.0, "M"),
        ]
    );
    let formulas = book.worksheet_formula("Summary").unwrap();
    assert!(formulas.used_cells().any(|(_, _, f)| f.starts_with("SUMIFS(Routes!$D$2:$D$6,Routes!$A$2:$A$6,$A")));
}

/// Every sheet defines its print area, as wide as one page: no column or row without text creates a page.
#[test]
fn every_sheet_prints_its_cells_and_no_blank_pages() {
    let mut rows = FixedRows::new(header(), 30, mixed);
    rows.routes = vec![route(1), route(2)];
    rows.schedules = vec![schedule(1), schedule(2)];
    let bytes = write(&rows, Vec::new()).unwrap();
    rows.rewind();
    let mut book = open(&rows);
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut part = |name: &str| std::io::read_to_string(archive.by_name(name).unwrap()).unwrap();
    let workbook = part("xl/workbook.xml");
    for (number, name) in (1..).zip(["Summary", "Items", "Routes", "Schedules"]) {
        let sheet_id = number - 1;
        let area = format!("<definedName name=\"_xlnm.Print_Area\" localSheetId=\"{sheet_id}\">{name}!$A$1:$");
        let (_, rest) = workbook.split_once(&area).unwrap_or_else(|| panic!("{name} has no print area"));
        let (_, rest) = rest.split_once('$').unwrap();
        let last: usize = rest.split_once('<').unwrap().0.parse().unwrap();
        assert_eq!(last, book.worksheet_range(name).unwrap().height(), "{name} prints the rows that it has");
        let sheet = part(&format!("xl/worksheets/sheet{number}.xml"));
        assert!(sheet.contains("<pageSetUpPr fitToPage=\"1\"/>") && sheet.contains("fitToHeight=\"0\""), "{name}");
    }
}

#[test]
fn long_texts_wrap() {
    let rows = FixedRows::new(header(), 1, item);
    let bytes = write(&rows, Vec::new()).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut part = |name: &str| std::io::read_to_string(archive.by_name(name).unwrap()).unwrap();
    let styles = part("xl/styles.xml");
    let (_, formats) = styles.split_once("<cellXfs").unwrap();
    let (formats, _) = formats.split_once("</cellXfs>").unwrap();
    let wrapped = formats.split("<xf ").skip(1).position(|format| format.contains("wrapText=\"1\"")).unwrap();
    for (sheet, cell) in [("sheet1", "D"), ("sheet2", "C")] {
        let xml = part(&format!("xl/worksheets/{sheet}.xml"));
        let (before, _) = xml.split_once("Duplex receptacle").unwrap();
        let start = before.rfind("<c r=").unwrap();
        assert!(before[start..].starts_with(&format!("<c r=\"{cell}")), "{}", &before[start..]);
        assert!(before[start..].contains(&format!("s=\"{wrapped}\"")), "{}", &before[start..]);
    }
}

#[test]
fn the_summary_shows_scales_and_warnings() {
    let mut rows = FixedRows::new(Header { include_evidence: false, ..header() }, 3, item);
    let page = |number, scale| Page { number, sheet_number: None, sheet_title: None, scale };
    let scale = Scale { ratio: 48.0, source: "title_block".into() };
    let message = "This page does not state a scale, so lengths are not measured. Set `metadata.scale`. ".repeat(3);
    let warning = |code: &str, message: &str, pages| Warning { code: code.into(), message: message.into(), pages };
    rows.drawing = Some(Drawing {
        media_type: "application/pdf".into(),
        links_until: Some("2026-12-02T21:40:00.000Z".into()),
        pages: vec![page(1, Some(scale)), page(2, None), page(3, None)],
        warnings: vec![warning("scale_missing", &message, vec![2]), warning("layers_off", "Layers are off.", vec![])],
    });
    let mut book = open(&rows);
    let summary = book.worksheet_range("Summary").unwrap();
    let scales = "1:48 from title block (page 1), unknown (page 2), no lengths or areas measured (page 3)";
    assert_eq!(cell_right_of(&summary, "Scale"), text(scales));
    let Data::DateTime(until) = cell_right_of(&summary, "Links valid until") else { panic!("no moment") };
    assert_eq!(until.to_ymd_hms_milli(), (2026, 12, 2, 21, 40, 0, 0));
    assert_eq!(cell_right_of(&summary, "Warnings"), text(&format!("{} (page 2)", message.trim())));
    assert!(summary.rows().any(|row| row[2] == "Layers are off."));
    assert_eq!(lines(&summary).len(), 1, "the estimate stands below");
    let start = summary.rows().position(|row| row[2] == "Layers are off.").unwrap();
    assert_eq!(summary.rows().nth(start + 1).unwrap()[2], Data::Empty);
    assert_eq!(summary.rows().nth(start + 2).unwrap()[0], "Estimate");
}

#[test]
fn the_marked_sheet_is_a_page_of_its_own() {
    let mut rows = FixedRows::new(header(), 2, item);
    rows.drawing =
        Some(Drawing { media_type: "application/pdf".into(), links_until: None, pages: vec![], warnings: vec![] });
    rows.file = plumbline_sample::Drawing::e101(1, &plumbline_sample::Options::default()).pdf;
    let bytes = write(&rows, Vec::new()).unwrap();
    let book: Book = Xlsx::new(Cursor::new(bytes.clone())).unwrap();
    assert_eq!(book.sheet_names(), ["Summary", "Items", "Marked page 1"]);
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let sheet = std::io::read_to_string(archive.by_name("xl/worksheets/sheet3.xml").unwrap()).unwrap();
    assert!(sheet.contains("<pageSetUpPr fitToPage=\"1\"/>") && sheet.contains("<drawing "), "{sheet}");
    assert!(!sheet.contains("fitToHeight=\"0\""), "as high as one page too: {sheet}");
    let mut picture = Vec::new();
    std::io::copy(&mut archive.by_name("xl/media/image1.png").unwrap(), &mut picture).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);

    // Without evidence no position is known, and a drawing that is not a PDF does not have pages to mark.
    rows.rewind();
    rows.header.include_evidence = false;
    assert_eq!(open(&rows).sheet_names(), ["Summary", "Items"]);
    rows.rewind();
    rows.header.include_evidence = true;
    rows.drawing.as_mut().unwrap().media_type = "image/png".into();
    let mut book = open(&rows);
    assert_eq!(book.sheet_names(), ["Summary", "Items"]);
    let warning = cell_right_of(&book.worksheet_range("Summary").unwrap(), "Warnings").to_string();
    assert!(warning.contains("image/png"), "{warning}");
}
