//! Statements that are added to a request of the driver, in the transaction that the request's `Sync` ends.
//!
//! The driver ends every request with a `Sync`. BEGIN, a statement and COMMIT are three requests, which the server answers one
//! by one. That takes it as long as the statement. What precedes one `Sync` is a transaction without BEGIN and COMMIT
//! (<https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-PIPELINING>), so the statements that open a scope
//! are written before the driver's and those that read settings after it. The driver gets the answers to its own statement
//! alone, and every error.

use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::BytesMut;
use postgres_protocol::IsNull;
use postgres_protocol::message::frontend::{self, BindError};

/// Bytes of a message's length, which includes itself (<https://www.postgresql.org/docs/15/protocol-message-formats.html>).
pub(crate) const LENGTH_BYTES: usize = 4;

/// A statement that the server keeps prepared under this name, which no statement of the driver has.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

/// A statement and the values of its parameters, as text.
#[derive(Debug)]
pub(crate) struct Addition {
    pub(crate) statement: &'static Named,
    pub(crate) values: Vec<String>,
}

/// What is added to a request.
#[derive(Debug)]
pub(crate) struct Added {
    /// Runs before the driver's statement. Its result is ignored.
    pub(crate) before: Addition,
    /// Run after it. The first value of each one's row is kept.
    pub(crate) after: Vec<Addition>,
}

/// What happens to a message of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The driver gets it.
    Passed,
    /// The driver does not get it.
    Skipped,
    /// The driver does not get it, but [`Exchange::keep`] does.
    Kept,
}

/// The messages of a connection, as its stream and its user see them.
#[derive(Debug, Default)]
pub(crate) struct Exchange(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Joins the next statement that the driver sends.
    waiting: Option<Added>,
    /// Precede the next `Sync`.
    after: Vec<Addition>,
    /// Names of the added statements that the server keeps prepared.
    prepared: HashSet<&'static str>,
    /// Names of those that the current request prepares.
    preparing: HashSet<&'static str>,
    /// The bytes of the next message's header that the driver has written.
    header: Vec<u8>,
    /// Bytes of the current message that the driver has not written.
    rest: usize,
    /// Whether the first message was written, which alone has no tag.
    is_started: bool,
    /// Requests without a complete answer.
    unanswered: usize,
    answers: Option<Answers>,
    kept: Vec<Option<String>>,
}

/// The expected answers to a request with additions.
#[derive(Debug)]
struct Answers {
    /// Earlier requests whose answers come first.
    ahead: usize,
    /// The statements of the request that have not been answered.
    statements: VecDeque<Answered>,
}

#[derive(Debug)]
enum Answered {
    Driver,
    Added { name: &'static str, is_kept: bool },
}

impl Exchange {
    /// Adds statements to the driver's next statement. The caller is the connection's only user until
    /// [`Exchange::finish`], or closes it.
    pub(crate) fn add(&self, added: Added) {
        let mut state = self.state();
        state.kept.clear();
        state.waiting = Some(added);
    }

    /// Ends what [`Exchange::add`] began, when the driver's statement is answered or was never sent. Returns the values of
    /// the statements that followed it, as far as they ran.
    pub(crate) fn finish(&self) -> Vec<Option<String>> {
        let mut state = self.state();
        state.waiting = None;
        std::mem::take(&mut state.kept)
    }

    /// Copies what the driver writes to `out`, with what is added to it.
    ///
    /// # Errors
    /// Returns an error if a message is malformed or an addition cannot be encoded.
    pub(crate) fn write(&self, bytes: &[u8], out: &mut BytesMut) -> io::Result<()> {
        self.state().write(bytes, out)
    }

    /// Returns what happens to a message of the server.
    pub(crate) fn fate(&self, tag: u8) -> Fate {
        self.state().fate(tag)
    }

    /// Keeps the value of a row, which is a whole message.
    pub(crate) fn keep(&self, message: &[u8]) {
        self.state().kept.push(first_value(message));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn write(&mut self, mut bytes: &[u8], out: &mut BytesMut) -> io::Result<()> {
        while !bytes.is_empty() {
            if self.rest > 0 {
                let (written, later) = bytes.split_at(self.rest.min(bytes.len()));
                out.extend_from_slice(written);
                self.rest -= written.len();
                bytes = later;
                continue;
            }
            // The first message alone has no tag.
            let header_bytes = LENGTH_BYTES + usize::from(self.is_started);
            let (written, later) = bytes.split_at((header_bytes - self.header.len()).min(bytes.len()));
            self.header.extend_from_slice(written);
            bytes = later;
            if self.header.len() == header_bytes {
                self.begin_message(out)?;
            }
        }
        Ok(())
    }

    /// Writes the header of a message after what is added before the message.
    fn begin_message(&mut self, out: &mut BytesMut) -> io::Result<()> {
        let header = std::mem::take(&mut self.header);
        let length = header.last_chunk().map_or(0, |length| u32::from_be_bytes(*length) as usize);
        self.rest = length
            .checked_sub(LENGTH_BYTES)
            .ok_or_else(|| io::Error::other("a message of the driver has no length"))?;
        match header.first() {
            _ if !self.is_started => {
                self.is_started = true;
                self.unanswered += 1;
            }
            // Bind
            Some(b'B') => {
                if let Some(added) = self.waiting.take() {
                    self.write_addition(&added.before, out)?;
                    self.expect(&added);
                    self.after = added.after;
                }
            }
            // Sync
            Some(b'S') => {
                for addition in std::mem::take(&mut self.after) {
                    self.write_addition(&addition, out)?;
                }
                self.unanswered += 1;
            }
            // Query
            Some(b'Q') => self.unanswered += 1,
            _ => {}
        }
        out.extend_from_slice(&header);
        Ok(())
    }

    fn write_addition(&mut self, addition: &Addition, out: &mut BytesMut) -> io::Result<()> {
        let Named { name, sql } = addition.statement;
        if !self.prepared.contains(name) && self.preparing.insert(name) {
            frontend::parse(name, sql, [], out)?;
        }
        // The formats of parameters and results: text, as without a format.
        let bound = frontend::bind("", name, [], &addition.values, text, [], out);
        bound.map_err(|error| match error {
            BindError::Conversion(error) => io::Error::other(error),
            BindError::Serialization(error) => error,
        })?;
        frontend::execute("", 0, out)
    }

    fn expect(&mut self, added: &Added) {
        let answered = |addition: &Addition, is_kept| Answered::Added { name: addition.statement.name, is_kept };
        let after = added.after.iter().map(|addition| answered(addition, true));
        let statements = [answered(&added.before, false), Answered::Driver].into_iter().chain(after).collect();
        self.answers = Some(Answers { ahead: self.unanswered, statements });
    }

    fn fate(&mut self, tag: u8) -> Fate {
        // A notice, a parameter of the server and a notification come at any time.
        if matches!(tag, b'N' | b'S' | b'A') {
            return Fate::Passed;
        }
        // ReadyForQuery
        let is_end = tag == b'Z';
        if is_end {
            self.unanswered = self.unanswered.saturating_sub(1);
        }
        let Some(answers) = &mut self.answers else { return Fate::Passed };
        if answers.ahead > 0 {
            answers.ahead -= usize::from(is_end);
            return Fate::Passed;
        }
        if is_end {
            self.answers = None;
            self.preparing.clear();
            return Fate::Passed;
        }
        // ErrorResponse: the server skips the rest of the request.
        if tag == b'E' {
            answers.statements.clear();
            return Fate::Passed;
        }
        // CommandComplete, EmptyQueryResponse, PortalSuspended
        let is_last = matches!(tag, b'C' | b'I' | b's');
        let fate = match answers.statements.front() {
            None | Some(Answered::Driver) => Fate::Passed,
            // DataRow
            Some(Answered::Added { is_kept: true, .. }) if tag == b'D' => Fate::Kept,
            Some(Answered::Added { name, .. }) => {
                // ParseComplete
                if tag == b'1' {
                    self.prepared.insert(name);
                }
                Fate::Skipped
            }
        };
        if is_last {
            answers.statements.pop_front();
        }
        fate
    }
}

fn text(value: &String, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
    out.extend_from_slice(value.as_bytes());
    Ok(IsNull::No)
}

/// Returns the first value of a row in the format of text, or `None` if it is NULL
/// (<https://www.postgresql.org/docs/15/protocol-message-formats.html>, DataRow).
fn first_value(message: &[u8]) -> Option<String> {
    // After the tag, the length and the number of columns.
    let (length, value) = message.get(7..)?.split_first_chunk()?;
    // NULL has the length -1.
    let length = usize::try_from(i32::from_be_bytes(*length)).ok()?;
    Some(String::from_utf8_lossy(value.get(..length)?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Named = Named { name: "open", sql: "SELECT 1" };
    const READ: Named = Named { name: "read", sql: "SELECT 2" };

    fn message(tag: u8, content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(4 + content.len()).unwrap();
        [&[tag], length.to_be_bytes().as_slice(), content].concat()
    }

    fn addition(statement: &'static Named) -> Addition {
        Addition { statement, values: vec!["x".into()] }
    }

    fn added() -> Added {
        Added { before: addition(&OPEN), after: vec![addition(&READ), addition(&READ)] }
    }

    /// Returns a connection whose first message was sent and answered.
    fn started() -> Exchange {
        let exchange = Exchange::default();
        exchange.write(&[0, 0, 0, 8, 0, 3, 0, 0], &mut BytesMut::new()).unwrap();
        for tag in *b"RSKZ" {
            assert_eq!(exchange.fate(tag), Fate::Passed);
        }
        exchange
    }

    /// Returns the tags of what is sent for the request of a statement that arrives in pieces of this size.
    fn sent(exchange: &Exchange, piece: usize) -> String {
        let request = [message(b'B', b"\0s0\0"), message(b'E', b"\0\0\0\0\0"), message(b'S', b"")].concat();
        let mut out = BytesMut::new();
        for piece in request.chunks(piece) {
            exchange.write(piece, &mut out).unwrap();
        }
        let mut tags = String::new();
        while let Some(&tag) = out.first() {
            tags.push(char::from(tag));
            let length = u32::from_be_bytes(out[1..5].try_into().unwrap()) as usize;
            drop(out.split_to(1 + length));
        }
        tags
    }

    /// Returns the tags that the driver gets.
    fn passed(exchange: &Exchange, tags: &str) -> String {
        let row = message(b'D', b"\0\x01\0\0\0\x05grows");
        let passes = |tag: &char| match exchange.fate(u8::try_from(*tag).unwrap()) {
            Fate::Passed => true,
            Fate::Skipped => false,
            Fate::Kept => {
                exchange.keep(&row);
                false
            }
        };
        tags.chars().filter(passes).collect()
    }

    #[test]
    fn the_driver_gets_the_answers_to_its_own_statement() {
        for piece in [1, 2, 7, 1000] {
            let exchange = started();
            exchange.add(added());
            // Each statement is prepared once.
            assert_eq!(sent(&exchange, piece), "PBEBEPBEBES");
            assert_eq!(passed(&exchange, "12DC2DDC12DC2DCZ"), "2DDCZ");
            assert_eq!(exchange.finish(), [Some("grows".to_owned()), Some("grows".to_owned())]);

            exchange.add(added());
            assert_eq!(sent(&exchange, piece), "BEBEBEBES");
            assert_eq!(passed(&exchange, "2DC2NDC2DC2DCZ"), "2NDCZ");
            exchange.finish();

            assert_eq!(sent(&exchange, piece), "BES");
            assert_eq!(passed(&exchange, "2DCZ"), "2DCZ");
        }
    }

    #[test]
    fn answers_to_earlier_requests_come_first() {
        let exchange = started();
        exchange.write(&message(b'Q', b"COMMIT\0"), &mut BytesMut::new()).unwrap();
        exchange.add(added());
        assert_eq!(sent(&exchange, 1000), "PBEBEPBEBES");
        assert_eq!(passed(&exchange, "CZ12DC2C12DC2DCZ"), "CZ2CZ");
    }

    #[test]
    fn errors_reach_the_driver_and_are_followed_by_a_working_connection() {
        // The parse of an addition fails, an addition, the driver's statement, an addition after it, and the commit.
        for (answers, expected) in
            [("EZ", "EZ"), ("12EZ", "EZ"), ("12DC2EZ", "2EZ"), ("12DC2CEZ", "2CEZ"), ("12DC2C12DC2DCEZ", "2CEZ")]
        {
            let exchange = started();
            exchange.add(added());
            sent(&exchange, 1000);
            assert_eq!(passed(&exchange, answers), expected);
            exchange.finish();
            exchange.add(added());
            let is_prepared = |position: usize| answers.chars().filter(|tag| *tag == '1').count() > position;
            let prepared = |position| if is_prepared(position) { "" } else { "P" };
            assert_eq!(sent(&exchange, 1000), format!("{}BEBE{}BEBES", prepared(0), prepared(1)));
        }
    }

    #[test]
    fn additions_to_a_statement_that_was_never_sent_do_not_join_the_next() {
        let exchange = started();
        exchange.add(added());
        assert!(exchange.finish().is_empty());
        assert_eq!(sent(&exchange, 1000), "BES");
    }

    #[test]
    fn the_first_value_of_a_row_is_text_or_null() {
        for (content, expected) in [
            (b"\0\x01\0\0\0\x02on".as_slice(), Some("on")),
            (b"\0\x02\0\0\0\x00\0\0\0\x01x", Some("")),
            (b"\0\x01\xff\xff\xff\xff", None),
            (b"\0\0", None),
            (b"\0\x01\0\0\0\x09on", None),
        ] {
            assert_eq!(first_value(&message(b'D', content)).as_deref(), expected);
        }
    }
}
