//! Start of a takeoff: its maximum cost, the hold for it, and the job.

use plumbline_contract::rates::{self, PageRate};
use plumbline_contract::{
    Depth, Discipline, DocumentId, DocumentStatus, FailureCode, FieldError, IdKind, JobStatus, Metadata, Problem,
    ProblemCode, TakeoffId, TakeoffScope, TypedId as _, UnitSystem, new_id,
};
use plumbline_database::{Row, Transaction, columns, json, outbox, params};
use plumbline_endpoint::quota::{self, Usage};
use plumbline_endpoint::resources::{self, Table};
use plumbline_endpoint::{Context, Fields, OperationError, Outcome, Request, Response, idempotent, scale, validate};
use serde_json::json;

use crate::rows;

/// Most entries of `pages`.
const PAGES_MAX: usize = plumbline_contract::limits::TAKEOFF_PAGES_MAX;
/// Scope of deep takeoffs.
const DEEP_SCOPE: &str = "takeoffs:deep";

/// Body of a create request.
pub(crate) struct NewTakeoff {
    document_id: DocumentId,
    discipline: Option<Discipline>,
    pages: Option<Vec<i64>>,
    external_ref: Option<String>,
    options: Options,
    metadata: Metadata,
}

struct Options {
    include_schedules: bool,
    units: UnitSystem,
    depth: Depth,
}

/// Handles `POST /takeoffs`.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let new = validate(request, read)?;
    let Some(discipline) = new.discipline else {
        return Err(OperationError::Internal("a discipline passed validation".to_owned()));
    };
    if new.options.depth == Depth::Deep && !context.caller.has_scope(DEEP_SCOPE) {
        return Err(Problem {
            next_step: Some(
                "POST /access-requests with capabilities [\"takeoffs:deep\"], or leave options.depth at standard."
                    .to_owned(),
            ),
            ..Problem::new(
                ProblemCode::PremiumAccessRequired,
                "Deep takeoffs require premium access with the scope takeoffs:deep.",
            )
        }
        .into());
    }
    if !context.caller.has_slot("extractor", discipline.as_str()) {
        return Err(OperationError::problem(
            ProblemCode::NotEnabled,
            format!(
                "The discipline {discipline} is not installed on this server. `disciplines` of GET /capabilities lists the installed disciplines."
            ),
        ));
    }
    idempotent(context, request, |tx| start(tx, context, &new, discipline))
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewTakeoff {
    let document_id = fields.required_id("document_id");
    let discipline = fields.required_name("discipline");
    // `pages` alone also narrows the takeoff: clients that fill in defaults send `scope` with it.
    fields.requires(("scope", TakeoffScope::Pages.as_str()), "pages");
    fields.name_or("scope", TakeoffScope::Full);
    let pages = fields.integers("pages", 1, PAGES_MAX);
    NewTakeoff {
        document_id,
        discipline,
        pages,
        external_ref: fields.text("external_ref", 1, 128),
        options: fields.object_or_empty("options", |options| Options {
            include_schedules: options.bool_or("include_schedules", true),
            units: options.name_or("units", UnitSystem::AsDrawn),
            depth: options.name_or("depth", Depth::Standard),
        }),
        metadata: scale::metadata(fields),
    }
}

fn start(tx: &Transaction<'_>, context: &Context<'_>, new: &NewTakeoff, discipline: Discipline) -> Outcome {
    let document = tx.query_opt("SELECT project_id, status FROM documents WHERE id = ?", params![&new.document_id])?;
    let document = document.ok_or_else(Problem::not_found)?;
    require_ready(document.name("status")?)?;
    let id = TakeoffId::random();
    resources::ensure_unique_external_ref(tx, Table::Takeoffs, &id, new.external_ref.as_deref())?;
    let all = tx.query(
        "SELECT number, has_text, has_vectors FROM document_pages WHERE document_id = ? ORDER BY number",
        params![&new.document_id],
    )?;
    let selected = select(&all, new.pages.as_deref())?;
    let numbers: Vec<i64> = selected.iter().map(|row| row.int("number")).collect::<Result<_, _>>()?;
    quota::consume(tx, context, Usage::TakeoffPages(i64::try_from(numbers.len()).unwrap_or(i64::MAX)))?;
    // A takeoff without selected pages fails with that reason. It holds no credits and starts no job.
    let empty = selected.is_empty();
    let status = if empty { JobStatus::Failed } else { JobStatus::Queued };
    let estimate = if empty { 0.0 } else { estimate(&selected, new.options.depth)? };
    tx.insert(
        "takeoffs",
        columns! {
            id: &id,
            document_id: &new.document_id,
            project_id: document.text("project_id")?,
            discipline: discipline.as_str(),
            status: status.as_str(),
            external_ref: new.external_ref.as_ref(),
            pages: json(&numbers)?,
            pages_total: i64::try_from(numbers.len()).unwrap_or(i64::MAX),
            include_schedules: new.options.include_schedules,
            units: new.options.units.as_str(),
            depth: new.options.depth.as_str(),
            estimated_credits: estimate,
            failure_code: empty.then_some(FailureCode::NoPagesSelected.as_str()),
            failure_message: empty.then_some("`pages` is empty. Omit it for all pages, or name at least one page."),
            metadata: json(&new.metadata)?,
            created_at: context.now(),
            completed_at: empty.then_some(context.now()),
            request_id: context.caller.request(),
        },
    )?;
    if !empty {
        resources::hold(tx, context, &id, estimate, "takeoff")?;
        // The host uses the project to decide whether a canary version takes the job.
        let job = json!({"takeoff_id": id, "project_id": document.text("project_id")?});
        outbox::enqueue(tx, &new_id(IdKind::Job), "takeoff", &job, context.now())?;
    }
    let (takeoff, end_customer) = rows::find(tx.db(), &id)?;
    let response = Response::accepted(context.url(&format!("/takeoffs/{id}")), &takeoff)?;
    Ok(response.units(takeoff.pages_requested as f64).end_customer(end_customer.as_deref()))
}

fn require_ready(status: DocumentStatus) -> Result<(), OperationError> {
    let detail = match status {
        DocumentStatus::Ready => return Ok(()),
        DocumentStatus::AwaitingUpload => {
            "The file of the document is not uploaded yet. PUT the file, then POST /documents/{id}/complete."
        }
        DocumentStatus::Ingesting => {
            "The document is still being read. Poll GET /documents/{id} until its status is ready."
        }
        DocumentStatus::Failed => {
            "The document could not be read. `failure` of the document gives the reason. Create the document again from another file."
        }
    };
    Err(OperationError::problem(ProblemCode::DocumentNotReady, detail))
}

/// Returns the requested pages without duplicates, in the requested order, or all pages if none are named.
fn select<'a>(all: &'a [Row], wanted: Option<&[i64]>) -> Result<Vec<&'a Row>, OperationError> {
    let Some(wanted) = wanted else { return Ok(all.iter().collect()) };
    let mut selected: Vec<&Row> = Vec::with_capacity(wanted.len());
    let mut errors = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (index, number) in wanted.iter().enumerate() {
        match all.iter().find(|row| row.int("number").is_ok_and(|found| found == *number)) {
            Some(row) if seen.insert(number) => selected.push(row),
            Some(_) => {}
            None => errors.push(FieldError {
                field: format!("/pages/{index}"),
                message: format!("must be a page of the document, 1 to {}", all.len()),
            }),
        }
    }
    if errors.is_empty() { Ok(selected) } else { Err(Problem::validation(errors).into()) }
}

/// Returns the maximum cost of the pages, in credits.
fn estimate(pages: &[&Row], depth: Depth) -> Result<f64, OperationError> {
    let rates: Vec<PageRate> = pages
        .iter()
        .map(|row| Ok(PageRate::dearest(depth == Depth::Deep, row.flag("has_text")?, row.flag("has_vectors")?)))
        .collect::<Result<_, OperationError>>()?;
    Ok(rates::takeoff(rates))
}
