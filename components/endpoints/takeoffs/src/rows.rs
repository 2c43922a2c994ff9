//! Takeoffs as rows of the database, with counts of their results.

use std::collections::{BTreeMap, HashMap};

use plumbline_contract::{
    JobStatus, Metadata, Origin, Problem, ProblemCode, Progress, ResultSummary, Takeoff, TakeoffId, Warning,
    WarningCode,
};
use plumbline_database::{Db, Row, Value, params};
use plumbline_endpoint::list::placeholders;
use plumbline_endpoint::{OperationError, resources};
use serde::Deserialize;

/// Columns of a takeoff, without the table.
const COLUMNS: &str = "id, document_id, project_id, discipline, status, origin, external_ref, pages_total, \
    estimated_credits, credits_charged, failure_code, failure_message, metadata, makers, created_at, started_at, completed_at, \
    (SELECT COUNT(*) FROM takeoff_pages WHERE takeoff_id = takeoffs.id) AS pages_processed";

/// The customer of a takeoff's project, for the usage record.
const END_CUSTOMER: &str = "(SELECT end_customer_ref FROM projects WHERE id = takeoffs.project_id) AS end_customer_ref";

/// Returns SQL for takeoffs, without conditions.
pub(crate) fn select() -> String {
    format!("SELECT {COLUMNS} FROM takeoffs")
}

/// Returns one takeoff and its project's customer.
pub(crate) fn find(db: &Db, id: &TakeoffId) -> Result<(Takeoff, Option<String>), OperationError> {
    let row = db.query_opt(&format!("SELECT {COLUMNS}, {END_CUSTOMER} FROM takeoffs WHERE id = ?"), params![id])?;
    let row = row.ok_or_else(Problem::not_found)?;
    let end_customer = row.opt_text("end_customer_ref")?;
    let takeoff = takeoffs(db, &[row])?.pop().ok_or_else(Problem::not_found)?;
    Ok((takeoff, end_customer))
}

/// Returns the customer of the takeoff's project. Refuses the id of a missing takeoff.
pub(crate) fn find_end_customer(db: &Db, id: &TakeoffId) -> Result<Option<String>, OperationError> {
    let row = db.query_opt(&format!("SELECT {END_CUSTOMER} FROM takeoffs WHERE id = ?"), params![id])?;
    Ok(row.ok_or_else(Problem::not_found)?.opt_text("end_customer_ref")?)
}

/// Refuses changes of takeoffs that the web application made.
pub(crate) fn require_changeable(takeoff: &Row) -> Result<(), OperationError> {
    match takeoff.name("origin")? {
        Origin::Api => Ok(()),
        Origin::WebApp => Err(OperationError::problem(
            ProblemCode::ReadOnlyOrigin,
            "This takeoff was created in the web application. You can read and export it here. To change it, use the web application.",
        )),
    }
}

/// Converts rows to takeoffs. Their results are queried once for all of them.
pub(crate) fn takeoffs(db: &Db, rows: &[Row]) -> Result<Vec<Takeoff>, OperationError> {
    let mut takeoffs = rows.iter().map(takeoff).collect::<Result<Vec<_>, _>>()?;
    let ids: Vec<String> = takeoffs.iter().map(|takeoff| takeoff.id.to_string()).collect();
    let mut warnings = warnings(db, &ids)?;
    let done: Vec<String> =
        takeoffs.iter().filter(|takeoff| has_results(takeoff)).map(|takeoff| takeoff.id.to_string()).collect();
    let mut counts = ResultCounts::query(db, &done)?;
    for (takeoff, row) in takeoffs.iter_mut().zip(rows) {
        takeoff.warnings = warnings.remove(takeoff.id.as_str()).unwrap_or_default();
        if has_results(takeoff) {
            takeoff.result_summary = Some(counts.summary(takeoff, row)?);
        }
        if takeoff.status == JobStatus::Queued {
            takeoff.queue_position = Some(queue_position(db, takeoff)?);
        }
    }
    Ok(takeoffs)
}

fn has_results(takeoff: &Takeoff) -> bool {
    match takeoff.status {
        JobStatus::Completed => true,
        JobStatus::Cancelled => takeoff.progress.pages_processed > 0,
        _ => false,
    }
}

fn takeoff(row: &Row) -> Result<Takeoff, OperationError> {
    let status: JobStatus = row.name("status")?;
    let pages_total = row.int("pages_total")?;
    Ok(Takeoff {
        id: row.id("id")?,
        document_id: row.id("document_id")?,
        project_id: row.id("project_id")?,
        discipline: row.name("discipline")?,
        status,
        external_ref: row.opt_text("external_ref")?,
        progress: Progress::new(row.int("pages_processed")?, pages_total, status == JobStatus::Completed),
        queue_position: None,
        origin: row.name("origin")?,
        pages_requested: pages_total,
        estimated_credits: row.real("estimated_credits")?,
        result_summary: None,
        warnings: Vec::new(),
        failure: resources::failure(row)?,
        metadata: metadata(row)?,
        created_at: row.text("created_at")?,
        started_at: row.opt_text("started_at")?,
        completed_at: row.opt_text("completed_at")?,
    })
}

/// A component that took part in a takeoff, as the worker recorded it.
#[derive(Deserialize)]
struct ComponentRef {
    role: String,
    id: String,
    version: String,
    digest: String,
}

/// Returns the caller's metadata, with the components that made the takeoff under `plumbline.` keys. They lead from a
/// quantity to the version that found it.
fn metadata(row: &Row) -> Result<Metadata, OperationError> {
    let mut metadata: Metadata = row.json("metadata")?;
    let components: Vec<ComponentRef> = row.opt_json("makers")?.unwrap_or_default();
    for component in components {
        metadata.insert(
            format!("plumbline.{}", component.role),
            format!("{}@{} sha256:{}", component.id, component.version, component.digest),
        );
    }
    Ok(metadata)
}

/// Returns the position in the account's queue; 1 is the next takeoff to start.
fn queue_position(db: &Db, takeoff: &Takeoff) -> Result<i64, OperationError> {
    let row = db.query_opt(
        "SELECT COUNT(*) AS position FROM takeoffs WHERE status = 'queued' AND (created_at < ? OR (created_at = ? AND id <= ?))",
        params![&takeoff.created_at, &takeoff.created_at, &takeoff.id],
    )?;
    Ok(row.map_or(Ok(1), |row| row.int("position"))?)
}

/// Returns warnings by takeoff. The same warning on several pages becomes one warning with those pages.
fn warnings(db: &Db, ids: &[String]) -> Result<HashMap<String, Vec<Warning>>, OperationError> {
    let mut warnings: HashMap<String, Vec<Warning>> = HashMap::new();
    let rows = query_for_takeoffs(
        db,
        "SELECT takeoff_id, page_number, code, message FROM takeoff_warnings",
        "ORDER BY takeoff_id, page_number, position",
        ids,
    )?;
    for row in rows {
        let (code, message): (WarningCode, String) = (row.name("code")?, row.text("message")?);
        let page = Some(row.int("page_number")?).filter(|page| *page > 0);
        let list = warnings.entry(row.text("takeoff_id")?).or_default();
        let same = list.iter_mut().find(|warning| {
            warning.code == code && warning.message == message && warning.pages.is_some() == page.is_some()
        });
        match (same, page) {
            (Some(Warning { pages: Some(pages), .. }), Some(page)) if !pages.contains(&page) => pages.push(page),
            (Some(_), _) => {}
            (None, page) => list.push(Warning { code, message, pages: page.map(|page| vec![page]) }),
        }
    }
    Ok(warnings)
}

/// Counts of the results of takeoffs.
struct ResultCounts {
    items: HashMap<String, BTreeMap<String, i64>>,
    routes: HashMap<String, i64>,
    schedules: HashMap<String, i64>,
}

impl ResultCounts {
    fn query(db: &Db, ids: &[String]) -> Result<Self, OperationError> {
        let mut items: HashMap<String, BTreeMap<String, i64>> = HashMap::new();
        for row in query_for_takeoffs(
            db,
            "SELECT takeoff_id, trade, COUNT(*) AS n FROM items",
            "GROUP BY takeoff_id, trade",
            ids,
        )? {
            items.entry(row.text("takeoff_id")?).or_default().insert(row.text("trade")?, row.int("n")?);
        }
        let count = |sql| -> Result<HashMap<String, i64>, OperationError> {
            let rows = query_for_takeoffs(db, sql, "GROUP BY takeoff_id", ids)?;
            rows.iter().map(|row| Ok((row.text("takeoff_id")?, row.int("n")?))).collect()
        };
        Ok(Self {
            items,
            routes: count("SELECT takeoff_id, COUNT(*) AS n FROM routes")?,
            schedules: count("SELECT takeoff_id, COUNT(*) AS n FROM schedules")?,
        })
    }

    fn summary(&mut self, takeoff: &Takeoff, row: &Row) -> Result<ResultSummary, OperationError> {
        let by_trade = self.items.remove(takeoff.id.as_str()).unwrap_or_default();
        Ok(ResultSummary {
            item_count: by_trade.values().sum(),
            sheet_count: takeoff.progress.pages_processed,
            credits_charged: row.opt_real("credits_charged")?.unwrap_or_default(),
            pages_processed: takeoff.progress.pages_processed,
            route_count: self.routes.get(takeoff.id.as_str()).copied().unwrap_or_default(),
            schedule_count: self.schedules.get(takeoff.id.as_str()).copied().unwrap_or_default(),
            by_trade,
        })
    }
}

/// Returns the rows that belong to any of the takeoffs.
fn query_for_takeoffs(db: &Db, select: &str, rest: &str, ids: &[String]) -> Result<Vec<Row>, OperationError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("{select} WHERE takeoff_id IN ({}) {rest}", placeholders(ids.len()));
    Ok(db.query(&sql, ids.iter().map(Value::from).collect::<Vec<_>>())?)
}
