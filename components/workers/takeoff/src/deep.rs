//! `depth=deep`: deep recognition of the requested pages, which recognizes all text on them and compares it with the
//! page's own text. The result is a separate sheet beside the page's, made once for all takeoffs of the document.

use std::collections::BTreeMap;

use plumbline_database::{Db, DbError};
use plumbline_worker::host::{Blobs, DeepRecognition};

use crate::takeoff::{Sheet, Takeoff};

/// The reason why deep recognition of a page failed.
pub(crate) struct DeepFailure {
    pub(crate) page: u32,
    pub(crate) reason: String,
}

/// Returns the key of a page's deep sheet.
fn deep_key(sheet_key: &str) -> String {
    format!("{sheet_key}.deep")
}

/// Runs deep recognition on pages and sets their keys in `sheets` to the results. Calls `should_continue` before each
/// page, because a page takes up to a minute. Returns the pages that keep their ingested sheets. New sheets count as
/// stored bytes of the document.
pub(crate) fn recognize_pages<E: From<DbError>>(
    db: &Db,
    host: &(impl DeepRecognition + Blobs),
    takeoff: &Takeoff,
    pages: &[u32],
    sheets: &mut BTreeMap<u32, Sheet>,
    mut should_continue: impl FnMut() -> Result<bool, E>,
) -> Result<Vec<DeepFailure>, E> {
    let mut failures = Vec::new();
    for &page in pages {
        let Some(sheet) = sheets.get_mut(&page) else { continue };
        let Some(key) = sheet.key.as_deref().map(deep_key) else { continue };
        if !should_continue()? {
            break;
        }
        let exists = host.size(&key).is_ok();
        let recognized =
            if exists { Ok(true) } else { host.recognize(&takeoff.blob_key, &takeoff.media_type, page, &key) };
        match recognized {
            Ok(true) => {
                if !exists {
                    takeoff.add_sheet_bytes(db, host.size(&key).unwrap_or_default())?;
                }
                sheet.key = Some(key);
            }
            Ok(false) => {
                failures.push(DeepFailure { page, reason: "No text recognition models are installed.".into() })
            }
            Err(reason) => failures.push(DeepFailure { page, reason }),
        }
    }
    Ok(failures)
}
