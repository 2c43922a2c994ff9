//! Tests ducts of known lengths and sizes on drawn sheets.

use kurbo::{Arc, Shape};
use plumbline_measurement::routes::{Confidence, Route, RouteOptions, RouteSystem, Unit, routes};
use plumbline_notation::{DuctSize, LengthUnit, Shape as DuctShape};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Scale, ScaleSource, Sheet};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;

fn ducts(sheet: &Sheet) -> Vec<Route> {
    let scale =
        Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
    let options =
        RouteOptions { scales: vec![scale], default_system: Some(RouteSystem::Duct), ..RouteOptions::default() };
    routes(sheet, &options)
}

fn close(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{got} instead of {want}");
}

/// Draws both edges of a straight duct, `width` points wide.
fn duct(d: &mut Drawing, from: [f32; 2], to: [f32; 2], width: f32) {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy);
    let n = [-dy / length * width / 2.0, dx / length * width / 2.0];
    d.line([from[0] + n[0], from[1] + n[1]], [to[0] + n[0], to[1] + n[1]]);
    d.line([to[0] - n[0], to[1] - n[1]], [from[0] - n[0], from[1] - n[1]]);
}

fn arc(d: &mut Drawing, center: [f32; 2], radius: f32, from: f64, sweep: f64) {
    let arc = Arc::new(
        (f64::from(center[0]), f64::from(center[1])),
        (f64::from(radius), f64::from(radius)),
        from,
        sweep,
        0.0,
    );
    d.path(&arc.to_path(0.01));
}

#[test]
fn a_duct_with_its_size_is_measured_along_the_middle() {
    let mut d = Drawing::new(900.0, 600.0);
    let width = 0.6 * METER;
    duct(&mut d, [100.0, 200.0], [100.0 + 5.0 * METER, 200.0], width);
    d.text("600x300", [250.0, 203.0], 7.0);
    let found = ducts(&d.sheet());
    assert_eq!(found.len(), 1);
    let r = &found[0];
    close(r.length, 5.0, 0.005);
    assert_eq!((r.system, r.unit, r.size.as_deref()), (RouteSystem::Duct, Unit::Meter, Some("600x300")));
    let size = DuctSize { shape: DuctShape::Rectangular { width: 600.0, height: 300.0 }, unit: LengthUnit::Millimeter };
    assert_eq!((r.duct_size, r.size_inferred, r.confidence), (Some(size), false, Confidence::Medium));
    close(r.plan_width_mm.unwrap(), 600.0, 1.0);
}

#[test]
fn a_layer_of_ducts_with_a_confirmed_size_is_sure() {
    let mut d = Drawing::new(900.0, 600.0);
    d.layer("M-DUCT");
    duct(&mut d, [100.0, 200.0], [400.0, 200.0], 0.6 * METER);
    d.text("600x300", [250.0, 203.0], 7.0);
    assert_eq!(ducts(&d.sheet())[0].confidence, Confidence::High);
}

#[test]
fn walls_and_sizes_that_do_not_fit_are_no_ducts() {
    let mut d = Drawing::new(900.0, 600.0);
    duct(&mut d, [100.0, 200.0], [500.0, 200.0], 0.2 * METER);
    d.text("600x300", [250.0, 203.0], 7.0);
    duct(&mut d, [100.0, 400.0], [500.0, 400.0], 0.6 * METER);
    assert!(ducts(&d.sheet()).is_empty());
}

#[test]
fn an_elbow_a_reducer_and_a_branch() {
    let mut d = Drawing::new(1200.0, 1000.0);
    let (wide, narrow) = (0.6 * METER, 0.3 * METER);
    // 4 m, a round elbow of radius 0.6 m, 3 m down, a transition of 0.5 m, and 2 m of the narrower width.
    let x = 100.0 + 4.0 * METER;
    let (radius, below) = (0.6 * METER, 200.0 + 0.6 * METER);
    duct(&mut d, [100.0, 200.0], [x, 200.0], wide);
    arc(&mut d, [x, below], radius - wide / 2.0, -std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2);
    arc(&mut d, [x, below], radius + wide / 2.0, -std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2);
    let (x, end) = (x + radius, below + 3.0 * METER);
    duct(&mut d, [x, below], [x, end], wide);
    d.line([x - wide / 2.0, end], [x - narrow / 2.0, end + 0.5 * METER]);
    d.line([x + wide / 2.0, end], [x + narrow / 2.0, end + 0.5 * METER]);
    duct(&mut d, [x, end + 0.5 * METER], [x, end + 2.5 * METER], narrow);
    // A branch of 1.5 m from the main's edge. The other wide section has no size of its own.
    duct(&mut d, [250.0, 200.0 + wide / 2.0], [250.0, 200.0 + wide / 2.0 + 1.5 * METER], narrow);
    d.text("600x300", [150.0, 203.0], 7.0).text("300x300", [x - 18.0, end + 1.5 * METER], 7.0);
    let found = ducts(&d.sheet());
    assert_eq!(found.len(), 3, "{found:#?}");
    let length = |text: &str, inferred| -> f64 {
        let all = found.iter().filter(|r| r.size.as_deref() == Some(text) && r.size_inferred == inferred);
        all.map(|r| r.length).sum()
    };
    close(length("600x300", false), 4.0 + 0.6 * std::f64::consts::FRAC_PI_2 + 3.0 + 0.5, 0.03);
    close(length("300x300", false), 2.0, 0.02);
    close(length("300x300", true), 1.5, 0.02);
}

#[test]
fn crossing_ducts_stay_apart() {
    let mut d = Drawing::new(900.0, 900.0);
    let width = 0.4 * METER;
    duct(&mut d, [100.0, 400.0], [700.0, 400.0], width);
    // The lower duct is not drawn where the upper one covers it.
    duct(&mut d, [400.0, 100.0], [400.0, 400.0 - width / 2.0], width);
    duct(&mut d, [400.0, 400.0 + width / 2.0], [400.0, 700.0], width);
    d.text("400x200", [150.0, 403.0], 7.0).text("400x200", [386.0, 203.0], 7.0);
    let found = ducts(&d.sheet());
    let mut lengths: Vec<f64> = found.iter().map(|r| r.length * f64::from(METER)).collect();
    lengths.sort_by(f64::total_cmp);
    assert_eq!(lengths.len(), 2, "{lengths:?}");
    close(lengths[0], 600.0, 1.0);
    close(lengths[1], 600.0, 1.0);
}

mod however_it_is_turned {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn lengths_stay(angle in 0.0f32..std::f32::consts::TAU, mirror: bool, cut in 0.1f32..0.9, reversed: bool) {
            let (sin, cos) = angle.sin_cos();
            let place = |p: [f32; 2]| {
                let x = if mirror { -p[0] } else { p[0] };
                [500.0 + cos * x - sin * p[1], 500.0 + sin * x + cos * p[1]]
            };
            let mut d = Drawing::new(1000.0, 1000.0);
            d.layer("DUCT");
            let mut lines = vec![
                [[-200.0, 0.0], [100.0, 0.0]], [[-200.0, 30.0], [70.0, 30.0]],
                [[100.0, 0.0], [100.0, 250.0]], [[70.0, 30.0], [70.0, 250.0]],
                [[-100.0, 0.0], [-100.0, -120.0]], [[-80.0, 0.0], [-80.0, -120.0]],
            ];
            if reversed {
                lines.reverse();
            }
            for [a, b] in lines {
                let middle = [a[0] + cut * (b[0] - a[0]), a[1] + cut * (b[1] - a[1])];
                d.line(place(a), place(middle)).line(place(b), place(middle));
            }
            let found = ducts(&d.sheet());
            let total: f64 = found.iter().map(|r| r.length * f64::from(METER)).sum();
            prop_assert_eq!(found.len(), 2);
            // 285 and 235 along the middle, and 120 for the branch.
            prop_assert!((total - 640.0).abs() < 3.2, "{}", total);
        }
    }
}
