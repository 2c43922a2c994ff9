//! What the host offers to components that work on drawings. Workers drive readers, extractors and exporters through
//! it.
//!
//! The engine knows nothing about drawings. These capabilities are registered with it:
//!
//! - `readers`: a file (`file_bytes`) and its reader (`linked_reader`), over `reading`, `document` and `sheets`.
//!   `recognition`: deep recognition of a page, within `recognition_limits`.
//! - `extraction`: surveys and findings, over `idle_extractors`.
//! - `exporting`: `rows` on their way to a file, over `spool`. `originals`: the drawing behind an export.
//! - `types`: interfaces that have only types.
//! - `pictures`: pages as pictures, drawn by readers when a response asks for one.
//!
//! `bindings` are the interfaces without resources of the host. The others are bound where their resources are.
//! `trial` runs components that are only tried. `describing` converts descriptions.
//!
//! # Use
//! ```no_run
//! use plumbline_engine::{Engine, EngineSettings};
//!
//! # async fn example(storage: plumbline_storage::Storage) -> anyhow::Result<()> {
//! let engine = Engine::start(storage, EngineSettings::default(), plumbline_drawings::capabilities()).await?;
//! # Ok(())
//! # }
//! ```

pub mod bindings;
mod describing;
mod document;
mod exporting;
mod extraction;
mod file_bytes;
mod idle_extractors;
mod linked_reader;
mod originals;
pub mod pictures;
mod readers;
mod reading;
mod recognition;
mod recognition_limits;
mod rows;
mod sheets;
mod spool;
mod trial;
mod types;

pub use rows::exporter;
pub use trial::{Trial, TrialError, TrialRows, read_sheets};

use plumbline_engine::{Capabilities, capabilities as core};

/// Returns all capabilities of the host: those of the engine and those that concern drawings.
pub fn capabilities() -> Capabilities {
    Capabilities::new(vec![
        Box::new(core::HttpRequests),
        Box::new(core::Sqlite),
        Box::new(core::Signing),
        Box::new(core::Sealing),
        Box::new(core::Sources),
        Box::new(core::BlobAccess),
        Box::new(readers::Readers),
        Box::new(extraction::Extraction),
        Box::new(exporting::Exporting),
        Box::new(recognition::DeepRecognition),
        Box::new(core::ModelInference),
        Box::new(core::JobProvenance),
        Box::new(core::BlobTotals),
        Box::new(originals::Originals),
        Box::new(types::Types),
    ])
}

#[cfg(test)]
mod tests {
    use plumbline_engine::Class;

    use super::*;

    #[test]
    fn only_what_is_granted() {
        let capabilities = capabilities();
        let may_import = |class, interface| capabilities.may_import(class, interface);
        assert!(may_import(Class::Reader, "wasi:cli/environment@0.2.6"));
        assert!(may_import(Class::Endpoint, "wasi:http/types@0.3.0"));
        assert!(!may_import(Class::Endpoint, "wasi:http/outgoing-handler@0.2.4"));
        assert!(!may_import(Class::Endpoint, "wasi:http/client@0.3.0"));
        for class in Class::ALL {
            assert!(!may_import(class, "wasi:sockets/tcp@0.2.0"));
        }
        assert!(!may_import(Class::Reader, "spin:sqlite/sqlite@3.1.0"));
        assert!(may_import(Class::Reader, "wasi:nn/graph@0.2.0-rc-2024-10-28"));
        assert!(!may_import(Class::Exporter, "wasi:nn/graph@0.2.0-rc-2024-10-28"));
        assert!(!may_import(Class::Extractor, "plumbline:worker/blobs@1.0.0"));
    }

    #[test]
    fn workers_may_import_an_interface_and_its_predecessor() {
        let capabilities = capabilities();
        for interface in [
            "plumbline:provenance/components@1.0.0",
            "plumbline:making/makers@1.0.0",
            "plumbline:deep-recognition/pages@1.0.0",
            "plumbline:recognition/closer@1.0.0",
        ] {
            assert!(capabilities.may_import(Class::Worker, interface), "{interface}");
            assert!(!capabilities.may_import(Class::Exporter, interface), "{interface}");
        }
    }

    /// Refusals list the grants of a class in this order.
    #[test]
    fn grants_have_an_order() {
        let capabilities = capabilities();
        let granted = |class| capabilities.granted(class).collect::<Vec<_>>();
        assert_eq!(
            granted(Class::Reader),
            ["plumbline:reader/source@1.0.0", "plumbline:recognition/models@1.0.0", "wasi:nn/", "plumbline:drawing/"]
        );
        assert_eq!(
            granted(Class::Worker),
            [
                "spin:sqlite/sqlite@3.1.0",
                "plumbline:worker/blobs@1.0.0",
                "plumbline:worker/readers@1.0.0",
                "plumbline:worker/extraction@1.0.0",
                "plumbline:worker/exporting@1.0.0",
                "plumbline:deep-recognition/pages@1.0.0",
                "plumbline:recognition/closer@1.0.0",
                "plumbline:provenance/components@1.0.0",
                "plumbline:making/makers@1.0.0",
                "plumbline:blob-totals/totals@1.0.0",
                "plumbline:document/sharing@1.0.0",
                "plumbline:document/facts@1.0.0",
                "plumbline:drawing/",
                "plumbline:reader/reader@1.0.0",
                "plumbline:extractor/extractor@1.0.0",
                "plumbline:exporter/rows@1.0.0",
            ]
        );
    }
}
