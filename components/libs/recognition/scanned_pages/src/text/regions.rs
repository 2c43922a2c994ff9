//! The probability map as rotated rectangles, one per line of text: the post-processing of "Real-time scene text
//! detection with differentiable binarization" (M. Liao et al., 2020) with PaddleOCR's constants for PP-OCRv6.

use plumbline_geometry::{DisjointSets, point};

use crate::text::detect::TextMap;
use crate::text::rectangle::{Rectangle, around};

/// Minimum value of a pixel that belongs to text: 0.3.
const TEXT: u8 = 76;

/// Minimum mean of a region.
const LEAST_SCORE: f32 = 0.5;

/// Factor of growth. Regions are found shrunken and grow on each side by area × this / perimeter.
const UNCLIP: f32 = 1.6;

/// Minimum length of the shorter side of a region before it grows, in pixels.
const LEAST_SIDE: f32 = 3.0;

/// A part of a row in the map.
#[derive(Debug, Clone, Copy)]
struct Strip {
    y: u32,
    from: u32,
    to: u32,
    /// Sum of the map over the strip.
    sum: u32,
}

/// Returns the regions of text of a page, from the top down.
pub(crate) fn regions(map: &TextMap) -> Vec<Rectangle> {
    let strips = strips(map);
    let groups = connected(&strips);
    // Strips of one region become adjacent. The sort is stable, so each region keeps the order of its rows.
    let mut order: Vec<u32> = (0..strips.len() as u32).collect();
    order.sort_by_key(|&index| groups[index as usize]);
    order
        .chunk_by(|&a, &b| groups[a as usize] == groups[b as usize])
        .filter_map(|members| region(members.iter().map(|&index| strips[index as usize])))
        .collect()
}

fn strips(map: &TextMap) -> Vec<Strip> {
    let mut strips = Vec::new();
    for y in 0..map.height {
        let row = map.row(y);
        let mut from = None;
        for x in 0..=map.width {
            let inside = row.get(x).is_some_and(|&value| value >= TEXT);
            match (inside, from) {
                (true, None) => from = Some(x),
                (false, Some(start)) => {
                    let sum = row[start..x].iter().map(|&value| u32::from(value)).sum();
                    strips.push(Strip { y: y as u32, from: start as u32, to: x as u32, sum });
                    from = None;
                }
                _ => {}
            }
        }
    }
    strips
}

/// Returns for each strip the first strip of its region: strips of neighboring rows that touch, including at corners.
fn connected(strips: &[Strip]) -> Vec<u32> {
    let mut regions = DisjointSets::new(strips.len());
    // `above` moves along the previous row while the strips of a row are visited.
    let mut above = 0;
    for (index, strip) in strips.iter().enumerate() {
        while above < index
            && (strips[above].y + 1 < strip.y || (strips[above].y + 1 == strip.y && strips[above].to < strip.from))
        {
            above += 1;
        }
        let mut touching = above;
        while touching < index && strips[touching].y + 1 == strip.y && strips[touching].from <= strip.to {
            regions.join(touching, index);
            touching += 1;
        }
    }
    (0..strips.len()).map(|index| regions.root(index) as u32).collect()
}

fn region(strips: impl Iterator<Item = Strip>) -> Option<Rectangle> {
    let (mut corners, mut sum, mut pixels) = (Vec::new(), 0u64, 0u64);
    for strip in strips {
        let (top, bottom) = (strip.y as f32, strip.y as f32 + 1.0);
        for x in [strip.from as f32, strip.to as f32] {
            corners.extend([point(x, top), point(x, bottom)]);
        }
        sum += u64::from(strip.sum);
        pixels += u64::from(strip.to - strip.from);
    }
    let rectangle = around(corners)?;
    let score = sum as f32 / (pixels as f32 * 255.0);
    if score < LEAST_SCORE || rectangle.length.min(rectangle.height) < LEAST_SIDE {
        return None;
    }
    let (length, height) = (rectangle.length, rectangle.height);
    let grow = length * height * UNCLIP / (2.0 * (length + height));
    Some(Rectangle { length: length + 2.0 * grow, height: height + 2.0 * grow, ..rectangle })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(width: usize, height: usize, value: impl Fn(usize, usize) -> u8) -> TextMap {
        TextMap::of(width, (0..width * height).map(|i| value(i % width, i / width)).collect())
    }

    #[test]
    fn two_lines_of_text_are_two_regions_grown_to_the_letters() {
        let map = map(300, 100, |x, y| {
            if (40..240).contains(&x) && ((20..28).contains(&y) || (60..68).contains(&y)) { 230 } else { 5 }
        });
        let found = regions(&map);
        assert_eq!(found.len(), 2);
        let grow = 200.0 * 8.0 * UNCLIP / (2.0 * 208.0);
        assert!((found[0].height - (8.0 + 2.0 * grow)).abs() < 1e-3 && (found[0].middle.y - 24.0).abs() < 1e-3);
        assert!((found[0].length - (200.0 + 2.0 * grow)).abs() < 1e-3 && (found[1].middle.y - 64.0).abs() < 1e-3);
    }

    #[test]
    fn a_slanting_line_is_one_turned_region() {
        let map = map(400, 200, |x, y| {
            let middle = 40.0 + x as f32 * 0.3;
            if (50..350).contains(&x) && (y as f32 - middle).abs() < 6.0 { 200 } else { 0 }
        });
        let found = regions(&map);
        assert_eq!(found.len(), 1);
        assert!((found[0].along.y / found[0].along.x - 0.3).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn what_is_doubtful_or_tiny_is_no_text() {
        assert!(regions(&map(100, 100, |x, y| if x < 50 && y < 20 { 100 } else { 0 })).is_empty());
        assert!(regions(&map(100, 100, |x, y| if x < 2 && y < 20 { 250 } else { 0 })).is_empty());
    }

    #[test]
    fn a_shape_that_opens_downwards_and_closes_again_is_one_region() {
        let map = map(60, 60, |x, y| {
            if (10..50).contains(&y) && (10..50).contains(&x) && !((20..40).contains(&y) && (20..40).contains(&x)) {
                220
            } else {
                0
            }
        });
        assert_eq!(regions(&map).len(), 1);
    }
}
