//! `/metrics` on the operators' listener: its counters, its access control, and the data it must not contain.

use std::collections::BTreeMap;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Python, Response, agent, run, send, workspace};
use serde_json::{Value, json};

use crate::operators::Operator;

const OPENMETRICS: (&str, &str) = ("accept", "application/openmetrics-text; version=1.0.0");

fn scrape(operator: &Operator, headers: &[(&str, &str)]) -> Result<Response> {
    send(&agent(), "GET", &format!("{}/metrics", operator.address()), &[], headers)
}

/// The samples of a scrape, by name and labels as written.
pub(crate) struct Samples(BTreeMap<String, f64>);

impl Samples {
    pub(crate) fn scrape(operator: &Operator) -> Result<Self> {
        let answer = scrape(operator, &[OPENMETRICS])?.expect(200);
        let text = String::from_utf8(answer.bytes)?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let sample = |line: &str| {
            let (name, value) = line.rsplit_once(' ').with_context(|| line.to_owned())?;
            Ok((name.to_owned(), value.parse()?))
        };
        Ok(Self(lines.map(sample).collect::<Result<_>>()?))
    }

    /// Returns the value of a sample, or zero if it is missing, as for a counter that was never incremented.
    pub(crate) fn get(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Returns whether a family exists, by the prefix of its samples' names.
    pub(crate) fn has(&self, family: &str) -> bool {
        self.0.keys().any(|name| name.starts_with(family))
    }
}

/// Checks the growth of samples between two scrapes. Each must be in the second one, even if it did not grow.
#[track_caller]
fn assert_grown(before: &Samples, after: &Samples, expected: &[(&str, f64)]) {
    let grown: Vec<(&str, f64)> =
        expected.iter().map(|(name, _)| (*name, after.get(name) - before.get(name))).collect();
    assert_eq!(grown, expected);
    for (name, _) in expected {
        assert!(after.0.contains_key(*name), "{name} is not exported");
    }
}

#[test]
fn counters_grow_by_the_requests_sent() -> Result<()> {
    let operator = Operator::start(&[])?;
    let account = operator.server.account("Ames & Sons")?;
    let before = Samples::scrape(&operator)?;
    let project = account.project("Riverside")?;
    for _ in 0..3 {
        account.get("/projects")?.expect(200);
    }
    for path in ["/projects/prj_1111111111111111111111", "/projects/prj_2222222222222222222222"] {
        account.get(path)?.expect_problem(404, "not_found");
    }
    account.get("/nothing-of-the-kind")?.expect_problem(404, "not_found");
    account
        .call("GET", "/projects", None, &[("authorization", "Bearer plk_wrong")])?
        .expect_problem(401, "unauthenticated");
    send(&agent(), "GET", &format!("{}/healthz", operator.server.url), &[], &[])?.expect(200);
    let after = Samples::scrape(&operator)?;
    assert_grown(
        &before,
        &after,
        &[
            (r#"plumbline_requests_total{operation="projects.create",status="2xx"}"#, 1.0),
            (r#"plumbline_requests_total{operation="projects.list",status="2xx"}"#, 3.0),
            (r#"plumbline_requests_total{operation="projects.get",status="4xx"}"#, 2.0),
            (r#"plumbline_requests_total{operation="unmatched",status="4xx"}"#, 2.0),
            (r#"plumbline_requests_total{operation="pages",status="2xx"}"#, 1.0),
            (r#"plumbline_request_duration_seconds_count{operation="projects.list"}"#, 3.0),
            (r#"plumbline_request_duration_seconds_bucket{le="+Inf",operation="projects.list"}"#, 3.0),
            (r#"plumbline_problems_total{code="not_found"}"#, 3.0),
            (r#"plumbline_problems_total{code="unauthenticated"}"#, 1.0),
            (r#"plumbline_component_calls_total{class="endpoint",outcome="ok"}"#, 6.0),
            (r#"plumbline_instances_made_total{class="endpoint"}"#, 1.0),
            ("plumbline_instances_reused_total", 5.0),
            ("plumbline_scrape_errors_total", 0.0),
        ],
    );
    assert!(after.get(r#"plumbline_request_duration_seconds_sum{operation="projects.list"}"#) > 0.0);
    assert!(after.get(r#"plumbline_connections_accepted_total{listener="public"}"#) >= 1.0);
    assert!(after.get(r#"plumbline_components{class="endpoint",state="loaded"}"#) > 0.0);
    assert!(after.has("plumbline_queue_oldest_due_age_seconds"));
    assert!(after.get(r#"plumbline_memory_bytes{kind="components"}"#) > 65_536.0, "an instance is warm");
    if operator.server.database().is_none() {
        assert!(after.get(r#"plumbline_memory_bytes{kind="sqlite"}"#) > 65_536.0);
    }
    for name in ["process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_start_time_seconds"] {
        assert!(after.get(name) > 0.0, "{name}");
    }
    // Nothing identifies a tenant, a credential or its requests.
    let text = String::from_utf8(scrape(&operator, &[])?.expect(200).bytes)?;
    for secret in
        [account.tenant.as_str(), &account.key, &account.secret, &project, "Ames", "nothing-of-the-kind", "/projects"]
    {
        assert!(!text.contains(secret), "{secret}");
    }
    Ok(())
}

#[test]
fn every_documented_metric_is_exported() -> Result<()> {
    let operator = Operator::start(&[])?;
    let exported = String::from_utf8(scrape(&operator, &[OPENMETRICS])?.expect(200).bytes)?;
    let documented = std::fs::read_to_string(workspace().join("docs/operating-metrics.md"))?;
    let names: Vec<_> = documented.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    ensure!(names.len() > 20, "the tables list {names:?}");
    // Traces are off.
    for name in names.into_iter().filter(|name| *name != "plumbline_spans_total") {
        // The type of a family is stated even before its first sample.
        let family = name.trim_end_matches("_total").trim_end_matches("_info");
        assert!(exported.contains(&format!("# TYPE {family} ")), "{name} is not exported");
    }
    Ok(())
}

#[test]
fn a_takeoff_counts_credits_and_jobs() -> Result<()> {
    let operator = Operator::start(&[])?;
    let account = operator.server.account("Ames & Sons")?;
    let before = Samples::scrape(&operator)?;
    let takeoff = account.start_takeoff("sample.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    let (held, charged) = (&done["estimated_credits"], &done["result_summary"]["credits_charged"]);
    let (held, charged) = (held.as_f64().context("held")?, charged.as_f64().context("charged")?);
    ensure!(held > 0.0 && charged > 0.0, "{done}");
    let after = Samples::scrape(&operator)?;
    assert_grown(
        &before,
        &after,
        &[
            (r#"plumbline_credits_total{kind="hold"}"#, held),
            (r#"plumbline_credits_total{kind="charge"}"#, charged),
            (r#"plumbline_credits_total{kind="release"}"#, held - charged),
            (r#"plumbline_job_attempts_total{kind="ingest",outcome="done"}"#, 1.0),
            (r#"plumbline_queue_jobs{kind="takeoff",state="waiting"}"#, 0.0),
        ],
    );
    assert!(after.get(r#"plumbline_component_calls_total{class="extractor",outcome="ok"}"#) > 0.0);
    Ok(())
}

#[test]
fn third_party_parsers_read_both_formats() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let operator = Operator::start(&[])?;
    operator.server.account("Ames & Sons")?.get("/projects")?.expect(200);
    let folder = tempfile::tempdir()?;
    let mut names = Vec::new();
    for (format, headers, content_type) in [
        ("openmetrics", &[OPENMETRICS][..], "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        ("text", &[][..], "text/plain; version=0.0.4; charset=utf-8"),
    ] {
        let answer = scrape(&operator, headers)?.expect(200);
        assert_eq!(answer.header("content-type"), content_type);
        let file = folder.path().join(format);
        std::fs::write(&file, &answer.bytes)?;
        let mut command = python.script("read_metrics.py");
        command.arg(format).arg(&file).stdin(Stdio::null());
        let families: BTreeMap<String, Value> = serde_json::from_slice(&run(&mut command)?)?;
        for (name, family) in &families {
            let kind = family["type"].as_str().unwrap_or_default();
            assert!(!matches!(kind, "unknown" | "untyped"), "{format}: {name} has no type");
            let help = family["help"].as_str().unwrap_or_default();
            assert!(help.ends_with('.'), "{format}: {name} says `{help}`");
        }
        let documented = std::fs::read_to_string(workspace().join("docs/operating-metrics.md"))?;
        for name in families.keys() {
            assert!(documented.contains(&format!("`{name}")), "docs/operating-metrics.md lacks {name}");
        }
        let listed = &families["plumbline_requests"]["samples"];
        let expected = json!(["plumbline_requests_total", {"operation": "projects.list", "status": "2xx"}, 1.0]);
        assert!(listed.as_array().is_some_and(|samples| samples.contains(&expected)), "{format}: {listed}");
        names.push(families.len());
    }
    assert_eq!(names[0], names[1], "both formats have all families");
    Ok(())
}

#[test]
fn only_operators_read_metrics_and_may_disable_them() -> Result<()> {
    let operator = Operator::start(&[])?;
    let public = format!("{}/metrics", operator.server.url);
    send(&agent(), "GET", &public, &[], &[])?.expect_problem(404, "not_found");
    send(&agent(), "GET", &format!("{}/partner/v1/metrics", operator.server.url), &[], &[])?
        .expect_problem(401, "unauthenticated");
    let here = format!("{}/metrics", operator.address());
    let refused = send(&agent(), "POST", &here, b"x", &[])?.expect(405);
    assert_eq!(refused.header("allow"), "GET, HEAD");
    assert!(send(&agent(), "HEAD", &here, &[], &[])?.expect(200).bytes.is_empty());
    drop(operator);
    let operator = Operator::start(&[("PLUMBLINE_ADMIN__METRICS", "false")])?;
    scrape(&operator, &[])?.expect_problem(401, "unauthenticated");
    Ok(())
}

#[test]
fn a_queue_that_cannot_be_read_is_left_out_and_counted() -> Result<()> {
    let operator = Operator::start(&[])?;
    assert!(Samples::scrape(&operator)?.has("plumbline_queue_oldest_due_age_seconds"));
    operator.server.control_query("ALTER TABLE jobs RENAME TO jobs_elsewhere")?;
    let without = Samples::scrape(&operator)?;
    assert!(!without.has("plumbline_queue_"));
    assert_eq!(without.get("plumbline_scrape_errors_total"), 1.0);
    assert!(without.get("process_resident_memory_bytes") > 0.0, "all else is there");
    operator.server.control_query("ALTER TABLE jobs_elsewhere RENAME TO jobs")?;
    let again = Samples::scrape(&operator)?;
    assert!(again.has("plumbline_queue_oldest_due_age_seconds"));
    assert_eq!(again.get("plumbline_scrape_errors_total"), 1.0);
    Ok(())
}

#[test]
fn refusals_are_counted_by_their_reason() -> Result<()> {
    let limits = [("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "1"), ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "2")];
    let operator = Operator::start(&limits)?;
    let account = operator.server.account("Ames & Sons")?;
    let before = Samples::scrape(&operator)?;
    for _ in 0..2 {
        account.get("/projects")?.expect(200);
    }
    for _ in 0..4 {
        account.get("/projects")?.expect_problem(429, "rate_limited");
    }
    let after = Samples::scrape(&operator)?;
    assert_grown(
        &before,
        &after,
        &[
            (r#"plumbline_problems_total{code="rate_limited"}"#, 4.0),
            (r#"plumbline_requests_total{operation="unmatched",status="4xx"}"#, 4.0),
            (r#"plumbline_requests_total{operation="projects.list",status="2xx"}"#, 2.0),
        ],
    );
    Ok(())
}
