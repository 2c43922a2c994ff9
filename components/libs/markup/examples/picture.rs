//! Draws the first page of a PDF with its marks: `picture IN.pdf OUT.png WIDTH`, the width in pixels.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, width] = &arguments[..] else {
        return Err("usage: picture IN.pdf OUT.png WIDTH".into());
    };
    let pdf = Pdf::new(std::fs::read(input)?).map_err(|error| format!("{input}: {error:?}"))?;
    let page = pdf.pages().first().ok_or("the PDF has no pages")?;
    let scale = width.parse::<f32>()? / page.render_dimensions().0;
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE, ..PixmapSettings::default() };
    let settings = InterpreterSettings::default();
    let picture = render(page, &RenderCache::new(), &settings, &RenderSettings::default(), &size);
    std::fs::write(output, picture.into_png()?)?;
    Ok(())
}
