//! Drawing on a page.

use kurbo::{Affine, BezPath, Point, Rect};
use plumbline_sheet::model::text_source;
use plumbline_sheet::{NONE, NewText, SheetBuilder, Style};

use crate::limits;
use crate::place::{mean_scale, transform_vector};
use crate::plot::MM_PER_POINT;
use crate::style::{Appearance, Styles};
use crate::text::{DESCENT, Run};
use crate::walk::{Paint, Sink, Width};

/// Ratio of a font's height to the height of its capitals, as in Helvetica and Arial.
const FONT_PER_CAPITAL: f64 = 1.0 / 0.718;

/// The fill color of a pattern. Only the fact that the area is filled matters.
const PATTERN_FILL: u32 = 0x80_80_80;

/// The narrowest line in points.
const HAIRLINE: f64 = 0.1;

/// Shortest period of a dash pattern that differs visibly from a continuous line, in points.
const MIN_PERIOD: f64 = 1.0;

/// A page being drawn.
pub(crate) struct Page<'a> {
    pub(crate) builder: SheetBuilder,
    styles: &'a Styles,
    /// Transformation from drawing units to points of the page.
    transform: Affine,
    /// The page's rectangle in points.
    visible: Rect,
    /// Number of marks outside the page.
    pub(crate) outside: usize,
}

impl<'a> Page<'a> {
    pub(crate) fn new(builder: SheetBuilder, styles: &'a Styles, transform: Affine, visible: Rect) -> Self {
        Self { builder, styles, transform, visible, outside: 0 }
    }

    fn dash(&self, appearance: &Appearance) -> Vec<f32> {
        let scale = mean_scale(self.transform);
        let dash: Vec<f64> = self.styles.dash(appearance).into_iter().map(|l| l * scale).collect();
        let period: f64 = dash.iter().sum();
        let is_visible = (MIN_PERIOD..self.visible.width() + self.visible.height()).contains(&period);
        if is_visible { dash.into_iter().map(|l| l as f32).collect() } else { Vec::new() }
    }

    fn style(&self, paint: Paint, appearance: &Appearance) -> Style {
        match paint {
            Paint::Fill => Style { stroke: None, fill: Some(appearance.color), width: 0.0, dash: Vec::new() },
            Paint::Pattern => Style { stroke: None, fill: Some(PATTERN_FILL), width: 0.0, dash: Vec::new() },
            Paint::Stroke(width) => {
                let points = match width {
                    Width::Weight => appearance.weight / MM_PER_POINT,
                    Width::Units(units) => units * mean_scale(self.transform),
                };
                let width = points.max(HAIRLINE) as f32;
                Style { stroke: Some(appearance.color), fill: None, width, dash: self.dash(appearance) }
            }
        }
    }
}

impl Sink for Page<'_> {
    fn insert(&mut self, name: &str) -> u32 {
        self.builder.insert(name)
    }

    fn path(&mut self, mut path: BezPath, paint: Paint, appearance: &Appearance, insert: u32) {
        path.apply_affine(self.transform);
        let bounds = path.control_box();
        let style = self.style(paint, appearance);
        let half_width = f64::from(style.width) / 2.0;
        let visible = self.visible.inflate(half_width, half_width);
        if !bounds.overlaps(visible) {
            self.outside += 1;
            return;
        }
        let style = self.builder.style(&style);
        let layer = self.builder.layer(&appearance.layer);
        self.builder.path(&path, style, layer, insert, NONE);
    }

    fn text(&mut self, run: Run, appearance: &Appearance) {
        let (start, end, up) =
            (self.transform * run.start, self.transform * run.end, transform_vector(self.transform, run.up));
        // The page's y axis points down. Text that is mirrored only for that reason is upright.
        let corners: [Point; 4] = [start - up * DESCENT, end - up * DESCENT, start + up, end + up];
        let bounds = corners.iter().skip(1).fold(Rect::from_points(corners[0], corners[0]), |b, p| b.union_pt(*p));
        if !bounds.overlaps(self.visible) {
            self.outside += 1;
            return;
        }
        let layer = self.builder.layer(&appearance.layer);
        self.builder.text(&NewText {
            text: &run.text,
            baseline: [start, end].map(|p| [p.x as f32, p.y as f32].into()),
            size: (up.hypot() * FONT_PER_CAPITAL) as f32,
            bbox: [bounds.x0 as f32, bounds.y0 as f32, bounds.x1 as f32, bounds.y1 as f32].into(),
            color: appearance.color,
            layer,
            source: text_source::LAYER,
        });
    }

    fn exceeded_limit(&self) -> Option<&'static str> {
        self.builder.exceeded_limit(&limits::SHEET)
    }
}
