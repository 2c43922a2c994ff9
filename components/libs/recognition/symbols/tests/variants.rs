//! A legend cell may show a symbol in several variants. Each is found and named by its row.

use kurbo::BezPath;
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Field, Ink, Symbol, TextSpots, legends, recognize};

fn polyline(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (i, p) in points.iter().enumerate() {
        if i == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path
}

/// Draws a conduit box, 16 by 6 points with a double outline and the given connections.
fn conduit_box(connections: &[[(f64, f64); 2]]) -> Vec<BezPath> {
    let outline = |w: f64, h: f64| polyline(&[(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)]);
    let mut paths = vec![outline(8.0, 3.0), outline(6.8, 1.8)];
    paths.extend(connections.iter().map(|ends| polyline(ends)));
    paths
}

const LEFT: [(f64, f64); 2] = [(-10.0, 0.0), (-8.0, 0.0)];
const RIGHT: [(f64, f64); 2] = [(8.0, 0.0), (10.0, 0.0)];
const TOP: [(f64, f64); 2] = [(0.0, -5.0), (0.0, -3.0)];
const TOP_AT_END: [(f64, f64); 2] = [(-6.0, -5.0), (-6.0, -3.0)];
const BOTTOM_AT_END: [(f64, f64); 2] = [(-6.0, 3.0), (-6.0, 5.0)];

#[test]
fn variants_that_differ_by_a_connection_are_told_apart() {
    let through = conduit_box(&[LEFT, RIGHT]);
    let tee = conduit_box(&[LEFT, RIGHT, TOP]);
    let tee_at_end = conduit_box(&[RIGHT, TOP_AT_END, BOTTOM_AT_END]);
    let mut drawing = Drawing::new(1000.0, 700.0);
    drawing.text("LEGEND", [760.0, 40.0], 12.0);
    drawing.text("SYMBOL", [705.0, 75.0], 7.0).text("DESCRIPTION", [790.0, 75.0], 7.0);
    for y in [60.0, 85.0, 110.0, 135.0] {
        drawing.line([700.0, y], [960.0, y]);
    }
    for x in [700.0, 760.0, 960.0] {
        drawing.line([x, 60.0], [x, 135.0]);
    }
    drawing.symbol(&through, [730.0, 97.5], 0.0, false).text("CONDUIT BOX, TWO OUTLETS", [766.0, 100.0], 7.0);
    drawing.symbol(&tee_at_end, [716.0, 122.5], 0.0, false).symbol(&tee, [744.0, 122.5], 0.0, false);
    drawing.text("CONDUIT BOX, THREE OUTLETS", [766.0, 125.0], 7.0);
    for i in 0..6u8 {
        let (x, turn) = (80.0 + 90.0 * f32::from(i), f64::from(i) * std::f64::consts::FRAC_PI_2);
        if i < 2 {
            drawing.symbol(&through, [x, 200.0], turn, false);
        }
        if i < 5 {
            drawing.symbol(&tee, [x, 300.0], turn, i % 2 == 1);
        }
        if i < 3 {
            drawing.symbol(&tee_at_end, [x, 400.0], turn, false);
        }
    }
    let sheet = drawing.sheet();
    let ink = Ink::of(&sheet);
    let found = legends(&sheet, &ink);
    let rows: Vec<_> = found.iter().flat_map(|l| &l.rows).collect();
    assert_eq!(rows.len(), 2);
    let symbols: Vec<Symbol> =
        rows.iter().map(|r| Symbol { whole: r.specimen.clone(), parts: r.parts.clone(), shares_node: false }).collect();
    let areas: Vec<_> = found.iter().map(|l| l.area).collect();
    let instances = recognize(&Field::new(ink), &symbols, &TextSpots::of(&sheet), &areas);
    let of = |symbol: usize| instances.iter().filter(|i| i.symbol == symbol).count();
    assert_eq!((of(0), of(1)), (2, 8));
}
