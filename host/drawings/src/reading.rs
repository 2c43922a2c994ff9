//! `plumbline:worker/readers`: a document being read, as a worker sees it.

use std::sync::Arc;

use plumbline_engine::{Loaded, Task};
use tokio::sync::{mpsc, oneshot};

use self::bindings::readers::Page;
use crate::bindings::reader::api::Failure;

/// Generated from the WIT.
#[allow(unreachable_pub, reason = "generated")]
pub(crate) mod bindings {
    plumbline_engine::bindgen_worker!({
        inline: "
            package plumbline:host-readers;
            world driving-readers { import plumbline:worker/readers@1.0.0; }
        ",
        world: "plumbline:host-readers/driving-readers",
        imports: { default: async | trappable },
        with: {
            "plumbline:drawing/sheets@1.0.0": crate::bindings::drawing::sheets,
            "plumbline:reader/reader@1.0.0": crate::bindings::reader_types,
            "plumbline:reader/source@1.0.0": crate::bindings::reader::plumbline::reader::source,
            "plumbline:worker/readers.reading": crate::reading::Reading,
        },
    });
    pub use plumbline::worker::readers;
}

/// A document being read. The instance lives on the compute threads and receives messages.
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct Reading {
    pub(crate) pages: u32,
    pub(crate) asks: mpsc::Sender<Ask>,
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) _task: Task<()>,
}

pub(crate) struct Ask {
    pub(crate) page: u32,
    pub(crate) sheet_key: String,
    pub(crate) answer: oneshot::Sender<Result<Page, Failure>>,
}
