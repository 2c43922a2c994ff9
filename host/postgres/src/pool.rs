//! A pool of connections as one role.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{self, Metrics, PoolConfig, PoolError, RecycleError, RecycleResult, TimeoutType, Timeouts};
use deadpool_postgres::ClientWrapper;
use plumbline_sql::SqlError;
use tokio_postgres::{Config, Error};

use crate::added::Exchange;
use crate::connection_error;
use crate::connector::Connector;
use crate::settings::PostgresError;
use crate::tls;

/// Time to reach the server.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Time without an answer of the network after which a connection counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(30);

/// A connection that is in use. Dropping it returns it to its pool.
pub(crate) type Object = managed::Object<Manager>;

/// A connection of a pool: the driver's client with its prepared statements, and its messages.
pub(crate) struct PooledClient {
    client: ClientWrapper,
    pub(crate) exchange: Arc<Exchange>,
}

impl Deref for PooledClient {
    type Target = ClientWrapper;

    fn deref(&self) -> &ClientWrapper {
        &self.client
    }
}

impl DerefMut for PooledClient {
    fn deref_mut(&mut self) -> &mut ClientWrapper {
        &mut self.client
    }
}

/// Makes the connections of a pool.
pub(crate) struct Manager {
    config: Config,
    connector: Connector,
}

impl managed::Manager for Manager {
    type Type = PooledClient;
    type Error = Error;

    async fn create(&self) -> Result<PooledClient, Error> {
        let (client, task, exchange) = self.connector.open(&self.config).await?;
        Ok(PooledClient { client: ClientWrapper::new(client, task), exchange })
    }

    /// A connection is returned only if it is known to be clean, so it needs no statement.
    async fn recycle(&self, client: &mut PooledClient, _: &Metrics) -> RecycleResult<Error> {
        if client.is_closed() { Err(RecycleError::message("the connection is closed")) } else { Ok(()) }
    }
}

/// A pool of connections as one role.
pub(crate) struct Pool {
    pool: managed::Pool<Manager>,
    /// Whether statements are kept prepared in the server.
    pub(crate) prepared_statements: bool,
}

impl Pool {
    /// Creates the pool of the role that `address`, the value of `setting`, names. It connects when it is first used. The
    /// server's messages have at most `longest` bytes.
    ///
    /// # Errors
    /// [`PostgresError::Setting`] if the address cannot be used.
    pub(crate) fn new(
        setting: &str,
        address: &str,
        connections: usize,
        prepared_statements: bool,
        longest: usize,
    ) -> Result<Self, PostgresError> {
        let (mut config, tls) = tls::parse(setting, address)?;
        config.application_name("plumbline").keepalives_idle(LOST_AFTER).tcp_user_timeout(LOST_AFTER);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIME);
        }
        let connector = Connector::new(&mut config, tls, longest)
            .map_err(|problem| PostgresError::Setting(format!("{setting}: {problem}")))?;
        let pool = managed::Pool::builder(Manager { config, connector })
            .config(PoolConfig::new(connections.max(1)))
            .create_timeout(Some(CONNECT_TIME))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| PostgresError::Setting(format!("{setting}: {error}")))?;
        Ok(Self { pool, prepared_statements })
    }

    /// Returns a connection from the pool, or a new one.
    ///
    /// # Errors
    /// [`SqlError::Busy`] if none comes free in time, [`SqlError::Io`] if the server cannot be reached.
    pub(crate) async fn get(&self, wait: Duration) -> Result<Object, SqlError> {
        let timeouts = Timeouts { wait: Some(wait), ..self.pool.timeouts() };
        self.pool.timeout_get(&timeouts).await.map_err(|error| match error {
            PoolError::Timeout(TimeoutType::Wait) => {
                SqlError::Busy(format!("timed out after {} s waiting for a free connection", wait.as_secs()))
            }
            PoolError::Backend(error) => connection_error::of(&error),
            other => SqlError::Io(format!("the database cannot be reached: {other}")),
        })
    }

    /// Closes the idle connections, so that the next ones have the role's current settings.
    pub(crate) fn close_idle(&self) {
        self.pool.retain(|_, _| false);
    }

    /// Returns how a connection outside the pool is made.
    pub(crate) fn config(&self) -> &Config {
        &self.pool.manager().config
    }

    /// Returns the TLS for a connection outside the pool, or for a request to cancel a statement.
    pub(crate) fn tls(&self) -> Connector {
        self.pool.manager().connector.clone()
    }
}
