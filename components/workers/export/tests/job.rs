//! The job against the real schema in memory, with an exporter that records its input.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_database::{Db, Row, ledger, params, testing::database};
use plumbline_worker::Request;
use plumbline_worker::host::{
    ComponentRef, Drawing, DrawingScale, Export, Exporting, Header, ItemRow, Provenance, RouteRow, Sharing, Written,
};
use plumbline_worker::quantities::{Attribute, Discipline, EndpointType, ReviewStatus, Schedule, UnitSystem};
use plumbline_worker_export::{abandon, run};
use std::cell::RefCell;

const EXP: &str = "exp_0123456789abcdefghijkl";

#[derive(Default)]
struct Exporter {
    open_failure: Option<String>,
    finish_failure: Option<String>,
    header: RefCell<Option<Header>>,
    items: RefCell<Vec<ItemRow>>,
    routes: RefCell<Vec<RouteRow>>,
    schedules: RefCell<Vec<Schedule>>,
    batches: RefCell<Vec<usize>>,
    makers: RefCell<Vec<ComponentRef>>,
    shared: RefCell<Option<(String, Drawing)>>,
}

struct File<'a>(&'a Exporter);

impl<'a> Exporting for &'a Exporter {
    type Export = File<'a>;
    fn open(&self, format: &str, header: &Header) -> Result<File<'a>, String> {
        assert!(["csv", "pdf"].contains(&format), "{format}");
        *self.header.borrow_mut() = Some(header.clone());
        self.open_failure.clone().map_or(Ok(File(self)), Err)
    }
}

impl Provenance for &Exporter {
    fn used(&self) -> Vec<ComponentRef> {
        vec![]
    }
    fn declare(&self, makers: &[ComponentRef]) {
        *self.makers.borrow_mut() = makers.to_vec();
    }
}

impl Sharing for &Exporter {
    fn share(&self, key: &str, drawing: &Drawing) {
        *self.shared.borrow_mut() = Some((key.to_owned(), drawing.clone()));
    }
}

impl Export for File<'_> {
    fn push_items(&self, rows: &[ItemRow]) -> Result<(), String> {
        self.0.batches.borrow_mut().push(rows.len());
        self.0.items.borrow_mut().extend_from_slice(rows);
        Ok(())
    }
    fn push_routes(&self, rows: &[RouteRow]) -> Result<(), String> {
        self.0.routes.borrow_mut().extend_from_slice(rows);
        Ok(())
    }
    fn push_schedules(&self, rows: &[Schedule]) -> Result<(), String> {
        self.0.schedules.borrow_mut().extend_from_slice(rows);
        Ok(())
    }
    fn finish(&self, key: &str) -> Result<Written, String> {
        assert_eq!(key, "exports/e/file");
        match &self.0.finish_failure {
            Some(message) => Err(message.clone()),
            None => Ok(Written {
                size: 1234,
                media_type: "text/csv".into(),
                extension: "csv".into(),
                component: "csv@0.1.0".into(),
            }),
        }
    }
}

struct Asked {
    accepted_only: bool,
    include_evidence: bool,
    units: &'static str,
    pages: &'static str,
}

const PLAIN: Asked = Asked { accepted_only: false, include_evidence: false, units: "as_drawn", pages: "[1,2]" };

/// Creates a completed takeoff with `items` items over two pages, two routes and a schedule, and a queued export of it.
fn export(items: u32, asked: Asked) -> Db {
    let db = database(100.0).unwrap();
    let run = |sql: &str, parameters: Vec<plumbline_database::Value>| db.execute(sql, parameters).unwrap();
    run(
        "INSERT INTO projects (id, name, reference, metadata, created_at) VALUES ('prj_1', 'Tower B', '26-1', '{}', '2026')",
        vec![],
    );
    run(
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) VALUES \
         ('doc_1', 'prj_1', 'set.pdf', 'drawing', 'ready', 'k', '{}', '2026')",
        vec![],
    );
    run(
        "INSERT INTO document_pages (document_id, number, sheet_number, has_text, has_vectors, rotation, width_pt, \
         height_pt, sheet_key) VALUES ('doc_1', 2, 'E-102', 1, 1, 0, 100, 100, 's2')",
        vec![],
    );
    run(
        "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, \
         units, depth, estimated_credits, component, makers, metadata, created_at, completed_at) VALUES \
         ('tko_1', 'doc_1', 'prj_1', 'electrical', 'completed', ?, 2, 1, 'as_drawn', 'standard', 10, 'electrical@1', \
         '[{\"role\":\"extractor\",\"id\":\"electrical\",\"version\":\"1.0.0\",\"digest\":\"ab\"}]', '{}', \
         '2026', '2026-11-21T08:00:00.000Z')",
        params![asked.pages].into(),
    );
    for n in 0..items {
        let status = ["extracted", "accepted", "rejected", "modified"][n as usize % 4];
        run(
            "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, \
             measure_type, extracted_quantity, quantity_override, unit, attributes, evidence, confidence, review_status, \
             source) VALUES (?, 'tko_1', ?, ?, 'Conduit', 'fire_protection', 'c', 't', 'length', 3.048, ?, 'M', \
             '{\"rating\":20,\"gfci\":true,\"size\":\"3/4\"}', '[{\"page_number\":1,\"bbox\":[0.1,0.2,0.3,0.4]}]', 'low', \
             ?, 'plan')",
            params![
                format!("itm_{n}"),
                1 + n * 2 / items.max(1),
                i64::from(n),
                (status == "modified").then_some(6.096),
                status
            ]
            .into(),
        );
    }
    for (n, item) in [None, Some("itm_0"), Some("itm_1")].into_iter().enumerate() {
        run(
            "INSERT INTO routes (id, takeoff_id, page_number, position, item_id, trade, system, quantity, unit, attributes, \
             confidence, starts_at, segments) VALUES (?, 'tko_1', 1, ?, ?, 'electrical', 'branch_circuit', 10, 'FT', '{}', \
             'high', '{\"type\":\"device_group\",\"item_id\":\"itm_9\",\"count\":4}', 2)",
            params![format!("rte_{n}"), n as i64, item].into(),
        );
    }
    run(
        "INSERT INTO schedules (id, takeoff_id, page_number, position, kind, title, columns, rows) VALUES \
         ('sch_1', 'tko_1', 1, 0, 'panel', 'LP-1', '[\"Ckt\",\"Load\"]', \
         '[{\"tag\":\"1\",\"description\":\"Lights\",\"attributes\":{\"Load\":120.5}}]')",
        vec![],
    );
    run(
        "INSERT INTO exports (id, takeoff_id, format, status, accepted_only, include_evidence, units, credits_charged, \
         document_url, blob_key, created_at) VALUES (?, 'tko_1', 'csv', 'queued', ?, ?, ?, 0, 'https://x/d', \
         'exports/e/file', '2026-11-25T21:40:00.000Z')",
        params![EXP, asked.accepted_only, asked.include_evidence, asked.units].into(),
    );
    db
}

fn request(attempt: u32) -> Request {
    Request { id: "job_1".into(), payload: format!(r#"{{"export_id":"{EXP}"}}"#), attempt }
}

fn state(db: &Db) -> Row {
    db.query_opt("SELECT * FROM exports", []).unwrap().unwrap()
}

#[test]
fn the_start_and_the_end_are_events() {
    let db = export(1, PLAIN);
    run(&db, &&Exporter::default(), &request(1)).unwrap();
    let kinds = db.query("SELECT kind FROM events WHERE resource_id = ? ORDER BY kind", [EXP.into()]).unwrap();
    let kinds: Vec<_> = kinds.iter().map(|row| row.text("kind").unwrap()).collect();
    assert_eq!(kinds, ["export.completed", "export.created", "export.started"]);
}

#[test]
fn every_row_arrives_once_and_in_order() {
    let db = export(1203, PLAIN);
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    let row = state(&db);
    assert_eq!(row.text("status").unwrap(), "completed");
    assert_eq!(row.text("filename").unwrap(), "Tower-B_set_takeoff.csv");
    assert_eq!((row.text("media_type").unwrap().as_str(), row.int("size_bytes").unwrap()), ("text/csv", 1234));

    assert_eq!(row.text("component").unwrap(), "csv@0.1.0");
    assert_eq!(exporter.makers.borrow()[0].version, "1.0.0");

    let ids: Vec<String> = exporter.items.borrow().iter().map(|item| item.id.clone()).collect();
    assert_eq!(ids, (0..1203).map(|n| format!("itm_{n}")).collect::<Vec<_>>());
    assert_eq!(*exporter.batches.borrow(), [500, 500, 203]);
    assert_eq!((exporter.routes.borrow().len(), exporter.schedules.borrow().len()), (3, 1));
    let header = exporter.header.borrow().clone().unwrap();
    assert_eq!((header.project_name.as_str(), header.discipline), ("Tower B", Discipline::Electrical));
    assert_eq!((header.component.as_str(), header.units), ("electrical@1", UnitSystem::AsDrawn));

    let route = exporter.routes.borrow()[0].clone();
    let start = route.starts_at.unwrap();
    assert_eq!(
        (start.kind, start.count, start.item_key.as_deref()),
        (EndpointType::DeviceGroup, Some(4), Some("itm_9"))
    );
    let schedule = exporter.schedules.borrow()[0].clone();
    assert_eq!(schedule.rows[0].attributes, [("Load".to_string(), Attribute::Number(120.5))]);

    let again = Exporter::default();
    run(&db, &&again, &request(2)).unwrap();
    assert!(again.header.borrow().is_none(), "a completed export is left alone");
}

#[test]
fn units_overrides_and_evidence() {
    let db = export(4, Asked { units: "imperial", include_evidence: true, ..PLAIN });
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    let items = exporter.items.borrow();
    let first = &items[0];
    assert_eq!((first.extracted_quantity, first.unit.as_str(), first.effective_quantity), (10.0, "FT", 10.0));
    let changed = &items[3];
    assert_eq!(
        (changed.extracted_quantity, changed.quantity_override, changed.effective_quantity),
        (10.0, Some(20.0), 20.0)
    );
    assert_eq!(first.evidence[0].bbox, (0.1, 0.2, 0.3, 0.4));
    assert_eq!(first.attributes[0], ("gfci".to_string(), Attribute::Flag(true)));
    assert_eq!(first.attributes[1], ("rating".to_string(), Attribute::Number(20.0)));

    let db = export(1, Asked { units: "metric", ..PLAIN });
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    assert!(exporter.items.borrow()[0].evidence.is_empty());
    let route = exporter.routes.borrow()[0].clone();
    assert_eq!((route.quantity, route.unit.as_str()), (3.048, "M"));
}

#[test]
fn accepted_only_leaves_the_others_and_their_routes_out() {
    let db = export(8, Asked { accepted_only: true, ..PLAIN });
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    let items = exporter.items.borrow();
    assert_eq!(items.len(), 2);
    assert!(items.iter().all(|item| item.review_status == ReviewStatus::Accepted));
    let routes: Vec<String> = exporter.routes.borrow().iter().map(|route| route.id.clone()).collect();
    assert_eq!(routes, ["rte_2"], "that of the accepted item 1; the free route is not accepted");

    let db = export(8, Asked { accepted_only: true, ..PLAIN });
    db.execute("UPDATE items SET proposed = 1", []).unwrap();
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    assert!(exporter.items.borrow().is_empty() && exporter.routes.borrow().is_empty(), "an agent accepted them");

    let db = export(8, PLAIN);
    for change in [
        "review_status = 'accepted', quantity_override = 12 WHERE id = 'rte_0'",
        "review_status = 'rejected' WHERE id = 'rte_1'",
    ] {
        db.execute(&format!("UPDATE routes SET {change}"), []).unwrap();
    }
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    let routes: Vec<_> = exporter.routes.borrow().iter().map(|route| (route.id.clone(), route.quantity)).collect();
    assert_eq!(
        routes,
        [("rte_0".to_owned(), 12.0), ("rte_2".to_owned(), 10.0)],
        "a rejected route is no part of an export"
    );
}

#[test]
fn a_takeoff_of_one_sheet_is_named_by_it_and_may_be_empty() {
    let db = export(0, Asked { pages: "[2]", ..PLAIN });
    run(&db, &&Exporter::default(), &request(1)).unwrap();
    assert_eq!(state(&db).text("filename").unwrap(), "Tower-B_E-102_takeoff.csv");
}

#[test]
fn failures_have_their_codes_and_cost_nothing() {
    let db = export(1, PLAIN);
    db.transaction(|tx| ledger::hold(tx, EXP, 20.0, "export", "2026")).unwrap();
    let none = Exporter { open_failure: Some("no exporter writes csv".into()), ..Exporter::default() };
    run(&db, &&none, &request(1)).unwrap();
    let row = state(&db);
    assert_eq!(
        (row.text("status").unwrap().as_str(), row.text("failure_code").unwrap().as_str()),
        ("failed", "unsupported_content")
    );
    assert_eq!(ledger::balance(&db).unwrap().available, 100.0);
    assert!(db.query("SELECT * FROM usage_charges", []).unwrap().is_empty());

    let db = export(1, PLAIN);
    let broken = Exporter { finish_failure: Some("trap".into()), ..Exporter::default() };
    assert!(run(&db, &&broken, &request(1)).is_err_and(|failure| failure.retryable));
    assert_eq!(state(&db).text("status").unwrap(), "processing");
    run(&db, &&broken, &request(2)).unwrap();
    assert_eq!(state(&db).text("failure_code").unwrap(), "internal");

    let db = export(1, PLAIN);
    db.execute("UPDATE takeoffs SET status = 'processing'", []).unwrap();
    run(&db, &&Exporter::default(), &request(1)).unwrap();
    assert!(state(&db).text("failure_message").unwrap().contains("not completed"));
}

#[test]
fn what_was_held_is_charged_once() {
    let db = export(1, PLAIN);
    db.transaction(|tx| ledger::hold(tx, EXP, 20.0, "export", "2026")).unwrap();
    db.execute("UPDATE exports SET request_id = 'req_1'", []).unwrap();
    run(&db, &&Exporter::default(), &request(1)).unwrap();
    run(&db, &&Exporter::default(), &request(2)).unwrap();
    let noted = db.query("SELECT request_id, job_id, credits FROM usage_charges", []).unwrap();
    assert_eq!(noted.len(), 1);
    assert_eq!((noted[0].text("request_id").unwrap().as_str(), noted[0].real("credits").unwrap()), ("req_1", 20.0));
    assert_eq!(noted[0].text("job_id").unwrap(), EXP);
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (80.0, 0.0, 20.0));
    assert_eq!(state(&db).real("credits_charged").unwrap(), 20.0);
    abandon(&db, &request(3)).unwrap();
    assert_eq!(state(&db).text("status").unwrap(), "completed");
}

#[test]
fn giving_up_releases_the_hold_and_a_deleted_export_leaves_none() {
    let db = export(1, PLAIN);
    db.transaction(|tx| ledger::hold(tx, EXP, 20.0, "export", "2026")).unwrap();
    abandon(&db, &request(1)).unwrap();
    assert_eq!(state(&db).text("failure_code").unwrap(), "internal");
    assert_eq!(ledger::balance(&db).unwrap().held, 0.0);

    let db = export(1, PLAIN);
    db.transaction(|tx| ledger::hold(tx, EXP, 20.0, "export", "2026")).unwrap();
    db.execute("DELETE FROM documents", []).unwrap();
    run(&db, &&Exporter::default(), &request(1)).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().held, 0.0);
}

#[test]
fn the_exporter_is_given_the_document_its_scales_and_the_warnings() {
    let db = export(2, PLAIN);
    let run_sql = |sql: &str| db.execute(sql, vec![]).unwrap();
    run_sql("UPDATE documents SET content_type = 'application/pdf'");
    run_sql("UPDATE exports SET format = 'pdf'");
    // 100 points are 35.28 mm: at 1:50 they span 1.7639 m, 5.787 ft.
    run_sql(
        "UPDATE routes SET page_number = 2, geometry = '{\"type\":\"polyline\",\"page_number\":2,\
         \"coordinate_space\":\"page_normalized\",\"coordinates\":[[0,0],[1,1]],\"scale\":\
         {\"units_per_normalized_x\":5.78704,\"unit\":\"FT\",\"source\":\"title_block\"}}'",
    );
    for (page, position, code) in [(0i64, 0i64, "layers_off"), (1, 0, "scale_missing"), (2, 0, "scale_missing")] {
        db.execute(
            "INSERT INTO takeoff_warnings (takeoff_id, page_number, position, code, message) VALUES ('tko_1', ?, ?, ?, 'm')",
            params![page, position, code],
        )
        .unwrap();
    }
    let exporter = Exporter::default();
    run(&db, &&exporter, &request(1)).unwrap();
    let (key, drawing) = exporter.shared.take().unwrap();
    assert_eq!((key.as_str(), drawing.media_type.as_str()), ("k", "application/pdf"));
    assert_eq!(drawing.links_until.as_deref(), Some("2026-12-02T21:40:00.000Z"), "a week after the request");
    let [page] = &drawing.pages[..] else { panic!("{:?}", drawing.pages) };
    assert_eq!((page.number, page.sheet_number.as_deref()), (2, Some("E-102")));
    assert_eq!(page.scale, Some(DrawingScale { ratio: 50.0, source: "title_block".into() }));
    let warnings: Vec<(&str, &[u32])> =
        drawing.warnings.iter().map(|warning| (warning.code.as_str(), warning.pages.as_slice())).collect();
    assert_eq!(warnings, [("layers_off", &[][..]), ("scale_missing", &[1, 2])]);
    let items = exporter.items.borrow();
    assert!(items.iter().all(|item| !item.evidence.is_empty()), "marks stand where the evidence is");
}
