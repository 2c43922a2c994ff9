//! The operators' listener: access control, publishing and binding, and its responses to bad input.

use anyhow::Result;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use plumbline_tests::{ReservedPort, Response, Server, ServerOptions, agent, send};
use serde_json::{Value, json};

use crate::hot_swap::variant;

/// A server with the operators' listener, and a client for it.
pub(crate) struct Operator {
    pub(crate) server: Server,
    base: String,
    token: String,
    agent: ureq::Agent,
    _port: ReservedPort,
}

impl Operator {
    pub(crate) fn start(environment: &[(&str, &str)]) -> Result<Self> {
        Self::start_with(ServerOptions::with_environment(environment))
    }

    pub(crate) fn start_with(mut options: ServerOptions) -> Result<Self> {
        let port = ReservedPort::reserve()?;
        let address = port.address().to_string();
        options.environment.push(("PLUMBLINE_ADMIN__LISTEN".to_owned(), address.clone()));
        let server = Server::start_with(options)?;
        let token = std::fs::read_to_string(server.data_dir().join("admin.token"))?;
        Ok(Self { server, base: format!("http://{address}/admin"), token, agent: agent(), _port: port })
    }

    /// Returns the address of the operators' listener: `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> String {
        self.base.trim_end_matches("/admin").to_owned()
    }

    fn call(&self, method: &str, path: &str, body: &[u8], media_type: &str) -> Result<Response> {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("content-type", media_type)];
        send(&self.agent, method, &format!("{}{path}", self.base), body, &headers)
    }

    pub(crate) fn post(&self, path: &str, body: Value) -> Result<Response> {
        self.call("POST", path, body.to_string().as_bytes(), "application/json")
    }

    pub(crate) fn get(&self, path: &str) -> Result<Response> {
        self.call("GET", path, &[], "application/json")
    }

    pub(crate) fn upload(&self, query: &str, bytes: &[u8]) -> Result<Response> {
        self.call("POST", &format!("/components?{query}"), bytes, "application/wasm")
    }
}

#[test]
fn only_holders_of_the_token_are_served() -> Result<()> {
    let operator = Operator::start(&[])?;
    for headers in [&[][..], &[("authorization", "Bearer wrong")][..], &[("authorization", "Basic eDp5")][..]] {
        for (method, path) in [("GET", "/components"), ("POST", "/components?slot=exporter:csv"), ("GET", "/nothing")] {
            let refused = send(&operator.agent, method, &format!("{}{path}", operator.base), &[], headers)?
                .expect_problem(401, "unauthenticated");
            assert!(refused.text("detail").contains("found in `admin.token`"), "{}", refused.json);
        }
    }
    // The API's own listener does not serve it, regardless of the credential.
    let bearer = format!("Bearer {}", operator.token);
    let there = format!("{}/admin/components", operator.server.url);
    send(&operator.agent, "GET", &there, &[], &[("authorization", &bearer)])?.expect_problem(404, "not_found");
    let key = operator.server.account("Ames & Sons")?;
    let bearer = format!("Bearer {}", key.secret);
    let here = format!("{}/components", operator.base);
    send(&operator.agent, "GET", &here, &[], &[("authorization", &bearer)])?.expect_problem(401, "unauthenticated");
    Ok(())
}

#[test]
fn a_component_is_published_bound_and_rolled_back() -> Result<()> {
    let operator = Operator::start(&[])?;
    let account = operator.server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let bytes = std::fs::read(variant("endpoint-reference", 7, folder.path())?)?;
    let published = operator.upload("slot=endpoint:reference&bind=true", &bytes)?.expect(201).json;
    let digest = published["digest"].as_str().unwrap();
    account.get("/reference/units")?.expect(200);
    let found = operator.get(&format!("/components/{digest}"))?.expect(200).json;
    assert_eq!(
        (found["slot"].as_str(), found["publications"][0]["signed"].as_bool()),
        (Some("endpoint:reference"), Some(false))
    );
    let listed = operator.get("/components?slot=endpoint:reference")?.expect(200).json;
    assert_eq!(listed["data"].as_array().unwrap().len(), 2);

    let place = json!({"slot": "endpoint:reference", "reason": "it was only a test"});
    let back = operator.post("/bindings/rollback", place.clone())?.expect(200).json;
    assert_ne!(back["digest"], *digest);
    account.get("/reference/units")?.expect(200);
    let history = operator.get("/bindings?slot=endpoint:reference")?.expect(200).json;
    let history: Vec<&str> =
        history["data"].as_array().unwrap().iter().map(|row| row["kind"].as_str().unwrap()).collect();
    assert_eq!(history, ["rollback", "bind", "bind"]);
    operator.post("/bindings/promote", place)?.expect_problem(404, "not_found");
    Ok(())
}

#[test]
fn a_tenants_binding_that_cannot_be_loaded_is_marked_with_the_reason() -> Result<()> {
    let operator = Operator::start(&[])?;
    let tenant = operator.server.account("Ames & Sons")?.tenant;
    let folder = tempfile::tempdir()?;
    let file = std::fs::read(variant("exporter-csv", 9, folder.path())?)?;
    let published = operator.upload("slot=exporter:csv", &file)?.expect(201).json;
    let digest = published["digest"].as_str().unwrap();
    let _bytes = operator.server.hide_component(digest)?;
    operator.post("/bindings", json!({"slot": "exporter:csv", "digest": digest, "tenant": tenant}))?.expect(201);
    let listed = operator.get("/bindings")?.expect(200).json;
    let marked: Vec<&Value> =
        listed["data"].as_array().unwrap().iter().filter(|row| row["not_loaded"].is_string()).collect();
    assert_eq!(marked.len(), 1, "{listed}");
    assert_eq!((marked[0]["tenant"].as_str(), marked[0]["digest"].as_str()), (Some(tenant.as_str()), Some(digest)));
    assert!(marked[0]["not_loaded"].as_str().unwrap().contains("reading component"), "{listed}");
    Ok(())
}

#[test]
fn bad_input_names_the_field_and_the_remedy() -> Result<()> {
    let operator = Operator::start(&[("PLUMBLINE_PUBLISHING__MAX_BYTES", "2000000")])?;
    let tenant = operator.server.account("Ames & Sons")?.tenant;
    let csv = std::fs::read(plumbline_tests::components()?.join("exporter-csv.wasm"))?;
    for (query, bytes, word) in [
        ("", csv.as_slice(), "slot:"),
        ("slot=printer:csv", &csv, "slot:"),
        ("slot=exporter:csv&color=red", &csv, "color:"),
        ("slot=exporter:csv&bind=perhaps", &csv, "bind:"),
        ("slot=exporter:csv", b"MZ no component", "not a WebAssembly component"),
        ("slot=exporter:json", &csv, "format"),
        ("slot=endpoint:csv", &csv, "which is not allowed"),
        ("slot=exporter:csv&tenant=nobody", &csv, "tenant:"),
        (&format!("slot=exporter:csv&tenant={tenant}"), &csv, "signature:"),
        ("slot=exporter:csv&publisher=acme&signature=AAAA", &csv, "signature:"),
    ] {
        let answer = operator.upload(query, bytes)?.expect_problem(422, "validation_failed");
        assert!(answer.text("detail").contains(word), "{query}: {}", answer.text("detail"));
    }
    operator.upload("slot=exporter:csv", &vec![0; 2_000_001])?.expect_problem(413, "payload_too_large");
    operator.call("POST", "/components", &csv, "text/plain")?.expect_problem(415, "unsupported_media_type");
    for reference in ["/etc/passwd", "../x.wasm", "file:///x.wasm", "acme:exporter", "oci://127.0.0.1:1/acme/x:1"] {
        let body = json!({"slot": "exporter:csv", "reference": reference});
        let answer = operator.post("/components", body)?.expect_problem(422, "validation_failed");
        assert!(answer.text("detail").starts_with("reference:"), "{}", answer.text("detail"));
    }
    for (path, body) in [
        ("/bindings", json!({"slot": "exporter:csv"})),
        ("/bindings", json!({"slot": "exporter:csv", "digest": "00", "settings": []})),
        ("/bindings", json!({"slot": "exporter:csv", "digest": "00", "stage": {"share": 5}})),
        ("/bindings/rollback", json!({"slot": 3})),
        ("/publishers", json!({"name": "Acme!", "public_key": "x"})),
    ] {
        operator.post(path, body)?.expect_problem(422, "validation_failed");
    }
    operator.call("PUT", "/bindings", b"{}", "application/json")?.expect_problem(405, "method_not_allowed");
    operator.get("/nothing")?.expect_problem(404, "not_found");
    Ok(())
}

#[test]
fn a_tenants_own_upload_is_signed() -> Result<()> {
    let operator = Operator::start(&[])?;
    let (account, other) = (operator.server.account("Ames & Sons")?, operator.server.account("Brick & Co")?);
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("acme.key");
    let made = operator.server.admin(&["publisher", "new", "acme", "--out", key.to_str().unwrap()])?;
    let trust = json!({"name": "acme", "public_key": made["public_key"], "tenant": account.tenant});
    operator.post("/publishers", trust)?.expect(201);
    let file = variant("exporter-csv", 9, folder.path())?;
    let (file, tenant) = (file.to_str().unwrap(), account.tenant.as_str());
    let publish = ["component", "publish", file, "--slot", "exporter:csv", "--key", key.to_str().unwrap()];
    let refused = operator.server.admin(&[&publish[..], &["--tenant", &other.tenant]].concat());
    assert!(refused.unwrap_err().to_string().contains("only trusted for another tenant"));
    let published = operator.server.admin(&[&publish[..], &["--tenant", tenant, "--bind"]].concat())?;
    assert_eq!((published["signed"].as_bool(), published["bound_for"].as_str()), (Some(true), Some(tenant)));
    let bound = operator.get(&format!("/bindings?tenant={tenant}"))?.expect(200).json;
    assert_eq!(bound["data"][0]["digest"], published["digest"]);
    let signed = BASE64_STANDARD.encode([0; 64]);
    let forged = format!("slot=exporter:csv&tenant={tenant}&publisher=acme&signature={signed}");
    let answer = operator.upload(&forged, &std::fs::read(file)?)?.expect_problem(422, "validation_failed");
    assert!(answer.text("detail").starts_with("signature:"), "{}", answer.text("detail"));
    operator.call("DELETE", "/publishers/acme", &[], "application/json")?.expect(204);
    let refused = operator.server.admin(&[&publish[..], &["--tenant", tenant]].concat());
    assert!(refused.unwrap_err().to_string().contains("no longer trusted"));
    Ok(())
}
