//! The CAD endpoints over the real schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_database::params;
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_cad::ROUTES;
use serde_json::json;

const DOCUMENT: &str = "doc_0000000000000000000001";
const TIME: &str = "2026-01-01T00:00:00.000Z";

/// Returns a harness of a signed-in user with a ready document of one page.
fn harness(content_type: &str, vectors: bool) -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness.caller.insert("x-plumbline-mode", "delegated".to_owned());
    let db = &harness.db;
    db.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'P', '{}', ?)", params![TIME])
        .unwrap();
    db.execute(
        "INSERT INTO documents (id, project_id, filename, kind, status, content_type, page_count, size_bytes, blob_key, metadata, created_at) \
         VALUES (?, 'prj_1', 'a.pdf', 'drawing', 'ready', ?, 1, 1000, 'k', '{}', ?)",
        params![DOCUMENT, content_type, TIME],
    )
    .unwrap();
    db.execute(
        "INSERT INTO document_pages (document_id, number, has_text, has_vectors, rotation, width_pt, height_pt, sheet_key) \
         VALUES (?, 1, 1, ?, 0, 2592, 1728, 'sheet')",
        params![DOCUMENT, vectors],
    )
    .unwrap();
    harness
}

#[test]
fn a_vector_drawing_can_be_converted_and_has_its_price() {
    let harness = harness("application/pdf", true);
    let status = harness.get(&format!("/documents/{DOCUMENT}/cad")).value();
    assert_eq!(
        status,
        json!({
            "document_id": DOCUMENT, "filename": "a.pdf", "convertible": true, "reason": null, "page_count": 1,
            "scan_traced": false, "trade_hint": null, "access": "free", "paid": false,
            "pricing": {
                "mode": "dwg_paid",
                "dxf": {"price_usd": 0.0, "watermarked": true, "note": "Free, with a watermark."},
                "dwg": {"usd_cents": 200, "price_usd": 2.0, "credits": 40, "purchase_required": true,
                        "note": "Purchased once per document, including files over 50 MB."},
                "local_currency_note": "The checkout shows the price in your currency."
            },
            "size": {"min_dxf_mb": null, "free_size_exceeded": false},
            "next_step": "Agree on the format with the user, then POST /documents/{document_id}/cad-files."
        })
    );
}

#[test]
fn what_has_no_linework_says_why_not() {
    for (content_type, vectors, reason) in
        [("image/png", false, "not_pdf"), ("application/pdf", false, "no_vector_linework")]
    {
        let status = harness(content_type, vectors).get(&format!("/documents/{DOCUMENT}/cad")).value();
        assert_eq!((&status["convertible"], &status["reason"]), (&json!(false), &json!(reason)));
    }
}

#[test]
fn only_a_signed_in_user_may_ask() {
    let mut harness = harness("application/pdf", true);
    for mode in ["service", "key"] {
        harness.caller.insert("x-plumbline-mode", mode.to_owned());
        for (method, path, body) in [("GET", "cad", None), ("POST", "cad-files", Some(json!({})))] {
            let refused = harness.call(method, &format!("/documents/{DOCUMENT}/{path}"), body.as_ref(), &[]);
            assert_eq!((refused.status, refused.value()["code"].as_str()), (403, Some("consent_required")));
        }
    }
}

#[test]
fn a_conversion_is_refused_before_anything_is_charged() {
    let harness = harness("application/pdf", true);
    let path = format!("/documents/{DOCUMENT}/cad-files");
    let refused = harness.post(&path, &json!({"format": "dxf", "pay": "credits"}));
    assert_eq!((refused.status, refused.value()["code"].as_str()), (501, Some("not_enabled")));
    let wrong = harness.post(&path, &json!({"format": "dgn", "colour": 1})).value();
    assert_eq!(wrong["errors"].as_array().unwrap().len(), 2);
    let missing = harness.post("/documents/doc_0000000000000000000009/cad-files", &json!({}));
    assert_eq!(missing.status, 404);
}
