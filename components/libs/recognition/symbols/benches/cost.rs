//! Cost as a function of the size of a sheet, from a thousand to one and a half million segments:
//! `cargo bench -p plumbline-symbols --bench cost`.

#![allow(clippy::print_stdout, reason = "a measurement that prints")]

#[allow(dead_code, reason = "shared with the tests")]
#[path = "../tests/synthetic/mod.rs"]
mod synthetic;

use std::time::Instant;

use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Field, Ink, Symbol, TextSpots, all_repeats, recognize};
use synthetic::families::Glyph;
use synthetic::plan::{legend, specimen};
use synthetic::plot::{PlotStyle, plot};
use synthetic::random::Random;

/// Draws a sheet of about `segments` segments: a background of short lines, and one symbol for every hundred of them,
/// at most two thousand.
fn sheet(segments: usize, symbols: &[Glyph], r: &mut Random) -> Sheet {
    let side = ((segments as f64).sqrt() * 4.0).clamp(400.0, 3400.0);
    let mut drawing = Drawing::new(side as f32, side as f32);
    for _ in 0..segments {
        let (x, y) = (r.between(0.0, side), r.between(0.0, side));
        let length = r.one_of(&[1.0, 2.0, 4.0, 8.0, 30.0]);
        let (s, c) = (r.below(4) as f64 * std::f64::consts::FRAC_PI_2 + r.between(-0.02, 0.02)).sin_cos();
        drawing.line([x as f32, y as f32], [(x + length * c) as f32, (y + length * s) as f32]);
    }
    for _ in 0..(segments / 100).min(2000) {
        let at = (r.between(20.0, side - 20.0), r.between(20.0, side - 20.0));
        let symbol = r.below(symbols.len());
        let style = PlotStyle::any(at, r);
        plot(&mut drawing, &symbols[symbol], &style, r);
    }
    drawing.sheet()
}

fn main() {
    println!("segments | ink ms | field ms | recognise ms | repeats ms | ink µs per segment");
    let mut r = Random::new(7);
    let glyphs = legend(&mut r, 8);
    let symbols: Vec<Symbol> =
        glyphs.iter().map(|g| Symbol { whole: specimen(g), parts: Vec::new(), shares_node: false }).collect();
    for segments in [1_000, 10_000, 100_000, 500_000, 1_500_000] {
        let sheet = sheet(segments, &glyphs, &mut r);
        let mut times = Vec::new();
        let mut lap = Instant::now();
        let mut done = || {
            times.push(lap.elapsed().as_secs_f64() * 1000.0);
            lap = Instant::now();
        };
        let ink = Ink::of(&sheet);
        done();
        let field = Field::new(ink);
        done();
        let found = recognize(&field, &symbols, &TextSpots::of(&sheet), &[]);
        done();
        let repeated = all_repeats(&field, |_| true);
        done();
        println!(
            "{segments:>8} | {:>6.0} | {:>6.0} | {:>6.0} | {:>6.0} | {:.2} ({} found, {} repeats)",
            times[0],
            times[1],
            times[2],
            times[3],
            times[0] * 1000.0 / segments as f64,
            found.len(),
            repeated.len()
        );
    }
}
