//! Material lists: the materials of a bill of materials or an equipment list, with their quantities.

use plumbline_geometry::Rect;
use serde::{Deserialize, Serialize};

use crate::tables::bar_list::stated_weight;
use crate::tables::meaning::ColumnMeaning;
use crate::tables::model::{Schedule, ScheduleKind};
use crate::tables::quantity::{Quantity, Unit, quantity, unit};

/// One row of a material list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// Mark, item or part number.
    pub tag: String,
    /// The description of the material.
    pub description: String,
    /// The quantity, with lengths in meters and weights in kilograms.
    pub quantity: Option<Quantity>,
    /// Size as written.
    pub size: Option<String>,
    /// Manufacturer as written.
    pub manufacturer: Option<String>,
    /// Model or part number as written.
    pub model: Option<String>,
    /// Weight of the row as written, in kilograms.
    pub kilograms: Option<f64>,
    /// The row's box on the sheet: x-min, y-min, x-max, y-max in points.
    pub area: Rect,
}

/// Returns the materials of a schedule, or `None` if it has no column of quantities or if fewer than half of its rows
/// have one. A panelboard's circuits are not material.
pub fn material_list(schedule: &Schedule) -> Option<Vec<Material>> {
    if schedule.kind == ScheduleKind::Panel {
        return None;
    }
    let column = |meaning: ColumnMeaning| schedule.meanings.iter().position(|m| *m == meaning);
    let amounts = column(ColumnMeaning::Quantity)?;
    let text = |row, meaning| column(meaning).map(|c| schedule.cell(row, c)).filter(|t: &String| !t.is_empty());
    let mut out = Vec::with_capacity(schedule.rows.len());
    for row in &schedule.rows {
        let named = text(row, ColumnMeaning::Unit).and_then(|t| unit(&t));
        let amount = quantity(&schedule.cell(row, amounts)).map(|q| match (q.unit, named) {
            (Unit::None, Some((unit, factor))) => Quantity { value: q.value * factor, unit },
            _ => q,
        });
        let weight = [ColumnMeaning::Weight, ColumnMeaning::BarWeight].into_iter().find_map(column);
        let kilograms = weight.and_then(|c| stated_weight(&schedule.columns[c], &schedule.cell(row, c)));
        out.push(Material {
            tag: row.tag.clone(),
            description: row.description.clone(),
            quantity: amount,
            size: text(row, ColumnMeaning::Size).or_else(|| text(row, ColumnMeaning::Diameter)),
            manufacturer: text(row, ColumnMeaning::Manufacturer),
            model: text(row, ColumnMeaning::Model),
            kilograms,
            area: row.area,
        });
    }
    let known = out.iter().filter(|m| m.quantity.is_some()).count();
    (known > 0 && known * 2 >= out.len()).then_some(out)
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;

    use super::*;
    use crate::tables::model::{ScheduleRow, Value};

    #[test]
    fn amounts_take_the_unit_of_their_column() {
        let text = |name: &str, value: &str| (name.to_owned(), Value::Text(value.to_owned()));
        let row = |tag: &str, cells: Vec<(String, Value)>| ScheduleRow {
            tag: tag.to_owned(),
            description: "CABLE".into(),
            attributes: cells,
            area: rect(0.0, 0.0, 0.0, 0.0),
        };
        let columns = ["ITEM", "DESCRIPTION", "QTY", "UNIT", "MODEL"];
        let schedule = Schedule {
            kind: ScheduleKind::Equipment,
            title: None,
            designation: None,
            facts: Vec::new(),
            columns: columns.iter().map(|c| (*c).to_owned()).collect(),
            meanings: columns.iter().map(|c| ColumnMeaning::of(c)).collect(),
            rows: vec![
                row("1", vec![("QTY".into(), Value::Number(100.0)), text("UNIT", "LF"), text("MODEL", "X1")]),
                row("2", vec![text("QTY", "50'-0\"")]),
            ],
            area: rect(0.0, 0.0, 0.0, 0.0),
        };
        let list = material_list(&schedule).unwrap();
        let meters = |i: usize| list[i].quantity.filter(|q| q.unit == Unit::Meter).unwrap().value;
        assert!((meters(0) - 30.48).abs() < 1e-9 && (meters(1) - 15.24).abs() < 1e-9);
        assert_eq!(list[0].model.as_deref(), Some("X1"));
    }
}
