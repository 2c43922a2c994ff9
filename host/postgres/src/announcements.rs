//! Announcements between hosts with `LISTEN` and `NOTIFY`: a host that has queued work wakes the others.
//!
//! An announcement is a hint that may be lost: while a host connects again, or behind PgBouncer in transaction mode, which does
//! not pass announcements on. Hosts must therefore also find the work by polling.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures::{StreamExt as _, stream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_postgres::{AsyncMessage, Error};

use crate::pool::Pool;
use crate::postgres::Postgres;

/// Shortest time between two announcements of a host. Those made in between become one.
const INTERVAL: Duration = Duration::from_millis(50);
/// Wait before a listener that has lost its connection connects again.
const RECONNECT: Duration = Duration::from_secs(1);

/// Announcements of one channel, until it is dropped.
#[derive(Debug)]
pub struct Announcements {
    made: Arc<Notify>,
    _tasks: JoinSet<()>,
}

impl Announcements {
    /// Announces to all hosts, this one included, without waiting for it.
    pub fn announce(&self) {
        self.made.notify_one();
    }
}

impl Postgres {
    /// Listens on a channel with a connection of its own, and announces on it. `heard` is called for each announcement of any
    /// host, and whenever announcements may have been missed. `channel` is an identifier of SQL.
    pub fn announcements(&self, channel: &'static str, heard: impl Fn() + Send + Sync + 'static) -> Announcements {
        let made = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        let pool = Arc::clone(self.host_pool());
        tasks.spawn(async move {
            loop {
                let Err(error) = listen(&pool, channel, &heard).await;
                tracing::debug!(channel, "the listener has lost its connection: {error}");
                tokio::time::sleep(RECONNECT).await;
            }
        });
        let (postgres, announced) = (self.clone(), Arc::clone(&made));
        tasks.spawn(async move {
            let notify = format!("SELECT pg_notify('{channel}', '')");
            loop {
                announced.notified().await;
                if let Err(error) = postgres.execute(&notify, &[]).await {
                    tracing::debug!(channel, "an announcement is lost: {error}");
                }
                tokio::time::sleep(INTERVAL).await;
            }
        });
        Announcements { made, _tasks: tasks }
    }
}

/// Listens until the connection is lost.
async fn listen(pool: &Pool, channel: &str, heard: &(impl Fn() + Sync)) -> Result<Infallible, Error> {
    let (client, mut connection) = pool.config().connect(pool.tls()).await?;
    let mut messages = pin!(stream::poll_fn(move |context| connection.poll_message(context)));
    let hear = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(_) = message? {
                heard();
            }
        }
        Ok(())
    };
    let command = format!("LISTEN {channel}");
    let listen = async {
        client.batch_execute(&command).await?;
        // Finds the work that was announced before.
        heard();
        // The client keeps the connection open until the server closes it.
        std::future::pending::<Result<Infallible, Error>>().await
    };
    tokio::select! {
        ended = hear => {
            ended?;
            // The stream ends without an error if the connection was closed in order.
            client.batch_execute("").await?;
            std::future::pending().await
        }
        failed = listen => failed,
    }
}
