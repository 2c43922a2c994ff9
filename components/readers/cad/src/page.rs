//! Drawing on a page.

use kurbo::{Affine, BezPath, Point, Rect};
use plumbline_sheet::model::text_source;
use plumbline_sheet::{NONE, NewText, SheetBuilder, Style};

use crate::limits;
use crate::place::{stretch, turned};
use crate::plot::POINT_MM;
use crate::style::{Look, Styles};
use crate::text::{DESCENT, Run};
use crate::walk::{Paint, Sink, Width};

/// Ratio of a font's height to the height of its capitals, as in Helvetica and Arial.
const FONT: f64 = 1.0 / 0.718;

/// The fill colour of a pattern. Only the fact that the area is filled matters.
const PATTERN_FILL: u32 = 0x80_80_80;

/// The narrowest line in points.
const HAIRLINE: f64 = 0.1;

/// Shortest period of a dash pattern that differs visibly from a continuous line, in points.
const SHORTEST_PERIOD: f64 = 1.0;

/// A page being drawn.
pub(crate) struct Page<'a> {
    pub(crate) builder: SheetBuilder,
    styles: &'a Styles,
    /// Transformation from drawing units to points of the page.
    place: Affine,
    /// The page's rectangle in points.
    seen: Rect,
    /// Number of marks outside the page.
    pub(crate) outside: usize,
}

impl<'a> Page<'a> {
    pub(crate) fn new(builder: SheetBuilder, styles: &'a Styles, place: Affine, seen: Rect) -> Self {
        Self { builder, styles, place, seen, outside: 0 }
    }

    fn dash(&self, look: &Look) -> Vec<f32> {
        let scale = stretch(self.place);
        let dash: Vec<f64> = self.styles.dash(look).into_iter().map(|l| l * scale).collect();
        let period: f64 = dash.iter().sum();
        let tells = (SHORTEST_PERIOD..self.seen.width() + self.seen.height()).contains(&period);
        if tells { dash.into_iter().map(|l| l as f32).collect() } else { Vec::new() }
    }

    fn style(&self, paint: Paint, look: &Look) -> Style {
        match paint {
            Paint::Fill => Style { stroke: None, fill: Some(look.color), width: 0.0, dash: Vec::new() },
            Paint::Pattern => Style { stroke: None, fill: Some(PATTERN_FILL), width: 0.0, dash: Vec::new() },
            Paint::Stroke(width) => {
                let points = match width {
                    Width::Weight => look.weight / POINT_MM,
                    Width::Units(units) => units * stretch(self.place),
                };
                let width = points.max(HAIRLINE) as f32;
                Style { stroke: Some(look.color), fill: None, width, dash: self.dash(look) }
            }
        }
    }
}

impl Sink for Page<'_> {
    fn insert(&mut self, name: &str) -> u32 {
        self.builder.insert(name)
    }

    fn path(&mut self, mut path: BezPath, paint: Paint, look: &Look, insert: u32) {
        path.apply_affine(self.place);
        let bounds = path.control_box();
        let style = self.style(paint, look);
        let reach = f64::from(style.width) / 2.0;
        let seen = self.seen.inflate(reach, reach);
        // A line has no area, so kurbo's own overlap test would consider it outside.
        if bounds.x1 < seen.x0 || bounds.x0 > seen.x1 || bounds.y1 < seen.y0 || bounds.y0 > seen.y1 {
            self.outside += 1;
            return;
        }
        let style = self.builder.style(&style);
        let layer = self.builder.layer(&look.layer);
        self.builder.path(&path, style, layer, insert, NONE);
    }

    fn text(&mut self, run: Run, look: &Look) {
        let (start, end, up) = (self.place * run.start, self.place * run.end, turned(self.place, run.up));
        // The page's y axis points down. Text that is mirrored only for that reason is upright.
        let corners: [Point; 4] = [start - up * DESCENT, end - up * DESCENT, start + up, end + up];
        let bounds = corners.iter().skip(1).fold(Rect::from_points(corners[0], corners[0]), |b, p| b.union_pt(*p));
        if bounds.x1 < self.seen.x0 || bounds.x0 > self.seen.x1 || bounds.y1 < self.seen.y0 || bounds.y0 > self.seen.y1
        {
            self.outside += 1;
            return;
        }
        let layer = self.builder.layer(&look.layer);
        self.builder.text(&NewText {
            text: &run.text,
            start: [start.x as f32, start.y as f32].into(),
            end: [end.x as f32, end.y as f32].into(),
            size: (up.hypot() * FONT) as f32,
            bbox: [bounds.x0 as f32, bounds.y0 as f32, bounds.x1 as f32, bounds.y1 as f32].into(),
            color: look.color,
            layer,
            source: text_source::LAYER,
        });
    }

    fn over(&self) -> Option<&'static str> {
        self.builder.exceeded_limit(&limits::SHEET)
    }
}
