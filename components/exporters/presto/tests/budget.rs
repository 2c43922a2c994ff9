//! Parses the file according to the format, and checks what the format and an estimator require.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::quantities::MeasureType;
use plumbline_exporter::testing::{FixedRows, header, item, route};
use plumbline_exporter::{ItemRow, RouteRow, Rows};
use plumbline_exporter_presto::write;

/// Returns type and fields of each record. Bytes above ASCII are read as Latin 1, which equals Windows-1252 for
/// letters.
fn read(rows: &impl Rows) -> Vec<(char, Vec<String>)> {
    let file: String = write(rows, Vec::new()).unwrap().into_iter().map(char::from).collect();
    let records = file.strip_prefix('~').unwrap().strip_suffix("|\r\n").unwrap().split("|\r\n~");
    records
        .map(|record| {
            let (kind, fields) = record.split_once('|').unwrap();
            (kind.parse().unwrap(), fields.split('|').map(String::from).collect())
        })
        .collect()
}

fn of(records: &[(char, Vec<String>)], kind: char) -> Vec<&Vec<String>> {
    records.iter().filter(|(found, _)| *found == kind).map(|(_, fields)| fields).collect()
}

/// Returns comment and the four magnitudes of each line of a measurement.
fn parts(measurement: &[String]) -> Vec<Vec<&str>> {
    let subfields: Vec<&str> = measurement[3].strip_suffix('\\').unwrap().split('\\').collect();
    assert_eq!(subfields.len() % 6, 0, "{subfields:?}");
    subfields.chunks(6).map(<[&str]>::to_vec).collect()
}

#[test]
fn the_file_is_a_budget_of_chapters_and_units() {
    let mut rows = FixedRows::new(header(), 1200, item);
    rows.routes = vec![route(1), RouteRow { quantity: 3.25, page_number: 7, ..route(2) }];
    let records = read(&rows);
    let kinds: String = records.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, "VKCDTCDCDCTCDCTMM");
    let version = &records[0].1;
    assert_eq!(version[1], "FIEBDC-3/2020\\21112026");
    assert_eq!((version[3].as_str(), version[4].as_str()), ("Café «Größe» & Söhne, 2nd floor\\", "ANSI"));
    assert!(version[5].contains("tko_0123456789abcdefghijkl") && version[5].contains("reader pdf 0.1.0"));
    assert_eq!(version.len(), 10);

    let concepts: Vec<[&str; 3]> =
        of(&records, 'C').iter().map(|c| [c[0].as_str(), c[1].as_str(), c[2].as_str()]).collect();
    let expected = [
        ["TAKEOFF##", "", "Café «Größe» & Söhne, 2nd floor"],
        ["01#", "", "Electrical"],
        ["01.01#", "", "Other devices"],
        ["01.01.0001", "u", "Duplex receptacle, 20 A"],
        ["01.02#", "", "Routes"],
        ["01.02.0001", "m", "Branch circuit"],
    ];
    assert_eq!(concepts, expected);
    let decompositions: Vec<&str> = of(&records, 'D').iter().map(|d| d[1].as_str()).collect();
    let expected =
        ["01#\\1\\1\\", "01.01#\\1\\1\\01.02#\\1\\1\\", "01.01.0001\\1\\1200.000\\", "01.02.0001\\1\\15.750\\"];
    assert_eq!(decompositions, expected);

    let [items, routes] = of(&records, 'M')[..] else { panic!("two measurements") };
    assert_eq!(items[..3], ["01.01#\\01.01.0001", "1\\1\\1\\", "1200.000"]);
    let lines = parts(items);
    assert_eq!((lines.len(), lines[17].as_slice()), (1200, ["", "E-101 R17", "1", "", "", ""].as_slice()));
    let lines = parts(routes);
    // Latin 1 and Windows-1252 have the same `×`.
    assert_eq!(lines[0], ["", "p. 1 panel LP-1 - 4 × device group", "1", "12.5", "", ""]);
    assert_eq!(lines[1][1..4], ["p. 7 panel LP-1 - 4 × device group", "1", "3.25"]);
}

#[test]
fn evidence_stands_in_the_text_when_it_is_asked_for() {
    let text = |include_evidence: bool| {
        let mut head = header();
        head.include_evidence = include_evidence;
        of(&read(&FixedRows::new(head, 1500, item)), 'T')[1][1].clone()
    };
    assert_eq!(text(false), "Duplex receptacle, 20 A");
    let lines: Vec<String> = text(true).split("\r\n").map(String::from).collect();
    assert!(
        lines[2].starts_with("Sheet E-101, page 2: 500 u, https://") && lines[2].ends_with("#page=2"),
        "{}",
        lines[2]
    );
    assert_eq!(lines.len(), 3);
}

#[test]
fn an_empty_takeoff_is_a_root_without_chapters() {
    let records = read(&FixedRows::new(header(), 0, item));
    let kinds: String = records.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, "VKCT");
}

#[test]
fn reserved_characters_and_those_that_the_code_page_lacks_are_replaced() {
    let odd = "#4 bar ~ 12\" | C:\\x,\r\nsee ⌀50 配管";
    let rows = FixedRows::new(header(), 1, |i| ItemRow {
        description: odd.into(),
        tag: Some("a|b\\c#1~".into()),
        sheet_number: Some("E#1".into()),
        ..item(i)
    });
    let records = read(&rows);
    assert_eq!(of(&records, 'C')[3][2], "#4 bar - 12\" / C:/x, see Ø50 Pei Guan");
    assert!(of(&records, 'T')[1][1].starts_with("#4 bar - 12\" / C:/x,\r\nsee Ø50 Pei Guan\r\n"));
    assert_eq!(parts(of(&records, 'M')[0])[0][1], "Enº1 a/b/cnº1-");
}

#[test]
fn long_names_are_shortened_and_whole_in_the_text() {
    let long = "Größe ".repeat(200);
    let rows = FixedRows::new(header(), 2, |i| ItemRow {
        description: format!("{long}{i}"),
        tag: Some(long.clone()),
        ..item(i)
    });
    let records = read(&rows);
    for (index, concept) in of(&records, 'C')[3..].iter().enumerate() {
        // Cut at the end of a word, in at most 64 characters.
        assert_eq!(concept[2], format!("{}...", "Größe ".repeat(10).trim_end()));
        let text = &of(&records, 'T')[index + 1][1];
        assert_eq!(text.split("\r\n").next(), Some(format!("{long}{index}").as_str()));
    }
    assert!(parts(of(&records, 'M')[0])[0][1].chars().count() <= 64);
}

#[test]
fn codes_are_unique_and_short_for_a_hundred_thousand_lines() {
    let rows = FixedRows::new(header(), 100_000, |i| ItemRow { description: format!("Part {i}"), ..item(i) });
    let records = read(&rows);
    let codes: std::collections::HashSet<&str> = of(&records, 'C').iter().map(|c| c[0].as_str()).collect();
    assert_eq!(codes.len(), 100_003);
    assert!(codes.iter().all(|code| code.len() <= 20));
}

#[test]
fn lines_add_up_to_the_total_in_every_block() {
    // One line has more rows than fit into a block, between lines of few rows.
    let few = |i: u32| i.is_multiple_of(10);
    let describe = |i: u32| if few(i) { format!("Few {}", i % 170) } else { "Many".into() };
    let rows = FixedRows::new(header(), 160_000, |i| ItemRow {
        description: describe(i),
        effective_quantity: f64::from(i % 7) / 3.0 + 0.0004,
        measure: if few(i) { MeasureType::Area } else { MeasureType::Length },
        ..item(i)
    });
    let records = read(&rows);
    let measurements = of(&records, 'M');
    assert_eq!(measurements.len(), 18);
    let thousandths = |text: &str| (text.parse::<f64>().unwrap() * 1000.0).round() as i64;
    let mut lines = 0;
    for measurement in measurements {
        let of_lines = parts(measurement);
        lines += of_lines.len();
        let magnitude = |line: &Vec<&str>| if line[3].is_empty() { thousandths(line[2]) } else { thousandths(line[3]) };
        assert_eq!(of_lines.iter().map(magnitude).sum::<i64>(), thousandths(&measurement[2]));
    }
    assert_eq!(lines, 160_000);
}
