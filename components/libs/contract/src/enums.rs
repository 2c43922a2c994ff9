//! The closed sets of names in the contract.

use serde::{Deserialize, Serialize};

/// Makes an enumeration whose names on the wire, in the database and in this list are the same.
macro_rules! names {
    ($(#[doc = $about:literal])* $name:ident { $($(#[$variant_about:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$variant_about])* #[doc = $text] #[serde(rename = $text)] $variant),*
        }

        impl $name {
            /// Every value, in the contract's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// Every name, in the contract's order.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// The value of a name on the wire.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl Named for $name {
            const NAMES: &'static [&'static str] = &[$($text),*];
            fn named(name: &str) -> Option<Self> { Self::parse(name) }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"description": concat!($($about),*).trim(), "type": "string", "enum": Self::NAMES})
            }
        }
    };
}

pub(crate) use names;

/// A closed set of names, for code that validates any of them.
pub trait Named: Sized {
    /// Every name, in the contract's order.
    const NAMES: &'static [&'static str];
    /// The value of a name.
    fn named(name: &str) -> Option<Self>;
}

names! {
    /// Trade of an item or a route.
    Trade {
        Electrical = "electrical", Mechanical = "mechanical", Plumbing = "plumbing",
        FireProtection = "fire_protection", Structural = "structural", Architectural = "architectural",
        Civil = "civil", Process = "process", Other = "other",
    }
}
names! {
    /// Discipline of a takeoff.
    Discipline {
        Electrical = "electrical", Mechanical = "mechanical", Plumbing = "plumbing",
        FireProtection = "fire_protection", Process = "process", Structural = "structural",
        MultiDiscipline = "multi_discipline",
    }
}
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
    /// What a quantity measures.
    MeasureType {
        Count = "count", Length = "length", Area = "area", Volume = "volume", Weight = "weight", Time = "time",
    }
}
names! {
    /// Confidence in a quantity.
    ConfidenceBand { High = "high", Medium = "medium", Low = "low" }
}
names! {
    /// Review status of an item or a route.
    ReviewStatus { Extracted = "extracted", Accepted = "accepted", Rejected = "rejected", Modified = "modified" }
}
names! {
    /// Review status that a review sets.
    ReviewDecision { Accepted = "accepted", Rejected = "rejected", Modified = "modified" }
}
names! {
    /// Where an item was found.
    ItemSource { Plan = "plan", Schedule = "schedule", Legend = "legend", Manual = "manual" }
}
names! {
    /// Preferred units.
    UnitSystem { Imperial = "imperial", Metric = "metric", AsDrawn = "as_drawn" }
}
names! {
    /// Kind of a detected schedule.
    ScheduleKind {
        Panel = "panel", Fixture = "fixture", Equipment = "equipment", Motor = "motor", Mechanical = "mechanical",
        Plumbing = "plumbing", Other = "other",
    }
}
names! {
    /// System of a measured route.
    RouteSystem {
        Conduit = "conduit", Feeder = "feeder", BranchCircuit = "branch_circuit", CableTray = "cable_tray",
        Duct = "duct", Pipe = "pipe", Other = "other",
    }
}
names! {
    /// Kind of a route's start or end.
    RouteEndpointType {
        Panel = "panel", Equipment = "equipment", Device = "device", DeviceGroup = "device_group",
        Junction = "junction", Riser = "riser", Unknown = "unknown",
    }
}
names! {
    /// Depth of a takeoff. Deep is premium.
    Depth { Standard = "standard", Deep = "deep" }
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
    /// Why a document, a takeoff or an export failed.
    FailureCode {
        DocumentUnreadable = "document_unreadable", UnsupportedContent = "unsupported_content",
        NoPagesSelected = "no_pages_selected", Capacity = "capacity", Cancelled = "cancelled", Internal = "internal",
    }
}
names! {
    /// Code of a takeoff's warning.
    WarningCode {
        DisciplineMismatch = "discipline_mismatch", ScannedPagesLowQuality = "scanned_pages_low_quality",
        PagesSkippedNoContent = "pages_skipped_no_content", NoItemsFound = "no_items_found",
        PartialPagesFailed = "partial_pages_failed", ScaleMissing = "scale_missing",
        ScaleContradicted = "scale_contradicted", TextNotRecognised = "text_not_recognised",
        StatedQuantityDiffers = "stated_quantity_differs", UnlikelyCount = "unlikely_count", LayersOff = "layers_off",
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
names! {
    /// Source of the scale of a geometry.
    ScaleSource { TitleBlock = "title_block", ScaleBar = "scale_bar", Declared = "declared" }
}

impl JobStatus {
    /// Whether nothing will change any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

impl ExportFormat {
    /// Whether it is written for an estimating or planning package, which the rate card prices.
    pub const fn is_estimating(self) -> bool {
        !matches!(self, Self::Csv | Self::Xlsx | Self::Json | Self::Pdf | Self::Png)
    }

    /// Whether it shows the pages of the original file, which must be a PDF.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_on_the_wire_and_in_the_list() {
        for (value, name) in Trade::ALL.iter().zip(Trade::NAMES) {
            assert_eq!(serde_json::to_value(value).unwrap(), *name);
            assert_eq!(serde_json::from_value::<Trade>((*name).into()).unwrap(), *value);
            assert_eq!(Trade::parse(name), Some(*value));
        }
        assert_eq!(Trade::parse("Electrical"), None);
    }
}
