//! Clients that identify themselves with a document at their id (A9).

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use plumbline_tests::{Server, ServerOptions, agent, send};
use serde_json::{Value, json};

use crate::client::{Client, Outcome, SCOPE};
use crate::support::Fixture;

/// Status, further headers and body of a response.
type Reply = (u16, String, String);

/// A client's own server, with one response per path. It records its requests and ends with the test.
struct Site {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn serve(replies: impl FnOnce(&str) -> Vec<(&'static str, Reply)>) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}", listener.local_addr()?);
        let replies = replies(&url);
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { continue };
                let mut head = [0; 8192];
                let timeout = stream.set_read_timeout(Some(Duration::from_secs(5)));
                let Ok(length) = timeout.and_then(|()| stream.read(&mut head)) else { continue };
                let head = String::from_utf8_lossy(&head[..length]).into_owned();
                let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
                let found = replies.iter().find(|(known, _)| *known == path).map(|(_, reply)| reply.clone());
                let (status, headers, body) = found.unwrap_or((404, String::new(), String::new()));
                seen.lock().unwrap().push(path);
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                // A reader that has read enough closes early.
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        Ok(Self { url, requests })
    }

    fn request_count(&self, path: &str) -> usize {
        self.requests.lock().unwrap().iter().filter(|requested| *requested == path).count()
    }
}

const JSON: &str = "content-type: application/json\r\n";

fn document(url: &str, path: &str) -> Value {
    json!({
        "client_id": format!("{url}{path}"), "client_name": "Documented Assistant", "client_uri": url,
        "redirect_uris": [format!("{url}/callback")], "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
    })
}

fn ok(document: &Value) -> Reply {
    (200, JSON.to_owned(), document.to_string())
}

/// Creates a fixture that fetches documents from this machine, as in development.
fn loopback_fixture() -> Result<Fixture> {
    Fixture::with_environment(&[("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true")])
}

#[test]
fn a9_a_client_is_known_by_its_document() -> Result<()> {
    let fixture = loopback_fixture()?;
    let site = Site::serve(|url| vec![("/client.json", ok(&document(url, "/client.json")))])?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let client = Client::with_id(&fixture.server, &format!("{}/client.json", site.url));
    let request = client.authorization_request(SCOPE).set("redirect_uri", &format!("{}/callback", site.url));
    let shown = visitor.open(&request.path())?.expect(200).text();
    assert!(shown.contains("Documented Assistant"), "{shown}");
    // The name is the client's own claim. The host name is verified.
    assert!(shown.contains(site.url.trim_start_matches("http://")), "{shown}");
    let tokens = client.exchange(&request, &visitor.allow(&request)?)?;
    let me = fixture.api("GET", "/clients/me", &tokens.access)?.expect(200).json;
    // An address does not have the form of the contract's client ids, so a stable id is derived from it.
    let id = me["id"].as_str().unwrap_or_default();
    assert!(me["mode"] == "delegated" && id.len() == 25 && id.starts_with("oc_"), "{me}");
    client.refresh(&tokens.refresh, None)?.expect(200);
    assert!(site.request_count("/client.json") <= 3, "A9: fetched {} times", site.request_count("/client.json"));

    // The document's addresses are as binding as registered ones.
    let elsewhere = request.set("redirect_uri", "https://evil.example/callback");
    let page = visitor.open(&elsewhere.path())?.expect(400);
    assert!(page.location().is_empty(), "A3 {}", page.location());
    Ok(())
}

#[test]
fn a9_a_document_that_is_not_the_clients_own_is_refused() -> Result<()> {
    let fixture = loopback_fixture()?;
    let site = Site::serve(|url| {
        let changed = |path: &str, name: &str, value: Value| {
            let mut document = document(url, path);
            document[name] = value;
            ok(&document)
        };
        let mut large = document(url, "/large.json");
        large["client_name"] = json!("x".repeat(1 << 20));
        vec![
            ("/mismatch.json", ok(&document(url, "/client.json"))),
            ("/slash.json", ok(&document(url, "/slash.json/"))),
            ("/without.json", changed("/without.json", "client_id", Value::Null)),
            ("/secret.json", changed("/secret.json", "client_secret", json!("known to all"))),
            ("/basic.json", changed("/basic.json", "token_endpoint_auth_method", json!("client_secret_basic"))),
            ("/script.json", changed("/script.json", "redirect_uris", json!(["javascript:alert(1)"]))),
            ("/nowhere.json", changed("/nowhere.json", "redirect_uris", json!([]))),
            ("/large.json", ok(&large)),
            ("/text.json", (200, JSON.to_owned(), "hello".to_owned())),
            ("/list.json", (200, JSON.to_owned(), "[]".to_owned())),
            ("/error.json", (500, JSON.to_owned(), document(url, "/error.json").to_string())),
            ("/redirect.json", (302, format!("location: {url}/target.json\r\n"), String::new())),
            ("/target.json", ok(&document(url, "/redirect.json"))),
        ]
    })?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    for path in [
        "/mismatch.json",
        "/slash.json",
        "/without.json",
        "/secret.json",
        "/basic.json",
        "/script.json",
        "/nowhere.json",
        "/large.json",
        "/text.json",
        "/list.json",
        "/error.json",
        "/redirect.json",
        "/missing.json",
    ] {
        let client = Client::with_id(&fixture.server, &format!("{}{path}", site.url));
        let request = client.authorization_request(SCOPE).set("redirect_uri", &format!("{}/callback", site.url));
        let page = visitor.open(&request.path())?;
        assert_eq!(page.response.status, 400, "A9 {path}: {} {}", page.location(), page.text());
        assert!(page.location().is_empty() && page.forms("/oauth/authorize").is_empty(), "A9 {path}");
        assert!(site.request_count(path) >= 1, "A9 {path} was not looked at");
    }
    assert_eq!(site.request_count("/target.json"), 0, "A9: a redirect was followed");
    Ok(())
}

#[test]
fn a9_an_id_that_is_not_a_public_https_address_is_not_fetched() -> Result<()> {
    let fixture = Fixture::new()?;
    let site = Site::serve(|url| vec![("/client.json", ok(&document(url, "/client.json")))])?;
    let port = site.url.rsplit(':').next().unwrap_or_default();
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let mut ids = vec![format!("{}/client.json", site.url)];
    for host in ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"] {
        ids.push(format!("https://{host}:{port}/client.json"));
    }
    ids.extend(
        [
            "http://client.example/client.json",
            "https://10.0.0.1/client.json",
            "https://172.16.0.1/client.json",
            "https://192.168.0.1/client.json",
            "https://100.64.0.1/client.json",
            "https://169.254.169.254/latest/meta-data",
            "https://[fd00::1]/client.json",
            "https://[fe80::1]/client.json",
            "https://client.example",
            "https://client.example/a/../client.json",
            "https://client.example/client.json#part",
            "https://user:password@client.example/client.json",
            "file:///etc/passwd",
        ]
        .map(str::to_owned),
    );
    for id in ids {
        let request = Client::with_id(&fixture.server, &id).authorization_request(SCOPE);
        let request = request.set("redirect_uri", &format!("{}/callback", site.url));
        let page = visitor.open(&request.path())?;
        assert_eq!(page.response.status, 400, "A9 {id}: {} {}", page.location(), page.text());
        assert!(Outcome::from_page(&page).is_err(), "A3, A9 {id}");
    }
    assert_eq!(*site.requests.lock().unwrap(), Vec::<String>::new(), "A9: this machine was asked");
    Ok(())
}

/// Returns the status and the page of an authorization request from a new browser.
fn authorize_anonymously(server: &Server, id: &str) -> Result<(u16, String)> {
    let request = Client::with_id(server, id).authorization_request(SCOPE);
    let answer = send(&agent(), "GET", &format!("{}{}", server.url, request.path()), &[], &[])?;
    Ok((answer.status, String::from_utf8(answer.bytes)?))
}

#[test]
fn a_document_that_cannot_be_used_is_not_fetched_for_each_request() -> Result<()> {
    let fixture = loopback_fixture()?;
    let site = Site::serve(|_| vec![("/text.json", (200, JSON.to_owned(), "hello".to_owned()))])?;
    for path in ["/missing.json", "/text.json"] {
        for _ in 0..5 {
            assert_eq!(authorize_anonymously(&fixture.server, &format!("{}{path}", site.url))?.0, 400, "{path}");
        }
        assert_eq!(site.request_count(path), 1, "{path}");
    }
    Ok(())
}

#[test]
fn document_fetches_are_limited_across_all_clients() -> Result<()> {
    let fixture = Fixture::with_environment(&[
        ("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"),
        ("PLUMBLINE_IDENTITY__CLIENT_DOCUMENTS_PER_MINUTE", "3"),
    ])?;
    let site = Site::serve(|_| vec![])?;
    let mut last = String::new();
    for number in 0..20 {
        last = authorize_anonymously(&fixture.server, &format!("{}/{number}.json", site.url))?.1;
    }
    assert!(last.contains("Try again in a minute"), "{last}");
    let fetched = site.requests.lock().unwrap().len();
    assert!((3..10).contains(&fetched), "{fetched} of 20 were fetched");
    Ok(())
}

#[test]
fn requests_that_cause_fetches_are_limited_by_network() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"),
        ("PLUMBLINE_HTTP__UNAUTHENTICATED_PER_MINUTE", "25"),
    ]))?;
    let paths = ["/0.json", "/1.json", "/2.json", "/3.json"];
    let site = Site::serve(|url| paths.map(|path| (path, ok(&document(url, path)))).to_vec())?;
    let statuses = paths
        .iter()
        .map(|path| Ok(authorize_anonymously(&server, &format!("{}{path}", site.url))?.0))
        .collect::<Result<Vec<_>>>()?;
    // The requests name another redirect address than the documents.
    assert_eq!(statuses, [400, 400, 429, 429]);
    assert_eq!(*site.requests.lock().unwrap(), paths[..2]);
    // A document that was fetched is stored. A request that is refused by its rate stores nothing.
    let clients = |of: &str| server.control_query(&format!("SELECT COUNT(*) FROM oauth_clients WHERE {of}"));
    assert_eq!(clients("true")?, "2");
    assert_eq!(clients(&format!("id IN ('{url}/0.json', '{url}/1.json')", url = site.url))?, "2");
    for path in ["/sign-in", "/.well-known/oauth-authorization-server", "/healthz"] {
        assert_eq!(send(&agent(), "GET", &format!("{}{path}", server.url), &[], &[])?.status, 200, "{path}");
    }
    Ok(())
}
