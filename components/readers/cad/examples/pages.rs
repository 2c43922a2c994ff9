//! Summarizes the pages of drawings: `cargo run --release -p plumbline-reader-cad --example pages -- FILE …`.
//! With `SHEETS=FOLDER` in the environment, also writes each page there as `<file stem>-<page>.sheet`.

use std::collections::BTreeMap;
use std::time::Instant;

use plumbline_reader_cad::Document;

#[allow(clippy::print_stdout, reason = "it is what the example is for")]
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let started = Instant::now();
        let document = match Document::open(bytes) {
            Ok(document) => document,
            Err(failure) => {
                println!("{path}: {:?}: {failure}", failure.code);
                continue;
            }
        };
        println!("{path}: {} pages, opened in {:?}", document.page_count(), started.elapsed());
        for number in 1..=document.page_count() {
            let started = Instant::now();
            let sheet = match document.sheet(number) {
                Ok(sheet) => sheet,
                Err(failure) => {
                    println!("  {number}: {failure}");
                    continue;
                }
            };
            if let Some(folder) = std::env::var_os("SHEETS") {
                let stem = std::path::Path::new(&path).file_stem().unwrap_or_default().to_string_lossy();
                let file = std::path::Path::new(&folder).join(format!("{stem}-{number}.sheet"));
                if let Err(error) = std::fs::write(&file, sheet.encode()) {
                    println!("  {}: {error}", file.display());
                }
            }
            println!(
                "  {number}: {:?} {:?} {:.0} x {:.0} pt, {} paths, {} texts, {} layers, {} inserts, in {:?}",
                sheet.number,
                sheet.title,
                sheet.width,
                sheet.height,
                sheet.path_verbs.len(),
                sheet.text_lengths.len(),
                sheet.layers.len(),
                sheet.blocks.len(),
                started.elapsed()
            );
            for scale in &sheet.scales {
                println!("     scale 1:{} {:?} {:?} {:?}", scale.ratio, scale.source, scale.text, scale.area);
            }
            let mut blocks: BTreeMap<&str, usize> = BTreeMap::new();
            for name in &sheet.blocks {
                *blocks.entry(name).or_default() += 1;
            }
            for (name, count) in blocks.iter().take(40) {
                println!("     {count} x {name}");
            }
            for note in &sheet.notes {
                println!("     {note}");
            }
        }
    }
}
