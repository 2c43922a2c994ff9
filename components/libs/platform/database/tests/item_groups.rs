//! The migration that adds the groups of consolidated lists creates the same groups as the worker.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_contract::ConfidenceBand;
use plumbline_contract::results::Attributes;
use plumbline_database::groups::{self, ItemGroup, Member};
use plumbline_database::{params, testing};

/// Number of migration files before it.
const FILES: usize = 10;

/// Sheet, position, description, tag, trade, group id, quantity, confidence, attributes, evidence.
type Item = (
    i64,
    i64,
    &'static str,
    Option<&'static str>,
    &'static str,
    Option<&'static str>,
    f64,
    &'static str,
    &'static str,
    &'static str,
);

const ITEMS: &[Item] = &[
    (
        1,
        0,
        "A",
        None,
        "electrical",
        Some("g"),
        1.5,
        "high",
        r#"{"circuit":"1","layer":"E","width_mm":0.35}"#,
        r#"[{"n":1}]"#,
    ),
    (1, 1, "B", Some("x"), "electrical", None, 1.0, "low", r#"{"a b":true,"c \"d\"":"é"}"#, "[]"),
    (
        1,
        2,
        "A",
        None,
        "electrical",
        Some("g"),
        2.25,
        "medium",
        r#"{"circuit":"2","layer":"E","width_mm":0.35}"#,
        r#"[{"n":2},{"n":3}]"#,
    ),
    (1, 3, "B", Some("y"), "electrical", Some("h"), 1.0, "low", "{}", "[]"),
    (1, 4, "A", None, "electrical", Some("g"), 3.0, "high", r#"{"circuit":"1","layer":"E","width_mm":0.35}"#, "[]"),
    (1, 5, "B", Some("x"), "lighting", Some("h"), 1.0, "low", r#"{"a b":true,"c \"d\"":"é","e":1.0}"#, "[]"),
    (2, 7, "A", None, "electrical", Some("g"), 1.0, "medium", r#"{"layer":"E"}"#, r#"[{"n":4}]"#),
    (2, 8, "A", None, "electrical", Some("g"), 1.0, "medium", r#"{"layer":"F"}"#, r#"[{"n":5}]"#),
    (2, 9, "C", None, "electrical", None, 1.0, "high", r#"{"layer":"F"}"#, r#"[{"n":6}]"#),
    (2, 10, "C", None, "electrical", None, 1.0, "high", r#"{"layer":"F"}"#, r#"[{"n":7}]"#),
];

fn rows() -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    let or_null = |text: Option<&str>| text.map_or("NULL".to_owned(), quoted);
    let mut sql = "INSERT INTO projects (id, name, metadata, created_at) VALUES ('p', 'P', '{}', '2026');\n\
        INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) \
        VALUES ('d', 'p', 'a.pdf', 'drawing', 'ready', 'k', '{}', '2026');\n"
        .to_owned();
    for (takeoff, origin) in [("ours", "api"), ("theirs", "web_app")] {
        sql += &format!(
            "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, \
             depth, estimated_credits, metadata, created_at, origin) VALUES ('{takeoff}', 'd', 'p', 'electrical', 'completed', \
             '[]', 2, 1, 'as_drawn', 'standard', 10, '{{}}', '2026', '{origin}');\n"
        );
        for (page, position, description, tag, trade, group, quantity, confidence, attributes, evidence) in ITEMS {
            sql += &format!(
                "INSERT INTO items (id, takeoff_id, page_number, position, description, tag, trade, group_id, \
                 extracted_quantity, confidence, attributes, evidence, category, item_type, measure_type, unit, review_status, \
                 source) VALUES ('{takeoff}-{page}-{position}', '{takeoff}', {page}, {position}, {}, {}, '{trade}', {}, \
                 {quantity}, '{confidence}', {}, {}, 'c', 't', 'count', 'EA', 'accepted', 'plan');\n",
                quoted(description),
                or_null(*tag),
                or_null(*group),
                quoted(attributes),
                quoted(evidence),
            );
        }
    }
    sql
}

#[test]
fn items_of_before_are_grouped_as_the_worker_groups() {
    let db = testing::database_upgraded_from(FILES, &rows()).unwrap();
    for page in [1, 2] {
        let of_page = || ITEMS.iter().filter(|item| item.0 == page);
        let attributes: Vec<Attributes> = of_page().map(|item| serde_json::from_str(item.8).unwrap()).collect();
        let ids: Vec<String> = of_page().map(|item| format!("ours-{page}-{}", item.1)).collect();
        let members = of_page().zip(&attributes).zip(&ids).map(|((item, attributes), id)| Member {
            id,
            position: item.1,
            key: (item.2, item.3, "EA"),
            kind: [item.4, "c", "t", "count"],
            group_id: item.5,
            quantity: item.6,
            confidence: ConfidenceBand::parse(item.7).unwrap(),
            attributes,
            evidence: item.9,
        });
        let (expected, first_positions) = groups::group(members).unwrap();
        let kept = db.query("SELECT * FROM item_groups WHERE page_number = ? ORDER BY first_position", params![page]);
        let kept = kept.unwrap().into_iter().map(|row| row.read().unwrap());
        assert_eq!(kept.collect::<Vec<ItemGroup>>(), expected);
        let items = "SELECT first_position FROM items WHERE takeoff_id = 'ours' AND page_number = ? ORDER BY position";
        let items = db.query(items, params![page]).unwrap();
        assert_eq!(items.iter().map(|row| row.int("first_position").unwrap()).collect::<Vec<_>>(), first_positions);
    }
    let others = "SELECT COUNT(first_position) + (SELECT COUNT(*) FROM item_groups WHERE takeoff_id = 'theirs') AS n \
        FROM items WHERE takeoff_id = 'theirs'";
    assert_eq!(db.query_opt(others, []).unwrap().unwrap().int("n").unwrap(), 0, "of the web application");
}
