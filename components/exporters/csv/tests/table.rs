//! Reads the table back with the csv crate's reader, as a client would.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::ItemRow;
use plumbline_exporter::quantities::ReviewStatus;
use plumbline_exporter::testing::{FixedRows, FullOutput, header, item, route};
use plumbline_exporter_csv::{COLUMNS, EVIDENCE_COLUMNS, write};

type Record = std::collections::HashMap<String, String>;

fn read(bytes: &[u8]) -> (Vec<String>, Vec<Record>) {
    let body = bytes.strip_prefix("\u{feff}".as_bytes()).expect("a byte order mark");
    let mut reader = csv::Reader::from_reader(body);
    let names: Vec<String> = reader.headers().unwrap().iter().map(String::from).collect();
    let records = reader.deserialize().map(Result::unwrap).collect();
    (names, records)
}

#[test]
fn items_then_routes_under_one_header() {
    let mut rows = FixedRows::new(header(), 1201, item);
    rows.routes = vec![route(1), route(2)];
    let (names, records) = read(&write(&rows, Vec::new()).unwrap());
    let expected: Vec<&str> = COLUMNS.iter().chain(&EVIDENCE_COLUMNS).copied().collect();
    assert_eq!(names, expected);
    assert_eq!(records.len(), 1203);
    let last_item = &records[1200];
    assert_eq!((last_item["record"].as_str(), last_item["tag"].as_str()), ("item", "R1200"));
    assert_eq!(last_item["attributes"], "circuit=LP-1/3; rating=20; gfci=yes");
    assert_eq!(last_item["evidence"], "2:0.25000,0.50000,0.26000,0.51000");
    assert!(last_item["link"].ends_with("/download#page=2"));
    let makers: std::collections::HashSet<&str> = records.iter().map(|record| record["made_by"].as_str()).collect();
    assert_eq!(makers, ["pdf@0.1.0, electrical@0.1.0"].into());
    let last_route = &records[1202];
    assert_eq!(last_route["record"], "route");
    assert_eq!((last_route["quantity"].as_str(), last_route["unit"].as_str()), ("12.5", "M"));
    assert_eq!(last_route["extracted_quantity"], "", "only the effective quantity of a route is known");
    assert_eq!((last_route["from"].as_str(), last_route["to"].as_str()), ("panel LP-1", "4 × device group"));
}

#[test]
fn sums_leave_rejected_items_out() {
    let rows = FixedRows::new(header(), 3, |i| match i {
        1 => ItemRow { review_status: ReviewStatus::Rejected, ..item(i) },
        2 => ItemRow { quantity_override: Some(4.0), effective_quantity: 4.0, ..item(i) },
        _ => item(i),
    });
    let (_, records) = read(&write(&rows, Vec::new()).unwrap());
    let sum: f64 = records.iter().map(|record| record["quantity"].parse::<f64>().unwrap()).sum();
    assert_eq!(sum, 5.0);
    let rejected = &records[1];
    assert_eq!((rejected["review_status"].as_str(), rejected["quantity"].as_str()), ("rejected", "0"));
    assert_eq!(rejected["extracted_quantity"], "1", "what was found stays");
}

#[test]
fn without_evidence_there_is_no_evidence_column() {
    let mut head = header();
    head.include_evidence = false;
    let (names, records) = read(&write(&FixedRows::new(head, 1, item), Vec::new()).unwrap());
    assert_eq!(names, COLUMNS);
    assert!(!records[0].contains_key("link"));
}

#[test]
fn an_empty_takeoff_is_a_header_row() {
    let bytes = write(&FixedRows::new(header(), 0, item), Vec::new()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(text.matches("\r\n").count(), 1);
    assert!(text.ends_with("evidence,link\r\n"));
}

#[test]
fn quotes_line_ends_and_scripts_survive() {
    let odd = "12\" × 6' duct,\r\nsee \"note 4\"; 配管 – Ø50 ąćę";
    let rows = FixedRows::new(header(), 1, |i| ItemRow { description: odd.into(), ..item(i) });
    let (_, records) = read(&write(&rows, Vec::new()).unwrap());
    assert_eq!(records[0]["description"], odd);
}

#[test]
fn formulas_become_text_and_numbers_stay_numbers() {
    let cases = [
        ("=HYPERLINK(\"http://x\",\"y\")", "'=HYPERLINK(\"http://x\",\"y\")"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("\tx", "'\tx"),
        ("-", "'-"),
        ("-5", "-5"),
        ("R-5", "R-5"),
    ];
    for (given, expected) in cases {
        let rows = FixedRows::new(header(), 1, |i| ItemRow { tag: Some(given.into()), ..item(i) });
        let (_, records) = read(&write(&rows, Vec::new()).unwrap());
        assert_eq!(records[0]["tag"], expected, "{given}");
    }
}

#[test]
fn quantities_are_rounded_to_four_decimals() {
    for (given, expected) in [(0.1 + 0.2, "0.3"), (12.34567, "12.3457"), (-1e-9, "0"), (1_234_567.0, "1234567")] {
        let rows = FixedRows::new(header(), 1, |i| ItemRow { effective_quantity: given, ..item(i) });
        let (_, records) = read(&write(&rows, Vec::new()).unwrap());
        assert_eq!(records[0]["quantity"], expected);
    }
}

#[test]
fn a_full_sink_ends_the_export_with_its_own_words() {
    let result = write(&FixedRows::new(header(), 5000, item), FullOutput);
    assert_eq!(result.err().as_deref(), Some(FullOutput::ERROR));
}
