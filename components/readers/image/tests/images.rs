//! Images become one page of their real size. Broken and oversized ones end in a clear failure.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use plumbline_reader_image::{Code, DEFAULT_DENSITY, Document, limits};
use plumbline_scanned_pages::reader::DrawPages as _;
use plumbline_sheet::Sheet;

fn png(width: u32, height: u32, per_meter: Option<u32>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(per_meter.map(|n| png::PixelDimensions { xppu: n, yppu: n, unit }));
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![255; (width * height) as usize]).unwrap();
    writer.finish().unwrap();
    out
}

/// Returns a JPEG with a JFIF density in pixels per inch, and EXIF data if an orientation is given. Its pixels are one
/// block, because the tests do not use them.
fn jpeg(width: u16, height: u16, density: u16, orientation: Option<u8>) -> Vec<u8> {
    let mut out = b"\xff\xd8".to_vec();
    let mut segment = |marker: u8, data: &[u8]| {
        out.extend([0xff, marker]);
        out.extend((data.len() as u16 + 2).to_be_bytes());
        out.extend(data);
    };
    let mut jfif = b"JFIF\0\x01\x02\x01".to_vec();
    jfif.extend([density.to_be_bytes(), density.to_be_bytes()].concat());
    jfif.extend([0, 0]);
    segment(0xe0, &jfif);
    if let Some(orientation) = orientation {
        // Little-endian TIFF with one entry: tag 0x0112, a short.
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        segment(0xe1, &exif);
    }
    segment(0xdb, &[&[0u8][..], &[1; 64]].concat());
    let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
    segment(0xc0, &[&[8u8][..], &size, &[1, 1, 0x11, 0]].concat());
    for table in [0x00, 0x10] {
        segment(0xc4, &[&[table, 1u8][..], &[0; 15], &[0]].concat());
    }
    segment(0xda, &[1, 1, 0, 0, 63, 0]);
    out.extend(b"\0\0\xff\xd9");
    out
}

fn sheet(bytes: &[u8]) -> Sheet {
    Document::open(bytes.to_vec()).unwrap().sheet(1).unwrap()
}

#[test]
fn a_png_is_one_page_of_the_size_that_its_resolution_gives() {
    // 11811 pixels per meter are 300 per inch.
    let page = sheet(&png(600, 300, Some(11_811)));
    assert!((page.width - 144.0).abs() < 0.01 && (page.height - 72.0).abs() < 0.01, "{} {}", page.width, page.height);
    assert_eq!((page.image_pixels.as_slice(), page.image_boxes[2]), (&[600, 300][..], page.width));
    assert!(page.path_verbs.is_empty() && page.text.is_empty());
    let page = sheet(&png(600, 300, None));
    assert!((f64::from(page.width) - 600.0 / DEFAULT_DENSITY * 72.0).abs() < 0.01);
    assert!(page.notes.iter().any(|n| n.contains("does not state a resolution")));
}

#[test]
fn a_jpegs_orientation_turns_the_page() {
    let upright = sheet(&jpeg(400, 200, 200, None));
    assert_eq!((upright.width, upright.height, upright.rotation), (144.0, 72.0, 0));
    for (orientation, rotation, size) in
        [(1, 0, (144.0, 72.0)), (3, 180, (144.0, 72.0)), (6, 90, (72.0, 144.0)), (8, 270, (72.0, 144.0))]
    {
        let page = sheet(&jpeg(400, 200, 200, Some(orientation)));
        assert_eq!((page.rotation, (page.width, page.height)), (rotation, size), "{orientation}");
        let pixels = if rotation % 180 == 0 { [400, 200] } else { [200, 400] };
        assert_eq!(page.image_pixels, pixels);
    }
}

#[test]
fn too_many_pixels_are_refused_before_any_is_decoded() {
    let mut huge = png(8, 8, None);
    // Width and height follow the first chunk's name. Its checksum comes after them.
    huge[16..20].copy_from_slice(&60_000u32.to_be_bytes());
    huge[20..24].copy_from_slice(&60_000u32.to_be_bytes());
    let sum = crc32fast::hash(&huge[12..29]);
    huge[29..33].copy_from_slice(&sum.to_be_bytes());
    let failure = Document::open(huge).unwrap_err();
    assert_eq!(failure.code, Code::Capacity, "{failure}");
    assert!(u64::from(60_000u32) * 60_000 > limits::PIXELS);
}

#[test]
fn cut_and_mutated_images_end_in_a_page_or_a_failure() {
    for whole in [png(40, 30, Some(3937)), jpeg(40, 30, 100, Some(6))] {
        assert_eq!(Document::open(whole[..whole.len() / 2].to_vec()).unwrap_err().code, Code::Unreadable);
        for cut in 0..whole.len() {
            if let Err(failure) = Document::open(whole[..cut].to_vec()) {
                assert!(!failure.message.is_empty());
            }
            for bit in [0x01, 0x80, 0xff] {
                let mut broken = whole.clone();
                broken[cut] ^= bit;
                let _ = Document::open(broken).map(|mut d| d.draw(1));
            }
        }
    }
    for junk in [&b""[..], b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"%PDF-1.7"] {
        assert_eq!(Document::open(junk.to_vec()).unwrap_err().code, Code::Unreadable);
    }
    assert!(Document::open(png(4, 4, None)).unwrap().sheet(2).is_err());
}
