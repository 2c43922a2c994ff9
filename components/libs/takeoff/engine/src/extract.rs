//! Extracts the quantities of one page.

use crate::bindings::Options;
use crate::bindings::quantities::{Confidence, Depth, Discipline, Item, PageRate, Warning};
use plumbline_geometry::{Point, point};
use plumbline_measurement::routes::{Route, RouteOptions, SymbolBox, routes};
use plumbline_sheet::{Recognition, Sheet};

use crate::attributes::text;
use crate::circuits::follow_wiring;
use crate::dimensions::Verdict;
use crate::labels::labels;
use crate::marks::marked;
use crate::measured::measured;
use crate::overlaps::merge;
use crate::page::Page;
use crate::paper::other_paper;
use crate::profile::Profile;
use crate::reading::Reading;
use crate::symbols::{Symbols, symbols};
use crate::unlisted::{rescaled_legend_symbols, unlisted};
use crate::{bays, dimensions, doors, gangs, grid, items, notices, panels, runs, schedules, surroundings};

pub use crate::bindings::quantities::Findings;

/// Returns the quantities of one page, given the surveys of all pages of the document ([`crate::survey`]).
pub fn extract(discipline: Discipline, sheet: &Sheet, surveys: &[Vec<u8>], options: &Options) -> Findings {
    extract_reading(discipline, sheet, &Reading::of(sheet), surveys, options)
}

/// Returns the quantities of a page from its reading.
pub(crate) fn extract_reading(
    discipline: Discipline,
    sheet: &Sheet,
    reading: &Reading,
    surveys: &[Vec<u8>],
    options: &Options,
) -> Findings {
    let page = Page::read(Profile::of(discipline), sheet, reading, surveys, options);
    let symbols = symbols(&page);
    let said = labels(&page, &symbols);
    let mut found = items::items(&page, &symbols, &said);
    gangs::mark(&symbols, &mut found);
    let mismatch = notices::mismatch(&page);
    // On a sheet of another trade, lines without a legend belong to that trade.
    let routes = match mismatch {
        Some(_) if !symbols.listed => Vec::new(),
        _ => runs_between(&page, &symbols, &found),
    };
    // If a legend lists the counted symbols, it leaves others out on purpose.
    let beside = match symbols.listed {
        false => unlisted(&page, &symbols.instances),
        true if symbols.are_rescaled() => rescaled_legend_symbols(&page, &symbols),
        true => Vec::new(),
    };
    // A sheet of another trade uses the same letters for its own items.
    if mismatch.is_none() {
        let marks = marked(&page, &symbols.instances, &said);
        found.extend(marks.into_iter().filter(|mark| !beside.iter().any(|item| is_tag_of(mark, item))));
    }
    found.extend(beside);
    follow_wiring(&page, &said, &mut found, &routes);
    panels::describe(&page, &mut found);
    merge(&page, &mut found);
    lower_outside_plans(&page, &mut found);
    // On a vector page, only the text was recognized. Its symbols are as certain as any.
    if let Some(recognized @ Recognition::Done { lines: 1.., .. }) = Recognition::of(sheet) {
        lower_recognized(recognized, &mut found);
    }
    let beyond = measured(&page, &found, &routes);
    found.extend(beyond);
    let mut warnings: Vec<Warning> = mismatch.into_iter().collect();
    warnings.extend(other_warnings(&page, &symbols, &found, &routes));
    let routes = runs::to_wit(&page, &found, &routes);
    Findings {
        items: found,
        routes,
        schedules: if options.include_schedules { schedules::to_wit(&page) } else { Vec::new() },
        warnings,
        rate: rate(sheet, options.depth),
    }
}

/// Returns whether a mark is the tag written beside a device.
fn is_tag_of(mark: &Item, device: &Item) -> bool {
    let (Some(a), Some(b)) = (device.evidence.first(), mark.evidence.first()) else { return false };
    let (a, b) = (a.bbox, b.bbox);
    // Beside means within the device's own size.
    let (by, level) = (a.2 - a.0, a.3 - a.1);
    let near = b.0 <= a.2 + by && b.2 >= a.0 - by && b.1 <= a.3 + level && b.3 >= a.1 - level;
    near && device.tag.is_some() && device.tag == mark.tag
}

/// Lowers the confidence of devices in risers, one-line diagrams and details, which repeat devices of the plans, and
/// records the view. Process drawings are diagrams themselves.
fn lower_outside_plans(page: &Page<'_>, found: &mut [Item]) {
    if page.profile.discipline == Discipline::Process {
        return;
    }
    for item in found {
        let Some(evidence) = item.evidence.first() else { continue };
        let (x0, y0, x1, y1) = evidence.bbox;
        let at = point(((x0 + x1) / 2.0) as f32 * page.sheet.width, ((y0 + y1) / 2.0) as f32 * page.sheet.height);
        if let Some(view) = page.non_plan_view_at(at) {
            item.confidence = Confidence::Low;
            item.attributes.push(text("view", view));
        }
    }
}

/// Limits the confidence of items to that of the recognized picture.
fn lower_recognized(recognized: Recognition, found: &mut [Item]) {
    let most = if recognized.is_trusted() { Confidence::Medium } else { Confidence::Low };
    for item in found {
        item.confidence = match (item.confidence, most) {
            (Confidence::Low, _) | (_, Confidence::Low) => Confidence::Low,
            _ => Confidence::Medium,
        };
    }
}

/// Returns the runs between the symbols of a page.
fn runs_between(page: &Page<'_>, symbols: &Symbols, found: &[Item]) -> Vec<Route> {
    if page.scales.all.is_empty() {
        return Vec::new();
    }
    let boxes: Vec<SymbolBox> = found
        .iter()
        .zip(&symbols.instances)
        .map(|(item, instance)| SymbolBox {
            key: item.key.clone(),
            kind: runs::end_kind(&item.item_type),
            tag: item.tag.clone(),
            area: instance.found.bbox,
        })
        .collect();
    let asked = RouteOptions {
        scales: page.scales.all.clone(),
        symbols: boxes,
        excluded: surroundings::excluded(page),
        marks: surroundings::marks(page),
        classes: symbols.lines.clone(),
        leaders: surroundings::leaders(page),
        default_system: page.profile.default_system().filter(|_| !surroundings::is_alarm(page, found)),
    };
    routes(page.sheet, &asked)
}

fn other_warnings(page: &Page<'_>, symbols: &Symbols, found: &[Item], routes: &[Route]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    warnings.extend(notices::scanned(page.sheet));
    warnings.extend(notices::not_recognized(page.sheet));
    warnings.extend(notices::layers_off(page.sheet));
    let hatched = symbols.patterns.iter().map(|p| (symbols.entries[p.entry].row.description.as_str(), p.count));
    warnings.extend(hatched.map(|(description, count)| notices::hatched(page.sheet, description, count)));
    if found.is_empty() && routes.is_empty() && page.schedules.is_empty() {
        warnings.push(notices::nothing_found(page.sheet, symbols.listed));
    }
    if page.scales.all.is_empty() && (!found.is_empty() || is_measurable(page)) {
        warnings.push(notices::no_scale(page.sheet));
    }
    warnings.extend(contradicted(page));
    warnings.extend(other_paper(page).map(|found| notices::on_other_paper(page.sheet, &found)));
    warnings.extend(page.scales.problem.as_ref().map(|p| notices::scale_problem(page.sheet, p)));
    warnings
}

/// Checks the scale against the drawing. Dimensions are the best evidence, then the grid, with lengths between the
/// bubbles or in a note, then doors. The first check that gives a verdict decides.
fn contradicted(page: &Page<'_>) -> Option<Warning> {
    type Check = fn(&Page<'_>) -> Verdict;
    let checks: [(&str, Check); 3] =
        [("dimensions", dimensions::verdict), ("grid spacings", grid::verdict), ("grid bays", bays::verdict)];
    for (what, verdict) in checks {
        match verdict(page) {
            Verdict::Contradict(found) => return Some(notices::contradicted(page.sheet, what, &found)),
            Verdict::Agree => return None,
            Verdict::Silent => {}
        }
    }
    doors::contradiction(page).map(|found| notices::doors_contradict(page.sheet, &found))
}

/// Shortest line that may be a run or a side of something, in points.
const SHORTEST_MEASURED: f32 = 20.0;

/// Returns whether a page has lines to which a scale would give a length. Lines of diagrams have none.
fn is_measurable(page: &Page<'_>) -> bool {
    let outside = |p: Point| !page.excluded.iter().any(|area| area.contains(p));
    page.profile.discipline != Discipline::Process
        && page.field.ink.strokes.iter().any(|s| s.length() >= SHORTEST_MEASURED && outside(s.a) && outside(s.b))
}

/// Returns the rate of the rate card that applies to the page. Text and linework of the file need no vision, text
/// recognized from a picture does. Unreadable pages cost nothing.
fn rate(sheet: &Sheet, depth: Depth) -> PageRate {
    if notices::not_recognized(sheet).is_some() {
        return PageRate::None;
    }
    let is_recognized = matches!(Recognition::of(sheet), Some(Recognition::Done { .. }));
    match depth {
        Depth::Deep => PageRate::DeepPage,
        Depth::Standard if is_recognized => PageRate::Page,
        Depth::Standard => PageRate::TextPage,
    }
}
