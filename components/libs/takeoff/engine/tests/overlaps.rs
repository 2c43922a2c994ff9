//! Tests items at match lines that two sheets, or two views of one sheet, show.

mod options;

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Discipline, Item};
use plumbline_takeoff::{extract, survey};

fn detector() -> Vec<BezPath> {
    let mut cross = BezPath::new();
    for (a, b) in [((-4.0, -4.0), (4.0, 4.0)), ((-4.0, 4.0), (4.0, -4.0)), ((0.0, 0.0), (0.0, 7.0))] {
        cross.move_to(a);
        cross.line_to(b);
    }
    vec![Circle::new((0.0, 0.0), 6.0).to_path(0.01), cross]
}

/// Creates a page with a legend, detectors with their addresses, and a match line at 600.
fn page(number: &str, other: &str, devices: &[(f32, f32, &str)]) -> Drawing {
    let mut d = joined(number, devices);
    let up = -std::f64::consts::FRAC_PI_2;
    d.line([600.0, 100.0], [600.0, 700.0]);
    d.text_turned(&format!("MATCH LINE - SEE SHEET {other}"), [594.0, 500.0], 8.0, up);
    d
}

/// Creates the same page without the match line.
fn joined(number: &str, devices: &[(f32, f32, &str)]) -> Drawing {
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
    d.text("SHEET NO.", [1100.0, 760.0], 6.0).text(number, [1110.0, 785.0], 20.0);
    d
}

/// Returns the items of each page of a document.
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
    sheets
        .iter()
        .map(|sheet| extract(Discipline::FireProtection, sheet, &surveys, &options::at_hundred()).items)
        .collect()
}

fn counts(pages: Vec<Drawing>) -> Vec<usize> {
    items(pages).iter().map(Vec::len).collect()
}

/// Both sides of the line have the same number of devices, so that neither is left out as beyond the line.
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

/// Draws the posts and the marks of doors and rooms that both pages show around their match line, moved along it by
/// `down` points.
fn strip(d: &mut Drawing, down: f32) {
    for n in 0..28u16 {
        let (x, y) = (530.0 + f32::from(n * 37 % 140), 130.0 + down + f32::from(n * 53 % 420));
        d.rect([x, y, x + 5.0, y + 9.0]).line([x, y], [x + 5.0, y + 9.0]);
        if n % 4 == 0 {
            d.text(&format!("A-{n}"), [x + 8.0, y + 4.0], 5.0);
        }
    }
}

/// Creates a page of devices without addresses, with the strip around its match line.
fn bare(number: &str, other: &str, devices: &[(f32, f32, &str)], down: f32) -> Drawing {
    let devices: Vec<(f32, f32, &str)> = devices.iter().map(|(x, y, _)| (*x, *y + down, "")).collect();
    let mut d = page(number, other, &devices);
    strip(&mut d, down);
    d
}

#[test]
fn devices_without_an_address_are_counted_once_where_both_sheets_draw_the_same_strip() {
    // The first two devices of the second sheet are also on the first sheet. The whole strip is 20 points lower.
    let shifted = [WEST[2], WEST[3], EAST[2], EAST[3]];
    assert_eq!(counts(vec![bare("FA-101", "FA-102", &WEST, 0.0), bare("FA-102", "FA-101", &shifted, 20.0)]), [4, 2]);
    // They are not merged if the sheets name others.
    assert_eq!(counts(vec![bare("FA-101", "FA-103", &WEST, 0.0), bare("FA-102", "FA-104", &shifted, 20.0)]), [4, 4]);
    // Devices that only the second sheet has stay.
    let moved = [(560.0, 330.0, ""), WEST[3], EAST[2], EAST[3]];
    assert_eq!(counts(vec![bare("FA-101", "FA-102", &WEST, 0.0), bare("FA-102", "FA-101", &moved, 20.0)]), [4, 3]);
}

/// Creates a page with a slanted match line and its surroundings. Upright, it would be like [`page`].
fn slanted(number: &str, other: &str, devices: &[(f32, f32, &str)], down: f32) -> Drawing {
    let turn = 25f64.to_radians();
    let (sin, cos) = (turn.sin() as f32, turn.cos() as f32);
    let at = |x: f32, y: f32| {
        let (x, y) = (x - 600.0, y + down - 400.0);
        [450.0 + x * cos - y * sin, 420.0 + x * sin + y * cos]
    };
    let mut d = joined(number, &[]);
    // Both sides have the same number of texts, so that neither is left out as beyond the line.
    for i in 0..9 {
        d.text("ROOM", [60.0 + 24.0 * i as f32, 700.0], 6.0);
    }
    d.line(at(600.0, 140.0 - down), at(600.0, 640.0 - down));
    let up = turn - std::f64::consts::FRAC_PI_2;
    d.text_turned(&format!("MATCH LINE - SEE SHEET {other}"), at(594.0, 480.0 - down), 8.0, up);
    for n in 0..28u16 {
        let (x, y) = (530.0 + f32::from(n * 37 % 140), 180.0 + f32::from(n * 53 % 380));
        let corners = [[x, y], [x + 5.0, y], [x + 5.0, y + 9.0], [x, y + 9.0], [x, y]].map(|[x, y]| at(x, y));
        d.polyline(&corners).line(at(x, y), at(x + 5.0, y + 9.0));
    }
    for (x, y, address) in devices {
        let [x, y] = at(*x, *y);
        d.symbol(&detector(), [x, y], 0.0, false);
        if !address.is_empty() {
            d.text(address, [x + 9.0, y + 2.0], 5.0);
        }
    }
    d
}

#[test]
fn devices_at_slanted_match_lines_are_counted_once() {
    let counts = |devices: [(f32, f32, &'static str); 4], others: [(f32, f32, &'static str); 4], down| {
        counts(vec![slanted("FA-101", "FA-102", &devices, 0.0), slanted("FA-102", "FA-101", &others, down)])
    };
    assert_eq!(counts(WEST, EAST, 0.0), [4, 2], "by address");
    let bare = |devices: [(f32, f32, &'static str); 4]| devices.map(|(x, y, _)| (x, y, ""));
    assert_eq!(counts(bare(WEST), bare([WEST[2], WEST[3], EAST[2], EAST[3]]), 18.0), [4, 2], "by place");
    let moved = [(560.0, 330.0, ""), WEST[3], EAST[2], EAST[3]];
    assert_eq!(counts(bare(WEST), bare(moved), 18.0), [4, 3], "only those that both show");
}

#[test]
fn devices_of_sheets_that_draw_different_strips_are_all_counted() {
    let first = bare("FA-101", "FA-102", &WEST, 0.0);
    let mut second = page("FA-102", "FA-101", &WEST.map(|(x, y, _)| (x, y, "")));
    for n in 0..28u16 {
        let (x, y) = (530.0 + f32::from(n * 29 % 140), 130.0 + f32::from(n * 71 % 420));
        second.rect([x, y, x + 7.0, y + 7.0]).text("CHAIR", [x + 9.0, y + 3.0], 5.0);
    }
    assert_eq!(counts(vec![first, second]), [4, 4]);
}

#[test]
fn devices_without_an_address_are_counted_once_where_two_views_draw_the_same_strip() {
    let mut d = Drawing::new(1600.0, 800.0);
    for y in [40.0, 65.0, 90.0] {
        d.line([1300.0, y], [1500.0, y]);
    }
    for x in [1300.0, 1360.0, 1500.0] {
        d.line([x, 40.0], [x, 90.0]);
    }
    d.text("SYMBOL", [1305.0, 55.0], 7.0).text("DESCRIPTION", [1370.0, 55.0], 7.0);
    d.symbol(&detector(), [1330.0, 77.5], 0.0, false).text("SMOKE DETECTOR", [1370.0, 80.0], 7.0);
    // The match line of the western view and of the eastern one. Devices at the lines are drawn twice.
    for (line, own) in [(500.0, [200.0, 200.0]), (860.0, [1100.0, 200.0])] {
        let up = -std::f64::consts::FRAC_PI_2;
        d.line([line, 100.0], [line, 640.0]).text_turned("MATCH LINE", [line - 6.0, 420.0], 8.0, up);
        for [x, y] in [own, [line - 20.0, 300.0], [line + 20.0, 350.0]] {
            d.symbol(&detector(), [x, y], 0.0, false);
        }
        for n in 0..24u16 {
            let (x, y) = (line - 60.0 + f32::from(n * 37 % 110), 130.0 + f32::from(n * 53 % 420));
            d.rect([x, y, x + 5.0, y + 9.0]).line([x, y], [x + 5.0, y + 9.0]);
        }
        for n in 0..8 {
            d.text("ROOM", [line - 100.0, 150.0 + 50.0 * n as f32], 6.0);
            d.text("ROOM", [line + 70.0, 150.0 + 50.0 * n as f32], 6.0);
        }
    }
    d.text("FIRST FLOOR PLAN WEST", [300.0, 720.0], 12.0).text("SCALE 1:100", [300.0, 735.0], 8.0);
    d.text("FIRST FLOOR PLAN EAST", [860.0, 720.0], 12.0).text("SCALE 1:100", [860.0, 735.0], 8.0);
    let found = &items(vec![d])[0];
    let places: Vec<_> = found.iter().map(|i| (i.evidence[0].bbox.0 * 1600.0, i.evidence[0].bbox.1 * 800.0)).collect();
    assert_eq!(found.len(), 4, "{places:?}");
    assert_eq!(found.iter().map(|i| i.evidence.len()).sum::<usize>(), 6);
}
