//! Builds a sheet row by row. Names, styles and clip rectangles are stored once and referred to by index.

use std::collections::HashMap;

use kurbo::{BezPath, PathEl};
use plumbline_geometry::{Point, Rect};

use crate::model::{NONE, Sheet, Style, verb};

/// A text run to be added to a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct NewText<'a> {
    /// Unicode text.
    pub text: &'a str,
    /// Start and end of the baseline.
    pub baseline: [Point; 2],
    /// Height of the font in points.
    pub size: f32,
    /// Its box.
    pub bbox: Rect,
    /// 0xRRGGBB.
    pub color: u32,
    /// Layer's index, or [`NONE`].
    pub layer: u32,
    /// See [`crate::model::text_source`].
    pub source: u8,
}

/// Returns whether all coordinates of a path are numbers below `limit`, in either direction.
pub fn is_within(path: &BezPath, limit: f64) -> bool {
    let fits = |p: &kurbo::Point| p.x.abs() < limit && p.y.abs() < limit;
    path.elements().iter().all(|element| match element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => fits(p),
        PathEl::QuadTo(a, p) => fits(a) && fits(p),
        PathEl::CurveTo(a, b, p) => fits(a) && fits(b) && fits(p),
        PathEl::ClosePath => true,
    })
}

/// Limits on the contents that a reader puts on one sheet.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Number of paths.
    pub paths: usize,
    /// Number of path coordinates.
    pub coords: usize,
    /// Bytes of text.
    pub text_bytes: usize,
}

/// A sheet under construction.
#[derive(Debug, Default)]
pub struct SheetBuilder {
    sheet: Sheet,
    layers: HashMap<String, u32>,
    styles: HashMap<StyleKey, u32>,
    clips: HashMap<[u32; 4], u32>,
}

type StyleKey = (Option<u32>, Option<u32>, u32, Vec<u32>);

fn style_key(style: &Style) -> StyleKey {
    let dash = style.dash.iter().map(|d| d.to_bits()).collect();
    (style.stroke, style.fill, style.width.to_bits(), dash)
}

fn intern(index: &mut HashMap<String, u32>, names: &mut Vec<String>, name: &str) -> u32 {
    if let Some(&found) = index.get(name) {
        return found;
    }
    let at = names.len() as u32;
    names.push(name.to_owned());
    index.insert(name.to_owned(), at);
    at
}

impl From<Sheet> for SheetBuilder {
    /// Continues a finished sheet.
    fn from(sheet: Sheet) -> Self {
        Self {
            layers: (0..).zip(&sheet.layers).map(|(at, name)| (name.clone(), at)).collect(),
            styles: (0..).zip(&sheet.styles).map(|(at, style)| (style_key(style), at)).collect(),
            clips: (0..).zip(sheet.clips.as_chunks::<4>().0).map(|(at, rect)| (rect.map(f32::to_bits), at)).collect(),
            sheet,
        }
    }
}

impl SheetBuilder {
    /// Creates an empty sheet of the given size in points, as displayed.
    pub fn new(page_number: u32, width: f32, height: f32, rotation: u32) -> Self {
        let sheet = Sheet { page_number, width, height, rotation, ..Sheet::default() };
        Self { sheet, ..Self::default() }
    }

    /// Returns the index of a layer's name, adding it if it is new.
    pub fn layer(&mut self, name: &str) -> u32 {
        intern(&mut self.layers, &mut self.sheet.layers, name)
    }

    /// Adds an insert of the named block and returns its index. Each insert has its own index, so adjacent inserts are
    /// distinguished.
    pub fn insert(&mut self, name: &str) -> u32 {
        let at = self.sheet.blocks.len() as u32;
        self.sheet.blocks.push(name.to_owned());
        at
    }

    /// Returns the index of a style, adding it if it is new.
    pub fn style(&mut self, style: &Style) -> u32 {
        let key = style_key(style);
        if let Some(&found) = self.styles.get(&key) {
            return found;
        }
        let at = self.sheet.styles.len() as u32;
        self.sheet.styles.push(style.clone());
        self.styles.insert(key, at);
        at
    }

    /// Returns the index of a clip rectangle, or [`NONE`] for `None`, which is not clipped.
    pub fn clip(&mut self, rect: Option<Rect>) -> u32 {
        let Some(rect) = rect else { return NONE };
        let key = rect.to_array().map(f32::to_bits);
        if let Some(&found) = self.clips.get(&key) {
            return found;
        }
        let at = (self.sheet.clips.len() / 4) as u32;
        self.sheet.clips.extend(rect.to_array());
        self.clips.insert(key, at);
        at
    }

    /// Adds a path whose indexes come from [`Self::style`], [`Self::layer`], [`Self::insert`] and [`Self::clip`].
    pub fn path(&mut self, path: &BezPath, style: u32, layer: u32, block: u32, clip: u32) {
        let sheet = &mut self.sheet;
        let before = sheet.verbs.len();
        for element in path.elements() {
            let (verb, points): (u8, &[kurbo::Point]) = match element {
                PathEl::MoveTo(p) => (verb::MOVE, &[*p]),
                PathEl::LineTo(p) => (verb::LINE, &[*p]),
                PathEl::QuadTo(a, p) => (verb::QUAD, &[*a, *p]),
                PathEl::CurveTo(a, b, p) => (verb::CUBIC, &[*a, *b, *p]),
                PathEl::ClosePath => (verb::CLOSE, &[]),
            };
            sheet.verbs.push(verb);
            sheet.coords.extend(points.iter().flat_map(|p| [p.x as f32, p.y as f32]));
        }
        sheet.path_verbs.push((sheet.verbs.len() - before) as u32);
        sheet.path_styles.push(style);
        sheet.path_layers.push(layer);
        sheet.path_blocks.push(block);
        sheet.path_clips.push(clip);
    }

    /// Changes the style of the last path, for a path that is first filled and then stroked.
    pub fn restyle_last(&mut self, style: u32) {
        if let Some(last) = self.sheet.path_styles.last_mut() {
            *last = style;
        }
    }

    /// Removes the last path.
    pub fn drop_last(&mut self) {
        let sheet = &mut self.sheet;
        let Some(count) = sheet.path_verbs.pop() else { return };
        let kept = sheet.verbs.len() - count as usize;
        let numbers: usize = sheet.verbs[kept..].iter().map(|&v| verb::arity(v)).sum();
        sheet.verbs.truncate(kept);
        sheet.coords.truncate(sheet.coords.len() - numbers);
        sheet.path_styles.pop();
        sheet.path_layers.pop();
        sheet.path_blocks.pop();
        sheet.path_clips.pop();
    }

    /// Adds a text run.
    pub fn text(&mut self, run: &NewText<'_>) {
        let sheet = &mut self.sheet;
        sheet.text.push_str(run.text);
        sheet.text_lengths.push(run.text.len() as u32);
        sheet.text_baselines.extend(run.baseline.iter().flat_map(|point| point.to_array()));
        sheet.text_sizes.push(run.size);
        sheet.text_boxes.extend(run.bbox.to_array());
        sheet.text_colors.push(run.color);
        sheet.text_layers.push(run.layer);
        sheet.text_sources.push(run.source);
    }

    /// Adds an image: its box on the page and its size in pixels.
    pub fn image(&mut self, bbox: Rect, width: u32, height: u32) {
        self.sheet.image_boxes.extend(bbox.to_array());
        self.sheet.image_pixels.extend([width, height]);
    }

    /// Adds a note for the user, unless it is there already.
    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.sheet.notes.contains(&note) {
            self.sheet.notes.push(note);
        }
    }

    /// Returns the number of paths, path coordinates and bytes of text.
    pub fn volume(&self) -> (usize, usize, usize) {
        (self.sheet.path_verbs.len(), self.sheet.coords.len(), self.sheet.text.len())
    }

    /// Returns the limit that the sheet has reached, in words that follow "the page has", or `None` if it is within
    /// all.
    pub fn exceeded_limit(&self, limits: &Limits) -> Option<&'static str> {
        let (paths, coords, text) = self.volume();
        if paths >= limits.paths {
            Some("too many paths")
        } else if coords >= limits.coords {
            Some("too many path points")
        } else if text >= limits.text_bytes {
            Some("too much text")
        } else {
            None
        }
    }

    /// Returns the number of images.
    pub fn images(&self) -> usize {
        self.sheet.image_pixels.len() / 2
    }

    /// Returns the finished sheet.
    pub fn finish(self) -> Sheet {
        self.sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn a_finished_sheet_is_gone_on_with_under_the_same_names() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.layer("E-POWR").line([0.0, 0.0], [9.0, 9.0]);
        let sheet = drawing.sheet();
        let mut builder = SheetBuilder::from(sheet.clone());
        assert_eq!(builder.layer("E-POWR"), 0);
        assert_eq!(builder.style(&sheet.styles[0]), 0);
        assert_eq!(builder.layer("traced"), 1);
        assert_eq!(builder.finish().path_verbs, sheet.path_verbs);
    }
}
