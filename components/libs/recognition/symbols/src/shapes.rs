//! Shapes by their measures alone, shared between the pages of a document: a shape has one name on all of them.

use plumbline_geometry::Rect;
use serde::{Deserialize, Serialize};

use crate::appearance::Appearance;
use crate::clusters::{Cluster, LONGEST, LONGEST_OF_SMALL, Measure, clusters, measure};
use crate::ink::{Ink, Stroke};
use crate::repeats::{groups, solid_clusters};
use crate::template::Specimen;

/// The measures of a shape, which rotation and mirroring do not change, and how often it occurs apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    color: u32,
    length: f32,
    spread: f32,
    farthest: f32,
    filled: f32,
    /// Number of occurrences.
    pub count: u32,
}

impl Shape {
    fn measure(&self) -> Measure {
        let Self { color, length, spread, farthest, filled, .. } = *self;
        Measure { color, length, spread, farthest, filled }
    }

    /// Returns whether a shape on a sheet looks like this one.
    pub fn matches(&self, appearance: &Appearance) -> bool {
        let own = self.measure();
        let filled = if appearance.filled == (own.filled > 0.5) { own.filled } else { 1.0 - own.filled };
        let Appearance { color, ink_length: length, spread, farthest, .. } = *appearance;
        own.is_similar(&Measure { color, length, spread, farthest, filled })
    }
}

impl Shape {
    /// Returns the shape of a legend's symbol.
    pub fn of(specimen: &Specimen) -> Self {
        let all: Vec<u32> = (0..specimen.ink.strokes.len() as u32).collect();
        shape(&measure(&specimen.ink, &all), 1)
    }

    /// Returns the scale at which a shape on a sheet is this one, or `None` if it is another shape. Legends fit each
    /// symbol to its cell.
    pub fn scale_of(&self, appearance: &Appearance) -> Option<f32> {
        let scale = appearance.farthest / self.farthest.max(1e-3);
        let near = |own: f32, found: f32| (own * scale - found).abs() <= RESCALED.0 * found + RESCALED.1;
        let alike = near(self.length, appearance.ink_length) && near(self.spread, appearance.spread);
        (self.color == appearance.color && (self.filled > 0.5) == appearance.filled && alike).then_some(scale)
    }
}

/// Maximum difference of a shape's measures at another scale: a share, and points.
const RESCALED: (f32, f32) = (0.03, 0.1);

/// Returns the shapes that occur on a page at least twice and touch nothing, in the order of their places, with these.
pub fn shapes(ink: &Ink, chosen: impl Fn(&Stroke) -> bool) -> Vec<(Shape, Vec<Rect>)> {
    let of = |longest: f32| -> Vec<(Shape, Vec<Rect>)> {
        let clusters: Vec<Cluster> = solid_clusters(clusters(ink, longest, &chosen));
        let recur = groups(&clusters).into_iter().filter(|group| group.len() >= 2);
        let places = |group: &[usize]| group.iter().map(|&n| clusters[n].bbox).collect();
        recur.map(|group| (shape(&clusters[group[0]].measure, group.len()), places(&group))).collect()
    };
    // With the lower limit, small symbols come apart from short wires. A shape found with both counts once.
    let mut out = of(LONGEST);
    for small in of(LONGEST_OF_SMALL) {
        match out.iter_mut().find(|(shape, _)| shape.measure().is_similar(&small.0.measure())) {
            Some(known) if known.0.count < small.0.count => {
                known.0.count = small.0.count;
                known.1 = small.1;
            }
            Some(_) => {}
            None => out.push(small),
        }
    }
    out
}

fn shape(measure: &Measure, count: usize) -> Shape {
    let Measure { color, length, spread, farthest, filled } = *measure;
    Shape { color, length, spread, farthest, filled, count: count as u32 }
}

/// Merges the shapes of several pages, each once, the most frequent first.
pub fn merged(pages: impl IntoIterator<Item = Shape>) -> Vec<Shape> {
    let mut out: Vec<Shape> = Vec::new();
    for shape in pages {
        match out.iter_mut().find(|other| other.measure().is_similar(&shape.measure())) {
            Some(other) => other.count += shape.count,
            None => out.push(shape),
        }
    }
    out.sort_by_key(|shape| std::cmp::Reverse(shape.count));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appearance::Sides;

    fn of(length: f32, count: u32) -> Shape {
        Shape { color: 0, length, spread: length / 9.0, farthest: length / 5.0, filled: 0.0, count }
    }

    #[test]
    fn a_shape_is_known_at_another_scale_and_another_shape_is_not() {
        let appearance = |length: f32, spread: f32, farthest: f32| Appearance {
            size: Sides { long: 8.0, short: 8.0 },
            ink_length: length,
            detail: 3,
            spread,
            farthest,
            color: 0,
            filled: false,
            has_circle: false,
            glyph_like: false,
            regular: 0.0,
            adjoining: 0.0,
            door_like: false,
            plant_like: false,
        };
        let own = of(90.0, 1);
        assert_eq!(own.scale_of(&appearance(36.0, 4.0, 7.2)).map(|s| (s * 10.0).round()), Some(4.0));
        assert_eq!(own.scale_of(&appearance(40.0, 4.0, 7.2)), None);
    }

    #[test]
    fn a_shape_of_two_pages_is_one() {
        let all = merged([of(40.0, 3), of(20.0, 5), of(40.1, 4)]);
        assert_eq!(all.iter().map(|s| s.count).collect::<Vec<_>>(), [7, 5]);
    }
}
