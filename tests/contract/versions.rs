//! The end of a version (H5), health, and the description of the API.

use anyhow::{Context as _, Result};
use plumbline_tests::{Server, ServerOptions};
use serde_json::Value;

#[test]
fn h5_a_deprecated_version_says_so_in_every_answer() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_HTTP__DEPRECATION__SINCE", "2027-01-01T00:00:00Z"),
        ("PLUMBLINE_HTTP__DEPRECATION__SUNSET", "2028-01-01T00:00:00Z"),
        ("PLUMBLINE_HTTP__DEPRECATION__POLICY", "https://example.test/moving"),
        ("PLUMBLINE_HTTP__DEPRECATION__SUCCESSOR", "https://example.test/partner/v2"),
    ]))?;
    let account = server.account("Ames & Sons")?;
    let refused = account.call("GET", "/projects", None, &[("authorization", "Bearer plk_wrong")])?;
    for answer in [account.get("/projects")?.expect(200), account.get("/no-such-path")?.expect(404), refused] {
        assert_eq!(answer.header("deprecation"), "@1798761600");
        assert_eq!(answer.header("sunset"), "Sat, 01 Jan 2028 00:00:00 GMT");
        for relation in ["deprecation", "sunset", "successor-version"] {
            assert!(answer.header("link").contains(&format!("rel=\"{relation}\"")), "{}", answer.header("link"));
        }
    }
    Ok(())
}

#[test]
fn h5_an_overlap_of_less_than_twelve_months_is_refused() {
    let short = ServerOptions::with_environment(&[
        ("PLUMBLINE_HTTP__DEPRECATION__SINCE", "2027-01-01T00:00:00Z"),
        ("PLUMBLINE_HTTP__DEPRECATION__SUNSET", "2027-06-01T00:00:00Z"),
        ("PLUMBLINE_HTTP__DEPRECATION__POLICY", "https://example.test/moving"),
        ("PLUMBLINE_HTTP__DEPRECATION__SUCCESSOR", "https://example.test/partner/v2"),
    ]);
    assert!(Server::start_with(short).is_err());
}

#[test]
fn a_current_version_announces_no_end() -> Result<()> {
    let server = Server::start()?;
    let answer = server.account("Ames & Sons")?.get("/projects")?.expect(200);
    assert_eq!((answer.header("deprecation"), answer.header("sunset")), ("", ""));
    Ok(())
}

#[test]
fn health_and_description_need_no_credential() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let open = |method: &str, path: &str| account.send_bytes(method, &format!("{}{path}", server.url), &[], &[]);
    for path in ["/healthz", "/readyz", "/partner/v1/healthz", "/partner/v1/readyz"] {
        open("GET", path)?.expect(200);
    }
    let ready = String::from_utf8(open("GET", "/readyz")?.bytes)?;
    assert!(ready.starts_with("ready\n") && ready.contains("text recognition: "), "{ready}");
    let document: Value = open("GET", "/partner/v1/openapi.json")?.expect(200).json;
    assert_eq!(document["openapi"].as_str().map(|version| &version[..4]), Some("3.1."));
    assert_eq!(document["servers"][0]["url"], format!("{}/partner/v1", server.url));
    assert_eq!(document["paths"]["/documents/{document_id}/complete"]["post"]["summary"], "Complete the upload");
    let moved = open("GET", "/partner/v1/docs")?.expect(308);
    assert_eq!(moved.header("location"), "docs/");
    let page = open("GET", "/partner/v1/docs/")?.expect(200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    let page = String::from_utf8(page.bytes)?;
    // The page loads everything from this server.
    assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
    for file in ["swagger-ui-bundle.js", "swagger-ui.css", "swagger-initializer.js"] {
        assert!(page.contains(file), "{file}");
        open("GET", &format!("/partner/v1/docs/{file}"))?.expect(200);
    }
    open("GET", "/docs/../Cargo.toml")?.expect_problem(404, "not_found");
    open("POST", "/readyz")?.expect_problem(405, "method_not_allowed");
    let head = open("HEAD", "/partner/v1/openapi.json")?.expect(200);
    let length: usize = head.header("content-length").parse().context("H1: HEAD tells no length")?;
    assert!(head.bytes.is_empty() && length > 100);
    Ok(())
}
