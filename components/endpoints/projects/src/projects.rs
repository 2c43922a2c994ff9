//! Creation, listing, reading, update and deletion of projects.

use plumbline_contract::{Metadata, Problem, Project, ProjectId, TypedId as _};
use plumbline_database::{Db, DbResult, Row, columns, json, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::resources::{self, Table, Target};
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{
    Context, Fields, OperationError, Outcome, Query, Request, Response, etag, idempotent, validate,
};

/// Selects projects with the number of their documents.
const SELECT: &str = "SELECT id, name, reference, end_customer_ref, external_ref, address, metadata, created_at, updated_at, \
    (SELECT COUNT(*) FROM documents WHERE project_id = projects.id) AS document_count FROM projects";

/// Body of a create request.
pub(crate) struct NewProject {
    name: String,
    reference: Option<String>,
    end_customer_ref: Option<String>,
    external_ref: Option<String>,
    address: Option<String>,
    metadata: Metadata,
}

/// Body of an update: the outer `None` leaves a field unchanged, the inner one clears it.
pub(crate) struct Change {
    name: Option<String>,
    reference: Option<Option<String>>,
    end_customer_ref: Option<Option<String>>,
    external_ref: Option<Option<String>>,
    address: Option<Option<String>>,
    metadata: Option<Metadata>,
}

/// Reads a text field of the body by its name, within the contract's limits.
fn text(fields: &mut Fields<'_>, name: &'static str) -> Option<String> {
    let (min, max) = match name {
        "reference" => (0, 100),
        "end_customer_ref" => (0, 128),
        "external_ref" => (1, 128),
        _ => (0, 500),
    };
    fields.text(name, min, max)
}

/// Reads the body of a create request.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewProject {
    NewProject {
        name: fields.required_text("name", 1, 200),
        reference: text(fields, "reference"),
        end_customer_ref: text(fields, "end_customer_ref"),
        external_ref: text(fields, "external_ref"),
        address: text(fields, "address"),
        metadata: fields.metadata().unwrap_or_default(),
    }
}

/// Reads the body of an update.
pub(crate) fn read_change(fields: &mut Fields<'_>) -> Change {
    let mut cleared = |name: &'static str| fields.has(name).then(|| text(fields, name));
    let reference = cleared("reference");
    let end_customer_ref = cleared("end_customer_ref");
    let external_ref = cleared("external_ref");
    let address = cleared("address");
    let name = fields.has("name").then(|| fields.required_text("name", 1, 200));
    let metadata = fields.has("metadata").then(|| fields.metadata().unwrap_or_default());
    Change { name, reference, end_customer_ref, external_ref, address, metadata }
}

/// Handles `POST /projects`.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let new = validate(request, read)?;
    idempotent(context, request, |tx| {
        let id = ProjectId::random();
        resources::ensure_unique_external_ref(tx, Table::Projects, &id, new.external_ref.as_deref())?;
        let project = Project {
            id,
            name: new.name,
            reference: new.reference,
            end_customer_ref: new.end_customer_ref,
            external_ref: new.external_ref,
            address: new.address,
            metadata: new.metadata,
            document_count: 0,
            created_at: context.now().to_owned(),
            updated_at: None,
        };
        tx.insert(
            "projects",
            columns! {
                id: &project.id,
                name: &project.name,
                reference: project.reference.as_ref(),
                end_customer_ref: project.end_customer_ref.as_ref(),
                external_ref: project.external_ref.as_ref(),
                address: project.address.as_ref(),
                metadata: json(&project.metadata)?,
                created_at: &project.created_at,
            },
        )?;
        let response = Response::created(context.url(&format!("/projects/{}", project.id)), &project)?;
        Ok(response.end_customer(project.end_customer_ref.as_deref()))
    })
}

/// Reads the query of a list. `q` searches name, reference and address, ignoring the case of ASCII letters.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("end_customer_ref = ?", query.text("end_customer_ref", 128));
    conditions.and("external_ref = ?", query.text("external_ref", 128));
    if let Some(q) = query.text("q", 200).filter(|q| !q.is_empty()) {
        // Finds the text anywhere, with any characters. LIKE has wildcards and its own limit.
        conditions.and_values(
            "(REPLACE(LOWER(name), LOWER(?), '') <> LOWER(name) OR REPLACE(LOWER(reference), LOWER(?), '') <> LOWER(reference) \
             OR REPLACE(LOWER(address), LOWER(?), '') <> LOWER(address))",
            params![&q, &q, &q],
        );
    }
    conditions
}

/// Handles `GET /projects`, newest first.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    let rows = list.newest_first(context.db, SELECT, conditions)?;
    let projects = rows.into_iter().map(Row::read::<Project>).collect::<DbResult<Vec<_>>>()?;
    let page = list.page(context, projects, |project| vec![project.created_at.clone(), project.id.to_string()]);
    Response::json(200, &page)
}

/// Handles `GET /projects/{project_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let project = find(context.db, &context.id("project_id")?)?;
    Ok(etag::respond(request, &project)?.end_customer(project.end_customer_ref.as_deref()))
}

/// Handles `PATCH /projects/{project_id}`. Null clears optional fields.
pub(crate) fn update(context: &Context<'_>, request: &Request) -> Outcome {
    let id: ProjectId = context.id("project_id")?;
    let change = validate(request, read_change)?;
    let project = context.db.transaction(|tx| {
        let mut project = find(tx.db(), &id)?;
        etag::require_match(request, &etag::of(&project)?)?;
        project.name = change.name.unwrap_or(project.name);
        project.reference = change.reference.unwrap_or(project.reference);
        project.end_customer_ref = change.end_customer_ref.unwrap_or(project.end_customer_ref);
        project.external_ref = change.external_ref.unwrap_or(project.external_ref);
        project.address = change.address.unwrap_or(project.address);
        project.metadata = change.metadata.unwrap_or(project.metadata);
        project.updated_at = Some(context.now().to_owned());
        resources::ensure_unique_external_ref(tx, Table::Projects, &id, project.external_ref.as_deref())?;
        tx.execute(
            "UPDATE projects SET name = ?, reference = ?, end_customer_ref = ?, external_ref = ?, address = ?, \
             metadata = ?, updated_at = ? WHERE id = ?",
            params![
                &project.name,
                project.reference.as_ref(),
                project.end_customer_ref.as_ref(),
                project.external_ref.as_ref(),
                project.address.as_ref(),
                json(&project.metadata)?,
                project.updated_at.as_ref(),
                &id,
            ],
        )?;
        Ok::<_, OperationError>(project)
    })?;
    let response = Response::json(200, &project)?.with_header("etag", etag::of(&project)?);
    Ok(response.end_customer(project.end_customer_ref.as_deref()))
}

/// Handles `DELETE /projects/{project_id}`: deletes the project, its documents, and everything that belongs to them.
pub(crate) fn delete(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: ProjectId = context.id("project_id")?;
    let end_customer = context.db.transaction(|tx| {
        // Read before the project is deleted.
        let row = tx.query_opt("SELECT end_customer_ref FROM projects WHERE id = ?", params![&id])?;
        let end_customer = row.map_or(Ok(None), |row| row.opt_text("end_customer_ref"))?;
        resources::delete(tx, context, Target::Project(&id))?;
        Ok::<_, OperationError>(end_customer)
    })?;
    Ok(Response::empty(204).end_customer(end_customer.as_deref()))
}

fn find(db: &Db, id: &ProjectId) -> Result<Project, OperationError> {
    let row = db.query_opt(&format!("{SELECT} WHERE id = ?"), params![id])?;
    Ok(row.ok_or_else(Problem::not_found)?.read()?)
}
