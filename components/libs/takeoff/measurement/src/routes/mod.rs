//! Measures routes from linework: conduit, feeders, home runs, cable tray, duct, single-line pipe.
//!
//! [`routes`] joins the lines of a sheet to runs and measures them at the sheet's scale. It returns only routes with
//! evidence: a name for their line class (from the layer, from the legend through [`RouteOptions::classes`], or from a
//! label on the line), the look of services, or symbols at their ends. Without a scale, nothing is measured.
//!
//! - `model`: the input and the output;
//! - `lines`: strokes by class; `strips`: wide lines exported as outlines; `evidence`: meanings of layers;
//! - `graph`: connections and crossings of lines; `figures`: symbols in a line; `dashes`, `corners`: joined dashed
//!   lines; `course`: the course of a run; `tees`: trunks and branches; `find`: the runs of a class; `double`: cable
//!   tray drawn with both edges;
//! - `duct`: ducts drawn with both edges;
//! - `drafting`: dimensions, axes, boundaries; `looks`: classes without a name; `samples`: the legend's line samples;
//! - `labels`, `systems`, `callouts`: texts about routes; `leaders`: texts that point at them; `assign`, `bundles`: the
//!   assignment of texts to routes;
//! - `sizes`: changes of a run's size; `ends`: the ends of a route; `drops`: its verticals; `finish`: runs as routes;
//!   `scale`: real lengths; `areas`: a spatial index of boxes.
//!
//! ```
//! use plumbline_measurement::routes::{RouteOptions, RouteSystem, routes};
//! use plumbline_sheet::drawing::Drawing;
//! use plumbline_sheet::{Scale, ScaleSource};
//!
//! // Points on paper of a meter at 1:50.
//! let meter = 72.0 / 0.0254 / 50.0;
//! let mut drawing = Drawing::new(800.0, 600.0);
//! drawing.layer("E-CONDUIT").pen(0x00ff00, 1.0).line([100.0, 100.0], [100.0 + 3.0 * meter, 100.0]);
//!
//! let scale = Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
//! let found = routes(&drawing.sheet(), &RouteOptions { scales: vec![scale], ..RouteOptions::default() });
//! assert_eq!(found[0].system, RouteSystem::Conduit);
//! assert!((found[0].length - 3.0).abs() < 0.005);
//! ```

mod areas;
mod assign;
mod bundles;
mod callouts;
mod corners;
mod course;
mod dashes;
mod double;
mod drafting;
mod drops;
mod duct;
mod ends;
mod evidence;
mod figures;
mod find;
mod finish;
mod graph;
mod labels;
mod leaders;
mod lines;
mod looks;
pub mod model;
mod patterns;
mod samples;
mod scale;
mod sizes;
mod strips;
mod systems;
mod tees;

pub use model::{
    Callout, Confidence, Drop, EndKind, Endpoint, Leader, LineClass, LineType, Route, RouteOptions, RouteSystem,
    SymbolBox, Unit,
};
pub use scale::{Measure, measure_at};

use plumbline_geometry::{Rect, size};
use plumbline_notation::System;
use plumbline_sheet::Sheet;

use areas::Areas;
use assign::assign;
use course::Course;
use drafting::DraftingContext;
use drops::Verticals;
use ends::Ends;
use evidence::is_wanted;
use find::{Basis, CandidateRun, Obstacles, runs};
use finish::{number_twins, routes_of};
use labels::labels;
use leaders::move_labels_to_tips;
use lines::linework;

/// Longest text inside a line, in characters.
const LABEL_IN_LINE: usize = 12;

/// Returns the routes of a sheet, by position.
pub fn routes(sheet: &Sheet, options: &RouteOptions) -> Vec<Route> {
    if options.scales.is_empty() {
        return Vec::new();
    }
    let ends = Ends::new(&options.symbols);
    let is_duct = options.default_system == Some(RouteSystem::Duct);
    let mut work = linework(sheet, is_duct, |layer, color| is_wanted(options, layer, color));
    let tags = Areas::new(work.marks.clone());
    // Letters in a line (`—— CW ——`) interrupt it like a figure.
    work.marks.extend(sheet.texts().filter(|t| t.text.trim().chars().count() <= LABEL_IN_LINE).map(|t| t.bbox));
    // The frame of an excluded table runs along its edge.
    let frame = |a: &Rect| a.grown(2.0);
    let obstacles = Obstacles {
        symbols: Areas::new(options.symbols.iter().map(|s| s.area).collect()),
        marks: Areas::new(std::mem::take(&mut work.marks)),
        tags,
        excluded: Areas::new(options.excluded.iter().map(frame).collect()),
    };
    let text = plumbline_sheet::lines::lines(sheet);
    let imperial = options.scales.iter().any(|s| s.imperial);
    let verticals = Verticals::new(&text, imperial);
    let ink = looks::Ink::of(&work);
    let mut found = Vec::new();
    if is_duct {
        let sizes = duct::labels::Sizes::new(&text, System::of(imperial));
        found = duct::ducts(&mut work, &sizes, &ink, &obstacles.excluded, options);
    }
    found.extend(runs(&work, options, &ends, &obstacles));
    drop(work);
    looks::judge(&mut found, &ink, options, size(sheet.width, sheet.height));
    leaders::remove_leaders(&mut found, &options.leaders, &ends);
    let marks = Areas::new(options.marks.clone());
    drafting::remove_drafting_lines(
        &mut found,
        &DraftingContext { lines: &text, marks: &marks, leaders: &options.leaders },
    );
    found.retain_mut(|run| verticals.strip_riser_arrows(run, &obstacles.tags));
    samples::apply_samples(&mut found, &text, options.default_system);
    let labels = move_labels_to_tips(labels(sheet, &text), &options.leaders, &found, &ends);
    found.sort_by(|a, b| a.key.cmp(&b.key).then_with(|| place(&a.course).cmp(&place(&b.course))));
    let assigned = assign(&mut found, &labels, &obstacles.tags, size(sheet.width, sheet.height), options);
    let total = |named: bool| -> f32 {
        found.iter().filter(|f| is_named(f) == named && f.basis != Basis::Pending).map(|f| f.course.length).sum()
    };
    // If layers, labels or the legend name most routes, lines without a name are something else.
    let only_named = total(true) > total(false) && found.iter().any(|f| f.basis == Basis::Named);
    let mut out: Vec<Route> = Vec::with_capacity(found.len());
    for (run, own) in found.into_iter().zip(&assigned) {
        if !only_named || is_named(&run) {
            let mut measured = routes_of(run, &ends, own, &labels, &obstacles.tags);
            measured.iter_mut().for_each(|r| verticals.mark(r, &obstacles.tags));
            out.extend(measured);
        }
    }
    out.sort_by(|a, b| a.key.cmp(&b.key));
    number_twins(&mut out);
    out.sort_by(|a, b| {
        let (p, q) = (a.points[0], b.points[0]);
        p.y.total_cmp(&q.y).then(p.x.total_cmp(&q.x)).then(a.key.cmp(&b.key))
    });
    out
}

/// Returns whether a run has stronger evidence than its looks and ends.
fn is_named(found: &CandidateRun) -> bool {
    matches!(found.basis, Basis::Named | Basis::Labeled)
}

/// Returns the start of a course in hundredths of a point. It sorts runs independently of the drawing order.
fn place(course: &Course) -> [i32; 2] {
    course.points.first().map_or([0, 0], |p| [(p.y * 100.0).round() as i32, (p.x * 100.0).round() as i32])
}
