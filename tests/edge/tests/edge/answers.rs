//! Composed files under the interfaces of stock Spin, compared with the host on the same data: each side reads what the
//! other writes, and the same call has the same response.

use std::time::Instant;

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::wait_for;
use serde_json::{Value, json};

use crate::fixture::{EdgeFixture, files, redact};

type Header<'a> = (&'a str, &'a str);

#[test]
fn the_same_call_has_the_same_response_on_host_and_edge() -> Result<()> {
    let fixture = EdgeFixture::start()?;
    let project = fixture.host.post("/projects", json!({"name": "North School"}))?.expect(201);
    let one = format!("/projects/{}", project.text("id"));
    let fetched = |url: &str| json!({"project_id": project.text("id"), "filename": "plan.pdf", "source": {"type": "url", "url": url}});
    let missing = "/projects/prj_0000000000000000000000";
    let long = json!({"name": "x".repeat(2_000_000)});
    let none: [Header<'_>; 0] = [];
    let calls: Vec<(&str, &str, Option<Value>, Vec<Header<'_>>)> = vec![
        ("GET", "/projects", None, none.to_vec()),
        ("GET", &one, None, none.to_vec()),
        ("HEAD", &one, None, none.to_vec()),
        ("GET", &one, None, vec![("accept", "text/csv")]),
        // The host name of a proxy in front.
        ("GET", &one, None, vec![("host", "api.example.test")]),
        ("OPTIONS", &one, None, none.to_vec()),
        ("PUT", &one, None, none.to_vec()),
        ("GET", missing, None, none.to_vec()),
        ("GET", "/projects?limit=0&color=red", None, none.to_vec()),
        ("GET", "/projects?cursor=forged", None, none.to_vec()),
        ("GET", "/projects/one/two/three", None, none.to_vec()),
        ("POST", "/projects", Some(json!({"name": "", "color": "red"})), none.to_vec()),
        ("POST", "/projects", Some(json!({"name": "South School"})), none.to_vec()),
        ("POST", "/projects", Some(long), none.to_vec()),
        ("GET", "/projects", None, vec![("authorization", "")]),
        ("GET", "/projects", None, vec![("authorization", "Bearer plk_of_nobody")]),
        ("GET", "/projects", None, vec![("authorization", "Basic abc")]),
        // The edge asks the host whether such an address can be fetched.
        ("POST", "/documents", Some(fetched("https://127.0.0.1/plan.pdf")), none.to_vec()),
        ("POST", "/documents", Some(fetched("https://name.invalid/plan.pdf")), none.to_vec()),
        ("GET", "/reference/units", None, none.to_vec()),
        ("GET", "/clients/me", None, none.to_vec()),
        ("GET", "/credits", None, none.to_vec()),
        ("GET", "/takeoffs", None, none.to_vec()),
    ];
    for (method, path, body, headers) in &calls {
        let host = fixture.host.call(method, path, body.as_ref(), headers)?;
        let edge = fixture.edge.call(method, path, body.as_ref(), headers)?;
        assert_eq!(redact(&fixture, &edge), redact(&fixture, &host), "{method} {path} {headers:?}");
    }
    Ok(())
}

#[test]
fn each_side_accepts_what_the_other_creates() -> Result<()> {
    let fixture = EdgeFixture::start()?;
    for (n, side) in [&fixture.host, &fixture.edge, &fixture.host].into_iter().enumerate() {
        side.post("/projects", json!({"name": format!("Project {n}")}))?.expect(201);
    }
    // Cursors that one side creates and the other opens.
    for (first, second) in [(&fixture.host, &fixture.edge), (&fixture.edge, &fixture.host)] {
        let page = first.get("/projects?limit=2")?.expect(200);
        let rest = second.get(&format!("/projects?limit=2&cursor={}", page.text("next_cursor")))?.expect(200);
        let ids = |page: &Value| page["data"].as_array().unwrap().iter().map(|p| p["id"].clone()).collect::<Vec<_>>();
        let (mut all, rest) = (ids(&page.json), ids(&rest.json));
        all.extend(rest);
        all.sort_by_key(ToString::to_string);
        all.dedup();
        assert_eq!(all.len(), 3);
    }
    // A file is sent to the host at an address that the edge signed, and the edge finds it there.
    let project = fixture.edge.post("/projects", json!({"name": "With a drawing"}))?.expect(201);
    let wanted = json!({"project_id": project.text("id"), "filename": "E-101.pdf", "source": {"type": "upload"}});
    let document = fixture.edge.post("/documents", wanted)?.expect(201);
    let complete = format!("/documents/{}/complete", document.json["document"]["id"].as_str().unwrap());
    fixture.edge.call("POST", &complete, None, &[])?.expect_problem(409, "upload_missing");
    let upload = document.json["upload"]["url"].as_str().unwrap();
    assert!(upload.starts_with(&fixture.server.url), "{upload}");
    let put = ureq::put(upload).header("content-type", "application/pdf").send(&b"%PDF-1.7 no drawing"[..])?;
    assert!(put.status().is_success(), "{}", put.status());
    let completed = fixture.edge.call("POST", &complete, None, &[])?;
    assert!((200..300).contains(&completed.status), "{}", completed.json);
    Ok(())
}

#[test]
fn a_takeoff_posted_at_the_edge_is_carried_out_by_the_central_host() -> Result<()> {
    let fixture = EdgeFixture::start()?;
    let drawing = Drawing::e101(1, &Options::default());
    // Upload, reading and takeoff: the edge writes each as a job, and the host picks it up.
    let begun = Instant::now();
    let takeoff = fixture.edge.start_takeoff("E-101.pdf", &drawing.pdf)?;
    let done = fixture.edge.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    let took = begun.elapsed();
    let items = format!("/takeoffs/{}/items", takeoff.id);
    let (at_edge, at_host) = (fixture.edge.list_all(&items)?, fixture.host.list_all(&items)?);
    assert_eq!(at_edge.len(), drawing.truth.items.len());
    assert_eq!(at_edge, at_host);
    println!("{} items in {took:.1?}", at_edge.len());
    Ok(())
}

#[test]
fn files_are_small() -> Result<()> {
    const LARGEST: u64 = 20 << 20;
    for folder in [files()?, files()?.join("postgres")] {
        let mut count = 0;
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "wasm") {
                let bytes = path.metadata()?.len();
                assert!(bytes < LARGEST, "{} has {bytes} bytes", path.display());
                count += 1;
            }
        }
        assert_eq!(count, 11, "one file a group of endpoints");
    }
    Ok(())
}

#[test]
fn no_caller_can_impersonate_another_tenant() -> Result<()> {
    let fixture = EdgeFixture::start()?;
    let other = fixture.server.account("Another")?;
    fixture.edge.post("/projects", json!({"name": "Ours"}))?.expect(201);
    // A credential of another tenant, and one of this tenant's other environment.
    let production = fixture.server.key(&fixture.host.tenant, "production", "all")?;
    for stranger in [&other.secret, &production.secret] {
        let bearer = format!("Bearer {stranger}");
        fixture
            .edge
            .call("GET", "/projects", None, &[("authorization", &bearer)])?
            .expect_problem(401, "unauthenticated");
    }
    // Headers that only the gateway may set.
    for (name, value) in
        [("x-plumbline-tenant", other.tenant.as_str()), ("x-plumbline-scopes", ""), ("x-plumbline-mode", "service")]
    {
        let listed = fixture.edge.call("GET", "/projects", None, &[(name, value)])?.expect(200);
        assert_eq!(listed.json["data"].as_array().unwrap().len(), 1, "{name}");
    }
    Ok(())
}

#[test]
fn instances_share_rate_limits() -> Result<()> {
    let fixture = EdgeFixture::start_with(
        &[("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "1"), ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "200")],
        &[],
    )?;
    // More than one instance answers, because each takes at most 128 requests.
    let answers: Vec<u16> =
        (0..203).map(|_| fixture.edge.get("/projects").map(|answer| answer.status)).collect::<Result<_>>()?;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 200);
    let refused = fixture.edge.get("/projects")?.expect_problem(429, "rate_limited");
    assert!(refused.header("ratelimit").starts_with("\"read\";r=0;t="));
    Ok(())
}

#[test]
fn each_call_is_in_the_usage_record() -> Result<()> {
    // More than one instance answers, because each takes at most 128 requests and writes usage after its responses.
    const CALLS: u64 = 300;
    let fixture = EdgeFixture::start()?;
    let before = current_takeoff_requests(&fixture)?;
    for _ in 0..CALLS {
        fixture.edge.get("/takeoffs")?.expect(200);
    }
    wait_for(&fixture.host, USAGE, |report| takeoff_requests(report) >= before + CALLS)?;
    assert_eq!(current_takeoff_requests(&fixture)?, before + CALLS);
    Ok(())
}

/// The usage report of this year, by operation.
const USAGE: &str = "/usage?from=2026-01-01&to=2026-12-31&group_by=operation";

fn takeoff_requests(report: &Value) -> u64 {
    let mut rows = report["rows"].as_array().into_iter().flatten();
    rows.find(|row| row["key"] == "takeoffs.list").and_then(|row| row["requests"].as_u64()).unwrap_or_default()
}

fn current_takeoff_requests(fixture: &EdgeFixture) -> Result<u64> {
    Ok(takeoff_requests(&fixture.host.get(USAGE)?.expect(200).json))
}

#[test]
fn concurrent_calls_are_each_answered_once() -> Result<()> {
    let fixture = EdgeFixture::start()?;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|thread| {
                let edge = &fixture.edge;
                scope.spawn(move || {
                    for n in 0..4 {
                        let name = format!("Project {thread}-{n}");
                        let made = edge.post("/projects", json!({"name": name})).unwrap().expect(201);
                        let read = edge.get(&format!("/projects/{}", made.text("id"))).unwrap().expect(200);
                        assert_eq!(read.text("name"), name);
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
    let listed = fixture.host.get("/projects?limit=100")?.expect(200);
    assert_eq!(listed.json["data"].as_array().unwrap().len(), 64);
    Ok(())
}
