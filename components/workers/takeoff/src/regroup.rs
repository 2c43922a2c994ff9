//! Groups of sheets whose items changed after their page was recorded.

use plumbline_contract::ConfidenceBand;
use plumbline_contract::results::Attributes;
use plumbline_database::groups::{self, Member};
use plumbline_database::{DbResult, Row, Transaction, params};
use serde::Deserialize;

/// Items read at once. A sheet may have more than fit into one result of the host.
const BATCH: usize = 5_000;

/// Groups the items of every sheet that has an item without a group.
pub(crate) fn regroup(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<()> {
    let sheets = tx.query(
        "SELECT DISTINCT page_number FROM items WHERE takeoff_id = ? AND first_position IS NULL",
        params![takeoff_id],
    )?;
    for sheet in &sheets {
        regroup_sheet(tx, takeoff_id, sheet.count("page_number")?)?;
    }
    Ok(())
}

fn regroup_sheet(tx: &Transaction<'_>, takeoff_id: &str, page: u32) -> DbResult<()> {
    let items = items(tx, takeoff_id, page)?;
    let (found, _) = groups::group(items.iter().map(Item::member))?;
    tx.execute("DELETE FROM item_groups WHERE takeoff_id = ? AND page_number = ?", params![takeoff_id, page])?;
    tx.insert_all("item_groups", found.into_iter().map(|group| Ok(group.columns(takeoff_id, page))))?;
    tx.execute(
        "UPDATE items SET first_position = grouped.first_position FROM (SELECT id, MIN(position) OVER (PARTITION BY \
         description, tag, unit) AS first_position FROM items WHERE takeoff_id = ? AND page_number = ?) AS grouped \
         WHERE items.id = grouped.id",
        params![takeoff_id, page],
    )?;
    Ok(())
}

fn items(tx: &Transaction<'_>, takeoff_id: &str, page: u32) -> DbResult<Vec<Item>> {
    let sql = format!(
        "SELECT id, position, description, tag, unit, trade, category, item_type, measure_type, group_id, extracted_quantity, \
         confidence, attributes, evidence FROM items WHERE takeoff_id = ? AND page_number = ? AND position > ? \
         ORDER BY position LIMIT {BATCH}"
    );
    let mut items: Vec<Item> = Vec::new();
    loop {
        let after = items.last().map_or(i64::MIN, |last| last.position);
        let rows = tx.query(&sql, params![takeoff_id, page, after])?;
        let done = rows.len() < BATCH;
        let rows = rows.into_iter().map(Row::read::<Item>);
        items.extend(rows.collect::<DbResult<Vec<_>>>()?);
        if done {
            return Ok(items);
        }
    }
}

/// The owned data that a [`Member`] borrows.
#[derive(Deserialize)]
struct Item {
    id: String,
    position: i64,
    description: String,
    tag: Option<String>,
    unit: String,
    trade: String,
    category: String,
    item_type: String,
    measure_type: String,
    group_id: Option<String>,
    extracted_quantity: f64,
    confidence: ConfidenceBand,
    attributes: Attributes,
    evidence: String,
}

impl Item {
    fn member(&self) -> Member<'_> {
        Member {
            id: &self.id,
            position: self.position,
            key: (&self.description, self.tag.as_deref(), &self.unit),
            kind: [&self.trade, &self.category, &self.item_type, &self.measure_type],
            group_id: self.group_id.as_deref(),
            quantity: self.extracted_quantity,
            confidence: self.confidence,
            attributes: &self.attributes,
            evidence: &self.evidence,
        }
    }
}
