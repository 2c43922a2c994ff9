//! A receiver of webhooks: an HTTP server of the test's own that records what arrives and answers by a script.

use std::collections::BTreeMap;
use std::io::{BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver as Channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hmac::{Hmac, Mac as _};
use serde_json::Value;
use sha2::Sha256;

use crate::raw_request::RawRequest;

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

/// What the receiver answers.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Further header lines.
    pub(crate) headers: &'static str,
    pub(crate) body: String,
}

impl From<(u16, &'static str)> for Answer {
    fn from((status, headers): (u16, &'static str)) -> Self {
        Self { status, headers, body: String::new() }
    }
}

/// What the connections of a receiver share.
struct Shared {
    /// `None` while requests wait for an answer.
    answer: Mutex<Option<Answer>>,
    changed: Condvar,
    connections: AtomicU32,
    /// Requests without an answer, and the most that there were at once.
    open: AtomicU32,
    most_open: AtomicU32,
}

/// The receiver.
pub(crate) struct Receiver {
    /// Its address: `http://127.0.0.1:PORT/hooks`.
    pub(crate) url: String,
    messages: Channel<Message>,
    shared: Arc<Shared>,
}

impl Receiver {
    /// Starts a receiver that answers 204.
    pub(crate) fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}/hooks", listener.local_addr()?);
        let (sender, messages) = mpsc::channel();
        let shared = Arc::new(Shared {
            answer: Mutex::new(Some((204, "").into())),
            changed: Condvar::new(),
            connections: AtomicU32::new(0),
            open: AtomicU32::new(0),
            most_open: AtomicU32::new(0),
        });
        let state = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                state.connections.fetch_add(1, Ordering::Relaxed);
                let (sender, state) = (sender.clone(), Arc::clone(&state));
                // The end of a connection is an error here and ends its thread.
                thread::spawn(move || state.serve(&stream, |message| sender.send(message).is_ok()));
            }
        });
        Ok(Self { url, messages, shared })
    }

    /// Changes what it answers from now on.
    pub(crate) fn answer(&self, answer: impl Into<Answer>) {
        *self.shared.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer.into());
        self.shared.changed.notify_all();
    }

    /// Lets requests wait until the next call of [`Self::answer`].
    pub(crate) fn hold(&self) {
        *self.shared.answer.lock().unwrap_or_else(PoisonError::into_inner) = None;
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
        self.shared.connections.load(Ordering::Relaxed)
    }

    /// Returns the most requests that waited for an answer at once.
    pub(crate) fn most_open(&self) -> u32 {
        self.shared.most_open.load(Ordering::Relaxed)
    }
}

impl Shared {
    fn serve(&self, stream: &TcpStream, mut receive: impl FnMut(Message) -> bool) -> Result<()> {
        let (mut reader, mut writer) = (BufReader::new(stream), stream);
        loop {
            let RawRequest { headers, body: raw, .. } = RawRequest::read(&mut reader)?;
            let headers = headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
            let body = serde_json::from_slice(&raw)?;
            let message = Message { headers, raw, body, at: Instant::now() };
            self.most_open.fetch_max(self.open.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
            // Read first: a test that has the message may change the answer to the next one.
            let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).clone();
            ensure!(receive(message), "the test is over");
            let Answer { status, headers, body } = answer.unwrap_or_else(|| self.next_answer());
            let head = format!("HTTP/1.1 {status} x\r\n{headers}content-length: {}\r\n\r\n", body.len());
            // The client may send its next request as soon as it has the response.
            self.open.fetch_sub(1, Ordering::Relaxed);
            writer.write_all(format!("{head}{body}").as_bytes())?;
        }
    }

    /// Waits until the test sets an answer.
    fn next_answer(&self) -> Answer {
        let mut current = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(answer) = &*current {
                return answer.clone();
            }
            current = self.changed.wait(current).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
