//! The functions that the host calls, and the transfer of rows from the host to the bill.

use crate::bill::Bill;
use crate::bindings::exports::plumbline::exporter2_0_0::exporter::{Description, Guest};
use crate::bindings::plumbline::exporter1_0_0::rows::Sink;
use crate::bindings::plumbline::exporter2_0_0::rows::Source;

/// Rows pulled at once: enough to make the cost of a call negligible, few enough to keep a batch below a megabyte.
const BATCH: u32 = 500;

/// Bytes pushed at once.
const PIECE: usize = 64 * 1024;

struct Exporter;

impl Guest for Exporter {
    fn describe() -> Description {
        Description {
            id: "acme".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Acme bill of quantities".into(),
            format: "acme".into(),
            media_type: "text/tab-separated-values; charset=utf-8".into(),
            extension: "tsv".into(),
            options: vec![],
        }
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        let mut bill = Bill::default();
        // A takeoff may have a hundred thousand items, so they are not all held at once. To read rows twice, call
        // `source.rewind()`.
        all(|| source.items(BATCH)).for_each(|item| bill.add_item(&item));
        all(|| source.routes(BATCH)).for_each(|route| bill.add_route(&route));
        let text = bill.text(&source.header(), &source.makers());
        text.as_bytes().chunks(PIECE).try_for_each(|piece| sink.write(piece))
    }
}

/// Iterates over every row of a list, with one batch in memory at a time. An empty batch ends the list.
fn all<T>(next: impl Fn() -> Vec<T>) -> impl Iterator<Item = T> {
    std::iter::from_fn(move || Some(next()).filter(|batch| !batch.is_empty())).flatten()
}

crate::bindings::export!(Exporter with_types_in crate::bindings);
