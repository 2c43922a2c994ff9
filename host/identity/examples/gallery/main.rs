//! Writes every page in each of its states to a folder for inspection: `cargo run -p plumbline-identity --example gallery -- out`.
//! Then serve the folder and open its pages.

mod samples;

use std::path::PathBuf;
use std::{env, fs, io};

use plumbline_identity::pages::{COPY_SCRIPT, STYLE};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("say which folder to write to: gallery <folder>"))?;
    fs::create_dir_all(folder.join("assets"))?;
    fs::write(folder.join("assets/identity.css"), STYLE)?;
    fs::write(folder.join("assets/copy.js"), COPY_SCRIPT)?;
    for page in samples::all() {
        fs::write(folder.join(format!("{}.html", page.name)), page.html)?;
    }
    Ok(())
}
