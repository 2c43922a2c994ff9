//! Takes off a drawing and prints the totals: `cargo run -p plumbline-client --example takeoff -- E-101.pdf`.
//!
//! `PLUMBLINE_URL` is the address of the server (by default `http://127.0.0.1:8080`), `PLUMBLINE_KEY` an API key.
#![allow(clippy::print_stdout, reason = "a program for the command line")]

use std::error::Error;

use plumbline_client::Client;
use plumbline_client::types::{Discipline, ExportCreate, ExportFormat, ProjectCreate, TakeoffCreate};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("Usage: takeoff DRAWING")?;
    let url = std::env::var("PLUMBLINE_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".to_owned());
    let key = std::env::var("PLUMBLINE_KEY").map_err(|_| "Set PLUMBLINE_KEY to an API key.")?;
    let client = Client::new(&url, &key);

    let project = client.create_project(&ProjectCreate::new("Example")).await?;
    let document = client.upload(&project.id, &path).await?;
    println!("{}: {} page(s)", document.filename, document.page_count.unwrap_or_default());

    let takeoff = client.create_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical)).await?;
    let takeoff = client.wait_with(&takeoff, |takeoff| println!("{} %", takeoff.progress.percent)).await?;
    for warning in &takeoff.warnings {
        println!("Warning: {}", warning.message);
    }

    for total in client.get_takeoff_summary(&takeoff.id).await?.totals {
        println!("{:>10} {:<4} {} {}", total.quantity, total.unit, total.trade, total.category);
    }

    let export = client.create_export(&ExportCreate::new(&takeoff.id, ExportFormat::Xlsx)).await?;
    let export = client.wait(&export).await?;
    client.download_to(&export, "takeoff.xlsx").await?;
    println!("Wrote takeoff.xlsx");
    Ok(())
}
