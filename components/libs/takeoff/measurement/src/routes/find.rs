//! Finds the runs of each class of lines that may be routes.

use plumbline_geometry::{Point, Rect, Segment};

use crate::routes::areas::Areas;
use crate::routes::candidate::{Basis, CandidateRun};
use crate::routes::course::{Course, course, strip_arrowheads};
use crate::routes::dashes::bridged;
use crate::routes::double;
use crate::routes::ends::Ends;
use crate::routes::evidence::{Verdict, may_be_named, verdict};
use crate::routes::figures::without_figures;
use crate::routes::graph::{distance, graph};
use crate::routes::lines::{ClassKey, Linework};
use crate::routes::looks::is_saturated;
use crate::routes::model::{LineType, RouteOptions, RouteSystem};
use crate::routes::scale::measure_at;
use crate::routes::strips::place;

/// Smallest distance at which ends meet, in points. Ends of broad lines meet within their width.
const MEET: f32 = 0.3;
/// Shortest route and shortest branch, in meters. Anything shorter is a tick, a valve or a letter.
const SHORTEST: f64 = 0.2;
/// Shortest route on paper, in points.
const SHORTEST_PAPER: f32 = 6.0;
/// Most segments of an unnamed class that is searched. A class with more is background.
const UNNAMED_SEGMENTS: usize = 20_000;
/// The same for classes of a saturated color, which is rare in backgrounds.
const COLORED_SEGMENTS: usize = 100_000;
/// Most loose ends of a run of an unnamed class. Walls have more.
const UNNAMED_ENDS: usize = 4;
/// Most loops of a solid run. A ring main has one.
const MOST_LOOPS: usize = 1;

/// The areas that interrupt lines on a sheet.
pub(crate) struct Obstacles {
    /// Symbols, where lines end.
    pub(crate) symbols: Areas,
    /// Small figures and text, beyond which lines continue.
    pub(crate) marks: Areas,
    /// Small closed outlines only. A text inside one is a tag.
    pub(crate) tags: Areas,
    /// Areas without routes, extended by the frames around them.
    pub(crate) excluded: Areas,
}

/// Returns whether a system is drawn with its width.
fn is_broad(system: RouteSystem) -> bool {
    matches!(system, RouteSystem::CableTray | RouteSystem::Duct)
}

/// Returns all runs that are routes or may become routes.
pub(crate) fn runs(
    work: &Linework,
    options: &RouteOptions,
    ends: &Ends<'_>,
    obstacles: &Obstacles,
) -> Vec<CandidateRun> {
    let mut found = Vec::new();
    for (key, strokes) in &work.classes {
        let most = if is_saturated(key.color) { COLORED_SEGMENTS } else { UNNAMED_SEGMENTS };
        if strokes.segments.len() <= most || may_be_named(options, key) {
            collect(key, &strokes.segments, &work.arrowheads, options, ends, obstacles, &mut found);
        }
    }
    join_edges(found)
}

/// Collects the runs of one class that may be routes.
fn collect(
    key: &ClassKey,
    segments: &[Segment],
    arrowheads: &[Point],
    options: &RouteOptions,
    ends: &Ends<'_>,
    obstacles: &Obstacles,
    found: &mut Vec<CandidateRun>,
) {
    let meet = MEET.max(0.6 * key.width_points()).min(1.0);
    let raw = without_figures(graph(segments, meet));
    let (joined, pattern) = if key.dash.is_empty() {
        bridged(&raw, &obstacles.symbols, &obstacles.marks)
    } else {
        (raw, LineType::Continuous)
    };
    let (joined, mut tips) = strip_arrowheads(&joined);
    tips.extend(arrowheads);
    for edges in joined.components() {
        // Solid lines with several loops are a floor plan or the rulings of a table.
        let solid = key.dash.is_empty() && !edges.iter().any(|e| joined.edges[*e].gap);
        if solid && joined.loops(&edges) > MOST_LOOPS {
            continue;
        }
        let Some(mut course) = course(&joined, &edges) else { continue };
        let linetype = match (key.dash.is_empty(), course.dashed) {
            (false, _) => key.pen_type(),
            (true, true) => pattern,
            (true, false) => LineType::Continuous,
        };
        let (system, description, rival, named) = match verdict(options, key, linetype) {
            Verdict::Named { system, description, rival } => (system, description, rival, true),
            Verdict::Unknown => (options.default_system.unwrap_or(RouteSystem::Other), None, None, false),
            Verdict::Background => continue,
        };
        let Some(measure) = measure_at(&options.scales, middle(&course.points)) else { continue };
        let shortest = SHORTEST_PAPER.max((SHORTEST / measure.meters(1.0)) as f32);
        course.prune(shortest);
        if course.length < shortest {
            continue;
        }
        // Solid lines with several loops are the rulings of a table or the outline of an object.
        let most_loops = if is_broad(system) { 0 } else { MOST_LOOPS };
        if linetype == LineType::Continuous && course.loops > most_loops {
            continue;
        }
        // An unnamed run with many loops is a floor plan. This is less likely for a colored run.
        let pieces_per_loop = if is_saturated(key.color) { 2 } else { 8 };
        if !named && course.loops > 3 + course.segments as usize / pieces_per_loop {
            continue;
        }
        if is_excluded(&course, &obstacles.excluded) || is_stroke_of_symbol(&course, &obstacles.symbols) {
            continue;
        }
        let basis = match named {
            true => Basis::Named,
            false if ends_indicate_route(&course, ends, &tips) => Basis::Ends,
            false => Basis::Pending,
        };
        let tips = tips.iter().filter(|t| is_near_end(&course, **t)).copied().collect();
        course.split_at_tees(&joined);
        course.prune_loose(shortest);
        let key = key.clone();
        found.push(CandidateRun {
            course,
            key,
            system,
            description,
            rival,
            basis,
            linetype,
            tips,
            risers: Vec::new(),
            measure,
            duct: None,
        });
    }
}

/// Joins the two edges of each tray or duct to one run.
fn join_edges(found: Vec<CandidateRun>) -> Vec<CandidateRun> {
    let is_edge = |f: &CandidateRun| is_broad(f.system) && f.basis == Basis::Named;
    let (edges, mut out): (Vec<CandidateRun>, Vec<CandidateRun>) = found.into_iter().partition(is_edge);
    let mut edges: Vec<Option<CandidateRun>> = edges.into_iter().map(Some).collect();
    for same in edges.chunk_by_mut(|a, b| a.as_ref().map(|f| &f.key) == b.as_ref().map(|f| &f.key)) {
        let courses: Vec<&Course> = same.iter().flatten().map(|f| &f.course).collect();
        for (i, j) in double::pairs(&courses) {
            if let (Some(other), Some(run)) = (same[j].take(), same[i].as_mut()) {
                run.course = double::between(&run.course, &other.course);
            }
        }
    }
    out.extend(edges.into_iter().flatten());
    out
}

/// Returns whether at least half a run is in areas without routes.
fn is_excluded(course: &Course, areas: &Areas) -> bool {
    const STEP: f32 = 5.0;
    if areas.is_empty() {
        return false;
    }
    let (mut inside, mut all) = (0.0, 0.0);
    for way in std::iter::once(&course.points).chain(course.branches.iter().map(|b| &b.points)) {
        for w in way.windows(2) {
            let length = distance(w[0], w[1]);
            let steps = (length / STEP).ceil().clamp(1.0, 1000.0);
            for i in 0..steps as usize {
                let p = place(w, (i as f32 + 0.5) / steps);
                all += length / steps;
                if areas.hold(p) {
                    inside += length / steps;
                }
            }
        }
    }
    inside * 2.0 >= all
}

/// Returns whether a run is inside one symbol.
fn is_stroke_of_symbol(course: &Course, symbols: &Areas) -> bool {
    const SLACK: f32 = 1.0;
    let Some(first) = course.points.first() else { return false };
    let inside = |a: Rect| course.points.iter().all(|p| a.contains(*p));
    symbols.touching(Rect::between(*first, *first).grown(SLACK)).any(|(_, a)| inside(a.grown(SLACK)))
}

/// Returns whether the tip of an arrow is at an end of a course.
fn is_near_end(course: &Course, tip: Point) -> bool {
    course.ends.iter().any(|e| distance(*e, tip) <= 8.0)
}

/// Returns whether each loose end of a run is at a symbol or an arrow, with at least two symbols or one of each.
fn ends_indicate_route(course: &Course, ends: &Ends<'_>, tips: &[Point]) -> bool {
    if ends.is_empty() || course.ends.len() < 2 || course.ends.len() > UNNAMED_ENDS {
        return false;
    }
    let mut symbols: Vec<usize> = Vec::new();
    let mut arrows = 0;
    for end in &course.ends {
        match ends.symbol_at(*end) {
            Some(symbol) => symbols.push(symbol),
            None if tips.iter().any(|t| distance(*t, *end) <= 8.0) => arrows += 1,
            None => return false,
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols.len() >= 2 || symbols.len() == 1 && arrows > 0
}

/// Returns the middle point of a course.
fn middle(points: &[Point]) -> Point {
    points.get(points.len() / 2).copied().unwrap_or_default()
}
