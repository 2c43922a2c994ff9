//! `plumbline takeoff FILE`: one drawing taken off here, with the same components and the same calls as a client's.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use http::Method;
use serde_json::json;

use super::desk::{Desk, text, with_desk};
use super::output;
use crate::config::Config;

/// Flags of `takeoff`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The drawing
    file: PathBuf,
    /// electrical, mechanical, plumbing, fire_protection, process, structural or multi_discipline
    #[arg(long)]
    discipline: String,
    /// Pages to take off: `1,3-5`; all when left out
    #[arg(long, value_parser = parse_pages)]
    pages: Option<Pages>,
    /// Scale where the sheet names none, or another: `1:75`, `1/8"=1'-0"`
    #[arg(long)]
    scale: Option<String>,
    /// Export as csv, xlsx or json instead of printing a table
    #[arg(long, value_name = "FORMAT")]
    export: Option<String>,
    /// File to write the export to; by default the drawing's name with the format's ending
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Page numbers as given.
#[derive(Debug, Clone)]
struct Pages(Vec<u32>);

fn parse_pages(text: &str) -> Result<Pages, String> {
    let mut pages = Vec::new();
    for part in text.split(',') {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&page| page > 0);
        let range = match part.split_once('-') {
            Some((from, until)) => number(from).zip(number(until)),
            None => number(part).map(|page| (page, page)),
        };
        match range {
            Some((from, until)) if from <= until && until - from < 2_000 => pages.extend(from..=until),
            _ => return Err(format!("`{part}` is not a valid page range. Use, for example, `1,3-5`.")),
        }
    }
    pages.sort_unstable();
    pages.dedup();
    Ok(Pages(pages))
}

/// Takes the drawing off.
pub(crate) async fn run(config: Config, arguments: Arguments, json: bool) -> Result<()> {
    let bytes = std::fs::read(&arguments.file).with_context(|| format!("cannot read {}", arguments.file.display()))?;
    with_desk(config, async |desk| take_off(desk, &arguments, bytes, json).await).await
}

async fn take_off(desk: &Desk, arguments: &Arguments, bytes: Vec<u8>, json: bool) -> Result<()> {
    let filename = arguments.file.file_name().and_then(|name| name.to_str()).unwrap_or("drawing.pdf");
    let document = desk.upload_drawing(filename, bytes).await?;
    let mut body = json!({"document_id": document, "discipline": arguments.discipline});
    if let Some(Pages(pages)) = &arguments.pages {
        body["pages"] = json!(pages);
    }
    if let Some(scale) = &arguments.scale {
        body["metadata"] = json!({"scale": scale});
    }
    let takeoff = desk.take_off(&body).await?;
    let id = text(&takeoff, "id");
    for warning in takeoff["warnings"].as_array().into_iter().flatten() {
        eprintln!("warning: {}", text(warning, "message"));
    }
    match &arguments.export {
        Some(format) => export(desk, id, format, arguments, json).await,
        None => print(desk, id, json).await,
    }
}

async fn export(desk: &Desk, takeoff: &str, format: &str, arguments: &Arguments, json: bool) -> Result<()> {
    let body = json!({"takeoff_id": takeoff, "format": format, "options": {"include_evidence": true}});
    let export = desk.call(Method::POST, "/exports", Some(&body)).await?;
    let export = desk.until_done(&format!("/exports/{}", text(&export, "id")), "writing", "completed").await?;
    let bytes = desk.download(text(&export["download"], "url")).await?;
    let name = text(&export["download"], "filename");
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or(format);
    let out = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension(ending));
    std::fs::write(&out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    output::show(json, &json!({"file": out, "bytes": bytes.len()}), |_| {
        format!("wrote {} ({} bytes)", out.display(), bytes.len())
    })
}

async fn print(desk: &Desk, takeoff: &str, json: bool) -> Result<()> {
    let items = desk.all(&format!("/takeoffs/{takeoff}/items")).await?;
    let routes = desk.all(&format!("/takeoffs/{takeoff}/routes")).await?;
    if json {
        return output::show(true, &json!({"items": items, "routes": routes}), |_| String::new());
    }
    let mut counts: BTreeMap<[String; 3], f64> = BTreeMap::new();
    for item in &items {
        let row = ["description", "tag", "unit"].map(|field| text(item, field).to_owned());
        *counts.entry(row).or_default() += item["effective_quantity"].as_f64().unwrap_or(0.0);
    }
    for route in &routes {
        let size = text(&route["attributes"], "size");
        let row = [text(route, "system").to_owned(), size.to_owned(), text(route, "unit").to_owned()];
        *counts.entry(row).or_default() += route["quantity"].as_f64().unwrap_or(0.0);
    }
    let counts: Vec<_> = counts.into_iter().collect();
    output::rows(
        false,
        &counts,
        |row| json!(row),
        &["DESCRIPTION", "TAG", "QUANTITY", "UNIT"],
        |([description, tag, unit], quantity)| {
            vec![description.clone(), tag.clone(), format!("{quantity:.2}"), unit.clone()]
        },
    )
}

#[cfg(test)]
mod tests {
    use super::parse_pages;

    #[test]
    fn pages_are_numbers_and_ranges() {
        assert_eq!(parse_pages("3,1-2,2").unwrap().0, [1, 2, 3]);
        for wrong in ["", "0", "2-1", "a", "1-", "1,,2"] {
            assert!(parse_pages(wrong).is_err(), "{wrong}");
        }
    }
}
