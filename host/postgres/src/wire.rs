//! A connection to the server whose messages are exchanged by the task that waits for them. With a task of its own for each
//! connection, as the driver suggests, every statement would wake two tasks, often on two threads.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::ops::Deref;
use std::pin::{Pin, pin};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio_postgres::{Client, Error, Statement};
use tokio_util::task::AbortOnDropHandle;

/// The driver's half that reads and writes. It ends when the connection does.
type Exchange = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A connection, which makes progress only within [`Exchanging::drive`].
pub(crate) struct Wire {
    client: Session,
    exchanging: Exchanging,
}

/// What sends statements, and the statements that the server keeps prepared for it.
pub(crate) struct Session {
    client: Client,
    statements: Mutex<HashMap<Box<str>, Statement>>,
}

/// What reads and writes. `None` once the connection has ended.
pub(crate) struct Exchanging(Option<Exchange>);

impl Wire {
    /// Makes a connection of the driver's two halves.
    pub(crate) fn new(client: Client, connection: impl Future<Output = Result<(), Error>> + Send + 'static) -> Self {
        let exchange = Box::pin(async move {
            if let Err(error) = connection.await {
                tracing::warn!("a connection to the database ended: {error}");
            }
        });
        let client = Session { client, statements: Mutex::default() };
        Self { client, exchanging: Exchanging(Some(exchange)) }
    }

    /// Returns what sends statements, and what drives them.
    pub(crate) fn parts(&mut self) -> (&Session, &mut Exchanging) {
        (&self.client, &mut self.exchanging)
    }

    /// Returns whether the connection has ended, as far as that is known.
    pub(crate) fn is_closed(&self) -> bool {
        self.exchanging.0.is_none() || self.client.is_closed()
    }

    /// Reads what has arrived while nobody waited: the end of the connection, or answers that nobody needs.
    pub(crate) fn catch_up(&mut self) {
        self.exchanging.poll(&mut Context::from_waker(Waker::noop()));
    }

    /// Leaves the exchange to a task, which ends with the returned handle.
    pub(crate) fn in_background(self) -> (Session, AbortOnDropHandle<()>) {
        let Self { client, exchanging: Exchanging(exchange) } = self;
        let task = tokio::spawn(async move {
            if let Some(exchange) = exchange {
                exchange.await;
            }
        });
        (client, AbortOnDropHandle::new(task))
    }
}

impl Exchanging {
    /// Waits for `work`, which uses the connection's [`Session`], and exchanges its messages meanwhile.
    pub(crate) async fn drive<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        poll_fn(|context| {
            // What the work sends is written, and what has arrived is passed on to it. If it then sends more, the exchange
            // has woken this task.
            if let Poll::Ready(done) = work.as_mut().poll(context) {
                return Poll::Ready(done);
            }
            self.poll(context);
            work.as_mut().poll(context)
        })
        .await
    }

    fn poll(&mut self, context: &mut Context<'_>) {
        if let Some(exchange) = &mut self.0
            && exchange.as_mut().poll(context).is_ready()
        {
            // Statements fail from now on, because their messages reach nobody.
            self.0 = None;
        }
    }
}

impl Session {
    /// Returns how many statements are kept prepared.
    pub(crate) fn kept(&self) -> usize {
        self.statements().len()
    }

    /// Closes the statements that are kept prepared.
    pub(crate) fn close_kept(&self) {
        self.statements().clear();
    }

    /// Prepares a statement, unless it is kept prepared.
    ///
    /// # Errors
    /// Returns the error of the server.
    pub(crate) async fn prepare_kept(&self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements().insert(sql.into(), statement.clone());
        Ok(statement)
    }

    fn statements(&self) -> MutexGuard<'_, HashMap<Box<str>, Statement>> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deref for Session {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
