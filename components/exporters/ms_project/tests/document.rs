//! Reads the document back with roxmltree, a parser independent of the writer.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::quantities::{Attribute, ReviewStatus, Trade};
use plumbline_exporter::testing::{FixedRows, FullOutput, header, item, route};
use plumbline_exporter::{Header, ItemRow, Rows};
use plumbline_exporter_ms_project::write;
use roxmltree::{Document, Node};

const NAMESPACE: &str = "http://schemas.microsoft.com/project";

fn text_of(rows: &impl Rows) -> String {
    String::from_utf8(write(rows, Vec::new()).unwrap()).unwrap()
}

/// Returns all elements with that name.
fn all<'a>(document: &'a Document<'_>, name: &str) -> Vec<Node<'a, 'a>> {
    let found = document.descendants().filter(|node| node.has_tag_name((NAMESPACE, name)));
    found.map(|node| document.get_node(node.id()).unwrap()).collect()
}

/// Returns the text of a child element.
fn child<'a>(node: &Node<'a, 'a>, name: &str) -> &'a str {
    let found = node.children().find(|child| child.has_tag_name((NAMESPACE, name)));
    found.and_then(|child| child.text()).unwrap_or_default()
}

#[test]
fn summaries_by_trade_and_category_then_a_task_a_line() {
    let mut rows = FixedRows::new(header(), 6, |i| match i {
        1 => ItemRow { description: "Panel".into(), ..item(i) },
        2 => ItemRow { trade: Trade::Plumbing, category: "valves".into(), effective_quantity: 0.1, ..item(i) },
        3 => ItemRow { trade: Trade::Plumbing, category: "valves".into(), effective_quantity: 0.2, ..item(i) },
        4 => ItemRow { review_status: ReviewStatus::Rejected, ..item(i) },
        _ => item(i),
    });
    rows.routes = vec![route(1), route(2)];
    let text = text_of(&rows);
    let document = Document::parse(&text).unwrap();
    let tasks: Vec<_> = all(&document, "Task")
        .iter()
        .map(|task| {
            (child(task, "OutlineNumber"), child(task, "OutlineLevel"), child(task, "Summary"), child(task, "Name"))
        })
        .collect();
    assert_eq!(
        tasks,
        [
            ("0", "0", "1", "Café «Größe» & Söhne, 2nd floor"),
            ("1", "1", "1", "Electrical"),
            ("1.1", "2", "1", "Other devices"),
            ("1.1.1", "3", "0", "Duplex receptacle, 20 A"),
            ("1.1.2", "3", "0", "Panel"),
            ("1.2", "2", "1", "Routes"),
            ("1.2.1", "3", "0", "Branch circuit"),
            ("2", "1", "1", "Plumbing"),
            ("2.1", "2", "1", "Valves"),
            ("2.1.1", "3", "0", "Duplex receptacle, 20 A"),
        ]
    );
    let resources: Vec<_> = all(&document, "Resource")
        .iter()
        .map(|resource| {
            (child(resource, "UID"), child(resource, "Type"), child(resource, "Name"), child(resource, "MaterialLabel"))
        })
        .collect();
    assert_eq!(
        resources,
        [("1", "0", "Branch circuit", "M"), ("2", "0", "Duplex receptacle - 20 A", "EA"), ("3", "0", "Panel", "EA"),]
    );
    let assignments: Vec<_> = all(&document, "Assignment")
        .iter()
        .map(|a| (child(a, "TaskUID"), child(a, "ResourceUID"), child(a, "Units"), child(a, "Work")))
        .collect();
    assert_eq!(
        assignments,
        [
            ("3", "2", "2", "PT2H0M0S"),
            ("4", "3", "1", "PT1H0M0S"),
            ("6", "1", "25", "PT25H0M0S"),
            ("9", "2", "0.3", "PT0H18M0S"),
        ]
    );
}

#[test]
fn a_line_with_labor_hours_is_a_task_of_that_duration() {
    let rows = FixedRows::new(header(), 2, |i| ItemRow {
        attributes: vec![("labor_hours".into(), Attribute::Number(4.75))],
        ..item(i)
    });
    let text = text_of(&rows);
    let document = Document::parse(&text).unwrap();
    let tasks = all(&document, "Task");
    let line = tasks.last().unwrap();
    assert_eq!((child(line, "Duration"), child(line, "Milestone"), child(line, "Estimated")), ("PT9H30M0S", "0", "1"));
}

#[test]
fn a_line_without_labor_hours_is_a_milestone_and_says_where_it_comes_from() {
    let text = text_of(&FixedRows::new(header(), 2, item));
    let document = Document::parse(&text).unwrap();
    let tasks = all(&document, "Task");
    let line = tasks.last().unwrap();
    assert_eq!((child(line, "Duration"), child(line, "Milestone"), child(line, "Start")), ("PT0H0M0S", "1", ""));
    assert!(child(line, "HyperlinkAddress").ends_with("/download#page=1"));
    assert!(child(line, "Notes").contains("\nSheets: E-101\n"));
    assert!(child(&tasks[0], "Notes").contains("\nExtractor: electrical@0.1.0 "));
    let values: Vec<_> = line
        .children()
        .filter(|node| node.has_tag_name((NAMESPACE, "ExtendedAttribute")))
        .map(|attribute| (child(&attribute, "FieldID"), child(&attribute, "Value")))
        .collect();
    assert_eq!(values, [("188743731", "EA"), ("188743734", "E-101"), ("188743767", "2")]);

    let without = FixedRows::new(Header { include_evidence: false, ..header() }, 1, item);
    assert!(!text_of(&without).contains("#page="));
}

#[test]
fn an_empty_takeoff_is_a_project_of_one_summary() {
    let text = text_of(&FixedRows::new(header(), 0, item));
    let document = Document::parse(&text).unwrap();
    assert_eq!(all(&document, "Task").len(), 1);
    assert!(all(&document, "Resource").is_empty() && all(&document, "Assignment").is_empty());
    assert_eq!(child(&document.root_element(), "StartDate"), "2026-11-23T08:00:00");
}

#[test]
fn odd_characters_survive_or_are_replaced() {
    let odd = "a\u{1}b\u{b}🙂 <&>\"' ]]> 配管\tx\r\ny";
    let text = text_of(&FixedRows::new(header(), 1, |i| ItemRow { description: odd.into(), ..item(i) }));
    let document = Document::parse(&text).unwrap();
    let tasks = all(&document, "Task");
    let line = tasks.last().unwrap();
    assert_eq!(child(line, "Name"), "a b 🙂 <&>\"' ]]> 配管 x y");
    assert!(child(line, "Notes").starts_with("a\u{fffd}b\u{fffd}🙂 <&>\"' ]]> 配管\tx\ny\nQuantity: 1 EA"));
}

#[test]
fn names_are_cut_and_told_apart() {
    let long = |i| ItemRow { description: format!("{}{i}", "é".repeat(300)), unit: "é".repeat(40), ..item(i) };
    let text = text_of(&FixedRows::new(header(), 3, long));
    let document = Document::parse(&text).unwrap();
    for kind in ["Task", "Resource"] {
        let mut names: Vec<_> = all(&document, kind).iter().map(|node| child(node, "Name").to_string()).collect();
        names.retain(|name| name.starts_with('é'));
        assert!(names.iter().all(|name| name.chars().count() == 255), "{names:?}");
        names.dedup();
        assert_eq!(names.len(), 3);
    }
    assert_eq!(child(&all(&document, "Resource")[0], "MaterialLabel").chars().count(), 31);
}

#[test]
fn a_full_sink_ends_the_export_with_its_own_words() {
    let result = write(&FixedRows::new(header(), 5, item), FullOutput);
    assert_eq!(result.err().as_deref(), Some(FullOutput::ERROR));
}
