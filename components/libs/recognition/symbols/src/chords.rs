//! Curves whose chords are separate paths or pieces of a few chords: exploded arcs and polylines cut by a plot.

use plumbline_geometry::Point;

use crate::chains::Run;
use crate::curves::{FEWEST_CHORDS, LEAST_TURN, bends_on, straight_lead, turn};
use crate::fast::GridPointIndex;
use crate::ink::{SAME_POINT, Stroke, key_of};

/// Longest chord in points: that of a circle of radius 40 points cut into 40.
const LONGEST: f32 = 6.5;

/// The number of a chord among the candidates, and which of its ends.
type End = (u32, bool);

/// Marks such chords as curved and returns the curves that were not known before.
pub(crate) fn curves(strokes: &mut [Stroke]) -> Vec<Run> {
    let chords = Chords::of(strokes);
    let chains = chords.chains();
    let runs = chords.unknown_runs(&chains);
    let marked: Vec<u32> = chains.iter().flatten().map(|(n, _)| chords.short[*n as usize]).collect();
    for i in marked {
        strokes[i as usize].curved = true;
    }
    runs
}

/// The strokes that may be chords of a curve, and their ends by place.
struct Chords<'a> {
    strokes: &'a [Stroke],
    /// Their numbers among the strokes.
    short: Vec<u32>,
    /// Twice the number of a chord, and one more for its end `b`.
    ends: GridPointIndex,
}

impl<'a> Chords<'a> {
    fn of(strokes: &'a [Stroke]) -> Self {
        // The outline of an area is one path, so its curves are known.
        let is_chord = |s: &Stroke| !s.filled && (SAME_POINT..LONGEST).contains(&s.length());
        let short: Vec<u32> = (0..strokes.len() as u32).filter(|&i| is_chord(&strokes[i as usize])).collect();
        let ends = GridPointIndex::new(short.len() * 2, |n| {
            let chord = &strokes[short[n / 2] as usize];
            Some(key_of(if n % 2 == 1 { chord.b } else { chord.a }))
        });
        Self { strokes, short, ends }
    }

    fn chord(&self, n: u32) -> &'a Stroke {
        &self.strokes[self.short[n as usize] as usize]
    }

    fn tip(&self, (n, at_b): End) -> Point {
        if at_b { self.chord(n).b } else { self.chord(n).a }
    }

    /// Returns the nearer end of the chord that most straightly continues the curve that leaves at `end`, and the turn
    /// on the way there.
    fn continuation(&self, end: End) -> Option<(End, f32)> {
        let (ours, p, from) = (self.chord(end.0), self.tip(end), self.tip((end.0, !end.1)));
        let (x, y) = key_of(p);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let mut best: Option<(End, f32)> = None;
        for &n in around.flat_map(|k| self.ends.at(k)) {
            let other = (n / 2, n % 2 == 1);
            let (theirs, q) = (self.chord(other.0), self.tip(other));
            if other.0 == end.0 || theirs.color != ours.color || (p - q).length() > SAME_POINT {
                continue;
            }
            let bend = turn(from, p, self.tip((other.0, !other.1)));
            let better = best.is_none_or(|(old, b)| (bend.abs(), other) < (b.abs(), old));
            if bends_on(bend.abs(), ours.length(), theirs.length()) && better {
                best = Some((other, bend));
            }
        }
        best
    }

    /// Returns the continuation of an end if it is mutual.
    fn mutual_continuation(&self, end: End) -> Option<(End, f32)> {
        let (other, bend) = self.continuation(end)?;
        (self.continuation(other)?.0 == end).then_some((other, bend))
    }

    /// Returns the curves as chains of chords, each chord with the end at which it is left.
    fn chains(&self) -> Vec<Vec<End>> {
        let mut done = vec![false; self.short.len()];
        let mut out = Vec::new();
        for start in 0..self.short.len() as u32 {
            if !done[start as usize] && !self.chord(start).curved {
                done[start as usize] = true;
                out.extend(self.chain(start, &mut done));
            }
        }
        out
    }

    /// Returns the curve through a chord, without straight ends, or `None` if it is not a curve.
    fn chain(&self, start: u32, done: &mut [bool]) -> Option<Vec<End>> {
        let [back, ahead] = [false, true].map(|at_b| self.arm((start, at_b), done));
        let whole = ahead.iter().map(|a| a.1).sum::<f32>() - back.iter().map(|a| a.1).sum::<f32>();
        if back.len() + ahead.len() + 1 < FEWEST_CHORDS || whole.abs() < LEAST_TURN {
            return None;
        }
        let mut chain: Vec<End> = back.iter().rev().map(|((n, at), _)| (*n, !*at)).collect();
        chain.push((start, true));
        chain.extend(ahead.iter().map(|a| a.0));
        let bends: Vec<f32> = back.iter().rev().map(|(_, bend)| -bend).chain(ahead.iter().map(|(_, b)| *b)).collect();
        let lengths: Vec<f32> = chain.iter().map(|(n, _)| self.chord(*n).length()).collect();
        let lead = straight_lead(bends.iter(), lengths.iter()).min(chain.len());
        let trail = straight_lead(bends.iter().rev(), lengths.iter().rev()).min(chain.len() - lead);
        chain.truncate(chain.len() - trail);
        chain.drain(..lead);
        (chain.len() >= FEWEST_CHORDS).then_some(chain)
    }

    /// Returns the chords that continue the curve that leaves at an end, each with the turn before it.
    fn arm(&self, start: End, done: &mut [bool]) -> Vec<(End, f32)> {
        let (mut end, mut whole) = (start, 0.0f32);
        let mut arm = Vec::new();
        while let Some((other, bend)) = self.mutual_continuation(end) {
            // An S is two curves. The plotter's grid alone may turn a chord back a little.
            if bend.abs() > 0.15 && whole.abs() > 0.1 && bend * whole < 0.0 {
                break;
            }
            whole += bend;
            if std::mem::replace(&mut done[other.0 as usize], true) {
                break;
            }
            end = (other.0, !other.1);
            arm.push((end, bend));
        }
        arm
    }

    /// Returns the parts of the chains whose chords were not known to be curved.
    fn unknown_runs(&self, chains: &[Vec<End>]) -> Vec<Run> {
        let mut out = Vec::new();
        for chain in chains {
            for piece in chain.chunk_by(|x, y| self.chord(x.0).curved == self.chord(y.0).curved) {
                let first = piece[0];
                if self.chord(first.0).curved {
                    continue;
                }
                let mut points = vec![self.tip((first.0, !first.1))];
                points.extend(piece.iter().map(|&end| self.tip(end)));
                out.push(Run { points, color: self.chord(first.0).color, filled: false });
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use plumbline_sheet::drawing::Drawing;

    use crate::Ink;

    #[test]
    fn a_circle_of_single_chords_is_a_ring_and_a_zigzag_is_none() {
        let mut drawing = Drawing::new(100.0, 100.0);
        let at = |i: usize| {
            let (s, c) = (i as f32 / 20.0 * std::f32::consts::TAU).sin_cos();
            [50.0 + 5.0 * c, 50.0 + 5.0 * s]
        };
        for i in 0..20 {
            let i = i * 7 % 20;
            if i % 3 == 0 {
                drawing.line(at(i), at(i + 1))
            } else {
                drawing.line(at(i + 1), at(i))
            };
        }
        for i in 0..12 {
            let at = |i: usize| [10.0 + 2.0 * i as f32, 10.0 + 0.5 * (i % 2) as f32];
            drawing.line(at(i), at(i + 1));
        }
        let ink = Ink::of(&drawing.sheet());
        assert_eq!(ink.rings.len(), 1);
        assert!((ink.rings[0].radius - 5.0).abs() < 0.1);
        assert_eq!(ink.strokes.iter().filter(|s| s.curved).count(), 20);
    }
}
