//! Rows become lines, and lines lead back to their rows.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::estimating::{PagedLines, day, takeoff_facts};
use plumbline_exporter::quantities::{Attribute, MeasureType, ReviewStatus, RouteSystem, Trade};
use plumbline_exporter::testing::{FixedRows, header, item, route};
use plumbline_exporter::{ItemRow, RouteRow};

fn mixed(i: u32) -> ItemRow {
    match i % 4 {
        0 | 1 => item(i),
        2 => ItemRow { description: "Luminaire".into(), category: "lighting".into(), ..item(i) },
        _ => ItemRow { trade: Trade::FireProtection, measure: MeasureType::Area, effective_quantity: 0.1, ..item(i) },
    }
}

#[test]
fn the_like_are_one_line_whatever_their_tags_and_pages() {
    let mut rows = FixedRows::new(header(), 4000, mixed);
    rows.routes = vec![route(1), route(2)];
    let lines = PagedLines::read(&rows).unwrap();
    let found: Vec<(&str, &str, u64, f64)> = lines
        .all()
        .iter()
        .map(|line| {
            (line.key.category.as_str(), line.key.description.as_str(), line.rows, (line.quantity * 1e6).round() / 1e6)
        })
        .collect();
    let receptacle = "Duplex receptacle, 20 A";
    let expected = [
        ("devices", receptacle, 2000, 2000.0),
        ("lighting", "Luminaire", 1000, 1000.0),
        ("routes", "Branch circuit", 2, 25.0),
        ("devices", receptacle, 1000, 100.0),
    ];
    assert_eq!(found, expected);
    let titles: Vec<(String, Vec<(String, usize)>)> = lines
        .sections()
        .into_iter()
        .map(|s| (s.title, s.categories.into_iter().map(|c| (c.title, c.lines.len())).collect()))
        .collect();
    let of = |title: &str| (title.to_owned(), 1);
    assert_eq!(
        titles,
        [
            ("Electrical".to_owned(), vec![of("Other devices"), of("Lighting"), of("Routes")]),
            ("Fire protection".to_owned(), vec![of("Devices")])
        ]
    );
}

#[test]
fn types_are_lines_of_their_own_and_entries_lead_to_them() {
    let rows = FixedRows::new(header(), 5, |i| ItemRow {
        description: "Luminaire".into(),
        tag: Some(["A", "B", "A", "B", "X1"][i as usize].into()),
        ..item(i)
    });
    let lines = PagedLines::read(&rows).unwrap();
    let found: Vec<(&str, u64)> = lines.all().iter().map(|l| (l.key.description.as_str(), l.rows)).collect();
    assert_eq!(found, [("Luminaire", 1), ("Luminaire, A", 2), ("Luminaire, B", 2)]);
    let mut of_entries = Vec::new();
    lines
        .for_each_entry(&rows, |entry| {
            of_entries.push(entry.line);
            Ok(())
        })
        .unwrap();
    assert_eq!(of_entries, [1, 2, 1, 2, 0]);
}

#[test]
fn routes_are_lines_by_system_size_and_unit() {
    let mut rows = FixedRows::new(header(), 0, item);
    let sized = |size: &str| RouteRow { attributes: vec![("size".into(), Attribute::Text(size.into()))], ..route(1) };
    let duct = RouteRow { system: RouteSystem::Duct, unit: "FT".into(), ..route(1) };
    rows.routes = vec![sized("27 mm"), duct, route(2), sized("35 mm"), sized("27 mm")];
    let lines = PagedLines::read(&rows).unwrap();
    let found: Vec<(&str, &str, f64)> =
        lines.all().iter().map(|l| (l.key.description.as_str(), l.key.unit.as_str(), l.quantity)).collect();
    let expected = [
        ("Branch circuit", "M", 12.5),
        ("Branch circuit, 27 mm", "M", 25.0),
        ("Branch circuit, 35 mm", "M", 12.5),
        ("Duct", "FT", 12.5),
    ];
    assert_eq!(found, expected);
}

#[test]
fn items_called_routes_are_not_routes() {
    let mut rows = FixedRows::new(header(), 1, |i| ItemRow {
        category: "routes".into(),
        description: "Branch circuit".into(),
        item_type: "branch_circuit".into(),
        unit: "M".into(),
        ..item(i)
    });
    rows.routes = vec![route(1)];
    let lines = PagedLines::read(&rows).unwrap();
    assert_eq!(lines.all().iter().map(|line| line.quantity).collect::<Vec<_>>(), [1.0, 12.5]);
    assert_eq!(lines.sections()[0].categories.iter().map(|c| c.lines.clone()).collect::<Vec<_>>(), [0..1, 1..2]);
}

#[test]
fn an_item_without_a_description_goes_by_its_type() {
    let rows = FixedRows::new(header(), 2, |i| ItemRow { description: " ".into(), ..item(i) });
    let lines = PagedLines::read(&rows).unwrap();
    assert_eq!((lines.all()[0].key.description.as_str(), lines.all()[0].rows), ("Receptacle", 2));
    lines
        .for_each_entry(&rows, |entry| {
            assert_eq!(entry.line, 0);
            Ok(())
        })
        .unwrap();
}

#[test]
fn rejected_items_are_left_out_and_counted() {
    let rows = FixedRows::new(header(), 10, |i| {
        let review_status = if i < 3 { ReviewStatus::Rejected } else { ReviewStatus::Modified };
        ItemRow { review_status, ..item(i) }
    });
    let lines = PagedLines::read(&rows).unwrap();
    assert_eq!((lines.all()[0].rows, lines.rejected()), (7, 3));
    assert!(takeoff_facts(&rows, &lines).last().unwrap().starts_with("3 items were rejected in review"));
    let mut entries = 0;
    lines
        .for_each_entry(&rows, |_| {
            entries += 1;
            Ok(())
        })
        .unwrap();
    assert_eq!(entries, 7);
}

#[test]
fn entries_are_the_rows_of_the_lines() {
    let mut rows = FixedRows::new(header(), 4000, mixed);
    rows.routes = vec![route(1)];
    let lines = PagedLines::read(&rows).unwrap();
    let mut sums = vec![0.0; lines.all().len()];
    let mut last = None;
    // Twice: the rows are rewound each time.
    for _ in 0..2 {
        sums.fill(0.0);
        lines
            .for_each_entry(&rows, |entry| {
                sums[entry.line] += entry.quantity;
                last = entry.tag;
                Ok(())
            })
            .unwrap();
    }
    assert_eq!(sums, lines.all().iter().map(|line| line.quantity).collect::<Vec<_>>());
    assert_eq!(last.as_deref(), Some("panel LP-1 - 4 × device group"));
    let other = FixedRows::new(header(), 1, |i| ItemRow { description: "new".into(), ..item(i) });
    assert!(lines.for_each_entry(&other, |_| Ok(())).unwrap_err().contains("changed"));
}

#[test]
fn evidence_is_by_page_and_only_when_asked_for() {
    let rows = FixedRows::new(header(), 1500, item);
    let lines = PagedLines::read(&rows).unwrap();
    let head = header();
    let evidence: Vec<String> = lines.evidence(&lines.all()[0], &head, "St").collect();
    let link = head.document_url.unwrap();
    let page = |number: u32, count: u32| format!("Sheet E-101, page {number}: {count} St, {link}#page={number}");
    assert_eq!(evidence, [page(1, 1000), page(2, 500)]);

    let mut head = header();
    head.include_evidence = false;
    let rows = FixedRows::new(head.clone(), 1500, item);
    let lines = PagedLines::read(&rows).unwrap();
    assert_eq!(lines.evidence(&lines.all()[0], &head, "St").count(), 0);
}

#[test]
fn a_quantity_that_is_not_a_number_is_reported() {
    let rows = FixedRows::new(header(), 3, |i| ItemRow { effective_quantity: f64::from(i) / 0.0, ..item(i) });
    assert!(PagedLines::read(&rows).unwrap_err().contains("itm_0000000000000000000000"));
}

#[test]
fn the_takeoff_and_its_makers_are_stated() {
    let rows = FixedRows::new(header(), 0, item);
    let facts = takeoff_facts(&rows, &PagedLines::read(&rows).unwrap());
    assert_eq!(facts[0], "Takeoff tko_0123456789abcdefghijkl");
    assert!(facts.contains(&"Made by reader pdf 0.1.0, extractor electrical 0.1.0".to_owned()));
    assert_eq!(day(&header()), Some(["2026", "11", "21"]));
}
