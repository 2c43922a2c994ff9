//! A sheet as a list of marks, in points with the origin at the top left of the page as displayed.

use crate::options::Options;
use crate::pen::{BLACK, Color, Pen};
use crate::symbols::Symbol;
use kurbo::{Affine, BezPath, Line, ParamCurve, PathSeg, Point, Rect, Shape};
use rand::{Rng, rngs::StdRng, seq::SliceRandom};

/// The position of a text relative to its anchor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Align {
    Left,
    Center,
    Right,
}

/// A text to place on a sheet.
#[derive(Debug, Clone)]
pub(crate) struct Label<'a> {
    pub(crate) text: &'a str,
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) align: Align,
    /// Counter-clockwise rotation in degrees, as read on the sheet.
    pub(crate) angle: f64,
    pub(crate) color: Color,
}

impl<'a> Label<'a> {
    /// Creates a plain left-aligned text.
    pub(crate) fn new(text: &'a str, size: f64) -> Self {
        Self { text, size, bold: false, align: Align::Left, angle: 0.0, color: BLACK }
    }

    pub(crate) fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    pub(crate) fn center(mut self) -> Self {
        self.align = Align::Center;
        self
    }

    pub(crate) fn right(mut self) -> Self {
        self.align = Align::Right;
        self
    }

    pub(crate) fn angle(mut self, degrees: f64) -> Self {
        self.angle = degrees;
        self
    }

    pub(crate) fn color(mut self, color: Color) -> Self {
        self.color = color;
        self
    }
}

/// One mark on a sheet.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    Path { layer: &'static str, pen: Pen, path: BezPath },
    Text { layer: &'static str, text: String, size: f64, bold: bool, color: Color, at: Point, angle: f64 },
}

impl Mark {
    pub(crate) fn layer(&self) -> &'static str {
        match self {
            Self::Path { layer, .. } | Self::Text { layer, .. } => layer,
        }
    }
}

/// A symbol among the marks.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub(crate) symbol: Symbol,
    /// Transform from the symbol's own coordinates to the sheet's.
    pub(crate) transform: Affine,
    /// The range of marks that the symbol is drawn with.
    pub(crate) marks: std::ops::Range<usize>,
}

/// One page of the drawing.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) page: u32,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) marks: Vec<Mark>,
    /// The symbols in the order of their marks.
    pub(crate) symbols: Vec<Placed>,
    layer: &'static str,
}

impl Sheet {
    pub(crate) fn new(page: u32, width: f64, height: f64) -> Self {
        Self { page, width, height, marks: Vec::new(), symbols: Vec::new(), layer: "0" }
    }

    /// Sets the layer of subsequent marks.
    pub(crate) fn set_layer(&mut self, layer: &'static str) {
        self.layer = layer;
    }

    pub(crate) fn path(&mut self, pen: &Pen, path: BezPath) {
        self.marks.push(Mark::Path { layer: self.layer, pen: pen.clone(), path });
    }

    pub(crate) fn shape(&mut self, pen: &Pen, shape: impl Shape) {
        self.path(pen, shape.to_path(0.05));
    }

    pub(crate) fn line(&mut self, pen: &Pen, from: (f64, f64), to: (f64, f64)) {
        self.shape(pen, Line::new(from, to));
    }

    pub(crate) fn rect(&mut self, pen: &Pen, x: f64, y: f64, width: f64, height: f64) {
        self.shape(pen, Rect::new(x, y, x + width, y + height));
    }

    /// Draws an instance of a symbol and returns its box. Stroked parts follow the options that reorder and split
    /// segments.
    pub(crate) fn symbol(&mut self, symbol: Symbol, transform: Affine, rng: &mut StdRng, options: &Options) -> Rect {
        let first = self.marks.len();
        for (pen, path) in symbol.parts() {
            let path = transform * path;
            if pen.fill.is_some() || !(options.shuffle || options.split) {
                self.path(&pen, path);
                continue;
            }
            let mut segments: Vec<PathSeg> = path.segments().collect();
            if options.split {
                segments = segments
                    .into_iter()
                    .flat_map(|segment| {
                        let cut = rng.random_range(0.3..0.7);
                        [segment.subsegment(0.0..cut), segment.subsegment(cut..1.0)]
                    })
                    .collect();
            }
            if options.shuffle {
                segments.shuffle(rng);
                for segment in &mut segments {
                    if rng.random_bool(0.5) {
                        *segment = segment.reverse();
                    }
                }
            }
            for segment in segments {
                self.shape(&pen, segment);
            }
        }
        self.symbols.push(Placed { symbol, transform, marks: first..self.marks.len() });
        symbol.bounds(transform)
    }

    /// Places a text with the middle of its capital height at `at`.
    pub(crate) fn text(&mut self, label: &Label<'_>, at: (f64, f64)) {
        let width = crate::font::width(label.text, label.size, label.bold);
        let back = match label.align {
            Align::Left => 0.0,
            Align::Center => width / 2.0,
            Align::Right => width,
        };
        // Capitals of Helvetica are 0.718 em high.
        let shift = Affine::rotate(-label.angle.to_radians()) * Point::new(-back, 0.359 * label.size);
        self.marks.push(Mark::Text {
            layer: self.layer,
            text: label.text.to_owned(),
            size: label.size,
            bold: label.bold,
            color: label.color,
            at: Point::new(at.0 + shift.x, at.1 + shift.y),
            angle: label.angle,
        });
    }

    /// Returns a point normalized to the page.
    pub(crate) fn normalize(&self, point: Point) -> [f64; 2] {
        [round(point.x / self.width), round(point.y / self.height)]
    }

    /// Returns a box normalized to the page.
    pub(crate) fn normalize_box(&self, rect: Rect) -> [f64; 4] {
        let ([x0, y0], [x1, y1]) = (self.normalize(rect.origin()), self.normalize(Point::new(rect.x1, rect.y1)));
        [x0, y0, x1, y1]
    }
}

/// Rounds to six decimals, which is a hundredth of a point on the largest sheet.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
