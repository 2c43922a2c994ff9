//! Tests that parts of the building and of other trades do not affect the symbols beside them.

use kurbo::{BezPath, Circle, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Attribute, Depth, Discipline, RouteSystem, UnitSystem};
use plumbline_takeoff::{Findings, Options, extract, survey};

fn findings(discipline: Discipline, sheet: &Sheet) -> Findings {
    let options = Options {
        include_schedules: true,
        units: UnitSystem::AsDrawn,
        depth: Depth::Standard,
        declared_scale: Some("1:50".to_owned()),
    };
    extract(discipline, sheet, &[survey(sheet)], &options)
}

/// Returns a circle with a cross.
fn device() -> Vec<BezPath> {
    let mut cross = BezPath::new();
    for (a, b) in [((-3.5, -3.5), (3.5, 3.5)), ((-3.5, 3.5), (3.5, -3.5))] {
        cross.move_to(a);
        cross.line_to(b);
    }
    vec![Circle::new((0.0, 0.0), 5.0).to_path(0.01), cross]
}

/// Creates a sheet with a legend of two rows, the first for [`device`]. The second cell is at 600 to 650, 100 to 125.
fn sheet_with_legend(first: &str, second: &str) -> Drawing {
    let mut drawing = Drawing::new(800.0, 600.0);
    for y in [50.0, 75.0, 100.0, 125.0] {
        drawing.line([600.0, y], [780.0, y]);
    }
    for x in [600.0, 650.0, 780.0] {
        drawing.line([x, 50.0], [x, 125.0]);
    }
    drawing.text("SYMBOL", [605.0, 65.0], 7.0).text("DESCRIPTION", [660.0, 65.0], 7.0);
    drawing.symbol(&device(), [625.0, 87.5], 0.0, false);
    drawing.text(first, [655.0, 90.0], 7.0).text(second, [655.0, 115.0], 7.0);
    drawing
}

#[test]
fn the_number_of_a_door_is_no_tag_of_the_luminaire_beside_it() {
    let tags = |layer: &str| {
        let mut drawing = sheet_with_legend("LED DOWNLIGHT", "LUMINAIRE TYPE");
        for x in [100.0, 200.0, 300.0] {
            drawing.symbol(&device(), [x, 300.0], 0.0, false);
        }
        drawing.layer(layer).text("P-2", [108.0, 298.0], 6.0);
        let found = findings(Discipline::Electrical, &drawing.sheet());
        assert_eq!(found.items.len(), 3);
        found.items.into_iter().filter_map(|i| i.tag).collect::<Vec<_>>()
    };
    assert_eq!(tags("A-DOOR"), Vec::<String>::new());
    assert_eq!(tags("E-LITE"), ["P-2"]);
}

#[test]
fn lines_between_fire_alarm_devices_are_no_pipes_and_pipes_behind_them_no_routes() {
    let mut drawing = sheet_with_legend("MANUAL PULL STATION", "FIRE ALARM WIRE");
    for x in [100.0, 250.0, 400.0] {
        drawing.symbol(&device(), [x, 300.0], 0.0, false);
    }
    drawing.pen(0xff_0000, 1.0).line([105.0, 300.0], [245.0, 300.0]).line([255.0, 300.0], [395.0, 300.0]);
    drawing.layer("P-PIPE").pen(0x00_00ff, 1.0).polyline(&[[80.0, 400.0], [420.0, 400.0], [420.0, 480.0]]);
    let found = findings(Discipline::FireProtection, &drawing.sheet());
    assert_eq!(found.items.len(), 3);
    assert_eq!(found.routes.len(), 2);
    assert!(found.routes.iter().all(|r| r.system != RouteSystem::Pipe));
}

#[test]
fn a_line_with_ticks_is_known_by_the_line() {
    let mut drawing = sheet_with_legend("DUPLEX RECEPTACLE", "CONDUIT IN SLAB WITH CONDUCTORS AS TICKED");
    let ticked = |drawing: &mut Drawing, x: f32, y: f32, length: f32| {
        drawing.pen(0x00_aa55, 0.5).line([x, y], [x + length, y]);
        for i in 0..8 {
            let t = x + 0.5 * length + i as f32;
            drawing.pen(0x00_b0ff, 0.5).line([t, y - 4.0], [t, y + 4.0]);
        }
    };
    ticked(&mut drawing, 610.0, 112.0, 30.0);
    drawing.symbol(&device(), [100.0, 300.0], 0.0, false).symbol(&device(), [400.0, 300.0], 0.0, false);
    ticked(&mut drawing, 105.0, 300.0, 290.0);
    let found = findings(Discipline::Electrical, &drawing.sheet());
    let colors: Vec<_> = found
        .routes
        .iter()
        .flat_map(|r| &r.attributes)
        .filter_map(|(key, value)| match value {
            Attribute::Text(color) if key == "color" => Some(color.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(colors, ["#00aa55"]);
}
