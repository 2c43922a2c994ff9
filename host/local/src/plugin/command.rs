//! `plumbline plugin`: creates a plugin from a template, and tests one before it is published.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use clap::{Args, Subcommand};
use plumbline_drawings::bindings::drawing::sheets::Sheet;
use plumbline_drawings::{Trial, read_sheets};
use plumbline_engine::{Description, Slot};
use plumbline_storage::{Environment, Scope};
use plumbline_terminal as output;
use serde_json::{Value, json};

use super::sheet;
use super::templates::{Kind, Language, Template};
use super::trial::{self, Report, advice};
use crate::program::Program;

/// The name of the checks that publishing makes too.
const PUBLISHING: &str = "imports, world and description";

/// Commands for plugins.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a plugin from a template
    New {
        /// The folder to create
        folder: PathBuf,
        /// Type of the plugin
        #[arg(long)]
        kind: Kind,
        /// Language of the plugin
        #[arg(long)]
        language: Language,
        /// Name of the plugin, and the format in `POST /exports` for an exporter; defaults to the folder's name
        #[arg(long)]
        name: Option<String>,
    },
    /// Check a component as publishing does, and run it on samples; does not need a server
    Test(Arguments),
}

/// Arguments of `test`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The component, a `.wasm` file
    file: PathBuf,
    /// Slot to bind it to; defaults to the slot in its description
    #[arg(long)]
    slot: Option<Slot>,
    /// Write an exporter's output for 2,000 items to this file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Run an extractor on this drawing instead of the built-in sheet
    #[arg(long, value_name = "FILE")]
    drawing: Option<PathBuf>,
}

/// Runs `plumbline plugin`.
///
/// # Errors
/// Returns an error if the command cannot be run, or if a check of the plugin fails.
pub async fn run(program: &impl Program, command: Command, as_program: bool) -> Result<()> {
    match command {
        Command::New { folder, kind, language, name } => begin(&folder, kind, language, name, as_program),
        Command::Test(arguments) => test(program, arguments, as_program).await,
    }
}

fn begin(folder: &Path, kind: Kind, language: Language, name: Option<String>, as_program: bool) -> Result<()> {
    let template = Template::of(kind, language)?;
    let name = match name {
        Some(name) => name,
        None => {
            folder.file_name().and_then(|name| name.to_str()).context("missing name. Set one with --name")?.to_owned()
        }
    };
    template.copy(&name, folder)?;
    let next = template.next(&name);
    output::show(as_program, &json!({"folder": folder, "name": name, "next": next}), |_| {
        format!("Created {}. Next:\n\n    cd {}\n    {}", folder.display(), folder.display(), next.join("\n    "))
    })
}

/// Runs `plumbline plugin test`.
async fn test(program: &impl Program, arguments: Arguments, as_program: bool) -> Result<()> {
    let Arguments { file, slot, out, drawing } = arguments;
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let sheets = match drawing {
        Some(drawing) => sheets_of(program, &drawing).await?,
        None => vec![sheet::plan()],
    };
    // The component is compiled into the temporary directory, because its next build is a different component.
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    let engine = program.engine(scratch.path()).await?;

    let (size, started) = (bytes.len(), Instant::now());
    let mut report = Report::default();
    let mut tested = Value::Null;
    match Trial::of(&engine, slot.as_ref(), bytes).await {
        Err(refusal) => report.add(PUBLISHING, Err(format!("{refusal}{}", advice(&refusal)))),
        Ok(trial) => {
            let Description { id, version, name, slot, .. } = trial.description();
            let compiled = started.elapsed().as_secs_f64();
            let size = size / 1000;
            let summary = format!("{id} {version} ({name}) for {slot}, {size} kB, compiled in {compiled:.1} s");
            report.add(PUBLISHING, Ok(summary));
            tested = serde_json::to_value(trial.description())?;
            let written = trial::run(&trial, &sheets, &mut report).await;
            if let Some((out, written)) = out.zip(written) {
                std::fs::write(&out, written).with_context(|| format!("cannot write {}", out.display()))?;
                report.add("written", Ok(out.display().to_string()));
            }
        }
    }
    if as_program {
        output::show(true, &json!({"component": tested, "checks": report.as_json()}), |_| String::new())?;
    } else {
        report.lines().for_each(output::line);
    }
    report.verdict()
}

/// Returns the sheets of a drawing, read by the components that ship with the program.
async fn sheets_of(program: &impl Program, drawing: &Path) -> Result<Vec<Sheet>> {
    let bytes = std::fs::read(drawing).with_context(|| format!("cannot read {}", drawing.display()))?;
    let extension = drawing.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let media_type = match extension.to_ascii_lowercase().as_str() {
        "pdf" => "application/pdf",
        "dwg" => "image/vnd.dwg",
        "dxf" => "application/dxf",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        _ => bail!("cannot read {}. Use a PDF, DWG, DXF, PNG or JPG file", drawing.display()),
    };
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    let (engine, storage) = program.engine_with_components(scratch.path()).await?;
    let tenant = storage.control.create_tenant("on trial").await?;
    read_sheets(&engine, &Scope::new(tenant.id, Environment::Sandbox), Bytes::from(bytes), media_type).await
}
