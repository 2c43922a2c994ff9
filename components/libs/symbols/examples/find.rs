//! Prints the legends of some stored sheets and how often each symbol is found on each: `find SHEET…`.

#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::time::Instant;

use plumbline_sheet::Sheet;
use plumbline_symbols::{Criteria, Field, Ink, Template, legends};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sheets = Vec::new();
    for path in std::env::args().skip(1) {
        sheets.push((path.clone(), Sheet::decode(&std::fs::read(&path)?)?));
    }
    let mut fields = Vec::new();
    let mut rows = Vec::new();
    let mut excluded = Vec::new();
    for (path, sheet) in &sheets {
        let start = Instant::now();
        let ink = Ink::of(sheet);
        let read = start.elapsed();
        for legend in legends(sheet, &ink) {
            println!("{path}: legend at {:?}, {} rows", legend.area, legend.rows.len());
            excluded.push(legend.area);
            rows.extend(legend.rows);
        }
        let all = start.elapsed();
        println!("{path}: {} strokes, {} features, ink {read:?}, with legends {all:?}", ink.strokes.len(), ink.features.len());
        fields.push(Field::new(ink));
    }
    for row in rows {
        let letters: Vec<&str> = row.specimen.letters.iter().map(|l| l.text.as_str()).collect();
        let start = Instant::now();
        let count = |specimen: &plumbline_symbols::Specimen| {
            let template = Template::new(specimen.clone());
            let counts: Vec<String> = fields
                .iter()
                .map(|f| {
                    let scales = f.scales(&template, Criteria::LOOSE, &excluded);
                    let scaled: Vec<String> = scales.iter().take(2).map(|&s| {
                        let t = Template::new(specimen.scaled(s));
                        format!("{}/{}x{s:.3}", f.find(&t, Criteria::EXACT).len(), f.find(&t, Criteria::LOOSE).len())
                    }).collect();
                    format!("{}/{}+{scaled:?}", f.find(&template, Criteria::EXACT).len(), f.find(&template, Criteria::LOOSE).len())
                })
                .collect();
            format!("{}({})", counts.join(" "), template.detail())
        };
        let whole = count(&row.specimen);
        let parts: Vec<String> = row.parts.iter().map(count).collect();
        println!(
            "{:<24} {:?} {} strokes {:?} {letters:?} {:?} {:.70} {:?}",
            whole, parts, row.specimen.ink.strokes.len(), row.specimen.size, start.elapsed(), row.description, row.columns
        );
    }
    Ok(())
}
