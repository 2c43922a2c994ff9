//! Tests drawing marks on plans without a legend: frames around tags and keynotes, marks of levels, lists of instructions.

mod sketch;

use kurbo::{BezPath, Rect, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Discipline, Item};

use sketch::{circle, findings, line, write};

fn at(n: usize, y: f32) -> [f32; 2] {
    [80.0 + 90.0 * n as f32, y + 13.0 * (n % 3) as f32]
}

/// Returns the number of items within 20 points of a row of eight places.
fn near(items: &[Item], y: f32) -> usize {
    let middle = |item: &Item| {
        let (x0, y0, x1, y1) = item.evidence[0].bbox;
        [(x0 + x1) as f32 / 2.0 * 1000.0, (y0 + y1) as f32 / 2.0 * 700.0]
    };
    let close = |item: &&Item| {
        let m = middle(item);
        (0..8).any(|n| (m[0] - at(n, y)[0]).abs() < 20.0 && (m[1] - at(n, y)[1]).abs() < 20.0)
    };
    items.iter().filter(close).count()
}

fn hexagon(radius: f64) -> BezPath {
    let corner = |n: u32| {
        let turn = f64::from(n) * std::f64::consts::FRAC_PI_3;
        (radius * turn.cos(), radius * turn.sin())
    };
    let mut path = line(&(0..6).map(corner).collect::<Vec<_>>());
    path.close_path();
    path
}

#[test]
fn frames_around_tags_and_marks_of_levels_are_no_devices() {
    let mut d = Drawing::new(1000.0, 700.0);
    let frame = [Rect::new(-20.0, -6.5, 20.0, 6.5).to_path(0.01)];
    let level = [circle(5.0), line(&[(-5.0, 0.0), (5.0, 0.0)]), line(&[(0.0, -5.0), (0.0, 5.0)])];
    let box_of_letters = [Rect::new(-7.0, -7.0, 7.0, 7.0).to_path(0.01), line(&[(-7.0, -7.0), (7.0, -3.0)])];
    for n in 0..8 {
        d.symbol(&frame, at(n, 100.0), 0.0, false);
        write(&mut d, ["WC-1", "WC-2", "SK-5", "FD-1", "LAV-3", "SH-1", "WC-1", "UR-2"][n], at(n, 100.0));
        d.symbol(&[hexagon(7.0)], at(n, 200.0), 0.0, false);
        write(&mut d, ["1", "2", "3", "12", "4", "1", "7", "5"][n], at(n, 200.0));
        d.symbol(&level, at(n, 300.0), 0.0, false);
        let [x, y] = at(n, 300.0);
        d.text(&format!("EL {}.0", 100 + n), [x + 8.0, y + 2.0], 6.0);
        d.symbol(&box_of_letters, at(n, 400.0), 0.0, false);
        write(&mut d, "TV", at(n, 400.0));
    }
    let items = findings(Discipline::MultiDiscipline, &d.sheet()).items;
    // Fixtures are counted by their tags. The frames around the tags are not.
    assert_eq!([100.0, 200.0, 300.0].map(|y| near(&items, y)), [6, 0, 0], "frames, keynotes, levels");
    assert!(items.iter().all(|item| item.evidence[0].bbox.1 > 0.25 || item.tag.is_some()));
    assert_eq!(near(&items, 400.0), 8, "boxes with letters are devices");
}

#[test]
fn a_list_of_instructions_with_marks_is_no_legend() {
    let mut d = Drawing::new(1000.0, 700.0);
    let drain = [circle(6.0), circle(3.0), line(&[(-6.0, 0.0), (6.0, 0.0)])];
    let rows: [(&[BezPath], &str, &str); 3] = [
        (&[hexagon(9.0)], "1", "REMOVE EXISTING ROOF DRAIN AND PIPE AS SHOWN"),
        (&[hexagon(9.0)], "2", "PROVIDE NEW FLOOR DRAIN AND CONNECT TO SANITARY"),
        (&drain, "", "ROOF DRAIN"),
    ];
    sketch::legend(&mut d, [700.0, 450.0], &rows);
    for n in 0..6 {
        d.symbol(&[hexagon(9.0)], at(n, 150.0), 0.0, false);
        write(&mut d, ["1", "2", "1", "1", "2", "2"][n], at(n, 150.0));
        d.symbol(&drain, at(n, 300.0), 0.0, false);
    }
    let items = findings(Discipline::Plumbing, &d.sheet()).items;
    let descriptions: Vec<&str> = items.iter().map(|item| item.description.as_str()).collect();
    assert_eq!(sketch::named(&items, "ROOF DRAIN").len(), 6, "{descriptions:?}");
    assert_eq!(near(&items, 150.0), 0, "{descriptions:?}");
}
