//! Broken, locked, cyclic and oversized files end in a sheet or a clear failure within the time limit.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use flate2::{Compression, write::ZlibEncoder};
use plumbline_reader_pdf::{Code, Document, Failure};
use plumbline_sheet::Sheet;

/// Time limit for one file.
const LONGEST: Duration = Duration::from_secs(10);

/// Returns a PDF of objects 1, 2, 3, … given as bytes, with their cross-reference table.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut table = String::new();
    for (i, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", out.len()).unwrap();
        writeln!(out, "{} 0 obj", i + 1).unwrap();
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let at = out.len();
    let size = objects.len() + 1;
    write!(
        out,
        "xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF"
    )
    .unwrap();
    out
}

fn text(object: &str) -> Vec<u8> {
    object.as_bytes().to_vec()
}

fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let mut out = format!("<<{dictionary}/Length {}>>\nstream\n", data.len()).into_bytes();
    out.extend_from_slice(data);
    out.extend_from_slice(b"\nendstream");
    out
}

fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Returns a document of one page with the given content stream, page entries and further objects from number 5.
fn one_page(content: Vec<u8>, entries: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let mut objects = vec![
        text("<</Type/Catalog/Pages 2 0 R>>"),
        text("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
        text(&format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R{entries}>>")),
        content,
    ];
    objects.extend_from_slice(more);
    pdf(&objects)
}

fn first_sheet(file: Vec<u8>) -> Result<Sheet, Failure> {
    let begun = Instant::now();
    let sheet = Document::open(file).and_then(|mut d| d.sheet(1));
    assert!(begun.elapsed() < LONGEST, "took {:?}", begun.elapsed());
    sheet
}

#[test]
fn a_plain_page_is_read_with_turn_and_unit() {
    let content = stream("", b"1 0 0 RG 2 w 10 20 m 110 20 l S 10 10 20 20 re B");
    let sheet = first_sheet(one_page(content.clone(), "", &[])).unwrap();
    assert_eq!((sheet.width, sheet.height, sheet.path_verbs.len()), (200.0, 100.0, 2));
    let paths: Vec<_> = sheet.paths().collect();
    assert_eq!(paths[0].coords, [10.0, 80.0, 110.0, 80.0]);
    assert_eq!((paths[0].style.stroke, paths[0].style.width), (Some(0xFF_00_00), 2.0));
    assert_eq!((paths[1].style.stroke, paths[1].style.fill), (Some(0xFF_00_00), Some(0)), "B is one path");
    let turned = first_sheet(one_page(content, "/Rotate 270/UserUnit 2", &[])).unwrap();
    assert_eq!((turned.width, turned.height, turned.rotation), (200.0, 400.0, 270));
    assert_eq!(turned.paths().next().unwrap().coords, [160.0, 380.0, 160.0, 180.0]);
}

/// Found by the fuzzer: the decoder divides by the length of a row.
#[test]
fn a_predictor_without_columns_is_no_reason_to_fail() {
    let parameters = [
        "/Columns 0",
        "/Colors 536870913/Columns 0",
        "/Colors 32/Columns 4",
        "/Columns 536870912/BitsPerComponent 8",
        "/BitsPerComponent 0/Columns 3",
    ];
    for parameters in parameters {
        let dictionary = format!("/Filter/FlateDecode/DecodeParms<</Predictor 2{parameters}>>");
        let content = stream(&dictionary, &deflated(b"10 10 m 90 10 l S"));
        first_sheet(one_page(content, "", &[])).unwrap();
    }
}

#[test]
fn layers_hidden_content_and_clips() {
    let content = stream(
        "",
        b"/OC /L1 BDC 10 10 m 90 10 l S EMC /OC /L2 BDC 10 20 m 90 20 l S EMC \
          q 0 0 50 50 re W n 10 30 m 90 30 l S 100 60 m 120 60 l S Q",
    );
    let groups = [text("<</Type/OCG/Name(E-LITE)>>"), text("<</Type/OCG/Name(OFF)>>")];
    let file = one_page(content, "/Resources<</Properties<</L1 5 0 R/L2 6 0 R>>>>", &groups);
    let file = String::from_utf8_lossy(&file).replace(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[6 0 R]>>>>>>",
    );
    let sheet = first_sheet(file.into_bytes()).unwrap();
    let paths: Vec<_> = sheet.paths().collect();
    assert_eq!(paths.len(), 2, "one is hidden, one wholly clipped away");
    assert_eq!((paths[0].layer, paths[0].clip), (Some("E-LITE"), None));
    assert_eq!(paths[1].clip, Some([0.0, 50.0, 50.0, 100.0].into()));
    assert_eq!(plumbline_sheet::hidden_layers::of(&sheet), Some("OFF"));
}

#[test]
fn forms_are_blocks_by_name() {
    let form = stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", b"0 0 m 20 20 l S");
    let content = stream("", b"0 0 m 5 5 l S q 1 0 0 1 50 0 cm /Lamp Do Q q 0 1 -1 0 90 0 cm /Lamp Do Q /Door Do");
    let resources = "/Resources<</XObject<</Lamp 5 0 R/Door 6 0 R>>>>";
    let file = one_page(
        content,
        &format!("{resources}/Annots[7 0 R]"),
        &[form.clone(), form, text("<</Type/Annot/Subtype/Stamp/Rect[0 0 20 20]/AP<</N 5 0 R>>>>")],
    );
    let sheet = first_sheet(file).unwrap();
    let blocks: Vec<_> = sheet.paths().map(|p| p.block).collect();
    assert_eq!(blocks, [None, Some("Lamp"), Some("Lamp"), Some("Door"), None]);
}

#[test]
fn shx_annotations_are_text() {
    let content = stream("", b"0 0 m 10 10 l S");
    let annotation = "<</Type/Annot/Subtype/Square/T(AutoCAD SHX Text)/Contents(PANEL 45%%d)/Rect[70 20 10 30]>>";
    let sheet = first_sheet(one_page(content, "/Annots[5 0 R]", &[text(annotation)])).unwrap();
    let run = sheet.texts().next().unwrap();
    assert_eq!((run.text, run.source), ("PANEL 45\u{B0}", 1));
    let [x0, y0, x1, y1] = run.bbox.to_array();
    assert!(x0 > 10.0 && x1 < 70.0 && y0 > 70.0 && y1 < 80.0, "{:?}", run.bbox);
}

#[test]
fn a_content_bomb_is_refused() {
    let bomb = deflated(&vec![b' '; 300 << 20]);
    let file = one_page(stream("/Filter/FlateDecode", &bomb), "", &[]);
    assert!(file.len() < 400_000);
    assert_eq!(first_sheet(file).unwrap_err().code, Code::Capacity);
    let nested = deflated(&bomb);
    let file = one_page(stream("/Filter[/FlateDecode/FlateDecode]", &nested), "", &[]);
    assert!(file.len() < 10_000);
    assert_eq!(first_sheet(file).unwrap_err().code, Code::Capacity);
}

#[test]
fn forms_that_multiply_are_refused_and_cycles_end() {
    let resources = |next: usize| format!("/Resources<</XObject<</F {next} 0 R>>>>");
    let form = |next: usize, content: &str| {
        stream(&format!("/Type/XObject/Subtype/Form/BBox[0 0 200 100]{}", resources(next)), content.as_bytes())
    };
    let laughs: Vec<_> = (6..30).map(|next| form(next, &"/F Do ".repeat(10))).collect();
    let file = one_page(stream("", b"/F Do"), &resources(5), &laughs);
    assert_eq!(first_sheet(file).unwrap_err().code, Code::Capacity);
    let cycle = [form(5, "0 0 m 10 10 l S /F Do")];
    let sheet = first_sheet(one_page(stream("", b"/F Do"), &resources(5), &cycle)).unwrap();
    assert!((1..=60).contains(&sheet.path_verbs.len()), "{}", sheet.path_verbs.len());
}

#[test]
fn compressed_objects_that_unfold_without_end_are_refused() {
    let bomb = deflated(&vec![b'0'; 200 << 20]);
    let objects = [stream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", &bomb)];
    let file = one_page(stream("", b""), "", &objects);
    assert_eq!(Document::open(file).unwrap_err().code, Code::Capacity);
}

#[test]
fn too_many_pages_no_pages_and_no_pdf() {
    let kids = "3 0 R ".repeat(3);
    let no_pages =
        pdf(&[text("<</Type/Catalog/Pages 2 0 R>>"), text(&format!("<</Type/Pages/Kids[{kids}]/Count 3>>"))]);
    assert_eq!(Document::open(no_pages).unwrap_err().code, Code::Unreadable);
    let mut objects = vec![text("<</Type/Catalog/Pages 2 0 R>>"), Vec::new()];
    let kids: String = (3..2103).map(|i| format!("{i} 0 R ")).collect();
    objects[1] = text(&format!("<</Type/Pages/Kids[{kids}]/Count 2100>>"));
    objects.extend((0..2100).map(|_| text("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>")));
    assert_eq!(Document::open(pdf(&objects)).unwrap_err().code, Code::Capacity);
    for junk in [&b""[..], b"%PDF-", b"PK\x03\x04", b"%PDF-1.7\ntrailer"] {
        assert_eq!(Document::open(junk.to_vec()).unwrap_err().code, Code::Unreadable);
    }
}

#[test]
fn a_file_cut_anywhere_ends_in_a_sheet_or_a_failure() {
    let content =
        stream("/Filter/FlateDecode", &deflated(b"10 20 m 110 20 l S 10 10 20 20 re B BT /F 9 Tf (E-101) Tj ET"));
    let whole = one_page(content, "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>", &[]);
    assert_eq!(first_sheet(whole.clone()).unwrap().text, "E-101");
    for cut in (0..whole.len()).step_by(7) {
        if let Err(failure) = first_sheet(whole[..cut].to_vec()) {
            assert!(!failure.message.is_empty());
        }
        let mut broken = whole.clone();
        broken[cut] ^= 0x2A;
        let _ = first_sheet(broken);
    }
}

/// Real broken files, if there are real drawings.
#[test]
fn real_broken_files() {
    let Some(folder) = plumbline_tests::corpus().unwrap() else { return };
    let entries = std::fs::read_dir(folder.join("robust")).unwrap();
    let mut files = 0;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let begun = Instant::now();
        match Document::open(std::fs::read(entry.path()).unwrap()) {
            Ok(mut document) => {
                for page in 1..=document.page_count() {
                    if let Err(failure) = document.sheet(page) {
                        assert!(!failure.message.is_empty(), "{name:?}");
                    }
                }
            }
            Err(failure) => assert!(!failure.message.is_empty(), "{name:?}"),
        }
        assert!(begun.elapsed() < LONGEST, "{name:?} took {:?}", begun.elapsed());
        files += 1;
    }
    assert!(files > 0, "the folder is empty");
    eprintln!("{files} files");
}
