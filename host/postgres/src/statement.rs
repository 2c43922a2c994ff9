//! Translated statements and their cache.

use std::sync::Arc;

use moka::sync::Cache;
use plumbline_dialect::{Kind, Refusal};
use plumbline_sql::SqlError;

use crate::query::Query;

/// Bytes of the texts in the cache of translated statements. A text counts twice: as the component wrote it, and
/// translated.
const CACHE_BYTES: u64 = 8 << 20;

/// Translates a component's statement, or refuses it. The result must depend on the text only, because it is cached.
pub type Translate = Arc<dyn Fn(&str) -> Result<Arc<Statement>, Refusal> + Send + Sync>;

/// A component's statement in PostgreSQL's dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The text, with parameters `$1`, `$2`. Unused for BEGIN, COMMIT and ROLLBACK.
    pub sql: String,
    /// How it must be run.
    pub kind: Kind,
    /// Number of parameters.
    pub parameters: usize,
    /// Whether it inserts.
    pub inserts: bool,
    /// Whether it writes to the outbox, so that its commit is announced ([`crate::OnCommit`]).
    pub outbox: bool,
    /// Settings of the transaction that this statement or its triggers may set. Their values at the end of the transaction
    /// are passed to [`crate::OnCommit`].
    pub reports: &'static [&'static str],
}

fn refused(refusal: Refusal) -> SqlError {
    match refusal {
        Refusal::Denied(why) => SqlError::Denied(why),
        Refusal::Invalid(why) => SqlError::Invalid(why),
    }
}

/// A translated statement and its properties.
pub(crate) struct Translated {
    pub(crate) kind: Kind,
    pub(crate) parameters: usize,
    pub(crate) outbox: bool,
    pub(crate) reports: &'static [&'static str],
    pub(crate) query: Query,
}

impl Translated {
    /// Returns whether it may change rows.
    pub(crate) fn writes(&self) -> bool {
        self.kind == Kind::Write
    }
}

/// The translated statements by their texts. Refused statements are not kept.
pub(crate) struct Statements {
    translate: Translate,
    known: Cache<Box<str>, Arc<Translated>>,
}

impl Statements {
    pub(crate) fn new(translate: Translate) -> Self {
        let known = Cache::<Box<str>, _>::builder()
            .max_capacity(CACHE_BYTES)
            .weigher(|sql, _| u32::try_from(2 * sql.len()).unwrap_or(u32::MAX))
            .build();
        Self { translate, known }
    }

    /// Returns the translation of a statement. A known statement costs one lookup.
    ///
    /// # Errors
    /// [`SqlError::Denied`] and [`SqlError::Invalid`].
    pub(crate) fn translate(&self, sql: &str, longest: u32) -> Result<Arc<Translated>, SqlError> {
        if let Some(known) = self.known.get(sql) {
            return Ok(known);
        }
        if sql.len() > longest as usize {
            return Err(SqlError::Invalid(crate::values::TOO_BIG.into()));
        }
        if sql.contains('\0') {
            return Err(SqlError::Invalid("the statement contains a NUL character".into()));
        }
        let statement = (self.translate)(sql).map_err(refused)?;
        let translated = Arc::new(Translated {
            kind: statement.kind,
            parameters: statement.parameters,
            outbox: statement.outbox,
            reports: statement.reports,
            query: Query::new(statement.sql.clone()),
        });
        self.known.insert(sql.into(), Arc::clone(&translated));
        Ok(translated)
    }
}
