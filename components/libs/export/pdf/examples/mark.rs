//! Marks a PDF from a JSON list of marks: `mark IN.pdf MARKS.json OUT.pdf`.

use plumbline_pdf::marks::{Mark, mark};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, marks, output] = &arguments[..] else {
        return Err("usage: mark IN.pdf MARKS.json OUT.pdf".into());
    };
    let marks: Vec<Mark> = serde_json::from_slice(&std::fs::read(marks)?)?;
    std::fs::write(output, mark(&std::fs::read(input)?, &marks)?)?;
    Ok(())
}
