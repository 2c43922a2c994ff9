//! Start of an export.

use plumbline_contract::export::LINK_SECONDS;
use plumbline_contract::{
    DocumentId, EstimateId, ExportFormat, ExportId, FieldError, IdKind, JobStatus, Problem, ProblemCode, TakeoffId,
    TypedId as _, UnitSystem, new_id, rates,
};
use plumbline_database::{Transaction, columns, outbox, params};
use plumbline_endpoint::quota::{self, Usage};
use plumbline_endpoint::resources::{self, Table};
use plumbline_endpoint::{Context, Fields, OperationError, Outcome, Request, Response, idempotent, validate};
use serde_json::json;

use crate::rows;

/// Body of a create request.
pub(crate) struct NewExport {
    /// A format of the contract, or of a partner's exporter that is bound for the tenant.
    format: Option<String>,
    takeoff_id: Option<TakeoffId>,
    external_ref: Option<String>,
    options: Options,
}

struct Options {
    accepted_only: bool,
    include_evidence: bool,
    units: UnitSystem,
}

/// Handles `POST /exports`.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let bound = context.caller.bound_names("exporter").unwrap_or_default();
    let new = validate(request, |fields| read(fields, &bound))?;
    let Some(format) = &new.format else {
        return Err(OperationError::Internal("a format passed validation".to_owned()));
    };
    let Some(takeoff_id) = &new.takeoff_id else {
        return Err(OperationError::problem(
            ProblemCode::NotEnabled,
            "Estimates are not enabled on this server. Export a takeoff with takeoff_id.",
        ));
    };
    if !context.caller.has_slot("exporter", format) {
        return Err(OperationError::problem(
            ProblemCode::NotEnabled,
            format!(
                "The format {format} is not installed on this server. `export_formats` of GET /capabilities lists the installed formats."
            ),
        ));
    }
    idempotent(context, request, |tx| start(tx, context, &new, format, takeoff_id))
}

/// Reads the body. `bound` has the names of the tenant's exporters.
pub(crate) fn read(fields: &mut Fields<'_>, bound: &[String]) -> NewExport {
    let format = fields.required_name_or::<ExportFormat>("format", bound);
    fields.exactly_one(["takeoff_id", "estimate_id"], "set one of them");
    let takeoff_id = fields.id("takeoff_id");
    fields.id::<EstimateId>("estimate_id");
    NewExport {
        format,
        takeoff_id,
        external_ref: fields.text("external_ref", 1, 128),
        options: fields.object_or_empty("options", |options| Options {
            accepted_only: options.bool_or("accepted_only", false),
            include_evidence: options.bool_or("include_evidence", false),
            units: options.name_or("units", UnitSystem::AsDrawn),
        }),
    }
}

/// Returns an address of the drawing that a browser opens without signing in, for the links in the export. Returns `None`
/// if the caller may not read documents, because the address gives the original file to everyone who has the export.
fn drawing_link(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    document_id: &DocumentId,
) -> Result<Option<String>, OperationError> {
    if !context.caller.has_scope("documents:read") {
        return Ok(None);
    }
    let document =
        tx.query_opt("SELECT blob_key, filename, content_type FROM documents WHERE id = ?", params![document_id])?;
    let document = document.ok_or_else(Problem::not_found)?;
    let content_type = document.opt_text("content_type")?;
    let content_type = content_type.as_deref().unwrap_or("application/octet-stream");
    let (key, filename) = (document.text("blob_key")?, document.text("filename")?);
    Ok(Some(context.host.sign_download(&key, &filename, content_type, LINK_SECONDS).url))
}

fn start(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    new: &NewExport,
    format: &str,
    takeoff_id: &TakeoffId,
) -> Outcome {
    let takeoff = tx.query_opt(
        "SELECT t.document_id, t.project_id, t.status, d.content_type FROM takeoffs t JOIN documents d \
         ON d.id = t.document_id WHERE t.id = ?",
        params![takeoff_id],
    )?;
    let takeoff = takeoff.ok_or_else(Problem::not_found)?;
    let status: JobStatus = takeoff.name("status")?;
    if status != JobStatus::Completed {
        return Err(OperationError::problem(
            ProblemCode::TakeoffNotCompleted,
            format!(
                "The takeoff is {status}, and only a completed takeoff can be exported. Poll GET /takeoffs/{{id}}."
            ),
        ));
    }
    if ExportFormat::parse(format).is_some_and(ExportFormat::shows_pages) {
        require_pdf(format, takeoff.opt_text("content_type")?.as_deref())?;
    }
    let id = ExportId::random();
    resources::ensure_unique_external_ref(tx, Table::Exports, &id, new.external_ref.as_deref())?;
    quota::check_storage(tx, context)?;
    quota::consume(tx, context, Usage::Export)?;
    let document_url = drawing_link(tx, context, &takeoff.id("document_id")?)?;
    tx.insert(
        "exports",
        columns! {
            id: &id,
            takeoff_id: takeoff_id,
            format: format,
            status: JobStatus::Queued.as_str(),
            external_ref: new.external_ref.as_ref(),
            accepted_only: new.options.accepted_only,
            include_evidence: new.options.include_evidence,
            units: new.options.units.as_str(),
            credits_charged: 0.0,
            document_url: document_url,
            blob_key: format!("exports/{id}/file"),
            created_at: context.now(),
            request_id: context.caller.request(),
        },
    )?;
    // The credits are held until the file is written. A failed export costs nothing.
    let credits = ExportFormat::parse(format).map_or(rates::EXPORT_ESTIMATING_FORMAT, rates::export);
    if credits > 0.0 {
        resources::hold(tx, context, &id, credits, "export")?;
    }
    let job = json!({"export_id": id, "project_id": takeoff.text("project_id")?});
    outbox::enqueue(tx, &new_id(IdKind::Job), "export", &job, context.now())?;
    let row = rows::find(tx.db(), &id)?;
    let end_customer = row.opt_text("end_customer_ref")?;
    let response = Response::accepted(context.url(&format!("/exports/{id}")), &rows::export(row)?)?;
    Ok(response.units(1.0).end_customer(end_customer.as_deref()))
}

/// Refuses formats that need a PDF for a document of another type. If the type is unknown, the exporter decides.
fn require_pdf(format: &str, content_type: Option<&str>) -> Result<(), OperationError> {
    let Some(other) = content_type.filter(|found| !found.eq_ignore_ascii_case("application/pdf")) else {
        return Ok(());
    };
    let message = format!(
        "`{format}` shows the pages of a PDF, and the takeoff's document is of type `{other}`. Use csv, xlsx or json, or upload \
         the drawing as a PDF."
    );
    Err(Problem::validation(vec![FieldError { field: "/format".to_owned(), message }]).into())
}
