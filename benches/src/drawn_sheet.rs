//! A plan with a given number of paths, as an uncompressed PDF: a legend of two symbols, eighty of each on the plan, and
//! the lines of a building around them in equal parts: walls, repeated furniture, hatches, strokes.

use std::fmt::Write as _;

/// Dimensions of an E-size sheet in points.
const WIDTH: f64 = 2592.0;
const HEIGHT: f64 = 1728.0;

/// Symbols of each kind on the plan.
pub(crate) const SYMBOLS_PER_KIND: usize = 80;

/// The width of the plan. The legend is to the right of it.
const PLAN_WIDTH: f64 = 2100.0;

/// Pseudo-random numbers that are the same in every run (Knuth's MMIX generator).
struct Random(u64);

impl Random {
    fn below(&mut self, most: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64 * most
    }
}

/// Returns a sheet with this number of paths besides its symbols.
pub(crate) fn sheet(paths: usize) -> Vec<u8> {
    let mut content = String::from("0.5 w 0 0 0 RG\n");
    legend(&mut content);
    for n in 0..2 * SYMBOLS_PER_KIND {
        let (column, row) = (n % 16, n / 16);
        symbol(&mut content, n % 2 == 0, 90.0 + 125.0 * column as f64, 110.0 + 150.0 * row as f64);
    }
    building(&mut content, paths);
    pdf(&content)
}

fn symbol(out: &mut String, receptacle: bool, x: f64, y: f64) {
    if receptacle {
        let _ = writeln!(out, "{} {} 12 12 re S {} {y} m {} {y} l S", x - 6.0, y - 6.0, x - 10.0, x + 10.0);
    } else {
        let _ = writeln!(out, "{x} {} m {} {} l {} {} l h S", y + 8.0, x - 7.0, y - 5.0, x + 7.0, y - 5.0);
        let _ = writeln!(out, "{x} {} m {x} {} l S", y - 5.0, y - 11.0);
    }
}

fn legend(out: &mut String) {
    let (left, split, right, top) = (2150.0, 2230.0, 2540.0, 1600.0);
    for row in 0..4 {
        let y = top - 40.0 * f64::from(row);
        let _ = writeln!(out, "{left} {y} m {right} {y} l S");
    }
    for x in [left, split, right] {
        let _ = writeln!(out, "{x} {top} m {x} {} l S", top - 120.0);
    }
    let rows = [("SYMBOL", "DESCRIPTION"), ("", "DUPLEX RECEPTACLE"), ("", "JUNCTION BOX")];
    for (n, (first, second)) in (0..).zip(rows) {
        let y = top - 25.0 - 40.0 * f64::from(n);
        let _ = writeln!(out, "BT /F 10 Tf {} {y} Td ({first}) Tj ET", left + 8.0);
        let _ = writeln!(out, "BT /F 10 Tf {} {y} Td ({second}) Tj ET", split + 10.0);
        if n > 0 {
            symbol(out, n == 1, (left + split) / 2.0, y + 4.0);
        }
    }
}

fn building(out: &mut String, paths: usize) {
    let mut random = Random(7);
    let mut drawn = 0;
    out.push_str("0.3 w 0.5 0.5 0.5 RG\n");
    while drawn < paths {
        let (x, y) = (60.0 + random.below(PLAN_WIDTH - 160.0), 60.0 + random.below(HEIGHT - 160.0));
        match drawn / 10 % 4 {
            0 => {
                let _ = writeln!(out, "{x:.1} {y:.1} m {:.1} {y:.1} l S", x + 20.0 + random.below(80.0));
                drawn += 1;
            }
            1 => {
                let _ = writeln!(out, "{x:.1} {y:.1} 18 10 re S");
                let _ = writeln!(out, "{:.1} {y:.1} m {:.1} {:.1} l S", x + 3.0, x + 3.0, y + 10.0);
                let _ = writeln!(out, "{:.1} {y:.1} m {:.1} {:.1} l S", x + 15.0, x + 15.0, y + 10.0);
                drawn += 3;
            }
            2 => {
                for line in 0..10 {
                    let at = x + 2.0 * f64::from(line);
                    let _ = writeln!(out, "{at:.1} {y:.1} m {:.1} {:.1} l S", at + 12.0, y + 12.0);
                }
                drawn += 10;
            }
            _ => {
                let (dx, dy) = (random.below(16.0) - 8.0, random.below(16.0) - 8.0);
                let _ = writeln!(out, "{x:.1} {y:.1} m {:.1} {:.1} l S", x + dx, y + dy);
                drawn += 1;
            }
        }
    }
}

/// Returns a PDF with one page, one content stream and one font (ISO 32000-1, 7.5).
fn pdf(content: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
        ),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len() + 1),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    let mut out = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(out.len());
        let _ = write!(out, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let _ = write!(out, "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    out.into_bytes()
}
