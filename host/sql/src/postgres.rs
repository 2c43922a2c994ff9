//! Statements and transactions on PostgreSQL: of the host's own tables, or of one scope's.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use moka::sync::Cache;
use plumbline_dialect::{Kind, Refusal};
use plumbline_postgres::{Database, HostTransaction, Postgres};
use plumbline_sql::{Row, Value};

use crate::error::Error;

/// Statements of the host whose translations are kept. The texts are constants of the program, so they are few.
const TRANSLATIONS: u64 = 4096;

static TRANSLATED: LazyLock<Cache<Cow<'static, str>, Arc<Text>>> = LazyLock::new(|| Cache::new(TRANSLATIONS));

/// A statement in PostgreSQL's dialect.
#[derive(Debug)]
struct Text {
    sql: String,
    /// Whether it may change rows.
    writes: bool,
}

/// Whose tables a pool reaches, and whether its writers take turns.
#[derive(Debug, Clone)]
pub(crate) enum PostgresPool {
    /// The host's own tables. Writers take turns, as on SQLite, so that a transaction may read and then write.
    Control(Postgres),
    /// The host's own tables, for statements that are correct beside other writers: the queue of jobs.
    Concurrent(Postgres),
    /// The tables of one scope. Writers take turns with components and other hosts.
    Scope(Arc<Database>),
}

/// What a statement runs on.
#[derive(Debug)]
pub(crate) enum PostgresTarget<'e> {
    /// A pool, which gives the statement a transaction of its own.
    Pool(&'e PostgresPool),
    /// An open transaction.
    Transaction(&'e mut HostTransaction),
}

/// A translated statement with its values.
pub(crate) struct Prepared {
    text: Arc<Text>,
    values: Vec<Value>,
}

impl Prepared {
    /// Translates a statement, unless it is PostgreSQL's own dialect.
    ///
    /// # Errors
    /// [`Error::Dialect`] if the statement cannot be translated.
    pub(crate) fn new(sql: Cow<'static, str>, values: Vec<Value>, is_native: bool) -> Result<Self, Error> {
        let text = if is_native { Arc::new(Text::native(sql)) } else { translate(sql)? };
        Ok(Self { text, values })
    }
}

impl PostgresTarget<'_> {
    /// Returns the rows of a statement.
    pub(crate) async fn query(self, Prepared { text, values }: Prepared) -> Result<Vec<Row>, Error> {
        match self {
            Self::Transaction(transaction) => Ok(transaction.query(&text.sql, &values).await?),
            Self::Pool(pool) => match pool.alone(&text) {
                Some(postgres) => Ok(postgres.query(&text.sql, &values).await?),
                None => {
                    let mut transaction = pool.begin(text.writes).await?;
                    let rows = transaction.query(&text.sql, &values).await?;
                    transaction.commit().await?;
                    Ok(rows)
                }
            },
        }
    }

    /// Runs a statement and returns how many rows it changed.
    pub(crate) async fn execute(self, Prepared { text, values }: Prepared) -> Result<u64, Error> {
        match self {
            Self::Transaction(transaction) => Ok(transaction.execute(&text.sql, &values).await?),
            Self::Pool(pool) => match pool.alone(&text) {
                Some(postgres) => Ok(postgres.execute(&text.sql, &values).await?),
                None => {
                    let mut transaction = pool.begin(text.writes).await?;
                    let changes = transaction.execute(&text.sql, &values).await?;
                    transaction.commit().await?;
                    Ok(changes)
                }
            },
        }
    }
}

impl Text {
    fn native(sql: Cow<'static, str>) -> Self {
        let reads = sql.trim_start().get(..6).is_some_and(|first| first.eq_ignore_ascii_case("select"));
        Self { sql: sql.into_owned(), writes: !reads }
    }
}

fn translate(sql: Cow<'static, str>) -> Result<Arc<Text>, Error> {
    if let Some(known) = TRANSLATED.get(&sql) {
        return Ok(known);
    }
    let statement = plumbline_dialect::host(&sql).map_err(|refusal| {
        let (Refusal::Denied(why) | Refusal::Invalid(why)) = refusal;
        Error::Dialect { sql: sql.to_string(), why }
    })?;
    let text = Arc::new(Text { sql: statement.sql, writes: statement.kind != Kind::Read });
    TRANSLATED.insert(sql, Arc::clone(&text));
    Ok(text)
}

impl PostgresPool {
    /// Returns the database if the statement needs no others in its transaction. The server then runs it in a
    /// transaction of its own.
    fn alone(&self, text: &Text) -> Option<&Postgres> {
        match self {
            Self::Control(postgres) if !text.writes => Some(postgres),
            Self::Concurrent(postgres) => Some(postgres),
            Self::Control(_) | Self::Scope(_) => None,
        }
    }

    async fn begin(&self, writes: bool) -> Result<HostTransaction, Error> {
        if writes { self.begin_write().await } else { self.begin_read().await }
    }

    /// Begins a transaction whose reads all see the same rows.
    pub(crate) async fn begin_read(&self) -> Result<HostTransaction, Error> {
        Ok(match self {
            Self::Control(postgres) | Self::Concurrent(postgres) => postgres.begin_snapshot().await?,
            Self::Scope(database) => database.begin_read().await?,
        })
    }

    /// Begins a transaction that writes.
    pub(crate) async fn begin_write(&self) -> Result<HostTransaction, Error> {
        Ok(match self {
            Self::Control(postgres) => postgres.begin_in_turn().await?,
            Self::Concurrent(postgres) => postgres.begin().await?,
            Self::Scope(database) => database.begin().await?,
        })
    }
}
