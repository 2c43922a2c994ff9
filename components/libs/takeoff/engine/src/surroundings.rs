//! Collects facts about the lines of a page before they are measured: areas without routes, marks that lines end at,
//! leaders, and whether the lines are wires or pipes.

use crate::bindings::quantities::{Discipline, Item};
use plumbline_geometry::Rect;
use plumbline_measurement::routes;
use plumbline_notation::language::fire;
use plumbline_sheet::Pattern;
use plumbline_sheet_parts::regions::{Callout, CalloutKind, ViewportKind, kind_of};
use plumbline_symbols::annotations::{Head, Leader};

use crate::page::Page;

/// Returns the areas of a page without routes: areas where nothing is counted, and views that are not plans. Sections
/// and elevations repeat the pipes of a plan.
pub(crate) fn excluded(page: &Page<'_>) -> Vec<Rect> {
    use ViewportKind as K;
    let views = &page.regions.viewports;
    let plan = views.iter().any(|v| v.kind.is_plan())
        || page.regions.title.as_deref().and_then(kind_of).is_none_or(|k| !k.is_plan());
    let beside = |k| matches!(k, K::Riser | K::Diagram | K::Isometric | K::Detail | K::Section | K::Elevation);
    // The only caption on a plan's sheet may be a detail's in its corner. The detail's area is then the whole sheet.
    let apart = views.iter().filter(|v| v.caption.is_some() && plan).filter(|v| beside(v.kind));
    let stamps = page.regions.stamps.iter().copied();
    page.excluded.iter().copied().chain(stamps).chain(apart.map(|v| v.area)).collect()
}

/// Returns the marks of a page that end lines which are not routes.
pub(crate) fn marks(page: &Page<'_>) -> Vec<Rect> {
    let ends = |c: &&Callout| matches!(c.kind, CalloutKind::Section | CalloutKind::Detail);
    let callouts = page.regions.callouts.iter().filter(ends).map(|c| c.area);
    page.regions.grid_bubbles.iter().copied().chain(callouts).collect()
}

/// Returns the leaders of a page with their texts, which may describe routes.
pub(crate) fn leaders(page: &Page<'_>) -> Vec<routes::Leader> {
    let notes = &page.notes;
    let of = |leader: &Leader| {
        let lines: Vec<_> = leader.lines.iter().filter_map(|line| notes.lines.all().get(*line)).collect();
        let text = lines.iter().map(|line| line.text.trim()).collect::<Vec<_>>().join(" ");
        (!lines.is_empty() && leader.path.len() > 1).then(|| routes::Leader {
            text,
            size: lines[0].size,
            lines: lines.iter().map(|line| line.bbox).collect(),
            path: leader.path.clone(),
            // A loop at the end of a line may be a device.
            headed: !matches!(leader.head, Head::None | Head::Loop),
        })
    };
    notes.leaders.iter().filter_map(of).collect()
}

/// Words of sheets that show fire protection pipes.
static PIPES: Pattern = Pattern::any_case(|| fire::PIPES.bounded());

/// Words of sheets that show fire alarm systems.
static ALARM: Pattern = Pattern::any_case(|| fire::ALARM.bounded());

/// Returns whether a sheet shows fire alarm systems and no pipes. Its lines are wires, and any pipes are background.
pub(crate) fn is_alarm(page: &Page<'_>, found: &[Item]) -> bool {
    let alarms = found.iter().filter(|item| item.category == "fire_alarm").count();
    let fire = page.profile.discipline == Discipline::FireProtection;
    alarms * 2 > found.len() || fire && found.is_empty() && says(page, &ALARM) && !says(page, &PIPES)
}

/// Returns whether a sheet shows fire protection pipes, according to its items or its words.
pub(crate) fn shows_pipes(page: &Page<'_>, found: &[Item]) -> bool {
    let of_pipes = |item: &Item| item.category.contains("sprinkler") || item.category.contains("standpipe");
    found.iter().any(of_pipes) || says(page, &PIPES)
}

fn says(page: &Page<'_>, words: &Pattern) -> bool {
    page.notes.lines.all().iter().any(|line| words.is_match(&line.text))
}
