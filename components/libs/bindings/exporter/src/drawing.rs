//! The trait of the exported drawing, for exporters that read it.

use crate::Source;
use crate::document_bindings::plumbline::document::{document, facts::Drawing};

/// Bytes read at once: few calls to the host, and a small part of its limit for one call.
const READ_BYTES: u32 = 4 * 1024 * 1024;

/// The original file of the document, and facts about it.
pub trait Original {
    /// Returns facts about the document, or `None` if the export has none.
    fn drawing(&self) -> Option<Drawing>;
    /// Reads the whole file, or returns no bytes if there is none.
    fn file(&self) -> Vec<u8>;
}

impl Original for Source {
    fn drawing(&self) -> Option<Drawing> {
        document::describe()
    }

    fn file(&self) -> Vec<u8> {
        let size = document::size();
        let mut file = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        while (file.len() as u64) < size {
            let piece = document::read(file.len() as u64, READ_BYTES);
            if piece.is_empty() {
                break;
            }
            file.extend_from_slice(&piece);
        }
        file
    }
}
