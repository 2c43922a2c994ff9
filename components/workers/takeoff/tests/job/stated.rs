//! Checks of a finished takeoff: stated quantities, circuits of panels, schedules over several pages, and legends of
//! other documents.

use super::*;

/// Returns findings of one page: schedules whose rows are tag, description and stated quantity.
fn scheduled(page: u32, key: &str, rows: &[(&str, &str, f64)]) -> Findings {
    let mut found = stated(page, 0, "");
    let row = |(tag, description, quantity): &(&str, &str, f64)| ScheduleRow {
        tag: (*tag).into(),
        description: (*description).into(),
        attributes: vec![("stated_quantity".into(), Attribute::Number(*quantity))],
    };
    found.routes.clear();
    found.schedules = vec![Schedule {
        key: key.into(),
        kind: ScheduleKind::Fixture,
        title: Some("LUMINAIRES".into()),
        page_number: page,
        columns: vec!["TYPE".into(), "DESCRIPTION".into(), "QTY".into()],
        rows: rows.iter().map(row).collect(),
    }];
    found
}

fn messages(db: &Db) -> Vec<String> {
    let rows = db.query("SELECT message FROM takeoff_warnings WHERE code = 'stated_quantity_differs'", []).unwrap();
    rows.iter().map(|row| row.text("message").unwrap()).collect()
}

#[test]
fn a_count_that_differs_from_what_a_schedule_states_is_warned_about() {
    let of = |rows: &[(&str, &str, f64)]| {
        let db = takeoff(&[1], 10.0, "{}");
        let mut found = scheduled(1, "s", rows);
        found.items = findings(5, PageRate::Page).items;
        for (n, item) in found.items.iter_mut().enumerate() {
            item.tag = Some(if n < 3 { "r-1" } else { "B" }.into());
        }
        run(&db, &&extractor([(1, vec![Ok(found)])]), &request()).unwrap();
        messages(&db)
    };
    assert!(of(&[("R1", "", 3.0), ("B", "", 2.0)]).is_empty());
    let messages = of(&[("R1", "", 4.0), ("B", "", 2.0), ("C", "EXIT SIGN", 1.0)]);
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[0], "The schedule \"LUMINAIRES\" on page 1 states 4 × \"R1\", but the takeoff counted 3.");
    assert!(messages[1].contains("1 × \"C (EXIT SIGN)\", but the takeoff counted 0."), "{}", messages[1]);
    // A line number is not a tag, so the description is used.
    assert!(of(&[("1", "Duplex  receptacle", 5.0)]).is_empty());
    assert_eq!(of(&[("1", "Duplex receptacle", 6.0)]).len(), 1);
    // One of two schedules with the tag agrees. Nothing was counted for another trade.
    assert!(of(&[("B", "", 1.0), ("B", "", 2.0)]).is_empty());
    assert!(of(&[("WC-1", "", 4.0), ("L-1", "", 2.0)]).is_empty());
}

#[test]
fn devices_on_a_spare_breaker_of_their_panel_are_warned_about() {
    let of = |circuits: &[&str]| {
        let db = takeoff(&[1], 10.0, "{}");
        let mut found = findings(circuits.len() as u32, PageRate::Page);
        for (item, circuit) in found.items.iter_mut().zip(circuits) {
            item.attributes = vec![
                ("circuit".into(), Attribute::Text((*circuit).into())),
                ("panel".into(), Attribute::Text("LP-1".into())),
            ];
        }
        let row = |(tag, description): (&str, &str)| ScheduleRow {
            tag: tag.into(),
            description: description.into(),
            attributes: vec![],
        };
        found.schedules[0].title = Some("PANELBOARD SCHEDULE: LP-1".into());
        found.schedules[0].rows = [("1", "Lights"), ("2", "Receptacles"), ("3", "Spare")].map(row).into();
        run(&db, &&extractor([(1, vec![Ok(found)])]), &request()).unwrap();
        messages(&db)
    };
    assert!(of(&["LP-1-1", "LP-1-2", "LP-1-1,2"]).is_empty());
    let messages = of(&["LP-1-1", "LP-1-2", "LP-1-3"]);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("1 device is on circuit 3") && messages[0].contains("as a spare"), "{messages:?}");
}

#[test]
fn a_schedule_that_goes_on_over_pages_is_one() {
    let db = takeoff(&[1, 2, 3], 10.0, "{}");
    let part = |page: u32, tag: &str| {
        let mut found = scheduled(page, "s", &[(tag, "", 1.0)]);
        if page > 1 {
            found.schedules[0].rows[0].attributes.push(("continues".into(), Attribute::Text("1/s".into())));
        }
        found.items = vec![item("i")];
        found.items[0].tag = Some(tag.into());
        found.items[0].attributes = vec![("schedule_id".into(), Attribute::Text(format!("{page}/s")))];
        found
    };
    // The third page finishes first.
    let pages = [(3, part(3, "C")), (1, part(1, "A")), (2, part(2, "B"))].map(|(n, found)| (n, vec![Ok(found)]));
    run(&db, &&extractor(pages), &request()).unwrap();
    let schedules = db.query("SELECT id, page_number, rows FROM schedules", []).unwrap();
    assert_eq!(schedules.len(), 1);
    assert_eq!(schedules[0].int("page_number").unwrap(), 1);
    let rows: Vec<serde_json::Value> = schedules[0].json("rows").unwrap();
    assert_eq!(rows.iter().map(|row| row["tag"].as_str().unwrap()).collect::<Vec<_>>(), ["A", "B", "C"]);
    assert!(rows.iter().all(|row| row["attributes"].get("continues").is_none()));
    let id = schedules[0].text("id").unwrap();
    for item in db.query("SELECT attributes FROM items", []).unwrap() {
        assert_eq!(item.json::<serde_json::Value>("attributes").unwrap()["schedule_id"], id.as_str());
    }
    assert!(messages(&db).is_empty());
}

#[test]
fn items_that_named_a_part_of_a_schedule_are_grouped_by_the_whole() {
    let db = takeoff(&[1, 2], 10.0, "{}");
    let mut first = scheduled(1, "s", &[("A", "", 1.0)]);
    first.items = vec![item("i"), item("j")];
    for (item, schedule) in first.items.iter_mut().zip(["1/s", "2/s"]) {
        item.attributes = vec![("schedule_id".into(), Attribute::Text(schedule.into()))];
    }
    let mut second = scheduled(2, "s", &[("B", "", 1.0)]);
    second.schedules[0].rows[0].attributes.push(("continues".into(), Attribute::Text("1/s".into())));
    second.items = vec![];
    run(&db, &&extractor([(1, vec![Ok(first)]), (2, vec![Ok(second)])]), &request()).unwrap();
    assert_eq!((count(&db, "items"), count(&db, "item_groups")), (2, 1));
    let group = db.query_opt("SELECT * FROM item_groups", []).unwrap().unwrap();
    assert_eq!((group.int("first_position").unwrap(), group.int("item_count").unwrap()), (0, 2));
    assert_eq!(group.opt_text("attributes").unwrap(), None, "both name the whole");
    let items = db.query("SELECT first_position FROM items", []).unwrap();
    assert!(items.iter().all(|row| row.int("first_position").unwrap() == 0));
}

#[test]
fn a_part_of_a_schedule_whose_beginning_was_not_asked_for_stays() {
    let db = takeoff(&[2], 10.0, "{}");
    let mut found = scheduled(2, "s", &[("A", "", 1.0)]);
    found.schedules[0].rows[0].attributes.push(("continues".into(), Attribute::Text("1/s".into())));
    run(&db, &&extractor([(2, vec![Ok(found)])]), &request()).unwrap();
    let rows: Vec<serde_json::Value> = db.query("SELECT rows FROM schedules", []).unwrap()[0].json("rows").unwrap();
    assert_eq!(rows.len(), 1);
    assert!(rows[0]["attributes"].get("continues").is_none());
}

#[test]
fn sheets_of_other_documents_that_explain_the_project_are_surveyed_too() {
    let opened = |file: &str, titles: &[&str], project: &str| {
        let db = takeoff(&[1, 2], 10.0, "{}");
        db.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_2', 'Q', '{}', '2026')", [])
            .unwrap();
        db.execute(
            "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, page_count, metadata, created_at) \
             VALUES ('doc_2', ?, ?, 'drawing', 'ready', 'k2', ?, '{}', '2026')",
            params![project, file, titles.len() as i64],
        )
        .unwrap();
        for (n, title) in titles.iter().enumerate() {
            db.execute(
                "INSERT INTO document_pages (document_id, number, sheet_title, has_text, has_vectors, rotation, width_pt, \
                 height_pt, sheet_key) VALUES ('doc_2', ?, ?, 1, 1, 0, 100, 100, ?)",
                params![n as i64 + 1, *title, format!("t{}", n + 1)],
            )
            .unwrap();
        }
        let page = || vec![Ok(findings(1, PageRate::Page))];
        let extractor = extractor([(1, page()), (2, page())]);
        run(&db, &&extractor, &request()).unwrap();
        let log = extractor.log.borrow();
        log[0].clone()
    };
    let titles = ["POWER PLAN", "SYMBOLS AND ABBREVIATIONS"];
    // The repeated first sheet separates the documents.
    assert_eq!(opened("E-000.pdf", &titles, "prj_1"), "open electrical s1 s2 s1 t2");
    assert_eq!(opened("Legend.pdf", &["A"], "prj_1"), "open electrical s1 s2 s1 t1");
    assert_eq!(opened("E-000.pdf", &titles, "prj_2"), "open electrical s1 s2");
    assert_eq!(opened("E-000.pdf", &["POWER PLAN"], "prj_1"), "open electrical s1 s2");
}

#[test]
fn a_legend_that_states_what_nothing_was_counted_of_is_warned_about() {
    let of = |rows: &[(&str, &str)]| {
        let db = takeoff(&[1], 10.0, "{}");
        let mut found = scheduled(1, "legend", &[]);
        let row = |(description, quantity): &(&str, &str)| ScheduleRow {
            tag: String::new(),
            description: (*description).into(),
            attributes: vec![("legend_quantity".into(), Attribute::Text((*quantity).into()))],
        };
        found.schedules[0].rows = rows.iter().map(row).collect();
        found.items = findings(5, PageRate::Page).items;
        run(&db, &&extractor([(1, vec![Ok(found)])]), &request()).unwrap();
        messages(&db)
    };
    let messages = of(&[("Duplex receptacle", "5"), ("Floor box", "4 pcs"), ("Clock", "0")]);
    assert_eq!(messages, ["The legend on page 1 states 4 × \"Floor box\", but none were counted."]);
    let messages = of(&[("Fan", "5"), ("Floor box", "4"), ("Clock", "2")]);
    assert_eq!(messages, ["The legend on page 1 states 11 items of 3 kinds, but none were counted."]);
}
