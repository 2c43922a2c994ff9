//! The sheet as columns, field for field the record `sheet` of `wit/drawing@1.0.0`, with views of its rows.
//!
//! Coordinates are PDF points of the page as displayed, with the origin at the top left and y down.

use plumbline_geometry::{Point, Rect};
use serde::{Deserialize, Serialize};

/// Index of a missing value in an index column.
pub const NONE: u32 = u32::MAX;

/// Path verbs as stored in [`Sheet::verbs`].
pub mod verb {
    /// Begins a subpath; 2 numbers.
    pub const MOVE: u8 = 0;
    /// Straight line; 2 numbers.
    pub const LINE: u8 = 1;
    /// Quadratic Bézier; 4 numbers.
    pub const QUAD: u8 = 2;
    /// Cubic Bézier; 6 numbers.
    pub const CUBIC: u8 = 3;
    /// Closes the subpath; no number.
    pub const CLOSE: u8 = 4;

    /// Returns how many numbers of [`super::Sheet::coords`] a verb takes.
    pub fn arity(verb: u8) -> usize {
        match verb {
            MOVE | LINE => 2,
            QUAD => 4,
            CUBIC => 6,
            _ => 0,
        }
    }
}

/// Where a scale was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScaleSource {
    /// Text in or near the title block or under a viewport.
    TitleBlock,
    /// A graphic scale bar.
    ScaleBar,
    /// Declared by the caller.
    Declared,
}

/// The ratio of paper to reality within one part of the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// Real length divided by length on paper: 75 for 1:75, 96 for 1/8" = 1'-0".
    pub ratio: f64,
    /// Whether the scale is in feet and inches.
    pub imperial: bool,
    /// Where it was read.
    pub source: ScaleSource,
    /// The text it was read from, as written.
    pub text: String,
    /// The part of the page it applies to, or `None` for the whole page.
    pub area: Option<Rect>,
}

/// The paint of paths.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Style {
    /// Stroke color as 0xRRGGBB.
    pub stroke: Option<u32>,
    /// Fill color as 0xRRGGBB.
    pub fill: Option<u32>,
    /// Line width in points.
    pub width: f32,
    /// Dash lengths in points, empty for a solid line.
    pub dash: Vec<f32>,
}

/// Sources of text runs.
pub mod text_source {
    /// The page's text layer.
    pub const LAYER: u8 = 0;
    /// An annotation such as `AutoCAD SHX Text`.
    pub const ANNOTATION: u8 = 1;
    /// Recognized from an image.
    pub const RECOGNIZED: u8 = 2;
}

/// A page as columns. See `wit/drawing@1.0.0/drawing.wit` for each field.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "documented in the WIT, field for field")]
pub struct Sheet {
    pub page_number: u32,
    pub width: f32,
    pub height: f32,
    pub rotation: u32,
    pub number: Option<String>,
    pub title: Option<String>,
    pub scales: Vec<Scale>,
    pub layers: Vec<String>,
    /// One entry for each insert of a block, each with the block's name.
    pub blocks: Vec<String>,
    pub styles: Vec<Style>,
    pub verbs: Vec<u8>,
    pub coords: Vec<f32>,
    pub path_verbs: Vec<u32>,
    pub path_styles: Vec<u32>,
    pub path_layers: Vec<u32>,
    pub path_blocks: Vec<u32>,
    pub path_clips: Vec<u32>,
    pub clips: Vec<f32>,
    pub text: String,
    pub text_lengths: Vec<u32>,
    pub text_baselines: Vec<f32>,
    pub text_sizes: Vec<f32>,
    pub text_boxes: Vec<f32>,
    pub text_colors: Vec<u32>,
    pub text_layers: Vec<u32>,
    pub text_sources: Vec<u8>,
    pub image_boxes: Vec<f32>,
    pub image_pixels: Vec<u32>,
    pub notes: Vec<String>,
}

/// One path of a sheet.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    /// Index in the sheet.
    pub index: usize,
    /// Verbs, see [`verb`].
    pub verbs: &'a [u8],
    /// The numbers of its verbs.
    pub coords: &'a [f32],
    /// Paint.
    pub style: &'a Style,
    /// Layer's name.
    pub layer: Option<&'a str>,
    /// The name of the block it belongs to.
    pub block: Option<&'a str>,
    /// The block insert it belongs to, an index of [`Sheet::blocks`].
    pub insert: Option<u32>,
    /// The rectangle it is clipped to.
    pub clip: Option<Rect>,
}

/// One text run of a sheet.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// Index in the sheet.
    pub index: usize,
    /// Unicode text.
    pub text: &'a str,
    /// Start of the baseline.
    pub start: Point,
    /// End of the baseline.
    pub end: Point,
    /// Height of the font in points.
    pub size: f32,
    /// Its box.
    pub bbox: Rect,
    /// 0xRRGGBB.
    pub color: u32,
    /// Layer's name.
    pub layer: Option<&'a str>,
    /// See [`text_source`].
    pub source: u8,
}

fn quad(numbers: &[f32], index: usize) -> Option<[f32; 4]> {
    numbers.get(index * 4..index * 4 + 4)?.try_into().ok()
}

fn rect(numbers: &[f32], index: usize) -> Option<Rect> {
    quad(numbers, index).map(Rect::from)
}

fn named(names: &[String], index: u32) -> Option<&str> {
    names.get(index as usize).map(String::as_str)
}

impl Sheet {
    /// Returns the paths in drawing order.
    pub fn paths(&self) -> impl Iterator<Item = Path<'_>> {
        let (mut at_verb, mut at_coord) = (0usize, 0usize);
        self.path_verbs.iter().enumerate().filter_map(move |(index, &count)| {
            let verbs = self.verbs.get(at_verb..at_verb + count as usize)?;
            at_verb += count as usize;
            let numbers: usize = verbs.iter().map(|&v| verb::arity(v)).sum();
            let coords = self.coords.get(at_coord..at_coord + numbers)?;
            at_coord += numbers;
            Some(Path {
                index,
                verbs,
                coords,
                style: self.styles.get(*self.path_styles.get(index)? as usize)?,
                layer: named(&self.layers, *self.path_layers.get(index)?),
                block: named(&self.blocks, *self.path_blocks.get(index)?),
                insert: self.path_blocks.get(index).copied().filter(|&insert| insert != NONE),
                clip: rect(&self.clips, *self.path_clips.get(index)? as usize),
            })
        })
    }

    /// Returns the text runs in drawing order.
    pub fn texts(&self) -> impl Iterator<Item = Text<'_>> {
        let mut at = 0usize;
        self.text_lengths.iter().enumerate().filter_map(move |(index, &length)| {
            let text = self.text.get(at..at + length as usize)?;
            at += length as usize;
            let [x0, y0, x1, y1] = quad(&self.text_baselines, index)?;
            Some(Text {
                index,
                text,
                start: Point::new(x0, y0),
                end: Point::new(x1, y1),
                size: *self.text_sizes.get(index)?,
                bbox: rect(&self.text_boxes, index)?,
                color: *self.text_colors.get(index)?,
                layer: named(&self.layers, *self.text_layers.get(index)?),
                source: *self.text_sources.get(index)?,
            })
        })
    }
}
