//! The units of results, and the systems they belong to.

use serde::{Deserialize, Serialize};

/// Kilograms in a pound, exactly (international yard and pound agreement, 1959).
pub const POUND: f64 = 0.453_592_37;

/// The kind of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words say it")]
pub enum Kind {
    Length,
    Area,
    Volume,
    Weight,
}

/// The units of results. Their codes are those of the contract's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words say it")]
pub enum Unit {
    Meter,
    Foot,
    SquareMeter,
    SquareFoot,
    CubicMeter,
    CubicYard,
    Kilogram,
    Pound,
}

impl Unit {
    /// Returns the contract's code.
    pub fn code(self) -> &'static str {
        match self {
            Unit::Meter => "M",
            Unit::Foot => "FT",
            Unit::SquareMeter => "M2",
            Unit::SquareFoot => "SF",
            Unit::CubicMeter => "M3",
            Unit::CubicYard => "CY",
            Unit::Kilogram => "KG",
            Unit::Pound => "LB",
        }
    }

    /// Returns the sign used in formulas.
    pub fn sign(self) -> &'static str {
        match self {
            Unit::Meter => "m",
            Unit::Foot => "ft",
            Unit::SquareMeter => "m²",
            Unit::SquareFoot => "ft²",
            Unit::CubicMeter => "m³",
            Unit::CubicYard => "yd³",
            Unit::Kilogram => "kg",
            Unit::Pound => "lb",
        }
    }

    /// Returns the kind of measure.
    pub fn kind(self) -> Kind {
        match self {
            Unit::Meter | Unit::Foot => Kind::Length,
            Unit::SquareMeter | Unit::SquareFoot => Kind::Area,
            Unit::CubicMeter | Unit::CubicYard => Kind::Volume,
            Unit::Kilogram | Unit::Pound => Kind::Weight,
        }
    }
}

/// The system of a result: feet and inches, or meters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words say it")]
pub enum System {
    Imperial,
    Metric,
}

impl System {
    /// Returns the imperial system if `imperial` is set, otherwise the metric one.
    pub fn of(imperial: bool) -> Self {
        if imperial { System::Imperial } else { System::Metric }
    }

    /// Returns the unit in which this system states a kind of measure.
    pub fn unit(self, kind: Kind) -> Unit {
        match (self, kind) {
            (System::Imperial, Kind::Length) => Unit::Foot,
            (System::Imperial, Kind::Area) => Unit::SquareFoot,
            (System::Imperial, Kind::Volume) => Unit::CubicYard,
            (System::Imperial, Kind::Weight) => Unit::Pound,
            (System::Metric, Kind::Length) => Unit::Meter,
            (System::Metric, Kind::Area) => Unit::SquareMeter,
            (System::Metric, Kind::Volume) => Unit::CubicMeter,
            (System::Metric, Kind::Weight) => Unit::Kilogram,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_contract::units;

    const ALL: [Unit; 8] = [
        Unit::Meter,
        Unit::Foot,
        Unit::SquareMeter,
        Unit::SquareFoot,
        Unit::CubicMeter,
        Unit::CubicYard,
        Unit::Kilogram,
        Unit::Pound,
    ];

    #[test]
    fn every_code_is_in_the_contracts_list_and_measures_the_same() {
        for unit in ALL {
            let listed = units::find(unit.code()).unwrap();
            assert_eq!(format!("{:?}", listed.measure_type), format!("{:?}", unit.kind()));
        }
    }
}
