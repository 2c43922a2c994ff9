//! `cargo xtask sample`: the drawn sheet and its content.

use crate::workspace;
use anyhow::Result;
use clap::Args;
use plumbline_sample::{Drawing, Options, Scale};
use std::path::PathBuf;

/// Arguments of `sample`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// PDF to write; its truth is written beside it as .json
    #[arg(short, long, default_value = "out/E-101.pdf", value_name = "FILE")]
    output: PathBuf,
    /// Seed of rooms, devices, circuits and loads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Value of /Rotate of the page: 0, 90, 180 or 270
    #[arg(long, default_value_t = 0)]
    rotation: u16,
    /// Draw A1 at 1:100 in meters instead of ARCH D at 1/8" = 1'-0" in feet
    #[arg(long)]
    metric: bool,
    /// Put legend and schedules on a sheet E-001 before the plan
    #[arg(long)]
    legend_sheet: bool,
}

/// Draws and writes the sheet.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let options = Options {
        scale: if arguments.metric { Scale::OneToHundred } else { Scale::Eighth },
        rotation: arguments.rotation,
        legend_sheet: arguments.legend_sheet,
        ..Options::default()
    };
    let drawing = Drawing::e101(arguments.seed, &options);
    workspace::write(&arguments.output, &drawing.pdf)?;
    let truth = arguments.output.with_extension("json");
    workspace::write(&truth, &serde_json::to_vec_pretty(&drawing.truth)?)?;
    println!("wrote {} ({} kB)", arguments.output.display(), drawing.pdf.len() / 1000);
    println!(
        "wrote {} ({} items, {} routes, {} schedules)",
        truth.display(),
        drawing.truth.items.len(),
        drawing.truth.routes.len(),
        drawing.truth.schedules.len()
    );
    Ok(())
}
