//! Abbreviations in the names of layers and blocks: US National CAD Standard (NCS v6, "CAD Layer Guidelines") and
//! common office variants.
//!
//! They are not words of a text: `LITE`, `DOMW`, `RCPT`. The rows have the syntax of the word tables.

use crate::entry::{Entry, Row, generic, item, line, vague};
use crate::kinds::System::{BranchCircuit, CableTray, Conduit, Duct, Feeder, Other, Pipe};
use crate::kinds::Trade;

/// A row with its abbreviations.
#[derive(Debug, Clone, Copy)]
struct Code {
    row: Row,
    abbreviations: &'static [&'static str],
}

const fn code(row: Row, abbreviations: &'static [&'static str]) -> Code {
    Code { row, abbreviations }
}

/// Every table of abbreviations. If two rows match a name equally, the earlier one wins.
const TABLES: &[(Trade, &[Code])] = &[
    (Trade::Electrical, ELECTRICAL),
    (Trade::Plumbing, PLUMBING),
    (Trade::Mechanical, MECHANICAL),
    (Trade::FireProtection, FIRE),
    (Trade::Structural, STRUCTURAL),
    (Trade::Process, PROCESS),
    (Trade::Architectural, ARCHITECTURAL),
    (Trade::Other, OTHER),
];

/// Returns the rows of all tables with their abbreviations, as phrases of a language that puts the noun last.
pub(crate) fn entries() -> Vec<Entry> {
    let entry = |trade: Trade, code: &Code| code.row.with(trade, code.abbreviations, &[]);
    TABLES.iter().flat_map(|(trade, codes)| codes.iter().map(move |code| entry(*trade, code))).collect()
}

const ELECTRICAL: &[Code] = &[
    code(
        generic("lighting", "luminaire"),
        &[
            "lite",
            "ltg*",
            "lght*",
            "*light*",
            "*lumin*",
            "alum",
            "*alumbr*",
            "*beleucht*",
            "*eclair*",
            "*verlicht*",
            "lamp*",
            "lts",
        ],
    ),
    code(
        item("lighting", "emergency_luminaire"),
        &["lite & emer", "*light* & emer*", "emer & lite", "*alumbr* & emer*", "*lumin* & emer*", "notbel*"],
    ),
    code(item("lighting", "exit_sign"), &["exit", "lite & exit"]),
    code(
        generic("power", "receptacle"),
        &[
            "rcpt*",
            "recp*",
            "rcp",
            "receptac*",
            "recep",
            "recept",
            "powr & outl",
            "outl",
            "*tomacor*",
            "*enchuf*",
            "*steckd*",
            "*socket*",
            "wcd*",
        ],
    ),
    code(item("lighting", "downlight"), &["dl", "dlt"]),
    code(item("power", "receptacle"), &["elec fixt"]),
    code(item("distribution", "panelboard"), &["elec eqpm"]),
    code(item("power", "duplex_receptacle"), &["dup", "dplx", "duplx"]),
    code(vague("power", "receptacle"), &["powr & clng/flor/wall/devc"]),
    code(
        generic("switching", "switch"),
        &["swch*", "swit*", "swtch*", "sw", "swt", "*interrup*", "*schalt*", "*schakel*"],
    ),
    code(item("switching", "dimmer"), &["dimr"]),
    code(generic("distribution", "panelboard"), &["panl*", "pnl*", "pnls", "powr & panl", "*tablero*", "*verteil*"]),
    code(item("distribution", "switchboard"), &["swbd*", "switchb*"]),
    code(item("distribution", "transformer"), &["xfmr*", "tran & powr", "xfrm*"]),
    code(item("boxes", "junction_box"), &["jbox*", "j box", "jb"]),
    code(generic("communications", "communication_outlet"), &["comm", "tele", "voic*", "*telecom*"]),
    code(item("communications", "data_outlet"), &["data", "lan", "dato*"]),
    code(item("communications", "telephone_outlet"), &["phon*"]),
    code(item("communications", "television_outlet"), &["catv", "tvan"]),
    code(item("communications", "loudspeaker"), &["soun", "pgng"]),
    code(item("communications", "intercom_station"), &["intc"]),
    code(item("communications", "nurse_call_station"), &["nurs"]),
    code(item("communications", "signal_device"), &["bell", "clok"]),
    code(item("security", "camera"), &["cctv"]),
    code(item("security", "security_device"), &["secu*", "sert"]),
    code(item("grounding", "grounding_electrode"), &["grnd"]),
    code(item("grounding", "lightning_protection"), &["ltng", "*lightn*"]),
    code(item("equipment", "generator"), &["gen", "genr*"]),
    code(line(CableTray, "cable tray", "raceways", "cable_tray"), &["ctry", "ctray", "cabt"]),
    code(
        line(BranchCircuit, "", "wiring", "branch_circuit"),
        &["circ", "wire", "wiring", "cabl", "hmrn", "lite & circ/wire", "powr & circ/wire/cabl"],
    ),
    code(line(Feeder, "feeder", "wiring", "feeder"), &["fdrs", "feed", "powr & feed"]),
    code(line(Conduit, "", "raceways", "conduit"), &["cond", "cndt", "cndu*", "rway"]),
    code(
        line(Conduit, "underground", "site_electrical", "underground_conduit"),
        &["undr", "ugnd", "urac", "powr & undr/ugnd"],
    ),
];

const FIRE: &[Code] = &[
    code(generic("fire_alarm", "fire_alarm_device"), &["fire", "alrm", "fire & alrm", "prot & alrm", "fala", "fa"]),
    code(item("fire_alarm", "smoke_detector"), &["smok*", "prot & smok", "detc & smok"]),
    code(generic("sprinklers", "pendent_sprinkler"), &["sprn*", "sprk*", "spkl*", "sprn & head/clhd/othd", "sphd"]),
    code(
        line(Pipe, "sprinkler", "sprinkler_piping", "sprinkler_branch_line"),
        &["sprn & pipe/risr", "sprk & pipe", "spkl & pipe", "prot & pipe", "fire & pipe"],
    ),
    code(line(Pipe, "standpipe", "standpipes", "standpipe"), &["stan & pipe", "stan"]),
    code(item("special_systems", "clean_agent_nozzle"), &["haln", "co2s"]),
    code(item("extinguishers", "fire_extinguisher"), &["extg", "fext"]),
    code(item("standpipes", "fire_hydrant"), &["hydr"]),
];

const MECHANICAL: &[Code] = &[
    code(
        line(Duct, "", "ductwork", "rectangular_duct"),
        &["duct", "duct & otln", "hvac & duct", "lueft*", "*luftung*"],
    ),
    code(line(Duct, "supply air", "ductwork", "rectangular_duct"), &["supp", "duct & supp", "hvac & supp", "sply"]),
    code(line(Duct, "return air", "ductwork", "rectangular_duct"), &["retn", "duct & retn", "hvac & retn", "rtrn"]),
    code(
        line(Duct, "exhaust air", "ductwork", "rectangular_duct"),
        &["exhs", "exhs & duct", "duct & exhs", "hvac & exhs", "exst & duct"],
    ),
    code(
        item("air_terminals", "supply_diffuser"),
        &["diff*", "dffs", "hvac & cdff", "cdff", "odff", "hvac & odff", "hvac & diff", "supp & diff", "duct & diff"],
    ),
    code(
        item("air_terminals", "return_grille"),
        &["gril*", "hvac & gril", "retn & diff", "regr", "retn & gril", "rgdr"],
    ),
    code(item("air_terminals", "exhaust_grille"), &["exhs & gril", "exhs & diff"]),
    code(item("duct_accessories", "volume_damper"), &["damp*", "dmpr*", "duct & damp"]),
    code(item("terminal_units", "variable_air_volume_box"), &["hvac & boxs", "vavb"]),
    code(item("controls", "thermostat"), &["tstat*", "thrm*", "cont & thrm"]),
    code(
        line(Pipe, "chilled water", "hydronic_piping", "chilled_water_pipe"),
        &["cwtr", "chwt", "chw", "chws", "chwr", "chil & pipe"],
    ),
    code(
        line(Pipe, "heating water", "hydronic_piping", "heating_water_pipe"),
        &["hwtr", "hotw", "htgw", "hws", "hwr & heat"],
    ),
    code(line(Pipe, "condenser water", "hydronic_piping", "condenser_water_pipe"), &["cndw"]),
    code(line(Pipe, "steam", "hydronic_piping", "steam_pipe"), &["stem", "steam", "lpst", "hpst"]),
    code(line(Pipe, "refrigerant", "refrigerant", "refrigerant_line_set"), &["refg", "rfrg"]),
    code(line(Pipe, "condensate drain", "hydronic_piping", "condensate_drain_pipe"), &["cndn", "condt", "cnds"]),
];

const PLUMBING: &[Code] = &[
    code(
        line(Pipe, "domestic water", "domestic_water", "domestic_cold_water_pipe"),
        &["domw", "domw & pipe/risr", "watr", "dwtr"],
    ),
    code(
        line(Pipe, "domestic cold water", "domestic_water", "domestic_cold_water_pipe"),
        &["domw & cpip", "cpip", "dcw", "domw & cold", "cwpi"],
    ),
    code(
        line(Pipe, "domestic hot water", "domestic_water", "domestic_hot_water_pipe"),
        &["domw & hpip", "hpip", "dhw", "domw & hotw", "hwpi"],
    ),
    code(
        line(Pipe, "domestic hot water return", "domestic_water", "domestic_hot_water_return_pipe"),
        &["domw & rpip", "rpip", "dhwr", "hwrc"],
    ),
    code(
        line(Pipe, "sanitary waste", "sanitary", "waste_pipe"),
        &["sanr", "sanr & pipe/risr", "san", "ssew", "sswr", "wast"],
    ),
    code(line(Pipe, "vent", "sanitary", "vent_pipe"), &["sanr & vent", "vent"]),
    code(line(Pipe, "storm drain", "storm", "storm_pipe"), &["strm", "strm & pipe/risr", "stor", "rain"]),
    code(line(Pipe, "gas", "gas", "gas_pipe"), &["ngas", "fgas", "lgas"]),
    code(line(Pipe, "medical gas", "medical_gas", "medical_gas_pipe"), &["mdgs", "medg"]),
    code(line(Pipe, "acid waste", "sanitary", "acid_waste_pipe"), &["acid"]),
    code(item("drains", "floor_drain"), &["fldr", "sanr & fldr", "fdrn", "flrd", "fldn"]),
    code(item("drains", "roof_drain"), &["rfdr", "strm & rfdr", "rdrn"]),
    code(item("drains", "floor_cleanout"), &["clnt", "clno"]),
    code(generic("valves", "ball_valve"), &["valv*", "vlv*"]),
    // Libraries of plan symbols name basins by their outline: an "oval bath" of 20 by 22 inches.
    code(item("fixtures", "lavatory"), &["ovalbath", "ovalsink", "rndsink"]),
];

const STRUCTURAL: &[Code] = &[
    code(generic("concrete_frame", "concrete_column"), &["cols", "clmn", "colm", "col", "*column*"]),
    code(item("structural_steel", "steel_column"), &["cols & stel/steel/stl/metl", "metl & cols", "col & stl"]),
    code(generic("concrete_frame", "concrete_beam"), &["beam", "bms", "*vigas*"]),
    code(
        item("structural_steel", "steel_beam"),
        &["beam & stel/steel/stl/metl", "metl & beam", "stel & beam", "stl & beam"],
    ),
    code(item("structural_steel", "steel_brace"), &["brcg", "brac*", "brce"]),
    code(item("structural_steel", "steel_truss"), &["trus", "trss"]),
    code(
        item("foundations", "spread_footing"),
        &["fndn", "ftng*", "fdn", "found", "ftg", "fnd", "*zapata*", "*ciment*"],
    ),
    code(item("deep_foundations", "driven_pile"), &["pile", "fndn & pile"]),
    code(
        item("reinforcement", "reinforcing_bar_length"),
        &["rbar", "fndn & rbar", "slab & rbar", "wall & rbar", "rebar", "rnfc", "*acero*"],
    ),
    code(item("joists_and_deck", "open_web_joist"), &["jois", "joist", "jsts", "jst"]),
    code(item("joists_and_deck", "roof_deck"), &["deck"]),
    code(item("connections", "anchor_bolt"), &["ablt"]),
    code(item("concrete_slabs", "elevated_slab"), &["slab"]),
];

const PROCESS: &[Code] = &[
    code(line(Pipe, "process", "process_piping", "carbon_steel_pipe"), &["prcs & pipe", "proc & pipe", "ppip"]),
    code(line(Other, "instrument signal", "instrumentation", "instrument_cable"), &["sgnl"]),
];

const OTHER: &[Code] = &[
    code(item("unclassified", "unclassified_count"), &["sanr & fixt", "domw & fixt"]),
    code(
        vague("unclassified", "unclassified_count"),
        &["fixt", "pfix", "fixture", "sanitair", "sanit*", "aparato & sanitario"],
    ),
];

const ARCHITECTURAL: &[Code] = &[code(
    item("equipment_and_furnishings", "kitchen_appliance"),
    &[
        "cktop*",
        "ckt & top",
        "dryer*",
        "washer*",
        "dishw*",
        "refr*",
        "*frig*",
        "sngref*",
        "dblref*",
        "sxsref*",
        "rang & oven",
    ],
)];
