//! Which lines are wires: those of a pen whose lines mostly end at devices, and arcs from one device to another.

use std::collections::{BTreeMap, BTreeSet};

use crate::chains::Chain;
use crate::joints::Line;
use crate::{Pen, Wire};

/// Share of the ends of a pen's lines that are at devices from which it is one for wires. Of walls and beams hardly any is.
const OF_PEN: f32 = 0.4;

/// Shorter lines than this, in points, do not count for or against a pen: ticks for conductors, letters.
const LONG: f32 = 10.0;

/// Most devices on one line. More hang on a grid or on the outline of a ceiling.
const MOST_DEVICES: usize = 60;

/// What is known of a line.
struct Judged<'a> {
    line: &'a Line,
    pen: Pen,
    long: bool,
    /// Whether it is one curve from one device to another.
    is_arc: bool,
    /// Whether it ends at two devices.
    joins: bool,
    devices: BTreeSet<usize>,
}

fn judged<'a>(chains: &[Chain], line: &'a Line) -> Option<Judged<'a>> {
    let own = || line.chains.iter().map(|&n| &chains[n as usize]);
    if own().all(|c| c.held) {
        return None;
    }
    let ends: BTreeSet<usize> = line.ends.iter().filter_map(|end| end.device).collect();
    Some(Judged {
        line,
        pen: own().next()?.pen,
        long: own().map(|c| c.length).sum::<f32>() >= LONG,
        is_arc: line.ends.len() == 2 && ends.len() == 2 && own().all(|c| c.curved) && line.tees == 0,
        joins: ends.len() > 1,
        devices: ends
            .into_iter()
            .chain(line.through.iter().copied())
            .chain(own().flat_map(|c| c.passes.iter().copied()))
            .collect(),
    })
}

/// The wires among lines. `named` says whether a pen's layer is one of wiring.
pub(crate) fn wires(chains: &[Chain], lines: &[Line], named: impl Fn(Pen) -> bool) -> Vec<Wire> {
    let judged: Vec<Judged<'_>> = lines.iter().filter_map(|line| judged(chains, line)).collect();
    // By pen: how many ends of long lines there are, how many at devices, and how many lines from device to device.
    let mut pens: BTreeMap<Pen, [usize; 4]> = BTreeMap::new();
    for Judged { line, pen, joins, .. } in judged.iter().filter(|line| line.long || line.joins) {
        let [all, at_devices, joining, lines] = pens.entry(*pen).or_default();
        *all += line.ends.len() + line.tees - line.across;
        *at_devices += line.ends.iter().filter(|end| end.device.is_some()).count() - line.across;
        *joining += usize::from(*joins);
        *lines += 1;
    }
    let is_for_wires = |pen: Pen| {
        let [all, at_devices, joining, lines] = pens.get(&pen).copied().unwrap_or_default();
        let share = |part: usize, of: usize| part as f32 >= OF_PEN * of as f32;
        named(pen) || joining > 1 && share(at_devices, all) && share(joining, lines)
    };
    let is_wire = |line: &&Judged<'_>| {
        (1..=MOST_DEVICES).contains(&line.devices.len()) && (line.is_arc || is_for_wires(line.pen))
    };
    let mut out: Vec<Wire> = judged.iter().filter(is_wire).map(|line| wire(chains, line)).collect();
    out.sort_by(|a, b| a.strokes.first().cmp(&b.strokes.first()));
    out
}

fn wire(chains: &[Chain], Judged { line, devices, .. }: &Judged<'_>) -> Wire {
    let mut strokes: Vec<u32> = line.chains.iter().flat_map(|&n| chains[n as usize].strokes.clone()).collect();
    strokes.sort_unstable();
    Wire {
        devices: devices.iter().copied().collect(),
        loose: line.ends.iter().filter(|end| end.device.is_none()).map(|end| end.at).collect(),
        strokes,
    }
}
