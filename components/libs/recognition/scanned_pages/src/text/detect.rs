//! The probability map of a page, which shows where text is. The tiles' maps are combined before regions are found,
//! so that a line of text across a border is one region and needs no joining.

use crate::image::{Gray, Ink};

use crate::text::inference::{Graph, Inference, Input, normalized};
use crate::text::rectangle::Rectangle;
use crate::text::tiles::{Span, TILE, spans};

/// Returns a region of the map in pixels of the picture.
pub(crate) fn in_picture(region: Rectangle) -> Rectangle {
    let full = |length: f32| length / DETAIL;
    Rectangle { middle: region.middle.map(full), length: full(region.length), height: full(region.height), ..region }
}

/// Minimum number of pixels of ink in a tile's part of the page that may be text: less is not even a dash.
const LEAST_INK: usize = 24;

/// The probability that a pixel belongs to text, 0..=255.
#[derive(Debug)]
pub(crate) struct TextMap {
    pub(crate) width: usize,
    pub(crate) height: usize,
    values: Vec<u8>,
}

impl TextMap {
    pub(crate) fn row(&self, y: usize) -> &[u8] {
        self.values.get(y * self.width..(y + 1) * self.width).unwrap_or_default()
    }

    /// Creates a map of given values, row after row.
    #[cfg(test)]
    pub(crate) fn of(width: usize, values: Vec<u8>) -> Self {
        Self { width, height: values.len() / width, values }
    }
}

/// Share of a picture's resolution at which text is detected. Detection needs less detail than recognition: at two
/// thirds, 100 dpi instead of 150, 98.9 % of the text was found, in half the time.
const DETAIL: f32 = 2.0 / 3.0;

/// Runs detection on every tile of the page that has ink. The map is [`DETAIL`] of the picture's size.
pub(crate) fn text_map<I: Inference>(picture: &Gray, ink: &Ink, inference: &mut I) -> Result<TextMap, I::Error> {
    let reduced = |length: usize| ((length as f32 * DETAIL) as usize).max(1);
    let picture = &picture.resized(reduced(picture.width()), reduced(picture.height()));
    let full = |place: usize| (place as f32 / DETAIL) as usize;
    let (width, height) = (picture.width(), picture.height());
    let mut map = TextMap { width, height, values: vec![0; width * height] };
    let mut values = Vec::new();
    for down in spans(height) {
        for across in spans(width) {
            if ink.count_in(full(across.from), full(down.from), full(across.to), full(down.to)) < LEAST_INK {
                continue;
            }
            tile(picture, across, down, inference, &mut values, &mut map)?;
        }
    }
    Ok(map)
}

fn tile<I: Inference>(
    picture: &Gray,
    across: Span,
    down: Span,
    inference: &mut I,
    values: &mut Vec<f32>,
    map: &mut TextMap,
) -> Result<(), I::Error> {
    let rows: Vec<&[u8]> = (down.start..(down.start + TILE).min(picture.height()))
        .map(|y| picture.row(y).get(across.start..).unwrap_or_default())
        .collect();
    // Beyond the page there is paper.
    normalized(&rows, TILE, TILE, 1.0, values);
    let output = inference.run(Graph::Detection, Input { height: TILE, width: TILE, values })?;
    for y in down.from..down.to {
        let at = (y - down.start) * TILE;
        let found = output.values.get(at + across.from - across.start..at + across.to - across.start);
        let kept = map.values.get_mut(y * map.width + across.from..y * map.width + across.to);
        if let (Some(found), Some(kept)) = (found, kept) {
            for (kept, found) in kept.iter_mut().zip(found) {
                // Casts of floats saturate, and a cast of NaN gives 0.
                *kept = (found * 255.0).round() as u8;
            }
        }
    }
    Ok(())
}
