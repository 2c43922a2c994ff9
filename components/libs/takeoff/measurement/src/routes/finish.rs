//! Converts runs to routes: ends, confidence and key.

use plumbline_geometry::Point;

use crate::routes::areas::Areas;
use crate::routes::assign::Labels;
use crate::routes::candidate::{Basis, CandidateRun};
use crate::routes::course::pieces;
use crate::routes::ends::Ends;
use crate::routes::graph::distance;
use crate::routes::labels::{Label, LabelMeaning};
use crate::routes::lines::ClassKey;
use crate::routes::model::{Callout, Confidence, EndKind, Endpoint, Route};
use crate::routes::sizes::{Places, parts};
use plumbline_notation::mixed_numbers;

/// Largest distance from the end of a way to the fork that it ends at, in points.
const AT_FORK: f32 = 0.5;

/// The facts that all routes of a run share.
struct Run<'a> {
    ends: &'a Ends<'a>,
    labels: &'a [Label],
    found: CandidateRun,
    /// The panel that the label of the home run names.
    panel: Option<String>,
    confidence: Confidence,
}

/// Converts a run to routes: its trunk and its branches. Returns none if the run is not a route. `own` has the labels
/// of each way. `figures` are small closed outlines, including reducers.
pub(crate) fn routes_of(
    mut found: CandidateRun,
    ends: &Ends<'_>,
    own: &[Labels],
    labels: &[Label],
    figures: &Areas,
) -> Vec<Route> {
    let panel = own.iter().find_map(|way| match way.circuit.map(|i| &labels[i].meaning) {
        Some(LabelMeaning::Circuit(panel)) => panel.clone(),
        _ => None,
    });
    let endpoint = |at: &Point| ends.endpoint(*at, &found.tips, panel.as_deref());
    let known = found.course.ends.iter().filter(|at| endpoint(at).kind != EndKind::Unknown).count();
    // An arrow without a label proves nothing.
    if found.basis == Basis::Pending || found.basis == Basis::Ends && known < 2 {
        return Vec::new();
    }
    let confidence = confidence(&found, known, own.iter().any(|way| way.system.is_some()));
    let trunk = found.course.trunk_length();
    let branches = std::mem::take(&mut found.course.branches);
    let segments = found.course.segments - branches.iter().map(|b| pieces(&b.points)).sum::<u32>();
    let ways = std::iter::once((std::mem::take(&mut found.course.points), trunk, segments));
    let ways = ways.chain(branches.into_iter().map(|b| {
        let segments = pieces(&b.points);
        (b.points, b.length, segments)
    }));
    let ways: Vec<(Way, Labels)> =
        ways.zip(own).flat_map(|(way, own)| by_size(&mut found, way, own, labels, figures)).collect();
    let forked = ways.len() > 1;
    let run = Run { ends, labels, found, panel, confidence };
    let mut out: Vec<Route> = ways.into_iter().filter_map(|(way, own)| run.route(way, &own)).collect();
    if forked {
        let network = out.first().map(|trunk| trunk.key.clone());
        out.iter_mut().for_each(|route| route.network.clone_from(&network));
    }
    out.into_iter().flat_map(each_cable).collect()
}

/// The points of a way, its length on paper and the number of its segments.
type Way = (Vec<Point>, f32, u32);

/// Divides a way where its size changes. The changes become forks of the run, where routes end at junctions. A duct is
/// already divided by its width on the plan.
fn by_size(found: &mut CandidateRun, way: Way, own: &Labels, labels: &[Label], figures: &Areas) -> Vec<(Way, Labels)> {
    let (points, length, _) = &way;
    let places = Places { tees: &found.course.forks, figures };
    let divided = match found.duct {
        None => parts(points, &own.sizes, labels, &places),
        Some(_) => Vec::new(),
    };
    if divided.is_empty() {
        return vec![(way, own.clone())];
    }
    let ends = divided.iter().skip(1).filter_map(|part| part.points.first().copied());
    found.course.forks.extend(ends);
    let sized = |part: crate::routes::sizes::Part| {
        let mut own = own.clone();
        match labels[part.label].meaning {
            LabelMeaning::System { .. } => (own.size, own.system) = (None, Some(part.label)),
            _ => own.size = Some(part.label),
        }
        let segments = pieces(&part.points);
        ((part.points, part.share * length, segments), own)
    };
    divided.into_iter().map(sized).collect()
}

/// Repeats a route for each cable or conduit in its callout.
fn each_cable(route: Route) -> Vec<Route> {
    let count = route.callout.as_ref().map_or(1, |c| c.count);
    let of = |number| {
        let callout = route.callout.clone().map(|c| Callout { number, ..c });
        Route { callout, ..route.clone() }
    };
    (1..=count).map(of).collect()
}

/// Returns the confidence of a run with `known` of its loose ends known.
fn confidence(found: &CandidateRun, known: usize, labeled: bool) -> Confidence {
    let clean = found.course.loops == 0;
    // The width on the plan confirms the size.
    let confirmed = found.duct.as_ref().is_some_and(|duct| duct.size.is_some() && !duct.inferred);
    // A reviewer decides between two possible line classes.
    let clean = clean && found.rival.is_none();
    match found.basis {
        Basis::Named if clean && (known > 0 || labeled || confirmed) => Confidence::High,
        Basis::Labeled if clean && known > 0 => Confidence::High,
        Basis::Named | Basis::Labeled | Basis::Drawn | Basis::Ends => Confidence::Medium,
        Basis::Loose | Basis::Pending => Confidence::Low,
    }
}

impl Run<'_> {
    /// Returns the endpoint at a point. The end of a way at another way of its run is a junction.
    fn endpoint(&self, at: Point) -> Endpoint {
        let end = self.ends.endpoint(at, &self.found.tips, self.panel.as_deref());
        if end.kind == EndKind::Unknown && self.found.risers.iter().any(|riser| distance(*riser, at) <= AT_FORK) {
            return Endpoint { kind: EndKind::Riser, ..end };
        }
        let fork = self.found.course.forks.iter().any(|fork| distance(*fork, at) <= AT_FORK);
        if fork && end.kind == EndKind::Unknown { Endpoint { kind: EndKind::Junction, ..end } } else { end }
    }

    /// Converts a way to a route.
    fn route(&self, (mut points, length, segments): Way, own: &Labels) -> Option<Route> {
        let CandidateRun { course, key, measure, duct, .. } = &self.found;
        let (mut starts_at, mut ends_at) = (self.endpoint(*points.first()?), self.endpoint(*points.last()?));
        if is_backwards(&points, &starts_at, &ends_at, &course.forks) {
            points.reverse();
            std::mem::swap(&mut starts_at, &mut ends_at);
        }
        // A system applies to the whole run. The size written with it applies only to the way beside it.
        let beside = own.system.is_some_and(|i| own.sizes.contains(&i));
        let (label, label_size) = match own.system.map(|i| &self.labels[i].meaning) {
            Some(LabelMeaning::System { name, size, .. }) => (Some(name.clone()), size.clone().filter(|_| beside)),
            _ => (None, None),
        };
        let text = |label: Option<usize>| label.map(|i| self.labels[i].text.clone());
        let written = duct.as_ref().and_then(|d| d.size.clone());
        Some(Route {
            key: route_key(key, &points),
            system: self.found.system,
            named: matches!(self.found.basis, Basis::Named | Basis::Labeled),
            description: self.found.description.clone(),
            rival: self.found.rival.clone(),
            length: measure.length(length),
            unit: measure.unit,
            ratio: measure.ratio,
            segments,
            points,
            network: None,
            color: key.color,
            width_mm: f64::from(key.width_points()) * 25.4 / 72.0,
            layer: key.layer.clone(),
            linetype: self.found.linetype,
            label,
            duct_size: written.as_ref().map(|w| w.size),
            size: written
                .map(|w| w.text)
                .or_else(|| own.size.map(|i| self.labels[i].written_size()))
                .or(label_size)
                .map(|size| mixed_numbers(&size)),
            size_inferred: duct.as_ref().is_some_and(|d| d.inferred),
            plan_width_mm: duct.as_ref().map(|d| measure.meters(d.width) * 1000.0),
            drop: None,
            callout: own.callout.map(|i| {
                let label = &self.labels[i];
                Callout { text: label.text.clone(), count: label.count, number: 1 }
            }),
            wires: own.size.and_then(|i| self.labels[i].wires()),
            circuit: text(own.circuit),
            starts_at,
            ends_at,
            confidence: self.confidence,
        })
    }
}

/// Returns whether a way must be reversed. A way starts at its panel, a branch at its fork, and any other way at the
/// end that comes first on the page, so that the drawing direction does not matter.
fn is_backwards(points: &[Point], start: &Endpoint, end: &Endpoint, forks: &[Point]) -> bool {
    let rank = |e: &Endpoint| match e.kind {
        EndKind::Panel => 0,
        _ if forks.iter().any(|fork| distance(*fork, e.at) <= AT_FORK) => 1,
        _ => 2,
    };
    let place = |p: Option<&Point>| p.map_or([0.0; 2], |p| [p.y, p.x]);
    let (first, last) = (place(points.first()), place(points.last()));
    rank(end).cmp(&rank(start)).then(last[0].total_cmp(&first[0])).then(last[1].total_cmp(&first[1])).is_lt()
}

/// Returns a key that is the same each time a page is processed, from the class of the lines and their position.
pub(crate) fn route_key(class: &ClassKey, points: &[Point]) -> String {
    // FNV-1a is stable. The standard library's hasher may change between versions.
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
        eat(&((p.x * 10.0).round() as i32).to_le_bytes());
        eat(&((p.y * 10.0).round() as i32).to_le_bytes());
    }
    format!("route-{hash:016x}")
}

/// Makes the keys of routes unique. `sorted` is sorted by key.
pub(crate) fn number_twins(sorted: &mut [Route]) {
    for twins in sorted.chunk_by_mut(|a, b| a.key == b.key) {
        let key = twins[0].key.clone();
        for (i, twin) in twins.iter_mut().enumerate().skip(1) {
            twin.key = format!("{key}-{}", i + 1);
        }
    }
}
