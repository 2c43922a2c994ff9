//! Draws the first page of a PDF with its marks: `picture IN.pdf OUT.png SIDE`, with the longer side in pixels.

use plumbline_pdf::pictures::{WHOLE, page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, side] = &arguments[..] else {
        return Err("usage: picture IN.pdf OUT.png SIDE".into());
    };
    let picture = page(&std::fs::read(input)?, 1, WHOLE, side.parse()?)?;
    std::fs::write(output, picture.png)?;
    Ok(())
}
