//! Judges lines without a name by their look. Services have their own color or the heaviest pen of the sheet. Their
//! line type shows the system: dashes and dash-dots that turn corners and meet at tees. Axes and match lines are dashed
//! too, but straight. Furniture and equipment repeat one shape. Hatches and letters are short.

use std::collections::{BTreeMap, HashMap};

use plumbline_geometry::{Size, VectorExt as _};

use crate::routes::course::Course;
use crate::routes::find::{Basis, CandidateRun};
use crate::routes::lines::{ClassKey, Linework};
use crate::routes::model::{LineType, RouteOptions, RouteSystem};

/// Smallest difference between the largest and the smallest channel of a saturated color, out of 255.
const SATURATED: u32 = 0x40;
/// Smallest ratio of a heavy pen's width to the usual pen's.
const HEAVY: f32 = 1.6;
/// Smallest share of dashed lines, by length, in a class whose line type makes it routes.
const DASHED: f32 = 0.3;
/// Smallest share of gaps in a dashed line.
const GAPS: f32 = 0.05;
/// Smallest share of dashed lines that turn or fork. Axes do not.
const TURNING: f32 = 0.25;
/// Shortest solid run in a class without dashes, in points (30 mm on paper).
const LONG: f32 = 85.0;
/// Smallest share of runs in a class's ink, and of long runs in a class of solid lines. The rest is letters and
/// symbols.
const MOSTLY: f32 = 0.5;
/// Most solid runs of an unnamed class of routes. A class with more is a drawing of something else.
const MOST_SOLID: usize = 400;
/// Fewest runs of one shape that are a symbol.
const REPEATS: usize = 3;
/// Share of the sheet from which a straight line across it is an axis, a match line or a frame.
const ACROSS: f32 = 0.7;

/// Returns whether a color stands out from black, gray and paper.
pub(crate) fn is_saturated(color: u32) -> bool {
    let channels = [color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff];
    let (least, most) = channels.iter().fold((255, 0), |(l, m), c| (l.min(*c), m.max(*c)));
    most - least >= SATURATED
}

/// The amount of ink of each pen on a sheet, in points.
#[derive(Debug, Default)]
pub(crate) struct Ink {
    by_family: HashMap<Family, f32>,
    /// The width of the pen that draws most of the black and gray ink, in points.
    usual: f32,
}

impl Ink {
    pub(crate) fn of(work: &Linework) -> Self {
        let mut out = Self::default();
        let mut pens: BTreeMap<u32, f32> = BTreeMap::new();
        for (key, strokes) in &work.classes {
            let length: f32 = strokes.segments.iter().map(|s| s.vector().hypot()).sum();
            *out.by_family.entry(family(key)).or_default() += length;
            if !is_saturated(key.color) {
                *pens.entry(key.width).or_default() += length;
            }
        }
        let total: f32 = pens.values().sum();
        let mut sum = 0.0;
        let usual = pens.iter().find(|(_, length)| {
            sum += **length;
            sum * 2.0 >= total
        });
        out.usual = usual.map_or(0.0, |(width, _)| *width as f32 / 100.0);
        out
    }

    /// Returns whether a pen is much heavier than the usual one.
    pub(crate) fn is_heavy(&self, key: &ClassKey) -> bool {
        key.width_points() >= HEAVY * self.usual && self.usual > 0.0
    }
}

/// The layer and color of runs, and the pen width if they have no saturated color.
type Family = (Option<String>, u32, u32);

fn family(key: &ClassKey) -> Family {
    (key.layer.clone(), key.color, if is_saturated(key.color) { 0 } else { key.width })
}

/// Sets the basis of runs in classes that look like services. `size` is the size of the sheet in points.
pub(crate) fn judge(found: &mut [CandidateRun], ink: &Ink, options: &RouteOptions, size: Size) {
    // Wiring uses all line types. Only its layer or its ends identify it.
    if !matches!(options.default_system, Some(system) if system != RouteSystem::Duct) {
        return;
    }
    let shapes = shapes(found);
    let mut families: HashMap<Family, Vec<usize>> = HashMap::new();
    for (i, f) in found.iter().enumerate() {
        if f.basis == Basis::Pending && (is_saturated(f.key.color) || ink.is_heavy(&f.key)) {
            families.entry(family(&f.key)).or_default().push(i);
        }
    }
    for (family, members) in families {
        let drawn = ink.by_family.get(&family).copied().unwrap_or(0.0);
        let kept: Vec<usize> = members
            .into_iter()
            .filter(|i| !is_axis(&found[*i].course, size))
            .filter(|i| shapes.get(&shape(&found[*i])).copied().unwrap_or(0) < REPEATS)
            .collect();
        let length = |of: &dyn Fn(&CandidateRun) -> bool| -> f32 {
            kept.iter().map(|i| &found[*i]).filter(|f| of(f)).map(|f| f.course.length).sum()
        };
        let all = length(&|_| true);
        let services = all >= MOSTLY * drawn
            && length(&dashed) >= DASHED * all
            && length(&|f| dashed(f) && turns(&f.course)) >= TURNING * length(&dashed)
            && all > 0.0;
        let long = |f: &CandidateRun| f.course.length >= LONG && f.course.loops == 0;
        let plain = all >= MOSTLY * drawn
            && is_saturated(family.1)
            && kept.len() <= MOST_SOLID
            && length(&long) >= MOSTLY * all
            && length(&|f| long(f) && turns(&f.course)) >= TURNING * all
            && all > 0.0;
        for i in kept {
            let run = &mut found[i];
            run.basis = match (services, plain) {
                (true, _) if dashed(run) => Basis::Drawn,
                (true, _) => Basis::Loose,
                (false, true) if long(run) => Basis::Loose,
                _ => Basis::Pending,
            };
        }
    }
}

/// Returns whether a run is dashed by its pen, or by gaps that are more than an interruption.
fn dashed(f: &CandidateRun) -> bool {
    f.linetype != LineType::Continuous && (!f.key.dash.is_empty() || f.course.gaps >= GAPS * f.course.length)
}

/// Returns whether a run turns or forks.
pub(crate) fn turns(course: &Course) -> bool {
    course.points.len() > 2 || !course.branches.is_empty()
}

/// Returns whether a run is straight across most of the sheet.
pub(crate) fn is_axis(course: &Course, size: Size) -> bool {
    !turns(course) && course.length >= ACROSS * size.width.min(size.height)
}

/// The properties that equal symbols share: color, width, number of points, and dimensions in half points.
type Shape = (u32, u32, usize, [i32; 3]);

fn shape(found: &CandidateRun) -> Shape {
    let c = &found.course;
    let span = match (c.points.first(), c.points.last()) {
        (Some(a), Some(b)) => crate::routes::graph::distance(*a, *b),
        _ => 0.0,
    };
    let halves = |x: f32| (2.0 * x).round() as i32;
    (found.key.color, found.key.width, c.points.len(), [halves(c.length), halves(span), c.ends.len() as i32])
}

/// Counts the shapes of solid runs with several corners. Straight lines of one length are not symbols.
fn shapes(found: &[CandidateRun]) -> HashMap<Shape, usize> {
    let mut out = HashMap::new();
    for f in found
        .iter()
        .filter(|f| f.linetype == LineType::Continuous && f.course.points.len() + f.course.branches.len() > 3)
    {
        *out.entry(shape(f)).or_default() += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_stand_out_from_grays_and_tints() {
        for color in [0x0000ff, 0xff7f00, 0x00ff00, 0x7c00a5, 0x800000] {
            assert!(is_saturated(color), "{color:06x}");
        }
        for gray in [0x000000, 0x808080, 0xffffff, 0xe0e8f0] {
            assert!(!is_saturated(gray), "{gray:06x}");
        }
    }
}
