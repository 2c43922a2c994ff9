//! The kind of a view, by the words of its title.

use std::sync::LazyLock;

use plumbline_notation::language::views;
use plumbline_sheet::Pattern;
use regex::Regex;

use crate::regions::model::ViewportKind;
use crate::regions::pattern;

/// Kinds with the words that name them. The first match wins.
static KINDS: LazyLock<Vec<(ViewportKind, Regex)>> = LazyLock::new(|| {
    use ViewportKind as K;
    let list = [
        (K::KeyPlan, views::KEY_PLAN),
        (K::Schedule, views::SCHEDULE),
        (K::Riser, views::RISER),
        (K::Isometric, views::ISOMETRIC),
        (K::Diagram, views::DIAGRAM),
        (K::EnlargedPlan, views::ENLARGED_PLAN),
        (K::Detail, views::DETAIL),
        (K::Elevation, views::ELEVATION),
        (K::Section, views::SECTION),
        (K::Site, views::SITE),
        (K::Plan, views::PLAN),
    ];
    list.iter().filter_map(|(kind, words)| Some((*kind, pattern::words(&words.bounded())?))).collect()
});

/// Words that name a plan regardless of the rest of the title: `PIPING PLAN ABOVE ELEVATION 12'`,
/// `FLOOR PLAN - SECTION B`.
static PLANS: Pattern = Pattern::any_case(|| pattern::of_letters(&views::PLAN_REGARDLESS.bounded()));

/// Returns the kind that a title names, or `None` if its words name none.
pub fn kind_of(title: &str) -> Option<ViewportKind> {
    let mut said = KINDS.iter().filter(|(_, words)| words.is_match(title)).map(|(kind, _)| *kind);
    let first = said.next()?;
    let is_upright = matches!(first, ViewportKind::Elevation | ViewportKind::Section);
    if is_upright && PLANS.is_match(title) {
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
