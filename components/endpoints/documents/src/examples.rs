//! Examples of requests and responses.

use plumbline_contract::IdKind;
use plumbline_endpoint::example::id;
use serde_json::{Value, json};

/// Size of the example's file, in bytes.
const SIZE: u32 = 184_320;

/// Returns the body of a create request with an upload.
pub(crate) fn create_upload() -> Value {
    json!({
        "project_id": id(IdKind::Project),
        "filename": "E-101.pdf",
        "source": {"type": "upload", "content_type": "application/pdf"},
    })
}

/// Returns the body of a create request with an address.
pub(crate) fn create_url() -> Value {
    json!({
        "project_id": id(IdKind::Project),
        "filename": "E-101.pdf",
        "source": {"type": "url", "url": "https://files.example.com/north-school/E-101.pdf"},
        "metadata": {"scale": "1/8\"=1'-0\""},
    })
}

/// Returns the document before its file arrives.
fn awaiting_upload() -> Value {
    json!({
        "id": id(IdKind::Document),
        "project_id": id(IdKind::Project),
        "filename": "E-101.pdf",
        "kind": "drawing",
        "status": "awaiting_upload",
        "external_ref": null,
        "page_count": null,
        "size_bytes": null,
        "metadata": {},
        "created_at": "2026-03-02T14:06:00Z",
        "ready_at": null,
        "retain_until": null,
    })
}

/// Returns the document with the address of its upload.
pub(crate) fn with_upload() -> Value {
    json!({
        "document": awaiting_upload(),
        "upload": {
            "url": "https://api.example.com/blobs/eyJrZXkiOiJkb2MifQ.c2lnbmF0dXJl",
            "method": "PUT",
            "headers": {"Content-Type": "application/pdf"},
            "expires_at": "2026-03-02T14:21:00Z",
        },
    })
}

/// Returns the document during ingestion.
pub(crate) fn ingesting() -> Value {
    let mut document = awaiting_upload();
    document["status"] = "ingesting".into();
    document["size_bytes"] = SIZE.into();
    document
}

/// Returns the document as lists show it.
fn listed() -> Value {
    let mut document = ingesting();
    document["status"] = "ready".into();
    document["page_count"] = 1.into();
    document["ready_at"] = "2026-03-02T14:06:04Z".into();
    document
}

/// Returns the ready document.
pub(crate) fn ready() -> Value {
    let mut document = listed();
    document["pages"] = json!([{
        "number": 1,
        "sheet_number": "E-101",
        "sheet_title": "Lighting and power plan",
        "has_text": true,
        "rotation": 0,
        "size_pt": {"width": 2592, "height": 1728},
        "disciplines_detected": ["electrical"],
    }]);
    document
}

/// Returns the last page of a list of documents.
pub(crate) fn list() -> Value {
    json!({"data": [listed()], "has_more": false, "next_cursor": null})
}
