//! A page as a gray picture, drawn in bands so that the renderer's own memory stays small.

use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::page::Page;
use kurbo::Affine;
use plumbline_scanned_pages::image::Gray;
use plumbline_scanned_pages::reader::DrawnPage;

/// Pixels per inch at which text of the usual heights (2 to 3 mm) is 12 to 18 pixels high.
const DENSITY: f32 = 150.0;

/// Points per inch.
const POINTS_PER_INCH: f32 = 72.0;

/// Maximum pixels of a page. An E-size sheet has 39 million at 150 per inch. Larger pages are drawn at a lower
/// resolution.
const MAX_PIXELS: f32 = 60e6;

/// Maximum pixels of a band. Each pixel takes four bytes in the renderer, and each band another run of the interpreter.
const MAX_BAND_PIXELS: usize = 12_000_000;

/// The longest side that the renderer supports.
const MAX_SIDE: f32 = 60_000.0;

/// Draws a page. `transform` maps its user space to the sheet. `width` and `height` are those of the sheet, in points.
pub(crate) fn draw<'a>(page: &'a Page<'a>, transform: Affine, width: f32, height: f32) -> DrawnPage {
    let target_scale = DENSITY / POINTS_PER_INCH;
    let max_scale = (MAX_PIXELS / (width * height).max(1.0)).sqrt().min(MAX_SIDE / width.max(height).max(1.0));
    let scale = target_scale.min(max_scale);
    let (columns, total_rows) = (((width * scale) as usize).max(1), ((height * scale) as usize).max(1));
    let mut picture = Gray::blank(columns, total_rows);
    let rows = (MAX_BAND_PIXELS / columns).clamp(1, total_rows);
    let cache = RenderCache::new();
    for top in (0..total_rows).step_by(rows) {
        let count = rows.min(total_rows - top);
        let band = Affine::translate((0.0, -(top as f64))) * Affine::scale(f64::from(scale)) * transform;
        let mut context = RenderContext::new(columns as u16, count as u16);
        let settings = (InterpreterSettings::default(), RenderSettings::default());
        render_into(page, &cache, &settings.0, &settings.1, &mut context, band);
        context.flush();
        let mut pixels = Pixmap::new(columns as u16, count as u16);
        let paper = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
        context.render_with(&mut pixels, &mut Resources::default(), paper);
        let bytes = pixels.data_as_u8_slice();
        for (y, row) in bytes.chunks_exact(4 * columns).enumerate() {
            for (gray, pixel) in picture.row_mut(top + y).iter_mut().zip(row.as_chunks::<4>().0) {
                *gray = luminance(pixel);
            }
        }
    }
    DrawnPage { picture, points: 1.0 / scale }
}

/// Returns the brightness of a color as the eye weighs it (ITU-R BT.601), averaged with its darkest channel. So
/// colored lines such as yellow pipes stay visible.
fn luminance(&[red, green, blue, _]: &[u8; 4]) -> u8 {
    let luma = (77 * u32::from(red) + 150 * u32::from(green) + 29 * u32::from(blue)) >> 8;
    let darkest = u32::from(red.min(green).min(blue));
    ((luma + darkest) / 2) as u8
}
