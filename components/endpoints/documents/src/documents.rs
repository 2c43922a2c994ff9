//! List, get and delete documents.

use plumbline_contract::{DocumentStatus, IdKind};
use plumbline_db::params;
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::owned::{self, Owner};
use plumbline_endpoint::validate::no_body;
use plumbline_endpoint::{Context, Failed, Outcome, Query, Request, Response, etag};

use crate::rows;

/// What a list is narrowed by.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("project_id = ?", query.id("project_id", IdKind::Project));
    conditions.and("status = ?", query.name("status").map(DocumentStatus::as_str));
    conditions.and("external_ref = ?", query.text("external_ref", 128));
    conditions
}

/// `GET /documents`, newest first; pages are left to `GET /documents/{id}`.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::of(request);
    let mut conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    list.newest_first(&mut conditions);
    let sql = format!("{} {} ORDER BY created_at DESC, id DESC LIMIT ?", rows::SELECT, conditions.sql());
    let found = context.db.query(&sql, conditions.values(params![list.fetch()]))?;
    let documents = found.iter().map(rows::document).collect::<Result<Vec<_>, Failed>>()?;
    let page = list.page(context, documents, |document| vec![document.created_at.clone(), document.id.clone()]);
    Response::json(200, &page)
}

/// `GET /documents/{document_id}`
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    Query::none(request)?;
    let document = rows::with_pages(context.db, context.id("document_id", IdKind::Document)?)?;
    etag::respond(request, &document)
}

/// `DELETE /documents/{document_id}`: the document, its takeoffs and their exports.
pub(crate) fn delete(context: &Context<'_>, request: &Request) -> Outcome {
    Query::none(request)?;
    no_body(request)?;
    let id = context.id("document_id", IdKind::Document)?;
    context.db.transaction(|tx| owned::delete(tx, context, Owner::Document(id)))?;
    Ok(Response::empty(204))
}
