//! Conversion of drawings to CAD files: whether it is possible, and its price.

use serde::Serialize;

use crate::DocumentId;

/// Price of the CAD file purchase (`cad_dwg`), in US cents.
pub const PURCHASE_USD_CENTS: u32 = 200;
/// The same in credits, for paying customers.
pub const PURCHASE_CREDITS: u32 = 40;
/// Files above this many bytes are part of the purchase: 50 MB, as large as a file may be.
pub const FREE_BYTES_MAX: i64 = 50_000_000;

/// Whether a document can be converted to CAD, and the prices.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CadStatus {
    /// `doc_…`
    pub document_id: DocumentId,
    /// Name of the original file.
    pub filename: String,
    /// Whether the document has vector lines to convert.
    pub convertible: bool,
    /// Why the document cannot be converted. Null when it can.
    pub reason: Option<crate::CadReason>,
    /// Pages of the document.
    pub page_count: Option<u32>,
    /// Whether the linework was traced from a scan.
    pub scan_traced: bool,
    /// Probable trade of the drawing.
    pub trade_hint: Option<TradeHint>,
    /// Paid access of the account.
    pub access: crate::CadAccess,
    /// Whether CAD was purchased for this document.
    pub paid: bool,
    /// Price of each format.
    pub pricing: CadPricing,
    /// Expected size of the file.
    pub size: CadSize,
    /// Next step for the user.
    pub next_step: String,
}

/// A CAD file, or the price to purchase it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum CadFile {
    /// The file is available.
    Ready {
        /// `doc_…`
        document_id: DocumentId,
        /// Delivered format. A DWG may fall back to DXF.
        format: crate::CadFormat,
        /// Requested format.
        requested_format: crate::CadFormat,
        /// Suggested file name.
        filename: String,
        /// Size of the file in bytes.
        bytes: u64,
        /// Whether the file has a watermark. Null when it is not known.
        watermarked: Option<bool>,
        /// Download link, valid for 60 minutes.
        download: crate::Download,
        /// Payment with credits.
        #[serde(skip_serializing_if = "Option::is_none")]
        paid_with_credits: Option<CadPaid>,
        /// Note for the user.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Purchase required. Nothing was charged.
    PurchaseRequired {
        /// `doc_…`
        document_id: DocumentId,
        /// Requested format.
        format: crate::CadFormat,
        /// Reason.
        reason: crate::CadPurchaseReason,
        /// Message for the user.
        message: String,
        /// Always `cad_dwg`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = "cad_dwg")))]
        sku: &'static str,
        /// Price in money.
        price: CadPrice,
        /// Price in credits.
        credits: u32,
        /// Whether the balance covers the price. Null when the balance was not checked.
        credits_available: Option<bool>,
        /// The free alternative.
        free_alternative: Option<String>,
        /// Next step for the user.
        next_step: String,
        /// Checkout page for the user to open and complete. Never complete it on the user's behalf.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Uri>"))]
        checkout_url: Option<String>,
        /// Hours until the checkout expires.
        #[serde(skip_serializing_if = "Option::is_none")]
        checkout_expires_in_hours: Option<f64>,
        /// Size of the file in megabytes.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(extend("x-may-be-null" = true)))]
        size_mb: Option<f64>,
    },
}

/// A payment with credits.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CadCharge"))]
pub struct CadPaid {
    /// Credits charged.
    pub credits: u32,
    /// Remaining credits. Null when the balance was not checked.
    pub credits_remaining: Option<f64>,
}

/// A price in money.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CadPrice {
    /// US cents.
    pub usd_cents: u32,
    /// US dollars.
    pub price_usd: f64,
    /// Note on other currencies.
    pub local_currency_note: String,
}

/// The probable trade.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TradeHint {
    /// Trade code in the taxonomy.
    pub trade: Option<String>,
    /// Name of the trade.
    pub label: Option<String>,
    /// Confidence, from 0 to 1.
    pub confidence: f64,
}

/// Prices by format.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CadPricing {
    /// What the purchase covers.
    pub mode: crate::CadPricingMode,
    /// DXF of every sheet.
    pub dxf: DxfPrice,
    /// A clean DWG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dwg: Option<DwgPrice>,
    /// Note on other currencies.
    pub local_currency_note: String,
}

/// Price of a DXF.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DxfPrice {
    /// US dollars.
    pub price_usd: f64,
    /// Whether it carries a watermark.
    pub watermarked: bool,
    /// Note for the user.
    pub note: String,
}

/// Price of a DWG.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DwgPrice {
    /// US cents.
    pub usd_cents: u32,
    /// US dollars.
    pub price_usd: f64,
    /// Price in credits.
    pub credits: u32,
    /// Whether a purchase is required.
    pub purchase_required: bool,
    /// Note for the user.
    pub note: String,
}

/// Expected size of a CAD file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CadFileSize"))]
pub struct CadSize {
    /// Minimum size of the DXF in megabytes. Null before a conversion was tried.
    pub min_dxf_mb: Option<f64>,
    /// Whether the original exceeds the free size.
    pub free_size_exceeded: bool,
}
