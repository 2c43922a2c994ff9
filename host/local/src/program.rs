//! What the commands need from the program that runs them.

use std::path::Path;

use anyhow::Result;
use bytes::Bytes;
use http::{Request, Response};
use plumbline_engine::Engine;
use plumbline_storage::{Storage, TenantId};

/// The program with its configuration. Data directories are given by the commands: they work in temporary ones and
/// change no installation.
pub trait Program {
    /// A server without a socket.
    type Server: Server;

    /// Opens the storage of the installation.
    ///
    /// # Errors
    /// Returns an error if the data directory cannot be used.
    fn storage(&self) -> impl Future<Output = Result<Storage>>;

    /// Returns the digest of the installation's component whose digest starts with `digest`.
    ///
    /// # Errors
    /// Returns an error unless there is exactly one.
    fn digest(&self, storage: &Storage, digest: &str) -> impl Future<Output = Result<String>>;

    /// Returns the bytes of a component, from a file or by reference.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    fn fetch(&self, component: &str) -> impl Future<Output = Result<Bytes>>;

    /// Starts an engine without components, which compiles into the data directory.
    ///
    /// # Errors
    /// Returns an error if the engine cannot start.
    fn engine(&self, data_dir: &Path) -> impl Future<Output = Result<Engine>>;

    /// Starts an engine with the components that are configured, or else ship with the program.
    ///
    /// # Errors
    /// Returns an error if the components are missing, or the engine cannot start.
    fn engine_with_components(&self, data_dir: &Path) -> impl Future<Output = Result<(Engine, Storage)>>;

    /// Starts a server with the components that are configured, or else ship with the program.
    ///
    /// # Errors
    /// Returns an error if the components are missing, or the server cannot start.
    fn server(&self, data_dir: &Path) -> impl Future<Output = Result<Self::Server>>;
}

/// A running server without a socket.
pub trait Server {
    /// Returns its engine.
    fn engine(&self) -> &Engine;

    /// Returns its storage.
    fn storage(&self) -> &Storage;

    /// Creates a sandbox key with all scopes and returns its secret.
    ///
    /// # Errors
    /// Returns an error if the key cannot be created.
    fn create_key(&self, tenant: &TenantId, name: &str) -> impl Future<Output = Result<String>>;

    /// Answers a request, with the whole body of the response.
    ///
    /// # Errors
    /// Returns an error if the response's body breaks off.
    fn answer(&self, request: Request<Bytes>) -> impl Future<Output = Result<Response<Bytes>>>;

    /// Shuts the server down.
    fn stop(self) -> impl Future<Output = ()>;
}
