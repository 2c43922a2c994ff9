//! Requests to cancel a running statement.
//!
//! PgBouncer passes such a request on only as long as its sender stays connected, so the sender waits until the other side
//! closes the connection, as libpq does. The driver closes it at once.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio_postgres::config::Host;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{CancelToken, Config};

use crate::connector::{self, Connector};

/// Asks the server to cancel the statement that the token's connection runs, and waits until the request is taken. `config` is the
/// connection's. With an address of several servers, the driver knows which one it is, and the request is not waited for.
///
/// # Errors
/// Returns an error if the request cannot be sent.
pub(crate) async fn cancel(token: &CancelToken, config: &Config, tls: Connector) -> io::Result<()> {
    let port = connector::port(config);
    match config.get_hosts() {
        [Host::Tcp(name)] => {
            let stream = match config.get_hostaddrs() {
                [address] => TcpStream::connect((*address, port)).await?,
                _ => TcpStream::connect((name.as_str(), port)).await?,
            };
            send(token, stream, tls, name).await
        }
        #[cfg(unix)]
        [Host::Unix(folder)] => {
            let stream = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await?;
            token.cancel_query_raw(UntilClosed(stream), tokio_postgres::NoTls).await.map_err(io::Error::other)
        }
        _ => token.cancel_query(tls).await.map_err(io::Error::other),
    }
}

async fn send(token: &CancelToken, stream: TcpStream, mut tls: Connector, name: &str) -> io::Result<()> {
    let connect =
        MakeTlsConnect::<UntilClosed<TcpStream>>::make_tls_connect(&mut tls, name).map_err(io::Error::other)?;
    token.cancel_query_raw(UntilClosed(stream), connect).await.map_err(io::Error::other)
}

/// A stream whose shutdown waits until the other side has closed it.
struct UntilClosed<S>(S);

impl<S: AsyncRead + Unpin> AsyncRead for UntilClosed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for UntilClosed<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.as_mut().poll_flush(context))?;
        loop {
            let mut bytes = [0; 64];
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(Pin::new(&mut self.0).poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                // A server that closes at once may also reset the connection.
                Ok(()) | Err(_) => return Poll::Ready(Ok(())),
            }
        }
    }
}
