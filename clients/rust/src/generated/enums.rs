//! Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.

use crate::open_enum::open_enum;
open_enum! {
    #[doc = "How usage is billed."] BillingMode { Ledger = "ledger", Artifact =
    "artifact", }
}
open_enum! {
    #[doc = "Paid CAD access of an account."] CadAccess { Purchased = "purchased",
    Unlocked = "unlocked", Free = "free", }
}
open_enum! {
    #[doc = "Format of a CAD file."] CadFormat { Dxf = "dxf", Dwg = "dwg", }
}
open_enum! {
    #[doc = "How a CAD file is paid for."] CadPayment { Credits = "credits", Checkout =
    "checkout", }
}
open_enum! {
    #[doc = "What a CAD purchase covers."] CadPricingMode { DwgPaid = "dwg_paid",
    FirstSheetFree = "first_sheet_free", }
}
open_enum! {
    #[doc = "Why a CAD file requires a purchase."] CadPurchaseReason {
    DwgRequiresPurchase = "dwg_requires_purchase", FileTooLarge = "file_too_large",
    FullSetRequiresPurchase = "full_set_requires_purchase", }
}
open_enum! {
    #[doc = "Why a document cannot be converted to CAD."] CadReason { NotPdf = "not_pdf",
    RasterOrUnreadable = "raster_or_unreadable", NoVectorLinework = "no_vector_linework",
    }
}
open_enum! {
    #[doc = "What a credential can do with a capability."] CapabilityStatus { Available =
    "available", ComingSoon = "coming_soon", NotEnabled = "not_enabled", }
}
open_enum! {
    #[doc = "Whether a credential acts for a signed-in user."] ClientMode { Service =
    "service", Delegated = "delegated", }
}
open_enum! {
    #[doc = "Tier of a credential."] ClientTier { Sandbox = "sandbox", Standard =
    "standard", Enterprise = "enterprise", }
}
open_enum! {
    #[doc = "Confidence in a quantity."] ConfidenceBand { High = "high", Medium =
    "medium", Low = "low", }
}
open_enum! {
    #[doc = "Status of a delivery."] DeliveryStatus { Pending = "pending", Delivered =
    "delivered", Failed = "failed", }
}
open_enum! {
    #[doc = "Depth of a takeoff. Deep is premium."] Depth { Standard = "standard", Deep =
    "deep", }
}
open_enum! {
    #[doc = "Why an endpoint is disabled."] DisabledReason { Gone = "gone", Failing =
    "failing", Requested = "requested", }
}
open_enum! {
    #[doc = "Discipline of a takeoff."] Discipline { Electrical = "electrical",
    Mechanical = "mechanical", Plumbing = "plumbing", FireProtection = "fire_protection",
    Process = "process", Structural = "structural", MultiDiscipline = "multi_discipline",
    }
}
open_enum! {
    #[doc = "Kind of a document."] DocumentKind { Drawing = "drawing", Specification =
    "specification", Schedule = "schedule", }
}
open_enum! {
    #[doc = "Status of a document."] DocumentStatus { AwaitingUpload = "awaiting_upload",
    Ingesting = "ingesting", Ready = "ready", Failed = "failed", }
}
open_enum! {
    #[doc = "Environment of a credential."] Environment { Sandbox = "sandbox", Production
    = "production", }
}
open_enum! {
    #[doc = "Code of an event kind."] EventKind { DocumentCreated = "document.created",
    DocumentIngesting = "document.ingesting", DocumentReady = "document.ready",
    DocumentFailed = "document.failed", DocumentDeleted = "document.deleted",
    TakeoffCreated = "takeoff.created", TakeoffStarted = "takeoff.started",
    TakeoffCompleted = "takeoff.completed", TakeoffFailed = "takeoff.failed",
    TakeoffCancelled = "takeoff.cancelled", TakeoffReviewed = "takeoff.reviewed",
    TakeoffDeleted = "takeoff.deleted", ExportCreated = "export.created", ExportStarted =
    "export.started", ExportCompleted = "export.completed", ExportFailed =
    "export.failed", ExportDeleted = "export.deleted", CreditsChanged =
    "credits.changed", CreditsLow = "credits.low", CredentialCreated =
    "credential.created", CredentialChanged = "credential.changed", CredentialRevoked =
    "credential.revoked", ComponentBindingChanged = "component_binding.changed",
    WebhookEndpointDisabled = "webhook_endpoint.disabled", WebhookEndpointTest =
    "webhook_endpoint.test", }
}
open_enum! {
    #[doc = "Format of an export."] ExportFormat { Csv = "csv", Xlsx = "xlsx", Json =
    "json", Pdf = "pdf", Png = "png", MsProject = "ms_project", PrimaveraP6 =
    "primavera_p6", RibItwo = "rib_itwo", Presto = "presto", Quickbooks = "quickbooks", }
}
open_enum! {
    #[doc = "Why a document, a takeoff or an export failed."] FailureCode {
    DocumentUnreadable = "document_unreadable", UnsupportedContent =
    "unsupported_content", NoPagesSelected = "no_pages_selected", Capacity = "capacity",
    Cancelled = "cancelled", Internal = "internal", }
}
open_enum! {
    #[doc = "Where an item was found."] ItemSource { Plan = "plan", Schedule =
    "schedule", Legend = "legend", Manual = "manual", }
}
open_enum! {
    #[doc = "Status of a takeoff or an export."] JobStatus { Queued = "queued",
    Processing = "processing", Completed = "completed", Failed = "failed", Cancelled =
    "cancelled", }
}
open_enum! {
    #[doc = "What a quantity measures."] MeasureType { Count = "count", Length =
    "length", Area = "area", Volume = "volume", Weight = "weight", Time = "time", }
}
open_enum! {
    #[doc = "Where a takeoff was started."] Origin { Api = "api", WebApp = "web_app", }
}
open_enum! {
    #[doc = "Preferred units of an account. They apply unless a request sets others."]
    PreferredUnits { Imperial = "imperial", Metric = "metric", }
}
open_enum! {
    #[doc =
    "Premium access that a credential can request: a scope that the consent screen does not grant."]
    PremiumAccess { TakeoffsDeep = "takeoffs:deep", InteriorGenerate =
    "interior:generate", BimGenerate = "bim:generate", ClashRun = "clash:run", }
}
open_enum! {
    #[doc = "Code of a problem."] ProblemCode { ComponentOutOfMemory =
    "component_out_of_memory", ComponentOutputTooLarge = "component_output_too_large",
    ComponentTimeout = "component_timeout", ComponentTrapped = "component_trapped",
    ConsentRequired = "consent_required", DocumentNotReady = "document_not_ready",
    ExternalRefConflict = "external_ref_conflict", IdempotencyInProgress =
    "idempotency_in_progress", IdempotencyKeyReused = "idempotency_key_reused",
    InsufficientCredits = "insufficient_credits", InsufficientScope =
    "insufficient_scope", Internal = "internal", InvalidCursor = "invalid_cursor",
    InvalidIdempotencyKey = "invalid_idempotency_key", InvalidRequest =
    "invalid_request", NotAcceptable = "not_acceptable", NotEnabled = "not_enabled",
    NotFound = "not_found", PayloadTooLarge = "payload_too_large", PreconditionFailed =
    "precondition_failed", PremiumAccessRequired = "premium_access_required",
    QuotaExceeded = "quota_exceeded", RateLimited = "rate_limited", SourceUnreachable =
    "source_unreachable", TakeoffNotCancellable = "takeoff_not_cancellable",
    TakeoffNotCompleted = "takeoff_not_completed", Unauthenticated = "unauthenticated",
    Unavailable = "unavailable", UnsupportedMediaType = "unsupported_media_type",
    UploadExpired = "upload_expired", UploadMissing = "upload_missing", ValidationFailed
    = "validation_failed", }
}
open_enum! {
    #[doc = "Format of a usage report."] ReportFormat { Json = "json", Csv = "csv", }
}
open_enum! {
    #[doc = "Review status that a review sets."] ReviewDecision { Accepted = "accepted",
    Rejected = "rejected", Modified = "modified", }
}
open_enum! {
    #[doc = "Review status of an item or a route."] ReviewStatus { Extracted =
    "extracted", Accepted = "accepted", Rejected = "rejected", Modified = "modified", }
}
open_enum! {
    #[doc = "Kind of a route's start or end."] RouteEndpointType { Panel = "panel",
    Equipment = "equipment", Device = "device", DeviceGroup = "device_group", Junction =
    "junction", Riser = "riser", Unknown = "unknown", }
}
open_enum! {
    #[doc = "System of a measured route."] RouteSystem { Conduit = "conduit", Feeder =
    "feeder", BranchCircuit = "branch_circuit", CableTray = "cable_tray", Duct = "duct",
    Pipe = "pipe", Other = "other", }
}
open_enum! {
    #[doc = "Source of the scale of a geometry."] ScaleSource { TitleBlock =
    "title_block", ScaleBar = "scale_bar", Declared = "declared", }
}
open_enum! {
    #[doc = "Kind of a detected schedule."] ScheduleKind { Panel = "panel", Fixture =
    "fixture", Equipment = "equipment", Motor = "motor", Mechanical = "mechanical",
    Plumbing = "plumbing", Other = "other", }
}
open_enum! {
    #[doc = "Whether a takeoff covers all pages or some."] TakeoffScope { Full = "full",
    Pages = "pages", }
}
open_enum! {
    #[doc = "Trade of an item or a route."] Trade { Electrical = "electrical", Mechanical
    = "mechanical", Plumbing = "plumbing", FireProtection = "fire_protection", Structural
    = "structural", Architectural = "architectural", Civil = "civil", Process =
    "process", Other = "other", }
}
open_enum! {
    #[doc = "System of a unit."] UnitFamily { Imperial = "imperial", Metric = "metric",
    Either = "either", }
}
open_enum! {
    #[doc = "Preferred units."] UnitSystem { Imperial = "imperial", Metric = "metric",
    AsDrawn = "as_drawn", }
}
open_enum! {
    #[doc = "Grouping of a usage report."] UsageGroup { Day = "day", Surface = "surface",
    Agent = "agent", Client = "client", User = "user", Operation = "operation",
    EndCustomer = "end_customer", }
}
open_enum! {
    #[doc = "Surface that a request came through."] UsageSurface { Rest = "rest", Mcp =
    "mcp", }
}
open_enum! {
    #[doc = "Code of a takeoff's warning."] WarningCode { DisciplineMismatch =
    "discipline_mismatch", ScannedPagesLowQuality = "scanned_pages_low_quality",
    PagesSkippedNoContent = "pages_skipped_no_content", NoItemsFound = "no_items_found",
    PartialPagesFailed = "partial_pages_failed", ScaleMissing = "scale_missing",
    ScaleContradicted = "scale_contradicted", TextNotRecognised = "text_not_recognised",
    StatedQuantityDiffers = "stated_quantity_differs", UnlikelyCount = "unlikely_count",
    LayersOff = "layers_off", }
}
open_enum! {
    #[doc = "Whether an endpoint receives events."] WebhookStatus { Enabled = "enabled",
    Disabled = "disabled", }
}
