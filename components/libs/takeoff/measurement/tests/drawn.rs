//! Tests routes of known lengths on drawn sheets.

use plumbline_geometry::rect;
use plumbline_measurement::routes::{
    Confidence, EndKind, LineClass, LineType, Route, RouteOptions, RouteSystem, SymbolBox, Unit, routes,
};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Scale, ScaleSource, Sheet};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;

fn at_1_50() -> RouteOptions {
    let scale =
        Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
    RouteOptions { scales: vec![scale], ..RouteOptions::default() }
}

fn symbol(key: &str, kind: EndKind, tag: Option<&str>, at: [f32; 2]) -> SymbolBox {
    let area = [at[0] - 5.0, at[1] - 5.0, at[0] + 5.0, at[1] + 5.0];
    SymbolBox { key: key.into(), kind, tag: tag.map(Into::into), area: area.into() }
}

fn total(routes: &[Route]) -> f64 {
    routes.iter().map(|r| r.length).sum()
}

fn close(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{got} instead of {want}");
}

/// Draws the strokes of a dash pattern along a line of `length` points from `from`. Every second number is a gap.
fn dashes(drawing: &mut Drawing, from: [f32; 2], along: [f32; 2], length: f32, pattern: &[f32]) {
    let (mut at, mut i) = (0.0, 0);
    while at < length {
        let end = (at + pattern[i % pattern.len()]).min(length);
        if i % 2 == 0 {
            let place = |t: f32| [from[0] + t * along[0], from[1] + t * along[1]];
            drawing.line(place(at), place(end));
        }
        at = end;
        i += 1;
    }
}

#[test]
fn a_conduit_is_measured_at_scale_and_carries_what_is_known() {
    let mut d = Drawing::new(800.0, 600.0);
    d.layer("E-CONDUIT").pen(0x00ff00, 1.0);
    d.polyline(&[[100.0, 100.0], [100.0 + 3.0 * METER, 100.0], [100.0 + 3.0 * METER, 100.0 + 2.0 * METER]]);
    d.layer("E-ANNO-TEXT").text("3/4\"C", [150.0, 96.0], 6.0);
    let mut options = at_1_50();
    options.symbols = vec![
        symbol("a", EndKind::Device, None, [100.0 + 3.0 * METER, 104.5 + 2.0 * METER]),
        symbol("p", EndKind::Panel, Some("LP1"), [95.5, 100.0]),
    ];
    let found = routes(&d.sheet(), &options);
    assert_eq!(found.len(), 1);
    let r = &found[0];
    close(r.length, 5.0, 0.005);
    assert_eq!((r.unit, r.system, r.linetype), (Unit::Meter, RouteSystem::Conduit, LineType::Continuous));
    assert_eq!((r.color_name().as_str(), r.layer.as_deref(), r.segments), ("#00ff00", Some("E-CONDUIT"), 2));
    close(r.width_mm, 25.4 / 72.0, 1e-6);
    assert_eq!(r.size.as_deref(), Some("3/4\"C"));
    assert_eq!((r.starts_at.kind, r.starts_at.tag.as_deref()), (EndKind::Panel, Some("LP1")));
    assert_eq!((r.ends_at.kind, r.ends_at.key.as_deref()), (EndKind::Device, Some("a")));
    assert_eq!(r.confidence, Confidence::High);
}

#[test]
fn without_a_scale_nothing_is_measured() {
    let mut d = Drawing::new(400.0, 400.0);
    d.layer("E-CONDUIT").line([10.0, 10.0], [300.0, 10.0]);
    assert!(routes(&d.sheet(), &RouteOptions::default()).is_empty());
}

#[test]
fn feet_on_an_imperial_sheet() {
    let mut d = Drawing::new(400.0, 400.0);
    d.layer("E-POWR-CIRC").line([10.0, 10.0], [226.0, 10.0]);
    let mut options = at_1_50();
    options.scales[0].ratio = 96.0;
    options.scales[0].imperial = true;
    let found = routes(&d.sheet(), &options);
    // 3 inches at 1/8" = 1'-0".
    close(found[0].length, 24.0, 1e-3);
    assert_eq!((found[0].unit, found[0].system), (Unit::Foot, RouteSystem::BranchCircuit));
}

#[test]
fn walls_notes_and_lines_nobody_names_are_not_routes() {
    let mut d = Drawing::new(400.0, 400.0);
    d.layer("A-WALL").line([10.0, 10.0], [300.0, 10.0]);
    d.layer("E-CIRC-TEXT").line([10.0, 20.0], [300.0, 20.0]);
    d.layer("0").line([10.0, 30.0], [300.0, 30.0]);
    assert!(routes(&d.sheet(), &at_1_50()).is_empty());
}

#[test]
fn dash_dot_line_with_letters_in_it_is_one_route() {
    let mut d = Drawing::new(900.0, 300.0);
    d.layer("CONDUIT").pen(0xff7f00, 0.7);
    dashes(&mut d, [50.0, 100.0], [1.0, 0.0], 600.0, &[30.0, 12.0]);
    // The letters are small bent strokes in the gaps.
    for i in 0..14 {
        let x = 83.0 + 42.0 * i as f32;
        d.polyline(&[[x + 4.0, 97.0], [x, 97.0], [x, 103.0], [x + 4.0, 103.0], [x + 4.0, 100.0]]);
    }
    let found = routes(&d.sheet(), &at_1_50());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].linetype, LineType::Dashed);
    close(found[0].length, f64::from(600.0 / METER), f64::from(12.5 / METER));
}

#[test]
fn a_dash_dot_corner_and_tee_are_closed() {
    let mut d = Drawing::new(900.0, 900.0);
    d.layer("WIRING").pen(0x0000ff, 0.7);
    let pattern = [45.0, 6.0, 6.0, 6.0];
    dashes(&mut d, [100.0, 100.0], [1.0, 0.0], 400.0, &pattern);
    dashes(&mut d, [500.0, 400.0], [0.0, -1.0], 296.0, &pattern);
    dashes(&mut d, [300.0, 300.0], [0.0, -1.0], 197.0, &pattern);
    let found = routes(&d.sheet(), &at_1_50());
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found.iter().all(|r| r.linetype == LineType::DashDot && r.network == found[0].network));
    close(total(&found), f64::from(900.0 / METER), f64::from(10.0 / METER));
    close(found[1].length, f64::from(200.0 / METER), f64::from(6.0 / METER));
}

#[test]
fn crossing_lines_are_two_routes() {
    let mut d = Drawing::new(600.0, 600.0);
    d.layer("CONDUIT").line([100.0, 300.0], [500.0, 300.0]).line([300.0, 100.0], [300.0, 500.0]);
    let found = routes(&d.sheet(), &at_1_50());
    assert_eq!(found.len(), 2);
    close(total(&found), f64::from(800.0 / METER), 1e-3);
}

#[test]
fn a_dashed_line_stops_at_a_symbol_and_reaches_it() {
    let mut d = Drawing::new(600.0, 300.0);
    d.layer("CONDUIT");
    dashes(&mut d, [100.0, 100.0], [1.0, 0.0], 156.0, &[12.0, 6.0]);
    // The gap of the pattern is on the far side of the symbol.
    dashes(&mut d, [270.0, 100.0], [1.0, 0.0], 156.0, &[12.0, 6.0]);
    let mut options = at_1_50();
    options.symbols = vec![symbol("lamp", EndKind::Device, None, [261.0, 100.0])];
    let found = routes(&d.sheet(), &options);
    assert_eq!(found.len(), 2);
    let at_lamp = |r: &Route| [&r.starts_at, &r.ends_at].iter().any(|e| e.key.as_deref() == Some("lamp"));
    assert!(found.iter().all(at_lamp));
    close(total(&found), f64::from((156.0 + 4.0 + 156.0) / METER), 1e-3);
}

#[test]
fn a_home_run_ends_at_the_panel_that_its_label_names() {
    let mut d = Drawing::new(600.0, 300.0);
    d.layer("E-WIRING").line([100.0, 100.0], [300.0, 100.0]);
    d.line([300.0, 100.0], [293.0, 96.5]).line([300.0, 100.0], [293.0, 103.5]);
    d.layer("E-TEXT").text("LP1-1,3,5", [308.0, 102.0], 6.0);
    let mut options = at_1_50();
    options.symbols = vec![symbol("r1", EndKind::Device, None, [95.0, 100.0])];
    let found = routes(&d.sheet(), &options);
    assert_eq!(found.len(), 1);
    let r = &found[0];
    close(r.length, f64::from(200.0 / METER), 1e-3);
    assert_eq!(r.circuit.as_deref(), Some("LP1-1,3,5"));
    assert_eq!((r.starts_at.kind, r.starts_at.tag.as_deref()), (EndKind::Panel, Some("LP1")));
    assert_eq!(r.ends_at.key.as_deref(), Some("r1"));
}

#[test]
fn unnamed_lines_between_symbols_are_routes_and_others_are_not() {
    let mut d = Drawing::new(600.0, 300.0);
    d.line([100.0, 100.0], [200.0, 100.0]).line([100.0, 200.0], [300.0, 200.0]);
    let mut options = at_1_50();
    options.symbols =
        vec![symbol("a", EndKind::Device, None, [95.0, 100.0]), symbol("b", EndKind::Device, None, [205.0, 100.0])];
    options.default_system = Some(RouteSystem::BranchCircuit);
    let found = routes(&d.sheet(), &options);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].system, found[0].confidence), (RouteSystem::BranchCircuit, Confidence::Medium));
    close(found[0].length, f64::from(100.0 / METER), 1e-3);
}

#[test]
fn the_legend_names_a_class_and_its_own_sample_is_excluded() {
    let mut d = Drawing::new(600.0, 300.0);
    d.pen(0x0000ff, 0.7).line([100.0, 100.0], [300.0, 100.0]).line([500.0, 250.0], [560.0, 250.0]);
    d.pen(0xff0000, 0.7).line([100.0, 150.0], [300.0, 150.0]);
    let mut options = at_1_50();
    options.excluded = vec![rect(490.0, 200.0, 590.0, 290.0)];
    options.classes = vec![LineClass {
        system: RouteSystem::Pipe,
        description: Some("COLD WATER".into()),
        color: Some(0x0000ff),
        layer: None,
        linetype: None,
        width: None,
    }];
    let found = routes(&d.sheet(), &options);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].system, found[0].description.as_deref()), (RouteSystem::Pipe, Some("COLD WATER")));
}

#[test]
fn an_arc_between_devices_is_measured_along_the_curve() {
    let mut d = Drawing::new(600.0, 400.0);
    d.layer("E-LITE-CIRC");
    let mut arc = kurbo::BezPath::new();
    // A quarter circle of radius 100.
    let k = 55.228_475;
    arc.move_to((100.0, 300.0));
    arc.curve_to((100.0, 300.0 - k), (200.0 - k, 200.0), (200.0, 200.0));
    d.path(&arc);
    let found = routes(&d.sheet(), &at_1_50());
    assert_eq!((found.len(), found[0].segments), (1, 1));
    close(found[0].length, f64::from(157.08 / METER), 0.01);
}

#[test]
fn the_rulings_of_a_table_on_a_layer_of_conduit_are_no_route() {
    let mut d = Drawing::new(600.0, 300.0);
    d.layer("CONDUIT");
    for y in [100.0, 120.0, 140.0] {
        d.line([100.0, y], [300.0, y]);
    }
    for x in [100.0, 200.0, 300.0] {
        d.line([x, 100.0], [x, 140.0]);
    }
    let sheet = d.sheet();
    assert!(routes(&sheet, &at_1_50()).is_empty());
    // The parts outside an excluded area that covers some of them are not routes either.
    let options = RouteOptions { excluded: vec![rect(90.0, 110.0, 310.0, 150.0)], ..at_1_50() };
    assert!(routes(&sheet, &options).is_empty());
}

#[test]
fn a_cable_tray_drawn_with_both_edges_is_one_run() {
    let mut d = Drawing::new(900.0, 600.0);
    d.layer("E-CABLE-TRAY").polyline(&[[100.0, 100.0], [500.0, 100.0], [500.0, 300.0]]);
    d.polyline(&[[490.0, 300.0], [490.0, 110.0], [100.0, 110.0]]);
    d.line([600.0, 100.0], [600.0, 300.0]);
    // A tray with closed ends is an outline. No route is better than its perimeter.
    d.line([100.0, 400.0], [300.0, 400.0]).line([300.0, 400.0], [300.0, 410.0]);
    d.line([300.0, 410.0], [100.0, 410.0]).line([100.0, 410.0], [100.0, 400.0]);
    let mut lengths: Vec<f64> = routes(&d.sheet(), &at_1_50()).iter().map(|r| r.length * f64::from(METER)).collect();
    lengths.sort_by(f64::total_cmp);
    assert_eq!(lengths.len(), 2, "{lengths:?}");
    close(lengths[0], 200.0, 0.1);
    close(lengths[1], 590.0, 0.1);
}

#[test]
fn ducts_and_pipes_are_background_to_wiring() {
    let mut d = Drawing::new(600.0, 300.0);
    d.layer("M-HVAC-DUCT").line([100.0, 100.0], [300.0, 100.0]);
    d.layer("P-PIPE").line([100.0, 150.0], [300.0, 150.0]);
    d.layer("E-CONDUIT").line([100.0, 200.0], [300.0, 200.0]);
    let sheet = d.sheet();
    let systems = |asked| {
        let options = RouteOptions { default_system: asked, ..at_1_50() };
        routes(&sheet, &options).iter().map(|r| r.system).collect::<Vec<_>>()
    };
    assert_eq!(systems(None), [RouteSystem::Conduit]);
    assert_eq!(systems(Some(RouteSystem::Pipe)), [RouteSystem::Pipe]);
    assert_eq!(systems(Some(RouteSystem::Duct)), [RouteSystem::Duct]);
}

#[test]
fn a_legends_color_says_nothing_on_a_layer_of_symbols_or_notes() {
    let mut d = Drawing::new(600.0, 300.0);
    d.pen(0x00ffff, 0.7).layer("E-ANNO-TEXT").line([100.0, 100.0], [300.0, 100.0]);
    d.layer("0").line([100.0, 150.0], [300.0, 150.0]);
    let mut options = at_1_50();
    options.classes = vec![LineClass {
        system: RouteSystem::Conduit,
        description: None,
        color: Some(0x00ffff),
        layer: None,
        linetype: None,
        width: None,
    }];
    let found = routes(&d.sheet(), &options);
    assert_eq!(found.iter().map(|r| r.layer.as_deref()).collect::<Vec<_>>(), [Some("0")]);
}

#[test]
fn a_line_that_two_rows_of_a_legend_fit_names_both_and_is_not_high() {
    let mut d = Drawing::new(600.0, 300.0);
    d.pen(0x00ff00, 0.7).layer("0").line([100.0, 100.0], [300.0, 100.0]);
    let sheet = d.sheet();
    let class = |description: &str| LineClass {
        system: RouteSystem::Conduit,
        description: Some(description.to_owned()),
        color: Some(0x00ff00),
        layer: None,
        linetype: None,
        width: None,
    };
    let of = |classes: &[&str]| {
        let mut options = at_1_50();
        options.classes = classes.iter().copied().map(class).collect();
        let device = |key, x| symbol(key, EndKind::Device, None, [x, 100.0]);
        options.symbols = vec![device("a", 97.0), device("b", 303.0)];
        routes(&sheet, &options).remove(0)
    };
    let one = of(&["IN FLOOR"]);
    assert_eq!((one.rival, one.confidence), (None, Confidence::High));
    let both = of(&["IN FLOOR", "FLEXIBLE TO LUMINAIRE"]);
    let mut named = [both.description, both.rival].map(Option::unwrap);
    named.sort();
    assert_eq!(named, ["FLEXIBLE TO LUMINAIRE", "IN FLOOR"]);
    assert_eq!(both.confidence, Confidence::Medium);
}

mod whatever_the_drawing_order {
    use super::*;
    use proptest::prelude::*;

    /// Returns the strokes of a network with a dash-dot main, a solid branch and a second run.
    fn strokes() -> Vec<[[f32; 2]; 2]> {
        let mut out = Vec::new();
        let mut at = 0.0f32;
        let pattern = [40.0, 6.0, 8.0, 6.0];
        let mut i = 0;
        while at < 380.0 {
            let end = (at + pattern[i % 4]).min(380.0);
            if i % 2 == 0 {
                out.push([[150.0 + at, 300.0], [150.0 + end, 300.0]]);
            }
            at = end;
            i += 1;
        }
        out.push([[170.0, 300.0], [170.0, 220.0]]);
        out.push([[200.0, 400.0], [420.0, 400.0]]);
        out.push([[420.0, 400.0], [420.0, 470.0]]);
        out
    }

    fn sheet(strokes: &[[[f32; 2]; 2]]) -> Sheet {
        let mut d = Drawing::new(700.0, 700.0);
        d.layer("CONDUIT").pen(0x123456, 0.5);
        for s in strokes {
            d.line(s[0], s[1]);
        }
        d.sheet()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn quantities_stay(
            angle in 0.0f32..std::f32::consts::TAU,
            mirror: bool,
            cuts in prop::collection::vec(0.1f32..0.9, 30),
            order in Just((0..60usize).collect::<Vec<_>>()).prop_shuffle(),
            flips in prop::collection::vec(any::<bool>(), 60),
        ) {
            let base = routes(&sheet(&strokes()), &at_1_50());
            let (sin, cos) = angle.sin_cos();
            let place = |p: [f32; 2]| {
                let (x, y) = (p[0] - 350.0, p[1] - 350.0);
                let x = if mirror { -x } else { x };
                [350.0 + cos * x - sin * y, 350.0 + sin * x + cos * y]
            };
            let mut pieces: Vec<[[f32; 2]; 2]> = Vec::new();
            for (i, s) in strokes().into_iter().enumerate() {
                let t = cuts[i % cuts.len()];
                let mid = [s[0][0] + t * (s[1][0] - s[0][0]), s[0][1] + t * (s[1][1] - s[0][1])];
                // Long strokes are cut in two, like exploded polylines.
                let long = (s[1][0] - s[0][0]).hypot(s[1][1] - s[0][1]) > 35.0;
                if long { pieces.extend([[s[0], mid], [mid, s[1]]]) } else { pieces.push(s) }
            }
            let mut drawn: Vec<[[f32; 2]; 2]> = Vec::new();
            for (n, i) in order.iter().filter(|i| **i < pieces.len()).enumerate() {
                let [a, b] = pieces[*i].map(place);
                drawn.push(if flips[n] { [b, a] } else { [a, b] });
            }
            let turned = routes(&sheet(&drawn), &at_1_50());
            prop_assert_eq!(turned.len(), base.len());
            prop_assert!((total(&turned) - total(&base)).abs() < 0.02, "{} {}", total(&turned), total(&base));
            let segments = |list: &[Route]| list.iter().map(|r| r.segments).sum::<u32>();
            prop_assert_eq!(segments(&turned), segments(&base));
            let again = routes(&sheet(&drawn), &at_1_50());
            prop_assert_eq!(turned, again);
        }
    }
}
