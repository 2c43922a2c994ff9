//! The WIT resource `document` around a native one.

use std::cell::RefCell;

use crate::exports::plumbline::reader::reader as wit;
use crate::failure::Failure;
use crate::plumbline::drawing::sheets;
use crate::plumbline::reader::source::Bytes;
use crate::sheet_to_wit;

/// Bytes read from the source at once: large enough to keep calls rare, small enough for the host's limits.
const READ_BYTES: u32 = 1 << 20;

/// An open document in native form.
pub trait Pages: Sized + 'static {
    /// Maximum size of a file, in bytes.
    const MAX_FILE_BYTES: u64;

    /// Parses the structure of a file, not its pages.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read at all.
    fn open(bytes: Vec<u8>) -> Result<Self, Failure>;

    /// Returns the number of pages.
    fn page_count(&self) -> u32;

    /// Parses one page. Page numbers start at 1.
    ///
    /// # Errors
    /// Returns an error if the page does not exist or cannot be read.
    fn sheet(&mut self, page_number: u32) -> Result<plumbline_sheet::Sheet, Failure>;
}

/// The resource: a native document behind the host's calls.
#[derive(Debug)]
pub struct DocumentResource<D>(RefCell<D>);

/// Reads a whole file into memory.
///
/// # Errors
/// Returns an error if it is larger than `most` bytes or ends early.
pub fn read_all(file: &Bytes, most: u64) -> Result<Vec<u8>, Failure> {
    let size = file.size();
    if size > most {
        return Err(Failure::capacity(format!(
            "The file has {size} bytes. The limit is {most}. Split it and upload the parts."
        )));
    }
    let mut bytes = Vec::with_capacity(size as usize);
    while (bytes.len() as u64) < size {
        let piece = file.read(bytes.len() as u64, READ_BYTES);
        if piece.is_empty() {
            return Err(Failure::unreadable("The stored file is incomplete. Upload it again."));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

impl<D: Pages> wit::GuestDocument for DocumentResource<D> {
    fn open(file: Bytes) -> Result<wit::Document, wit::Failure> {
        let document = read_all(&file, D::MAX_FILE_BYTES).and_then(D::open)?;
        Ok(wit::Document::new(Self(RefCell::new(document))))
    }

    fn page_count(&self) -> u32 {
        self.0.borrow().page_count()
    }

    fn sheet(&self, page_number: u32) -> Result<sheets::Sheet, wit::Failure> {
        Ok(sheet_to_wit(self.0.borrow_mut().sheet(page_number)?))
    }
}
