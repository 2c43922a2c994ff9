//! Other: what belongs to no one trade, from general conditions to allowances.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const THING: &[&str] = counted!["size", "rating", "mounting", "system"];
const MEASURED: &[&str] = measured!["size", "material", "depth"];
const SERVICE: &[&str] = &["rating", "system"];

pub(super) const TRADE: TradeEntry = trade(Trade::Other, "Other", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("unclassified", "Not classified", UNCLASSIFIED),
    category("general_conditions", "General conditions", GENERAL),
    category("temporary_works", "Temporary works", TEMPORARY),
    category("demolition", "Demolition", DEMOLITION),
    category("hazardous_materials", "Hazardous materials", HAZARDOUS),
    category("labor", "Labor", LABOR),
    category("construction_equipment", "Construction equipment", EQUIPMENT),
    category("testing_and_commissioning", "Testing and commissioning", TESTING),
    category("commercial", "Commercial items", COMMERCIAL),
];

const UNCLASSIFIED: &[ItemType] = &[
    item("unclassified_count", "Counted thing", "EA", THING),
    item("unclassified_length", "Measured length", "LF", MEASURED),
    item("unclassified_area", "Measured area", "SF", MEASURED),
    item("unclassified_volume", "Measured volume", "CY", MEASURED),
];

const GENERAL: &[ItemType] = &[
    item("mobilization", "Mobilization", "LS", SERVICE),
    item("supervision", "Supervision", "HR", SERVICE),
    item("site_office", "Site office", "EA", SERVICE),
    item("permit", "Permit or fee", "EA", SERVICE),
    item("bond_and_insurance", "Bond and insurance", "LS", SERVICE),
    item("safety", "Safety", "LS", SERVICE),
    item("cleaning", "Cleaning", "SF", SERVICE),
    item("waste_container", "Waste container", "EA", SERVICE),
    item("as_built_documents", "As-built documents", "LS", SERVICE),
];

const TEMPORARY: &[ItemType] = &[
    item("scaffolding", "Scaffolding", "SF", MEASURED),
    item("temporary_fence", "Temporary fence", "LF", MEASURED),
    item("temporary_power", "Temporary power", "LS", SERVICE),
    item("temporary_lighting", "Temporary lighting", "LS", SERVICE),
    item("temporary_heat", "Temporary heat", "LS", SERVICE),
    item("temporary_partition", "Temporary partition", "SF", MEASURED),
    item("temporary_protection", "Protection of finished work", "SF", MEASURED),
    item("shoring_and_bracing", "Shoring and bracing", "LS", SERVICE),
];

const DEMOLITION: &[ItemType] = &[
    item("wall_demolition", "Demolition of walls", "SF", MEASURED),
    item("ceiling_demolition", "Demolition of ceilings", "SF", MEASURED),
    item("floor_finish_demolition", "Demolition of floor finishes", "SF", MEASURED),
    item("fixture_demolition", "Removal of a fixture or device", "EA", THING),
    item("equipment_demolition", "Removal of equipment", "EA", THING),
    item("pipe_and_conduit_demolition", "Removal of pipe or conduit", "LF", MEASURED),
    item("concrete_demolition", "Demolition of concrete", "CY", MEASURED),
    item("building_demolition", "Demolition of a building", "SF", MEASURED),
    item("salvage", "Salvage", "EA", THING),
    item("debris_disposal", "Disposal of debris", "CY", MEASURED),
];

const HAZARDOUS: &[ItemType] = &[
    item("asbestos_abatement", "Asbestos abatement", "SF", MEASURED),
    item("lead_abatement", "Lead abatement", "SF", MEASURED),
    item("mold_remediation", "Mold remediation", "SF", MEASURED),
    item("contaminated_soil", "Contaminated soil", "TON", MEASURED),
    item("hazardous_waste_disposal", "Disposal of hazardous waste", "LB", SERVICE),
];

const LABOR: &[ItemType] = &[
    item("journeyman_hours", "Journeyman hours", "HR", SERVICE),
    item("apprentice_hours", "Apprentice hours", "HR", SERVICE),
    item("foreman_hours", "Foreman hours", "HR", SERVICE),
    item("engineering_hours", "Engineering hours", "HR", SERVICE),
    item("overtime_hours", "Overtime hours", "HR", SERVICE),
    item("travel_hours", "Travel hours", "HR", SERVICE),
];

const EQUIPMENT: &[ItemType] = &[
    item("crane_hours", "Crane", "HR", THING),
    item("aerial_lift_hours", "Aerial lift", "HR", THING),
    item("excavator_hours", "Excavator", "HR", THING),
    item("forklift_hours", "Forklift", "HR", THING),
    item("generator_hours", "Generator", "HR", THING),
    item("fuel", "Fuel", "GAL", SERVICE),
    item("small_tools", "Small tools", "LS", SERVICE),
];

const TESTING: &[ItemType] = &[
    item("material_test", "Test of material", "EA", SERVICE),
    item("special_inspection", "Special inspection", "EA", SERVICE),
    item("system_test", "Test of a system", "EA", SERVICE),
    item("commissioning", "Commissioning", "LS", SERVICE),
    item("training", "Training", "HR", SERVICE),
    item("scanning", "Scanning or locating", "SF", MEASURED),
];

const COMMERCIAL: &[ItemType] = &[
    item("allowance", "Allowance", "LS", SERVICE),
    item("contingency", "Contingency", "LS", SERVICE),
    item("alternate", "Alternate", "LS", SERVICE),
    item("freight", "Freight", "LS", SERVICE),
    item("storage", "Storage", "LS", SERVICE),
    item("warranty", "Extended warranty", "LS", SERVICE),
    item("subcontract", "Subcontract", "LS", SERVICE),
];
