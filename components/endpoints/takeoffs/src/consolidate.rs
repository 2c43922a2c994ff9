//! Consolidated items: items with equal description, tag, unit and sheet as one line.
//!
//! Reads the items themselves. Used if the stored groups do not suffice ([`crate::stored_groups::can_serve`]): if items
//! do not have a group, or if a filter by kind may select a part of one.
//!
//! A sheet is a page. A group has the position of its first item, an id derived from that item's id, and the sum of the items
//! that the filter selects. As in the summary and in exports, rejected items are not part of the sum, unless the filter selects
//! them. Attributes, note and group are omitted if they differ between the items. The review status is given if all items agree,
//! otherwise the group counts as `extracted`.

use std::collections::HashMap;

use plumbline_contract::geometry::Evidence;
use plumbline_contract::results::Attributes;
use plumbline_contract::{ConfidenceBand, ItemOrGroupId, ReviewStatus, Stored, TakeoffId, UnitSystem, group_of, units};
use plumbline_database::{Db, Row, params};
use plumbline_endpoint::OperationError;

use crate::filter::Filter;
use crate::group_version;
use crate::items::{self, PositionedItem};

/// Items read at once. A sheet may have more than fit into one result of the host.
const BATCH: usize = 2_000;

/// The properties that the items of a group share: page, description, tag, unit.
type Key = (i64, String, Option<String>, String);

/// Returns the next groups after a page and position, at most `fetch`.
///
/// Items are read in order, so groups come in order, and the groups of a sheet are complete when the next sheet starts. Only
/// the sheets of the requested page of the list are read, not the whole takeoff.
pub(crate) fn page(
    db: &Db,
    takeoff_id: &TakeoffId,
    filter: &Filter,
    after: Option<(i64, i64)>,
    fetch: i64,
) -> Result<Vec<PositionedItem>, OperationError> {
    let (conditions, system) = (&filter.conditions, filter.system);
    let sql = format!(
        "SELECT {} FROM items {} AND (page_number, position) > (?, ?) ORDER BY page_number, position LIMIT {BATCH}",
        items::COLUMNS,
        conditions.sql()
    );
    let finish = |groups: Groups| {
        let mut lines = groups.finish()?;
        if filter.may_split_groups() {
            group_version::set(db, takeoff_id, &mut lines)?;
        }
        Ok(lines)
    };
    let mut groups = Groups {
        wanted: usize::try_from(fetch).unwrap_or(usize::MAX),
        counts_rejected: filter.counts_rejected(),
        ..Groups::default()
    };
    // A group that started earlier may have items after this position, so its sheet is read from the start.
    let mut read = after.map_or((i64::MIN, i64::MIN), |(page, _)| (page - 1, i64::MAX));
    loop {
        let rows = db.query(&sql, conditions.values(params![read.0, read.1]))?;
        let done = rows.len() < BATCH;
        for row in rows {
            read = (row.int("page_number")?, row.int("position")?);
            if groups.is_complete_before(read.0) {
                return finish(groups);
            }
            groups.add(takeoff_id, row, after.is_none_or(|after| read > after), system)?;
        }
        if done {
            return finish(groups);
        }
    }
}

/// Groups in the order of their first items.
#[derive(Default)]
pub(crate) struct Groups {
    wanted: usize,
    counts_rejected: bool,
    list: Vec<Group>,
    /// Index of a group in the list; `None` if it belongs to another page of the list.
    places: HashMap<Key, Option<usize>>,
}

impl Groups {
    /// Collects all groups of the added items.
    pub(crate) fn all(counts_rejected: bool) -> Self {
        Self { wanted: usize::MAX, counts_rejected, ..Self::default() }
    }

    /// Returns whether there are enough groups, all of them complete before this sheet.
    fn is_complete_before(&self, page: i64) -> bool {
        self.list.len() >= self.wanted && self.list.last().is_some_and(|last| last.merged.key.0 < page)
    }

    /// Adds an item to its group. `may_start_group` says whether the item may start a group.
    pub(crate) fn add(
        &mut self,
        takeoff_id: &TakeoffId,
        row: Row,
        may_start_group: bool,
        system: UnitSystem,
    ) -> Result<(), OperationError> {
        let key = (row.int("page_number")?, row.text("description")?, row.opt_text("tag")?, row.text("unit")?);
        match self.places.get(&key) {
            Some(None) => {}
            Some(Some(place)) => {
                let item = items::positioned_item(takeoff_id, row, system)?;
                self.list[*place].add(item, self.counts_rejected)?;
            }
            None => {
                let starts_group = may_start_group && self.list.len() < self.wanted;
                self.places.insert(key, starts_group.then_some(self.list.len()));
                if starts_group {
                    self.list.push(Group::new(items::positioned_item(takeoff_id, row, system)?, self.counts_rejected));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Vec<PositionedItem>, OperationError> {
        self.list.into_iter().map(Group::finish).collect()
    }
}

/// One line of the list.
struct Group {
    /// The first item, merged with the others.
    merged: PositionedItem,
    /// Evidence of each of the other items.
    evidence: Vec<Stored<Vec<Evidence>>>,
    /// The attributes that all items share; `None` while these are the first item's own.
    attributes: Option<Attributes>,
    overridden: bool,
    ids: Vec<String>,
    /// Number of reviews of its items.
    reviews: i64,
}

impl Group {
    fn new(mut first: PositionedItem, counts_rejected: bool) -> Self {
        let item = &mut first.item;
        let counts = counts_rejected || item.review_status != ReviewStatus::Rejected;
        let overridden = counts && item.quantity_override.is_some();
        if !counts {
            (item.extracted_quantity, item.effective_quantity) = (0.0, 0.0);
        }
        let ids = vec![item.id.to_string()];
        let reviews = first.revision - 1;
        Self { merged: first, evidence: Vec::new(), attributes: None, overridden, ids, reviews }
    }

    fn add(
        &mut self,
        PositionedItem { item, revision, .. }: PositionedItem,
        counts_rejected: bool,
    ) -> Result<(), OperationError> {
        let group = &mut self.merged.item;
        if counts_rejected || item.review_status != ReviewStatus::Rejected {
            group.extracted_quantity += item.extracted_quantity;
            group.effective_quantity += item.effective_quantity;
            self.overridden |= item.quantity_override.is_some();
        }
        self.ids.push(item.id.into());
        self.reviews += revision - 1;
        if self.attributes.is_some() || group.attributes.json() != item.attributes.json() {
            let mut common = match self.attributes.take() {
                Some(common) => common,
                None => group.attributes.read().map_err(unreadable)?,
            };
            if !common.is_empty() {
                let own = item.attributes.read().map_err(unreadable)?;
                common.retain(|name, value| own.get(name) == Some(value));
            }
            self.attributes = Some(common);
        }
        self.evidence.push(item.evidence);
        if group.review_status != item.review_status {
            group.review_status = ReviewStatus::Extracted;
        }
        group.review_proposed |= item.review_proposed;
        if group.note != item.note {
            group.note = None;
        }
        if group.group_id != item.group_id {
            group.group_id = None;
        }
        group.confidence = lower_confidence(group.confidence, item.confidence);
        Ok(())
    }

    fn finish(mut self) -> Result<PositionedItem, OperationError> {
        let group = &mut self.merged.item;
        group.id = ItemOrGroupId::stored(group_of(&group.id));
        group.version = group_version::of(self.ids.len(), self.reviews);
        group.item_ids = Some(Stored::of(&self.ids).map_err(unreadable)?);
        if !self.evidence.is_empty() {
            group.geometry = None;
            group.evidence =
                Stored::joined(std::iter::once(&group.evidence).chain(&self.evidence)).map_err(unreadable)?;
        }
        if let Some(attributes) = &self.attributes {
            group.attributes = Stored::of(attributes).map_err(unreadable)?;
        }
        group.extracted_quantity = units::round(group.extracted_quantity);
        group.effective_quantity = units::round(group.effective_quantity);
        group.quantity_override = self.overridden.then_some(group.effective_quantity);
        Ok(self.merged)
    }
}

fn unreadable(error: serde_json::Error) -> OperationError {
    OperationError::Internal(format!("an item's column: {error}"))
}

/// Returns the lower of two bands: a group is as certain as its least certain item.
fn lower_confidence(a: ConfidenceBand, b: ConfidenceBand) -> ConfidenceBand {
    // The bands are ordered from high to low.
    a.max(b)
}
