//! Writes each page of a PDF as a stored sheet: `dump FILE OUTDIR` makes `OUTDIR/<page>.sheet`.

use std::path::PathBuf;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(file), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: dump FILE OUTDIR".into());
    };
    std::fs::create_dir_all(&folder)?;
    let mut document = plumbline_reader_pdf::Document::open(std::fs::read(&file)?)?;
    for page in 1..=document.page_count() {
        let started = Instant::now();
        let sheet = match document.sheet(page) {
            Ok(sheet) => sheet,
            Err(failure) => {
                eprintln!("{} page {page}: {failure}", file.display());
                continue;
            }
        };
        let bytes = sheet.encode();
        eprintln!(
            "{} page {page}: {:.0}x{:.0} turned {}, {} paths, {} runs, {} layers, {} images, {} kB, {:.2?}; {:?} {:?} {:?} {:?}",
            file.display(),
            sheet.width,
            sheet.height,
            sheet.rotation,
            sheet.path_verbs.len(),
            sheet.text_lengths.len(),
            sheet.layers.len(),
            sheet.image_pixels.len() / 2,
            bytes.len() / 1000,
            started.elapsed(),
            sheet.number,
            sheet.title,
            sheet.scales,
            sheet.notes,
        );
        // Written under a temporary name and renamed, so that concurrent readers of the folder never see an incomplete
        // sheet.
        let partial = folder.join(format!("{page}.part"));
        std::fs::write(&partial, bytes)?;
        std::fs::rename(partial, folder.join(format!("{page}.sheet")))?;
    }
    Ok(())
}
