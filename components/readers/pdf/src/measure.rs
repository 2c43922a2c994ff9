//! The decoded length of a stream, measured without keeping the decoded bytes: a small file can expand to gigabytes.

use std::io::Read;

use flate2::read::ZlibDecoder;
use hayro_syntax::Filter;
use weezl::{BitOrder, LzwStatus, decode::Decoder};

/// The error of an exceeded limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LimitExceeded;

/// Returns the maximum factor by which a filter can lengthen its input.
fn max_expansion(filter: Filter) -> u64 {
    match filter {
        // Deflate: 258 bytes for 2 bits.
        Filter::FlateDecode => 1032,
        // LZW: a full table of strings, each one byte longer than the previous one, with an average of 11 bits per
        // code.
        Filter::LzwDecode => 1400,
        Filter::RunLengthDecode => 64,
        // `z` decodes to four bytes.
        Filter::Ascii85Decode => 4,
        _ => 1,
    }
}

/// Returns the maximum length that the filters can decode from `length` bytes.
pub(crate) fn max_length(length: usize, filters: &[Filter]) -> u64 {
    filters.iter().fold(length as u64, |n, f| n.saturating_mul(max_expansion(*f)))
}

/// Checks that data decoded by the filters, in order, has at most `limit` bytes.
///
/// # Errors
/// [`LimitExceeded`] if it has more. Damaged data counts as far as it can be decoded.
pub(crate) fn check_length(data: &[u8], filters: &[Filter], limit: u64) -> Result<(), LimitExceeded> {
    if max_length(data.len(), filters) <= limit { Ok(()) } else { decoded_length(data, filters, limit).map(|_| ()) }
}

/// Returns the length of data decoded by the filters, in order. For filters other than Flate and LZW, which lengthen
/// little, returns the maximum possible length.
///
/// # Errors
/// [`LimitExceeded`] if it is more than `limit`. Damaged data counts as far as it can be decoded.
pub(crate) fn decoded_length(data: &[u8], filters: &[Filter], limit: u64) -> Result<u64, LimitExceeded> {
    let Some((first, rest)) = filters.split_first() else {
        return if data.len() as u64 > limit { Err(LimitExceeded) } else { Ok(data.len() as u64) };
    };
    let (total, next) = match first {
        Filter::FlateDecode => measure_flate(data, limit, rest.is_empty())?,
        Filter::LzwDecode => measure_lzw(data, limit, rest.is_empty())?,
        other => {
            let total = (data.len() as u64).saturating_mul(max_expansion(*other));
            if total > limit {
                return Err(LimitExceeded);
            }
            (total, if rest.is_empty() { Vec::new() } else { data.to_vec() })
        }
    };
    if rest.is_empty() { Ok(total) } else { decoded_length(&next, rest, limit) }
}

fn measure_flate(data: &[u8], limit: u64, last: bool) -> Result<(u64, Vec<u8>), LimitExceeded> {
    let mut decoder = ZlibDecoder::new(data);
    count_bytes(limit, last, |buffer| decoder.read(buffer).unwrap_or(0))
}

fn measure_lzw(mut data: &[u8], limit: u64, last: bool) -> Result<(u64, Vec<u8>), LimitExceeded> {
    let mut decoder = Decoder::with_tiff_size_switch(BitOrder::Msb, 8);
    count_bytes(limit, last, |buffer| {
        loop {
            let step = decoder.decode_bytes(data, buffer);
            data = data.get(step.consumed_in..).unwrap_or_default();
            match step.status {
                Ok(LzwStatus::Ok) if step.consumed_out == 0 && step.consumed_in > 0 => {}
                _ => return step.consumed_out,
            }
        }
    })
}

/// Counts the bytes from `read`. Keeps them only if another filter follows.
fn count_bytes(
    limit: u64,
    last: bool,
    mut read: impl FnMut(&mut [u8]) -> usize,
) -> Result<(u64, Vec<u8>), LimitExceeded> {
    let mut buffer = vec![0u8; 64 * 1024];
    let (mut total, mut kept) = (0u64, Vec::new());
    loop {
        let n = read(&mut buffer);
        if n == 0 {
            return Ok((total, kept));
        }
        total += n as u64;
        if total > limit {
            return Err(LimitExceeded);
        }
        if !last {
            kept.extend_from_slice(&buffer[..n]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::ZlibEncoder};
    use std::io::Write;

    fn deflated(data: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_bomb_is_over_and_plain_data_is_within() {
        let bomb = deflated(&vec![0; 8 << 20]);
        assert_eq!(check_length(&bomb, &[Filter::FlateDecode], 4 << 20), Err(LimitExceeded));
        assert_eq!(check_length(&bomb, &[Filter::FlateDecode], 8 << 20), Ok(()));
        let nested = deflated(&bomb);
        assert!(nested.len() < 2000);
        let twice = [Filter::FlateDecode, Filter::FlateDecode];
        assert_eq!(check_length(&nested, &twice, 4 << 20), Err(LimitExceeded));
        assert_eq!(check_length(&nested, &twice, 8 << 20), Ok(()));
        assert_eq!(decoded_length(&nested, &twice, 8 << 20), Ok(8 << 20));
    }

    #[test]
    fn lzw_is_measured_too() {
        let mut encoder = weezl::encode::Encoder::with_tiff_size_switch(BitOrder::Msb, 8);
        let bomb = encoder.encode(&vec![0; 4 << 20]).unwrap();
        assert_eq!(check_length(&bomb, &[Filter::LzwDecode], 1 << 20), Err(LimitExceeded));
        assert_eq!(check_length(&bomb, &[Filter::LzwDecode], 4 << 20), Ok(()));
    }

    #[test]
    fn damaged_data_ends() {
        assert_eq!(check_length(b"not deflated", &[Filter::FlateDecode; 4], 100), Ok(()));
    }
}
