//! Shapes that are parts of larger repeated things: the cover of a bed, the seat of a car.

use crate::clusters::clusters;
use crate::fast::FastMap;
use crate::groups::{groups, solid_clusters};
use crate::ink::Stroke;
use crate::matching::Field;
use crate::repeats::Repeat;

/// Longest line of such a thing, in points: a bed at 1:50.
const LONGEST: f32 = 130.0;

/// Maximum size in points of a thing that is found as a shape itself.
const SMALLEST: f32 = 48.0;

/// Minimum number of times that a thing must be drawn.
const FEWEST: usize = 2;

/// Share of a shape's places that must be parts of such things.
const MOST: f32 = 0.8;

/// Returns for each shape whether it is mostly a part of a larger thing. `chosen` selects the strokes of the shapes.
pub fn parts_of_larger(field: &Field, repeats: &[Repeat], chosen: impl Fn(&Stroke) -> bool) -> Vec<bool> {
    let mut large = solid_clusters(clusters(&field.ink, LONGEST, chosen));
    large.retain(|cluster| cluster.bbox.longer_side() > SMALLEST);
    let mut within: FastMap<u32, usize> = FastMap::default();
    for group in groups(&large).into_iter().filter(|group| group.len() >= FEWEST) {
        let strokes = group.iter().flat_map(|&n| &large[n].strokes);
        within.extend(strokes.map(|&stroke| (stroke, group[0])));
    }
    let is_part = |repeat: &Repeat| {
        let mut things: FastMap<usize, usize> = FastMap::default();
        for strokes in &repeat.strokes {
            let own: Vec<usize> = strokes.iter().filter_map(|stroke| within.get(stroke).copied()).collect();
            // Half of the strokes are enough: other lines around a device may touch it.
            if own.len() * 2 > strokes.len() {
                *things.entry(own[0]).or_default() += 1;
            }
        }
        things.values().any(|&count| count as f32 >= MOST * repeat.places.len() as f32)
    };
    repeats.iter().map(is_part).collect()
}
