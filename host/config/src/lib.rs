//! Configuration: defaults, then a TOML file, then the environment, then flags. Each overrides the one before.
//!
//! `plumbline config` prints the result with the origin of each setting as a comment.
//!
//! ```
//! use plumbline_config::Config;
//!
//! let config = Config::load(None)?;
//! assert!(!config.fetch.allow_loopback);
//! # Ok::<(), anyhow::Error>(())
//! ```

mod blobs;
mod compiling;
mod database;
pub mod explain;
mod identity;
pub mod listen;
mod publishing;
mod traces;
mod uploads;
mod usage;
mod webhooks;

pub use blobs::BlobSettings;
pub use compiling::Compiling;
pub use database::DatabaseSettings;
pub use identity::Identity;
pub use plumbline_pipeline::{Deprecation, Tiers};
pub use publishing::{Publishing, RegistryLogin, Signatures};
pub use traces::TraceSettings;
pub use uploads::UploadSettings;
pub use usage::UsageSettings;
pub use webhooks::WebhookSettings;

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use figment::Figment;
use figment::providers::{Env, Format as _, Serialized, Toml};
use plumbline_jobs::JobsConfig;
use plumbline_storage::Environment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// Prefix of environment variables. `PLUMBLINE_HTTP__LISTEN` sets `http.listen`.
const ENVIRONMENT_PREFIX: &str = "PLUMBLINE_";
/// Read from the working directory if no other file is named.
const DEFAULT_FILE: &str = "plumbline.toml";

/// All settings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Directory of databases, files and compiled components.
    #[default(PathBuf::from("data"))]
    pub data_dir: PathBuf,
    /// Folder of components that are published and bound as the defaults at start, except in slots that an operator changed
    /// last. `plumbline component follow` returns such a slot to the folder. If unset, `plumbline serve` uses the folder
    /// `components` beside the program, if there is one.
    pub components: Option<PathBuf>,
    /// Folder of the models for text recognition, which `cargo xtask setup` downloads. If unset, the folder `models`
    /// beside the folder of components or beside the program. Without models, text in pictures is not recognized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<PathBuf>,
    /// Folder of compiled components. If unset, `compiled` in the data directory. Data directories on one machine can
    /// share it.
    pub compiled_dir: Option<PathBuf>,
    /// The HTTP listener.
    pub http: Http,
    /// The listener for operators.
    pub admin: Admin,
    /// Publishing of components by partners and operators.
    pub publishing: Publishing,
    /// Compilation of components.
    pub compiling: Compiling,
    /// Background jobs: ingestion, takeoffs and exports.
    pub jobs: Jobs,
    /// Documents that are fetched from a URL.
    pub fetch: Fetch,
    /// Uploaded files.
    pub uploads: UploadSettings,
    /// The database.
    pub database: DatabaseSettings,
    /// The store of tenants' files.
    pub blobs: BlobSettings,
    /// Events that are sent to webhook endpoints.
    pub webhooks: WebhookSettings,
    /// Usage records.
    pub usage: UsageSettings,
    /// OpenTelemetry traces.
    pub traces: TraceSettings,
    /// Authentication.
    pub identity: Identity,
    /// Rate limits and quotas by tier.
    pub tiers: Tiers,
    /// Support address in errors and on pages.
    #[default("support@localhost")]
    pub support_email: String,
    /// Spin application whose database this server shares. If unset, the server uses its own databases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin: Option<Spin>,
    /// Log filter in the syntax of `tracing`: `info`, `plumbline=debug,warn`. `info,access=off` omits the line for each
    /// request.
    #[default("info")]
    pub log: String,
    /// Format of log lines: `text`, or `json` with one object per line.
    pub log_format: LogFormat,
    /// File to which the server writes at shutdown how long requests waited in each stage, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits: Option<PathBuf>,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// JSON for programs that collect logs.
    Json,
}

/// A Spin application for one environment of one tenant, set up by `plumbline edge key`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spin {
    /// SQLite file of the application: `.spin/sqlite_db.db` in its folder.
    pub database: PathBuf,
    /// Environment that the application serves: `sandbox` or `production`.
    #[schemars(with = "String")]
    pub environment: Environment,
}

/// The HTTP listener.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Http {
    /// Address to listen on: an IP address or a host name, and a port. With port 0, the system picks a free port, which is
    /// printed.
    #[serde(deserialize_with = "listen::deserialize")]
    #[default(SocketAddr::from(([127, 0, 0, 1], 8080)))]
    pub listen: SocketAddr,
    /// Address that clients use, without a path. If unset, the address of the listener.
    pub public_url: Option<String>,
    /// Maximum size of the body of an API call, in bytes. Files are uploaded to signed addresses instead.
    // The largest body that the contract allows is a project with metadata, well under this.
    #[default(1024 * 1024)]
    pub max_body_bytes: u64,
    /// Seconds after which a new connection that has sent nothing is closed.
    // Clients that connect ahead of their first request send it within seconds.
    #[default(const { NonZeroU64::new(10).unwrap() })]
    pub first_byte_timeout_seconds: NonZeroU64,
    /// Seconds that a client may take to send its headers. An HTTP/2 connection on which no request runs is closed after that
    /// time, or at most twice as long.
    // A slow client holds a connection, not an instance. Ten seconds is generous for a head of a few kB.
    #[default(10)]
    pub header_timeout_seconds: u64,
    /// Seconds without progress after which an upload or a response is cut off, because the client no longer sends or
    /// receives. Over HTTP/2, only the stream ends. Slow clients that make progress are not affected.
    // A phone that changes networks reconnects within seconds.
    #[default(const { NonZeroU64::new(30).unwrap() })]
    pub stall_timeout_seconds: NonZeroU64,
    /// Seconds between pings on an HTTP/2 connection. A connection that leaves a ping unanswered for this long is
    /// closed.
    #[default(const { NonZeroU64::new(20).unwrap() })]
    pub ping_interval_seconds: NonZeroU64,
    /// Maximum number of open connections, at most half of the process's file descriptors. Beyond it, connections that
    /// have not sent a request are closed in favor of new ones, oldest first. The admin listener has its own count, at most
    /// an eighth of the file descriptors.
    // Far more than one host serves at once. A silent connection costs some kilobytes.
    #[default(const { NonZeroUsize::new(10_000).unwrap() })]
    pub max_connections: NonZeroUsize,
    /// Maximum number of open connections from one address (for IPv6, one /64). Ignored with `client_address_header`, because
    /// every connection then comes from the proxy. Limit clients at the proxy instead (nginx: `limit_conn`).
    // Enough for an office behind one address, while a single address can take at most a twentieth.
    #[default(const { NonZeroUsize::new(500).unwrap() })]
    pub max_connections_per_address: NonZeroUsize,
    /// Seconds that an API call may take in total.
    #[default(30)]
    pub request_timeout_seconds: u64,
    /// Requests per minute from one network to sign-in, registration and token endpoints. A request that may fetch a client's
    /// metadata document counts as ten.
    // A person rarely signs in, but an office behind one address renews tokens for many.
    #[default(const { NonZeroU32::new(600).unwrap() })]
    pub unauthenticated_per_minute: NonZeroU32,
    /// Header in which a proxy passes the client's network address, usually `X-Forwarded-For`. The last value counts,
    /// because the proxy added it. Set this only if every request comes through the proxy. If unset, the address of the
    /// connection counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_address_header: Option<String>,
    /// Seconds that running calls and jobs have to finish at shutdown.
    #[default(20)]
    pub shutdown_grace_seconds: u64,
    /// Announcement of the end of this version of the API.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecation: Option<Deprecation>,
}

/// The listener for operators: metrics, publishing and binding over HTTP.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Admin {
    /// Address and port of the listener. If unset, the listener is off. Clients must not be able to reach it. Calls carry
    /// the token in the file `admin.token` of the data directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "listen::deserialize_optional")]
    pub listen: Option<SocketAddr>,
    /// Whether this listener serves `/metrics` to Prometheus. Scrapes need no token.
    #[default(true)]
    pub metrics: bool,
}

/// Background work.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct Jobs {
    /// Number of jobs of one kind that run at the same time on this server. One tenant can run one less, so that a
    /// place stays free for others. 0 for a server that only answers HTTP requests.
    #[default(JobsConfig::places())]
    pub concurrency: usize,
}

/// Documents fetched by address.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Fetch {
    /// Allows `http://` and loopback addresses. For development only.
    pub allow_loopback: bool,
}

impl Http {
    /// Returns the time without progress after which a transfer is cut.
    pub fn stall_timeout(&self) -> Duration {
        Duration::from_secs(self.stall_timeout_seconds.get())
    }
}

impl Config {
    /// Reads the configuration. If `file` is given, it must exist.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or a value is not valid, or a name is not known. The message names
    /// it.
    pub fn load(file: Option<&Path>) -> Result<Self> {
        let config: Self = Self::figment(file)
            .extract()
            .context("the configuration cannot be used; `plumbline config --help` lists where it comes from")?;
        if let Some(deprecation) = &config.http.deprecation {
            deprecation.check().map_err(anyhow::Error::msg)?;
        }
        config.traces.check()?;
        config.uploads.check()?;
        config.webhooks.check()?;
        config.blobs.s3()?;
        let postgres = config.database.postgres()?;
        ensure!(
            postgres.is_none() || config.spin.is_none(),
            "database.url and spin.database are both set. Remove one: a server shares the SQLite file of a Spin \
             application, or uses PostgreSQL."
        );
        Ok(config)
    }

    /// Returns the sources of values. Each overrides the one before.
    pub fn figment(file: Option<&Path>) -> Figment {
        let figment = Figment::from(Serialized::defaults(Self::default()));
        let figment = match file {
            Some(path) => figment.merge(Toml::file_exact(path)),
            None => figment.merge(Toml::file(DEFAULT_FILE)),
        };
        figment.merge(Env::prefixed(ENVIRONMENT_PREFIX).split("__"))
    }

    /// Returns the configuration as TOML.
    ///
    /// # Errors
    /// Never for a loaded configuration.
    #[cfg(test)]
    fn to_toml(&self) -> Result<String> {
        Ok(toml::to_string_pretty(self)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_setting_is_named() {
        let dir = std::env::temp_dir().join(format!("plumbline-config-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let file = dir.join("bad.toml");
        std::fs::write(&file, "[http]\nlisen = \"127.0.0.1:1\"\n").unwrap();
        let error = format!("{:#}", Config::load(Some(&file)).unwrap_err());
        assert!(error.contains("lisen"), "{error}");
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn an_upload_cannot_outlast_the_wait_for_its_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("plumbline.toml");
        let load = |seconds: u32| {
            std::fs::write(&file, format!("[uploads]\ntimeout_seconds = {seconds}\n")).unwrap();
            Config::load(Some(&file))
        };
        assert!(load(1800).is_ok());
        let error = format!("{:#}", load(1801).unwrap_err());
        assert!(error.contains("uploads.timeout_seconds") && error.contains("at most 1800"), "{error}");
    }

    #[test]
    fn a_timeout_of_zero_is_refused_by_name() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("plumbline.toml");
        for name in ["first_byte_timeout_seconds", "stall_timeout_seconds", "max_connections"] {
            std::fs::write(&file, format!("[http]\n{name} = 0\n")).unwrap();
            let error = format!("{:#}", Config::load(Some(&file)).unwrap_err());
            assert!(error.contains(name) && error.contains("nonzero"), "{error}");
        }
    }

    #[test]
    fn what_is_printed_can_be_read_back() {
        let printed = Config::default().to_toml().unwrap();
        let again: Config = toml::from_str(&printed).unwrap();
        assert_eq!(again.http.listen, Config::default().http.listen);
    }
}
