//! Measured routes from linework: conduit, feeders, home runs, cable tray, single-line pipe.
//!
//! [`routes`] joins the lines of a sheet into runs and measures them at the sheet's scale. It says only what the
//! drawing supports: a line class needs a name (its layer, or the legend through [`RouteOptions::classes`]), or its
//! lines end at symbols; without a scale nothing is measured.
//!
//! - `model`: what goes in and what comes out;
//! - `lines`: strokes by class; `evidence`: which classes are routes;
//! - `graph`: what meets and what crosses; `dashes`: dashed lines joined; `course`: the way of a run;
//! - `double`: runs drawn with both edges;
//! - `labels`: sizes and circuits beside routes; `ends`: what a route ends at; `scale`: paper to reality.

mod course;
mod dashes;
mod double;
mod ends;
mod evidence;
mod graph;
mod labels;
mod lines;
pub mod model;
mod scale;

pub use model::{
    Confidence, EndKind, Endpoint, LineClass, LineType, Route, RouteOptions, RouteSystem, SymbolBox, Unit,
};
pub use scale::{Measure, measure_at};

use plumbline_sheet::Sheet;

use course::{Course, course, strip_arrowheads};
use dashes::bridged;
use ends::Ends;
use evidence::{Verdict, is_wanted, may_be_named, verdict};
use graph::graph;
use labels::{Label, Says, labels};
use lines::{ClassKey, linework};

/// Ends within this many points meet, at least; broad lines meet within their width.
const MEET: f32 = 0.3;
/// Shortest route and shortest branch, in metres; what is shorter is a tick, a valve or a letter.
const SHORTEST: f64 = 0.2;
/// Shortest route on paper, in points.
const SHORTEST_PAPER: f32 = 6.0;
/// A class without a name is looked at only up to so many segments: more are a background.
const UNNAMED_SEGMENTS: usize = 20_000;
/// Most loose ends of a run of a class without a name; walls have more.
const UNNAMED_ENDS: usize = 4;

/// Most loops that a solid run closes: a ring main closes one.
const MOST_LOOPS: usize = 1;

/// A run with all that is known of it, before it gets its key.
struct Found {
    course: Course,
    key: ClassKey,
    system: RouteSystem,
    description: Option<String>,
    named: bool,
    linetype: LineType,
    tips: Vec<[f32; 2]>,
    measure: Measure,
}

/// The routes of a sheet, by place.
pub fn routes(sheet: &Sheet, options: &RouteOptions) -> Vec<Route> {
    if options.scales.is_empty() {
        return Vec::new();
    }
    let ends = Ends::new(&options.symbols);
    let work = linework(sheet, |layer, color| is_wanted(options, layer, color));
    let mut found: Vec<Found> = Vec::new();
    for (key, strokes) in &work.classes {
        collect(key, &strokes.segments, &work.arrowheads, options, &ends, &mut found);
    }
    drop_unnamed_beside_named(&mut found);
    let mut found = join_edges(found);
    found.sort_by(|a, b| a.key.cmp(&b.key).then_with(|| place(&a.course).cmp(&place(&b.course))));
    let labels = labels(sheet);
    let (sizes, circuits) = assigned(&found, &labels);
    let mut out: Vec<Route> = Vec::with_capacity(found.len());
    for (i, run) in found.into_iter().enumerate() {
        out.extend(route(run, &ends, sizes[i].map(|l| &labels[l]), circuits[i].map(|l| &labels[l])));
    }
    out.sort_by(|a, b| a.key.cmp(&b.key));
    number_twins(&mut out);
    out.sort_by(|a, b| {
        let (p, q) = (a.points[0], b.points[0]);
        p[1].total_cmp(&q[1]).then(p[0].total_cmp(&q[0])).then(a.key.cmp(&b.key))
    });
    out
}

/// Where layers or the legend name the lines of most routes, lines without a name are something else.
fn drop_unnamed_beside_named(found: &mut Vec<Found>) {
    let length = |named: bool| found.iter().filter(|f| f.named == named).map(|f| f.course.length).sum::<f32>();
    if length(true) > length(false) {
        found.retain(|f| f.named);
    }
}

/// The two edges of a tray or a duct as one run.
fn join_edges(found: Vec<Found>) -> Vec<Found> {
    let (edges, mut out): (Vec<Found>, Vec<Found>) = found.into_iter().partition(|f| is_broad(f.system));
    let mut edges: Vec<Option<Found>> = edges.into_iter().map(Some).collect();
    let mut start = 0;
    while start < edges.len() {
        let same = |f: &Option<Found>| f.as_ref().map(|f| &f.key) == edges[start].as_ref().map(|f| &f.key);
        let end = start + edges[start..].iter().take_while(|f| same(f)).count();
        let courses: Vec<&Course> = edges[start..end].iter().flatten().map(|f| &f.course).collect();
        for (i, j) in double::pairs(&courses) {
            if let (Some(other), Some(run)) = (edges[start + j].take(), edges[start + i].as_mut()) {
                run.course = double::between(&run.course, &other.course);
            }
        }
        start = end;
    }
    out.extend(edges.into_iter().flatten());
    out
}

/// Whether a system is drawn with its width.
fn is_broad(system: RouteSystem) -> bool {
    matches!(system, RouteSystem::CableTray | RouteSystem::Duct)
}

/// Where a course begins, in hundredths of a point, for an order of runs that does not depend on that of drawing.
fn place(course: &Course) -> [i32; 2] {
    course.points.first().map_or([0, 0], |p| [(p[1] * 100.0).round() as i32, (p[0] * 100.0).round() as i32])
}

/// The runs of one class that may be routes.
fn collect(
    key: &ClassKey,
    segments: &[plumbline_sheet::Segment],
    arrowheads: &[[f32; 2]],
    options: &RouteOptions,
    ends: &Ends<'_>,
    found: &mut Vec<Found>,
) {
    // Without a name only the symbols at their ends tell routes from other lines.
    let telling = !options.symbols.is_empty() && segments.len() <= UNNAMED_SEGMENTS;
    if !telling && !may_be_named(options, key) {
        return;
    }
    let meet = MEET.max(0.6 * key.width_points()).min(1.0);
    let blocked: Vec<[f32; 4]> = options.symbols.iter().map(|s| s.area).collect();
    let raw = graph(segments, meet);
    let (joined, pattern) = if key.dash.is_empty() { bridged(&raw, &blocked) } else { (raw, LineType::Continuous) };
    let (joined, mut tips) = strip_arrowheads(&joined);
    tips.extend(arrowheads);
    for edges in joined.components() {
        let Some(mut course) = course(&joined, &edges) else { continue };
        let linetype = match (key.dash.is_empty(), course.dashed) {
            (false, _) => key.pen_type(),
            (true, true) => pattern,
            (true, false) => LineType::Continuous,
        };
        let (system, description, named) = match verdict(options, key, linetype) {
            Verdict::Named { system, description } => (system, description, true),
            Verdict::Unknown => (options.default_system.unwrap_or(RouteSystem::Other), None, false),
            Verdict::Background => continue,
        };
        let Some(measure) = measure_at(&options.scales, middle(&course.points)) else { continue };
        let shortest = SHORTEST_PAPER.max((SHORTEST / measure.metres(1.0)) as f32);
        course.prune(shortest);
        if course.length < shortest {
            continue;
        }
        // Solid lines that close several loops are the rulings of a table or the outline of a thing.
        let most_loops = if is_broad(system) { 0 } else { MOST_LOOPS };
        if linetype == LineType::Continuous && course.loops > most_loops {
            continue;
        }
        if is_excluded(&course, &options.excluded) || is_stroke_of_symbol(&course, &blocked) {
            continue;
        }
        if !named && !ends_say_route(&course, ends, &tips) {
            continue;
        }
        let key = key.clone();
        let tips = tips.iter().filter(|t| is_near_end(&course, **t)).copied().collect();
        found.push(Found { course, key, system, description, named, linetype, tips, measure });
    }
}

/// Whether half a run or more lies in areas without routes.
fn is_excluded(course: &Course, areas: &[[f32; 4]]) -> bool {
    const STEP: f32 = 5.0;
    // The frame of an excluded table runs along its edge.
    const FRAME: f32 = 2.0;
    if areas.is_empty() {
        return false;
    }
    let grown = |a: &[f32; 4]| [a[0] - FRAME, a[1] - FRAME, a[2] + FRAME, a[3] + FRAME];
    let (mut inside, mut all) = (0.0, 0.0);
    for way in std::iter::once(&course.points).chain(&course.branches) {
        for w in way.windows(2) {
            let length = graph::distance(w[0], w[1]);
            let steps = (length / STEP).ceil().clamp(1.0, 1000.0);
            for i in 0..steps as usize {
                let t = (i as f32 + 0.5) / steps;
                let p = [w[0][0] + t * (w[1][0] - w[0][0]), w[0][1] + t * (w[1][1] - w[0][1])];
                all += length / steps;
                if areas.iter().any(|a| plumbline_sheet::geometry::contains(grown(a), p)) {
                    inside += length / steps;
                }
            }
        }
    }
    inside * 2.0 >= all
}

/// Whether a run lies within one symbol.
fn is_stroke_of_symbol(course: &Course, symbols: &[[f32; 4]]) -> bool {
    const SLACK: f32 = 1.0;
    let grown = |a: &[f32; 4]| [a[0] - SLACK, a[1] - SLACK, a[2] + SLACK, a[3] + SLACK];
    let inside = |a: [f32; 4]| course.points.iter().all(|p| plumbline_sheet::geometry::contains(a, *p));
    symbols.iter().any(|a| inside(grown(a)))
}

/// Whether a tip of an arrow is at an end of a course.
fn is_near_end(course: &Course, tip: [f32; 2]) -> bool {
    course.ends.iter().any(|e| graph::distance(*e, tip) <= 8.0)
}

/// Whether every loose end of a run is at a symbol or an arrow, with two different symbols or a symbol and an arrow.
fn ends_say_route(course: &Course, ends: &Ends<'_>, tips: &[[f32; 2]]) -> bool {
    if course.ends.len() < 2 || course.ends.len() > UNNAMED_ENDS {
        return false;
    }
    let mut symbols: Vec<usize> = Vec::new();
    let mut arrows = 0;
    for end in &course.ends {
        match ends.symbol_at(*end) {
            Some(symbol) => symbols.push(symbol),
            None if tips.iter().any(|t| graph::distance(*t, *end) <= 8.0) => arrows += 1,
            None => return false,
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols.len() >= 2 || symbols.len() == 1 && arrows > 0
}

/// The middle of a course, by points.
fn middle(points: &[[f32; 2]]) -> [f32; 2] {
    points.get(points.len() / 2).copied().unwrap_or_default()
}

/// For each run the index of its size label and of its circuit label: a label belongs to the nearest run.
fn assigned(found: &[Found], labels: &[Label]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let mut sizes: Vec<Option<(f32, usize)>> = vec![None; found.len()];
    let mut circuits: Vec<Option<(f32, usize)>> = vec![None; found.len()];
    for (index, label) in labels.iter().enumerate() {
        let mut best: Option<(f32, usize)> = None;
        for (run, f) in found.iter().enumerate() {
            let mut d = labels::beside(label, &f.course.points);
            for branch in &f.course.branches {
                d = [d, labels::beside(label, branch)].into_iter().flatten().reduce(f32::min);
            }
            if matches!(label.says, Says::Circuit(_)) {
                let tip = f.tips.iter().filter_map(|t| labels::at_tip(label, *t)).reduce(f32::min);
                d = [d, tip].into_iter().flatten().reduce(f32::min);
            }
            if let Some(d) = d
                && best.is_none_or(|b| d < b.0)
            {
                best = Some((d, run));
            }
        }
        let Some((d, run)) = best else { continue };
        let slot = if label.says == Says::Size { &mut sizes[run] } else { &mut circuits[run] };
        if slot.is_none_or(|s| d < s.0) {
            *slot = Some((d, index));
        }
    }
    let only = |list: Vec<Option<(f32, usize)>>| list.into_iter().map(|l| l.map(|(_, i)| i)).collect();
    (only(sizes), only(circuits))
}

fn route(run: Found, ends: &Ends<'_>, size: Option<&Label>, circuit: Option<&Label>) -> Option<Route> {
    let Found { course, key, system, description, named, linetype, tips, measure } = run;
    let mut points = course.points;
    // From the end that comes first on the page, so that the direction of drawing does not matter.
    let (first, last) = (*points.first()?, *points.last()?);
    if (last[1], last[0]) < (first[1], first[0]) {
        points.reverse();
    }
    let panel = circuit.and_then(|l| match &l.says {
        Says::Circuit(panel) => panel.as_deref(),
        Says::Size => None,
    });
    let mut starts_at = ends.endpoint(*points.first()?, &tips, panel);
    let mut ends_at = ends.endpoint(*points.last()?, &tips, panel);
    // A run that is fed from a panel starts there.
    if ends_at.kind == EndKind::Panel && starts_at.kind != EndKind::Panel {
        points.reverse();
        std::mem::swap(&mut starts_at, &mut ends_at);
    }
    let known = [&starts_at, &ends_at].iter().filter(|e| e.kind != EndKind::Unknown).count();
    // An arrow without a label leads from anywhere to anything.
    if !named && known < 2 {
        return None;
    }
    let confidence = match (named, known) {
        (true, 1..) => Confidence::High,
        _ => Confidence::Medium,
    };
    Some(Route {
        key: route_key(&key, &points),
        system,
        description,
        length: measure.length(course.length),
        unit: measure.unit,
        ratio: measure.ratio,
        points,
        branches: course.branches,
        segments: course.segments,
        color: key.color,
        width_mm: f64::from(key.width_points()) * 25.4 / 72.0,
        layer: key.layer,
        linetype,
        size: size.map(|l| l.text.clone()),
        circuit: circuit.map(|l| l.text.clone()),
        starts_at,
        ends_at,
        confidence,
    })
}

/// A key from what does not change between runs over a page: the class of its lines and where it lies.
fn route_key(class: &ClassKey, points: &[[f32; 2]]) -> String {
    // FNV-1a: stable across versions of the standard library, which its hasher is not.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut eat = |bytes: &[u8]| {
        for b in bytes {
            hash = (hash ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3);
        }
    };
    eat(class.layer.as_deref().unwrap_or_default().as_bytes());
    eat(&class.color.to_le_bytes());
    eat(&class.width.to_le_bytes());
    for p in points {
        eat(&((p[0] * 10.0).round() as i32).to_le_bytes());
        eat(&((p[1] * 10.0).round() as i32).to_le_bytes());
    }
    format!("route-{hash:016x}")
}

/// Tells routes with the same key apart.
fn number_twins(sorted: &mut [Route]) {
    let mut start = 0;
    while start < sorted.len() {
        let key = sorted[start].key.clone();
        let count = sorted[start..].iter().take_while(|r| r.key == key).count();
        for (i, twin) in sorted[start..start + count].iter_mut().enumerate().skip(1) {
            twin.key = format!("{key}-{}", i + 1);
        }
        start += count;
    }
}
