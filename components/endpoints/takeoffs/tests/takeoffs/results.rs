//! Results of a completed takeoff: summary, items, routes and schedules.

use plumbline_database::params;
use serde_json::{Value, json};

use crate::{ItemSpec, completed, harness};

#[test]
fn a_completed_takeoff_sums_up() {
    let harness = harness();
    let id = completed(&harness, &[(1, 0, "Downlight", Some("A"), 1.0, "EA"), (2, 0, "Conduit", None, 3.5, "M")]);
    for (page, code) in [(1_i64, "partial_pages_failed"), (2, "partial_pages_failed"), (0, "discipline_mismatch")] {
        harness
            .db
            .execute(
                "INSERT INTO takeoff_warnings (takeoff_id, page_number, position, code, message) VALUES (?, ?, 0, ?, 'm')",
                params![&id, page, code],
            )
            .unwrap();
    }
    let takeoff = harness.get(&format!("/takeoffs/{id}")).value();
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
    let harness = harness();
    let id = completed(
        &harness,
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
        let page = harness.get(&target).value();
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
        |query: &str| harness.get(&format!("/takeoffs/{id}/items?{query}")).value()["data"].as_array().unwrap().len();
    assert_eq!(count("page_number=2"), 2);
    assert_eq!(count("measure_type=length"), 2);
    assert_eq!(count("trade=plumbing"), 0);
    assert_eq!(count("category=lighting&item_type=luminaire&review_status=extracted"), 4);
    assert_eq!(harness.get(&format!("/takeoffs/{id}/items?page_number=0")).status, 400);
    assert_eq!(harness.get("/takeoffs/tko_0000000000000000000000/items").status, 404);
}

#[test]
fn consolidated_items_sum_what_is_equal_on_a_sheet() {
    let harness = harness();
    let id = completed(
        &harness,
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
    let first = harness.get(&target).value();
    let second = harness.get(&format!("{target}&cursor={}", first["next_cursor"].as_str().unwrap())).value();
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
    let harness = harness();
    let on_sheet = |page| {
        (0..2_500).map(move |position| {
            let description = if position == 2_400 { "LATE" } else { ["A", "B"][position as usize % 2] };
            (page, position, description, None, 1.0, "EA")
        })
    };
    let items: Vec<ItemSpec<'_>> = on_sheet(1).chain(on_sheet(2)).collect();
    let id = completed(&harness, &items);
    let mut target = format!("/takeoffs/{id}/items?consolidated=true&limit=4");
    let mut groups = Vec::new();
    loop {
        let page = harness.get(&target).value();
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
fn routes_have_totals_of_all_pages() {
    let harness = harness();
    let id = completed(&harness, &[]);
    for (number, (system, quantity, unit)) in
        [("conduit", 20.0, "FT"), ("conduit", 3.048, "M"), ("feeder", 5.0, "FT")].iter().enumerate()
    {
        harness
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
    let page = harness.get(&format!("/takeoffs/{id}/routes?limit=1&units=metric")).value();
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
    let bare = harness.get(&format!("/takeoffs/{id}/routes?include_geometry=false&system=conduit")).value();
    assert!(bare["data"].as_array().unwrap().iter().all(|route| route.get("geometry").is_none()));
    // In units as drawn, one total combines two units.
    assert_eq!(bare["totals_by_system"]["conduit"]["quantity"].as_f64().map(f64::round), Some(30.0));
}

#[test]
fn schedules_are_listed_whole() {
    let harness = harness();
    let id = completed(&harness, &[]);
    let rows = json!([{"tag": "1", "description": "Lighting", "attributes": {"poles": 1, "spare": false}}]);
    harness
        .db
        .execute(
            "INSERT INTO schedules (id, takeoff_id, page_number, position, kind, title, columns, rows) \
             VALUES ('sch_1', ?, 1, 0, 'panel', 'LP-1', '[\"CKT\",\"LOAD\"]', ?)",
            params![&id, rows.to_string()],
        )
        .unwrap();
    let list = harness.get(&format!("/takeoffs/{id}/schedules")).value();
    assert_eq!(list.as_object().unwrap().len(), 1);
    assert_eq!(list["data"][0]["columns"], json!(["CKT", "LOAD"]));
    assert_eq!(list["data"][0]["rows"][0]["attributes"], json!({"poles": 1.0, "spare": false}));
}
