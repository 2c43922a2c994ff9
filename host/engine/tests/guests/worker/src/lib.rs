//! A worker that does what its payload says and writes reports to blobs.

wit_bindgen::generate!({
    path: [
        "../../../../../wit/drawing@1.0.0",
        "../../../../../wit/reader@1.0.0",
        "../../../../../wit/extractor@1.0.0",
        "../../../../../wit/exporter@1.0.0",
        "../../../../../wit/deps/spin-sqlite@3.1.0",
        "../../../../../wit/worker@1.0.0",
    ],
    world: "plumbline:worker/worker-component@1.0.0",
    generate_all,
});

use exports::plumbline::worker::job::{Failure, Guest, Request};
use plumbline::drawing::quantities::{Confidence, Depth, Discipline, ItemSource, MeasureType, ReviewStatus, Trade, UnitSystem};
use plumbline::exporter::rows::{Header, ItemRow};
use plumbline::extractor::extractor::Options;
use plumbline::worker::{blobs, exporting, extraction, readers};
use spin::sqlite::sqlite::{Connection, Value};

struct Worker;

fn stop(message: impl Into<String>) -> Failure {
    Failure { message: message.into(), retryable: false }
}

fn report(text: String) -> Result<(), Failure> {
    blobs::write("report", text.as_bytes()).map_err(|error| stop(format!("{error:?}")))
}

/// Reads `file` into sheets and reports page by page.
fn ingest() -> Result<(), Failure> {
    let reading = readers::Reading::open("file", "text/plain").map_err(|failure| stop(format!("{:?}", failure.code)))?;
    let mut said = Vec::new();
    for page in 1..=reading.page_count() {
        said.push(match reading.read(page, &format!("sheets/{page}")) {
            Ok(page) => format!("{} {} {}", page.number, page.sheet_number.unwrap_or_default(), page.has_text),
            Err(failure) => format!("{page} {:?}", failure.code),
        });
    }
    report(said.join("\n"))
}

/// Extracts the pages. If `first` is given, stops after that many results.
fn takeoff(pages: u32, first: Option<usize>) -> Result<(), Failure> {
    takeoff_of((1..=pages).map(|page| format!("sheets/{page}")).collect(), pages, first)
}

/// Takes off the first pages. The page after them belongs to another document.
fn takeoff_with_other(pages: u32) -> Result<(), Failure> {
    let own = 1..=pages;
    takeoff_of(own.chain([1, pages + 1]).map(|page| format!("sheets/{page}")).collect(), pages, None)
}

fn takeoff_of(keys: Vec<String>, pages: u32, first: Option<usize>) -> Result<(), Failure> {
    let session = extraction::Session::open(Discipline::Electrical, &keys).map_err(|failure| stop(failure.message))?;
    let requests: Vec<_> = (1..=pages)
        .map(|page_number| extraction::PageRequest {
            page_number,
            sheet_key: format!("sheets/{page_number}"),
            options: Options {
                include_schedules: true,
                units: UnitSystem::Metric,
                depth: Depth::Standard,
                declared_scale: None,
            },
        })
        .collect();
    session.start(&requests);
    let mut said = Vec::new();
    while let Some(result) = session.next() {
        said.push(match result.outcome {
            Ok(found) => {
                let item = &found.items[0];
                format!("{} {} {}", result.page_number, item.tag.clone().unwrap_or_default(), item.description)
            }
            Err(failure) => format!("{} {:?}", result.page_number, failure.code),
        });
        if first == Some(said.len()) {
            session.stop();
        }
    }
    said.sort();
    report(format!("{}\n{}", session.component().version, said.join("\n")))
}

fn header(project: &str) -> Header {
    Header {
        takeoff_id: "t".into(),
        project_name: project.into(),
        project_reference: None,
        project_address: None,
        document_filename: "f".into(),
        discipline: Discipline::Electrical,
        completed_at: "2026-01-01T00:00:00Z".into(),
        units: UnitSystem::Metric,
        include_evidence: false,
        document_url: None,
        component: "c".into(),
    }
}

fn export(project: &str) -> Result<(), Failure> {
    let export = exporting::Export::open("lines", &header(project)).map_err(stop)?;
    for part in 0..3 {
        let rows: Vec<ItemRow> = (0..10).map(|n| row(part * 10 + n)).collect();
        export.push_items(&rows).map_err(stop)?;
    }
    let written = export.finish("export").map_err(stop)?;
    report(format!("{} {} {} {}", written.size, written.media_type, written.extension, written.component))
}

fn row(number: usize) -> ItemRow {
    ItemRow {
        id: format!("itm_{number}"),
        group: None,
        description: format!("item {number}"),
        trade: Trade::Electrical,
        category: "device".into(),
        item_type: "x".into(),
        measure: MeasureType::Count,
        extracted_quantity: 1.0,
        quantity_override: None,
        effective_quantity: 1.0,
        unit: "EA".into(),
        tag: None,
        attributes: vec![],
        sheet_number: None,
        sheet_title: None,
        page_number: 1,
        evidence: vec![],
        confidence: Confidence::High,
        review_status: ReviewStatus::Extracted,
        source: ItemSource::Plan,
        note: None,
    }
}

/// Uses every function of `blobs` and the database.
fn store(request: &Request) -> Result<(), Failure> {
    blobs::write("a/one", b"0123456789").unwrap();
    assert_eq!(blobs::size("a/one").unwrap(), 10);
    assert_eq!(blobs::read("a/one", 8, 100).unwrap(), b"89");
    assert_eq!(blobs::read("a/one", 10, 1).unwrap(), b"");
    assert!(matches!(blobs::read("a/none", 0, 1), Err(blobs::Error::NotFound)));
    blobs::delete_prefix("a/").unwrap();
    assert!(matches!(blobs::size("a/one"), Err(blobs::Error::NotFound)));
    let connection = Connection::open("default").unwrap();
    let sql = "INSERT INTO idempotency (client_id, key, fingerprint, status, headers, body, created_at)
               VALUES ('worker', ?, ?, ?, '{}', '', '')";
    let row = [Value::Text(request.id.clone()), Value::Text("f".into()), Value::Integer(request.attempt.into())];
    connection.execute(sql, &row).map_err(|error| stop(format!("{error:?}")))?;
    assert_eq!(connection.changes(), 1);
    report("stored".into())
}

impl Guest for Worker {
    fn run(request: Request) -> Result<(), Failure> {
        match request.payload.split_once(' ').unwrap_or((&request.payload, "")) {
            ("store", _) => store(&request),
            ("ingest", _) => ingest(),
            ("takeoff", pages) => takeoff(pages.parse().unwrap(), None),
            ("takeoff-first", pages) => takeoff(pages.parse().unwrap(), Some(1)),
            ("takeoff-with-other", pages) => takeoff_with_other(pages.parse().unwrap()),
            ("export", project) => export(project),
            ("read", key) => report(format!("{:?}", blobs::read(key, 0, 100))),
            ("size", key) => report(format!("{:?}", blobs::size(key))),
            ("write", key) => report(format!("{:?}", blobs::write(key, b"mine"))),
            ("delete", key) => report(format!("{:?}", blobs::delete(key))),
            ("delete-prefix", key) => report(format!("{:?}", blobs::delete_prefix(key))),
            ("fetch", url) => report(format!("{:?}", blobs::fetch(url, "fetched", 1_000))),
            ("write-large", bytes) => report(format!("{:?}", blobs::write("large", &vec![7; bytes.parse().unwrap()]))),
            ("sessions", _) => loop {
                std::mem::forget(exporting::Export::open("lines", &header("hoard")).map_err(stop)?);
            },
            // Queues its own work again, twice.
            ("again", _) => {
                let connection = Connection::open("default").unwrap();
                let sql = "INSERT INTO outbox (id, kind, payload, created_at) SELECT ?1 || value, 'test', 'again', ''
                           FROM json_each('[1, 2]')";
                match connection.execute(sql, &[Value::Text(request.id)]) {
                    Ok(_) => Ok(()),
                    Err(error) => Err(stop(format!("{error:?}"))),
                }
            }
            ("fail-long", _) => Err(Failure { message: "x".repeat(10_000_000), retryable: false }),
            ("fail", message) => Err(Failure { message: message.into(), retryable: true }),
            ("trap", _) => panic!("on purpose"),
            ("loop", _) => loop {
                std::hint::black_box(&request);
            },
            (other, _) => Err(stop(format!("unknown payload {other}"))),
        }
    }

    fn abandon(_: Request, reason: String) -> Result<(), Failure> {
        assert!(reason != "trap", "on purpose");
        report(format!("abandoned: {reason}"))
    }
}

export!(Worker);
