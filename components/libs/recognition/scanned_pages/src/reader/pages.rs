//! The WIT resource `document` of readers with recognition, around a native one.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::text::{Need, need};
use plumbline_reader::plumbline::reader::source::Bytes;
use plumbline_reader::{Failure, Pages, read_all, sheet_to_wit, sheets};

use crate::reader::complete::{DrawnPage, complete};
use crate::reader::exports::plumbline::recognition::recognition as wit;
use crate::reader::models::HostModels;

/// A document whose pages can be drawn as pictures.
pub trait DrawPages: Pages {
    /// Draws a page in gray, at a resolution at which its text can be read. Page numbers start at 1.
    ///
    /// # Errors
    /// Returns an error if the page cannot be drawn.
    fn draw(&mut self, page_number: u32) -> Result<DrawnPage, Failure>;
}

/// The resource: a native document behind the host's calls, and the needs of the pages parsed so far.
#[derive(Debug)]
pub struct DocumentResource<D>(RefCell<(D, BTreeMap<u32, Need>)>);

plumbline_reader::convert_failure!(wit);

fn internal(message: String) -> wit::Failure {
    wit::Failure { code: wit::FailureCode::Internal, message }
}

impl<D: DrawPages> wit::GuestDocument for DocumentResource<D> {
    fn open(file: Bytes) -> Result<wit::Document, wit::Failure> {
        let document = read_all(&file, D::MAX_FILE_BYTES).and_then(D::open)?;
        Ok(wit::Document::new(Self(RefCell::new((document, BTreeMap::new())))))
    }

    fn page_count(&self) -> u32 {
        self.0.borrow().0.page_count()
    }

    fn sheet(&self, page_number: u32) -> Result<sheets::Sheet, wit::Failure> {
        let (document, needs) = &mut *self.0.borrow_mut();
        let sheet = document.sheet(page_number)?;
        needs.insert(page_number, need(&sheet));
        Ok(sheet_to_wit(sheet))
    }

    fn is_lacking(&self, page_number: u32) -> bool {
        self.0.borrow().1.get(&page_number).is_some_and(|&need| need != Need::Nothing)
    }

    fn recognise(&self, page_number: u32, extent: wit::Extent) -> Result<sheets::Sheet, wit::Failure> {
        let (document, _) = &mut *self.0.borrow_mut();
        let mut sheet = document.sheet(page_number)?;
        let need = need(&sheet);
        if need == Need::Nothing && extent == wit::Extent::Missing {
            return Ok(sheet_to_wit(sheet));
        }
        let Some((mut models, dictionary)) = HostModels::load().map_err(internal)? else {
            return Ok(sheet_to_wit(sheet));
        };
        // Recognition adds the content that was marked as missing.
        sheet.notes.retain(|note| *note != plumbline_sheet::Recognition::Missing.note());
        let drawn = document.draw(page_number)?;
        let sheet = complete(sheet, need, &drawn, &dictionary, &mut models).map_err(internal)?;
        Ok(sheet_to_wit(sheet))
    }
}
