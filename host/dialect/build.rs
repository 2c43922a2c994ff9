//! Lists the migration files for the catalogue, so that a new one needs no change here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut out = String::new();
    for (name, folder) in [("TENANT", "tenant"), ("CONTROL", "control")] {
        let folder = migrations.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files: Vec<PathBuf> =
            fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        files.retain(|file| file.extension().is_some_and(|suffix| suffix == "sql"));
        files.sort();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "const {name}: &[&str] = &[");
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let _ = writeln!(out, "    include_str!({:?}),", file.display().to_string());
        }
        out.push_str("];\n");
    }
    let target = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&target).join("migrations.rs"), out)
}
