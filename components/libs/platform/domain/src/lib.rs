//! The closed sets of names that describe drawings and quantities: disciplines, trades, systems, schedules, failures.
//! Beside them, the characters that are fractions (`fraction`), and text in the character set of files that are not
//! Unicode (`windows_1252`, a feature, because its tables are large).
//!
//! Each set is defined only here. The contract adds the sets that only its API has. The libraries that read drawings use
//! these types directly, and `plumbline-drawing-types` converts them to the types of the WIT package.
//!
//! ```
//! use plumbline_domain::{Discipline, Trade};
//!
//! assert_eq!(Discipline::parse("fire_protection"), Some(Discipline::FireProtection));
//! assert_eq!(Discipline::Electrical.trade().map(Trade::as_str), Some("electrical"));
//! ```

mod fraction;
#[cfg(feature = "windows_1252")]
pub mod windows_1252;

pub use fraction::fraction;

/// Declares an enumeration whose names on the wire, in the database and in this list are the same. The crate that calls it
/// needs `serde`, and `schemars` for its feature `schema`.
#[macro_export]
macro_rules! names {
    ($(#[doc = $about:literal])* $name:ident { $($(#[$variant_about:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_about])* #[doc = $text] #[serde(rename = $text)] $variant),*
        }

        impl $name {
            /// Every value, in the contract's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// Every name, in the contract's order.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// Returns the name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// Returns the value with this name on the wire, or `None` if there is none.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl $crate::Named for $name {
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

/// A closed set of names, for code that validates any of them.
pub trait Named: Sized {
    /// All names, in the contract's order.
    const NAMES: &'static [&'static str];
    /// Returns the value of a name, or `None` if the set does not have it.
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
        /// Panelboard: a row is a circuit.
        Panel = "panel",
        /// Luminaires.
        Fixture = "fixture",
        /// Equipment and bills of material.
        Equipment = "equipment",
        /// Motors and their starters.
        Motor = "motor",
        /// Heating, ventilation, air conditioning.
        Mechanical = "mechanical",
        /// Plumbing fixtures and equipment.
        Plumbing = "plumbing",
        /// Any other schedule: doors, finishes, reinforcement …
        Other = "other",
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
    /// Source of the scale of a geometry.
    ScaleSource { TitleBlock = "title_block", ScaleBar = "scale_bar", Declared = "declared" }
}

impl Discipline {
    /// Returns its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Electrical => "Electrical",
            Self::Mechanical => "Mechanical",
            Self::Plumbing => "Plumbing",
            Self::FireProtection => "Fire protection",
            Self::Process => "Process",
            Self::Structural => "Structural",
            Self::MultiDiscipline => "Multi-discipline",
        }
    }

    /// Returns the trade of its quantities, or `None` for a drawing of several disciplines.
    pub const fn trade(self) -> Option<Trade> {
        match self {
            Self::Electrical => Some(Trade::Electrical),
            Self::Mechanical => Some(Trade::Mechanical),
            Self::Plumbing => Some(Trade::Plumbing),
            Self::FireProtection => Some(Trade::FireProtection),
            Self::Process => Some(Trade::Process),
            Self::Structural => Some(Trade::Structural),
            Self::MultiDiscipline => None,
        }
    }
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
