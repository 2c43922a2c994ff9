//! Decides which lines are wires: lines of pens whose lines mostly end at devices, and arcs between two devices.

use std::collections::{BTreeMap, BTreeSet};

use crate::annotations::wiring::chains::Chain;
use crate::annotations::wiring::joints::Line;
use crate::annotations::wiring::wire::{Pen, Wire};

/// Smallest share of a wiring pen's line ends that are at devices, and of its lines that connect two devices. On the
/// plans measured at least half of a wiring pen's lines connect devices, and at most a quarter of the lines of any other pen.
const OF_PEN: f32 = 0.4;

/// Shortest line, in points, that counts for or against a pen. Shorter ones are conductor ticks and letters.
const LONG: f32 = 10.0;

/// Most devices on one wire. Grids and ceiling outlines touch more.
const MOST_DEVICES: usize = 60;

/// A line and the evidence for or against a wire.
struct Candidate<'a> {
    line: &'a Line,
    pen: Pen,
    long: bool,
    /// Whether it is a single curve between two devices.
    is_arc: bool,
    /// Whether its ends connect two devices.
    connects: bool,
    devices: BTreeSet<usize>,
}

fn candidate<'a>(chains: &[Chain], line: &'a Line) -> Option<Candidate<'a>> {
    let own = || line.chains.iter().map(|&n| &chains[n as usize]);
    if own().all(|c| c.is_inside_device) {
        return None;
    }
    let ends: BTreeSet<usize> = line.ends.iter().filter_map(|end| end.device).collect();
    Some(Candidate {
        line,
        pen: own().next()?.pen,
        long: own().map(|c| c.length).sum::<f32>() >= LONG,
        is_arc: line.ends.len() == 2 && ends.len() == 2 && own().all(|c| c.curved) && line.tees == 0,
        connects: ends.len() > 1,
        devices: ends
            .into_iter()
            .chain(line.through.iter().copied())
            .chain(own().flat_map(|c| c.passes.iter().copied()))
            .collect(),
    })
}

/// Returns the wires among lines. `is_wiring_pen` returns whether a pen's layer is named for wiring.
pub(crate) fn wires(chains: &[Chain], lines: &[Line], is_wiring_pen: impl Fn(Pen) -> bool) -> Vec<Wire> {
    let candidates: Vec<Candidate<'_>> = lines.iter().filter_map(|line| candidate(chains, line)).collect();
    // For each pen: line ends, line ends at devices, lines that connect devices, and all lines.
    let mut pens: BTreeMap<Pen, [usize; 4]> = BTreeMap::new();
    for Candidate { line, pen, connects, .. } in candidates.iter().filter(|line| line.long || line.connects) {
        let [all, at_devices, joining, lines] = pens.entry(*pen).or_default();
        *all += line.ends.len() + line.tees - line.across;
        *at_devices += line.ends.iter().filter(|end| end.device.is_some()).count() - line.across;
        *joining += usize::from(*connects);
        *lines += 1;
    }
    let is_for_wires = |pen: Pen| {
        let [all, at_devices, joining, lines] = pens.get(&pen).copied().unwrap_or_default();
        let share = |part: usize, of: usize| part as f32 >= OF_PEN * of as f32;
        is_wiring_pen(pen) || joining > 1 && share(at_devices, all) && share(joining, lines)
    };
    let is_wire = |line: &&Candidate<'_>| {
        (1..=MOST_DEVICES).contains(&line.devices.len()) && (line.is_arc || is_for_wires(line.pen))
    };
    let mut out: Vec<Wire> = candidates.iter().filter(is_wire).map(|line| wire(chains, line)).collect();
    out.sort_by(|a, b| a.strokes.first().cmp(&b.strokes.first()));
    out
}

fn wire(chains: &[Chain], Candidate { line, devices, .. }: &Candidate<'_>) -> Wire {
    let mut strokes: Vec<u32> = line.chains.iter().flat_map(|&n| chains[n as usize].strokes.clone()).collect();
    strokes.sort_unstable();
    Wire {
        devices: devices.iter().copied().collect(),
        loose: line.ends.iter().filter(|end| end.device.is_none()).map(|end| end.at).collect(),
        strokes,
    }
}
