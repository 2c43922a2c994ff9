//! Tests that furniture, planting, cars and fixtures of other trades are not counted without a legend, but the devices
//! between them are.

mod options;

use kurbo::{Affine, BezPath, Circle, Rect, RoundedRect, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Discipline, Item};
use plumbline_takeoff::{extract, survey};

/// Points per millimeter at 1:100.
const MM: f64 = 72.0 / 25.4 / 100.0;

fn items(discipline: Discipline, sheet: &Sheet) -> Vec<Item> {
    extract(discipline, sheet, &[survey(sheet)], &options::at_hundred()).items
}

fn line(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (n, p) in points.iter().enumerate() {
        if n == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path
}

fn closed(points: &[(f64, f64)]) -> BezPath {
    let mut path = line(points);
    path.close_path();
    path
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> BezPath {
    Rect::new(x0, y0, x1, y1).to_path(0.01)
}

fn rounded(x0: f64, y0: f64, x1: f64, y1: f64, radius: f64) -> BezPath {
    RoundedRect::new(x0, y0, x1, y1, radius).to_path(0.5)
}

/// Converts sizes in millimeters to points at 1:100.
fn to_scale(paths: Vec<BezPath>) -> Vec<BezPath> {
    paths.into_iter().map(|path| Affine::scale(MM) * path).collect()
}

fn bed() -> Vec<BezPath> {
    to_scale(vec![
        rounded(-700.0, -1150.0, 700.0, 1150.0, 80.0),
        rounded(-500.0, -1050.0, 500.0, -650.0, 80.0),
        line(&[(-700.0, -500.0), (700.0, -500.0)]),
        line(&[(-700.0, -500.0), (-100.0, -380.0), (300.0, -120.0), (700.0, -500.0)]),
        line(&[(-100.0, -380.0), (700.0, -300.0)]),
    ])
}

fn chair() -> Vec<BezPath> {
    to_scale(vec![
        rounded(-230.0, -230.0, 230.0, 230.0, 60.0),
        line(&[(-250.0, -230.0), (-200.0, -320.0), (200.0, -320.0), (250.0, -230.0)]),
        line(&[(-210.0, -230.0), (-170.0, -280.0), (170.0, -280.0), (210.0, -230.0)]),
    ])
}

fn armchair() -> Vec<BezPath> {
    to_scale(vec![
        rounded(-400.0, -400.0, 400.0, 400.0, 90.0),
        rounded(-260.0, -250.0, 260.0, 380.0, 60.0),
        line(&[(-400.0, -250.0), (400.0, -250.0)]),
    ])
}

/// Returns a sofa with two round cushions against its back.
fn sofa() -> Vec<BezPath> {
    to_scale(vec![
        rect(-1100.0, -450.0, 1100.0, 450.0),
        line(&[(-1100.0, -250.0), (1100.0, -250.0)]),
        Circle::new((-500.0, -60.0), 190.0).to_path(0.5),
        Circle::new((500.0, -60.0), 190.0).to_path(0.5),
    ])
}

/// Returns a desk with a lamp on an arm and a screen.
fn desk() -> Vec<BezPath> {
    to_scale(vec![
        rect(-320.0, -230.0, 320.0, 230.0),
        Circle::new((-200.0, -120.0), 70.0).to_path(0.5),
        line(&[(-200.0, -120.0), (-60.0, -20.0), (40.0, -90.0)]),
        rect(0.0, -200.0, 260.0, -140.0),
        line(&[(60.0, -140.0), (80.0, -60.0), (180.0, -60.0), (200.0, -140.0)]),
        rect(20.0, 40.0, 240.0, 130.0),
    ])
}

/// Returns a star of leaves with tips at different distances.
fn plant() -> Vec<BezPath> {
    let tip = |n: u32| {
        let angle = f64::from(n) * std::f64::consts::TAU / 26.0;
        let radius = if n.is_multiple_of(2) { 330.0 + 60.0 * f64::from(n % 3) } else { 110.0 };
        (radius * angle.cos(), radius * angle.sin())
    };
    to_scale(vec![closed(&(0..26).map(tip).collect::<Vec<_>>())])
}

fn car() -> Vec<BezPath> {
    to_scale(vec![
        rounded(-900.0, -2200.0, 900.0, 2200.0, 350.0),
        closed(&[(-700.0, -900.0), (700.0, -900.0), (580.0, -500.0), (-580.0, -500.0)]),
        closed(&[(-600.0, 1300.0), (600.0, 1300.0), (700.0, 1650.0), (-700.0, 1650.0)]),
        line(&[(-580.0, -500.0), (-600.0, 1300.0)]),
        line(&[(580.0, -500.0), (600.0, 1300.0)]),
    ])
}

fn water_closet() -> Vec<BezPath> {
    let bowl =
        [(-150, 0), (-200, 120), (-190, 280), (-130, 420), (0, 480), (130, 420), (190, 280), (200, 120), (150, 0)];
    to_scale(vec![rect(-240.0, -180.0, 240.0, 0.0), line(&bowl.map(|(x, y)| (f64::from(x), f64::from(y))))])
}

/// Returns a duplex receptacle, 3 mm on paper.
fn receptacle() -> Vec<BezPath> {
    vec![
        Circle::new((0.0, 0.0), 4.0).to_path(0.01),
        line(&[(-1.6, -6.4), (-1.6, 6.4)]),
        line(&[(1.6, -6.4), (1.6, 6.4)]),
    ]
}

/// Returns a crossed circle.
fn lamp() -> Vec<BezPath> {
    let d = 5.0 * std::f64::consts::FRAC_1_SQRT_2;
    vec![Circle::new((0.0, 0.0), 5.0).to_path(0.01), line(&[(-d, -d), (d, d)]), line(&[(-d, d), (d, -d)])]
}

/// Draws two rows of rooms of 10 by 8 m at 1:100. `furnish` draws the contents, given a room's middle and number.
fn rooms(furnish: impl Fn(&mut Drawing, [f32; 2], usize)) -> Drawing {
    let (w, h) = (280.0, 230.0);
    let mut drawing = Drawing::new(4.0 * w + 80.0, 2.0 * h + 80.0);
    for n in 0..8usize {
        let (x, y) = (40.0 + w * (n % 4) as f32, 40.0 + h * (n / 4) as f32);
        drawing.pen(0, 0.7).rect([x, y, x + w, y + h]).rect([x + 3.0, y + 3.0, x + w - 3.0, y + h - 3.0]);
        furnish(&mut drawing, [x + w / 2.0, y + h / 2.0], n);
    }
    drawing
}

/// Draws everything except devices, with the building's pen.
fn furniture(drawing: &mut Drawing, [x, y]: [f32; 2], n: usize) {
    let quarter = std::f64::consts::FRAC_PI_2;
    drawing.symbol(&bed(), [x - 100.0, y + 20.0], 0.0, n.is_multiple_of(2));
    drawing.symbol(&bed(), [x - 50.0, y + 20.0], 0.0, n.is_multiple_of(2));
    // A table with a chair at each side.
    drawing.rect([x + 40.0, y - 12.0, x + 64.0, y + 12.0]);
    for (side, at) in [[x + 52.0, y - 20.0], [x + 72.0, y], [x + 52.0, y + 20.0], [x + 32.0, y]].into_iter().enumerate()
    {
        drawing.symbol(&chair(), at, quarter * side as f64, false);
    }
    for at in [[x + 100.0, y + 60.0], [x + 60.0, y + 60.0]] {
        drawing.symbol(&armchair(), at, quarter * (n % 4) as f64, false);
    }
    drawing.symbol(&sofa(), [x - 20.0, y + 90.0], 0.0, false);
    // A background plotted in gray.
    drawing.pen(0x80_8080, 0.2).symbol(&desk(), [x + 20.0 + 7.0 * n as f32, y - 60.0], quarter * (n % 3) as f64, false);
    for at in [x + 128.0, x + 131.0, x + 134.0] {
        drawing.line([at, y - 100.0], [at, y + 100.0]);
    }
    drawing.pen(0, 0.7);
    drawing.symbol(&plant(), [x + 110.0, y - 80.0], 0.4 * n as f64, false);
    drawing.symbol(&car(), [x - 10.0, y - 45.0], 0.0, false);
}

fn described(items: &[Item]) -> Vec<String> {
    let mut all: Vec<String> = items.iter().map(|item| item.description.clone()).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn furniture_plants_and_cars_are_no_devices_of_any_discipline() {
    let sheet = rooms(furniture).sheet();
    for discipline in [
        Discipline::Electrical,
        Discipline::FireProtection,
        Discipline::Mechanical,
        Discipline::Plumbing,
        Discipline::Structural,
        Discipline::MultiDiscipline,
    ] {
        let found = items(discipline, &sheet);
        assert!(found.is_empty(), "{discipline:?}: {:?}", described(&found));
    }
}

#[test]
fn devices_between_furniture_are_counted() {
    let sheet = rooms(|drawing, [x, y], n| {
        furniture(drawing, [x, y], n);
        drawing.symbol(&lamp(), [x + 10.0, y + 60.0], 0.0, false);
        drawing.pen(0x00_40c0, 0.5).symbol(&receptacle(), [x - 120.0, y - 108.0], 0.0, false);
        drawing.symbol(&receptacle(), [x + 30.0, y + 108.0], 0.0, false);
        drawing.pen(0, 0.7);
    })
    .sheet();
    let found = items(Discipline::Electrical, &sheet);
    let count = |of: &str| found.iter().filter(|item| item.item_type == of).count();
    assert_eq!((count("luminaire"), count("duplex_receptacle"), found.len()), (8, 16, 24), "{:?}", described(&found));
}

#[test]
fn water_closets_are_counted_for_plumbing_and_background_for_others() {
    let sheet = rooms(|drawing, [x, y], _| {
        drawing.symbol(&water_closet(), [x + 20.0, y - 100.0], 0.0, false);
        drawing.symbol(&water_closet(), [x + 60.0, y - 100.0], 0.0, false);
    })
    .sheet();
    let found = items(Discipline::Plumbing, &sheet);
    assert!(found.len() == 16 && found.iter().all(|item| item.item_type == "water_closet"), "{:?}", described(&found));
    let found = items(Discipline::Electrical, &sheet);
    assert!(found.is_empty(), "{:?}", described(&found));
}

#[test]
fn columns_that_beams_run_to_are_counted_and_tables_of_their_size_are_not() {
    let sheet = rooms(|drawing, at, n| {
        furniture(drawing, at, n);
        // A column at a beam, which is drawn as two lines.
        let [x, y] = [at[0] - 120.0, at[1] - 60.0];
        drawing.rect([x - 6.0, y - 6.0, x + 6.0, y + 6.0]);
        drawing.line([x + 6.0, y - 3.0], [x + 100.0, y - 3.0]).line([x + 6.0, y + 3.0], [x + 100.0, y + 3.0]);
    })
    .sheet();
    let found = items(Discipline::Structural, &sheet);
    assert!(found.len() == 8 && found.iter().all(|item| item.item_type.contains("column")), "{:?}", described(&found));
}
