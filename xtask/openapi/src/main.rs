//! Writes the OpenAPI document to the path that the host reads. `cargo xtask openapi` runs this program.
#![expect(clippy::print_stdout, reason = "a command line tool reports on standard output")]

use std::path::Path;

fn main() -> std::io::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(plumbline_openapi::PATH);
    let text = plumbline_openapi::text();
    if std::fs::read_to_string(&file).is_ok_and(|present| present == text) {
        println!("{} is up to date", plumbline_openapi::PATH);
        return Ok(());
    }
    std::fs::write(&file, text)?;
    println!("Updated {}", plumbline_openapi::PATH);
    Ok(())
}
