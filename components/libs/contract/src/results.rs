//! What a takeoff finds: items, routes, schedules, totals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::geometry::{Evidence, Geometry};
use crate::{
    ConfidenceBand, ItemSource, MeasureType, Page, ReviewStatus, RouteEndpointType, RouteSystem, ScheduleKind, Stored,
    Trade,
};

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Attribute {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
}

/// Attributes by their keys.
pub type Attributes = BTreeMap<String, Attribute>;

/// The sheet something is on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sheet {
    /// From the title block.
    pub number: Option<String>,
    /// From the title block.
    pub title: Option<String>,
}

/// One counted or measured thing, or a group of equal ones in a consolidated list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeoffItem {
    /// `itm_…`; `grp_…` for a line of a consolidated list.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ItemOrGroupId"))]
    pub id: String,
    /// The items of a line of a consolidated list, in their order. An addition to the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::schema::ItemId>"))]
    pub item_ids: Option<Stored<Vec<String>>>,
    /// What `If-Match` takes: another one after each review. An addition to the contract.
    pub version: String,
    /// The takeoff that found it.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::TakeoffId"))]
    pub takeoff_id: String,
    /// What belongs together shares a group.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "may_be_left_out", extend("x-may-be-null" = true)))]
    pub group_id: Option<String>,
    /// The legend's or the schedule's own text.
    pub description: String,
    /// Trade.
    pub trade: Trade,
    /// Category of the taxonomy.
    pub category: String,
    /// Item type of the taxonomy.
    pub item_type: String,
    /// What the quantity measures.
    pub measure_type: MeasureType,
    /// Never changes.
    pub extracted_quantity: f64,
    /// The caller's.
    pub quantity_override: Option<f64>,
    /// The override if set, else the extracted quantity.
    pub effective_quantity: f64,
    /// A code of the units list.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// The mark on the drawing.
    pub tag: Option<String>,
    /// What else is known.
    pub attributes: Stored<Attributes>,
    /// Where it is.
    pub sheet: Sheet,
    /// 1-based.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// Where on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Stored<Geometry>>,
    /// What proves it.
    pub evidence: Stored<Vec<Evidence>>,
    /// How sure it is.
    pub confidence: ConfidenceBand,
    /// What a person said.
    pub review_status: ReviewStatus,
    /// Where it was found.
    pub source: ItemSource,
    /// The caller's.
    pub note: Option<String>,
}

/// A measured run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Route {
    /// `rte_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::RouteId"))]
    pub id: String,
    /// The takeoff that found it.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::TakeoffId"))]
    pub takeoff_id: String,
    /// The item it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::ItemId>"))]
    pub item_id: Option<String>,
    /// Trade.
    pub trade: Trade,
    /// What it is made of.
    pub system: RouteSystem,
    /// Length. Never changes.
    pub quantity: f64,
    /// The caller's length. An addition to the contract, as all that tells of a review.
    pub quantity_override: Option<f64>,
    /// The override if set, else the extracted length.
    pub effective_quantity: f64,
    /// What a person said of it, or else of its item.
    pub review_status: ReviewStatus,
    /// The caller's.
    pub note: Option<String>,
    /// What `If-Match` takes: another one after each review.
    pub version: String,
    /// A code of the units list.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// 1-based.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// What else is known.
    pub attributes: Stored<Attributes>,
    /// How sure it is.
    pub confidence: ConfidenceBand,
    /// What it begins at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<RouteEndpoint>,
    /// What it ends at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<RouteEndpoint>,
    /// Number of straight pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<i64>,
    /// Where on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Stored<Geometry>>,
}

/// What a route begins or ends at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteEndpoint {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: RouteEndpointType,
    /// Its mark.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schemars(extend("x-may-be-null" = true)))]
    pub tag: Option<String>,
    /// The item it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::ItemId>"))]
    pub item_id: Option<String>,
    /// How many, for a group of devices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub count: Option<u32>,
}

/// A table found on a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Schedule {
    /// `sch_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ScheduleId"))]
    pub id: String,
    /// What it lists.
    pub kind: ScheduleKind,
    /// Its heading.
    pub title: Option<String>,
    /// Where it is.
    pub sheet: Sheet,
    /// 1-based.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// Headings, left to right.
    pub columns: Vec<String>,
    /// Rows, top to bottom.
    pub rows: Vec<ScheduleRow>,
}

/// A row of a schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleRow {
    /// The row's mark.
    pub tag: String,
    /// What it is.
    pub description: String,
    /// The cells, by column.
    pub attributes: Attributes,
}

/// A page of items, with the flag that the contract adds to the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeoffItemList {
    /// The page.
    #[serde(flatten)]
    pub page: Page<TakeoffItem>,
    /// Whether equal items are one line.
    pub consolidated: bool,
}

/// What a review of many items did. An addition to the contract.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ItemsReviewed {
    /// Items that the review is about.
    pub selected: i64,
    /// Those of them that were not as it says already.
    pub changed: i64,
}

/// A page of routes, with the totals that the contract adds to the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteList {
    /// The page.
    #[serde(flatten)]
    pub page: Page<Route>,
    /// Total length by route system, of all that the filter selects.
    pub totals_by_system: BTreeMap<String, SystemTotal>,
}

/// The schedules of a takeoff; this list has no pages.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleList {
    /// By page and position on it.
    pub data: Vec<Schedule>,
}

/// Totals of a takeoff.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The takeoff.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::TakeoffId"))]
    pub takeoff_id: String,
    /// By trade, category and unit.
    pub totals: Vec<Total>,
    /// Lengths of routes by trade, system and unit. An addition to the contract.
    pub routes: Vec<RouteTotal>,
}

/// The length of the routes of one system.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteTotal {
    /// Trade.
    pub trade: Trade,
    /// What they are made of.
    pub system: RouteSystem,
    /// A code of the units list.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Sum of the effective lengths.
    pub quantity: f64,
    /// Number of routes in it.
    pub route_count: i64,
}

/// One total.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Total {
    /// Trade.
    pub trade: Trade,
    /// Category of the taxonomy.
    pub category: String,
    /// A code of the units list.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Sum of the effective quantities.
    pub quantity: f64,
    /// Number of items in it.
    pub item_count: i64,
}

/// Total length of the routes of one system.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SystemTotal {
    /// Sum.
    pub quantity: f64,
    /// A code of the units list.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
}
