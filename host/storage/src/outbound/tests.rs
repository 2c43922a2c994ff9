//! Tests of the fetcher with scripted names and misbehaving servers.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Instant, SystemTime};

use futures::TryStreamExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::*;

/// A resolver that answers each lookup of a name with the next of its answers, repeating the last one, and counts the
/// lookups.
#[derive(Default)]
struct Scripted {
    answers: Mutex<HashMap<String, VecDeque<Vec<IpAddr>>>>,
    asked: AtomicUsize,
}

impl Scripted {
    fn new(names: &[(&str, &[&[&str]])]) -> Arc<Self> {
        let addresses = |list: &&[&str]| list.iter().map(|text| text.parse().unwrap()).collect();
        let answers =
            names.iter().map(|(name, lists)| ((*name).to_owned(), lists.iter().map(addresses).collect())).collect();
        Arc::new(Self { answers: Mutex::new(answers), asked: AtomicUsize::new(0) })
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Lookup for Scripted {
    fn addresses(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut answers = self.answers.lock().unwrap();
        let answer = answers
            .get_mut(&name)
            .and_then(|list| if list.len() > 1 { list.pop_front() } else { list.front().cloned() });
        async move { answer.ok_or_else(|| std::io::Error::other("no such name")) }.boxed()
    }
}

fn fetcher(loopback: bool, lookup: &Arc<Scripted>) -> Fetcher {
    Fetcher::with(Rule { loopback }, Arc::<Scripted>::clone(lookup), TIMEOUTS, REDIRECTS).unwrap()
}

/// Starts a loopback server that writes `answer` and then, if `drip` is set, one more byte every 20 ms forever. Returns
/// its port and its number of connections.
async fn server(answer: String, drip: bool) -> (u16, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut head = Vec::new();
                while !head.windows(4).any(|end| end == b"\r\n\r\n") && socket.read_buf(&mut head).await.unwrap() > 0 {}
                socket.write_all(answer.as_bytes()).await.unwrap();
                while drip && socket.write_all(b"x").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        }
    });
    (port, connections)
}

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok";

fn reason(result: Result<impl std::fmt::Debug, BlobError>) -> String {
    match result {
        Err(BlobError::Unreachable(why)) => why,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn names_with_inner_addresses_are_refused_before_and_while_fetching() {
    let inner = [
        "10.0.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.168.0.1",
        "100.64.0.1",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
    ];
    for address in inner {
        let lookup = Scripted::new(&[("inner.test", &[&[address]]), ("mixed.test", &[&["1.1.1.1", address]])]);
        let fetcher = fetcher(false, &lookup);
        for url in ["https://inner.test/a.pdf", "https://mixed.test/a.pdf"] {
            assert_eq!(reason(fetcher.check(url).await), "the address is not a public one", "{url} {address}");
            assert_eq!(reason(fetcher.get(url).await), "the address is not a public one", "{url} {address}");
        }
    }
}

#[tokio::test]
async fn a_check_takes_public_addresses_and_names_what_is_wrong_with_others() {
    let lookup = Scripted::new(&[("outer.test", &[&["1.1.1.1", "2606:4700::1111"]]), ("empty.test", &[&[]])]);
    let fetcher = fetcher(false, &lookup);
    assert_eq!(fetcher.check("https://outer.test/a.pdf").await, Ok(()));
    assert_eq!(fetcher.check("https://1.1.1.1/a.pdf").await, Ok(()));
    for (url, said) in [
        ("https://nowhere.test/a", "the name nowhere.test does not resolve"),
        ("https://empty.test/a", "the name empty.test does not resolve"),
        ("http://outer.test/a", "use `https`"),
        ("https://10.0.0.1/a", "not a public one"),
        ("https://[::ffff:169.254.169.254]/a", "not a public one"),
        ("https://017700000001/a", "not a public one"),
        ("https://:443", "not an address"),
    ] {
        let why = reason(fetcher.check(url).await);
        assert!(why.contains(said), "{url}: {why}");
    }
}

/// The rule here allows loopback instead of a public address, so that a test server can have the name.
#[tokio::test]
async fn a_name_that_changes_its_address_gains_nothing() {
    let (port, connections) = server(OK.into(), false).await;
    let url = format!("http://rebind.test:{port}/a.pdf");
    let lookup = Scripted::new(&[("rebind.test", &[&["127.0.0.1"], &["10.0.0.1"]])]);
    let fetching = fetcher(true, &lookup);
    // There is one lookup, and the connection uses the address that was checked. The second answer is never requested.
    assert_eq!(fetching.get(&url).await.unwrap().bytes().await.unwrap(), "ok");
    assert_eq!((lookup.asked(), connections.load(Ordering::Relaxed)), (1, 1));
    // An earlier check is not enough: the fetch checks the address that it connects to.
    let lookup = Scripted::new(&[("rebind.test", &[&["127.0.0.1"], &["10.0.0.1"]])]);
    let fetching = fetcher(true, &lookup);
    assert_eq!(fetching.check(&url).await, Ok(()));
    assert_eq!(reason(fetching.get(&url).await), "the address is not a public one");
    assert_eq!((lookup.asked(), connections.load(Ordering::Relaxed)), (2, 1));
}

fn poster(loopback: bool, lookup: &Arc<Scripted>) -> Poster {
    Poster::with(Rule { loopback }, Arc::<Scripted>::clone(lookup), Duration::from_secs(5)).unwrap()
}

#[tokio::test]
async fn events_are_posted_to_public_addresses_only() {
    for address in ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "::ffff:7f00:1"] {
        let lookup = Scripted::new(&[("inner.test", &[&[address]]), ("mixed.test", &[&["1.1.1.1", address]])]);
        for url in ["https://inner.test/hooks", "https://mixed.test/hooks"] {
            let why = poster(false, &lookup).post(url, &[], b"{}".to_vec()).await.unwrap_err();
            assert_eq!(why, "the address is not a public one", "{url} {address}");
        }
    }
    let none = Scripted::new(&[]);
    for url in ["https://127.0.0.1/", "https://[::ffff:169.254.169.254]/", "https://2130706433/", "https://0x7f.1/"] {
        let why = poster(false, &none).post(url, &[], b"{}".to_vec()).await.unwrap_err();
        assert_eq!((why.as_str(), none.asked()), ("the address is not a public one", 0), "{url}");
    }
}

/// The rule here allows loopback instead of a public address, so that a test server can have the name.
#[tokio::test]
async fn a_receiver_whose_name_changes_its_address_gains_nothing() {
    let (port, connections) = server(OK.into(), false).await;
    let url = format!("http://rebind.test:{port}/hooks");
    let lookup = Scripted::new(&[("rebind.test", &[&["127.0.0.1"], &["10.0.0.1"]])]);
    let posting = poster(true, &lookup);
    assert_eq!(posting.post(&url, &[], b"{}".to_vec()).await.unwrap().status, 200);
    assert_eq!((lookup.asked(), connections.load(Ordering::Relaxed)), (1, 1));
    let why = posting.post(&url, &[], b"{}".to_vec()).await.unwrap_err();
    assert_eq!(why, "the address is not a public one");
    assert_eq!((lookup.asked(), connections.load(Ordering::Relaxed)), (2, 1));
}

#[tokio::test]
async fn a_redirect_of_a_post_is_its_answer() {
    let (inner, reached) = server(OK.into(), false).await;
    let to = format!(
        "HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:{inner}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    );
    let (port, _) = server(to, false).await;
    let lookup = Scripted::new(&[("hooks.test", &[&["127.0.0.1"]])]);
    let answer = poster(true, &lookup).post(&format!("http://hooks.test:{port}/"), &[], b"{}".to_vec()).await.unwrap();
    assert_eq!((answer.status, reached.load(Ordering::Relaxed)), (307, 0));
}

/// Starts a server with this answer and posts to it.
async fn answer_to_a_post(answer: String) -> Answer {
    let (port, _) = server(answer, false).await;
    poster(true, &Scripted::new(&[])).post(&format!("http://127.0.0.1:{port}/"), &[], b"{}".to_vec()).await.unwrap()
}

#[tokio::test]
async fn the_first_4_kib_of_an_answer_are_kept() {
    let body: String = (0..500).map(|number| format!("{number:09} ")).collect();
    assert_eq!(body.len(), 5_000);
    let head = "HTTP/1.1 500 Broken\r\ncontent-length: 5000\r\nconnection: close\r\n\r\n";
    let answer = answer_to_a_post(format!("{head}{body}")).await;
    assert_eq!(answer.body.len(), 4_096);
    assert!(answer.body == body.as_bytes()[..4_096], "{}", String::from_utf8_lossy(&answer.body));
}

#[tokio::test]
async fn an_answer_asks_for_a_wait_in_seconds_or_until_a_date() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(784_111_700_500);
    for (value, wait) in [
        ("120", Some(120)),
        (" 0 ", Some(0)),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Some(77)),
        ("Sunday, 06-Nov-94 08:49:37 GMT", Some(77)),
        ("Sun, 06 Nov 1994 08:00:00 GMT", None),
        ("-1", None),
        ("1.5", None),
        ("soon", None),
    ] {
        assert_eq!(post::retry_after(value, now), wait, "{value}");
    }
    let busy = |value: &str| {
        format!("HTTP/1.1 503 Busy\r\nretry-after: {value}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    };
    assert_eq!(answer_to_a_post(busy("120")).await.retry_after, Some(120));
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(3_600));
    let wait = answer_to_a_post(busy(&date)).await.retry_after.unwrap();
    assert!((3_500..=3_600).contains(&wait), "{wait}");
}

#[tokio::test]
async fn a_redirect_to_a_name_is_looked_at_again() {
    let (port, connections) = server(OK.into(), false).await;
    let to = |target: &str| {
        format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    };
    let lookup = Scripted::new(&[
        ("outer.test", &[&["127.0.0.1"]]),
        ("inner.test", &[&["10.0.0.1"]]),
        ("other.test", &[&["127.0.0.1"]]),
    ]);
    let fetching = fetcher(true, &lookup);
    let (redirecting, _) = server(to(&format!("http://inner.test:{port}/")), false).await;
    let refused = fetching.get(&format!("http://outer.test:{redirecting}/")).await;
    assert_eq!(reason(refused), "the address is not a public one");
    assert_eq!(connections.load(Ordering::Relaxed), 0);
    let (redirecting, _) = server(to(&format!("http://other.test:{port}/")), false).await;
    assert!(fetching.get(&format!("http://outer.test:{redirecting}/")).await.is_ok());
    assert_eq!(connections.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn slow_servers_are_given_up() {
    let lookup = Scripted::new(&[]);
    let timeouts = Timeouts { read: Duration::from_millis(200), total: Duration::from_millis(600), ..TIMEOUTS };
    let fetching = Fetcher::with(Rule { loopback: true }, lookup, timeouts, REDIRECTS).unwrap();
    // This server sends nothing but single bytes, not even a head.
    let (silent, _) = server(String::new(), true).await;
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n";
    let (dripping, _) = server(head.into(), true).await;
    let stuck = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stuck_port = stuck.local_addr().unwrap().port();
    let start = Instant::now();
    assert_eq!(
        reason(fetching.get(&format!("http://127.0.0.1:{stuck_port}/")).await),
        "the server did not answer in time"
    );
    assert!(fetching.get(&format!("http://127.0.0.1:{silent}/")).await.is_err());
    // Single bytes keep each pause short, but not the whole fetch.
    let body = fetching.get(&format!("http://127.0.0.1:{dripping}/")).await.unwrap().bytes_stream();
    let error = body.try_fold(0, |sum, bytes| async move { Ok(sum + bytes.len()) }).await.unwrap_err();
    assert_eq!(body_error_message(&error), "the server took too long to send the file");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
