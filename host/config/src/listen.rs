//! Listener addresses: an IP address and port, or a host name and port.

use std::net::{SocketAddr, ToSocketAddrs as _};

use serde::{Deserialize as _, Deserializer};

/// Parses `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`. Of a name's addresses, returns the first IPv4 address,
/// because most clients try that, or else the first address.
///
/// # Errors
/// Returns a message with the fault and the allowed forms.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let found = text.to_socket_addrs().map_err(|error| {
        format!("`{text}` is not a valid address: {error}. Use, for example, 127.0.0.1:8080 or localhost:8080.")
    })?;
    let mut addresses: Vec<SocketAddr> = found.collect();
    addresses.sort_by_key(|address| !address.is_ipv4());
    addresses.first().copied().ok_or_else(|| format!("`{text}` has no address"))
}

/// Deserializes an [`address`] of a setting.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SocketAddr, D::Error> {
    address(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

/// Deserializes an [`address`] of an optional setting.
pub(super) fn deserialize_optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| address(&text)).transpose().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_names_are_read() {
        for (text, expected) in
            [("127.0.0.1:80", "127.0.0.1:80"), ("[::1]:0", "[::1]:0"), ("localhost:8110", "127.0.0.1:8110")]
        {
            assert_eq!(address(text).unwrap(), expected.parse().unwrap(), "{text}");
        }
    }

    #[test]
    fn what_is_neither_says_what_may_stand_there() {
        for text in ["8080", "localhost", "localhost:http", "127.0.0.1:99999"] {
            assert!(address(text).unwrap_err().contains("Use, for example, 127.0.0.1:8080"), "{text}");
        }
    }
}
