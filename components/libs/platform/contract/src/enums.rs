//! The closed sets of names in the contract: those of the domain, and those that only the API has.

pub use plumbline_domain::{
    ConfidenceBand, Depth, Discipline, FailureCode, ItemSource, MeasureType, Named, ReviewStatus, RouteEndpointType,
    RouteSystem, ScaleSource, ScheduleKind, Trade, UnitSystem, WarningCode,
};

use plumbline_domain::names;

names! {
    /// Status of a document.
    DocumentStatus { AwaitingUpload = "awaiting_upload", Ingesting = "ingesting", Ready = "ready", Failed = "failed" }
}
names! {
    /// Kind of a document.
    DocumentKind { Drawing = "drawing", Specification = "specification", Schedule = "schedule" }
}
names! {
    /// Status of a takeoff or an export.
    JobStatus {
        Queued = "queued", Processing = "processing", Completed = "completed", Failed = "failed", Cancelled = "cancelled",
    }
}
names! {
    /// Review status that a review sets.
    ReviewDecision { Accepted = "accepted", Rejected = "rejected", Modified = "modified" }
}
names! {
    /// Whether a takeoff covers all pages or some.
    TakeoffScope { Full = "full", Pages = "pages" }
}
names! {
    /// Where a takeoff was started.
    Origin { Api = "api", WebApp = "web_app" }
}
names! {
    /// Format of an export.
    ExportFormat {
        Csv = "csv", Xlsx = "xlsx", Json = "json", Pdf = "pdf", Png = "png", MsProject = "ms_project",
        PrimaveraP6 = "primavera_p6", RibItwo = "rib_itwo", Presto = "presto", Quickbooks = "quickbooks",
    }
}
names! {
    /// Surface that a request came through.
    UsageSurface { Rest = "rest", Mcp = "mcp" }
}
names! {
    /// Grouping of a usage report.
    UsageGroup {
        Day = "day", Surface = "surface", Agent = "agent", Client = "client", User = "user", Operation = "operation",
        EndCustomer = "end_customer",
    }
}
names! {
    /// Format of a usage report.
    ReportFormat { Json = "json", Csv = "csv" }
}

impl ExportFormat {
    /// Returns whether the format is for an estimating or planning package. The rate card has a price for these.
    pub const fn is_estimating(self) -> bool {
        !matches!(self, Self::Csv | Self::Xlsx | Self::Json | Self::Pdf | Self::Png)
    }

    /// Returns whether the format shows pages of the original file, which must then be a PDF.
    pub const fn shows_pages(self) -> bool {
        matches!(self, Self::Pdf | Self::Png)
    }
}

names! {
    /// Format of a CAD file.
    CadFormat { Dxf = "dxf", Dwg = "dwg" }
}
names! {
    /// How a CAD file is paid for.
    CadPayment { Credits = "credits", Checkout = "checkout" }
}
names! {
    /// Why a CAD file requires a purchase.
    CadPurchaseReason {
        DwgRequiresPurchase = "dwg_requires_purchase", FileTooLarge = "file_too_large",
        FullSetRequiresPurchase = "full_set_requires_purchase",
    }
}
names! {
    /// Why a document cannot be converted to CAD.
    CadReason {
        NotPdf = "not_pdf", RasterOrUnreadable = "raster_or_unreadable", NoVectorLinework = "no_vector_linework",
    }
}
names! {
    /// Paid CAD access of an account.
    CadAccess { Purchased = "purchased", Unlocked = "unlocked", Free = "free" }
}
names! {
    /// What a CAD purchase covers.
    CadPricingMode { DwgPaid = "dwg_paid", FirstSheetFree = "first_sheet_free" }
}
