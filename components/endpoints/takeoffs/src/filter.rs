//! The filters of items: those of a list, and those that select an item or the items of a line.

use plumbline_contract::{MeasureType, ReviewStatus, Trade, UnitSystem};
use plumbline_database::Row;
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::{OperationError, Query};

/// The conditions and form of a list.
pub(crate) struct Filter {
    /// All conditions except the review status.
    pub(crate) conditions: Conditions,
    /// The status set by a review. It may select a part of a group.
    pub(crate) review_status: Option<ReviewStatus>,
    pub(crate) system: UnitSystem,
    /// Whether the conditions select a trade, category, item type or measure type, and so may select a part of a group
    /// that has several. Otherwise they select all of a group or nothing, because a group belongs to one sheet.
    pub(crate) by_kind: bool,
    pub(crate) consolidated: bool,
}

impl Filter {
    /// Returns whether the filter may select a part of a group.
    pub(crate) fn may_split_groups(&self) -> bool {
        self.review_status.is_some() || self.by_kind
    }

    /// Returns whether rejected items count, which they do only if they are selected by status.
    pub(crate) fn counts_rejected(&self) -> bool {
        self.review_status == Some(ReviewStatus::Rejected)
    }
}

/// The parameters that select items by their properties.
pub(crate) struct Selection {
    trade: Option<Trade>,
    category: Option<String>,
    item_type: Option<String>,
    page_number: Option<u32>,
    review_status: Option<ReviewStatus>,
    measure_type: Option<MeasureType>,
}

impl Selection {
    /// Reads the parameters.
    pub(crate) fn read(query: &mut Query) -> Self {
        Self {
            trade: query.name("trade"),
            category: query.text("category", 64),
            item_type: query.text("item_type", 64),
            page_number: query.integer("page_number", 1, u32::MAX),
            review_status: query.name("review_status"),
            measure_type: query.name("measure_type"),
        }
    }

    /// Returns whether an item's row is selected.
    pub(crate) fn matches(&self, row: &Row) -> Result<bool, OperationError> {
        let wanted = [
            ("trade", self.trade.map(Trade::as_str)),
            ("category", self.category.as_deref()),
            ("item_type", self.item_type.as_deref()),
            ("review_status", self.review_status.map(ReviewStatus::as_str)),
            ("measure_type", self.measure_type.map(MeasureType::as_str)),
        ];
        for (column, wanted) in wanted {
            if let Some(wanted) = wanted
                && row.text(column)? != wanted
            {
                return Ok(false);
            }
        }
        let page = row.count("page_number")?;
        Ok(self.page_number.is_none_or(|wanted| wanted == page))
    }

    /// Returns whether rejected items count, which they do only if they are selected by status.
    pub(crate) fn counts_rejected(&self) -> bool {
        self.review_status == Some(ReviewStatus::Rejected)
    }
}

/// Reads the query of a list.
pub(crate) fn read(query: &mut Query) -> Filter {
    let Selection { trade, category, item_type, page_number, review_status, measure_type } = Selection::read(query);
    let system = query.name_or("units", UnitSystem::AsDrawn);
    let consolidated = query.bool_or("consolidated", false);
    let by_kind = trade.is_some() || category.is_some() || item_type.is_some() || measure_type.is_some();
    let mut conditions = Conditions::new();
    conditions.and("trade = ?", trade.map(Trade::as_str));
    conditions.and("category = ?", category);
    conditions.and("item_type = ?", item_type);
    conditions.and("page_number = ?", page_number);
    conditions.and("measure_type = ?", measure_type.map(MeasureType::as_str));
    Filter { conditions, review_status, system, by_kind, consolidated }
}
