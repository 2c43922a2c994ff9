//! Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.

///Body of `createAccessRequest`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct AccessRequestCreate {
    pub capabilities: ::std::vec::Vec<crate::types::PremiumAccess>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub note: ::std::option::Option<::std::string::String>,
}
///The receipt of a request for premium access.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct AccessRequestReceipt {
    ///Email address of the people who review the request.
    pub contact: ::std::string::String,
    ///Always `received`.
    pub status: AccessRequestReceiptStatus,
}
///Always `received`.
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum AccessRequestReceiptStatus {
    #[serde(rename = "received")]
    Received,
}
impl ::std::fmt::Display for AccessRequestReceiptStatus {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Received => f.write_str("received"),
        }
    }
}
impl ::std::str::FromStr for AccessRequestReceiptStatus {
    type Err = self::error::ConversionError;
    fn from_str(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "received" => Ok(Self::Received),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for AccessRequestReceiptStatus {
    type Error = self::error::ConversionError;
    fn try_from(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for AccessRequestReceiptStatus {
    type Error = self::error::ConversionError;
    fn try_from(
        value: ::std::string::String,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///The value of an attribute.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
pub enum AttributeValue {
    Boolean(bool),
    Double(f64),
    String(::std::string::String),
}
impl ::std::fmt::Display for AttributeValue {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match self {
            Self::Boolean(x) => x.fmt(f),
            Self::Double(x) => x.fmt(f),
            Self::String(x) => x.fmt(f),
        }
    }
}
impl ::std::convert::From<bool> for AttributeValue {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}
impl ::std::convert::From<f64> for AttributeValue {
    fn from(value: f64) -> Self {
        Self::Double(value)
    }
}
///A payment with credits.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CadCharge {
    ///Credits charged.
    pub credits: u32,
    ///Remaining credits. Null when the balance was not checked.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub credits_remaining: ::std::option::Option<f64>,
}
///A CAD file, or the price to purchase it.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "status")]
pub enum CadFile {
    ///The file is available.
    #[serde(rename = "ready")]
    Ready {
        ///Size of the file in bytes.
        bytes: u64,
        ///`doc_…`
        document_id: ::std::string::String,
        ///Download link, valid for 60 minutes.
        download: Download,
        ///Suggested file name.
        filename: ::std::string::String,
        ///Delivered format. A DWG may fall back to DXF.
        format: crate::types::CadFormat,
        ///Note for the user.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        note: ::std::option::Option<::std::string::String>,
        ///Payment with credits.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        paid_with_credits: ::std::option::Option<CadCharge>,
        ///Requested format.
        requested_format: crate::types::CadFormat,
        ///Whether the file has a watermark. Null when it is not known.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        watermarked: ::std::option::Option<bool>,
    },
    ///Purchase required. Nothing was charged.
    #[serde(rename = "purchase_required")]
    PurchaseRequired {
        ///Hours until the checkout expires.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        checkout_expires_in_hours: ::std::option::Option<f64>,
        ///Checkout page for the user to open and complete. Never complete it on the user's behalf.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        checkout_url: ::std::option::Option<::std::string::String>,
        ///Price in credits.
        credits: u32,
        ///Whether the balance covers the price. Null when the balance was not checked.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        credits_available: ::std::option::Option<bool>,
        ///`doc_…`
        document_id: ::std::string::String,
        ///Requested format.
        format: crate::types::CadFormat,
        ///The free alternative.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        free_alternative: ::std::option::Option<::std::string::String>,
        ///Message for the user.
        message: ::std::string::String,
        ///Next step for the user.
        next_step: ::std::string::String,
        ///Price in money.
        price: CadPrice,
        ///Reason.
        reason: crate::types::CadPurchaseReason,
        ///Size of the file in megabytes.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        size_mb: ::std::option::Option<f64>,
        ///Always `cad_dwg`.
        sku: CadFileSku,
    },
}
///Body of `createCadFile`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct CadFileCreate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub format: ::std::option::Option<crate::types::CadFormat>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub pay: ::std::option::Option<crate::types::CadPayment>,
}
///Expected size of a CAD file.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CadFileSize {
    ///Whether the original exceeds the free size.
    pub free_size_exceeded: bool,
    ///Minimum size of the DXF in megabytes. Null before a conversion was tried.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub min_dxf_mb: ::std::option::Option<f64>,
}
///Always `cad_dwg`.
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum CadFileSku {
    #[serde(rename = "cad_dwg")]
    CadDwg,
}
impl ::std::fmt::Display for CadFileSku {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::CadDwg => f.write_str("cad_dwg"),
        }
    }
}
impl ::std::str::FromStr for CadFileSku {
    type Err = self::error::ConversionError;
    fn from_str(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "cad_dwg" => Ok(Self::CadDwg),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for CadFileSku {
    type Error = self::error::ConversionError;
    fn try_from(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for CadFileSku {
    type Error = self::error::ConversionError;
    fn try_from(
        value: ::std::string::String,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///A price in money.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CadPrice {
    ///Note on other currencies.
    pub local_currency_note: ::std::string::String,
    ///US dollars.
    pub price_usd: f64,
    ///US cents.
    pub usd_cents: u32,
}
///Prices by format.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CadPricing {
    ///A clean DWG.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub dwg: ::std::option::Option<DwgPrice>,
    ///DXF of every sheet.
    pub dxf: DxfPrice,
    ///Note on other currencies.
    pub local_currency_note: ::std::string::String,
    ///What the purchase covers.
    pub mode: crate::types::CadPricingMode,
}
///Whether a document can be converted to CAD, and the prices.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct CadStatus {
    ///Paid access of the account.
    pub access: crate::types::CadAccess,
    ///Whether the document has vector lines to convert.
    pub convertible: bool,
    ///`doc_…`
    pub document_id: ::std::string::String,
    ///Name of the original file.
    pub filename: ::std::string::String,
    ///Next step for the user.
    pub next_step: ::std::string::String,
    ///Pages of the document.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub page_count: ::std::option::Option<u32>,
    ///Whether CAD was purchased for this document.
    pub paid: bool,
    ///Price of each format.
    pub pricing: CadPricing,
    ///Why the document cannot be converted. Null when it can.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub reason: ::std::option::Option<crate::types::CadReason>,
    ///Whether the linework was traced from a scan.
    pub scan_traced: bool,
    ///Expected size of the file.
    pub size: CadFileSize,
    ///Probable trade of the drawing.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub trade_hint: ::std::option::Option<TradeHint>,
}
///What the service can do for the calling credential.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Capabilities {
    ///API version, as in the base URL.
    pub api_version: ::std::string::String,
    ///How usage is billed.
    pub billing_mode: crate::types::BillingMode,
    ///Capabilities of the service.
    pub capabilities: ::std::vec::Vec<Capability>,
    ///Available credits, without those on hold. Null when the credential lacks the scope to read them.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub credits_available: ::std::option::Option<f64>,
    ///Description of the service.
    pub description: ::std::string::String,
    ///Disciplines that takeoffs can be run for.
    pub disciplines: ::std::vec::Vec<crate::types::Discipline>,
    ///Environment of the credential.
    pub environment: crate::types::Environment,
    ///Example requests to an agent, for the available capabilities.
    pub example_requests: ::std::vec::Vec<::std::string::String>,
    ///Codes of the formats that can be exported.
    pub export_formats: ::std::vec::Vec<::std::string::String>,
    ///Limits by name.
    pub limits: ::std::collections::BTreeMap<::std::string::String, u64>,
    ///Name of the service.
    pub name: ::std::string::String,
    ///Which products the credential can use.
    pub products: ::std::collections::BTreeMap<::std::string::String, bool>,
    ///Version of the taxonomy.
    pub taxonomy_version: ::std::string::String,
    ///Preferred units of the account.
    pub unit_system: crate::types::PreferredUnits,
}
///A capability of the service.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Capability {
    ///Code.
    pub capability: ::std::string::String,
    ///What the capability does, for people and agents.
    pub description: ::std::string::String,
    ///Price, as a sentence. Absent when nothing is billed.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub pricing: ::std::option::Option<::std::string::String>,
    ///Whether the credential can use it now.
    pub status: crate::types::CapabilityStatus,
    ///Operations of the capability, by their names in usage records.
    pub tools: ::std::vec::Vec<::std::string::String>,
}
///The calling credential.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ClientInfo {
    ///The program that acts for a user.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub agent: ::std::option::Option<::std::string::String>,
    ///How usage is billed.
    pub billing_mode: crate::types::BillingMode,
    ///Environment of the credential.
    pub environment: crate::types::Environment,
    ///`pc_…` or `oc_…`
    pub id: ::std::string::String,
    ///Whether it acts for a signed-in user.
    pub mode: crate::types::ClientMode,
    ///Display name.
    pub name: ::std::string::String,
    ///Which products it can use.
    pub products: ::std::collections::BTreeMap<::std::string::String, bool>,
    ///Quotas by name.
    pub quotas: ::std::collections::BTreeMap<::std::string::String, f64>,
    ///Rate limits by the name of their bucket.
    pub rate_limits: ::std::collections::BTreeMap<::std::string::String, RateLimit>,
    ///Scopes granted to it.
    pub scopes: ::std::vec::Vec<::std::string::String>,
    ///When the secret expires, in ISO 8601. Null when it does not expire.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub secret_expires_at: ::std::option::Option<::std::string::String>,
    ///Tier of the credential.
    pub tier: crate::types::ClientTier,
}
///The credits of an account.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Credits {
    ///Available credits.
    pub available: f64,
    ///`ledger` or `artifact`.
    pub billing_mode: ::std::string::String,
    ///Credits charged so far.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub consumed_total: ::std::option::Option<f64>,
    ///`sandbox` or `production`.
    pub environment: ::std::string::String,
    ///Credits held for running jobs.
    pub held: f64,
    ///Balance that triggers a notice. Absent when none is set.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub low_balance_threshold: ::std::option::Option<f64>,
    ///Credits purchased so far, without trial credits.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub purchased_total: ::std::option::Option<f64>,
    ///Prices of operations.
    pub rate_card: ::std::vec::Vec<RateCardEntry>,
}
///A discipline.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DisciplineInfo {
    ///Code.
    pub code: crate::types::Discipline,
    ///Display name.
    pub name: ::std::string::String,
}
///A list that is not paginated.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DisciplineInfoList {
    ///All entries.
    pub data: ::std::vec::Vec<DisciplineInfo>,
}
///A document: one file of drawings, specifications or schedules.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Document {
    ///When the document was created.
    pub created_at: ::std::string::String,
    ///Your own id of the document. Unique per tenant.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    ///Why the document failed. Present when the status is `failed`.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub failure: ::std::option::Option<Failure>,
    ///Name of the file.
    pub filename: ::std::string::String,
    ///`doc_…`
    pub id: ::std::string::String,
    ///Kind of document.
    pub kind: crate::types::DocumentKind,
    ///Your own strings by key.
    pub metadata: MetadataMap,
    ///Number of pages. Null before the document is ready.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub page_count: ::std::option::Option<i64>,
    ///Pages. Present on a single document that is ready, absent in lists.
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub pages: ::std::vec::Vec<DocumentPage>,
    ///The project it belongs to.
    pub project_id: ::std::string::String,
    ///When the document became ready. Null before.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub ready_at: ::std::option::Option<::std::string::String>,
    ///When the document is deleted automatically. Null when it is kept until you delete it.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub retain_until: ::std::option::Option<::std::string::String>,
    ///Size of the original file in bytes. Null before the file has arrived.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub size_bytes: ::std::option::Option<i64>,
    ///Status.
    pub status: crate::types::DocumentStatus,
}
///Body of `createDocument`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct DocumentCreate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub discipline_hint: ::std::option::Option<crate::types::Discipline>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    pub filename: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub kind: ::std::option::Option<crate::types::DocumentKind>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub metadata: ::std::option::Option<
        ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
    >,
    pub project_id: ::std::string::String,
    pub source: DocumentCreateSource,
}
///`DocumentCreateSource`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "type", deny_unknown_fields)]
pub enum DocumentCreateSource {
    #[serde(rename = "url")]
    Url { url: ::std::string::String },
    #[serde(rename = "upload")]
    Upload {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        content_type: ::std::option::Option<DocumentCreateSourceContentType>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        size_bytes: ::std::option::Option<u64>,
    },
}
///`DocumentCreateSourceContentType`
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum DocumentCreateSourceContentType {
    #[serde(rename = "application/pdf")]
    ApplicationPdf,
    #[serde(rename = "image/vnd.dwg")]
    ImageVndDwg,
    #[serde(rename = "application/dxf")]
    ApplicationDxf,
    #[serde(rename = "image/png")]
    ImagePng,
    #[serde(rename = "image/jpeg")]
    ImageJpeg,
}
impl ::std::fmt::Display for DocumentCreateSourceContentType {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::ApplicationPdf => f.write_str("application/pdf"),
            Self::ImageVndDwg => f.write_str("image/vnd.dwg"),
            Self::ApplicationDxf => f.write_str("application/dxf"),
            Self::ImagePng => f.write_str("image/png"),
            Self::ImageJpeg => f.write_str("image/jpeg"),
        }
    }
}
impl ::std::str::FromStr for DocumentCreateSourceContentType {
    type Err = self::error::ConversionError;
    fn from_str(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "application/pdf" => Ok(Self::ApplicationPdf),
            "image/vnd.dwg" => Ok(Self::ImageVndDwg),
            "application/dxf" => Ok(Self::ApplicationDxf),
            "image/png" => Ok(Self::ImagePng),
            "image/jpeg" => Ok(Self::ImageJpeg),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for DocumentCreateSourceContentType {
    type Error = self::error::ConversionError;
    fn try_from(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for DocumentCreateSourceContentType {
    type Error = self::error::ConversionError;
    fn try_from(
        value: ::std::string::String,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///A page of a list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DocumentList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<Document>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///A page of a document.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DocumentPage {
    ///Trades detected on the page.
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub disciplines_detected: ::std::vec::Vec<crate::types::Trade>,
    ///Whether the page has a text layer.
    pub has_text: bool,
    ///Page number, from 1.
    pub number: u32,
    ///Rotation in degrees: 0, 90, 180 or 270.
    pub rotation: u32,
    ///Sheet number in the title block.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub sheet_number: ::std::option::Option<::std::string::String>,
    ///Sheet title in the title block.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub sheet_title: ::std::option::Option<::std::string::String>,
    ///Size of the page as displayed.
    pub size_pt: PageSize,
}
///A new document and the address for its file.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DocumentWithUpload {
    ///The document. Its status is `awaiting_upload`.
    pub document: Document,
    ///Where to send the file.
    pub upload: Upload,
}
///A link to a file.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Download {
    ///When the URL expires.
    pub expires_at: ::std::string::String,
    ///Suggested file name.
    pub filename: ::std::string::String,
    ///Signed URL. No other credential is required.
    pub url: ::std::string::String,
}
///Price of a DWG.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DwgPrice {
    ///Price in credits.
    pub credits: u32,
    ///Note for the user.
    pub note: ::std::string::String,
    ///US dollars.
    pub price_usd: f64,
    ///Whether a purchase is required.
    pub purchase_required: bool,
    ///US cents.
    pub usd_cents: u32,
}
///Price of a DXF.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct DxfPrice {
    ///Note for the user.
    pub note: ::std::string::String,
    ///US dollars.
    pub price_usd: f64,
    ///Whether it carries a watermark.
    pub watermarked: bool,
}
///An event: a change of a resource.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Event {
    ///What changed. The list of event kinds has the schema for each kind.
    pub data: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    ///`evt_…`
    pub id: ::std::string::String,
    ///The project of the resource. It may have been deleted. Null if the resource has no project.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub project_id: ::std::option::Option<::std::string::String>,
    ///Its id.
    pub resource_id: ::std::string::String,
    ///The kind of resource that changed: `takeoff`.
    pub resource_type: ::std::string::String,
    ///When the change was made.
    pub timestamp: ::std::string::String,
    ///Its kind, as in the list of event kinds.
    #[serde(rename = "type")]
    pub type_: crate::types::EventKind,
}
///A kind of event.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EventKindInfo {
    ///Code.
    pub code: crate::types::EventKind,
    ///When the event is recorded.
    pub description: ::std::string::String,
    ///Display name.
    pub name: ::std::string::String,
    ///JSON Schema (2020-12) of the event's `data`.
    pub schema: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    ///Version of the schema.
    pub schema_version: u32,
}
///A list that is not paginated.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EventKindInfoList {
    ///All entries.
    pub data: ::std::vec::Vec<EventKindInfo>,
}
///A page of a list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct EventList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<Event>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///Location of an item on a page.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Evidence {
    ///Bounding box `[x_min, y_min, x_max, y_max]` in 0..1 of the page, origin top-left.
    pub bbox: [f64; 4usize],
    ///Page number, from 1.
    pub page_number: u32,
}
///An export: one file made from a takeoff.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Export {
    ///When the export ended. Null before.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub completed_at: ::std::option::Option<::std::string::String>,
    ///When the export was created.
    pub created_at: ::std::string::String,
    ///Credits charged for the export.
    pub credits_charged: f64,
    ///Link to the file. Present when the status is `completed`.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub download: ::std::option::Option<Download>,
    ///Your own id of the export. Unique per tenant.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    ///Why the export failed. Present when the status is `failed`.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub failure: ::std::option::Option<Failure>,
    ///Code of the format, as in the list of export formats.
    pub format: ::std::string::String,
    ///`exp_…`
    pub id: ::std::string::String,
    ///Status.
    pub status: crate::types::JobStatus,
    ///The exported takeoff.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub takeoff_id: ::std::option::Option<::std::string::String>,
}
///Body of `createExport`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ExportCreate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub estimate_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    pub format: crate::types::ExportFormat,
    ///Counts as an empty object when it is absent.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub options: ::std::option::Option<ExportCreateOptions>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub takeoff_id: ::std::option::Option<::std::string::String>,
}
///Counts as an empty object when it is absent.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ExportCreateOptions {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub accepted_only: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub include_evidence: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub units: ::std::option::Option<crate::types::UnitSystem>,
}
///An export format.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ExportFormatInfo {
    ///Code.
    pub code: ::std::string::String,
    ///Credits per export.
    pub credits: f64,
    ///Display name.
    pub name: ::std::string::String,
}
///A list that is not paginated.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ExportFormatInfoList {
    ///All entries.
    pub data: ::std::vec::Vec<ExportFormatInfo>,
}
///Why a document, a takeoff or an export failed.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Failure {
    ///Code of the failure.
    pub code: crate::types::FailureCode,
    ///Message for people.
    pub message: ::std::string::String,
}
///What is wrong with one field.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct FieldError {
    ///JSON Pointer into the body, or the name of a query parameter or header.
    pub field: ::std::string::String,
    ///What is wrong and what is valid.
    pub message: ::std::string::String,
}
///Location on the page. x and y are in 0..1 of the page as displayed, origin top-left.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "type")]
pub enum Geometry {
    ///One point [x, y].
    #[serde(rename = "point")]
    Point {
        ///Coordinate space. Only one value is defined.
        coordinate_space: GeometryCoordinateSpace,
        coordinates: [f64; 2usize],
        page_number: u32,
    },
    ///[x_min, y_min, x_max, y_max].
    #[serde(rename = "bbox")]
    Bbox {
        ///Coordinate space. Only one value is defined.
        coordinate_space: GeometryCoordinateSpace,
        coordinates: [f64; 4usize],
        page_number: u32,
    },
    ///A line.
    #[serde(rename = "polyline")]
    Polyline {
        ///Coordinate space. Only one value is defined.
        coordinate_space: GeometryCoordinateSpace,
        coordinates: ::std::vec::Vec<[f64; 2usize]>,
        page_number: u32,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        scale: ::std::option::Option<Scale>,
    },
    ///An area.
    #[serde(rename = "polygon")]
    Polygon {
        ///Coordinate space. Only one value is defined.
        coordinate_space: GeometryCoordinateSpace,
        coordinates: ::std::vec::Vec<[f64; 2usize]>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        holes: ::std::vec::Vec<::std::vec::Vec<[f64; 2usize]>>,
        page_number: u32,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        scale: ::std::option::Option<Scale>,
    },
}
///Coordinate space. Only one value is defined.
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum GeometryCoordinateSpace {
    #[serde(rename = "page_normalized")]
    PageNormalized,
}
impl ::std::fmt::Display for GeometryCoordinateSpace {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::PageNormalized => f.write_str("page_normalized"),
        }
    }
}
impl ::std::str::FromStr for GeometryCoordinateSpace {
    type Err = self::error::ConversionError;
    fn from_str(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "page_normalized" => Ok(Self::PageNormalized),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for GeometryCoordinateSpace {
    type Error = self::error::ConversionError;
    fn try_from(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for GeometryCoordinateSpace {
    type Error = self::error::ConversionError;
    fn try_from(
        value: ::std::string::String,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///Query of `GET /takeoffs/{takeoff_id}/items/{item_id}`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct GetItemQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub category: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_type: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub measure_type: ::std::option::Option<crate::types::MeasureType>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub page_number: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewStatus>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub trade: ::std::option::Option<crate::types::Trade>,
}
///Query of `GET /usage`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct GetUsageReportQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub end_customer_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub format: ::std::option::Option<crate::types::ReportFormat>,
    pub from: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub group_by: ::std::option::Option<crate::types::UsageGroup>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub surface: ::std::option::Option<crate::types::UsageSurface>,
    pub to: ::std::string::String,
}
///Body of `reviewItem`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ItemUpdate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub note: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub quantity_override: ::std::option::Option<f64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewDecision>,
}
///Body of `reviewItems`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ItemsReview {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub filter: ::std::option::Option<ItemsReviewFilter>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_ids: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub note: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub quantity_override: ::std::option::Option<f64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewDecision>,
}
///`ItemsReviewFilter`
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ItemsReviewFilter {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub category: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub confidence: ::std::option::Option<crate::types::ConfidenceBand>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_type: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub measure_type: ::std::option::Option<crate::types::MeasureType>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub page_number: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewStatus>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub trade: ::std::option::Option<crate::types::Trade>,
}
///The result of reviewing many items. An addition to the contract.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ItemsReviewResult {
    ///Number of items that the review changed.
    pub changed: i64,
    ///Number of selected items.
    pub selected: i64,
}
///Query of `GET /documents`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListDocumentsQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub project_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub status: ::std::option::Option<crate::types::DocumentStatus>,
}
///Query of `GET /events`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListEventsQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub delivery_success: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub project_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub resource_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub since: ::std::option::Option<::std::string::String>,
    #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
    pub type_: ::std::option::Option<crate::types::EventKind>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub until: ::std::option::Option<::std::string::String>,
}
///Query of `GET /takeoffs/{takeoff_id}/items`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListItemsQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub category: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub consolidated: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_type: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub measure_type: ::std::option::Option<crate::types::MeasureType>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub page_number: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewStatus>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub trade: ::std::option::Option<crate::types::Trade>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub units: ::std::option::Option<crate::types::UnitSystem>,
}
///Query of `GET /projects`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListProjectsQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub end_customer_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub q: ::std::option::Option<::std::string::String>,
}
///Query of `GET /takeoffs/{takeoff_id}/routes`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListRoutesQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub include_geometry: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub page_number: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub system: ::std::option::Option<crate::types::RouteSystem>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub trade: ::std::option::Option<crate::types::Trade>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub units: ::std::option::Option<crate::types::UnitSystem>,
}
///Query of `GET /takeoffs`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListTakeoffsQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub document_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub project_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub status: ::std::option::Option<crate::types::JobStatus>,
}
///Query of `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListWebhookDeliveriesQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub event_id: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub event_type: ::std::option::Option<crate::types::EventKind>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub since: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub status: ::std::option::Option<crate::types::DeliveryStatus>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub until: ::std::option::Option<::std::string::String>,
}
///Query of `GET /webhook-endpoints`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ListWebhookEndpointsQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cursor: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub limit: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub status: ::std::option::Option<crate::types::WebhookStatus>,
}
///Your own strings by key.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(transparent)]
pub struct MetadataMap(
    pub ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
);
impl ::std::ops::Deref for MetadataMap {
    type Target = ::std::collections::BTreeMap<
        ::std::string::String,
        ::std::string::String,
    >;
    fn deref(
        &self,
    ) -> &::std::collections::BTreeMap<::std::string::String, ::std::string::String> {
        &self.0
    }
}
impl ::std::convert::From<MetadataMap>
for ::std::collections::BTreeMap<::std::string::String, ::std::string::String> {
    fn from(value: MetadataMap) -> Self {
        value.0
    }
}
impl ::std::convert::From<
    ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
> for MetadataMap {
    fn from(
        value: ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
    ) -> Self {
        Self(value)
    }
}
///A size in points (1/72 inch).
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PageSize {
    ///Height in points.
    pub height: f64,
    ///Width in points.
    pub width: f64,
}
///A problem, as RFC 9457 defines it.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Problem {
    ///Available credits.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub available_credits: ::std::option::Option<f64>,
    ///Stable code for programs.
    pub code: crate::types::ProblemCode,
    ///What is wrong and how to resolve it, for people.
    pub detail: ::std::string::String,
    ///Each field that failed.
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub errors: ::std::vec::Vec<FieldError>,
    ///How to request access.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub next_step: ::std::option::Option<::std::string::String>,
    ///The exceeded quota.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub quota: ::std::option::Option<::std::string::String>,
    ///Id of the request, as in the `X-Request-Id` header.
    pub request_id: ::std::string::String,
    ///Credits the operation needs.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub required_credits: ::std::option::Option<f64>,
    ///Seconds to wait before retrying.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub retry_after: ::std::option::Option<u32>,
    ///The HTTP status.
    pub status: u16,
    ///Title of the problem. Each code has one.
    pub title: ::std::string::String,
    ///URL of the page that explains the code.
    #[serde(rename = "type")]
    pub type_: ::std::string::String,
}
///A project: the documents of one construction project.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Project {
    ///Address of the site.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub address: ::std::option::Option<::std::string::String>,
    ///When the project was created.
    pub created_at: ::std::string::String,
    ///Number of documents.
    pub document_count: i64,
    ///Your id of the customer, for usage reports.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub end_customer_ref: ::std::option::Option<::std::string::String>,
    ///Your own id of the project. Unique per tenant.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    ///`prj_…`
    pub id: ::std::string::String,
    ///Your own strings by key.
    pub metadata: MetadataMap,
    ///Name, 1–200 characters.
    pub name: ::std::string::String,
    ///Your project number.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub reference: ::std::option::Option<::std::string::String>,
    ///When the project was last updated. Null before the first update.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub updated_at: ::std::option::Option<::std::string::String>,
}
///Body of `createProject`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ProjectCreate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub address: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub end_customer_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub metadata: ::std::option::Option<
        ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
    >,
    pub name: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reference: ::std::option::Option<::std::string::String>,
}
///A page of a list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ProjectList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<Project>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///Body of `updateProject`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ProjectUpdate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub address: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub end_customer_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub metadata: ::std::option::Option<
        ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
    >,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub name: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub reference: ::std::option::Option<::std::string::String>,
}
///Total of one trade, category and unit.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct QuantityTotal {
    ///Code of the category in the taxonomy.
    pub category: ::std::string::String,
    ///Number of items.
    pub item_count: i64,
    ///Sum of the effective quantities.
    pub quantity: f64,
    ///Trade.
    pub trade: crate::types::Trade,
    ///Code of the unit, as in the list of units.
    pub unit: ::std::string::String,
}
///Price of one operation.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RateCardEntry {
    ///Price in credits.
    pub credits: f64,
    ///Operation of the rate card.
    pub operation: ::std::string::String,
}
///How often a credential may call.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RateLimit {
    ///Maximum calls in a burst.
    pub burst: u32,
    ///Average calls per minute.
    pub per_minute: u32,
}
///Query of `PATCH /takeoffs/{takeoff_id}/items/{item_id}`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct ReviewItemQuery {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub category: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_type: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub measure_type: ::std::option::Option<crate::types::MeasureType>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub page_number: ::std::option::Option<u64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewStatus>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub trade: ::std::option::Option<crate::types::Trade>,
}
///A measured route: a pipe, duct, conduit or cable run.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Route {
    ///Other known properties by key.
    pub attributes: ::std::collections::BTreeMap<::std::string::String, AttributeValue>,
    ///Confidence.
    pub confidence: crate::types::ConfidenceBand,
    ///The override if set, otherwise the extracted length.
    pub effective_quantity: f64,
    ///Start of the route.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub from: ::std::option::Option<RouteEndpoint>,
    ///Place on the page.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub geometry: ::std::option::Option<Geometry>,
    ///`rte_…`
    pub id: ::std::string::String,
    ///The item that the route belongs to.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_id: ::std::option::Option<::std::string::String>,
    ///Your note.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub note: ::std::option::Option<::std::string::String>,
    ///Page number, from 1.
    pub page_number: u32,
    ///Extracted length. Never changes.
    pub quantity: f64,
    ///Your length. An addition to the contract, as all fields of a review.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub quantity_override: ::std::option::Option<f64>,
    ///Review status of the route, or of its item when the route has none.
    pub review_status: crate::types::ReviewStatus,
    ///Number of straight segments.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub segments: ::std::option::Option<i64>,
    ///System of the route.
    pub system: crate::types::RouteSystem,
    ///The takeoff that found it.
    pub takeoff_id: ::std::string::String,
    ///End of the route.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub to: ::std::option::Option<RouteEndpoint>,
    ///Trade.
    pub trade: crate::types::Trade,
    ///Code of the unit, as in the list of units.
    pub unit: ::std::string::String,
    ///Version for `If-Match`. Each review changes it.
    pub version: ::std::string::String,
}
///Start or end of a route.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RouteEndpoint {
    ///Number of devices of a group.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub count: ::std::option::Option<u32>,
    ///The item at this end.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub item_id: ::std::option::Option<::std::string::String>,
    ///Tag on the drawing.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub tag: ::std::option::Option<::std::string::String>,
    ///Type.
    #[serde(rename = "type")]
    pub type_: crate::types::RouteEndpointType,
}
///A page of routes, with totals.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RouteList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<Route>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
    ///Total length by route system, over all pages of the list.
    pub totals_by_system: ::std::collections::BTreeMap<
        ::std::string::String,
        SystemTotal,
    >,
}
///The length of the routes of one system.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct RouteTotal {
    ///Sum of the effective lengths.
    pub quantity: f64,
    ///Number of routes.
    pub route_count: i64,
    ///System of the routes.
    pub system: crate::types::RouteSystem,
    ///Trade.
    pub trade: crate::types::Trade,
    ///Code of the unit, as in the list of units.
    pub unit: ::std::string::String,
}
///Body of `reviewRoute`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct RouteUpdate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub note: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub quantity_override: ::std::option::Option<f64>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_status: ::std::option::Option<crate::types::ReviewDecision>,
}
///Scale of the page: the length that its width represents.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Scale {
    ///Source of the scale.
    pub source: crate::types::ScaleSource,
    ///A unit code.
    pub unit: ::std::string::String,
    ///Real-world units across the full width of the page.
    pub units_per_normalized_x: f64,
}
///A schedule found on a sheet.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Schedule {
    ///Column headings, left to right.
    pub columns: ::std::vec::Vec<::std::string::String>,
    ///`sch_…`
    pub id: ::std::string::String,
    ///Kind of schedule.
    pub kind: crate::types::ScheduleKind,
    ///Page number, from 1.
    pub page_number: u32,
    ///Rows, top to bottom.
    pub rows: ::std::vec::Vec<ScheduleRow>,
    ///Sheet.
    pub sheet: Sheet,
    ///Title of the schedule.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub title: ::std::option::Option<::std::string::String>,
}
///The schedules of a takeoff. The list is not paginated.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ScheduleList {
    ///Schedules by page and position.
    pub data: ::std::vec::Vec<Schedule>,
}
///A row of a schedule.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct ScheduleRow {
    ///Cells by column heading.
    pub attributes: ::std::collections::BTreeMap<::std::string::String, AttributeValue>,
    ///Description.
    pub description: ::std::string::String,
    ///Tag of the row.
    pub tag: ::std::string::String,
}
///A sheet of the drawing set.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Sheet {
    ///Sheet number in the title block.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub number: ::std::option::Option<::std::string::String>,
    ///Sheet title in the title block.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub title: ::std::option::Option<::std::string::String>,
}
///Total length of the routes of one system.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct SystemTotal {
    ///Sum of the effective lengths.
    pub quantity: f64,
    ///Code of the unit, as in the list of units.
    pub unit: ::std::string::String,
}
///A takeoff: the quantities of one discipline from one document.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Takeoff {
    ///When the takeoff ended. Null before.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub completed_at: ::std::option::Option<::std::string::String>,
    ///When the takeoff was created.
    pub created_at: ::std::string::String,
    ///Discipline.
    pub discipline: crate::types::Discipline,
    ///The document.
    pub document_id: ::std::string::String,
    ///Maximum charge in credits.
    pub estimated_credits: f64,
    ///Your own id of the takeoff. Unique per tenant.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    ///Why the takeoff failed. Present when the status is `failed` or `cancelled`.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub failure: ::std::option::Option<Failure>,
    ///`tko_…`
    pub id: ::std::string::String,
    ///Your own strings by key.
    pub metadata: MetadataMap,
    ///Where the takeoff was started.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub origin: ::std::option::Option<crate::types::Origin>,
    ///Number of requested pages.
    pub pages_requested: i64,
    ///Progress.
    pub progress: TakeoffProgress,
    ///The document's project.
    pub project_id: ::std::string::String,
    ///Position in the queue, from 1. Present when the status is `queued`.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub queue_position: ::std::option::Option<i64>,
    ///Results in numbers. Present when completed, or canceled after some pages.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub result_summary: ::std::option::Option<TakeoffResult>,
    ///When the takeoff started. Null before.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub started_at: ::std::option::Option<::std::string::String>,
    ///Status.
    pub status: crate::types::JobStatus,
    ///What to check in the result.
    pub warnings: ::std::vec::Vec<TakeoffWarning>,
}
///Body of `createTakeoff`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TakeoffCreate {
    pub discipline: crate::types::Discipline,
    pub document_id: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub external_ref: ::std::option::Option<::std::string::String>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub metadata: ::std::option::Option<
        ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
    >,
    ///Counts as an empty object when it is absent.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub options: ::std::option::Option<TakeoffCreateOptions>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub pages: ::std::option::Option<::std::vec::Vec<u64>>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub scope: ::std::option::Option<crate::types::TakeoffScope>,
}
///Counts as an empty object when it is absent.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TakeoffCreateOptions {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub depth: ::std::option::Option<crate::types::Depth>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub include_schedules: ::std::option::Option<bool>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub units: ::std::option::Option<crate::types::UnitSystem>,
}
///A counted or measured item, or a row of a consolidated list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffItem {
    ///Other known properties by key.
    pub attributes: ::std::collections::BTreeMap<::std::string::String, AttributeValue>,
    ///Code of the category in the taxonomy.
    pub category: ::std::string::String,
    ///Confidence.
    pub confidence: crate::types::ConfidenceBand,
    ///Description in the legend or the schedule.
    pub description: ::std::string::String,
    ///The override if set, otherwise the extracted quantity.
    pub effective_quantity: f64,
    ///Places on the pages that prove the item.
    pub evidence: ::std::vec::Vec<Evidence>,
    ///Extracted quantity. Never changes.
    pub extracted_quantity: f64,
    ///Place on the page.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub geometry: ::std::option::Option<Geometry>,
    ///Items of one group share this id.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub group_id: ::std::option::Option<::std::string::String>,
    ///`itm_…`, or `grp_…` for a row of a consolidated list.
    pub id: ::std::string::String,
    ///Ids of the items in a row of a consolidated list. An addition to the contract.
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub item_ids: ::std::vec::Vec<::std::string::String>,
    ///Code of the item type in the taxonomy.
    pub item_type: ::std::string::String,
    ///What the quantity measures.
    pub measure_type: crate::types::MeasureType,
    ///Your note.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub note: ::std::option::Option<::std::string::String>,
    ///Page number, from 1.
    pub page_number: u32,
    ///Your quantity, in place of the extracted one.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub quantity_override: ::std::option::Option<f64>,
    ///An agent entered the last review, and nobody has confirmed it yet. An addition to the contract.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub review_proposed: ::std::option::Option<bool>,
    ///Review status.
    pub review_status: crate::types::ReviewStatus,
    ///Sheet.
    pub sheet: Sheet,
    ///Where on the drawing the item was found.
    pub source: crate::types::ItemSource,
    ///Tag on the drawing.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub tag: ::std::option::Option<::std::string::String>,
    ///The takeoff that found it.
    pub takeoff_id: ::std::string::String,
    ///Trade.
    pub trade: crate::types::Trade,
    ///Code of the unit, as in the list of units.
    pub unit: ::std::string::String,
    ///Version for `If-Match`. Each review changes it. An addition to the contract.
    pub version: ::std::string::String,
}
///A page of items.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffItemList {
    ///Whether the list is consolidated.
    pub consolidated: bool,
    ///Resources of the page.
    pub data: ::std::vec::Vec<TakeoffItem>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///A page of a list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<Takeoff>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///Progress of a takeoff.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffProgress {
    ///Pages finished.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub pages_processed: ::std::option::Option<i64>,
    ///Total pages to process.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub pages_total: ::std::option::Option<i64>,
    ///Percent, 0–100.
    pub percent: u8,
}
///The results of a takeoff in numbers.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffResult {
    ///Number of items by trade.
    #[serde(
        default,
        skip_serializing_if = ":: std :: collections :: BTreeMap::is_empty"
    )]
    pub by_trade: ::std::collections::BTreeMap<::std::string::String, i64>,
    ///Credits charged.
    pub credits_charged: f64,
    ///Number of items.
    pub item_count: i64,
    ///Pages finished.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub pages_processed: ::std::option::Option<i64>,
    ///Number of measured routes.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub route_count: ::std::option::Option<i64>,
    ///Number of detected schedules.
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub schedule_count: ::std::option::Option<i64>,
    ///Number of sheets read.
    pub sheet_count: i64,
}
///Totals of a takeoff.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffSummary {
    ///Lengths of routes by trade, system and unit. An addition to the contract.
    pub routes: ::std::vec::Vec<RouteTotal>,
    ///The takeoff.
    pub takeoff_id: ::std::string::String,
    ///Totals by trade, category and unit.
    pub totals: ::std::vec::Vec<QuantityTotal>,
}
///A warning about a result. The takeoff is complete nevertheless.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TakeoffWarning {
    ///Code of the warning.
    pub code: crate::types::WarningCode,
    ///Message for people.
    pub message: ::std::string::String,
    ///Affected pages. Absent when the warning concerns the whole takeoff.
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub pages: ::std::vec::Vec<i64>,
}
///The whole taxonomy.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Taxonomy {
    ///Every trade, in the contract's order.
    pub trades: ::std::vec::Vec<TaxonomyTrade>,
    ///Version of the taxonomy.
    pub version: ::std::string::String,
}
///A group of item types.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TaxonomyCategory {
    ///Code, in snake case.
    pub code: ::std::string::String,
    ///Item types of the category.
    pub item_types: ::std::vec::Vec<TaxonomyItemType>,
    ///Display name.
    pub name: ::std::string::String,
}
///An item type.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TaxonomyItemType {
    ///Keys of `attributes` that distinguish items of this type.
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub attribute_keys: ::std::vec::Vec<::std::string::String>,
    ///Code, in snake case.
    pub code: ::std::string::String,
    ///Code of the unit in which items are usually priced.
    pub default_unit: ::std::string::String,
    ///Display name.
    pub name: ::std::string::String,
}
///A trade and its categories.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TaxonomyTrade {
    ///Categories. Their codes and the codes of their item types are unique within the trade.
    pub categories: ::std::vec::Vec<TaxonomyCategory>,
    ///Code.
    pub code: crate::types::Trade,
    ///Display name.
    pub name: ::std::string::String,
}
///The probable trade.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct TradeHint {
    ///Confidence, from 0 to 1.
    pub confidence: f64,
    ///Name of the trade.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub label: ::std::option::Option<::std::string::String>,
    ///Trade code in the taxonomy.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub trade: ::std::option::Option<::std::string::String>,
}
///A unit of the list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Unit {
    ///Code: 1 to 6 characters of `[A-Z0-9]`.
    pub code: ::std::string::String,
    ///What the unit measures.
    pub measure_type: crate::types::MeasureType,
    ///Display name.
    pub name: ::std::string::String,
    ///Factor to the SI unit (m, m², m³, kg or s). 1 for pieces.
    pub si_factor: f64,
    ///System of units.
    pub system: crate::types::UnitFamily,
}
///A list that is not paginated.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct UnitList {
    ///All entries.
    pub data: ::std::vec::Vec<Unit>,
}
///A signed URL to upload the file to.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Upload {
    ///When the URL expires.
    pub expires_at: ::std::string::String,
    ///Headers to send with the PUT. All are required.
    pub headers: ::std::collections::BTreeMap<
        ::std::string::String,
        ::std::string::String,
    >,
    ///HTTP method, always PUT.
    pub method: UploadMethod,
    ///Signed URL. No other credential is required.
    pub url: ::std::string::String,
}
///HTTP method, always PUT.
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum UploadMethod {
    #[serde(rename = "PUT")]
    Put,
}
impl ::std::fmt::Display for UploadMethod {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match *self {
            Self::Put => f.write_str("PUT"),
        }
    }
}
impl ::std::str::FromStr for UploadMethod {
    type Err = self::error::ConversionError;
    fn from_str(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        match value {
            "PUT" => Ok(Self::Put),
            _ => Err("invalid value".into()),
        }
    }
}
impl ::std::convert::TryFrom<&str> for UploadMethod {
    type Error = self::error::ConversionError;
    fn try_from(
        value: &str,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for UploadMethod {
    type Error = self::error::ConversionError;
    fn try_from(
        value: ::std::string::String,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
///Requests and credits within a period.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct UsageReport {
    ///First day.
    pub from: ::std::string::String,
    ///What the rows group by.
    pub group_by: crate::types::UsageGroup,
    ///Rows by key. Groups without requests have no row.
    pub rows: ::std::vec::Vec<UsageRow>,
    ///Last day, inclusive.
    pub to: ::std::string::String,
}
///One group of a usage report.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct UsageRow {
    ///Credits charged.
    pub credits: f64,
    ///Number of requests answered with a problem.
    pub errors: i64,
    ///The day, surface, agent and so on, or `none`.
    pub key: ::std::string::String,
    ///95th percentile of the response time in milliseconds.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub p95_ms: ::std::option::Option<i64>,
    ///Number of requests.
    pub requests: i64,
    ///Sum of requested units, for example pages.
    pub units: f64,
}
///One attempt to send an event to an endpoint.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookAttempt {
    ///When the attempt started.
    pub attempted_at: ::std::string::String,
    ///Why the attempt failed. Null if it succeeded.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub error: ::std::option::Option<::std::string::String>,
    ///Milliseconds until the response arrived or the attempt was abandoned.
    pub latency_ms: u64,
    ///The first 4 KiB of the response body, as text. Null if there was no response.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub response_body: ::std::option::Option<::std::string::String>,
    ///HTTP status of the response. Null if there was no response.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub status_code: ::std::option::Option<u16>,
}
///Delivery of an event to an endpoint.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookDelivery {
    ///The attempts, oldest first.
    pub attempts: ::std::vec::Vec<WebhookAttempt>,
    ///When the event happened.
    pub created_at: ::std::string::String,
    ///The event. Every attempt sends its id in the `webhook-id` header.
    pub event_id: ::std::string::String,
    ///The event's kind.
    pub event_type: crate::types::EventKind,
    ///When the delivery succeeded, or failed permanently. Null while it is pending.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub finished_at: ::std::option::Option<::std::string::String>,
    ///`whd_…`
    pub id: ::std::string::String,
    ///Time of the next attempt. Null if none is scheduled.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_attempt_at: ::std::option::Option<::std::string::String>,
    ///Body of the request. Null once the event is older than 30 days.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub request_body: ::std::option::Option<WebhookPayload>,
    ///Status.
    pub status: crate::types::DeliveryStatus,
    ///The endpoint.
    pub webhook_endpoint_id: ::std::string::String,
}
///A page of a list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookDeliveryList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<WebhookDelivery>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///An address that receives events.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookEndpoint {
    ///When it was created.
    pub created_at: ::std::string::String,
    ///Your description.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub description: ::std::option::Option<::std::string::String>,
    ///Why it is disabled. Null if it is enabled.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub disabled_reason: ::std::option::Option<crate::types::DisabledReason>,
    ///The kinds of events that it receives.
    pub event_types: ::std::vec::Vec<crate::types::EventKind>,
    ///`whe_…`
    pub id: ::std::string::String,
    ///When deliveries stop being signed with the previous secret as well. Null without a previous secret.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub previous_secret_expires_at: ::std::option::Option<::std::string::String>,
    ///The secret that signs its deliveries, `whsec_…`. Responses that create or rotate it include it.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub secret: ::std::option::Option<::std::string::String>,
    ///Whether it receives events.
    pub status: crate::types::WebhookStatus,
    ///When it was last updated. Null before the first update.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub updated_at: ::std::option::Option<::std::string::String>,
    ///The address.
    pub url: ::std::string::String,
}
///Body of `createWebhookEndpoint`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WebhookEndpointCreate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub description: ::std::option::Option<::std::string::String>,
    pub event_types: ::std::vec::Vec<crate::types::EventKind>,
    pub url: ::std::string::String,
}
///A page of a list.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookEndpointList {
    ///Resources of the page.
    pub data: ::std::vec::Vec<WebhookEndpoint>,
    ///Whether more pages follow.
    pub has_more: bool,
    ///Cursor of the next page. Null when `has_more` is false.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub next_cursor: ::std::option::Option<::std::string::String>,
}
///Body of `updateWebhookEndpoint`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WebhookEndpointUpdate {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub description: ::std::option::Option<::std::string::String>,
    #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    pub event_types: ::std::vec::Vec<crate::types::EventKind>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub status: ::std::option::Option<crate::types::WebhookStatus>,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub url: ::std::option::Option<::std::string::String>,
}
///Body of a delivery: the event and its environment.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookPayload {
    ///What changed. The list of event kinds has the schema for each kind.
    pub data: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    ///`sandbox` or `production`.
    pub environment: ::std::string::String,
    ///`evt_…`
    pub id: ::std::string::String,
    ///The project of the resource. It may have been deleted. Null if the resource has no project.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub project_id: ::std::option::Option<::std::string::String>,
    ///Its id.
    pub resource_id: ::std::string::String,
    ///The kind of resource that changed: `takeoff`.
    pub resource_type: ::std::string::String,
    ///When the change was made.
    pub timestamp: ::std::string::String,
    ///Its kind, as in the list of event kinds.
    #[serde(rename = "type")]
    pub type_: crate::types::EventKind,
}
///Result of a replay.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct WebhookReplay {
    ///Number of deliveries that will be sent.
    pub deliveries: u64,
}
///Body of `replayWebhookEvents`.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WebhookReplayRange {
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub only_failed: ::std::option::Option<bool>,
    pub since: ::std::string::String,
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub until: ::std::option::Option<::std::string::String>,
}
/// Error types.
pub mod error {
    /// Error from a `TryFrom` or `FromStr` implementation.
    pub struct ConversionError(::std::borrow::Cow<'static, str>);
    impl ::std::error::Error for ConversionError {}
    impl ::std::fmt::Display for ConversionError {
        fn fmt(
            &self,
            f: &mut ::std::fmt::Formatter<'_>,
        ) -> Result<(), ::std::fmt::Error> {
            ::std::fmt::Display::fmt(&self.0, f)
        }
    }
    impl ::std::fmt::Debug for ConversionError {
        fn fmt(
            &self,
            f: &mut ::std::fmt::Formatter<'_>,
        ) -> Result<(), ::std::fmt::Error> {
            ::std::fmt::Debug::fmt(&self.0, f)
        }
    }
    impl From<&'static str> for ConversionError {
        fn from(value: &'static str) -> Self {
            Self(value.into())
        }
    }
    impl From<String> for ConversionError {
        fn from(value: String) -> Self {
            Self(value.into())
        }
    }
}
