//! Hosts on either of the databases, and tests that run on both.
#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::Mutex;

use plumbline_storage::{PostgresSettings, Storage, StorageConfig};
use plumbline_tests::PostgresServer;
use tempfile::TempDir;

/// The databases of an installation, and the data directories of its hosts.
pub(crate) struct Installation {
    postgres: Option<(PostgresServer, PostgresSettings)>,
    /// One on files, which all hosts share. On PostgreSQL, one for each host.
    folders: Mutex<Vec<TempDir>>,
}

impl Installation {
    /// Returns an installation on files.
    pub(crate) fn on_files() -> Self {
        Self { postgres: None, folders: Mutex::new(vec![tempfile::tempdir().unwrap()]) }
    }

    /// Returns an installation on a new server. Returns `None` and reports the test as skipped if PostgreSQL is not
    /// installed.
    pub(crate) async fn on_postgres() -> Option<Self> {
        let server = PostgresServer::start().unwrap()?;
        server.create_database().unwrap();
        let url = |role: &str| server.url(role, "plumbline");
        let settings = PostgresSettings {
            url: url("plumbline_host"),
            components_url: url("plumbline_components"),
            connections: 4,
            ..PostgresSettings::default()
        };
        plumbline_storage::migrate(&url("plumbline_owner"), &settings).await.unwrap();
        Some(Self { postgres: Some((server, settings)), folders: Mutex::default() })
    }

    /// Returns the server, if the databases are on one.
    pub(crate) fn server(&self) -> Option<&PostgresServer> {
        self.postgres.as_ref().map(|(server, _)| server)
    }

    /// Returns the settings of another host.
    pub(crate) fn config(&self) -> StorageConfig {
        let mut folders = self.folders.lock().unwrap();
        if self.postgres.is_some() {
            folders.push(tempfile::tempdir().unwrap());
        }
        let postgres = self.postgres.as_ref().map(|(_, settings)| settings.clone());
        StorageConfig { postgres, ..StorageConfig::new(folders.last().unwrap().path()) }
    }

    /// Opens the storage of another host.
    pub(crate) async fn open(&self) -> Storage {
        Storage::open(&self.config()).await.unwrap()
    }
}

/// Makes two tests of each function, which takes an [`Installation`]: on files and on PostgreSQL.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod on_files {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(crate::common::Installation::on_files()).await;
            })+
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some(installation) = crate::common::Installation::on_postgres().await else { return };
                super::$name(installation).await;
            })+
        }
    };
}
pub(crate) use on_both_databases;
