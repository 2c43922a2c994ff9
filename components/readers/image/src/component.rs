//! The reader as a component: the WIT resource around [`crate::Document`].

use plumbline_reader as guest;
use plumbline_scanned_pages::reader as recognition;

struct Reader;

impl guest::Guest for Reader {
    type Document = guest::DocumentResource<crate::Document>;

    fn describe() -> guest::Description {
        guest::Description {
            id: "image".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: "PNG and JPEG".to_owned(),
            media_types: vec!["image/png".to_owned(), "image/jpeg".to_owned()],
        }
    }
}

impl recognition::Guest for Reader {
    type Document = recognition::DocumentResource<crate::Document>;
}

guest::export!(Reader);
recognition::export!(Reader);
