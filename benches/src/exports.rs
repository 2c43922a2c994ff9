//! Exports of 10,000 and 100,000 items through each exporter: seconds, the instance's memory, and the ratio between the two
//! sizes. The peer is the csv exporter as a native function in the same run.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use plumbline_drawings::{Trial, TrialRows};
use plumbline_engine::{Class, Engine, EngineSettings, Slot};
use plumbline_storage::{Storage, StorageConfig};
use plumbline_tests::components;

use crate::export_rows::{LINES, for_component, for_native};
use crate::median;

/// The items of a takeoff of a few sheets, and of the largest takeoff allowed.
const FEW: u32 = 10_000;
const MANY: u32 = 100_000;
/// Exports of each kind. The median counts.
const ROUNDS: usize = 3;
/// Formats that mark a document. These rows have none, and what they cost depends on the document.
const MARKING: [&str; 2] = ["pdf", "png"];
const MIB: f64 = (1 << 20) as f64;

/// The resources that one export used.
struct ResourceUsage {
    seconds: f64,
    memory: f64,
    file: f64,
}

pub(crate) async fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let storage = Storage::open(&StorageConfig::new(folder.path())).await?;
    let settings = EngineSettings { cache_dir: components()?, ..EngineSettings::default() };
    let engine = Engine::start(storage, settings, plumbline_drawings::capabilities()).await?;
    println!("exports: {FEW} and {MANY} items of {LINES} lines, median of {ROUNDS}");
    let (few, many) = (for_component(FEW), for_component(MANY));
    let (native, expected) = native_csv()?;
    println!("  csv, native              {native:7.2} s");
    for format in formats()? {
        let slot = Slot::new(Class::Exporter, format.clone());
        let bytes = std::fs::read(components()?.join(format!("exporter-{format}.wasm")))?;
        let trial = Trial::of(&engine, Some(&slot), bytes).await?;
        let (small, _) = export(&trial, &few).await?;
        let (large, file) = export(&trial, &many).await?;
        ensure!(format != "csv" || file == expected, "the component's csv is not the native one's");
        println!(
            "  {format:16} {:7.2} s {:7.2} s, {:5.2} × native csv; memory {:6.2} MiB {:6.2} MiB, ratio {:.2}; file {:.1} MB",
            small.seconds,
            large.seconds,
            large.seconds / native,
            small.memory,
            large.memory,
            large.memory / small.memory,
            large.file,
        );
    }
    Ok(())
}

/// Returns the formats of the built exporters that need only rows.
fn formats() -> Result<Vec<String>> {
    let mut formats = Vec::new();
    for entry in components()?.read_dir()? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(format) = name.strip_prefix("exporter-").and_then(|name| name.strip_suffix(".wasm"))
            && !MARKING.contains(&format)
        {
            formats.push(format.to_owned());
        }
    }
    formats.sort();
    Ok(formats)
}

async fn export(trial: &Trial, rows: &TrialRows) -> Result<(ResourceUsage, bytes::Bytes)> {
    let (mut seconds, mut last) = (Vec::new(), None);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        last = Some(trial.measured_export(rows).await?);
        seconds.push(start.elapsed().as_secs_f64());
    }
    let (file, memory) = last.context("no round")?;
    Ok((ResourceUsage { seconds: median(seconds), memory: memory as f64 / MIB, file: file.len() as f64 / 1e6 }, file))
}

/// Returns the native exporter's time for the large takeoff in seconds, and its file.
fn native_csv() -> Result<(f64, Vec<u8>)> {
    let (mut seconds, mut file) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let written = plumbline_exporter_csv::write(&for_native(MANY), Vec::new());
        file = written.map_err(|words| anyhow::anyhow!("the native csv: {words}"))?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    Ok((median(seconds), file))
}
