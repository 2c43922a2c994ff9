//! Prints the contents of a stored sheet as tab-separated lines: `list FILE.sheet`.

use std::io::Write;

use plumbline_sheet::{FLATTEN, Sheet, segments};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args_os().nth(1).ok_or("usage: list FILE.sheet")?;
    let sheet = Sheet::decode(&std::fs::read(file)?)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(
        out,
        "page\t{}\t{}\t{}\t{:?}\t{:?}",
        sheet.width, sheet.height, sheet.rotation, sheet.number, sheet.title
    )?;
    for scale in &sheet.scales {
        writeln!(out, "scale\t{scale:?}")?;
    }
    for t in sheet.texts() {
        let (s, e, [x0, y0, x1, y1]) = (t.start, t.end, t.bbox.to_array());
        writeln!(
            out,
            "text\t{:?}\t{:.1}\t{:.1},{:.1}\t{:.1},{:.1}\t{:.1},{:.1},{:.1},{:.1}\t{}\t{:?}",
            t.text, t.size, s.x, s.y, e.x, e.y, x0, y0, x1, y1, t.source, t.layer
        )?;
    }
    for l in plumbline_sheet::lines(&sheet) {
        writeln!(out, "line\t{:?}\t{:.1}\t{:?}", l.text, l.size, l.bbox)?;
    }
    for p in sheet.paths() {
        let length: f32 = segments(&p, FLATTEN).map(|s| s.vector().x.hypot(s.vector().y)).sum();
        writeln!(
            out,
            "path\t{:?}\t{:?}\t{:?}\t{:?}\t{}\t{length:.2}\t{:?}\t{:?}",
            p.bbox().unwrap_or_default(),
            p.style.stroke,
            p.style.fill,
            p.style.width,
            p.verbs.iter().filter(|&&v| v > 0).count(),
            p.layer,
            p.clip,
        )?;
    }
    Ok(())
}
