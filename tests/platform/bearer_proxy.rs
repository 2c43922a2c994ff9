//! A proxy that adds a credential to every request, for programs that cannot send one.

use std::io::{BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use anyhow::{Context as _, Result};
use plumbline_tests::{Account, Server};

use crate::raw_request::RawRequest;

/// The proxy. It listens on this machine until the test's process ends.
pub(crate) struct BearerProxy {
    /// Its address: `http://127.0.0.1:PORT`.
    pub(crate) url: String,
}

impl BearerProxy {
    /// Starts a proxy of a server that adds the key of an account.
    pub(crate) fn start(server: &Server, account: &Account) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}", listener.local_addr()?);
        let address = server.url.strip_prefix("http://").context("an http address")?.to_owned();
        let secret = account.secret.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (address, secret) = (address.clone(), secret.clone());
                // The end of a connection is an error here and ends its thread.
                thread::spawn(move || forward(&client, &address, &secret));
            }
        });
        Ok(Self { url })
    }
}

/// Forwards the first request of a connection and its response. The client opens another connection for the next request.
fn forward(mut client: &TcpStream, address: &str, secret: &str) -> Result<()> {
    let RawRequest { line, headers, body } = RawRequest::read(&mut BufReader::new(client))?;
    let mut server = TcpStream::connect(address)?;
    let mut head = format!("{line}\r\nauthorization: Bearer {secret}\r\nconnection: close\r\n");
    for (name, value) in headers.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("connection")) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    server.write_all(&[head.as_bytes(), b"\r\n", &body].concat())?;
    std::io::copy(&mut server, &mut client)?;
    Ok(())
}
