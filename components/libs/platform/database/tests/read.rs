//! Rows read by serde.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::BTreeMap;

use plumbline_contract::{JobStatus, Stored, Trade};
use plumbline_database::{DbError, Row, testing};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Everything {
    id: String,
    note: Option<String>,
    number: u32,
    flag: bool,
    whole: f64,
    status: JobStatus,
    trade: Option<Trade>,
    list: Vec<i64>,
    map: BTreeMap<String, String>,
    none: Option<Vec<i64>>,
    raw: Stored<Vec<f64>>,
}

fn row(select: &str) -> Row {
    testing::database(0.0).unwrap().query_opt(select, []).unwrap().unwrap()
}

#[test]
fn a_row_is_read_by_the_names_of_its_columns() {
    let row =
        row("SELECT '[1.50]' AS raw, 'b' AS other, 'i' AS id, NULL AS note, 7 AS number, 1 AS flag, 2 AS whole, \
         'queued' AS status, NULL AS trade, '[1, 2]' AS list, '{\"a\": \"b\"}' AS map, NULL AS none");
    let all: Everything = row.read().unwrap();
    assert_eq!((all.id.as_str(), all.note, all.number, all.flag, all.whole), ("i", None, 7, true, 2.0));
    assert_eq!((all.status, all.trade, all.list, all.none), (JobStatus::Queued, None, vec![1, 2], None));
    assert_eq!((all.map["a"].as_str(), all.raw.json()), ("b", "[1.50]"));
}

#[test]
fn an_error_names_the_column() {
    #[derive(Debug, Deserialize)]
    struct One {
        #[expect(dead_code, reason = "only read")]
        number: u32,
    }
    for select in [
        "SELECT -1 AS number",
        "SELECT 'x' AS number",
        "SELECT NULL AS number",
        "SELECT 1 AS other",
        "SELECT 1.5 AS number",
    ] {
        let DbError::Column { column, .. } = row(select).read::<One>().unwrap_err() else { panic!("{select}") };
        assert_eq!(column, "number", "{select}");
    }
}
