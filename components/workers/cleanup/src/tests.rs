//! Native tests of the job: an in-memory database, a store that records deletions, a chosen time.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::cell::RefCell;

use plumbline_database::{DbError, ledger, params, testing};
use plumbline_worker::host::BlobError;

use super::*;

const DOCUMENT: &str = "doc_0123456789abcdefghijkl";
const BEFORE: &str = "2026-11-21T07:59:59.999Z";
const END: &str = "2026-11-21T08:00:00.000Z";

#[derive(Default)]
struct Store {
    deleted: RefCell<Vec<String>>,
    broken: bool,
    size: Option<u64>,
}

impl Blobs for Store {
    fn size(&self, _: &str) -> Result<u64, BlobError> {
        if self.broken { Err(BlobError::Io("the disk is gone".into())) } else { self.size.ok_or(BlobError::NotFound) }
    }
    fn read(&self, _: &str, _: u64, _: u32) -> Result<Vec<u8>, BlobError> {
        Err(BlobError::NotFound)
    }
    fn delete_prefix(&self, prefix: &str) -> Result<(), BlobError> {
        if self.broken {
            return Err(BlobError::Io("the disk is read-only".into()));
        }
        self.deleted.borrow_mut().push(prefix.to_string());
        Ok(())
    }
    fn fetch(&self, _: &str, _: &str, _: u64) -> Result<u64, BlobError> {
        Err(BlobError::NotFound)
    }
}

fn request(payload: &str) -> Request {
    Request { id: "job_1".into(), payload: payload.into(), attempt: 1 }
}

fn expire(kind: &str) -> Request {
    request(&format!(r#"{{"{kind}":"{DOCUMENT}"}}"#))
}

/// Creates a document with a takeoff that holds credits and an export of it.
fn database(status: &str, retain_until: Option<&str>) -> Db {
    let db = testing::database(100.0).unwrap();
    let made: Result<(), DbError> = db.transaction(|tx| {
        tx.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'P', '{}', ?)", params![END])?;
        tx.execute(
            "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, upload_expires_at, created_at, \
             retain_until) VALUES (?, 'prj_1', 'a.pdf', 'drawing', ?, 'documents/x/original', '{}', ?, ?, ?)",
            params![DOCUMENT, status, END, END, retain_until],
        )?;
        tx.execute(
            "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, \
             units, depth, estimated_credits, metadata, created_at) VALUES ('tko_1', ?, 'prj_1', 'electrical', \
             'processing', '[1]', 1, 1, 'as_drawn', 'standard', 10, '{}', ?)",
            params![DOCUMENT, END],
        )?;
        tx.execute(
            "INSERT INTO exports (id, takeoff_id, format, status, accepted_only, include_evidence, units, credits_charged, \
             blob_key, created_at) VALUES ('exp_1', 'tko_1', 'csv', 'completed', 0, 0, 'as_drawn', 0, 'exports/exp_1/file', ?)",
            params![END],
        )?;
        ledger::hold(tx, "tko_1", 10.0, "takeoff", END)
    });
    made.unwrap();
    db
}

fn count(db: &Db, table: &str) -> i64 {
    db.query_opt(&format!("SELECT COUNT(*) AS n FROM {table}"), []).unwrap().unwrap().int("n").unwrap()
}

/// Returns payload and time of all enqueued jobs.
fn asked(db: &Db) -> Vec<(String, Option<String>)> {
    let rows = db.query("SELECT payload, due_at FROM outbox ORDER BY due_at, id", []).unwrap();
    rows.iter().map(|row| (row.text("payload").unwrap(), row.opt_text("due_at").unwrap())).collect()
}

#[test]
fn each_prefix_is_deleted() {
    let (db, store) = (testing::database(0.0).unwrap(), Store::default());
    let payload = r#"{"prefixes":["documents/doc_0123456789abcdefghijkl/","exports/exp_0123456789abcdefghijkl/"]}"#;
    assert_eq!(run(&db, &store, &request(payload)), Ok(()));
    assert_eq!(
        *store.deleted.borrow(),
        ["documents/doc_0123456789abcdefghijkl/", "exports/exp_0123456789abcdefghijkl/"]
    );
}

#[test]
fn a_prefix_over_many_resources_deletes_nothing() {
    let db = testing::database(0.0).unwrap();
    for wide in ["", "documents/", "documents/doc_", "/", "documents/doc_0123456789abcdefghijkl/../"] {
        let store = Store::default();
        let payload = format!(r#"{{"prefixes":["documents/doc_0123456789abcdefghijkl/","{wide}"]}}"#);
        let failure = run(&db, &store, &request(&payload)).expect_err("refused");
        assert!(!failure.retryable && failure.message.contains("does not name one resource"), "{failure:?}");
        assert!(store.deleted.borrow().is_empty());
    }
}

#[test]
fn a_failing_store_is_tried_again() {
    let (db, store) = (testing::database(0.0).unwrap(), Store { broken: true, ..Store::default() });
    let failure = run(&db, &store, &request(r#"{"prefixes":["documents/doc_0123456789abcdefghijkl/"]}"#));
    assert!(failure.is_err_and(|f| f.retryable && f.message.contains("read-only")));
}

#[test]
fn a_payload_of_another_form_is_refused_for_good() {
    let (db, store) = (testing::database(0.0).unwrap(), Store::default());
    for payload in ["{}", r#"{"prefix":"x"}"#, r#"{"expire_document":1}"#, "x"] {
        assert!(!run(&db, &store, &request(payload)).unwrap_err().retryable, "{payload}");
    }
}

#[test]
fn a_document_whose_time_is_over_goes_as_if_its_owner_deleted_it() {
    let (db, store) = (database("ready", Some(END)), Store::default());
    run_at(END, &db, &store, &expire("expire_document")).unwrap();
    assert_eq!([count(&db, "documents"), count(&db, "takeoffs"), count(&db, "exports")], [0, 0, 0]);
    assert_eq!(ledger::balance(&db).unwrap().held, 0.0);
    let prefixes = format!(r#"{{"prefixes":["documents/{DOCUMENT}/","exports/exp_1/"]}}"#);
    let second = Some("2026-11-22T08:00:00.000Z".to_owned());
    let all = [(prefixes.clone(), None), (prefixes, second)];
    assert_eq!(asked(&db), all);
    // A repeated delivery after a crash has nothing left to do.
    run_at(END, &db, &store, &expire("expire_document")).unwrap();
    assert_eq!(asked(&db), all);
}

#[test]
fn a_document_that_is_kept_longer_is_looked_at_again_then() {
    let later = "2027-11-21T08:00:00.000Z";
    let (db, store) = (database("ready", Some(later)), Store::default());
    for _ in 0..2 {
        run_at(END, &db, &store, &expire("expire_document")).unwrap();
        let once = [(format!(r#"{{"expire_document":"{DOCUMENT}"}}"#), Some(later.to_owned()))];
        assert_eq!(asked(&db), once, "asked for once, however often it is delivered");
    }
    assert_eq!(count(&db, "documents"), 1);
    let next = db.query_opt("SELECT id, payload FROM outbox", []).unwrap().unwrap();
    let next = Request { id: next.text("id").unwrap(), payload: next.text("payload").unwrap(), attempt: 1 };
    // With a clock that is slightly behind, the job enqueues another one under a different id.
    run_at(BEFORE, &db, &store, &next).unwrap();
    assert_eq!(asked(&db).len(), 2);
    run_at(later, &db, &store, &next).unwrap();
    assert_eq!(count(&db, "documents"), 0);
}

#[test]
fn a_document_that_is_kept_for_good_stays() {
    let (db, store) = (database("ready", None), Store::default());
    run_at(END, &db, &store, &expire("expire_document")).unwrap();
    assert_eq!((count(&db, "documents"), asked(&db).len()), (1, 0));
}

#[test]
fn a_deletion_that_was_given_up_is_tried_again_in_an_hour() {
    let db = database("ready", Some(END));
    for _ in 0..2 {
        abandon_at(END, &db, &expire("expire_document")).unwrap();
    }
    let again = (format!(r#"{{"expire_document":"{DOCUMENT}"}}"#), Some("2026-11-21T09:00:00.000Z".to_owned()));
    assert_eq!(asked(&db), [again]);
    abandon_at(END, &db, &expire("expire_upload")).unwrap();
    abandon_at(END, &db, &request(r#"{"prefixes":[]}"#)).unwrap();
    assert_eq!(asked(&db).len(), 1);
}

#[test]
fn a_slot_that_passed_without_bytes_fails_its_document() {
    let status = |db: &Db| db.query_opt("SELECT status FROM documents", []).unwrap().unwrap().text("status").unwrap();
    let (db, empty) = (database("awaiting_upload", None), Store::default());
    run_at(BEFORE, &db, &empty, &expire("expire_upload")).unwrap();
    assert_eq!(status(&db), "awaiting_upload", "the slot is still open");
    let full = Store { size: Some(5), ..Store::default() };
    run_at(END, &db, &full, &expire("expire_upload")).unwrap();
    assert_eq!(status(&db), "awaiting_upload", "the bytes came, and wait to be completed");
    let broken = Store { broken: true, ..Store::default() };
    assert!(run_at(END, &db, &broken, &expire("expire_upload")).unwrap_err().retryable);
    assert_eq!(status(&db), "awaiting_upload");
    run_at(END, &db, &empty, &expire("expire_upload")).unwrap();
    let row = db.query_opt("SELECT status, failure_code FROM documents", []).unwrap().unwrap();
    assert_eq!(
        (row.text("status").unwrap(), row.text("failure_code").unwrap()),
        ("failed".into(), "document_unreadable".into())
    );
    let ready = database("ready", None);
    run_at(END, &ready, &empty, &expire("expire_upload")).unwrap();
    assert_eq!(status(&ready), "ready");
}
