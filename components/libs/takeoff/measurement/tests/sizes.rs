//! Tests runs that change their size. Each size has its own length, and their sum is the length of the run.

use plumbline_geometry::point;
use plumbline_measurement::routes::{EndKind, Route, RouteOptions, RouteSystem, routes};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Scale, ScaleSource};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;

fn found(d: Drawing) -> Vec<Route> {
    let scale =
        Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
    let asked =
        RouteOptions { scales: vec![scale], default_system: Some(RouteSystem::Pipe), ..RouteOptions::default() };
    routes(&d.sheet(), &asked)
}

/// Returns the sizes with their lengths on paper in points, sorted.
fn sizes(found: &[Route]) -> Vec<(String, i32)> {
    let one = |r: &Route| (r.size.clone().unwrap_or_default(), (r.length * f64::from(METER)).round() as i32);
    let mut out: Vec<(String, i32)> = found.iter().map(one).collect();
    out.sort();
    out
}

fn want(list: &[(&str, i32)]) -> Vec<(String, i32)> {
    list.iter().map(|(size, length)| ((*size).to_owned(), *length)).collect()
}

/// Draws a trunk of 600 points with branches, and labels above it.
fn trunk(tees: &[f32], labels: &[(f32, &str)]) -> Drawing {
    let mut d = Drawing::new(900.0, 700.0);
    d.layer("P-PIPE").pen(0x0000ff, 0.7).line([100.0, 300.0], [700.0, 300.0]);
    for x in tees {
        d.line([*x, 300.0], [*x, 420.0]);
    }
    d.layer("P-ANNO");
    for (x, text) in labels {
        d.text(text, [*x, 296.0], 6.0);
    }
    d
}

#[test]
fn a_trunk_is_divided_at_the_tee_between_two_sizes() {
    let found = found(trunk(&[250.0, 400.0, 640.0], &[(150.0, "2\""), (500.0, "1-1/2\"")]));
    let want = want(&[("", 120), ("", 120), ("", 120), ("1-1/2\"", 300), ("2\"", 300)]);
    // Of the tees between the labels, the second is nearer to their middle.
    assert_eq!(sizes(&found), want);
    let networks: std::collections::BTreeSet<_> = found.iter().map(|r| r.network.clone()).collect();
    assert_eq!(networks.len(), 1);
    let larger = found.iter().find(|r| r.size.as_deref() == Some("2\"")).unwrap();
    assert_eq!(larger.points, [point(400.0, 300.0), point(100.0, 300.0)]);
    assert_eq!((larger.starts_at.kind, larger.ends_at.kind), (EndKind::Junction, EndKind::Unknown));
}

#[test]
fn a_size_with_a_fraction_has_its_space() {
    assert_eq!(sizes(&found(trunk(&[], &[(150.0, "Ø 11/2\"")]))), want(&[("Ø 1 1/2\"", 600)]));
}

#[test]
fn three_sizes_are_three_lengths_around_a_corner_too() {
    let mut d = Drawing::new(900.0, 900.0);
    d.layer("P-PIPE").pen(0x0000ff, 0.7).polyline(&[[100.0, 300.0], [500.0, 300.0], [500.0, 800.0]]);
    d.line([300.0, 300.0], [300.0, 200.0]).line([500.0, 500.0], [600.0, 500.0]);
    d.layer("P-ANNO").text("Ø50 CW", [180.0, 296.0], 6.0).text("CW Ø40", [400.0, 296.0], 6.0);
    d.text_turned("Ø25", [496.0, 700.0], 6.0, -std::f64::consts::FRAC_PI_2);
    let found = found(d);
    let named = |size: &str| {
        found
            .iter()
            .filter(|r| r.size.as_deref() == Some(size))
            .map(|r| (r.length * f64::from(METER)).round())
            .sum::<f64>()
    };
    assert_eq!((named("Ø50"), named("Ø40"), named("Ø25")), (200.0, 400.0, 300.0));
    assert_eq!(found.iter().map(|r| r.length * f64::from(METER)).sum::<f64>().round(), 1_100.0);
    assert!(found.iter().all(|r| r.label.as_deref() == Some("CW")), "{found:?}");
}

#[test]
fn a_reducer_in_the_line_divides_it_without_a_tee() {
    let mut d = Drawing::new(900.0, 700.0);
    d.layer("P-PIPE").pen(0x0000ff, 0.7).line([100.0, 300.0], [420.0, 300.0]).line([430.0, 300.0], [700.0, 300.0]);
    d.polyline(&[[420.0, 296.0], [430.0, 298.0], [430.0, 302.0], [420.0, 304.0], [420.0, 296.0]]);
    d.layer("P-ANNO").text("4\"", [200.0, 296.0], 6.0).text("3\"", [600.0, 296.0], 6.0);
    assert_eq!(sizes(&found(d)), want(&[("3\"", 275), ("4\"", 325)]));
}

#[test]
fn without_a_place_for_the_change_or_with_one_size_a_trunk_stays_whole() {
    assert_eq!(found(trunk(&[], &[(150.0, "2\""), (500.0, "1\"")])).len(), 1);
    for labels in
        [&[(150.0, "2\""), (500.0, "2\"")][..], &[(130.0, "1 1/2\""), (500.0, "1-1/2\" CW")], &[(150.0, "2\"")]]
    {
        assert_eq!(found(trunk(&[400.0], labels)).len(), 2, "{labels:?}");
    }
    // The label between two that agree belongs to another object.
    let labels = [(150.0, "2\""), (350.0, "3/4\""), (560.0, "2\"")];
    assert_eq!(found(trunk(&[250.0, 450.0], &labels)).len(), 3);
}
