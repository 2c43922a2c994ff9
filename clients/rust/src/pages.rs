//! Lists as streams of their records, over all pages.

use futures_util::stream::{BoxStream, StreamExt as _, TryStreamExt as _, try_unfold};
use serde::de::DeserializeOwned;

use crate::call::{Call, Page};
use crate::types::{
    Document, ListDocumentsQuery, ListItemsQuery, ListProjectsQuery, ListRoutesQuery, ListTakeoffsQuery, Project,
    Route, Takeoff, TakeoffItem,
};
use crate::{Client, Error, operations};

/// The records of a list. The next page is requested once the records of the previous one have been read.
pub type Records<'a, T> = BoxStream<'a, Result<T, Error>>;

/// The maximum page size of the service.
const LARGEST_PAGE: u32 = 200;

impl Client {
    /// Reads all pages of a call of [`operations`]. The query's `limit` is the size of a page, 200 by default.
    pub fn all<T>(&self, mut call: Call<T>) -> Records<'_, T::Record>
    where
        T: Page + DeserializeOwned + Send + 'static,
        T::Record: Send + 'static,
    {
        call.set_default("limit", LARGEST_PAGE);
        let pages = try_unfold(Some(call), move |call| async move {
            let Some(mut call) = call else { return Ok(None) };
            let (records, next) = self.call_timed(&call).await?.0.split();
            let next = next.map(|cursor| {
                call.set("cursor", cursor);
                call
            });
            Ok::<_, Error>(Some((futures_util::stream::iter(records.into_iter().map(Ok)), next)))
        });
        pages.try_flatten().boxed()
    }

    /// Reads all projects, newest first.
    pub fn projects(&self, query: &ListProjectsQuery) -> Records<'_, Project> {
        self.all(operations::list_projects(query))
    }

    /// Reads all documents, newest first.
    pub fn documents(&self, query: &ListDocumentsQuery) -> Records<'_, Document> {
        self.all(operations::list_documents(query))
    }

    /// Reads all takeoffs, newest first.
    pub fn takeoffs(&self, query: &ListTakeoffsQuery) -> Records<'_, Takeoff> {
        self.all(operations::list_takeoffs(query))
    }

    /// Reads all items of a takeoff, by page and position.
    pub fn items(&self, takeoff_id: &str, query: &ListItemsQuery) -> Records<'_, TakeoffItem> {
        self.all(operations::list_items(takeoff_id, query))
    }

    /// Reads all routes of a takeoff, by page and position.
    pub fn routes(&self, takeoff_id: &str, query: &ListRoutesQuery) -> Records<'_, Route> {
        self.all(operations::list_routes(takeoff_id, query))
    }
}
