//! The reader as a component: the WIT resource around [`crate::Document`].

use plumbline_reader as guest;

struct Reader;

impl guest::Guest for Reader {
    type Document = guest::DocumentResource<crate::Document>;

    fn describe() -> guest::Description {
        guest::Description {
            id: "cad".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: "DXF and DWG".to_owned(),
            media_types: vec!["application/dxf".to_owned(), "image/vnd.dwg".to_owned()],
        }
    }
}

guest::export!(Reader);
