//! Reviews of an item that others change at the same time, and the events of reviews.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use plumbline_database::{Backend, Db, DbResult, Executed, Value as Sql};
use plumbline_endpoint::testing::Harness;
use serde_json::{Value, json};

use crate::{ItemSpec, code, completed, harness};

/// A database in which somebody else runs a statement before the review of a single item is written.
struct Race {
    db: Db,
    theirs: String,
    /// How many reviews they overtake.
    times: Cell<usize>,
    in_transaction: Cell<bool>,
    /// First words of the statements of the operation.
    log: Rc<RefCell<Vec<String>>>,
}

impl Backend for Race {
    fn execute(&self, sql: &str, parameters: Vec<Sql>) -> DbResult<Executed> {
        let word = sql.split(' ').next().unwrap_or_default();
        self.log.borrow_mut().push(word.to_owned());
        match word {
            "SELECT" => return Ok(Executed { rows: self.db.query(sql, parameters)?, changes: 0 }),
            "BEGIN" => self.in_transaction.set(true),
            "COMMIT" | "ROLLBACK" => self.in_transaction.set(false),
            _ if sql.contains("single_reviews") && self.times.get() > 0 && !self.in_transaction.get() => {
                self.times.set(self.times.get() - 1);
                self.db.execute(&self.theirs, [])?;
            }
            _ => {}
        }
        Ok(Executed { rows: Vec::new(), changes: self.db.execute(sql, parameters)? })
    }
}

/// Returns a tenant with an item, its path, and the log of statements. Others run `theirs` before each of the next reviews.
fn race(theirs: &str, times: usize) -> (Harness, String, Rc<RefCell<Vec<String>>>) {
    let mut harness = harness();
    let id = completed(&harness, &[(1, 0, "A", None, 4.0, "EA")]);
    let log = Rc::<RefCell<Vec<String>>>::default();
    let race = Race {
        db: harness.db,
        theirs: theirs.to_owned(),
        times: Cell::new(times),
        in_transaction: Cell::new(false),
        log: log.clone(),
    };
    harness.db = Db::new(race);
    (harness, format!("/takeoffs/{id}/items/itm_{:022}", 0), log)
}

const THEIR_REVIEW: &str = "UPDATE items SET note = 'theirs', revision = revision + 1";

#[test]
fn a_review_of_one_item_is_one_statement_after_a_read() {
    let (harness, path, log) = race("", 0);
    let review = json!({"quantity_override": 6, "note": "two more behind the stair"});
    let answer = harness.call("PATCH", &path, Some(&review), &[]);
    assert_eq!(log.take(), ["SELECT", "UPDATE"]);
    let read = harness.get(&path);
    assert_eq!((answer.status, answer.value()), (200, read.value()));
    assert_eq!(answer.header("etag"), read.header("etag"));
    assert_eq!(answer.value()["version"], "2");
}

#[test]
fn a_review_that_another_one_overtakes_starts_over() {
    let (harness, path, log) = race(THEIR_REVIEW, 2);
    let answer = harness.call("PATCH", &path, Some(&json!({"review_status": "accepted"})), &[]);
    assert_eq!(log.take(), ["SELECT", "UPDATE", "SELECT", "UPDATE", "SELECT", "UPDATE"]);
    let item = answer.value();
    assert_eq!((answer.status, &item["version"], &item["note"]), (200, &json!("4"), &json!("theirs")));
    assert_eq!(harness.get(&path).value(), item);
}

#[test]
fn a_review_with_a_version_is_refused_if_another_one_overtakes_it() {
    let (harness, path, _) = race(THEIR_REVIEW, 1);
    let tag = harness.get(&path).header("etag").unwrap().to_owned();
    let refused = harness.call("PATCH", &path, Some(&json!({"review_status": "accepted"})), &[("if-match", &tag)]);
    assert_eq!(code(&refused), (412, "precondition_failed".to_owned()));
    let item = harness.get(&path).value();
    assert_eq!((&item["version"], &item["review_status"]), (&json!("2"), &json!("extracted")));
    assert_eq!(events(&harness), 0);
}

#[test]
fn a_review_ends_though_others_are_always_faster() {
    let (harness, path, log) = race(THEIR_REVIEW, usize::MAX);
    let answer = harness.call("PATCH", &path, Some(&json!({"review_status": "accepted"})), &[]);
    assert_eq!((answer.status, &answer.value()["version"]), (200, &json!("7")));
    let log = log.take();
    assert_eq!(log[..10], ["SELECT", "UPDATE"].repeat(5));
    assert_eq!(log[10..], ["BEGIN", "SELECT", "UPDATE", "COMMIT"]);
    assert_eq!(events(&harness), 1);
}

#[test]
fn a_review_meets_the_end_of_its_takeoff() {
    // The worker has joined two schedules, which changes attributes without a new version.
    let (harness, path, _) = race(r#"UPDATE items SET attributes = '{"schedule":"sch_1"}'"#, 1);
    let answer = harness.call("PATCH", &path, Some(&json!({"review_status": "accepted"})), &[]).value();
    assert_eq!((&answer["version"], &answer["attributes"]), (&json!("2"), &json!({"schedule": "sch_1"})));
    assert_eq!(harness.get(&path).value(), answer);

    let (harness, path, _) = race("DELETE FROM items", 1);
    assert_eq!(harness.call("PATCH", &path, Some(&json!({"note": "n"})), &[]).status, 404);
}

/// Returns how many reviews the event log has.
fn events(harness: &Harness) -> i64 {
    let found = harness.db.query_opt("SELECT COUNT(*) AS n FROM events WHERE kind = 'takeoff.reviewed'", []);
    found.unwrap().unwrap().int("n").unwrap()
}

#[test]
fn each_operation_that_reviews_is_one_event_of_the_takeoff() {
    let harness = harness();
    let items: Vec<ItemSpec<'_>> = (0..3).map(|position| (1, position, "A", None, 1.0, "EA")).collect();
    let id = completed(&harness, &items);
    let line = harness.get(&format!("/takeoffs/{id}/items?consolidated=true")).value()["data"][0].clone();
    let item = format!("/takeoffs/{id}/items/itm_{:022}", 0);
    let line = format!("/takeoffs/{id}/items/{}", line["id"].as_str().unwrap());
    let bulk = format!("/takeoffs/{id}/items/review");
    let accept = json!({"review_status": "accepted"});
    let reviews: [(&str, &str, Value, i64); 5] = [
        ("PATCH", &item, accept.clone(), 1),
        ("PATCH", &item, accept.clone(), 2),
        ("PATCH", &item, json!({}), 2),
        ("PATCH", &line, accept, 3),
        ("POST", &bulk, json!({"filter": {}, "review_status": "rejected"}), 4),
    ];
    for (method, path, body, expected) in reviews {
        let answer = harness.call(method, path, Some(&body), &[]);
        assert_eq!((answer.status, events(&harness)), (200, expected), "{method} {path}: {}", answer.value());
    }

    let sql =
        "SELECT DISTINCT resource_type, resource_id, project_id, data FROM events WHERE kind = 'takeoff.reviewed'";
    let found = harness.db.query(sql, []).unwrap();
    assert_eq!(found.len(), 1, "the event of one item is the event of many: {found:?}");
    assert_eq!(found[0].text("resource_id").unwrap(), id);
}
