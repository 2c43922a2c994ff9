//! A reader, ready to be instantiated.

use plumbline_engine::State;
use wasmtime::Store;

use crate::bindings::reader::{ReaderComponent, ReaderComponentPre};
use crate::bindings::recognition::RecogniserPre;

/// A reader, linked, and its recognition if it exports one.
pub(crate) struct LinkedReader {
    pub(crate) plain: ReaderComponentPre<State>,
    pub(crate) recognizer: Option<RecogniserPre<State>>,
}

pub(crate) async fn instantiate(store: &mut Store<State>, linked: &LinkedReader) -> wasmtime::Result<ReaderComponent> {
    linked.plain.instantiate_async(store).await
}
