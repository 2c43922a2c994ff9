//! Tests which lines on a drawn page are routes.

use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Depth, Discipline, EndpointType, Route, RouteSystem, UnitSystem};
use plumbline_takeoff::{Options, extract, survey};

/// Points on paper for one real meter at 1:50.
const METER: f32 = 72.0 / 0.0254 / 50.0;

/// How pipes are drawn: on a layer, or only in a color and line type.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Pen {
    Layer,
    Color,
}

impl Pen {
    fn take(self, d: &mut Drawing) {
        match self {
            Pen::Layer => d.layer("P-PIPE").pen(0x0000ff, 0.7),
            Pen::Color => d.pen(0x0000ff, 0.7).dash(&[24.0, 4.0, 4.0, 4.0]),
        };
    }
}

/// Draws a page with 1,100 points of pipes, walls and a title block.
fn page(pen: Pen) -> Drawing {
    let mut d = Drawing::new(1400.0, 1000.0);
    d.pen(0x808080, 0.35);
    for i in 0..6 {
        let at = 150.0 + 100.0 * i as f32;
        d.line([150.0, at], [650.0, at]).line([at, 150.0], [at, 650.0]);
    }
    pen.take(&mut d);
    d.polyline(&[[200.0, 230.0], [600.0, 230.0], [600.0, 430.0]]);
    d.polyline(&[[220.0, 330.0], [520.0, 330.0], [520.0, 530.0]]);
    d.pen(0x000000, 0.35);
    if pen == Pen::Layer {
        d.layer("P-ANNO");
    }
    for i in 0..12 {
        d.text("WC", [160.0 + 40.0 * i as f32, 640.0], 6.0);
    }
    d.text("FIRST FLOOR PLUMBING PLAN", [250.0, 720.0], 12.0).text("SCALE 1:50", [250.0, 735.0], 8.0);
    d
}

fn options() -> Options {
    Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None }
}

fn routes(sheet: Sheet) -> Vec<Route> {
    routes_of(Discipline::Plumbing, sheet)
}

fn routes_of(discipline: Discipline, mut sheet: Sheet) -> Vec<Route> {
    sheet.read_title_block();
    extract(discipline, &sheet, &[survey(&sheet)], &options()).routes
}

/// Returns the length of all routes on paper, in points.
fn points(found: &[Route]) -> f32 {
    found.iter().map(|r| r.quantity as f32 * METER).sum()
}

/// Returns the length of lines drawn with the pen of the pipes that are taken for pipes, in points.
fn added(pen: Pen, draw: impl Fn(&mut Drawing)) -> f32 {
    let mut d = page(pen);
    pen.take(&mut d);
    draw(&mut d);
    points(&routes(d.sheet())) - 1100.0
}

#[test]
fn the_page_itself() {
    for pen in [Pen::Layer, Pen::Color] {
        assert!(added(pen, |_| ()).abs() < 1.0, "{pen:?}");
    }
}

/// Asserts that drawn lines are not routes, neither on the layer of the pipes nor in their color.
fn is_not_a_route(name: &str, draw: impl Fn(&mut Drawing)) {
    for pen in [Pen::Layer, Pen::Color] {
        let added = added(pen, &draw);
        assert!(added.abs() < 1.0, "{name}, {pen:?}: {added}");
    }
}

/// Draws a dimension of 6 meters with ticks or arrows.
fn dimension(d: &mut Drawing, y: f32, ticks: bool) {
    let (from, to) = (180.0, 180.0 + 6.0 * METER);
    d.dash(&[]).line([from, y], [to, y]);
    for x in [from, to] {
        d.line([x, y - 20.0], [x, y + 6.0]);
        if ticks {
            d.line([x - 4.0, y + 4.0], [x + 4.0, y - 4.0]);
        } else {
            let s = if x == from { 1.0 } else { -1.0 };
            d.line([x, y], [x + s * 7.0, y - 2.5]).line([x, y], [x + s * 7.0, y + 2.5]);
        }
    }
    d.text("6000", [from + 3.0 * METER - 8.0, y - 2.0], 7.0);
}

/// Restores the line type of the pipes after a solid line.
fn dashed(d: &mut Drawing) -> &mut Drawing {
    d.dash(&[24.0, 4.0, 4.0, 4.0])
}

#[test]
fn dimension_lines_are_not_routes() {
    is_not_a_route("with ticks", |d| dimension(d, 680.0, true));
    is_not_a_route("with arrows", |d| dimension(d, 680.0, false));
}

#[test]
fn a_pipe_with_a_number_that_is_not_its_length_stays() {
    let drawn = |d: &mut Drawing| {
        d.dash(&[]).line([200.0, 600.0], [500.0, 600.0]);
        d.text("2500", [340.0, 598.0], 7.0);
    };
    assert!((added(Pen::Layer, drawn) - 300.0).abs() < 1.0);
}

#[test]
fn lines_of_the_grid_and_of_sections_are_not_routes() {
    is_not_a_route("grid", |d| {
        for (i, n) in ["1", "2", "3"].iter().enumerate() {
            let x = 250.0 + 120.0 * i as f32;
            d.line([x, 110.0], [x, 660.0]);
            dashed(d.dash(&[]).circle([x, 98.0], 12.0).text(n, [x - 2.5, 101.0], 9.0));
        }
    });
    is_not_a_route("section", |d| {
        d.line([120.0, 480.0], [690.0, 480.0]).dash(&[]);
        for x in [108.0, 702.0] {
            d.circle([x, 480.0], 12.0).text("A", [x - 3.0, 478.0], 8.0).text("P-301", [x - 8.0, 489.0], 5.0);
            d.line([x - 12.0, 480.0], [x + 12.0, 480.0]);
        }
    });
}

#[test]
fn lines_that_bound_something_are_not_routes() {
    is_not_a_route("match line", |d| {
        let up = -std::f64::consts::FRAC_PI_2;
        d.line([690.0, 120.0], [690.0, 660.0]).text_turned("MATCH LINE - SEE SHEET P-102", [700.0, 500.0], 8.0, up);
    });
    for name in ["PROPERTY LINE", "LIMIT OF WORK", "LÍMITE DE PROPIEDAD", "ERFGRENS"] {
        is_not_a_route(name, |d| {
            d.polyline(&[[100.0, 100.0], [720.0, 100.0], [720.0, 660.0]]).text(name, [350.0, 97.0], 8.0);
        });
    }
    is_not_a_route("break line", |d| {
        let jog = [[700.0, 350.0], [690.0, 355.0], [710.0, 365.0], [700.0, 370.0]];
        d.dash(&[]).polyline(&[[[700.0, 150.0]].as_slice(), &jog, &[[700.0, 600.0]]].concat());
    });
}

#[test]
fn leaders_are_not_routes() {
    is_not_a_route("leader", |d| {
        d.dash(&[]).polyline(&[[400.0, 230.0], [430.0, 270.0], [450.0, 270.0]]);
        d.line([400.0, 230.0], [406.0, 235.0]).line([400.0, 230.0], [403.0, 238.0]);
        d.text("2\" CW", [453.0, 272.0], 7.0);
    });
}

/// Draws pipes and the caption of their view.
fn view(d: &mut Drawing, title: &str, scale: &str) {
    d.polyline(&[[850.0, 200.0], [1000.0, 200.0], [1000.0, 300.0]]).line([900.0, 200.0], [900.0, 320.0]);
    d.dash(&[]).text(title, [860.0, 380.0], 12.0).line([860.0, 383.0], [1000.0, 383.0]);
    d.text(scale, [860.0, 394.0], 8.0);
}

#[test]
fn lines_of_details_and_diagrams_are_not_routes() {
    is_not_a_route("not to scale", |d| view(d, "PIPE HANGER DETAIL", "N.T.S."));
    is_not_a_route("at another scale", |d| view(d, "PIPE HANGER DETAIL", "SCALE 1:5"));
    is_not_a_route("diagram without a scale", |d| view(d, "WATER RISER DIAGRAM", ""));
    is_not_a_route("isometric", |d| view(d, "PLUMBING ISOMETRIC", "NOT TO SCALE"));
}

#[test]
fn lines_of_sections_and_elevations_are_not_routes() {
    for (title, scale) in [("SECTION A-A", "SCALE 1:50"), ("WEST ELEVATION", "SCALE 1:25"), ("CORTE B-B", "ESC. 1:50")]
    {
        is_not_a_route(title, |d| view(d, title, scale));
    }
    // A part of the building is called a section.
    let plan = added(Pen::Layer, |d| view(d, "FLOOR PLAN SECTION B", "SCALE 1:50"));
    assert!((plan - 370.0).abs() < 2.0, "{plan}");
}

#[test]
fn a_sheet_of_sections_has_no_routes() {
    for (title, any) in [("PLUMBING SECTIONS", false), ("PLUMBING PLANS", true)] {
        let mut d = Drawing::new(1400.0, 1000.0);
        Pen::Layer.take(&mut d);
        view(&mut d, if any { "GROUND FLOOR PLAN" } else { "SECTION A-A" }, "SCALE 1:50");
        d.pen(0, 1.0).line([1200.0, 20.0], [1200.0, 980.0]).rect([20.0, 20.0, 1380.0, 980.0]);
        d.text(title, [1220.0, 900.0], 12.0).text("SHEET NO.", [1220.0, 930.0], 6.0).text(
            "P-301",
            [1240.0, 960.0],
            20.0,
        );
        assert_eq!(!routes(d.sheet()).is_empty(), any, "{title}");
    }
}

#[test]
fn a_second_plan_is_measured_at_its_own_scale() {
    let twice = added(Pen::Layer, |d| view(d, "MEZZANINE PLUMBING PLAN", "SCALE 1:100"));
    assert!((twice - 2.0 * 370.0).abs() < 2.0, "{twice}");
}

#[test]
fn samples_and_stamps_are_not_routes() {
    is_not_a_route("samples", |d| {
        d.text("LEGEND", [850.0, 200.0], 10.0);
        for (i, n) in ["COLD WATER", "HOT WATER", "SANITARY"].iter().enumerate() {
            let y = 225.0 + 20.0 * i as f32;
            dashed(d.pen([0x0000ff, 0xff0000, 0x00aa00][i], 0.7)).line([850.0, y], [920.0, y]);
            d.text(n, [930.0, y + 3.0], 7.0);
        }
    });
    is_not_a_route("one sample", |d| {
        d.text("LEGEND", [850.0, 200.0], 10.0).line([850.0, 225.0], [920.0, 225.0]);
        d.text("COLD WATER", [930.0, 228.0], 7.0);
    });
    is_not_a_route("stamp", |d| {
        d.dash(&[]).circle([900.0, 300.0], 50.0).circle([900.0, 300.0], 35.0);
        d.line([870.0, 290.0], [930.0, 290.0]).line([870.0, 310.0], [930.0, 310.0]);
        d.text("LICENSED PROFESSIONAL", [866.0, 288.0], 5.0).text("ENGINEER No. 1234", [870.0, 306.0], 5.0);
    });
}

#[test]
fn the_arrow_of_a_riser_is_counted_and_not_measured() {
    let mut d = page(Pen::Layer);
    Pen::Layer.take(&mut d);
    d.line([600.0, 430.0], [612.0, 418.0]).line([612.0, 418.0], [606.0, 420.0]).line([612.0, 418.0], [610.0, 424.0]);
    d.text("UP", [614.0, 417.0], 7.0);
    let found = routes(d.sheet());
    assert!((points(&found) - 1100.0).abs() < 1.0);
    let ends = found.iter().flat_map(|r| [&r.starts_at, &r.ends_at]).flatten();
    assert_eq!(ends.filter(|end| end.kind == EndpointType::Riser).count(), 1);
}

#[test]
fn lines_of_fire_protection_are_pipes_where_the_sheet_shows_pipes() {
    let systems = |said: &str, layer: Option<&str>| {
        let mut d = page(Pen::Color);
        d.pen(0x0000ff, 0.7).text(said, [250.0, 760.0], 8.0);
        if let Some(layer) = layer {
            d.layer(layer).line([220.0, 560.0], [520.0, 560.0]);
        }
        let found = routes_of(Discipline::FireProtection, d.sheet());
        let mut systems: Vec<_> = found.iter().map(|r| r.system).collect();
        systems.dedup();
        systems
    };
    // The page has the title of a plumbing plan. Its words do not name a fire protection service.
    assert_eq!(systems("SPRINKLERS ARE UPRIGHT", None), [RouteSystem::Pipe]);
    assert!(!systems("FIRE ALARM DEVICES", None).contains(&RouteSystem::Pipe));
    assert!(!systems("SEE GENERAL NOTES", None).contains(&RouteSystem::Pipe));
    assert!(systems("SEE GENERAL NOTES", Some("F-SPRK-PIPE")).contains(&RouteSystem::Pipe));
}
