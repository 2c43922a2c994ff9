//! Records and the texts in them.
//!
//! `~` starts a record, `|` ends a field, `\` separates the parts of a field, and in the comment of a measurement `#`
//! starts the identity of an object of a model. The format cannot escape them, so they are replaced in texts: `-` for
//! `~`, `/` for `|` and `\`, and in a comment `nº` for `#`, as in `nº4 bar`. Characters outside Windows-1252 are
//! transliterated as described in [`ansi`].

use plumbline_exporter::{ChunkWriter, Output, ansi, one_line, paragraphs, shorten};

/// End of a record.
pub(crate) const END: &str = "|\r\n";

/// Maximum characters of a summary that packages should support according to the format.
pub(crate) const MAX_SUMMARY: usize = 64;

/// Writes a record of fields: `~C|a|b|`.
pub(crate) fn write_record<O: Output>(chunks: &mut ChunkWriter<O>, kind: char, fields: &[&str]) -> Result<(), String> {
    chunks.write_ansi(&format!("~{kind}|{}{END}", fields.join("|")))
}

/// Returns a text on one line.
pub(crate) fn line(text: &str) -> String {
    one_line(&replace_reserved(&ansi::text(text)))
}

/// Returns the summary of a concept.
pub(crate) fn summary(text: &str) -> String {
    shorten(&line(text), MAX_SUMMARY)
}

/// Returns the comment of a measurement, of at most `max` characters.
pub(crate) fn comment(text: &str, max: usize) -> String {
    shorten(&line(text).replace('#', "nº"), max)
}

/// Returns a text of any length, with the line ends of the file.
pub(crate) fn multi_line(text: &str) -> String {
    paragraphs(&replace_reserved(&ansi::text(text))).collect::<Vec<_>>().join("\r\n")
}

fn replace_reserved(text: &str) -> String {
    text.replace('~', "-").replace(['|', '\\'], "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_a_field_or_a_record() {
        assert_eq!(line("#4 bar | 12\" ~ C:\\x\r\n≈ 配管"), "#4 bar / 12\" - C:/x ca. Pei Guan");
        assert_eq!(multi_line("a|b\n\nc#"), "a/b\r\nc#");
    }

    #[test]
    fn lengths_are_those_of_what_is_written() {
        assert_eq!(summary(&"≥".repeat(64)).chars().count(), 64);
        assert_eq!(comment(&"#".repeat(64), 64).chars().count(), 64);
        assert_eq!(comment("#4|", 64), "nº4/");
    }
}
