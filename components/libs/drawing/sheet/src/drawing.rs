//! Draws small sheets by hand, for the tests of the libraries that read sheets.

use kurbo::{Affine, BezPath, Circle, Shape};
use plumbline_geometry::{Point, Rect, point, rect};

use crate::build::{NewText, SheetBuilder};
use crate::model::{NONE, Sheet, Style, text_source};

/// Width of a drawn character as a share of the font's height, close to common drafting fonts.
pub const CHARACTER_WIDTH: f32 = 0.55;

fn to_kurbo(p: Point) -> kurbo::Point {
    kurbo::Point::new(f64::from(p.x), f64::from(p.y))
}

/// A sheet drawn call by call with a pen. The pen starts black, 0.5 points wide and solid, on no layer.
#[derive(Debug)]
pub struct Drawing {
    builder: SheetBuilder,
    pen: Style,
    layer: u32,
}

impl Drawing {
    /// Creates an empty sheet of the given size in points.
    pub fn new(width: f32, height: f32) -> Self {
        let pen = Style { stroke: Some(0), fill: None, width: 0.5, dash: Vec::new() };
        Self { builder: SheetBuilder::new(1, width, height, 0), pen, layer: NONE }
    }

    /// Changes the pen's stroke color and width.
    pub fn pen(&mut self, stroke: u32, width: f32) -> &mut Self {
        self.pen = Style { stroke: Some(stroke), fill: None, width, dash: Vec::new() };
        self
    }

    /// Changes the pen's dash lengths. An empty slice makes a solid line.
    pub fn dash(&mut self, lengths: &[f32]) -> &mut Self {
        self.pen.dash = lengths.to_vec();
        self
    }

    /// Changes the pen's fill.
    pub fn fill(&mut self, color: Option<u32>) -> &mut Self {
        self.pen.fill = color;
        self
    }

    /// Draws on this layer from now on.
    pub fn layer(&mut self, name: &str) -> &mut Self {
        self.layer = self.builder.layer(name);
        self
    }

    /// Draws any path.
    pub fn path(&mut self, path: &BezPath) -> &mut Self {
        let style = self.builder.style(&self.pen);
        self.builder.path(path, style, self.layer, NONE, NONE);
        self
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: impl Into<Point>, to: impl Into<Point>) -> &mut Self {
        self.polyline(&[from.into(), to.into()])
    }

    /// Draws straight lines from point to point as one path.
    pub fn polyline(&mut self, points: &[impl Into<Point> + Copy]) -> &mut Self {
        let mut path = BezPath::new();
        for (i, p) in points.iter().enumerate() {
            let p = to_kurbo((*p).into());
            if i == 0 { path.move_to(p) } else { path.line_to(p) }
        }
        self.path(&path)
    }

    /// Draws a rectangle.
    pub fn rect(&mut self, bbox: impl Into<Rect>) -> &mut Self {
        let Rect { min, max } = bbox.into();
        self.path(
            &kurbo::Rect::new(f64::from(min.x), f64::from(min.y), f64::from(max.x), f64::from(max.y)).to_path(0.1),
        )
    }

    /// Draws a circle as four cubic curves, the way CAD programs plot it.
    pub fn circle(&mut self, center: impl Into<Point>, radius: f32) -> &mut Self {
        self.path(&Circle::new(to_kurbo(center.into()), f64::from(radius)).to_path(0.1))
    }

    /// Draws the strokes of a symbol, moved, turned (radians) and optionally mirrored left to right.
    pub fn symbol(&mut self, strokes: &[BezPath], at: impl Into<Point>, turn: f64, mirror: bool) -> &mut Self {
        let mirror = if mirror { Affine::scale_non_uniform(-1.0, 1.0) } else { Affine::IDENTITY };
        let place = Affine::translate(to_kurbo(at.into()).to_vec2()) * Affine::rotate(turn) * mirror;
        for stroke in strokes {
            self.path(&(place * stroke.clone()));
        }
        self
    }

    /// Writes a horizontal text run whose baseline starts at `at`.
    pub fn text(&mut self, text: &str, at: impl Into<Point>, size: f32) -> &mut Self {
        self.text_turned(text, at, size, 0.0)
    }

    /// Writes a text run whose baseline starts at `at` and runs at `angle` radians, clockwise on the page because y is
    /// down.
    pub fn text_turned(&mut self, text: &str, at: impl Into<Point>, size: f32, angle: f64) -> &mut Self {
        let length = f64::from(text.chars().count() as f32 * size * CHARACTER_WIDTH);
        let start = at.into();
        let place = Affine::translate(to_kurbo(start).to_vec2()) * Affine::rotate(angle);
        let size64 = f64::from(size);
        let bbox = place.transform_rect_bbox(kurbo::Rect::new(0.0, -0.8 * size64, length, 0.2 * size64));
        let end = place * kurbo::Point::new(length, 0.0);
        self.builder.text(&NewText {
            text,
            start,
            end: point(end.x as f32, end.y as f32),
            size,
            bbox: rect(bbox.x0 as f32, bbox.y0 as f32, bbox.x1 as f32, bbox.y1 as f32),
            color: 0,
            layer: self.layer,
            source: text_source::LAYER,
        });
        self
    }

    /// Returns the sheet as drawn.
    pub fn sheet(self) -> Sheet {
        self.builder.finish()
    }
}
