//! Components with new digests: built ones with an extra custom section, and the smallest possible endpoint.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use plumbline_tests::components;
use sha2::{Digest as _, Sha256};

/// Answers every request with an empty 200 response: a component of `wasi:http@0.2`, whose instances answer one request each.
const SMALLEST: &str = include_str!("smallest.wat");
/// The path that the smallest endpoint serves.
pub(crate) const SMALLEST_PATH: &str = "/bench/smallest";

/// A component with a unique digest.
pub(crate) struct Variant {
    pub bytes: Vec<u8>,
    pub digest: String,
}

impl Variant {
    /// Returns the component with a unique custom section appended.
    pub(crate) fn new(component: &[u8]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let build = format!("{time}-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let bytes = append_custom_section(component.to_vec(), "build", build.as_bytes());
        let digest = hex::encode(Sha256::digest(&bytes));
        Self { bytes, digest }
    }

    /// Deletes the cached files of the component from the folder that all servers on the machine share.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub(crate) fn remove_cached_files(&self) -> Result<()> {
        for entry in components()?.read_dir()? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&self.digest)) {
                std::fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// Reads a built component, for example `endpoint-reference`.
///
/// # Errors
/// Returns an error if the file is missing.
pub(crate) fn read_component(name: &str) -> Result<Vec<u8>> {
    let path: PathBuf = components()?.join(format!("{name}.wasm"));
    std::fs::read(&path).with_context(|| format!("cannot read {}; `cargo xtask build` makes it", path.display()))
}

/// Returns the smallest endpoint, which serves `GET` of [`SMALLEST_PATH`].
///
/// # Errors
/// Returns an error if its text is not a component.
pub(crate) fn smallest_endpoint() -> Result<Vec<u8>> {
    let routes = format!(
        "[{{\"method\": \"GET\", \"path\": \"{SMALLEST_PATH}\", \"scope\": null, \"operation\": \"bench.smallest\"}}]"
    );
    Ok(append_custom_section(wat::parse_str(SMALLEST)?, "plumbline:routes", routes.as_bytes()))
}

/// Appends a custom section: its id, its size, the length of its name, its name, its content.
fn append_custom_section(mut component: Vec<u8>, name: &str, content: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    push_leb128(&mut body, name.len());
    body.extend_from_slice(name.as_bytes());
    body.extend_from_slice(content);
    component.push(0);
    push_leb128(&mut component, body.len());
    component.extend_from_slice(&body);
    component
}

/// Appends a number as LEB128, the encoding of all lengths in WebAssembly.
fn push_leb128(bytes: &mut Vec<u8>, mut value: usize) {
    while value > 0x7f {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
