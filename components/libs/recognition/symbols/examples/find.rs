//! Prints the legends of some stored sheets of one document, and how often each symbol occurs on each: `find SHEET…`.

#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::time::Instant;

use plumbline_sheet::Sheet;
use plumbline_symbols::{Field, Ink, Symbol, TextSpots, Tier, legends, recognize};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut pages = Vec::new();
    let mut rows = Vec::new();
    for path in std::env::args().skip(1) {
        let sheet = Sheet::decode(&std::fs::read(&path)?)?;
        let start = Instant::now();
        let ink = Ink::of(&sheet);
        let read = start.elapsed();
        let found = legends(&sheet, &ink);
        let all = start.elapsed();
        println!(
            "{path}: {} strokes, {} features, ink {read:?}, with legends {all:?}",
            ink.strokes.len(),
            ink.features.len()
        );
        let areas: Vec<_> = found.iter().map(|l| l.area).collect();
        println!("legends at {areas:?}");
        rows.extend(found.into_iter().flat_map(|l| l.rows));
        pages.push((TextSpots::of(&sheet), Field::new(ink), areas));
    }
    let symbols: Vec<Symbol> =
        rows.iter().map(|r| Symbol { whole: r.specimen.clone(), parts: r.parts.clone(), shares_node: false }).collect();
    let mut counts = vec![Vec::new(); rows.len()];
    for (texts, field, areas) in &pages {
        let start = Instant::now();
        let found = recognize(field, &symbols, texts, areas);
        println!("{} instances in {:?}", found.len(), start.elapsed());
        for (i, counts) in counts.iter_mut().enumerate() {
            let of = |tier| found.iter().filter(|f| f.symbol == i && f.tier == tier).count();
            let ambiguous = found.iter().filter(|f| f.symbol == i && f.rival.is_some()).count();
            let mut scales: Vec<String> =
                found.iter().filter(|f| f.symbol == i).map(|f| format!("{:.3}", f.scale)).collect();
            scales.sort();
            scales.dedup();
            counts.push(format!(
                "{}/{}/{} ?{ambiguous} {}",
                of(Tier::Exact),
                of(Tier::Loose),
                of(Tier::Shape),
                scales.join(" ")
            ));
        }
    }
    for (row, counts) in rows.iter().zip(counts) {
        let letters: Vec<&str> = row.specimen.letters.iter().map(|l| l.text.as_str()).collect();
        println!("{:<40} {letters:?} {:.60} {:?}", counts.join(" | "), row.description, row.columns);
    }
    Ok(())
}
