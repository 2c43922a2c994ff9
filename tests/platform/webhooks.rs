//! Webhooks: events that a receiver gets from the running program, signed, in order and until they arrive.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Node, Python, Server, ServerOptions, run, workspace};
use serde_json::{Value, json};
use ureq::http::HeaderMap;

use crate::receiver::{Answer, Message, Receiver};

/// The settings of a server that may send to this machine, and that tries again after a second, twice.
pub(crate) const SETTINGS: [(&str, &str); 2] =
    [("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"), ("PLUMBLINE_WEBHOOKS__RETRY_SECONDS", "[1, 1]")];

fn server() -> Result<Server> {
    Server::start_with(ServerOptions::with_environment(&SETTINGS))
}

/// A secret that no endpoint has.
const UNKNOWN: &str = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

pub(crate) struct Endpoint {
    pub(crate) path: String,
    secret: String,
}

impl Endpoint {
    pub(crate) fn create(account: &Account, url: &str, kinds: &[&str]) -> Result<Self> {
        let created = account.post("/webhook-endpoints", json!({"url": url, "event_types": kinds}))?.expect(201);
        Ok(Self {
            path: format!("/webhook-endpoints/{}", created.text("id")),
            secret: created.text("secret").to_owned(),
        })
    }

    fn id(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    fn state(&self, account: &Account) -> Result<Value> {
        Ok(account.get(&self.path)?.expect(200).json)
    }

    fn set_status(&self, account: &Account, status: &str) -> Result<()> {
        account.patch(&self.path, json!({"status": status}))?.expect(200);
        Ok(())
    }

    /// Sends a test event and returns its delivery.
    pub(crate) fn test(&self, account: &Account) -> Result<Value> {
        Ok(account.post(&format!("{}/test", self.path), json!({}))?.expect(202).json)
    }

    /// Sends the events of a range again, and returns their number.
    fn replay(&self, account: &Account, range: Value) -> Result<Value> {
        let replay = account.post(&format!("{}/replay", self.path), range)?.expect(202).json;
        Ok(replay["deliveries"].clone())
    }

    pub(crate) fn deliveries(&self, account: &Account, query: &str) -> Result<Vec<Value>> {
        account.list_all(&format!("{}/deliveries{query}", self.path))
    }
}

fn take_off(account: &Account) -> Result<String> {
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    Ok(takeoff.id)
}

/// Returns a field of every row of a list, sorted.
fn ids(account: &Account, path: &str, field: &str) -> Result<Vec<String>> {
    let rows = account.list_all(path)?;
    let ids = rows.iter().map(|row| Ok(row[field].as_str().context("no id")?.to_owned()));
    let mut ids: Vec<String> = ids.collect::<Result<_>>()?;
    ids.sort_unstable();
    Ok(ids)
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
    // The secret is shown once.
    assert!(endpoint.secret.starts_with("whsec_"));
    for shown in [endpoint.state(&account)?, account.list_all("/webhook-endpoints")?.remove(0)] {
        assert_eq!(shown.get("secret"), Some(&Value::Null), "{shown}");
    }
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
    endpoint.test(&account)?;
    let first = receiver.next()?;
    receiver.answer((503, "retry-after: 3\r\n"));
    let second = receiver.next()?;
    receiver.answer((200, ""));
    let third = receiver.next()?;
    // The time of the next attempt has whole milliseconds.
    let (own, asked) = (second.at - first.at, third.at - second.at);
    assert!(own >= Duration::from_millis(999), "{own:?}");
    assert!(asked >= Duration::from_millis(2_999), "{asked:?}");
    for (retry, before) in [(&second, &first), (&third, &second)] {
        assert_eq!((retry.id(), &retry.body), (first.id(), &first.body));
        assert!(retry.headers["webhook-timestamp"] > before.headers["webhook-timestamp"]);
        assert!(retry.is_signed_by(&endpoint.secret)?);
    }
    until("it is delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 1))?;
    let attempts = endpoint.deliveries(&account, "")?.remove(0)["attempts"].clone();
    let statuses: Vec<&Value> =
        attempts.as_array().into_iter().flatten().map(|attempt| &attempt["status_code"]).collect();
    assert_eq!(statuses, [503, 503, 200]);
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
    endpoint.test(&account)?;
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
    let (server, receiver, other) = (server()?, Receiver::start()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
    let watcher = Endpoint::create(&account, &other.url, &["webhook_endpoint.disabled"])?;
    receiver.answer((500, ""));
    endpoint.test(&account)?;
    let attempts: Vec<Message> = (0..3).map(|_| receiver.next()).collect::<Result<_>>()?;
    until("it is disabled", || Ok(endpoint.state(&account)?["disabled_reason"] == "failing"))?;
    let disabled = other.next()?;
    assert_eq!(disabled.kind(), "webhook_endpoint.disabled");
    assert_eq!(disabled.body["resource_id"], endpoint.id());
    assert_eq!(disabled.body["data"]["disabled_reason"], "failing");
    until("the watcher has it", || Ok(watcher.deliveries(&account, "?status=delivered")?.len() == 1))?;
    assert!(!receiver.has_message_within(Duration::from_secs(2)));
    let failed = endpoint.deliveries(&account, "?status=failed")?.remove(0);
    let listed = |success: bool| ids(&account, &format!("/events?delivery_success={success}"), "id");
    assert_eq!((listed(false)?, listed(true)?), (vec![attempts[0].id().to_owned()], vec![disabled.id().to_owned()]));
    receiver.answer((200, ""));
    endpoint.set_status(&account, "enabled")?;
    let path = format!("{}/deliveries/{}/replay", endpoint.path, failed["id"].as_str().unwrap_or_default());
    account.post(&path, json!({}))?.expect(202);
    assert_eq!(receiver.next()?.id(), attempts[0].id());
    until("it is delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 1))?;
    let mut both = [attempts[0].id(), disabled.id()];
    both.sort_unstable();
    assert_eq!((listed(false)?, listed(true)?), (Vec::new(), both.map(str::to_owned).to_vec()));
    Ok(())
}

#[test]
fn w5_a_receiver_that_does_not_answer_in_time_has_failed() -> Result<()> {
    let settings = [&SETTINGS[..], &[("PLUMBLINE_WEBHOOKS__TIMEOUT_SECONDS", "1")]].concat();
    let server = Server::start_with(ServerOptions::with_environment(&settings))?;
    let (account, receiver) = (server.account("Ames & Sons")?, Receiver::start()?);
    let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
    receiver.hold();
    endpoint.test(&account)?;
    let (first, second) = (receiver.next()?, receiver.next()?);
    assert_eq!(first.id(), second.id());
    let attempt = endpoint.deliveries(&account, "")?.remove(0)["attempts"][0].clone();
    assert_eq!((&attempt["status_code"], &attempt["response_body"]), (&Value::Null, &Value::Null), "{attempt}");
    assert_eq!(attempt["error"], "the server did not answer in time");
    // Less than half of the default of 15 s, also on a busy machine.
    let latency = attempt["latency_ms"].as_u64().context("no latency")?;
    assert!((1_000..7_000).contains(&latency), "{latency} ms");
    Ok(())
}

#[test]
fn a_delivery_has_the_first_4_kib_of_the_answer() -> Result<()> {
    let (server, receiver) = (server()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
    for (status, body, kept) in [
        (200, "Thank you.".to_owned(), "Thank you.".to_owned()),
        (410, "x".repeat(4_095) + "yz", "x".repeat(4_095) + "y"),
    ] {
        receiver.answer(Answer { status, headers: "", body });
        let path =
            format!("{}/deliveries/{}", endpoint.path, endpoint.test(&account)?["id"].as_str().unwrap_or_default());
        until("it is sent", || Ok(account.get(&path)?.expect(200).json["attempts"][0].is_object()))?;
        let attempt = account.get(&path)?.expect(200).json["attempts"][0].clone();
        assert_eq!((&attempt["status_code"], &attempt["response_body"]), (&json!(status), &json!(kept)));
    }
    Ok(())
}

#[test]
fn a_replay_of_a_range_sends_what_a_disabled_endpoint_missed() -> Result<()> {
    let (server, receiver) = (server()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let kinds = ["takeoff.created", "takeoff.started", "takeoff.completed"];
    let endpoint = Endpoint::create(&account, &receiver.url, &kinds)?;
    endpoint.set_status(&account, "disabled")?;
    let takeoff = take_off(&account)?;
    endpoint.set_status(&account, "enabled")?;
    let mut missed = account.list_all(&format!("/events?resource_id={takeoff}"))?;
    missed.reverse();
    let since = missed[0]["timestamp"].clone();
    assert_eq!(endpoint.replay(&account, json!({"since": since}))?, 3);
    for event in &missed {
        let message = receiver.next()?;
        assert_eq!(
            (message.id(), message.kind()),
            (event["id"].as_str().unwrap_or_default(), event["type"].as_str().unwrap_or_default())
        );
    }
    until("all are delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 3))?;
    // The range ends before `until`. Delivered events are sent again.
    assert_eq!(endpoint.replay(&account, json!({"since": since, "until": missed[2]["timestamp"]}))?, 2);
    assert_eq!([receiver.next()?.id(), receiver.next()?.id()], [&missed[0]["id"], &missed[1]["id"]]);
    until("both are delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 3))?;
    // Then only the failed deliveries of the range.
    receiver.answer((500, ""));
    let failed = endpoint.test(&account)?;
    until("it has failed", || Ok(endpoint.state(&account)?["disabled_reason"] == "failing"))?;
    while receiver.waiting().is_some() {}
    receiver.answer((204, ""));
    endpoint.set_status(&account, "enabled")?;
    assert_eq!(endpoint.replay(&account, json!({"since": since, "only_failed": true}))?, 1);
    assert_eq!(receiver.next()?.id(), failed["event_id"]);
    until("it is delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == 4))?;
    assert!(receiver.waiting().is_none());
    Ok(())
}

#[test]
fn at_most_eight_requests_to_an_endpoint_are_open_at_once() -> Result<()> {
    const DOCUMENTS: usize = 20;
    const CONNECTIONS: usize = 8;
    let (server, receiver) = (server()?, Receiver::start()?);
    let account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["document.created"])?;
    // A disabled endpoint gets no events, so the replay makes all of them due at once.
    endpoint.set_status(&account, "disabled")?;
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    for _ in 0..DOCUMENTS {
        account.post("/documents", body.clone())?.expect(201);
    }
    endpoint.set_status(&account, "enabled")?;
    receiver.hold();
    let since = account.list_all("/events?type=document.created")?.pop().context("no event")?["timestamp"].clone();
    assert_eq!(endpoint.replay(&account, json!({"since": since}))?, DOCUMENTS);
    for _ in 0..CONNECTIONS {
        receiver.next()?;
    }
    assert!(!receiver.has_message_within(Duration::from_secs(2)));
    receiver.answer((204, ""));
    for _ in CONNECTIONS..DOCUMENTS {
        receiver.next()?;
    }
    until("all are delivered", || Ok(endpoint.deliveries(&account, "?status=delivered")?.len() == DOCUMENTS))?;
    assert_eq!(receiver.most_open() as usize, CONNECTIONS);
    Ok(())
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
        endpoint.test(&account)?;
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
        "http://1.1.1.1/",
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
        .map(|_| Ok(endpoint.test(&account)?["event_id"].as_str().unwrap_or_default().to_owned()))
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
    let ids = |path: &str, field: &str| ids(&account, path, field);
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
