//! The reader as a component: the WIT resource around [`Document`].

use std::cell::RefCell;

use plumbline_guest_reader as guest;
use plumbline_guest_reader::source::Bytes;

use crate::{Code, Document, Failure, limits};

/// How much is read from the source at once: large enough to make calls rare, small enough for the host's limits.
const PIECE: u32 = 1 << 20;

struct Reader;

struct OpenDocument(RefCell<Document>);

fn failure(failure: Failure) -> guest::Failure {
    let code = match failure.code {
        Code::Unreadable => guest::FailureCode::DocumentUnreadable,
        Code::Capacity => guest::FailureCode::Capacity,
    };
    guest::Failure { code, message: failure.message }
}

fn read_all(file: &Bytes) -> Result<Vec<u8>, Failure> {
    let size = file.size();
    if size > limits::FILE_BYTES {
        return Err(Failure::capacity(format!(
            "The file has {size} bytes; at most {} are read. Split it and upload the parts.",
            limits::FILE_BYTES
        )));
    }
    let mut bytes = Vec::with_capacity(size as usize);
    while (bytes.len() as u64) < size {
        let piece = file.read(bytes.len() as u64, PIECE);
        if piece.is_empty() {
            return Err(Failure::unreadable("The stored file ended early. Upload it again."));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

impl guest::Guest for Reader {
    type Document = OpenDocument;

    fn describe() -> guest::Description {
        guest::Description {
            id: "pdf".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: "PDF".to_owned(),
            media_types: vec!["application/pdf".to_owned()],
        }
    }
}

impl guest::GuestDocument for OpenDocument {
    fn open(file: Bytes) -> Result<guest::Document, guest::Failure> {
        let document = read_all(&file).and_then(Document::open).map_err(failure)?;
        Ok(guest::Document::new(Self(RefCell::new(document))))
    }

    fn page_count(&self) -> u32 {
        self.0.borrow().page_count()
    }

    fn sheet(&self, page_number: u32) -> Result<guest::sheets::Sheet, guest::Failure> {
        let sheet = self.0.borrow_mut().sheet(page_number).map_err(failure)?;
        Ok(guest::sheet_to_wit(sheet))
    }
}

guest::export!(Reader);
