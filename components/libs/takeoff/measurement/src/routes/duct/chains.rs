//! Joins consecutive sections of one width to runs with elbows.

use plumbline_geometry::{Point, Polyline};

use crate::routes::duct::joints::{Joint, Tap, end};
use crate::routes::duct::sections::Section;
use crate::routes::graph::distance;

/// Shortest transition, in points. Walls change their width abruptly.
const TRANSITION: f32 = 3.0;

/// A run of duct of one width.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Chain {
    /// The indices of its sections, in order.
    pub(crate) sections: Vec<usize>,
    /// The course along the middle. A transition belongs to the wider run, a tap to the branch.
    pub(crate) points: Vec<Point>,
    /// The length-weighted mean width, in points.
    pub(crate) width: f32,
    /// The number of round elbows and transitions, which walls do not have.
    pub(crate) fittings: usize,
}

impl Chain {
    /// Returns the length in points.
    pub(crate) fn length(&self) -> f32 {
        self.points.length()
    }
}

/// Returns the chains of all sections.
pub(crate) fn chains(sections: &[Section], joints: &[Joint], taps: &[Tap]) -> Vec<Chain> {
    let mut joint_at: Vec<Option<usize>> = vec![None; 2 * sections.len()];
    for (i, j) in joints.iter().enumerate() {
        j.ends.iter().for_each(|e| joint_at[*e] = Some(i));
    }
    let goes_on = |e: usize| joint_at[e].map(|j| &joints[j]).filter(|j| !j.reduces);
    let mut seen = vec![false; sections.len()];
    let mut out = Vec::new();
    // Start with chains that have two ends. The remaining ones are closed rings.
    for ringed in [false, true] {
        for start in 0..sections.len() {
            let from = [2 * start, 2 * start + 1].into_iter().find(|e| ringed || goes_on(*e).is_none());
            let Some(mut enters) = from.filter(|_| !seen[start]) else { continue };
            let mut chain = Chain::default();
            loop {
                let (section, leaves) = (enters / 2, enters ^ 1);
                seen[section] = true;
                chain.sections.push(section);
                chain.points.extend([end(sections, enters).0, end(sections, leaves).0]);
                let Some(joint) = goes_on(leaves) else { break };
                let forward = joint.ends[0] == leaves;
                let next = if forward { joint.ends[1] } else { joint.ends[0] };
                if forward {
                    chain.points.extend(joint.by.iter().copied());
                } else {
                    chain.points.extend(joint.by.iter().rev().copied());
                }
                chain.fittings += usize::from(joint.elbow && joint.by.len() > 1);
                if seen[next / 2] {
                    chain.points.push(end(sections, next).0);
                    break;
                }
                enters = next;
            }
            let (length, sum) = chain
                .sections
                .iter()
                .map(|s| &sections[*s])
                .fold((0.0, 0.0), |(l, w), s| (l + s.axis.length, w + s.axis.length * s.width));
            chain.width = sum / length;
            out.push(chain);
        }
    }
    for chain in &mut out {
        extend(chain, sections, joints, &joint_at, taps);
    }
    out
}

/// Extends both ends of a chain over its transitions and taps.
fn extend(chain: &mut Chain, sections: &[Section], joints: &[Joint], joint_at: &[Option<usize>], taps: &[Tap]) {
    for last in [false, true] {
        let Some(tip) = (if last { chain.points.last() } else { chain.points.first() }).copied() else { continue };
        let Some(section) = (if last { chain.sections.last() } else { chain.sections.first() }).copied() else {
            continue;
        };
        let Some(e) = [2 * section, 2 * section + 1].into_iter().find(|e| end(sections, *e).0 == tip) else { continue };
        let mut on: Vec<Point> = Vec::new();
        if let Some(joint) = joint_at[e].map(|j| &joints[j]).filter(|j| j.reduces) {
            let other = if joint.ends[0] == e { joint.ends[1] } else { joint.ends[0] };
            let gap = distance(tip, end(sections, other).0);
            chain.fittings += usize::from(!joint.elbow && gap >= TRANSITION);
            if sections[e / 2].width > sections[other / 2].width {
                on.extend(joint.by.iter().copied());
                if joint.ends[0] != e {
                    on.reverse();
                }
                on.push(end(sections, other).0);
            }
        } else if let Ok(i) = taps.binary_search_by_key(&e, |t| t.end) {
            on.push(taps[i].at);
        }
        if last {
            chain.points.extend(on);
        } else {
            chain.points.splice(0..0, on.into_iter().rev());
        }
    }
    chain.points.dedup_by(|p, q| distance(*p, *q) < 0.01);
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;
    use crate::routes::duct::joints::joints;
    use crate::routes::duct::pieces::Piece;

    #[test]
    fn an_elbow_and_a_reducer() {
        let section = |a, b, width| Section { axis: Piece::new(a, b).unwrap(), width, joints: 0 };
        let all = [
            section(point(0.0, 0.0), point(100.0, 0.0), 20.0),
            section(point(130.0, 30.0), point(130.0, 120.0), 20.0),
            section(point(130.0, 140.0), point(130.0, 200.0), 10.0),
        ];
        let (joined, taps) = joints(&all);
        let mut lengths: Vec<f32> = chains(&all, &joined, &taps).iter().map(Chain::length).collect();
        lengths.sort_by(f32::total_cmp);
        // A quarter circle of radius 30, and the transition, which belongs to the wider run.
        let long = 100.0 + 30.0 * std::f32::consts::FRAC_PI_2 + 90.0 + 20.0;
        assert!((lengths[0] - 60.0).abs() < 0.1 && (lengths[1] - long).abs() < 0.5, "{lengths:?}");
    }
}
