//! Ports for servers that cannot pick one themselves.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result};
use socket2::{Domain, Socket, Type};

/// A port of 127.0.0.1 that the system gives to nobody else until this is dropped. A server can listen on it in the
/// meantime, also one of another process, if it sets `SO_REUSEADDR`, as servers on Unix do.
///
/// A port that was only looked up could be taken by any connection of this machine before the server listens.
#[derive(Debug)]
pub struct ReservedPort {
    /// Bound, but never listening.
    _socket: Socket,
    address: SocketAddr,
}

impl ReservedPort {
    /// Reserves a port.
    ///
    /// # Errors
    /// Returns an error if none is free.
    pub fn reserve() -> Result<Self> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        socket.set_reuse_address(true)?;
        socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())?;
        let address = socket.local_addr()?.as_socket().context("not an address of IP")?;
        Ok(Self { _socket: socket, address })
    }

    /// Returns the address, 127.0.0.1 and the port.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of the port.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.address.port()
    }
}
