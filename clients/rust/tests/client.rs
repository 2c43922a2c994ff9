//! Tests of the client against a server with a few canned responses.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt as _;
use plumbline_client::types::{
    Discipline, DocumentStatus, ListItemsQuery, ProblemCode, ProjectCreate, Takeoff, TakeoffCreate, Trade, WarningCode,
};
use plumbline_client::{Client, Error, operations};

/// A request as the server received it.
struct Asked {
    line: String,
    /// Headers, with names in lower case.
    headers: Vec<(String, String)>,
    body: String,
}

impl Asked {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// Answers requests one after the other with the given heads and bodies, then ends. An empty head ends the connection.
fn serve(answers: Vec<(&'static str, String)>) -> (Client, Arc<Mutex<Vec<Asked>>>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let mut client = Client::new(&origin, "plk_key");
    client.retry.first_pause = Duration::from_millis(10);
    let asked = Arc::<Mutex<Vec<Asked>>>::default();
    let log = Arc::clone(&asked);
    let thread = std::thread::spawn(move || {
        for (head, body) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let mut headers = Vec::new();
            loop {
                let mut header = String::new();
                reader.read_line(&mut header).unwrap();
                let Some((name, value)) = header.trim().split_once(": ") else { break };
                headers.push((name.to_lowercase(), value.to_owned()));
            }
            let mut asked = Asked { line: line.trim().to_owned(), headers, body: String::new() };
            let length = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
            let mut sent = vec![0; length];
            reader.read_exact(&mut sent).unwrap();
            asked.body = String::from_utf8(sent).unwrap();
            log.lock().unwrap().push(asked);
            if head.is_empty() {
                continue;
            }
            let body = body.replace("ORIGIN", &origin);
            write!(stream, "HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())
                .unwrap();
        }
    });
    (client, asked, thread)
}

fn problem(status: u16, code: &str, more: &str) -> String {
    format!(
        r#"{{"type": "about:blank", "title": "", "status": {status}, "code": "{code}", "detail": "Refused.", "request_id": "req_7"{more}}}"#
    )
}

const PROJECT: &str = r#"{"id": "prj_1", "name": "North School", "reference": null, "end_customer_ref": null,
    "external_ref": null, "address": null, "metadata": {}, "document_count": 0, "created_at": "2026-01-01T00:00:00Z",
    "updated_at": null}"#;

fn takeoff(status: &str, more: &str) -> String {
    format!(
        r#"{{"id": "tko_1", "document_id": "doc_1", "project_id": "prj_1", "discipline": "electrical",
        "status": "{status}", "external_ref": null, "progress": {{"percent": 0}}, "pages_requested": 1,
        "estimated_credits": 1, "warnings": [{{"code": "of_a_later_version", "message": "New."}}], "metadata": {{}},
        "created_at": "2026-01-01T00:00:00Z", "started_at": null, "completed_at": null{more}}}"#
    )
}

fn item(id: &str) -> String {
    format!(
        r#"{{"id": "{id}", "version": "1", "takeoff_id": "tko_1", "description": "DUPLEX", "category": "devices",
        "item_type": "receptacle", "measure_type": "count", "extracted_quantity": 1, "quantity_override": null,
        "effective_quantity": 1, "unit": "EA", "tag": null, "attributes": {{}}, "page_number": 1, "evidence": [],
        "sheet": {{"number": null, "title": null}}, "confidence": "high", "source": "plan", "trade": "electrical",
        "review_status": "extracted", "note": null, "of_a_later_version": 1}}"#
    )
}

#[tokio::test]
async fn lists_are_read_to_their_end() {
    let page = |ids: &[&str], next: &str| {
        let data: Vec<String> = ids.iter().map(|id| item(id)).collect();
        let (more, next) = (!next.is_empty(), if next.is_empty() { "null".to_owned() } else { format!("\"{next}\"") });
        format!(r#"{{"data": [{}], "has_more": {more}, "next_cursor": {next}, "consolidated": false}}"#, data.join(","))
    };
    let (client, asked, thread) =
        serve(vec![("200 OK", page(&["itm_1", "itm_2"], "a+b=")), ("200 OK", page(&["itm_3"], ""))]);
    let query = ListItemsQuery { limit: Some(2), ..ListItemsQuery::default() };
    let items: Vec<_> = client.items("tko_1", &query).try_collect().await.unwrap();
    thread.join().unwrap();
    assert_eq!(items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["itm_1", "itm_2", "itm_3"]);
    assert_eq!(items[0].trade, Trade::Electrical);
    let asked = asked.lock().unwrap();
    assert_eq!(asked[0].line, "GET /partner/v1/takeoffs/tko_1/items?limit=2 HTTP/1.1");
    assert_eq!(asked[1].line, "GET /partner/v1/takeoffs/tko_1/items?cursor=a%2Bb%3D&limit=2 HTTP/1.1");
}

#[tokio::test]
async fn an_upload_goes_to_the_signed_address_and_waits_until_it_is_ready() {
    let document = |status: &str| {
        format!(
            r#"{{"id": "doc_1", "project_id": "prj_1", "filename": "E-101.pdf", "kind": "drawing", "status": "{status}",
            "external_ref": null, "page_count": null, "size_bytes": null, "metadata": {{}}, "ready_at": null,
            "created_at": "2026-01-01T00:00:00Z", "retain_until": null}}"#
        )
    };
    let slot = format!(
        r#"{{"document": {}, "upload": {{"url": "ORIGIN/blobs/x?s=1", "method": "PUT", "headers": {{"Content-Type": "application/pdf"}}, "expires_at": ""}}}}"#,
        document("awaiting_upload")
    );
    let (client, asked, thread) = serve(vec![
        ("201 Created", slot),
        // The response is lost, but the file has arrived.
        ("", String::new()),
        ("412 Precondition Failed", problem(412, "precondition_failed", "")),
        ("202 Accepted", document("ingesting")),
        ("200 OK\r\nRetry-After: 1", document("ingesting")),
        ("200 OK", document("ready")),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("E-101.pdf");
    std::fs::write(&file, b"%PDF").unwrap();
    let start = Instant::now();
    let ready = client.upload("prj_1", &file).await.unwrap();
    thread.join().unwrap();
    assert_eq!(ready.status, DocumentStatus::Ready);
    assert!(start.elapsed() >= Duration::from_secs(1), "Retry-After was not honored");
    let asked = asked.lock().unwrap();
    assert_eq!((asked[1].line.as_str(), asked[1].body.as_str()), ("PUT /blobs/x?s=1 HTTP/1.1", "%PDF"));
    assert_eq!((asked[1].header("authorization"), asked[1].header("content-type")), (None, Some("application/pdf")));
    assert_eq!(asked[3].line, "POST /partner/v1/documents/doc_1/complete HTTP/1.1");
}

#[tokio::test]
async fn retries_keep_their_idempotency_key() {
    let (client, asked, thread) = serve(vec![
        ("429 Too Many Requests\r\nRetry-After: 1", problem(429, "rate_limited", "")),
        ("", String::new()),
        ("503 Service Unavailable", problem(503, "unavailable", "")),
        ("201 Created", PROJECT.to_owned()),
    ]);
    let start = Instant::now();
    let project = client.create_project(&ProjectCreate::new("North School")).await.unwrap();
    thread.join().unwrap();
    assert_eq!(project.id, "prj_1");
    assert!(start.elapsed() >= Duration::from_secs(1), "Retry-After was not honored");
    let asked = asked.lock().unwrap();
    let keys: Vec<_> = asked.iter().map(|asked| asked.header("idempotency-key")).collect();
    assert!(keys.len() == 4 && keys[0].is_some() && keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}

#[tokio::test]
async fn a_request_that_could_do_harm_is_not_repeated_after_a_lost_answer() {
    let (client, asked, thread) = serve(vec![("", String::new())]);
    assert!(matches!(client.cancel_takeoff("tko_1").await, Err(Error::Transport { .. })));
    thread.join().unwrap();
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_used_up_quota_is_told_at_once_and_a_long_pause_too() {
    for (head, code) in
        [("429 Too Many Requests", "quota_exceeded"), ("429 Too Many Requests\r\nRetry-After: 3600", "rate_limited")]
    {
        let (client, asked, thread) = serve(vec![(head, problem(429, code, ""))]);
        let error = client.create_project(&ProjectCreate::new("North School")).await.unwrap_err();
        thread.join().unwrap();
        assert_eq!(error.code(), Some(&ProblemCode::from(code)));
        assert_eq!(asked.lock().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_problem_has_its_fields() {
    let more = r#", "errors": [{"field": "/pages/0", "message": "must exist"},
        {"field": "/discipline", "message": "must be known"}]"#;
    let (client, _, thread) = serve(vec![("422 Unprocessable Content", problem(422, "validation_failed", more))]);
    let error = client.create_takeoff(&TakeoffCreate::new("doc_1", Discipline::Electrical)).await.unwrap_err();
    thread.join().unwrap();
    assert_eq!(error.code(), Some(&ProblemCode::ValidationFailed));
    assert_eq!((error.status(), error.request_id()), (Some(422), Some("req_7")));
    let message = error.to_string();
    let fields = ": 422 validation_failed: /pages/0: must exist; /discipline: must be known (request req_7)";
    assert!(message.ends_with(fields), "{message}");
}

#[tokio::test]
async fn a_problem_without_fields_prints_its_detail() {
    let (client, _, thread) = serve(vec![("404 Not Found", problem(404, "not_found", ""))]);
    let message = client.get_project("prj_1").await.unwrap_err().to_string();
    thread.join().unwrap();
    assert!(message.ends_with(": 404 not_found: Refused. (request req_7)"), "{message}");
}

#[tokio::test]
async fn an_error_without_a_problem_has_its_status() {
    let (client, _, thread) = serve(vec![("502 Bad Gateway\r\nX-Request-Id: req_8", "<html>".to_owned())]);
    let error = client.get_credits().await.unwrap_err();
    thread.join().unwrap();
    assert_eq!((error.status(), error.request_id()), (Some(502), Some("req_8")));
}

#[tokio::test]
async fn a_failed_takeoff_is_an_error_and_names_of_later_versions_are_not() {
    let failure = r#", "failure": {"code": "document_unreadable", "message": "No page could be read."}"#;
    let (client, _, thread) = serve(vec![("200 OK", takeoff("queued", "")), ("200 OK", takeoff("failed", failure))]);
    let queued: Takeoff = serde_json::from_str(&takeoff("queued", "")).unwrap();
    assert_eq!(queued.warnings[0].code, WarningCode::Unrecognized("of_a_later_version".to_owned()));
    let error = client.wait(&queued).await;
    thread.join().unwrap();
    assert!(matches!(error, Err(Error::Failed { code, .. }) if code == "document_unreadable"));
}

#[tokio::test]
async fn waiting_ends_when_the_time_is_over() {
    let (mut client, _, thread) = serve(vec![("200 OK\r\nRetry-After: 3600", takeoff("processing", ""))]);
    client.waiting.timeout = Duration::from_secs(60);
    let error = client.wait(&serde_json::from_str::<Takeoff>(&takeoff("queued", "")).unwrap()).await;
    thread.join().unwrap();
    assert!(matches!(error, Err(Error::Timeout { status, .. }) if status == "processing"));
}

#[tokio::test]
async fn if_match_is_sent_and_such_a_change_is_not_repeated() {
    let (client, asked, thread) = serve(vec![("", String::new())]);
    let call = operations::update_project("prj_1", &Default::default()).if_match("\"7\"");
    assert!(matches!(client.call(call).await, Err(Error::Transport { .. })));
    thread.join().unwrap();
    let asked = asked.lock().unwrap();
    assert_eq!((asked.len(), asked[0].header("if-match")), (1, Some("\"7\"")));
}

#[tokio::test]
async fn values_in_paths_are_encoded_and_an_empty_answer_is_one() {
    let (client, asked, thread) = serve(vec![("204 No Content", String::new())]);
    client.delete_project("a/b?c d").await.unwrap();
    thread.join().unwrap();
    assert_eq!(asked.lock().unwrap()[0].line, "DELETE /partner/v1/projects/a%2Fb%3Fc%20d HTTP/1.1");
}
