//! `depth=deep`: the pages asked for are looked at once more, all text on them recognised and held against their own.
//! What comes of it is a sheet of its own beside the page's, made once for all takeoffs of the document.

use std::collections::BTreeMap;

use plumbline_guest_worker::host::{Blobs, CloserLook};

use crate::takeoff::{Sheet, Takeoff};

/// How a page could not be looked at more closely.
pub(crate) struct Unseen {
    pub(crate) page: u32,
    pub(crate) why: String,
}

/// Where the sheet of the closer look at a page is kept.
fn deep_key(sheet_key: &str) -> String {
    format!("{sheet_key}.deep")
}

/// Looks at pages, and has `sheets` name what came of it instead of the page as it was ingested. `go_on` is asked
/// before each page: a look takes up to a minute. Returns the pages that are as they were.
pub(crate) fn look<E>(
    host: &(impl CloserLook + Blobs),
    takeoff: &Takeoff,
    pages: &[u32],
    sheets: &mut BTreeMap<u32, Sheet>,
    mut go_on: impl FnMut() -> Result<bool, E>,
) -> Result<Vec<Unseen>, E> {
    let mut unseen = Vec::new();
    for &page in pages {
        let Some(sheet) = sheets.get_mut(&page) else { continue };
        let Some(key) = sheet.key.as_deref().map(deep_key) else { continue };
        if !go_on()? {
            break;
        }
        let made = host.size(&key).is_ok();
        let looked = if made { Ok(true) } else { host.look(&takeoff.blob_key, &takeoff.media_type, page, &key) };
        match looked {
            Ok(true) => sheet.key = Some(key),
            Ok(false) => unseen.push(Unseen { page, why: "this service has no models for recognising text".into() }),
            Err(why) => unseen.push(Unseen { page, why }),
        }
    }
    Ok(unseen)
}
