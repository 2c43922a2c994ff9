//! Civil: the site, its earth, pavements, utilities and planting.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const EARTH: &[&str] = measured!["depth", "material", "soil_class", "haul_distance"];
const SURFACE: &[&str] = measured!["size", "depth", "material", "section"];
const LINE: &[&str] = measured!["size", "material", "height", "section"];
const PIPE: &[&str] = measured!["size", "system", "material", "depth", "slope", "bedding"];
const STRUCTURE: &[&str] = counted!["size", "depth", "system", "material", "invert", "rim"];
const PART: &[&str] = counted!["size", "material", "system"];
const PLANT: &[&str] = counted!["size", "species", "spacing"];

pub(super) const TRADE: TradeEntry = trade(Trade::Civil, "Civil", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("site_preparation", "Site preparation", PREPARATION),
    category("earthwork", "Earthwork", EARTHWORK),
    category("erosion_control", "Erosion control", EROSION),
    category("paving", "Paving", PAVING),
    category("curbs_and_walks", "Curbs and walks", CURBS),
    category("storm_drainage", "Storm drainage", STORM),
    category("sanitary_sewer", "Sanitary sewer", SEWER),
    category("water_distribution", "Water distribution", WATER),
    category("dry_utilities", "Gas, power and communications", DRY),
    category("retaining_structures", "Retaining structures", RETAINING),
    category("fencing_and_site_furniture", "Fencing and site furniture", FENCING),
    category("landscaping", "Landscaping", LANDSCAPING),
    category("irrigation", "Irrigation", IRRIGATION),
    category("traffic_and_marking", "Traffic and marking", TRAFFIC),
];

const PREPARATION: &[ItemType] = &[
    item("clearing", "Clearing and grubbing", "AC", EARTH),
    item("tree_removal", "Tree removal", "EA", PLANT),
    item("topsoil_stripping", "Topsoil stripping", "CY", EARTH),
    item("pavement_removal", "Pavement removal", "SY", SURFACE),
    item("curb_removal", "Curb removal", "LF", LINE),
    item("structure_demolition", "Demolition of a structure", "EA", PART),
    item("pipe_removal", "Pipe removal", "LF", PIPE),
    item("saw_cutting", "Saw cutting", "LF", LINE),
    item("survey_staking", "Survey and staking", "LS", PART),
];

const EARTHWORK: &[ItemType] = &[
    item("excavation", "Excavation", "CY", EARTH),
    item("rock_excavation", "Rock excavation", "CY", EARTH),
    item("trench_excavation", "Trench excavation", "CY", EARTH),
    item("embankment", "Embankment or fill", "CY", EARTH),
    item("import_fill", "Imported fill", "CY", EARTH),
    item("export_spoil", "Exported spoil", "CY", EARTH),
    item("backfill", "Backfill", "CY", EARTH),
    item("structural_fill", "Structural fill", "CY", EARTH),
    item("fine_grading", "Fine grading", "SY", SURFACE),
    item("subgrade_preparation", "Subgrade preparation", "SY", SURFACE),
    item("soil_stabilization", "Soil stabilization", "SY", SURFACE),
    item("dewatering", "Dewatering", "LS", PART),
    item("geotextile", "Geotextile", "SY", SURFACE),
];

const EROSION: &[ItemType] = &[
    item("silt_fence", "Silt fence", "LF", LINE),
    item("inlet_protection", "Inlet protection", "EA", PART),
    item("construction_entrance", "Construction entrance", "EA", PART),
    item("erosion_blanket", "Erosion blanket", "SY", SURFACE),
    item("riprap", "Riprap", "TON", EARTH),
    item("check_dam", "Check dam", "EA", PART),
    item("sediment_basin", "Sediment basin", "EA", PART),
    item("temporary_seeding", "Temporary seeding", "AC", SURFACE),
];

const PAVING: &[ItemType] = &[
    item("asphalt_surface_course", "Asphalt surface course", "TON", SURFACE),
    item("asphalt_base_course", "Asphalt base course", "TON", SURFACE),
    item("asphalt_pavement", "Asphalt pavement", "SY", SURFACE),
    item("aggregate_base", "Aggregate base", "CY", SURFACE),
    item("concrete_pavement", "Concrete pavement", "SY", SURFACE),
    item("unit_pavers", "Unit pavers", "SF", SURFACE),
    item("permeable_pavement", "Permeable pavement", "SF", SURFACE),
    item("gravel_surfacing", "Gravel surfacing", "CY", SURFACE),
    item("milling", "Milling", "SY", SURFACE),
    item("overlay", "Overlay", "SY", SURFACE),
    item("tack_coat", "Tack or prime coat", "GAL", SURFACE),
    item("seal_coat", "Seal coat", "SY", SURFACE),
];

const CURBS: &[ItemType] = &[
    item("curb", "Curb", "LF", LINE),
    item("curb_and_gutter", "Curb and gutter", "LF", LINE),
    item("valley_gutter", "Valley gutter", "LF", LINE),
    item("sidewalk", "Sidewalk", "SF", SURFACE),
    item("curb_ramp", "Curb ramp", "EA", PART),
    item("detectable_warning", "Detectable warning", "SF", SURFACE),
    item("driveway_apron", "Driveway apron", "SF", SURFACE),
    item("wheel_stop", "Wheel stop", "EA", PART),
    item("site_stair", "Site stair", "LF", LINE),
];

const STORM: &[ItemType] = &[
    item("storm_sewer_pipe", "Storm sewer pipe", "LF", PIPE),
    item("culvert", "Culvert", "LF", PIPE),
    item("box_culvert", "Box culvert", "LF", PIPE),
    item("underdrain", "Underdrain", "LF", PIPE),
    item("catch_basin", "Catch basin or inlet", "EA", STRUCTURE),
    item("storm_manhole", "Storm manhole", "EA", STRUCTURE),
    item("headwall", "Headwall or end section", "EA", STRUCTURE),
    item("yard_drain", "Yard drain", "EA", STRUCTURE),
    item("trench_drain", "Trench drain", "LF", LINE),
    item("detention_basin", "Detention basin", "CY", EARTH),
    item("underground_detention", "Underground detention", "CF", STRUCTURE),
    item("infiltration_trench", "Infiltration trench or bioswale", "LF", LINE),
    item("stormwater_treatment_unit", "Stormwater treatment unit", "EA", STRUCTURE),
];

const SEWER: &[ItemType] = &[
    item("sanitary_sewer_pipe", "Sanitary sewer pipe", "LF", PIPE),
    item("sewer_lateral", "Lateral", "LF", PIPE),
    item("sewer_force_main", "Force main", "LF", PIPE),
    item("sanitary_manhole", "Sanitary manhole", "EA", STRUCTURE),
    item("sewer_cleanout", "Cleanout", "EA", STRUCTURE),
    item("lift_station", "Lift station", "EA", STRUCTURE),
    item("septic_tank", "Septic tank", "EA", STRUCTURE),
    item("sewer_connection", "Connection to an existing sewer", "EA", STRUCTURE),
];

const WATER: &[ItemType] = &[
    item("water_main", "Water main", "LF", PIPE),
    item("water_service", "Water service", "LF", PIPE),
    item("water_main_fitting", "Fitting", "EA", PART),
    item("water_gate_valve", "Gate valve", "EA", PART),
    item("fire_hydrant", "Fire hydrant assembly", "EA", PART),
    item("meter_vault", "Meter and vault", "EA", STRUCTURE),
    item("backflow_assembly", "Backflow assembly", "EA", STRUCTURE),
    item("thrust_block", "Thrust block or restraint", "EA", PART),
    item("water_tap", "Tap of an existing main", "EA", PART),
    item("air_release_valve", "Air release valve", "EA", PART),
];

const DRY: &[ItemType] = &[
    item("gas_main", "Gas main", "LF", PIPE),
    item("utility_conduit", "Utility conduit", "LF", PIPE),
    item("utility_duct_bank", "Duct bank", "LF", PIPE),
    item("utility_handhole", "Handhole", "EA", STRUCTURE),
    item("utility_vault", "Vault", "EA", STRUCTURE),
    item("utility_pole", "Utility pole", "EA", PART),
    item("joint_trench", "Joint trench", "LF", PIPE),
];

const RETAINING: &[ItemType] = &[
    item("segmental_wall", "Segmental wall", "SF", LINE),
    item("gravity_wall", "Gravity wall", "SF", LINE),
    item("cast_in_place_wall", "Cast-in-place wall", "CY", LINE),
    item("gabion", "Gabion", "CY", LINE),
    item("soil_nail", "Soil nail", "EA", PART),
    item("geogrid", "Geogrid", "SY", SURFACE),
];

const FENCING: &[ItemType] = &[
    item("chain_link_fence", "Chain-link fence", "LF", LINE),
    item("ornamental_fence", "Ornamental fence", "LF", LINE),
    item("wood_fence", "Wood fence", "LF", LINE),
    item("gate", "Gate", "EA", PART),
    item("guardrail", "Guardrail", "LF", LINE),
    item("site_bollard", "Bollard", "EA", PART),
    item("bench", "Bench", "EA", PART),
    item("trash_receptacle", "Trash receptacle", "EA", PART),
    item("playground_equipment", "Playground equipment", "EA", PART),
    item("dumpster_enclosure", "Dumpster enclosure", "EA", PART),
];

const LANDSCAPING: &[ItemType] = &[
    item("tree", "Tree", "EA", PLANT),
    item("shrub", "Shrub", "EA", PLANT),
    item("perennial", "Perennial or groundcover", "EA", PLANT),
    item("sod", "Sod", "SY", SURFACE),
    item("seeding", "Seeding", "AC", SURFACE),
    item("mulch", "Mulch", "CY", SURFACE),
    item("topsoil", "Topsoil", "CY", EARTH),
    item("planter", "Planter", "EA", PART),
    item("landscape_edging", "Edging", "LF", LINE),
    item("landscape_boulder", "Boulder", "TON", PART),
];

const IRRIGATION: &[ItemType] = &[
    item("irrigation_main", "Main", "LF", PIPE),
    item("irrigation_lateral", "Lateral", "LF", PIPE),
    item("drip_line", "Drip line", "LF", PIPE),
    item("spray_head", "Spray head", "EA", PART),
    item("rotor_head", "Rotor head", "EA", PART),
    item("irrigation_valve", "Valve and box", "EA", PART),
    item("irrigation_controller", "Controller", "EA", PART),
    item("irrigation_sleeve", "Sleeve", "LF", PIPE),
];

const TRAFFIC: &[ItemType] = &[
    item("pavement_striping", "Striping", "LF", LINE),
    item("parking_stall_marking", "Marking of a parking stall", "EA", PART),
    item("pavement_symbol", "Pavement symbol", "EA", PART),
    item("traffic_sign", "Sign and post", "EA", PART),
    item("traffic_signal", "Traffic signal", "EA", PART),
    item("traffic_control", "Traffic control", "LS", PART),
    item("speed_bump", "Speed bump", "EA", PART),
];
