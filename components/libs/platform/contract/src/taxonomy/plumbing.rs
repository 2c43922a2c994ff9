//! Plumbing: fixtures, and the piping that supplies and drains them.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const FIXTURE: &[&str] = counted!["system", "mounting", "flow_rate", "trim", "accessible"];
const EQUIPMENT: &[&str] = counted!["size", "system", "rating", "capacity", "circuit", "panel", "mounting"];
const PIPE: &[&str] = measured!["size", "system", "material", "joint", "schedule", "slope", "insulation"];
const FITTING: &[&str] = counted!["size", "system", "material", "joint"];
const VALVE: &[&str] = counted!["size", "system", "rating", "material", "connection"];
const DRAIN: &[&str] = counted!["size", "system", "material", "strainer"];
const COVER: &[&str] = measured!["size", "system", "material", "thickness"];
const PART: &[&str] = counted!["size", "material", "system"];

pub(super) const TRADE: TradeEntry = trade(Trade::Plumbing, "Plumbing", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("fixtures", "Fixtures", FIXTURES),
    category("fixture_trim", "Fixture trim and carriers", TRIM),
    category("drains", "Drains and cleanouts", DRAINS),
    category("domestic_water", "Domestic water piping", DOMESTIC_WATER),
    category("sanitary", "Sanitary waste and vent piping", SANITARY),
    category("storm", "Storm drainage piping", STORM),
    category("gas", "Fuel gas piping", GAS),
    category("medical_gas", "Medical gas", MEDICAL_GAS),
    category("valves", "Valves", VALVES),
    category("specialties", "Specialties", SPECIALTIES),
    category("water_heating", "Water heating", WATER_HEATING),
    category("pumps", "Pumps", PUMPS),
    category("tanks_and_treatment", "Tanks, interceptors and treatment", TANKS),
    category("insulation", "Insulation", INSULATION),
    category("supports", "Supports and penetrations", SUPPORTS),
];

const FIXTURES: &[ItemType] = &[
    item("water_closet", "Water closet", "EA", FIXTURE),
    item("urinal", "Urinal", "EA", FIXTURE),
    item("lavatory", "Lavatory", "EA", FIXTURE),
    item("sink", "Sink", "EA", FIXTURE),
    item("mop_sink", "Mop or service sink", "EA", FIXTURE),
    item("shower", "Shower", "EA", FIXTURE),
    item("bathtub", "Bathtub", "EA", FIXTURE),
    item("bidet", "Bidet", "EA", FIXTURE),
    item("drinking_fountain", "Drinking fountain or water cooler", "EA", FIXTURE),
    item("wash_fountain", "Wash fountain", "EA", FIXTURE),
    item("emergency_shower", "Emergency shower", "EA", FIXTURE),
    item("eyewash", "Eyewash", "EA", FIXTURE),
    item("laundry_box", "Washing machine box", "EA", FIXTURE),
    item("ice_maker_box", "Ice maker box", "EA", FIXTURE),
];

const TRIM: &[ItemType] = &[
    item("faucet", "Faucet", "EA", FIXTURE),
    item("flush_valve", "Flush valve", "EA", FIXTURE),
    item("shower_valve", "Shower valve", "EA", FIXTURE),
    item("fixture_carrier", "Fixture carrier", "EA", FIXTURE),
    item("trap", "Trap", "EA", FITTING),
    item("fixture_supply", "Fixture supply with stop", "EA", FITTING),
    item("garbage_disposer", "Garbage disposer", "EA", EQUIPMENT),
    item("thermostatic_mixing_valve", "Thermostatic mixing valve", "EA", VALVE),
];

const DRAINS: &[ItemType] = &[
    item("floor_drain", "Floor drain", "EA", DRAIN),
    item("floor_sink", "Floor sink", "EA", DRAIN),
    item("area_drain", "Area drain", "EA", DRAIN),
    item("trench_drain", "Trench drain", "LF", DRAIN),
    item("roof_drain", "Roof drain", "EA", DRAIN),
    item("overflow_drain", "Overflow drain", "EA", DRAIN),
    item("scupper", "Scupper", "EA", DRAIN),
    item("hub_drain", "Hub drain", "EA", DRAIN),
    item("floor_cleanout", "Floor cleanout", "EA", DRAIN),
    item("wall_cleanout", "Wall cleanout", "EA", DRAIN),
    item("downspout_nozzle", "Downspout nozzle", "EA", DRAIN),
    item("trap_primer", "Trap primer", "EA", DRAIN),
];

const DOMESTIC_WATER: &[ItemType] = &[
    item("domestic_cold_water_pipe", "Cold water pipe", "LF", PIPE),
    item("domestic_hot_water_pipe", "Hot water pipe", "LF", PIPE),
    item("domestic_hot_water_return_pipe", "Hot water return pipe", "LF", PIPE),
    item("nonpotable_water_pipe", "Nonpotable water pipe", "LF", PIPE),
    item("water_service_pipe", "Water service pipe", "LF", PIPE),
    item("water_pipe_elbow", "Elbow", "EA", FITTING),
    item("water_pipe_tee", "Tee", "EA", FITTING),
    item("water_pipe_reducer", "Reducer", "EA", FITTING),
    item("water_pipe_coupling", "Coupling or union", "EA", FITTING),
    item("stub_out", "Stub-out", "EA", FITTING),
];

const SANITARY: &[ItemType] = &[
    item("waste_pipe", "Waste pipe", "LF", PIPE),
    item("soil_pipe", "Soil pipe", "LF", PIPE),
    item("vent_pipe", "Vent pipe", "LF", PIPE),
    item("grease_waste_pipe", "Grease waste pipe", "LF", PIPE),
    item("acid_waste_pipe", "Acid waste pipe", "LF", PIPE),
    item("indirect_waste_pipe", "Indirect waste pipe", "LF", PIPE),
    item("force_main", "Force main", "LF", PIPE),
    item("sanitary_bend", "Bend", "EA", FITTING),
    item("sanitary_wye", "Wye or tee", "EA", FITTING),
    item("sanitary_coupling", "Coupling", "EA", FITTING),
    item("vent_through_roof", "Vent through roof", "EA", FITTING),
    item("backwater_valve", "Backwater valve", "EA", VALVE),
];

const STORM: &[ItemType] = &[
    item("storm_pipe", "Storm pipe", "LF", PIPE),
    item("overflow_storm_pipe", "Overflow storm pipe", "LF", PIPE),
    item("rain_leader", "Rain leader", "LF", PIPE),
    item("subsoil_drain", "Subsoil drain", "LF", PIPE),
    item("storm_fitting", "Storm fitting", "EA", FITTING),
];

const GAS: &[ItemType] = &[
    item("gas_pipe", "Gas pipe", "LF", PIPE),
    item("gas_flexible_tubing", "Corrugated gas tubing", "LF", PIPE),
    item("gas_fitting", "Gas fitting", "EA", FITTING),
    item("gas_cock", "Gas cock", "EA", VALVE),
    item("gas_regulator", "Gas regulator", "EA", VALVE),
    item("gas_meter", "Gas meter", "EA", VALVE),
    item("gas_solenoid_valve", "Gas solenoid valve", "EA", VALVE),
    item("gas_connection", "Connection of a gas appliance", "EA", FITTING),
];

const MEDICAL_GAS: &[ItemType] = &[
    item("medical_gas_outlet", "Medical gas outlet", "EA", FIXTURE),
    item("medical_gas_pipe", "Medical gas pipe", "LF", PIPE),
    item("medical_vacuum_pipe", "Medical vacuum pipe", "LF", PIPE),
    item("medical_gas_zone_valve", "Zone valve box", "EA", VALVE),
    item("medical_gas_alarm", "Medical gas alarm panel", "EA", EQUIPMENT),
    item("medical_gas_manifold", "Manifold", "EA", EQUIPMENT),
    item("laboratory_gas_outlet", "Laboratory gas outlet", "EA", FIXTURE),
];

const VALVES: &[ItemType] = &[
    item("ball_valve", "Ball valve", "EA", VALVE),
    item("gate_valve", "Gate valve", "EA", VALVE),
    item("globe_valve", "Globe valve", "EA", VALVE),
    item("butterfly_valve", "Butterfly valve", "EA", VALVE),
    item("check_valve", "Check valve", "EA", VALVE),
    item("balancing_valve", "Balancing valve", "EA", VALVE),
    item("pressure_reducing_valve", "Pressure reducing valve", "EA", VALVE),
    item("relief_valve", "Relief valve", "EA", VALVE),
    item("mixing_valve", "Master mixing valve", "EA", VALVE),
    item("solenoid_valve", "Solenoid valve", "EA", VALVE),
];

const SPECIALTIES: &[ItemType] = &[
    item("backflow_preventer", "Backflow preventer", "EA", VALVE),
    item("vacuum_breaker", "Vacuum breaker", "EA", VALVE),
    item("hose_bibb", "Hose bibb", "EA", FIXTURE),
    item("wall_hydrant", "Wall hydrant", "EA", FIXTURE),
    item("roof_hydrant", "Roof hydrant", "EA", FIXTURE),
    item("water_hammer_arrester", "Water hammer arrester", "EA", FITTING),
    item("water_meter", "Water meter", "EA", VALVE),
    item("strainer", "Strainer", "EA", VALVE),
    item("gauge", "Thermometer or pressure gauge", "EA", VALVE),
    item("access_panel", "Access panel", "EA", PART),
];

const WATER_HEATING: &[ItemType] = &[
    item("storage_water_heater", "Storage water heater", "EA", EQUIPMENT),
    item("tankless_water_heater", "Tankless water heater", "EA", EQUIPMENT),
    item("heat_pump_water_heater", "Heat pump water heater", "EA", EQUIPMENT),
    item("solar_water_heater", "Solar water heater", "EA", EQUIPMENT),
    item("hot_water_storage_tank", "Hot water storage tank", "EA", EQUIPMENT),
    item("expansion_tank", "Expansion tank", "EA", EQUIPMENT),
];

const PUMPS: &[ItemType] = &[
    item("recirculation_pump", "Recirculation pump", "EA", EQUIPMENT),
    item("booster_pump", "Booster pump", "EA", EQUIPMENT),
    item("sump_pump", "Sump pump", "EA", EQUIPMENT),
    item("sewage_ejector", "Sewage ejector", "EA", EQUIPMENT),
    item("vacuum_pump", "Vacuum pump", "EA", EQUIPMENT),
    item("air_compressor", "Air compressor", "EA", EQUIPMENT),
];

const TANKS: &[ItemType] = &[
    item("grease_interceptor", "Grease interceptor", "EA", EQUIPMENT),
    item("oil_separator", "Oil and sand separator", "EA", EQUIPMENT),
    item("acid_neutralization_tank", "Acid neutralization tank", "EA", EQUIPMENT),
    item("domestic_water_tank", "Domestic water tank", "EA", EQUIPMENT),
    item("rainwater_cistern", "Rainwater cistern", "EA", EQUIPMENT),
    item("water_softener", "Water softener", "EA", EQUIPMENT),
    item("water_filter", "Water filter", "EA", EQUIPMENT),
    item("ultraviolet_unit", "Ultraviolet unit", "EA", EQUIPMENT),
    item("sump_basin", "Sump basin", "EA", EQUIPMENT),
];

const INSULATION: &[ItemType] = &[
    item("pipe_insulation", "Pipe insulation", "LF", COVER),
    item("tank_insulation", "Tank insulation", "SF", COVER),
    item("fixture_insulation_kit", "Insulation kit of a fixture", "EA", PART),
    item("pipe_heat_trace", "Heat trace of pipe", "LF", COVER),
];

const SUPPORTS: &[ItemType] = &[
    item("pipe_hanger", "Pipe hanger", "EA", PART),
    item("riser_clamp", "Riser clamp", "EA", PART),
    item("pipe_sleeve", "Sleeve", "EA", PART),
    item("core_drill", "Core drill", "EA", PART),
    item("firestop", "Firestop of a penetration", "EA", PART),
    item("seismic_brace", "Seismic brace", "EA", PART),
    item("housekeeping_pad", "Housekeeping pad", "EA", PART),
];
