//! The results of a takeoff: items, routes, schedules, totals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::geometry::{Evidence, Geometry};
use crate::{
    ConfidenceBand, ItemId, ItemOrGroupId, ItemSource, MeasureType, Page, ReviewStatus, RouteEndpointType, RouteId,
    RouteSystem, ScheduleId, ScheduleKind, Stored, TakeoffId, Trade,
};

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AttributeValue"))]
#[serde(untagged)]
pub enum Attribute {
    /// A boolean.
    Flag(bool),
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
}

/// Attributes by their keys.
pub type Attributes = BTreeMap<String, Attribute>;

/// A sheet of the drawing set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sheet {
    /// Sheet number in the title block.
    pub number: Option<String>,
    /// Sheet title in the title block.
    pub title: Option<String>,
}

/// A counted or measured item, or a row of a consolidated list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeoffItem {
    /// `itm_…`, or `grp_…` for a row of a consolidated list.
    pub id: ItemOrGroupId,
    /// Ids of the items in a row of a consolidated list. An addition to the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::ItemId>"))]
    pub item_ids: Option<Stored<Vec<String>>>,
    /// Version for `If-Match`. Each review changes it. An addition to the contract.
    pub version: String,
    /// The takeoff that found it.
    pub takeoff_id: TakeoffId,
    /// Items of one group share this id.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out", extend("x-may-be-null" = true)))]
    pub group_id: Option<String>,
    /// Description in the legend or the schedule.
    pub description: String,
    /// Trade.
    pub trade: Trade,
    /// Code of the category in the taxonomy.
    pub category: String,
    /// Code of the item type in the taxonomy.
    pub item_type: String,
    /// What the quantity measures.
    pub measure_type: MeasureType,
    /// Extracted quantity. Never changes.
    pub extracted_quantity: f64,
    /// Your quantity, in place of the extracted one.
    pub quantity_override: Option<f64>,
    /// The override if set, otherwise the extracted quantity.
    pub effective_quantity: f64,
    /// Code of the unit, as in the list of units.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Tag on the drawing.
    pub tag: Option<String>,
    /// Other known properties by key.
    pub attributes: Stored<Attributes>,
    /// Sheet.
    pub sheet: Sheet,
    /// Page number, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// Place on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Stored<Geometry>>,
    /// Places on the pages that prove the item.
    pub evidence: Stored<Vec<Evidence>>,
    /// Confidence.
    pub confidence: ConfidenceBand,
    /// Review status.
    pub review_status: ReviewStatus,
    /// Where on the drawing the item was found.
    pub source: ItemSource,
    /// Your note.
    pub note: Option<String>,
    /// An agent entered the last review, and nobody has confirmed it yet. An addition to the contract.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub review_proposed: bool,
}

/// A measured route: a pipe, duct, conduit or cable run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Route {
    /// `rte_…`
    pub id: RouteId,
    /// The takeoff that found it.
    pub takeoff_id: TakeoffId,
    /// The item that the route belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
    /// Trade.
    pub trade: Trade,
    /// System of the route.
    pub system: RouteSystem,
    /// Extracted length. Never changes.
    pub quantity: f64,
    /// Your length. An addition to the contract, as all fields of a review.
    pub quantity_override: Option<f64>,
    /// The override if set, otherwise the extracted length.
    pub effective_quantity: f64,
    /// Review status of the route, or of its item when the route has none.
    pub review_status: ReviewStatus,
    /// Your note.
    pub note: Option<String>,
    /// Version for `If-Match`. Each review changes it.
    pub version: String,
    /// Code of the unit, as in the list of units.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Page number, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// Other known properties by key.
    pub attributes: Stored<Attributes>,
    /// Confidence.
    pub confidence: ConfidenceBand,
    /// Start of the route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<RouteEndpoint>,
    /// End of the route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<RouteEndpoint>,
    /// Number of straight segments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<i64>,
    /// Place on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Stored<Geometry>>,
}

/// Start or end of a route.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteEndpoint {
    /// Type.
    #[serde(rename = "type")]
    pub kind: RouteEndpointType,
    /// Tag on the drawing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schemars(extend("x-may-be-null" = true)))]
    pub tag: Option<String>,
    /// The item at this end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub item_id: Option<ItemId>,
    /// Number of devices of a group.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub count: Option<u32>,
}

/// A schedule found on a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Schedule {
    /// `sch_…`
    pub id: ScheduleId,
    /// Kind of schedule.
    pub kind: ScheduleKind,
    /// Title of the schedule.
    pub title: Option<String>,
    /// Sheet.
    pub sheet: Sheet,
    /// Page number, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// Column headings, left to right.
    pub columns: Vec<String>,
    /// Rows, top to bottom.
    pub rows: Vec<ScheduleRow>,
}

/// A row of a schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleRow {
    /// Tag of the row.
    pub tag: String,
    /// Description.
    pub description: String,
    /// Cells by column heading.
    pub attributes: Attributes,
}

/// A page of items.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeoffItemList {
    /// The page.
    #[serde(flatten)]
    pub page: Page<TakeoffItem>,
    /// Whether the list is consolidated.
    pub consolidated: bool,
}

/// The result of reviewing many items. An addition to the contract.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ItemsReviewResult"))]
pub struct ItemsReviewed {
    /// Number of selected items.
    pub selected: i64,
    /// Number of items that the review changed.
    pub changed: i64,
}

/// A page of routes, with totals.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteList {
    /// The page.
    #[serde(flatten)]
    pub page: Page<Route>,
    /// Total length by route system, over all pages of the list.
    pub totals_by_system: BTreeMap<String, SystemTotal>,
}

/// The schedules of a takeoff. The list is not paginated.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleList {
    /// Schedules by page and position.
    pub data: Vec<Schedule>,
}

/// Totals of a takeoff.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TakeoffSummary"))]
pub struct Summary {
    /// The takeoff.
    pub takeoff_id: TakeoffId,
    /// Totals by trade, category and unit.
    pub totals: Vec<Total>,
    /// Lengths of routes by trade, system and unit. An addition to the contract.
    pub routes: Vec<RouteTotal>,
}

/// The length of the routes of one system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteTotal {
    /// Trade.
    pub trade: Trade,
    /// System of the routes.
    pub system: RouteSystem,
    /// Code of the unit, as in the list of units.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Sum of the effective lengths.
    pub quantity: f64,
    /// Number of routes.
    pub route_count: i64,
}

/// Total of one trade, category and unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "QuantityTotal"))]
pub struct Total {
    /// Trade.
    pub trade: Trade,
    /// Code of the category in the taxonomy.
    pub category: String,
    /// Code of the unit, as in the list of units.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Sum of the effective quantities.
    pub quantity: f64,
    /// Number of items.
    pub item_count: i64,
}

/// Total length of the routes of one system.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SystemTotal {
    /// Sum of the effective lengths.
    pub quantity: f64,
    /// Code of the unit, as in the list of units.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
}
