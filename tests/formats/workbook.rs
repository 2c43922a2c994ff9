//! The workbook `xlsx`, read with openpyxl.

use anyhow::{Context as _, Result};
use plumbline_exporter::ItemRow;
use plumbline_exporter::testing::{FixedRows, header, item, route, schedule};
use plumbline_tests::{Python, run};
use serde_json::{Value, json};

/// The text that openpyxl reads from a cell. openpyxl does not decode Office's escapes for control characters.
const ODD: &str = "12\" <×> 6' & duct\n配管 🙂";

#[test]
fn a_workbook_holds_the_items_and_their_links() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let mut rows = FixedRows::new(header(), 3000, |i| ItemRow {
        description: ODD.into(),
        effective_quantity: 0.1,
        extracted_quantity: 0.1,
        ..item(i)
    });
    rows.routes = (0..20).map(route).collect();
    rows.schedules = vec![schedule(1)];
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("takeoff.xlsx");
    std::fs::write(&path, plumbline_exporter_xlsx::write(&rows, Vec::new()).map_err(anyhow::Error::msg)?)?;
    let book: Value = serde_json::from_slice(&run(python.script("read_workbook.py").arg(path))?)?;

    let list = |sheet: &str| book[sheet]["rows"].as_array().cloned().with_context(|| format!("the sheet {sheet}"));
    let items = list("Items")?;
    assert_eq!(items.len(), 3001);
    let quantity: f64 = items[1..].iter().filter_map(|row| row[3].as_f64()).sum();
    assert!((quantity - 300.0).abs() < 1e-6, "{quantity}");
    assert_eq!(items[3000][1], "R2999");
    assert_eq!(items[3000][2], ODD);
    let links = &book["Items"]["links"];
    assert_eq!(links.as_object().map(serde_json::Map::len), Some(3000));
    let page = "https://example.com/partner/v1/documents/doc_0123456789abcdefghijkl/download#page=";
    assert_eq!((&links["S2"], &links["S3001"]), (&json!(format!("{page}1")), &json!(format!("{page}3"))));

    let line = list("Summary")?.into_iter().find(|row| row[0] == 1).context("a line of the estimate")?;
    assert_eq!((&line[4], &line[5], &line[6], &line[8]), (&json!(300), &json!("EA"), &json!(3000), &json!("E-101")));
    // A head row, the routes, a blank row and their total.
    let routes = list("Routes")?;
    assert_eq!((routes.len(), &routes[22][1]), (23, &json!("Total")));
    assert_eq!(list("Schedules")?[0][0], "PANEL LP-1 (page 2)");
    Ok(())
}
