//! The job against the real schema in memory, with a scripted extractor.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod charges;
mod stated;
mod stored_sheets;

use plumbline_db::{Db, Row, ledger, params, testing::database};
use plumbline_guest_worker::host::{
    BlobError, BlobTotals, Blobs, Component, ComponentRef, DeepRecognition, Extraction, ExtractionFailure,
    ExtractionFailureCode, PageRequest, PageResult, Provenance, Session,
};
use plumbline_guest_worker::quantities::{
    Attribute, Confidence, Discipline, EndpointType, Evidence, Findings, Geometry, Item, ItemSource, MeasureType,
    PageRate, Route, RouteEndpoint, RouteSystem, Schedule, ScheduleKind, ScheduleRow, Shape, Trade, Warning,
    WarningCode,
};
use plumbline_guest_worker::{Name, Request};
use plumbline_worker_takeoff::{abandon, run};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The reader that ingestion recorded.
const READER: &str = r#"{"digest":"cd","id":"pdf","role":"reader","version":"0.1.0"}"#;
const TKO: &str = "tko_0123456789abcdefghijkl";

type Outcome = Result<Findings, ExtractionFailure>;

#[derive(Default)]
struct Extractor {
    /// Results of a page, in the order of its requests. The last result is repeated.
    answers: RefCell<BTreeMap<u32, Vec<Outcome>>>,
    open_failure: Option<ExtractionFailure>,
    /// Called before a page's result is returned. Tests use it to cancel, delete or crash.
    before: Option<Box<dyn Fn(u32)>>,
    log: Rc<RefCell<Vec<String>>>,
    requests: RefCell<Vec<PageRequest>>,
    /// Sheets made by deep recognition.
    looked: RefCell<BTreeSet<String>>,
    /// Bytes of the other sheets and the surveys.
    stored_bytes: u64,
}

impl Blobs for &Extractor {
    fn size(&self, key: &str) -> Result<u64, BlobError> {
        if self.looked.borrow().contains(key) { Ok(1) } else { Err(BlobError::NotFound) }
    }
    fn read(&self, _: &str, _: u64, _: u32) -> Result<Vec<u8>, BlobError> {
        Err(BlobError::NotFound)
    }
    fn delete_prefix(&self, _: &str) -> Result<(), BlobError> {
        Ok(())
    }
    fn fetch(&self, _: &str, _: &str, _: u64) -> Result<u64, BlobError> {
        Err(BlobError::NotFound)
    }
}

impl BlobTotals for &Extractor {
    fn bytes_below(&self, prefix: &str) -> Result<u64, String> {
        assert_eq!(prefix, "documents/doc_1/sheets/");
        Ok(self.stored_bytes + self.looked.borrow().len() as u64)
    }
}

impl DeepRecognition for &Extractor {
    fn recognize(&self, key: &str, media_type: &str, page_number: u32, sheet_key: &str) -> Result<bool, String> {
        self.log.borrow_mut().push(format!("look {key} {media_type} {page_number}"));
        match page_number {
            1 => Ok(self.looked.borrow_mut().insert(sheet_key.to_owned())),
            2 => Ok(false),
            _ => Err("it is torn".into()),
        }
    }
}

struct Running<'a>(&'a Extractor, RefCell<VecDeque<u32>>);

impl<'a> Extraction for &'a Extractor {
    type Session = Running<'a>;
    fn open(&self, discipline: Discipline, sheet_keys: &[String]) -> Result<Running<'a>, ExtractionFailure> {
        self.log.borrow_mut().push(format!("open {} {}", discipline.name(), sheet_keys.join(" ")));
        match &self.open_failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(Running(self, RefCell::default())),
        }
    }
}

impl Provenance for &Extractor {
    fn used(&self) -> Vec<ComponentRef> {
        vec![ComponentRef {
            role: "extractor".into(),
            id: "electrical".into(),
            version: "0.1.0".into(),
            digest: "ab".into(),
        }]
    }
    fn declare(&self, _: &[ComponentRef]) {}
}

impl Session for Running<'_> {
    fn component(&self) -> Component {
        Component { id: "electrical".into(), version: "0.1.0".into(), digest: "sha256:ab".into() }
    }
    fn start(&self, pages: &[PageRequest]) {
        self.1.borrow_mut().extend(pages.iter().map(|page| page.page_number));
        self.0.requests.borrow_mut().extend(pages.iter().cloned());
    }
    fn next(&self) -> Option<PageResult> {
        let page_number = self.1.borrow_mut().pop_front()?;
        if let Some(before) = &self.0.before {
            before(page_number);
        }
        self.0.log.borrow_mut().push(format!("page {page_number}"));
        let mut answers = self.0.answers.borrow_mut();
        let answers = answers.get_mut(&page_number).unwrap();
        let outcome = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
        Some(PageResult { page_number, outcome })
    }
    fn stop(&self) {
        self.0.log.borrow_mut().push("stop".into());
        self.1.borrow_mut().clear();
    }
}

fn item(key: &str) -> Item {
    Item {
        key: key.into(),
        group: Some("legend-3".into()),
        description: "Duplex receptacle".into(),
        trade: Trade::Electrical,
        category: "devices".into(),
        item_type: "receptacle".into(),
        measure: MeasureType::Count,
        quantity: 1.0,
        unit: "EA".into(),
        tag: Some("R1".into()),
        attributes: vec![("rating".into(), Attribute::Number(20.0)), ("gfci".into(), Attribute::Flag(true))],
        page_number: 1,
        geometry: Some(Geometry { page_number: 1, shape: Shape::Point((0.5, 0.25)), scale: None }),
        evidence: vec![Evidence { page_number: 1, bbox: (0.4, 0.2, 0.6, 0.3) }],
        confidence: Confidence::High,
        source: ItemSource::Plan,
    }
}

fn findings(items: u32, rate: PageRate) -> Findings {
    let end = |kind, tag: Option<&str>, item_key: Option<&str>| {
        Some(RouteEndpoint { kind, tag: tag.map(Into::into), item_key: item_key.map(Into::into), count: None })
    };
    Findings {
        items: (0..items).map(|n| item(&format!("i{n}"))).collect(),
        routes: vec![Route {
            key: "r0".into(),
            item_key: Some("i0".into()),
            trade: Trade::Electrical,
            system: RouteSystem::BranchCircuit,
            quantity: 12.5,
            unit: "M".into(),
            page_number: 1,
            attributes: vec![],
            confidence: Confidence::Medium,
            starts_at: end(EndpointType::Panel, Some("LP-1"), None),
            ends_at: end(EndpointType::Device, None, Some("i1")),
            segments: 3,
            geometry: None,
        }],
        schedules: vec![Schedule {
            key: "s0".into(),
            kind: ScheduleKind::Panel,
            title: Some("LP-1".into()),
            page_number: 1,
            columns: vec!["Ckt".into(), "Load".into()],
            rows: vec![ScheduleRow { tag: "1".into(), description: "Lights".into(), attributes: vec![] }],
        }],
        warnings: vec![Warning {
            code: WarningCode::ScannedPagesLowQuality,
            message: "grey scan".into(),
            pages: vec![1],
        }],
        rate,
    }
}

/// Creates a takeoff of `pages` of a document with as many pages, with a hold of `hold` credits.
fn takeoff(pages: &[u32], hold: f64, metadata: &str) -> Rc<Db> {
    let db = database(100.0).unwrap();
    db.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'P', '{}', '2026')", [])
        .unwrap();
    db.execute(
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) VALUES \
         ('doc_1', 'prj_1', 'E.pdf', 'drawing', 'ready', 'k', '{\"scale\":\"1:100\"}', '2026')",
        [],
    )
    .unwrap();
    for number in 1..=pages.iter().copied().max().unwrap_or(0) {
        db.execute(
            "INSERT INTO document_pages (document_id, number, sheet_number, has_text, has_vectors, rotation, width_pt, \
             height_pt, sheet_key) VALUES ('doc_1', ?, ?, 1, 1, 0, 100, 100, ?)",
            params![number, format!("E-10{number}"), format!("s{number}")],
        )
        .unwrap();
    }
    let numbers = serde_json::to_string(pages).unwrap();
    db.execute(
        "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, \
         units, depth, estimated_credits, metadata, created_at) VALUES \
         (?, 'doc_1', 'prj_1', 'electrical', 'queued', ?, ?, 1, 'as_drawn', 'standard', ?, ?, '2026')",
        params![TKO, numbers, pages.len() as i64, hold, metadata],
    )
    .unwrap();
    db.transaction(|tx| ledger::hold(tx, TKO, hold, "takeoff", "2026")).unwrap();
    Rc::new(db)
}

fn extractor(answers: impl IntoIterator<Item = (u32, Vec<Outcome>)>) -> Extractor {
    Extractor { answers: RefCell::new(answers.into_iter().collect()), ..Extractor::default() }
}

fn request() -> Request {
    Request { id: "job_1".into(), payload: format!(r#"{{"takeoff_id":"{TKO}"}}"#), attempt: 1 }
}

fn failure(code: ExtractionFailureCode, message: &str) -> Outcome {
    Err(ExtractionFailure { code, message: message.into() })
}

fn state(db: &Db) -> Row {
    db.query_opt("SELECT * FROM takeoffs", []).unwrap().unwrap()
}

fn status(db: &Db) -> String {
    state(db).text("status").unwrap()
}

fn count(db: &Db, table: &str) -> i64 {
    db.query_opt(&format!("SELECT COUNT(*) AS n FROM {table}"), []).unwrap().unwrap().int("n").unwrap()
}

/// Returns available, held and consumed credits.
fn credits(db: &Db) -> (f64, f64, f64) {
    let balance = ledger::balance(db).unwrap();
    (balance.available, balance.held, balance.consumed)
}

fn warnings(db: &Db) -> Vec<(i64, String)> {
    let rows = db.query("SELECT page_number, code FROM takeoff_warnings ORDER BY page_number, position", []).unwrap();
    rows.iter().map(|row| (row.int("page_number").unwrap(), row.text("code").unwrap())).collect()
}

#[test]
fn findings_are_stored_in_the_contracts_shapes() {
    let db = takeoff(&[1, 2], 20.0, r#"{"scale.2":"1:50"}"#);
    db.execute("UPDATE documents SET reader = ?", params![READER]).unwrap();
    let extractor =
        extractor([(1, vec![Ok(findings(2, PageRate::TextPage))]), (2, vec![Ok(findings(300, PageRate::Page))])]);
    run(&db, &&extractor, &request()).unwrap();

    let row = state(&db);
    assert_eq!(row.text("status").unwrap(), "completed");
    assert_eq!(row.text("component").unwrap(), "electrical@0.1.0 (sha256:ab)");
    let makers: Vec<serde_json::Value> = row.json("makers").unwrap();
    assert_eq!((makers.len(), makers[0].to_string().as_str()), (2, READER));
    assert_eq!((makers[1]["id"].as_str(), makers[1]["version"].as_str()), (Some("electrical"), Some("0.1.0")));
    assert_eq!(row.real("credits_charged").unwrap(), 10.0, "3.0 for the pages, but the job's minimum is 10");
    assert!(row.text("started_at").unwrap() <= row.text("completed_at").unwrap());
    assert_eq!(credits(&db), (90.0, 0.0, 10.0));
    assert_eq!(extractor.log.borrow()[0], "open electrical s1 s2");
    let scales: Vec<Option<String>> =
        extractor.requests.borrow().iter().map(|r| r.options.declared_scale.clone()).collect();
    assert_eq!(scales, [Some("1:100".into()), Some("1:50".into())]);

    assert_eq!((count(&db, "items"), count(&db, "routes"), count(&db, "schedules")), (302, 2, 2));
    let items = db.query("SELECT * FROM items ORDER BY page_number, position", []).unwrap();
    let first = &items[0];
    assert_eq!(first.text("id").unwrap().len(), 26);
    assert_eq!(first.text("review_status").unwrap(), "extracted");
    assert_eq!(first.text("sheet_number").unwrap(), "E-101");
    assert_eq!(first.text("attributes").unwrap(), r#"{"gfci":true,"rating":20.0}"#);
    assert_eq!(first.text("evidence").unwrap(), r#"[{"page_number":1,"bbox":[0.4,0.2,0.6,0.3]}]"#);
    let geometry: serde_json::Value = first.json("geometry").unwrap();
    assert_eq!(geometry["coordinates"], serde_json::json!([0.5, 0.25]));
    let positions: Vec<i64> = items[2..].iter().map(|row| row.int("position").unwrap()).collect();
    assert_eq!(positions, (0..300).collect::<Vec<i64>>());
    assert!(items.iter().all(|row| row.int("first_position").unwrap() == 0));
    let groups = db.query("SELECT * FROM item_groups ORDER BY page_number", []).unwrap();
    let counts = groups.iter().map(|row| (row.int("page_number").unwrap(), row.int("item_count").unwrap()));
    assert_eq!(counts.collect::<Vec<_>>(), [(1, 2), (2, 300)]);
    assert_eq!(groups[1].real("extracted_quantity").unwrap(), 300.0);
    assert_eq!(groups[1].opt_text("attributes").unwrap(), None, "those of the first item");
    assert_eq!(groups[1].json::<Vec<serde_json::Value>>("evidence").unwrap().len(), 300);

    let route = db.query_opt("SELECT * FROM routes WHERE page_number = 1", []).unwrap().unwrap();
    assert_eq!(route.text("item_id").unwrap(), first.text("id").unwrap());
    let ends_at: serde_json::Value = route.json("ends_at").unwrap();
    assert_eq!(ends_at, serde_json::json!({"type": "device", "item_id": items[1].text("id").unwrap()}));
    assert_eq!(warnings(&db), [(1, "scanned_pages_low_quality".into()), (2, "scanned_pages_low_quality".into())]);
}

#[test]
fn components_of_earlier_attempts_stay_recorded() {
    let answers = || (1..=2).map(|page| (page, vec![Ok(findings(1, PageRate::Page))]));
    let earlier = r#"{"digest":"sha256:cd","id":"electrical","role":"extractor","version":"0.0.9"}"#;
    for (finished, expected) in [(1, ["0.0.9", "0.1.0"].as_slice()), (0, ["0.1.0"].as_slice())] {
        let db = takeoff(&[1, 2], 15.0, "{}");
        let mut dying = extractor(answers());
        dying.before = Some(Box::new(move |page| assert!(page <= finished, "kill -9")));
        assert!(
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&db, &&dying, &request()))).is_err(),
            "the first attempt ends after {finished} pages"
        );
        db.execute("UPDATE takeoffs SET makers = ?", params![format!("[{earlier}]")]).unwrap();
        run(&db, &&extractor(answers()), &request()).unwrap();
        let makers: Vec<serde_json::Value> = state(&db).json("makers").unwrap();
        let versions: Vec<&str> = makers.iter().filter_map(|maker| maker["version"].as_str()).collect();
        assert_eq!(versions, expected, "{finished} pages were finished");
    }
}

#[test]
fn a_repeated_job_does_what_is_left_and_gives_the_same_ids() {
    let answers = || (1..=6).map(|page| (page, vec![Ok(findings(40, PageRate::Page))]));
    let whole = takeoff(&[1, 2, 3, 4, 5, 6], 15.0, "{}");
    run(&whole, &&extractor(answers()), &request()).unwrap();

    let db = takeoff(&[1, 2, 3, 4, 5, 6], 15.0, "{}");
    for killed_at in [2, 3, 5] {
        let mut dying = extractor(answers());
        dying.before = Some(Box::new(move |page| assert!(page != killed_at, "kill -9")));
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&db, &&dying, &request())));
        assert!(end.is_err());
        assert_eq!((status(&db).as_str(), count(&db, "takeoff_pages")), ("processing", i64::from(killed_at) - 1));
        assert_eq!(credits(&db), (85.0, 15.0, 0.0));
    }
    let last = extractor(answers());
    run(&db, &&last, &request()).unwrap();
    assert_eq!(*last.log.borrow(), ["open electrical s1 s2 s3 s4 s5 s6", "page 5", "page 6"]);
    let again = extractor(answers());
    run(&db, &&again, &request()).unwrap();
    assert!(again.log.borrow().is_empty(), "a finished takeoff is left alone");

    let ids = |db: &Db| -> Vec<String> {
        db.query("SELECT id FROM items ORDER BY id", []).unwrap().iter().map(|row| row.text("id").unwrap()).collect()
    };
    assert_eq!(ids(&db), ids(&whole));
    assert_eq!(credits(&db), (85.0, 0.0, 15.0));
    assert_eq!(count(&db, "ledger"), 3, "grant, hold, charge: the whole hold was needed");
}

#[test]
fn cancelling_keeps_and_charges_the_finished_pages() {
    let db = takeoff(&[1, 2, 3, 4, 5, 6], 60.0, "{}");
    let mut extractor = extractor((1..=6).map(|page| (page, vec![Ok(findings(1, PageRate::DeepPage))])));
    let hand = db.clone();
    extractor.before = Some(Box::new(move |page| {
        if page == 3 {
            hand.execute("UPDATE takeoffs SET cancel_requested = 1", []).unwrap();
        }
    }));
    run(&db, &&extractor, &request()).unwrap();
    assert_eq!(status(&db), "cancelled");
    assert_eq!((count(&db, "takeoff_pages"), count(&db, "items")), (3, 3));
    assert_eq!(state(&db).real("credits_charged").unwrap(), 30.0);
    assert_eq!(credits(&db), (70.0, 0.0, 30.0));
    assert!(extractor.log.borrow().contains(&"stop".to_string()));
}

#[test]
fn cancelled_before_its_first_page_costs_nothing() {
    let db = takeoff(&[1], 10.0, "{}");
    db.execute("UPDATE takeoffs SET cancel_requested = 1", []).unwrap();
    let extractor = extractor([]);
    run(&db, &&extractor, &request()).unwrap();
    assert_eq!((status(&db).as_str(), credits(&db)), ("cancelled", (100.0, 0.0, 0.0)));
    assert!(extractor.log.borrow().is_empty());
}

#[test]
fn a_page_that_fails_is_tried_once_more_and_then_warned_about() {
    let db = takeoff(&[1, 2, 3], 10.0, "{}");
    let extractor = extractor([
        (1, vec![failure(ExtractionFailureCode::Internal, "trap"), Ok(findings(1, PageRate::TextPage))]),
        (2, vec![failure(ExtractionFailureCode::Internal, "trap")]),
        (3, vec![failure(ExtractionFailureCode::Capacity, "too many paths")]),
    ]);
    run(&db, &&extractor, &request()).unwrap();
    assert_eq!(status(&db), "completed");
    assert_eq!(
        warnings(&db),
        [
            (1, "scanned_pages_low_quality".into()),
            (2, "partial_pages_failed".into()),
            (3, "partial_pages_failed".into())
        ]
    );
    let asked = |page| extractor.log.borrow().iter().filter(|entry| **entry == format!("page {page}")).count();
    assert_eq!((asked(1), asked(2), asked(3)), (2, 2, 1));
    assert_eq!(credits(&db), (90.0, 0.0, 10.0));
}

/// Returns findings of one page: `items` of a symbol whose legend states a quantity.
fn stated(page: u32, items: u32, legend: &str) -> Findings {
    let mut found = findings(items, PageRate::TextPage);
    found.warnings.clear();
    for (n, item) in found.items.iter_mut().enumerate() {
        item.key = format!("p{page}-{n}");
        item.attributes = vec![
            ("legend_quantity".into(), Attribute::Text(legend.into())),
            ("legend_page".into(), Attribute::Number(1.0)),
        ];
    }
    found
}

#[test]
fn a_count_that_differs_from_what_the_legend_states_is_warned_about() {
    let of = |first: u32, second: u32, legend: &str| {
        let db = takeoff(&[1, 2], 10.0, "{}");
        let answers = [(1, vec![Ok(stated(1, first, legend))]), (2, vec![Ok(stated(2, second, legend))])];
        run(&db, &&extractor(answers), &request()).unwrap();
        assert_eq!(status(&db), "completed");
        warnings(&db)
    };
    assert_eq!(of(3, 2, "7 pcs"), [(0, "stated_quantity_differs".to_owned())]);
    // The stated quantity is that of all sheets, or of the legend's own.
    assert!(of(3, 2, "5").is_empty() && of(3, 2, "3.00").is_empty());
    // Not a quantity: a size, a range, a dash.
    assert!(of(3, 2, "2x4").is_empty() && of(3, 2, "1-3").is_empty() && of(3, 2, "-").is_empty());
}

#[test]
fn more_than_a_building_could_have_is_warned_about() {
    let of = |count: u32, category: &str| {
        let db = takeoff(&[1], 10.0, "{}");
        let mut found = findings(count, PageRate::TextPage);
        found.warnings.clear();
        found.items.iter_mut().for_each(|item| item.category = category.into());
        run(&db, &&extractor([(1, vec![Ok(found)])]), &request()).unwrap();
        warnings(&db)
    };
    assert_eq!(of(479, "grounding"), [(1, "unlikely_count".to_owned())]);
    assert!(of(479, "power").is_empty() && of(40, "grounding").is_empty());
}

#[test]
fn a_page_that_could_not_be_read_costs_nothing_and_its_takeoff_completes() {
    let db = takeoff(&[1], 10.0, "{}");
    let mut found = findings(2, PageRate::None);
    found.warnings[0].code = WarningCode::TextNotRecognised;
    run(&db, &&extractor([(1, vec![Ok(found)])]), &request()).unwrap();
    assert_eq!((status(&db).as_str(), credits(&db)), ("completed", (100.0, 0.0, 0.0)));
    assert_eq!(warnings(&db), [(1, "text_not_recognised".to_owned())]);
}

#[test]
fn messages_are_stored_without_unreadable_characters() {
    let db = takeoff(&[1], 10.0, "{}");
    let mut found = findings(1, PageRate::Page);
    found.warnings[0].message = "schedule `\u{fffd}GHTING`".into();
    run(&db, &&extractor([(1, vec![Ok(found)])]), &request()).unwrap();
    let row = db.query_opt("SELECT message FROM takeoff_warnings WHERE page_number = 1", []).unwrap().unwrap();
    assert_eq!(row.text("message").unwrap(), "schedule `…GHTING`");

    let db = takeoff(&[1], 10.0, "{}");
    let failed = failure(ExtractionFailureCode::Capacity, "`\u{fffd}GHTING` is too long");
    run(&db, &&extractor([(1, vec![failed])]), &request()).unwrap();
    let message = state(&db).text("failure_message").unwrap();
    assert!(message.contains("`…GHTING` is too long"), "{message}");

    let db = takeoff(&[1], 10.0, "{}");
    let message = "`\u{f021}GHTING` is too long".to_owned();
    let open_failure = Some(ExtractionFailure { code: ExtractionFailureCode::Capacity, message });
    run(&db, &&Extractor { open_failure, ..Extractor::default() }, &request()).unwrap();
    assert_eq!(state(&db).text("failure_message").unwrap(), "`…GHTING` is too long");
}

#[test]
fn when_all_pages_fail_the_takeoff_fails_and_is_free() {
    let db = takeoff(&[1, 2], 10.0, "{}");
    let all = extractor([
        (1, vec![failure(ExtractionFailureCode::Capacity, "too many paths")]),
        (2, vec![failure(ExtractionFailureCode::Capacity, "too many paths")]),
    ]);
    run(&db, &&all, &request()).unwrap();
    let row = state(&db);
    assert_eq!(row.text("failure_code").unwrap(), "capacity");
    assert_eq!((row.text("status").unwrap().as_str(), credits(&db)), ("failed", (100.0, 0.0, 0.0)));

    let db = takeoff(&[1], 10.0, "{}");
    db.execute("UPDATE document_pages SET sheet_key = NULL, problem = 'damaged'", []).unwrap();
    run(&db, &&extractor([]), &request()).unwrap();
    assert_eq!(state(&db).text("failure_code").unwrap(), "document_unreadable");
    assert_eq!(warnings(&db), [(1, "partial_pages_failed".into())]);
    assert_eq!(credits(&db), (100.0, 0.0, 0.0));
}

#[test]
fn an_extractor_that_gives_nonsense_fails_the_page_not_the_takeoff() {
    let with = |change: fn(&mut Item)| {
        let mut bad = findings(2, PageRate::Page);
        change(&mut bad.items[1]);
        bad
    };
    type Change = fn(&mut Item);
    let cases: [(Change, &str); 3] = [
        (|item| item.quantity = f64::NAN, "quantity NaN"),
        (|item| item.quantity = -1.0, "quantity -1"),
        (|item| item.unit = "each".into(), "unit \"each\""),
    ];
    for (change, words) in cases {
        let db = takeoff(&[1, 2], 10.0, "{}");
        let extractor = extractor([(1, vec![Ok(with(change))]), (2, vec![Ok(findings(2, PageRate::Page))])]);
        run(&db, &&extractor, &request()).unwrap();
        assert_eq!((status(&db).as_str(), count(&db, "items")), ("completed", 2));
        let warning = db.query_opt("SELECT message FROM takeoff_warnings WHERE page_number = 1", []).unwrap().unwrap();
        assert!(warning.text("message").unwrap().contains(words), "{warning:?}");
    }
}

#[test]
fn an_extractor_that_repeats_a_key_loses_nothing() {
    let db = takeoff(&[1], 10.0, "{}");
    let mut twins = findings(3, PageRate::Page);
    for twin in &mut twins.items {
        twin.key = "same".into();
    }
    run(&db, &&extractor([(1, vec![Ok(twins)])]), &request()).unwrap();
    assert_eq!((status(&db).as_str(), count(&db, "items")), ("completed", 3));
}

#[test]
fn a_takeoff_without_items_says_so() {
    let db = takeoff(&[1], 10.0, "{}");
    let empty = Findings { warnings: vec![], routes: vec![], schedules: vec![], ..findings(0, PageRate::TextPage) };
    run(&db, &&extractor([(1, vec![Ok(empty)])]), &request()).unwrap();
    assert_eq!((status(&db).as_str(), warnings(&db)), ("completed", vec![(0, "no_items_found".into())]));
}

#[test]
fn an_extractor_that_does_not_open() {
    for (code, expected) in [
        (ExtractionFailureCode::UnsupportedContent, "unsupported_content"),
        (ExtractionFailureCode::Capacity, "capacity"),
    ] {
        let db = takeoff(&[1], 10.0, "{}");
        let open_failure = Some(ExtractionFailure { code, message: "no extractor for this discipline".into() });
        run(&db, &&Extractor { open_failure, ..Extractor::default() }, &request()).unwrap();
        assert_eq!(state(&db).text("failure_code").unwrap(), expected);
        assert_eq!(credits(&db), (100.0, 0.0, 0.0));
    }
    let db = takeoff(&[1], 10.0, "{}");
    let open_failure = Some(ExtractionFailure { code: ExtractionFailureCode::Internal, message: "busy".into() });
    let result = run(&db, &&Extractor { open_failure, ..Extractor::default() }, &request());
    assert!(result.is_err_and(|failure| failure.retryable));
    assert_eq!((status(&db).as_str(), credits(&db)), ("processing", (90.0, 10.0, 0.0)));
}

#[test]
fn giving_up_releases_the_hold() {
    let db = takeoff(&[1], 10.0, "{}");
    abandon(&db, &request()).unwrap();
    assert_eq!(state(&db).text("failure_code").unwrap(), "internal");
    assert_eq!(credits(&db), (100.0, 0.0, 0.0));
    abandon(&db, &request()).unwrap();
    assert_eq!(count(&db, "ledger"), 3, "grant, hold, release: once each");
}

#[test]
fn a_document_deleted_on_the_way_leaves_no_hold() {
    let db = takeoff(&[1, 2], 10.0, "{}");
    let mut extractor = extractor((1..=2).map(|page| (page, vec![Ok(findings(5, PageRate::Page))])));
    let hand = db.clone();
    extractor.before = Some(Box::new(move |page| {
        if page == 2 {
            hand.execute("DELETE FROM documents", []).unwrap();
        }
    }));
    run(&db, &&extractor, &request()).unwrap();
    assert_eq!((count(&db, "takeoffs"), count(&db, "items")), (0, 0));
    assert_eq!(credits(&db), (100.0, 0.0, 0.0));
    run(&db, &&extractor, &request()).unwrap();
}
