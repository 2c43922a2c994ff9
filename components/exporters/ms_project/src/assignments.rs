//! The assignments of materials to tasks.

use crate::tasks::{DECIMALS, line_ids};
use plumbline_exporter::estimating::planning::materials::Materials;
use plumbline_exporter::{Lines, Xml, decimal};
use std::io::{self, Write};

/// Writes an assignment for each line.
pub(crate) fn write(xml: &mut Xml<impl Write>, lines: &Lines, materials: &Materials<'_>) -> io::Result<()> {
    xml.element("Assignments", |xml| {
        for (number, (task, key, line)) in (1u32..).zip(line_ids(lines)) {
            let Some(material) = materials.id(&key.description, &key.unit) else { continue };
            let work = work(line.quantity);
            xml.element("Assignment", |xml| {
                xml.texts(&[
                    ("UID", &number.to_string()),
                    ("TaskUID", &task.to_string()),
                    ("ResourceUID", &material.to_string()),
                    // A total amount, not an amount per day, so the quantity does not change with the duration.
                    ("HasFixedRateUnits", "1"),
                    ("FixedMaterial", "1"),
                    ("RegularWork", &work),
                    ("RemainingWork", &work),
                    ("Units", &decimal(line.quantity, DECIMALS)),
                    ("Work", &work),
                ])
            })?;
        }
        Ok(())
    })
}

/// Formats a quantity of material as Project writes it in fields for work: one hour per unit, rounded to seconds.
/// `Units` is exact.
fn work(quantity: f64) -> String {
    // Far above any quantity of a building.
    let seconds = (quantity * 3600.0).round().clamp(0.0, 1e15) as u64;
    format!("PT{}H{}M{}S", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_a_unit() {
        assert_eq!([work(5.5), work(0.0), work(1.0001)], ["PT5H30M0S", "PT0H0M0S", "PT1H0M0S"]);
    }
}
