//! Whether a document can become a CAD file. This only reports: nothing is converted or charged.

use plumbline_contract::cad::{
    CadPricing, CadSize, CadStatus, DwgPrice, DxfPrice, FREE_BYTES_MAX, PURCHASE_CREDITS, PURCHASE_USD_CENTS,
};
use plumbline_contract::{CadAccess, CadPricingMode, CadReason, DocumentId, DocumentStatus, Problem, ProblemCode};
use plumbline_database::{Row, params};
use plumbline_endpoint::{Context, OperationError, Outcome, Request, Response};

use crate::user::require_user;

/// Media type of files that can be converted.
const PDF: &str = "application/pdf";
/// The tier whose accounts do not pay by file.
const PAID_TIER: &str = "enterprise";

/// Handles `GET /documents/{document_id}/cad`.
pub(crate) fn get(context: &Context<'_>, _: &Request) -> Outcome {
    require_user(context)?;
    Response::json(200, &find(context, &context.id("document_id")?)?)
}

/// Returns the status of a ready document.
pub(crate) fn find(context: &Context<'_>, id: &DocumentId) -> Result<CadStatus, OperationError> {
    let row = context.db.query_opt(
        "SELECT d.id, d.filename, d.status, d.content_type, d.page_count, d.size_bytes, \
         (SELECT COUNT(*) FROM document_pages p WHERE p.document_id = d.id AND p.has_vectors = 1) AS vector_pages, \
         (SELECT COUNT(*) FROM document_pages p WHERE p.document_id = d.id AND p.sheet_key IS NOT NULL) AS read_pages \
         FROM documents d WHERE d.id = ?",
        params![id],
    )?;
    let row = row.ok_or_else(Problem::not_found)?;
    if row.name::<DocumentStatus>("status")? != DocumentStatus::Ready {
        return Err(OperationError::problem(
            ProblemCode::DocumentNotReady,
            "The document is not ready. Poll GET /documents/{id} until its status is ready.",
        ));
    }
    let reason = reason(&row)?;
    let unlocked = context.caller.account().tier == PAID_TIER;
    let free_size_exceeded = row.opt_int("size_bytes")?.is_some_and(|bytes| bytes > FREE_BYTES_MAX);
    Ok(CadStatus {
        document_id: row.id("id")?,
        filename: row.text("filename")?,
        convertible: reason.is_none(),
        reason,
        page_count: row.opt_int("page_count")?.and_then(|count| u32::try_from(count).ok()),
        // Scans are not traced. A page without linework is not converted.
        scan_traced: false,
        trade_hint: None,
        access: if unlocked { CadAccess::Unlocked } else { CadAccess::Free },
        paid: false,
        pricing: pricing(unlocked),
        size: CadSize { min_dxf_mb: None, free_size_exceeded },
        next_step: next_step(reason).to_owned(),
    })
}

fn reason(row: &Row) -> Result<Option<CadReason>, OperationError> {
    if row.opt_text("content_type")?.as_deref() != Some(PDF) {
        return Ok(Some(CadReason::NotPdf));
    }
    Ok(match (row.int("vector_pages")?, row.int("read_pages")?) {
        (0, 0) => Some(CadReason::RasterOrUnreadable),
        (0, _) => Some(CadReason::NoVectorLinework),
        _ => None,
    })
}

fn pricing(unlocked: bool) -> CadPricing {
    let watermark = if unlocked { "Included in your plan." } else { "Free, with a watermark." };
    CadPricing {
        mode: CadPricingMode::DwgPaid,
        dxf: DxfPrice { price_usd: 0.0, watermarked: !unlocked, note: watermark.to_owned() },
        dwg: Some(DwgPrice {
            usd_cents: PURCHASE_USD_CENTS,
            price_usd: f64::from(PURCHASE_USD_CENTS) / 100.0,
            credits: PURCHASE_CREDITS,
            purchase_required: !unlocked,
            note: "Purchased once per document, including files over 50 MB.".to_owned(),
        }),
        local_currency_note: "The checkout shows the price in your currency.".to_owned(),
    }
}

const fn next_step(reason: Option<CadReason>) -> &'static str {
    match reason {
        None => "Agree on the format with the user, then POST /documents/{document_id}/cad-files.",
        Some(CadReason::NotPdf) => "Only PDF drawings can be converted. DXF and DWG files are already CAD files.",
        Some(CadReason::RasterOrUnreadable | CadReason::NoVectorLinework) => {
            "This PDF does not have vector lines to convert. Upload the PDF that was exported from CAD."
        }
    }
}
