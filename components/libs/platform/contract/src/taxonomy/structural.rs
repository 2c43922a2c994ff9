//! Structural: foundations, concrete, reinforcement, masonry, steel and timber that carry.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const CONCRETE: &[&str] = measured!["size", "depth", "strength", "mix", "reinforcement", "level"];
const STEEL: &[&str] = measured!["size", "section", "grade", "length", "finish", "level"];
const BAR: &[&str] = measured!["size", "grade", "spacing", "coating", "lap"];
const DEEP: &[&str] = counted!["size", "depth", "capacity", "strength", "material"];
const SURFACE: &[&str] = measured!["size", "material", "finish", "level"];
const WALL: &[&str] = measured!["size", "thickness", "height", "strength", "reinforcement"];
const TIMBER: &[&str] = measured!["size", "section", "grade", "species", "spacing", "treatment"];
const PART: &[&str] = counted!["size", "material", "grade", "finish"];

pub(super) const TRADE: TradeEntry = trade(Trade::Structural, "Structural", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("deep_foundations", "Deep foundations", DEEP_FOUNDATIONS),
    category("foundations", "Shallow foundations", FOUNDATIONS),
    category("concrete_slabs", "Concrete slabs", SLABS),
    category("concrete_frame", "Concrete frame and walls", FRAME),
    category("formwork", "Formwork", FORMWORK),
    category("reinforcement", "Reinforcement", REINFORCEMENT),
    category("precast", "Precast concrete", PRECAST),
    category("masonry", "Structural masonry", MASONRY),
    category("structural_steel", "Structural steel", STRUCTURAL_STEEL),
    category("joists_and_deck", "Joists and deck", JOISTS),
    category("cold_formed_framing", "Cold-formed framing", COLD_FORMED),
    category("wood_framing", "Wood framing", WOOD),
    category("connections", "Connections and anchors", CONNECTIONS),
    category("miscellaneous_metals", "Miscellaneous metals", MISCELLANEOUS),
];

const DEEP_FOUNDATIONS: &[ItemType] = &[
    item("driven_pile", "Driven pile", "LF", DEEP),
    item("drilled_shaft", "Drilled shaft", "LF", DEEP),
    item("auger_cast_pile", "Auger-cast pile", "LF", DEEP),
    item("helical_pile", "Helical pile", "EA", DEEP),
    item("micropile", "Micropile", "LF", DEEP),
    item("pile_cap", "Pile cap", "CY", CONCRETE),
    item("sheet_piling", "Sheet piling", "SF", DEEP),
    item("soldier_pile", "Soldier pile", "LF", DEEP),
    item("tieback", "Tieback", "EA", DEEP),
];

const FOUNDATIONS: &[ItemType] = &[
    item("spread_footing", "Spread footing", "CY", CONCRETE),
    item("continuous_footing", "Continuous footing", "CY", CONCRETE),
    item("mat_foundation", "Mat foundation", "CY", CONCRETE),
    item("grade_beam", "Grade beam", "CY", CONCRETE),
    item("foundation_wall", "Foundation wall", "CY", CONCRETE),
    item("pier", "Pier or pedestal", "CY", CONCRETE),
    item("footing_count", "Footing by mark", "EA", PART),
    item("lean_concrete", "Lean concrete", "CY", CONCRETE),
];

const SLABS: &[ItemType] = &[
    item("slab_on_grade", "Slab on grade", "CY", CONCRETE),
    item("elevated_slab", "Elevated slab", "CY", CONCRETE),
    item("slab_on_metal_deck", "Slab on metal deck", "CY", CONCRETE),
    item("topping_slab", "Topping slab", "CY", CONCRETE),
    item("slab_finish", "Slab finish", "SF", SURFACE),
    item("slab_joint", "Slab joint", "LF", SURFACE),
    item("vapor_barrier", "Vapor barrier", "SF", SURFACE),
    item("slab_edge", "Slab edge or turndown", "LF", SURFACE),
    item("equipment_pad", "Equipment pad", "CY", CONCRETE),
];

const FRAME: &[ItemType] = &[
    item("concrete_column", "Concrete column", "CY", CONCRETE),
    item("concrete_beam", "Concrete beam", "CY", CONCRETE),
    item("concrete_wall", "Concrete wall", "CY", CONCRETE),
    item("shear_wall", "Shear wall", "CY", CONCRETE),
    item("concrete_stair", "Concrete stair", "CY", CONCRETE),
    item("retaining_wall", "Retaining wall", "CY", CONCRETE),
    item("tilt_up_panel", "Tilt-up panel", "SF", WALL),
    item("shotcrete", "Shotcrete", "CY", CONCRETE),
];

const FORMWORK: &[ItemType] = &[
    item("footing_form", "Footing form", "SF", SURFACE),
    item("wall_form", "Wall form", "SF", SURFACE),
    item("column_form", "Column form", "SF", SURFACE),
    item("beam_form", "Beam form", "SF", SURFACE),
    item("slab_form", "Slab form", "SF", SURFACE),
    item("edge_form", "Edge form", "LF", SURFACE),
    item("shoring", "Shoring", "SF", SURFACE),
];

const REINFORCEMENT: &[ItemType] = &[
    item("reinforcing_bar", "Reinforcing bar", "TON", BAR),
    item("reinforcing_bar_length", "Reinforcing bar by length", "LF", BAR),
    item("welded_wire_fabric", "Welded wire fabric", "SF", BAR),
    item("post_tensioning_tendon", "Post-tensioning tendon", "LB", BAR),
    item("fiber_reinforcement", "Fiber reinforcement", "LB", BAR),
    item("dowel", "Dowel", "EA", BAR),
    item("bar_coupler", "Bar coupler", "EA", BAR),
    item("stud_rail", "Stud rail", "EA", BAR),
];

const PRECAST: &[ItemType] = &[
    item("hollow_core_plank", "Hollow-core plank", "SF", SURFACE),
    item("double_tee", "Double tee", "SF", SURFACE),
    item("precast_wall_panel", "Precast wall panel", "SF", WALL),
    item("precast_beam", "Precast beam", "LF", STEEL),
    item("precast_column", "Precast column", "EA", PART),
    item("precast_stair", "Precast stair", "EA", PART),
];

const MASONRY: &[ItemType] = &[
    item("concrete_masonry_wall", "Concrete masonry wall", "SF", WALL),
    item("brick_wall", "Load-bearing brick wall", "SF", WALL),
    item("bond_beam", "Bond beam", "LF", WALL),
    item("masonry_grout", "Grout", "CF", WALL),
    item("masonry_lintel", "Lintel", "LF", WALL),
    item("masonry_pilaster", "Pilaster", "LF", WALL),
    item("joint_reinforcement", "Joint reinforcement", "LF", BAR),
];

const STRUCTURAL_STEEL: &[ItemType] = &[
    item("steel_beam", "Steel beam", "TON", STEEL),
    item("steel_column", "Steel column", "TON", STEEL),
    item("steel_brace", "Steel brace", "TON", STEEL),
    item("steel_truss", "Steel truss", "TON", STEEL),
    item("steel_girt", "Girt or purlin", "LF", STEEL),
    item("hollow_section", "Hollow structural section", "TON", STEEL),
    item("steel_angle", "Steel angle", "LF", STEEL),
    item("steel_channel", "Steel channel", "LF", STEEL),
    item("steel_plate", "Steel plate", "LB", STEEL),
    item("moment_frame", "Moment frame", "TON", STEEL),
    item("steel_lintel", "Steel lintel", "LF", STEEL),
];

const JOISTS: &[ItemType] = &[
    item("open_web_joist", "Open-web joist", "LF", STEEL),
    item("joist_girder", "Joist girder", "LF", STEEL),
    item("roof_deck", "Roof deck", "SF", SURFACE),
    item("composite_deck", "Composite floor deck", "SF", SURFACE),
    item("form_deck", "Form deck", "SF", SURFACE),
    item("shear_stud", "Shear stud", "EA", PART),
    item("joist_bridging", "Joist bridging", "LF", STEEL),
    item("deck_closure", "Deck closure or pour stop", "LF", STEEL),
];

const COLD_FORMED: &[ItemType] = &[
    item("load_bearing_stud_wall", "Load-bearing stud wall", "SF", WALL),
    item("cold_formed_stud", "Stud", "LF", STEEL),
    item("cold_formed_track", "Track", "LF", STEEL),
    item("cold_formed_joist", "Joist", "LF", STEEL),
    item("cold_formed_truss", "Truss", "EA", PART),
];

const WOOD: &[ItemType] = &[
    item("dimension_lumber", "Dimension lumber", "MBF", TIMBER),
    item("wood_stud_wall", "Stud wall", "SF", TIMBER),
    item("wood_joist", "Joist or rafter", "LF", TIMBER),
    item("engineered_joist", "Engineered I-joist", "LF", TIMBER),
    item("laminated_beam", "Laminated beam", "LF", TIMBER),
    item("cross_laminated_panel", "Cross-laminated panel", "SF", TIMBER),
    item("wood_truss", "Wood truss", "EA", TIMBER),
    item("wood_post", "Post", "LF", TIMBER),
    item("sheathing", "Sheathing", "SF", TIMBER),
    item("sill_plate", "Sill plate", "LF", TIMBER),
    item("blocking", "Blocking", "LF", TIMBER),
];

const CONNECTIONS: &[ItemType] = &[
    item("anchor_bolt", "Anchor bolt", "EA", PART),
    item("post_installed_anchor", "Post-installed anchor", "EA", PART),
    item("base_plate", "Base plate", "EA", PART),
    item("embed_plate", "Embed plate", "EA", PART),
    item("high_strength_bolt", "High-strength bolt", "EA", PART),
    item("weld", "Weld", "LF", PART),
    item("moment_connection", "Moment connection", "EA", PART),
    item("hold_down", "Hold-down", "EA", PART),
    item("joist_hanger", "Joist hanger", "EA", PART),
    item("base_plate_grout", "Base plate grout", "CF", PART),
];

const MISCELLANEOUS: &[ItemType] = &[
    item("steel_stair", "Steel stair", "EA", PART),
    item("railing", "Railing", "LF", STEEL),
    item("ladder", "Ladder", "EA", PART),
    item("grating", "Grating", "SF", SURFACE),
    item("bollard", "Bollard", "EA", PART),
    item("roof_opening_frame", "Roof opening frame", "EA", PART),
    item("elevator_support", "Elevator support steel", "LB", STEEL),
];
