//! A reader, ready to be instantiated.

use plumbline_engine::State;
use wasmtime::Store;

use crate::bindings::pictures::DrawingPagesPre;
use crate::bindings::reader::{ReaderComponent, ReaderComponentPre};
use crate::bindings::recognition::RecogniserPre;

/// The export of a reader that can recognize. It is optional.
pub(crate) const RECOGNITION: &str = "plumbline:recognition/recognition@1.0.0";

/// The export of a reader that can draw pages. It is optional.
pub(crate) const PICTURES: &str = "plumbline:pictures/pictures@1.0.0";

/// The optional exports of readers.
pub(crate) const OPTIONAL: [&str; 2] = [RECOGNITION, PICTURES];

/// A reader, linked, with what else it exports.
pub(crate) struct LinkedReader {
    pub(crate) plain: ReaderComponentPre<State>,
    pub(crate) recognizer: Option<RecogniserPre<State>>,
    pub(crate) drawer: Option<DrawingPagesPre<State>>,
}

pub(crate) async fn instantiate(store: &mut Store<State>, linked: &LinkedReader) -> wasmtime::Result<ReaderComponent> {
    linked.plain.instantiate_async(store).await
}
