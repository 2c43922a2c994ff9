//! Abbreviations in the names of layers and blocks: US National CAD Standard (NCS v6, "CAD Layer Guidelines") and
//! common office variants.
//!
//! They are not words of a text: `LITE`, `DOMW`, `RCPT`. The rows have the syntax of the word tables.

use crate::entry::{Row, Table, generic, item, line, vague};
use crate::kinds::System::{BranchCircuit, CableTray, Conduit, Duct, Feeder, Other, Pipe};
use crate::kinds::Trade;

/// Every table of abbreviations.
pub(crate) const CODES: &[Table] = &[
    Table { trade: Trade::Electrical, rows: ELECTRICAL },
    Table { trade: Trade::Plumbing, rows: PLUMBING },
    Table { trade: Trade::Mechanical, rows: MECHANICAL },
    Table { trade: Trade::FireProtection, rows: FIRE },
    Table { trade: Trade::Structural, rows: STRUCTURAL },
    Table { trade: Trade::Process, rows: PROCESS },
    Table { trade: Trade::Architectural, rows: ARCHITECTURAL },
    Table { trade: Trade::Other, rows: OTHER },
];

const ELECTRICAL: &[Row] = &[
    generic(
        "lighting",
        "luminaire",
        "lite | ltg* | lght* | *light* | *lumin* | alum | *alumbr* | *beleucht* | *eclair* | *verlicht* | lamp*
        | lts",
        "",
    ),
    item(
        "lighting",
        "emergency_luminaire",
        "lite & emer | *light* & emer* | emer & lite | *alumbr* & emer* | *lumin* & emer* | notbel*",
        "",
    ),
    item("lighting", "exit_sign", "exit | lite & exit", ""),
    generic(
        "power",
        "receptacle",
        "rcpt* | recp* | rcp | receptac* | recep | recept | powr & outl | outl | *tomacor* | *enchuf* | *steckd*
        | *socket* | wcd*",
        "",
    ),
    item("lighting", "downlight", "dl | dlt", ""),
    item("power", "receptacle", "elec fixt", ""),
    item("distribution", "panelboard", "elec eqpm", ""),
    item("power", "duplex_receptacle", "dup | dplx | duplx", ""),
    vague("power", "receptacle", "powr & clng/flor/wall/devc", ""),
    generic("switching", "switch", "swch* | swit* | swtch* | sw | swt | *interrup* | *schalt* | *schakel*", ""),
    item("switching", "dimmer", "dimr", ""),
    generic("distribution", "panelboard", "panl* | pnl* | pnls | powr & panl | *tablero* | *verteil*", ""),
    item("distribution", "switchboard", "swbd* | switchb*", ""),
    item("distribution", "transformer", "xfmr* | tran & powr | xfrm*", ""),
    item("boxes", "junction_box", "jbox* | j box | jb", ""),
    generic("communications", "communication_outlet", "comm | tele | voic* | *telecom*", ""),
    item("communications", "data_outlet", "data | lan | dato*", ""),
    item("communications", "telephone_outlet", "phon*", ""),
    item("communications", "television_outlet", "catv | tvan", ""),
    item("communications", "loudspeaker", "soun | pgng", ""),
    item("communications", "intercom_station", "intc", ""),
    item("communications", "nurse_call_station", "nurs", ""),
    item("communications", "signal_device", "bell | clok", ""),
    item("security", "camera", "cctv", ""),
    item("security", "security_device", "secu* | sert", ""),
    item("grounding", "grounding_electrode", "grnd", ""),
    item("grounding", "lightning_protection", "ltng | *lightn*", ""),
    item("equipment", "generator", "gen | genr*", ""),
    line(CableTray, "cable tray", "raceways", "cable_tray", "ctry | ctray | cabt", ""),
    line(
        BranchCircuit,
        "",
        "wiring",
        "branch_circuit",
        "circ | wire | wiring | cabl | hmrn | lite & circ/wire | powr & circ/wire/cabl",
        "",
    ),
    line(Feeder, "feeder", "wiring", "feeder", "fdrs | feed | powr & feed", ""),
    line(Conduit, "", "raceways", "conduit", "cond | cndt | cndu* | rway", ""),
    line(Conduit, "underground", "site_electrical", "underground_conduit", "undr | ugnd | urac | powr & undr/ugnd", ""),
];

const FIRE: &[Row] = &[
    generic("fire_alarm", "fire_alarm_device", "fire | alrm | fire & alrm | prot & alrm | fala | fa", ""),
    item("fire_alarm", "smoke_detector", "smok* | prot & smok | detc & smok", ""),
    generic("sprinklers", "pendent_sprinkler", "sprn* | sprk* | spkl* | sprn & head/clhd/othd | sphd", ""),
    line(
        Pipe,
        "sprinkler",
        "sprinkler_piping",
        "sprinkler_branch_line",
        "sprn & pipe/risr | sprk & pipe | spkl & pipe | prot & pipe | fire & pipe",
        "",
    ),
    line(Pipe, "standpipe", "standpipes", "standpipe", "stan & pipe | stan", ""),
    item("special_systems", "clean_agent_nozzle", "haln | co2s", ""),
    item("extinguishers", "fire_extinguisher", "extg | fext", ""),
    item("standpipes", "fire_hydrant", "hydr", ""),
];

const MECHANICAL: &[Row] = &[
    line(Duct, "", "ductwork", "rectangular_duct", "duct | duct & otln | hvac & duct | lueft* | *luftung*", ""),
    line(Duct, "supply air", "ductwork", "rectangular_duct", "supp | duct & supp | hvac & supp | sply", ""),
    line(Duct, "return air", "ductwork", "rectangular_duct", "retn | duct & retn | hvac & retn | rtrn", ""),
    line(
        Duct,
        "exhaust air",
        "ductwork",
        "rectangular_duct",
        "exhs | exhs & duct | duct & exhs | hvac & exhs | exst & duct",
        "",
    ),
    item(
        "air_terminals",
        "supply_diffuser",
        "diff* | dffs | hvac & cdff | cdff | odff | hvac & odff | hvac & diff | supp & diff | duct & diff",
        "",
    ),
    item("air_terminals", "return_grille", "gril* | hvac & gril | retn & diff | regr | retn & gril | rgdr", ""),
    item("air_terminals", "exhaust_grille", "exhs & gril | exhs & diff", ""),
    item("duct_accessories", "volume_damper", "damp* | dmpr* | duct & damp", ""),
    item("terminal_units", "variable_air_volume_box", "hvac & boxs | vavb", ""),
    item("controls", "thermostat", "tstat* | thrm* | cont & thrm", ""),
    line(
        Pipe,
        "chilled water",
        "hydronic_piping",
        "chilled_water_pipe",
        "cwtr | chwt | chw | chws | chwr | chil & pipe",
        "",
    ),
    line(Pipe, "heating water", "hydronic_piping", "heating_water_pipe", "hwtr | hotw | htgw | hws | hwr & heat", ""),
    line(Pipe, "condenser water", "hydronic_piping", "condenser_water_pipe", "cndw", ""),
    line(Pipe, "steam", "hydronic_piping", "steam_pipe", "stem | steam | lpst | hpst", ""),
    line(Pipe, "refrigerant", "refrigerant", "refrigerant_line_set", "refg | rfrg", ""),
    line(Pipe, "condensate drain", "hydronic_piping", "condensate_drain_pipe", "cndn | condt | cnds", ""),
];

const PLUMBING: &[Row] = &[
    line(
        Pipe,
        "domestic water",
        "domestic_water",
        "domestic_cold_water_pipe",
        "domw | domw & pipe/risr | watr | dwtr",
        "",
    ),
    line(
        Pipe,
        "domestic cold water",
        "domestic_water",
        "domestic_cold_water_pipe",
        "domw & cpip | cpip | dcw | domw & cold | cwpi",
        "",
    ),
    line(
        Pipe,
        "domestic hot water",
        "domestic_water",
        "domestic_hot_water_pipe",
        "domw & hpip | hpip | dhw | domw & hotw | hwpi",
        "",
    ),
    line(
        Pipe,
        "domestic hot water return",
        "domestic_water",
        "domestic_hot_water_return_pipe",
        "domw & rpip | rpip | dhwr | hwrc",
        "",
    ),
    line(Pipe, "sanitary waste", "sanitary", "waste_pipe", "sanr | sanr & pipe/risr | san | ssew | sswr | wast", ""),
    line(Pipe, "vent", "sanitary", "vent_pipe", "sanr & vent | vent", ""),
    line(Pipe, "storm drain", "storm", "storm_pipe", "strm | strm & pipe/risr | stor | rain", ""),
    line(Pipe, "gas", "gas", "gas_pipe", "ngas | fgas | lgas", ""),
    line(Pipe, "medical gas", "medical_gas", "medical_gas_pipe", "mdgs | medg", ""),
    line(Pipe, "acid waste", "sanitary", "acid_waste_pipe", "acid", ""),
    item("drains", "floor_drain", "fldr | sanr & fldr | fdrn | flrd | fldn", ""),
    item("drains", "roof_drain", "rfdr | strm & rfdr | rdrn", ""),
    item("drains", "floor_cleanout", "clnt | clno", ""),
    generic("valves", "ball_valve", "valv* | vlv*", ""),
    // Libraries of plan symbols name basins by their outline: an "oval bath" of 20 by 22 inches.
    item("fixtures", "lavatory", "ovalbath | ovalsink | rndsink", ""),
];

const STRUCTURAL: &[Row] = &[
    generic("concrete_frame", "concrete_column", "cols | clmn | colm | col | *column*", ""),
    item("structural_steel", "steel_column", "cols & stel/steel/stl/metl | metl & cols | col & stl", ""),
    generic("concrete_frame", "concrete_beam", "beam | bms | *vigas*", ""),
    item("structural_steel", "steel_beam", "beam & stel/steel/stl/metl | metl & beam | stel & beam | stl & beam", ""),
    item("structural_steel", "steel_brace", "brcg | brac* | brce", ""),
    item("structural_steel", "steel_truss", "trus | trss", ""),
    item("foundations", "spread_footing", "fndn | ftng* | fdn | found | ftg | fnd | *zapata* | *ciment*", ""),
    item("deep_foundations", "driven_pile", "pile | fndn & pile", ""),
    item(
        "reinforcement",
        "reinforcing_bar_length",
        "rbar | fndn & rbar | slab & rbar | wall & rbar | rebar | rnfc | *acero*",
        "",
    ),
    item("joists_and_deck", "open_web_joist", "jois | joist | jsts | jst", ""),
    item("joists_and_deck", "roof_deck", "deck", ""),
    item("connections", "anchor_bolt", "ablt", ""),
    item("concrete_slabs", "elevated_slab", "slab", ""),
];

const PROCESS: &[Row] = &[
    line(Pipe, "process", "process_piping", "carbon_steel_pipe", "prcs & pipe | proc & pipe | ppip", ""),
    line(Other, "instrument signal", "instrumentation", "instrument_cable", "sgnl", ""),
];

const OTHER: &[Row] = &[
    item("unclassified", "unclassified_count", "sanr & fixt | domw & fixt", ""),
    vague("unclassified", "unclassified_count", "fixt | pfix | fixture | sanitair | sanit* | aparato & sanitario", ""),
];

const ARCHITECTURAL: &[Row] = &[item(
    "equipment_and_furnishings",
    "kitchen_appliance",
    "cktop* | ckt & top | dryer* | washer* | dishw* | refr* | *frig* | sngref* | dblref* | sxsref* | rang & oven",
    "",
)];
