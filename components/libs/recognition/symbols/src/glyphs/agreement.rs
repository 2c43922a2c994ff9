//! Measures how well two outlines agree, regardless of rotation, mirroring and, within limits, stretching.
//!
//! Rotations are tried in even steps, only the distinct ones for a symmetrical glyph. The best few are refined by
//! fitting each point to its nearest one repeatedly (iterative closest point, Besl and McKay 1992), with a stretch
//! along the glyph's axes. The result is the share of each outline's ink that lies on the other's in its direction.

use super::outline::{Outline, Point, RING, RINGS, Symmetries};
use crate::fast::Hypotenuse as _;

/// Minimum agreement that is reported.
pub const LEAST_AGREEMENT: f32 = 0.78;

/// Number of rotations that are tried.
const TURNS: usize = 36;
/// The search first compares one in this many points, then all points for this many of the best rotations.
const COARSE_STEP: usize = 6;
const CANDIDATES: usize = 9;
/// Maximum distance between outlines in the best rotation, in spreads. Outlines farther apart agree in no stretch.
const TOO_FAR: f32 = 0.42;
/// Maximum distance after the first fit. Outlines farther apart agree in no further round.
const TOO_FAR_FITTED: f32 = 0.36;
/// Number of the best poses that are refined.
const REFINED: usize = 3;
/// Rounds of refinement.
const ROUNDS: usize = 6;
/// Maximum distance of a point from its nearest that counts, in spreads: missing parts must not pull the rest along.
const FARTHEST: f32 = 0.6;
/// Distance within which ink agrees, in spreads: about 6 in 100 of a symbol's size.
const NEAR: f32 = 0.15;
/// The same for points that are only approximately the nearest.
const NEARLY: f32 = 0.2;
/// Maximum sine of the angle between directions that agree.
const ALONG: f32 = 0.5;
/// Maximum factor by which a symbol may be drawn wider or narrower.
const STRETCH: f32 = 1.35;
/// Maximum average difference in the distance of ink from the center, in spreads. Beyond it, shapes are different.
const OTHER_SHAPE: f32 = 0.16;
/// Typical differences between two drawings of one symbol, by [`Outline::directions`].
const DIRECTIONS: [f32; 3] = [0.15, 0.2, 0.3];
/// Maximum sum of the squares of differences, each relative to its typical one. Beyond it, shapes are different.
const OTHER_DIRECTIONS: f32 = 9.0;
/// Share subtracted if one outline is filled and the other is not.
const FILL: f32 = 0.12;

/// How an outline is laid on another: turned and mirrored, then stretched and moved along the axes.
#[derive(Debug, Clone, Copy)]
struct Pose {
    cos: f32,
    sin: f32,
    mirror: bool,
    stretch: [f32; 2],
    shift: [f32; 2],
}

impl Pose {
    fn turned(angle: f32, mirror: bool) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self { cos, sin, mirror, stretch: [1.0; 2], shift: [0.0; 2] }
    }

    /// Turns a direction or a point.
    fn turn(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let x = if self.mirror { -x } else { x };
        [self.cos * x - self.sin * y, self.sin * x + self.cos * y]
    }

    fn apply(&self, at: [f32; 2]) -> [f32; 2] {
        let [x, y] = self.turn(at);
        [x * self.stretch[0] + self.shift[0], y * self.stretch[1] + self.shift[1]]
    }

    /// Returns the point that `apply` moves to `at`.
    fn undo(&self, at: [f32; 2]) -> [f32; 2] {
        let x = (at[0] - self.shift[0]) / self.stretch[0];
        let y = (at[1] - self.shift[1]) / self.stretch[1];
        let back = [self.cos * x + self.sin * y, -self.sin * x + self.cos * y];
        if self.mirror { [-back[0], back[1]] } else { back }
    }
}

/// Returns the share of each outline's ink that the other has, the smaller of the two, or 0 if they clearly differ.
pub(super) fn share(shape: &Outline, glyph: &Outline) -> f32 {
    if radial_difference(shape, glyph) > OTHER_SHAPE || direction_difference(shape, glyph) > OTHER_DIRECTIONS {
        return 0.0;
    }
    let mut poses: Vec<(f32, Pose)> = turns(*glyph.symmetries.get_or_init(|| symmetries(glyph)))
        .map(|pose| (mean_distance(shape, glyph, pose, COARSE_STEP), pose))
        .collect();
    poses.sort_by(|a, b| a.0.total_cmp(&b.0));
    poses.truncate(CANDIDATES);
    if poses.first().is_none_or(|(by, _)| *by > TOO_FAR) {
        return 0.0;
    }
    poses.iter_mut().for_each(|(by, pose)| *by = mean_distance(shape, glyph, *pose, 1));
    poses.sort_by(|a, b| a.0.total_cmp(&b.0));
    if poses.first().is_none_or(|(by, _)| *by > TOO_FAR) {
        return 0.0;
    }
    let refined = poses.into_iter().take(REFINED).filter_map(|(_, pose)| refine(shape, glyph, pose));
    let best = refined
        .filter(|pose| may_agree(shape, glyph, *pose))
        .map(|pose| agreeing(shape, glyph, pose, NEAR))
        .fold(0.0, f32::max);
    best - FILL * (shape.filled - glyph.filled).abs()
}

/// Returns the rotations and mirror images that differ, given those after which the glyph looks the same.
fn turns(Symmetries { turns, mirror }: Symmetries) -> impl Iterator<Item = Pose> {
    let mirrors: &[bool] = if mirror { &[false] } else { &[false, true] };
    let step = std::f32::consts::TAU / TURNS as f32;
    let of = move |mirror: &'static bool| (0..TURNS / turns).map(move |n| Pose::turned(n as f32 * step, *mirror));
    mirrors.iter().flat_map(of)
}

/// Rotations after which a glyph may look the same, as parts of a full turn.
const SAME_AFTER: [usize; 6] = [36, 12, 6, 4, 3, 2];
/// Minimum share of a glyph's ink that lies on its own rotated ink if the two look the same, and within which distance.
const SAME: f32 = 0.97;
const SAME_PLACE: f32 = 0.06;

/// Returns after which rotations a glyph looks the same, and whether its mirror image is the same in some rotation.
fn symmetries(glyph: &Outline) -> Symmetries {
    let same = |pose: Pose| {
        mean_distance(glyph, glyph, pose, COARSE_STEP) < NEAR && agreeing(glyph, glyph, pose, SAME_PLACE) >= SAME
    };
    let turned = |turns: usize, mirror: bool| Pose::turned(std::f32::consts::TAU / turns as f32, mirror);
    let turns = SAME_AFTER.into_iter().find(|turns| same(turned(*turns, false))).unwrap_or(1);
    let step = std::f32::consts::TAU / TURNS as f32;
    let mirror = (0..TURNS / turns).any(|n| same(Pose::turned(n as f32 * step, true)));
    Symmetries { turns, mirror }
}

/// Returns how far the ink of one must move toward or from the center to match the other's, on average.
fn radial_difference(shape: &Outline, glyph: &Outline) -> f32 {
    let (mut more, mut moved) = (0.0f32, 0.0);
    for n in 0..RINGS {
        more += shape.rings[n] - glyph.rings[n];
        moved += more.abs() * RING;
    }
    moved
}

/// Returns how much the directions of two outlines' ink differ.
fn direction_difference(shape: &Outline, glyph: &Outline) -> f32 {
    (0..3).map(|n| ((shape.directions[n] - glyph.directions[n]) / DIRECTIONS[n]).powi(2)).sum()
}

/// Returns the average distance between two outlines, over one in `one_in` points.
fn mean_distance(shape: &Outline, glyph: &Outline, pose: Pose, one_in: usize) -> f32 {
    let away = |a: [f32; 2], b: [f32; 2]| {
        let square = (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
        square.min(FARTHEST * FARTHEST).sqrt()
    };
    let mean = |own: &[Point], other: &Outline, lay: &dyn Fn([f32; 2]) -> [f32; 2]| {
        let (mut sum, mut count) = (0.0, 0.0f32);
        for p in own.iter().step_by(one_in) {
            let at = lay(p.at);
            sum += away(at, other.nearest(at).at);
            count += 1.0;
        }
        sum / count.max(1.0)
    };
    mean(&shape.points, glyph, &|at| pose.apply(at)) + mean(&glyph.points, shape, &|at| pose.undo(at))
}

/// Returns whether enough of each outline's ink lies near the other's to agree, regardless of direction.
fn may_agree(shape: &Outline, glyph: &Outline, pose: Pose) -> bool {
    let near = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) <= NEARLY * NEARLY;
    let there = shape.points.iter().map(|p| pose.apply(p.at)).filter(|at| near(*at, glyph.nearest(*at).at)).count();
    let back = glyph.points.iter().filter(|p| near(p.at, pose.apply(shape.nearest(pose.undo(p.at)).at))).count();
    let enough = |count: usize, all: usize| count as f32 >= LEAST_AGREEMENT * all as f32;
    enough(there, shape.points.len()) && enough(back, glyph.points.len())
}

/// Fits a pose to the nearest points. Returns `None` if the first fit is far from any agreement.
fn refine(shape: &Outline, glyph: &Outline, mut pose: Pose) -> Option<Pose> {
    // Pairs of a rotated point and its target.
    let mut pairs: Vec<([f32; 2], [f32; 2])> = Vec::with_capacity(shape.points.len() + glyph.points.len());
    for round in 0..ROUNDS {
        if round == 1 && mean_distance(shape, glyph, pose, 1) > TOO_FAR_FITTED {
            return None;
        }
        pairs.clear();
        for p in &shape.points {
            let at = pose.apply(p.at);
            let to = glyph.nearest(at).at;
            if (at[0] - to[0]).hypotenuse(at[1] - to[1]) < FARTHEST {
                pairs.push((pose.turn(p.at), to));
            }
        }
        for g in &glyph.points {
            let from = shape.nearest(pose.undo(g.at)).at;
            let at = pose.apply(from);
            if (at[0] - g.at[0]).hypotenuse(at[1] - g.at[1]) < FARTHEST {
                pairs.push((pose.turn(from), g.at));
            }
        }
        if pairs.len() < shape.points.len() {
            break;
        }
        for axis in 0..2 {
            (pose.stretch[axis], pose.shift[axis]) = line_through(&pairs, axis);
        }
        // The remaining difference is a small rotation.
        let (mut across, mut along) = (0.0, 0.0);
        for (from, to) in &pairs {
            let at = [from[0] * pose.stretch[0], from[1] * pose.stretch[1]];
            let to = [to[0] - pose.shift[0], to[1] - pose.shift[1]];
            across += at[0] * to[1] - at[1] * to[0];
            along += at[0] * to[0] + at[1] * to[1];
        }
        let (sin, cos) = f32::atan2(across, along).sin_cos();
        (pose.cos, pose.sin) = (pose.cos * cos - pose.sin * sin, pose.sin * cos + pose.cos * sin);
    }
    Some(pose)
}

/// Returns the stretch and shift that best match one coordinate of the pairs.
fn line_through(pairs: &[([f32; 2], [f32; 2])], axis: usize) -> (f32, f32) {
    let count = pairs.len() as f32;
    let from = pairs.iter().map(|(a, _)| a[axis]).sum::<f32>() / count;
    let to = pairs.iter().map(|(_, b)| b[axis]).sum::<f32>() / count;
    let both: f32 = pairs.iter().map(|(a, b)| (a[axis] - from) * (b[axis] - to)).sum();
    let own: f32 = pairs.iter().map(|(a, _)| (a[axis] - from).powi(2)).sum();
    let stretch = (both / own.max(1e-6)).clamp(1.0 / STRETCH, STRETCH);
    (stretch, to - stretch * from)
}

/// Returns the share of each outline's ink that lies within a distance of the other's, the smaller of the two.
fn agreeing(shape: &Outline, glyph: &Outline, pose: Pose, near: f32) -> f32 {
    let laid: Vec<Point> = shape
        .points
        .iter()
        .map(|p| {
            let [x, y] = pose.turn(p.along);
            let [x, y] = [x * pose.stretch[0], y * pose.stretch[1]];
            let length = x.hypotenuse(y).max(1e-6);
            Point { at: pose.apply(p.at), along: [x / length, y / length] }
        })
        .collect();
    let agree = |a: &Point, b: &Point| {
        (a.at[0] - b.at[0]).powi(2) + (a.at[1] - b.at[1]).powi(2) <= near * near
            && (a.along[0] * b.along[1] - a.along[1] * b.along[0]).abs() <= ALONG
    };
    let (laid, drawn) = (by_x(laid), by_x(glyph.points.clone()));
    let of = |own: &[Point], other: &[Point]| {
        let agrees = |p: &&Point| {
            let from = other.partition_point(|q| q.at[0] < p.at[0] - near);
            other[from..].iter().take_while(|q| q.at[0] <= p.at[0] + near).any(|q| agree(p, q))
        };
        own.iter().filter(agrees).count() as f32 / own.len() as f32
    };
    of(&laid, &drawn).min(of(&drawn, &laid))
}

/// Sorts points from left to right, so that a point is compared only with those beside it.
fn by_x(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by(|a, b| a.at[0].total_cmp(&b.at[0]));
    points
}
