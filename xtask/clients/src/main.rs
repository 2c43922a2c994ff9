//! Writes the generated parts of `clients/`. `cargo xtask clients` runs this program.
#![expect(clippy::print_stdout, reason = "a command line tool reports on standard output")]

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    for file in plumbline_clients::files()? {
        let path = plumbline_clients::root().join(file.path);
        if std::fs::read_to_string(&path).is_ok_and(|present| present == file.text) {
            println!("{} is up to date", file.path);
            continue;
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        std::fs::write(&path, file.text).with_context(|| format!("cannot write {}", file.path))?;
        println!("Updated {}", file.path);
    }
    Ok(())
}
