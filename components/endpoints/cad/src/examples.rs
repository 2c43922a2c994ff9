//! Examples of requests and responses.

use plumbline_contract::IdKind;
use plumbline_endpoint::example::id;
use serde_json::{Value, json};

const CURRENCY_NOTE: &str = "Prices are in US dollars.";

/// Returns the status of a document.
pub(crate) fn status() -> Value {
    json!({
        "document_id": id(IdKind::Document),
        "filename": "E-101.pdf",
        "convertible": true,
        "reason": null,
        "page_count": 1,
        "scan_traced": false,
        "trade_hint": {"trade": "electrical", "label": "Electrical", "confidence": 0.94},
        "access": "free",
        "paid": false,
        "pricing": {
            "mode": "dwg_paid",
            "dxf": {"price_usd": 0, "watermarked": true, "note": "Every sheet, with a watermark."},
            "dwg": {
                "usd_cents": 200, "price_usd": 2, "credits": 40, "purchase_required": true,
                "note": "One purchase per document.",
            },
            "local_currency_note": CURRENCY_NOTE,
        },
        "size": {"min_dxf_mb": null, "free_size_exceeded": false},
        "next_step": "Convert the drawing to DXF, or buy a DWG.",
    })
}

/// Returns the body of a conversion.
pub(crate) fn convert() -> Value {
    json!({"format": "dwg"})
}

/// Returns the price of that conversion.
pub(crate) fn purchase_required() -> Value {
    json!({
        "status": "purchase_required",
        "document_id": id(IdKind::Document),
        "format": "dwg",
        "reason": "dwg_requires_purchase",
        "message": "A DWG of this document costs 2 USD or 40 credits.",
        "sku": "cad_dwg",
        "price": {"usd_cents": 200, "price_usd": 2, "local_currency_note": CURRENCY_NOTE},
        "credits": 40,
        "credits_available": true,
        "free_alternative": "A DXF of every sheet, with a watermark.",
        "next_step": "Ask the user, then send the request again with `pay`.",
    })
}
