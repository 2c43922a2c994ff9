//! Runs models by name: ONNX files, through tract, on the calling thread.
//!
//! Models are data, not code: files in a folder, each pinned by its SHA-256 in `models.sha256`, where `name.onnx` is
//! the graph `name`. A file is read the first time its graph is requested. Without the folder, no graph is found, and
//! nothing else fails.
//!
//! - `pins`: the files that are accepted; `graph`: a model and its plans; `error`: why one cannot be used.
//!
//! ```
//! use plumbline_inference::{Error, Models};
//!
//! // A host without models runs everything else.
//! let models = Models::in_folder("no such folder");
//! assert!(!models.is_complete());
//! assert_eq!(models.graph("text-detection").err(), Some(Error::NotFound("text-detection".to_owned())));
//! ```

mod error;
mod graph;
mod pins;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use error::Error;
pub use graph::{Graph, Output};
pub use pins::PINS;

/// The graphs of a folder.
#[derive(Debug, Default)]
pub struct Models {
    folder: Option<PathBuf>,
    /// The graphs loaded so far. A file that could not be used is not read again. Its error is kept and returned.
    loaded: Mutex<BTreeMap<String, Result<Arc<Graph>, Error>>>,
}

impl Models {
    /// Uses the graphs of a folder, which may be missing.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..Self::default() }
    }

    /// Returns whether the file of a graph exists, without reading it.
    pub fn has(&self, name: &str) -> bool {
        self.file(name).is_some_and(|(file, _)| file.is_file())
    }

    /// Returns whether the file of every pinned graph exists.
    pub fn is_complete(&self) -> bool {
        pins::names().all(|name| self.has(name))
    }

    /// Returns a graph by its name. The first call reads it, which takes some tenths of a second.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the graph does not exist, [`Error::Unusable`] if its file does not match its pin or is
    /// not a model.
    pub fn graph(&self, name: &str) -> Result<Arc<Graph>, Error> {
        let Some((file, pin)) = self.file(name) else { return Err(Error::NotFound(name.to_owned())) };
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = loaded.get(name) {
            return known.clone();
        }
        // A missing file may be added later, so its absence is not remembered.
        let bytes = std::fs::read(&file).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::NotFound(name.to_owned()),
            _ => unusable(&file, error),
        })?;
        let graph = pins::check(&bytes, pin).and_then(|()| Graph::parse(&bytes)).map(Arc::new);
        let graph = graph.map_err(|cause| unusable(&file, cause));
        match &graph {
            Ok(_) => tracing::info!(name, file = %file.display(), "model loaded"),
            Err(error) => tracing::error!("{error}"),
        }
        loaded.insert(name.to_owned(), graph.clone());
        graph
    }

    fn file(&self, name: &str) -> Option<(PathBuf, &'static str)> {
        let (file, pin) = pins::of(name)?;
        Some((self.folder.as_ref()?.join(file), pin))
    }
}

fn unusable(file: &Path, cause: impl ToString) -> Error {
    Error::Unusable { file: file.to_owned(), cause: cause.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_files_no_graph_is_found() {
        let folder = tempfile::tempdir().unwrap();
        for models in [Models::default(), Models::in_folder(folder.path())] {
            assert!(!models.has("text-detection"));
            assert_eq!(models.graph("text-detection").unwrap_err(), Error::NotFound("text-detection".into()));
        }
    }

    #[test]
    fn a_file_that_is_not_the_pinned_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("text-detection.onnx"), b"another model").unwrap();
        let error = Models::in_folder(folder.path()).graph("text-detection").unwrap_err();
        assert!(matches!(&error, Error::Unusable { cause, .. } if cause.contains("SHA-256")), "{error}");
    }

    #[test]
    fn names_cannot_leave_the_folder() {
        let models = Models::in_folder("/");
        assert!(matches!(models.graph("../etc/passwd"), Err(Error::NotFound(_))));
    }
}
