//! What several groups of endpoints share about resources: unique references, and what goes when an owner is deleted.

use plumbline_contract::{IdKind, Problem, ProblemCode, new_id};
use plumbline_db::{Row, Transaction, ledger, outbox, params};
use serde_json::json;

use crate::{Context, Failed};

/// Prefixes in one cleanup job: enough to need few jobs, few enough to keep each short.
const PREFIXES_PER_JOB: usize = 500;

/// A table whose rows have an `external_ref`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Referenced {
    /// `projects`
    Projects,
    /// `documents`
    Documents,
    /// `takeoffs`
    Takeoffs,
    /// `exports`
    Exports,
}

/// Refuses an `external_ref` that another row of the table has. The transaction holds the write lock, so it stays free
/// until the row is written.
///
/// # Errors
/// 409 `external_ref_conflict`.
pub fn require_free_ref(
    tx: &Transaction<'_>,
    table: Referenced,
    own_id: &str,
    external_ref: Option<&str>,
) -> Result<(), Failed> {
    let Some(external_ref) = external_ref else { return Ok(()) };
    let sql = match table {
        Referenced::Projects => "SELECT id FROM projects WHERE external_ref = ? AND id <> ?",
        Referenced::Documents => "SELECT id FROM documents WHERE external_ref = ? AND id <> ?",
        Referenced::Takeoffs => "SELECT id FROM takeoffs WHERE external_ref = ? AND id <> ?",
        Referenced::Exports => "SELECT id FROM exports WHERE external_ref = ? AND id <> ?",
    };
    match tx.one(sql, params![external_ref, own_id])? {
        None => Ok(()),
        Some(row) => Err(Failed::problem(
            ProblemCode::ExternalRefConflict,
            format!("{} has this external_ref already. Use it, or choose another external_ref.", row.text("id")?),
        )),
    }
}

/// The problem of a hold that the database refused.
///
/// # Errors
/// The database's own.
pub fn insufficient_credits(tx: &Transaction<'_>, required: f64) -> Result<Failed, Failed> {
    let available = ledger::balance(tx.db())?.available;
    Ok(Problem {
        required_credits: Some(required),
        available_credits: Some(available),
        ..Problem::new(
            ProblemCode::InsufficientCredits,
            format!(
                "This may cost up to {required} credits, and {available} are available. Buy credits or ask for less."
            ),
        )
    }
    .into())
}

/// What is deleted with everything below it.
#[derive(Debug, Clone, Copy)]
pub enum Owner<'a> {
    /// A project.
    Project(&'a str),
    /// A document.
    Document(&'a str),
}

/// Deletes a project or a document with all that hangs on it: rows go by cascade, credits held by its unfinished jobs
/// are given back, and the host is asked to delete its blobs once this is committed.
///
/// # Errors
/// `not_found`; the database's own.
pub fn delete(tx: &Transaction<'_>, context: &Context<'_>, owner: Owner<'_>) -> Result<(), Failed> {
    let (documents, takeoffs, exports, row, id) = match owner {
        Owner::Project(id) => (
            "SELECT id FROM documents WHERE project_id = ?",
            "SELECT id FROM takeoffs WHERE project_id = ?",
            "SELECT e.id FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id WHERE t.project_id = ?",
            "DELETE FROM projects WHERE id = ?",
            id,
        ),
        Owner::Document(id) => (
            "SELECT id FROM documents WHERE id = ?",
            "SELECT id FROM takeoffs WHERE document_id = ?",
            "SELECT e.id FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id WHERE t.document_id = ?",
            "DELETE FROM documents WHERE id = ?",
            id,
        ),
    };
    let ids = |sql: &str| -> Result<Vec<String>, Failed> {
        tx.query(sql, params![id])?.iter().map(|row: &Row| Ok(row.text("id")?)).collect()
    };
    let (documents, takeoffs, exports) = (ids(documents)?, ids(takeoffs)?, ids(exports)?);
    for job in takeoffs.iter().chain(&exports) {
        ledger::release(tx, job, "deleted", &context.now)?;
    }
    if tx.execute(row, params![id])? == 0 {
        return Err(Problem::not_found().into());
    }
    let prefixes: Vec<String> = documents
        .iter()
        .map(|id| format!("documents/{id}/"))
        .chain(exports.iter().map(|id| format!("exports/{id}/")))
        .collect();
    for prefixes in prefixes.chunks(PREFIXES_PER_JOB) {
        outbox::enqueue(tx, &new_id(IdKind::Job), "cleanup", &json!({ "prefixes": prefixes }), &context.now)?;
    }
    Ok(())
}
