//! Curves whose chords are separate paths or pieces of a few chords: exploded arcs and polylines cut by a plot.

use crate::chains::Run;
use crate::curves::{FEWEST_CHORDS, LEAST_TURN, bends_on, straight_lead, turn};
use crate::fast::{GridPointIndex, Hypotenuse as _};
use crate::ink::{SAME_POINT, Stroke, key_of};

/// Longest chord in points: that of a circle of radius 40 points cut into 40.
const LONGEST: f32 = 6.5;

/// The number of a chord among the candidates, and which of its ends.
type End = (u32, bool);

/// Marks such chords as curved and returns the curves that were not known before.
pub(crate) fn curves(strokes: &mut [Stroke]) -> Vec<Run> {
    // The outline of an area is one path, so its curves are known.
    let short = |s: &Stroke| !s.filled && (SAME_POINT..LONGEST).contains(&s.length());
    let short: Vec<u32> = (0..strokes.len() as u32).filter(|&i| short(&strokes[i as usize])).collect();
    let chord = |n: u32| &strokes[short[n as usize] as usize];
    let tip = |(n, at_b): End| if at_b { chord(n).b } else { chord(n).a };
    let ends = GridPointIndex::new(short.len() * 2, |n| Some(key_of(tip(((n / 2) as u32, n % 2 == 1)))));
    // The chord that continues most straightly the curve that leaves at an end, and the turn on the way there.
    let choice = |end: End| -> Option<(End, f32)> {
        let (ours, p, from) = (chord(end.0), tip(end), tip((end.0, !end.1)));
        let (x, y) = key_of(p);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let mut best: Option<(End, f32)> = None;
        for &n in around.flat_map(|k| ends.at(k)) {
            let other = (n / 2, n % 2 == 1);
            let (theirs, q) = (chord(other.0), tip(other));
            if other.0 == end.0 || theirs.color != ours.color || (p[0] - q[0]).hypotenuse(p[1] - q[1]) > SAME_POINT {
                continue;
            }
            let bend = turn(from, p, tip((other.0, !other.1)));
            let better = best.is_none_or(|(old, b)| (bend.abs(), other) < (b.abs(), old));
            if bends_on(bend.abs(), ours.length(), theirs.length()) && better {
                best = Some((other, bend));
            }
        }
        best
    };
    let mutual = |end: End| -> Option<(End, f32)> {
        let (other, bend) = choice(end)?;
        (choice(other)?.0 == end).then_some((other, bend))
    };
    let mut done = vec![false; short.len()];
    let mut chains: Vec<Vec<End>> = Vec::new();
    for start in 0..short.len() as u32 {
        if done[start as usize] || chord(start).curved {
            continue;
        }
        done[start as usize] = true;
        // Extends from both ends of the first chord. Each chord has the end at which it is left.
        let mut arms: [Vec<(End, f32)>; 2] = Default::default();
        for (arm, at_b) in arms.iter_mut().zip([false, true]) {
            let (mut end, mut whole) = ((start, at_b), 0.0f32);
            while let Some((other, bend)) = mutual(end) {
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
        }
        let [back, ahead] = arms;
        let whole = ahead.iter().map(|a| a.1).sum::<f32>() - back.iter().map(|a| a.1).sum::<f32>();
        if back.len() + ahead.len() + 1 < FEWEST_CHORDS || whole.abs() < LEAST_TURN {
            continue;
        }
        let mut chain: Vec<End> = back.iter().rev().map(|((n, at), _)| (*n, !*at)).collect();
        chain.push((start, true));
        chain.extend(ahead.iter().map(|a| a.0));
        let bends: Vec<f32> = back.iter().rev().map(|(_, bend)| -bend).chain(ahead.iter().map(|(_, b)| *b)).collect();
        let lengths: Vec<f32> = chain.iter().map(|(n, _)| chord(*n).length()).collect();
        let lead = straight_lead(bends.iter(), lengths.iter()).min(chain.len());
        let trail = straight_lead(bends.iter().rev(), lengths.iter().rev()).min(chain.len() - lead);
        chain.truncate(chain.len() - trail);
        chain.drain(..lead);
        if chain.len() >= FEWEST_CHORDS {
            chains.push(chain);
        }
    }
    let mut out = Vec::new();
    for chain in &chains {
        for piece in chain.chunk_by(|x, y| chord(x.0).curved == chord(y.0).curved) {
            let first = piece[0];
            if chord(first.0).curved {
                continue;
            }
            let mut points = vec![tip((first.0, !first.1))];
            points.extend(piece.iter().map(|&end| tip(end)));
            out.push(Run { points, color: chord(first.0).color, filled: false });
        }
    }
    let marked: Vec<u32> = chains.iter().flatten().map(|(n, _)| short[*n as usize]).collect();
    for i in marked {
        strokes[i as usize].curved = true;
    }
    out
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
