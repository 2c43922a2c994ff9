//! Code shared by the gateway and the adapters of the edge. A Spin application serves one environment of one tenant,
//! which its variables name.
//!
//! - `application`: the parsed variables.
//! - `variables`: reads them from Spin.
//! - `options`: limits and addresses that an operator may set.
//! - `bound`: the routes and slots that a composed file passes to its gateway.
//! - `adapter_bindings!`: bindings for the gateway or an adapter.
//! - `asynchronous_by_synchronous!`: the asynchronous functions of a database's interface.
//!
//! ```
//! use plumbline_edge::{Application, Options};
//!
//! let variables = |name: &str| match name {
//!     "tenant" => Some("ten_1111111111111111111111".to_owned()),
//!     "environment" => Some("sandbox".to_owned()),
//!     _ => None,
//! };
//! // The application has no secret, so it cannot be read.
//! assert!(Application::read(variables).unwrap_err().to_string().starts_with("variable secret:"));
//!
//! let options = Options::read(Some(r#"{"max_body_bytes": 65536}"#))?;
//! assert_eq!(options.max_body_bytes, 65_536);
//! # Ok::<(), String>(())
//! ```

mod application;
mod bound;
mod options;
#[cfg(target_family = "wasm")]
mod variables;

pub use application::{Application, InvalidVariable};
pub use bound::Bound;
pub use options::Options;
#[cfg(target_family = "wasm")]
pub use variables::{application, required_application, variable};

/// Implements the asynchronous functions of a connection of `spin:sqlite` by the synchronous ones, whose rows are
/// available at once and are then sent as a stream. Uses the adapter's own bindings, `wit_stream`, `wit_future` and
/// `wit_bindgen`.
#[macro_export]
macro_rules! asynchronous_by_synchronous {
    () => {
        async fn open_async(database: String) -> Result<Connection, Error> {
            Self::open(database)
        }

        async fn execute_async(
            &self,
            statement: String,
            parameters: Vec<Value>,
        ) -> Result<
            (Vec<String>, wit_bindgen::StreamReader<RowResult>, wit_bindgen::FutureReader<Result<(), Error>>),
            Error,
        > {
            let QueryResult { columns, rows } = self.execute(statement, parameters)?;
            let (mut sender, stream) = wit_stream::new();
            let (end, ended) = wit_future::new(|| Ok(()));
            wit_bindgen::spawn_local(async move {
                // The reader may stop before the last row.
                let _ = sender.write_all(rows).await;
                drop(sender);
                let _ = end.write(Ok(())).await;
            });
            Ok((columns, stream, ended))
        }

        async fn last_insert_rowid_async(&self) -> i64 {
            self.last_insert_rowid()
        }

        async fn changes_async(&self) -> u64 {
            self.changes()
        }
    };
}

/// Generates bindings of `plumbline:endpoint` and `plumbline:edge` for the gateway or an adapter. Paths are relative to
/// the caller's folder, `components/edge/<name>`.
#[macro_export]
macro_rules! adapter_bindings {
    ($inline:literal) => {
        #[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
        mod bindings {
            wit_bindgen::generate!({
                inline: $inline,
                world: "plumbline:edge-adapter/adapter",
                path: [
                    "../../../wit/deps/wasi-clocks@0.3.0",
                    "../../../wit/deps/wasi-random@0.3.0",
                    "../../../wit/deps/wasi-filesystem@0.3.0",
                    "../../../wit/deps/wasi-sockets@0.3.0",
                    "../../../wit/deps/wasi-cli@0.3.0",
                    "../../../wit/deps/wasi-http@0.3.0",
                    "../../../wit/deps/spin-sqlite@3.1.0",
                    "../../../wit/endpoint@1.0.0",
                    "../../../wit/edge@1.0.0",
                ],
                generate_all,
            });
        }
    };
}
