//! The generated parts of `clients/`, created from `host/openapi.json`.
//!
//! - [`files`]: every generated file.
//! - `document`: operations and schemas in the form that the generators need.
//! - `schemas`: JSON Schema 2020-12, reduced to the properties that types need.
//! - `rust`: types, calls and methods of the Rust client.
//! - `python`: types and methods of the Python client.
//! - `collection`: requests for Postman, Bruno and other programs.
//!
//! The types come from a kept generator (typify), the rest does not. Progenitor reads OpenAPI 3.0 and this document is
//! 3.1, and openapi-generator and openapi-python-client make models and one function per operation in their own shape
//! instead of the published methods, keyword arguments, typed dictionaries and open enumerations. Converters to Postman's
//! format make single requests, which do not store the ids that the next ones need.
//!
//! ```
//! let files = plumbline_clients::files()?;
//! assert!(files.iter().any(|file| file.path == "clients/rust/src/generated/types.rs"));
//! # Ok::<(), anyhow::Error>(())
//! ```

mod collection;
mod document;
mod python;
mod rust;
mod schemas;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::document::Document;

/// The path of the document, from the root of the project.
pub const DOCUMENT: &str = "host/openapi.json";

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A generated file.
#[derive(Debug)]
pub struct File {
    /// Path from the root of the project.
    pub path: &'static str,
    /// The content of the file.
    pub text: String,
}

/// Returns every generated file, created from the checked-in document.
///
/// # Errors
/// Returns an error if the document cannot be read or has a form that the generators do not support.
pub fn files() -> Result<Vec<File>> {
    let text = std::fs::read(root().join(DOCUMENT))
        .with_context(|| format!("cannot read {DOCUMENT}; `cargo xtask openapi` writes it"))?;
    let value: Value = serde_json::from_slice(&text)?;
    let document = Document::read(&value)?;
    let file = |path, text| File { path, text };
    Ok(vec![
        file("clients/rust/src/generated/enums.rs", rust::enums(&document)?),
        file("clients/rust/src/generated/types.rs", rust::types(&document)?),
        file("clients/rust/src/generated/operations.rs", rust::operations(&document)?),
        file("clients/rust/src/generated/methods.rs", rust::methods(&document, rust::ClientKind::Async)?),
        file("clients/rust/src/generated/blocking.rs", rust::methods(&document, rust::ClientKind::Blocking)?),
        file("clients/python/src/plumbline/types.py", python::types(&document)?),
        file("clients/python/src/plumbline/_operations.py", python::operations(&document)),
        file("clients/collection/plumbline.postman_collection.json", collection::text(&value, &document)?),
    ])
}
