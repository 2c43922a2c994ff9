//! Parses the file according to its format: records of tab-separated fields in Windows-1252.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::quantities::{Attribute, ReviewStatus, Trade};
use plumbline_exporter::testing::{FixedRows, FullOutput, header, item, route};
use plumbline_exporter::{Header, ItemRow, Rows};
use plumbline_exporter_primavera_p6::write;
use std::collections::{BTreeMap, BTreeSet};

type Record = BTreeMap<String, String>;

/// Returns the tables by name, in order.
fn read(rows: &impl Rows) -> Vec<(String, Vec<Record>)> {
    let bytes = write(rows, Vec::new()).unwrap();
    let (text, ..) = encoding_rs::WINDOWS_1252.decode(&bytes);
    let mut lines = text.split_terminator("\r\n").map(|line| line.split('\t').collect::<Vec<_>>());
    let first = lines.next().unwrap();
    assert_eq!((first[0], first.len()), ("ERMHDR", 9));
    let mut tables: Vec<(String, Vec<Record>)> = Vec::new();
    let mut columns: Vec<String> = Vec::new();
    for line in lines {
        match line[0] {
            "%T" => tables.push((line[1].into(), vec![])),
            "%F" => columns = line[1..].iter().map(ToString::to_string).collect(),
            "%R" => {
                assert_eq!(line.len(), columns.len() + 1, "{line:?}");
                let values = line[1..].iter().map(|value| value.replace("\"\"", "\""));
                tables.last_mut().unwrap().1.push(columns.iter().cloned().zip(values).collect());
            }
            "%E" => return tables,
            other => panic!("{other}"),
        }
    }
    panic!("the file has no end");
}

fn table(tables: &[(String, Vec<Record>)], name: &str) -> Vec<Record> {
    tables.iter().find(|(table, _)| table == name).map(|(_, records)| records.clone()).unwrap_or_default()
}

fn values<'a>(records: &'a [Record], columns: &[&str]) -> Vec<Vec<&'a str>> {
    records.iter().map(|record| columns.iter().map(|column| record[*column].as_str()).collect()).collect()
}

/// Returns a device that takes six hours of labor.
fn with_labor(number: u32) -> ItemRow {
    ItemRow { attributes: vec![("labor_hours".into(), Attribute::Number(6.0))], ..item(number) }
}

#[test]
fn activities_stand_in_a_wbs_of_trades_and_categories() {
    let mut rows = FixedRows::new(header(), 5, |i| match i {
        1 => ItemRow { description: "Panel".into(), ..with_labor(i) },
        2 => ItemRow { trade: Trade::Plumbing, effective_quantity: 0.1, ..with_labor(i) },
        3 => ItemRow { trade: Trade::Plumbing, effective_quantity: 0.2, ..with_labor(i) },
        4 => ItemRow { review_status: ReviewStatus::Rejected, ..item(i) },
        _ => with_labor(i),
    });
    rows.routes = vec![route(1), route(2)];
    let tables = read(&rows);
    let names: Vec<&str> = tables.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "CURRTYPE", "MEMOTYPE", "UDFTYPE", "UMEASURE", "PROJECT", "CALENDAR", "PROJWBS", "RSRC", "TASK", "WBSMEMO",
            "TASKMEMO", "TASKRSRC", "UDFVALUE",
        ]
    );
    assert_eq!(
        values(&table(&tables, "PROJWBS"), &["wbs_id", "parent_wbs_id", "wbs_short_name", "wbs_name"]),
        [
            ["1", "", "2026-041-ghijkl", "Café «Größe» & Söhne, 2nd floor"],
            ["2", "1", "1", "Electrical"],
            ["3", "2", "1", "Other devices"],
            ["6", "2", "2", "Routes"],
            ["8", "1", "2", "Plumbing"],
            ["9", "8", "1", "Devices"],
        ]
    );
    assert_eq!(
        values(&table(&tables, "TASK"), &["task_id", "wbs_id", "task_code", "task_name"]),
        [
            ["4", "3", "A1000", "Duplex receptacle, 20 A"],
            ["5", "3", "A1010", "Panel"],
            ["7", "6", "A1020", "Branch circuit"],
            ["10", "9", "A1030", "Duplex receptacle, 20 A"],
        ]
    );
    assert_eq!(
        values(&table(&tables, "TASK"), &["task_type", "target_drtn_hr_cnt", "target_start_date", "target_end_date"]),
        [
            ["TT_Task", "6", "2026-11-23 08:00", "2026-11-23 15:00"],
            ["TT_Task", "6", "2026-11-23 08:00", "2026-11-23 15:00"],
            ["TT_FinMile", "0", "2026-11-23 08:00", "2026-11-23 08:00"],
            ["TT_Task", "12", "2026-11-23 08:00", "2026-11-24 12:00"],
        ]
    );
    assert_eq!(
        values(&table(&tables, "RSRC"), &["rsrc_id", "rsrc_name", "unit_id", "rsrc_type"]),
        [["1", "Duplex receptacle, 20 A", "1", "RT_Mat"], ["2", "Panel", "1", "RT_Mat"]],
        "P6 assigns no material to a milestone"
    );
    assert_eq!(values(&table(&tables, "UMEASURE"), &["unit_id", "unit_abbrev"]), [["1", "EA"]]);
    assert_eq!(
        values(&table(&tables, "TASKRSRC"), &["task_id", "rsrc_id", "target_qty", "remain_qty"]),
        [["4", "1", "1", "1"], ["5", "2", "1", "1"], ["10", "1", "0.3", "0.3"]]
    );
    let quantities: Vec<String> = table(&tables, "UDFVALUE")
        .into_iter()
        .filter(|value| value["udf_type_id"] == "1")
        .map(|value| format!("{} {}", value["fk_id"], value["udf_number"]))
        .collect();
    assert_eq!(quantities, ["4 1", "5 1", "7 25", "10 0.3"], "the quantity of every line, milestones too");
}

#[test]
fn what_refers_to_something_finds_it() {
    let tables =
        read(&FixedRows::new(header(), 50, |i| ItemRow { description: format!("Thing {}", i % 7), ..with_labor(i) }));
    let ids = |name: &str, column: &str| -> BTreeSet<String> {
        table(&tables, name).iter().map(|record| record[column].clone()).collect()
    };
    for (of, column, to, key) in [
        ("TASK", "wbs_id", "PROJWBS", "wbs_id"),
        ("TASK", "clndr_id", "CALENDAR", "clndr_id"),
        ("TASKRSRC", "task_id", "TASK", "task_id"),
        ("TASKRSRC", "rsrc_id", "RSRC", "rsrc_id"),
        ("TASKMEMO", "task_id", "TASK", "task_id"),
        ("TASKMEMO", "memo_type_id", "MEMOTYPE", "memo_type_id"),
        ("WBSMEMO", "wbs_id", "PROJWBS", "wbs_id"),
        ("UDFVALUE", "fk_id", "TASK", "task_id"),
        ("UDFVALUE", "udf_type_id", "UDFTYPE", "udf_type_id"),
        ("RSRC", "unit_id", "UMEASURE", "unit_id"),
        ("RSRC", "curr_id", "CURRTYPE", "curr_id"),
    ] {
        let (references, there) = (ids(of, column), ids(to, key));
        assert!(!references.is_empty() && references.is_subset(&there), "{of}.{column}: {references:?} of {there:?}");
    }
}

#[test]
fn an_empty_takeoff_is_a_project_with_the_root_of_its_wbs() {
    let tables = read(&FixedRows::new(header(), 0, item));
    assert_eq!(
        values(&table(&tables, "PROJECT"), &["proj_short_name", "plan_start_date"]),
        [["2026-041-ghijkl", "2026-11-23 08:00"]]
    );
    assert_eq!(table(&tables, "PROJWBS").len(), 1);
    assert!(table(&tables, "TASK").is_empty() && table(&tables, "TASKRSRC").is_empty());
}

#[test]
fn no_character_breaks_a_record_and_what_is_lost_is_told() {
    let odd = "12″ \"q\"\tx\r\n%R\ty 配管\u{1}z";
    let rows = FixedRows::new(header(), 1, |i| ItemRow { description: odd.into(), tag: None, ..with_labor(i) });
    let tables = read(&rows);
    assert_eq!(table(&tables, "TASK")[0]["task_name"], "12\" \"q\" x %R y Pei Guan z");
    assert_eq!(table(&tables, "RSRC")[0]["rsrc_name"], "12\" \"q\" x %R y Pei Guan z");
    let note = &table(&tables, "WBSMEMO")[0]["wbs_memo"];
    assert!(note.ends_with("2 characters are not in Windows-1252 and were transliterated.</body></html>"), "{note}");
    let plain = &table(&read(&FixedRows::new(header(), 1, item)), "WBSMEMO")[0]["wbs_memo"];
    assert!(!plain.contains("transliterated"), "{plain}");
}

#[test]
fn texts_fit_their_fields_and_are_told_apart() {
    let long = |i| ItemRow {
        description: format!("{}{i}", "é".repeat(300)),
        unit: format!("{}{i}", "m".repeat(40)),
        category: "c".repeat(300),
        sheet_number: Some("S".repeat(300)),
        ..with_labor(i)
    };
    let head = Header { project_name: "p".repeat(300), project_reference: Some("r".repeat(50)), ..header() };
    let tables = read(&FixedRows::new(head, 3, long));
    for (name, column, most, different) in [
        ("PROJECT", "proj_short_name", 20, 1),
        ("PROJWBS", "wbs_short_name", 20, 2),
        ("PROJWBS", "wbs_name", 100, 3),
        ("TASK", "task_name", 120, 3),
        ("TASK", "task_code", 20, 3),
        ("RSRC", "rsrc_name", 100, 3),
        ("RSRC", "rsrc_short_name", 20, 3),
        ("UMEASURE", "unit_abbrev", 16, 3),
        ("UDFVALUE", "udf_text", 255, 5),
    ] {
        let texts: BTreeSet<String> = table(&tables, name).iter().map(|record| record[column].clone()).collect();
        assert!(texts.iter().all(|text| text.chars().count() <= most), "{name}.{column}: {texts:?}");
        assert_eq!(texts.len(), different, "{name}.{column}: {texts:?}");
    }
}

#[test]
fn a_full_sink_ends_the_export_with_its_own_words() {
    let result = write(&FixedRows::new(header(), 5, item), FullOutput);
    assert_eq!(result.err().as_deref(), Some(FullOutput::ERROR));
}

/// Transliteration makes texts longer, so it comes before the cut.
#[test]
fn transliterated_texts_fit_their_fields() {
    let rows = FixedRows::new(header(), 2, |i| ItemRow {
        description: format!("{} {i}", "配管図".repeat(60)),
        sheet_number: Some("図".repeat(200)),
        ..with_labor(i)
    });
    let tables = read(&rows);
    for (name, column, most) in [("TASK", "task_name", 120), ("RSRC", "rsrc_name", 100), ("UDFVALUE", "udf_text", 255)]
    {
        let texts: Vec<String> = table(&tables, name).iter().map(|record| record[column].clone()).collect();
        assert!(texts.iter().all(|text| text.chars().count() <= most), "{name}.{column}: {texts:?}");
        let cut = texts.iter().find(|text| text.contains("...")).unwrap_or_else(|| panic!("{texts:?}"));
        // Cut at the end of a word, which is one character of the drawing.
        assert!(["Pei", "Guan", "Tu"].iter().any(|word| cut.contains(&format!(" {word}..."))), "{cut}");
    }
}
