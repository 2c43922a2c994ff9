//! A page of consolidated items, from the groups that are stored with the items (`item_groups`).
//!
//! A group's row contains the results of extraction. Changes by reviews come from the items that have a review, which have
//! their own index. The items of a group are read only if a sum depends on each of them: for overridden quantities, rejected
//! items, quantities in other units than drawn, and for evidence and lists of items that are too long to be stored.

use std::collections::HashMap;

use plumbline_contract::{ItemOrGroupId, ReviewStatus, Stored, TakeoffId, UnitSystem, group_of, units};
use plumbline_database::{Db, Row, Value, params};
use plumbline_endpoint::OperationError;
use plumbline_endpoint::list::placeholders;

use crate::filter::Filter;
use crate::group_version;
use crate::items::{self, PositionedItem};

/// Columns of a list's item, like [`items::COLUMNS`]. The review is added to them.
const COLUMNS: &str = "item_count, CASE WHEN item_count = 1 OR item_groups.evidence IS NOT NULL THEN 1 ELSE 0 END AS has_evidence, \
    page_number, position, unit, item_groups.extracted_quantity, NULL AS quantity_override, id, \
    CASE WHEN item_count = 1 THEN items.group_id ELSE item_groups.group_id END AS group_id, description, trade, category, \
    item_type, measure_type, tag, COALESCE(item_groups.attributes, items.attributes) AS attributes, sheet_number, \
    sheet_title, CASE WHEN item_count = 1 THEN geometry END AS geometry, \
    COALESCE(item_groups.evidence, items.evidence) AS evidence, item_groups.confidence, 'extracted' AS review_status, source, \
    NULL AS note, 1 AS revision, 0 AS proposed, CASE WHEN item_count = 1 THEN '[\"' || id || '\"]' ELSE item_ids END AS item_ids";

/// The condition of the index `items_reviewed`, the same as in the migration.
pub(crate) const REVIEWED: &str =
    "(review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL OR revision > 1)";

/// Items read at once.
const BATCH: usize = 5_000;

/// Sheet and first position of a group.
pub(crate) type Key = (i64, i64);

/// Returns whether the stored groups suffice for the takeoff: all its items have one, and the filter does not divide any
/// group by kind.
pub(crate) fn can_serve(db: &Db, takeoff_id: &TakeoffId, by_kind: bool) -> Result<bool, OperationError> {
    let row = db.query_opt(
        "SELECT EXISTS (SELECT 1 FROM items WHERE takeoff_id = ? AND first_position IS NULL) AS not_grouped, \
         EXISTS (SELECT 1 FROM item_groups WHERE takeoff_id = ? AND mixed = 1) AS mixed",
        params![takeoff_id, takeoff_id],
    )?;
    let Some(row) = row else { return Ok(false) };
    Ok(!row.flag("not_grouped")? && (!by_kind || !row.flag("mixed")?))
}

/// Returns the next groups after a page and position, at most `fetch`. Requires that [`can_serve`] is true for the takeoff.
pub(crate) fn page(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: &Filter,
    after: Option<Key>,
    fetch: i64,
) -> Result<Vec<PositionedItem>, OperationError> {
    let (page, position) = after.unwrap_or((i64::MIN, i64::MIN));
    let selected = "(page_number, item_groups.first_position) > (?, ?) \
        ORDER BY page_number, item_groups.first_position LIMIT ?";
    select(db, takeoff_id, filter, selected, params![page, position, fetch])
}

/// Returns the groups of some keys, which must be in order.
pub(crate) fn by_keys(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: &Filter,
    keys: &[Key],
) -> Result<Vec<PositionedItem>, OperationError> {
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return Ok(Vec::new()) };
    let selected = format!(
        // The two bounds let SQLite search a range of the index. With only the list, it would read all groups of the takeoff.
        "(page_number, item_groups.first_position) >= (?, ?) AND (page_number, item_groups.first_position) <= (?, ?) \
         AND (page_number, item_groups.first_position) IN (VALUES {}) ORDER BY page_number, item_groups.first_position",
        vec!["(?, ?)"; keys.len()].join(", ")
    );
    let pairs = [first, last].into_iter().chain(keys);
    let values = pairs.flat_map(|&(page, position)| [page, position]).map(Value::from);
    select(db, takeoff_id, filter, &selected, values)
}

/// Returns the groups that match the filter and the rest of the `WHERE` clause, in the order of their keys.
fn select(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: &Filter,
    selected: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<PositionedItem>, OperationError> {
    let conditions = &filter.conditions;
    let sql = format!(
        "SELECT {COLUMNS} FROM item_groups JOIN items USING (takeoff_id, page_number) {} \
         AND position = item_groups.first_position AND {selected}",
        conditions.sql()
    );
    let rows = db.query(&sql, conditions.values(values))?;
    let mut groups = rows.into_iter().map(|row| Group::new(takeoff_id, row, filter)).collect::<Result<Vec<_>, _>>()?;
    review(db, takeoff_id, &mut groups)?;
    read_members(db, takeoff_id, &mut groups, filter.system)?;
    Ok(groups.into_iter().map(Group::finish).collect())
}

/// A group that is being converted to a line of the list.
struct Group {
    line: PositionedItem,
    items: i64,
    drawn_unit: String,
    /// Whether one of its items has an overridden quantity.
    overridden: bool,
    /// Whether its quantities have to be summed from its items.
    sums: bool,
    /// Whether rejected items are part of the sums.
    counts_rejected: bool,
    has_evidence: bool,
    /// Number of reviews of its items.
    reviews: i64,
}

impl Group {
    fn new(takeoff_id: &TakeoffId, row: Row, filter: &Filter) -> Result<Self, OperationError> {
        let system = filter.system;
        let items = row.int("item_count")?;
        let item_ids = row.opt_json("item_ids")?;
        let has_evidence = row.flag("has_evidence")?;
        let drawn_unit = row.text("unit")?;
        let converted = units::conversion(&drawn_unit, system).1 != drawn_unit;
        let mut line = items::positioned_item(takeoff_id, row, system)?;
        line.item.item_ids = item_ids;
        Ok(Self {
            line,
            items,
            drawn_unit,
            overridden: false,
            // Each item's quantity is rounded in the other unit, and the sum must equal the sum of the listed quantities.
            sums: converted && items > 1,
            counts_rejected: filter.counts_rejected(),
            has_evidence,
            reviews: 0,
        })
    }

    /// Returns whether some of its data must be read from its items.
    fn needs_items(&self) -> bool {
        self.sums || !self.has_evidence || self.line.item.item_ids.is_none()
    }

    /// Sums the quantities of its items, in the caller's units.
    fn sum(&mut self, rows: &[Row], system: UnitSystem) -> Result<(), OperationError> {
        let convert = |quantity: f64| units::convert(quantity, &self.drawn_unit, system).0;
        let item = &mut self.line.item;
        (item.extracted_quantity, item.effective_quantity) = (0.0, 0.0);
        for row in rows {
            if !self.counts_rejected && row.name::<ReviewStatus>("review_status")? == ReviewStatus::Rejected {
                continue;
            }
            let extracted = convert(row.real("extracted_quantity")?);
            item.extracted_quantity += extracted;
            item.effective_quantity += row.opt_real("quantity_override")?.map_or(extracted, convert);
        }
        Ok(())
    }

    fn finish(self) -> PositionedItem {
        let Self { mut line, overridden, items, reviews, .. } = self;
        let item = &mut line.item;
        item.version = group_version::of(items, reviews);
        item.id = ItemOrGroupId::stored(group_of(&item.id));
        item.extracted_quantity = units::round(item.extracted_quantity);
        item.effective_quantity = units::round(item.effective_quantity);
        item.quantity_override = overridden.then_some(item.effective_quantity);
        line
    }
}

/// Adds the reviews of the groups' items.
fn review(db: &Db, takeoff_id: &TakeoffId, groups: &mut [Group]) -> Result<(), OperationError> {
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return Ok(()) };
    let sql = format!(
        "SELECT page_number, first_position, COUNT(*) AS reviewed, \
         COUNT(CASE WHEN review_status = 'rejected' THEN 1 END) AS rejected, COUNT(quantity_override) AS overridden, \
         SUM(revision - 1) AS reviews, MAX(proposed) AS proposed, \
         COUNT(CASE WHEN review_status = 'rejected' THEN quantity_override END) AS rejected_overridden, \
         MIN(review_status) AS review_status, MAX(review_status) AS other_status, COUNT(note) AS notes, MIN(note) AS note, \
         MAX(note) AS other_note FROM items WHERE takeoff_id = ? AND (page_number, first_position) >= (?, ?) \
         AND (page_number, first_position) <= (?, ?) AND {REVIEWED} GROUP BY page_number, first_position"
    );
    let (from, to) = (first.line.key, last.line.key);
    let rows = db.query(&sql, params![takeoff_id, from.0, from.1, to.0, to.1])?;
    let places = places(groups);
    for row in &rows {
        let Some(place) = places.get(&(row.int("page_number")?, row.int("first_position")?)) else { continue };
        let group = &mut groups[*place];
        group.reviews = row.int("reviews")?;
        let (rejected, left_out) =
            if group.counts_rejected { (0, 0) } else { (row.int("rejected")?, row.int("rejected_overridden")?) };
        group.overridden = row.int("overridden")? > left_out;
        group.sums |= group.overridden || rejected > 0;
        let all = row.int("reviewed")? == group.items;
        let item = &mut group.line.item;
        let status: ReviewStatus = row.name("review_status")?;
        if all && status == row.name("other_status")? {
            item.review_status = status;
        }
        item.review_proposed = row.flag("proposed")?;
        let note = row.opt_text("note")?;
        if row.int("notes")? == group.items && note == row.opt_text("other_note")? {
            item.note = note;
        }
    }
    Ok(())
}

fn places(groups: &[Group]) -> HashMap<Key, usize> {
    groups.iter().enumerate().map(|(place, group)| (group.line.key, place)).collect()
}

/// Completes groups from their items if their row does not suffice.
fn read_members(
    db: &Db,
    takeoff_id: &TakeoffId,
    groups: &mut [Group],
    system: UnitSystem,
) -> Result<(), OperationError> {
    let wanted: Vec<usize> = (0..groups.len()).filter(|&at| groups[at].needs_items()).collect();
    let mut members = members(db, takeoff_id, groups, &wanted)?;
    for at in wanted {
        let rows = members.remove(&at).unwrap_or_default();
        let group = &mut groups[at];
        if group.sums {
            group.sum(&rows, system)?;
        }
        if group.line.item.item_ids.is_none() {
            let ids = rows.iter().map(|row| row.text("id")).collect::<Result<Vec<_>, _>>()?;
            let ids = Stored::of(&ids).map_err(|error| OperationError::Internal(format!("ids of items: {error}")))?;
            group.line.item.item_ids = Some(ids);
        }
        if !group.has_evidence {
            let lists = rows.iter().map(|row| row.json("evidence")).collect::<Result<Vec<Stored<Vec<_>>>, _>>()?;
            group.line.item.evidence = Stored::joined(&lists)
                .map_err(|error| OperationError::Internal(format!("the evidence of an item: {error}")))?;
        }
    }
    Ok(())
}

/// Returns the items of the groups at the indexes `wanted`, in order, by index.
fn members(
    db: &Db,
    takeoff_id: &TakeoffId,
    groups: &[Group],
    wanted: &[usize],
) -> Result<HashMap<usize, Vec<Row>>, OperationError> {
    let mut members: HashMap<usize, Vec<Row>> = HashMap::new();
    let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else { return Ok(members) };
    let mut positions: Vec<i64> = wanted.iter().map(|&at| groups[at].line.key.1).collect();
    positions.sort_unstable();
    positions.dedup();
    let evidence = if wanted.iter().all(|&at| groups[at].has_evidence) { "NULL AS evidence" } else { "evidence" };
    // Sheets have groups at the same positions, so some rows belong to groups that are not wanted.
    let sql = format!(
        "SELECT page_number, position, first_position, id, review_status, extracted_quantity, quantity_override, {evidence} \
         FROM items \
         WHERE takeoff_id = ? AND page_number <= ? AND first_position IN ({}) AND (page_number, position) > (?, ?) \
         ORDER BY page_number, position LIMIT {BATCH}",
        placeholders(positions.len())
    );
    let fixed = [takeoff_id.into(), Value::from(groups[*last].line.key.0)];
    let fixed: Vec<Value> = fixed.into_iter().chain(positions.into_iter().map(Value::from)).collect();
    let places: HashMap<Key, usize> = wanted.iter().map(|&at| (groups[at].line.key, at)).collect();
    let mut after = groups[*first].line.key;
    // Include the first item of the first group.
    after.1 -= 1;
    loop {
        let rows = db.query(&sql, [fixed.clone(), params![after.0, after.1].into()].concat())?;
        let done = rows.len() < BATCH;
        for row in rows {
            after = (row.int("page_number")?, row.int("position")?);
            if let Some(&place) = places.get(&(after.0, row.int("first_position")?)) {
                members.entry(place).or_default().push(row);
            }
        }
        if done {
            return Ok(members);
        }
    }
}
