//! The header under which a file is saved.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Returns `Content-Disposition` with a name that old and new clients understand (RFC 6266, RFC 8187). A browser
/// displays a PDF, so that links to its pages work, and saves everything else.
pub fn content_disposition(name: &str, content_type: &str) -> String {
    let kind = if content_type == "application/pdf" { "inline" } else { "attachment" };
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_graphic() && !matches!(c, '"' | '\\') || c == ' ' { c } else { '_' })
        .collect();
    let encoded = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn file_names_cannot_break_out_of_the_header() {
        let value = content_disposition("a\"b\r\nc.csv", "text/csv");
        assert!(HeaderValue::from_str(&value).is_ok(), "{value}");
    }

    #[test]
    fn a_browser_shows_pdfs_and_saves_what_could_be_a_page_of_its_own() {
        assert!(content_disposition("a.pdf", "application/pdf").starts_with("inline;"));
        for other in ["text/html", "image/svg+xml", "application/octet-stream", "application/pdf; charset=x"] {
            assert!(content_disposition("a", other).starts_with("attachment;"), "{other}");
        }
    }
}
