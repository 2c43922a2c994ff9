//! Uploads that stall, dribble, arrive twice, or find the disk full.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, ServerOptions};
use serde_json::{Value, json};

/// A document that waits for its file.
struct UploadSlot {
    document: String,
    url: String,
    headers: Vec<(String, String)>,
}

fn create_upload_slot(account: &Account) -> Result<UploadSlot> {
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    let slot = account.post("/documents", body)?.expect(201).json;
    let headers = slot["upload"]["headers"].as_object().context("no headers")?.iter();
    Ok(UploadSlot {
        document: slot["document"]["id"].as_str().context("no id")?.to_owned(),
        url: slot["upload"]["url"].as_str().context("no url")?.to_owned(),
        headers: headers.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned())).collect(),
    })
}

impl UploadSlot {
    /// Sends the head of a PUT that announces `length` bytes, and no more. On return, the server waits for the bytes.
    fn begin_upload(&self, length: usize) -> Result<TcpStream> {
        let url = url::Url::parse(&self.url)?;
        let host = format!("{}:{}", url.host_str().context("no host")?, url.port().context("no port")?);
        let mut stream = TcpStream::connect(&host)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let target = &url[url::Position::BeforePath..];
        let headers: String = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!("PUT {target} HTTP/1.1\r\nhost: {host}\r\n{headers}content-length: {length}\r\n");
        write!(stream, "{head}expect: 100-continue\r\n\r\n")?;
        let mut interim = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
        stream.read_exact(&mut interim)?;
        ensure!(interim.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&interim));
        Ok(stream)
    }

    /// Uploads a whole file.
    fn put(&self, account: &Account, bytes: &[u8]) -> Result<(u16, Value)> {
        let headers: Vec<(&str, &str)> = self.headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        let answer = account.send_bytes("PUT", &self.url, bytes, &headers)?;
        Ok((answer.status, answer.json))
    }
}

/// Returns the raw response. The server closes the connection after it or stops reading.
fn read_response(mut stream: &TcpStream) -> Result<String> {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(bytes) => text.extend_from_slice(&buffer[..bytes]),
            // The server did not read all the bytes that were sent.
            Err(error) if error.kind() == ErrorKind::ConnectionReset && !text.is_empty() => break,
            Err(error) => bail!("{error} after {:?}", String::from_utf8_lossy(&text)),
        }
        if text.ends_with(b"}") {
            break;
        }
    }
    Ok(String::from_utf8(text)?)
}

fn sheet() -> Vec<u8> {
    Drawing::e101(1, &Options::default()).pdf
}

#[test]
fn a_stalled_or_dribbling_upload_ends() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_HTTP__STALL_TIMEOUT_SECONDS", "1"),
        ("PLUMBLINE_UPLOADS__TIMEOUT_SECONDS", "3"),
    ]))?;
    let account = server.account("Ames & Sons")?;
    let slot = create_upload_slot(&account)?;

    let mut still = slot.begin_upload(1_000_000)?;
    still.write_all(&[b'x'; 1000])?;
    let response = read_response(&still)?;
    assert!(
        response.starts_with("HTTP/1.1 400 ") && response.contains("no data was received for 1 seconds"),
        "{response}"
    );

    let mut dribble = slot.begin_upload(1_000_000)?;
    let begun = Instant::now();
    // Sends a byte now and then until the server closes the upload. The pauses are the experiment.
    dribble.set_nonblocking(true)?;
    let mut peeked = [0];
    while matches!(dribble.peek(&mut peeked), Err(error) if error.kind() == ErrorKind::WouldBlock) {
        assert!(begun.elapsed() < Duration::from_secs(30), "it may go on for ever");
        dribble.write_all(b"x")?;
        std::thread::sleep(Duration::from_millis(100));
    }
    dribble.set_nonblocking(false)?;
    let response = read_response(&dribble)?;
    assert!(response.starts_with("HTTP/1.1 400 ") && response.contains("it took longer than 3 seconds"), "{response}");

    // Neither upload left anything, and the address still accepts the file.
    account
        .call("POST", &format!("/documents/{}/complete", slot.document), None, &[])?
        .expect_problem(409, "upload_missing");
    assert_eq!(slot.put(&account, &sheet())?.0, 204);
    Ok(())
}

#[test]
fn the_newer_of_two_concurrent_uploads_wins_and_a_complete_file_stays() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let slot = create_upload_slot(&account)?;
    let sheet = sheet();
    let mut first = slot.begin_upload(1_000_000)?;
    first.write_all(&[b'x'; 1000])?;
    // A client that lost its connection sends the file again.
    assert_eq!(slot.put(&account, &sheet)?.0, 204);
    let response = read_response(&first)?;
    assert!(response.starts_with("HTTP/1.1 4"), "{response}");
    account.call("POST", &format!("/documents/{}/complete", slot.document), None, &[])?.expect(202);
    let (status, problem) = slot.put(&account, b"another file")?;
    assert_eq!((status, problem["code"].as_str()), (412, Some("precondition_failed")), "{problem}");
    let ready = plumbline_tests::wait_for(&account, &format!("/documents/{}", slot.document), |document| {
        matches!(document["status"].as_str(), Some("ready" | "failed"))
    })?;
    assert_eq!((&ready.json["status"], &ready.json["size_bytes"]), (&json!("ready"), &json!(sheet.len())));
    Ok(())
}

#[test]
fn an_almost_full_disk_accepts_no_files_but_serves_requests() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[(
        "PLUMBLINE_UPLOADS__MIN_FREE_BYTES",
        "1000000000000000000",
    )]))?;
    let account = server.account("Ames & Sons")?;
    let slot = create_upload_slot(&account)?;
    let (status, problem) = slot.put(&account, &sheet())?;
    assert_eq!((status, &problem["code"], &problem["status"]), (507, &json!("unavailable"), &json!(507)), "{problem}");
    assert_eq!(problem["retry_after"], json!(300));
    account.get(&format!("/documents/{}", slot.document))?.expect(200);
    Ok(())
}
