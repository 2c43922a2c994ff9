//! Conversion between the enumerations of the WIT package and those of the domain, and their names in the service
//! contract: WIT has `fire-protection`, the contract `fire_protection`.

use crate::quantities as wit;

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

/// Converts both ways. The matches fail to compile if one of the two enumerations has another value.
macro_rules! same {
    ($($wit:ident = $domain:ident { $($value:ident),+ $(,)? })+) => {$(
        impl From<wit::$wit> for plumbline_domain::$domain {
            fn from(value: wit::$wit) -> Self {
                match value { $(wit::$wit::$value => Self::$value),+ }
            }
        }

        impl From<plumbline_domain::$domain> for wit::$wit {
            fn from(value: plumbline_domain::$domain) -> Self {
                match value { $(plumbline_domain::$domain::$value => Self::$value),+ }
            }
        }

        impl Name for wit::$wit {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            fn name(self) -> &'static str {
                plumbline_domain::$domain::from(self).as_str()
            }
        }
    )+};
}

same! {
    Trade = Trade {
        Electrical, Mechanical, Plumbing, FireProtection, Structural, Architectural, Civil, Process, Other,
    }
    Discipline = Discipline {
        Electrical, Mechanical, Plumbing, FireProtection, Process, Structural, MultiDiscipline,
    }
    MeasureType = MeasureType { Count, Length, Area, Volume, Weight, Time }
    Confidence = ConfidenceBand { High, Medium, Low }
    ItemSource = ItemSource { Plan, Schedule, Legend, Manual }
    ReviewStatus = ReviewStatus { Extracted, Accepted, Rejected, Modified }
    UnitSystem = UnitSystem { Imperial, Metric, AsDrawn }
    Depth = Depth { Standard, Deep }
    ScaleOrigin = ScaleSource { TitleBlock, ScaleBar, Declared }
    RouteSystem = RouteSystem { Conduit, Feeder, BranchCircuit, CableTray, Duct, Pipe, Other }
    EndpointType = RouteEndpointType { Panel, Equipment, Device, DeviceGroup, Junction, Riser, Unknown }
    ScheduleKind = ScheduleKind { Panel, Fixture, Equipment, Motor, Mechanical, Plumbing, Other }
    WarningCode = WarningCode {
        DisciplineMismatch, ScannedPagesLowQuality, PagesSkippedNoContent, NoItemsFound, PartialPagesFailed,
        ScaleMissing, ScaleContradicted, TextNotRecognised, StatedQuantityDiffers, UnlikelyCount, LayersOff,
    }
}

/// The names in `takeoff_pages.rate`. Rates are a matter of the price list and not of the domain.
impl Name for wit::PageRate {
    const ALL: &'static [Self] = &[Self::TextPage, Self::Page, Self::DeepPage, Self::None];
    fn name(self) -> &'static str {
        match self {
            Self::TextPage => "text_page",
            Self::Page => "page",
            Self::DeepPage => "deep_page",
            Self::None => "none",
        }
    }
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
        round_trip::<wit::Trade>();
        round_trip::<wit::Discipline>();
        round_trip::<wit::MeasureType>();
        round_trip::<wit::Confidence>();
        round_trip::<wit::ItemSource>();
        round_trip::<wit::ReviewStatus>();
        round_trip::<wit::UnitSystem>();
        round_trip::<wit::Depth>();
        round_trip::<wit::ScaleOrigin>();
        round_trip::<wit::RouteSystem>();
        round_trip::<wit::EndpointType>();
        round_trip::<wit::ScheduleKind>();
        round_trip::<wit::WarningCode>();
        round_trip::<wit::PageRate>();
    }
}
