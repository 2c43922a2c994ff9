//! The kind of a view, by the words of its title.

use std::sync::LazyLock;

use regex::Regex;

use crate::model::ViewportKind;
use crate::pattern;

/// Kinds with the words that name them. The first match wins.
static KINDS: LazyLock<Vec<(ViewportKind, Regex)>> = LazyLock::new(|| {
    use ViewportKind as K;
    let list: [(K, &str); 11] = [
        (
            K::KeyPlan,
            r"\bkey\s*(?:plan|map)\b|\bplano\s+(?:llave|clave|gu[íi]a)\b|\b(?:plano|esquema)\s+de\s+ubicaci[óo]n\b|overzichtsplan|キープラン|案内図",
        ),
        (
            K::Schedule,
            r"\bschedules?\b|\bcuadro\b|\btabla\b|\btableau\b|\b\w*staat\b|\bliste?\b|\bquadro\b|器具表|機器表|リスト",
        ),
        (
            K::Riser,
            r"\brisers?\b|\bmontantes?\b|\bstrangenschema\b|\bstrangschema\b|\bcolonnes?\s+montantes?\b|\bstack\s+diagram\b|系統図",
        ),
        (K::Isometric, r"\bisom[eé]tri\w*|\baxonometr\w*|アイソメ"),
        (
            K::Diagram,
            r"\b(?:diagrams?|schematics?|one-?line|single[- ]line|sld|flow)\b|\b(?:diagrama|esquema|unifilar|schema|sch[ée]ma|stroomschema|schaltplan|fluxograma)\b|結線図|フロー",
        ),
        (
            K::EnlargedPlan,
            r"\b(?:enlarged|blow-?up|large[- ]scale)\b|\bplanta\s+ampliada\b|\bampliaci[óo]n\b|\bampliad[ao]\b|\bvergrot|\bvergr(?:ö|oe)(?:ss|ß)er|\bagrandi|拡大図",
        ),
        (K::Detail, r"\bdetails?\b|\bdetalles?\b|\bdetalhes?\b|\bd[ée]tails?\b|詳細図"),
        (
            K::Elevation,
            r"\belevations?\b|\belevaci[óo]n|\balzado|\bfachada|\bgevel|\baanzicht|\bansicht|\bfa[çc]ade|\b[ée]l[ée]vation|立面図|展開図",
        ),
        (K::Section, r"\bsections?\b|\bcortes?\b|\bsecci[óo]n(?:es)?\b|\bdoorsnede|\bschnitt|\bcoupe\b|断面図"),
        (
            K::Site,
            r"\b(?:site|plot|location)\s+(?:\w+\s+)?plan\b|\bemplazamiento\b|\bplano\s+de\s+conjunto\b|\bsituatie\b|\blageplan\b|\bplan\s+de\s+(?:masse|situation)\b|\bimplanta[çc][ãa]o\b|配置図",
        ),
        (
            K::Plan,
            r"\b(?:plans?|layout|floor|level|roof|basement|platforms?|mezzanine|ceiling)\b|\b(?:planta|plano|nivel|piso|azotea|s[óo]tano|cubierta|techo)\b|\b(?:plattegrond|begane\s+grond|verdieping|kelder|dak|\w*plan)\b|\b(?:grundriss|\w*geschoss)\b|\b(?:niveau|rez[- ]de[- ]chauss[ée]e|[ée]tage|toiture)\b|\b(?:pavimento|t[ée]rreo|cobertura)\b|平面図|伏図",
        ),
    ];
    list.iter().filter_map(|(kind, words)| Some((*kind, pattern::words(words)?))).collect()
});

/// Words that name a plan regardless of the rest of the title: `PIPING PLAN ABOVE ELEVATION 12'`,
/// `FLOOR PLAN - SECTION B`.
static PLANS: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern::words(r"\b(?:plans?|planta|plattegrond|grundriss|\w{3,}plan)\b|平面図"));

/// Returns the kind that a title names, or `None` if its words name none.
pub fn kind_of(title: &str) -> Option<ViewportKind> {
    let mut said = KINDS.iter().filter(|(_, words)| words.is_match(title)).map(|(kind, _)| *kind);
    let first = said.next()?;
    let is_upright = matches!(first, ViewportKind::Elevation | ViewportKind::Section);
    if is_upright && PLANS.as_ref().is_some_and(|words| words.is_match(title)) {
        return Some(ViewportKind::Plan);
    }
    // An enlarged section is a section.
    let other = said.find(|k| matches!(k, ViewportKind::Detail | ViewportKind::Elevation | ViewportKind::Section));
    Some(if first == ViewportKind::EnlargedPlan { other.unwrap_or(first) } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ViewportKind as K;

    #[test]
    fn titles_in_several_languages() {
        for (title, kind) in [
            ("FIRST FLOOR LIGHTING PLAN", K::Plan),
            ("ENLARGED TOILET ROOM", K::EnlargedPlan),
            ("ENLARGED SECTION A-A", K::Section),
            ("SECTION A-A", K::Section),
            ("NORTH ELEVATION", K::Elevation),
            ("PIPE HANGER DETAIL", K::Detail),
            ("FIRE ALARM RISER DIAGRAM", K::Riser),
            ("ONE-LINE DIAGRAM", K::Diagram),
            ("PLUMBING ISOMETRIC", K::Isometric),
            ("LIGHTING FIXTURE SCHEDULE", K::Schedule),
            ("FIRST FLOOR KEY PLAN", K::KeyPlan),
            ("SITE PLAN", K::Site),
            ("PLANTA PRIMER NIVEL", K::Plan),
            ("CORTE A-A", K::Section),
            ("ISOMÉTRICO DE DESAGÜE", K::Isometric),
            ("DOORSNEDE A-A", K::Section),
            ("PLATTEGROND BEGANE GROND", K::Plan),
            ("１階平面図", K::Plan),
            ("給水系統図", K::Riser),
            ("GRUNDRISS ERDGESCHOSS", K::Plan),
            ("COUPE B-B", K::Section),
            ("FIRST FLOOR PLAN - SECTION B", K::Plan),
            ("PIPING PLAN ABOVE ELEVATION 112'-0\"", K::Plan),
            ("ROOF SECTION", K::Section),
        ] {
            assert_eq!(kind_of(title), Some(kind), "{title}");
        }
        assert_eq!(kind_of("PANEL-PB1"), None);
    }
}
