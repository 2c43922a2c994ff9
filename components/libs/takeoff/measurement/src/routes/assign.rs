//! Assigns labels to runs. A label belongs to the nearest run beside it.

use plumbline_geometry::{PointIndex, Rect, Segment, Size, VectorExt as _};

use crate::routes::areas::Areas;
use crate::routes::bundles::bundle;
use crate::routes::candidate::{Basis, CandidateRun};
use crate::routes::graph::{distance, foot};
use crate::routes::labels::{Label, LabelMeaning};
use crate::routes::looks::{is_axis, turns};
use crate::routes::model::{RouteOptions, RouteSystem};
use crate::routes::pieces::{Piece, piece, pieces};

/// Largest distance of a label's middle from its line, as a multiple of the label's height.
const NEAR: f32 = 2.0;
/// The same for a line that only a label names: the label is on the line or right above it.
const CLOSE: f32 = 1.1;
/// Largest distance from a leader's tip to its line, in points.
pub(crate) const AT_TIP: f32 = 3.0;
/// Largest distance of a label that interrupts its line or is written on it, as a multiple of its height.
const IN_LINE: f32 = 0.45;
/// Most loops of a run that only a label names.
const MOST_LOOPS: usize = 2;
/// Largest distance of a circuit's label from the tip of its home run, in points.
const HOME_RUN: f32 = 40.0;
/// Sine of the largest angle between a label and its line: 10°.
const PARALLEL: f32 = 0.17;

/// The labels of a way, as indices.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    pub(crate) size: Option<usize>,
    /// All labels beside the way that may state a size.
    pub(crate) sizes: Vec<usize>,
    pub(crate) circuit: Option<usize>,
    pub(crate) system: Option<usize>,
    /// The callout that states several cables for the way.
    pub(crate) callout: Option<usize>,
}

/// Returns the distance of a label from a line that it is parallel to, or `None` if it is not beside the line. A leader
/// may point at lines of any direction.
fn beside(label: &Label, s: Segment) -> Option<f32> {
    let v = s.to - s.from;
    let (_, off) = foot(&s, label.middle);
    if label.leader.is_some() {
        return (off <= AT_TIP).then_some(off);
    }
    let turned = v.cross(label.along).abs() / v.hypot().max(f32::MIN_POSITIVE);
    (off <= NEAR * label.size && turned <= PARALLEL).then_some(off)
}

/// Returns whether a label matters for the discipline.
fn is_relevant(label: &Label, options: &RouteOptions) -> bool {
    let wiring = !matches!(options.default_system, Some(RouteSystem::Pipe | RouteSystem::Duct));
    match &label.meaning {
        LabelMeaning::System { system, .. } if wiring => *system == RouteSystem::Conduit,
        LabelMeaning::System { system, .. } => options.default_system == Some(*system),
        LabelMeaning::Size { wiring: only } => wiring || !only,
        LabelMeaning::Circuit(_) => true,
        LabelMeaning::Count => wiring,
    }
}

/// Returns the labels of each way of each run, the trunk first. Runs that only a label names become routes. A size
/// applies to the way beside it. Circuits and systems apply to the whole run. `tags` are the outlines around tags.
/// `size` is the size of the sheet in points.
pub(crate) fn assign(
    found: &mut [CandidateRun],
    labels: &[Label],
    tags: &Areas,
    size: Size,
    options: &RouteOptions,
) -> Vec<Vec<Labels>> {
    let tree = pieces(found);
    let tips = PointIndex::new((0u32..).zip(&*found).flat_map(|(i, f)| f.tips.iter().map(move |t| (*t, i))));
    let mut slots: Vec<Slots> = found.iter().map(|f| Slots::new(1 + f.course.branches.len())).collect();
    for (index, label) in labels.iter().enumerate() {
        if !is_relevant(label, options) {
            continue;
        }
        let tag = tags.hold(label.middle);
        let (m, reach) = (label.middle, AT_TIP.max(NEAR * label.size));
        // If two are equally near, prefer the one that does not depend on the label for its name.
        let mut best: Option<(f32, bool, Piece)> = None;
        let mut consider = |d: f32, piece: Piece| {
            let run = piece.0 as usize;
            let pending = found[run].basis == Basis::Pending;
            if pending && (tag || !may_name(label, d, &found[run], size, options)) {
                return;
            }
            if best.is_none_or(|b| (d, pending, piece) < b) {
                best = Some((d, pending, piece));
            }
        };
        for hit in tree.touching(Rect::new(m, m).grown(reach)) {
            if let Some(d) = beside(label, piece(found, hit)) {
                consider(d, hit);
            }
        }
        if matches!(label.meaning, LabelMeaning::Circuit(_)) {
            let reach = HOME_RUN.max(3.0 * label.size);
            for (tip, run) in tips.near(m, reach) {
                consider(distance(tip, m), (run, 0, 0));
            }
        }
        let Some((d, _, own)) = best else { continue };
        let slot = match label.meaning {
            LabelMeaning::Size { .. } => SIZE,
            LabelMeaning::Circuit(_) => CIRCUIT,
            LabelMeaning::System { .. } => SYSTEM,
            LabelMeaning::Count => CALLOUT,
        };
        if label.count < 2 {
            slots[own.0 as usize].offer(own.1 as usize, slot, d, index);
            continue;
        }
        // Beside several lines, the label applies to all of them and states their number.
        let lines = bundle(&tree, found, label, own);
        for (run, way, _) in &lines {
            slots[*run as usize].offer(*way as usize, slot, d, index);
            if lines.len() == 1 {
                slots[*run as usize].offer(*way as usize, CALLOUT, d, index);
            }
        }
    }
    slots
        .into_iter()
        .zip(found)
        .map(|(slots, run)| {
            named_by(run, &slots.of_run(), labels, options);
            slots.of_ways()
        })
        .collect()
}

const SIZE: usize = 0;
const CIRCUIT: usize = 1;
const SYSTEM: usize = 2;
const CALLOUT: usize = 3;

/// The nearest label of a way for each slot, with its distance.
type Nearest = [Option<(f32, usize)>; 4];

/// The nearest labels of each way of a run.
struct Slots {
    nearest: Vec<Nearest>,
    /// For each way, all labels that may state its size.
    sizes: Vec<Vec<usize>>,
}

impl Slots {
    fn new(ways: usize) -> Self {
        Self { nearest: vec![[None; 4]; ways], sizes: vec![Vec::new(); ways] }
    }

    fn offer(&mut self, way: usize, slot: usize, d: f32, label: usize) {
        if matches!(slot, SIZE | SYSTEM) {
            self.sizes[way].push(label);
        }
        let slot = &mut self.nearest[way][slot];
        if slot.is_none_or(|s| d < s.0) {
            *slot = Some((d, label));
        }
    }

    /// Returns the nearest labels of all ways.
    fn of_run(&self) -> Labels {
        let nearest = |slot: usize| {
            let all = self.nearest.iter().filter_map(|way| way[slot]);
            all.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|s| s.1)
        };
        Labels { size: nearest(SIZE), circuit: nearest(CIRCUIT), system: nearest(SYSTEM), ..Labels::default() }
    }

    fn of_ways(&self) -> Vec<Labels> {
        let run = self.of_run();
        let of = |(way, sizes): (&Nearest, &Vec<usize>)| {
            let [size, circuit, system, callout] = way.map(|slot| slot.map(|s| s.1));
            let (circuit, system) = (circuit.or(run.circuit), system.or(run.system));
            Labels { size, sizes: sizes.clone(), circuit, system, callout }
        };
        self.nearest.iter().zip(&self.sizes).map(of).collect()
    }
}

/// Returns whether a label at this distance may name an unnamed run.
fn may_name(label: &Label, d: f32, run: &CandidateRun, size: Size, options: &RouteOptions) -> bool {
    // A single letter must be in the line itself. Elsewhere, it names a room, an axis or a section.
    let letters = match &label.meaning {
        LabelMeaning::System { name, .. } => name.chars().count(),
        _ => 2,
    };
    let near = if letters < 2 { IN_LINE } else { CLOSE };
    if d > near * label.size || is_axis(&run.course, size) || run.course.loops > MOST_LOOPS || run.course.ends.len() < 2
    {
        return false;
    }
    // A dimension line is straight and has its number above it, just as a pipe has its size.
    match label.meaning {
        LabelMeaning::System { .. } | LabelMeaning::Size { wiring: true } => true,
        LabelMeaning::Size { .. } => turns(&run.course) && options.default_system == Some(RouteSystem::Pipe),
        LabelMeaning::Circuit(_) | LabelMeaning::Count => false,
    }
}

/// Gives an unnamed run the name of its labels, which makes it a route.
fn named_by(run: &mut CandidateRun, own: &Labels, labels: &[Label], options: &RouteOptions) {
    if !matches!(run.basis, Basis::Pending | Basis::Drawn | Basis::Loose) {
        return;
    }
    if let Some(LabelMeaning::System { system, .. }) = own.system.map(|i| &labels[i].meaning) {
        run.system = *system;
        run.basis = Basis::Labeled;
    } else if run.basis == Basis::Pending
        && let Some(LabelMeaning::Size { wiring }) = own.size.map(|i| &labels[i].meaning)
    {
        run.system = match (wiring, options.default_system) {
            (_, Some(system)) => system,
            (true, None) => RouteSystem::Conduit,
            (false, None) => RouteSystem::Other,
        };
        run.basis = Basis::Loose;
    }
}
