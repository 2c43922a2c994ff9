//! The recognition of scanned pages as a component: the WIT resource around [`crate::Document`].

use plumbline_scanned_pages::reader as recognition;

struct Recognition;

impl recognition::Guest for Recognition {
    type Document = recognition::DocumentResource<crate::Document>;
}

recognition::export!(Recognition);
