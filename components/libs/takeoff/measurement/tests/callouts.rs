//! Tests callouts: lines that represent several cables or conduits, and leaders with such callouts.

use plumbline_measurement::routes::{EndKind, Leader, Route, RouteOptions, RouteSystem, SymbolBox, routes};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Scale, ScaleSource};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;

fn options() -> RouteOptions {
    let scale =
        Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
    RouteOptions { scales: vec![scale], ..RouteOptions::default() }
}

/// Returns the total length on paper, in points.
fn points(found: &[Route]) -> f32 {
    found.iter().map(|r| r.length as f32 * METER).sum()
}

/// Returns the routes of a conduit of 400 points with a text above it.
fn conduit(text: &str) -> Vec<Route> {
    let mut d = Drawing::new(800.0, 400.0);
    d.layer("E-CONDUIT").line([100.0, 200.0], [500.0, 200.0]);
    d.layer("E-ANNO").text(text, [250.0, 197.0], 6.0);
    routes(&d.sheet(), &options())
}

#[test]
fn one_line_with_three_cables_is_three_lengths() {
    for (text, count, size) in [
        ("3 x CAT6", 3, None),
        ("(3) 3/4\"C", 3, Some("3/4\"C")),
        ("3 CABLES", 3, None),
        ("2X(4C 16mm²)", 2, None),
        ("2-4\"C", 2, Some("4\"C")),
    ] {
        let found = conduit(text);
        assert_eq!(found.len(), count, "{text}");
        assert!((points(&found) - 400.0 * count as f32).abs() < 0.1, "{text}");
        for (n, route) in found.iter().enumerate() {
            let callout = route.callout.as_ref().unwrap();
            assert_eq!((callout.text.as_str(), callout.count, callout.number), (text, count as u32, n as u32 + 1));
            assert_eq!((route.size.as_deref(), &route.points), (size, &found[0].points), "{text}");
        }
        let keys: std::collections::BTreeSet<_> = found.iter().map(|r| &r.key).collect();
        assert_eq!(keys.len(), count, "{text}");
    }
}

#[test]
fn conductors_in_one_conduit_are_one_length() {
    for (text, size, wires) in [
        ("2-#12, 1-#12G IN 3/4\"C", Some("3/4\"C"), true),
        ("(3) #12 & (1) #12 G IN 1\"C", Some("1\"C"), true),
        ("3/4\"C", Some("3/4\"C"), false),
        ("2-1/2\"C", Some("2-1/2\"C"), false),
        ("3x2.5mm²", None, false),
        ("3 CAT6 IN 1\"C", Some("1\"C"), false),
    ] {
        let found = conduit(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!((found[0].callout.as_ref(), found[0].size.as_deref()), (None, size), "{text}");
        assert_eq!(found[0].wires.as_deref(), wires.then_some(text));
    }
}

#[test]
fn a_callout_beside_as_many_lines_is_one_each() {
    let mut d = Drawing::new(800.0, 400.0);
    d.layer("E-CONDUIT");
    for y in [200.0, 205.0, 210.0] {
        d.line([100.0, y], [500.0, y]);
    }
    d.layer("E-ANNO").text("(3) 3/4\"C", [250.0, 196.0], 6.0);
    let found = routes(&d.sheet(), &options());
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|r| r.callout.is_none() && r.size.as_deref() == Some("3/4\"C")), "{found:#?}");
}

#[test]
fn a_callout_is_said_of_its_own_branch_alone() {
    let mut d = Drawing::new(800.0, 500.0);
    d.layer("E-CONDUIT").line([100.0, 200.0], [500.0, 200.0]).line([300.0, 200.0], [300.0, 300.0]);
    d.line([300.0, 300.0], [450.0, 300.0]);
    d.layer("E-ANNO").text("2 x CAT6", [380.0, 297.0], 6.0);
    let found = routes(&d.sheet(), &options());
    assert_eq!(found.len(), 3);
    assert!((points(&found) - 400.0 - 2.0 * 250.0).abs() < 0.2);
}

/// Draws a leader from a text to a point, and returns it as an option for [`routes`].
fn leader(d: &mut Drawing, text: &str, path: &[[f32; 2]]) -> Leader {
    let start = path[path.len() - 1];
    d.polyline(path).text(text, [start[0] + 2.0, start[1] + 2.0], 6.0);
    let (wide, up) = (text.len() as f32 * 4.0, 8.0);
    let lines = vec![[start[0], start[1] - up, start[0] + wide, start[1] + up].into()];
    Leader { text: text.into(), size: 6.0, lines, path: path.iter().map(|&p| p.into()).collect(), headed: true }
}

#[test]
fn a_leader_labels_the_line_at_its_tip_and_is_not_a_route() {
    let mut d = Drawing::new(800.0, 500.0);
    d.layer("E-CONDUIT").line([100.0, 200.0], [500.0, 200.0]).line([100.0, 300.0], [500.0, 300.0]);
    // The leader is drawn with the same pen on the same layer.
    let path = [[300.0, 200.0], [330.0, 240.0], [360.0, 240.0]];
    let mut asked = options();
    asked.leaders = vec![leader(&mut d, "(2) 2\"C", &path)];
    let found = routes(&d.sheet(), &asked);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!((points(&found) - 1200.0).abs() < 0.2);
    let of: Vec<_> = found.iter().filter(|r| r.callout.is_some()).map(|r| r.points[0].y).collect();
    assert_eq!(of, [200.0, 200.0]);
}

#[test]
fn a_leader_across_as_many_lines_as_it_says_is_one_each() {
    let drawn = |lines: &[f32]| {
        let mut d = Drawing::new(800.0, 500.0);
        d.layer("E-CONDUIT");
        for y in lines {
            d.line([100.0, *y], [500.0, *y]);
        }
        let mut asked = options();
        d.layer("E-ANNO");
        asked.leaders = vec![leader(&mut d, "(3) 2\"C", &[[300.0, 200.0], [300.0, 350.0]])];
        routes(&d.sheet(), &asked)
    };
    let found = drawn(&[200.0, 240.0, 280.0]);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|r| r.callout.is_none() && r.size.as_deref() == Some("2\"C")), "{found:#?}");
    // The leader crosses a line. There are three routes at the tip, and one for that line.
    assert_eq!(drawn(&[200.0, 240.0]).len(), 4);
}

#[test]
fn a_leader_to_a_pipe_gives_its_size_and_is_not_a_pipe() {
    let mut d = Drawing::new(800.0, 500.0);
    d.layer("P-PIPE").line([100.0, 200.0], [500.0, 200.0]);
    let path = [[300.0, 200.0], [330.0, 240.0], [360.0, 240.0]];
    let mut asked = RouteOptions { default_system: Some(RouteSystem::Pipe), ..options() };
    asked.leaders = vec![leader(&mut d, "6\"", &path)];
    let found = routes(&d.sheet(), &asked);
    assert_eq!(found.iter().map(|r| r.size.as_deref()).collect::<Vec<_>>(), [Some("6\"")]);
}

#[test]
fn a_wire_from_device_to_device_is_no_leader_of_a_text_beside_it() {
    let mut d = Drawing::new(800.0, 500.0);
    d.layer("E-CONDUIT").line([200.0, 205.0], [200.0, 400.0]);
    let whip = [[110.0, 200.0], [150.0, 208.0], [196.0, 206.0]];
    d.polyline(&whip).text_turned("C-4", [210.0, 240.0], 6.0, -std::f64::consts::FRAC_PI_2);
    let mut asked = options();
    let device = |key: &str, [x, y]: [f32; 2]| SymbolBox {
        key: key.into(),
        kind: EndKind::Device,
        tag: None,
        area: [x - 5.0, y - 5.0, x + 5.0, y + 5.0].into(),
    };
    asked.symbols =
        vec![device("switch", [106.0, 200.0]), device("box", [200.0, 202.0]), device("lamp", [200.0, 404.0])];
    let mut path = whip.to_vec();
    path.reverse();
    let text = [203.0, 220.0, 211.0, 242.0];
    let sheet = d.sheet();
    for from in [&whip[..], &path] {
        asked.leaders = vec![Leader {
            text: "C-4".into(),
            size: 6.0,
            lines: vec![text.into()],
            path: from.iter().map(|&p| p.into()).collect(),
            headed: true,
        }];
        let found = routes(&sheet, &asked);
        let of = |x: f32| found.iter().find(|r| r.points.iter().any(|p| (p.x - x).abs() < 1.0)).expect("the route");
        assert_eq!((of(150.0).circuit.as_deref(), of(200.0).circuit.as_deref()), (None, Some("C-4")), "{found:#?}");
    }
}

#[test]
fn a_branch_that_ends_at_a_tag_is_not_a_leader() {
    let mut d = Drawing::new(800.0, 500.0);
    d.layer("P-PIPE").line([100.0, 200.0], [500.0, 200.0]);
    let mut asked = RouteOptions { default_system: Some(RouteSystem::Pipe), ..options() };
    let path = [[300.0, 200.0], [300.0, 260.0]];
    asked.leaders = vec![Leader { headed: false, ..leader(&mut d, "WC-1", &path) }];
    assert!((points(&routes(&d.sheet(), &asked)) - 460.0).abs() < 0.2);
}
