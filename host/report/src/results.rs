//! The parts of the API's responses that the report uses.

use std::collections::BTreeMap;

use plumbline_contract::results::Attribute;
use plumbline_contract::{ConfidenceBand, Discipline, ReviewStatus, RouteSystem, ScheduleKind, Trade};
use serde::Deserialize;
use serde_json::Value;

/// A takeoff and its results. Rejected items and routes are left out, as in every sum of the API.
pub(crate) struct Results {
    pub(crate) discipline: Discipline,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) items: Vec<Item>,
    pub(crate) routes: Vec<Route>,
    pub(crate) schedules: Vec<Schedule>,
    /// Number of rejected items and routes.
    pub(crate) rejected: usize,
}

#[derive(Deserialize)]
struct Takeoff {
    discipline: Discipline,
    warnings: Vec<Warning>,
}

#[derive(Deserialize)]
pub(crate) struct Warning {
    pub(crate) message: String,
    pub(crate) pages: Option<Vec<u32>>,
}

#[derive(Deserialize)]
pub(crate) struct Item {
    pub(crate) description: String,
    pub(crate) trade: Trade,
    pub(crate) category: String,
    pub(crate) effective_quantity: f64,
    pub(crate) unit: String,
    pub(crate) tag: Option<String>,
    pub(crate) page_number: u32,
    pub(crate) confidence: ConfidenceBand,
    review_status: ReviewStatus,
}

#[derive(Deserialize)]
pub(crate) struct Route {
    pub(crate) system: RouteSystem,
    pub(crate) effective_quantity: f64,
    pub(crate) unit: String,
    pub(crate) page_number: u32,
    pub(crate) attributes: BTreeMap<String, Attribute>,
    pub(crate) confidence: ConfidenceBand,
    review_status: ReviewStatus,
}

#[derive(Deserialize)]
pub(crate) struct Schedule {
    pub(crate) kind: ScheduleKind,
    pub(crate) title: Option<String>,
    pub(crate) page_number: u32,
    pub(crate) rows: Vec<Row>,
}

#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) tag: String,
}

impl Results {
    pub(crate) fn read(results: &Value) -> serde_json::Result<Self> {
        let Takeoff { discipline, warnings } = Takeoff::deserialize(&results["takeoff"])?;
        let (mut items, mut routes) =
            (Vec::<Item>::deserialize(&results["items"])?, Vec::<Route>::deserialize(&results["routes"])?);
        let schedules = Vec::deserialize(&results["schedules"])?;
        let found = items.len() + routes.len();
        items.retain(|item| item.review_status != ReviewStatus::Rejected);
        routes.retain(|route| route.review_status != ReviewStatus::Rejected);
        let rejected = found - items.len() - routes.len();
        Ok(Self { discipline, warnings, items, routes, schedules, rejected })
    }
}
