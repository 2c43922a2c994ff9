//! HTTP requests, as servers in the tests receive them.

use std::io::BufRead;

use anyhow::{Context as _, Result, ensure};

/// A request of HTTP/1.1, as the client sent it.
pub(crate) struct RawRequest {
    /// Method, target and version.
    pub(crate) line: String,
    /// Names and values of the headers.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl RawRequest {
    /// Reads the next request of a connection.
    ///
    /// # Errors
    /// Returns an error if the client has closed the connection.
    pub(crate) fn read(reader: &mut impl BufRead) -> Result<Self> {
        let line = read_line(reader)?;
        let mut headers = Vec::new();
        loop {
            let header = read_line(reader)?;
            let Some((name, value)) = header.split_once(':') else { break };
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        let mut body = vec![0; length.map_or(Ok(0), |(_, length)| length.parse()).context("the length")?];
        reader.read_exact(&mut body)?;
        Ok(Self { line, headers, body })
    }
}

fn read_line(reader: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    ensure!(reader.read_line(&mut line)? > 0, "the client is gone");
    Ok(line.trim_end().to_owned())
}
