//! Facts about the drawing for exporters that read it: its pages with their scales, and the warnings of the takeoff.

use crate::export::Export;
use plumbline_contract::export::LINK_SECONDS;
use plumbline_contract::geometry::Geometry;
use plumbline_contract::{timestamp, units};
use plumbline_database::{Db, DbResult, params};
use plumbline_worker::host::{Drawing, DrawingPage, DrawingScale, DrawingWarning};
use std::collections::BTreeMap;

/// Meters per point. An inch has 72 points.
const METERS_PER_POINT: f64 = 0.0254 / 72.0;

/// Reads the facts about the export's document.
pub(crate) fn drawing(db: &Db, export: &Export) -> DbResult<Drawing> {
    let document = &export.document;
    let mut scales = scales(db, export)?;
    let mut pages = BTreeMap::new();
    for row in db.query(
        "SELECT number, sheet_number, sheet_title FROM document_pages WHERE document_id = ? ORDER BY number",
        params![&document.id],
    )? {
        let number = row.count("number")?;
        let page = DrawingPage {
            number,
            sheet_number: row.opt_text("sheet_number")?,
            sheet_title: row.opt_text("sheet_title")?,
            scale: scales.remove(&number),
        };
        pages.insert(number, page);
    }
    Ok(Drawing {
        media_type: document.media_type.clone(),
        links_until: timestamp::after(&export.created_at, LINK_SECONDS.into()),
        pages: document.pages.iter().filter_map(|number| pages.remove(number)).collect(),
        warnings: warnings(db, &export.header.takeoff_id)?,
    })
}

/// Returns the scale of each page with measured shapes. Shapes of one page may have the scales of different views. The
/// scale of most shapes is used for the page.
fn scales(db: &Db, export: &Export) -> DbResult<BTreeMap<u32, DrawingScale>> {
    let mut found: BTreeMap<u32, Vec<(DrawingScale, u32)>> = BTreeMap::new();
    for table in ["routes", "items"] {
        // Shapes without a scale are skipped in SQL, because most items are points.
        let sql = format!(
            "SELECT m.geometry, p.width_pt FROM {table} m JOIN document_pages p ON p.document_id = ? \
             AND p.number = m.page_number WHERE m.takeoff_id = ? AND m.geometry LIKE '%units_per_normalized_x%'"
        );
        for row in db.query(&sql, params![&export.document.id, &export.header.takeoff_id])? {
            let geometry: Geometry = row.json("geometry")?;
            let width = row.real("width_pt")? * METERS_PER_POINT;
            let Some(scale) = geometry.scale.filter(|_| width > 0.0) else { continue };
            let Some(real) = units::between(scale.units_per_normalized_x, &scale.unit, "M") else { continue };
            let scale = DrawingScale { ratio: round_ratio(real / width), source: scale.source.as_str().into() };
            let of_page = found.entry(geometry.page_number).or_default();
            match of_page.iter_mut().find(|(known, _)| *known == scale) {
                Some((_, shapes)) => *shapes += 1,
                None => of_page.push((scale, 1)),
            }
        }
    }
    let most = |scales: Vec<(DrawingScale, u32)>| scales.into_iter().max_by_key(|(_, shapes)| *shapes);
    Ok(found.into_iter().filter_map(|(page, scales)| Some((page, most(scales)?.0))).collect())
}

/// Rounds to four significant digits, so that a scale read as 1:50 is 50 for any page width in points.
fn round_ratio(ratio: f64) -> f64 {
    let unit = 10f64.powi(ratio.abs().log10().floor() as i32 - 3);
    if unit.is_normal() { (ratio / unit).round() * unit } else { ratio }
}

fn warnings(db: &Db, takeoff_id: &str) -> DbResult<Vec<DrawingWarning>> {
    let rows = db.query(
        "SELECT page_number, code, message FROM takeoff_warnings WHERE takeoff_id = ? ORDER BY page_number, position",
        params![takeoff_id],
    )?;
    let mut warnings: Vec<DrawingWarning> = Vec::new();
    for row in rows {
        let (code, message) = (row.text("code")?, row.text("message")?);
        let page = Some(row.count("page_number")?).filter(|page| *page > 0);
        match warnings.iter_mut().find(|warning| (&warning.code, &warning.message) == (&code, &message)) {
            Some(warning) => warning.pages.extend(page.filter(|page| !warning.pages.contains(page))),
            None => warnings.push(DrawingWarning { code, message, pages: page.into_iter().collect() }),
        }
    }
    Ok(warnings)
}

#[cfg(test)]
mod tests {
    use super::round_ratio;

    #[test]
    fn scales_have_four_digits() {
        assert_eq!([50.000_3, 96.02, 0.5, 1250.4].map(round_ratio), [50.0, 96.02, 0.5, 1250.0]);
    }
}
