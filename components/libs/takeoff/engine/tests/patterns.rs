//! Tests hatches of soil, concrete, gravel, insulation and paving beside devices. Their marks look like a legend's symbol.

mod sketch;

use kurbo::BezPath;
use plumbline_geometry::{Point, Rect, point, rect};
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::Findings;
use plumbline_takeoff::quantities::{Discipline, Item, WarningCode};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use sketch::{circle, findings, legend, line, named};

const ELECTRODE: &str = "GROUNDING ELECTRODE";
const RECEPTACLE: &str = "DUPLEX RECEPTACLE";

/// The hatched area.
const AREA: Rect = rect(60.0, 380.0, 460.0, 640.0);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Hatch {
    Soil,
    Concrete,
    Gravel,
    Insulation,
    Paving,
}

const ALL: [Hatch; 5] = [Hatch::Soil, Hatch::Concrete, Hatch::Gravel, Hatch::Insulation, Hatch::Paving];

/// Returns the mark of a hatch.
fn mark(hatch: Hatch) -> Vec<BezPath> {
    match hatch {
        Hatch::Soil => (0..3)
            .map(|n| {
                let (half, y) = (4.0 - 1.3 * f64::from(n), 2.0 * f64::from(n));
                line(&[(-half, y - 2.0), (half, y - 2.0)])
            })
            .collect(),
        Hatch::Concrete => vec![line(&[(0.0, -3.0), (2.8, 2.0), (-2.8, 2.0), (0.0, -3.0)])],
        Hatch::Gravel => vec![line(&[(0.0, -3.0), (3.0, -1.0), (2.0, 3.0), (-2.0, 2.0), (-3.0, -1.0), (0.0, -3.0)])],
        Hatch::Insulation => vec![line(&[(-4.0, -4.0), (-2.0, 4.0), (2.0, -4.0), (4.0, 4.0)])],
        Hatch::Paving => vec![
            line(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0), (-4.0, -4.0)]),
            line(&[(-4.0, 0.0), (4.0, 0.0)]),
        ],
    }
}

/// Fills the area with marks.
fn fill(d: &mut Drawing, hatch: Hatch) {
    let mut random = StdRng::seed_from_u64(7);
    let [x0, y0, x1, y1] = AREA.to_array();
    let step = match hatch {
        Hatch::Insulation => 8.0,
        _ => 11.0,
    };
    let symbol = mark(hatch);
    for row in 0..((y1 - y0) / step) as u32 {
        for column in 0..((x1 - x0) / step) as u32 {
            let at = [x0 + step * (column as f32 + 0.5), y0 + step * (row as f32 + 0.5)];
            let quarter = f64::from((row + column) % 2) * std::f64::consts::FRAC_PI_2;
            let (at, turn) = match hatch {
                Hatch::Soil => (at, quarter + 0.785),
                Hatch::Concrete | Hatch::Gravel => {
                    let by = |random: &mut StdRng| random.random_range(-2.5f32..2.5);
                    (
                        [at[0] + by(&mut random), at[1] + by(&mut random)],
                        random.random_range(0.0..std::f64::consts::TAU),
                    )
                }
                Hatch::Insulation => (at, 0.0),
                Hatch::Paving => (at, quarter),
            };
            d.symbol(&symbol, at, turn, false);
        }
    }
}

/// Draws a table of quantities: its header and two rows.
fn table(d: &mut Drawing) {
    for n in 0..4 {
        let y = 240.0 + 20.0 * n as f32;
        d.line([690.0, y], [960.0, y]);
    }
    for x in [690.0, 740.0, 900.0, 960.0] {
        d.line([x, 240.0], [x, 300.0]);
    }
    d.text("TABLE OF QUANTITIES", [700.0, 232.0], 8.0);
    for (n, [tag, description, quantity]) in
        [["MARK", "DESCRIPTION", "QTY"], ["GE", ELECTRODE, "6"], ["R", RECEPTACLE, "9"]].into_iter().enumerate()
    {
        let y = 253.0 + 20.0 * n as f32;
        d.text(tag, [695.0, y], 7.0).text(description, [745.0, y], 7.0).text(quantity, [910.0, y], 7.0);
    }
}

/// Draws six electrodes and nine receptacles, of which three are in the hatch, with or without a legend.
fn plan(hatch: Hatch, explained: bool) -> Findings {
    let electrode = mark(hatch);
    let receptacle = vec![circle(5.0), line(&[(-1.5, -8.0), (-1.5, 8.0)]), line(&[(1.5, -8.0), (1.5, 8.0)])];
    let mut d = Drawing::new(1000.0, 700.0);
    if explained {
        legend(&mut d, [690.0, 40.0], &[(&electrode, "", ELECTRODE), (&receptacle, "", RECEPTACLE)]);
        table(&mut d);
    }
    fill(&mut d, hatch);
    for n in 0..6 {
        d.symbol(&electrode, [100.0 + 70.0 * n as f32, 120.0], 0.9 * f64::from(n), false);
        d.symbol(&receptacle, [100.0 + 70.0 * n as f32, 220.0], 0.5 * f64::from(n), false);
    }
    for n in 0..3 {
        d.symbol(&receptacle, [120.0 + 110.0 * n as f32, 500.0], 0.0, false);
    }
    findings(Discipline::Electrical, &d.sheet())
}

/// Returns the middle of an item on the sheet.
fn middle(item: &Item) -> Point {
    let (x0, y0, x1, y1) = item.evidence[0].bbox;
    point(((x0 + x1) / 2.0) as f32 * 1000.0, ((y0 + y1) / 2.0) as f32 * 700.0)
}

#[test]
fn marks_of_hatches_are_not_devices_and_devices_beside_them_are_found() {
    for hatch in ALL {
        let found = plan(hatch, true);
        let electrodes = named(&found.items, ELECTRODE);
        let within = electrodes.iter().filter(|item| AREA.contains(middle(item))).count();
        let all: Vec<_> = electrodes.iter().map(|i| (&i.key, i.evidence[0].bbox, i.confidence)).collect();
        assert_eq!((electrodes.len(), within), (6, 0), "{hatch:?}: {all:?}");
        assert_eq!(named(&found.items, RECEPTACLE).len(), 9, "{hatch:?}");
        assert_eq!(found.items.len(), 15, "{hatch:?}");
        let warnings = found.warnings.iter().filter(|w| w.code == WarningCode::UnlikelyCount).count();
        assert_eq!(warnings, 1, "{hatch:?}: {:?}", found.warnings);
        let table = found.schedules.iter().find(|s| s.rows.len() == 2 && s.columns.iter().any(|c| c == "QTY"));
        assert!(table.is_some(), "{hatch:?}: {:?}", found.schedules);
    }
}

#[test]
fn marks_of_hatches_are_not_devices_without_a_legend_either() {
    for hatch in ALL {
        let found = plan(hatch, false);
        let within = |item: &&Item| AREA.contains(middle(item)) && (middle(item).y - 500.0).abs() > 12.0;
        let stray: Vec<_> = found.items.iter().filter(within).map(|i| &i.description).collect();
        assert!(stray.is_empty(), "{hatch:?}: {} {:?}", stray.len(), stray.first());
    }
}

#[test]
fn rows_and_grids_of_devices_are_not_hatches() {
    let receptacle = vec![circle(5.0), line(&[(-1.5, -8.0), (-1.5, 8.0)]), line(&[(1.5, -8.0), (1.5, 8.0)])];
    let mut d = Drawing::new(1000.0, 700.0);
    legend(&mut d, [690.0, 40.0], &[(&receptacle, "", RECEPTACLE), (&mark(Hatch::Soil), "", ELECTRODE)]);
    for n in 0..48 {
        // Receptacles on benches 14 points apart, and in rooms.
        d.symbol(&receptacle, [60.0 + 14.0 * (n % 12) as f32, 100.0 + 80.0 * (n / 12) as f32], 0.0, false);
        d.symbol(&receptacle, [300.0 + 40.0 * (n % 8) as f32, 100.0 + 80.0 * (n / 8) as f32], 0.0, false);
    }
    let found = findings(Discipline::Electrical, &d.sheet());
    assert_eq!(named(&found.items, RECEPTACLE).len(), 96);
    assert!(found.warnings.iter().all(|w| w.code != WarningCode::UnlikelyCount));
}
