//! Pages on their side. Detection was trained on horizontal lines and breaks vertical ones up, so a page with mostly
//! vertical text is rotated first, and the text read on it is rotated back.

use crate::image::{Gray, Ink};
use plumbline_geometry::{Pixel, Point, point, rect};

use crate::text::detect::{in_picture, text_map};
use crate::text::inference::Inference;
use crate::text::page::Run;
use crate::text::rectangle::Rectangle;
use crate::text::regions::regions;

/// Number of parts of the page that are examined for its orientation, and their side in pixels: one tile each.
const PARTS: usize = 3;
const SIDE: usize = 1440;

/// A region with more than this ratio of length to height shows the direction of its line. Three letters do not.
pub(crate) const MIN_ELONGATION: f32 = 2.5;

/// Returns whether most text of a page is vertical: by length, in the parts of it with the most ink.
pub(crate) fn is_sideways<I: Inference>(picture: &Gray, ink: &Ink, inference: &mut I) -> Result<bool, I::Error> {
    let starts = |length: usize| (0..length).step_by(SIDE);
    let mut parts: Vec<(usize, usize, usize)> = starts(picture.height())
        .flat_map(|y| starts(picture.width()).map(move |x| (x, y)))
        .map(|(x, y)| (ink.count_in(x, y, x + SIDE, y + SIDE), x, y))
        .collect();
    parts.sort_by_key(|&(count, x, y)| (std::cmp::Reverse(count), y, x));
    let (mut horizontal, mut vertical) = (0.0, 0.0);
    for (_, x, y) in parts.into_iter().take(PARTS) {
        let (width, height) = (SIDE.min(picture.width() - x), SIDE.min(picture.height() - y));
        let sides = [width as f32, height as f32];
        let part = picture.crop([x as f32, y as f32], [sides[0], 0.0], [0.0, sides[1]], width, height);
        let map = text_map(&part, &Ink::of(&part, 20), inference)?;
        for Rectangle { length, height, .. } in regions(&map).into_iter().map(in_picture) {
            if length > MIN_ELONGATION * height {
                horizontal += length;
            } else if height > MIN_ELONGATION * length {
                vertical += height;
            }
        }
    }
    Ok(vertical > horizontal)
}

/// Returns the picture rotated clockwise by a right angle. Text that reads upwards becomes horizontal.
pub(crate) fn rotated(picture: &Gray) -> Gray {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    picture.crop([0.0, height], [0.0, -height], [width, 0.0], picture.height(), picture.width())
}

/// Returns a run on a rotated picture at its place on the original picture, which is `height` pixels high.
pub(crate) fn rotated_back(run: Run, height: usize) -> Run {
    let back = |p: Point<Pixel>| point(p.y, height as f32 - p.x);
    let (lower_left, upper_right) = (back(run.bbox.min), back(run.bbox.max));
    let bbox = rect(lower_left.x, upper_right.y, upper_right.x, lower_left.y);
    Run { start: back(run.start), end: back(run.end), bbox, ..run }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_picture_and_a_run_turned_back_are_where_they_were() {
        let mut picture = Gray::blank(30, 20);
        picture.row_mut(4)[7] = 0;
        let other = rotated(&picture);
        assert_eq!((other.width(), other.height()), (20, 30));
        let dark = (0..30).find_map(|y| other.row(y).iter().position(|&v| v == 0).map(|x| (x, y))).unwrap();
        let (x, y) = (dark.0 as f32, dark.1 as f32);
        let run = Run {
            text: "I".into(),
            confidence: 1.0,
            start: point(x, y + 1.0),
            end: point(x + 1.0, y + 1.0),
            size: 1.0,
            bbox: rect(x, y, x + 1.0, y + 1.0),
        };
        let back = rotated_back(run, 20);
        assert_eq!(back.bbox, rect(7.0, 4.0, 8.0, 5.0));
        // It reads upwards, with its baseline on the right.
        assert_eq!((back.start, back.end), (point(8.0, 5.0), point(8.0, 4.0)));
    }
}
