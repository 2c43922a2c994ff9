//! `plumbline takeoff FILE`: takes off one drawing locally, with the same components and calls as a client.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args};
use http::Method;
use plumbline_contract::{Discipline, ExportFormat};
use plumbline_report::Screen;
use plumbline_terminal as output;
use serde_json::{Value, json};

use crate::in_process::{InProcessClient, text, with_client};
use crate::program::{Program, Server};

/// The format of the drawing with marked items.
const MARKED: &str = "pdf";

/// Arguments of `takeoff`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").args(["export", "open"]).multiple(true))]
pub struct Arguments {
    /// The drawing
    file: PathBuf,
    /// Discipline to take off
    #[arg(long, value_parser = PossibleValuesParser::new(Discipline::NAMES))]
    discipline: String,
    /// Pages to take off: `1,3-5`; defaults to all
    #[arg(long, value_parser = parse_pages)]
    pages: Option<Pages>,
    /// Scale for sheets that do not state one, or to override theirs: `1:75`, `1/8"=1'-0"`
    #[arg(long)]
    scale: Option<String>,
    #[arg(long, value_name = "FORMAT", help = export_help())]
    export: Option<String>,
    /// File to write the export to; defaults to the drawing's name with the format's extension
    #[arg(short, long, value_name = "FILE", requires = "written")]
    out: Option<PathBuf>,
    /// Write the drawing with every counted item marked and numbered, and open it; with `--export`, open the export
    #[arg(long)]
    open: bool,
}

fn export_help() -> String {
    format!("Write an export instead of the report: {}, or a partner's format", ExportFormat::NAMES.join(", "))
}

/// The page numbers given.
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
///
/// # Errors
/// Returns an error that says what failed: reading the file, the takeoff, or writing the export.
pub async fn run(program: &impl Program, arguments: Arguments, json: bool) -> Result<()> {
    let bytes = std::fs::read(&arguments.file).with_context(|| format!("cannot read {}", arguments.file.display()))?;
    with_client(program, async |client| take_off(client, &arguments, bytes, json).await).await
}

async fn take_off(
    client: &InProcessClient<impl Server>,
    arguments: &Arguments,
    bytes: Vec<u8>,
    json: bool,
) -> Result<()> {
    let filename = arguments.file.file_name().and_then(|name| name.to_str()).unwrap_or("drawing.pdf");
    let document = client.upload_drawing(filename, bytes).await?;
    let mut body = json!({"document_id": document, "discipline": arguments.discipline});
    if let Some(Pages(pages)) = &arguments.pages {
        body["pages"] = json!(pages);
    }
    if let Some(scale) = &arguments.scale {
        body["metadata"] = json!({"scale": scale});
    }
    let takeoff = client.take_off(&body).await?;
    let format = arguments.export.as_deref().or(arguments.open.then_some(MARKED));
    match format {
        Some(format) => {
            let warnings = plumbline_report::warnings(&takeoff, Screen::of_stderr())?;
            if !warnings.is_empty() {
                eprintln!("{warnings}");
            }
            let out = export(client, &takeoff, format, arguments, json).await?;
            if arguments.open {
                open::that_detached(&out).with_context(|| format!("wrote {} but cannot open it", out.display()))?;
            }
            Ok(())
        }
        None => print(client, takeoff, json).await,
    }
}

async fn export(
    client: &InProcessClient<impl Server>,
    takeoff: &Value,
    format: &str,
    arguments: &Arguments,
    json: bool,
) -> Result<PathBuf> {
    let body = json!({"takeoff_id": takeoff["id"], "format": format, "options": {"include_evidence": true}});
    let export = client.call(Method::POST, "/exports", Some(&body)).await?;
    let export = client.until_done(&format!("/exports/{}", text(&export, "id")), "export", "completed").await?;
    let bytes = client.download(text(&export["download"], "url")).await?;
    let name = text(&export["download"], "filename");
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or(format);
    let out = arguments.out.clone().unwrap_or_else(|| beside(&arguments.file, ending));
    ensure!(out != arguments.file, "{} is the drawing. Choose another file with --out", out.display());
    std::fs::write(&out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    output::show(json, &json!({"takeoff": takeoff, "file": out, "bytes": bytes.len()}), |_| {
        format!("Wrote {} ({} bytes)", out.display(), bytes.len())
    })?;
    Ok(out)
}

/// Returns the drawing's name with another extension, or `E-101 takeoff.pdf` if that would be the drawing itself.
fn beside(drawing: &Path, ending: &str) -> PathBuf {
    let same = drawing.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let stem = drawing.file_stem().and_then(|stem| stem.to_str()).filter(|_| same);
    match stem {
        Some(stem) => drawing.with_file_name(format!("{stem} takeoff.{ending}")),
        None => drawing.with_extension(ending),
    }
}

async fn print(client: &InProcessClient<impl Server>, takeoff: Value, json: bool) -> Result<()> {
    let path = format!("/takeoffs/{}", text(&takeoff, "id"));
    let results = json!({
        "summary": client.call(Method::GET, &format!("{path}/summary"), None).await?,
        "items": client.all(&format!("{path}/items")).await?,
        "routes": client.all(&format!("{path}/routes")).await?,
        "schedules": client.call(Method::GET, &format!("{path}/schedules"), None).await?["data"],
        "takeoff": takeoff,
    });
    let report = plumbline_report::report(&results, Screen::of_stdout())?;
    output::show(json, &results, |_| report)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::Args as _;
    use plumbline_contract::ExportFormat;

    use super::{Arguments, beside, parse_pages};

    #[test]
    fn the_help_names_every_export_format() {
        let help = Arguments::augment_args(clap::Command::new("takeoff")).render_help().to_string();
        let words: Vec<&str> = help.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
        for format in ExportFormat::NAMES {
            assert!(words.contains(format), "{format} is not in\n{help}");
        }
    }

    #[test]
    fn a_drawing_is_not_written_over() {
        for (drawing, ending, file) in [
            ("a/E-101.pdf", "xlsx", "a/E-101.xlsx"),
            ("a/E-101.pdf", "pdf", "a/E-101 takeoff.pdf"),
            ("E-101.PDF", "pdf", "E-101 takeoff.pdf"),
            ("E-101", "csv", "E-101.csv"),
        ] {
            assert_eq!(beside(Path::new(drawing), ending), Path::new(file));
        }
    }

    #[test]
    fn pages_are_numbers_and_ranges() {
        assert_eq!(parse_pages("3,1-2,2").unwrap().0, [1, 2, 3]);
        for wrong in ["", "0", "2-1", "a", "1-", "1,,2"] {
            assert!(parse_pages(wrong).is_err(), "{wrong}");
        }
    }
}
