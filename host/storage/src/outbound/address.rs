//! The network addresses that requests may go to: the public ones.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns whether an address is public: not this machine, not a private or link-local network (where cloud metadata
/// services live), not reserved. Source: IANA's special-purpose address registries.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => v4_is_public(address),
        IpAddr::V6(address) => v6_is_public(address),
    }
}

fn v4_is_public(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127 | 224..=255, _, _)       // this network, private, loopback, multicast and reserved
            | (100, 64..=127, _)               // carrier-grade NAT
            | (169, 254, _)                    // link-local
            | (172, 16..=31, _)                // private
            | (192, 0, 0 | 2)                  // protocol assignments, documentation
            | (192, 88, 99)                    // 6to4 relays
            | (192, 168, _)                    // private
            | (198, 18..=19, _)                // benchmarks
            | (198, 51, 100) | (203, 0, 113) // documentation
    )
}

fn v6_is_public(address: Ipv6Addr) -> bool {
    let s = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        v4_is_public(Ipv4Addr::new(a, b, c, d))
    };
    match s {
        [0, 0, 0, 0, 0, 0xffff, high, low] => embedded(high, low), // IPv4-mapped
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low), // NAT64
        [0x2002, high, low, ..] => embedded(high, low),            // 6to4
        [0x2001, second, ..] if second < 0x200 => false,           // Teredo and other protocol assignments
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,    // documentation
        [first, ..] => first & 0xe000 == 0x2000,                   // global unicast is 2000::/3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_rejected_in_every_notation() {
        for inner in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "2002:7f00:1::",
            "fe80::1",
            "fec0::1",
            "fd00::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "::7f00:1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
    }

    #[test]
    fn outer_addresses_are_public() {
        for outer in
            ["1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"]
        {
            assert!(is_public(outer.parse().unwrap()), "{outer}");
        }
    }
}
