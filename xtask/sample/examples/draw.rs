//! Writes a sample sheet: `cargo run --release -p plumbline-sample --example draw -- OUT.pdf [SEED] [ROTATION]`.

use plumbline_sample::{Drawing, Options};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "sample.pdf".to_owned());
    if path.starts_with('-') {
        return Err(std::io::Error::other("usage: draw OUT.pdf [SEED] [ROTATION]"));
    }
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let rotation = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let drawing = Drawing::e101(seed, &Options { rotation, ..Options::default() });
    std::fs::write(&path, drawing.pdf)
}
