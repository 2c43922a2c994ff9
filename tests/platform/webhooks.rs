//! Webhooks: events that a receiver gets from the running program, signed, in order and until they arrive.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Node, Python, Server, ServerOptions, run, workspace};
use serde_json::{Value, json};
use ureq::http::HeaderMap;

use crate::receiver::{Message, Receiver};

/// A server that may send to this machine, and that tries again after a second, twice.
fn server() -> Result<Server> {
    Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"),
        ("PLUMBLINE_WEBHOOKS__RETRY_SECONDS", "[1, 1]"),
    ]))
}

/// A secret that no endpoint has.
const UNKNOWN: &str = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

struct Endpoint {
    path: String,
    secret: String,
}

impl Endpoint {
    fn create(account: &Account, url: &str, kinds: &[&str]) -> Result<Self> {
        let created = account.post("/webhook-endpoints", json!({"url": url, "event_types": kinds}))?.expect(201);
        Ok(Self {
            path: format!("/webhook-endpoints/{}", created.text("id")),
            secret: created.text("secret").to_owned(),
        })
    }

    fn state(&self, account: &Account) -> Result<Value> {
        Ok(account.get(&self.path)?.expect(200).json)
    }

    fn deliveries(&self, account: &Account, query: &str) -> Result<Vec<Value>> {
        account.list_all(&format!("{}/deliveries{query}", self.path))
    }
}

fn take_off(account: &Account) -> Result<String> {
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    Ok(takeoff.id)
}

fn until(wanted: &str, is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    until_within(Duration::from_secs(30), wanted, is_so)
}

fn until_within(time: Duration, wanted: &str, mut is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while !is_so()? {
        ensure!(begun.elapsed() < time, "{wanted}");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

#[test]
fn w1_a_takeoffs_events_arrive_signed_and_in_order() -> Result<()> {
    let (server, receiver) = (server()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let kinds = ["takeoff.created", "takeoff.started", "takeoff.completed"];
    let endpoint = Endpoint::create(&account, &receiver.url, &kinds)?;
    let takeoff = take_off(&account)?;
    for kind in kinds {
        let message = receiver.next()?;
        assert_eq!((message.kind(), &message.body["resource_id"]), (kind, &json!(takeoff)));
        assert_eq!(message.body["environment"], "sandbox");
        assert!(message.is_signed_by(&endpoint.secret)?, "{message:?}");
        assert!(message.raw.len() < 20_000);
        let event = account.get(&format!("/events/{}", message.id()))?.expect(200).json;
        let mut without = message.body.clone();
        without.as_object_mut().context("an object")?.remove("environment");
        assert_eq!(event, without);
    }
    until("all are delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 3))?;
    let delivery = endpoint.deliveries(&account, "?event_type=takeoff.completed")?.remove(0);
    let attempt = &delivery["attempts"][0];
    assert_eq!((&attempt["status_code"], &attempt["error"]), (&json!(204), &Value::Null));
    assert!(attempt["latency_ms"].as_u64().is_some_and(|latency| latency < 15_000));
    assert_eq!(delivery["request_body"]["data"]["status"], "completed");
    let listed = account.list_all("/events?delivery_success=true")?;
    assert_eq!(listed.len(), 3);
    assert_eq!(account.list_all("/events?delivery_success=false")?, Vec::<Value>::new());
    Ok(())
}

#[test]
fn w2_a_retry_has_the_same_id_and_a_fresh_time() -> Result<()> {
    let (server, receiver) = (server()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
    receiver.answer((503, ""));
    account.post(&format!("{}/test", endpoint.path), json!({}))?.expect(202);
    let first = receiver.next()?;
    receiver.answer((200, ""));
    let second = receiver.next()?;
    assert_eq!((second.id(), &second.body), (first.id(), &first.body));
    assert!(second.at - first.at >= Duration::from_secs(1));
    assert!(second.headers["webhook-timestamp"] > first.headers["webhook-timestamp"]);
    assert!(second.is_signed_by(&endpoint.secret)?);
    until("it is delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 1))?;
    let attempts = endpoint.deliveries(&account, "")?.remove(0)["attempts"].clone();
    assert_eq!((&attempts[0]["status_code"], &attempts[1]["status_code"]), (&json!(503), &json!(200)));
    Ok(())
}

#[test]
fn w4_a_redirect_is_not_followed_and_410_disables() -> Result<()> {
    let (server, receiver, other) = (server()?, Receiver::start()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let kinds = ["webhook_endpoint.disabled"];
    let (endpoint, watcher) =
        (Endpoint::create(&account, &receiver.url, &kinds)?, Endpoint::create(&account, &other.url, &kinds)?);
    let location: &'static str = format!("location: {}\r\n", other.url).leak();
    receiver.answer((307, location));
    account.post(&format!("{}/test", endpoint.path), json!({}))?.expect(202);
    receiver.next()?;
    receiver.answer((410, ""));
    receiver.next()?;
    let disabled = other.next()?;
    assert_eq!(disabled.kind(), "webhook_endpoint.disabled");
    assert_eq!(disabled.body["data"]["disabled_reason"], "gone");
    assert!(disabled.is_signed_by(&watcher.secret)?);
    assert_eq!(other.connections(), 1);
    let state = endpoint.state(&account)?;
    assert_eq!((&state["status"], &state["disabled_reason"]), (&json!("disabled"), &json!("gone")));
    // Nothing more is sent, and a test says why.
    account.post(&format!("{}/test", endpoint.path), json!({}))?.expect_problem(422, "validation_failed");
    Ok(())
}

#[test]
fn w5_an_endpoint_that_keeps_failing_is_disabled_and_a_replay_sends_again() -> Result<()> {
    let (server, receiver) = (server()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
    receiver.answer((500, ""));
    account.post(&format!("{}/test", endpoint.path), json!({}))?.expect(202);
    let attempts: Vec<Message> = (0..3).map(|_| receiver.next()).collect::<Result<_>>()?;
    until("it is disabled", || Ok(endpoint.state(&account)?["disabled_reason"] == "failing"))?;
    assert!(!receiver.has_message_within(Duration::from_secs(2)));
    let failed = endpoint.deliveries(&account, "?status=failed")?.remove(0);
    receiver.answer((200, ""));
    account.patch(&endpoint.path, json!({"status": "enabled"}))?.expect(200);
    let path = format!("{}/deliveries/{}/replay", endpoint.path, failed["id"].as_str().unwrap_or_default());
    account.post(&path, json!({}))?.expect(202);
    assert_eq!(receiver.next()?.id(), attempts[0].id());
    until("it is delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 1))
}

/// A message that was sent while its endpoint had two secrets.
struct Rotated {
    message: Message,
    /// The old and the new secret, and one that no endpoint has.
    secrets: [String; 3],
}

impl Rotated {
    /// Rotates the secret of a new endpoint and receives a message.
    fn receive() -> Result<Self> {
        let (server, receiver) = (server()?, Receiver::start()?);
        let account = server.account("Ames & Sons")?;
        let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
        let rotated = account.post(&format!("{}/rotate-secret", endpoint.path), json!({}))?.expect(200);
        account.post(&format!("{}/test", endpoint.path), json!({}))?.expect(202);
        let secrets = [endpoint.secret, rotated.text("secret").to_owned(), UNKNOWN.to_owned()];
        Ok(Self { message: receiver.next()?, secrets })
    }

    /// Returns the secrets by which a program verifies the message. The program fails if it verifies a changed one.
    fn verify_with(&self, program: &mut Command) -> Result<Vec<String>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("message.json");
        let body = String::from_utf8(self.message.raw.clone())?;
        let message = json!({"body": body, "headers": self.message.headers, "secrets": self.secrets});
        std::fs::write(&file, message.to_string())?;
        Ok(serde_json::from_slice(&run(program.arg(&file))?)?)
    }
}

#[test]
fn w1_both_secrets_sign_after_a_rotation() -> Result<()> {
    let rotated = Rotated::receive()?;
    let Rotated { message, secrets: [old, new, _] } = &rotated;
    assert!(message.is_signed_by(old)? && message.is_signed_by(new)?);
    assert!(!message.is_signed_by(UNKNOWN)?);
    let headers = message.headers.iter().filter_map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?)));
    let headers: HeaderMap = headers.collect();
    for secret in [old, new] {
        let event = plumbline_client::webhook::verify(secret, &headers, &message.raw)?;
        assert_eq!((event.id.as_str(), event.kind.as_str()), (message.id(), "webhook_endpoint.test"));
        let forged = [message.raw.as_slice(), b" "].concat();
        assert!(plumbline_client::webhook::verify(secret, &headers, &forged).is_err());
    }
    assert!(plumbline_client::webhook::verify(UNKNOWN, &headers, &message.raw).is_err());
    Ok(())
}

#[test]
fn w1_receivers_with_the_crate_svix_verify_both_secrets_of_a_rotation() -> Result<()> {
    let Rotated { message, secrets } = Rotated::receive()?;
    let headers = message.headers.iter().filter_map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?)));
    let headers: HeaderMap = headers.collect();
    let verifies = |secret: &str, body: &[u8]| -> Result<bool> {
        Ok(svix::webhooks::Webhook::new(secret)?.verify(body, &headers).is_ok())
    };
    for secret in &secrets[..2] {
        assert!(verifies(secret, &message.raw)?);
        assert!(!verifies(secret, &[message.raw.as_slice(), b" "].concat())?);
    }
    assert!(!verifies(UNKNOWN, &message.raw)?);
    Ok(())
}

#[test]
fn w1_python_receivers_verify_both_secrets_of_a_rotation() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let rotated = Rotated::receive()?;
    let mut command = python.script("verify_webhook.py");
    command.env("PYTHONPATH", workspace().join("clients/python/src"));
    assert_eq!(rotated.verify_with(&mut command)?, rotated.secrets[..2]);
    Ok(())
}

#[test]
fn w1_node_receivers_verify_both_secrets_of_a_rotation() -> Result<()> {
    let Some(node) = Node::find()? else { return Ok(()) };
    let rotated = Rotated::receive()?;
    assert_eq!(rotated.verify_with(&mut node.script("verify_webhook.mjs"))?, rotated.secrets[..2]);
    Ok(())
}

#[test]
fn w6_addresses_of_this_machine_need_a_setting() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    for url in [
        "http://127.0.0.1:9/",
        "https://127.0.0.1:9/",
        "https://169.254.169.254/",
        "https://[::ffff:10.0.0.1]/",
        "ftp://a/",
    ] {
        let body = json!({"url": url, "event_types": ["takeoff.created"]});
        let refused = account.post("/webhook-endpoints", body)?.expect_problem(422, "validation_failed");
        assert_eq!(refused.json["errors"][0]["field"], "/url", "{url}");
    }
    Ok(())
}

#[test]
fn w8_deliveries_survive_a_killed_server() -> Result<()> {
    let receiver = Receiver::start()?;
    let mut server = server()?;
    let mut account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["webhook_endpoint.test"])?;
    receiver.answer((503, ""));
    let sent: Vec<String> = (0..5)
        .map(|_| {
            Ok(account.post(&format!("{}/test", endpoint.path), json!({}))?.expect(202).text("event_id").to_owned())
        })
        .collect::<Result<_>>()?;
    receiver.next()?;
    server.kill()?;
    receiver.answer((204, ""));
    server.restart()?;
    account.set_server(&server);
    until("all are delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == sent.len()))
}

/// Moments at which the server is killed.
const KILLS: usize = 20;
/// Time in which the leases of killed hosts have ended. On PostgreSQL, other hosts wait for them.
const LEASES: Duration = Duration::from_secs(120);

/// Creates documents and deletes them until the server does not answer. Returns the ids of those that the server confirmed.
fn write(account: &Account, project: &str) -> Vec<String> {
    let body =
        json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload", "size_bytes": 1_000}});
    let mut created = Vec::new();
    while let Ok(response) = account.post("/documents", body.clone())
        && response.status == 201
    {
        let id = response.json["document"]["id"].as_str().unwrap_or_default().to_owned();
        let deleted = account.call("DELETE", &format!("/documents/{id}"), None, &[]);
        created.push(id);
        if !deleted.is_ok_and(|response| response.status == 204) {
            break;
        }
    }
    created
}

#[test]
fn w8_no_event_is_lost_or_invented_when_the_server_is_killed() -> Result<()> {
    let receiver = Receiver::start()?;
    let mut server = server()?;
    let mut account = server.account("Ames & Sons")?;
    let kinds = ["document.created", "document.deleted"];
    let endpoint = Endpoint::create(&account, &receiver.url, &kinds)?;
    let project = account.post("/projects", json!({"name": "North School"}))?.expect(201).text("id").to_owned();
    let mut confirmed = Vec::new();
    for round in 0..KILLS {
        // Any moment of the first 300 ms. A failure names it.
        let moment = Duration::from_nanos(u64::from(std::time::UNIX_EPOCH.elapsed()?.subsec_nanos()) % 300_000_000);
        let created = std::thread::scope(|scope| {
            let writer = scope.spawn(|| write(&account, &project));
            std::thread::sleep(moment);
            server.kill()?;
            writer.join().map_err(|_| anyhow::anyhow!("the writer panicked"))
        })?;
        eprintln!("kill {round} after {moment:?} and {} documents", created.len());
        confirmed.extend(created);
        server.restart()?;
        account.set_server(&server);
    }
    ensure!(confirmed.len() > 2 * KILLS, "only {} documents were created", confirmed.len());
    let ids = |path: &str, field: &str| -> Result<Vec<String>> {
        let mut ids: Vec<String> = account
            .list_all(path)?
            .iter()
            .map(|row| Ok(row[field].as_str().context("no id")?.to_owned()))
            .collect::<Result<_>>()?;
        ids.sort_unstable();
        Ok(ids)
    };
    let [created, deleted] = kinds.map(|kind| ids(&format!("/events?type={kind}"), "resource_id"));
    let (created, deleted) = (created?, deleted?);
    // What was confirmed has its event. A killed server may have done more than it could confirm.
    assert!(confirmed.iter().all(|id| created.binary_search(id).is_ok()), "an event is lost");
    let mut left = created.clone();
    left.retain(|id| deleted.binary_search(id).is_err());
    assert_eq!(left, ids("/documents", "id")?, "what was created and not deleted is there, and nothing else");
    assert_eq!(created.len() - deleted.len(), left.len(), "each has one event of each kind");
    let all = created.len() + deleted.len();
    until_within(LEASES, "all are delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == all))?;
    // Each arrived at least once, and nothing else did.
    let mut arrived = BTreeSet::new();
    while let Some(message) = receiver.waiting() {
        assert!(message.is_signed_by(&endpoint.secret)?, "{message:?}");
        arrived.insert(message.id().to_owned());
    }
    let mut listed = ids("/events?type=document.created", "id")?;
    listed.extend(ids("/events?type=document.deleted", "id")?);
    listed.sort_unstable();
    assert_eq!(Vec::from_iter(arrived), listed);
    Ok(())
}
