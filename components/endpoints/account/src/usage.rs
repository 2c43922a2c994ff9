//! The usage report: requests of a period, added up by day, surface, agent, client, user, operation or customer.
//!
//! The host adds up requests with a delay of at most half a second, so a report shows a request soon after its response.
//! Days are in UTC. Requests that started a job have a separate row each: the final charge of the job, or no charge while
//! the job runs.

use plumbline_contract::billing::{UsageReport, UsageRow};
use plumbline_contract::{Date, ProblemCode, ReportFormat, UsageGroup, UsageSurface, units};
use plumbline_database::{Row, Value, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response};

/// Longest period of a report, in days: a leap year.
const DAYS_MAX: i64 = 366;
/// Most rows of a report. With the longest keys, they stay below the size limit of a response and the host's limit on the
/// rows of a statement.
const ROWS_MAX: usize = 10_000;
/// Media type of a report as a table, without its parameter.
const CSV: &str = "text/csv";

/// The period and grouping of a report.
pub(crate) struct Filter {
    /// First and last day, if the query is valid.
    days: Option<(Date, Date)>,
    group_by: UsageGroup,
    surface: Option<UsageSurface>,
    end_customer_ref: Option<String>,
    format: ReportFormat,
}

/// Handles `GET /usage`.
pub(crate) fn report(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let filter = read_filter(&mut query);
    query.finish()?;
    if filter.format == ReportFormat::Csv {
        request.require_accepts(CSV)?;
    } else {
        request.require_accepts("application/json")?;
    }
    let Some((from, to)) = filter.days else {
        return Err(OperationError::Internal("dates passed validation".to_owned()));
    };
    let rows = rows(context, &filter, from, to)?;
    match filter.format {
        ReportFormat::Json => {
            let (from, to) = (from.to_string(), to.to_string());
            Response::json(200, &UsageReport { from, to, group_by: filter.group_by, rows })
        }
        ReportFormat::Csv => Ok(Response::new(200, "text/csv; header=present", csv_table(&rows)?)),
    }
}

/// Reads the query.
pub(crate) fn read_filter(query: &mut Query) -> Filter {
    let from = query.required_date("from");
    let to = query.required_date("to");
    if let (Some(from), Some(to)) = (from, to) {
        let days = from.days_until(to) + 1;
        if days < 1 {
            query.fail("to", "must not be before from");
        } else if days > DAYS_MAX {
            query.fail("to", format!("must be at most {DAYS_MAX} days from `from`; these are {days} days"));
        }
    }
    Filter {
        days: from.zip(to),
        group_by: query.name_or("group_by", UsageGroup::Day),
        surface: query.name("surface"),
        end_customer_ref: query.text("end_customer_ref", 128),
        format: query.name_or("format", ReportFormat::Json),
    }
}

/// Returns the column that requests are grouped by.
const fn key(group_by: UsageGroup) -> &'static str {
    match group_by {
        UsageGroup::Day => "day",
        UsageGroup::Surface => "surface",
        UsageGroup::Agent => "agent",
        UsageGroup::Client => "client_id",
        UsageGroup::User => "user_id",
        UsageGroup::Operation => "operation",
        UsageGroup::EndCustomer => "end_customer_ref",
    }
}

/// Returns the report from one statement, so that all of it is from the same moment.
///
/// p95 is the nearest rank: the first of the group's sorted latencies that at least 95 of 100 do not exceed. The host records
/// latencies to the millisecond up to 255 ms, and within 1 % beyond.
fn rows(context: &Context<'_>, filter: &Filter, from: Date, to: Date) -> Result<Vec<UsageRow>, OperationError> {
    let add_filters = |conditions: &mut Conditions| {
        conditions.and("u.surface = ?", filter.surface.map(UsageSurface::as_str));
        conditions.and("u.end_customer_ref = ?", filter.end_customer_ref.as_deref());
    };
    let mut summed = Conditions::new();
    summed.and_values("u.day BETWEEN ? AND ?", params![from.to_string(), to.to_string()]);
    add_filters(&mut summed);
    let mut single = Conditions::new();
    single.and_values("u.occurred_at BETWEEN ? AND ?", params![from.start(), to.end()]);
    add_filters(&mut single);
    let key = key(filter.group_by);
    // Times start with their day.
    let single_key = if key == "day" { "SUBSTR(u.occurred_at, 1, 10)".to_owned() } else { format!("u.{key}") };
    let sql = format!(
        "SELECT name, SUM(requests) AS requests, SUM(errors) AS errors, SUM(units) AS units, SUM(credits) AS credits, \
           MIN(CASE WHEN within * 100 >= members * 95 THEN latency_ms END) AS p95_ms \
         FROM (SELECT name, latency_ms, requests, errors, units, credits, \
             SUM(requests) OVER (PARTITION BY name ORDER BY latency_ms) AS within, \
             SUM(requests) OVER (PARTITION BY name) AS members \
           FROM (SELECT name, latency_ms, SUM(requests) AS requests, SUM(errors) AS errors, SUM(units) AS units, \
               SUM(credits) AS credits \
             FROM (SELECT COALESCE(NULLIF(u.{key}, ''), 'none') AS name, u.latency_ms, u.requests, u.errors, u.units, 0.0 AS credits \
                 FROM usage_totals u {} \
               UNION ALL SELECT COALESCE({single_key}, 'none'), u.latency_ms, 1, \
                   CASE WHEN u.status_code >= 400 OR u.error_code IS NOT NULL THEN 1 ELSE 0 END, u.units, COALESCE(c.credits, 0) \
                 FROM usage_events u LEFT JOIN usage_charges c ON c.request_id = u.request_id {}) recorded \
             GROUP BY name, latency_ms) by_latency) ranked \
         GROUP BY name LIMIT ?",
        summed.sql(),
        single.sql(),
    );
    let mut values = summed.values([]);
    values.extend(single.values([Value::from(i64::try_from(ROWS_MAX + 1).unwrap_or(i64::MAX))]));
    let found = context.db.query(&sql, values)?;
    if found.len() > ROWS_MAX {
        return Err(OperationError::problem(
            ProblemCode::InvalidRequest,
            format!(
                "The report would have more than {ROWS_MAX} rows. Request fewer days, or filter by surface or end_customer_ref."
            ),
        ));
    }
    let mut rows = found.iter().map(usage_row).collect::<Result<Vec<_>, OperationError>>()?;
    // Sorted here, because databases sort text differently.
    rows.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    Ok(rows)
}

fn usage_row(row: &Row) -> Result<UsageRow, OperationError> {
    Ok(UsageRow {
        key: row.text("name")?,
        requests: row.int("requests")?,
        errors: row.int("errors")?,
        units: units::round(row.real("units")?),
        credits: units::round(row.real("credits")?),
        p95_ms: row.opt_int("p95_ms")?,
    })
}

/// Returns the report as RFC 4180 with a header row.
///
/// Keys are written unchanged. A spreadsheet may treat a key that starts with `=`, `+`, `-` or `@` as a formula. The usual
/// guard, a leading apostrophe, would change the key, and programs read this table to look up their own customers by it.
/// Exports of a takeoff, which people open in spreadsheets, do have that guard.
fn csv_table(rows: &[UsageRow]) -> Result<Vec<u8>, OperationError> {
    let failed = |error: csv::Error| OperationError::Internal(error.to_string());
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    table.write_record(["key", "requests", "errors", "units", "credits", "p95_ms"]).map_err(failed)?;
    for row in rows {
        table
            .write_record([
                row.key.clone(),
                row.requests.to_string(),
                row.errors.to_string(),
                row.units.to_string(),
                row.credits.to_string(),
                row.p95_ms.map_or_else(String::new, |milliseconds| milliseconds.to_string()),
            ])
            .map_err(failed)?;
    }
    table.into_inner().map_err(|error| OperationError::Internal(error.to_string()))
}
