//! Clusters of touching strokes, each with measures that do not change with rotation or mirroring.

use plumbline_geometry::{Axis, Buckets, DisjointSets, Point, Rect, Vector};

use crate::chains::{self, Run};
use crate::contact::touch;
use crate::dashes;
use crate::fast::FastMap;
use crate::grid::Grid;
use crate::grid_point::SAME_POINT;
use crate::ink::{Ink, Stroke};

/// Strokes that touch, with the strokes they enclose.
#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    /// Indexes of the ink's strokes, ascending.
    pub(crate) strokes: Vec<u32>,
    pub(crate) bbox: Rect,
    pub(crate) measure: Measure,
}

/// The measures that rotation, mirroring, splitting and reordering do not change.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Measure {
    /// Color of most of the ink.
    pub(crate) color: u32,
    /// Length of the ink in points.
    pub(crate) length: f32,
    /// Standard deviation of the ink from its center, in points.
    pub(crate) spread: f32,
    /// Distance of the farthest point from the center, in points.
    pub(crate) farthest: f32,
    /// Share of the ink that outlines filled areas.
    pub(crate) filled: f32,
}

/// Length in points above which strokes are walls and wires, not parts of a symbol.
pub(crate) const LONGEST: f32 = 45.0;

/// The same for small symbols, to which short wires and leaders lead.
pub(crate) const LONGEST_OF_SMALL: f32 = 12.0;

/// Shortest wire in points. Arcs of symbols may be longer than their lines.
const SHORTEST_WIRE: f32 = 28.0;

/// Sizes of symbols in points. Smaller clusters are dots of hatches, larger ones are rooms.
const SIZES: std::ops::RangeInclusive<f32> = 3.0..=70.0;

/// Distance in points below which strokes touch.
const TOUCH: f32 = 0.3;

/// Maximum number of strokes of one grid cell to compare each with each. In a denser cell, a hatch or a solid black
/// area, each stroke is compared with this many others.
const MOST_IN_CELL: usize = 40;

/// Maximum number of strokes of a symbol. A cluster with more is a picture.
const MOST_STROKES: usize = 3000;

/// Returns the clusters of symbol size among some strokes. Lines whose whole is longer than `longest` are left out, so
/// symbols connected by a wire or a wall come apart.
///
/// Strokes of two colors stay apart: a wire or a wall that ends at a device usually has another color.
pub(crate) fn clusters(ink: &Ink, longest: f32, chosen: impl Fn(&Stroke) -> bool) -> Vec<Cluster> {
    let picked = short(ink, longest, chosen);
    let grid = Grid::over(&ink.strokes, &picked);
    let mut sets = DisjointSets::new(ink.strokes.len());
    for cell in grid.cells() {
        for (n, &i) in cell.iter().enumerate() {
            let s = &ink.strokes[i as usize];
            for &j in cell.iter().skip(n + 1).take(MOST_IN_CELL) {
                let t = &ink.strokes[j as usize];
                if s.color == t.color && sets.root(i as usize) != sets.root(j as usize) && touch(s, t, TOUCH) {
                    sets.join(i as usize, j as usize);
                }
            }
        }
    }
    drop(grid);
    // By set, then by stroke.
    let mut of_sets: Vec<(u32, u32)> = picked.iter().map(|&i| (sets.root(i as usize) as u32, i)).collect();
    drop(sets);
    of_sets.sort_unstable();
    let mut out: Vec<Cluster> = Vec::new();
    for same in of_sets.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() <= MOST_STROKES) {
        let bbox = same.iter().map(|(_, i)| ink.strokes[*i as usize].bbox()).reduce(Rect::union);
        let Some(bbox) = bbox.filter(|b| b.longer_side() <= *SIZES.end()) else { continue };
        out.push(Cluster { strokes: same.iter().map(|(_, i)| *i).collect(), bbox, measure: Measure::default() });
    }
    let mut out = with_enclosed(ink, out);
    out.retain(|c| SIZES.contains(&c.bbox.longer_side()));
    for cluster in &mut out {
        cluster.measure = measure(ink, &cluster.strokes);
    }
    out
}

/// Returns the chosen strokes whose whole lines are short.
fn short(ink: &Ink, longest: f32, chosen: impl Fn(&Stroke) -> bool) -> Vec<u32> {
    let picked: Vec<u32> = (0..ink.strokes.len() as u32)
        .filter(|&i| {
            let s = &ink.strokes[i as usize];
            s.length() <= longest && chosen(s)
        })
        .collect();
    let lines: Vec<u32> = picked.iter().copied().filter(|&i| !ink.strokes[i as usize].curved).collect();
    let joined = chains::join_lines(&lines.iter().map(|&i| ink.strokes[i as usize]).collect::<Vec<_>>());
    let mut long: Vec<u32> = Vec::new();
    for line in joined {
        if (line.b - line.a).length() > longest {
            long.extend(line.members.iter().map(|&n| lines[n as usize]));
        }
    }
    long.extend(dashes::dashes(&ink.strokes, &lines));
    let curves: Vec<u32> = picked.iter().copied().filter(|&i| ink.strokes[i as usize].curved).collect();
    long.extend(long_curves(&ink.strokes, &curves, longest.max(SHORTEST_WIRE)));
    long.sort_unstable();
    picked.into_iter().filter(|i| long.binary_search(i).is_err()).collect()
}

/// Returns the strokes of open curves longer than `longest`: wires are drawn as arcs, which arrive as many short
/// chords.
fn long_curves(strokes: &[Stroke], curves: &[u32], longest: f32) -> Vec<u32> {
    let goes_on = |a: &u32, b: &u32| {
        let (s, t) = (&strokes[*a as usize], &strokes[*b as usize]);
        b - a == 1 && s.path == t.path && (s.b.x - t.a.x).abs().max((s.b.y - t.a.y).abs()) < SAME_POINT
    };
    let pieces: Vec<&[u32]> = curves.chunk_by(goes_on).collect();
    let run = |piece: &&[u32]| {
        let first = &strokes[piece[0] as usize];
        let ends = piece.iter().map(|&i| strokes[i as usize].b);
        Run { points: std::iter::once(first.a).chain(ends).collect(), color: first.color, filled: first.filled }
    };
    let runs: Vec<Run> = pieces.iter().map(run).collect();
    let mut wholes: Vec<Vec<usize>> =
        chains::join_curves(&runs).into_iter().map(|members| members.into_iter().map(|(n, _)| n).collect()).collect();
    let mut joined = vec![false; runs.len()];
    wholes.iter().flatten().for_each(|&n| joined[n] = true);
    wholes.extend((0..runs.len()).filter(|&n| !joined[n]).map(|n| vec![n]));
    let is_long = |whole: &Vec<usize>| {
        let length: f32 = whole.iter().flat_map(|&n| pieces[n]).map(|&i| strokes[i as usize].length()).sum();
        // The ends of the whole. A circle, however large, ends where it began and has none.
        let mut ends: Vec<Point> =
            whole.iter().flat_map(|&n| [runs[n].points[0], runs[n].points[runs[n].points.len() - 1]]).collect();
        ends.retain({
            let all = ends.clone();
            move |p| all.iter().filter(|q| (q.x - p.x).abs().max((q.y - p.y).abs()) < 2.0 * SAME_POINT).count() == 1
        });
        length > longest && !ends.is_empty()
    };
    wholes.iter().filter(|whole| is_long(whole)).flatten().flat_map(|&n| pieces[n]).copied().collect()
}

/// Width of the cells in which enclosing clusters are searched for, in points.
const CELL: f32 = 24.0;

/// Smallest size of a cluster that encloses another, in points.
const ENCLOSING: f32 = 3.0;

/// Returns the clusters with the clusters inside them (the letter in a circle, the inner frame of a luminaire), and
/// without.
fn with_enclosed(ink: &Ink, clusters: Vec<Cluster>) -> Vec<Cluster> {
    let enclosing = clusters.iter().zip(0u32..).filter(|(c, _)| c.bbox.longer_side() >= ENCLOSING);
    let cells = Buckets::of_areas(CELL, enclosing.map(|(c, n)| (c.bbox, n)));
    let area = |b: Rect| b.width() * b.height();
    let mut sets = DisjointSets::new(clusters.len());
    for (n, c) in clusters.iter().enumerate() {
        let middle = c.bbox.center();
        let holds = |m: &&u32| {
            let outer = &clusters[**m as usize];
            let corners = [c.bbox.min, c.bbox.max];
            **m as usize != n
                && area(outer.bbox) > area(c.bbox)
                && corners.iter().all(|&p| outer.bbox.contains(p))
                && surrounds(ink, outer, middle)
        };
        let tightest = cells.at(middle).iter().filter(holds).min_by(|a, b| {
            area(clusters[**a as usize].bbox).total_cmp(&area(clusters[**b as usize].bbox)).then(a.cmp(b))
        });
        if let Some(m) = tightest {
            sets.join(n, *m as usize);
        }
    }
    let mut outer: Vec<u32> = (0..clusters.len() as u32).collect();
    for (n, c) in clusters.iter().enumerate() {
        let root = sets.root(n);
        if area(c.bbox) > area(clusters[outer[root] as usize].bbox) {
            outer[root] = n as u32;
        }
    }
    let mut merged: Vec<Vec<u32>> = vec![Vec::new(); clusters.len()];
    for (n, c) in clusters.iter().enumerate() {
        merged[sets.root(n)].extend(&c.strokes);
    }
    let mut out: Vec<Cluster> = Vec::with_capacity(clusters.len());
    for (root, mut strokes) in merged.into_iter().enumerate().filter(|(_, s)| !s.is_empty()) {
        let around = &clusters[outer[root] as usize];
        strokes.sort_unstable();
        // Numbers drawn as lines change from place to place. The shape around them is the same.
        if strokes.len() > around.strokes.len() {
            out.push(Cluster { strokes, ..around.clone() });
        }
        out.push(around.clone());
    }
    out
}

/// Returns whether a cluster has ink on all four sides of a point.
fn surrounds(ink: &Ink, cluster: &Cluster, p: Point) -> bool {
    let mut sides = [false; 4];
    for &i in &cluster.strokes {
        let s = &ink.strokes[i as usize];
        // Where the stroke crosses the horizontal and the vertical line through the point.
        for (n, axis) in Axis::BOTH.into_iter().enumerate() {
            let other = axis.other();
            let (a, b) = (other.of(s.a) - other.of(p), other.of(s.b) - other.of(p));
            if (a <= 0.0) != (b <= 0.0) {
                let t = a / (a - b);
                let at = axis.of(s.a) + t * (axis.of(s.b) - axis.of(s.a));
                sides[n * 2 + usize::from(at > axis.of(p))] = true;
            }
        }
    }
    sides == [true; 4]
}

/// Measures some strokes.
pub(crate) fn measure(ink: &Ink, strokes: &[u32]) -> Measure {
    let mut colors: FastMap<u32, f32> = FastMap::default();
    let (mut length, mut filled, mut sum) = (0.0f32, 0.0f32, Vector::zero());
    let all = || strokes.iter().map(|&i| &ink.strokes[i as usize]);
    // Sums are relative to a point of the ink, to keep their precision far from the sheet's origin.
    let from = all().next().map_or(Point::zero(), |s| s.a);
    for s in all() {
        let (l, a, b) = (s.length(), s.a - from, s.b - from);
        *colors.entry(s.color).or_default() += l;
        length += l;
        filled += if s.filled { l } else { 0.0 };
        sum += (a + b) * l / 2.0;
    }
    let center = sum / length.max(1e-3);
    let (mut square, mut farthest) = (0.0f32, 0.0f32);
    for s in all() {
        let (a, b) = (s.a - from - center, s.b - from - center);
        // The mean of the square distance along a line is (a² + ab + b²) / 3, wherever the line is cut.
        let along = |a: f32, b: f32| a * a + a * b + b * b;
        square += s.length() * (along(a.x, b.x) + along(a.y, b.y)) / 3.0;
        farthest = farthest.max(a.length()).max(b.length());
    }
    let color = colors.into_iter().max_by(|x, y| x.1.total_cmp(&y.1).then(y.0.cmp(&x.0))).map_or(0, |(color, _)| color);
    Measure { color, length, spread: (square / length.max(1e-3)).sqrt(), farthest, filled: filled / length.max(1e-3) }
}

impl Measure {
    /// Returns whether two clusters may be the same shape. A plotter's grid and the chords of a curve change each
    /// measure slightly.
    pub(crate) fn is_similar(&self, other: &Self) -> bool {
        let near = |a: f32, b: f32, slack: f32| (a - b).abs() <= slack + 0.02 * a.max(b);
        self.color == other.color
            && near(self.length, other.length, 0.4)
            && near(self.spread, other.spread, 0.12)
            && near(self.farthest, other.farthest, 0.25)
            && (self.filled - other.filled).abs() < 0.15
    }
}
