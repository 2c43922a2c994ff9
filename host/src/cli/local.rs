//! The program that the commands of `plumbline-local` run in.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use plumbline_config::{BlobSettings, Config, DatabaseSettings};
use plumbline_engine::Engine;
use plumbline_local::{Program, Server};
use plumbline_storage::{Environment, Storage, TenantId};

use super::digest::find;
use crate::app::{self, App, bundled};

/// The program with its configuration.
pub(super) struct LocalProgram(Config);

impl LocalProgram {
    pub(super) const fn new(config: Config) -> Self {
        Self(config)
    }

    /// Returns the configuration for a data directory of a command's own. Its databases and files are all there, and not where
    /// the configured server has them.
    fn alone(&self, data_dir: &Path) -> Config {
        Config {
            data_dir: data_dir.to_owned(),
            blobs: BlobSettings::default(),
            database: DatabaseSettings::default(),
            spin: None,
            ..self.0.clone()
        }
    }

    /// Returns the configuration for a data directory, with the folder of components, which is also returned.
    ///
    /// Compiling takes longer than most drawings, so the result is kept next to the components, unless configured
    /// otherwise.
    fn with_components(&self, data_dir: &Path) -> Result<(Config, PathBuf)> {
        let mut config = self.alone(data_dir);
        let components = config.components.take().map_or_else(components_of_program, Ok)?;
        config.compiled_dir = config.compiled_dir.or_else(|| Some(components.clone()));
        config.components = Some(components.clone());
        Ok((config, components))
    }
}

/// Returns the components that ship with the program: a folder `components` next to it or one level up.
fn components_of_program() -> Result<PathBuf> {
    bundled::components()
        .context("no components folder next to the program. Set one with PLUMBLINE_COMPONENTS or in the configuration")
}

impl Program for LocalProgram {
    type Server = App;

    async fn storage(&self) -> Result<Storage> {
        app::storage(&self.0).await
    }

    async fn digest(&self, storage: &Storage, digest: &str) -> Result<String> {
        Ok(find(&storage.control, digest).await?.digest)
    }

    async fn fetch(&self, component: &str) -> Result<Bytes> {
        Ok(app::reference::fetch(component, &self.0.publishing).await?.bytes)
    }

    async fn engine(&self, data_dir: &Path) -> Result<Engine> {
        let config = Config { compiled_dir: None, ..self.alone(data_dir) };
        app::engine(&config, app::storage(&config).await?, "").await
    }

    async fn engine_with_components(&self, data_dir: &Path) -> Result<(Engine, Storage)> {
        let (config, components) = self.with_components(data_dir)?;
        let storage = app::storage(&config).await?;
        let engine = app::engine(&config, storage.clone(), "").await?;
        app::components::publish_folder(&engine, &storage, &components).await?;
        Ok((engine, storage))
    }

    async fn server(&self, data_dir: &Path) -> Result<App> {
        let (config, _) = self.with_components(data_dir)?;
        App::start(config, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }
}

impl Server for App {
    fn engine(&self) -> &Engine {
        &self.edge.engine
    }

    fn storage(&self) -> &Storage {
        &self.storage
    }

    async fn create_key(&self, tenant: &TenantId, name: &str) -> Result<String> {
        let scopes = self.identity.parse_scopes(tenant, "all").await?;
        Ok(self.identity.create_key(tenant, name, Environment::Sandbox, &scopes, None).await?.secret)
    }

    async fn answer(&self, request: Request<Bytes>) -> Result<Response<Bytes>> {
        let (parts, body) = self.edge.answer(request.map(Full::new)).await.into_parts();
        let body = body.collect().await.map_err(|error| anyhow::anyhow!(error))?.to_bytes();
        Ok(Response::from_parts(parts, body))
    }

    async fn stop(self) {
        self.stop().await;
    }
}
