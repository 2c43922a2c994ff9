//! The restrictions on a component's SQLite connection, enforced by SQLite itself: an authorizer, limits, a deadline.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization, TransactionOperation};
use rusqlite::limits::Limit;

use super::credits::{self, Pending};
use plumbline_sql::SqlLimits;

/// Steps of SQLite's virtual machine between two checks of the clock: some 10 µs of small steps. With ten times as
/// many, a statement that produces megabytes in each step could run on for a minute.
const STEPS_BETWEEN_CHECKS: i32 = 1_000;
/// Checks that a statement may reach on a thread that has other tasks: about a millisecond. A page of a list takes one
/// to ten.
const SHORT_CHECKS: u32 = 20;

/// Tables that only triggers and the host may write.
const GUARDED_TABLES: [&str; 7] =
    ["credit_balance", "events", "outbox_size", "usage_events", "usage_totals", "usage_writers", "_sqlx_migrations"];

/// The host's own tables, which components cannot read or write. A Spin application has them in the same file.
pub(crate) const HOST_TABLES: [&str; 26] = [
    "api_keys",
    "bindings",
    "components",
    "invitations",
    "job_turns",
    "jobs",
    "oauth_access_tokens",
    "oauth_clients",
    "oauth_codes",
    "oauth_refresh_tokens",
    "oauth_revocations",
    "premium_grants",
    "publications",
    "publishers",
    "rate_limits",
    "running_keys",
    "service_credentials",
    "sessions",
    "sign_in_failures",
    "signing_keys",
    "stage_outcomes",
    "tenant_events",
    "tenants",
    "upstream_attempts",
    "upstream_identities",
    "users",
];

/// SQL that runs on every connection before the authorizer restricts it. An authorizer sees tables, not values, so the
/// rules on values are triggers of this connection alone. The host's own connection has none.
///
/// - A component may not grant credits. The trigger also fires for an insert into the view `ledger`.
/// - A database has at most 2,000 outbox entries that are due within two minutes ([`crate::OUTBOX_LOOKAHEAD`]) and not yet
///   jobs, which also limits one transaction: all tenants share one queue. An operation adds one to four entries. The
///   dispatcher takes 200 at a time, without delay. Entries that are due later stay in the tenant's own database.
/// - At most a million entries wait, with 256 MiB of payload, whenever they are due. Most are deletions by retention, one for
///   each document: the standard tier stores 20,000 documents, and an entry of a deletion has some 100 bytes.
/// - The time of an entry sorts as text.
/// - A payload is at most 256 KiB, an id, kind or time 200 bytes. The largest payload of our components, a list of blobs to
///   delete, is below 32 KiB.
///
/// - Ledger entries are counted for metrics (`credits`). The trigger runs after the insert, so that entries that the
///   ledger's own triggers reject or that a conflict skips are not counted.
///
/// `recursive_triggers` makes `INSERT OR REPLACE` fire the delete trigger that keeps the ledger append-only.
pub(super) const PREPARE: &str = "PRAGMA recursive_triggers = ON;
PRAGMA trusted_schema = OFF;
CREATE TEMP TRIGGER components_grant_no_credits BEFORE INSERT ON main.ledger_entries WHEN NEW.kind = 'grant'
BEGIN SELECT RAISE(ABORT, 'a component may not grant credits'); END;
CREATE TEMP TRIGGER credits_are_counted AFTER INSERT ON main.ledger_entries
BEGIN SELECT count_credits(NEW.kind, NEW.micros); END;
CREATE TEMP TRIGGER jobs_are_few BEFORE INSERT ON main.outbox
WHEN (SELECT COUNT(*) FROM (SELECT 1 FROM main.outbox WHERE dispatched_at IS NULL
      AND COALESCE(due_at, '') <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+120 seconds') LIMIT 2000)) >= 2000
BEGIN SELECT RAISE(ABORT, 'the outbox is full: 2000 entries wait to become jobs'); END;
CREATE TEMP TRIGGER jobs_stay_bounded BEFORE UPDATE ON main.outbox_size
WHEN (NEW.entries > 1000000 AND NEW.entries > OLD.entries) OR (NEW.bytes > 268435456 AND NEW.bytes > OLD.bytes)
BEGIN SELECT RAISE(ABORT, 'the outbox is full: at most 1000000 entries with 268435456 bytes of payload may wait'); END;
CREATE TEMP TRIGGER jobs_have_times BEFORE INSERT ON main.outbox WHEN NEW.due_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*Z'
BEGIN SELECT RAISE(ABORT, 'due_at of an outbox entry is a time in UTC, such as 2026-11-21T08:00:00.000Z, or NULL'); END;
CREATE TEMP TRIGGER jobs_keep_times BEFORE UPDATE ON main.outbox WHEN NEW.due_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*Z'
BEGIN SELECT RAISE(ABORT, 'due_at of an outbox entry is a time in UTC, such as 2026-11-21T08:00:00.000Z, or NULL'); END;
CREATE TEMP TRIGGER jobs_are_small BEFORE INSERT ON main.outbox
WHEN length(CAST(NEW.payload AS BLOB)) > 262144 OR length(CAST(NEW.id AS BLOB)) > 200 OR length(CAST(NEW.kind AS BLOB)) > 200
    OR length(CAST(NEW.created_at AS BLOB)) > 200 OR length(CAST(NEW.due_at AS BLOB)) > 200
BEGIN SELECT RAISE(ABORT, 'an outbox entry has at most 262144 bytes of payload and 200 of id and kind and each time'); END;
CREATE TEMP TRIGGER jobs_stay_small BEFORE UPDATE ON main.outbox
WHEN length(CAST(NEW.payload AS BLOB)) > 262144 OR length(CAST(NEW.id AS BLOB)) > 200 OR length(CAST(NEW.kind AS BLOB)) > 200
    OR length(CAST(NEW.created_at AS BLOB)) > 200 OR length(CAST(NEW.due_at AS BLOB)) > 200
BEGIN SELECT RAISE(ABORT, 'an outbox entry has at most 262144 bytes of payload and 200 of id and kind and each time'); END;";

/// Bits of [`Guard::actions`]: the actions of the statements prepared since the last [`Guard::reset`].
pub(super) mod actions {
    pub(in super::super) const WRITE: u32 = 1;
    pub(in super::super) const INSERT: u32 = 2;
    pub(in super::super) const OUTBOX: u32 = 4;
    pub(in super::super) const BEGIN: u32 = 8;
    pub(in super::super) const COMMIT: u32 = 16;
    pub(in super::super) const ROLLBACK: u32 = 32;
}

/// The state of a connection that its callbacks access.
#[derive(Debug)]
pub(super) struct Guard {
    start: Instant,
    /// Milliseconds after `start` at which a running statement is interrupted.
    deadline: AtomicU64,
    /// Remaining checks before a running statement is interrupted because it is not short.
    checks: AtomicU32,
    /// Whether the last statement was interrupted for that reason.
    was_slow: AtomicBool,
    /// Whether the caller of the running statement has stopped waiting for it.
    is_cancelled: AtomicBool,
    actions: AtomicU32,
    denial: Mutex<Option<String>>,
    /// Amounts that the open transaction has written to the ledger.
    pub(super) pending: Arc<Pending>,
}

impl Guard {
    fn new() -> Self {
        Self {
            start: Instant::now(),
            deadline: AtomicU64::new(u64::MAX),
            checks: AtomicU32::new(u32::MAX),
            was_slow: AtomicBool::new(false),
            is_cancelled: AtomicBool::new(false),
            actions: AtomicU32::new(0),
            denial: Mutex::new(None),
            pending: Arc::default(),
        }
    }

    /// Interrupts the running statement at `moment`, or never if `None`. A statement that must be `short` is also
    /// interrupted after some [`SHORT_CHECKS`] thousand steps, which [`Guard::was_slow`] reports.
    pub(super) fn set_deadline(&self, moment: Option<Instant>, short: bool) {
        let millis = moment.map_or(u64::MAX, |m| {
            u64::try_from(m.saturating_duration_since(self.start).as_millis()).unwrap_or(u64::MAX)
        });
        self.deadline.store(millis, Ordering::Relaxed);
        self.checks.store(if short { SHORT_CHECKS } else { u32::MAX }, Ordering::Relaxed);
        self.was_slow.store(false, Ordering::Relaxed);
    }

    /// Sets whether the running statement is stopped because its caller no longer waits for it.
    pub(super) fn cancel(&self, is_cancelled: bool) {
        self.is_cancelled.store(is_cancelled, Ordering::Relaxed);
    }

    /// Returns whether the last statement was interrupted because it was not short.
    pub(super) fn was_slow(&self) -> bool {
        self.was_slow.load(Ordering::Relaxed)
    }

    /// Checks the clock and the number of steps. Returns false to interrupt the statement.
    fn should_continue(&self) -> bool {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return false;
        }
        let deadline = self.deadline.load(Ordering::Relaxed);
        if deadline != u64::MAX && self.start.elapsed() >= Duration::from_millis(deadline) {
            return false;
        }
        match self.checks.load(Ordering::Relaxed) {
            u32::MAX => true,
            0 => {
                self.was_slow.store(true, Ordering::Relaxed);
                false
            }
            left => {
                self.checks.store(left - 1, Ordering::Relaxed);
                true
            }
        }
    }

    /// Clears the bits and the denial of the statements prepared so far.
    pub(super) fn reset(&self) {
        self.actions.store(0, Ordering::Relaxed);
        *self.denial() = None;
    }

    /// Returns the [`actions`] bits of the statements prepared since [`Guard::reset`].
    pub(super) fn actions(&self) -> u32 {
        self.actions.load(Ordering::Relaxed)
    }

    /// Returns why the authorizer denied the statement that was prepared last.
    pub(super) fn take_denial(&self) -> Option<String> {
        self.denial().take()
    }

    fn denial(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.denial.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Authorizes one action of a statement that is being prepared.
    fn authorize(&self, context: &AuthContext<'_>) -> Result<(), String> {
        let note = |bits: u32| {
            self.actions.fetch_or(bits, Ordering::Relaxed);
        };
        if let AuthAction::Read { table_name, .. }
        | AuthAction::Insert { table_name }
        | AuthAction::Update { table_name, .. }
        | AuthAction::Delete { table_name } = context.action
            && HOST_TABLES.iter().any(|table| table.eq_ignore_ascii_case(table_name))
        {
            return Err(format!("the table {table_name} is the host's"));
        }
        // The name of a trigger or a view.
        let by_trigger = context.accessor.is_some_and(|name| !name.is_empty());
        match context.action {
            AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => Ok(()),
            // `fts3_tokenizer` returns an address of the host's memory for a name that is bound as a parameter.
            AuthAction::Function { function_name }
                if ["load_extension", "fts3_tokenizer"].iter().any(|f| function_name.eq_ignore_ascii_case(f)) =>
            {
                Err(format!("the function {function_name} is not available"))
            }
            AuthAction::Function { function_name }
                if function_name.eq_ignore_ascii_case(credits::FUNCTION) && !by_trigger =>
            {
                Err(format!("the function {function_name} is not available"))
            }
            AuthAction::Function { .. } => Ok(()),
            AuthAction::Insert { table_name }
            | AuthAction::Update { table_name, .. }
            | AuthAction::Delete { table_name } => {
                let guarded = GUARDED_TABLES.iter().any(|t| t.eq_ignore_ascii_case(table_name))
                    || table_name.starts_with("sqlite_");
                if guarded && !by_trigger {
                    return Err(format!("the table {table_name} is kept by the host"));
                }
                // A trigger's actions are part of the statement that fires it.
                let outbox = if table_name.eq_ignore_ascii_case("outbox") { actions::OUTBOX } else { 0 };
                let inserts = matches!(context.action, AuthAction::Insert { .. }) && !by_trigger;
                note(actions::WRITE | outbox | if inserts { actions::INSERT } else { 0 });
                Ok(())
            }
            AuthAction::Transaction { operation } => {
                note(match operation {
                    TransactionOperation::Begin => actions::BEGIN,
                    TransactionOperation::Rollback => actions::ROLLBACK,
                    // rusqlite has no name for COMMIT, which is the third operation.
                    _ => actions::COMMIT,
                });
                Ok(())
            }
            AuthAction::Savepoint { .. } => Err("savepoints are not available; use one transaction".into()),
            AuthAction::Pragma { pragma_name, .. } => Err(format!("PRAGMA {pragma_name} is not available")),
            AuthAction::Attach { .. } | AuthAction::Detach { .. } => Err("other databases are not available".into()),
            _ => Err("the schema is changed by migrations only".into()),
        }
    }
}

/// Restricts a connection to what a component may do, for its whole life.
///
/// # Errors
/// Returns the error of SQLite.
pub(super) fn install(connection: &Connection, limits: &SqlLimits) -> Result<Arc<Guard>, rusqlite::Error> {
    let guard = Arc::new(Guard::new());
    let as_int = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    // SQLite's defaults are generous. These limits are several times what our statements need.
    let bounds = [
        (Limit::SQLITE_LIMIT_LENGTH, as_int(limits.value_bytes)),
        (Limit::SQLITE_LIMIT_SQL_LENGTH, as_int(limits.statement_bytes)),
        (Limit::SQLITE_LIMIT_COLUMN, 200),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 20),
        (Limit::SQLITE_LIMIT_VDBE_OP, 250_000),
        (Limit::SQLITE_LIMIT_FUNCTION_ARG, 32),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 500),
        (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 32_766),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 20),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ];
    for (which, value) in bounds {
        connection.set_limit(which, value)?;
    }
    // Extensions cannot be loaded either: SQLite disables them by default, and the authorizer denies the function.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    credits::install(connection, Arc::clone(&guard.pending))?;
    let handler = Arc::clone(&guard);
    connection.progress_handler(STEPS_BETWEEN_CHECKS, Some(move || !handler.should_continue()))?;
    let authorizer = Arc::clone(&guard);
    connection.authorizer(Some(move |context: AuthContext<'_>| match authorizer.authorize(&context) {
        Ok(()) => Authorization::Allow,
        Err(why) => {
            authorizer.denial().get_or_insert(why);
            Authorization::Deny
        }
    }))?;
    Ok(guard)
}
