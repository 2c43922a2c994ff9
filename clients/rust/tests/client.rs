//! The client against a server of a few canned answers.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use plumbline_client::types::{Discipline, DocumentStatus, TakeoffCreate, Trade};
use plumbline_client::{Client, Error, operations};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the server was asked, line and body.
type Asked = Arc<Mutex<Vec<(String, String)>>>;

/// Answers one request after the other with the given heads and bodies, then ends.
fn serve(answers: Vec<(&'static str, String)>) -> (String, Asked, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let asked = Asked::default();
    let log = Arc::clone(&asked);
    let replaced = origin.clone();
    let thread = std::thread::spawn(move || {
        for (head, body) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let mut length = 0;
            loop {
                let mut header = String::new();
                reader.read_line(&mut header).unwrap();
                if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if header.trim().is_empty() {
                    break;
                }
            }
            let mut sent = vec![0; length];
            reader.read_exact(&mut sent).unwrap();
            log.lock().unwrap().push((line.trim().to_owned(), String::from_utf8(sent).unwrap()));
            let body = body.replace("ORIGIN", &replaced);
            write!(stream, "HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())
                .unwrap();
        }
    });
    (origin, asked, thread)
}

fn item(id: &str) -> String {
    format!(
        r#"{{"id": "{id}", "takeoff_id": "tko_1", "description": "DUPLEX", "category": "devices",
        "item_type": "receptacle", "measure_type": "count", "extracted_quantity": 1, "quantity_override": null,
        "effective_quantity": 1, "unit": "EA", "tag": null, "attributes": {{}}, "page_number": 1, "evidence": [],
        "sheet": {{"number": null, "title": null}}, "confidence": "high", "source": "plan", "trade": "electrical",
        "review_status": "extracted", "note": null, "of_a_later_version": 1}}"#
    )
}

#[test]
fn lists_are_read_to_their_end() {
    let page = |ids: &[&str], next: &str| {
        let data: Vec<String> = ids.iter().map(|id| item(id)).collect();
        let (more, next) = (!next.is_empty(), if next.is_empty() { "null".to_owned() } else { format!("\"{next}\"") });
        format!(r#"{{"data": [{}], "has_more": {more}, "next_cursor": {next}, "consolidated": false}}"#, data.join(","))
    };
    let (origin, asked, thread) =
        serve(vec![("200 OK", page(&["itm_1", "itm_2"], "a+b=")), ("200 OK", page(&["itm_3"], ""))]);
    let items = Client::new(&origin, "plk_key").items("tko_1").unwrap();
    thread.join().unwrap();
    assert_eq!(items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["itm_1", "itm_2", "itm_3"]);
    assert_eq!(items[0].trade, Trade::Electrical);
    let asked = asked.lock().unwrap();
    assert_eq!(asked[0].0, "GET /partner/v1/takeoffs/tko_1/items?limit=200 HTTP/1.1");
    assert_eq!(asked[1].0, "GET /partner/v1/takeoffs/tko_1/items?cursor=a%2Bb%3D&limit=200 HTTP/1.1");
}

#[test]
fn an_upload_goes_to_the_signed_address_and_waits_until_it_is_ready() {
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
    let (origin, asked, thread) = serve(vec![
        ("201 Created", slot),
        ("200 OK", String::new()),
        ("202 Accepted", document("ingesting")),
        ("200 OK\r\nRetry-After: 1", document("ingesting")),
        ("200 OK", document("ready")),
    ]);
    let start = Instant::now();
    let client = Client::new(&origin, "plk_key");
    let ready = client.upload("prj_1", "E-101.pdf", b"%PDF".to_vec(), "application/pdf", |_| {}).unwrap();
    thread.join().unwrap();
    assert_eq!(ready.status, DocumentStatus::Ready);
    assert!(start.elapsed() >= Duration::from_secs(1), "Retry-After was not honoured");
    let asked = asked.lock().unwrap();
    assert_eq!(asked[1], ("PUT /blobs/x?s=1 HTTP/1.1".to_owned(), "%PDF".to_owned()));
    assert_eq!(asked[2].0, "POST /partner/v1/documents/doc_1/complete HTTP/1.1");
}

#[test]
fn a_problem_is_told_with_its_fields() {
    let problem = r#"{"type": "about:blank", "title": "Validation failed", "status": 422, "code": "validation_failed",
        "detail": "One field is wrong.", "request_id": "req_7", "errors": [{"field": "/pages/0", "message": "there is no page 9"}]}"#;
    let (origin, _, thread) = serve(vec![("422 Unprocessable Content", problem.to_owned())]);
    let error =
        Client::new(&origin, "plk_key").run_takeoff(&TakeoffCreate::new("doc_1", Discipline::Electrical), |_| {});
    thread.join().unwrap();
    let text = error.unwrap_err().to_string();
    for part in ["422 validation_failed", "/pages/0: there is no page 9", "req_7"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_failed_takeoff_is_an_error() {
    let takeoff = |status: &str, failure: &str| {
        format!(
            r#"{{"id": "tko_1", "document_id": "doc_1", "project_id": "prj_1", "discipline": "electrical",
            "status": "{status}", "external_ref": null, "progress": {{"percent": 0}}, "pages_requested": 1,
            "estimated_credits": 1, "warnings": [], "metadata": {{}}, "created_at": "2026-01-01T00:00:00Z",
            "started_at": null, "completed_at": null{failure}}}"#
        )
    };
    let failure = r#", "failure": {"code": "document_unreadable", "message": "no page could be read"}"#;
    let (origin, _, thread) =
        serve(vec![("202 Accepted", takeoff("queued", "")), ("200 OK", takeoff("failed", failure))]);
    let error =
        Client::new(&origin, "plk_key").run_takeoff(&TakeoffCreate::new("doc_1", Discipline::Electrical), |_| {});
    thread.join().unwrap();
    assert!(matches!(error, Err(Error::Failed { code, .. }) if code == "document_unreadable"));
}

#[test]
fn values_in_paths_and_queries_are_encoded_and_an_empty_answer_is_one() {
    let (origin, asked, thread) = serve(vec![("204 No Content", String::new())]);
    Client::new(&origin, "plk_key").call(&operations::projects_delete("a/b?c d")).unwrap();
    thread.join().unwrap();
    assert_eq!(asked.lock().unwrap()[0].0, "DELETE /partner/v1/projects/a%2Fb%3Fc%20d HTTP/1.1");
}
