//! The evidence for a discipline: prefixes of sheet numbers, words of titles and names of layers.

use std::sync::LazyLock;

use regex::Regex;

use crate::discipline::Discipline;
use crate::pattern;

/// Disciplines by the letters of a sheet number, longest first. The single letters follow the US National CAD Standard
/// (Uniform Drawing System, module 1, discipline designators). The others are common in the countries named.
const PREFIXES: [(&str, Discipline); 62] = {
    use Discipline as D;
    [
        // English.
        ("FA", D::FireProtection),
        ("FP", D::FireProtection),
        ("FS", D::FireProtection),
        ("FX", D::FireProtection),
        ("SP", D::FireProtection),
        ("LS", D::FireProtection),
        ("EL", D::Electrical),
        ("EP", D::Electrical),
        ("ES", D::Electrical),
        ("EY", D::Electrical),
        ("LTG", D::Electrical),
        ("SLD", D::Electrical),
        ("ELE", D::Electrical),
        ("MH", D::Mechanical),
        ("MP", D::Mechanical),
        ("MD", D::Mechanical),
        ("HVAC", D::Mechanical),
        ("PL", D::Plumbing),
        ("PD", D::Plumbing),
        ("PID", D::Process),
        ("PFD", D::Process),
        ("PR", D::Process),
        ("SB", D::Structural),
        ("SF", D::Structural),
        ("ST", D::Structural),
        ("STR", D::Structural),
        ("AD", D::Architectural),
        ("AE", D::Architectural),
        ("AF", D::Architectural),
        ("AI", D::Architectural),
        ("AS", D::Architectural),
        ("ARQ", D::Architectural),
        ("CG", D::Civil),
        ("CU", D::Civil),
        ("CS", D::Civil),
        // Spanish: instalaciones eléctricas, sanitarias, mecánicas, contra incendios; estructuras.
        ("IE", D::Electrical),
        ("IS", D::Plumbing),
        ("IM", D::Mechanical),
        ("IC", D::FireProtection),
        ("ACI", D::FireProtection),
        ("IG", D::Plumbing),
        ("IISS", D::Plumbing),
        ("IIEE", D::Electrical),
        ("EST", D::Structural),
        ("TOP", D::Civil),
        // German: Elektro, Heizung, Lüftung, Sanitär.
        ("HLS", D::Mechanical),
        ("RLT", D::Mechanical),
        ("SAN", D::Plumbing),
        ("HZG", D::Mechanical),
        // Single letters.
        ("A", D::Architectural),
        ("I", D::Architectural),
        ("Q", D::Architectural),
        ("S", D::Structural),
        ("M", D::Mechanical),
        ("H", D::Mechanical),
        ("P", D::Plumbing),
        ("E", D::Electrical),
        ("T", D::Electrical),
        ("F", D::FireProtection),
        ("D", D::Process),
        ("C", D::Civil),
        ("L", D::Civil),
    ]
};

/// Returns the discipline of a sheet number, with the letters that identify it and whether they certainly do.
pub(crate) fn of_number(number: &str) -> Option<(Discipline, &'static str, bool)> {
    let upper = number.to_uppercase();
    // `21E-1`: the number of a floor or a suite comes first. `100-TYP-005` is from a register.
    let parts = upper.split(['-', '.', '_', ' ']).map(|p| p.trim_start_matches(|c: char| c.is_ascii_digit()));
    let mut first = true;
    for part in parts.take(3) {
        let letters = &part[..part.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(part.len())];
        if letters.is_empty() {
            continue;
        }
        if let Some((prefix, discipline)) = PREFIXES.iter().find(|(p, _)| *p == letters) {
            return Some((*discipline, prefix, first));
        }
        // `IEIL1`, `FAT-2`: more letters after a known pair.
        let begins =
            |p: &&(&str, Discipline)| p.0.len() >= 2 && letters.starts_with(p.0) && letters.len() <= p.0.len() + 2;
        if first && let Some((prefix, discipline)) = PREFIXES.iter().find(begins) {
            return Some((*discipline, prefix, false));
        }
        first = false;
    }
    None
}

/// Words that name a discipline. Fire protection and process come before the wider ones.
static WORDS: LazyLock<Vec<(Discipline, Regex)>> = LazyLock::new(|| {
    use Discipline as D;
    let list = [
        (
            D::FireProtection,
            r"\bfire\s*(?:alarm|protection|suppression|sprinklers?|detection)\b|\bsprinklers?\b|\bstandpipes?\b|\bcontra\s*incendios?\b|\bdetecci[óo]n\s+de\s+incendios?\b|\brociadores\b|\bbrand(?:meld|beveilig|blus)\w*|\bbrandmelde\w*|\bsprinkler\w*|\bincendie\b|\binc[êe]ndio\b|消火|火災報知|スプリンクラー|防災",
        ),
        (
            D::Process,
            r"\bp\s*&\s*ids?\b|\bpiping\s+and\s+instrumentation\b|\bprocess\s+(?:flow|piping|plan|diagram)\b|\bpfd\b|\binstrumentaci[óo]n\b|\bprocestechni\w*|\bverfahrens\w*|プロセス|配管計装",
        ),
        (
            D::Electrical,
            r"\belectric(?:al)?\b|\blighting\b|\bpower\s+(?:plan|layout|distribution)\b|\breceptacles?\b|\bpanel\s*boards?\b|\b(?:one-?line|single[- ]line)\b|\bsld\b|\bswitch\s*gear\b|\btelecom\w*|\bdata\s+(?:plan|outlets?)\b|\bel[ée]ctric[ao]s?\b|\bilumina(?:ci[óo]n|[çc][ãa]o)\b|\balumbrado\b|\btomacorrientes?\b|\bunifilar\b|\balimentaci[óo]n\b|\bcomunicaciones\b|\belektr\w*|\bverlichting\b|\bbeleuchtung\w*|\bstarkstrom\w*|\b[ée]lectri(?:que|cit[ée])\b|\b[ée]clairage\b|\bel[ée]tric[ao]s?\b|電気|電灯|照明|動力|弱電|コンセント|\bplugs?\s+layout\b",
        ),
        (
            D::Plumbing,
            r"\bplumbing\b|\bsanitary\b|\b(?:domestic|cold|hot)\s+water\b|\bwaste\s*(?:and|&)?\s*vent\b|\b(?:storm|roof)\s+drain\w*|\bdrainage\b|\bgas\s+(?:piping|plan)\b|\bsanitari[ao]s?\b|\bdesag[üu]es?\b|\bagua\s+(?:fr[íi]a|caliente|potable)\b|\bgas\b|\bwater\b|\briolering\b|\bloodgieter\w*|\bsanit[äa]r\w*|\babwasser\b|\btrinkwasser\b|\bplomberie\b|\bhidr[áa]ulic\w*|\bhidrossanit\w*|\besgoto\b|給排水|衛生|給水|排水|ガス",
        ),
        (
            D::Mechanical,
            r"\bmechanical\b|\bhvac\b|\bheating\b|\bventilation\b|\bair[- ]condition\w*|\bduct\w*|\bchilled\s+water\b|\bmec[áa]nic[ao]s?\b|\bclimatizaci[óo]n\b|\baire\s+acondicionado\b|\bventilaci[óo]n\b|\bcalefacci[óo]n\b|\bverwarming\w*|\bventilatie\b|\bluchtbehandeling\w*|\bwerktuigbouwkundig\w*|\bheizung\w*|\bl[üu]ftung\w*|\bklima\w*|\bchauffage\b|\bclimatisation\b|\bar\s+condicionado\b|空調|換気|機械設備|ダクト",
        ),
        (
            D::Structural,
            r"\bstructural\b|\bfoundations?\b|\bframing\b|\breinforc\w*|\brebar\w*|\bpost[- ]tension\w*|\bslab\b|\bpanel\s+details?\b|\bestructur\w*|\bcimentaci[óo]n\w*|\baligerado\w*|\bencofrado\w*|\bconstructi[eo]\w*|\bfundering\w*|\bwapening\w*|\bbewehrung\w*|\bschalplan\b|\btragwerk\w*|\bcoffrage\b|\bferraillage\b|\bestrutur\w*|\bfunda[çc][õo]es\b|構造|伏図|配筋|基礎",
        ),
        (
            D::Architectural,
            r"\barchitectur\w*|\bfinish(?:es)?\b|\bfurniture\b|\breflected\s+ceiling\b|\bdoor\s+(?:schedule|details?)\b|\b(?:wall|partition)\s+types\b|\belevations?\b|\bexisting\s+plan\b|\bdemolition\s+plan\b|\barquitect\w*|\bacabados?\b|\bbouwkundig\w*|\bgevel\w*|\bgrundriss\w*|\bansicht\w*|\bfa[çc]ades?\b|\barquitet\w*|意匠|建築|立面図|仕上",
        ),
        (
            D::Civil,
            r"\bcivil\b|\bgrading\b|\bsite\s+plan\b|\butilit(?:y|ies)\b|\bwaterline\b|\blandscap\w*|\bsurvey\b|\berosion\b|\bpaving\b|\btopogr[áa]f\w*|\bpavimentaci[óo]n\b|\bterreininrichting\b|\blageplan\b|\bvrd\b|\bterraplen\w*|\burbaniza\w*|外構|土木",
        ),
    ];
    list.iter().filter_map(|(d, words)| Some((*d, pattern::words(words)?))).collect()
});

/// Returns the disciplines that the words of a text name, each with the first such word.
pub(crate) fn in_text(text: &str) -> impl Iterator<Item = (Discipline, &str)> {
    WORDS.iter().filter_map(move |(d, words)| words.find(text).map(|m| (*d, m.as_str())))
}

/// Returns the discipline of a layer's name, by its US National CAD Standard designator (`E-LITE`, `M-HVAC-DUCT`) or
/// words.
pub(crate) fn of_layer(name: &str) -> Option<Discipline> {
    static STANDARD: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^(?:.*[|$])?(FA|FP|[A-Z])[A-Z]?-[A-Z]{4}(?:-|$|\d)").ok());
    if let Some(found) = STANDARD.as_ref().and_then(|r| r.captures(name)) {
        let letters = found.get(1)?.as_str();
        return PREFIXES.iter().find(|(p, _)| *p == letters).map(|(_, d)| *d);
    }
    in_text(name).next().map(|(d, _)| d)
}
