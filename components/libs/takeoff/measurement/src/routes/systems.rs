//! Maps the letters on a line to a system (`CW`, `SAN`, `CHWS`, `KW`, `AF`, 給水), in the languages of drawings.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::routes::model::RouteSystem;

/// Letters of pipes. English: ASHRAE and ASPE abbreviations; Dutch: KW koud, WW warm water, HWA, VWA, RWA; Spanish: AF,
/// AC, ACS, ACI, GCI; French: EF, EC, ECS, EU, EV, EP; German: PWC, PWH, TWK, TWW, SW, RW, VL, RL; Portuguese: AQ, ESG;
/// Japanese: as written.
const PIPES: &str = "CW DCW HCW TCW PCW CWS CWR HW DHW DHWS DHWR DHWC HWR HWC HWS HHW HHWS HHWR CHW CHWS CHWR CHS CHR \
    CDW CDS CDR CDWS CDWR TW TWS TWR NPW NPCW NPHW GW IW RO DI SAN SS SW GW KWS W V VTR ST STM SD STD RWL RWP RWD RWL RD OD \
    ORD D ID CD COND DR AW G GAS NG LPG LP MPG HPG MPS HPS LPS LPR HPR MPR LPC PC BFW BD RL RS RG HG FP F FM FS SP SPR FSP WSP \
    DSP CA A MA IA PA O2 N2 N2O CO2 VAC MV MVAC WAGD FO FOS FOR FOV SA/P KW WW WWR TKW TWW HWA VWA RWA DWA VW BWL KWL WWL CV CVA \
    CVR AF AC ACS AFS AFC ARC ACI GCI PCI AP ALL AN AR AG APT EF EC ECS EU EV EP PWC PWH PWHC TWK TWW TWZ RW VL RL AQ ESG \
    \u{7d66}\u{6c34} \u{7d66}\u{6e6f} \u{8fd4}\u{6e6f} \u{6392}\u{6c34} \u{6c5a}\u{6c34} \u{96d1}\u{6392}\u{6c34} \u{96e8}\u{6c34} \
    \u{901a}\u{6c17} \u{30ac}\u{30b9} \u{6d88}\u{706b} \u{51b7}\u{6c34} \u{6e29}\u{6c34} \u{51b7}\u{6e29}\u{6c34} \u{51b7}\u{5a92} \
    \u{51b7}\u{5374}\u{6c34} \u{30c9}\u{30ec}\u{30f3} \u{4e0a}\u{6c34} \u{4e2d}\u{6c34} \u{5e02}\u{6c34} \u{4e95}\u{6c34}";

/// Letters of ducts (also Dutch, German): supply, return, exhaust, outside, relief, transfer, general and smoke
/// exhaust.
const DUCTS: &str = "SA RA EA OA OSA FA TA MUA REA GEX GE KE KEX TEX DEX SEX SMX LEX ZUL ABL AUL FOL UML \
    \u{7d66}\u{6c17} \u{6392}\u{6c17} \u{9084}\u{6c17} \u{5916}\u{6c17} \u{6392}\u{7159} SEA SOA";

/// Letters of conduit, by material.
const CONDUITS: &str = "EMT RGS IMC RMC RNC GRC LFMC FMC ENT";

static SYSTEMS: LazyLock<HashMap<&'static str, RouteSystem>> = LazyLock::new(|| {
    let all = [(PIPES, RouteSystem::Pipe), (DUCTS, RouteSystem::Duct), (CONDUITS, RouteSystem::Conduit)];
    all.iter().flat_map(|(words, system)| words.split_whitespace().map(|w| (w, *system))).collect()
});

/// Returns the system that a label's letters name: `CW`, `C.W.`, `—CW—`, `CHWS/R`, `HWS&R`.
pub(crate) fn system(label: &str) -> Option<RouteSystem> {
    let bare: String = label
        .chars()
        .filter(|c| !matches!(c, '.' | '-' | '\u{2013}' | '\u{2014}' | '(' | ')' | ' '))
        .flat_map(char::to_uppercase)
        .collect();
    if let Some(found) = SYSTEMS.get(bare.as_str()) {
        return Some(*found);
    }
    // The label may state supply and return.
    let one = bare.split(['/', '&', '+']).next().filter(|one| one.len() > 1 && one.len() < bare.len())?;
    SYSTEMS.get(one).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_are_known_by_their_letters() {
        for pipe in ["CW", "HWR", "SAN", "C.W.", "-GAS-", "CHWS/R", "kw", "AF", "GCI", "給水", "給湯"] {
            assert_eq!(system(pipe), Some(RouteSystem::Pipe), "{pipe}");
        }
        assert_eq!((system("SA"), system("EMT")), (Some(RouteSystem::Duct), Some(RouteSystem::Conduit)));
        for other in ["OFFICE", "A-101", "UP", "", "LP1-3"] {
            assert_eq!(system(other), None, "{other}");
        }
    }
}
