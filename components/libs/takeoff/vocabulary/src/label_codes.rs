//! Abbreviations written along pipes and ducts, by trade.
//!
//! Sources: the abbreviation lists of ASPE and ASHRAE; NEN 3544 and ISSO practice (Dutch); DIN 1988 and DIN EN 806
//! (German: TWK, TWW, TWZ); NF practice (EF, ECS, EU, EV, EP); and the legends of Spanish and Latin American drawings
//! (AF, AC, AN, AP).

use crate::kinds::System::{self, Duct, Other, Pipe};
use crate::kinds::Trade::{self, FireProtection as F, Mechanical as M, Plumbing as P, Process as D};

/// The labels of one line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labels {
    pub(crate) trade: Trade,
    pub(crate) system: System,
    pub(crate) name: &'static str,
    pub(crate) category: &'static str,
    pub(crate) item_type: &'static str,
    /// The labels, separated by spaces.
    pub(crate) list: &'static str,
}

const fn pipe(
    trade: Trade,
    name: &'static str,
    category: &'static str,
    item_type: &'static str,
    list: &'static str,
) -> Labels {
    Labels { trade, system: Pipe, name, category, item_type, list }
}

const fn duct(name: &'static str, list: &'static str) -> Labels {
    Labels { trade: M, system: Duct, name, category: "ductwork", item_type: "rectangular_duct", list }
}

/// All labels. Each occurs once per trade.
pub(crate) const LABELS: &[Labels] = &[
    pipe(
        P,
        "domestic cold water",
        "domestic_water",
        "domestic_cold_water_pipe",
        "CW DCW PCW KW TWK PWC AF EF DWC CWS TAF TK",
    ),
    pipe(
        P,
        "domestic hot water",
        "domestic_water",
        "domestic_hot_water_pipe",
        "HW DHW HWS DHWS WW TWW PWH AC ACS ECS EC TAC AQ TW WTW HWF",
    ),
    pipe(
        P,
        "domestic hot water return",
        "domestic_water",
        "domestic_hot_water_return_pipe",
        "HWR DHWR HWC DHWC HWRC RHW HWCR TWZ PWHC RAC RACS RECS ZIRK RTAC DHR",
    ),
    pipe(P, "tempered water", "domestic_water", "domestic_hot_water_pipe", "TMW TPW"),
    pipe(P, "nonpotable water", "domestic_water", "nonpotable_water_pipe", "NPW NPCW RCW NPHW GWS"),
    pipe(P, "sanitary waste", "sanitary", "waste_pipe", "SAN W SS SW DWA VWA EU SSW GWA D AR AS AG TD SWR BS VW"),
    pipe(P, "soil", "sanitary", "soil_pipe", "S SOIL AN EV BAN"),
    pipe(P, "vent", "sanitary", "vent_pipe", "V VP VENT VS SV VTR TV VPS"),
    pipe(P, "grease waste", "sanitary", "grease_waste_pipe", "GW GRW GSW KWW"),
    pipe(P, "acid waste", "sanitary", "acid_waste_pipe", "AW AWA"),
    pipe(P, "acid vent", "sanitary", "acid_waste_pipe", "AV"),
    pipe(P, "indirect waste", "sanitary", "indirect_waste_pipe", "IW ID"),
    pipe(P, "force main", "sanitary", "force_main", "FM PD PSD PW"),
    pipe(P, "storm drain", "storm", "storm_pipe", "ST SD STM STORM HWA RWA EP AP ALL RW BAP SDR"),
    pipe(P, "rain leader", "storm", "rain_leader", "RL RWL RWC RWP DS CL"),
    pipe(P, "overflow storm drain", "storm", "overflow_storm_pipe", "OSD OST OD SSD OFD OF SRL ORL OSR"),
    pipe(P, "subsoil drain", "storm", "subsoil_drain", "SSDR FTD PERF"),
    pipe(P, "gas", "gas", "gas_pipe", "G GAS NG LPG LP MPG HPG GN GLP LPGAS GL"),
    pipe(P, "oxygen", "medical_gas", "medical_gas_pipe", "O2 OX O"),
    pipe(P, "medical air", "medical_gas", "medical_gas_pipe", "MA MED"),
    pipe(P, "nitrous oxide", "medical_gas", "medical_gas_pipe", "N2O"),
    pipe(P, "medical vacuum", "medical_gas", "medical_vacuum_pipe", "VAC MVAC"),
    pipe(M, "chilled water supply", "hydronic_piping", "chilled_water_pipe", "CHWS CHS CWS CHW AHS IAH CHWF SAH AH"),
    pipe(M, "chilled water return", "hydronic_piping", "chilled_water_pipe", "CHWR CHR CWR RAH AHR"),
    pipe(
        M,
        "heating water supply",
        "hydronic_piping",
        "heating_water_pipe",
        "HWS HHWS HHW HS VL HW HTWS LTHWF LPHWF CVA CV",
    ),
    pipe(M, "heating water return", "hydronic_piping", "heating_water_pipe", "HWR HHWR HR HTWR LTHWR LPHWR CVR"),
    pipe(M, "condenser water supply", "hydronic_piping", "condenser_water_pipe", "CDWS CS CDS CNWS CDW"),
    pipe(M, "condenser water return", "hydronic_piping", "condenser_water_pipe", "CDWR CR CNWR"),
    pipe(M, "glycol supply", "hydronic_piping", "glycol_pipe", "GS GHWS GCHS GLS"),
    pipe(M, "glycol return", "hydronic_piping", "glycol_pipe", "GR GHWR GCHR GLR"),
    pipe(M, "steam", "hydronic_piping", "steam_pipe", "LPS MPS HPS STM S"),
    pipe(M, "steam condensate", "hydronic_piping", "steam_condensate_pipe", "LPC MPC HPC LPR HPR PC SC PCR"),
    pipe(M, "condensate drain", "hydronic_piping", "condensate_drain_pipe", "CD D C COND CON DR"),
    pipe(M, "refrigerant", "refrigerant", "refrigerant_line_set", "REF REFR R RLS"),
    pipe(M, "refrigerant liquid", "refrigerant", "refrigerant_liquid_line", "RL RLL LL"),
    pipe(M, "refrigerant suction", "refrigerant", "refrigerant_suction_line", "RS RSL SL HG RHG"),
    duct("supply air", "SA ZUL TL SAD"),
    duct("return air", "RA RAD"),
    duct("exhaust air", "EA EXH EXA EAD FOL GEA TEA KEA"),
    duct("outside air", "OA OSA FA AUL OAD"),
    duct("transfer air", "TA"),
    duct("makeup air", "MUA"),
    pipe(F, "sprinkler main", "sprinkler_piping", "sprinkler_main", "F FIRE FP FW FPW ACI PCI FM SM FPM RI"),
    pipe(F, "sprinkler", "sprinkler_piping", "sprinkler_branch_line", "SP SPR SPK WSP DSP FSP SPKR"),
    pipe(F, "fire service", "sprinkler_piping", "fire_service_pipe", "FS FSM"),
    pipe(F, "sprinkler drain", "sprinkler_piping", "drain_pipe", "D DR AD"),
    pipe(F, "standpipe", "standpipes", "standpipe", "STP SPIPE FSPR"),
    pipe(D, "compressed air", "utilities", "compressed_air_pipe", "IA PA CA A UA SA"),
    pipe(D, "nitrogen", "utilities", "nitrogen_pipe", "N2 N LN2 GN2"),
    pipe(D, "steam", "utilities", "steam_pipe", "LPS MPS HPS STM LS MS HS S ST"),
    pipe(D, "condensate", "utilities", "condensate_pipe", "LPC MPC HPC COND C LC HC PC SC"),
    pipe(D, "process water", "utilities", "process_water_pipe", "PW CWS CWR CW CHWS CHWR SW UW BFW FW RW CTW HW W"),
    pipe(D, "purified water", "utilities", "purified_water_pipe", "DI DIW RO WFI PUW DW DMW"),
    Labels {
        trade: D,
        system: Other,
        name: "vacuum",
        category: "process_piping",
        item_type: "carbon_steel_pipe",
        list: "VAC V",
    },
];
