//! What a component may do on a SQLite connection, enforced by SQLite itself: an authorizer, limits, a deadline.
//!
//! This is the one file with `unsafe`: sqlx hands out the raw handle, the calls made on it are these few. The callbacks
//! get a pointer to [`Guard`], which the connection owns (see [`install`]).

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use libsqlite3_sys as ffi;
use sqlx::sqlite::{LockedSqliteHandle, SqliteConnection};

use crate::sql::{SqlError, SqlLimits};

/// Steps of SQLite's virtual machine between two looks at the clock: some 10 µs of small steps. Ten times as many let a
/// statement that makes megabytes in each step run on for a minute.
const STEPS_BETWEEN_CHECKS: i32 = 1_000;

/// Tables that only triggers and the host may write.
const GUARDED_TABLES: [&str; 3] = ["credit_account", "usage_events", "_sqlx_migrations"];

/// The host's own tables, which no component reads or writes: where a Spin application has one file for all, they are in it.
pub(crate) const HOST_TABLES: [&str; 25] = [
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
    "tenants",
    "upstream_attempts",
    "upstream_identities",
    "users",
];

/// Runs on every connection before the authorizer closes it. An authorizer sees tables, not values, so the rules on values
/// are triggers of this connection alone; the host's own connection has none.
///
/// - A component grants no credits.
/// - Credits are numbers. SQLite keeps a text or blob in a numeric column, compares it as greater than every number, so
///   that the checks pass, and then adds `'-100x'` as -100: a charge of it would give credits back.
/// - A database has at most 2,000 entries in its outbox that are no jobs yet, so one transaction asks for no more: all
///   tenants share one queue. An operation asks for one to four; the dispatcher takes 200 at a time, at once.
/// - A payload is at most 256 KiB, an id or kind 200 bytes: the largest of ours, a list of blobs to delete, is below 32 KiB.
///
/// `recursive_triggers` makes `INSERT OR REPLACE` fire the delete trigger that keeps the ledger append-only.
pub(super) const PREPARE: &str = "PRAGMA recursive_triggers = ON;
PRAGMA trusted_schema = OFF;
CREATE TEMP TRIGGER components_grant_no_credits BEFORE INSERT ON main.ledger WHEN NEW.kind = 'grant'
BEGIN SELECT RAISE(ABORT, 'a component may not grant credits'); END;
CREATE TEMP TRIGGER credits_are_numbers BEFORE INSERT ON main.ledger
WHEN typeof(NEW.credits) NOT IN ('real', 'integer')
BEGIN SELECT RAISE(ABORT, 'credits must be a number'); END;
CREATE TEMP TRIGGER jobs_are_few BEFORE INSERT ON main.outbox
WHEN (SELECT COUNT(*) FROM (SELECT 1 FROM main.outbox WHERE dispatched_at IS NULL LIMIT 2000)) >= 2000
BEGIN SELECT RAISE(ABORT, 'the outbox is full: 2000 entries wait to become jobs'); END;
CREATE TEMP TRIGGER jobs_are_small BEFORE INSERT ON main.outbox
WHEN length(CAST(NEW.payload AS BLOB)) > 262144 OR length(CAST(NEW.id AS BLOB)) > 200 OR length(CAST(NEW.kind AS BLOB)) > 200
BEGIN SELECT RAISE(ABORT, 'an outbox entry has at most 262144 bytes of payload and 200 of id and kind'); END;
CREATE TEMP TRIGGER jobs_stay_small BEFORE UPDATE ON main.outbox
WHEN length(CAST(NEW.payload AS BLOB)) > 262144 OR length(CAST(NEW.id AS BLOB)) > 200 OR length(CAST(NEW.kind AS BLOB)) > 200
BEGIN SELECT RAISE(ABORT, 'an outbox entry has at most 262144 bytes of payload and 200 of id and kind'); END;";

/// Bits of [`Guard::seen`]: what the statements prepared since the last [`Guard::forget`] would do.
mod seen {
    pub(super) const WRITE: u32 = 1;
    pub(super) const INSERT: u32 = 2;
    pub(super) const OUTBOX: u32 = 4;
    pub(super) const BEGIN: u32 = 8;
    pub(super) const COMMIT: u32 = 16;
    pub(super) const ROLLBACK: u32 = 32;
}

/// The part of a connection that its callbacks see.
#[derive(Debug)]
pub(super) struct Guard {
    start: Instant,
    /// Milliseconds after `start` at which a running statement is interrupted.
    deadline: AtomicU64,
    seen: AtomicU32,
    refusal: Mutex<Option<String>>,
}

impl Guard {
    fn new() -> Self {
        Self {
            start: Instant::now(),
            deadline: AtomicU64::new(u64::MAX),
            seen: AtomicU32::new(0),
            refusal: Mutex::new(None),
        }
    }

    /// Interrupts what runs at `moment`; `None` for never.
    pub(super) fn set_deadline(&self, moment: Option<Instant>) {
        let millis = moment.map_or(u64::MAX, |m| {
            u64::try_from(m.saturating_duration_since(self.start).as_millis()).unwrap_or(u64::MAX)
        });
        self.deadline.store(millis, Ordering::Relaxed);
    }

    fn in_time(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline == u64::MAX || self.start.elapsed() < Duration::from_millis(deadline)
    }

    fn forget(&self) {
        self.seen.store(0, Ordering::Relaxed);
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn take_refusal(&self) -> Option<String> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Decides on one action of a statement that is being prepared; the arguments are those of `sqlite3_set_authorizer`.
    fn authorize(&self, action: c_int, first: &str, second: &str, trigger: &str) -> Result<(), String> {
        let note = |bits: u32| {
            self.seen.fetch_or(bits, Ordering::Relaxed);
        };
        let names_table =
            matches!(action, ffi::SQLITE_READ | ffi::SQLITE_INSERT | ffi::SQLITE_UPDATE | ffi::SQLITE_DELETE);
        if names_table && HOST_TABLES.iter().any(|table| table.eq_ignore_ascii_case(first)) {
            return Err(format!("the table {first} is the host's"));
        }
        match action {
            ffi::SQLITE_SELECT | ffi::SQLITE_READ | ffi::SQLITE_RECURSIVE => Ok(()),
            // The second gives an address of the host's memory for a name that is bound as a parameter.
            ffi::SQLITE_FUNCTION
                if ["load_extension", "fts3_tokenizer"].iter().any(|f| second.eq_ignore_ascii_case(f)) =>
            {
                Err(format!("the function {second} is not available"))
            }
            ffi::SQLITE_FUNCTION => Ok(()),
            ffi::SQLITE_INSERT | ffi::SQLITE_UPDATE | ffi::SQLITE_DELETE => {
                let guarded =
                    GUARDED_TABLES.iter().any(|t| t.eq_ignore_ascii_case(first)) || first.starts_with("sqlite_");
                if guarded && trigger.is_empty() {
                    return Err(format!("the table {first} is kept by the host"));
                }
                // What triggers do is part of the statement that fires them.
                let outbox = if first.eq_ignore_ascii_case("outbox") { seen::OUTBOX } else { 0 };
                let insert = if action == ffi::SQLITE_INSERT && trigger.is_empty() { seen::INSERT } else { 0 };
                note(seen::WRITE | outbox | insert);
                Ok(())
            }
            ffi::SQLITE_TRANSACTION => {
                note(match first {
                    "BEGIN" => seen::BEGIN,
                    "COMMIT" => seen::COMMIT,
                    _ => seen::ROLLBACK,
                });
                Ok(())
            }
            ffi::SQLITE_SAVEPOINT => Err("savepoints are not available; use one transaction".into()),
            ffi::SQLITE_PRAGMA => Err(format!("PRAGMA {first} is not available")),
            ffi::SQLITE_ATTACH | ffi::SQLITE_DETACH => Err("other databases are not available".into()),
            _ => Err("the schema is changed by migrations only".into()),
        }
    }
}

/// What a statement is, found by preparing it once.
#[derive(Debug, Clone)]
pub(super) struct Analysis {
    pub(super) kind: Kind,
    /// Names of its result columns.
    pub(super) columns: Vec<String>,
    /// How many values it takes.
    pub(super) parameters: usize,
    /// Whether it inserts, which moves the last row id.
    pub(super) inserts: bool,
    /// Whether it touches the outbox.
    pub(super) outbox: bool,
}

/// How a statement has to be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
    Begin { immediate: bool },
    Commit,
    Rollback,
}

/// Closes a connection down to what a component may do. It stays so for its whole life.
///
/// # Errors
/// When the worker thread of the connection is gone.
pub(super) async fn install(connection: &mut SqliteConnection, limits: &SqlLimits) -> Result<Arc<Guard>, sqlx::Error> {
    let mut locked = connection.lock_handle().await?;
    let guard = Arc::new(Guard::new());
    let in_handler = Arc::clone(&guard);
    // sqlx keeps this closure, and so the guard, until the connection's statements are finalized and it closes: the
    // authorizer's pointer below is valid for as long as SQLite can call it.
    locked.set_progress_handler(STEPS_BETWEEN_CHECKS, move || in_handler.in_time());
    let db = locked.as_raw_handle().as_ptr();
    let as_int = |n: u32| c_int::try_from(n).unwrap_or(c_int::MAX);
    // Defaults of SQLite are generous; these are what our statements need, several times over.
    let bounds = [
        (ffi::SQLITE_LIMIT_LENGTH, as_int(limits.value_bytes)),
        (ffi::SQLITE_LIMIT_SQL_LENGTH, as_int(limits.statement_bytes)),
        (ffi::SQLITE_LIMIT_COLUMN, 200),
        (ffi::SQLITE_LIMIT_EXPR_DEPTH, 100),
        (ffi::SQLITE_LIMIT_COMPOUND_SELECT, 20),
        (ffi::SQLITE_LIMIT_VDBE_OP, 250_000),
        (ffi::SQLITE_LIMIT_FUNCTION_ARG, 32),
        (ffi::SQLITE_LIMIT_ATTACHED, 0),
        (ffi::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 500),
        (ffi::SQLITE_LIMIT_VARIABLE_NUMBER, 32_766),
        (ffi::SQLITE_LIMIT_TRIGGER_DEPTH, 20),
        (ffi::SQLITE_LIMIT_WORKER_THREADS, 0),
    ];
    // SAFETY: `db` is open and ours alone while `locked` lives. `sqlite3_db_config` with these two verbs takes an int and
    // a pointer to int that may be null. The authorizer's pointer outlives its use, see above.
    unsafe {
        for (which, value) in bounds {
            ffi::sqlite3_limit(db, which, value);
        }
        let null: *mut c_int = ptr::null_mut();
        ffi::sqlite3_db_config(db, ffi::SQLITE_DBCONFIG_DEFENSIVE, 1 as c_int, null);
        ffi::sqlite3_db_config(db, ffi::SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 as c_int, null);
        let user_data: *const Guard = Arc::as_ptr(&guard);
        ffi::sqlite3_set_authorizer(db, Some(authorizer), user_data.cast_mut().cast());
    }
    drop(locked);
    Ok(guard)
}

/// SQLite's callback for each action of a statement being prepared.
unsafe extern "C" fn authorizer(
    user_data: *mut c_void,
    action: c_int,
    first: *const c_char,
    second: *const c_char,
    _database: *const c_char,
    trigger: *const c_char,
) -> c_int {
    // SAFETY: `user_data` is the guard of `install`, alive as long as the connection; the strings are null or
    // NUL-terminated and live through this call.
    let (guard, first, second, trigger) =
        unsafe { (&*user_data.cast::<Guard>(), text(first), text(second), text(trigger)) };
    match guard.authorize(action, first, second, trigger) {
        Ok(()) => ffi::SQLITE_OK,
        Err(why) => {
            guard.refusal.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
            ffi::SQLITE_DENY
        }
    }
}

/// # Safety
/// `pointer` is null or a NUL-terminated string that lives as long as the result is used.
unsafe fn text<'a>(pointer: *const c_char) -> &'a str {
    if pointer.is_null() {
        return "";
    }
    // SAFETY: by this function's own contract.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap_or("")
}

/// Prepares `sql` once to learn what it is, and throws the prepared form away.
///
/// # Errors
/// [`SqlError::Denied`] with the reason, [`SqlError::Invalid`] for wrong SQL and for more than one statement.
pub(super) async fn analyze(connection: &mut SqliteConnection, guard: &Guard, sql: &str) -> Result<Analysis, SqlError> {
    let mut locked = connection.lock_handle().await.map_err(|e| SqlError::Io(e.to_string()))?;
    guard.forget();
    let (statement, rest) = Prepared::new(&mut locked, sql, guard)?;
    let Some(statement) = statement else { return Err(SqlError::Invalid("the statement is empty".into())) };
    let seen = guard.seen.load(Ordering::Relaxed);
    let read_only = statement.read_only();
    let analysis = Analysis {
        kind: match seen & (seen::BEGIN | seen::COMMIT | seen::ROLLBACK) {
            // Only BEGIN IMMEDIATE and EXCLUSIVE touch the file; a plain BEGIN just sets a flag.
            seen::BEGIN => Kind::Begin { immediate: !read_only },
            seen::COMMIT => Kind::Commit,
            seen::ROLLBACK => Kind::Rollback,
            _ if read_only => Kind::Read,
            _ => Kind::Write,
        },
        columns: statement.columns(),
        parameters: statement.parameters(),
        inserts: seen & seen::INSERT != 0,
        outbox: seen & seen::OUTBOX != 0,
    };
    drop(statement);
    if !rest.trim().is_empty() && Prepared::new(&mut locked, rest, guard)?.0.is_some() {
        return Err(SqlError::Invalid("one call runs one statement; send them one after another".into()));
    }
    Ok(analysis)
}

/// Whether no transaction is open.
///
/// # Errors
/// When the worker thread of the connection is gone.
pub(super) async fn autocommits(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let mut locked = connection.lock_handle().await?;
    // SAFETY: the handle is open and ours alone while `locked` lives.
    Ok(unsafe { ffi::sqlite3_get_autocommit(locked.as_raw_handle().as_ptr()) } != 0)
}

/// A statement prepared for a look; finalized when dropped.
struct Prepared(ptr::NonNull<ffi::sqlite3_stmt>);

impl Prepared {
    /// The first statement of `sql`, none when there are only blanks and comments, and the text after it.
    fn new<'a>(
        locked: &mut LockedSqliteHandle<'_>,
        sql: &'a str,
        guard: &Guard,
    ) -> Result<(Option<Self>, &'a str), SqlError> {
        let length = c_int::try_from(sql.len()).map_err(|_| SqlError::Invalid("the statement is too long".into()))?;
        let mut statement = ptr::null_mut();
        let mut tail: *const c_char = ptr::null();
        // SAFETY: the handle is open and ours alone; `sql` has `length` bytes and outlives the call; both out pointers
        // are written by it.
        let code = unsafe {
            ffi::sqlite3_prepare_v2(
                locked.as_raw_handle().as_ptr(),
                sql.as_ptr().cast(),
                length,
                &mut statement,
                &mut tail,
            )
        };
        if code != ffi::SQLITE_OK {
            if let Some(why) = guard.take_refusal() {
                return Err(SqlError::Denied(why));
            }
            let message = locked.last_error().map_or_else(|| "the statement is wrong".into(), |e| e.to_string());
            return Err(SqlError::Invalid(message));
        }
        // The tail points into `sql` or at its end; a length outside it would mean a fault of SQLite and reads as ''.
        let used = (tail as usize).saturating_sub(sql.as_ptr() as usize);
        Ok((ptr::NonNull::new(statement).map(Self), sql.get(used..).unwrap_or("")))
    }

    fn read_only(&self) -> bool {
        // SAFETY: the statement is prepared and not finalized.
        unsafe { ffi::sqlite3_stmt_readonly(self.0.as_ptr()) != 0 }
    }

    fn parameters(&self) -> usize {
        // SAFETY: as above.
        usize::try_from(unsafe { ffi::sqlite3_bind_parameter_count(self.0.as_ptr()) }).unwrap_or(0)
    }

    fn columns(&self) -> Vec<String> {
        // SAFETY: as above; names live until the statement is finalized or prepared again, and are copied here.
        unsafe {
            (0..ffi::sqlite3_column_count(self.0.as_ptr()))
                .map(|i| text(ffi::sqlite3_column_name(self.0.as_ptr(), i)).to_owned())
                .collect()
        }
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        // SAFETY: finalized once, here.
        unsafe { ffi::sqlite3_finalize(self.0.as_ptr()) };
    }
}
