//! Broken, cyclic and oversized drawings end in a sheet or a clear failure within the time limit.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use acadrust::{CadDocument, Circle, DwgWriter, DxfWriter, EntityType, Line, Text, Vector3};
use plumbline_reader_cad::{Code, Document, Failure};
use plumbline_sheet::Sheet;

/// Time limit for one file.
const LONGEST: Duration = Duration::from_secs(10);

fn pages(file: &[u8]) -> Result<Vec<Result<Sheet, Failure>>, Failure> {
    let begun = Instant::now();
    let read = Document::open(file.to_vec());
    let pages = read.map(|d| (1..=d.page_count()).map(|n| d.sheet(n)).collect());
    assert!(begun.elapsed() < LONGEST, "took {:?}", begun.elapsed());
    pages
}

fn model(file: &[u8]) -> Result<Sheet, Failure> {
    pages(file)?.remove(0)
}

/// Returns a DXF of the oldest form with these blocks and entities, as pairs of lines.
fn dxf(blocks: &str, entities: &str) -> Vec<u8> {
    format!("0\nSECTION\n2\nBLOCKS\n{blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n{entities}0\nENDSEC\n0\nEOF\n")
        .into_bytes()
}

fn block(name: &str, entities: &str) -> String {
    format!("0\nBLOCK\n8\n0\n2\n{name}\n70\n0\n10\n0.0\n20\n0.0\n30\n0.0\n{entities}0\nENDBLK\n8\n0\n")
}

fn insert(name: &str, more: &str) -> String {
    format!("0\nINSERT\n8\n0\n2\n{name}\n10\n1.0\n20\n2.0\n30\n0.0\n{more}")
}

const LINE: &str = "0\nLINE\n8\n0\n10\n0.0\n20\n0.0\n30\n0.0\n11\n5.0\n21\n5.0\n31\n0.0\n";

#[test]
fn blocks_that_multiply_are_refused_and_cycles_end() {
    let mut blocks = block("B0", LINE);
    for i in 1..20 {
        write!(blocks, "{}", block(&format!("B{i}"), &insert(&format!("B{}", i - 1), "").repeat(10))).unwrap();
    }
    assert_eq!(model(&dxf(&blocks, &insert("B19", ""))).unwrap_err().code, Code::Capacity);
    let cycle = block("A", &format!("{LINE}{}", insert("B", ""))) + &block("B", &insert("A", ""));
    let sheet = model(&dxf(&cycle, &insert("A", ""))).unwrap();
    assert_eq!(sheet.path_verbs.len(), 1);
    assert!(sheet.notes.iter().any(|n| n.contains("contain themselves")), "{:?}", sheet.notes);
}

#[test]
fn an_array_without_end_is_refused() {
    let array = insert("B", "70\n32000\n71\n32000\n44\n1.0\n45\n1.0\n");
    for inner in [LINE, ""] {
        assert_eq!(model(&dxf(&block("B", inner), &array)).unwrap_err().code, Code::Capacity);
    }
}

#[test]
fn numbers_beyond_all_bounds_draw_nothing_or_something() {
    let numbers = ["1e308", "-1e308", "nan", "inf", "1e-308", "99999999999999999999", "x", ""];
    for number in numbers {
        let entities = format!(
            "0\nCIRCLE\n8\n0\n10\n{number}\n20\n0.0\n40\n{number}\n0\nARC\n8\n0\n10\n0.0\n20\n0.0\n40\n5.0\n50\n{number}\n51\n{number}\n\
             0\nTEXT\n8\n0\n10\n0.0\n20\n0.0\n40\n{number}\n1\nA\n50\n{number}\n{LINE}{}",
            insert("B", &format!("41\n{number}\n42\n{number}\n50\n{number}\n44\n{number}\n70\n3\n"))
        );
        if let Ok(sheet) = model(&dxf(&block("B", LINE), &entities)) {
            assert!(sheet.width.is_finite() && sheet.height.is_finite() && sheet.width > 0.0, "{number}");
            assert!(sheet.coords.iter().all(|c| c.is_finite()), "{number}");
        }
    }
}

#[test]
fn declared_counts_are_not_believed() {
    for entity in [
        "0\nSPLINE\n8\n0\n71\n3\n72\n2000000000\n73\n2000000000\n74\n2000000000\n40\n0.0\n10\n0.0\n20\n0.0\n30\n0.0\n",
        "0\nLWPOLYLINE\n8\n0\n90\n2000000000\n70\n1\n10\n0.0\n20\n0.0\n10\n5.0\n20\n5.0\n",
        "0\nHATCH\n8\n0\n2\nSOLID\n70\n1\n91\n2000000000\n92\n2\n72\n0\n73\n1\n93\n2000000000\n10\n0.0\n20\n0.0\n",
        "0\nHATCH\n8\n0\n2\nSOLID\n70\n1\n91\n1\n92\n1\n93\n2000000000\n72\n4\n94\n3\n95\n2000000000\n96\n2000000000\n",
        "0\nMLINE\n8\n0\n72\n2000000000\n73\n2000000000\n10\n0.0\n20\n0.0\n30\n0.0\n74\n2000000000\n75\n2000000000\n",
    ] {
        if let Err(failure) = model(&dxf("", &format!("{entity}{LINE}"))) {
            assert!(!failure.message.is_empty());
        }
    }
}

#[test]
fn too_many_records_are_refused_before_they_are_parsed() {
    let begun = Instant::now();
    let failure = Document::open(dxf("", &LINE.repeat(700_000))).unwrap_err();
    assert_eq!(failure.code, Code::Capacity, "{failure}");
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn junk_is_no_drawing() {
    for junk in [
        &b""[..],
        b"0",
        b"hello",
        b"0\nSECTION",
        b"AC1032",
        b"AC1032\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        b"AC1099 and more",
        b"AutoCAD Binary DXF\r\n\x1a\0",
        b"AutoCAD Binary DXF\r\n\x1a\0\0SECTION\0",
        b"%PDF-1.7",
    ] {
        match pages(junk) {
            Err(failure) => assert!(!failure.message.is_empty()),
            // A file that has only the start of a drawing is an empty one.
            Ok(pages) => assert!(pages.iter().flatten().all(|p| p.path_verbs.is_empty()), "{}", junk.escape_ascii()),
        }
    }
}

fn sample() -> CadDocument {
    let mut document = CadDocument::new();
    document.add_entity(EntityType::Line(Line::from_coords(0.0, 0.0, 0.0, 100.0, 50.0, 0.0))).unwrap();
    let center = Vector3::new(30.0, 30.0, 0.0);
    document.add_entity(EntityType::Circle(Circle::from_center_radius(center, 5.0))).unwrap();
    document.add_entity(EntityType::Text(Text::with_value("E-101", center))).unwrap();
    document
}

/// Cuts and changes a file at positions spread over it, the same on every run.
fn mutations(whole: &[u8], times: usize, mut each: impl FnMut(&[u8])) {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    for n in 0..times {
        each(&whole[..whole.len() * n / times]);
        let mut broken = whole.to_vec();
        for _ in 0..=next(4) {
            let at = next(broken.len());
            broken[at] = match next(4) {
                0 => broken[at] ^ (1 << next(8)),
                1 => b'0' + next(10) as u8,
                2 => 0xff,
                _ => 0,
            };
        }
        each(&broken);
    }
}

#[test]
fn a_dxf_cut_or_changed_anywhere_ends_in_a_sheet_or_a_failure() {
    let document = sample();
    for whole in [DxfWriter::new(&document), DxfWriter::new_binary(&document)].map(|w| w.write_to_vec().unwrap()) {
        assert_eq!(model(&whole).unwrap().text, "E-101");
        mutations(&whole, 150, |file| {
            let _ = pages(file);
        });
    }
}

#[test]
fn a_dwg_cut_or_changed_anywhere_ends_in_a_sheet_or_a_failure() {
    let whole = DwgWriter::write_to_vec(&sample()).unwrap();
    assert_eq!(model(&whole).unwrap().text, "E-101");
    mutations(&whole, 150, |file| {
        let _ = pages(file);
    });
}
