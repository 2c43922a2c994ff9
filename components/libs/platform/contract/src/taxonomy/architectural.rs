//! Architectural: walls, openings, finishes, roofs and what is fixed to them.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const WALL: &[&str] = measured!["size", "thickness", "height", "rating", "material", "wall_type"];
const SURFACE: &[&str] = measured!["size", "material", "finish", "thickness", "room"];
const EDGE: &[&str] = measured!["size", "material", "finish", "profile", "room"];
const OPENING: &[&str] = counted!["size", "rating", "material", "finish", "hardware_set", "frame", "glazing"];
const HARDWARE: &[&str] = counted!["finish", "hardware_set", "rating"];
const FIXED: &[&str] = counted!["size", "material", "finish", "mounting", "room"];
const ROOF: &[&str] = measured!["size", "material", "thickness", "slope", "r_value"];

pub(super) const TRADE: TradeEntry = trade(Trade::Architectural, "Architectural", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("partitions", "Partitions", PARTITIONS),
    category("exterior_walls", "Exterior walls", EXTERIOR_WALLS),
    category("doors", "Doors and frames", DOORS),
    category("door_hardware", "Door hardware", DOOR_HARDWARE),
    category("windows_and_glazing", "Windows and glazing", WINDOWS),
    category("roofing", "Roofing", ROOFING),
    category("thermal_and_moisture", "Thermal and moisture protection", THERMAL),
    category("ceilings", "Ceilings", CEILINGS),
    category("flooring", "Flooring", FLOORING),
    category("wall_finishes", "Wall finishes", WALL_FINISHES),
    category("painting", "Painting", PAINTING),
    category("millwork", "Millwork and trim", MILLWORK),
    category("specialties", "Specialties", SPECIALTIES),
    category("equipment_and_furnishings", "Equipment and furnishings", EQUIPMENT),
    category("conveying", "Conveying", CONVEYING),
];

const PARTITIONS: &[ItemType] = &[
    item("stud_partition", "Stud partition", "LF", WALL),
    item("gypsum_board", "Gypsum board", "SF", SURFACE),
    item("metal_stud", "Metal stud", "LF", EDGE),
    item("wood_stud", "Wood stud", "LF", EDGE),
    item("shaft_wall", "Shaft wall", "SF", WALL),
    item("furring", "Furring", "SF", WALL),
    item("masonry_partition", "Masonry partition", "SF", WALL),
    item("glass_partition", "Glass partition", "SF", WALL),
    item("operable_partition", "Operable partition", "SF", WALL),
    item("acoustic_insulation", "Acoustic insulation", "SF", SURFACE),
    item("soffit", "Soffit or bulkhead", "LF", WALL),
];

const EXTERIOR_WALLS: &[ItemType] = &[
    item("brick_veneer", "Brick veneer", "SF", WALL),
    item("stone_veneer", "Stone veneer", "SF", WALL),
    item("metal_panel", "Metal panel", "SF", WALL),
    item("composite_panel", "Composite panel", "SF", WALL),
    item("exterior_insulation_finish", "Exterior insulation and finish system", "SF", WALL),
    item("stucco", "Stucco", "SF", WALL),
    item("siding", "Siding", "SF", WALL),
    item("fiber_cement_panel", "Fiber cement panel", "SF", WALL),
    item("rainscreen", "Rainscreen", "SF", WALL),
    item("exterior_sheathing", "Exterior sheathing", "SF", SURFACE),
];

const DOORS: &[ItemType] = &[
    item("door", "Door", "EA", OPENING),
    item("hollow_metal_door", "Hollow metal door", "EA", OPENING),
    item("wood_door", "Wood door", "EA", OPENING),
    item("glass_door", "Glass door", "EA", OPENING),
    item("double_door", "Pair of doors", "EA", OPENING),
    item("sliding_door", "Sliding door", "EA", OPENING),
    item("overhead_door", "Overhead door", "EA", OPENING),
    item("coiling_door", "Coiling door or grille", "EA", OPENING),
    item("revolving_door", "Revolving door", "EA", OPENING),
    item("automatic_entrance", "Automatic entrance", "EA", OPENING),
    item("access_door", "Access door", "EA", OPENING),
    item("door_frame", "Door frame", "EA", OPENING),
    item("borrowed_light_frame", "Borrowed light or sidelight frame", "EA", OPENING),
];

const DOOR_HARDWARE: &[ItemType] = &[
    item("hardware_set", "Hardware set", "EA", HARDWARE),
    item("hinge", "Hinge", "EA", HARDWARE),
    item("lockset", "Lockset", "EA", HARDWARE),
    item("exit_device", "Exit device", "EA", HARDWARE),
    item("door_closer", "Door closer", "EA", HARDWARE),
    item("door_stop", "Door stop", "EA", HARDWARE),
    item("threshold", "Threshold", "EA", HARDWARE),
    item("weatherstripping", "Weatherstripping or seal", "EA", HARDWARE),
    item("kick_plate", "Kick plate", "EA", HARDWARE),
];

const WINDOWS: &[ItemType] = &[
    item("window", "Window", "EA", OPENING),
    item("fixed_window", "Fixed window", "EA", OPENING),
    item("operable_window", "Operable window", "EA", OPENING),
    item("storefront", "Storefront", "SF", WALL),
    item("curtain_wall", "Curtain wall", "SF", WALL),
    item("skylight", "Skylight", "EA", OPENING),
    item("insulating_glass", "Insulating glass", "SF", SURFACE),
    item("interior_glazing", "Interior glazing", "SF", SURFACE),
    item("mirror", "Mirror", "SF", SURFACE),
    item("louver", "Architectural louver", "SF", OPENING),
    item("window_film", "Window film", "SF", SURFACE),
    item("window_sill", "Window sill", "LF", EDGE),
];

const ROOFING: &[ItemType] = &[
    item("membrane_roofing", "Membrane roofing", "SQ", ROOF),
    item("built_up_roofing", "Built-up roofing", "SQ", ROOF),
    item("metal_roofing", "Metal roofing", "SQ", ROOF),
    item("shingle_roofing", "Shingles", "SQ", ROOF),
    item("tile_roofing", "Tiles", "SQ", ROOF),
    item("roof_insulation", "Roof insulation", "SF", ROOF),
    item("cover_board", "Cover board", "SF", ROOF),
    item("flashing", "Flashing", "LF", EDGE),
    item("coping", "Coping", "LF", EDGE),
    item("gutter", "Gutter", "LF", EDGE),
    item("downspout", "Downspout", "LF", EDGE),
    item("roof_hatch", "Roof hatch", "EA", OPENING),
    item("roof_paver", "Roof paver or walkway pad", "SF", ROOF),
    item("green_roof", "Vegetated roof", "SF", ROOF),
];

const THERMAL: &[ItemType] = &[
    item("batt_insulation", "Batt insulation", "SF", ROOF),
    item("rigid_insulation", "Rigid insulation", "SF", ROOF),
    item("spray_foam_insulation", "Spray foam insulation", "SF", ROOF),
    item("air_barrier", "Air barrier", "SF", SURFACE),
    item("vapor_retarder", "Vapor retarder", "SF", SURFACE),
    item("waterproofing", "Waterproofing", "SF", SURFACE),
    item("dampproofing", "Dampproofing", "SF", SURFACE),
    item("joint_sealant", "Joint sealant", "LF", EDGE),
    item("expansion_joint_cover", "Expansion joint cover", "LF", EDGE),
];

const CEILINGS: &[ItemType] = &[
    item("acoustic_tile_ceiling", "Acoustic tile ceiling", "SF", SURFACE),
    item("gypsum_ceiling", "Gypsum ceiling", "SF", SURFACE),
    item("metal_ceiling", "Metal ceiling", "SF", SURFACE),
    item("wood_ceiling", "Wood ceiling", "SF", SURFACE),
    item("acoustic_cloud", "Acoustic cloud or baffle", "EA", FIXED),
    item("ceiling_grid", "Ceiling grid", "SF", SURFACE),
    item("exposed_structure", "Exposed structure", "SF", SURFACE),
    item("ceiling_access_panel", "Ceiling access panel", "EA", FIXED),
];

const FLOORING: &[ItemType] = &[
    item("carpet_tile", "Carpet tile", "SY", SURFACE),
    item("broadloom_carpet", "Broadloom carpet", "SY", SURFACE),
    item("resilient_flooring", "Resilient flooring", "SF", SURFACE),
    item("ceramic_floor_tile", "Ceramic floor tile", "SF", SURFACE),
    item("stone_flooring", "Stone flooring", "SF", SURFACE),
    item("terrazzo", "Terrazzo", "SF", SURFACE),
    item("wood_flooring", "Wood flooring", "SF", SURFACE),
    item("resinous_flooring", "Resinous flooring", "SF", SURFACE),
    item("polished_concrete", "Polished or sealed concrete", "SF", SURFACE),
    item("access_flooring", "Access flooring", "SF", SURFACE),
    item("entrance_mat", "Entrance mat", "SF", SURFACE),
    item("base", "Base", "LF", EDGE),
    item("floor_transition", "Floor transition", "LF", EDGE),
    item("underlayment", "Underlayment or leveling", "SF", SURFACE),
];

const WALL_FINISHES: &[ItemType] = &[
    item("ceramic_wall_tile", "Ceramic wall tile", "SF", SURFACE),
    item("wall_covering", "Wall covering", "SF", SURFACE),
    item("wood_paneling", "Wood paneling", "SF", SURFACE),
    item("acoustic_wall_panel", "Acoustic wall panel", "SF", SURFACE),
    item("wall_protection_panel", "Wall protection panel", "SF", SURFACE),
    item("plaster", "Plaster", "SF", SURFACE),
    item("corner_guard", "Corner guard", "EA", FIXED),
    item("handrail_crash_rail", "Handrail or crash rail", "LF", EDGE),
];

const PAINTING: &[ItemType] = &[
    item("wall_paint", "Paint of walls", "SF", SURFACE),
    item("ceiling_paint", "Paint of ceilings", "SF", SURFACE),
    item("door_paint", "Paint of doors and frames", "EA", OPENING),
    item("exterior_paint", "Exterior paint", "SF", SURFACE),
    item("trim_paint", "Paint of trim", "LF", EDGE),
    item("epoxy_coating", "Epoxy coating", "SF", SURFACE),
];

const MILLWORK: &[ItemType] = &[
    item("base_cabinet", "Base cabinet", "LF", FIXED),
    item("wall_cabinet", "Wall cabinet", "LF", FIXED),
    item("tall_cabinet", "Tall cabinet", "LF", FIXED),
    item("countertop", "Countertop", "LF", EDGE),
    item("reception_desk", "Reception desk", "EA", FIXED),
    item("shelving", "Shelving", "LF", FIXED),
    item("wood_trim", "Trim or molding", "LF", EDGE),
    item("wood_stair", "Wood stair", "EA", FIXED),
    item("wood_handrail", "Wood handrail", "LF", EDGE),
];

const SPECIALTIES: &[ItemType] = &[
    item("toilet_partition", "Toilet partition", "EA", FIXED),
    item("grab_bar", "Grab bar", "EA", FIXED),
    item("toilet_accessory", "Toilet accessory", "EA", FIXED),
    item("locker", "Locker", "EA", FIXED),
    item("signage", "Sign", "EA", FIXED),
    item("visual_display_board", "Marker or tack board", "EA", FIXED),
    item("cubicle_track", "Cubicle track", "LF", EDGE),
    item("flagpole", "Flagpole", "EA", FIXED),
    item("mailbox", "Mailbox unit", "EA", FIXED),
    item("bicycle_rack", "Bicycle rack", "EA", FIXED),
    item("canopy", "Canopy or awning", "SF", FIXED),
    item("fireplace", "Fireplace", "EA", FIXED),
];

const EQUIPMENT: &[ItemType] = &[
    item("kitchen_appliance", "Kitchen appliance", "EA", FIXED),
    item("food_service_equipment", "Food service equipment", "EA", FIXED),
    item("laboratory_casework", "Laboratory casework", "LF", FIXED),
    item("loading_dock_equipment", "Loading dock equipment", "EA", FIXED),
    item("projection_screen", "Projection screen", "EA", FIXED),
    item("window_shade", "Window shade or blind", "EA", FIXED),
    item("fixed_seating", "Fixed seating", "EA", FIXED),
    item("furniture", "Furniture", "EA", FIXED),
];

const CONVEYING: &[ItemType] = &[
    item("elevator", "Elevator", "EA", FIXED),
    item("escalator", "Escalator", "EA", FIXED),
    item("wheelchair_lift", "Wheelchair lift", "EA", FIXED),
    item("dumbwaiter", "Dumbwaiter", "EA", FIXED),
    item("material_lift", "Material lift", "EA", FIXED),
];
