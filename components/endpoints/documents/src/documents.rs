//! Listing, reading and deletion of documents.

use plumbline_contract::{DocumentId, DocumentStatus, ProjectId};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::resources::{self, Target};
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{Context, OperationError, Outcome, Query, Request, Response, etag};

use crate::rows;

/// The conditions of a list.
pub(crate) struct Filter {
    conditions: Conditions,
    project_id: Option<ProjectId>,
}

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Filter {
    let mut conditions = Conditions::new();
    let project_id: Option<ProjectId> = query.id("project_id");
    conditions.and("project_id = ?", project_id.as_deref());
    conditions.and("status = ?", query.name("status").map(DocumentStatus::as_str));
    conditions.and("external_ref = ?", query.text("external_ref", 128));
    Filter { conditions, project_id }
}

/// Handles `GET /documents`, newest first. Pages are returned only by `GET /documents/{id}`.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let Filter { conditions, project_id } = read_filter(&mut query);
    let list = query.list(context, request)?;
    let found = list.newest_first(context.db, rows::SELECT, conditions)?;
    // Documents of several projects do not belong to one customer.
    let of_project = found.first().filter(|_| project_id.is_some());
    let end_customer = of_project.map(|row| row.opt_text("end_customer_ref")).transpose()?.flatten();
    let documents = found.into_iter().map(rows::document).collect::<Result<Vec<_>, OperationError>>()?;
    let page = list.page(context, documents, |document| vec![document.created_at.clone(), document.id.to_string()]);
    Ok(Response::json(200, &page)?.end_customer(end_customer.as_deref()))
}

/// Handles `GET /documents/{document_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let row = rows::find(context.db, &context.id("document_id")?)?;
    let end_customer = row.opt_text("end_customer_ref")?;
    let response = etag::respond(request, &rows::document_with_pages(context.db, row)?)?;
    Ok(response.end_customer(end_customer.as_deref()))
}

/// Handles `DELETE /documents/{document_id}`: deletes the document, its takeoffs and their exports.
pub(crate) fn delete(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: DocumentId = context.id("document_id")?;
    let end_customer = context.db.transaction(|tx| {
        let end_customer = rows::find(tx.db(), &id)?.opt_text("end_customer_ref")?;
        resources::delete(tx, context, Target::Document(&id))?;
        Ok::<_, OperationError>(end_customer)
    })?;
    Ok(Response::empty(204).end_customer(end_customer.as_deref()))
}
