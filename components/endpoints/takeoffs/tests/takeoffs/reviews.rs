//! Reviews of items, lines and routes.

use plumbline_database::params;
use plumbline_endpoint::testing::Harness;
use serde_json::{Value, json};

use crate::{ItemSpec, code, completed, harness};

#[test]
fn a_review_never_changes_what_was_extracted() {
    let harness = harness();
    let id = completed(&harness, &[(1, 0, "A", None, 4.0, "EA"), (1, 1, "A", None, 1.0, "EA")]);
    let path = format!("/takeoffs/{id}/items/itm_{:022}", 0);
    let patch = |body: Value, headers: &[(&str, &str)]| harness.call("PATCH", &path, Some(&body), headers);
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
    assert_eq!(harness.call("PATCH", &format!("/takeoffs/{id}/items/itm_x"), Some(&json!({})), &[]).status, 404);

    let totals = |id: &str| harness.get(&format!("/takeoffs/{id}/summary")).value()["totals"].clone();
    assert_eq!(
        totals(&id),
        json!([{"trade": "electrical", "category": "lighting", "unit": "EA", "quantity": 5.0, "item_count": 2}])
    );
    patch(json!({"review_status": "rejected"}), &[]);
    assert_eq!(totals(&id)[0]["quantity"], 1.0);
}

#[test]
fn what_an_agent_reviews_is_proposed_until_a_person_reviews_it() {
    let mut harness = harness();
    let items: Vec<ItemSpec<'_>> = (0..3).map(|position| (1, position, "A", None, 1.0, "EA")).collect();
    let id = completed(&harness, &items);
    let item = |number: usize| format!("/takeoffs/{id}/items/itm_{number:022}");
    let bulk = format!("/takeoffs/{id}/items/review");
    let accept = json!({"review_status": "accepted"});
    let all = json!({"filter": {}, "review_status": "accepted"});
    let proposed = |harness: &Harness, path: &str| harness.get(path).value()["review_proposed"].clone();
    assert_eq!(proposed(&harness, &item(0)), Value::Null, "nobody has reviewed it");

    harness.caller.insert("x-plumbline-surface", "mcp".to_owned());
    let reviewed = harness.call("PATCH", &item(0), Some(&accept), &[]).value();
    assert_eq!((&reviewed["review_status"], &reviewed["review_proposed"]), (&json!("accepted"), &json!(true)));
    assert_eq!(harness.post(&bulk, &all).value(), json!({"selected": 3, "changed": 2}), "one is as it was");
    let line = || harness.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"][0].clone();
    assert_eq!(line()["review_proposed"], true);

    harness.caller.insert("x-plumbline-surface", "rest".to_owned());
    let confirmed = harness.call("PATCH", &item(0), Some(&accept), &[]).value();
    assert_eq!((&confirmed["review_status"], &confirmed["review_proposed"]), (&json!("accepted"), &Value::Null));
    let line = || harness.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"][0].clone();
    assert_eq!(line()["review_proposed"], true, "two of its items are");
    assert_eq!(harness.post(&bulk, &all).value(), json!({"selected": 3, "changed": 2}));
    assert_eq!(line()["review_proposed"], Value::Null);
    assert_eq!(proposed(&harness, &item(2)), Value::Null);
}

#[test]
fn a_line_is_reviewed_as_its_items_are() {
    let harness = harness();
    let items: Vec<ItemSpec<'_>> = (0..4).map(|position| (1, position, "A", None, 1.0, "EA")).collect();
    let id = completed(&harness, &items);
    let lines = || harness.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"].clone();
    let total = || harness.get(&format!("/takeoffs/{id}/summary")).value()["totals"][0]["quantity"].clone();
    let item = |number: usize| format!("/takeoffs/{id}/items/itm_{number:022}");
    harness.call("PATCH", &item(3), Some(&json!({"review_status": "rejected"})), &[]);
    let line = lines()[0].clone();
    assert_eq!(line["item_ids"].as_array().unwrap().len(), 4);
    assert_eq!((&line["effective_quantity"], &line["extracted_quantity"]), (&json!(3.0), &json!(3.0)));
    assert_eq!(total(), json!(3.0));

    let path = format!("/takeoffs/{id}/items/{}", line["id"].as_str().unwrap());
    let version = line["version"].as_str().unwrap();
    let read = harness.get(&path);
    assert_eq!((read.status, read.header("etag")), (200, Some(format!("\"{version}\"").as_str())));
    assert_eq!(read.value(), line);
    let patch = |body: Value, version: &str| harness.call("PATCH", &path, Some(&body), &[("if-match", version)]);
    let refused = patch(json!({"quantity_override": 2}), version);
    assert_eq!(code(&refused), (422, "validation_failed".to_owned()));
    assert_eq!(refused.value()["errors"][0]["field"], "/quantity_override");
    let accepted = patch(json!({"review_status": "accepted", "note": "seen"}), version);
    assert_eq!(accepted.status, 200, "{}", accepted.value());
    assert_eq!(code(&patch(json!({"note": null}), version)).0, 412, "others have reviewed it since");
    assert_eq!(lines()[0], accepted.value());
    let statuses: Vec<_> = (0..4).map(|number| harness.get(&item(number)).value()["review_status"].clone()).collect();
    assert_eq!(statuses, ["accepted", "accepted", "accepted", "rejected"], "a rejected item stays so");
    assert_eq!(total(), json!(3.0));

    // The rejection of a whole line can be undone.
    let present = |path: &str| harness.get(path).value()["version"].as_str().unwrap().to_owned();
    patch(json!({"review_status": "rejected"}), &present(&path));
    assert_eq!((&lines()[0]["effective_quantity"], &lines()[0]["review_status"]), (&json!(0.0), &json!("rejected")));
    assert_eq!(patch(json!({"review_status": "accepted"}), &present(&path)).value()["effective_quantity"], 4.0);
    assert_eq!(harness.get(&format!("/takeoffs/{id}/items/grp_{:022}", 9)).status, 404);
}

#[test]
fn a_line_of_a_filtered_list_is_reviewed_with_the_same_filter() {
    let harness = harness();
    let items: Vec<ItemSpec<'_>> = (0..4).map(|position| (1, position, "A", None, 1.0, "EA")).collect();
    let id = completed(&harness, &items);
    let item = |number: usize| format!("/takeoffs/{id}/items/itm_{number:022}");
    let statuses =
        || -> Vec<Value> { (0..4).map(|number| harness.get(&item(number)).value()["review_status"].clone()).collect() };
    harness.call("PATCH", &item(1), Some(&json!({"review_status": "rejected"})), &[]);
    let list = harness.get(&format!("/takeoffs/{id}/items?consolidated=true&review_status=rejected"));
    let line = list.value()["data"][0].clone();
    assert_eq!(line["item_ids"], json!([format!("itm_{:022}", 1)]));

    let path = format!("/takeoffs/{id}/items/{}", line["id"].as_str().unwrap());
    let filtered = format!("{path}?review_status=rejected");
    assert_eq!(harness.get(&filtered).value(), line);
    assert_eq!(harness.get(&format!("{path}?review_status=accepted")).status, 404);
    assert_eq!(harness.get(&format!("{path}?category=power")).status, 404);
    assert_eq!(harness.get(&format!("{}?review_status=accepted", item(1))).status, 404);
    assert_eq!(code(&harness.get(&format!("{path}?confidence=high"))), (400, "invalid_request".to_owned()));
    let tag = line["version"].as_str().unwrap();
    let patch = |body: Value| harness.call("PATCH", &filtered, Some(&body), &[("if-match", tag)]);
    let accepted = patch(json!({"review_status": "accepted"}));
    assert_eq!(accepted.status, 200, "{}", accepted.value());
    let reviewed = accepted.value();
    assert_eq!((&reviewed["item_ids"], &reviewed["review_status"]), (&line["item_ids"], &json!("accepted")));
    assert_eq!(statuses(), ["extracted", "accepted", "extracted", "extracted"]);
    assert_eq!(patch(json!({"review_status": "rejected"})).status, 404, "nothing is rejected now");
}

#[test]
fn a_line_takes_an_override_if_it_counts_one_item() {
    let harness = harness();
    let items: Vec<ItemSpec<'_>> = (0..3).map(|position| (1, position, "A", None, 1.0, "EA")).collect();
    let id = completed(&harness, &items);
    for number in [0, 2] {
        let path = format!("/takeoffs/{id}/items/itm_{number:022}");
        harness.call("PATCH", &path, Some(&json!({"review_status": "rejected"})), &[]);
    }
    let line = harness.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"][0]["id"].clone();
    let path = format!("/takeoffs/{id}/items/{}", line.as_str().unwrap());
    let overridden = harness.call("PATCH", &path, Some(&json!({"quantity_override": 5})), &[]);
    assert_eq!(overridden.status, 200, "{}", overridden.value());
    assert_eq!(overridden.value()["effective_quantity"], 5.0);
    let one = harness.get(&format!("/takeoffs/{id}/items/itm_{:022}", 1)).value();
    assert_eq!((&one["quantity_override"], &one["review_status"]), (&json!(5.0), &json!("modified")));
}

#[test]
fn many_items_are_reviewed_at_once_or_not_at_all() {
    let harness = harness();
    let items = [
        (1, 0, "A", None, 1.0, "EA"),
        (1, 1, "A", None, 1.0, "EA"),
        (1, 2, "B", None, 2.0, "EA"),
        (2, 0, "A", None, 1.0, "EA"),
    ];
    let id = completed(&harness, &items);
    let path = format!("/takeoffs/{id}/items/review");
    let post = |body: Value| harness.call("POST", &path, Some(&body), &[]);
    let statuses = || -> Vec<String> {
        let listed = harness.get(&format!("/takeoffs/{id}/items")).value();
        listed["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["review_status"].as_str().unwrap().to_owned())
            .collect()
    };
    let line = harness.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"][0]["id"].clone();
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
    let keyed = || harness.call("POST", &path, Some(&filtered), &[("idempotency-key", "a")]);
    assert_eq!(keyed().value(), json!({"selected": 1, "changed": 1}));
    assert_eq!(keyed().value(), json!({"selected": 1, "changed": 1}), "the answer of the first");
    assert_eq!(statuses(), ["accepted", "accepted", "rejected", "accepted"]);
    let total = harness.get(&format!("/takeoffs/{id}/summary")).value()["totals"][0]["quantity"].clone();
    assert_eq!(total, json!(3.0));
    let cleared = post(json!({"filter": {}, "note": null}));
    assert_eq!(cleared.value(), json!({"selected": 4, "changed": 3}));
}

#[test]
fn an_item_is_protected_before_its_first_review_and_an_override_can_be_taken_back() {
    let harness = harness();
    let id = completed(&harness, &[(1, 0, "A", None, 4.0, "EA")]);
    let listed = harness.get(&format!("/takeoffs/{id}/items")).value()["data"][0].clone();
    let path = format!("/takeoffs/{id}/items/{}", listed["id"].as_str().unwrap());
    let read = harness.get(&path);
    assert_eq!(read.value(), listed);
    let tag = read.header("etag").unwrap().to_owned();
    assert_eq!(harness.call("GET", &path, None, &[("if-none-match", &tag)]).status, 304);
    let patch = |body: Value, tag: &str| harness.call("PATCH", &path, Some(&body), &[("if-match", tag)]);
    assert_eq!(patch(json!({"quantity_override": 5}), &tag).value()["review_status"], "modified");
    assert_eq!(code(&patch(json!({"quantity_override": 6}), &tag)).0, 412);
    let undone = patch(json!({"quantity_override": null}), "*").value();
    assert_eq!((&undone["review_status"], &undone["effective_quantity"]), (&json!("extracted"), &json!(4.0)));
    assert_eq!(undone["version"], "3");
}

#[test]
fn a_route_is_reviewed_and_a_rejected_one_is_no_part_of_the_work() {
    let harness = harness();
    let id = completed(&harness, &[(1, 0, "A", None, 1.0, "EA")]);
    for (number, item) in [None, Some("itm_0000000000000000000000")].into_iter().enumerate() {
        let sql = "INSERT INTO routes (id, takeoff_id, page_number, position, item_id, trade, system, quantity, unit, attributes, \
            confidence, segments) VALUES (?, ?, 1, ?, ?, 'electrical', 'conduit', 10.0, 'FT', '{}', 'high', 2)";
        harness.db.execute(sql, params![format!("rte_{number:022}"), &id, number as i64, item]).unwrap();
    }
    let listed = || harness.get(&format!("/takeoffs/{id}/routes")).value();
    let total = || listed()["totals_by_system"]["conduit"]["quantity"].clone();
    let lengths = || harness.get(&format!("/takeoffs/{id}/summary")).value()["routes"].clone();
    assert_eq!(total(), json!(20.0));
    let expected =
        json!([{"trade": "electrical", "system": "conduit", "unit": "FT", "quantity": 20.0, "route_count": 2}]);
    assert_eq!(lengths(), expected);

    let version = listed()["data"][0]["version"].as_str().unwrap().to_owned();
    let path = format!("/takeoffs/{id}/routes/rte_{:022}", 0);
    let patch = |body: Value, version: &str| harness.call("PATCH", &path, Some(&body), &[("if-match", version)]);
    let adjusted = patch(json!({"quantity_override": 12.5, "note": "around the shaft"}), &version);
    let route = adjusted.value();
    assert_eq!((adjusted.status, &route["review_status"]), (200, &json!("modified")), "{route}");
    assert_eq!((&route["quantity"], &route["effective_quantity"]), (&json!(10.0), &json!(12.5)));
    assert_eq!(code(&patch(json!({"note": null}), &version)).0, 412);
    assert_eq!((total(), &lengths()[0]["quantity"]), (json!(22.5), &json!(22.5)));
    let metric = harness.get(&format!("/takeoffs/{id}/routes?units=metric")).value();
    assert_eq!(metric["data"][0]["effective_quantity"], json!(3.81));

    // The review of an item applies to its route, unless the route has its own review.
    let item = format!("/takeoffs/{id}/items/itm_{:022}", 0);
    harness.call("PATCH", &item, Some(&json!({"review_status": "rejected"})), &[]);
    assert_eq!((&listed()["data"][1]["review_status"], total()), (&json!("rejected"), json!(12.5)));
    let own = format!("/takeoffs/{id}/routes/rte_{:022}", 1);
    harness.call("PATCH", &own, Some(&json!({"review_status": "accepted"})), &[]);
    assert_eq!((&listed()["data"][1]["review_status"], total()), (&json!("accepted"), json!(22.5)));
    assert_eq!(harness.call("PATCH", &format!("/takeoffs/{id}/routes/rte_x"), Some(&json!({})), &[]).status, 404);
}

#[test]
fn what_the_web_application_made_is_read_and_not_changed() {
    let harness = harness();
    let id = completed(&harness, &[(1, 0, "Duplex receptacle", None, 1.0, "EA")]);
    harness
        .db
        .execute("UPDATE takeoffs SET origin = 'web_app', external_ref = 'theirs' WHERE id = ?", params![&id])
        .unwrap();
    assert_eq!(harness.get(&format!("/takeoffs/{id}")).value()["origin"], "web_app");
    assert_eq!(harness.get("/takeoffs").value()["data"][0]["origin"], "web_app");
    assert!(harness.get("/takeoffs?external_ref=theirs").value()["data"].as_array().unwrap().is_empty());
    let items = harness.get(&format!("/takeoffs/{id}/items"));
    let item = items.value()["data"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/takeoffs/{id}/items/{item}");
    let refused = harness.call("PATCH", &path, Some(&json!({"review_status": "accepted"})), &[]);
    assert_eq!(code(&refused), (409, "read_only_origin".to_owned()));
    let refused = harness.call("POST", &format!("/takeoffs/{id}/cancel"), None, &[]);
    assert_eq!(code(&refused), (409, "read_only_origin".to_owned()));
}
