//! Splits the file by tabs, and checks what QuickBooks and an estimator require.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{HashMap, HashSet};

use plumbline_exporter::testing::{FixedRows, header, item, route};
use plumbline_exporter::{ItemRow, RouteRow, Rows};
use plumbline_exporter_quickbooks::write;

/// Returns the word of each row and its fields by name. Letters above ASCII are the same in Latin 1 and Windows-1252.
fn read(rows: &impl Rows) -> Vec<(String, HashMap<String, String>)> {
    let file: String = write(rows, Vec::new()).unwrap().into_iter().map(char::from).collect();
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    let mut found = Vec::new();
    for row in file.strip_suffix("\r\n").unwrap().split("\r\n") {
        let fields: Vec<String> = row.split('\t').map(String::from).collect();
        if let Some(word) = fields[0].strip_prefix('!') {
            names.insert(word.into(), fields[1..].to_vec());
        } else {
            let named = &names[&fields[0]];
            assert_eq!(named.len(), fields.len() - 1, "{row}");
            found.push((fields[0].clone(), named.iter().cloned().zip(fields[1..].iter().cloned()).collect()));
        }
    }
    found
}

fn of<'a>(rows: &'a [(String, HashMap<String, String>)], word: &str) -> Vec<&'a HashMap<String, String>> {
    rows.iter().filter(|(found, _)| found == word).map(|(_, fields)| fields).collect()
}

#[test]
fn the_file_is_lists_and_one_estimate_of_them() {
    let mut rows = FixedRows::new(header(), 1200, item);
    rows.routes = vec![route(1), RouteRow { quantity: 1.0 / 3.0, ..route(2) }];
    let found = read(&rows);
    let words: Vec<&str> = found.iter().map(|(word, _)| word.as_str()).collect();
    let lists = ["ACCNT", "ACCNT", "CUST", "INVITEM", "INVITEM", "INVITEM", "INVITEM", "INVITEM"];
    assert_eq!(words, [&lists[..], &["TRNS", "SPL", "SPL", "ENDTRNS"]].concat());

    let items: Vec<&str> = of(&found, "INVITEM").iter().map(|item| item["NAME"].as_str()).collect();
    let expected = [
        "Electrical",
        "Electrical:Other devices",
        "Electrical:Other devices:Duplex receptacle, 20 A",
        "Electrical:Routes",
        "Electrical:Routes:Branch circuit",
    ];
    assert_eq!(items, expected);
    let estimate = of(&found, "TRNS")[0];
    assert_eq!((estimate["TRNSTYPE"].as_str(), estimate["DATE"].as_str()), ("ESTIMATES", "11/21/2026"));
    assert_eq!(estimate["NAME"], of(&found, "CUST")[0]["NAME"]);
    let memo = &estimate["MEMO"];
    assert!(memo.contains("tko_0123456789abcdefghijkl") && memo.contains("extractor electrical 0.1.0"), "{memo}");

    let lines: Vec<[&str; 4]> =
        of(&found, "SPL").iter().map(|l| ["INVITEM", "MEMO", "QNTY", "OTHER2"].map(|name| l[name].as_str())).collect();
    let expected =
        [[items[2], "Duplex receptacle, 20 A (EA)", "-1200", "EA"], [items[4], "Branch circuit (M)", "-12.83333", "M"]];
    assert_eq!(lines, expected);
}

#[test]
fn accounts_items_and_amounts_agree() {
    let rows = FixedRows::new(header(), 50, |i| ItemRow { description: format!("Part {i}"), ..item(i) });
    let found = read(&rows);
    let accounts: HashSet<&str> = of(&found, "ACCNT").iter().map(|account| account["NAME"].as_str()).collect();
    let items: HashSet<&str> = of(&found, "INVITEM").iter().map(|item| item["NAME"].as_str()).collect();
    let mut sum = 0.0;
    for row in of(&found, "TRNS").into_iter().chain(of(&found, "SPL")) {
        assert!(accounts.contains(row["ACCNT"].as_str()));
        sum += row["AMOUNT"].parse::<f64>().unwrap();
    }
    assert_eq!(sum, 0.0);
    assert!(of(&found, "SPL").iter().all(|line| items.contains(line["INVITEM"].as_str())));
    for item in items {
        // An item comes after its parent.
        if let Some((parent, _)) = item.rsplit_once(':') {
            let place = |name: &str| found.iter().position(|(_, fields)| fields.get("NAME").is_some_and(|n| n == name));
            assert!(place(parent).unwrap() < place(item).unwrap());
        }
    }
}

#[test]
fn an_empty_takeoff_is_an_estimate_without_lines() {
    let found = read(&FixedRows::new(header(), 0, item));
    let words: Vec<&str> = found.iter().map(|(word, _)| word.as_str()).collect();
    assert_eq!(words, ["ACCNT", "ACCNT", "CUST", "TRNS", "ENDTRNS"]);
}

#[test]
fn odd_characters_are_replaced_where_the_format_cannot_hold_them() {
    let odd = "\"12\" × 6'\tduct: type A;\r\nsee ⌀50 配管";
    let mut head = header();
    head.project_name = "Acme: \"Tower\" №7".into();
    let found = read(&FixedRows::new(head, 1, |i| ItemRow { description: odd.into(), ..item(i) }));
    assert_eq!(of(&found, "CUST")[0]["NAME"], "Acme- ''Tower'' No7");
    let line = of(&found, "SPL")[0];
    assert_eq!(line["MEMO"], "''12'' × 6' duct: type A, see Ø50 Pei Guan (EA)");
    assert_eq!(line["INVITEM"], "Electrical:Other devices:''12'' × 6' duct- type A,...");
}

#[test]
fn long_names_are_shortened_and_stay_apart() {
    let long = "Receptacle ".repeat(300);
    let mut head = header();
    head.project_name = long.clone();
    let rows = FixedRows::new(head, 5000, |i| ItemRow { description: format!("{long}{i}"), ..item(i) });
    let found = read(&rows);
    assert!(of(&found, "CUST")[0]["NAME"].len() <= 41);
    let names: HashSet<String> = of(&found, "INVITEM").iter().map(|item| item["NAME"].to_lowercase()).collect();
    assert_eq!(names.len(), 5002);
    assert!(names.iter().all(|name| name.split(':').all(|own| own.chars().count() <= 31)));
    assert!(of(&found, "SPL").iter().all(|line| line["MEMO"].starts_with(&long) && line["MEMO"].len() <= 4095));
    assert!(of(&found, "TRNS")[0]["MEMO"].len() <= 4095);
}

#[test]
fn a_total_is_rounded_once() {
    let rows = FixedRows::new(header(), 100_000, |i| ItemRow { effective_quantity: 0.000_004, ..item(i) });
    assert_eq!(of(&read(&rows), "SPL")[0]["QNTY"], "-0.4");
}
