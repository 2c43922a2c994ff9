//! Prints the repeated shapes of stored sheets, with their appearance and their surroundings:
//! `cargo run --release -p plumbline-takeoff --example repeats -- SHEET …`. Each shape is a line of JSON.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use plumbline_sheet::Sheet;
use plumbline_symbols::{Field, Ink, TextSpots, all_repeats, surroundings};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let sheet = Sheet::decode(&std::fs::read(&path)?)?;
        let field = Field::new(Ink::of(&sheet));
        let texts = TextSpots::of(&sheet);
        for (n, repeat) in all_repeats(&field, |_| true).iter().enumerate() {
            let (appearance, around) = (&repeat.appearance, surroundings(repeat, &sheet, &field, &texts));
            let line = json!({
                "sheet": path, "shape": n, "count": repeat.places.len(), "size": [appearance.size.long, appearance.size.short], "ink": appearance.ink_length,
                "detail": appearance.detail, "color": format!("{:06x}", appearance.color), "filled": appearance.filled,
                "circle": appearance.has_circle, "glyph": appearance.glyph_like, "door": appearance.door_like,
                "regular": appearance.regular, "adjoining": appearance.adjoining, "arrow": around.arrow_like,
                "bubble": around.bubble_like, "lines": around.lines, "lettered": around.lettered,
                "letters": around.letters, "layers": around.layers, "block": around.block, "places": repeat.places,
            });
            println!("{line}");
        }
    }
    Ok(())
}
