//! Removes leaders from the lines of a sheet. They are not routes, and their text belongs to the route at their tip.

use plumbline_geometry::{Point, Polyline, Rect, remove_marked, vector};

use crate::routes::assign::AT_TIP;
use crate::routes::candidate::CandidateRun;
use crate::routes::ends::Ends;
use crate::routes::graph::foot;
use crate::routes::labels::Label;
use crate::routes::model::Leader;
use crate::routes::pieces::{Pieces, piece, pieces};

/// Largest distance from a leader to the points of a run along it, in points.
const ALONG: f32 = 1.5;
/// Largest ratio of such a run's length to the leader's. The strokes of the head make it longer.
const LONGER: f32 = 1.25;

/// Removes the runs that are leaders to other runs, and the branches that are leaders to their own run. A line that
/// ends at a symbol is wiring.
pub(crate) fn remove_leaders(found: &mut Vec<CandidateRun>, leaders: &[Leader], ends: &Ends<'_>) {
    if leaders.is_empty() {
        return;
    }
    let tree = pieces(found);
    let mut drop = vec![false; found.len()];
    let mut branches: Vec<(usize, &[Point])> = Vec::new();
    // A leader without a head may be a branch that ends at a tag.
    for leader in leaders.iter().filter(|l| l.headed) {
        let (tip, path) = (leader.path[0], leader.path.as_slice());
        let start = path[path.len() - 1];
        if [tip, start].iter().any(|end| ends.symbol_at(*end).is_some()) {
            continue;
        }
        let at_tip = runs_at(&tree, found, tip);
        for run in runs_at(&tree, found, start) {
            let course = &found[run].course;
            let points_at_other = at_tip.iter().any(|other| *other != run);
            drop[run] |= points_at_other && course.branches.is_empty() && is_along(&course.points, course.length, path);
            branches.push((run, path));
        }
    }
    for (run, path) in branches {
        found[run].course.drop_branches(|branch| is_along(&branch.points, branch.length, path));
    }
    remove_marked(found, |n| drop[n]);
}

/// Moves the labels at leaders to the tips of their leaders.
pub(crate) fn move_labels_to_tips(
    mut labels: Vec<Label>,
    leaders: &[Leader],
    found: &[CandidateRun],
    ends: &Ends<'_>,
) -> Vec<Label> {
    if leaders.is_empty() {
        return labels;
    }
    let tree = pieces(found);
    // A bent line without a head is a leader with its landing. A straight one may be a branch. A line from device to
    // device is a wire.
    let is_wire = |l: &Leader| [l.path[0], l.path[l.path.len() - 1]].iter().all(|end| ends.symbol_at(*end).is_some());
    for leader in leaders.iter().filter(|l| (l.headed || l.path.len() > 2) && !is_wire(l)) {
        let tip = leader.path[0];
        if runs_at(&tree, found, tip).is_empty() {
            continue;
        }
        let point = |label: &mut Label| {
            label.middle = tip;
            label.leader = Some(leader.path.clone());
        };
        let own = |label: &Label| label.leader.is_none() && leader.lines.iter().any(|b| b.contains(label.middle));
        // Lines of text that only together have a meaning.
        let whole =
            (leader.lines.len() > 1).then(|| Label::new(&leader.text, tip, vector(1.0, 0.0), leader.size)).flatten();
        match whole {
            Some(mut whole) => {
                labels.retain(|label| !own(label));
                point(&mut whole);
                labels.push(whole);
            }
            None => labels.iter_mut().filter(|label| own(label)).for_each(point),
        }
    }
    labels
}

/// Returns the runs at a point.
fn runs_at(tree: &Pieces, found: &[CandidateRun], p: Point) -> Vec<usize> {
    let close = tree.touching(Rect::new(p, p).grown(AT_TIP)).filter(|hit| foot(&piece(found, *hit), p).1 <= AT_TIP);
    let mut out: Vec<usize> = close.map(|hit| hit.0 as usize).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Returns whether points are along a path.
fn is_along(points: &[Point], length: f32, path: &[Point]) -> bool {
    let long = path.length();
    let near = |p: &Point| path.segments().any(|piece| foot(&piece, *p).1 <= ALONG);
    length <= LONGER * long && points.iter().all(near)
}
