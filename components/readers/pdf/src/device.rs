//! Collects the interpreter's output into a sheet: paths, clips, layers, images. Glyphs are passed to
//! [`crate::glyphs`].

use hayro_interpret::font::GlyphRun;
use hayro_interpret::pattern::Pattern;
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask, StrokeProps,
};
use hayro_syntax::object::Dict;
use kurbo::{Affine, BezPath, Join, PathEl, Rect, Shape};
use plumbline_sheet::{NONE, SheetBuilder, Style, is_within};

use crate::blocks::Blocks;
use crate::glyphs::Glyphs;
use crate::layers::Layers;
use crate::limits;
use plumbline_reader::Failure;

/// The fill color of a pattern or shading. It has many colors, and only the fact that the area is filled matters.
const PATTERN_FILL: u32 = 0x80_80_80;

/// Maximum distance of a path outside the page, in points, to be kept: half a wide pen.
const PAGE_MARGIN: f64 = 4.0;

/// A collector of one page's content.
#[derive(Debug)]
pub(crate) struct Collector {
    builder: SheetBuilder,
    layers: Layers,
    blocks: Blocks,
    /// Whether annotations are being drawn, rather than the page's content.
    annotations: bool,
    glyphs: Glyphs,
    /// Open clips, each with the visible part of the page; `None` if all of it is visible.
    clips: Vec<Option<Rect>>,
    /// Number of clips opened beyond the limit, which are not kept.
    ignored_clips: usize,
    page: Rect,
    /// The last fill, with its path and transformation. If the same path is stroked next, both are one path.
    filled: Option<(BezPath, Affine, Style)>,
    /// The box of the last fill without area, which the interpreter passes on as a hairline. If a path of the same box
    /// is stroked next, the operator was fill-and-stroke, and only the stroke is drawn.
    flat_fill: Option<(Rect, Affine)>,
    /// The limit that was exceeded, if any.
    exceeded: Option<&'static str>,
    outside: usize,
}

impl Collector {
    /// Creates a collector for a page that shows the rectangle `page`.
    pub(crate) fn new(builder: SheetBuilder, page: Rect) -> Self {
        Self {
            builder,
            layers: Layers::default(),
            blocks: Blocks::default(),
            annotations: false,
            glyphs: Glyphs::default(),
            clips: Vec::new(),
            ignored_clips: 0,
            page,
            filled: None,
            flat_fill: None,
            exceeded: None,
            outside: 0,
        }
    }

    /// Returns the sheet with everything drawn.
    ///
    /// # Errors
    /// Returns an error if the page drew more than the limits allow.
    pub(crate) fn finish(mut self, page_number: u32) -> Result<SheetBuilder, Failure> {
        self.glyphs.flush(&mut self.builder);
        if let Some(what) = self.exceeded {
            return Err(Failure::capacity(format!(
                "Page {page_number} has {what}. Split the sheet or export it with less detail."
            )));
        }
        let unknown = self.glyphs.without_unicode();
        if unknown > 0 {
            self.builder.note(format!("Characters without a Unicode value in the file, shown as U+FFFD: {unknown}."));
        }
        Ok(self.builder)
    }

    /// Returns the number of forms that the page's content has drawn so far.
    pub(crate) fn forms(&self) -> u32 {
        self.blocks.started()
    }

    /// Starts the annotations. Their forms do not have names.
    pub(crate) fn begin_annotations(&mut self) {
        self.annotations = true;
    }

    /// Returns the part of the page that may be drawn on, or `None` for all of it.
    fn clip(&self) -> Option<Rect> {
        self.clips.last().copied().flatten()
    }

    fn push_clip(&mut self, rect: Rect) {
        if self.clips.len() >= limits::CLIP_DEPTH {
            self.ignored_clips += 1;
            return;
        }
        let rect = if rect.is_finite() { rect } else { self.page };
        let remaining = self.clip().unwrap_or(self.page).intersect(rect);
        let is_whole_page = remaining.contains_rect(self.page.inflate(-0.5, -0.5));
        self.clips.push(if is_whole_page { None } else { Some(remaining) });
    }

    fn is_over_limit(&mut self) -> bool {
        self.exceeded = self.exceeded.or_else(|| self.builder.exceeded_limit(&limits::SHEET));
        self.exceeded.is_some()
    }

    fn add_path(&mut self, path: &BezPath, transform: Affine, style: Style) {
        if self.is_over_limit() {
            return;
        }
        let placed = transform * path.clone();
        let Some(placed) = valid_path(placed) else { return };
        let bounds = placed.bounding_box();
        let half_width = f64::from(style.width) / 2.0;
        let visible = self.clip().unwrap_or(self.page.inflate(PAGE_MARGIN, PAGE_MARGIN));
        if !bounds.inflate(half_width, half_width).overlaps(visible) {
            self.outside += 1;
            return;
        }
        let clip = self.clip().map(|r| [r.x0 as f32, r.y0 as f32, r.x1 as f32, r.y1 as f32]);
        let clip = self.builder.clip(clip.map(Into::into));
        let style = self.builder.style(&style);
        let block = if self.annotations { NONE } else { self.blocks.current() };
        self.builder.path(&placed, style, self.layers.current(), block, clip);
    }
}

/// Returns the path if all its numbers are in range and it starts with a move.
fn valid_path(path: BezPath) -> Option<BezPath> {
    // A path that consists only of moves draws nothing.
    let draws = path.elements().iter().any(|e| !matches!(e, PathEl::MoveTo(_) | PathEl::ClosePath));
    (is_within(&path, 1e9) && draws && matches!(path.elements().first(), Some(PathEl::MoveTo(_)))).then_some(path)
}

/// Returns the paint as 0xRRGGBB, or `None` if it is fully transparent.
pub(crate) fn color(paint: &Paint<'_>) -> Option<u32> {
    let color = match paint {
        Paint::Color(color) => color,
        Paint::Pattern(pattern) => {
            let opacity = match pattern.as_ref() {
                Pattern::Shading(p) => p.opacity,
                Pattern::Tiling(p) => p.opacity,
            };
            return (opacity > 0.0).then_some(PATTERN_FILL);
        }
    };
    let [r, g, b, a] = color.to_rgba().to_rgba8();
    (a > 0).then(|| u32::from_be_bytes([0, r, g, b]))
}

/// Returns whether a stroke is the interpreter's replacement of a fill without area: one line along the box with bevel
/// joins, which have no purpose for a single line.
fn is_flat_fill(path: &BezPath, stroke: &StrokeProps) -> bool {
    matches!(path.elements(), [PathEl::MoveTo(_), PathEl::LineTo(_)])
        && stroke.line_join == Join::Bevel
        && stroke.dash_array.is_empty()
}

fn stroke_pen(props: &StrokeProps, transform: &Affine) -> (f32, Vec<f32>) {
    let scale = transform.determinant().abs().sqrt() as f32;
    (props.line_width.abs() * scale, props.dash_array.iter().map(|d| d.abs() * scale).collect())
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let filled = self.filled.take();
        let flat_fill = self.flat_fill.take();
        let Some(color) = color(&props.paint) else { return };
        match mode {
            DrawMode::Fill(_) => {
                let style = Style { stroke: None, fill: Some(color), width: 0.0, dash: Vec::new() };
                let (before, ..) = self.builder.volume();
                self.add_path(path, props.transform, style.clone());
                if self.builder.volume().0 > before {
                    self.filled = Some((path.clone(), props.transform, style));
                }
            }
            DrawMode::Stroke(stroke) => {
                let (width, dash) = stroke_pen(stroke, &props.transform);
                let style = Style { stroke: Some(color), fill: None, width, dash };
                match filled {
                    Some((p, t, fill)) if t == props.transform && p.elements() == path.elements() => {
                        let combined = self.builder.style(&Style { fill: fill.fill, ..style });
                        self.builder.restyle_last(combined);
                    }
                    _ => {
                        let bounds = path.control_box();
                        if flat_fill == Some((bounds, props.transform)) {
                            self.builder.drop_last();
                        }
                        let (before, ..) = self.builder.volume();
                        self.add_path(path, props.transform, style);
                        if self.builder.volume().0 > before && is_flat_fill(path, stroke) {
                            self.flat_fill = Some((bounds, props.transform));
                        }
                    }
                }
            }
            DrawMode::FillAndStroke(_, stroke) => {
                let (width, dash) = stroke_pen(stroke, &props.transform);
                self.add_path(path, props.transform, Style { stroke: Some(color), fill: Some(color), width, dash });
            }
            DrawMode::Invisible => {}
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.blocks.push(Some(&clip.path));
        self.push_clip(clip.path.bounding_box());
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.blocks.push(None);
        self.push_clip(*rect);
    }

    fn pop_clip(&mut self) {
        self.blocks.pop();
        if self.ignored_clips > 0 {
            self.ignored_clips -= 1;
        } else {
            self.clips.pop();
        }
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn pop_transparency_group(&mut self) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        if self.is_over_limit() {
            return;
        }
        // Invisible text is still text: recognized scans contain it in this form.
        let color = color(&props.paint).unwrap_or(0);
        let visible = self.clip().unwrap_or(self.page);
        self.glyphs.run(run, props.transform, color, self.layers.current(), visible, &mut self.builder);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let (width, height) = (image.width(), image.height());
        let bounds = props.transform.transform_rect_bbox(Rect::new(0.0, 0.0, f64::from(width), f64::from(height)));
        let visible = bounds.intersect(self.clip().unwrap_or(self.page));
        if visible.is_finite() && visible.width() > 0.0 && visible.height() > 0.0 {
            self.builder.image(
                [visible.x0 as f32, visible.y0 as f32, visible.x1 as f32, visible.y1 as f32].into(),
                width,
                height,
            );
        }
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        self.layers.begin(tag, properties, &mut self.builder);
    }

    fn end_marked_content(&mut self) {
        self.layers.end();
    }
}
