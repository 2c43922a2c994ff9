//! How a pool connects, so that no message of the server is longer than a limit.
//!
//! The driver passes its stream to TLS only. If TLS is to begin at once, it does so before it sends anything.
//! [`Connector`] takes the place of TLS: it negotiates what the address asks for and limits the stream, encrypted or not.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode, SslNegotiation};
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Client, Config, Connection, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::either::Either;

use crate::added::Exchange;
use crate::limited::Limited;

/// Asks the server for TLS (<https://www.postgresql.org/docs/15/protocol-message-formats.html>, SSLRequest).
const TLS_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// Connects with limited messages.
#[derive(Clone)]
pub(crate) struct Connector {
    tls: MakeRustlsConnect,
    mode: SslMode,
    negotiation: SslNegotiation,
    longest: usize,
    /// The messages of the only connection that it makes, if its user adds to them.
    exchange: Option<Arc<Exchange>>,
}

impl Connector {
    /// Returns the connector for an address, and changes `config` so that the driver leaves TLS to it. A message has at most
    /// `longest` bytes.
    ///
    /// # Errors
    /// Returns the error in the address.
    pub(crate) fn new(config: &mut Config, tls: MakeRustlsConnect, longest: usize) -> Result<Self, &'static str> {
        let (mode, negotiation) = (config.get_ssl_mode(), config.get_ssl_negotiation());
        let connector = Self { tls, mode, negotiation, longest, exchange: None };
        if config.get_hosts().is_empty() {
            // The driver passes the stream on only if it has a name for the host.
            for address in config.get_hostaddrs().to_vec() {
                config.host(address.to_string());
            }
        }
        match config.get_hosts() {
            // As with libpq, TLS is for TCP alone.
            #[cfg(unix)]
            [Host::Unix(_)] => config.ssl_mode(SslMode::Disable),
            #[cfg(unix)]
            hosts if hosts.iter().any(|host| matches!(host, Host::Unix(_))) => {
                return Err("an address of several hosts cannot name a socket of Unix.");
            }
            _ => config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct),
        };
        Ok(connector)
    }

    /// Connects. Returns the client, the task that exchanges its messages, and these messages.
    ///
    /// # Errors
    /// Returns the error of the driver.
    pub(crate) async fn open(&self, config: &Config) -> Result<(Client, JoinHandle<()>, Arc<Exchange>), Error> {
        let exchange = Arc::<Exchange>::default();
        #[cfg(unix)]
        if let [Host::Unix(folder)] = config.get_hosts() {
            let socket = folder.join(format!(".s.PGSQL.{}", port(config)));
            let stream = loop {
                match UnixStream::connect(&socket).await {
                    Ok(stream) => break stream,
                    // Only the driver can make an error of its type, and it meets the same one.
                    Err(_) => drop(config.connect(NoTls).await?),
                }
            };
            let limited = Limited::new(stream, self.longest, Arc::clone(&exchange));
            let (client, task) = spawn(config.connect_raw(limited, NoTls).await?);
            return Ok((client, task, exchange));
        }
        let own = Self { exchange: Some(Arc::clone(&exchange)), ..self.clone() };
        let (client, task) = spawn(config.connect(own).await?);
        Ok((client, task, exchange))
    }
}

/// Returns the port of an address of one host.
pub(crate) fn port(config: &Config) -> u16 {
    config.get_ports().first().copied().unwrap_or(5432)
}

/// Lets a task exchange the messages of a connection.
fn spawn<S, T>((client, connection): (Client, Connection<S, T>)) -> (Client, JoinHandle<()>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let task = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::warn!("a connection to the database ended: {error}");
        }
    });
    (client, task)
}

/// The TLS for a stream, and the stream that it returns.
type TlsOf<S> = <MakeRustlsConnect as MakeTlsConnect<S>>::TlsConnect;
type Encrypted<S> = <MakeRustlsConnect as MakeTlsConnect<S>>::Stream;

/// Negotiates one connection.
pub(crate) struct Negotiation<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> {
    tls: TlsOf<S>,
    connector: Connector,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Connector {
    type Stream = Limited<Either<Encrypted<S>, S>>;
    type TlsConnect = Negotiation<S>;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<Negotiation<S>, Infallible> {
        let tls = MakeTlsConnect::<S>::make_tls_connect(&mut self.tls, host)?;
        Ok(Negotiation { tls, connector: self.clone() })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Negotiation<S> {
    type Stream = Limited<Either<Encrypted<S>, S>>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Stream>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        let Connector { mode, negotiation, longest, exchange, .. } = self.connector;
        Box::pin(async move {
            let stream = negotiate(stream, self.tls, mode, negotiation).await?;
            Ok(Limited::new(stream, longest, exchange.unwrap_or_default()))
        })
    }
}

/// Encrypts a stream if the address and the server agree on it.
async fn negotiate<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    mut stream: S,
    tls: TlsOf<S>,
    mode: SslMode,
    negotiation: SslNegotiation,
) -> io::Result<Either<Encrypted<S>, S>> {
    match (mode, negotiation) {
        (SslMode::Disable, _) => return Ok(Either::Right(stream)),
        (SslMode::Prefer, SslNegotiation::Direct) => {
            return Err(io::Error::other("sslnegotiation=direct needs sslmode=require"));
        }
        (_, SslNegotiation::Direct) => {}
        _ => {
            stream.write_all(&TLS_REQUEST).await?;
            stream.flush().await?;
            if stream.read_u8().await? != b'S' {
                if mode == SslMode::Prefer {
                    return Ok(Either::Right(stream));
                }
                return Err(io::Error::other("the server does not support TLS"));
            }
        }
    }
    tls.connect(stream).await.map(Either::Left)
}
