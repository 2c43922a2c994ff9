//! Size, density and orientation of an image, from its header without decoding the pixels.

use std::io::Cursor;

use exif::{In, Tag};
use plumbline_reader::Failure;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::limits;

/// Centimeters per inch.
const CM_PER_INCH: f64 = 2.54;

/// Plausible densities of scanners and programs, in pixels per inch. Others are errors or meaningless.
const DENSITIES: std::ops::RangeInclusive<f64> = 30.0..=4800.0;

/// The end of a PNG: the chunk IEND and its checksum.
const PNG_END: &[u8] = b"IEND\xae\x42\x60\x82";

/// Maximum distance of a JPEG's last marker from the end of the file. Cameras append their own data.
const JPEG_TAIL: usize = 64 << 10;

/// The content of an image's header.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Header {
    /// Size in pixels, as stored.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Pixels per inch across and down, if the header has plausible ones.
    pub(crate) density: Option<[f64; 2]>,
    /// EXIF orientation, 1 to 8; 1 is upright.
    pub(crate) orientation: u32,
}

/// Reads the header of a PNG or JPEG.
///
/// # Errors
/// Returns an error if it is neither, is damaged or cut short, or has more pixels than the limit.
pub(crate) fn read(bytes: &[u8]) -> Result<Header, Failure> {
    let header = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png(bytes)?
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        jpeg(bytes)?
    } else {
        return Err(Failure::unreadable(
            "The file is not a PNG or a JPEG. Save the image in one of these formats and upload it again.",
        ));
    };
    if header.width == 0 || header.height == 0 {
        return Err(damaged("no pixels"));
    }
    let pixels = u64::from(header.width) * u64::from(header.height);
    if pixels > limits::PIXELS {
        return Err(Failure::capacity(format!(
            "The image has {} × {} pixels. The limit is {} million. Scan it at a lower resolution or cut it into \
             parts.",
            header.width,
            header.height,
            limits::PIXELS / 1_000_000
        )));
    }
    Ok(header)
}

/// Returns the failure of an image whose data are damaged.
pub(crate) fn damaged(reason: impl std::fmt::Display) -> Failure {
    Failure::unreadable(format!("The image is damaged ({reason}). Save it again and upload it."))
}

fn plausible(density: [f64; 2]) -> Option<[f64; 2]> {
    density.iter().all(|d| DENSITIES.contains(d)).then_some(density)
}

/// Returns the orientation in EXIF data.
fn orientation(exif: &[u8]) -> Option<u32> {
    let read = exif::Reader::new().read_raw(exif.to_vec()).ok()?;
    read.get_field(Tag::Orientation, In::PRIMARY)?.value.get_uint(0).filter(|o| (1..=8).contains(o))
}

fn png(bytes: &[u8]) -> Result<Header, Failure> {
    let limits = png::Limits { bytes: limits::HEADER_BYTES };
    let reader = png::Decoder::new_with_limits(Cursor::new(bytes), limits).read_info();
    let reader = reader.map_err(damaged)?;
    let info = reader.info();
    if !bytes.windows(PNG_END.len()).rev().any(|w| w == PNG_END) {
        return Err(damaged("truncated"));
    }
    let density = info.pixel_dims.filter(|d| d.unit == png::Unit::Meter);
    let density = density.map(|d| [d.xppu, d.yppu].map(|per_meter| f64::from(per_meter) * CM_PER_INCH / 100.0));
    Ok(Header {
        width: info.width,
        height: info.height,
        density: density.and_then(plausible),
        orientation: info.exif_metadata.as_deref().and_then(orientation).unwrap_or(1),
    })
}

fn jpeg(bytes: &[u8]) -> Result<Header, Failure> {
    // The caller checks the limit on pixels, with a clear message.
    let options = DecoderOptions::default().set_max_width(usize::from(u16::MAX)).set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(damaged)?;
    let info = decoder.info().ok_or_else(|| damaged("no header"))?;
    if !bytes[bytes.len().saturating_sub(JPEG_TAIL)..].windows(2).any(|w| w == b"\xff\xd9") {
        return Err(damaged("truncated"));
    }
    Ok(Header {
        width: u32::from(info.width),
        height: u32::from(info.height),
        density: jfif_density(bytes).and_then(plausible),
        orientation: decoder.exif().and_then(|exif| orientation(exif)).unwrap_or(1),
    })
}

/// Returns the pixels per inch of the JFIF segment, which must come first in the file.
fn jfif_density(bytes: &[u8]) -> Option<[f64; 2]> {
    let segment = bytes.get(2..18)?;
    if segment[..2] != *b"\xff\xe0" || segment[4..9] != *b"JFIF\0" {
        return None;
    }
    let number = |at: usize| f64::from(u16::from_be_bytes([segment[at], segment[at + 1]]));
    match segment[11] {
        1 => Some([number(12), number(14)]),
        2 => Some([number(12) * CM_PER_INCH, number(14) * CM_PER_INCH]),
        _ => None,
    }
}
