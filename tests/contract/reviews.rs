//! Review of one item, a line of a consolidated list, many items at once, and routes, and its effect on sums and exports.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, wait_for};
use serde_json::{Value, json};

/// Completes a takeoff of the drawn sheet and returns the account and the takeoff's path.
fn completed_takeoff(server: &Server) -> Result<(Account, String)> {
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    Ok((account, format!("/takeoffs/{}", takeoff.id)))
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// Returns the sums of the quantities by unit.
fn sums<'v>(rows: impl IntoIterator<Item = &'v Value>, quantity: &str) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    for row in rows {
        *sums.entry(text(row, "unit").to_owned()).or_default() += row[quantity].as_f64().unwrap_or_default();
    }
    sums
}

fn assert_equal(left: &BTreeMap<String, f64>, right: &BTreeMap<String, f64>, what: &str) {
    assert_near(left, right, 1e-6, what);
}

fn assert_near(left: &BTreeMap<String, f64>, right: &BTreeMap<String, f64>, tolerance: f64, what: &str) {
    let near = |(unit, sum): (&String, &f64)| (sum - right.get(unit).copied().unwrap_or_default()).abs() < tolerance;
    assert!(left.keys().eq(right.keys()) && left.iter().all(near), "{what}: {left:?} and {right:?}");
}

/// Exports a takeoff and returns the text of the file.
fn export(account: &Account, takeoff: &str, format: &str, options: Value) -> Result<String> {
    let id = takeoff.trim_start_matches("/takeoffs/");
    let export = account.post("/exports", json!({"takeoff_id": id, "format": format, "options": options}))?.expect(202);
    let path = format!("/exports/{}", export.text("id"));
    let done = wait_for(account, &path, |export| text(export, "status") == "completed")?;
    let url = done.json["download"]["url"].as_str().context("no download")?;
    Ok(String::from_utf8(account.send_bytes("GET", url, &[], &[])?.bytes)?)
}

/// Returns the unit and quantity of the items of an exported table.
fn items_of_table(table: &str) -> Result<Vec<Value>> {
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    let mut items = Vec::new();
    for row in reader.deserialize::<BTreeMap<String, String>>() {
        let row = row?;
        if row["record"] == "item" {
            items.push(json!({"unit": row["unit"], "quantity": row["quantity"].parse::<f64>()?}));
        }
    }
    Ok(items)
}

#[test]
fn a_review_is_protected_from_the_first_one_on() -> Result<()> {
    let server = Server::start()?;
    let (account, takeoff) = completed_takeoff(&server)?;
    let item = account.get(&format!("{takeoff}/items?limit=1"))?.expect(200).json["data"][0].clone();
    let path = format!("{takeoff}/items/{}", text(&item, "id"));
    let got = account.get(&path)?.expect(200);
    assert_eq!(got.json, item, "a list and the item say the same");
    assert!(got.header("etag").contains(text(&item, "version")), "{} and {item}", got.header("etag"));

    let accept = json!({"review_status": "accepted"});
    let at = |version: &str| account.call("PATCH", &path, Some(&accept), &[("if-match", version)]);
    let first = at(text(&item, "version"))?.expect(200);
    at(text(&item, "version"))?.expect_problem(412, "precondition_failed");
    at(first.header("etag"))?.expect(200);
    account.get(&format!("{takeoff}/items/itm_0000000000000000000000"))?.expect_problem(404, "not_found");

    let overridden = account.patch(&path, json!({"quantity_override": 7}))?.expect(200).json;
    assert_eq!((text(&overridden, "review_status"), &overridden["effective_quantity"]), ("modified", &json!(7.0)));
    let back = account.patch(&path, json!({"quantity_override": null}))?.expect(200).json;
    assert_eq!(text(&back, "review_status"), "extracted");
    assert_eq!(back["effective_quantity"], item["extracted_quantity"]);
    Ok(())
}

#[test]
fn sums_of_lines_summary_and_exports_agree() -> Result<()> {
    let server = Server::start()?;
    let (account, takeoff) = completed_takeoff(&server)?;
    let items = account.list_all(&format!("{takeoff}/items"))?;
    // Rejects one item of one kind, and all items of another.
    let kind = |item: &Value| (text(item, "description").to_owned(), text(item, "tag").to_owned());
    let mut kinds: BTreeMap<_, Vec<&Value>> = BTreeMap::new();
    for item in items.iter().filter(|item| item["measure_type"] == "count") {
        kinds.entry(kind(item)).or_default().push(item);
    }
    let mut many = kinds.values().filter(|members| members.len() > 2);
    let (some, all) = (many.next().context("one kind")?, many.next().context("another kind")?);
    for item in some[..1].iter().chain(all) {
        let path = format!("{takeoff}/items/{}", text(item, "id"));
        account.patch(&path, json!({"review_status": "rejected"}))?.expect(200);
    }

    let lines = account.list_all(&format!("{takeoff}/items?consolidated=true"))?;
    let items = account.list_all(&format!("{takeoff}/items"))?;
    let standing: Vec<&Value> = items.iter().filter(|item| item["review_status"] != "rejected").collect();
    let summary = account.get(&format!("{takeoff}/summary"))?.expect(200).json;
    let exported: Value = serde_json::from_str(&export(&account, &takeoff, "json", json!({}))?)?;
    let of_items = sums(standing.iter().copied(), "effective_quantity");
    assert_equal(&sums(&lines, "effective_quantity"), &of_items, "lines");
    assert_equal(&sums(summary["totals"].as_array().context("totals")?, "quantity"), &of_items, "summary");
    let rows = exported["items"].as_array().context("items of the export")?;
    let rows: Vec<&Value> = rows.iter().filter(|row| row["review_status"] != "rejected").collect();
    assert_equal(&sums(rows, "effective_quantity"), &of_items, "json");
    let table = items_of_table(&export(&account, &takeoff, "csv", json!({}))?)?;
    // The table has four decimals.
    assert_near(&sums(&table, "quantity"), &of_items, items.len() as f64 * 1e-4, "csv");

    let line = lines.iter().find(|line| kind(line) == kind(some[0])).context("the line")?;
    assert!(text(line, "id").starts_with("grp_"), "{line}");
    let members: Vec<&str> =
        line["item_ids"].as_array().context("item_ids")?.iter().filter_map(Value::as_str).collect();
    assert!(members.len() + 1 >= some.len(), "{line}");
    let path = format!("{takeoff}/items/{}", text(line, "id"));
    account.patch(&path, json!({"review_status": "accepted"}))?.expect(200);
    for member in members {
        let item = account.get(&format!("{takeoff}/items/{member}"))?.expect(200).json;
        let expected = if member == text(some[0], "id") { "rejected" } else { "accepted" };
        assert_eq!(text(&item, "review_status"), expected, "{item}");
    }
    Ok(())
}

#[test]
fn bulk_reviews_are_all_or_nothing() -> Result<()> {
    let server = Server::start()?;
    let (account, takeoff) = completed_takeoff(&server)?;
    let items = account.list_all(&format!("{takeoff}/items"))?;
    let path = format!("{takeoff}/items/review");
    let statuses = || -> Result<BTreeMap<String, usize>> {
        let mut found = BTreeMap::new();
        for item in account.list_all(&format!("{takeoff}/items"))? {
            *found.entry(text(&item, "review_status").to_owned()).or_default() += 1;
        }
        Ok(found)
    };
    let wrong = json!({"item_ids": [text(&items[0], "id"), "itm_0000000000000000000000"], "review_status": "rejected"});
    let refused = account.post(&path, wrong)?.expect_problem(422, "validation_failed");
    assert_eq!(refused.json["errors"][0]["field"], "/item_ids/1");
    assert_eq!(statuses()?.get("rejected"), None, "all or nothing");

    let two = json!({"item_ids": [text(&items[0], "id"), text(&items[1], "id")], "review_status": "rejected", "note": "not in scope"});
    let key = [("idempotency-key", "review-two")];
    let done = account.call("POST", &path, Some(&two), &key)?.expect(200);
    assert_eq!((&done.json["selected"], &done.json["changed"]), (&json!(2), &json!(2)));
    let again = account.call("POST", &path, Some(&two), &key)?.expect(200);
    assert_eq!(done.json, again.json);
    assert_eq!(statuses()?["rejected"], 2);

    let category = text(&items[0], "category");
    let of_category = items.iter().filter(|item| text(item, "category") == category).count();
    let rest = json!({"filter": {"category": category}, "review_status": "accepted"});
    let done = account.post(&path, rest)?.expect(200);
    assert_eq!(done.json["selected"], of_category);
    assert_eq!(statuses()?["accepted"], of_category);
    Ok(())
}

#[test]
fn routes_are_reviewed_and_counted_like_items() -> Result<()> {
    let server = Server::start()?;
    let (account, takeoff) = completed_takeoff(&server)?;
    let routes = account.list_all(&format!("{takeoff}/routes"))?;
    assert!(routes.len() > 2, "{} routes", routes.len());
    let lengths = || -> Result<BTreeMap<String, f64>> {
        let summary = account.get(&format!("{takeoff}/summary"))?.expect(200).json;
        Ok(sums(summary["routes"].as_array().context("routes of the summary")?, "quantity"))
    };
    let before = lengths()?;
    assert_equal(&before, &sums(&routes, "quantity"), "all routes");

    let path = |route: &Value| format!("{takeoff}/routes/{}", text(route, "id"));
    let reject = json!({"review_status": "rejected"});
    let at = [("if-match", text(&routes[0], "version"))];
    account.call("PATCH", &path(&routes[0]), Some(&reject), &at)?.expect(200);
    account.call("PATCH", &path(&routes[0]), Some(&reject), &at)?.expect_problem(412, "precondition_failed");
    assert_equal(&lengths()?, &sums(&routes[1..], "quantity"), "without the rejected route");

    account.patch(&path(&routes[1]), json!({"review_status": "accepted"}))?.expect(200);
    let exported: Value = serde_json::from_str(&export(&account, &takeoff, "json", json!({"accepted_only": true}))?)?;
    let ids: Vec<&str> = exported["routes"].as_array().context("routes")?.iter().map(|row| text(row, "id")).collect();
    assert_eq!(ids, [text(&routes[1], "id")]);
    Ok(())
}
