//! A server with its operators' listener, and calls to that listener.

use std::time::Duration;

use anyhow::{Result, ensure};
use http::Method;
use plumbline_tests::{ReservedPort, Server, ServerOptions};
use serde_json::{Value, json};

use crate::load::{Call, Connection};
use crate::variants::Variant;

/// A server that is operated over HTTP.
pub(crate) struct AdminServer {
    pub server: Server,
    pub admin: AdminClient,
    _port: ReservedPort,
}

/// An operator's client.
#[derive(Clone)]
pub(crate) struct AdminClient {
    address: String,
    token: String,
}

impl AdminServer {
    /// Starts a server without some of the components.
    ///
    /// # Errors
    /// Returns an error if the server does not start or writes no token.
    pub(crate) fn start(without: Vec<&'static str>) -> Result<Self> {
        let port = ReservedPort::reserve()?;
        let address = port.address().to_string();
        let environment = ServerOptions::with_environment(&[("PLUMBLINE_ADMIN__LISTEN", address.as_str())]);
        let server = Server::start_with(ServerOptions { excluded_components: without, ..environment })?;
        // The token is written once the operators' listener is open, which is after the public one.
        let file = server.data_dir().join("admin.token");
        let read = || std::fs::read_to_string(&file).unwrap_or_default().trim().to_owned();
        let mut token = read();
        for _ in 0..100 {
            if token.is_empty() {
                std::thread::sleep(Duration::from_millis(50));
                token = read();
            }
        }
        ensure!(!token.is_empty(), "no operators' token; is the program an older one?");
        Ok(Self { server, admin: AdminClient { address, token }, _port: port })
    }
}

impl AdminClient {
    /// Publishes a component for all tenants.
    ///
    /// # Errors
    /// Returns an error if the server refuses it.
    pub(crate) async fn publish(&self, slot: &str, component: &Variant, bind: bool) -> Result<()> {
        let published = self
            .call(Call {
                method: Method::POST,
                path: format!("/admin/components?slot={slot}&bind={bind}"),
                body: component.bytes.clone().into(),
                media_type: "application/wasm",
                headers: &[],
                status: 201,
            })
            .await?;
        ensure!(published["digest"] == component.digest.as_str(), "{published}");
        Ok(())
    }

    /// Binds a published component for all tenants.
    ///
    /// # Errors
    /// Returns an error if the server refuses it.
    pub(crate) async fn bind(&self, slot: &str, component: &Variant) -> Result<()> {
        let body = json!({"slot": slot, "digest": component.digest});
        self.call(Call::with_body(Method::POST, "/admin/bindings", &body, 201)).await.map(|_| ())
    }

    /// Removes the binding of a slot for all tenants.
    ///
    /// # Errors
    /// Returns an error if the server refuses it.
    pub(crate) async fn unbind(&self, slot: &str) -> Result<()> {
        let body = json!({"slot": slot});
        self.call(Call::with_body(Method::POST, "/admin/bindings/unbind", &body, 200)).await.map(|_| ())
    }

    async fn call(&self, call: Call) -> Result<Value> {
        let answer = Connection::open(&self.address, &self.token).await?.call(&call).await?;
        Ok(serde_json::from_slice(&answer)?)
    }
}
