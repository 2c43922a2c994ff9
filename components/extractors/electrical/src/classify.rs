//! What a legend's description is called in the taxonomy, by the words of several languages.

use std::sync::LazyLock;

use regex::Regex;

use plumbline_guest_extractor::quantities::Trade;

/// What a row of a legend stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A thing that is counted.
    Item(Kind),
    /// A line that is measured.
    Line(System),
    /// A mark that explains the drawing: counted nowhere.
    Mark,
}

/// The route systems an electrical legend names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the contract's words")]
pub enum System {
    Conduit,
    Feeder,
    BranchCircuit,
    CableTray,
}

/// Trade, category and item type of a counted thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Code of the category.
    pub category: &'static str,
    /// Code of the item type.
    pub item_type: &'static str,
}

impl Kind {
    /// Fire alarm belongs to fire protection, the rest to electrical.
    pub fn trade(self) -> Trade {
        if self.category == "fire_alarm" { Trade::FireProtection } else { Trade::Electrical }
    }
}

/// What is counted when no word is known.
pub const DEVICE: Kind = Kind { category: "devices", item_type: "device" };

enum Meaning {
    Item(Kind),
    Line(System),
    Mark,
}

struct Word {
    pattern: Regex,
    meaning: Meaning,
}

const fn item(category: &'static str, item_type: &'static str) -> Meaning {
    Meaning::Item(Kind { category, item_type })
}

/// Words by meaning. The one that stands first in a description decides; of several at one place the first listed.
static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let words: [(&str, Meaning); 29] = [
        (
            r"^\W*(?:indica(?:dor|tes|ci[oó]n)?\b|representa(?:ci[oó]n|tion)?\b|denotes?\b|designates?\b|notes?\b|see\b)|\brevision\b|\bkey ?notes?\b|\bmatch ?line\b|\bnorth arrow\b|\b(?:section|detail|elevation) (?:mark|call ?out|number|cut)|\broom (?:name|number|tag)|\bdoor (?:number|tag)|\bgrid (?:line|bubble)|\bceiling height",
            Meaning::Mark,
        ),
        (
            r"\bcable tray|\bbandeja|\bcharola|\bkabel(?:bahn|rinne|goot)|chemin de c[âa]bles|ケーブルラック",
            Meaning::Line(System::CableTray),
        ),
        (
            r"\bfire alarm|\bsmoke\b|\b(?:heat|thermal|duct) (?:detector|sensor)|\bpull station|\bstrobe|\bhorn\b|\bspeaker|\bannunciator|\bfacp\b|\b(?:monitor|control|relay|isolat\w+) module|\boutput relay|\bend[- ]of[- ]line\b|\beol\b|\bnac\b|detector de humo|\bestaci[oó]n manual|\bsirena|rauchmelder|rookmelder|brandmelder|d[ée]tecteur de fum|感知器|発信機|\bintelligent duct",
            item("fire_alarm", "fire_alarm_device"),
        ),
        (
            r"\bemergency (?:light|luminaire|lighting|fixture|battery)|\bexit (?:sign|light)|(?:alumbrado|luminaria|luz|ilumina\w+|artefacto)[^.;]{0,24}emergencia|notleuchte|noodverlichting|vluchtweg|[ée]clairage de s[ée]curit|bloc de secours|非常(?:灯|用照明)|誘導灯",
            item("lighting", "emergency_luminaire"),
        ),
        (
            r"\bluminair|\bluminaria|\blight(?:s|ing)?(?: fixture| point| outlet)?\b|\blamp\b|l[áa]mpara|\bdown ?light|\btroffer|\bsconce|\bpendant|\bartefacto|\bfixture|leuchte|armatuur|verlichting|\bapplique|\bplafonnier|照明|灯|\bbraquet|\bfoco\b|\bspot(?:light)?\b|\bled panel|\breflector|lumin[áa]ria|\bpunto de luz|centro de luz",
            item("lighting", "luminaire"),
        ),
        (
            r"\bfloor (?:box|outlet|receptacle|socket)|tomas? en piso|tomacorriente\w* (?:en|de) piso|poke[- ]?through|bodendose|vloerpot",
            item("power", "floor_box"),
        ),
        (
            r"\b(?:gfci|gfi|afci|rcd) |\breceptacle|\bconvenience outlet|\bpower outlet|\bduplex|\bquad(?:ruplex|plex)|\bsocket|tomacorriente|\btomas?\b|\benchufe|\bcontacto\b|steckdose|stopcontact|wandcontactdoos|\bprises?\b|\btomada|コンセント|\bplugs?\b",
            item("power", "receptacle"),
        ),
        (
            r"\b(?:data|telephone|tele/?com\w*|voice|network|internet|lan|rj-?45|tv|television|coax\w*)\b[^.;]{0,20}(?:outlet|jack|point|port|receptacle|socket)?|\bsalida (?:de|para) (?:data|datos|tel[eé]fono|tv)|\bwi-?fi|\baccess point|電話|情報",
            item("communications", "communication_outlet"),
        ),
        (
            r"\bcamera|\bcctv|\bcard reader|\baccess control|\bc[áa]mara|\bdoor contact|\bintrusion",
            item("security", "security_device"),
        ),
        (
            r"\b(?:occupancy|vacancy|motion|daylight|photo)[- ]?\w* ?(?:sensor|cell|detector)?|\bsensor|\bphotocell|\bpir\b|\bdetector\b|bewegungsmelder|bewegingsmelder|センサ",
            item("controls", "sensor"),
        ),
        (
            r"\b(?:safety|disconnect|transfer|isolat\w+) switch|\bdisconnect|\bisolator|\bseccionador|lasttrennschalter|werkschakelaar",
            item("distribution", "disconnect_switch"),
        ),
        (
            r"\bswitch(?:es)?\b|interruptor|apagador|conmutador|pulsador|\bdimmer|schalter|taster|schakelaar|interrupteur|\bpoussoir|\bpush ?button|スイッチ|点滅器",
            item("switching", "switch"),
        ),
        (
            r"\bpanel ?boards?|\bload ?cent(?:er|re)|\bdistribution (?:board|panel)|\bswitch ?(?:board|gear)|\btablero|\bquadro|\bcuadro|verteiler|verdeel\w+|verdeler|\btableau|分電盤|配電盤|\bmotor control cent|\b(?:lighting|power|electrical|control) panel|\bpanels?\b",
            item("distribution", "panelboard"),
        ),
        (
            r"\btransform(?:er|ador)|\bsub-?estaci[oó]n|\bsubstation|transformator|変圧器|\btransformateur",
            item("distribution", "transformer"),
        ),
        (r"\bmeter\b|\bmedidor|\bz[äa]hler|計器|\bcompteur", item("distribution", "meter")),
        (
            r"\bgenerator|\bgenerador|\bgrupo electr[oó]geno|\bups\b|\buninterruptible|発電",
            item("equipment", "power_source"),
        ),
        (
            r"\bmotor\b|\bpump\b|\bfan\b|\bmotor connection|\bequipment connection|換気|電動機",
            item("equipment", "equipment_connection"),
        ),
        (
            r"\bjunction box|\bpull ?box|\boutlet box|\bcajas?\b|\bcondulet|\bbuz[oó]n|\bcaixa|abzweigdose|lasdoos|centraaldoos|bo[iî]te|ボックス|\bbox\b",
            item("boxes", "junction_box"),
        ),
        (
            r"\bground(?:ing)? (?:rod|electrode|bar|bus)|\bpozo (?:de|a)(?: puesta a)? tierra|\bearth (?:rod|pit|electrode)|接地極",
            item("grounding", "grounding_electrode"),
        ),
        (
            r"\bbell\b|\bbuzzer|\bchime|\btimbre|klingel|\bclock\b|\breloj|\bintercom",
            item("communications", "signal_device"),
        ),
        (r"\bfeeder|\balimentador|\bservice entrance|zuleitung|voedingskabel", Meaning::Line(System::Feeder)),
        (
            r"\bhome ?run|\bcircuito\b|\bbranch circuit|\bwir(?:e|ing)\b|\bcableado|\bswitch leg|stromkreis|\bgroep\b|\bcircuit\b|配線",
            Meaning::Line(System::BranchCircuit),
        ),
        (
            r"\bconduit|\btuber[ií]a|electroducto|eletroduto|\bcanalizaci|\braceway|\btubo\b|\brohr|\bleiding|\bbuis\b|\bgaine|\bcables?\b|\bkabel|配管|電線管|\bunderground",
            Meaning::Line(System::Conduit),
        ),
        (r"\bvalve|\bdamper|\bthermostat|\btermostato|サーモ", item("controls", "control_device")),
        (r"\bheater|\bcalefac|\bboiler|\bwater heater|\bterma\b", item("equipment", "equipment_connection")),
        (r"\boutlet\b|\bsalida\b|\bauslass", item("power", "outlet")),
        (r"\bcontactor|\brelay|\btime ?clock|\btimer|\bstarter|\barrancador", item("controls", "control_device")),
        (r"\bbreaker|\bfuse\b|\btermomagn|leistungsschalter|遮断器", item("distribution", "overcurrent_device")),
        (r"\blightning|\bpararrayos|blitz|避雷", item("grounding", "lightning_protection")),
    ];
    words
        .into_iter()
        .filter_map(|(pattern, meaning)| Some(Word { pattern: Regex::new(&format!("(?i){pattern}")).ok()?, meaning }))
        .collect()
});

/// What a description stands for; [`DEVICE`] when no word is known.
pub fn classify(description: &str) -> Class {
    known(description).unwrap_or(Class::Item(DEVICE))
}

/// What a description stands for; `None` when it has no word of the trade.
pub fn known(description: &str) -> Option<Class> {
    let first = WORDS
        .iter()
        .enumerate()
        .filter_map(|(rank, word)| Some((word.pattern.find(description)?.start(), rank)))
        .min()?;
    Some(match WORDS[first.1].meaning {
        Meaning::Item(kind) => Class::Item(kind),
        Meaning::Line(system) => Class::Line(system),
        Meaning::Mark => Class::Mark,
    })
}

/// Whether the contract's taxonomy has the kind.
#[cfg(test)]
pub(crate) fn in_taxonomy(kind: Kind) -> bool {
    use plumbline_contract::taxonomy::TAXONOMY;
    let trade = match kind.trade() {
        Trade::FireProtection => plumbline_contract::Trade::FireProtection,
        _ => plumbline_contract::Trade::Electrical,
    };
    TAXONOMY.find(trade, kind.category, kind.item_type).is_some_and(|found| found.default_unit == "EA")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_words_name_is_in_the_taxonomy() {
        let named = WORDS.iter().filter_map(|word| match word.meaning {
            Meaning::Item(kind) => Some(kind),
            Meaning::Line(_) | Meaning::Mark => None,
        });
        for kind in named.chain([DEVICE]) {
            assert!(in_taxonomy(kind), "{kind:?}");
        }
        assert!(!in_taxonomy(Kind { category: "lighting", item_type: "receptacle" }));
    }

    fn item_type(text: &str) -> &'static str {
        match classify(text) {
            Class::Item(kind) => kind.item_type,
            Class::Line(_) => "line",
            Class::Mark => "mark",
        }
    }

    #[test]
    fn the_first_word_of_the_trade_decides() {
        let cases = [
            ("LUMINARIA LED TIPO PANEL 60x60", "luminaire"),
            ("RECESSED 2x4 TROFFER WITH EMERGENCY BATTERY PACK", "luminaire"),
            ("ARTEFACTO PARA ALUMBRADO DE EMERGENCIA", "emergency_luminaire"),
            ("EXIT SIGN, CEILING MOUNTED", "emergency_luminaire"),
            ("CAJA DE REGISTRO PARA TUBO CONDUIT", "junction_box"),
            ("JUNCTION BOX", "junction_box"),
            ("CIRCUITO EN ELECTRODUCTO EMPOTRADO", "line"),
            ("CONDUIT CONCEALED IN CEILING", "line"),
            ("TABLERO DE DISTRIBUCION", "panelboard"),
            ("20A DUPLEX RECEPTACLE, +18\" AFF", "receptacle"),
            ("TOMACORRIENTE DOBLE", "receptacle"),
            ("THREE-WAY SWITCH", "switch"),
            ("Wandcontactdoos enkel", "receptacle"),
            ("Steckdose 2-fach", "receptacle"),
            ("コンセント 2口", "receptacle"),
            ("INDICA NUMERO DE CONDUCTORES EN CIRCUITO", "mark"),
            ("SMOKE DETECTOR", "fire_alarm_device"),
            ("FLUXOMETRO", "device"),
        ];
        for (text, expected) in cases {
            assert_eq!(item_type(text), expected, "{text}");
        }
        assert_eq!(WORDS.len(), 29, "a pattern does not compile");
    }
}
