//! The takeoffs endpoints end to end over the real schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_db::{Value as Sql, ledger, params};
use plumbline_endpoint::Response;
use plumbline_endpoint::testing::{BASE, Bench};
use plumbline_endpoint_takeoffs::ROUTES;
use serde_json::{Value, json};

const DOCUMENT: &str = "doc_0000000000000000000001";
const TIME: &str = "2026-01-01T00:00:00.000Z";

/// A tenant with 200 credits and a ready document: pages 1 and 2 with text and linework, page 3 a scan.
fn bench() -> Bench {
    let bench = Bench::new(ROUTES).unwrap();
    let db = &bench.db;
    db.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'P', '{}', ?)", params![TIME])
        .unwrap();
    db.execute(
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) \
         VALUES (?, 'prj_1', 'a.pdf', 'drawing', 'ready', 'k', '{}', ?)",
        params![DOCUMENT, TIME],
    )
    .unwrap();
    for (number, text) in [(1_i64, true), (2, true), (3, false)] {
        db.execute(
            "INSERT INTO document_pages (document_id, number, has_text, has_vectors, rotation, width_pt, height_pt) \
             VALUES (?, ?, ?, ?, 0, 2592, 1728)",
            params![DOCUMENT, number, text, text],
        )
        .unwrap();
    }
    bench
}

fn code(response: &Response) -> (u16, String) {
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

fn order(extra: Value) -> Value {
    let mut body = json!({"document_id": DOCUMENT, "discipline": "electrical"});
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    body
}

/// Page, position, description, tag, quantity, unit.
type Found<'a> = (i64, i64, &'a str, Option<&'a str>, f64, &'a str);

/// A takeoff with status completed, two finished pages and these items.
fn completed(bench: &Bench, items: &[Found<'_>]) -> String {
    let id = bench.post("/takeoffs", &order(json!({}))).value()["id"].as_str().unwrap().to_owned();
    let db = &bench.db;
    db.execute(
        "UPDATE takeoffs SET status = 'completed', credits_charged = 10, completed_at = created_at WHERE id = ?",
        params![&id],
    )
    .unwrap();
    for page in [1_i64, 2] {
        db.execute(
            "INSERT INTO takeoff_pages (takeoff_id, page_number, rate, finished_at) VALUES (?, ?, 'text_page', ?)",
            params![&id, page, TIME],
        )
        .unwrap();
    }
    for (number, (page, position, description, tag, quantity, unit)) in items.iter().enumerate() {
        let measure = if *unit == "EA" { "count" } else { "length" };
        db.execute(
            "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type, \
             extracted_quantity, unit, tag, attributes, evidence, confidence, review_status, source) VALUES (?, ?, ?, ?, ?, 'electrical', \
             'lighting', 'luminaire', ?, ?, ?, ?, '{\"layer\":\"E-LITE\"}', ?, 'high', 'extracted', 'plan')",
            params![
                format!("itm_{number:022}"),
                &id,
                *page,
                *position,
                *description,
                measure,
                *quantity,
                *unit,
                *tag,
                json!([{"page_number": page, "bbox": [0.1, 0.1, 0.2, 0.2]}]).to_string(),
            ],
        )
        .unwrap();
    }
    id
}

#[test]
fn a_takeoff_holds_its_estimate_and_queues_its_job() {
    let bench = bench();
    let created = bench.post("/takeoffs", &order(json!({"metadata": {"scale": "1:50"}})));
    assert_eq!(created.status, 202, "{}", created.value());
    let takeoff = created.value();
    let id = takeoff["id"].as_str().unwrap();
    assert_eq!(created.header("location"), Some(format!("{BASE}/takeoffs/{id}").as_str()));
    assert!(created.header("retry-after").is_some());
    // 0.5 + 0.5 + 2.5 is under the minimum of a job.
    assert_eq!(takeoff["estimated_credits"], 10.0);
    assert_eq!(takeoff["status"], "queued");
    assert_eq!(takeoff["queue_position"], 1);
    assert_eq!(takeoff["progress"], json!({"percent": 0, "pages_processed": 0, "pages_total": 3}));
    assert_eq!(takeoff["pages_requested"], 3);
    assert_eq!(takeoff["warnings"], json!([]));
    for (field, value) in [("external_ref", Value::Null), ("started_at", Value::Null), ("completed_at", Value::Null)] {
        assert_eq!(takeoff[field], value);
        assert!(takeoff.as_object().unwrap().contains_key(field));
    }
    let balance = ledger::balance(&bench.db).unwrap();
    assert_eq!((balance.available, balance.held), (190.0, 10.0));
    assert_eq!(
        bench.scalar("SELECT payload FROM outbox WHERE kind = 'takeoff'").unwrap(),
        Some(Sql::Text(json!({"takeoff_id": id, "project_id": "prj_1"}).to_string()))
    );
    let read = bench.get(&format!("/takeoffs/{id}"));
    assert_eq!(read.value(), takeoff);
    assert_eq!(
        bench.call("GET", &format!("/takeoffs/{id}"), None, &[("if-none-match", read.header("etag").unwrap())]).status,
        304
    );
}

#[test]
fn a_hold_that_fails_leaves_nothing_behind_and_is_repeated() {
    let bench = bench();
    bench.db.transaction(|tx| ledger::hold(tx, "other", 195.0, "test", TIME)).unwrap();
    let refused = bench.call("POST", "/takeoffs", Some(&order(json!({}))), &[("idempotency-key", "k")]);
    assert_eq!(code(&refused), (402, "insufficient_credits".to_owned()));
    assert_eq!(refused.value()["required_credits"], 10.0);
    assert_eq!(refused.value()["available_credits"], 5.0);
    assert_eq!(bench.scalar("SELECT COUNT(*) FROM takeoffs").unwrap(), Some(Sql::Integer(0)));
    assert_eq!(bench.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(0)));
    let again = bench.call("POST", "/takeoffs", Some(&order(json!({}))), &[("idempotency-key", "k")]);
    assert_eq!((again.status, &again.body), (402, &refused.body));
}

#[test]
fn a_key_gives_one_takeoff_one_hold_one_job() {
    let bench = bench();
    let first = bench.call("POST", "/takeoffs", Some(&order(json!({}))), &[("idempotency-key", "k")]);
    let again = bench.call("POST", "/takeoffs", Some(&order(json!({}))), &[("idempotency-key", "k")]);
    assert_eq!(first.body, again.body);
    assert_eq!(ledger::balance(&bench.db).unwrap().held, 10.0);
    assert_eq!(bench.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(1)));
}

#[test]
fn pages_and_depth_make_the_estimate() {
    let mut bench = bench();
    assert_eq!(
        code(&bench.post("/takeoffs", &order(json!({"options": {"depth": "deep"}})))),
        (403, "premium_access_required".to_owned())
    );
    bench.caller.insert("x-plumbline-scopes", "takeoffs:run takeoffs:deep".to_owned());
    let deep = bench.post("/takeoffs", &order(json!({"options": {"depth": "deep"}, "pages": [3, 1, 3]})));
    assert_eq!(deep.value()["estimated_credits"], 20.0);
    assert_eq!(deep.value()["pages_requested"], 2);
    assert_eq!(bench.scalar("SELECT pages FROM takeoffs").unwrap(), Some(Sql::Text("[3,1]".to_owned())));
    let outside = bench.post("/takeoffs", &order(json!({"pages": [1, 4, 9]})));
    assert_eq!(outside.status, 422);
    let named: Vec<_> =
        outside.value()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(named, ["/pages/1", "/pages/2"]);
    assert_eq!(bench.post("/takeoffs", &order(json!({"scope": "pages"}))).status, 422);
}

#[test]
fn no_page_selected_is_a_failure_that_costs_nothing() {
    let bench = bench();
    let takeoff = bench.post("/takeoffs", &order(json!({"pages": []})));
    assert_eq!(takeoff.status, 202);
    assert_eq!(
        (&takeoff.value()["status"], &takeoff.value()["failure"]["code"]),
        (&json!("failed"), &json!("no_pages_selected"))
    );
    assert_eq!(ledger::balance(&bench.db).unwrap().held, 0.0);
    assert_eq!(bench.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(0)));
}

#[test]
fn what_cannot_start_says_why() {
    let mut bench = bench();
    bench.db.execute("UPDATE documents SET status = 'ingesting'", []).unwrap();
    assert_eq!(code(&bench.post("/takeoffs", &order(json!({})))), (409, "document_not_ready".to_owned()));
    assert_eq!(code(&bench.post("/takeoffs", &json!({"document_id": "doc_x", "discipline": "electrical"}))).0, 404);
    let response = bench.post("/takeoffs", &json!({"discipline": "magic", "options": {"fast": true}}));
    let named: Vec<_> =
        response.value()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(named, ["/document_id", "/discipline", "/options/fast"]);
    bench.caller.insert("x-plumbline-slots", "extractor:plumbing exporter:csv".to_owned());
    assert_eq!(code(&bench.post("/takeoffs", &order(json!({})))), (501, "not_enabled".to_owned()));
}

#[test]
fn cancelling_a_queued_takeoff_gives_the_hold_back() {
    let bench = bench();
    let id = bench.post("/takeoffs", &order(json!({}))).value()["id"].as_str().unwrap().to_owned();
    let cancel = format!("/takeoffs/{id}/cancel");
    let cancelled = bench.call("POST", &cancel, None, &[]);
    assert_eq!((cancelled.status, &cancelled.value()["status"]), (202, &json!("cancelled")));
    assert_eq!(ledger::balance(&bench.db).unwrap().available, 200.0);
    assert_eq!(code(&bench.call("POST", &cancel, None, &[])), (409, "takeoff_not_cancellable".to_owned()));

    let running = bench.post("/takeoffs", &order(json!({}))).value()["id"].as_str().unwrap().to_owned();
    bench.db.execute("UPDATE takeoffs SET status = 'processing' WHERE id = ?", params![&running]).unwrap();
    let asked = bench.call("POST", &format!("/takeoffs/{running}/cancel"), None, &[]);
    assert_eq!((asked.status, &asked.value()["status"]), (202, &json!("processing")));
    assert_eq!(
        bench.scalar("SELECT SUM(cancel_requested) FROM takeoffs WHERE status = 'processing'").unwrap(),
        Some(Sql::Integer(1))
    );
    assert_eq!(ledger::balance(&bench.db).unwrap().held, 10.0);
}

#[test]
fn lists_are_newest_first_and_filtered() {
    let bench = bench();
    for number in 0..3 {
        let id = bench.post("/takeoffs", &order(json!({"external_ref": format!("r{number}")}))).value()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        bench
            .db
            .execute("UPDATE takeoffs SET created_at = ? WHERE id = ?", params![format!("2026-01-0{}", number + 1), id])
            .unwrap();
    }
    let refs = |target: &str| -> Vec<String> {
        let body = bench.get(target).value();
        body["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|takeoff| takeoff["external_ref"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(refs("/takeoffs"), ["r2", "r1", "r0"]);
    assert_eq!(refs("/takeoffs?external_ref=r1"), ["r1"]);
    assert_eq!(refs(&format!("/takeoffs?document_id={DOCUMENT}&status=queued&limit=2")), ["r2", "r1"]);
    assert_eq!(bench.get("/takeoffs?status=done").status, 400);
}

#[test]
fn a_completed_takeoff_sums_up() {
    let bench = bench();
    let id = completed(&bench, &[(1, 0, "Downlight", Some("A"), 1.0, "EA"), (2, 0, "Conduit", None, 3.5, "M")]);
    for (page, code) in [(1_i64, "partial_pages_failed"), (2, "partial_pages_failed"), (0, "discipline_mismatch")] {
        bench
            .db
            .execute(
                "INSERT INTO takeoff_warnings (takeoff_id, page_number, position, code, message) VALUES (?, ?, 0, ?, 'm')",
                params![&id, page, code],
            )
            .unwrap();
    }
    let takeoff = bench.get(&format!("/takeoffs/{id}")).value();
    assert_eq!(
        takeoff["result_summary"],
        json!({"item_count": 2, "sheet_count": 2, "credits_charged": 10.0, "pages_processed": 2, "route_count": 0, "schedule_count": 0,
               "by_trade": {"electrical": 2}})
    );
    assert_eq!(
        takeoff["warnings"],
        json!([{"code": "discipline_mismatch", "message": "m"}, {"code": "partial_pages_failed", "message": "m", "pages": [1, 2]}])
    );
    assert_eq!(takeoff["progress"]["percent"], 100);
}

#[test]
fn items_are_paged_filtered_and_converted() {
    let bench = bench();
    let id = completed(
        &bench,
        &[
            (1, 0, "A", None, 1.0, "EA"),
            (1, 1, "B", None, 10.0, "FT"),
            (2, 0, "C", None, 2.0, "M"),
            (2, 1, "D", None, 1.0, "EA"),
        ],
    );
    let mut seen = Vec::new();
    let mut target = format!("/takeoffs/{id}/items?limit=3&units=metric");
    loop {
        let page = bench.get(&target).value();
        assert_eq!(page["consolidated"], false);
        seen.extend(page["data"].as_array().unwrap().clone());
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        target = format!("/takeoffs/{id}/items?limit=3&units=metric&cursor={cursor}");
    }
    let quantities: Vec<_> = seen
        .iter()
        .map(|item| (item["effective_quantity"].as_f64().unwrap(), item["unit"].as_str().unwrap()))
        .collect();
    assert_eq!(quantities, [(1.0, "EA"), (3.048, "M"), (2.0, "M"), (1.0, "EA")]);
    let first = &seen[0];
    assert_eq!(first["sheet"], json!({"number": null, "title": null}));
    assert_eq!(first["attributes"], json!({"layer": "E-LITE"}));
    for field in ["group_id", "quantity_override", "tag", "note"] {
        assert!(first.as_object().unwrap().contains_key(field), "{field}");
    }
    let count =
        |query: &str| bench.get(&format!("/takeoffs/{id}/items?{query}")).value()["data"].as_array().unwrap().len();
    assert_eq!(count("page_number=2"), 2);
    assert_eq!(count("measure_type=length"), 2);
    assert_eq!(count("trade=plumbing"), 0);
    assert_eq!(count("category=lighting&item_type=luminaire&review_status=extracted"), 4);
    assert_eq!(bench.get(&format!("/takeoffs/{id}/items?page_number=0")).status, 400);
    assert_eq!(bench.get("/takeoffs/tko_0000000000000000000000/items").status, 404);
}

#[test]
fn consolidated_items_sum_what_is_equal_on_a_sheet() {
    let bench = bench();
    let id = completed(
        &bench,
        &[
            (1, 0, "A", None, 1.0, "EA"),
            (1, 1, "B", Some("x"), 1.0, "EA"),
            (1, 2, "A", None, 1.0, "EA"),
            (1, 3, "B", Some("y"), 1.0, "EA"),
            (2, 0, "A", None, 1.0, "EA"),
            (2, 1, "A", None, 1.0, "EA"),
        ],
    );
    let target = format!("/takeoffs/{id}/items?consolidated=true&limit=2");
    let first = bench.get(&target).value();
    let second = bench.get(&format!("{target}&cursor={}", first["next_cursor"].as_str().unwrap())).value();
    let groups: Vec<_> = [&first, &second]
        .iter()
        .flat_map(|page| page["data"].as_array().unwrap())
        .map(|item| {
            (
                item["page_number"].as_i64().unwrap(),
                item["description"].clone(),
                item["tag"].clone(),
                item["effective_quantity"].as_f64().unwrap(),
            )
        })
        .collect();
    let expected = vec![
        (1, json!("A"), Value::Null, 2.0),
        (1, json!("B"), json!("x"), 1.0),
        (1, json!("B"), json!("y"), 1.0),
        (2, json!("A"), Value::Null, 2.0),
    ];
    assert_eq!(groups, expected);
    assert_eq!(first["consolidated"], true);
    assert_eq!(first["data"][0]["evidence"].as_array().unwrap().len(), 2);
    assert_eq!(second["has_more"], false);
}

#[test]
fn consolidated_items_are_whole_on_sheets_of_thousands() {
    let bench = bench();
    let on_sheet = |page| {
        (0..2_500).map(move |position| {
            let description = if position == 2_400 { "LATE" } else { ["A", "B"][position as usize % 2] };
            (page, position, description, None, 1.0, "EA")
        })
    };
    let items: Vec<Found<'_>> = on_sheet(1).chain(on_sheet(2)).collect();
    let id = completed(&bench, &items);
    let mut target = format!("/takeoffs/{id}/items?consolidated=true&limit=4");
    let mut groups = Vec::new();
    loop {
        let page = bench.get(&target).value();
        for item in page["data"].as_array().unwrap() {
            let quantity = item["effective_quantity"].as_f64().unwrap();
            assert_eq!(item["evidence"].as_array().unwrap().len() as f64, quantity);
            assert_eq!(item["attributes"], json!({"layer": "E-LITE"}));
            groups.push((item["page_number"].as_i64().unwrap(), item["description"].clone(), quantity));
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        target = format!("/takeoffs/{id}/items?consolidated=true&limit=4&cursor={cursor}");
    }
    let expected: Vec<_> = [1, 2]
        .iter()
        .flat_map(|page| [(*page, json!("A"), 1_249.0), (*page, json!("B"), 1_250.0), (*page, json!("LATE"), 1.0)])
        .collect();
    assert_eq!(groups, expected);
}

#[test]
fn a_review_never_changes_what_was_extracted() {
    let bench = bench();
    let id = completed(&bench, &[(1, 0, "A", None, 4.0, "EA"), (1, 1, "A", None, 1.0, "EA")]);
    let path = format!("/takeoffs/{id}/items/itm_{:022}", 0);
    let patch = |body: Value, headers: &[(&str, &str)]| bench.call("PATCH", &path, Some(&body), headers);
    let adjusted = patch(json!({"quantity_override": 6, "note": "two more behind the stair"}), &[]);
    assert_eq!(adjusted.status, 200, "{}", adjusted.value());
    let item = adjusted.value();
    assert_eq!((&item["extracted_quantity"], &item["effective_quantity"]), (&json!(4.0), &json!(6.0)));
    assert_eq!(item["review_status"], "modified");
    let tag = adjusted.header("etag").unwrap().to_owned();
    let accepted = patch(json!({"review_status": "accepted", "quantity_override": null}), &[("if-match", &tag)]);
    assert_eq!(
        (&accepted.value()["effective_quantity"], &accepted.value()["review_status"]),
        (&json!(4.0), &json!("accepted"))
    );
    assert_eq!(accepted.value()["note"], "two more behind the stair");
    assert_eq!(code(&patch(json!({"note": null}), &[("if-match", &tag)])), (412, "precondition_failed".to_owned()));
    let bad = patch(json!({"review_status": "extracted", "quantity_override": -1, "extracted_quantity": 3}), &[]);
    assert_eq!(bad.value()["errors"].as_array().unwrap().len(), 3);
    assert_eq!(bench.call("PATCH", &format!("/takeoffs/{id}/items/itm_x"), Some(&json!({})), &[]).status, 404);

    let totals = |id: &str| bench.get(&format!("/takeoffs/{id}/summary")).value()["totals"].clone();
    assert_eq!(
        totals(&id),
        json!([{"trade": "electrical", "category": "lighting", "unit": "EA", "quantity": 5.0, "item_count": 2}])
    );
    patch(json!({"review_status": "rejected"}), &[]);
    assert_eq!(totals(&id)[0]["quantity"], 1.0);
}

#[test]
fn a_line_is_reviewed_as_its_items_are() {
    let bench = bench();
    let items: Vec<Found<'_>> = (0..4).map(|position| (1, position, "A", None, 1.0, "EA")).collect();
    let id = completed(&bench, &items);
    let lines = || bench.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"].clone();
    let total = || bench.get(&format!("/takeoffs/{id}/summary")).value()["totals"][0]["quantity"].clone();
    let item = |number: usize| format!("/takeoffs/{id}/items/itm_{number:022}");
    bench.call("PATCH", &item(3), Some(&json!({"review_status": "rejected"})), &[]);
    let line = lines()[0].clone();
    assert_eq!(line["item_ids"].as_array().unwrap().len(), 4);
    assert_eq!((&line["effective_quantity"], &line["extracted_quantity"]), (&json!(3.0), &json!(3.0)));
    assert_eq!(total(), json!(3.0));

    let path = format!("/takeoffs/{id}/items/{}", line["id"].as_str().unwrap());
    let version = line["version"].as_str().unwrap();
    let read = bench.get(&path);
    assert_eq!((read.status, read.header("etag")), (200, Some(format!("\"{version}\"").as_str())));
    assert_eq!(read.value(), line);
    let patch = |body: Value, version: &str| bench.call("PATCH", &path, Some(&body), &[("if-match", version)]);
    let refused = patch(json!({"quantity_override": 2}), version);
    assert_eq!(code(&refused), (422, "validation_failed".to_owned()));
    assert_eq!(refused.value()["errors"][0]["field"], "/quantity_override");
    let accepted = patch(json!({"review_status": "accepted", "note": "seen"}), version);
    assert_eq!(accepted.status, 200, "{}", accepted.value());
    assert_eq!(code(&patch(json!({"note": null}), version)).0, 412, "others have reviewed it since");
    assert_eq!(lines()[0], accepted.value());
    let statuses: Vec<_> = (0..4).map(|number| bench.get(&item(number)).value()["review_status"].clone()).collect();
    assert_eq!(statuses, ["accepted", "accepted", "accepted", "rejected"], "a rejected item stays so");
    assert_eq!(total(), json!(3.0));

    // A line whose items are all rejected can be taken back as a whole.
    let present = |path: &str| bench.get(path).value()["version"].as_str().unwrap().to_owned();
    patch(json!({"review_status": "rejected"}), &present(&path));
    assert_eq!((&lines()[0]["effective_quantity"], &lines()[0]["review_status"]), (&json!(0.0), &json!("rejected")));
    assert_eq!(patch(json!({"review_status": "accepted"}), &present(&path)).value()["effective_quantity"], 4.0);
    assert_eq!(bench.get(&format!("/takeoffs/{id}/items/grp_{:022}", 9)).status, 404);
}

#[test]
fn many_items_are_reviewed_at_once_or_not_at_all() {
    let bench = bench();
    let items = [
        (1, 0, "A", None, 1.0, "EA"),
        (1, 1, "A", None, 1.0, "EA"),
        (1, 2, "B", None, 2.0, "EA"),
        (2, 0, "A", None, 1.0, "EA"),
    ];
    let id = completed(&bench, &items);
    let path = format!("/takeoffs/{id}/items/review");
    let post = |body: Value| bench.call("POST", &path, Some(&body), &[]);
    let statuses = || -> Vec<String> {
        let listed = bench.get(&format!("/takeoffs/{id}/items")).value();
        listed["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["review_status"].as_str().unwrap().to_owned())
            .collect()
    };
    let line = bench.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"][0]["id"].clone();
    let item = |number: usize| format!("itm_{number:022}");

    let missing = post(json!({"item_ids": [line, item(77)], "review_status": "accepted"}));
    assert_eq!(code(&missing), (422, "validation_failed".to_owned()));
    assert_eq!(missing.value()["errors"][0]["field"], "/item_ids/1");
    assert_eq!(statuses(), ["extracted"; 4], "nothing is written");
    for (body, field) in [
        (json!({"review_status": "accepted"}), "/item_ids"),
        (json!({"item_ids": [item(0)], "filter": {}, "review_status": "accepted"}), "/filter"),
        (json!({"filter": {"page_number": 0}, "review_status": "accepted"}), "/filter/page_number"),
        (json!({"item_ids": [], "review_status": "accepted"}), "/item_ids"),
        (json!({"item_ids": ["x"], "review_status": "accepted"}), "/item_ids/0"),
        (json!({"filter": {}, "quantity_override": 3}), "/quantity_override"),
    ] {
        assert_eq!(post(body.clone()).value()["errors"][0]["field"], field, "{body}");
    }

    let named = json!({"item_ids": [line, item(0), item(3)], "review_status": "accepted", "note": "seen"});
    assert_eq!(post(named.clone()).value(), json!({"selected": 3, "changed": 3}));
    assert_eq!(statuses(), ["accepted", "accepted", "extracted", "accepted"]);
    assert_eq!(post(named).value(), json!({"selected": 3, "changed": 0}), "all is as it says");
    let filtered = json!({"filter": {"page_number": 1, "review_status": "extracted"}, "review_status": "rejected"});
    let keyed = || bench.call("POST", &path, Some(&filtered), &[("idempotency-key", "a")]);
    assert_eq!(keyed().value(), json!({"selected": 1, "changed": 1}));
    assert_eq!(keyed().value(), json!({"selected": 1, "changed": 1}), "the answer of the first");
    assert_eq!(statuses(), ["accepted", "accepted", "rejected", "accepted"]);
    let total = bench.get(&format!("/takeoffs/{id}/summary")).value()["totals"][0]["quantity"].clone();
    assert_eq!(total, json!(3.0));
    let cleared = post(json!({"filter": {}, "note": null}));
    assert_eq!(cleared.value(), json!({"selected": 4, "changed": 3}));
}

#[test]
fn an_item_is_protected_before_its_first_review_and_an_override_can_be_taken_back() {
    let bench = bench();
    let id = completed(&bench, &[(1, 0, "A", None, 4.0, "EA")]);
    let listed = bench.get(&format!("/takeoffs/{id}/items")).value()["data"][0].clone();
    let path = format!("/takeoffs/{id}/items/{}", listed["id"].as_str().unwrap());
    let read = bench.get(&path);
    assert_eq!(read.value(), listed);
    let tag = read.header("etag").unwrap().to_owned();
    assert_eq!(bench.call("GET", &path, None, &[("if-none-match", &tag)]).status, 304);
    let patch = |body: Value, tag: &str| bench.call("PATCH", &path, Some(&body), &[("if-match", tag)]);
    assert_eq!(patch(json!({"quantity_override": 5}), &tag).value()["review_status"], "modified");
    assert_eq!(code(&patch(json!({"quantity_override": 6}), &tag)).0, 412);
    let undone = patch(json!({"quantity_override": null}), "*").value();
    assert_eq!((&undone["review_status"], &undone["effective_quantity"]), (&json!("extracted"), &json!(4.0)));
    assert_eq!(undone["version"], "3");
}

#[test]
fn routes_have_totals_of_all_pages() {
    let bench = bench();
    let id = completed(&bench, &[]);
    for (number, (system, quantity, unit)) in
        [("conduit", 20.0, "FT"), ("conduit", 3.048, "M"), ("feeder", 5.0, "FT")].iter().enumerate()
    {
        bench
            .db
            .execute(
                "INSERT INTO routes (id, takeoff_id, page_number, position, trade, system, quantity, unit, attributes, confidence, starts_at, \
                 segments, geometry) VALUES (?, ?, 1, ?, 'electrical', ?, ?, ?, '{}', 'high', '{\"type\":\"panel\",\"tag\":\"LP-1\"}', 2, ?)",
                params![
                    format!("rte_{number:022}"),
                    &id,
                    number as i64,
                    *system,
                    *quantity,
                    *unit,
                    json!({"type": "polyline", "page_number": 1, "coordinate_space": "page_normalized", "coordinates": [[0.0, 0.0], [0.5, 0.5]],
                           "scale": {"units_per_normalized_x": 100.0, "unit": "FT", "source": "title_block"}}).to_string(),
                ],
            )
            .unwrap();
    }
    let page = bench.get(&format!("/takeoffs/{id}/routes?limit=1&units=metric")).value();
    assert_eq!(page["data"].as_array().unwrap().len(), 1);
    assert_eq!(page["data"][0]["from"], json!({"type": "panel", "tag": "LP-1"}));
    assert_eq!(
        page["data"][0]["geometry"]["scale"],
        json!({"units_per_normalized_x": 30.48, "unit": "M", "source": "title_block"})
    );
    assert_eq!(
        page["totals_by_system"],
        json!({"conduit": {"quantity": 9.144, "unit": "M"}, "feeder": {"quantity": 1.524, "unit": "M"}})
    );
    let bare = bench.get(&format!("/takeoffs/{id}/routes?include_geometry=false&system=conduit")).value();
    assert!(bare["data"].as_array().unwrap().iter().all(|route| route.get("geometry").is_none()));
    // As drawn, two units meet in one total.
    assert_eq!(bare["totals_by_system"]["conduit"]["quantity"].as_f64().map(f64::round), Some(30.0));
}

#[test]
fn a_route_is_reviewed_and_a_rejected_one_is_no_part_of_the_work() {
    let bench = bench();
    let id = completed(&bench, &[(1, 0, "A", None, 1.0, "EA")]);
    for (number, item) in [None, Some("itm_0000000000000000000000")].into_iter().enumerate() {
        let sql = "INSERT INTO routes (id, takeoff_id, page_number, position, item_id, trade, system, quantity, unit, attributes, \
            confidence, segments) VALUES (?, ?, 1, ?, ?, 'electrical', 'conduit', 10.0, 'FT', '{}', 'high', 2)";
        bench.db.execute(sql, params![format!("rte_{number:022}"), &id, number as i64, item]).unwrap();
    }
    let listed = || bench.get(&format!("/takeoffs/{id}/routes")).value();
    let total = || listed()["totals_by_system"]["conduit"]["quantity"].clone();
    let lengths = || bench.get(&format!("/takeoffs/{id}/summary")).value()["routes"].clone();
    assert_eq!(total(), json!(20.0));
    let expected =
        json!([{"trade": "electrical", "system": "conduit", "unit": "FT", "quantity": 20.0, "route_count": 2}]);
    assert_eq!(lengths(), expected);

    let version = listed()["data"][0]["version"].as_str().unwrap().to_owned();
    let path = format!("/takeoffs/{id}/routes/rte_{:022}", 0);
    let patch = |body: Value, version: &str| bench.call("PATCH", &path, Some(&body), &[("if-match", version)]);
    let adjusted = patch(json!({"quantity_override": 12.5, "note": "around the shaft"}), &version);
    let route = adjusted.value();
    assert_eq!((adjusted.status, &route["review_status"]), (200, &json!("modified")), "{route}");
    assert_eq!((&route["quantity"], &route["effective_quantity"]), (&json!(10.0), &json!(12.5)));
    assert_eq!(code(&patch(json!({"note": null}), &version)).0, 412);
    assert_eq!((total(), &lengths()[0]["quantity"]), (json!(22.5), &json!(22.5)));
    let metric = bench.get(&format!("/takeoffs/{id}/routes?units=metric")).value();
    assert_eq!(metric["data"][0]["effective_quantity"], json!(3.81));

    // A route goes with its item as long as it has no review of its own.
    let item = format!("/takeoffs/{id}/items/itm_{:022}", 0);
    bench.call("PATCH", &item, Some(&json!({"review_status": "rejected"})), &[]);
    assert_eq!((&listed()["data"][1]["review_status"], total()), (&json!("rejected"), json!(12.5)));
    let own = format!("/takeoffs/{id}/routes/rte_{:022}", 1);
    bench.call("PATCH", &own, Some(&json!({"review_status": "accepted"})), &[]);
    assert_eq!((&listed()["data"][1]["review_status"], total()), (&json!("accepted"), json!(22.5)));
    assert_eq!(bench.call("PATCH", &format!("/takeoffs/{id}/routes/rte_x"), Some(&json!({})), &[]).status, 404);
}

#[test]
fn schedules_are_listed_whole() {
    let bench = bench();
    let id = completed(&bench, &[]);
    let rows = json!([{"tag": "1", "description": "Lighting", "attributes": {"poles": 1, "spare": false}}]);
    bench
        .db
        .execute(
            "INSERT INTO schedules (id, takeoff_id, page_number, position, kind, title, columns, rows) \
             VALUES ('sch_1', ?, 1, 0, 'panel', 'LP-1', '[\"CKT\",\"LOAD\"]', ?)",
            params![&id, rows.to_string()],
        )
        .unwrap();
    let list = bench.get(&format!("/takeoffs/{id}/schedules")).value();
    assert_eq!(list.as_object().unwrap().len(), 1);
    assert_eq!(list["data"][0]["columns"], json!(["CKT", "LOAD"]));
    assert_eq!(list["data"][0]["rows"][0]["attributes"], json!({"poles": 1.0, "spare": false}));
}

#[test]
fn what_the_web_application_made_is_read_and_not_changed() {
    let bench = bench();
    let id = completed(&bench, &[(1, 0, "Duplex receptacle", None, 1.0, "EA")]);
    bench
        .db
        .execute("UPDATE takeoffs SET origin = 'web_app', external_ref = 'theirs' WHERE id = ?", params![&id])
        .unwrap();
    assert_eq!(bench.get(&format!("/takeoffs/{id}")).value()["origin"], "web_app");
    assert_eq!(bench.get("/takeoffs").value()["data"][0]["origin"], "web_app");
    assert!(bench.get("/takeoffs?external_ref=theirs").value()["data"].as_array().unwrap().is_empty());
    let items = bench.get(&format!("/takeoffs/{id}/items"));
    let item = items.value()["data"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/takeoffs/{id}/items/{item}");
    let refused = bench.call("PATCH", &path, Some(&json!({"review_status": "accepted"})), &[]);
    assert_eq!(code(&refused), (409, "read_only_origin".to_owned()));
    let refused = bench.call("POST", &format!("/takeoffs/{id}/cancel"), None, &[]);
    assert_eq!(code(&refused), (409, "read_only_origin".to_owned()));
}

/// Units and customer of an answer, as the host reads them for the usage record.
fn told(response: &Response) -> (Option<&str>, Option<&str>) {
    (response.header("x-plumbline-units"), response.header("x-plumbline-end-customer"))
}

#[test]
fn every_operation_on_one_takeoff_tells_its_projects_customer() {
    let bench = bench();
    let plain = bench.post("/takeoffs", &order(json!({"pages": [3, 1, 3]})));
    assert_eq!(told(&plain), (Some("2"), None), "a page counts once; this project has no customer");
    bench.db.execute("UPDATE projects SET end_customer_ref = 'Größe & Co'", []).unwrap();
    let customer = Some("Gr%C3%B6%C3%9Fe%20%26%20Co");

    let key: &[(&str, &str)] = &[("idempotency-key", "k")];
    let created = bench.call("POST", "/takeoffs", Some(&order(json!({}))), key);
    assert_eq!((created.status, told(&created)), (202, (Some("3"), customer)));
    assert_eq!(told(&bench.call("POST", "/takeoffs", Some(&order(json!({}))), key)), (None, None), "a repeat");
    let nothing = bench.post("/takeoffs", &order(json!({"pages": []})));
    assert_eq!((nothing.value()["status"].clone(), told(&nothing)), (json!("failed"), (Some("0"), customer)));

    let id = completed(&bench, &[(1, 0, "Luminaire", None, 1.0, "EA")]);
    for below in ["", "/items", "/items?consolidated=true", "/summary", "/schedules", "/routes"] {
        let answer = bench.get(&format!("/takeoffs/{id}{below}"));
        assert_eq!((answer.status, told(&answer)), (200, (None, customer)), "{below}");
    }
    let tag = bench.get(&format!("/takeoffs/{id}")).header("etag").unwrap().to_owned();
    let unchanged = bench.call("GET", &format!("/takeoffs/{id}"), None, &[("if-none-match", &tag)]);
    assert_eq!((unchanged.status, told(&unchanged)), (304, (None, customer)));
    let review = json!({"review_status": "accepted"});
    let reviewed = bench.call("PATCH", &format!("/takeoffs/{id}/items/itm_{:022}", 0), Some(&review), &[]);
    assert_eq!((reviewed.status, told(&reviewed)), (200, (None, customer)));
    let queued = created.value()["id"].as_str().unwrap().to_owned();
    let cancelled = bench.call("POST", &format!("/takeoffs/{queued}/cancel"), None, &[]);
    assert_eq!((cancelled.status, told(&cancelled)), (202, (None, customer)));
    assert_eq!(told(&bench.get("/takeoffs")), (None, None), "a list is of many projects");
    assert_eq!(told(&bench.call("POST", &format!("/takeoffs/{id}/cancel"), None, &[])), (None, None), "a problem");
}

#[test]
fn a_takeoff_keeps_the_request_that_started_it() {
    let mut bench = bench();
    bench.caller.insert("x-plumbline-request-id", "req_42".to_owned());
    assert_eq!(bench.post("/takeoffs", &order(json!({}))).status, 202);
    assert_eq!(bench.scalar("SELECT request_id FROM takeoffs").unwrap(), Some(Sql::Text("req_42".to_owned())));
}
