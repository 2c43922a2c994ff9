//! Rooms of a plan: the area that walls enclose around each room tag, with doors and windows closed.
//!
//! [`rooms`] draws the bounding lines of the plan into a grid, closes openings, takes the region around each tag and
//! moves its outline back onto the lines, so that the area is that between the faces of the walls. It starts with the
//! surest bounding lines, and adds more of the plan's lines for tags whose region leaks or contains other rooms.
//!
//! - `labels`: room tags; `strokes`: lines and door swings; `walls`: the lines that bound rooms; `gaps`: closing of
//!   openings;
//! - `raster`: the grid; `outline`: cells to polygons; `regions`: the regions of one set of lines.

mod gaps;
mod labels;
pub(crate) mod outline;
mod raster;
mod regions;
mod strokes;
mod walls;

use std::collections::BTreeMap;

use crate::routes::{Confidence, measure_at};
use plumbline_geometry::{Point, Rect, rect, size};
use plumbline_notation::{FOOT, Kind, System, format_number};
use plumbline_sheet::{Scale, Sheet};
use serde::{Deserialize, Serialize};

use crate::quantities::measure::Measure;
use labels::{Label, labels};
use regions::{Region, Regions};
pub(crate) use strokes::FARTHEST;
use strokes::{linework, plan_scale};
use walls::{StrokeIndex, levels};

/// A room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Room {
    /// The outline along the faces of the walls, in points, clockwise on the page.
    pub outline: Vec<Point>,
    /// The floor area in m² or ft². Freestanding objects such as columns are not subtracted; rooms inside it are.
    pub area: Measure,
    /// The length of the outline in m or ft, including openings.
    pub perimeter: Measure,
    /// The name. If nothing drawn separates several rooms, it is their names joined with ` / `.
    pub name: Option<String>,
    /// The number.
    pub number: Option<String>,
    /// The box of the tag: x-min, y-min, x-max, y-max.
    pub tag: Rect,
    /// The area written in the tag, in the unit of [`Room::area`].
    pub written_area: Option<f64>,
    /// The confidence, also of the measures.
    pub confidence: Confidence,
}

/// The maximum relative difference at which a written area agrees. Plans round to tenths, and some measure to the
/// middle of walls.
const AGREES: f64 = 0.03;
/// The relative difference from a tag's written area at which a region is not the tag's.
const DISAGREES: f64 = 0.08;
/// The maximum number of corners of a room. An outline with more follows something other than walls.
const MOST_CORNERS: usize = 40;
/// The maximum share of the area that is joined through openings without doors. Beyond it, the joined part may be
/// another room.
const MOST_JOINED: f64 = 0.1;
/// The minimum ratio of a room's area to its tag's box.
const CELL_OF_TABLE: f64 = 4.0;
/// The minimum total length of walls in meters. A sheet with less does not show a plan.
const LEAST_WALLS: f64 = 10.0;
/// The range of room areas, in m².
const ROOM: std::ops::RangeInclusive<f64> = 0.6..=6000.0;

/// A region for a tag, and the way that it was found.
#[derive(Debug, Clone)]
struct Candidate {
    region: Region,
    level: usize,
    /// Whether it contains no other named tag.
    single: bool,
    /// The relative difference from the written area.
    miss: Option<f64>,
    /// The area in m².
    square_meters: f64,
}

/// Returns the rooms of a sheet, by position: one for each tag outside the `excluded` areas (title block, legend,
/// schedules) where the sheet has a scale.
pub fn rooms(sheet: &Sheet, scales: &[Scale], excluded: &[Rect]) -> Vec<Room> {
    let tags: Vec<Label> =
        labels(sheet, excluded).into_iter().filter(|l| plan_scale(scales, l.middle()).is_some()).collect();
    if tags.is_empty() {
        return Vec::new();
    }
    let boxes: Vec<Rect> = tags
        .iter()
        .map(|l| {
            let Rect { min, max } = l.bbox;
            rect(min.x - 1.6 * l.size, min.y - l.size, max.x + 1.6 * l.size, max.y + l.size)
        })
        .collect();
    let work = linework(sheet, scales, excluded, &boxes);
    let meters: Vec<f64> = tags.iter().map(|l| measure_at(scales, l.middle()).map_or(0.0, |m| m.meters(1.0))).collect();
    let choice = levels(&work);
    let walls = choice.identified.then(|| choice.levels.first()).flatten();
    if walls.is_none_or(|w| w.iter().map(|i| work.strokes[*i].meters()).sum::<f64>() < LEAST_WALLS) {
        return Vec::new();
    }
    let all = StrokeIndex::new(&work.strokes, |i| work.strokes[i].meters() >= 0.3);
    let mut best: Vec<Option<Candidate>> = vec![None; tags.len()];
    for (level, members) in choice.levels.iter().enumerate() {
        if best.iter().all(|b| b.as_ref().is_some_and(is_settled)) {
            break;
        }
        let finest = meters.iter().copied().fold(f64::INFINITY, f64::min);
        let regions = Regions::new(&work, members, Some(&all), &tags, finest, size(sheet.width, sheet.height));
        let mut known: BTreeMap<u32, Option<Region>> = BTreeMap::new();
        for (i, tag) in tags.iter().enumerate() {
            if best[i].as_ref().is_some_and(is_settled) {
                continue;
            }
            let Some(root) = regions.root_of(i) else { continue };
            // A region may contain many tags.
            let region = known.entry(root).or_insert_with(|| regions.region(root));
            let found = region.as_ref().and_then(|r| candidate(r, tag, meters[i], level));
            let Some(found) = found else { continue };
            if best[i].as_ref().is_none_or(|old| is_better(&found, old)) {
                best[i] = Some(found);
            }
        }
    }
    let mut out = collect(&tags, best, scales, choice.named);
    lower_overlap_confidence(&mut out);
    out.sort_by(|a, b| a.tag.min.y.total_cmp(&b.tag.min.y).then(a.tag.min.x.total_cmp(&b.tag.min.x)));
    out
}

/// Returns the outlines that all solid lines of a plan enclose around some texts, for outlines drawn line by line.
pub(crate) fn enclosed(
    sheet: &Sheet,
    scales: &[Scale],
    excluded: &[Rect],
    texts: &[(Rect, f32)],
) -> Vec<Option<Vec<Point>>> {
    let tags: Vec<Label> = texts
        .iter()
        .map(|(bbox, size)| Label { name: "text".to_owned(), number: None, area: None, bbox: *bbox, size: *size })
        .collect();
    let finest =
        tags.iter().filter_map(|t| plan_scale(scales, t.middle())).map(|m| m.meters(1.0)).fold(f64::INFINITY, f64::min);
    if !finest.is_finite() {
        return vec![None; texts.len()];
    }
    let boxes: Vec<Rect> = texts.iter().map(|(b, s)| b.grown(*s)).collect();
    let work = linework(sheet, scales, excluded, &boxes);
    let lines: Vec<usize> = (0..work.strokes.len()).filter(|i| work.strokes[*i].meters() >= 0.2).collect();
    let regions = Regions::new(&work, &lines, None, &tags, finest, size(sheet.width, sheet.height));
    (0..tags.len()).map(|i| regions.region(regions.root_of(i)?).map(|r| r.outline)).collect()
}

fn candidate(region: &Region, tag: &Label, meters: f64, level: usize) -> Option<Candidate> {
    let region = region.clone();
    let square_meters = region.area * meters * meters;
    let text = f64::from(tag.bbox.area());
    // A region that the text nearly fills is the cell of a table.
    if !ROOM.contains(&square_meters) || region.area < CELL_OF_TABLE * text {
        return None;
    }
    let miss = tag.area.map(|(written, system)| {
        let written = if system == System::Imperial { written * (FOOT * FOOT) } else { written };
        (square_meters / written - 1.0).abs()
    });
    Some(Candidate { single: region.named <= 1, region, level, miss, square_meters })
}

/// Returns whether more lines cannot improve it.
fn is_settled(c: &Candidate) -> bool {
    c.single && c.miss.is_none_or(|m| m <= AGREES)
}

fn is_better(new: &Candidate, old: &Candidate) -> bool {
    match (new.miss, old.miss) {
        (Some(a), Some(b)) => a < b - 0.01,
        // Lines that cut a room out of an open plan must leave a room.
        _ => new.single && !old.single && new.square_meters >= 2.0,
    }
}

fn collect(tags: &[Label], best: Vec<Option<Candidate>>, scales: &[Scale], named: bool) -> Vec<Room> {
    let mut out: Vec<(Room, (usize, u32))> = Vec::new();
    // Named tags first: a bare number in a named room belongs to a door or an object.
    let mut order: Vec<usize> = (0..tags.len()).collect();
    order.sort_by_key(|i| (!tags[*i].is_named(), *i));
    for i in order {
        let (tag, Some(found)) = (&tags[i], best[i].as_ref()) else { continue };
        let key = (found.level, found.region.root);
        if let Some((room, _)) = out.iter_mut().find(|(_, k)| *k == key) {
            if tag.is_named() {
                share(room, tag);
            }
            continue;
        }
        out.extend(room(tag, found, scales, named).map(|r| (r, key)));
    }
    out.into_iter().map(|(room, _)| room).collect()
}

/// Adds one more name to a region's room.
fn share(room: &mut Room, tag: &Label) {
    if let Some(name) = &mut room.name
        && !name.split(" / ").any(|n| n == tag.name)
    {
        name.push_str(" / ");
        name.push_str(&tag.name);
    }
    let basis = "the outline contains several room names without a line between them";
    for measure in [&mut room.area, &mut room.perimeter] {
        if !measure.basis.contains(basis) {
            measure.basis = format!("{}; {basis}", measure.basis);
        }
    }
    lower(room, Confidence::Low);
}

fn lower(room: &mut Room, to: Confidence) {
    room.confidence = room.confidence.min(to);
    room.area.confidence = room.confidence;
    room.perimeter.confidence = room.confidence;
}

fn room(tag: &Label, found: &Candidate, scales: &[Scale], named: bool) -> Option<Room> {
    let scale = measure_at(scales, tag.middle())?;
    let system = System::of(scale.unit == crate::routes::Unit::Foot);
    let per_point = scale.length(1.0);
    let region = &found.region;
    let written = tag.area.map(|(value, unit)| match (unit, system) {
        (System::Imperial, System::Metric) => value * (FOOT * FOOT),
        (System::Metric, System::Imperial) => value / (FOOT * FOOT),
        _ => value,
    });
    let usual = (2.0..=300.0).contains(&found.square_meters);
    let confidence = match found.miss {
        Some(miss) if miss <= AGREES && found.single => Confidence::High,
        Some(miss) if miss > DISAGREES => Confidence::Low,
        None if named
            && found.level == 0
            && found.single
            && region.joined == 0.0
            && usual
            && tag.is_named()
            && tag.number.is_some() =>
        {
            Confidence::High
        }
        _ if !tag.is_named() || region.outline.len() > MOST_CORNERS || region.joined > MOST_JOINED => Confidence::Low,
        _ if found.single && found.level <= usize::from(named) => Confidence::Medium,
        _ => Confidence::Low,
    };
    let lines = match (found.level, named) {
        (0, true) => "lines on wall layers",
        (0, false) | (1, true) => "pairs of lines and filled strips with the thickness of a wall",
        (1, false) | (2, true) => "lines drawn with the pens of walls",
        _ => "all solid lines",
    };
    let mut basis = format!(
        "outline around the room tag, bounded by {lines}, with doors and windows closed; scale 1:{}",
        format_number(scale.ratio)
    );
    if let (Some(value), Some(miss)) = (written, found.miss) {
        let said = if miss <= AGREES { "agrees with" } else { "differs from" };
        basis.push_str(&format!(
            "; {said} the {} {} written in the room",
            format_number(value),
            system.unit(Kind::Area).sign()
        ));
    }
    let unit = system.unit(Kind::Length).sign();
    let mut text = format!("{} pt²", format_number(region.area + region.inside));
    if region.inside > 0.0 {
        text = format!("({text} − {} pt² of rooms inside)", format_number(region.inside));
    }
    let computation = format!("{text} × ({per_point:.6} {unit}/pt)²");
    let area = Measure::new(
        region.area * per_point * per_point,
        system.unit(Kind::Area),
        &computation,
        basis.clone(),
        confidence,
    );
    let around = outline::perimeter(&region.outline);
    let computation = format!("{} pt × {per_point:.6} {unit}/pt", format_number(around));
    let perimeter = Measure::new(around * per_point, system.unit(Kind::Length), &computation, basis, confidence);
    Some(Room {
        outline: region.outline.clone(),
        area,
        perimeter,
        name: tag.is_named().then(|| tag.name.clone()),
        number: tag.number.clone(),
        tag: tag.bbox,
        written_area: written,
        confidence,
    })
}

/// Lowers the confidence of rooms, found with different lines, that overlap.
fn lower_overlap_confidence(rooms: &mut [Room]) {
    let mut doubted = vec![false; rooms.len()];
    let middle = |r: &Room| r.tag.center();
    for i in 0..rooms.len() {
        for j in 0..rooms.len() {
            if i != j
                && rooms[i].confidence != Confidence::High
                && outline::contains(&rooms[i].outline, middle(&rooms[j]))
            {
                // A room inside another one is subtracted from it. Only outlines that cross are doubtful.
                let inside = rooms[j].outline.iter().all(|p| outline::contains(&rooms[i].outline, *p));
                doubted[i] |= !inside;
            }
        }
    }
    for (room, doubt) in rooms.iter_mut().zip(doubted) {
        if doubt {
            lower(room, Confidence::Low);
        }
    }
}

#[cfg(test)]
mod tests;
