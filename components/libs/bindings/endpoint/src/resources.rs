//! Resource rules that several groups of endpoints share: unique references, credits, failures, deletion.

use plumbline_contract::{Failure, Problem, ProblemCode};
pub use plumbline_database::deletion::Target;
use plumbline_database::{Row, Transaction, deletion, ledger, params};

use crate::{Context, OperationError};

/// A table whose rows have an `external_ref`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// `projects`
    Projects,
    /// `documents`
    Documents,
    /// `takeoffs`
    Takeoffs,
    /// `exports`
    Exports,
}

/// Refuses an `external_ref` that another row of the table has. The transaction holds the write lock, so the reference
/// stays free until the row is written.
///
/// # Errors
/// 409 `external_ref_conflict`.
pub fn ensure_unique_external_ref(
    tx: &Transaction<'_>,
    table: Table,
    own_id: &str,
    external_ref: Option<&str>,
) -> Result<(), OperationError> {
    let Some(external_ref) = external_ref else { return Ok(()) };
    let sql = match table {
        Table::Projects => "SELECT id FROM projects WHERE external_ref = ? AND id <> ?",
        Table::Documents => "SELECT id FROM documents WHERE external_ref = ? AND id <> ?",
        Table::Takeoffs => "SELECT id FROM takeoffs WHERE external_ref = ? AND id <> ?",
        Table::Exports => "SELECT id FROM exports WHERE external_ref = ? AND id <> ?",
    };
    match tx.query_opt(sql, params![external_ref, own_id])? {
        None => Ok(()),
        Some(row) => Err(OperationError::problem(
            ProblemCode::ExternalRefConflict,
            format!(
                "{} already has this external_ref. Use that resource, or choose another external_ref.",
                row.text("id")?
            ),
        )),
    }
}

/// Holds credits for a job. The database refuses if the balance does not cover them.
///
/// # Errors
/// 402 `insufficient_credits` with both amounts if the balance does not cover them, or if they are more than the caller agreed
/// to ([`crate::Caller::max_credits`]). The database's own error.
pub fn hold(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    job_id: &str,
    required: f64,
    note: &str,
) -> Result<(), OperationError> {
    if let Some(agreed) = &context.caller.max_credits
        && agreed.parse().is_ok_and(|agreed: f64| required > agreed)
    {
        let detail = format!(
            "This can cost up to {required} credits, but you agreed to {agreed}. Agree to the cost or request less."
        );
        return Err(insufficient(required, ledger::balance(tx.db())?.available, detail));
    }
    match ledger::hold(tx, job_id, required, note, context.now()) {
        Err(error) if error.insufficient_credits() => {}
        other => return Ok(other?),
    }
    let available = ledger::balance(tx.db())?.available;
    let detail = format!(
        "This can cost up to {required} credits, but only {available} are available. Buy credits or request less."
    );
    Err(insufficient(required, available, detail))
}

fn insufficient(required: f64, available: f64, detail: String) -> OperationError {
    Problem {
        required_credits: Some(required),
        available_credits: Some(available),
        ..Problem::new(ProblemCode::InsufficientCredits, detail)
    }
    .into()
}

/// Reads the failure of a document, a takeoff or an export from its row.
///
/// # Errors
/// [`OperationError::Database`] if the row lacks a column, or the code is not one of the contract.
pub fn failure(row: &Row) -> Result<Option<Failure>, OperationError> {
    let message = || row.opt_text("failure_message").map(Option::unwrap_or_default);
    Ok(match row.opt_name("failure_code")? {
        Some(code) => Some(Failure { code, message: message()? }),
        None => None,
    })
}

/// Deletes a project or a document with everything that belongs to it; see [`deletion::delete`].
///
/// # Errors
/// `not_found`, or the database's own error.
pub fn delete(tx: &Transaction<'_>, context: &Context<'_>, target: Target<'_>) -> Result<(), OperationError> {
    if deletion::delete(tx, target, context.now())? { Ok(()) } else { Err(Problem::not_found().into()) }
}
