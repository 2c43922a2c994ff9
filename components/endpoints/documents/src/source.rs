//! The source of a new document's bytes: an address or an upload.

use plumbline_contract::enums::Named;
use plumbline_contract::limits::SOURCE_URL_MAX;
use plumbline_contract::{FieldError, Problem, ProblemCode, upload_types};
use plumbline_endpoint::validate::Variant;
use plumbline_endpoint::{Context, Fields, OperationError};

/// The source of a document's bytes.
pub(crate) enum Source {
    /// The service fetches them.
    Url(String),
    /// The caller sends them.
    Upload {
        /// Declared media type.
        content_type: Option<String>,
        /// Declared size.
        size_bytes: Option<i64>,
    },
}

/// A media type that may be declared.
struct ContentType(String);

impl Named for ContentType {
    const NAMES: &'static [&'static str] = upload_types::CONTENT_TYPES;

    fn named(name: &str) -> Option<Self> {
        Self::NAMES.contains(&name).then(|| Self(name.to_owned()))
    }
}

/// Reads `source`.
pub(crate) fn read(fields: &mut Fields<'_>) -> Option<Source> {
    fields.tagged_union("type", &[Variant { name: "url", read: url }, Variant { name: "upload", read: upload }])
}

fn url(fields: &mut Fields<'_>) -> Source {
    Source::Url(fields.required_url("url", SOURCE_URL_MAX, check_address))
}

fn upload(fields: &mut Fields<'_>) -> Source {
    let size_bytes = fields.integer("size_bytes", 1, upload_types::MAX_BYTES.cast_signed());
    let content_type: Option<ContentType> = fields.name("content_type");
    Source::Upload { content_type: content_type.map(|ContentType(name)| name), size_bytes }
}

impl Source {
    /// Asks the host whether the address may be fetched and its name resolves.
    ///
    /// # Errors
    /// 422 `source_unreachable` with the reason.
    pub(crate) fn require_reachable(&self, context: &Context<'_>) -> Result<(), OperationError> {
        let Self::Url(url) = self else { return Ok(()) };
        context.host.check_source(url).map_err(|reason| {
            // Plain http passes the first check only for this machine, and this one only if the host is set up for
            // development.
            if is_https(url) {
                let detail = format!(
                    "source.url cannot be fetched: {reason}. Use an address on the public internet, or upload the file."
                );
                OperationError::problem(ProblemCode::SourceUnreachable, detail)
            } else {
                let error = FieldError { field: "/source/url".to_owned(), message: NOT_HTTPS.to_owned() };
                Problem::validation(vec![error]).into()
            }
        })
    }
}

const NOT_HTTPS: &str = "must begin with https://";

fn is_https(url: &str) -> bool {
    url.split_once("://").is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("https"))
}

/// Checks that the text is an address that may be fetched: https, or http on this machine, if the host allows it. The
/// host also checks the addresses that the name resolves to.
fn check_address(url: &str) -> Result<(), &'static str> {
    let is_uri_byte = |byte: u8| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte);
    if !url.bytes().all(is_uri_byte) || !escapes_are_valid(url) {
        return Err("must be a URI: percent-encode spaces and non-ASCII characters");
    }
    let Some((scheme, rest)) = url.split_once("://") else { return Err(NOT_HTTPS) };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err("must not contain a user name or password");
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, ""),
    };
    let local = scheme.eq_ignore_ascii_case("http") && matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    if !is_https(url) && !local {
        return Err(NOT_HTTPS);
    }
    if host.is_empty() {
        return Err("must have a host, for example https://example.com/plan.pdf");
    }
    // A number may be parsed with a leading plus, but a port does not have one.
    let is_port = port.is_empty() || (port.parse::<u16>().is_ok() && !port.starts_with('+'));
    if !is_port {
        return Err("must have a port from 0 to 65535, or omit the port");
    }
    Ok(())
}

/// Returns whether each `%` is followed by two hexadecimal digits.
fn escapes_are_valid(url: &str) -> bool {
    url.split('%').skip(1).all(|rest| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    })
}

#[cfg(test)]
mod tests {
    use super::check_address;

    #[test]
    fn https_addresses_are_taken() {
        for url in [
            "https://example.test/a.pdf?x=1#top",
            "HTTPS://example.test",
            "https://example.test:8443/a%20b.pdf",
            "https://[2001:db8::1]/a",
            "https://[2001:db8::1]:443/a",
            "https://example.test/@/a:b",
            "http://127.0.0.1:8000/a.pdf",
        ] {
            assert_eq!(check_address(url), Ok(()), "{url}");
        }
    }

    #[test]
    fn what_is_wrong_with_others_is_said() {
        for (url, said) in [
            ("http://example.test/a.pdf", "https"),
            ("http://127.0.0.1.example.test/", "https"),
            ("ftp://example.test/a", "https"),
            ("file:///etc/passwd", "https"),
            ("example.test/a.pdf", "https"),
            ("https:example.test", "https"),
            ("https://", "host"),
            ("https:///a", "host"),
            ("https://:443/a", "host"),
            ("https://user:secret@example.test/", "password"),
            ("https://example.test@10.0.0.1/", "password"),
            ("https://example.test/a b", "URI"),
            ("https://example.test/é", "URI"),
            ("https://example.test/%zz", "URI"),
            ("https://example.test/%4", "URI"),
            ("https://example.test:x/", "port"),
            ("https://example.test:65536/", "port"),
        ] {
            let wrong = check_address(url).unwrap_err();
            assert!(wrong.contains(said), "{url}: {wrong}");
        }
    }
}
