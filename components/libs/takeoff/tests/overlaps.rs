//! Things at match lines that two sheets, or two views of one sheet, show.

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Depth, Discipline, Item, UnitSystem};
use plumbline_takeoff::{Options, extract, survey};

fn detector() -> Vec<BezPath> {
    let mut cross = BezPath::new();
    for (a, b) in [((-4.0, -4.0), (4.0, 4.0)), ((-4.0, 4.0), (4.0, -4.0)), ((0.0, 0.0), (0.0, 7.0))] {
        cross.move_to(a);
        cross.line_to(b);
    }
    vec![Circle::new((0.0, 0.0), 6.0).to_path(0.01), cross]
}

/// A page with a legend, detectors with their addresses, and a match line at 700.
fn page(number: &str, other: &str, devices: &[(f32, f32, &str)]) -> Drawing {
    let mut d = Drawing::new(1200.0, 800.0);
    for y in [40.0, 65.0, 90.0] {
        d.line([900.0, y], [1100.0, y]);
    }
    for x in [900.0, 960.0, 1100.0] {
        d.line([x, 40.0], [x, 90.0]);
    }
    d.text("SYMBOL", [905.0, 55.0], 7.0).text("DESCRIPTION", [970.0, 55.0], 7.0);
    d.symbol(&detector(), [930.0, 77.5], 0.0, false).text("SMOKE DETECTOR", [970.0, 80.0], 7.0);
    for (x, y, address) in devices {
        d.symbol(&detector(), [*x, *y], 0.0, false).text(address, [x + 9.0, y + 2.0], 5.0);
    }
    for i in 0..9 {
        d.text("ROOM", [100.0 + 54.0 * i as f32, 600.0], 6.0).text("ROOM", [660.0 + 50.0 * i as f32, 600.0], 6.0);
    }
    let up = -std::f64::consts::FRAC_PI_2;
    d.line([600.0, 100.0], [600.0, 700.0]);
    d.text_turned(&format!("MATCH LINE - SEE SHEET {other}"), [594.0, 500.0], 8.0, up);
    d.text("SHEET NO.", [1100.0, 760.0], 6.0).text(number, [1110.0, 785.0], 20.0);
    d
}

/// The items of the pages of a document.
fn items(pages: Vec<Drawing>) -> Vec<Vec<Item>> {
    let sheets: Vec<Sheet> = (1..)
        .zip(pages)
        .map(|(number, page)| {
            let mut sheet = Sheet { page_number: number, ..page.sheet() };
            sheet.read_title_block();
            sheet
        })
        .collect();
    let surveys: Vec<Vec<u8>> = sheets.iter().map(survey).collect();
    let options = Options {
        include_schedules: true,
        units: UnitSystem::AsDrawn,
        depth: Depth::Standard,
        declared_scale: Some("1:100".to_owned()),
    };
    sheets.iter().map(|sheet| extract(Discipline::FireProtection, sheet, &surveys, &options).items).collect()
}

fn counts(pages: Vec<Drawing>) -> Vec<usize> {
    items(pages).iter().map(Vec::len).collect()
}

/// Both sides of the line are as full, so that neither is left out as beyond.
const WEST: [(f32, f32, &str); 4] = [
    (200.0, 200.0, "FACP:SLC1•S:001"),
    (300.0, 400.0, "FACP:SLC1•S:002"),
    (560.0, 300.0, "FACP:SLC1•S:003"),
    (640.0, 300.0, "FACP:SLC1•S:004"),
];
const EAST: [(f32, f32, &str); 4] = [
    (560.0, 320.0, "FACP:SLC1•S:003"),
    (640.0, 320.0, "FACP:SLC1•S:004"),
    (800.0, 200.0, "FACP:SLC1•S:005"),
    (820.0, 400.0, "FACP:SLC1•S:006"),
];

#[test]
fn a_device_that_two_sheets_show_at_their_match_line_is_counted_once() {
    assert_eq!(counts(vec![page("FA-101", "FA-102", &WEST), page("FA-102", "FA-101", &EAST)]), [4, 2]);
}

#[test]
fn devices_of_sheets_that_do_not_join_are_all_counted() {
    assert_eq!(counts(vec![page("FA-101", "FA-103", &WEST), page("FA-102", "FA-104", &EAST)]), [4, 4]);
}

#[test]
fn devices_without_an_address_are_all_counted() {
    let bare = |devices: [(f32, f32, &'static str); 4]| devices.map(|(x, y, _)| (x, y, "WP"));
    assert_eq!(counts(vec![page("FA-101", "FA-102", &bare(WEST)), page("FA-102", "FA-101", &bare(EAST))]), [4, 4]);
}

#[test]
fn a_device_that_two_views_of_a_sheet_show_is_counted_once_with_both_places() {
    let devices = [WEST[0], WEST[1], WEST[2], (700.0, 300.0, WEST[2].2), EAST[2], EAST[3]];
    let mut d = page("FA-101", "FA-101", &devices);
    d.text("FIRST FLOOR PLAN WEST", [200.0, 740.0], 12.0).text("SCALE 1:100", [200.0, 755.0], 8.0);
    d.text("FIRST FLOOR PLAN EAST", [660.0, 740.0], 12.0).text("SCALE 1:100", [660.0, 755.0], 8.0);
    let found = &items(vec![d])[0];
    assert_eq!(found.len(), 5, "{:?}", found.iter().map(|i| i.evidence[0].bbox).collect::<Vec<_>>());
    assert_eq!(found.iter().map(|i| i.evidence.len()).sum::<usize>(), 6);
}
