//! Idempotency keys over the real schema (I1, I2, I4, I5, I6), with operations that end in each way.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use plumbline_contract::{IdKind, Problem, ProblemCode, new_id};
use plumbline_database::{Value as Sql, params};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint::{Context, Fields, OperationError, Outcome, Request, Response, Route, idempotent, validate};
use serde_json::{Value, json};

const T0: &str = "2026-11-21T08:00:00.000Z";

const ROUTES: &[Route] = &[
    Route {
        method: "POST",
        path: "/things",
        scope: None,
        operation: "things.create",
        other_media_types: &[],
        reads_query: true,
        handler: create,
    },
    Route {
        method: "POST",
        path: "/others",
        scope: None,
        operation: "others.create",
        other_media_types: &[],
        reads_query: true,
        handler: create,
    },
];

fn read(fields: &mut Fields<'_>) -> (String, Option<String>) {
    (fields.required_text("name", 1, 20), fields.text("fails", 1, 40))
}

/// Writes a project under a new id, then fails as the body requests.
fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let (name, fails) = validate(request, read)?;
    idempotent(context, request, |tx| {
        let id = new_id(IdKind::Project);
        tx.execute(
            "INSERT INTO projects (id, name, metadata, created_at) VALUES (?, ?, '{}', ?)",
            params![&id, &name, context.now()],
        )?;
        match fails.as_deref() {
            None => Ok(Response::created(context.url(&format!("/things/{id}")), &json!({"id": id, "name": name}))?
                .units(1.0)
                .end_customer(Some("Ames"))),
            Some("broken") => Err(OperationError::Internal("broken".into())),
            Some("credits") => Err(Problem {
                required_credits: Some(3.0),
                available_credits: Some(1.0),
                ..Problem::new(ProblemCode::InsufficientCredits, "Too few.")
            }
            .into()),
            Some(code) => Err(OperationError::problem(ProblemCode::from_code(code).unwrap(), format!("{code} {id}"))),
        }
    })
}

fn harness() -> Harness {
    let harness = Harness::new(ROUTES).unwrap();
    harness.set_now(T0);
    harness
}

fn send(harness: &Harness, key: &str, body: &Value) -> Response {
    harness.call("POST", "/things", Some(body), &[("idempotency-key", key)])
}

fn projects(harness: &Harness) -> i64 {
    match harness.scalar("SELECT COUNT(*) FROM projects").unwrap() {
        Some(Sql::Integer(number)) => number,
        other => panic!("{other:?}"),
    }
}

fn code(response: &Response) -> (u16, String) {
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

/// Returns whether the second response equals the first, except for the replay header and the headers that the host
/// strips.
fn is_replay(first: &Response, second: &Response) -> bool {
    let headers = |response: &Response| {
        let mut headers = response.headers.clone();
        headers.retain(|(name, _)| name != "idempotent-replayed" && !name.starts_with("x-plumbline-"));
        headers.sort();
        headers
    };
    second.header("idempotent-replayed") == Some("true")
        && first.header("idempotent-replayed").is_none()
        && first.status == second.status
        && first.body == second.body
        && headers(first) == headers(second)
}

#[test]
fn i1_quoted_and_bare_keys_are_one_and_256_characters_are_too_many() {
    let harness = harness();
    let body = json!({"name": "a"});
    let first = send(&harness, "key-1", &body);
    assert_eq!(first.status, 201);
    assert!(is_replay(&first, &send(&harness, "\"key-1\"", &body)));
    assert_eq!(send(&harness, &"k".repeat(255), &body).status, 201);
    for wrong in ["k".repeat(256), format!("\"{}\"", "k".repeat(256)), String::new(), "\"\"".into(), "\"open".into()] {
        assert_eq!(code(&send(&harness, &wrong, &body)), (400, "invalid_idempotency_key".into()), "{wrong}");
    }
    assert_eq!(projects(&harness), 2);
}

#[test]
fn i2_a_key_belongs_to_one_method_path_and_body() {
    let harness = harness();
    let body = json!({"name": "a"});
    let first = send(&harness, "k", &body);
    let reused = (422, "idempotency_key_reused".to_owned());
    assert_eq!(code(&send(&harness, "k", &json!({"name": "b"}))), reused);
    assert_eq!(code(&harness.call("POST", "/others", Some(&body), &[("idempotency-key", "k")])), reused);
    assert_eq!(code(&harness.call("POST", "/things?x=1", Some(&body), &[("idempotency-key", "k")])), reused);
    assert!(is_replay(&first, &send(&harness, "k", &body)), "the first answer stays");
    assert_eq!(projects(&harness), 1);
}

#[test]
fn i4_a_success_is_repeated_byte_for_byte_with_its_location() {
    let harness = harness();
    let body = json!({"name": "a"});
    let first = send(&harness, "k", &body);
    assert!(first.header("location").is_some() && first.header("x-plumbline-units") == Some("1"));
    harness.set_now("2026-11-22T07:59:59.999Z");
    let again = send(&harness, "k", &body);
    assert!(is_replay(&first, &again), "{again:?}");
    assert_eq!(again.header("x-plumbline-units"), None, "what was counted is not counted again");
    assert_eq!(projects(&harness), 1);
}

#[test]
fn i4_problems_of_credits_and_conflicts_are_repeated_too() {
    let mut harness = harness();
    for (fails, status) in
        [("credits", 402), ("external_ref_conflict", 409), ("document_not_ready", 409), ("not_found", 404)]
    {
        let body = json!({"name": "a", "fails": fails});
        let first = send(&harness, fails, &body);
        assert_eq!(first.status, status);
        harness.caller.insert("x-plumbline-request-id", "req_2".to_owned());
        assert!(is_replay(&first, &send(&harness, fails, &body)), "{fails}");
        harness.caller.insert("x-plumbline-request-id", "req_1".to_owned());
    }
    assert_eq!(projects(&harness), 0, "what a failed operation wrote is rolled back");
}

#[test]
fn i5_after_24_hours_the_key_is_free() {
    let harness = harness();
    let first = send(&harness, "k", &json!({"name": "a"}));
    harness.set_now("2026-11-22T08:00:00.000Z");
    let other = json!({"name": "b"});
    let second = send(&harness, "k", &other);
    assert_eq!((second.status, second.header("idempotent-replayed")), (201, None));
    assert_ne!(first.body, second.body);
    assert!(is_replay(&second, &send(&harness, "k", &other)), "it is the second's now");
}

#[test]
fn i6_keys_are_the_credentials_own() {
    let mut harness = harness();
    let body = json!({"name": "a"});
    let first = send(&harness, "k", &body);
    harness.caller.insert("x-plumbline-client", "pc_0000000000000000000002".to_owned());
    let other = send(&harness, "k", &body);
    assert_eq!((other.status, other.header("idempotent-replayed")), (201, None));
    assert_ne!(first.body, other.body);
    assert_eq!(projects(&harness), 2);
}

#[test]
fn i6_failures_that_trying_again_can_help_are_not_stored() {
    let harness = harness();
    for fails in ["validation_failed", "quota_exceeded", "source_unreachable", "unavailable", "broken"] {
        let first = send(&harness, "k", &json!({"name": "a", "fails": fails}));
        assert!(first.status >= 422, "{fails}");
    }
    assert_eq!(send(&harness, "k", &json!({"surplus": 1})).status, 422);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM idempotency").unwrap(), Some(Sql::Integer(0)));
    assert_eq!(send(&harness, "k", &json!({"name": "a"})).status, 201, "the key is still free for what is right");
}

#[test]
fn expired_keys_of_anyone_are_swept_a_few_with_each_that_is_stored() {
    let mut harness = harness();
    for number in 0..10 {
        harness.caller.insert("x-plumbline-client", format!("pc_000000000000000000000{number}"));
        send(&harness, &format!("old-{number}"), &json!({"name": "a"}));
    }
    harness.set_now("2026-11-22T07:00:00.000Z");
    send(&harness, "young", &json!({"name": "a"}));
    harness.set_now("2026-11-22T08:00:00.000Z");
    let mut left = Vec::new();
    for number in 0..3 {
        send(&harness, &format!("new-{number}"), &json!({"name": "a"}));
        left.push(harness.scalar("SELECT COUNT(*) FROM idempotency").unwrap());
    }
    // There are 10 old keys and a recent one. Each new key deletes up to four of the old ones.
    assert_eq!(left, [Some(Sql::Integer(8)), Some(Sql::Integer(5)), Some(Sql::Integer(4))]);
    let old = harness.scalar("SELECT COUNT(*) FROM idempotency WHERE key LIKE 'old%'").unwrap();
    assert_eq!(old, Some(Sql::Integer(0)));
}
