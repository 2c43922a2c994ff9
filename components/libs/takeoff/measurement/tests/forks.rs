//! Tests runs with forks: trunks from end to end, and branches from their trunk.

use plumbline_geometry::point;
use plumbline_measurement::routes::{EndKind, Route, RouteOptions, RouteSystem, SymbolBox, routes};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Scale, ScaleSource, Sheet};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;

fn options() -> RouteOptions {
    let scale =
        Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
    RouteOptions { scales: vec![scale], default_system: Some(RouteSystem::Pipe), ..RouteOptions::default() }
}

/// Returns the lengths on paper in points, the longest first.
fn lengths(found: &[Route]) -> Vec<f64> {
    let mut out: Vec<f64> = found.iter().map(|r| (r.length * f64::from(METER) * 10.0).round() / 10.0).collect();
    out.sort_by(|a, b| b.total_cmp(a));
    out
}

fn pipes(lines: &[&[[f32; 2]]]) -> Sheet {
    let mut d = Drawing::new(900.0, 700.0);
    d.layer("P-PIPE").pen(0x0000ff, 0.7);
    for line in lines {
        d.polyline(line);
    }
    d.sheet()
}

#[test]
fn a_trunk_keeps_its_length_and_branches_begin_at_it() {
    let sheet = pipes(&[
        &[[100.0, 300.0], [700.0, 300.0]],
        &[[250.0, 300.0], [250.0, 180.0]],
        &[[450.0, 300.0], [450.0, 500.0], [500.0, 500.0]],
    ]);
    let found = routes(&sheet, &options());
    assert_eq!(lengths(&found), [600.0, 250.0, 120.0]);
    let trunk = found.iter().find(|r| r.length * f64::from(METER) > 500.0).unwrap();
    assert_eq!(trunk.points, [point(100.0, 300.0), point(700.0, 300.0)]);
    for branch in found.iter().filter(|r| r.key != trunk.key) {
        assert_eq!((branch.starts_at.kind, branch.ends_at.kind), (EndKind::Junction, EndKind::Unknown));
        assert_eq!((branch.points[0].y, &branch.network), (300.0, &Some(trunk.key.clone())));
    }
}

#[test]
fn a_trunk_goes_straight_on_where_the_branch_is_longer() {
    let sheet = pipes(&[&[[100.0, 300.0], [400.0, 300.0]], &[[350.0, 300.0], [350.0, 600.0]]]);
    assert_eq!(lengths(&routes(&sheet, &options())), [300.0, 300.0]);
}

#[test]
fn a_trunk_turns_where_nothing_goes_straight_on() {
    // The trunk comes to the fork from the left. The two other lines are a wye and a bend.
    let sheet =
        pipes(&[&[[100.0, 300.0], [300.0, 300.0], [400.0, 200.0], [400.0, 100.0]], &[[300.0, 300.0], [300.0, 400.0]]]);
    let wye = 100.0 * f64::from(std::f32::consts::SQRT_2);
    assert_eq!(lengths(&routes(&sheet, &options())), [((300.0 + wye) * 10.0).round() / 10.0, 100.0]);
}

#[test]
fn a_stub_at_a_corner_does_not_break_the_trunk() {
    // The first line is drawn 4 points past its corner.
    let sheet = pipes(&[&[[100.0, 300.0], [304.0, 300.0]], &[[300.0, 300.0], [300.0, 500.0]]]);
    let found = routes(&sheet, &options());
    assert_eq!(lengths(&found), [400.0]);
    assert_eq!(found[0].network, None);
}

#[test]
fn a_ring_with_a_feed_is_one_ring_and_one_branch() {
    let ring: [&[[f32; 2]]; 2] =
        [&[[200.0, 200.0], [500.0, 200.0], [500.0, 400.0]], &[[500.0, 400.0], [200.0, 400.0], [200.0, 200.0]]];
    let found = routes(&pipes(&[ring[0], ring[1], &[[200.0, 300.0], [100.0, 300.0]]]), &options());
    assert_eq!(lengths(&found), [1000.0, 100.0]);
    let feed = found.iter().find(|r| r.points.len() == 2).unwrap();
    assert_eq!((feed.points[0], feed.starts_at.kind), (point(200.0, 300.0), EndKind::Junction));
}

#[test]
fn each_branch_has_the_size_beside_it() {
    let mut d = Drawing::new(900.0, 700.0);
    d.layer("P-PIPE").line([100.0, 300.0], [700.0, 300.0]).line([400.0, 300.0], [400.0, 500.0]);
    d.layer("P-ANNO").text("2\"", [200.0, 296.0], 6.0).text("3/4\"", [405.0, 420.0], 6.0);
    let found = routes(&d.sheet(), &options());
    let mut sizes: Vec<_> = found.iter().map(|r| (r.size.as_deref(), r.points.len())).collect();
    sizes.sort_unstable();
    assert_eq!(sizes[1].0, Some("2\""), "{sizes:?}");
}

#[test]
fn a_branch_to_a_panel_starts_at_the_panel_and_ends_at_its_fork() {
    let area = |at: [f32; 2]| [at[0] - 5.0, at[1] - 5.0, at[0] + 5.0, at[1] + 5.0].into();
    let symbol = |key: &str, kind, at| SymbolBox { key: key.into(), kind, tag: None, area: area(at) };
    let mut asked = RouteOptions { default_system: None, ..options() };
    asked.symbols = vec![
        symbol("a", EndKind::Device, [95.0, 300.0]),
        symbol("b", EndKind::Device, [705.0, 300.0]),
        symbol("p", EndKind::Panel, [400.0, 505.0]),
    ];
    let mut d = Drawing::new(900.0, 700.0);
    d.layer("E-CONDUIT").line([100.0, 300.0], [700.0, 300.0]).line([400.0, 300.0], [400.0, 500.0]);
    let found = routes(&d.sheet(), &asked);
    let kinds: Vec<_> = found.iter().map(|r| (r.starts_at.kind, r.ends_at.kind)).collect();
    assert_eq!(kinds, [(EndKind::Device, EndKind::Device), (EndKind::Panel, EndKind::Junction)]);
}

mod however_it_is_drawn {
    use super::*;
    use proptest::prelude::*;

    /// Returns a trunk that turns, four branches, of which one forks again, and a ring.
    fn lines() -> Vec<[[f32; 2]; 2]> {
        let ways: [&[[f32; 2]]; 7] = [
            &[[150.0, 350.0], [450.0, 350.0], [450.0, 520.0]],
            &[[200.0, 350.0], [200.0, 290.0]],
            &[[260.0, 350.0], [260.0, 430.0], [330.0, 430.0]],
            &[[300.0, 430.0], [300.0, 480.0]],
            &[[380.0, 350.0], [420.0, 310.0]],
            &[[450.0, 450.0], [540.0, 450.0]],
            &[[250.0, 200.0], [400.0, 200.0], [400.0, 260.0], [250.0, 260.0], [250.0, 200.0]],
        ];
        ways.iter().flat_map(|way| way.windows(2).map(|w| [w[0], w[1]])).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        /// Checks that every meter is in exactly one route, and that the routes are the same.
        #[test]
        fn the_routes_are_the_same(
            angle in 0.0f32..std::f32::consts::TAU,
            mirror: bool,
            cuts in prop::collection::vec(0.05f32..0.95, 20),
            order in Just((0..40usize).collect::<Vec<_>>()).prop_shuffle(),
            flips in prop::collection::vec(any::<bool>(), 40),
        ) {
            let (sin, cos) = angle.sin_cos();
            let place = |p: [f32; 2]| {
                let (x, y) = (p[0] - 350.0, p[1] - 350.0);
                let x = if mirror { -x } else { x };
                [450.0 + cos * x - sin * y, 350.0 + sin * x + cos * y]
            };
            let mut pieces: Vec<[[f32; 2]; 2]> = Vec::new();
            for (i, [a, b]) in lines().into_iter().enumerate() {
                let t = cuts[i % cuts.len()];
                let mid = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
                pieces.extend([[a, mid], [mid, b]]);
            }
            let mut d = Drawing::new(900.0, 900.0);
            d.layer("P-PIPE").pen(0x0000ff, 0.7);
            for (n, i) in order.iter().filter(|i| **i < pieces.len()).enumerate() {
                let [a, b] = pieces[*i].map(place);
                if flips[n] { d.line(b, a) } else { d.line(a, b) };
            }
            let found = routes(&d.sheet(), &options());
            let got = lengths(&found);
            let wye = 40.0 * f64::from(std::f32::consts::SQRT_2);
            let mut want = vec![470.0, 420.0, 150.0, 60.0, 50.0, wye, 90.0];
            want.sort_by(|a, b| b.total_cmp(a));
            prop_assert_eq!(got.len(), want.len(), "{:?}", got);
            for (got, want) in got.iter().zip(&want) {
                prop_assert!((got - want).abs() < 1.0, "{} {}", got, want);
            }
            let pieces: u32 = found.iter().map(|r| r.segments).sum();
            prop_assert_eq!(pieces, 12);
        }
    }
}
