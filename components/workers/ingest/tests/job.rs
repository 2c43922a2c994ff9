//! The job against the real schema in memory, with a scripted reader and blob store.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_database::{Db, params, testing::database};
use plumbline_worker::Request;
use plumbline_worker::host::{
    BlobError, Blobs, ComponentRef, Page, Provenance, Readers, Reading, ReadingFailure, ReadingFailureCode,
};
use plumbline_worker_ingest::{abandon, run};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const DOC: &str = "doc_0123456789abcdefghijkl";
const KEY: &str = "documents/doc_0123456789abcdefghijkl/original";

#[derive(Default)]
struct World {
    blobs: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
    /// Response of the document's address.
    remote: Option<Result<Vec<u8>, BlobError>>,
    pages: u32,
    open_failure: Option<ReadingFailure>,
    page_failures: BTreeMap<u32, ReadingFailure>,
    /// Number of pages after which the job's process "crashes".
    crash_after: Option<usize>,
    log: Rc<RefCell<Vec<String>>>,
}

struct Doc {
    blobs: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
    pages: u32,
    failures: BTreeMap<u32, ReadingFailure>,
    log: Rc<RefCell<Vec<String>>>,
    crash_after: Option<usize>,
}

impl Blobs for World {
    fn size(&self, key: &str) -> Result<u64, BlobError> {
        self.blobs.borrow().get(key).map(|b| b.len() as u64).ok_or(BlobError::NotFound)
    }
    fn read(&self, key: &str, offset: u64, length: u32) -> Result<Vec<u8>, BlobError> {
        let blobs = self.blobs.borrow();
        let blob = blobs.get(key).ok_or(BlobError::NotFound)?;
        let start = (offset as usize).min(blob.len());
        Ok(blob[start..blob.len().min(start + length as usize)].to_vec())
    }
    fn delete_prefix(&self, _: &str) -> Result<(), BlobError> {
        Ok(())
    }
    fn fetch(&self, url: &str, key: &str, max_bytes: u64) -> Result<u64, BlobError> {
        self.log.borrow_mut().push(format!("fetch {url} {max_bytes}"));
        let bytes = self.remote.clone().unwrap()?;
        let size = bytes.len() as u64;
        self.blobs.borrow_mut().insert(key.into(), bytes);
        Ok(size)
    }
}

impl Readers for World {
    type Reading = Doc;
    fn open(&self, key: &str, media_type: &str) -> Result<Doc, ReadingFailure> {
        self.log.borrow_mut().push(format!("open {key} {media_type}"));
        match &self.open_failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(Doc {
                blobs: self.blobs.clone(),
                pages: self.pages,
                failures: self.page_failures.clone(),
                log: self.log.clone(),
                crash_after: self.crash_after,
            }),
        }
    }
}

impl Provenance for World {
    fn used(&self) -> Vec<ComponentRef> {
        vec![ComponentRef { role: "reader".into(), id: "pdf".into(), version: "0.1.0".into(), digest: "cd".into() }]
    }
    fn declare(&self, _: &[ComponentRef]) {}
}

impl Reading for Doc {
    fn page_count(&self) -> u32 {
        self.pages
    }
    fn read(&self, number: u32, sheet_key: &str) -> Result<Page, ReadingFailure> {
        let reads = self.log.borrow().iter().filter(|entry| entry.starts_with("read")).count();
        assert!(self.crash_after != Some(reads), "kill -9");
        self.log.borrow_mut().push(format!("read {number} {sheet_key}"));
        if let Some(failure) = self.failures.get(&number) {
            return Err(failure.clone());
        }
        self.blobs.borrow_mut().insert(sheet_key.into(), vec![0; 1000]);
        Ok(Page {
            number,
            sheet_number: Some(format!("E-10{number}")),
            sheet_title: None,
            has_text: true,
            has_vectors: true,
            has_images: false,
            rotation: 90,
            width: 2592.0,
            height: 1728.0,
        })
    }
}

fn document(content_type: Option<&str>, source_url: Option<&str>) -> Db {
    let db = database(0.0).unwrap();
    db.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'P', '{}', '2026')", [])
        .unwrap();
    db.execute(
        "INSERT INTO documents (id, project_id, filename, kind, status, content_type, source_url, blob_key, metadata, \
         created_at) VALUES (?, 'prj_1', 'E-101.pdf', 'drawing', 'ingesting', ?, ?, ?, '{}', '2026')",
        params![DOC, content_type, source_url, KEY],
    )
    .unwrap();
    db
}

fn world(bytes: &[u8], pages: u32) -> World {
    World { blobs: Rc::new(RefCell::new([(KEY.to_string(), bytes.to_vec())].into())), pages, ..World::default() }
}

fn request() -> Request {
    request_of_attempt(1)
}

fn request_of_attempt(attempt: u32) -> Request {
    Request { id: "job_1".into(), payload: format!(r#"{{"document_id":"{DOC}"}}"#), attempt }
}

fn state(db: &Db) -> (String, Option<String>, Option<String>) {
    let row = db.query_opt("SELECT status, failure_code, failure_message FROM documents", []).unwrap().unwrap();
    (row.text("status").unwrap(), row.opt_text("failure_code").unwrap(), row.opt_text("failure_message").unwrap())
}

fn failure_of(db: &Db) -> (String, String) {
    let (status, code, message) = state(db);
    assert_eq!(status, "failed");
    (code.unwrap(), message.unwrap())
}

fn failure(code: ReadingFailureCode, message: &str) -> ReadingFailure {
    ReadingFailure { code, message: message.into() }
}

#[test]
fn an_uploaded_document_becomes_ready_with_its_pages() {
    let db = document(Some("application/pdf"), None);
    let world = world(b"%PDF-1.7 ...", 3);
    run(&db, &world, &request()).unwrap();
    let row = db.query_opt("SELECT * FROM documents", []).unwrap().unwrap();
    assert_eq!(row.text("status").unwrap(), "ready");
    let number = |column: &str| row.int(column).unwrap();
    assert_eq!((number("page_count"), number("size_bytes"), number("sheet_bytes")), (3, 12, 3000));
    assert!(row.text("ready_at").unwrap().ends_with('Z'));
    let pages = db.query("SELECT * FROM document_pages ORDER BY number", []).unwrap();
    assert_eq!(pages.len(), 3);
    assert_eq!(pages[1].text("sheet_key").unwrap(), format!("documents/{DOC}/sheets/2"));
    assert_eq!(pages[1].text("sheet_number").unwrap(), "E-102");
    assert_eq!(pages[1].json::<Vec<String>>("disciplines").unwrap(), ["electrical"]);
    assert_eq!((pages[1].real("width_pt").unwrap(), pages[1].int("rotation").unwrap()), (2592.0, 90));
    let reader: serde_json::Value = row.json("reader").unwrap();
    assert_eq!((reader["id"].as_str(), reader["digest"].as_str()), (Some("pdf"), Some("cd")));
    assert_eq!(world.log.borrow()[0], format!("open {KEY} application/pdf"));
}

#[test]
fn a_repeated_job_goes_on_where_the_last_stopped_and_then_does_nothing() {
    let db = document(None, None);
    let mut world = world(b"%PDF-1.7 ...", 5);
    world.crash_after = Some(2);
    let crashed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&db, &world, &request())));
    assert!(crashed.is_err());
    assert_eq!(state(&db).0, "ingesting");
    world.crash_after = None;
    world.log.borrow_mut().clear();
    run(&db, &world, &request()).unwrap();
    let read: Vec<String> = world.log.borrow().iter().filter(|e| e.starts_with("read")).cloned().collect();
    assert_eq!(read.len(), 3, "{read:?}");
    assert_eq!(state(&db).0, "ready");
    world.log.borrow_mut().clear();
    run(&db, &world, &request()).unwrap();
    assert!(world.log.borrow().is_empty());
}

#[test]
fn an_address_is_fetched_once() {
    let db = document(None, Some("https://example.com/E-101.pdf"));
    let world = World { remote: Some(Ok(b"%PDF-1.4".to_vec())), pages: 1, ..World::default() };
    run(&db, &world, &request()).unwrap();
    assert_eq!(world.log.borrow()[0], "fetch https://example.com/E-101.pdf 50000000");
    assert_eq!(state(&db).0, "ready");
}

#[test]
fn fetching_fails_with_its_reason() {
    let cases = [
        (BlobError::Unreachable("the server answered 404".into()), "document_unreadable", "answered 404"),
        (BlobError::TooLarge(50_000_000), "capacity", "larger than 50 MB"),
    ];
    for (error, code, words) in cases {
        let db = document(None, Some("https://example.com/x.pdf"));
        run(&db, &World { remote: Some(Err(error)), ..World::default() }, &request()).unwrap();
        let (found, message) = failure_of(&db);
        assert_eq!(found, code);
        assert!(message.contains(words), "{message}");
    }
    let db = document(None, Some("https://example.com/x.pdf"));
    let world = World { remote: Some(Err(BlobError::Io("disk".into()))), ..World::default() };
    assert!(run(&db, &world, &request()).is_err_and(|failure| failure.retryable));
    assert_eq!(state(&db).0, "ingesting");
}

#[test]
fn what_is_fetched_has_the_room_that_the_quota_left() {
    let db = document(None, Some("https://example.test/a.pdf"));
    db.execute("UPDATE documents SET reserved_bytes = 500000", []).unwrap();
    let world = World { remote: Some(Err(BlobError::TooLarge(500_000))), pages: 1, ..World::default() };
    run(&db, &world, &request()).unwrap();
    assert_eq!(world.log.borrow()[0], "fetch https://example.test/a.pdf 500000");
    let (code, message) = failure_of(&db);
    assert_eq!(code, "capacity");
    assert!(message.contains("exceeds the 0.5 MB left in your storage quota"), "{message}");
}

#[test]
fn a_file_that_is_not_what_it_claims_is_unsupported() {
    let cases: [(&[u8], &str); 3] = [
        (b"\x89PNG\r\n\x1a\n....", "is PNG, but its name or `content_type` says PDF"),
        (b"PK\x03\x04 a zip", "says PDF, but its content does not match"),
        (b"<html></html>", "says PDF, but its content does not match"),
    ];
    for (bytes, words) in cases {
        let db = document(Some("application/pdf"), None);
        run(&db, &world(bytes, 1), &request()).unwrap();
        let (code, message) = failure_of(&db);
        assert_eq!(code, "unsupported_content");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn every_type_goes_to_its_reader_and_a_reader_that_is_not_bound_is_named() {
    let cases: [(&[u8], &str, &str); 6] = [
        (b"%PDF-1.7", "application/pdf", "reader:pdf"),
        (b"\x89PNG\r\n\x1a\n....", "image/png", "reader:image"),
        (b"\xff\xd8\xff\xe0", "image/jpeg", "reader:image"),
        (b"AC1032......", "image/vnd.dwg", "reader:cad"),
        (b"  0\r\nSECTION\r\n", "application/dxf", "reader:cad"),
        (b"AutoCAD Binary DXF\r\n\x1a\0", "application/dxf", "reader:cad"),
    ];
    for (bytes, media_type, slot) in cases {
        let db = document(Some(media_type), None);
        let bound = world(bytes, 1);
        run(&db, &bound, &request()).unwrap();
        assert_eq!(state(&db).0, "ready", "{media_type}");
        assert_eq!(bound.log.borrow()[0], format!("open {KEY} {media_type}"));
        let db = document(Some(media_type), None);
        let mut unbound = world(bytes, 1);
        let words = format!("Files of type `{media_type}` are not supported on this server.");
        unbound.open_failure = Some(failure(ReadingFailureCode::UnsupportedContent, &words));
        run(&db, &unbound, &request()).unwrap();
        let (code, message) = failure_of(&db);
        assert_eq!(code, "unsupported_content");
        assert!(message.contains(slot) && message.contains(&words), "{message}");
    }
}

#[test]
fn a_drawing_of_one_kind_given_as_another_is_unsupported() {
    let cases: [(&[u8], &str, &str); 4] = [
        (b"AC1032......", "application/dxf", "is DWG, but its name or `content_type` says DXF"),
        (b"  0\nSECTION\n", "image/vnd.dwg", "is DXF, but its name or `content_type` says DWG"),
        (b"\xff\xd8\xff\xe0", "image/png", "is JPEG, but its name or `content_type` says PNG"),
        (b"%PDF-1.4", "application/dxf", "is PDF, but its name or `content_type` says DXF"),
    ];
    for (bytes, media_type, words) in cases {
        let db = document(Some(media_type), None);
        run(&db, &world(bytes, 1), &request()).unwrap();
        let (code, message) = failure_of(&db);
        assert_eq!(code, "unsupported_content");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn the_readers_refusals_are_the_documents_failures() {
    let cases = [
        (ReadingFailureCode::DocumentUnreadable, "document_unreadable"),
        (ReadingFailureCode::UnsupportedContent, "unsupported_content"),
        (ReadingFailureCode::Capacity, "capacity"),
    ];
    for (given, expected) in cases {
        let db = document(None, None);
        let mut world = world(b"%PDF-1.7", 1);
        world.open_failure = Some(failure(given, "needs a password"));
        run(&db, &world, &request()).unwrap();
        let (code, message) = failure_of(&db);
        assert_eq!(code, expected);
        assert!(message.contains("needs a password"));
    }
    let db = document(None, None);
    let mut world = world(b"%PDF-1.7", 1);
    world.open_failure = Some(failure(ReadingFailureCode::Internal, "trap"));
    assert!(run(&db, &world, &request()).is_err_and(|failure| failure.retryable));
}

#[test]
fn one_bad_page_does_not_spoil_the_document_but_all_do() {
    let db = document(None, None);
    let mut one = world(b"%PDF-1.7", 3);
    one.page_failures = [(2, failure(ReadingFailureCode::DocumentUnreadable, "the content stream is damaged"))].into();
    run(&db, &one, &request()).unwrap();
    assert_eq!(state(&db).0, "ready");
    let page = db.query_opt("SELECT * FROM document_pages WHERE number = 2", []).unwrap().unwrap();
    assert_eq!(page.opt_text("sheet_key").unwrap(), None);
    assert!(page.text("problem").unwrap().contains("damaged"));

    let db = document(None, None);
    let mut all = world(b"%PDF-1.7", 2);
    let broken = failure(ReadingFailureCode::DocumentUnreadable, "the content stream is damaged");
    all.page_failures = [(1, broken.clone()), (2, broken)].into();
    run(&db, &all, &request()).unwrap();
    let (code, message) = failure_of(&db);
    assert_eq!(code, "document_unreadable");
    assert!(message.contains("damaged"));
}

#[test]
fn a_page_with_an_internal_failure_is_read_again_by_the_next_attempts() {
    let page = |db: &Db| db.query_opt("SELECT * FROM document_pages WHERE number = 2", []).unwrap();
    let internal = [(2, failure(ReadingFailureCode::Internal, "the disk is full"))];

    let db = document(None, None);
    let mut world = world(b"%PDF-1.7", 3);
    world.page_failures = internal.clone().into();
    assert!(run(&db, &world, &request()).is_err_and(|failure| failure.retryable));
    assert!(page(&db).is_none(), "the page is left for the next attempt");
    let opens = world.log.borrow().iter().filter(|entry| entry.starts_with("open")).count();
    assert_eq!(opens, 2, "after an internal failure the document is opened again");
    world.page_failures.clear();
    world.log.borrow_mut().clear();
    run(&db, &world, &request_of_attempt(2)).unwrap();
    assert_eq!(state(&db).0, "ready");
    assert!(page(&db).unwrap().opt_text("sheet_key").unwrap().is_some());
    let reads = world.log.borrow().iter().filter(|entry| entry.starts_with("read")).count();
    assert_eq!(reads, 1, "the other pages are not read again");

    let db = document(None, None);
    world.page_failures = internal.into();
    for attempt in [1, 2] {
        assert!(run(&db, &world, &request_of_attempt(attempt)).is_err());
    }
    run(&db, &world, &request_of_attempt(3)).unwrap();
    assert_eq!(state(&db).0, "ready", "one page does not fail the document");
    assert!(page(&db).unwrap().text("problem").unwrap().contains("disk"));
}

#[test]
fn size_and_page_limits_hold() {
    let db = document(None, None);
    run(&db, &world(b"%PDF-1.7", 2001), &request()).unwrap();
    assert_eq!(failure_of(&db).0, "capacity");
    let db = document(None, None);
    run(&db, &world(b"%PDF-1.7", 0), &request()).unwrap();
    assert_eq!(failure_of(&db).0, "document_unreadable");
    let db = document(None, None);
    run(&db, &world(b"", 1), &request()).unwrap();
    assert_eq!(failure_of(&db).0, "document_unreadable");
}

#[test]
fn giving_up_marks_the_document_unless_it_is_done() {
    let db = document(None, None);
    abandon(&db, &World::default(), &request()).unwrap();
    assert_eq!(failure_of(&db).0, "internal");
    let db = document(None, None);
    let world = world(b"%PDF-1.7", 1);
    run(&db, &world, &request()).unwrap();
    abandon(&db, &world, &request()).unwrap();
    assert_eq!(state(&db).0, "ready");
}

/// The file and the sheets stay until the document is deleted, and count against the quota until then.
#[test]
fn a_failed_document_records_what_it_stores() {
    let stored = |db: &Db| {
        let row = db.query_opt("SELECT size_bytes, sheet_bytes FROM documents", []).unwrap().unwrap();
        (row.opt_int("size_bytes").unwrap(), row.opt_int("sheet_bytes").unwrap())
    };
    let db = document(None, Some("https://example.com/x.pdf"));
    let world = World { remote: Some(Ok(b"<html></html>".to_vec())), ..World::default() };
    run(&db, &world, &request()).unwrap();
    assert_eq!(failure_of(&db).0, "unsupported_content");
    assert_eq!(stored(&db), (Some(13), Some(0)));

    let db = document(None, Some("https://example.com/x.pdf"));
    let page_failures = [(3, failure(ReadingFailureCode::Internal, "the disk is full"))].into();
    let world = World { remote: Some(Ok(b"%PDF-1.7".to_vec())), pages: 3, page_failures, ..World::default() };
    assert!(run(&db, &world, &request()).is_err_and(|failure| failure.retryable));
    abandon(&db, &world, &request()).unwrap();
    assert_eq!(failure_of(&db).0, "internal");
    assert_eq!(stored(&db), (Some(8), Some(2000)));
}

#[test]
fn a_deleted_document_and_a_wrong_payload() {
    let db = database(0.0).unwrap();
    assert_eq!(run(&db, &world(b"%PDF", 1), &request()), Ok(()));
    let wrong = Request { payload: r#"{"doc":1}"#.into(), ..request() };
    assert!(run(&db, &world(b"%PDF", 1), &wrong).is_err_and(|f| !f.retryable && f.message.contains("document_id")));
}
