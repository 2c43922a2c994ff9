//! Recognizes parts of the building by their shape alone: doors, and columns if the scale is known.

use crate::bindings::quantities::Discipline;
use crate::vocabulary::{Class, Kind};
use plumbline_geometry::{Point, Rect};
use plumbline_symbols::appearance::Sides;
use plumbline_symbols::{Criteria, Repeat, Template, surroundings};

use crate::page::Page;
use crate::scales::POINT_MM;

/// Lengths of column sides in millimeters.
const COLUMN: std::ops::RangeInclusive<f64> = 140.0..=1600.0;
/// Largest ratio of a column's longer side to its shorter side. A longer shape is a wall.
const STOUT: f32 = 4.0;
/// Largest relative difference between a rectangle's ink and the outline of its box.
const RECTANGLE: f32 = 0.05;

/// Fewest lines that end at a column, on average.
const CONNECTED: f32 = 0.5;
/// A part of the building and all its places.
pub(super) struct Part {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    pub(super) places: Vec<Rect>,
}

/// Returns the part of the building that a shape is, or `None` for most shapes.
pub(super) fn by_shape(page: &Page<'_>, repeat: &Repeat) -> Option<Part> {
    let known = |name: &'static str| match page.profile.words.known(name) {
        Some(Class::Item(kind)) => Some((kind, name)),
        _ => None,
    };
    match page.profile.discipline {
        Discipline::MultiDiscipline if repeat.appearance.door_like => {
            let (kind, name) = known("door")?;
            Some(Part { kind, name, places: repeat.places.clone() })
        }
        Discipline::Structural if is_column(page, repeat) && is_built_in(page, repeat) => {
            let (kind, name) = known("column")?;
            Some(Part { kind, name, places: everywhere(page, repeat) })
        }
        _ => None,
    }
}

/// Returns whether a shape is a closed or filled rectangle of a column's size.
fn is_column(page: &Page<'_>, repeat: &Repeat) -> bool {
    let appearance = &repeat.appearance;
    let Sides { long, short } = appearance.size;
    let around = 2.0 * (long + short);
    let rectangle =
        appearance.detail <= 2 && !appearance.has_circle && (appearance.ink_length / around - 1.0).abs() < RECTANGLE;
    let scale = repeat.places.first().and_then(|place| page.scales.at(place.center()));
    let millimeters = |points: f32| scale.map(|scale| f64::from(points) * POINT_MM * scale.ratio);
    let sized = [long, short].into_iter().all(|side| millimeters(side).is_some_and(|mm| COLUMN.contains(&mm)));
    rectangle && sized && long <= STOUT * short
}

/// Returns whether a shape is filled, or beams, walls or axes end at its places. Nothing ends at a table.
fn is_built_in(page: &Page<'_>, repeat: &Repeat) -> bool {
    repeat.appearance.filled || surroundings(repeat, page.sheet, page.field, &page.texts).lines >= CONNECTED
}

/// Returns all places of a shape, including those inside another shape. Other ink may surround a column.
fn everywhere(page: &Page<'_>, repeat: &Repeat) -> Vec<Rect> {
    let found = page.field.find(&Template::new(repeat.specimen.clone()), Criteria::EXACT);
    let mut places: Vec<Rect> = Vec::new();
    let boxes = found.into_iter().map(|found| found.bbox).chain(repeat.places.iter().copied());
    for place in boxes {
        let Point { x, y, .. } = place.center();
        let near = |other: &Rect| {
            let Point { x: a, y: b, .. } = other.center();
            (a - x).hypot(b - y) < 0.5 * repeat.appearance.size.short
        };
        if !places.iter().any(near) {
            places.push(place);
        }
    }
    places.sort_by(|a, b| a.min.y.total_cmp(&b.min.y).then(a.min.x.total_cmp(&b.min.x)));
    places
}
