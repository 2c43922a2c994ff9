//! The file name of an export.

/// Maximum letters of the name before its extension. Windows allows 255 including the folder, and mail programs cut
/// earlier.
const MAX_LENGTH: usize = 100;

/// Returns `<project>_<drawing>_takeoff.<extension>`, of letters, digits and dashes only, which is safe on every file
/// system and in a header. Letters of any script are kept. The drawing is the sheet number if the takeoff covers one
/// sheet, otherwise the document's name without its extension.
pub(crate) fn filename(project: &str, sheet_number: Option<&str>, document: &str, extension: &str) -> String {
    let stem = document.rsplit_once('.').map_or(document, |(stem, _)| stem);
    let drawing = sheet_number.filter(|number| !number.trim().is_empty()).unwrap_or(stem);
    let parts: Vec<String> =
        [slug(project), slug(drawing), "takeoff".into()].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}.{}", parts.join("_"), slug(extension))
}

/// Replaces runs of other characters than letters and digits with one dash.
fn slug(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars().take(MAX_LENGTH) {
        if letter.is_alphanumeric() {
            plain.push(letter);
        } else if !plain.is_empty() && !plain.ends_with('-') {
            plain.push('-');
        }
    }
    // Each of the two variable parts gets half the length.
    let cut: String = plain.chars().take(MAX_LENGTH / 2).collect();
    cut.trim_end_matches('-').to_string()
}

#[cfg(test)]
mod tests {
    use super::filename;

    #[test]
    fn names_are_safe_and_speak() {
        let cases = [
            (("Tower B, 2nd floor", Some("E-101"), "x.pdf", "xlsx"), "Tower-B-2nd-floor_E-101_takeoff.xlsx"),
            (("Café Größe", None, "plan set (rev. 2).pdf", "csv"), "Café-Größe_plan-set-rev-2_takeoff.csv"),
            (("../../etc/passwd", Some(" "), ".pdf", "json"), "etc-passwd_takeoff.json"),
            (("配管図", Some("M\"1\r\n"), "a", "csv"), "配管図_M-1_takeoff.csv"),
            (("***", None, "", "csv"), "takeoff.csv"),
        ];
        for ((project, sheet, document, extension), expected) in cases {
            assert_eq!(filename(project, sheet, document, extension), expected);
        }
        let long = filename(&"é".repeat(300), Some(&"x".repeat(300)), "d.pdf", "csv");
        assert!(long.chars().count() < 120, "{long}");
    }
}
