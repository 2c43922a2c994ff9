//! The same client without async, for scripts and command line programs. It must not be used within a runtime.

use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use tokio::runtime::{Builder, Runtime};

use crate::call::{Call, Page};
use crate::types::{Document, Export, ListItemsQuery, ListRoutesQuery, Route, TakeoffItem};
use crate::wait::Job;
use crate::{Error, operations};
use futures_util::TryStreamExt as _;

/// The API of one server with one credential, blocking.
#[derive(Debug, Clone)]
pub struct Client {
    /// The client that does the work. Its policies of retries and waiting can be changed here.
    pub inner: crate::Client,
    runtime: Arc<Runtime>,
}

impl Client {
    /// Creates a client; see [`crate::Client::new`].
    ///
    /// # Panics
    /// Panics if the operating system provides no thread or timer.
    #[expect(clippy::expect_used, reason = "as reqwest's; the cause is the machine, not an argument")]
    pub fn new(base_url: &str, key: &str) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime starts");
        Self { inner: crate::Client::new(base_url, key), runtime: Arc::new(runtime) }
    }

    /// Returns the base address of the API.
    pub fn base(&self) -> &str {
        self.inner.base()
    }

    /// Sends a call of [`operations`].
    ///
    /// # Errors
    /// See [`Error`].
    pub fn call<T: DeserializeOwned>(&self, call: Call<T>) -> Result<T, Error> {
        self.runtime.block_on(self.inner.call(call))
    }

    /// Returns the records of all pages of a call.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn all<T>(&self, call: Call<T>) -> Result<Vec<T::Record>, Error>
    where
        T: Page + DeserializeOwned + Send + 'static,
        T::Record: Send + 'static,
    {
        self.runtime.block_on(self.inner.all(call).try_collect())
    }

    /// Returns all items of a takeoff; see [`crate::Client::items`].
    ///
    /// # Errors
    /// See [`Error`].
    pub fn items(&self, takeoff_id: &str, query: &ListItemsQuery) -> Result<Vec<TakeoffItem>, Error> {
        self.all(operations::list_items(takeoff_id, query))
    }

    /// Returns all routes of a takeoff; see [`crate::Client::routes`].
    ///
    /// # Errors
    /// See [`Error`].
    pub fn routes(&self, takeoff_id: &str, query: &ListRoutesQuery) -> Result<Vec<Route>, Error> {
        self.all(operations::list_routes(takeoff_id, query))
    }

    /// Waits for a job; see [`crate::Client::wait`].
    ///
    /// # Errors
    /// See [`crate::Client::wait`].
    pub fn wait<J: Job>(&self, job: &J) -> Result<J, Error> {
        self.runtime.block_on(self.inner.wait(job))
    }

    /// Waits for a job and reports each status; see [`crate::Client::wait_with`].
    ///
    /// # Errors
    /// See [`crate::Client::wait`].
    pub fn wait_with<J: Job>(&self, job: &J, progress: impl FnMut(&J)) -> Result<J, Error> {
        self.runtime.block_on(self.inner.wait_with(job, progress))
    }

    /// Uploads a file and waits until it is ready; see [`crate::Client::upload`].
    ///
    /// # Errors
    /// See [`crate::Client::upload`].
    pub fn upload(&self, project_id: &str, path: impl AsRef<Path>) -> Result<Document, Error> {
        self.runtime.block_on(self.inner.upload(project_id, path))
    }

    /// Uploads a file from memory; see [`crate::Client::upload_bytes`].
    ///
    /// # Errors
    /// See [`crate::Client::upload`].
    pub fn upload_bytes(&self, project_id: &str, filename: &str, bytes: Vec<u8>) -> Result<Document, Error> {
        self.runtime.block_on(self.inner.upload_bytes(project_id, filename, bytes))
    }

    /// Returns a picture of a page; see [`crate::Client::page_picture`].
    ///
    /// # Errors
    /// See [`Error`].
    pub fn page_picture(&self, document_id: &str, page_number: u32, area: Option<[f64; 4]>) -> Result<Vec<u8>, Error> {
        self.runtime.block_on(self.inner.page_picture(document_id, page_number, area))
    }

    /// Returns a picture of the place where an item was found; see [`crate::Client::item_picture`].
    ///
    /// # Errors
    /// See [`Error`].
    pub fn item_picture(&self, takeoff_id: &str, item_id: &str) -> Result<Vec<u8>, Error> {
        self.runtime.block_on(self.inner.item_picture(takeoff_id, item_id))
    }

    /// Returns the file of a completed export; see [`crate::Client::download`].
    ///
    /// # Errors
    /// See [`crate::Client::download`].
    pub fn download(&self, export: &Export) -> Result<Vec<u8>, Error> {
        self.runtime.block_on(self.inner.download(export))
    }
}
