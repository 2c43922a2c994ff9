//! Joins chains into lines: end to end, across the gaps of dashes and of letters in the line, and at tees.

use std::collections::{BTreeMap, HashMap};

use crate::ink::Stroke;
use plumbline_geometry::{BoxIndex, DisjointSets, Point, PointIndex, Rect, Vector, distance};

use crate::annotations::wiring::chains::{Chain, End};
use crate::annotations::wiring::devices::Devices;
use crate::annotations::wiring::wire::{Pen, distance_to_stroke};

/// Largest distance between two ends that are the same point, in points.
const TOUCH: f32 = 0.6;

/// Widest gap in a line, in points: the width of a word in the line.
const WIDEST_GAP: f32 = 30.0;

/// Widest gap as a multiple of the length of the pieces beside it.
const GAP_OF_PIECE: f32 = 1.6;

/// Gap that is bridged regardless of the length of the pieces, in points.
const HAIR: f32 = 2.0;

/// Cosine of the largest turn of a line within a gap. Arcs are dashed too, and turn.
const STRAIGHT_ON: f32 = 0.94;

/// Most chains of a wiring pen. A pen with more draws hatches.
const MOST_OF_PEN: usize = 40_000;

/// A line: chains joined with each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Line {
    /// The indices of its chains, ascending.
    pub(crate) chains: Vec<u32>,
    /// The ends of its chains that are not joined with another chain.
    pub(crate) ends: Vec<End>,
    /// The number of chain ends that meet the middle of another chain.
    pub(crate) tees: usize,
    /// The number of ends on a device's edge that face another end of the same pen across the device. Wires end like this,
    /// but so do dashed lines that pass below a device, by chance.
    pub(crate) across: usize,
    /// The indices of the devices that it passes below.
    pub(crate) through: Vec<usize>,
}

/// Returns the lines of all pens that reach a device, ordered by pen and first chain.
pub(crate) fn lines(chains: &[Chain], strokes: &[Stroke], devices: &Devices<'_>) -> Vec<Line> {
    let mut by_pen: HashMap<Pen, (Vec<u32>, bool)> = HashMap::new();
    for (n, chain) in (0u32..).zip(chains) {
        let (all, reaches) = by_pen.entry(chain.pen).or_default();
        all.push(n);
        *reaches |= !chain.is_inside_device && chain.ends.iter().any(|end| end.device.is_some());
    }
    let mut pens: Vec<(Pen, Vec<u32>)> = by_pen
        .into_iter()
        .filter(|(_, (all, reaches))| *reaches && all.len() <= MOST_OF_PEN)
        .map(|(pen, (all, _))| (pen, all))
        .collect();
    pens.sort_unstable();
    pens.iter().flat_map(|(_, own)| Joining { chains, strokes, own, devices }.lines()).collect()
}

/// Returns the square around a point whose sides are `half` away from it.
fn square(middle: Point, half: f32) -> Rect {
    Rect::new(middle, middle).grown(half)
}

/// The chains of one pen.
struct Joining<'a> {
    chains: &'a [Chain],
    strokes: &'a [Stroke],
    own: &'a [u32],
    devices: &'a Devices<'a>,
}

/// An end: the index of its chain, and whether it is the chain's last point.
type Key = (u32, bool);

/// The result of joining ends across gaps.
#[derive(Default)]
struct Bridged {
    /// The ends that are still open.
    open: Vec<Key>,
    /// The open ends that face another end across their device.
    across: Vec<Key>,
    /// The joined ends inside a device, with the index of the device.
    through: Vec<(Key, usize)>,
}

impl Joining<'_> {
    fn lines(&self) -> Vec<Line> {
        let mut joined = Joined::none(self.own);
        let free = self.touching(&mut joined);
        let Bridged { open, across, through } = self.bridged(&free, &mut joined);
        let (last, teed) = self.teed(&open, &mut joined);
        let mut lines: BTreeMap<u32, Line> = BTreeMap::new();
        self.own.iter().for_each(|&n| joined.line(&mut lines, n).chains.push(n));
        teed.into_iter().for_each(|key| joined.line(&mut lines, key.0).tees += 1);
        across.into_iter().for_each(|key| joined.line(&mut lines, key.0).across += 1);
        through.into_iter().for_each(|(key, device)| joined.line(&mut lines, key.0).through.push(device));
        for key in last {
            let end = *self.end(key);
            let device = end.device.or_else(|| self.devices.ahead(end.at, end.onward));
            joined.line(&mut lines, key.0).ends.push(End { device, ..end });
        }
        lines.into_values().collect()
    }

    fn end(&self, (chain, last): Key) -> &End {
        &self.chains[chain as usize].ends[usize::from(last)]
    }

    fn index(&self, keys: impl Iterator<Item = Key>) -> PointIndex<Key> {
        PointIndex::new(keys.map(|key| (self.end(key).at, key)))
    }

    /// Joins ends that touch, and returns the others. Ends inside a device are not joined with each other.
    fn touching(&self, joined: &mut Joined<'_>) -> Vec<Key> {
        let keys = || self.own.iter().flat_map(|&n| [(n, false), (n, true)]);
        let ends = self.index(keys());
        let mut free = Vec::new();
        for key in keys() {
            let end = self.end(key);
            let mut alone = true;
            for (_, other) in ends.near(end.at, TOUCH) {
                if other != key && end.device.is_none() {
                    alone = false;
                    joined.join(key.0, other.0);
                }
            }
            if alone {
                free.push(key);
            }
        }
        free
    }

    /// Joins ends that face each other across a gap. A line broken on both edges of a device ends there. A line broken
    /// elsewhere in the device passes below it.
    fn bridged(&self, free: &[Key], joined: &mut Joined<'_>) -> Bridged {
        let index = self.index(free.iter().copied());
        let ahead: HashMap<Key, Key> = free.iter().filter_map(|&key| Some((key, self.ahead(key, &index)?))).collect();
        let at_edges = |a: &End, b: &End| a.at_edge && b.at_edge && a.device == b.device;
        let mut out = Bridged::default();
        for &key in free {
            match ahead.get(&key).filter(|other| ahead.get(other) == Some(&key)) {
                Some(&other) if at_edges(self.end(key), self.end(other)) => out.across.push(key),
                Some(&other) => {
                    joined.join(key.0, other.0);
                    out.through.extend(self.end(key).device.map(|device| (key, device)));
                    continue;
                }
                None => {}
            }
            out.open.push(key);
        }
        out
    }

    /// Returns the end at which the line continues beyond a gap.
    fn ahead(&self, key: Key, free: &PointIndex<Key>) -> Option<Key> {
        let end = self.end(key);
        let length = |key: Key| self.chains[key.0 as usize].length;
        // Search only a square in front of the end.
        let limit = (GAP_OF_PIECE * length(key)).clamp(HAIR, WIDEST_GAP);
        let middle = end.at + end.onward * limit / 2.0;
        let faces = |other: Key, gap: f32| {
            let other = self.end(other);
            let to = (other.at - end.at) / gap;
            let along = |d: Vector, sign: f32| sign * d.dot(to);
            along(end.onward, 1.0) >= STRAIGHT_ON && along(other.onward, -1.0) >= STRAIGHT_ON
        };
        free.within(square(middle, limit / 2.0 + TOUCH))
            .filter(|(_, other)| other.0 != key.0)
            .map(|(at, other)| (other, distance(at, end.at)))
            .filter(|&(other, gap)| {
                gap > TOUCH && gap <= limit.min((GAP_OF_PIECE * length(other)).max(HAIR)) && faces(other, gap)
            })
            .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
            .map(|(other, _)| other)
    }

    /// Joins ends that meet the middle of another chain. Returns the ends that are still open, and the joined ends.
    fn teed(&self, open: &[Key], joined: &mut Joined<'_>) -> (Vec<Key>, Vec<Key>) {
        let pieces = self.own.iter().flat_map(|&n| {
            let strokes = self.chains[n as usize].strokes.clone();
            strokes.map(move |s| (self.strokes[s as usize].bbox(), (n, s)))
        });
        let pieces = BoxIndex::new(pieces);
        open.iter().partition(|&&key| {
            let end = self.end(key);
            let mut alone = true;
            for (n, s) in pieces.touching(square(end.at, TOUCH)).filter(|_| end.device.is_none()) {
                if n != key.0 && distance_to_stroke(end.at, &self.strokes[s as usize]) <= TOUCH {
                    alone = false;
                    joined.join(key.0, n);
                }
            }
            alone
        })
    }
}

/// The chains of one pen, joined into lines.
struct Joined<'a> {
    own: &'a [u32],
    sets: DisjointSets,
}

impl<'a> Joined<'a> {
    /// Joins none of the chains yet. Their numbers ascend.
    fn none(own: &'a [u32]) -> Self {
        Self { own, sets: DisjointSets::new(own.len()) }
    }

    fn place(&self, chain: u32) -> usize {
        self.own.binary_search(&chain).unwrap_or_default()
    }

    /// Returns the first chain of a chain's line.
    fn first(&mut self, chain: u32) -> u32 {
        let root = self.sets.root(self.place(chain));
        self.own[root]
    }

    /// Returns a chain's line.
    fn line<'l>(&mut self, lines: &'l mut BTreeMap<u32, Line>, chain: u32) -> &'l mut Line {
        lines.entry(self.first(chain)).or_default()
    }

    fn join(&mut self, a: u32, b: u32) {
        self.sets.join(self.place(a), self.place(b));
    }
}
