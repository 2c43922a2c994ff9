//! The service contract's names of enumeration values: WIT has `fire-protection`, the contract `fire_protection`.

use crate::quantities::{
    Confidence, Depth, Discipline, EndpointType, ItemSource, MeasureType, PageRate, ReviewStatus, RouteSystem,
    ScaleOrigin, ScheduleKind, Trade, UnitSystem, WarningCode,
};

/// An enumeration whose values have names in the service contract.
pub trait Name: Copy + Sized + 'static {
    /// All values, in the contract's order.
    const ALL: &'static [Self];

    /// Returns the contract's name of the value, as in JSON and in the database.
    fn name(self) -> &'static str;

    /// Returns the value with that name, or `None` if the contract does not have the name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

macro_rules! names {
    ($($type:ident { $($value:ident = $name:literal),+ $(,)? })+) => {$(
        impl Name for $type {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            fn name(self) -> &'static str {
                match self { $(Self::$value => $name),+ }
            }
        }
    )+};
}

names! {
    Trade {
        Electrical = "electrical", Mechanical = "mechanical", Plumbing = "plumbing",
        FireProtection = "fire_protection", Structural = "structural", Architectural = "architectural",
        Civil = "civil", Process = "process", Other = "other",
    }
    Discipline {
        Electrical = "electrical", Mechanical = "mechanical", Plumbing = "plumbing",
        FireProtection = "fire_protection", Process = "process", Structural = "structural",
        MultiDiscipline = "multi_discipline",
    }
    MeasureType {
        Count = "count", Length = "length", Area = "area", Volume = "volume", Weight = "weight", Time = "time",
    }
    Confidence { High = "high", Medium = "medium", Low = "low" }
    ItemSource { Plan = "plan", Schedule = "schedule", Legend = "legend", Manual = "manual" }
    ReviewStatus { Extracted = "extracted", Accepted = "accepted", Rejected = "rejected", Modified = "modified" }
    UnitSystem { Imperial = "imperial", Metric = "metric", AsDrawn = "as_drawn" }
    Depth { Standard = "standard", Deep = "deep" }
    ScaleOrigin { TitleBlock = "title_block", ScaleBar = "scale_bar", Declared = "declared" }
    RouteSystem {
        Conduit = "conduit", Feeder = "feeder", BranchCircuit = "branch_circuit", CableTray = "cable_tray",
        Duct = "duct", Pipe = "pipe", Other = "other",
    }
    EndpointType {
        Panel = "panel", Equipment = "equipment", Device = "device", DeviceGroup = "device_group",
        Junction = "junction", Riser = "riser", Unknown = "unknown",
    }
    ScheduleKind {
        Panel = "panel", Fixture = "fixture", Equipment = "equipment", Motor = "motor", Mechanical = "mechanical",
        Plumbing = "plumbing", Other = "other",
    }
    WarningCode {
        DisciplineMismatch = "discipline_mismatch", ScannedPagesLowQuality = "scanned_pages_low_quality",
        PagesSkippedNoContent = "pages_skipped_no_content", NoItemsFound = "no_items_found",
        PartialPagesFailed = "partial_pages_failed", ScaleMissing = "scale_missing",
        ScaleContradicted = "scale_contradicted", TextNotRecognised = "text_not_recognised",
        StatedQuantityDiffers = "stated_quantity_differs", UnlikelyCount = "unlikely_count", LayersOff = "layers_off",
    }
    PageRate { TextPage = "text_page", Page = "page", DeepPage = "deep_page", None = "none" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Name + PartialEq + std::fmt::Debug>() {
        for value in T::ALL {
            assert_eq!(T::from_name(value.name()), Some(*value));
        }
        assert_eq!(T::from_name(""), None);
        assert_eq!(T::from_name("fire-protection"), None, "the WIT spelling is not the contract's");
    }

    #[test]
    fn every_name_leads_back_to_its_value() {
        round_trip::<Trade>();
        round_trip::<Discipline>();
        round_trip::<MeasureType>();
        round_trip::<Confidence>();
        round_trip::<ItemSource>();
        round_trip::<ReviewStatus>();
        round_trip::<UnitSystem>();
        round_trip::<Depth>();
        round_trip::<ScaleOrigin>();
        round_trip::<RouteSystem>();
        round_trip::<EndpointType>();
        round_trip::<ScheduleKind>();
        round_trip::<WarningCode>();
        round_trip::<PageRate>();
    }
}
