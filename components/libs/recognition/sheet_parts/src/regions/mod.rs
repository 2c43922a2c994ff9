//! Finds the regions of a sheet, so that a takeoff counts the right things in each and nothing twice.
//!
//! [`regions`] finds the title block, views, key plans, north arrows, grid bubbles, match lines, marks and notes of a
//! sheet. [`duplicates`] finds the views of a document that repeat another one. [`disciplines`] ranks the disciplines
//! that a sheet may have. All boxes are in points, origin top-left, y down, of the page as displayed.
//!
//! - `model`: the result; `kinds`: the kind of a view by its title;
//! - `circles`: circles of marks; `bubbles`: grid bubbles; `marks`: the other marks; `clouds`: revision clouds;
//!   `north`: north arrows;
//! - `notes`: blocks of notes; `match_lines`: match lines; `axes`: places beside a line; `outlines`: parts drawn larger
//!   elsewhere; `stamps`: seals and stamps;
//! - `summary`: a short summary of a sheet; `duplicates`: views that repeat others;
//! - `discipline`: the disciplines; `discipline_words`: the words that name them; `ranking`: those of a sheet, the
//!   likeliest first.
//!
//! ```
//! use plumbline_sheet_parts::regions::{ViewportKind, kind_of, regions};
//! use plumbline_sheet::drawing::Drawing;
//!
//! assert_eq!(kind_of("KEY PLAN"), Some(ViewportKind::KeyPlan));
//!
//! // A drawing without captions is one view.
//! let mut drawing = Drawing::new(1200.0, 900.0);
//! drawing.rect([100.0, 100.0, 900.0, 700.0]).text("OFFICE", [300.0, 300.0], 8.0);
//! assert_eq!(regions(&drawing.sheet()).viewports.len(), 1);
//! ```

mod axes;
mod bubbles;
mod circles;
mod clouds;
mod discipline;
mod discipline_words;
mod duplicates;
mod kinds;
mod marks;
mod match_lines;
pub mod model;
mod north;
mod notes;
mod outlines;
mod pattern;
mod ranking;
mod stamps;
mod summary;

pub use axes::Axes;
pub use discipline::Discipline;
pub use duplicates::{Duplicate, DuplicateReason, Superseded, duplicates, superseded};
pub use kinds::kind_of;
pub use model::{Callout, CalloutKind, MatchLine, Outline, Regions, Viewport, ViewportKind};
pub use ranking::{RankedDiscipline, disciplines, mismatch};
pub use summary::{SheetSummary, ViewportSummary};

use plumbline_geometry::{Point, Rect};
use plumbline_sheet::layout::Layout;
use plumbline_sheet::rotation::{QuarterTurns, upright};
use plumbline_sheet::views::{View, drawing_area};
use plumbline_sheet::{Scale, ScaleSource, Sheet};

/// Returns the regions of a sheet.
pub fn regions(sheet: &Sheet) -> Regions {
    let (upright, turn) = upright(sheet);
    let layout = Layout::of(&upright);
    let found = of_layout(&upright, &layout);
    rotated(found, turn.inverse())
}

fn of_layout(sheet: &Sheet, layout: &Layout) -> Regions {
    let page = layout.frame.page;
    let lines = &layout.lines;
    let drawing = drawing_area(&layout.frame);
    let circles = circles::circles(sheet);
    let polygons = marks::polygons(sheet);
    let texts = circles::texts_in(&circles, lines);
    let mut grid = bubbles::bubbles(&circles, &texts, lines, &layout.rules, page);
    let captions: Vec<Rect> = layout.views.iter().map(|v| v.caption).collect();
    let divided = marks::divided(&circles, &layout.rules);
    let mut callouts = marks::marks(&circles, &texts, &mut grid, lines, &polygons, &captions, &divided);
    let north_arrows = north::arrows(sheet, layout, &circles, &grid, &polygons, &callouts);
    callouts.retain(|c| !north_arrows.iter().any(|n| n.contains(c.area.center())));
    callouts.extend(clouds::clouds(sheet));
    if let Some(block) = layout.frame.title_block {
        callouts.retain(|c| !block.contains(c.area.center()));
    }
    callouts.sort_by(|a, b| a.area.min.y.total_cmp(&b.area.min.y).then(a.area.min.x.total_cmp(&b.area.min.x)));
    let empty = sheet.path_verbs.is_empty() && lines.is_empty();
    let viewports = if empty { Vec::new() } else { viewports(layout, &north_arrows, drawing) };
    let areas: Vec<Rect> = viewports.iter().map(|v| v.area).collect();
    let key = |v: &&Viewport| v.kind == ViewportKind::KeyPlan;
    Regions {
        number: layout.number.clone(),
        title: layout.title.clone(),
        border: layout.frame.border,
        title_block: layout.frame.title_block,
        key_plans: viewports.iter().filter(key).map(|v| v.area).collect(),
        viewports,
        north_arrows,
        grid_bubbles: circles.iter().zip(&grid).filter(|(_, g)| **g).map(|(c, _)| c.bbox()).collect(),
        match_lines: match_lines::match_lines(sheet, lines, &layout.rules, &areas),
        callouts,
        outlines: outlines::outlines(sheet, lines),
        notes_blocks: notes::blocks(lines, &layout.rules, page, drawing),
        stamps: stamps::stamps(sheet, lines),
    }
}

/// Returns the views with their kinds, or the whole drawing as one view if no view has a caption.
fn viewports(layout: &Layout, north_arrows: &[Rect], drawing: Rect) -> Vec<Viewport> {
    let sheet_kind = layout.title.as_deref().and_then(kind_of);
    let mut out: Vec<Viewport> = layout.views.iter().map(|v| viewport(v, layout, north_arrows, sheet_kind)).collect();
    if out.is_empty() {
        out.push(Viewport {
            area: drawing,
            caption: None,
            number: None,
            title: layout.title.clone(),
            scale: layout.scales.iter().find(|s| s.area.is_none()).cloned(),
            kind: sheet_kind.unwrap_or(ViewportKind::Plan),
            refers_to: None,
        });
    }
    out
}

fn viewport(view: &View, layout: &Layout, north_arrows: &[Rect], sheet_kind: Option<ViewportKind>) -> Viewport {
    let said = view.title.as_deref().and_then(kind_of);
    // Only plans have a north arrow beside their title, so `SECTION A` is then a part of the building.
    let [_, y0, x1, y1] = view.caption.to_array();
    let high = y1 - y0;
    let arrow = north_arrows.iter().any(|n| {
        let Point { x, y, .. } = n.center();
        (y0 - high..=y1 + high).contains(&y) && (view.caption.min.x..=x1 + 4.0 * high).contains(&x)
    });
    let kind = match said {
        Some(ViewportKind::Section | ViewportKind::Elevation) if arrow => ViewportKind::Plan,
        Some(kind) => kind,
        // A title that names no kind, such as `PANEL PB1`, has the kind of the sheet.
        None => sheet_kind.unwrap_or(ViewportKind::Plan),
    };
    let own = view.scale.map(|s| Scale {
        ratio: s.ratio,
        imperial: s.imperial,
        source: ScaleSource::TitleBlock,
        text: view.scale_text.clone().unwrap_or_default(),
        area: Some(view.area),
    });
    let of_page = || layout.scales.iter().find(|s| s.area.is_none() || s.area == Some(view.area)).cloned();
    let none = view.not_to_scale || kind == ViewportKind::KeyPlan;
    Viewport {
        area: view.area,
        caption: Some(view.caption),
        number: view.number.clone(),
        title: view.title.clone(),
        scale: if none { None } else { own.or_else(of_page) },
        kind,
        refers_to: view.sheet.clone(),
    }
}

/// Rotates all regions to the page as displayed.
fn rotated(found: Regions, turn: QuarterTurns) -> Regions {
    if turn.quarters == 0 {
        return found;
    }
    let area = |a: Rect| turn.area(a);
    let all = |list: Vec<Rect>| list.into_iter().map(area).collect::<Vec<_>>();
    let scale = |s: Scale| Scale { area: s.area.map(area), ..s };
    Regions {
        border: found.border.map(area),
        title_block: found.title_block.map(area),
        viewports: found
            .viewports
            .into_iter()
            .map(|v| Viewport { area: area(v.area), caption: v.caption.map(area), scale: v.scale.map(scale), ..v })
            .collect(),
        key_plans: all(found.key_plans),
        north_arrows: all(found.north_arrows),
        grid_bubbles: all(found.grid_bubbles),
        match_lines: found
            .match_lines
            .into_iter()
            .map(|m| MatchLine { from: turn.point(m.from), to: turn.point(m.to), beyond: all(m.beyond), ..m })
            .collect(),
        callouts: found.callouts.into_iter().map(|c| Callout { area: area(c.area), ..c }).collect(),
        outlines: found.outlines.into_iter().map(|o| Outline { area: area(o.area), ..o }).collect(),
        notes_blocks: all(found.notes_blocks),
        stamps: all(found.stamps),
        number: found.number,
        title: found.title,
    }
}
