//! Building pipes.

use crate::entry::{Row, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(Pipe, "", "domestic_water", "domestic_cold_water_pipe"),
    line(Pipe, "domestic cold water", "domestic_water", "domestic_cold_water_pipe"),
    line(Pipe, "domestic hot water", "domestic_water", "domestic_hot_water_pipe"),
    line(Pipe, "domestic hot water return", "domestic_water", "domestic_hot_water_return_pipe"),
    line(Pipe, "tempered water", "domestic_water", "domestic_hot_water_pipe"),
    line(Pipe, "nonpotable water", "domestic_water", "nonpotable_water_pipe"),
    line(Pipe, "water service", "domestic_water", "water_service_pipe"),
    line(Pipe, "water riser", "domestic_water", "domestic_cold_water_pipe"),
    line(Pipe, "sanitary waste", "sanitary", "waste_pipe"),
    line(Pipe, "soil", "sanitary", "soil_pipe"),
    line(Pipe, "vent", "sanitary", "vent_pipe"),
    line(Pipe, "grease waste", "sanitary", "grease_waste_pipe"),
    line(Pipe, "acid waste", "sanitary", "acid_waste_pipe"),
    line(Pipe, "indirect waste", "sanitary", "indirect_waste_pipe"),
    line(Pipe, "force main", "sanitary", "force_main"),
    line(Pipe, "storm drain", "storm", "storm_pipe"),
    line(Pipe, "overflow storm drain", "storm", "overflow_storm_pipe"),
    line(Pipe, "rain leader", "storm", "rain_leader"),
    line(Pipe, "subsoil drain", "storm", "subsoil_drain"),
    line(Pipe, "gas", "gas", "gas_pipe"),
    line(Pipe, "medical gas", "medical_gas", "medical_gas_pipe"),
    line(Pipe, "medical vacuum", "medical_gas", "medical_vacuum_pipe"),
];
