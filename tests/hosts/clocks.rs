//! Hosts whose clocks are five minutes behind and ahead of the database's.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, agent, poll_until, send};
use serde_json::json;

use crate::client::{Client, SCOPE};
use crate::receiver::Receiver;
use crate::support::{Fixture, encode_form, text};
use crate::{Hosts, takeoffs};

/// Seconds by which the clocks of the hosts are ahead.
const AHEAD: [i64; 2] = [-300, 300];
/// Seconds within which a time counts as right, on a busy machine too.
const TOLERANCE: i64 = 60;

/// Returns the library that gives a process another time: Debian's package `faketime`.
fn library() -> Result<Option<PathBuf>> {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"];
    let found = folders.iter().map(|folder| PathBuf::from(folder).join("faketime/libfaketimeMT.so.1"));
    if let Some(library) = found.into_iter().find(|path| path.is_file()) {
        return Ok(Some(library));
    }
    plumbline_tests::report_missing("libfaketime", "On Debian, install the package `faketime`")?;
    Ok(None)
}

/// Starts two hosts whose clocks are wrong, with these environment variables. Returns `None` if a tool is missing.
fn hosts(variables: [&[(&str, &str)]; 2]) -> Result<Option<Hosts>> {
    let Some(library) = library()? else { return Ok(None) };
    let preload = library.display().to_string();
    let hosts = Hosts::start_with(|number, mut options| {
        let fake = format!("{:+}s", AHEAD[number]);
        // The monotonic clock measures intervals, which do not differ.
        let clock = [("LD_PRELOAD", preload.as_str()), ("FAKETIME", &fake), ("DONT_FAKE_MONOTONIC", "1")];
        let all = clock.iter().chain(variables[number]);
        options.environment.extend(all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        options
    })?;
    for (server, ahead) in hosts.iter().flat_map(|hosts| &hosts.servers).zip(AHEAD) {
        let own = seconds_ahead(server)?;
        ensure!((own - ahead).abs() < TOLERANCE, "the clock is {own} s ahead and not {ahead}");
    }
    Ok(hosts)
}

/// Returns by how many seconds the clock of a host's machine is ahead, by the date that its HTTP library writes.
fn seconds_ahead(server: &Server) -> Result<i64> {
    let answer = send(&agent(), "GET", &format!("{}/healthz", server.url), &[], &[])?.expect(200);
    Ok(unix_time(httpdate::parse_http_date(answer.header("date"))?)? - unix_time(SystemTime::now())?)
}

fn unix_time(time: SystemTime) -> Result<i64> {
    Ok(i64::try_from(time.duration_since(UNIX_EPOCH)?.as_secs())?)
}

/// Starts such hosts with one address for callers, which the tokens of both name, and an organization.
fn hosts_with_tokens() -> Result<Option<(Fixture, Server)>> {
    let Some(Hosts { servers: [first, mut second], .. }) = hosts([&[], &[]])? else { return Ok(None) };
    second.set_environment("PLUMBLINE_HTTP__PUBLIC_URL", &first.url);
    second.restart()?;
    let tenant = text(&first.admin(&["tenant", "create", "Hidden Creek Electric"])?, "id")?;
    Ok(Some((Fixture { server: first, tenant }, second)))
}

/// Calls the API of a host with a token until it is accepted. A host that has just read the keys reads those of another a
/// second later.
fn expect_accepted(server: &Server, tenant: &str, token: &str) -> Result<()> {
    let account = Account::from_key(server, tenant, "", token);
    poll_until("the token is accepted", || Ok(Some(account.get("/projects")?).filter(|answer| answer.status == 200)))?;
    Ok(())
}

#[test]
fn clocks_that_differ_by_ten_minutes_change_nothing() -> Result<()> {
    let Some(hosts) = hosts([&[], &[]])? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let there = hosts.at(&account, 1);
    let drawing = Drawing::e101(1, &Options::default());
    let first = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&first.id)?;
    let mut started = Vec::new();
    for number in 0..8 {
        let at = if number % 2 == 0 { &account } else { &there };
        started.push(takeoffs::start(at, &first.document)?);
    }
    for takeoff in &started {
        let done = there.wait_for_takeoff(takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
    }
    // No lease of one host had expired for the other: each job began once.
    let repeated = hosts.database.query("postgres", "SELECT COUNT(*) FROM host.jobs WHERE attempts > 1")?;
    ensure!(repeated == "0", "{repeated} jobs began twice");
    takeoffs::check_charges(&hosts.database, 9)
}

#[test]
fn stored_times_are_the_databases() -> Result<()> {
    let Some(hosts) = hosts([&[], &[]])? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    // A component writes the time of a project, and the command above that of the tenant.
    for number in 0..AHEAD.len() {
        hosts.at(&account, number).project("North School")?;
    }
    for (table, rows) in [("plumbline.projects", 2), ("host.tenants", 1), ("host.api_keys", 1)] {
        let right = format!(
            "SELECT COUNT(*) FROM {table}
             WHERE ABS(EXTRACT(EPOCH FROM created_at::TIMESTAMPTZ - clock_timestamp())) < {TOLERANCE}"
        );
        let right = hosts.database.query("postgres", &right)?;
        ensure!(right == rows.to_string(), "{right} of {rows} times in {table} are right");
    }
    Ok(())
}

#[test]
fn a_service_token_of_either_host_is_accepted_by_both() -> Result<()> {
    let Some((Fixture { server: first, tenant }, second)) = hosts_with_tokens()? else { return Ok(()) };
    let arguments = ["service", "create", "--tenant", &tenant, "--environment", "sandbox"];
    let credential =
        first.admin(&[&arguments[..], &["--scopes", "projects:read", "--name", "Ames backend"]].concat())?;
    let (id, secret) = (text(&credential, "id")?, text(&credential, "secret")?);
    let fields = [
        ("grant_type", "client_credentials"),
        ("scope", "api://plumbline/.default"),
        ("client_id", &id),
        ("client_secret", &secret),
    ];
    let form = encode_form(&fields);
    for issuer in [&first, &second] {
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let answer = send(&agent(), "POST", &format!("{}/identity/token", issuer.url), form.as_bytes(), &headers)?;
        let token = text(&answer.expect(200).json, "access_token")?;
        for server in [&first, &second] {
            expect_accepted(server, &tenant, &token)?;
        }
    }
    Ok(())
}

#[test]
fn a_code_of_the_host_that_is_behind_is_exchanged_at_the_other() -> Result<()> {
    let Some((fixture, second)) = hosts_with_tokens()? else { return Ok(()) };
    let client = Client::new(&fixture.server)?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let request = client.authorization_request(SCOPE);
    let code = visitor.allow(&request)?;
    let tokens = Client::with_id(&second, &client.id).exchange(&request, &code)?;
    for server in [&fixture.server, &second] {
        expect_accepted(server, &fixture.tenant, &tokens.access)?;
    }
    Ok(())
}

#[test]
fn webhooks_of_the_host_that_is_behind_arrive_promptly() -> Result<()> {
    let sends = [("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"), ("PLUMBLINE_WEBHOOKS__RETRY_SECONDS", "[1, 1]")];
    let Some(hosts) = hosts([&sends, &[("PLUMBLINE_JOBS__CONCURRENCY", "0")]])? else { return Ok(()) };
    let (account, receiver) = (hosts.account("Ames & Co")?, Receiver::start()?);
    let endpoint = json!({"url": receiver.url, "event_types": ["takeoff.created"]});
    let endpoint = account.post("/webhook-endpoints", endpoint)?.expect(201);
    receiver.answer((503, ""));
    // The event happens at the other host.
    let tests = format!("/webhook-endpoints/{}/test", endpoint.text("id"));
    hosts.at(&account, 1).post(&tests, json!({}))?.expect(202);
    let first = receiver.next()?;
    receiver.answer((204, ""));
    let second = receiver.next()?;
    ensure!(second.id() == first.id(), "the first attempt is repeated");
    for message in [first, second] {
        ensure!(message.is_signed_by(endpoint.text("secret"))?, "{message:?}");
        // Receivers refuse messages whose times are five minutes off.
        let time = message.headers.get("webhook-timestamp").context("no time")?.parse::<i64>()?;
        ensure!((time - unix_time(SystemTime::now())?).abs() < TOLERANCE, "{message:?}");
    }
    Ok(())
}
