//! Connections: idle ones, too many of them, and clients that stop in the middle of a transfer.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, Server, ServerOptions, agent, program, report_missing, send};
use serde_json::json;
use socket2::{Domain, Socket, Type};

use crate::operators::Operator;

/// Longer than any timeout that a test sets. A connection that is still open after this stays open.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Number of concurrent idle connections.
const IDLE_CONNECTIONS: usize = 10_000;
/// The first bytes of HTTP/2: the preface and empty settings.
const HTTP2: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// `GET /` as the first stream of an HTTP/2 connection: a frame of headers, all but the authority from the static table.
const HTTP2_GET: &[u8] = b"\0\0\x06\x01\x05\0\0\0\x01\x82\x84\x86\x41\x01a";
/// Size of a file that exceeds all socket buffers, in bytes.
const LARGE: usize = 40 << 20;

fn server_with(environment: &[(&str, &str)]) -> Result<Server> {
    Server::start_with(ServerOptions::with_environment(environment))
}

/// Opens a connection from a local address.
fn connect_from(source: Ipv4Addr, url: &str) -> Result<TcpStream> {
    let address: SocketAddr = url.trim_start_matches("http://").parse()?;
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((source, 0)).into())?;
    socket.connect_timeout(&address.into(), TIMEOUT).with_context(|| format!("from {source}"))?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(TIMEOUT))?;
    Ok(stream)
}

fn connect(url: &str) -> Result<TcpStream> {
    connect_from(Ipv4Addr::LOCALHOST, url)
}

/// Returns everything that arrives until the server closes the connection.
fn read_until_closed(stream: &mut TcpStream) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => Ok(bytes),
        Err(error) => Err(error).with_context(|| format!("still open after {} bytes", bytes.len())),
    }
}

/// Returns the status line of `GET /healthz` on a connection, which stays open.
fn health(stream: &mut TcpStream) -> Result<String> {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")?;
    let mut status = String::new();
    BufReader::new(stream).read_line(&mut status)?;
    Ok(status)
}

fn is_healthy(server: &Server) -> Result<bool> {
    Ok(send(&agent(), "GET", &format!("{}/healthz", server.url), &[], &[])?.status == 200)
}

/// Waits until `seen` returns true.
fn eventually(what: &str, mut seen: impl FnMut() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while !seen()? {
        ensure!(begun.elapsed() < TIMEOUT, "{what}: not within {TIMEOUT:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

#[test]
fn ten_thousand_silent_connections_do_not_keep_the_api_from_answering() -> Result<()> {
    let descriptors = usize::try_from(rlimit::increase_nofile_limit(u64::MAX)?).unwrap_or(usize::MAX);
    // The server uses half of its descriptors for connections.
    let needed = 2 * IDLE_CONNECTIONS;
    if descriptors < needed {
        let missing = format!("A hard limit of {needed} file descriptors");
        return report_missing(&missing, "Raise it, for example with `ulimit -Hn` as root");
    }
    // The limit that most systems start a process with, which is less than the number of connections.
    let server = Server::start_with(ServerOptions {
        descriptors: Some(1024),
        ..ServerOptions::with_environment(&[("PLUMBLINE_HTTP__FIRST_BYTE_TIMEOUT_SECONDS", "600")])
    })?;
    let account = server.account("Hidden Creek Electric")?;
    let silent = (0..IDLE_CONNECTIONS)
        .map(|number| connect_from(Ipv4Addr::from([127, 0, 1, u8::try_from(number / 400)?]), &server.url))
        .collect::<Result<Vec<_>>>()?;
    ensure!(is_healthy(&server)?);
    account.get("/projects")?.expect(200);
    drop(silent);
    Ok(())
}

#[test]
fn a_connection_that_sends_no_request_is_closed() -> Result<()> {
    let operator = Operator::start(&[
        ("PLUMBLINE_HTTP__FIRST_BYTE_TIMEOUT_SECONDS", "1"),
        ("PLUMBLINE_HTTP__HEADER_TIMEOUT_SECONDS", "1"),
    ])?;
    let operators = operator.address();
    for (what, sent) in [
        ("nothing", &b""[..]),
        // The first bytes of a POST and of HTTP/2.
        ("one byte", b"P"),
        ("half a head", b"GET /healthz HTTP/1.1\r\n"),
        ("HTTP/2 without a request", HTTP2),
    ] {
        for url in [&operator.server.url, &operators] {
            let mut stream = connect(url)?;
            stream.write_all(sent)?;
            read_until_closed(&mut stream).with_context(|| format!("{what} to {url}"))?;
        }
    }
    Ok(())
}

#[test]
fn an_http2_connection_that_answers_no_ping_is_closed() -> Result<()> {
    let operator = Operator::start(&[
        ("PLUMBLINE_HTTP__PING_INTERVAL_SECONDS", "1"),
        ("PLUMBLINE_HTTP__HEADER_TIMEOUT_SECONDS", "600"),
    ])?;
    for (url, code) in [(&operator.server.url, "not_found"), (&operator.address(), "unauthenticated")] {
        let mut stream = connect(url)?;
        stream.write_all(&[HTTP2, HTTP2_GET].concat())?;
        // The response is a problem. The client sends nothing more.
        let received = read_until_closed(&mut stream).with_context(|| format!("from {url}"))?;
        ensure!(received.windows(code.len()).any(|bytes| bytes == code.as_bytes()), "{url} did not answer with {code}");
    }
    Ok(())
}

/// Reads a frame of HTTP/2. Returns its type, flags and payload, or `None` if the server has closed the connection.
fn read_frame(stream: &mut TcpStream) -> Result<Option<(u8, u8, Vec<u8>)>> {
    let mut head = [0; 9];
    match stream.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
    stream.read_exact(&mut payload)?;
    Ok(Some((head[3], head[4], payload)))
}

#[test]
fn an_http2_connection_that_only_answers_pings_is_closed() -> Result<()> {
    const PING: u8 = 6;
    const GOAWAY: u8 = 7;
    const ACK: u8 = 1;
    let server = server_with(&[
        ("PLUMBLINE_HTTP__PING_INTERVAL_SECONDS", "1"),
        ("PLUMBLINE_HTTP__HEADER_TIMEOUT_SECONDS", "1"),
    ])?;
    let mut stream = connect(&server.url)?;
    stream.write_all(&[HTTP2, HTTP2_GET].concat())?;
    let (begun, mut is_announced) = (Instant::now(), false);
    while let Some((kind, flags, payload)) = read_frame(&mut stream)? {
        ensure!(begun.elapsed() < TIMEOUT, "still open");
        is_announced |= kind == GOAWAY;
        if kind == PING && flags & ACK == 0 {
            // The server may just have closed the connection, which the next read shows.
            let _ = stream.write_all(&[&[0, 0, 8, PING, ACK, 0, 0, 0, 0][..], &payload].concat());
        }
    }
    ensure!(is_announced, "closed without GOAWAY");
    Ok(())
}

#[test]
fn connections_are_limited_per_address() -> Result<()> {
    let cap = ("PLUMBLINE_HTTP__MAX_CONNECTIONS_PER_ADDRESS", "2");
    let operator = Operator::start(&[cap])?;
    let busy = Ipv4Addr::new(127, 0, 0, 2);
    // Operators need a token for each path, so their listener answers with 401.
    for (url, status) in [(&operator.server.url, "200"), (&operator.address(), "401")] {
        let answers = |stream: &mut TcpStream| Ok(health(stream).is_ok_and(|line| line.contains(status)));
        let first = connect_from(busy, url)?;
        let _second = connect_from(busy, url)?;
        let refused = String::from_utf8(read_until_closed(&mut connect_from(busy, url)?)?)?;
        let (head, body) = refused.split_once("\r\n\r\n").with_context(|| format!("no answer from {url}"))?;
        ensure!(head.starts_with("HTTP/1.1 429 ") && head.contains("\r\nretry-after: "), "{url}: {head}");
        let problem: serde_json::Value = serde_json::from_str(body)?;
        ensure!(
            problem["code"] == "rate_limited" && problem["detail"].as_str().unwrap_or_default().contains('2'),
            "{url}: {body}"
        );
        ensure!(answers(&mut connect(url)?)?, "{url} refuses another address");
        drop(first);
        eventually("a place comes free", || answers(&mut connect_from(busy, url)?))?;
    }

    // Behind a proxy, every connection has the proxy's address.
    let server = server_with(&[cap, ("PLUMBLINE_HTTP__CLIENT_ADDRESS_HEADER", "X-Forwarded-For")])?;
    let mut streams = (0..5).map(|_| connect_from(busy, &server.url)).collect::<Result<Vec<_>>>()?;
    for stream in &mut streams {
        let status = health(stream)?;
        ensure!(status.contains("200"), "{status}");
    }
    Ok(())
}

#[test]
fn at_the_limit_silent_connections_give_way_and_used_ones_stay() -> Result<()> {
    let server = server_with(&[
        ("PLUMBLINE_HTTP__MAX_CONNECTIONS", "3"),
        ("PLUMBLINE_HTTP__FIRST_BYTE_TIMEOUT_SECONDS", "600"),
        ("PLUMBLINE_HTTP__HEADER_TIMEOUT_SECONDS", "600"),
    ])?;
    let mut silent = (0..3).map(|_| connect(&server.url)).collect::<Result<Vec<_>>>()?;
    let mut used = Vec::new();
    for oldest in &mut silent {
        let mut newcomer = connect(&server.url)?;
        let status = health(&mut newcomer)?;
        ensure!(status.contains("200"), "{status}");
        used.push(newcomer);
        read_until_closed(oldest).context("a silent connection gives way")?;
    }
    let refused = String::from_utf8(read_until_closed(&mut connect(&server.url)?)?)?;
    ensure!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("\"unavailable\""), "{refused}");
    // Connections in use still work.
    for stream in &mut used {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        ensure!(String::from_utf8(read_until_closed(stream)?)?.contains("HTTP/1.1 200"));
    }
    Ok(())
}

#[test]
fn the_admin_listener_uses_an_eighth_of_the_file_descriptors() -> Result<()> {
    let operator = Operator::start_with(ServerOptions {
        hard_descriptors: Some(1024),
        ..ServerOptions::with_environment(&[("PLUMBLINE_HTTP__HEADER_TIMEOUT_SECONDS", "600")])
    })?;
    let address = operator.address();
    let mut used = Vec::new();
    for number in 0..1024 / 8 {
        let mut stream = connect(&address)?;
        let status = health(&mut stream)?;
        ensure!(status.contains(" 401 "), "connection {number}: {status}");
        used.push(stream);
    }
    let refused = String::from_utf8(read_until_closed(&mut connect(&address)?)?)?;
    ensure!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("\"unavailable\""), "{refused}");
    ensure!(is_healthy(&operator.server)?);
    Ok(())
}

/// Sends `GET` for the address of a file and reads the head of the response.
fn open_download(url: &str) -> Result<BufReader<TcpStream>> {
    let (address, path) = url.trim_start_matches("http://").split_once('/').context("no path")?;
    let mut stream = connect(address)?;
    stream.write_all(format!("GET /{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").as_bytes())?;
    let mut answer = BufReader::new(stream);
    let mut line = String::new();
    answer.read_line(&mut line)?;
    ensure!(line.starts_with("HTTP/1.1 200"), "{line}");
    while line != "\r\n" {
        line.clear();
        answer.read_line(&mut line)?;
    }
    Ok(answer)
}

/// Returns the upload address of a new document, and the document's id.
fn upload_slot(account: &Account) -> Result<(String, String)> {
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    let slot = account.post("/documents", body)?.expect(201).json;
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned).context("no text");
    Ok((text(&slot["document"]["id"])?, text(&slot["upload"]["url"])?))
}

#[test]
fn a_stalled_download_is_cut_and_a_slow_one_is_not() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    let server = Server::start_with(ServerOptions {
        log: Some(("warn,plumbline::edge=debug", log.clone())),
        ..ServerOptions::with_environment(&[("PLUMBLINE_HTTP__STALL_TIMEOUT_SECONDS", "1")])
    })?;
    let account = server.account("Hidden Creek Electric")?;
    let (document, url) = upload_slot(&account)?;
    account.send_bytes("PUT", &url, &vec![7; LARGE], &[("content-type", "application/pdf")])?.expect(204);
    let file = account.get(&format!("/documents/{document}/download"))?.expect(302).header("location").to_owned();

    let mut slow = open_download(&file)?;
    let mut received = 0;
    let mut piece = vec![0; 256 << 10];
    loop {
        let length = slow.read(&mut piece).context("the slow download was cut")?;
        if length == 0 {
            break;
        }
        received += length;
        // The pace is under test: it makes the download take several times the stall timeout.
        std::thread::sleep(Duration::from_millis(20));
    }
    ensure!(received == LARGE, "{received} of {LARGE}");

    let mut still = open_download(&file)?;
    wait_until_cut(still.get_ref(), &log)?;
    let mut rest = Vec::new();
    let error = still.read_to_end(&mut rest).err();
    ensure!(rest.len() < LARGE && error.is_some_and(|error| error.kind() == ErrorKind::ConnectionReset));
    Ok(())
}

/// Waits until the server has ended a connection whose client reads nothing. Only the server's log shows it.
fn wait_until_cut(client: &TcpStream, log: &Path) -> Result<()> {
    let peer = format!("peer={}", client.local_addr()?);
    eventually("the connection is cut", || {
        Ok(std::fs::read_to_string(log)?.lines().any(|line| line.contains("connection ended") && line.contains(&peer)))
    })
}

#[test]
fn the_admin_listener_cuts_a_client_that_reads_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    let operator = Operator::start_with(ServerOptions {
        log: Some(("warn,plumbline::edge=debug", log.clone())),
        ..ServerOptions::with_environment(&[
            ("PLUMBLINE_HTTP__STALL_TIMEOUT_SECONDS", "1"),
            ("PLUMBLINE_HTTP__HEADER_TIMEOUT_SECONDS", "600"),
        ])
    })?;
    let address = operator.address();
    let response = send(&agent(), "GET", &format!("{address}/metrics"), &[], &[])?.expect(200);
    // As many requests at once as fill all socket buffers with their responses.
    let requests = "GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(LARGE / response.bytes.len());
    let mut still = connect(&address)?;
    still.write_all(requests.as_bytes())?;
    wait_until_cut(&still, &log)?;
    let mut rest = Vec::new();
    let error = still.read_to_end(&mut rest).err();
    ensure!(rest.len() < LARGE && error.is_some_and(|error| error.kind() == ErrorKind::ConnectionReset));
    Ok(())
}

#[test]
fn a_stalled_upload_is_refused_and_a_slow_one_is_not() -> Result<()> {
    let server = server_with(&[("PLUMBLINE_HTTP__STALL_TIMEOUT_SECONDS", "1")])?;
    let account = server.account("Hidden Creek Electric")?;
    let (_, url) = upload_slot(&account)?;
    let (address, path) = url.trim_start_matches("http://").split_once('/').context("no path")?;
    let head = format!(
        "PUT /{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/pdf\r\ncontent-length: 30\r\nconnection: close\r\n\r\n"
    );
    let mut still = connect(address)?;
    still.write_all(format!("{head}%PDF").as_bytes())?;
    // The connection stays open for bytes that the client may still send, so the test does not wait for its end.
    let mut answer = Vec::new();
    while !answer.ends_with(b"}") {
        let mut piece = [0; 4096];
        let length = still.read(&mut piece)?;
        ensure!(length > 0, "closed without an answer");
        answer.extend_from_slice(&piece[..length]);
    }
    let answer = String::from_utf8(answer)?;
    ensure!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("Send it again."), "{answer}");

    let mut slow = connect(address)?;
    slow.write_all(head.as_bytes())?;
    for _ in 0..10 {
        slow.write_all(b"%PD")?;
        // The pace is under test.
        std::thread::sleep(Duration::from_millis(300));
    }
    let answer = String::from_utf8(read_until_closed(&mut slow)?)?;
    ensure!(answer.starts_with("HTTP/1.1 204 "), "{answer}");
    Ok(())
}

#[test]
fn the_limits_are_among_the_settings() -> Result<()> {
    let output = Command::new(program()?).arg("config").output()?;
    let printed = String::from_utf8(output.stdout)?;
    for setting in [
        "first_byte_timeout_seconds = 10",
        "stall_timeout_seconds = 30",
        "ping_interval_seconds = 20",
        "max_connections = 10000",
        "max_connections_per_address = 500",
    ] {
        ensure!(printed.lines().any(|line| line == format!("{setting} # default")), "{setting} is missing:\n{printed}");
    }
    Ok(())
}
