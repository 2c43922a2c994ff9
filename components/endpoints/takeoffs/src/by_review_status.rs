//! A page of consolidated items of one review status, from the groups that are stored with the items.
//!
//! A line sums the items of a group that have the status. If all have it, the line is the stored group
//! ([`crate::stored_groups`]). The items of a group are read only if some have it and others do not, while its review is in progress. Such a line has the
//! position of its first item with the status, so the lines of a sheet are sorted when all of them are known.

use std::collections::HashSet;

use plumbline_contract::{ReviewStatus, TakeoffId};
use plumbline_database::{Db, Value, params};
use plumbline_endpoint::OperationError;
use plumbline_endpoint::list::placeholders;

use crate::consolidate::Groups;
use crate::group;
use crate::items::{self, Filter, PositionedItem};
use crate::stored_groups::{self, Key};

/// Rows read at once.
const BATCH: usize = 5_000;

/// The most groups that are selected by their positions. If more are needed, all items of their sheets are read.
const MAX_POSITIONS: usize = 1_000;

/// A stored group with items of the status.
struct MatchingGroup {
    key: Key,
    /// Whether all of its items have it.
    whole: bool,
}

/// Returns the next lines after a page and position, at most `fetch`. Requires that [`stored_groups::can_serve`] is true
/// for the takeoff.
pub(crate) fn page(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: &Filter,
    status: ReviewStatus,
    after: Option<Key>,
    fetch: i64,
) -> Result<Vec<PositionedItem>, OperationError> {
    let wanted = usize::try_from(fetch).unwrap_or(usize::MAX);
    let list = StatusList { db, takeoff_id, filter, status };
    let after = after.unwrap_or((i64::MIN, i64::MIN));
    let mut lines = Vec::new();
    let mut sheet = after.0;
    while lines.len() < wanted {
        let Some(last) = list.last_sheet(sheet, fetch)? else { break };
        let found = list.groups(sheet, last)?;
        let mut next = list.partial(&found)?;
        let mut keys: Vec<(Key, bool)> = next.iter().map(|line| (line.key, false)).collect();
        keys.extend(found.iter().filter(|group| group.whole).map(|group| (group.key, true)));
        keys.retain(|(key, _)| *key > after);
        keys.sort_unstable();
        keys.truncate(wanted - lines.len());
        let of = |whole: bool| keys.iter().filter(move |(_, is_whole)| *is_whole == whole).map(|(key, _)| *key);
        let partial: HashSet<Key> = of(false).collect();
        next.retain(|line| partial.contains(&line.key));
        next.extend(stored_groups::by_keys(db, takeoff_id, filter, &of(true).collect::<Vec<_>>())?);
        next.sort_unstable_by_key(|line| line.key);
        lines.append(&mut next);
        sheet = last + 1;
    }
    Ok(lines)
}

struct StatusList<'a> {
    db: &'a Db,
    takeoff_id: &'a TakeoffId,
    filter: &'a Filter,
    status: ReviewStatus,
}

impl StatusList<'_> {
    /// Returns SQL for the number of a group's items that have the status. The index of reviewed items covers it.
    fn selected(&self) -> String {
        let count = |condition: String| {
            format!(
                "(SELECT COUNT(*) FROM items AS reviewed WHERE reviewed.takeoff_id = item_groups.takeoff_id \
                 AND reviewed.page_number = item_groups.page_number \
                 AND reviewed.first_position = item_groups.first_position AND {} AND reviewed.review_status {condition})",
                stored_groups::REVIEWED
            )
        };
        let status = self.status.as_str();
        match self.status {
            ReviewStatus::Extracted => format!("item_count - {}", count(format!("<> '{status}'"))),
            _ => count(format!("= '{status}'")),
        }
    }

    /// Returns SQL that selects columns of the groups with items of the status. A further condition can be appended.
    fn select(&self, columns: &str) -> String {
        format!(
            "SELECT {columns} FROM item_groups JOIN items USING (takeoff_id, page_number) {} \
             AND position = item_groups.first_position AND {} > 0",
            self.filter.conditions.sql(),
            self.selected()
        )
    }

    /// Returns the sheet that the next `fetch` groups end on, from a sheet onwards, or the last sheet if there are fewer groups.
    fn last_sheet(&self, from: i64, fetch: i64) -> Result<Option<i64>, OperationError> {
        let sql = format!(
            "SELECT MAX(page_number) AS last FROM ({} AND page_number >= ? ORDER BY page_number, \
             item_groups.first_position LIMIT ?) AS matching",
            self.select("page_number")
        );
        let row = self.db.query_opt(&sql, self.filter.conditions.values(params![from, fetch]))?;
        Ok(row.map(|row| row.opt_int("last")).transpose()?.flatten())
    }

    /// Returns all groups of some sheets in order.
    fn groups(&self, from: i64, last: i64) -> Result<Vec<MatchingGroup>, OperationError> {
        let columns = format!(
            "page_number, item_groups.first_position AS first_position, item_count, {} AS selected",
            self.selected()
        );
        let sql = format!(
            "{} AND page_number <= ? AND (page_number, item_groups.first_position) > (?, ?) \
             ORDER BY page_number, item_groups.first_position LIMIT {BATCH}",
            self.select(&columns)
        );
        let mut found = Vec::new();
        let mut after = (from.saturating_sub(1), i64::MAX);
        loop {
            let rows = self.db.query(&sql, self.filter.conditions.values(params![last, after.0, after.1]))?;
            let done = rows.len() < BATCH;
            for row in rows {
                after = (row.int("page_number")?, row.int("first_position")?);
                found.push(MatchingGroup { key: after, whole: row.int("selected")? == row.int("item_count")? });
            }
            if done {
                return Ok(found);
            }
        }
    }

    /// Returns the lines of the groups of which only some items have the status.
    fn partial(&self, found: &[MatchingGroup]) -> Result<Vec<PositionedItem>, OperationError> {
        let keys: HashSet<Key> = found.iter().filter(|group| !group.whole).map(|group| group.key).collect();
        let sheets = keys.iter().map(|(page, _)| *page);
        let (Some(from), Some(last)) = (sheets.clone().min(), sheets.max()) else { return Ok(Vec::new()) };
        let mut positions: Vec<i64> = keys.iter().map(|(_, position)| *position).collect();
        positions.sort_unstable();
        positions.dedup();
        let position_filter = if positions.len() <= MAX_POSITIONS {
            format!("AND first_position IN ({})", placeholders(positions.len()))
        } else {
            positions.clear();
            String::new()
        };
        let sql = format!(
            "SELECT {}, first_position FROM items WHERE takeoff_id = ? AND review_status = ? AND page_number <= ? {position_filter} \
             AND (page_number, position) > (?, ?) ORDER BY page_number, position LIMIT {BATCH}",
            items::COLUMNS
        );
        let fixed = params![self.takeoff_id, self.status.as_str(), last];
        let fixed: Vec<Value> = fixed.into_iter().chain(positions.into_iter().map(Value::from)).collect();
        let mut groups = Groups::all(self.filter.counts_rejected());
        let mut after = (from.saturating_sub(1), i64::MAX);
        loop {
            let rows = self.db.query(&sql, [fixed.clone(), params![after.0, after.1].into()].concat())?;
            let done = rows.len() < BATCH;
            for row in rows {
                after = (row.int("page_number")?, row.int("position")?);
                // Sheets have groups at the same positions.
                if keys.contains(&(after.0, row.int("first_position")?)) {
                    groups.add(self.takeoff_id, row, true, self.filter.system)?;
                }
            }
            if done {
                let mut lines = groups.finish()?;
                group::set_group_versions(self.db, self.takeoff_id, &mut lines)?;
                return Ok(lines);
            }
        }
    }
}
