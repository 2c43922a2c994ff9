//! A statement and its whole transaction in one message, which the server answers at once.
//!
//! Statements with parameters belong to the extended protocol, in which the driver asks for an answer after each of them. A
//! transaction of one statement then has three answers, and each wakes a task of this side. In a message of the simple
//! protocol, EXECUTE runs the same prepared statement, with its values as literals.

use std::fmt::Write as _;
use std::pin::pin;

use futures::TryStreamExt as _;
use plumbline_sql::{SqlError, Value};
use tokio_postgres::{SimpleQueryMessage, SimpleQueryRow};

use crate::client::Client;
use crate::query::{Call, Failure, Inferred, Outcome, Rows};
use crate::values;

/// Bytes of values that are sent as literals. Larger ones are sent as they are.
const LONGEST_ARGUMENTS: usize = 64 << 10;

/// Statements without values, which are sent together.
#[derive(Debug, Default)]
pub(crate) struct Script {
    text: String,
    statements: usize,
}

impl Script {
    /// Creates a script. None of the statements may have more than one command.
    pub(crate) fn new<S: AsRef<str>>(statements: impl IntoIterator<Item = S>) -> Self {
        let mut script = Self::default();
        for statement in statements {
            script.push(statement.as_ref());
        }
        script
    }

    /// Adds a statement to the end.
    pub(crate) fn push(&mut self, statement: &str) {
        if self.statements > 0 {
            self.text += "; ";
        }
        self.text += statement;
        self.statements += 1;
    }

    /// Adds the statements of another script to the end.
    pub(crate) fn append(&mut self, other: &Self) {
        self.push(&other.text);
        self.statements += other.statements - 1;
    }

    /// Returns the statements, separated by semicolons.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// A statement that can be sent in one message with its transaction.
pub(crate) struct Batch<'c> {
    call: Call<'c>,
    inferred: &'c Inferred,
    /// The values in parentheses, or nothing.
    arguments: String,
}

/// The result of a transaction.
pub(crate) struct Done {
    /// The result of the statement.
    pub(crate) outcome: Result<Outcome, SqlError>,
    /// The last row of the statements after it.
    pub(crate) last: Option<SimpleQueryRow>,
}

impl<'c> Batch<'c> {
    /// Prepares a call. Returns `None` if the statement is not known yet, or if its values or its result have no literals or
    /// long ones.
    ///
    /// # Errors
    /// [`SqlError::Invalid`] for a value that its parameter does not accept.
    pub(crate) fn new(call: Call<'c>) -> Result<Option<Self>, SqlError> {
        let Some(inferred) = call.query.named() else { return Ok(None) };
        if call.values.iter().map(length).sum::<usize>() > LONGEST_ARGUMENTS {
            return Ok(None);
        }
        let mut arguments = String::new();
        for (place, parameter) in values::parameters(call.values, &inferred.types)?.iter().enumerate() {
            arguments += if place == 0 { "(" } else { ", " };
            match parameter.literal() {
                Some(literal) => arguments += &literal,
                None => return Ok(None),
            }
        }
        if !arguments.is_empty() {
            arguments.push(')');
        }
        Ok(Some(Self { call, inferred, arguments }))
    }

    /// Returns whether the statement returns rows.
    pub(crate) fn returns_rows(&self) -> bool {
        !self.inferred.columns.is_empty()
    }

    /// Sends the transaction and reads its result. Everything is sent when the future is first polled.
    ///
    /// # Errors
    /// [`Failure::Statement`] for the first statement that fails, which the others do not follow, and
    /// [`Failure::Abandoned`].
    pub(crate) async fn run(&self, client: &Client, begin: &Script, end: &Script) -> Result<Done, Failure> {
        let number = self.call.query.number;
        let (mut text, mut before) = (String::new(), 0);
        for outdated in client.take_outdated() {
            let _ = write!(text, "DEALLOCATE q{outdated}; ");
            before += 1;
        }
        let prepares = !client.is_named(number);
        if prepares {
            let _ = write!(text, "PREPARE q{number} AS {}; ", self.call.query.sql());
            before += 1;
        }
        let _ = write!(text, "{}; EXECUTE q{number}{}; {}", begin.text, self.arguments, end.text);
        let mut completed = 0;
        let done = self.read(client, &text, before + begin.statements, &mut completed).await;
        // The server keeps it even if the transaction fails.
        if prepares && completed >= before {
            client.name(number);
        }
        done
    }

    /// Sends statements and reads the result of the one at a place. Counts those that the server has completed.
    async fn read(&self, client: &Client, text: &str, place: usize, completed: &mut usize) -> Result<Done, Failure> {
        let bounds = self.call.bounds;
        let failure = |error| crate::query::failure(error, bounds);
        let mut messages = pin!(client.simple_query_raw(text).await.map_err(failure)?);
        let (mut rows, mut changes, mut last) = (Rows::new(bounds), 0, None);
        while let Some(message) = messages.try_next().await.map_err(failure)? {
            match message {
                SimpleQueryMessage::Row(row) if *completed == place => {
                    let size = (0..row.len()).filter_map(|column| row.get(column)).map(str::len).sum();
                    rows.add(size, |bytes, limit| self.values_of(&row, bytes, limit))?;
                }
                SimpleQueryMessage::Row(row) if *completed > place => last = Some(row),
                SimpleQueryMessage::CommandComplete(count) => {
                    if *completed == place {
                        changes = count;
                    }
                    *completed += 1;
                }
                _ => {}
            }
        }
        Ok(Done { outcome: rows.finish(|| self.inferred.columns.clone(), changes), last })
    }

    /// Copies a row's values, and adds their bytes to `bytes`.
    fn values_of(&self, row: &SimpleQueryRow, bytes: &mut usize, limit: usize) -> Result<Vec<Value>, SqlError> {
        let mut values = Vec::with_capacity(row.len());
        for (place, kind) in self.inferred.results.iter().enumerate() {
            let value = values::of_text(kind, row.get(place)).map_err(|problem| {
                let column = self.inferred.columns.get(place).map_or("", String::as_str);
                SqlError::Invalid(format!("column `{column}` of type {kind}: {problem}"))
            })?;
            *bytes += size_of::<Value>() + length(&value);
            if *bytes > limit {
                return Err(SqlError::TooLarge { limit, unit: "bytes" });
            }
            values.push(value);
        }
        Ok(values)
    }
}

/// Returns the bytes of a value in addition to its fixed size.
fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Blob(bytes) => bytes.len(),
        Value::Null | Value::Integer(_) | Value::Real(_) => 0,
    }
}
