//! Conversion of drawings to CAD files: whether, at what price, and what a request for one may say.

use serde::Serialize;

/// Price of the CAD file purchase (`cad_dwg`), in US cents.
pub const PURCHASE_USD_CENTS: u32 = 200;
/// The same in credits, for paying customers.
pub const PURCHASE_CREDITS: u32 = 40;
/// Files above this many bytes are part of the purchase: 50 MB, as large as a file may be.
pub const FREE_BYTES_MAX: i64 = 50_000_000;

/// Whether a document can become a CAD file, and at what price.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CadStatus {
    /// `doc_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::DocumentId"))]
    pub document_id: String,
    /// The original's name.
    pub filename: String,
    /// Whether there is linework to convert.
    pub convertible: bool,
    /// Why the document cannot be converted. Null when it can.
    pub reason: Option<crate::CadReason>,
    /// Pages of the document.
    pub page_count: Option<u32>,
    /// Whether the linework was traced from a scan.
    pub scan_traced: bool,
    /// What the drawing seems to be about.
    pub trade_hint: Option<TradeHint>,
    /// What the account has paid for.
    pub access: crate::CadAccess,
    /// Whether the purchase exists for this document.
    pub paid: bool,
    /// What each format costs.
    pub pricing: CadPricing,
    /// How large a file it makes.
    pub size: CadSize,
    /// Next step for the user.
    pub next_step: String,
}

/// A CAD file, or its price.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum CadFile {
    /// The file is there.
    Ready {
        /// `doc_…`
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::DocumentId"))]
        document_id: String,
        /// What is delivered: a DWG may fall back to DXF.
        format: crate::CadFormat,
        /// What was asked for.
        requested_format: crate::CadFormat,
        /// Name to save it under.
        filename: String,
        /// Its size.
        bytes: u64,
        /// Null when the converter did not say.
        watermarked: Option<bool>,
        /// Where it is, for 60 minutes.
        download: crate::Download,
        /// What was paid from the balance.
        #[serde(skip_serializing_if = "Option::is_none")]
        paid_with_credits: Option<CadPaid>,
        /// Name or text for people.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// It has to be bought first; nothing was charged.
    PurchaseRequired {
        /// `doc_…`
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::DocumentId"))]
        document_id: String,
        /// What was asked for.
        format: crate::CadFormat,
        /// Why.
        reason: crate::CadPurchaseReason,
        /// Name or text for people.
        message: String,
        /// Always `cad_dwg`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = "cad_dwg")))]
        sku: &'static str,
        /// What it costs in money.
        price: CadPrice,
        /// What it costs from the balance.
        credits: u32,
        /// Whether the balance suffices; null when it was not looked at.
        credits_available: Option<bool>,
        /// What can be had for nothing.
        free_alternative: Option<String>,
        /// Next step for the user.
        next_step: String,
        /// A checkout that the user opens and completes; never completed on the user's behalf.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Uri>"))]
        checkout_url: Option<String>,
        /// How long the checkout is open.
        #[serde(skip_serializing_if = "Option::is_none")]
        checkout_expires_in_hours: Option<f64>,
        /// Size of the file.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(extend("x-may-be-null" = true)))]
        size_mb: Option<f64>,
    },
}

/// A payment from the balance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CadCharge"))]
pub struct CadPaid {
    /// Credits it cost.
    pub credits: u32,
    /// Credits that are left; null when the balance was not looked at.
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
    /// About other currencies.
    pub local_currency_note: String,
}

/// A guess at the trade.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TradeHint {
    /// Code of the taxonomy.
    pub trade: Option<String>,
    /// Name or text for people.
    pub label: Option<String>,
    /// 0..=1.
    pub confidence: f64,
}

/// Prices by format.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CadPricing {
    /// What is paid for.
    pub mode: crate::CadPricingMode,
    /// DXF of every sheet.
    pub dxf: DxfPrice,
    /// A clean DWG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dwg: Option<DwgPrice>,
    /// About other currencies.
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
    /// Name or text for people.
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
    /// Credits instead.
    pub credits: u32,
    /// Whether it has to be bought first.
    pub purchase_required: bool,
    /// Name or text for people.
    pub note: String,
}

/// Size of the file to be.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CadFileSize"))]
pub struct CadSize {
    /// At least so many megabytes; null before a conversion was tried.
    pub min_dxf_mb: Option<f64>,
    /// Whether the original is above what is free.
    pub free_size_exceeded: bool,
}
