"""Types of bodies, answers and queries, as dictionaries.

The service may add properties, and names to a `Literal`: handle others too.

Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

# How usage is billed.
BillingMode: TypeAlias = Literal[
    "ledger", "artifact",
]

# Paid CAD access of an account.
CadAccess: TypeAlias = Literal[
    "purchased", "unlocked", "free",
]

# Format of a CAD file.
CadFormat: TypeAlias = Literal[
    "dxf", "dwg",
]

# How a CAD file is paid for.
CadPayment: TypeAlias = Literal[
    "credits", "checkout",
]

# What a CAD purchase covers.
CadPricingMode: TypeAlias = Literal[
    "dwg_paid", "first_sheet_free",
]

# Why a CAD file requires a purchase.
CadPurchaseReason: TypeAlias = Literal[
    "dwg_requires_purchase", "file_too_large", "full_set_requires_purchase",
]

# Why a document cannot be converted to CAD.
CadReason: TypeAlias = Literal[
    "not_pdf", "raster_or_unreadable", "no_vector_linework",
]

# What a credential can do with a capability.
CapabilityStatus: TypeAlias = Literal[
    "available", "coming_soon", "not_enabled",
]

# Whether a credential acts for a signed-in user.
ClientMode: TypeAlias = Literal[
    "service", "delegated",
]

# Tier of a credential.
ClientTier: TypeAlias = Literal[
    "sandbox", "standard", "enterprise",
]

# Confidence in a quantity.
ConfidenceBand: TypeAlias = Literal[
    "high", "medium", "low",
]

# Status of a delivery.
DeliveryStatus: TypeAlias = Literal[
    "pending", "delivered", "failed",
]

# Depth of a takeoff. Deep is premium.
Depth: TypeAlias = Literal[
    "standard", "deep",
]

# Why an endpoint is disabled.
DisabledReason: TypeAlias = Literal[
    "gone", "failing", "requested",
]

# Discipline of a takeoff.
Discipline: TypeAlias = Literal[
    "electrical", "mechanical", "plumbing", "fire_protection", "process", "structural",
    "multi_discipline",
]

# Kind of a document.
DocumentKind: TypeAlias = Literal[
    "drawing", "specification", "schedule",
]

# Status of a document.
DocumentStatus: TypeAlias = Literal[
    "awaiting_upload", "ingesting", "ready", "failed",
]

# Environment of a credential.
Environment: TypeAlias = Literal[
    "sandbox", "production",
]

# Code of an event kind.
EventKind: TypeAlias = Literal[
    "document.created", "document.ingesting", "document.ready", "document.failed",
    "document.deleted", "takeoff.created", "takeoff.started", "takeoff.completed", "takeoff.failed",
    "takeoff.cancelled", "takeoff.reviewed", "takeoff.deleted", "export.created", "export.started",
    "export.completed", "export.failed", "export.deleted", "credits.changed", "credits.low",
    "credential.created", "credential.changed", "credential.revoked", "component_binding.changed",
    "webhook_endpoint.disabled", "webhook_endpoint.test",
]

# Format of an export.
ExportFormat: TypeAlias = Literal[
    "csv", "xlsx", "json", "pdf", "png", "ms_project", "primavera_p6", "rib_itwo", "presto",
    "quickbooks",
]

# Why a document, a takeoff or an export failed.
FailureCode: TypeAlias = Literal[
    "document_unreadable", "unsupported_content", "no_pages_selected", "capacity", "cancelled",
    "internal",
]

# Where an item was found.
ItemSource: TypeAlias = Literal[
    "plan", "schedule", "legend", "manual",
]

# Status of a takeoff or an export.
JobStatus: TypeAlias = Literal[
    "queued", "processing", "completed", "failed", "cancelled",
]

# What a quantity measures.
MeasureType: TypeAlias = Literal[
    "count", "length", "area", "volume", "weight", "time",
]

# Where a takeoff was started.
Origin: TypeAlias = Literal[
    "api", "web_app",
]

# Preferred units of an account. They apply unless a request sets others.
PreferredUnits: TypeAlias = Literal[
    "imperial", "metric",
]

# Premium access that a credential can request: a scope that the consent screen does not grant.
PremiumAccess: TypeAlias = Literal[
    "takeoffs:deep", "interior:generate", "bim:generate", "clash:run",
]

# Code of a problem.
ProblemCode: TypeAlias = Literal[
    "component_out_of_memory", "component_output_too_large", "component_timeout",
    "component_trapped", "consent_required", "document_not_ready", "external_ref_conflict",
    "idempotency_in_progress", "idempotency_key_reused", "insufficient_credits",
    "insufficient_scope", "internal", "invalid_cursor", "invalid_idempotency_key",
    "invalid_request", "not_acceptable", "not_enabled", "not_found", "payload_too_large",
    "precondition_failed", "premium_access_required", "quota_exceeded", "rate_limited",
    "source_unreachable", "takeoff_not_cancellable", "takeoff_not_completed", "unauthenticated",
    "unavailable", "unsupported_media_type", "upload_expired", "upload_missing",
    "validation_failed",
]

# Format of a usage report.
ReportFormat: TypeAlias = Literal[
    "json", "csv",
]

# Review status that a review sets.
ReviewDecision: TypeAlias = Literal[
    "accepted", "rejected", "modified",
]

# Review status of an item or a route.
ReviewStatus: TypeAlias = Literal[
    "extracted", "accepted", "rejected", "modified",
]

# Kind of a route's start or end.
RouteEndpointType: TypeAlias = Literal[
    "panel", "equipment", "device", "device_group", "junction", "riser", "unknown",
]

# System of a measured route.
RouteSystem: TypeAlias = Literal[
    "conduit", "feeder", "branch_circuit", "cable_tray", "duct", "pipe", "other",
]

# Source of the scale of a geometry.
ScaleSource: TypeAlias = Literal[
    "title_block", "scale_bar", "declared",
]

# Kind of a detected schedule.
ScheduleKind: TypeAlias = Literal[
    "panel", "fixture", "equipment", "motor", "mechanical", "plumbing", "other",
]

# Whether a takeoff covers all pages or some.
TakeoffScope: TypeAlias = Literal[
    "full", "pages",
]

# Trade of an item or a route.
Trade: TypeAlias = Literal[
    "electrical", "mechanical", "plumbing", "fire_protection", "structural", "architectural",
    "civil", "process", "other",
]

# System of a unit.
UnitFamily: TypeAlias = Literal[
    "imperial", "metric", "either",
]

# Preferred units.
UnitSystem: TypeAlias = Literal[
    "imperial", "metric", "as_drawn",
]

# Grouping of a usage report.
UsageGroup: TypeAlias = Literal[
    "day", "surface", "agent", "client", "user", "operation", "end_customer",
]

# Surface that a request came through.
UsageSurface: TypeAlias = Literal[
    "rest", "mcp",
]

# Code of a takeoff's warning.
WarningCode: TypeAlias = Literal[
    "discipline_mismatch", "scanned_pages_low_quality", "pages_skipped_no_content",
    "no_items_found", "partial_pages_failed", "scale_missing", "scale_contradicted",
    "text_not_recognised", "stated_quantity_differs", "unlikely_count", "layers_off",
]

# Whether an endpoint receives events.
WebhookStatus: TypeAlias = Literal[
    "enabled", "disabled",
]


class AccessRequestCreate(TypedDict):
    """Body of `createAccessRequest`."""

    capabilities: list[PremiumAccess]
    note: NotRequired[str | None]


class AccessRequestReceipt(TypedDict):
    """The receipt of a request for premium access."""

    # Email address of the people who review the request.
    contact: str
    # Always `received`.
    status: Literal["received"]


# The value of an attribute.
AttributeValue: TypeAlias = "bool | float | str"


class CadCharge(TypedDict):
    """A payment with credits."""

    # Credits charged.
    credits: int
    # Remaining credits. Null when the balance was not checked.
    credits_remaining: float | None


class CadFileReady(TypedDict):
    """The file is available."""

    # Size of the file in bytes.
    bytes: int
    # `doc_…`
    document_id: str
    # Download link, valid for 60 minutes.
    download: Download
    # Suggested file name.
    filename: str
    # Delivered format. A DWG may fall back to DXF.
    format: CadFormat
    # Note for the user.
    note: NotRequired[str]
    # Payment with credits.
    paid_with_credits: NotRequired[CadCharge]
    # Requested format.
    requested_format: CadFormat
    status: Literal["ready"]
    # Whether the file has a watermark. Null when it is not known.
    watermarked: bool | None


class CadFilePurchaseRequired(TypedDict):
    """Purchase required. Nothing was charged."""

    # Hours until the checkout expires.
    checkout_expires_in_hours: NotRequired[float]
    # Checkout page for the user to open and complete. Never complete it on the user's behalf.
    checkout_url: NotRequired[str]
    # Price in credits.
    credits: int
    # Whether the balance covers the price. Null when the balance was not checked.
    credits_available: bool | None
    # `doc_…`
    document_id: str
    # Requested format.
    format: CadFormat
    # The free alternative.
    free_alternative: str | None
    # Message for the user.
    message: str
    # Next step for the user.
    next_step: str
    # Price in money.
    price: CadPrice
    # Reason.
    reason: CadPurchaseReason
    # Size of the file in megabytes.
    size_mb: NotRequired[float | None]
    # Always `cad_dwg`.
    sku: Literal["cad_dwg"]
    status: Literal["purchase_required"]


# A CAD file, or the price to purchase it.
CadFile: TypeAlias = "CadFileReady | CadFilePurchaseRequired"


class CadFileCreate(TypedDict):
    """Body of `createCadFile`."""

    format: NotRequired[CadFormat | None]
    pay: NotRequired[CadPayment | None]


class CadFileSize(TypedDict):
    """Expected size of a CAD file."""

    # Whether the original exceeds the free size.
    free_size_exceeded: bool
    # Minimum size of the DXF in megabytes. Null before a conversion was tried.
    min_dxf_mb: float | None


class CadPrice(TypedDict):
    """A price in money."""

    # Note on other currencies.
    local_currency_note: str
    # US dollars.
    price_usd: float
    # US cents.
    usd_cents: int


class CadPricing(TypedDict):
    """Prices by format."""

    # A clean DWG.
    dwg: NotRequired[DwgPrice]
    # DXF of every sheet.
    dxf: DxfPrice
    # Note on other currencies.
    local_currency_note: str
    # What the purchase covers.
    mode: CadPricingMode


class CadStatus(TypedDict):
    """Whether a document can be converted to CAD, and the prices."""

    # Paid access of the account.
    access: CadAccess
    # Whether the document has vector lines to convert.
    convertible: bool
    # `doc_…`
    document_id: str
    # Name of the original file.
    filename: str
    # Next step for the user.
    next_step: str
    # Pages of the document.
    page_count: int | None
    # Whether CAD was purchased for this document.
    paid: bool
    # Price of each format.
    pricing: CadPricing
    # Why the document cannot be converted. Null when it can.
    reason: CadReason | None
    # Whether the linework was traced from a scan.
    scan_traced: bool
    # Expected size of the file.
    size: CadFileSize
    # Probable trade of the drawing.
    trade_hint: TradeHint | None


class Capabilities(TypedDict):
    """What the service can do for the calling credential."""

    # API version, as in the base URL.
    api_version: str
    # How usage is billed.
    billing_mode: BillingMode
    # Capabilities of the service.
    capabilities: list[Capability]
    # Available credits, without those on hold. Null when the credential lacks the scope to read them.
    credits_available: float | None
    # Description of the service.
    description: str
    # Disciplines that takeoffs can be run for.
    disciplines: list[Discipline]
    # Environment of the credential.
    environment: Environment
    # Example requests to an agent, for the available capabilities.
    example_requests: list[str]
    # Codes of the formats that can be exported.
    export_formats: list[str]
    # Limits by name.
    limits: dict[str, int]
    # Name of the service.
    name: str
    # Which products the credential can use.
    products: dict[str, bool]
    # Version of the taxonomy.
    taxonomy_version: str
    # Preferred units of the account.
    unit_system: PreferredUnits


class Capability(TypedDict):
    """A capability of the service."""

    # Code.
    capability: str
    # What the capability does, for people and agents.
    description: str
    # Price, as a sentence. Absent when nothing is billed.
    pricing: NotRequired[str]
    # Whether the credential can use it now.
    status: CapabilityStatus
    # Operations of the capability, by their names in usage records.
    tools: list[str]


class ClientInfo(TypedDict):
    """The calling credential."""

    # The program that acts for a user.
    agent: str | None
    # How usage is billed.
    billing_mode: BillingMode
    # Environment of the credential.
    environment: Environment
    # `pc_…` or `oc_…`
    id: str
    # Whether it acts for a signed-in user.
    mode: ClientMode
    # Display name.
    name: str
    # Which products it can use.
    products: dict[str, bool]
    # Quotas by name.
    quotas: dict[str, float]
    # Rate limits by the name of their bucket.
    rate_limits: dict[str, RateLimit]
    # Scopes granted to it.
    scopes: list[str]
    # When the secret expires, in ISO 8601. Null when it does not expire.
    secret_expires_at: str | None
    # Tier of the credential.
    tier: ClientTier


class Credits(TypedDict):
    """The credits of an account."""

    # Available credits.
    available: float
    # `ledger` or `artifact`.
    billing_mode: str
    # Credits charged so far.
    consumed_total: NotRequired[float]
    # `sandbox` or `production`.
    environment: str
    # Credits held for running jobs.
    held: float
    # Balance that triggers a notice. Absent when none is set.
    low_balance_threshold: NotRequired[float]
    # Credits purchased so far, without trial credits.
    purchased_total: NotRequired[float]
    # Prices of operations.
    rate_card: list[RateCardEntry]


class DisciplineInfo(TypedDict):
    """A discipline."""

    # Code.
    code: Discipline
    # Display name.
    name: str


class DisciplineInfoList(TypedDict):
    """A list that is not paginated."""

    # All entries.
    data: list[DisciplineInfo]


class Document(TypedDict):
    """A document: one file of drawings, specifications or schedules."""

    # When the document was created.
    created_at: str
    # Your own id of the document. Unique per tenant.
    external_ref: str | None
    # Why the document failed. Present when the status is `failed`.
    failure: NotRequired[Failure]
    # Name of the file.
    filename: str
    # `doc_…`
    id: str
    # Kind of document.
    kind: DocumentKind
    # Your own strings by key.
    metadata: MetadataMap
    # Number of pages. Null before the document is ready.
    page_count: int | None
    # Pages. Present on a single document that is ready, absent in lists.
    pages: NotRequired[list[DocumentPage]]
    # The project it belongs to.
    project_id: str
    # When the document became ready. Null before.
    ready_at: str | None
    # When the document is deleted automatically. Null when it is kept until you delete it.
    retain_until: str | None
    # Size of the original file in bytes. Null before the file has arrived.
    size_bytes: int | None
    # Status.
    status: DocumentStatus


class DocumentCreateSourceUrl(TypedDict):
    type: Literal["url"]
    url: str


class DocumentCreateSourceUpload(TypedDict):
    content_type: NotRequired[Literal["application/pdf", "image/vnd.dwg", "application/dxf", "image/png", "image/jpeg"] | None]
    size_bytes: NotRequired[int | None]
    type: Literal["upload"]


class DocumentCreate(TypedDict):
    """Body of `createDocument`."""

    discipline_hint: NotRequired[Discipline | None]
    external_ref: NotRequired[str | None]
    filename: str
    kind: NotRequired[DocumentKind | None]
    metadata: NotRequired[dict[str, str] | None]
    project_id: str
    source: DocumentCreateSourceUrl | DocumentCreateSourceUpload


class DocumentList(TypedDict):
    """A page of a list."""

    # Resources of the page.
    data: list[Document]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class DocumentPage(TypedDict):
    """A page of a document."""

    # Trades detected on the page.
    disciplines_detected: NotRequired[list[Trade]]
    # Whether the page has a text layer.
    has_text: bool
    # Page number, from 1.
    number: int
    # Rotation in degrees: 0, 90, 180 or 270.
    rotation: int
    # Sheet number in the title block.
    sheet_number: str | None
    # Sheet title in the title block.
    sheet_title: str | None
    # Size of the page as displayed.
    size_pt: PageSize


class DocumentWithUpload(TypedDict):
    """A new document and the address for its file."""

    # The document. Its status is `awaiting_upload`.
    document: Document
    # Where to send the file.
    upload: Upload


class Download(TypedDict):
    """A link to a file."""

    # When the URL expires.
    expires_at: str
    # Suggested file name.
    filename: str
    # Signed URL. No other credential is required.
    url: str


class DwgPrice(TypedDict):
    """Price of a DWG."""

    # Price in credits.
    credits: int
    # Note for the user.
    note: str
    # US dollars.
    price_usd: float
    # Whether a purchase is required.
    purchase_required: bool
    # US cents.
    usd_cents: int


class DxfPrice(TypedDict):
    """Price of a DXF."""

    # Note for the user.
    note: str
    # US dollars.
    price_usd: float
    # Whether it carries a watermark.
    watermarked: bool


class Event(TypedDict):
    """An event: a change of a resource."""

    # What changed. The list of event kinds has the schema for each kind.
    data: dict[str, Any]
    # `evt_…`
    id: str
    # The project of the resource. It may have been deleted. Null if the resource has no project.
    project_id: str | None
    # Its id.
    resource_id: str
    # The kind of resource that changed: `takeoff`.
    resource_type: str
    # When the change was made.
    timestamp: str
    # Its kind, as in the list of event kinds.
    type: EventKind


class EventKindInfo(TypedDict):
    """A kind of event."""

    # Code.
    code: EventKind
    # When the event is recorded.
    description: str
    # Display name.
    name: str
    # JSON Schema (2020-12) of the event's `data`.
    schema: dict[str, Any]
    # Version of the schema.
    schema_version: int


class EventKindInfoList(TypedDict):
    """A list that is not paginated."""

    # All entries.
    data: list[EventKindInfo]


class EventList(TypedDict):
    """A page of a list."""

    # Resources of the page.
    data: list[Event]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class Evidence(TypedDict):
    """Location of an item on a page."""

    # Bounding box `[x_min, y_min, x_max, y_max]` in 0..1 of the page, origin top-left.
    bbox: list[float]
    # Page number, from 1.
    page_number: int


class Export(TypedDict):
    """An export: one file made from a takeoff."""

    # When the export ended. Null before.
    completed_at: str | None
    # When the export was created.
    created_at: str
    # Credits charged for the export.
    credits_charged: float
    # Link to the file. Present when the status is `completed`.
    download: NotRequired[Download]
    # Your own id of the export. Unique per tenant.
    external_ref: str | None
    # Why the export failed. Present when the status is `failed`.
    failure: NotRequired[Failure]
    # Code of the format, as in the list of export formats.
    format: str
    # `exp_…`
    id: str
    # Status.
    status: JobStatus
    # The exported takeoff.
    takeoff_id: NotRequired[str]


class ExportCreateOptions(TypedDict):
    """Counts as an empty object when it is absent."""

    accepted_only: NotRequired[bool | None]
    include_evidence: NotRequired[bool | None]
    units: NotRequired[UnitSystem | None]


class ExportCreate(TypedDict):
    """Body of `createExport`."""

    estimate_id: NotRequired[str | None]
    external_ref: NotRequired[str | None]
    format: ExportFormat
    # Counts as an empty object when it is absent.
    options: NotRequired[ExportCreateOptions | None]
    takeoff_id: NotRequired[str | None]


class ExportFormatInfo(TypedDict):
    """An export format."""

    # Code.
    code: str
    # Credits per export.
    credits: float
    # Display name.
    name: str


class ExportFormatInfoList(TypedDict):
    """A list that is not paginated."""

    # All entries.
    data: list[ExportFormatInfo]


class Failure(TypedDict):
    """Why a document, a takeoff or an export failed."""

    # Code of the failure.
    code: FailureCode
    # Message for people.
    message: str


class FieldError(TypedDict):
    """What is wrong with one field."""

    # JSON Pointer into the body, or the name of a query parameter or header.
    field: str
    # What is wrong and what is valid.
    message: str


class GeometryPoint(TypedDict):
    """One point [x, y]."""

    # Coordinate space. Only one value is defined.
    coordinate_space: Literal["page_normalized"]
    coordinates: list[float]
    page_number: int
    type: Literal["point"]


class GeometryBbox(TypedDict):
    """[x_min, y_min, x_max, y_max]."""

    # Coordinate space. Only one value is defined.
    coordinate_space: Literal["page_normalized"]
    coordinates: list[float]
    page_number: int
    type: Literal["bbox"]


class GeometryPolyline(TypedDict):
    """A line."""

    # Coordinate space. Only one value is defined.
    coordinate_space: Literal["page_normalized"]
    coordinates: list[list[float]]
    page_number: int
    scale: NotRequired[Scale]
    type: Literal["polyline"]


class GeometryPolygon(TypedDict):
    """An area."""

    # Coordinate space. Only one value is defined.
    coordinate_space: Literal["page_normalized"]
    coordinates: list[list[float]]
    holes: NotRequired[list[list[list[float]]]]
    page_number: int
    scale: NotRequired[Scale]
    type: Literal["polygon"]


# Location on the page. x and y are in 0..1 of the page as displayed, origin top-left.
Geometry: TypeAlias = "GeometryPoint | GeometryBbox | GeometryPolyline | GeometryPolygon"


class ItemUpdate(TypedDict):
    """Body of `reviewItem`."""

    note: NotRequired[str | None]
    quantity_override: NotRequired[float | None]
    review_status: NotRequired[ReviewDecision]


class ItemsReviewFilter(TypedDict):
    category: NotRequired[str | None]
    confidence: NotRequired[ConfidenceBand | None]
    item_type: NotRequired[str | None]
    measure_type: NotRequired[MeasureType | None]
    page_number: NotRequired[int | None]
    review_status: NotRequired[ReviewStatus | None]
    trade: NotRequired[Trade | None]


class ItemsReview(TypedDict):
    """Body of `reviewItems`."""

    filter: NotRequired[ItemsReviewFilter | None]
    item_ids: NotRequired[list[str] | None]
    note: NotRequired[str | None]
    quantity_override: NotRequired[float | None]
    review_status: NotRequired[ReviewDecision]


class ItemsReviewResult(TypedDict):
    """The result of reviewing many items. An addition to the contract."""

    # Number of items that the review changed.
    changed: int
    # Number of selected items.
    selected: int


# Your own strings by key.
MetadataMap: TypeAlias = "dict[str, str]"


class PageSize(TypedDict):
    """A size in points (1/72 inch)."""

    # Height in points.
    height: float
    # Width in points.
    width: float


class Problem(TypedDict):
    """A problem, as RFC 9457 defines it."""

    # Available credits.
    available_credits: NotRequired[float]
    # Stable code for programs.
    code: ProblemCode
    # What is wrong and how to resolve it, for people.
    detail: str
    # Each field that failed.
    errors: NotRequired[list[FieldError]]
    # How to request access.
    next_step: NotRequired[str]
    # The exceeded quota.
    quota: NotRequired[str]
    # Id of the request, as in the `X-Request-Id` header.
    request_id: str
    # Credits the operation needs.
    required_credits: NotRequired[float]
    # Seconds to wait before retrying.
    retry_after: NotRequired[int]
    # The HTTP status.
    status: int
    # Title of the problem. Each code has one.
    title: str
    # URL of the page that explains the code.
    type: str


class Project(TypedDict):
    """A project: the documents of one construction project."""

    # Address of the site.
    address: str | None
    # When the project was created.
    created_at: str
    # Number of documents.
    document_count: int
    # Your id of the customer, for usage reports.
    end_customer_ref: str | None
    # Your own id of the project. Unique per tenant.
    external_ref: str | None
    # `prj_…`
    id: str
    # Your own strings by key.
    metadata: MetadataMap
    # Name, 1–200 characters.
    name: str
    # Your project number.
    reference: str | None
    # When the project was last updated. Null before the first update.
    updated_at: str | None


class ProjectCreate(TypedDict):
    """Body of `createProject`."""

    address: NotRequired[str | None]
    end_customer_ref: NotRequired[str | None]
    external_ref: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    name: str
    reference: NotRequired[str | None]


class ProjectList(TypedDict):
    """A page of a list."""

    # Resources of the page.
    data: list[Project]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class ProjectUpdate(TypedDict):
    """Body of `updateProject`."""

    address: NotRequired[str | None]
    end_customer_ref: NotRequired[str | None]
    external_ref: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    name: NotRequired[str]
    reference: NotRequired[str | None]


class QuantityTotal(TypedDict):
    """Total of one trade, category and unit."""

    # Code of the category in the taxonomy.
    category: str
    # Number of items.
    item_count: int
    # Sum of the effective quantities.
    quantity: float
    # Trade.
    trade: Trade
    # Code of the unit, as in the list of units.
    unit: str


class RateCardEntry(TypedDict):
    """Price of one operation."""

    # Price in credits.
    credits: float
    # Operation of the rate card.
    operation: str


class RateLimit(TypedDict):
    """How often a credential may call."""

    # Maximum calls in a burst.
    burst: int
    # Average calls per minute.
    per_minute: int


# A measured route: a pipe, duct, conduit or cable run.
Route = TypedDict(
    "Route",
    {
        # Other known properties by key.
        "attributes": "dict[str, AttributeValue]",
        # Confidence.
        "confidence": "ConfidenceBand",
        # The override if set, otherwise the extracted length.
        "effective_quantity": "float",
        # Start of the route.
        "from": "NotRequired[RouteEndpoint]",
        # Place on the page.
        "geometry": "NotRequired[Geometry]",
        # `rte_…`
        "id": "str",
        # The item that the route belongs to.
        "item_id": "NotRequired[str]",
        # Your note.
        "note": "str | None",
        # Page number, from 1.
        "page_number": "int",
        # Extracted length. Never changes.
        "quantity": "float",
        # Your length. An addition to the contract, as all fields of a review.
        "quantity_override": "float | None",
        # Review status of the route, or of its item when the route has none.
        "review_status": "ReviewStatus",
        # Number of straight segments.
        "segments": "NotRequired[int]",
        # System of the route.
        "system": "RouteSystem",
        # The takeoff that found it.
        "takeoff_id": "str",
        # End of the route.
        "to": "NotRequired[RouteEndpoint]",
        # Trade.
        "trade": "Trade",
        # Code of the unit, as in the list of units.
        "unit": "str",
        # Version for `If-Match`. Each review changes it.
        "version": "str",
    },
)


class RouteEndpoint(TypedDict):
    """Start or end of a route."""

    # Number of devices of a group.
    count: NotRequired[int]
    # The item at this end.
    item_id: NotRequired[str]
    # Tag on the drawing.
    tag: NotRequired[str | None]
    # Type.
    type: RouteEndpointType


class RouteList(TypedDict):
    """A page of routes, with totals."""

    # Resources of the page.
    data: list[Route]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None
    # Total length by route system, over all pages of the list.
    totals_by_system: dict[str, SystemTotal]


class RouteTotal(TypedDict):
    """The length of the routes of one system."""

    # Sum of the effective lengths.
    quantity: float
    # Number of routes.
    route_count: int
    # System of the routes.
    system: RouteSystem
    # Trade.
    trade: Trade
    # Code of the unit, as in the list of units.
    unit: str


class RouteUpdate(TypedDict):
    """Body of `reviewRoute`."""

    note: NotRequired[str | None]
    quantity_override: NotRequired[float | None]
    review_status: NotRequired[ReviewDecision]


class Scale(TypedDict):
    """Scale of the page: the length that its width represents."""

    # Source of the scale.
    source: ScaleSource
    # A unit code.
    unit: str
    # Real-world units across the full width of the page.
    units_per_normalized_x: float


class Schedule(TypedDict):
    """A schedule found on a sheet."""

    # Column headings, left to right.
    columns: list[str]
    # `sch_…`
    id: str
    # Kind of schedule.
    kind: ScheduleKind
    # Page number, from 1.
    page_number: int
    # Rows, top to bottom.
    rows: list[ScheduleRow]
    # Sheet.
    sheet: Sheet
    # Title of the schedule.
    title: str | None


class ScheduleList(TypedDict):
    """The schedules of a takeoff. The list is not paginated."""

    # Schedules by page and position.
    data: list[Schedule]


class ScheduleRow(TypedDict):
    """A row of a schedule."""

    # Cells by column heading.
    attributes: dict[str, AttributeValue]
    # Description.
    description: str
    # Tag of the row.
    tag: str


class Sheet(TypedDict):
    """A sheet of the drawing set."""

    # Sheet number in the title block.
    number: str | None
    # Sheet title in the title block.
    title: str | None


class SystemTotal(TypedDict):
    """Total length of the routes of one system."""

    # Sum of the effective lengths.
    quantity: float
    # Code of the unit, as in the list of units.
    unit: str


class Takeoff(TypedDict):
    """A takeoff: the quantities of one discipline from one document."""

    # When the takeoff ended. Null before.
    completed_at: str | None
    # When the takeoff was created.
    created_at: str
    # Discipline.
    discipline: Discipline
    # The document.
    document_id: str
    # Maximum charge in credits.
    estimated_credits: float
    # Your own id of the takeoff. Unique per tenant.
    external_ref: str | None
    # Why the takeoff failed. Present when the status is `failed` or `cancelled`.
    failure: NotRequired[Failure]
    # `tko_…`
    id: str
    # Your own strings by key.
    metadata: MetadataMap
    # Where the takeoff was started.
    origin: NotRequired[Origin]
    # Number of requested pages.
    pages_requested: int
    # Progress.
    progress: TakeoffProgress
    # The document's project.
    project_id: str
    # Position in the queue, from 1. Present when the status is `queued`.
    queue_position: NotRequired[int]
    # Results in numbers. Present when completed, or canceled after some pages.
    result_summary: NotRequired[TakeoffResult]
    # When the takeoff started. Null before.
    started_at: str | None
    # Status.
    status: JobStatus
    # What to check in the result.
    warnings: list[TakeoffWarning]


class TakeoffCreateOptions(TypedDict):
    """Counts as an empty object when it is absent."""

    depth: NotRequired[Depth | None]
    include_schedules: NotRequired[bool | None]
    units: NotRequired[UnitSystem | None]


class TakeoffCreate(TypedDict):
    """Body of `createTakeoff`."""

    discipline: Discipline
    document_id: str
    external_ref: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    # Counts as an empty object when it is absent.
    options: NotRequired[TakeoffCreateOptions | None]
    pages: NotRequired[list[int] | None]
    scope: NotRequired[TakeoffScope | None]


class TakeoffItem(TypedDict):
    """A counted or measured item, or a row of a consolidated list."""

    # Other known properties by key.
    attributes: dict[str, AttributeValue]
    # Code of the category in the taxonomy.
    category: str
    # Confidence.
    confidence: ConfidenceBand
    # Description in the legend or the schedule.
    description: str
    # The override if set, otherwise the extracted quantity.
    effective_quantity: float
    # Places on the pages that prove the item.
    evidence: list[Evidence]
    # Extracted quantity. Never changes.
    extracted_quantity: float
    # Place on the page.
    geometry: NotRequired[Geometry]
    # Items of one group share this id.
    group_id: NotRequired[str | None]
    # `itm_…`, or `grp_…` for a row of a consolidated list.
    id: str
    # Ids of the items in a row of a consolidated list. An addition to the contract.
    item_ids: NotRequired[list[str]]
    # Code of the item type in the taxonomy.
    item_type: str
    # What the quantity measures.
    measure_type: MeasureType
    # Your note.
    note: str | None
    # Page number, from 1.
    page_number: int
    # Your quantity, in place of the extracted one.
    quantity_override: float | None
    # An agent entered the last review, and nobody has confirmed it yet. An addition to the contract.
    review_proposed: NotRequired[bool]
    # Review status.
    review_status: ReviewStatus
    # Sheet.
    sheet: Sheet
    # Where on the drawing the item was found.
    source: ItemSource
    # Tag on the drawing.
    tag: str | None
    # The takeoff that found it.
    takeoff_id: str
    # Trade.
    trade: Trade
    # Code of the unit, as in the list of units.
    unit: str
    # Version for `If-Match`. Each review changes it. An addition to the contract.
    version: str


class TakeoffItemList(TypedDict):
    """A page of items."""

    # Whether the list is consolidated.
    consolidated: bool
    # Resources of the page.
    data: list[TakeoffItem]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class TakeoffList(TypedDict):
    """A page of a list."""

    # Resources of the page.
    data: list[Takeoff]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class TakeoffProgress(TypedDict):
    """Progress of a takeoff."""

    # Pages finished.
    pages_processed: NotRequired[int]
    # Total pages to process.
    pages_total: NotRequired[int]
    # Percent, 0–100.
    percent: int


class TakeoffResult(TypedDict):
    """The results of a takeoff in numbers."""

    # Number of items by trade.
    by_trade: NotRequired[dict[str, int]]
    # Credits charged.
    credits_charged: float
    # Number of items.
    item_count: int
    # Pages finished.
    pages_processed: NotRequired[int]
    # Number of measured routes.
    route_count: NotRequired[int]
    # Number of detected schedules.
    schedule_count: NotRequired[int]
    # Number of sheets read.
    sheet_count: int


class TakeoffSummary(TypedDict):
    """Totals of a takeoff."""

    # Lengths of routes by trade, system and unit. An addition to the contract.
    routes: list[RouteTotal]
    # The takeoff.
    takeoff_id: str
    # Totals by trade, category and unit.
    totals: list[QuantityTotal]


class TakeoffWarning(TypedDict):
    """A warning about a result. The takeoff is complete nevertheless."""

    # Code of the warning.
    code: WarningCode
    # Message for people.
    message: str
    # Affected pages. Absent when the warning concerns the whole takeoff.
    pages: NotRequired[list[int]]


class Taxonomy(TypedDict):
    """The whole taxonomy."""

    # Every trade, in the contract's order.
    trades: list[TaxonomyTrade]
    # Version of the taxonomy.
    version: str


class TaxonomyCategory(TypedDict):
    """A group of item types."""

    # Code, in snake case.
    code: str
    # Item types of the category.
    item_types: list[TaxonomyItemType]
    # Display name.
    name: str


class TaxonomyItemType(TypedDict):
    """An item type."""

    # Keys of `attributes` that distinguish items of this type.
    attribute_keys: NotRequired[list[str]]
    # Code, in snake case.
    code: str
    # Code of the unit in which items are usually priced.
    default_unit: str
    # Display name.
    name: str


class TaxonomyTrade(TypedDict):
    """A trade and its categories."""

    # Categories. Their codes and the codes of their item types are unique within the trade.
    categories: list[TaxonomyCategory]
    # Code.
    code: Trade
    # Display name.
    name: str


class TradeHint(TypedDict):
    """The probable trade."""

    # Confidence, from 0 to 1.
    confidence: float
    # Name of the trade.
    label: str | None
    # Trade code in the taxonomy.
    trade: str | None


class Unit(TypedDict):
    """A unit of the list."""

    # Code: 1 to 6 characters of `[A-Z0-9]`.
    code: str
    # What the unit measures.
    measure_type: MeasureType
    # Display name.
    name: str
    # Factor to the SI unit (m, m², m³, kg or s). 1 for pieces.
    si_factor: float
    # System of units.
    system: UnitFamily


class UnitList(TypedDict):
    """A list that is not paginated."""

    # All entries.
    data: list[Unit]


class Upload(TypedDict):
    """A signed URL to upload the file to."""

    # When the URL expires.
    expires_at: str
    # Headers to send with the PUT. All are required.
    headers: dict[str, str]
    # HTTP method, always PUT.
    method: Literal["PUT"]
    # Signed URL. No other credential is required.
    url: str


# Requests and credits within a period.
UsageReport = TypedDict(
    "UsageReport",
    {
        # First day.
        "from": "str",
        # What the rows group by.
        "group_by": "UsageGroup",
        # Rows by key. Groups without requests have no row.
        "rows": "list[UsageRow]",
        # Last day, inclusive.
        "to": "str",
    },
)


class UsageRow(TypedDict):
    """One group of a usage report."""

    # Credits charged.
    credits: float
    # Number of requests answered with a problem.
    errors: int
    # The day, surface, agent and so on, or `none`.
    key: str
    # 95th percentile of the response time in milliseconds.
    p95_ms: int | None
    # Number of requests.
    requests: int
    # Sum of requested units, for example pages.
    units: float


class WebhookAttempt(TypedDict):
    """One attempt to send an event to an endpoint."""

    # When the attempt started.
    attempted_at: str
    # Why the attempt failed. Null if it succeeded.
    error: str | None
    # Milliseconds until the response arrived or the attempt was abandoned.
    latency_ms: int
    # The first 4 KiB of the response body, as text. Null if there was no response.
    response_body: str | None
    # HTTP status of the response. Null if there was no response.
    status_code: int | None


class WebhookDelivery(TypedDict):
    """Delivery of an event to an endpoint."""

    # The attempts, oldest first.
    attempts: list[WebhookAttempt]
    # When the event happened.
    created_at: str
    # The event. Every attempt sends its id in the `webhook-id` header.
    event_id: str
    # The event's kind.
    event_type: EventKind
    # When the delivery succeeded, or failed permanently. Null while it is pending.
    finished_at: str | None
    # `whd_…`
    id: str
    # Time of the next attempt. Null if none is scheduled.
    next_attempt_at: str | None
    # Body of the request. Null once the event is older than 30 days.
    request_body: WebhookPayload | None
    # Status.
    status: DeliveryStatus
    # The endpoint.
    webhook_endpoint_id: str


class WebhookDeliveryList(TypedDict):
    """A page of a list."""

    # Resources of the page.
    data: list[WebhookDelivery]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class WebhookEndpoint(TypedDict):
    """An address that receives events."""

    # When it was created.
    created_at: str
    # Your description.
    description: str | None
    # Why it is disabled. Null if it is enabled.
    disabled_reason: DisabledReason | None
    # The kinds of events that it receives.
    event_types: list[EventKind]
    # `whe_…`
    id: str
    # When deliveries stop being signed with the previous secret as well. Null without a previous secret.
    previous_secret_expires_at: str | None
    # The secret that signs its deliveries, `whsec_…`. Responses that create or rotate it include it.
    secret: str | None
    # Whether it receives events.
    status: WebhookStatus
    # When it was last updated. Null before the first update.
    updated_at: str | None
    # The address.
    url: str


class WebhookEndpointCreate(TypedDict):
    """Body of `createWebhookEndpoint`."""

    description: NotRequired[str | None]
    event_types: list[EventKind]
    url: str


class WebhookEndpointList(TypedDict):
    """A page of a list."""

    # Resources of the page.
    data: list[WebhookEndpoint]
    # Whether more pages follow.
    has_more: bool
    # Cursor of the next page. Null when `has_more` is false.
    next_cursor: str | None


class WebhookEndpointUpdate(TypedDict):
    """Body of `updateWebhookEndpoint`."""

    description: NotRequired[str | None]
    event_types: NotRequired[list[EventKind]]
    status: NotRequired[WebhookStatus | None]
    url: NotRequired[str]


class WebhookPayload(TypedDict):
    """Body of a delivery: the event and its environment."""

    # What changed. The list of event kinds has the schema for each kind.
    data: dict[str, Any]
    # `sandbox` or `production`.
    environment: str
    # `evt_…`
    id: str
    # The project of the resource. It may have been deleted. Null if the resource has no project.
    project_id: str | None
    # Its id.
    resource_id: str
    # The kind of resource that changed: `takeoff`.
    resource_type: str
    # When the change was made.
    timestamp: str
    # Its kind, as in the list of event kinds.
    type: EventKind


class WebhookReplay(TypedDict):
    """Result of a replay."""

    # Number of deliveries that will be sent.
    deliveries: int


class WebhookReplayRange(TypedDict):
    """Body of `replayWebhookEvents`."""

    only_failed: NotRequired[bool | None]
    since: str
    until: NotRequired[str | None]


class ListProjectsQuery(TypedDict):
    """Query of `GET /projects`."""

    cursor: NotRequired[str]
    end_customer_ref: NotRequired[str]
    external_ref: NotRequired[str]
    limit: NotRequired[int]
    q: NotRequired[str]


class ListDocumentsQuery(TypedDict):
    """Query of `GET /documents`."""

    cursor: NotRequired[str]
    external_ref: NotRequired[str]
    limit: NotRequired[int]
    project_id: NotRequired[str]
    status: NotRequired[DocumentStatus]


class ListTakeoffsQuery(TypedDict):
    """Query of `GET /takeoffs`."""

    cursor: NotRequired[str]
    document_id: NotRequired[str]
    external_ref: NotRequired[str]
    limit: NotRequired[int]
    project_id: NotRequired[str]
    status: NotRequired[JobStatus]


class ListItemsQuery(TypedDict):
    """Query of `GET /takeoffs/{takeoff_id}/items`."""

    category: NotRequired[str]
    consolidated: NotRequired[bool | None]
    cursor: NotRequired[str]
    item_type: NotRequired[str]
    limit: NotRequired[int]
    measure_type: NotRequired[MeasureType]
    page_number: NotRequired[int]
    review_status: NotRequired[ReviewStatus]
    trade: NotRequired[Trade]
    units: NotRequired[UnitSystem]


class GetItemQuery(TypedDict):
    """Query of `GET /takeoffs/{takeoff_id}/items/{item_id}`."""

    category: NotRequired[str]
    item_type: NotRequired[str]
    measure_type: NotRequired[MeasureType]
    page_number: NotRequired[int]
    review_status: NotRequired[ReviewStatus]
    trade: NotRequired[Trade]


class ReviewItemQuery(TypedDict):
    """Query of `PATCH /takeoffs/{takeoff_id}/items/{item_id}`."""

    category: NotRequired[str]
    item_type: NotRequired[str]
    measure_type: NotRequired[MeasureType]
    page_number: NotRequired[int]
    review_status: NotRequired[ReviewStatus]
    trade: NotRequired[Trade]


class ListRoutesQuery(TypedDict):
    """Query of `GET /takeoffs/{takeoff_id}/routes`."""

    cursor: NotRequired[str]
    include_geometry: NotRequired[bool | None]
    limit: NotRequired[int]
    page_number: NotRequired[int]
    system: NotRequired[RouteSystem]
    trade: NotRequired[Trade]
    units: NotRequired[UnitSystem]


class GetUsageReportQuery(TypedDict):
    """Query of `GET /usage`."""

    end_customer_ref: NotRequired[str]
    format: NotRequired[ReportFormat]
    from_: str
    group_by: NotRequired[UsageGroup]
    surface: NotRequired[UsageSurface]
    to: str


class ListWebhookEndpointsQuery(TypedDict):
    """Query of `GET /webhook-endpoints`."""

    cursor: NotRequired[str]
    limit: NotRequired[int]
    status: NotRequired[WebhookStatus]


class ListWebhookDeliveriesQuery(TypedDict):
    """Query of `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`."""

    cursor: NotRequired[str]
    event_id: NotRequired[str]
    event_type: NotRequired[EventKind]
    limit: NotRequired[int]
    since: NotRequired[str]
    status: NotRequired[DeliveryStatus]
    until: NotRequired[str]


class ListEventsQuery(TypedDict):
    """Query of `GET /events`."""

    cursor: NotRequired[str]
    delivery_success: NotRequired[bool | None]
    limit: NotRequired[int]
    project_id: NotRequired[str]
    resource_id: NotRequired[str]
    since: NotRequired[str]
    type: NotRequired[EventKind]
    until: NotRequired[str]
