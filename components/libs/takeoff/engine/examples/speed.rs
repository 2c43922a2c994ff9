//! Times the takeoff of stored sheets as a component does it, with the survey's reading kept for the extraction:
//! `speed SHEET...` prints milliseconds for each step.

#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::fs;
use std::time::Instant;

use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Depth, Discipline, UnitSystem};
use plumbline_takeoff::{Options, extract_cached, survey_and_cache};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options =
        Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    for file in std::env::args().skip(1) {
        let sheet = Sheet::decode(&fs::read(&file)?)?;
        let begun = Instant::now();
        let survey = survey_and_cache(&sheet);
        let surveyed = begun.elapsed();
        let findings = extract_cached(Discipline::Electrical, &sheet, &[survey], &options);
        let (paths, items) = (sheet.path_verbs.len(), findings.items.len());
        println!("{file}: {paths} paths, {items} items; survey {surveyed:.2?}, all {:.2?}", begun.elapsed());
    }
    Ok(())
}
