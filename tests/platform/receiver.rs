//! A receiver of webhooks: an HTTP server of the test's own that records what arrives and answers by a script.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver as Channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hmac::{Hmac, Mac as _};
use serde_json::Value;
use sha2::Sha256;

/// Longest wait for a message.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A message as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// Headers, with names in lower case.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) raw: Vec<u8>,
    pub(crate) body: Value,
    pub(crate) at: Instant,
}

impl Message {
    pub(crate) fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub(crate) fn kind(&self) -> &str {
        self.body["type"].as_str().unwrap_or_default()
    }

    /// Returns whether a secret signed the message. Computed here, as the standard says, and not by the sender's library.
    pub(crate) fn is_signed_by(&self, secret: &str) -> Result<bool> {
        let key = BASE64.decode(secret.strip_prefix("whsec_").context("no prefix")?)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key)?;
        mac.update(format!("{}.{}.", self.id(), self.headers["webhook-timestamp"]).as_bytes());
        mac.update(&self.raw);
        let expected = format!("v1,{}", BASE64.encode(mac.finalize().into_bytes()));
        Ok(self.headers["webhook-signature"].split(' ').any(|signature| signature == expected))
    }
}

/// What the receiver answers: a status and further header lines.
pub(crate) type Answer = (u16, &'static str);

/// The receiver.
pub(crate) struct Receiver {
    /// Its address: `http://127.0.0.1:PORT/hooks`.
    pub(crate) url: String,
    messages: Channel<Message>,
    answer: Arc<Mutex<Answer>>,
    connections: Arc<AtomicU32>,
}

impl Receiver {
    /// Starts a receiver that answers 204.
    pub(crate) fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}/hooks", listener.local_addr()?);
        let (sender, messages) = mpsc::channel();
        let answer = Arc::new(Mutex::new((204, "")));
        let connections = Arc::new(AtomicU32::new(0));
        let (answers, counted) = (Arc::clone(&answer), Arc::clone(&connections));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                counted.fetch_add(1, Ordering::Relaxed);
                let (sender, answers) = (sender.clone(), Arc::clone(&answers));
                // The end of a connection is an error here and ends its thread.
                thread::spawn(move || serve(&stream, &answers, |message| sender.send(message).is_ok()));
            }
        });
        Ok(Self { url, messages, answer, connections })
    }

    /// Changes what it answers from now on.
    pub(crate) fn answer(&self, answer: Answer) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    }

    /// Returns the next message.
    pub(crate) fn next(&self) -> Result<Message> {
        self.messages.recv_timeout(TIMEOUT).context("no message came")
    }

    /// Returns the next of the messages that have come.
    pub(crate) fn waiting(&self) -> Option<Message> {
        self.messages.try_recv().ok()
    }

    /// Returns whether a message came within the time.
    pub(crate) fn has_message_within(&self, time: Duration) -> bool {
        self.messages.recv_timeout(time).is_ok()
    }

    /// Returns the number of connections so far.
    pub(crate) fn connections(&self) -> u32 {
        self.connections.load(Ordering::Relaxed)
    }
}

fn serve(stream: &TcpStream, answer: &Mutex<Answer>, mut receive: impl FnMut(Message) -> bool) -> Result<()> {
    let (mut reader, mut writer) = (BufReader::new(stream), stream);
    loop {
        let mut headers = BTreeMap::new();
        let mut first = String::new();
        ensure!(reader.read_line(&mut first)? > 0, "the client is gone");
        loop {
            let mut line = String::new();
            ensure!(reader.read_line(&mut line)? > 0, "the client is gone");
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
        }
        let mut raw = vec![0; headers.get("content-length").context("no length")?.parse()?];
        reader.read_exact(&mut raw)?;
        let body = serde_json::from_slice(&raw)?;
        // Read first: a test that has the message may change the answer to the next one.
        let (status, more) = *answer.lock().unwrap_or_else(PoisonError::into_inner);
        ensure!(receive(Message { headers, raw, body, at: Instant::now() }), "the test is over");
        writer.write_all(format!("HTTP/1.1 {status} x\r\n{more}content-length: 0\r\n\r\n").as_bytes())?;
    }
}
