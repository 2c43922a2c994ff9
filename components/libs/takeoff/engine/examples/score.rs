//! Runs the extractor natively over stored sheets and writes the results in the contract's format, one file per case:
//! `score SHEETS TRUTH OUT`. SHEETS contains `<file stem>-<page>.sheet`, and TRUTH lists cases.

#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use plumbline_sheet::Sheet;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, Findings, Geometry, Shape, UnitSystem};
use plumbline_takeoff::{Options, extract, survey};
use serde_json::{Map, Value, json};

fn attributes(list: &[(String, Attribute)]) -> Value {
    let value = |a: &Attribute| match a {
        Attribute::Text(text) => json!(text),
        Attribute::Number(number) => json!(number),
        Attribute::Flag(flag) => json!(flag),
    };
    Value::Object(list.iter().map(|(k, a)| (k.clone(), value(a))).collect::<Map<_, _>>())
}

fn word(value: &impl std::fmt::Debug) -> String {
    // `Trade::FireProtection` becomes `fire_protection`.
    let text = format!("{value:?}");
    let name = text.rsplit("::").next().unwrap_or_default();
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Returns the points of a route, with x and y as shares of the page.
fn course(geometry: &Geometry) -> Value {
    match &geometry.shape {
        Shape::Polyline(points) => json!(points.chunks_exact(2).collect::<Vec<_>>()),
        _ => Value::Null,
    }
}

fn contract(findings: &[Findings]) -> Value {
    let items: Vec<Value> = findings
        .iter()
        .flat_map(|f| &f.items)
        .map(|i| {
            json!({
                "key": i.key, "group_id": i.group, "description": i.description, "trade": word(&i.trade),
                "category": i.category, "item_type": i.item_type, "measure_type": word(&i.measure),
                "extracted_quantity": i.quantity, "effective_quantity": i.quantity, "unit": i.unit, "tag": i.tag,
                "attributes": attributes(&i.attributes), "page_number": i.page_number,
                "confidence": word(&i.confidence),
                "evidence": i.evidence.iter().map(|e| json!({"page_number": e.page_number, "bbox": e.bbox})).collect::<Vec<_>>(),
            })
        })
        .collect();
    let routes: Vec<Value> = findings
        .iter()
        .flat_map(|f| &f.routes)
        .map(|r| {
            json!({
                "system": word(&r.system), "quantity": r.quantity, "unit": r.unit, "page_number": r.page_number,
                "attributes": attributes(&r.attributes), "confidence": word(&r.confidence), "segments": r.segments,
                "from": r.starts_at.as_ref().map(|e| json!({"type": word(&e.kind), "tag": e.tag, "item": e.item_key})),
                "course": r.geometry.as_ref().map(course),
                "to": r.ends_at.as_ref().map(|e| json!({"type": word(&e.kind), "tag": e.tag, "item": e.item_key})),
            })
        })
        .collect();
    let schedules: Vec<Value> = findings
        .iter()
        .flat_map(|f| &f.schedules)
        .map(|s| {
            let rows: Vec<Value> = s
                .rows
                .iter()
                .map(|r| json!({"tag": r.tag, "description": r.description, "attributes": attributes(&r.attributes)}))
                .collect();
            json!({"kind": word(&s.kind), "title": s.title, "page_number": s.page_number, "columns": s.columns, "rows": rows})
        })
        .collect();
    let warnings: Vec<Value> = findings
        .iter()
        .flat_map(|f| &f.warnings)
        .map(|w| json!({"code": word(&w.code), "message": w.message, "pages": w.pages}))
        .collect();
    json!({"items": items, "routes": routes, "schedules": schedules, "warnings": warnings})
}

fn sheets(folder: &Path, stem: &str) -> Result<Vec<Sheet>, Box<dyn std::error::Error>> {
    let mut out = Vec::new();
    for number in 1.. {
        let path: PathBuf = folder.join(format!("{stem}-{number}.sheet"));
        if !path.exists() {
            break;
        }
        out.push(Sheet::decode(&fs::read(path)?)?);
    }
    Ok(out)
}

fn discipline(name: &str) -> Discipline {
    match name {
        "mechanical" => Discipline::Mechanical,
        "plumbing" => Discipline::Plumbing,
        "fire_protection" => Discipline::FireProtection,
        "process" => Discipline::Process,
        "structural" => Discipline::Structural,
        "electrical" => Discipline::Electrical,
        _ => Discipline::MultiDiscipline,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, truth, out] = arguments.as_slice() else {
        return Err("usage: score SHEETS TRUTH OUT".into());
    };
    fs::create_dir_all(out)?;
    let truth: Value = serde_json::from_slice(&fs::read(truth)?)?;
    for case in truth["cases"].as_array().into_iter().flatten() {
        let (id, file) = (case["id"].as_str().unwrap_or_default(), case["file"].as_str().unwrap_or_default());
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let pages = sheets(Path::new(folder), &stem)?;
        if pages.is_empty() {
            continue;
        }
        let discipline = discipline(case["discipline"].as_str().unwrap_or_default());
        let start = Instant::now();
        let surveys: Vec<Vec<u8>> = pages.iter().map(survey).collect();
        let surveyed = start.elapsed();
        let wanted: Option<Vec<u64>> =
            case["pages"].as_array().map(|list| list.iter().filter_map(Value::as_u64).collect());
        let options = Options {
            include_schedules: true,
            units: UnitSystem::AsDrawn,
            depth: Depth::Standard,
            declared_scale: case["metadata"]["scale"].as_str().map(str::to_owned),
        };
        let findings: Vec<Findings> = pages
            .iter()
            .filter(|p| wanted.as_ref().is_none_or(|w| w.contains(&u64::from(p.page_number))))
            .map(|p| extract(discipline, p, &surveys, &options))
            .collect();
        let count = |f: fn(&Findings) -> usize| findings.iter().map(f).sum::<usize>();
        println!(
            "{id}: {} items, {} routes, {} schedules; survey {surveyed:?}, all {:?}",
            count(|f| f.items.len()),
            count(|f| f.routes.len()),
            count(|f| f.schedules.len()),
            start.elapsed()
        );
        for warning in findings.iter().flat_map(|f| &f.warnings) {
            println!("  {}: {}", word(&warning.code), warning.message);
        }
        fs::write(Path::new(out).join(format!("{id}.json")), serde_json::to_vec_pretty(&contract(&findings))?)?;
    }
    Ok(())
}
