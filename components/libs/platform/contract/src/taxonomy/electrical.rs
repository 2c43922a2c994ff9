//! Electrical: power, lighting, low voltage, and the ways they run in.

use super::{Category, ItemType, TradeEntry, category, counted, item, measured, trade};
use crate::Trade;

const DEVICE: &[&str] = counted!["circuit", "panel", "rating", "mounting", "system"];
const LUMINAIRE: &[&str] =
    counted!["circuit", "panel", "mounting", "rating", "size", "lamp", "color_temperature", "switch_leg"];
const GEAR: &[&str] = counted!["panel", "circuit", "rating", "size", "mounting", "voltage", "phases", "enclosure"];
const EQUIPMENT: &[&str] = counted!["circuit", "panel", "rating", "voltage", "phases", "system", "mounting"];
const BOX: &[&str] = counted!["size", "mounting", "circuit", "panel", "system"];
const LOW_VOLTAGE: &[&str] = counted!["system", "mounting", "ports", "cable"];
const WAY: &[&str] = measured!["size", "system", "circuit", "panel", "material", "fill"];
const CABLE: &[&str] = measured!["size", "system", "circuit", "panel", "conductors", "insulation"];
const PART: &[&str] = counted!["size", "material", "system"];

pub(super) const TRADE: TradeEntry = trade(Trade::Electrical, "Electrical", CATEGORIES);

const CATEGORIES: &[Category] = &[
    category("lighting", "Lighting", LIGHTING),
    category("power", "Power outlets", POWER),
    category("switching", "Switching", SWITCHING),
    category("devices", "Other devices", DEVICES),
    category("distribution", "Distribution", DISTRIBUTION),
    category("equipment", "Equipment and connections", EQUIPMENTS),
    category("boxes", "Boxes", BOXES),
    category("raceways", "Raceways", RACEWAYS),
    category("wiring", "Wire and cable", WIRING),
    category("grounding", "Grounding and lightning protection", GROUNDING),
    category("communications", "Communications", COMMUNICATIONS),
    category("security", "Security", SECURITY),
    category("controls", "Controls", CONTROLS),
    category("supports", "Supports and bases", SUPPORTS),
    category("site_electrical", "Site electrical", SITE),
];

const LIGHTING: &[ItemType] = &[
    item("luminaire", "Luminaire", "EA", LUMINAIRE),
    item("emergency_luminaire", "Emergency luminaire or exit sign", "EA", LUMINAIRE),
    item("exit_sign", "Exit sign", "EA", LUMINAIRE),
    item("downlight", "Downlight", "EA", LUMINAIRE),
    item("troffer", "Recessed troffer or panel", "EA", LUMINAIRE),
    item("linear_luminaire", "Linear luminaire", "LF", LUMINAIRE),
    item("strip_luminaire", "Strip luminaire", "EA", LUMINAIRE),
    item("high_bay_luminaire", "High-bay luminaire", "EA", LUMINAIRE),
    item("wall_luminaire", "Wall luminaire", "EA", LUMINAIRE),
    item("pendant_luminaire", "Pendant luminaire", "EA", LUMINAIRE),
    item("track_lighting", "Track lighting", "LF", LUMINAIRE),
    item("floodlight", "Floodlight", "EA", LUMINAIRE),
    item("bollard_luminaire", "Bollard luminaire", "EA", LUMINAIRE),
    item("pole_luminaire", "Pole-mounted luminaire", "EA", LUMINAIRE),
    item("emergency_driver", "Emergency battery or driver", "EA", LUMINAIRE),
];

const POWER: &[ItemType] = &[
    item("receptacle", "Receptacle", "EA", DEVICE),
    item("duplex_receptacle", "Duplex receptacle", "EA", DEVICE),
    item("quadruplex_receptacle", "Quadruplex receptacle", "EA", DEVICE),
    item("gfci_receptacle", "Ground-fault receptacle", "EA", DEVICE),
    item("isolated_ground_receptacle", "Isolated-ground receptacle", "EA", DEVICE),
    item("special_purpose_receptacle", "Special-purpose receptacle", "EA", DEVICE),
    item("usb_receptacle", "Receptacle with USB", "EA", DEVICE),
    item("floor_box", "Floor box or floor outlet", "EA", DEVICE),
    item("poke_through", "Poke-through device", "EA", DEVICE),
    item("outlet", "Outlet", "EA", DEVICE),
    item("power_pole", "Power pole", "EA", DEVICE),
    item("plug_strip", "Multi-outlet assembly", "LF", DEVICE),
    item("ev_charger", "Electric vehicle charger", "EA", GEAR),
];

const SWITCHING: &[ItemType] = &[
    item("switch", "Switch", "EA", DEVICE),
    item("three_way_switch", "Three-way switch", "EA", DEVICE),
    item("four_way_switch", "Four-way switch", "EA", DEVICE),
    item("dimmer", "Dimmer", "EA", DEVICE),
    item("keyed_switch", "Keyed switch", "EA", DEVICE),
    item("pilot_switch", "Switch with pilot light", "EA", DEVICE),
    item("push_button", "Push button", "EA", DEVICE),
    item("fan_speed_switch", "Fan speed switch", "EA", DEVICE),
    item("low_voltage_switch", "Low-voltage switch station", "EA", DEVICE),
];

const DEVICES: &[ItemType] = &[
    item("device", "Device of a kind not known", "EA", DEVICE),
    item("wall_plate", "Wall plate", "EA", PART),
    item("hand_dryer", "Hand dryer", "EA", DEVICE),
    item("ceiling_fan", "Ceiling fan", "EA", DEVICE),
    item("cord_reel", "Cord reel", "EA", DEVICE),
];

const DISTRIBUTION: &[ItemType] = &[
    item("panelboard", "Panelboard", "EA", GEAR),
    item("switchboard", "Switchboard", "EA", GEAR),
    item("switchgear", "Switchgear", "EA", GEAR),
    item("load_center", "Load center", "EA", GEAR),
    item("motor_control_center", "Motor control center", "EA", GEAR),
    item("transformer", "Transformer", "EA", GEAR),
    item("disconnect_switch", "Disconnect switch", "EA", GEAR),
    item("overcurrent_device", "Circuit breaker or fuse", "EA", GEAR),
    item("enclosed_circuit_breaker", "Enclosed circuit breaker", "EA", GEAR),
    item("transfer_switch", "Transfer switch", "EA", GEAR),
    item("meter", "Meter", "EA", GEAR),
    item("meter_center", "Meter center", "EA", GEAR),
    item("busway", "Busway", "LF", GEAR),
    item("busway_plug", "Busway plug", "EA", GEAR),
    item("surge_protective_device", "Surge protective device", "EA", GEAR),
];

const EQUIPMENTS: &[ItemType] = &[
    item("power_source", "Generator, UPS or other source", "EA", EQUIPMENT),
    item("equipment_connection", "Connection of equipment", "EA", EQUIPMENT),
    item("motor_connection", "Connection of a motor", "EA", EQUIPMENT),
    item("generator", "Generator", "EA", EQUIPMENT),
    item("uninterruptible_power_supply", "Uninterruptible power supply", "EA", EQUIPMENT),
    item("battery_cabinet", "Battery cabinet", "EA", EQUIPMENT),
    item("motor_starter", "Motor starter", "EA", EQUIPMENT),
    item("variable_frequency_drive", "Variable frequency drive", "EA", EQUIPMENT),
    item("photovoltaic_module", "Photovoltaic module", "EA", EQUIPMENT),
    item("inverter", "Inverter", "EA", EQUIPMENT),
    item("electric_heater", "Electric heater", "EA", EQUIPMENT),
    item("heat_trace", "Heat trace", "LF", CABLE),
];

const BOXES: &[ItemType] = &[
    item("junction_box", "Junction box", "EA", BOX),
    item("pull_box", "Pull box", "EA", BOX),
    item("outlet_box", "Outlet box", "EA", BOX),
    item("device_box", "Device box", "EA", BOX),
    item("weatherproof_box", "Weatherproof box", "EA", BOX),
    item("fire_rated_box", "Fire-rated box", "EA", BOX),
    item("terminal_cabinet", "Terminal cabinet", "EA", BOX),
];

const RACEWAYS: &[ItemType] = &[
    item("conduit", "Conduit", "LF", WAY),
    item("electrical_metallic_tubing", "Electrical metallic tubing (EMT)", "LF", WAY),
    item("rigid_metal_conduit", "Rigid metal conduit (RMC)", "LF", WAY),
    item("intermediate_metal_conduit", "Intermediate metal conduit (IMC)", "LF", WAY),
    item("pvc_conduit", "PVC conduit", "LF", WAY),
    item("flexible_metal_conduit", "Flexible metal conduit", "LF", WAY),
    item("liquidtight_conduit", "Liquidtight flexible conduit", "LF", WAY),
    item("surface_raceway", "Surface raceway", "LF", WAY),
    item("wireway", "Wireway", "LF", WAY),
    item("underfloor_duct", "Underfloor duct", "LF", WAY),
    item("cable_tray", "Cable tray", "LF", WAY),
    item("cable_tray_fitting", "Cable tray fitting", "EA", PART),
    item("conduit_fitting", "Conduit fitting", "EA", PART),
    item("sleeve", "Sleeve", "EA", PART),
    item("firestop", "Firestop of a penetration", "EA", PART),
];

const WIRING: &[ItemType] = &[
    item("branch_circuit", "Branch circuit", "LF", CABLE),
    item("feeder", "Feeder", "LF", CABLE),
    item("home_run", "Home run", "LF", CABLE),
    item("building_wire", "Building wire", "LF", CABLE),
    item("bare_conductor", "Bare conductor", "LF", CABLE),
    item("metal_clad_cable", "Metal-clad cable (MC)", "LF", CABLE),
    item("nonmetallic_cable", "Nonmetallic-sheathed cable (NM)", "LF", CABLE),
    item("tray_cable", "Tray cable", "LF", CABLE),
    item("medium_voltage_cable", "Medium-voltage cable", "LF", CABLE),
    item("control_cable", "Control cable", "LF", CABLE),
    item("cord", "Flexible cord", "LF", CABLE),
    item("termination", "Termination", "EA", PART),
    item("splice", "Splice", "EA", PART),
];

const GROUNDING: &[ItemType] = &[
    item("grounding_electrode", "Grounding electrode", "EA", PART),
    item("ground_rod", "Ground rod", "EA", PART),
    item("ground_bar", "Ground bar", "EA", PART),
    item("grounding_conductor", "Grounding conductor", "LF", CABLE),
    item("bonding_jumper", "Bonding jumper", "EA", PART),
    item("exothermic_weld", "Exothermic weld", "EA", PART),
    item("ground_test_well", "Ground test well", "EA", PART),
    item("lightning_protection", "Lightning protection", "EA", PART),
    item("air_terminal", "Air terminal", "EA", PART),
    item("down_conductor", "Down conductor", "LF", CABLE),
];

const COMMUNICATIONS: &[ItemType] = &[
    item("communication_outlet", "Communication outlet", "EA", LOW_VOLTAGE),
    item("data_outlet", "Data outlet", "EA", LOW_VOLTAGE),
    item("telephone_outlet", "Telephone outlet", "EA", LOW_VOLTAGE),
    item("television_outlet", "Television outlet", "EA", LOW_VOLTAGE),
    item("wireless_access_point", "Wireless access point", "EA", LOW_VOLTAGE),
    item("signal_device", "Bell, buzzer, clock or intercom", "EA", LOW_VOLTAGE),
    item("intercom_station", "Intercom station", "EA", LOW_VOLTAGE),
    item("nurse_call_station", "Nurse call station", "EA", LOW_VOLTAGE),
    item("loudspeaker", "Loudspeaker", "EA", LOW_VOLTAGE),
    item("equipment_rack", "Equipment rack or cabinet", "EA", LOW_VOLTAGE),
    item("patch_panel", "Patch panel", "EA", LOW_VOLTAGE),
    item("data_cable", "Data cable", "LF", CABLE),
    item("coaxial_cable", "Coaxial cable", "LF", CABLE),
    item("fiber_cable", "Optical fiber cable", "LF", CABLE),
    item("backboard", "Telecommunications backboard", "EA", LOW_VOLTAGE),
];

const SECURITY: &[ItemType] = &[
    item("security_device", "Security device", "EA", LOW_VOLTAGE),
    item("camera", "Camera", "EA", LOW_VOLTAGE),
    item("card_reader", "Card reader", "EA", LOW_VOLTAGE),
    item("door_contact", "Door contact", "EA", LOW_VOLTAGE),
    item("electric_lock", "Electric lock or strike", "EA", LOW_VOLTAGE),
    item("intrusion_detector", "Intrusion detector", "EA", LOW_VOLTAGE),
    item("keypad", "Keypad", "EA", LOW_VOLTAGE),
    item("panic_button", "Panic button", "EA", LOW_VOLTAGE),
    item("security_panel", "Security control panel", "EA", LOW_VOLTAGE),
];

const CONTROLS: &[ItemType] = &[
    item("sensor", "Sensor", "EA", DEVICE),
    item("occupancy_sensor", "Occupancy or vacancy sensor", "EA", DEVICE),
    item("daylight_sensor", "Daylight sensor", "EA", DEVICE),
    item("photocell", "Photocell", "EA", DEVICE),
    item("control_device", "Control device", "EA", DEVICE),
    item("contactor", "Contactor", "EA", GEAR),
    item("relay", "Relay", "EA", DEVICE),
    item("time_switch", "Time switch", "EA", DEVICE),
    item("lighting_control_panel", "Lighting control panel", "EA", GEAR),
    item("control_module", "Addressable control module", "EA", DEVICE),
];

const SUPPORTS: &[ItemType] = &[
    item("strut_channel", "Strut channel", "LF", PART),
    item("conduit_hanger", "Conduit hanger or strap", "EA", PART),
    item("trapeze_hanger", "Trapeze hanger", "EA", PART),
    item("seismic_brace", "Seismic brace", "EA", PART),
    item("equipment_pad", "Equipment pad", "EA", PART),
    item("roof_support", "Roof support", "EA", PART),
];

const SITE: &[ItemType] = &[
    item("handhole", "Handhole", "EA", BOX),
    item("electrical_manhole", "Manhole", "EA", BOX),
    item("light_pole", "Light pole", "EA", PART),
    item("pole_base", "Pole base", "EA", PART),
    item("duct_bank", "Duct bank", "LF", WAY),
    item("underground_conduit", "Underground conduit", "LF", WAY),
    item("trench", "Trench with backfill", "LF", measured!["size", "depth"]),
    item("warning_tape", "Warning tape", "LF", PART),
    item("service_entrance", "Service entrance", "EA", GEAR),
    item("transformer_pad", "Transformer pad", "EA", PART),
];
