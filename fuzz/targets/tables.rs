//! Draws a sheet of lines and texts from arbitrary bytes and looks for tables and schedules on it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet_parts::tables::{schedules_in, tables};

const WORDS: [&str; 16] = [
    "TAG",
    "QTY",
    "DESCRIPTION",
    "PANEL LP-1",
    "EF-1",
    "1,200",
    "3/4\"",
    "ø12",
    "@200",
    "LUMINAIRE SCHEDULE",
    "12.5 kg",
    "-",
    "",
    "BAR MARK",
    "m²",
    "NOTES",
];

fuzz_target!(|bytes: &[u8]| {
    let mut drawing = Drawing::new(400.0, 400.0);
    for step in bytes.chunks_exact(5).take(400) {
        let [kind, a, b, c, d] = *step else { continue };
        let [x, y, u, v] = [a, b, c, d].map(|coordinate| f32::from(coordinate) * 1.5);
        match kind % 4 {
            0 => drawing.line([x, y], [u, y]),
            1 => drawing.line([x, y], [x, v]),
            2 => drawing.rect([x.min(u), y.min(v), x.max(u), y.max(v)]),
            _ => drawing.text(WORDS[usize::from(kind / 4) % WORDS.len()], [x, y], 2.0 + u / 40.0),
        };
    }
    let sheet = drawing.sheet();
    let found = tables(&sheet);
    let _ = schedules_in(&sheet, &found);
});
