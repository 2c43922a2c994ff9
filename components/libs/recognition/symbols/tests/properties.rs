//! Drawn sheets with a known truth: the counts stay the same however the symbols lie and however the plot orders and
//! splits their strokes.

use kurbo::{Affine, BezPath, Circle, PathEl, Point, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Field, Ink, Symbol, TextSpots, legends, recognize};
use proptest::prelude::*;

fn polygon(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (i, p) in points.iter().enumerate() {
        if i == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path.close_path();
    path
}

fn line(a: (f64, f64), b: (f64, f64)) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(a);
    path.line_to(b);
    path
}

/// Returns the symbols of the test legend: a receptacle, the same with one more bar, a luminaire, a junction box, and a
/// switch-like hook that is not its own mirror image.
fn symbols() -> Vec<(&'static str, Vec<BezPath>)> {
    let circle = |r: f64| Circle::new((0.0, 0.0), r).to_path(0.01);
    let receptacle = vec![circle(5.0), line((-1.5, -8.0), (-1.5, 8.0)), line((1.5, -8.0), (1.5, 8.0))];
    let mut isolated = receptacle.clone();
    isolated.push(line((-7.0, 0.0), (7.0, 0.0)));
    vec![
        ("DUPLEX RECEPTACLE", receptacle),
        ("ISOLATED GROUND RECEPTACLE", isolated),
        (
            "LED LUMINAIRE",
            vec![polygon(&[(-9.0, -5.0), (9.0, -5.0), (9.0, 5.0), (-9.0, 5.0)]), line((-9.0, -5.0), (9.0, 5.0))],
        ),
        ("JUNCTION BOX", vec![polygon(&[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)]), circle(3.0)]),
        (
            "THREE WAY SWITCH",
            vec![
                line((0.0, -8.0), (0.0, 8.0)),
                line((0.0, -8.0), (6.0, -8.0)),
                line((6.0, -8.0), (6.0, -5.0)),
                circle(2.0),
            ],
        ),
    ]
}

/// Placement and plotting of one instance.
#[derive(Debug, Clone)]
struct Placed {
    symbol: usize,
    cell: (usize, usize),
    turn: f64,
    mirror: bool,
    /// Share of its length at which each straight line is split, if at all.
    split: Option<f64>,
    backwards: bool,
    reversed_order: bool,
    doubled: bool,
}

fn placed() -> impl Strategy<Value = Vec<Placed>> {
    let one = (
        0usize..5,
        prop_oneof![(0i32..24).prop_map(|i| f64::from(i) * std::f64::consts::PI / 12.0), 0.0..std::f64::consts::TAU],
        any::<bool>(),
        proptest::option::of(0.2..0.8f64),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    proptest::collection::vec(one, 0..40).prop_map(|list| {
        list.into_iter()
            .enumerate()
            .map(|(i, (symbol, turn, mirror, split, backwards, reversed_order, doubled))| Placed {
                symbol,
                cell: (i % 8, i / 8),
                turn,
                mirror,
                split,
                backwards,
                reversed_order,
                doubled,
            })
            .collect()
    })
}

fn lines_of(path: &BezPath) -> Option<Vec<(Point, Point)>> {
    let mut out = Vec::new();
    let (mut start, mut last) = (Point::ZERO, Point::ZERO);
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => (start, last) = (p, p),
            PathEl::LineTo(p) => {
                out.push((last, p));
                last = p;
            }
            PathEl::ClosePath => out.push((last, start)),
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
        }
    }
    Some(out)
}

fn plot(drawing: &mut Drawing, strokes: &[BezPath], p: &Placed, at: (f64, f64)) {
    let mirror = if p.mirror { Affine::scale_non_uniform(-1.0, 1.0) } else { Affine::IDENTITY };
    let place = Affine::translate(at) * Affine::rotate(p.turn) * mirror;
    let mut paths: Vec<BezPath> = Vec::new();
    for stroke in strokes {
        let stroke = place * stroke.clone();
        match (lines_of(&stroke), p.split) {
            (Some(lines), Some(split)) => {
                for (a, b) in lines {
                    let (a, b) = if p.backwards { (b, a) } else { (a, b) };
                    let m = a.lerp(b, split);
                    paths.push(line((a.x, a.y), (m.x, m.y)));
                    paths.push(line((m.x, m.y), (b.x, b.y)));
                }
            }
            _ => paths.push(if p.backwards { stroke.reverse_subpaths() } else { stroke }),
        }
    }
    if p.reversed_order {
        paths.reverse();
    }
    if p.doubled {
        paths.extend(paths.clone());
    }
    for path in &paths {
        drawing.path(path);
    }
}

/// Draws a sheet with a ruled legend on the right, walls and wires, and the instances on a grid of cells.
fn sheet(placed: &[Placed], scale: f64) -> Sheet {
    let mut drawing = Drawing::new(1000.0, 700.0);
    let symbols = symbols();
    let top = 60.0;
    drawing.text("LEGEND", [760.0, top - 20.0], 12.0);
    drawing.text("SYMBOL", [705.0, top + 15.0], 7.0).text("DESCRIPTION", [790.0, top + 15.0], 7.0);
    for row in 0..=symbols.len() + 1 {
        let y = top + 25.0 * row as f32;
        drawing.line([700.0, y], [960.0, y]);
    }
    let bottom = top + 25.0 * (symbols.len() + 1) as f32;
    for x in [700.0, 760.0, 960.0] {
        drawing.line([x, top], [x, bottom]);
    }
    for (i, (name, strokes)) in symbols.iter().enumerate() {
        let y = top + 25.0 * (i + 1) as f32 + 12.5;
        drawing.symbol(strokes, [730.0, y], 0.0, false);
        drawing.text(name, [766.0, y + 3.0], 7.0);
    }
    for p in placed {
        let at = (60.0 + 75.0 * p.cell.0 as f64, 90.0 + 90.0 * p.cell.1 as f64);
        let strokes: Vec<BezPath> = symbols[p.symbol].1.iter().map(|s| Affine::scale(scale) * s.clone()).collect();
        plot(&mut drawing, &strokes, p, at);
        // A wire that ends at the symbol and a wall that crosses beside it.
        let (x, y) = (at.0 as f32, at.1 as f32);
        drawing.line([x + 3.0, y + 2.0], [x + 40.0, y + 31.0]);
        drawing.line([x - 30.0, y - 16.5], [x + 30.0, y - 16.5]);
    }
    drawing.sheet()
}

fn count(sheet: &Sheet) -> Vec<usize> {
    let ink = Ink::of(sheet);
    let found = legends(sheet, &ink);
    assert_eq!(found.len(), 1, "one legend");
    let rows = &found[0].rows;
    assert_eq!(rows.len(), symbols().len(), "every row of the legend");
    let wanted: Vec<Symbol> =
        rows.iter().map(|r| Symbol { whole: r.specimen.clone(), parts: r.parts.clone(), shares_node: false }).collect();
    let areas: Vec<_> = found.iter().map(|l| l.area).collect();
    let instances = recognize(&Field::new(ink), &wanted, &TextSpots::of(sheet), &areas);
    (0..rows.len()).map(|i| instances.iter().filter(|f| f.symbol == i).count()).collect()
}

fn truth(placed: &[Placed]) -> Vec<usize> {
    (0..symbols().len()).map(|i| placed.iter().filter(|p| p.symbol == i).count()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn counts_do_not_depend_on_how_symbols_lie_or_are_plotted(placed in placed()) {
        prop_assert_eq!(count(&sheet(&placed, 1.0)), truth(&placed));
    }
}

#[test]
fn the_legend_itself_is_not_counted() {
    assert_eq!(count(&sheet(&[], 1.0)), vec![0; symbols().len()]);
}

#[test]
fn a_plan_at_another_scale_than_the_legend_is_counted_too() {
    let placed: Vec<Placed> = (0..20)
        .map(|i| Placed {
            symbol: i % 5,
            cell: (i % 8, i / 8),
            turn: (i % 8) as f64 * std::f64::consts::FRAC_PI_4,
            mirror: i % 3 == 0,
            split: None,
            backwards: false,
            reversed_order: false,
            doubled: false,
        })
        .collect();
    assert_eq!(count(&sheet(&placed, 4.0 / 3.0)), truth(&placed));
}
