//! A stream of messages to and from the server, none of the server's longer than a limit, with those of [`crate::added`].
//!
//! A row of many large values is one message of up to a gigabyte, and the driver buffers it whole. A longer message is
//! skipped while it arrives, and the driver reads an error in its place.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncBufRead as _, AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio_postgres::Error;
use tokio_postgres::tls::{ChannelBinding, TlsStream};
use tokio_util::either::Either;

use crate::added::{Exchange, Fate, LENGTH_BYTES};

/// Bytes of a message's tag and length.
const HEADER_BYTES: usize = 1 + LENGTH_BYTES;
/// Bytes that one read of the stream may return, and that are taken from the driver before they are sent.
const BUFFER_BYTES: usize = 16 << 10;
/// The code of the error that replaces a message.
const TOO_LONG: &str = "PL002";

/// Returns whether the error replaces a message that is too long. The rest of the result follows it.
pub(crate) fn is_too_long(error: &Error) -> bool {
    error.as_db_error().is_some_and(|error| error.code().code() == TOO_LONG)
}

/// A stream that replaces messages longer than a limit.
pub(crate) struct Limited<S> {
    stream: BufReader<S>,
    messages: Messages,
    /// Bytes to send.
    unsent: BytesMut,
}

/// Progress in the stream of messages.
struct Messages {
    exchange: Arc<Exchange>,
    /// The most bytes of a message after its header.
    longest: usize,
    /// The bytes of the next message's header that have arrived.
    header: Vec<u8>,
    /// Bytes to return before more are read: a header, or an error.
    ready: Vec<u8>,
    /// Bytes of the current message that have not arrived.
    rest: usize,
    /// What happens to the current message.
    fate: Fate,
    /// The bytes of a message that is kept.
    kept: Vec<u8>,
}

impl<S: AsyncRead> Limited<S> {
    /// Limits a stream with which no message has been exchanged.
    pub(crate) fn new(stream: S, longest: usize, exchange: Arc<Exchange>) -> Self {
        let messages = Messages {
            exchange,
            longest,
            header: Vec::new(),
            ready: Vec::new(),
            rest: 0,
            fate: Fate::Passed,
            kept: Vec::new(),
        };
        Self { stream: BufReader::with_capacity(BUFFER_BYTES, stream), messages, unsent: BytesMut::new() }
    }
}

impl Messages {
    /// Copies what `arrived` to `out`, except for a message that is too long. Returns how many bytes it has used.
    fn accept(&mut self, arrived: &[u8], out: &mut ReadBuf<'_>) -> usize {
        if self.rest == 0 {
            return self.accept_header(arrived);
        }
        let mut count = arrived.len().min(self.rest);
        match self.fate {
            Fate::Passed => {
                count = count.min(out.remaining());
                out.put_slice(&arrived[..count]);
            }
            Fate::Skipped => {}
            Fate::Kept => self.kept.extend_from_slice(&arrived[..count]),
        }
        self.rest -= count;
        if self.rest == 0 && self.fate == Fate::Kept {
            self.exchange.keep(&self.kept);
        }
        count
    }

    fn accept_header(&mut self, arrived: &[u8]) -> usize {
        let count = arrived.len().min(HEADER_BYTES - self.header.len());
        self.header.extend_from_slice(&arrived[..count]);
        if let &[tag, a, b, c, d] = self.header.as_slice() {
            self.rest = (u32::from_be_bytes([a, b, c, d]) as usize).saturating_sub(LENGTH_BYTES);
            let is_too_long = self.rest > self.longest;
            self.fate = match self.exchange.fate(tag) {
                Fate::Passed if is_too_long => {
                    self.ready = too_long();
                    Fate::Skipped
                }
                Fate::Kept if is_too_long => Fate::Skipped,
                fate => fate,
            };
            match self.fate {
                Fate::Passed => self.ready.append(&mut self.header),
                Fate::Skipped => self.header.clear(),
                Fate::Kept => self.kept = std::mem::take(&mut self.header),
            }
        }
        count
    }

    /// Copies the bytes that are ready to `out`.
    fn hand_on(&mut self, out: &mut ReadBuf<'_>) {
        let count = self.ready.len().min(out.remaining());
        out.put_slice(&self.ready[..count]);
        self.ready.drain(..count);
    }
}

/// Returns the message that replaces one that is too long.
fn too_long() -> Vec<u8> {
    let fields = format!("SERROR\0VERROR\0C{TOO_LONG}\0Mthe row is too large\0\0");
    let length = u32::try_from(LENGTH_BYTES + fields.len()).unwrap_or(u32::MAX);
    [b"E", length.to_be_bytes().as_slice(), fields.as_bytes()].concat()
}

impl<S: AsyncRead + Unpin> AsyncRead for Limited<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { stream, messages, .. } = &mut *self;
        let before = out.filled().len();
        while out.remaining() > 0 {
            if !messages.ready.is_empty() {
                messages.hand_on(out);
                continue;
            }
            // The next read might have to wait, and the driver can use what there is.
            if out.filled().len() > before && stream.buffer().is_empty() {
                break;
            }
            let arrived = ready!(Pin::new(&mut *stream).poll_fill_buf(context))?;
            if arrived.is_empty() {
                break;
            }
            let count = messages.accept(arrived, out);
            Pin::new(&mut *stream).consume(count);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Limited<S> {
    /// Sends the bytes that were written.
    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let count = ready!(Pin::new(&mut self.stream).poll_write(context, &self.unsent))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unsent.advance(count);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Limited<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_send(context))?;
        let Self { messages, unsent, .. } = &mut *self;
        let bytes = &bytes[..bytes.len().min(BUFFER_BYTES)];
        messages.exchange.write(bytes, unsent)?;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Of a stream that may be encrypted.
impl<T: TlsStream + Unpin, S: AsyncRead + AsyncWrite + Unpin> TlsStream for Limited<Either<T, S>> {
    fn channel_binding(&self) -> ChannelBinding {
        match self.stream.get_ref() {
            Either::Left(encrypted) => encrypted.channel_binding(),
            Either::Right(_) => ChannelBinding::none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    fn message(tag: u8, bytes: usize) -> Vec<u8> {
        let length = u32::try_from(LENGTH_BYTES + bytes).unwrap();
        [&[tag], length.to_be_bytes().as_slice(), &vec![b'x'; bytes]].concat()
    }

    #[tokio::test]
    async fn a_message_that_is_too_long_is_replaced_wherever_reads_end() {
        let sent = [message(b'2', 0), message(b'D', 100), message(b'D', 101), message(b'D', 70_000), message(b'Z', 1)];
        let expected = [message(b'2', 0), message(b'D', 100), too_long(), too_long(), message(b'Z', 1)].concat();
        for (arriving, reading) in [(1, 1), (1, 1000), (3, 2), (7, 64), (1000, 1), (100_000, 100_000)] {
            let (mut server, client) = tokio::io::duplex(arriving);
            let sent = sent.concat();
            let sending = tokio::spawn(async move { server.write_all(&sent).await });
            let mut limited = Limited::new(client, 100, Arc::default());
            let (mut read, mut bytes) = (Vec::new(), vec![0; reading]);
            loop {
                let count = limited.read(&mut bytes).await.unwrap();
                if count == 0 {
                    break;
                }
                read.extend_from_slice(&bytes[..count]);
            }
            sending.await.unwrap().unwrap();
            assert_eq!(read, expected, "{arriving} {reading}");
        }
    }
}
