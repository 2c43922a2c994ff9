//! `GET /usage` end to end over the real schema, with events in the form that the host writes.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_database::{Db, params, usage};
use plumbline_endpoint::Response;
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_account::ROUTES;
use serde_json::{Value, json};

/// A usage event. Tests override single fields of `EVENT`.
#[derive(Clone)]
struct Event {
    at: &'static str,
    client: Option<&'static str>,
    user: Option<&'static str>,
    surface: &'static str,
    agent: Option<&'static str>,
    operation: &'static str,
    status: Option<i64>,
    error: Option<&'static str>,
    latency: i64,
    units: f64,
    customer: Option<&'static str>,
}

const EVENT: Event = Event {
    at: "2026-11-20T12:00:00.000Z",
    client: Some("pc_0000000000000000000001"),
    user: None,
    surface: "rest",
    agent: None,
    operation: "takeoffs.get",
    status: Some(200),
    error: None,
    latency: 10,
    units: 0.0,
    customer: None,
};

fn insert(db: &Db, request_id: &str, event: &Event) {
    db.execute(
        "INSERT INTO usage_events (request_id, occurred_at, client_id, user_id, surface, agent, operation, status_code, \
         error_code, latency_ms, units, end_customer_ref) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            request_id,
            event.at,
            event.client,
            event.user,
            event.surface,
            event.agent,
            event.operation,
            event.status,
            event.error,
            event.latency,
            event.units,
            event.customer,
        ],
    )
    .unwrap();
}

fn charge(db: &Db, request_id: &str, credits: f64) {
    db.transaction(|tx| usage::record_charge(tx, Some(request_id), "tko_1", credits, EVENT.at)).unwrap();
}

/// Returns a harness with five requests over three days, on both surfaces.
fn harness() -> Harness {
    let harness = Harness::new(ROUTES).unwrap();
    let events = [
        Event {
            at: "2026-11-19T00:00:00.000Z",
            operation: "takeoffs.create",
            status: Some(202),
            units: 12.0,
            latency: 40,
            customer: Some("acme"),
            ..EVENT
        },
        Event { at: "2026-11-19T23:59:59.999Z", status: Some(404), error: Some("not_found"), latency: 4, ..EVENT },
        Event {
            surface: "mcp",
            agent: Some("Planner, \"beta\""),
            user: Some("usr_1"),
            client: Some("oc_0000000000000000000002"),
            operation: "takeoffs.create",
            status: Some(202),
            units: 0.5,
            latency: 90,
            customer: Some("=SUM(A1)"),
            ..EVENT
        },
        Event { surface: "mcp", status: None, client: None, latency: 5, customer: Some("acme"), ..EVENT },
        Event { at: "2026-11-21T00:00:00.000Z", status: Some(503), error: Some("unavailable"), latency: 7, ..EVENT },
    ];
    for (number, event) in events.iter().enumerate() {
        insert(&harness.db, &format!("req_{number}"), event);
    }
    charge(&harness.db, "req_0", 12.1);
    charge(&harness.db, "req_2", 10.2);
    charge(&harness.db, "req_of_another_day", 99.0);
    harness
}

fn rows(harness: &Harness, query: &str) -> Value {
    let answer = harness.get(&format!("/usage?from=2026-11-19&to=2026-11-21{query}"));
    assert_eq!(answer.status, 200, "{}", answer.value());
    answer.value()["rows"].clone()
}

/// Returns the keys of a report with their numbers of requests.
fn keys(harness: &Harness, query: &str) -> Vec<(String, i64)> {
    let rows = rows(harness, query);
    let row = |row: &Value| (row["key"].as_str().unwrap().to_owned(), row["requests"].as_i64().unwrap());
    rows.as_array().unwrap().iter().map(row).collect()
}

fn named(list: &[(&str, i64)]) -> Vec<(String, i64)> {
    list.iter().map(|(key, requests)| ((*key).to_owned(), *requests)).collect()
}

/// Returns the fields and messages of a refusal.
fn refused(harness: &Harness, query: &str) -> Vec<(String, String)> {
    let answer: Response = harness.get(&format!("/usage{query}"));
    assert_eq!((answer.status, &answer.value()["code"]), (400, &json!("invalid_request")), "{query}");
    let errors = answer.value()["errors"].clone();
    let word = |error: &Value, field: &str| error[field].as_str().unwrap().to_owned();
    errors.as_array().unwrap().iter().map(|error| (word(error, "field"), word(error, "message"))).collect()
}

#[test]
fn a_report_is_by_day_and_has_the_contracts_shape() {
    let harness = harness();
    let answer = harness.get("/usage?from=2026-11-19&to=2026-11-20");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    assert_eq!(
        answer.value(),
        json!({
            "from": "2026-11-19", "to": "2026-11-20", "group_by": "day",
            "rows": [
                {"key": "2026-11-19", "requests": 2, "errors": 1, "units": 12.0, "credits": 12.1, "p95_ms": 40},
                {"key": "2026-11-20", "requests": 2, "errors": 0, "units": 0.5, "credits": 10.2, "p95_ms": 90},
            ],
        })
    );
    let empty = harness.get("/usage?from=2020-01-01&to=2020-12-31&group_by=operation");
    assert_eq!(
        empty.value(),
        json!({"from": "2020-01-01", "to": "2020-12-31", "group_by": "operation", "rows": []}),
        "366 days of a leap year are one report"
    );
}

#[test]
fn every_grouping_sums_the_same_requests() {
    let harness = harness();
    let all = [
        ("day", vec![("2026-11-19", 2), ("2026-11-20", 2), ("2026-11-21", 1)]),
        ("surface", vec![("mcp", 2), ("rest", 3)]),
        ("agent", vec![("Planner, \"beta\"", 1), ("none", 4)]),
        ("client", vec![("none", 1), ("oc_0000000000000000000002", 1), ("pc_0000000000000000000001", 3)]),
        ("user", vec![("none", 4), ("usr_1", 1)]),
        ("operation", vec![("takeoffs.create", 2), ("takeoffs.get", 3)]),
        ("end_customer", vec![("=SUM(A1)", 1), ("acme", 2), ("none", 2)]),
    ];
    for (group, expected) in all {
        assert_eq!(keys(&harness, &format!("&group_by={group}")), named(&expected), "{group}");
        let rows = rows(&harness, &format!("&group_by={group}"));
        let sum = |field: &str| rows.as_array().unwrap().iter().map(|row| row[field].as_f64().unwrap()).sum::<f64>();
        assert_eq!((sum("errors"), sum("units"), sum("requests")), (2.0, 12.5, 5.0), "{group}");
        assert!((sum("credits") - 22.3).abs() < 1e-9, "{group}");
    }
    assert_eq!(
        rows(&harness, "&group_by=operation")[0],
        json!({"key": "takeoffs.create", "requests": 2, "errors": 0, "units": 12.5, "credits": 22.3, "p95_ms": 90}),
        "credits are summed without the digits of binary fractions"
    );
}

#[test]
fn surface_and_customer_narrow_a_report() {
    let harness = harness();
    assert_eq!(keys(&harness, "&surface=mcp"), named(&[("2026-11-20", 2)]));
    assert_eq!(keys(&harness, "&end_customer_ref=acme"), named(&[("2026-11-19", 1), ("2026-11-20", 1)]));
    assert_eq!(keys(&harness, "&surface=rest&end_customer_ref=acme&group_by=surface"), named(&[("rest", 1)]));
    assert_eq!(keys(&harness, "&end_customer_ref=%3DSUM%28A1%29&group_by=user"), named(&[("usr_1", 1)]));
    assert_eq!(keys(&harness, "&end_customer_ref=nobody"), named(&[]));
}

/// Checks p95 against its definition for every n up to 120: the latency at rank ⌈0.95 n⌉ of n sorted latencies.
#[test]
fn p95_is_the_nearest_rank() {
    let harness = Harness::new(ROUTES).unwrap();
    let mut latencies = Vec::new();
    for n in 1..=120_i64 {
        // Unsorted, with repeats: 37 and 120 are coprime.
        let latency = (n * 37) % 120 / 2;
        insert(&harness.db, &format!("req_{n}"), &Event { latency, ..EVENT });
        latencies.push(latency);
        latencies.sort_unstable();
        let rank = (95 * latencies.len()).div_ceil(100);
        assert_eq!(rows(&harness, "")[0]["p95_ms"], latencies[rank - 1], "of {n}");
    }
}

#[test]
fn a_table_has_its_header_and_reads_back_as_it_was() {
    let harness = harness();
    insert(&harness.db, "req_line", &Event { customer: Some("two\r\nlines"), ..EVENT });
    let answer = harness.get("/usage?from=2026-11-19&to=2026-11-20&group_by=end_customer&format=csv");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/csv; header=present")));
    let text = String::from_utf8(answer.body.clone()).unwrap();
    assert_eq!(
        text,
        "key,requests,errors,units,credits,p95_ms\r\n\
         =SUM(A1),1,0,0.5,10.2,90\r\n\
         acme,2,0,12,12.1,40\r\n\
         none,1,1,0,0,4\r\n\
         \"two\r\nlines\",1,0,0,0,10\r\n"
    );
    let agents = harness.get("/usage?from=2026-11-19&to=2026-11-21&group_by=agent&format=csv");
    let mut table = csv::Reader::from_reader(agents.body.as_slice());
    let keys: Vec<String> = table.records().map(|record| record.unwrap()[0].to_owned()).collect();
    assert_eq!(keys, ["Planner, \"beta\"", "none"]);
    let empty = harness.get("/usage?from=2020-01-01&to=2020-01-01&format=csv");
    assert_eq!(empty.body, b"key,requests,errors,units,credits,p95_ms\r\n");
}

#[test]
fn h1_accept_decides_with_the_format_asked_for() {
    let harness = harness();
    let status = |format: &str, accept: &str| {
        let target = format!("/usage?from=2026-11-19&to=2026-11-21{format}");
        let answer = harness.call("GET", &target, None, &[("accept", accept)]);
        (answer.status, answer.header("content-type").unwrap().to_owned())
    };
    let (json, csv) = ("application/json".to_owned(), "text/csv; header=present".to_owned());
    let problem = "application/problem+json".to_owned();
    assert_eq!(status("&format=csv", "text/csv"), (200, csv.clone()));
    assert_eq!(status("&format=csv", "text/csv; header=present, */*;q=0.1"), (200, csv.clone()));
    assert_eq!(status("&format=csv", "*/*"), (200, csv));
    assert_eq!(status("", "application/json"), (200, json.clone()));
    assert_eq!(status("&format=json", "*/*"), (200, json));
    for (format, accept) in [
        ("&format=csv", "application/json"),
        ("", "text/csv"),
        ("&format=json", "text/csv"),
        ("&format=csv", "text/html"),
    ] {
        assert_eq!(status(format, accept), (406, problem.clone()), "{format} {accept}");
    }
}

#[test]
fn e7_bad_parameters_are_each_named() {
    let harness = Harness::new(ROUTES).unwrap();
    let words = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(field, message)| ((*field).to_owned(), (*message).to_owned())).collect()
    };
    assert_eq!(refused(&harness, ""), words(&[("from", "is required"), ("to", "is required")]));
    let long = "x".repeat(129);
    assert_eq!(
        refused(
            &harness,
            &format!(
                "?from=2026-02-29&to=21.11.2026&group_by=hour&surface=web&end_customer_ref={long}&format=xml&limit=5"
            )
        ),
        words(&[
            ("from", "must be a date in the form YYYY-MM-DD"),
            ("to", "must be a date in the form YYYY-MM-DD"),
            ("group_by", "must be one of day, surface, agent, client, user, operation, end_customer"),
            ("surface", "must be one of rest, mcp"),
            ("end_customer_ref", "must have at most 128 characters and must not contain U+0000"),
            ("format", "must be one of json, csv"),
            ("limit", "is not a parameter of this operation"),
        ])
    );
    assert_eq!(refused(&harness, "?from=2026-11-21&to=2026-11-20"), words(&[("to", "must not be before from")]));
    assert_eq!(
        refused(&harness, "?from=2025-01-01&to=2026-01-02"),
        words(&[("to", "must be at most 366 days from `from`; these are 367 days")])
    );
    assert_eq!(
        refused(&harness, "?from=2026-11-20&from=2026-11-21&to=2026-11-21&format="),
        words(&[("from", "must not be repeated"), ("format", "must be one of json, csv")])
    );
}

#[test]
fn a_report_of_too_many_rows_says_how_to_narrow_it() {
    let harness = Harness::new(ROUTES).unwrap();
    let fill = |first: i64, count: i64| {
        harness
            .db
            .execute(
                "INSERT INTO usage_events (request_id, occurred_at, surface, operation, latency_ms, units, end_customer_ref) \
                 WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?) \
                 SELECT 'req_' || i, '2026-11-20T00:00:00.000Z', 'rest', 'x', 1, 0, 'c' || i FROM n",
                params![first, first + count - 1],
            )
            .unwrap();
    };
    fill(1, 10_000);
    assert_eq!(rows(&harness, "&group_by=end_customer").as_array().unwrap().len(), 10_000);
    fill(10_001, 1);
    let answer = harness.get("/usage?from=2026-11-19&to=2026-11-21&group_by=end_customer");
    assert_eq!((answer.status, &answer.value()["code"]), (400, &json!("invalid_request")));
    assert!(answer.value()["detail"].as_str().unwrap().contains("10000 rows"));
    assert_eq!(rows(&harness, "&group_by=day")[0]["requests"], 10_001);
}
