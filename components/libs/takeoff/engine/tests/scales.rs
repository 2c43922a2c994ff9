//! Tests scales against the drawing: dimensions, spacings of the grid, doors.

use kurbo::{BezPath, Point};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Depth, Discipline, UnitSystem, WarningCode};
use plumbline_takeoff::{Options, extract, survey};

/// Points on paper for one real meter at 1:100.
const METER: f32 = 72.0 / 0.0254 / 100.0;

/// Returns the warnings about the scale.
fn warned(sheet: &Sheet, scale: &str) -> Vec<String> {
    let options = Options {
        include_schedules: true,
        units: UnitSystem::AsDrawn,
        depth: Depth::Standard,
        declared_scale: Some(scale.to_owned()),
    };
    let found = extract(Discipline::Electrical, sheet, &[survey(sheet)], &options);
    let of_scale = found.warnings.into_iter().filter(|w| w.code == WarningCode::ScaleContradicted);
    of_scale.map(|w| w.message).collect()
}

/// Draws a door of a width in meters, turned by quarters. The leaf is a line or has a thickness.
fn door(d: &mut Drawing, hinge: [f32; 2], width: f32, quarters: u32, thick: bool) {
    let r = f64::from(width * METER);
    let (sin, cos) = (f64::from(quarters) * std::f64::consts::FRAC_PI_2).sin_cos();
    let at =
        |x: f64, y: f64| Point::new(f64::from(hinge[0]) + cos * x - sin * y, f64::from(hinge[1]) + sin * x + cos * y);
    let k = 0.552_285 * r;
    let mut swing = BezPath::new();
    swing.move_to(at(r, 0.0));
    swing.curve_to(at(r, k), at(k, r), at(0.0, r));
    d.path(&swing);
    let mut leaf = BezPath::new();
    leaf.move_to(at(0.0, 0.0));
    leaf.line_to(at(0.0, r));
    if thick {
        leaf.line_to(at(0.05 * r, r));
        leaf.line_to(at(0.05 * r, 0.0));
        leaf.close_path();
    }
    d.path(&leaf);
}

fn doors(widths: &[f32]) -> Sheet {
    let mut d = Drawing::new(900.0, 700.0);
    for (n, width) in widths.iter().enumerate() {
        let at = [120.0 + 130.0 * (n % 5) as f32, 150.0 + 130.0 * (n / 5) as f32];
        d.line([at[0] - 60.0, at[1]], [at[0], at[1]]);
        door(&mut d, at, *width, n as u32, n % 2 == 0);
    }
    d.sheet()
}

#[test]
fn doors_of_usual_width_contradict_no_scale() {
    let sheet = doors(&[0.9, 0.9, 0.8, 0.7, 0.91, 0.762, 0.9]);
    assert!(warned(&sheet, "1:100").is_empty());
    // Doors are not exact. Widths within the usual range give no warning.
    assert!(warned(&sheet, "1:110").is_empty());
}

#[test]
fn doors_that_would_be_far_too_wide_or_narrow_contradict_a_scale() {
    let sheet = doors(&[0.9, 0.9, 0.8, 0.7, 0.91, 0.762, 0.9]);
    for (scale, width) in [("1:50", "0.45 m"), ("1:200", "1.80 m")] {
        let found = warned(&sheet, scale);
        assert!(found.len() == 1 && found[0].contains("7 doors") && found[0].contains(width), "{scale}: {found:?}");
    }
}

#[test]
fn a_few_doors_or_quarter_circles_without_a_leaf_say_nothing() {
    assert!(warned(&doors(&[0.9, 0.9, 0.8]), "1:50").is_empty());
    // Marks that look like doors have one size.
    assert!(warned(&doors(&[0.9; 9]), "1:50").is_empty());
    let mut d = Drawing::new(900.0, 700.0);
    for n in 0..8 {
        let (x, y, r) = (100.0 + 90.0 * n as f32, 300.0, 25.0);
        let mut bend = BezPath::new();
        bend.move_to((f64::from(x + r), f64::from(y)));
        let k = 0.552_285 * r;
        let [a, b, c] = [[x + r, y + k], [x + k, y + r], [x, y + r]].map(|[x, y]| (f64::from(x), f64::from(y)));
        bend.curve_to(a, b, c);
        d.path(&bend).line([x + r, y], [x + r, y - 30.0]).line([x, y + r], [x - 30.0, y + r]);
    }
    assert!(warned(&d.sheet(), "1:1000").is_empty());
}

#[test]
fn dimensions_that_fit_go_before_doors() {
    let mut d = Drawing::new(900.0, 700.0);
    for n in 0..6 {
        door(&mut d, [100.0 + 120.0 * n as f32, 150.0], 0.4, n, false);
    }
    for (n, millimeters) in [1200, 2400, 3600, 3000, 4500, 2750, 5000, 1800].into_iter().enumerate() {
        let (x, y) = (50.0, 240.0 + 45.0 * n as f32);
        let long = millimeters as f32 / 1000.0 * METER;
        d.line([x, y], [x + long, y]).line([x, y - 4.0], [x, y + 4.0]).line([x + long, y - 4.0], [x + long, y + 4.0]);
        d.text(&millimeters.to_string(), [x + long / 2.0 - 6.7, y - 2.0], 6.0);
    }
    assert!(warned(&d.sheet(), "1:100").is_empty());
}

/// Draws the bubbles of a grid with their spacings written between them, without any dimension line.
fn grid(spacings: &[f32], metric: bool) -> Sheet {
    let mut d = Drawing::new(1200.0, 800.0);
    let mut x = 80.0;
    for n in 0..=spacings.len() {
        d.circle([x, 60.0], 11.0).text(&(n + 1).to_string(), [x - 2.5, 63.0], 9.0).line([x, 71.0], [x, 700.0]);
        let Some(spacing) = spacings.get(n) else { break };
        let text = if metric { format!("{:.0}", spacing * 1000.0) } else { format!("{:.0}'-0\"", spacing / 0.3048) };
        let next = x + spacing * METER;
        d.text(&text, [(x + next) / 2.0 - text.len() as f32 * 1.9, 92.0], 7.0);
        x = next;
    }
    d.sheet()
}

#[test]
fn spacings_of_the_grid_that_contradict_a_scale_are_warned_of() {
    for sheet in [grid(&[6.0, 7.2, 6.0, 4.8], true), grid(&[6.096, 7.62, 6.096, 4.572], false)] {
        assert!(warned(&sheet, "1:100").is_empty());
        assert!(warned(&sheet, "1:105").is_empty());
        let found = warned(&sheet, "1:50");
        assert!(found.len() == 1 && found[0].contains("4 grid spacings") && found[0].contains("1:100"), "{found:?}");
        // The spacing is shown as on the drawing: 20'-0" has a quotation mark of its own.
        assert!(found[0].contains("for example `") && !found[0].contains('\\'), "{found:?}");
        assert_eq!(warned(&sheet, "1:115").len(), 1);
    }
}

#[test]
fn a_note_of_the_typical_bay_is_held_against_the_grid() {
    let noted = |along: &[f32], down: &[f32], note: &str, scale: &str| {
        let mut d = Drawing::new(1200.0, 1000.0);
        for (standing, spacings) in [(true, along), (false, down)] {
            let mut at = 100.0;
            for n in 0..=spacings.len() {
                let name = if standing { (n + 1).to_string() } else { ["A", "B", "C", "D", "E"][n].to_owned() };
                let [x, y] = if standing { [at, 60.0] } else { [50.0, at] };
                let end = if standing { [x, 900.0] } else { [1100.0, y] };
                d.circle([x, y], 11.0).text(&name, [x - 2.5, y + 3.0], 9.0);
                d.line(if standing { [x, y + 11.0] } else { [x + 11.0, y] }, end);
                at += spacings.get(n).copied().unwrap_or_default() * METER;
            }
        }
        d.text(note, [300.0, 960.0], 8.0);
        warned(&d.sheet(), scale)
    };
    let square = [7.2f32; 4];
    let bay = "TYPICAL BAY 7.2 m";
    assert!(noted(&square, &square[..3], bay, "1:100").is_empty());
    let found = noted(&square, &square[..3], bay, "1:50");
    assert!(found.len() == 1 && found[0].contains(bay) && found[0].contains("1:100"), "{found:?}");
    // One direction fits. The note may not describe the other.
    assert!(noted(&[7.2; 4], &[5.0; 3], bay, "1:100").is_empty());
    // Neither direction fits, and it is unknown which one is meant.
    assert!(noted(&[7.2; 4], &[5.0; 3], bay, "1:50").is_empty());
    let both = "GRID SPACING 23'-7\" x 16'-5\"";
    assert!(noted(&[7.19; 4], &[5.0; 3], both, "1:100").is_empty());
    assert_eq!(noted(&[7.19; 4], &[5.0; 3], both, "1:150").len(), 1);
    // If all bays differ, none is typical.
    assert!(noted(&[7.2, 6.0, 5.0, 8.0], &[], bay, "1:50").is_empty());
}
