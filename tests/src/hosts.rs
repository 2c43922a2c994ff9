//! Several hosts on one PostgreSQL database and one S3 store.

use std::sync::Arc;

use anyhow::Result;

use crate::{Account, S3Server, Server, ServerOptions, TestDatabase, program};

/// Two hosts, their database and their store.
pub struct Hosts {
    /// The hosts.
    pub servers: [Server; 2],
    /// Their database.
    pub database: TestDatabase,
    /// Their store.
    pub store: Arc<S3Server>,
}

impl Hosts {
    /// Starts two hosts. Returns `None` and reports the test as skipped if PostgreSQL is not installed.
    ///
    /// # Errors
    /// Returns an error if a host, the database or the store does not start.
    pub fn start() -> Result<Option<Self>> {
        Self::start_with(|_, options| options)
    }

    /// Starts two hosts whose options `adapt` changes. It gets the number of the host.
    ///
    /// # Errors
    /// See [`Hosts::start`].
    pub fn start_with(adapt: impl Fn(usize, ServerOptions) -> ServerOptions) -> Result<Option<Self>> {
        let Some(database) = TestDatabase::start(&program()?)? else { return Ok(None) };
        let store = Arc::new(S3Server::start()?);
        let options = |number| {
            let shared = ServerOptions {
                database: Some(database.clone()),
                store: Some(Arc::clone(&store)),
                ..ServerOptions::default()
            };
            adapt(number, shared)
        };
        let first = Server::start_with(options(0))?;
        let second = first.start_peer(options(1))?;
        Ok(Some(Self { servers: [first, second], database, store }))
    }

    /// Creates a tenant with a key, which calls the first host.
    ///
    /// # Errors
    /// Returns an error if the command that creates it fails.
    pub fn account(&self, name: &str) -> Result<Account> {
        self.servers[0].account(name)
    }

    /// Returns the same account at a host.
    pub fn at(&self, account: &Account, host: usize) -> Account {
        Account::from_key(&self.servers[host], &account.tenant, &account.key, &account.secret)
    }
}
