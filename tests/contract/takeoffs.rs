//! `/takeoffs`: the main job, its quantities, review, credits, cancellation.

use anyhow::Result;
use plumbline_sample::{Drawing, Options, Truth};
use plumbline_tests::{Account, Server};
use serde_json::{Value, json};

/// Checks that the counts equal the drawing's, and that every symbol has an item whose evidence lies on it.
fn check_items(items: &[Value], truth: &Truth, variant: &str) {
    for (description, count) in truth.counts() {
        let got = items.iter().filter(|item| item["description"] == description && item["source"] == "plan").count();
        assert_eq!(got, count, "{variant}: {description}");
    }
    for expected in &truth.items {
        let (x, y) = ((expected.bbox[0] + expected.bbox[2]) / 2.0, (expected.bbox[1] + expected.bbox[3]) / 2.0);
        let hit = items.iter().any(|item| {
            item["description"] == expected.description.as_str()
                && item["evidence"].as_array().unwrap().iter().any(|evidence| {
                    let b: Vec<f64> =
                        evidence["bbox"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
                    evidence["page_number"] == expected.page && b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3]
                })
        });
        assert!(hit, "{variant}: {} at {x:.3}, {y:.3} has no item on it", expected.description);
    }
}

/// Creates a completed takeoff of the drawn sheet.
fn completed_takeoff(account: &Account) -> Result<(String, Value)> {
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    Ok((takeoff.id, done))
}

#[test]
fn the_drawn_sheet_gives_its_own_quantities() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let Drawing { pdf, truth } = Drawing::e101(1, &Options::default());
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
    check_items(&items, &truth, "as drawn");
    let schedules = account.get(&format!("/takeoffs/{}/schedules", takeoff.id))?.expect(200);
    assert_eq!(schedules.json["data"].as_array().unwrap().len(), truth.schedules.len());
    Ok(())
}

#[test]
fn a_dxf_gives_the_quantities_of_the_sheet() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let (dxf, truth) = Drawing::e101_dxf(1, &Options::default());
    let takeoff = account.start_takeoff("E-101.dxf", &dxf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
    for (description, count) in truth.counts() {
        let got = items.iter().filter(|item| item["description"] == description && item["source"] == "plan").count();
        assert_eq!(got, count, "{description}");
    }
    Ok(())
}

#[test]
fn a_legend_in_another_document_of_the_project_explains_the_plan() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let ([legend, plan], truth) = Drawing::e101_separate_sheets(7);
    let items = |explained: bool| -> Result<Vec<Value>> {
        let project = account.project("Two files")?;
        if explained {
            account.upload(&project, "E-001 symbols.pdf", &legend)?;
        }
        let document = account.upload(&project, "E-101.pdf", &plan)?;
        let body = json!({"document_id": document["id"], "discipline": "electrical"});
        let takeoff = account.post("/takeoffs", body)?.expect(202);
        let done = account.wait_for_takeoff(takeoff.text("id"))?;
        assert_eq!(done["status"], "completed", "{done}");
        account.list_all(&format!("/takeoffs/{}/items", takeoff.text("id")))
    };
    let found = items(true)?;
    check_items(&found, &truth, "explained elsewhere");
    assert!(found.iter().any(|item| item["attributes"]["legend_sheet"] == "E-001"), "{:#?}", found.first());
    let alone = items(false)?;
    assert!(alone.iter().all(|item| item["confidence"] != "high"), "nothing explains the plan by itself");
    Ok(())
}

#[test]
fn however_it_is_drawn_the_quantities_are_the_same() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let plain = Options::default();
    let variants = [
        ("turned by 90", Options { rotation: 90, ..plain.clone() }),
        ("turned by 270 and cropped", Options { rotation: 270, crop_margin: 36.0, ..plain.clone() }),
        ("segments reordered", Options { shuffle: true, ..plain.clone() }),
        ("segments split", Options { split: true, ..plain.clone() }),
        ("dashes exploded", Options { exploded_dashes: true, ..plain.clone() }),
        ("legend on its own sheet", Options { legend_sheet: true, ..plain.clone() }),
    ];
    for (name, options) in variants {
        let Drawing { pdf, truth } = Drawing::e101(7, &options);
        let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
        let done = account.wait_for_takeoff(&takeoff.id)?;
        assert_eq!(done["status"], "completed", "{name}: {done}");
        let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
        check_items(&items, &truth, name);
        let routes = account.list_all(&format!("/takeoffs/{}/routes", takeoff.id))?;
        let got: f64 = routes.iter().map(|route| route["quantity"].as_f64().unwrap()).sum();
        let want: f64 = truth.routes.iter().map(|route| route.length).sum();
        assert!((got - want).abs() <= 0.05 * want, "{name}: {got:.1} of {want:.1} {}", truth.unit);
    }
    Ok(())
}

#[test]
fn the_shapes_are_the_contracts() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let (id, done) = completed_takeoff(&account)?;
    insta::assert_json_snapshot!("takeoff", done, {
        ".id" => "[id]", ".document_id" => "[id]", ".project_id" => "[id]",
        ".created_at" => "[time]", ".started_at" => "[time]", ".completed_at" => "[time]",
        ".metadata[\"plumbline.extractor\"]" => "[component]", ".metadata[\"plumbline.reader\"]" => "[component]",
    });
    let shape = |value: &Value| -> Vec<String> {
        let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    let items = account.get(&format!("/takeoffs/{id}/items?limit=1"))?.expect(200);
    assert_eq!(items.json["consolidated"], false);
    insta::assert_json_snapshot!("item_fields", shape(&items.json["data"][0]));
    let routes = account.get(&format!("/takeoffs/{id}/routes?limit=1"))?.expect(200);
    assert!(routes.json["totals_by_system"].is_object());
    insta::assert_json_snapshot!("route_fields", shape(&routes.json["data"][0]));
    let schedules = account.get(&format!("/takeoffs/{id}/schedules"))?.expect(200);
    insta::assert_json_snapshot!("schedule_fields", shape(&schedules.json["data"][0]));
    let summary = account.get(&format!("/takeoffs/{id}/summary"))?.expect(200);
    insta::assert_json_snapshot!("summary_fields", shape(&summary.json["totals"][0]));
    Ok(())
}

#[test]
fn what_is_held_is_charged_or_released() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let (id, done) = completed_takeoff(&account)?;
    let charged = done["result_summary"]["credits_charged"].as_f64().unwrap();
    assert!(charged >= 10.0, "the least a takeoff costs");
    assert!(charged <= done["estimated_credits"].as_f64().unwrap());
    account.call("POST", &format!("/takeoffs/{id}/cancel"), None, &[])?.expect_problem(409, "takeoff_not_cancellable");
    Ok(())
}

#[test]
fn credits_that_do_not_suffice_hold_nothing() -> Result<()> {
    let server = Server::start()?;
    // 200 trial credits in production: twenty takeoffs of one page at 10 each.
    let account = server.account_with("Ames & Sons", "production", "all")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let project = account.project("North School")?;
    let document = account.upload(&project, "E-101.pdf", &pdf)?;
    let mut refused = None;
    for _ in 0..30 {
        let answer = account.post("/takeoffs", json!({"document_id": document["id"], "discipline": "electrical"}))?;
        if answer.status == 402 {
            refused = Some(answer.expect_problem(402, "insufficient_credits"));
            break;
        }
        answer.expect(202);
    }
    let refused = refused.expect("credits ran out");
    assert!(refused.json["required_credits"].as_f64().unwrap() > refused.json["available_credits"].as_f64().unwrap());
    Ok(())
}

#[test]
fn a_review_changes_the_effective_quantity_only() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let (id, _) = completed_takeoff(&account)?;
    let item = account.get(&format!("/takeoffs/{id}/items?limit=1"))?.expect(200).json["data"][0].clone();
    let path = format!("/takeoffs/{id}/items/{}", item["id"].as_str().unwrap());
    let changed =
        account.patch(&path, json!({"quantity_override": 3, "note": "three behind the door"}))?.expect(200).json;
    assert_eq!(changed["review_status"], "modified");
    assert_eq!(changed["effective_quantity"], 3.0);
    assert_eq!(changed["extracted_quantity"], item["extracted_quantity"]);
    let back = account.patch(&path, json!({"quantity_override": null, "review_status": "accepted"}))?.expect(200).json;
    assert_eq!(back["effective_quantity"], item["extracted_quantity"]);
    assert_eq!(back["review_status"], "accepted");
    let accepted = account.get(&format!("/takeoffs/{id}/items?review_status=accepted"))?.expect(200);
    assert_eq!(accepted.json["data"].as_array().unwrap().len(), 1);
    account.patch(&path, json!({"quantity_override": -1}))?.expect_problem(422, "validation_failed");
    account.patch(&path, json!({"extracted_quantity": 9}))?.expect_problem(422, "validation_failed");
    account
        .call("PATCH", &path, Some(&json!({"note": "x"})), &[("if-match", "\"another\"")])?
        .expect_problem(412, "precondition_failed");
    Ok(())
}

#[test]
fn consolidated_and_filtered_lists_agree_with_the_whole() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let (id, _) = completed_takeoff(&account)?;
    let base = format!("/takeoffs/{id}/items");
    let items = account.list_all(&base)?;
    let sum = |rows: &[Value]| rows.iter().map(|row| row["effective_quantity"].as_f64().unwrap()).sum::<f64>();
    let counts: Vec<Value> = items.iter().filter(|item| item["measure_type"] == "count").cloned().collect();
    let grouped = account.list_all(&format!("{base}?consolidated=true&measure_type=count"))?;
    assert!(grouped.len() < counts.len());
    assert!((sum(&grouped) - sum(&counts)).abs() < 1e-9);
    let category = items[0]["category"].as_str().unwrap();
    let some = account.list_all(&format!("{base}?category={category}"))?;
    assert_eq!(some.len(), items.iter().filter(|item| item["category"] == category).count());
    let summary = account.get(&format!("/takeoffs/{id}/summary"))?.expect(200);
    let total: f64 =
        summary.json["totals"].as_array().unwrap().iter().map(|row| row["item_count"].as_f64().unwrap()).sum();
    assert_eq!(total as usize, items.len());
    Ok(())
}

#[test]
fn units_are_converted_on_request() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let (id, _) = completed_takeoff(&account)?;
    let length = |units: &str| -> Result<(f64, String)> {
        let routes = account.list_all(&format!("/takeoffs/{id}/routes?units={units}"))?;
        let unit = routes[0]["unit"].as_str().unwrap().to_owned();
        Ok((routes.iter().map(|route| route["quantity"].as_f64().unwrap()).sum(), unit))
    };
    let (meters, m) = length("metric")?;
    let (feet, ft) = length("imperial")?;
    assert_eq!((m.as_str(), ft == "FT" || ft == "LF"), ("M", true), "{ft}");
    assert!((meters - feet * 0.3048).abs() < 0.01 * meters, "{meters} m, {feet} ft");
    Ok(())
}

#[test]
fn a_sheet_without_scale_gives_counts_and_says_how_to_declare_one() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let Drawing { pdf, truth } = Drawing::e101(1, &Options { show_scale: false, ..Options::default() });
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    let warning = done["warnings"].as_array().unwrap().iter().find(|warning| warning["code"] == "scale_missing");
    let warning = warning.unwrap_or_else(|| panic!("no warning: {done}"));
    assert!(warning["message"].as_str().unwrap().contains("metadata.scale"), "{warning}");
    assert!(account.list_all(&format!("/takeoffs/{}/routes", takeoff.id))?.is_empty());
    let items = account.list_all(&format!("/takeoffs/{}/items?measure_type=count", takeoff.id))?;
    assert_eq!(items.len(), truth.items.len());

    let body =
        json!({"document_id": takeoff.document, "discipline": "electrical", "metadata": {"scale": "1/8\"=1'-0\""}});
    let declared = account.post("/takeoffs", body)?.expect(202);
    let done = account.wait_for_takeoff(declared.text("id"))?;
    assert_eq!(done["status"], "completed", "{done}");
    assert!(!account.list_all(&format!("/takeoffs/{}/routes", declared.text("id")))?.is_empty());
    Ok(())
}

#[test]
fn pages_out_of_range_are_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let project = account.project("North School")?;
    let document = account.upload(&project, "E-101.pdf", &pdf)?;
    let body = json!({"document_id": document["id"], "discipline": "electrical", "pages": [1, 9]});
    let answer = account.post("/takeoffs", body)?.expect_problem(422, "validation_failed");
    assert_eq!(answer.json["errors"][0]["field"], "/pages/1");
    Ok(())
}
