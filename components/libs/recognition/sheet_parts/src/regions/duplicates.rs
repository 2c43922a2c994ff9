//! Views of a document that repeat a plan. Their quantities are left out.

use std::collections::BTreeSet;

use plumbline_geometry::Rect;
use plumbline_notation::language::{Words, views};
use plumbline_sheet::Pattern;
use serde::{Deserialize, Serialize};

use crate::regions::discipline::Discipline;
use crate::regions::model::ViewportKind;
use crate::regions::summary::{SheetSummary, ViewportSummary};

/// The reason for leaving out a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DuplicateReason {
    /// It repeats a part of a plan, larger.
    Enlarged,
    /// Plans of its parts repeat it, larger.
    Overall,
    /// It shows the contents of a plan in a diagram, from the side or in oblique projection.
    OtherView,
    /// It only shows the location of the other views.
    KeyPlan,
    /// It is a table of the contents of the plans.
    Schedule,
}

/// A view whose quantities are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duplicate {
    /// Page of the view.
    pub page: u32,
    /// Index among the views of the page.
    pub viewport: usize,
    /// Reason for leaving it out.
    #[serde(rename = "why")]
    pub reason: DuplicateReason,
    /// Page and index of the view that it repeats.
    #[serde(rename = "of")]
    pub original: Option<(u32, usize)>,
}

/// A part of a plan whose quantities are left out, because the enlarged view has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Superseded {
    /// Page of the plan.
    pub page: u32,
    /// The outlined part, in points.
    pub area: Rect,
    /// Page and index of the enlarged view.
    pub by: (u32, usize),
}

/// A view's page, and its index among the page's views.
type Place = (u32, usize);

/// A view with its sheet.
#[derive(Clone, Copy)]
struct Entry<'a> {
    sheet: &'a SheetSummary,
    view: &'a ViewportSummary,
    place: Place,
}

fn entries(document: &[SheetSummary]) -> Vec<Entry<'_>> {
    document
        .iter()
        .flat_map(|sheet| {
            let entry = move |(i, view)| Entry { sheet, view, place: (sheet.page, i) };
            sheet.viewports.iter().enumerate().map(entry)
        })
        .collect()
}

/// Returns the letters and digits of a sheet number, in upper case: `A-401` is `A401`.
fn plain(number: &str) -> String {
    number.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// The words for the stories from the first on.
const ORDINALS: [Words; 6] = [
    views::FIRST_STORY,
    views::SECOND_STORY,
    views::THIRD_STORY,
    views::FOURTH_STORY,
    views::FIFTH_STORY,
    views::SIXTH_STORY,
];

/// Returns the stories that a title names.
fn levels(title: &str) -> BTreeSet<String> {
    static LEVEL: Pattern = Pattern::any_case(|| {
        let named = ORDINALS.iter().chain([&views::NAMED_STORY]).map(Words::alternatives).collect::<Vec<_>>();
        format!(
            r"\b(?:{story})\s*[-#]?\s*(\d{{1,2}}|[a-c])\b|\b(\d{{1,2}})(?:{ending}|[.])\s*(?:{after})|\b({named})\b|{unspaced}",
            story = views::STORY.alternatives(),
            ending = views::STORY_ENDING.alternatives(),
            after = views::STORY_AFTER.alternatives(),
            named = named.join("|"),
            unspaced = views::STORY_WITHOUT_SPACES.alternatives(),
        )
    });
    let number = |name: &str| ORDINALS.iter().position(|words| words.contains(name)).map(|at| (at + 1).to_string());
    LEVEL
        .captures_iter(title)
        .filter_map(|c| c.iter().skip(1).flatten().next().map(|m| m.as_str().to_lowercase()))
        .map(|name| number(&name).unwrap_or(name))
        .collect()
}

/// Returns the title of a view with that of its sheet, which is often the only one to name story or subject.
fn titles(e: &Entry<'_>) -> String {
    format!("{} {}", e.view.title.as_deref().unwrap_or_default(), e.sheet.title.as_deref().unwrap_or_default())
}

/// Returns whether two views may show the same story: one of them names none, or they share one.
fn same_level(a: &Entry<'_>, b: &Entry<'_>) -> bool {
    let of = |e: &Entry<'_>| {
        let own = levels(e.view.title.as_deref().unwrap_or_default());
        if own.is_empty() { levels(&titles(e)) } else { own }
    };
    let (a, b) = (of(a), of(b));
    a.is_empty() || b.is_empty() || a.intersection(&b).next().is_some()
}

/// Returns whether two views may be of one trade. A view without a discipline may be of any.
fn same_trade(a: &Entry<'_>, b: &Entry<'_>) -> bool {
    match (a.sheet.discipline, b.sheet.discipline) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Returns the enlarged view that an outline names, or the only one of the document that fits it.
fn named<'a>(
    entries: &[Entry<'a>],
    plan: &SheetSummary,
    number: Option<&str>,
    sheet: Option<&str>,
) -> Option<Entry<'a>> {
    if number.is_none() && sheet.is_none() {
        return None;
    }
    let on = |e: &Entry<'_>| match sheet {
        Some(s) => e.sheet.number.as_deref().is_some_and(|n| plain(n) == plain(s)),
        None => e.sheet.page == plan.page,
    };
    let fits = |e: &&Entry<'a>| {
        e.view.kind == ViewportKind::EnlargedPlan && on(e) && number.is_none_or(|n| e.view.number.as_deref() == Some(n))
    };
    let mut found = entries.iter().filter(fits);
    let first = found.next().copied();
    // Without a number, several views may be meant, and none is returned.
    if number.is_none() && found.next().is_some() { None } else { first }
}

/// Returns the outlined parts of plans whose quantities the enlarged views have.
pub fn superseded(document: &[SheetSummary]) -> Vec<Superseded> {
    let entries = entries(document);
    document
        .iter()
        .flat_map(|s| s.outlines.iter().map(move |o| (s, o)))
        .filter_map(|(s, o)| {
            let by = named(&entries, s, o.number.as_deref(), o.sheet.as_deref())?;
            Some(Superseded { page: s.page, area: o.area, by: by.place })
        })
        .collect()
}

/// Returns the views of a document whose quantities are left out, by page and index. An enlarged plan is kept if a plan
/// outlines the part and refers to it there, see [`superseded`], or if no plan shows its story.
pub fn duplicates(document: &[SheetSummary]) -> Vec<Duplicate> {
    let entries = entries(document);
    let kept: Vec<Place> = superseded(document).iter().map(|s| s.by).collect();
    let plans: Vec<Entry<'_>> = entries.iter().filter(|e| e.view.kind == ViewportKind::Plan).copied().collect();
    let mut out: Vec<Duplicate> = Vec::new();
    for e in &entries {
        let plan = |level: bool| {
            plans
                .iter()
                .find(|p| p.place != e.place && same_trade(p, e) && (!level || same_level(p, e)))
                .map(|p| p.place)
        };
        let found = match e.view.kind {
            ViewportKind::KeyPlan => Some((DuplicateReason::KeyPlan, None)),
            ViewportKind::Schedule => Some((DuplicateReason::Schedule, None)),
            ViewportKind::EnlargedPlan if kept.contains(&e.place) => None,
            ViewportKind::EnlargedPlan => plan(true).map(|p| (DuplicateReason::Enlarged, Some(p))),
            ViewportKind::Plan => parts_of(e, &plans).map(|p| (DuplicateReason::Overall, Some(p))),
            // Structures are measured in their sections and details too.
            _ if e.sheet.discipline == Some(Discipline::Structural) => None,
            ViewportKind::Section
            | ViewportKind::Elevation
            | ViewportKind::Diagram
            | ViewportKind::Riser
            | ViewportKind::Isometric => plan(false).map(|p| (DuplicateReason::OtherView, Some(p))),
            ViewportKind::Detail | ViewportKind::Site => None,
        };
        out.extend(found.map(|(reason, original)| Duplicate {
            page: e.place.0,
            viewport: e.place.1,
            reason,
            original,
        }));
    }
    out
}

/// Returns a plan of a part of an overall plan, if there are at least two.
fn parts_of(overall: &Entry<'_>, plans: &[Entry<'_>]) -> Option<Place> {
    static OVERALL: Pattern = Pattern::any_case(|| views::OVERALL.bounded());
    static PART: Pattern = Pattern::any_case(|| {
        let (part, partial) = (views::PART.alternatives(), views::PARTIAL.bounded());
        format!(r"\b(?:{part})\s*[-#]?\s*(?:[A-Z]|\d{{1,2}})\b|{partial}")
    });
    let is = |r: &Pattern, e: &Entry<'_>| r.is_match(&titles(e));
    let coarser = |p: &Entry<'_>| match (overall.view.ratio, p.view.ratio) {
        (Some(a), Some(b)) => a > b * 1.05,
        _ => true,
    };
    if !is(&OVERALL, overall) || is(&PART, overall) {
        return None;
    }
    let mut parts = plans.iter().filter(|p| {
        p.place != overall.place && same_trade(p, overall) && same_level(p, overall) && is(&PART, p) && coarser(p)
    });
    let first = parts.next()?.place;
    parts.next().map(|_| first)
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;

    use super::*;
    use crate::regions::model::Outline;
    use ViewportKind as K;

    fn sheet(page: u32, number: &str, views: &[(K, &str, &str, f64)]) -> SheetSummary {
        let viewports = views.iter().map(|(kind, number, title, ratio)| ViewportSummary {
            kind: *kind,
            number: Some((*number).to_owned()),
            title: Some((*title).to_owned()),
            ratio: Some(*ratio),
            area: rect(0.0, 0.0, 500.0, 500.0),
        });
        SheetSummary {
            page,
            number: Some(number.to_owned()),
            title: None,
            discipline: Some(Discipline::Plumbing),
            viewports: viewports.collect(),
            outlines: Vec::new(),
        }
    }

    fn left_out(document: &[SheetSummary]) -> Vec<(u32, usize, DuplicateReason)> {
        duplicates(document).into_iter().map(|d| (d.page, d.viewport, d.reason)).collect()
    }

    #[test]
    fn an_enlarged_plan_is_left_out_when_a_plan_of_its_story_shows_it() {
        let plan = sheet(1, "P-101", &[(K::Plan, "1", "FIRST FLOOR PLUMBING PLAN", 96.0)]);
        let enlarged = sheet(
            2,
            "P-401",
            &[
                (K::EnlargedPlan, "1", "ENLARGED TOILET - FIRST FLOOR", 48.0),
                (K::EnlargedPlan, "2", "ENLARGED TOILET - LEVEL 2", 48.0),
            ],
        );
        assert_eq!(left_out(&[plan.clone(), enlarged.clone()]), [(2, 0, DuplicateReason::Enlarged)]);
        assert_eq!(left_out(&[enlarged]), []);
    }

    #[test]
    fn an_enlarged_plan_that_the_plan_outlines_is_kept_and_the_outline_is_left_out() {
        let mut plan = sheet(1, "P-101", &[(K::Plan, "1", "FIRST FLOOR PLAN", 96.0)]);
        plan.outlines.push(Outline {
            area: rect(10.0, 10.0, 60.0, 60.0),
            text: "SEE ENLARGED PLAN 2/P401".to_owned(),
            number: Some("2".to_owned()),
            sheet: Some("P401".to_owned()),
        });
        let enlarged = sheet(
            2,
            "P-401",
            &[(K::EnlargedPlan, "1", "ENLARGED JANITOR", 48.0), (K::EnlargedPlan, "2", "ENLARGED TOILET", 48.0)],
        );
        let document = [plan, enlarged];
        assert_eq!(left_out(&document), [(2, 0, DuplicateReason::Enlarged)]);
        let found = superseded(&document);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].page, found[0].by), (1, (2, 1)));
    }

    #[test]
    fn an_overall_plan_is_left_out_when_its_parts_are_there() {
        let document = [
            sheet(1, "P-100", &[(K::Plan, "1", "OVERALL FIRST FLOOR PLAN", 192.0)]),
            sheet(2, "P-101A", &[(K::Plan, "1", "FIRST FLOOR PLAN - PART A", 96.0)]),
            sheet(3, "P-101B", &[(K::Plan, "1", "FIRST FLOOR PLAN - PART B", 96.0)]),
        ];
        assert_eq!(left_out(&document), [(1, 0, DuplicateReason::Overall)]);
        assert_eq!(left_out(&document[..2]), []);
    }

    #[test]
    fn risers_and_sections_repeat_plans_of_their_trade_only() {
        let plan = sheet(1, "P-101", &[(K::Plan, "1", "PLAN", 96.0), (K::KeyPlan, "", "KEY PLAN", 1.0)]);
        let mut riser =
            sheet(2, "P-501", &[(K::Riser, "1", "WASTE RISER", 1.0), (K::Detail, "2", "TRAP DETAIL", 10.0)]);
        let expected = [(1, 1, DuplicateReason::KeyPlan), (2, 0, DuplicateReason::OtherView)];
        assert_eq!(left_out(&[plan.clone(), riser.clone()]), expected);
        riser.discipline = Some(Discipline::Electrical);
        assert_eq!(left_out(&[plan, riser]), [(1, 1, DuplicateReason::KeyPlan)]);
    }
}
