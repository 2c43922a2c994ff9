//! A drawn sheet, rendered as a scan would show it, traced, and compared with the drawing: the share of the drawn
//! length that is found (recall), and the share of the traced length that was drawn (precision).

use kurbo::{Point, Vec2};
use plumbline_geometry::rect;
use plumbline_scanned_pages::image::{Gray, Ink};
use plumbline_scanned_pages::lines::{Shape, Traced, trace};
use std::f64::consts::TAU;

/// A pen: half its width, and its darkness.
struct Pen {
    half: f64,
    dark: f64,
}

/// Draws a line with soft edges, each pixel by its distance.
fn draw(picture: &mut Gray, from: Point, to: Point, pen: &Pen) {
    let reach = pen.half + 1.0;
    let low = |a: f64, b: f64| (a.min(b) - reach).max(0.0) as usize;
    let (right, below) = ((from.x.max(to.x) + reach) as usize + 1, (from.y.max(to.y) + reach) as usize + 1);
    let length = from.distance(to);
    for y in low(from.y, to.y)..below.min(picture.height()) {
        for x in low(from.x, to.x)..right.min(picture.width()) {
            let d = Point::new(x as f64 + 0.5, y as f64 + 0.5) - from;
            let t = (d.dot(to - from) / length).clamp(0.0, length);
            let off = (d - (to - from) * (t / length)).hypot();
            let cover = (pen.half + 0.5 - off).clamp(0.0, 1.0);
            let value = &mut picture.row_mut(y)[x];
            *value = (f64::from(*value)).min(250.0 - cover * pen.dark) as u8;
        }
    }
}

/// Draws rooms with thick walls, thin gray lines that cross them, diagonals at an angle, circles, and quarter arcs as
/// doors.
fn sheet() -> (Gray, Vec<(Point, Point)>) {
    let mut picture = Gray::blank(1600, 1200);
    let mut drawn = Vec::new();
    let turn = Vec2::from_angle(0.008);
    // Everything is slightly skewed, as in a scan.
    let place = |x: f64, y: f64| Point::new(x * turn.x - y * turn.y + 20.0, x * turn.y + y * turn.x + 10.0);
    let mut line = |a: [f64; 2], b: [f64; 2], half: f64, dark: f64| {
        let (a, b) = (place(a[0], a[1]), place(b[0], b[1]));
        draw(&mut picture, a, b, &Pen { half, dark });
        drawn.push((a, b));
    };
    for i in 0..6 {
        let at = 100.0 + 200.0 * f64::from(i);
        line([at, 100.0], [at, 1000.0], 3.0, 230.0);
        line([100.0, 100.0 + 150.0 * f64::from(i)], [1400.0, 100.0 + 150.0 * f64::from(i)], 1.0, 220.0);
        line([60.0, 130.0 + 150.0 * f64::from(i)], [1450.0, 130.0 + 150.0 * f64::from(i)], 0.6, 90.0);
        line([150.0 + 220.0 * f64::from(i), 1020.0], [300.0 + 220.0 * f64::from(i), 1110.0], 0.8, 200.0);
    }
    for (x, y, r, from, sweep) in [
        (250.0, 320.0, 9.0, 0.0, TAU),
        (650.0, 325.0, 25.0, 0.0, TAU),
        (1000.0, 625.0, 60.0, 0.0, TAU),
        (304.0, 470.0, 60.0, 0.0, TAU / 4.0),
        (904.0, 770.0, 80.0, TAU / 4.0, TAU / 4.0),
    ] {
        let at = |t: f64| [x + r * t.cos(), y + r * t.sin()];
        for step in 0..60 {
            let t = |k: i32| from + sweep * f64::from(k) / 60.0;
            line(at(t(step)), at(t(step + 1)), 0.9, 220.0);
        }
    }
    (picture, drawn)
}

/// Returns a traced shape as short lines.
fn flat(traced: &Traced) -> Vec<(Point, Point)> {
    match traced.shape {
        Shape::Line(from, to) => vec![(from, to)],
        Shape::Arc { middle, radius, start, sweep } => {
            let at = |k: i32| middle + Vec2::from_angle(start + sweep * f64::from(k) / 60.0) * radius;
            (0..60).map(|k| (at(k), at(k + 1))).collect()
        }
    }
}

/// Returns the share of the length of `these` within 1.5 pixels of one of `those` in a similar direction.
fn covered(these: &[(Point, Point)], those: &[(Point, Point)]) -> f64 {
    let (mut near, mut all) = (0.0, 0.0);
    for &(from, to) in these {
        let length = from.distance(to);
        let steps = (length.ceil() as usize).max(1);
        for step in 0..steps {
            let at = from.lerp(to, (step as f64 + 0.5) / steps as f64);
            let hit = those.iter().any(|&(a, b)| {
                let along = (b - a) / a.distance(b).max(1e-9);
                let t = (at - a).dot(along).clamp(0.0, a.distance(b));
                (at - (a + along * t)).hypot() <= 1.5 && along.cross((to - from) / length).abs() < 0.26
            });
            near += if hit { length / steps as f64 } else { 0.0 };
            all += length / steps as f64;
        }
    }
    near / all
}

#[test]
fn drawn_lines_are_found_and_little_else() {
    let (picture, drawn) = sheet();
    let traced = trace(Ink::of(&picture, 20), &[]);
    let found: Vec<_> = traced.iter().flat_map(flat).collect();
    let (recall, precision) = (covered(&drawn, &found), covered(&found, &drawn));
    println!("{} lines; recall {recall:.3}, precision {precision:.3}", traced.len());
    assert!(recall > 0.97, "recall {recall}");
    assert!(precision > 0.97, "precision {precision}");
    // 24 straight lines, three circles and two arcs were drawn. Parts split by crossings are joined again.
    let long = traced.iter().filter(|line| line.length() > 80.0 && matches!(line.shape, Shape::Line(..))).count();
    assert!((24..=30).contains(&long), "{long} long lines");
    let circles =
        traced.iter().filter(|line| matches!(line.shape, Shape::Arc { sweep, .. } if sweep.abs() > 5.0)).count();
    assert_eq!(circles, 3);
}

#[test]
fn walls_are_measured_as_wide_as_drawn_and_text_is_left_out() {
    let (picture, _) = sheet();
    let ink = Ink::of(&picture, 20);
    let traced = trace(ink.clone(), &[]);
    let walls = traced.iter().filter(|line| line.length() > 800.0 && line.width > 4.5).count();
    assert_eq!(
        walls,
        6,
        "{:?}",
        traced.iter().filter(|line| line.length() > 800.0).map(|l| l.width).collect::<Vec<_>>()
    );
    assert!(trace(ink, &[rect(0.0, 0.0, 1600.0, 1200.0)]).is_empty());
}
