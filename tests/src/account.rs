//! A tenant with a key, and the calls that tests make with it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::Response;
use crate::application::{Edge, Runtime};
use crate::http::{agent, send};
use crate::server::Server;

/// A tenant with one key.
#[derive(Clone)]
pub struct Account {
    /// The tenant's id.
    pub tenant: String,
    /// The key's id.
    pub key: String,
    /// The key's secret.
    pub secret: String,
    /// The addresses that its calls go to in turn.
    addresses: Vec<String>,
    calls: Arc<AtomicUsize>,
    agent: ureq::Agent,
}

impl Server {
    /// Creates a tenant with a key of all scopes in the sandbox.
    ///
    /// # Errors
    /// Returns an error if a command fails.
    pub fn account(&self, name: &str) -> Result<Account> {
        self.account_with(name, "sandbox", "all")
    }

    /// Creates a tenant with a key.
    ///
    /// # Errors
    /// Returns an error if a command fails.
    pub fn account_with(&self, name: &str, environment: &str, scopes: &str) -> Result<Account> {
        let tenant = self.admin(&["tenant", "create", name])?;
        let tenant = tenant["id"].as_str().context("no tenant id")?.to_owned();
        self.key(&tenant, environment, scopes)
    }

    /// Creates another key of a tenant.
    ///
    /// # Errors
    /// Returns an error if the command fails.
    pub fn key(&self, tenant: &str, environment: &str, scopes: &str) -> Result<Account> {
        let key =
            self.admin(&["key", "create", "--tenant", tenant, "--environment", environment, "--scopes", scopes])?;
        let id = key["id"].as_str().context("no key id")?;
        let mut account = Account::from_key(self, tenant, id, key["secret"].as_str().context("no secret")?);
        if let Some(runtime) = Runtime::from_env().filter(|_| environment == "sandbox") {
            let mut edge = self.edge.lock().unwrap_or_else(PoisonError::into_inner);
            if edge.is_none() {
                *edge = Some(Edge::start(&runtime, self, tenant, &[])?);
            }
            edge.iter().for_each(|edge| account.set_address(&edge.url));
        }
        Ok(account)
    }
}

impl Account {
    /// Returns an account with a known key.
    pub fn from_key(server: &Server, tenant: &str, key: &str, secret: &str) -> Self {
        Self {
            tenant: tenant.to_owned(),
            key: key.to_owned(),
            secret: secret.to_owned(),
            addresses: server.urls(),
            calls: Arc::default(),
            agent: agent(),
        }
    }

    /// Moves the account to a server that restarted at another port.
    pub fn set_server(&mut self, server: &Server) {
        self.addresses = server.urls();
    }

    /// Returns the address that the next call goes to: `http://127.0.0.1:PORT`.
    pub fn address(&self) -> &str {
        // A server has at least one.
        self.addresses.get(self.calls.load(Ordering::Relaxed) % self.addresses.len()).map_or("", String::as_str)
    }

    /// Moves the account to another address, such as that of a Spin application.
    pub fn set_address(&mut self, url: &str) {
        self.addresses = vec![url.to_owned()];
    }

    /// Makes a call with this account's credential. `headers` are added and may replace it.
    ///
    /// # Errors
    /// Returns an error if no response arrives.
    pub fn call(&self, method: &str, path: &str, body: Option<&Value>, headers: &[(&str, &str)]) -> Result<Response> {
        let bearer = format!("Bearer {}", self.secret);
        let mut all = vec![("authorization", bearer.as_str())];
        if body.is_some() {
            all.push(("content-type", "application/json"));
        }
        all.retain(|(name, _)| !headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        all.extend_from_slice(headers);
        let url =
            if path.starts_with("http") { path.to_owned() } else { format!("{}/partner/v1{path}", self.address()) };
        self.calls.fetch_add(1, Ordering::Relaxed);
        let bytes = body.map(serde_json::to_vec).transpose()?.unwrap_or_default();
        send(&self.agent, method, &url, &bytes, &all)
    }

    /// Makes a `GET` call.
    ///
    /// # Errors
    /// Returns an error if no response arrives.
    pub fn get(&self, path: &str) -> Result<Response> {
        self.call("GET", path, None, &[])
    }

    /// Makes a `POST` call with a body.
    ///
    /// # Errors
    /// Returns an error if no response arrives.
    pub fn post(&self, path: &str, body: Value) -> Result<Response> {
        self.call("POST", path, Some(&body), &[])
    }

    /// Makes a `PATCH` call with a body.
    ///
    /// # Errors
    /// Returns an error if no response arrives.
    pub fn patch(&self, path: &str, body: Value) -> Result<Response> {
        self.call("PATCH", path, Some(&body), &[])
    }

    /// Makes a `DELETE` call.
    ///
    /// # Errors
    /// Returns an error if no response arrives.
    pub fn delete(&self, path: &str) -> Result<Response> {
        self.call("DELETE", path, None, &[])
    }

    /// Sends raw bytes to any address, without the credential.
    ///
    /// # Errors
    /// Returns an error if no response arrives.
    pub fn send_bytes(&self, method: &str, url: &str, bytes: &[u8], headers: &[(&str, &str)]) -> Result<Response> {
        send(&self.agent, method, url, bytes, headers)
    }
}
