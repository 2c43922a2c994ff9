//! The panel schedule and the luminaire schedule.

use crate::canvas::{Align, Sheet};
use crate::electrical::{CIRCUITS, Design};
use crate::luminaires::LUMINAIRES;
use crate::options::Options;
use crate::pen::Pen;
use crate::table::{self, Column, column};
use crate::truth::{Schedule, ScheduleRow, Truth};
use kurbo::{BezPath, ParamCurve as _, Shape as _};
use rand::{Rng, rngs::StdRng};

const HALF: [Column; 5] = [
    column("CKT", 32.0, Align::Center),
    column("LOAD DESCRIPTION", 210.0, Align::Left),
    column("VA", 52.0, Align::Right),
    column("POLES", 42.0, Align::Center),
    column("TRIP", 42.0, Align::Center),
];

/// Draws the schedule of panel LP1: 42 circuits, odd numbers left, even numbers right, the phase between them.
pub(crate) fn panel(
    sheet: &mut Sheet,
    at: (f64, f64),
    design: &Design,
    options: &Options,
    rng: &mut StdRng,
    truth: &mut Truth,
) {
    sheet.set_layer("E-ANNO-SCHD");
    let mut columns: Vec<Column> = HALF.into_iter().collect();
    columns.push(column("PH", 26.0, Align::Center));
    columns.extend(HALF.into_iter().rev());
    let side = |number: u32| {
        let Some(circuit) = design.circuits.get(&number) else { return vec![number.to_string()] };
        let number = number.to_string();
        if circuit.pole == 1 {
            let va = if circuit.va == 0 { String::new() } else { circuit.va.to_string() };
            let (poles, trip) = match circuit.trip {
                0 => (String::new(), String::new()),
                trip => (circuit.poles.to_string(), trip.to_string()),
            };
            vec![number, circuit.load.clone(), va, poles, trip]
        } else {
            vec![number, "-".to_owned(), circuit.va.to_string(), "-".to_owned(), "-".to_owned()]
        }
    };
    let rows: Vec<Vec<String>> = (0..CIRCUITS / 2)
        .map(|row| {
            let (left, mut right) = (side(2 * row + 1), side(2 * row + 2));
            right.reverse();
            [left, vec![["A", "B", "C"][row as usize % 3].to_owned()], right].concat()
        })
        .collect();
    let facts = [
        "VOLTAGE: 208Y/120V, 3PH, 4W     MAINS: 225A MLO     BUS: 225A     AIC: 10,000",
        "LOCATION: ELECTRICAL 114     MOUNTING: SURFACE     FED FROM: MDP",
    ];
    let title = "PANELBOARD SCHEDULE - LP1";
    let bounds = table::draw(sheet, at, title, &facts, &columns, &rows, 14.5);

    let rows = (1..=CIRCUITS).map(|number| {
        let load = design.circuits.get(&number).map(|circuit| circuit.load.clone());
        row(&HALF, &side(number), load.unwrap_or_default())
    });
    let rows = rows.collect();
    let (kind, bbox) = ("panel".to_owned(), sheet.normalize_box(bounds));
    truth.schedules.push(Schedule { kind, title: title.to_owned(), page: sheet.page, bbox, rows });
    if options.revision_cloud {
        sheet.set_layer("E-ANNO-REVC");
        let top = bounds.y0 + 130.0 + rng.random_range(0.0..60.0);
        cloud(sheet, kurbo::Rect::new(bounds.x0 + 250.0, top, bounds.x0 + 420.0, top + 56.0));
    }
}

/// Draws the luminaire schedule.
pub(crate) fn luminaires(sheet: &mut Sheet, at: (f64, f64), truth: &mut Truth) {
    sheet.set_layer("E-ANNO-SCHD");
    let columns = [
        column("TYPE", 44.0, Align::Center),
        column("DESCRIPTION", 270.0, Align::Left),
        column("LAMP", 84.0, Align::Center),
        column("WATTS", 52.0, Align::Center),
        column("VOLTS", 52.0, Align::Center),
        column("MOUNTING", 84.0, Align::Center),
    ];
    let rows: Vec<Vec<String>> =
        LUMINAIRES.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
    let title = "LUMINAIRE SCHEDULE";
    let bounds = table::draw(sheet, at, title, &[], &columns, &rows, 20.0);
    let rows = rows.iter().map(|cells| row(&columns, cells, cells[1].clone())).collect();
    let (kind, bbox) = ("fixture".to_owned(), sheet.normalize_box(bounds));
    truth.schedules.push(Schedule { kind, title: title.to_owned(), page: sheet.page, bbox, rows });
}

/// Returns a row of the truth: the first cell is its tag, those after the second are its attributes.
fn row(columns: &[Column], cells: &[String], description: String) -> ScheduleRow {
    let written = columns.iter().zip(cells).skip(2).filter(|(_, cell)| !cell.is_empty());
    let attributes = written.map(|(column, cell)| (column.head.to_owned(), cell.clone())).collect();
    ScheduleRow { tag: cells[0].clone(), description, attributes }
}

/// Draws a revision cloud: bulges along a rectangle.
fn cloud(sheet: &mut Sheet, rect: kurbo::Rect) {
    let mut path = BezPath::new();
    path.move_to(rect.origin());
    for edge in rect.path_segments(0.1) {
        let side = edge.end() - edge.start();
        let count = (side.hypot() / 14.0).round().max(1.0);
        let step = side / count;
        let out = kurbo::Vec2::new(step.y, -step.x) * 0.55;
        for index in 0..count as usize {
            let from = edge.start() + step * index as f64;
            path.curve_to(from + out, from + step + out, from + step);
        }
    }
    path.close_path();
    sheet.path(&Pen::line(1.1), path);
}
