//! Tests pipes without layer names, of known lengths, on drawn sheets.

use plumbline_geometry::rect;
use plumbline_measurement::routes::{Confidence, EndKind, LineType, Route, RouteOptions, RouteSystem, routes};
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::{Scale, ScaleSource, Sheet};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;
const BLUE: u32 = 0x0000ff;

fn pipes(sheet: &Sheet) -> Vec<Route> {
    let scale =
        Scale { ratio: 50.0, imperial: false, source: ScaleSource::TitleBlock, text: "1:50".into(), area: None };
    let options =
        RouteOptions { scales: vec![scale], default_system: Some(RouteSystem::Pipe), ..RouteOptions::default() };
    routes(sheet, &options)
}

/// Returns the length on paper of the routes of a color, in points.
fn points(found: &[Route], color: u32) -> f64 {
    found.iter().filter(|r| r.color == color).map(|r| r.length * f64::from(METER)).sum()
}

fn close(got: f64, want: f64, share: f64) {
    assert!((got - want).abs() <= share * want, "{got} instead of {want}");
}

/// Draws the strokes of a pattern along some points and around corners. Every second number is a gap.
fn dashes(d: &mut Drawing, way: &[[f32; 2]], pattern: &[f32]) {
    let (mut i, mut left) = (0, pattern[0]);
    for w in way.windows(2) {
        let length = (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1]);
        let place = |t: f32| [w[0][0] + t / length * (w[1][0] - w[0][0]), w[0][1] + t / length * (w[1][1] - w[0][1])];
        let mut at = 0.0;
        while at < length - 1e-3 {
            let end = (at + left).min(length);
            if i % 2 == 0 {
                d.line(place(at), place(end));
            }
            left -= end - at;
            // Rounding leaves a remainder that would never be used up.
            if left <= 1e-3 {
                i += 1;
                left = pattern[i % pattern.len()];
            }
            at = end;
        }
    }
}

const DASH_DOT: [f32; 4] = [40.0, 5.0, 6.0, 5.0];

/// Draws thin walls in black and gray, and a label.
fn building(d: &mut Drawing) {
    d.pen(0x999999, 0.6);
    for i in 0..12 {
        let x = 60.0 + 70.0 * i as f32;
        d.line([x, 50.0], [x, 750.0]).line([50.0, x.min(700.0)], [900.0, x.min(700.0)]);
    }
    d.pen(0x000000, 0.35);
    dashes(d, &[[30.0, 500.0], [970.0, 500.0]], &DASH_DOT);
}

#[test]
fn dash_dot_lines_of_a_color_are_pipes_and_walls_are_not() {
    let mut d = Drawing::new(1000.0, 800.0);
    building(&mut d);
    d.pen(BLUE, 0.7);
    dashes(&mut d, &[[100.0, 100.0], [500.0, 100.0], [500.0, 430.0], [700.0, 430.0]], &DASH_DOT);
    dashes(&mut d, &[[300.0, 103.0], [300.0, 300.0]], &DASH_DOT);
    let found = pipes(&d.sheet());
    assert!(found.iter().all(|r| r.color == BLUE && r.system == RouteSystem::Pipe), "{found:#?}");
    assert_eq!((found[0].linetype, found[0].confidence), (LineType::DashDot, Confidence::Medium));
    close(points(&found, BLUE), 400.0 + 330.0 + 200.0 + 200.0, 0.02);
}

#[test]
fn a_red_axis_is_no_pipe() {
    let mut d = Drawing::new(1000.0, 800.0);
    d.pen(0xff0000, 0.35);
    for y in [100.0, 300.0, 500.0] {
        dashes(&mut d, &[[30.0, y], [970.0, y]], &DASH_DOT);
    }
    assert!(pipes(&d.sheet()).is_empty());
}

#[test]
fn colored_furniture_is_no_pipe() {
    let mut d = Drawing::new(1000.0, 800.0);
    d.pen(0x00a000, 0.35);
    for i in 0..20 {
        let (x, y) = (60.0 + 180.0 * (i % 5) as f32, 60.0 + 180.0 * (i / 5) as f32);
        d.polyline(&[[x, y], [x + 60.0, y], [x + 60.0, y + 30.0], [x + 10.0, y + 30.0], [x + 10.0, y + 60.0]]);
    }
    assert!(pipes(&d.sheet()).is_empty());
}

#[test]
fn the_samples_of_a_legend_name_the_pipes_and_are_none() {
    let mut d = Drawing::new(1000.0, 800.0);
    for (i, (color, name)) in [(BLUE, "COLD WATER"), (0xff0000, "HOT WATER"), (0xff7f00, "GAS")].into_iter().enumerate()
    {
        let y = 300.0 + 30.0 * i as f32;
        d.pen(color, 0.7);
        dashes(&mut d, &[[800.0, y], [896.0, y]], &DASH_DOT);
        d.text(name, [905.0, y + 3.0], 8.0);
    }
    d.pen(BLUE, 0.7);
    dashes(&mut d, &[[100.0, 100.0], [500.0, 100.0], [500.0, 430.0]], &DASH_DOT);
    let found = pipes(&d.sheet());
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].description.as_deref(), Some("COLD WATER"));
    close(points(&found, BLUE), 730.0, 0.02);
}

#[test]
fn a_black_line_with_its_system_in_it_is_a_pipe_of_that_system() {
    let mut d = Drawing::new(1000.0, 800.0);
    building(&mut d);
    d.pen(0x000000, 0.35);
    d.line([100.0, 633.0], [300.0, 633.0]).line([318.0, 633.0], [600.0, 633.0]).line([600.0, 633.0], [600.0, 560.0]);
    d.text("CW", [303.0, 635.0], 8.0);
    d.text("2\"", [430.0, 631.0], 6.0);
    let found = pipes(&d.sheet());
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].label.as_deref(), found[0].size.as_deref()), (Some("CW"), Some("2\"")));
    assert_eq!(found[0].confidence, Confidence::Medium);
    close(points(&found, 0), 573.0, 0.005);
}

#[test]
fn a_valve_and_a_flow_arrow_do_not_break_the_pipe() {
    let mut d = Drawing::new(1000.0, 800.0);
    d.layer("P-PIPE").line([100.0, 100.0], [300.0, 100.0]).line([308.0, 100.0], [500.0, 100.0]);
    d.polyline(&[[300.0, 97.0], [308.0, 103.0], [308.0, 97.0], [300.0, 103.0], [300.0, 97.0]]);
    d.line([510.0, 100.0], [700.0, 100.0]);
    d.line([500.0, 96.0], [500.0, 104.0]).line([500.0, 104.0], [510.0, 100.0]).line([510.0, 100.0], [500.0, 96.0]);
    let found = pipes(&d.sheet());
    assert_eq!(found.len(), 1, "{found:#?}");
    close(points(&found, 0), 600.0, 0.001);
}

#[test]
fn a_hop_over_another_pipe_keeps_both_apart() {
    let mut d = Drawing::new(1000.0, 800.0);
    d.layer("P-PIPE").line([100.0, 300.0], [296.0, 300.0]).line([304.0, 300.0], [600.0, 300.0]);
    let mut hop = kurbo::BezPath::new();
    hop.move_to((296.0, 300.0));
    hop.curve_to((296.0, 294.67), (304.0, 294.67), (304.0, 300.0));
    d.path(&hop).line([300.0, 100.0], [300.0, 500.0]);
    let found = pipes(&d.sheet());
    assert_eq!(found.len(), 2, "{found:#?}");
    close(points(&found, 0), 900.0, 0.01);
}

#[test]
fn wide_lines_exported_as_filled_outlines_are_measured_along_their_middle() {
    let mut d = Drawing::new(1000.0, 800.0);
    let mut pipe = kurbo::BezPath::new();
    for (i, p) in [(100.0, 99.0), (501.0, 99.0), (501.0, 300.0), (499.0, 300.0), (499.0, 101.0), (100.0, 101.0)]
        .into_iter()
        .enumerate()
    {
        if i == 0 { pipe.move_to(p) } else { pipe.line_to(p) }
    }
    pipe.close_path();
    d.layer("P-PIPE").fill(Some(BLUE)).path(&pipe);
    let found = pipes(&d.sheet());
    assert_eq!(found.len(), 1);
    close(points(&found, BLUE), 600.0, 0.001);
}

#[test]
fn what_lies_outside_its_clip_is_not_measured() {
    use plumbline_sheet::Style;
    use plumbline_sheet::build::SheetBuilder;
    let mut b = SheetBuilder::new(1, 1000.0, 800.0, 0);
    let style = b.style(&Style { stroke: Some(BLUE), fill: None, width: 0.7, dash: Vec::new() });
    let layer = b.layer("P-PIPE");
    let clip = b.clip(Some(rect(200.0, 50.0, 450.0, 400.0)));
    let mut line = kurbo::BezPath::new();
    line.move_to((100.0, 100.0));
    line.line_to((900.0, 100.0));
    b.path(&line, style, layer, plumbline_sheet::NONE, clip);
    close(points(&pipes(&b.finish()), BLUE), 250.0, 0.001);
}

#[test]
fn risers_and_heights_are_attributes_and_not_length() {
    let mut d = Drawing::new(1000.0, 800.0);
    d.layer("P-PIPE").line([100.0, 100.0], [400.0, 100.0]);
    d.circle([402.5, 100.0], 2.5).text("UP", [408.0, 103.0], 6.0).text("h=1.10m", [78.0, 95.0], 6.0);
    let found = pipes(&d.sheet());
    assert_eq!(found.len(), 1);
    let r = &found[0];
    close(points(&found, 0), 300.0, 0.001);
    assert_eq!((r.starts_at.kind, r.ends_at.kind), (EndKind::Unknown, EndKind::Riser));
    let drop = r.drop.clone().unwrap();
    assert_eq!((drop.length, drop.reason.as_str()), (Some(1.1), "UP; h=1.10m"));
}

mod whatever_the_way_of_drawing {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn dashes_by_the_pen_and_dashes_by_pieces_are_as_long(
            angle in 0.0f32..std::f32::consts::TAU, mirror: bool, dash in 18.0f32..45.0, gap in 3.0f32..8.0,
        ) {
            both_ways_agree(angle, mirror, dash, gap)?;
        }
    }

    /// One dash starts 2 points before the line that it crosses, and another starts 0.4 points before it. One dash ends
    /// 0.4 points before the other line, which ends 0.5 points after the crossing.
    #[test]
    fn dashes_that_begin_or_end_where_they_cross() {
        both_ways_agree(0.0, false, 23.727915, 6.1480985).unwrap();
        both_ways_agree(0.0, false, 41.071, 7.4467154).unwrap();
    }

    fn both_ways_agree(angle: f32, mirror: bool, dash: f32, gap: f32) -> Result<(), TestCaseError> {
        let (sin, cos) = angle.sin_cos();
        let place = |p: [f32; 2]| {
            let x = if mirror { -p[0] } else { p[0] };
            [500.0 + cos * x - sin * p[1], 500.0 + sin * x + cos * p[1]]
        };
        // Whole periods between corners, so that both ways end with a dash. A second network crosses the first.
        let n = (240.0 / (dash + gap)).floor();
        let leg = n * (dash + gap) + dash;
        let ways = [
            vec![[-300.0, 0.0], [-300.0 + leg, 0.0], [-300.0 + leg, leg]],
            vec![[-280.0 + leg / 2.0, -90.0], [-280.0 + leg / 2.0, leg - 90.0]],
        ];
        let mut by_pen = Drawing::new(1000.0, 1000.0);
        by_pen.layer("P-PIPE").pen(BLUE, 0.7).dash(&[dash, gap]);
        let mut by_pieces = Drawing::new(1000.0, 1000.0);
        by_pieces.layer("P-PIPE").pen(BLUE, 0.7);
        for way in ways {
            let way: Vec<[f32; 2]> = way.into_iter().map(place).collect();
            by_pen.polyline(&way);
            for w in way.windows(2) {
                dashes(&mut by_pieces, w, &[dash, gap]);
            }
        }
        let (pen, pieces) = (pipes(&by_pen.sheet()), pipes(&by_pieces.sheet()));
        prop_assert_eq!(pen.len(), 2);
        prop_assert_eq!(pieces.len(), 2);
        let want = f64::from(3.0 * leg);
        prop_assert!((points(&pen, BLUE) - want).abs() <= 0.005 * want, "{} {}", points(&pen, BLUE), want);
        prop_assert!((points(&pieces, BLUE) - want).abs() <= 0.005 * want, "{} {}", points(&pieces, BLUE), want);
        Ok(())
    }
}
