//! The regions that one set of bounding lines encloses, and which of them is the room of a tag.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_geometry::{Grid, Point, Rect, Size, Vector, VectorExt as _, halfway, point, reached, rect, vector};

use super::gaps::{Bridge, bridges};
use super::labels::Label;
use super::outline::{Mask, Support, area, simplified, snapped};
use super::raster::{FREE, NO_REGION, Raster, WALL, WEAK};
use super::strokes::{Linework, Stroke};
use super::walls::StrokeIndex;

/// The side of a cell in meters, if the size of the page allows it.
const CELL: f64 = 0.045;
/// The maximum number of cells in a grid.
const MOST_CELLS: f32 = 9.0e6;
/// The share of the page, in both directions, beyond which a region is not a room.
const PAGE: f32 = 0.85;
/// Slits and spikes narrower than twice this number of cells are not part of a room.
const SMOOTH: usize = 2;
/// The minimum size of a part of a room, in m². A smaller one is the depth of a door's opening.
const SMALLEST_PART: f64 = 0.35;
/// The minimum area of a room, in m².
const SMALLEST_ROOM: f64 = 0.6;

/// The region around a tag.
#[derive(Debug, Clone)]
pub(crate) struct Region {
    /// The outline in points, clockwise on the page.
    pub(crate) outline: Vec<Point>,
    /// The area of the outline without the rooms inside it, in square points.
    pub(crate) area: f64,
    /// The area of the rooms inside it, in square points.
    pub(crate) inside: f64,
    /// The number of named tags in it.
    pub(crate) named: usize,
    /// The share of the region that was joined through openings without doors.
    pub(crate) joined: f64,
    /// Identifies the region within one set of lines.
    pub(crate) root: u32,
}

/// The regions of one set of lines.
pub(crate) struct Regions {
    raster: Raster,
    region: Vec<u32>,
    /// The box of each region in cells: x-min, y-min, x-max, y-max.
    boxes: Vec<[usize; 4]>,
    /// The number of cells of each region.
    sizes: Vec<usize>,
    /// The region that each region was joined to.
    root: Vec<u32>,
    /// The region of each tag.
    tags: Vec<u32>,
    /// The number of named tags in each root.
    named: BTreeMap<u32, usize>,
    strokes: Vec<Stroke>,
    stroke_index: StrokeIndex,
    /// The width and height of the page, in points.
    page: Size,
}

impl Regions {
    /// Finds the regions enclosed by strokes and the bridges over their openings, for which `all` lines are searched.
    /// Without `all`, openings stay open. `meters` is the length of a point at the finest scale.
    pub(crate) fn new(
        work: &Linework,
        level: &[usize],
        all: Option<&StrokeIndex>,
        tags: &[Label],
        meters: f64,
        page: Size,
    ) -> Self {
        let bridges = all.map(|all| bridges(&work.strokes, level, all, &work.swings)).unwrap_or_default();
        let start = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        let bbox = level.iter().map(|i| &work.strokes[*i]).fold(start, |b: Rect, s| b.including(s.a).including(s.b));
        // Ignore everything drawn outside the page.
        let finite = |side: f32| if side.is_finite() { side.clamp(1.0, 1e6) } else { 1.0 };
        let (width, height) = (finite(page.width), finite(page.height));
        let bbox = rect(bbox.min.x.max(0.0), bbox.min.y.max(0.0), bbox.max.x.min(width), bbox.max.y.min(height));
        let bbox = if bbox.min.x <= bbox.max.x && bbox.min.y <= bbox.max.y { bbox } else { Rect::default() };
        let usual = ((CELL / meters) as f32).clamp(0.4, 2.0);
        let cell = usual.max((bbox.area() / MOST_CELLS).sqrt());
        let mut raster = Raster::new(bbox, cell);
        for i in level {
            raster.line(work.strokes[*i].a, work.strokes[*i].b, WALL);
        }
        for b in &bridges {
            raster.line(b.a, b.b, if b.weak { WEAK } else { WALL });
        }
        let (region, sizes) = raster.regions();
        let mut boxes = vec![[usize::MAX, usize::MAX, 0, 0]; sizes.len()];
        for (cell, number) in region.iter().enumerate().filter(|(_, n)| **n != NO_REGION) {
            let (x, y) = (cell % raster.columns, cell / raster.columns);
            let b = &mut boxes[*number as usize];
            *b = [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)];
        }
        let cells = |square_meters: f64| (square_meters / (meters * meters * f64::from(cell * cell))) as usize;
        let of_tag = |l: &Label| region_of_tag(l, &raster, &region, &sizes, cells(SMALLEST_ROOM));
        let found: Vec<u32> = tags.iter().map(of_tag).collect();
        let labeled: BTreeSet<u32> = found.iter().copied().filter(|r| *r != NO_REGION).collect();
        let root = joined(&bridges, &raster, &region, &sizes, &labeled, cells(SMALLEST_PART));
        let mut named: BTreeMap<u32, usize> = BTreeMap::new();
        for (tag, number) in tags.iter().zip(&found).filter(|(t, _)| t.is_named()) {
            // A tag repeated in a corridor is one name.
            let first = !tags
                .iter()
                .zip(&found)
                .take_while(|(t, _)| !std::ptr::eq(*t, tag))
                .any(|(t, n)| n == number && t.name == tag.name && t.number == tag.number);
            *named.entry(*number).or_default() += usize::from(first);
        }
        let mut strokes: Vec<Stroke> = level.iter().map(|i| work.strokes[*i]).collect();
        strokes.extend(bridges.iter().map(|b| Stroke { a: b.a, b: b.b, pen: 0, scale: meters as f32 }));
        let stroke_index = StrokeIndex::new(&strokes, |_| true);
        Self { raster, region, boxes, sizes, root, tags: found, named, strokes, stroke_index, page }
    }

    /// Returns the identifier of a tag's region, the same for all tags in it, or `None` for a tag outside every region.
    pub(crate) fn root_of(&self, tag: usize) -> Option<u32> {
        Some(self.tags[tag]).filter(|number| *number != NO_REGION)
    }

    /// Returns the region of the tags with this root, unless it fills the page.
    pub(crate) fn region(&self, number: u32) -> Option<Region> {
        let parts: BTreeSet<u32> =
            (1..self.root.len() as u32).filter(|r| *r == number || self.root[*r as usize] == number).collect();
        // A region that fills the page is the space between the building and the sheet's frame.
        let cells = |low: usize, high: usize| {
            let least = parts.iter().map(|r| self.boxes[*r as usize][low]).min().unwrap_or(0);
            let most = parts.iter().map(|r| self.boxes[*r as usize][high]).max().unwrap_or(0);
            (most + 1).saturating_sub(least) as f32 * self.raster.cell
        };
        if cells(0, 2) > PAGE * self.page.width && cells(1, 3) > PAGE * self.page.height {
            return None;
        }
        let (mut mask, window) = self.mask(&parts);
        let before = mask.clone();
        mask.fill_holes();
        mask.smooth(SMOOTH);
        let inside = self.rooms_inside(&before, &mask, window) as f64 * f64::from(self.raster.cell).powi(2);
        let corner = vector(window[0] as f32, window[1] as f32);
        let to_points = |p: Point<Grid>| self.raster.origin + ((p + corner).to_vector() * self.raster.cell).cast_unit();
        let ring: Vec<Point> = simplified(&mask.boundary(), 1.01).into_iter().map(to_points).collect();
        let outline = snapped(&ring, self.raster.cell, |p, q| self.support(p, q));
        let whole = area(&outline);
        let (own, cells) = (self.sizes[number as usize], parts.iter().map(|r| self.sizes[*r as usize]).sum::<usize>());
        let named = self.named.get(&number).copied().unwrap_or(0);
        (whole > inside && outline.len() >= 3).then(|| Region {
            outline,
            area: whole - inside,
            inside,
            named,
            joined: 1.0 - own as f64 / cells.max(1) as f64,
            root: number,
        })
    }

    /// Returns the cells of some regions with the openings between them, and their origin in the grid.
    fn mask(&self, parts: &BTreeSet<u32>) -> (Mask, [usize; 2]) {
        let start = [usize::MAX, usize::MAX, 0, 0];
        let b = parts
            .iter()
            .map(|r| self.boxes[*r as usize])
            .fold(start, |a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
        // A margin of some cells, for openings, for smoothing and to distinguish holes from the outside. The grid has a
        // rim.
        const AROUND: usize = SMOOTH + 1;
        let (x0, y0) = (b[0].saturating_sub(AROUND), b[1].saturating_sub(AROUND));
        let (x1, y1) = ((b[2] + AROUND).min(self.raster.columns - 1), (b[3] + AROUND).min(self.raster.rows - 1));
        let (columns, rows) = (x1 + 1 - x0, y1 + 1 - y0);
        let mut cells = vec![false; columns * rows];
        for y in 0..rows {
            for x in 0..columns {
                let cell = (y + y0) * self.raster.columns + x + x0;
                cells[y * columns + x] = if self.raster.cells[cell] == WEAK {
                    parts.len() > 1 && self.is_between(cell, parts)
                } else {
                    parts.contains(&self.region[cell]) && self.region[cell] != NO_REGION
                };
            }
        }
        (Mask { columns, rows, cells }, [x0, y0])
    }

    /// Returns whether a cell of an opening is between parts of one room.
    fn is_between(&self, cell: usize, parts: &BTreeSet<u32>) -> bool {
        let mut sides = self.raster.neighbors(cell).filter(|n| self.raster.cells[*n] == FREE).peekable();
        sides.peek().is_some() && sides.all(|n| parts.contains(&self.region[n]))
    }

    /// Counts the cells of the filled holes that contain the room of another tag.
    fn rooms_inside(&self, before: &Mask, filled: &Mask, window: [usize; 2]) -> usize {
        let tagged: BTreeSet<u32> = self.tags.iter().copied().filter(|r| *r != NO_REGION).collect();
        let mut seen: Vec<bool> = before.cells.iter().zip(&filled.cells).map(|(b, f)| *b || !*f).collect();
        let mut total = 0;
        for start in 0..seen.len() {
            if seen[start] {
                continue;
            }
            // Holes do not touch the window's edge.
            let count = filled.cells.len();
            let hole = reached(start, &mut seen, |cell| {
                let around = [cell.wrapping_sub(1), cell + 1, cell.wrapping_sub(filled.columns), cell + filled.columns];
                around.into_iter().filter(move |next| *next < count)
            });
            let region = |cell: &usize| {
                let (x, y) = (cell % filled.columns, cell / filled.columns);
                self.region[(y + window[1]) * self.raster.columns + x + window[0]]
            };
            if hole.iter().any(|cell| tagged.contains(&region(cell))) {
                total += hole.len();
            }
        }
        total
    }

    /// Returns the bounding line that an edge of the cells comes from.
    fn support(&self, p: Point, q: Point) -> Option<Support> {
        let cell = self.raster.cell;
        let length = super::strokes::distance(p, q);
        if length < 1.2 * cell {
            return None;
        }
        let u = (q - p) / length;
        let tilt = (1.6 * cell / length).clamp(0.03, 0.5);
        // The line is drawn half a cell outward.
        let middle = halfway(p, q) + vector(u.y, -u.x) * cell / 2.0;
        let r = 1.7 * cell;
        let mut best: Option<(f32, f32, Point, Vector)> = None;
        for i in self.stroke_index.near(Rect::between(middle, middle).grown(r)) {
            let s = &self.strokes[i];
            let way = s.way();
            let (cos, sin) = (way.x * u.x + way.y * u.y, way.x * u.y - way.y * u.x);
            if sin.abs() > tilt || s.length() < 0.5 * cell {
                continue;
            }
            let d = middle - s.a;
            let (along, across) = (d.x * way.x + d.y * way.y, (d.x * way.y - d.y * way.x).abs());
            if across > r || along < -cell || along > s.length() + cell {
                continue;
            }
            // The nearest wins, then the longest, then the first on the page.
            let score = across - 0.02 * (s.length() / length).min(1.0) * cell;
            let better = best
                .is_none_or(|(b, l, at, _)| (score, -s.length(), s.a.x.min(s.b.x)) < (b, -l, at.x) && score < b + 1e-6);
            if better {
                let way = if cos < 0.0 { -way } else { way };
                let at = if s.a.x <= s.b.x { s.a } else { s.b };
                best = Some((score, s.length(), at, way));
            }
        }
        best.map(|(_, _, at, way)| (at, way))
    }
}

/// Returns the region that contains most of the points in and around a tag.
fn region_of_tag(tag: &Label, raster: &Raster, region: &[u32], sizes: &[usize], least: usize) -> u32 {
    let Rect { min, max } = tag.bbox;
    let m = tag.middle();
    let s = 0.9 * tag.size;
    let seeds = [
        m,
        point(min.x - s, m.y),
        point(max.x + s, m.y),
        point(m.x, min.y - s),
        point(m.x, max.y + s),
        point(min.x, m.y),
        point(max.x, m.y),
        point(m.x, min.y),
        point(m.x, max.y),
    ];
    let mut votes: BTreeMap<u32, usize> = BTreeMap::new();
    for cell in seeds.iter().filter_map(|p| raster.at(*p)).filter(|c| raster.cells[*c] == FREE) {
        let number = region[cell];
        if number == NO_REGION || sizes[number as usize] >= least {
            *votes.entry(number).or_default() += 1;
        }
    }
    votes.into_iter().max_by_key(|(number, count)| (*count, u32::MAX - *number)).map_or(NO_REGION, |(number, _)| number)
}

/// Returns the tagged region that each region is part of. A region without a tag joins the neighbor with which it
/// shares the longest opening without a door.
fn joined(
    bridges: &[Bridge],
    raster: &Raster,
    region: &[u32],
    sizes: &[usize],
    labeled: &BTreeSet<u32>,
    least: usize,
) -> Vec<u32> {
    let mut contact: BTreeMap<(u32, u32), f32> = BTreeMap::new();
    let mut at_door: BTreeSet<u32> = BTreeSet::new();
    for bridge in bridges {
        let d = bridge.b - bridge.a;
        let length = d.hypot().max(1e-6);
        let off = vector(-d.y, d.x) / length * 1.6 * raster.cell;
        let steps = (length / raster.cell).ceil().clamp(1.0, 500.0);
        for k in 0..steps as usize {
            let t = (k as f32 + 0.5) / steps;
            let p = bridge.a + d * t;
            let side = |sign: f32| raster.at(p + off * sign).map_or(NO_REGION, |c| region[c]);
            let (a, b) = (side(1.0), side(-1.0));
            if !bridge.weak {
                at_door.extend([a, b]);
            } else if a != b
                && a != NO_REGION
                && b != NO_REGION
                && raster.at(p).is_some_and(|c| raster.cells[c] == WEAK)
            {
                // A bridge along a wall does not open anything.
                *contact.entry((a.min(b), a.max(b))).or_default() += length / steps;
            }
        }
    }
    let mut near: BTreeMap<u32, Vec<(u32, f32)>> = BTreeMap::new();
    for (&(a, b), &length) in &contact {
        near.entry(a).or_default().push((b, length));
        near.entry(b).or_default().push((a, length));
    }
    let mut root = vec![NO_REGION; sizes.len()];
    for number in labeled {
        root[*number as usize] = *number;
    }
    // Expand outward from the tagged regions, one ring of parts at a time.
    loop {
        let mut more: Vec<(u32, u32)> = Vec::new();
        for (&number, sides) in &near {
            // The depth of a door's opening is between two rooms or at a door.
            let between = sides.len() > 1 || at_door.contains(&number);
            if root[number as usize] != NO_REGION || sizes[number as usize] < least && between {
                continue;
            }
            let best = sides
                .iter()
                .filter(|(other, _)| root[*other as usize] != NO_REGION)
                .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            if let Some((other, _)) = best {
                more.push((number, root[*other as usize]));
            }
        }
        if more.is_empty() {
            return root;
        }
        for (number, to) in more {
            root[number as usize] = to;
        }
    }
}
