//! Grouping of glyphs into text runs: consecutive glyphs with the same baseline, size, color and layer.

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use kurbo::{Affine, Point, Rect, Vec2};
use plumbline_sheet::model::text_source;
use plumbline_sheet::{NewText, SheetBuilder};

/// Units of the interpreter's glyph space per font height.
const EM: f64 = 1000.0;

/// Smallest gap for a space between two glyphs, as a fraction of the font's height. The narrowest fonts have spaces of
/// 0.25, and loose letter spacing stays below.
const SPACE_GAP: f64 = 0.2;

/// Smallest gap between glyphs of different runs: column distances in tables.
const RUN_GAP: f64 = 1.1;

/// Maximum distance by which a glyph may start before the end of the previous one: kerning and slanted faces.
const MAX_OVERLAP: f64 = 0.6;

/// Maximum distance of a glyph from the baseline of its run.
const MAX_BASELINE_DISTANCE: f64 = 0.12;

/// Fractions of the font's height above and below the baseline that the box of a run includes.
const ASCENT: f64 = 0.8;
const DESCENT: f64 = 0.2;

/// Maximum bytes of a run, so that no run grows without bound.
const MAX_RUN_BYTES: usize = 4096;

#[derive(Debug, Clone)]
struct Run {
    text: String,
    start: Point,
    /// The expected position of the next glyph.
    pen: Point,
    /// Direction of the baseline, length 1.
    along: Vec2,
    /// Direction from the baseline to the top of the letters, length 1.
    up: Vec2,
    size: f64,
    color: u32,
    layer: u32,
    bbox: Rect,
    /// Position and text of the last glyph. A second copy at the same position is bold by overprinting.
    last: (Point, String),
}

/// The grouping of glyphs into runs.
#[derive(Debug, Default)]
pub(crate) struct Glyphs {
    open: Option<Run>,
    unknown: usize,
}

/// One glyph in page space.
struct PlacedGlyph {
    text: Option<String>,
    origin: Point,
    advance: Vec2,
    along: Vec2,
    up: Vec2,
    size: f64,
}

fn unicode(glyph: &Glyph<'_>) -> Option<String> {
    match glyph.as_unicode()? {
        BfString::Char('\0') => None,
        BfString::Char(c) => Some(c.to_string()),
        BfString::String(s) => Some(s).filter(|s| !s.is_empty() && s != "\0"),
    }
}

fn place_glyph(glyph: &Glyph<'_>, transform: Affine, vertical: bool) -> Option<PlacedGlyph> {
    let [a, b, c, d, ..] = transform.as_coeffs();
    let (right, up) = (Vec2::new(a, b) * EM, Vec2::new(c, d) * EM);
    let size = up.hypot();
    if !size.is_finite() || !right.is_finite() || size <= 1e-3 || right.hypot() <= 1e-6 {
        return None;
    }
    let width = match glyph {
        Glyph::Outline(g) => g.advance_width(),
        Glyph::Type3(g) => g.advance_width(),
    };
    let width = width.map_or(0.5, |w| f64::from(w) / EM);
    let origin = transform * Point::ZERO;
    let (along, advance) =
        if vertical { (-up, -up) } else { (right, right * if width.is_finite() { width } else { 0.5 }) };
    Some(PlacedGlyph { text: unicode(glyph), origin, advance, along: along.normalize(), up: up.normalize(), size })
}

impl Glyphs {
    /// Returns the number of glyphs without a Unicode value.
    pub(crate) fn without_unicode(&self) -> usize {
        self.unknown
    }

    /// Adds the glyphs of one text operator. Text outside `visible` is left out.
    #[allow(clippy::too_many_arguments, reason = "the state of the page at this operator, each part used once")]
    pub(crate) fn run(
        &mut self,
        run: &GlyphRun<'_, '_>,
        transform: Affine,
        color: u32,
        layer: u32,
        visible: Rect,
        builder: &mut SheetBuilder,
    ) {
        let vertical = run.writing_mode() == WritingMode::Vertical;
        // Filled and stroked text arrives twice. The second copy has the same position and is dropped there.
        for glyph in run.glyphs() {
            let Some(mut glyph_in_page) = place_glyph(glyph, transform * glyph.transform(), vertical) else { continue };
            let middle =
                glyph_in_page.origin + glyph_in_page.advance / 2.0 + glyph_in_page.up * (glyph_in_page.size * 0.3);
            // A letter that is half cut off is still readable.
            if !visible.inflate(glyph_in_page.size * 0.3, glyph_in_page.size * 0.3).contains(middle) {
                continue;
            }
            if glyph_in_page.text.is_none() {
                self.unknown += 1;
            }
            let text = glyph_in_page.text.take().unwrap_or_else(|| char::REPLACEMENT_CHARACTER.to_string());
            self.glyph(&glyph_in_page, &text, color, layer, builder);
        }
    }

    fn glyph(&mut self, glyph: &PlacedGlyph, text: &str, color: u32, layer: u32, builder: &mut SheetBuilder) {
        if let Some(run) = &mut self.open {
            match run.fit(glyph, text, color, layer) {
                Fit::Copy => return,
                Fit::Next { space } => {
                    run.push(glyph, text, space);
                    return;
                }
                Fit::Other => self.flush(builder),
            }
        }
        // A run does not start with a space.
        if text.trim().is_empty() {
            return;
        }
        let mut run = Run {
            text: String::new(),
            start: glyph.origin,
            pen: glyph.origin,
            along: glyph.along,
            up: glyph.up,
            size: glyph.size,
            color,
            layer,
            bbox: Rect::from_points(glyph.origin, glyph.origin),
            last: (glyph.origin, String::new()),
        };
        run.push(glyph, text, false);
        self.open = Some(run);
    }

    /// Ends the open run and adds it to the sheet.
    pub(crate) fn flush(&mut self, builder: &mut SheetBuilder) {
        let Some(run) = self.open.take() else { return };
        let text = run.text.trim_end();
        if text.is_empty() {
            return;
        }
        builder.text(&NewText {
            text,
            baseline: [run.start, run.pen].map(|p| [p.x as f32, p.y as f32].into()),
            size: run.size as f32,
            bbox: [run.bbox.x0 as f32, run.bbox.y0 as f32, run.bbox.x1 as f32, run.bbox.y1 as f32].into(),
            color: run.color,
            layer: run.layer,
            source: text_source::LAYER,
        });
    }
}

enum Fit {
    /// The same glyph at the same position again.
    Copy,
    /// The glyph continues the run.
    Next { space: bool },
    /// The glyph does not belong to the run.
    Other,
}

impl Run {
    fn fit(&self, glyph: &PlacedGlyph, text: &str, color: u32, layer: u32) -> Fit {
        let (at, last) = &self.last;
        if last == text && (glyph.origin - *at).hypot() < self.size * 0.08 {
            return Fit::Copy;
        }
        let same_size = (glyph.size - self.size).abs() <= self.size * 0.02;
        let same_direction = glyph.along.dot(self.along) > 0.999 && glyph.up.dot(self.up) > 0.99;
        if !same_size
            || !same_direction
            || color != self.color
            || layer != self.layer
            || self.text.len() > MAX_RUN_BYTES
        {
            return Fit::Other;
        }
        let step = glyph.origin - self.pen;
        let gap = step.dot(self.along) / self.size;
        let baseline_distance = step.cross(self.along).abs() / self.size;
        if baseline_distance > MAX_BASELINE_DISTANCE || !(-MAX_OVERLAP..=RUN_GAP).contains(&gap) {
            return Fit::Other;
        }
        let spaced = self.text.ends_with(' ') || text.starts_with(' ');
        Fit::Next { space: gap > SPACE_GAP && !spaced }
    }

    fn push(&mut self, glyph: &PlacedGlyph, text: &str, space: bool) {
        if space {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.last = (glyph.origin, text.to_owned());
        let end = glyph.origin + glyph.advance;
        if !text.trim().is_empty() {
            for p in [glyph.origin, end] {
                self.bbox = self.bbox.union_pt(p + glyph.up * (glyph.size * ASCENT));
                self.bbox = self.bbox.union_pt(p - glyph.up * (glyph.size * DESCENT));
            }
        }
        self.pen = end;
    }
}
