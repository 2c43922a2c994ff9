//! Whole tables, read and written as the role that owns the schema. An installation is moved with it.
//!
//! Rows are written with the triggers of the table off, because they are already consistent: an entry of the ledger would
//! otherwise move the balance a second time.

use async_recursion::async_recursion as boxed;
use plumbline_sql::Value;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

use crate::connection_error;
use crate::settings::PostgresError;
use crate::tls;

/// Tables that only PostgreSQL has.
const OWN_TABLES: [&str; 3] = ["migrations", "scope_keys", "scopes"];

/// A table of the schema, without the column of the scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// `host` for the host's own tables, `plumbline` for those of tenants.
    pub schema: String,
    /// The name, which is the same on SQLite.
    pub name: String,
    /// The columns, in their order.
    pub columns: Vec<Column>,
    /// The places in `columns` of the primary key.
    pub key: Vec<usize>,
    /// The name of the primary key's constraint.
    key_name: String,
    /// Tables of the same schema whose rows must exist before those of this one.
    references: Vec<String>,
}

impl Table {
    /// Returns whether the rows belong to scopes.
    pub fn is_of_scopes(&self) -> bool {
        self.schema == "plumbline"
    }

    /// Returns a row's key.
    pub fn key_of(&self, row: &[Value]) -> Vec<Value> {
        self.key.iter().map(|&place| row[place].clone()).collect()
    }

    fn qualified(&self) -> String {
        format!("{}.{}", quoted(&self.schema), quoted(&self.name))
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// Type of its values.
    pub kind: ColumnKind,
    /// Whether the database numbers the rows.
    pub is_identity: bool,
}

/// Type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// BIGINT.
    Integer,
    /// DOUBLE PRECISION.
    Real,
    /// TEXT.
    Text,
    /// BYTEA.
    Blob,
}

impl ColumnKind {
    fn of(type_name: &str) -> Option<Self> {
        match type_name {
            "int2" | "int4" | "int8" => Some(Self::Integer),
            "float8" => Some(Self::Real),
            "text" => Some(Self::Text),
            "bytea" => Some(Self::Blob),
            _ => None,
        }
    }

    fn sql(self) -> &'static str {
        match self {
            Self::Integer => "bigint",
            Self::Real => "double precision",
            Self::Text => "text",
            Self::Blob => "bytea",
        }
    }
}

/// The rows of a table that are read or written: of the host, or of a scope (`host.scopes.id`).
pub type ScopeId = Option<i64>;

/// A session as the role that owns the schema.
pub struct Owner {
    client: Client,
}

const COLUMNS: &str = "
    SELECT nspname::text, relname::text, attname::text, typname::text, attidentity <> '',
        array_position(indkey::int2[], attnum)::int8, conname::text
    FROM pg_catalog.pg_class
    JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
    JOIN pg_catalog.pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_catalog.pg_type ON pg_type.oid = atttypid
    JOIN pg_catalog.pg_constraint ON conrelid = pg_class.oid AND contype = 'p'
    JOIN pg_catalog.pg_index ON indexrelid = conindid
    WHERE nspname IN ('host', 'plumbline') AND relkind IN ('r', 'p') AND attname <> 'scope_id'
    ORDER BY nspname, relname, attnum";

const REFERENCES: &str = "
    SELECT DISTINCT child.relname::text, parent.relname::text
    FROM pg_catalog.pg_constraint
    JOIN pg_catalog.pg_class child ON child.oid = conrelid
    JOIN pg_catalog.pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND child.relnamespace IN ('host'::regnamespace, 'plumbline'::regnamespace) AND child.oid <> parent.oid";

impl Owner {
    /// Connects as the role that `address`, the value of `setting`, names.
    ///
    /// # Errors
    /// [`PostgresError::Setting`] if the address cannot be used, [`PostgresError::Database`] if the server cannot be reached.
    #[boxed]
    pub async fn connect(setting: &str, address: &str) -> Result<Self, PostgresError> {
        let (mut config, tls) = tls::parse(setting, address)?;
        config.application_name("plumbline move");
        let (client, connection) = config.connect(tls).await.map_err(database)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "the owner's session ended");
            }
        });
        Ok(Self { client })
    }

    /// Returns the tables that SQLite has too, each after the tables that it references.
    ///
    /// # Errors
    /// [`PostgresError::Setting`] if a column has a type that rows cannot be moved with.
    #[boxed]
    pub async fn tables(&self) -> Result<Vec<Table>, PostgresError> {
        let mut tables: Vec<Table> = Vec::new();
        for row in self.client.query(COLUMNS, &[]).await.map_err(database)? {
            let (schema, name): (String, String) = (row.get(0), row.get(1));
            if OWN_TABLES.contains(&name.as_str()) {
                continue;
            }
            if tables.last().is_none_or(|last| (&last.schema, &last.name) != (&schema, &name)) {
                let (columns, key, references) = (Vec::new(), Vec::new(), Vec::new());
                tables.push(Table { schema, name, columns, key, references, key_name: row.get(6) });
            }
            let Some(table) = tables.last_mut() else { continue };
            let (column, type_name): (String, String) = (row.get(2), row.get(3));
            let kind = ColumnKind::of(&type_name).ok_or_else(|| {
                let place = format!("{}.{}.{column}", table.schema, table.name);
                PostgresError::Setting(format!("{place} has the type {type_name}, which cannot be moved"))
            })?;
            if let Some(place) = row.get::<_, Option<i64>>(5) {
                // Sorted by its place in the key below.
                table.key.push((usize::try_from(place).unwrap_or_default() << 16) | table.columns.len());
            }
            table.columns.push(Column { name: column, kind, is_identity: row.get(4) });
        }
        for row in self.client.query(REFERENCES, &[]).await.map_err(database)? {
            let (child, parent): (String, String) = (row.get(0), row.get(1));
            tables
                .iter_mut()
                .filter(|table| table.name == child)
                .for_each(|table| table.references.push(parent.clone()));
        }
        for table in &mut tables {
            table.key.sort_unstable();
            table.key.iter_mut().for_each(|place| *place &= 0xffff);
        }
        Ok(in_order(tables))
    }

    /// Returns the scopes: tenant, environment, id.
    ///
    /// # Errors
    /// [`PostgresError::Database`].
    #[boxed]
    pub async fn scopes(&self) -> Result<Vec<(String, String, i64)>, PostgresError> {
        let select = "SELECT tenant_id, environment, id FROM host.scopes ORDER BY tenant_id, environment";
        let rows = self.client.query(select, &[]).await.map_err(database)?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect())
    }

    /// Returns the id of a scope, which is created if necessary. Its tenant must exist.
    ///
    /// # Errors
    /// [`PostgresError::Database`].
    #[boxed]
    pub async fn open_scope(&self, tenant: &str, environment: &str) -> Result<i64, PostgresError> {
        let row = self.client.query_one("SELECT host.open_scope($1, $2)", &[&tenant, &environment]).await;
        Ok(row.map_err(database)?.get(0))
    }

    /// Returns how many sessions other roles have in this database: those of hosts that serve.
    ///
    /// # Errors
    /// [`PostgresError::Database`].
    #[boxed]
    pub async fn other_sessions(&self) -> Result<i64, PostgresError> {
        let select = "SELECT COUNT(*) FROM pg_catalog.pg_stat_activity
            WHERE datname = current_database() AND usename <> current_user AND backend_type = 'client backend'";
        Ok(self.client.query_one(select, &[]).await.map_err(database)?.get(0))
    }

    /// Returns at most `most` rows in the order of their keys: those after the key `after`, up to and including `until`.
    ///
    /// # Errors
    /// [`PostgresError::Database`].
    #[boxed]
    pub async fn read(
        &self,
        table: &Table,
        scope: ScopeId,
        (after, until): (Option<&[Value]>, Option<&[Value]>),
        most: i64,
    ) -> Result<Vec<Vec<Value>>, PostgresError> {
        let columns: Vec<String> =
            table.columns.iter().map(|column| format!("{}::{}", quoted(&column.name), column.kind.sql())).collect();
        let key: Vec<String> = table.key.iter().map(|&place| quoted(&table.columns[place].name)).collect();
        let mut values: Vec<(&(dyn ToSql + Sync), Type)> = Vec::new();
        // Row-level security does not hide the rows of other scopes from a role with BYPASSRLS.
        let of_scope = scope.map_or_else(|| "true".to_owned(), |scope| format!("scope_id = {scope}"));
        let mut conditions = vec![of_scope];
        for (operator, bound) in [(">", after), ("<=", until)] {
            let Some(bound) = bound else { continue };
            let places: Vec<String> = (1..=bound.len()).map(|place| format!("${}", values.len() + place)).collect();
            conditions.push(format!("({}) {operator} ({})", key.join(", "), places.join(", ")));
            values.extend(bound.iter().map(parameter));
        }
        let sql = format!(
            "SELECT {} FROM {} WHERE {} ORDER BY {} LIMIT {most}",
            columns.join(", "),
            table.qualified(),
            conditions.join(" AND "),
            key.join(", "),
        );
        self.begin(scope).await?;
        let rows = self.client.query_typed(&sql, &values).await;
        self.client.batch_execute("ROLLBACK").await.map_err(database)?;
        Ok(rows.map_err(database)?.iter().map(|row| to_values(row, table)).collect())
    }

    /// Writes rows in one transaction. A row with the key of one that exists replaces it.
    ///
    /// # Errors
    /// [`PostgresError::Database`], after which nothing is written.
    #[boxed]
    pub async fn write(&self, table: &Table, scope: ScopeId, rows: &[Vec<Value>]) -> Result<(), PostgresError> {
        let names: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
        let arrays: Vec<Array> =
            table.columns.iter().enumerate().map(|(place, column)| Array::of(column.kind, rows, place)).collect();
        let places: Vec<String> = arrays
            .iter()
            .zip(&table.columns)
            .enumerate()
            .map(|(place, (_, column))| format!("${}::{}[]", place + 1, column.kind.sql()))
            .collect();
        let changes: Vec<String> = (0..names.len())
            .filter(|place| !table.key.contains(place))
            .map(|place| format!("{name} = excluded.{name}", name = names[place]))
            .collect();
        let change =
            if changes.is_empty() { "NOTHING".to_owned() } else { format!("UPDATE SET {}", changes.join(", ")) };
        let (qualified, key) = (table.qualified(), quoted(&table.key_name));
        let sql = format!(
            "INSERT INTO {qualified} ({}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest({}) \
             ON CONFLICT ON CONSTRAINT {key} DO {change}",
            names.join(", "),
            places.join(", "),
        );
        let values: Vec<(&(dyn ToSql + Sync), Type)> = arrays.iter().map(Array::parameter).collect();
        self.begin(scope).await?;
        let written = async {
            self.client.batch_execute(&format!("ALTER TABLE {qualified} DISABLE TRIGGER USER")).await?;
            self.client.query_typed(&sql, &values).await?;
            self.client.batch_execute(&format!("ALTER TABLE {qualified} ENABLE TRIGGER USER; COMMIT")).await
        };
        if let Err(error) = written.await {
            self.client.batch_execute("ROLLBACK").await.map_err(database)?;
            return Err(database(error));
        }
        Ok(())
    }

    /// Lets the numbers of new rows continue after those of the rows that were written.
    ///
    /// # Errors
    /// [`PostgresError::Database`].
    #[boxed]
    pub async fn continue_numbers(&self, table: &Table) -> Result<(), PostgresError> {
        for column in table.columns.iter().filter(|column| column.is_identity) {
            let (qualified, name) = (table.qualified(), quoted(&column.name));
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence($1, $2), GREATEST(MAX({name}), 1), MAX({name}) IS NOT NULL) \
                 FROM {qualified}"
            );
            self.client.query(&sql, &[&qualified, &column.name]).await.map_err(database)?;
        }
        Ok(())
    }

    async fn begin(&self, scope: ScopeId) -> Result<(), PostgresError> {
        self.client.batch_execute("BEGIN; SET LOCAL statement_timeout = 0").await.map_err(database)?;
        if let Some(scope) = scope {
            let open = "SELECT set_config('plumbline.scope', host.scope_setting($1), true)";
            self.client.query(open, &[&scope]).await.map_err(database)?;
        }
        Ok(())
    }
}

/// Sorts tables so that each comes after those that it references.
fn in_order(mut waiting: Vec<Table>) -> Vec<Table> {
    let mut sorted: Vec<Table> = Vec::new();
    while !waiting.is_empty() {
        let is_ready = |table: &Table| table.references.iter().all(|name| sorted.iter().any(|one| one.name == *name));
        let (mut ready, rest): (Vec<Table>, Vec<Table>) = waiting.into_iter().partition(is_ready);
        if ready.is_empty() {
            // Tables that reference each other. Their rows are refused by the database.
            sorted.extend(rest);
            return sorted;
        }
        sorted.append(&mut ready);
        waiting = rest;
    }
    sorted
}

/// A column of several rows.
enum Array {
    Integers(Vec<Option<i64>>),
    Reals(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
    Blobs(Vec<Option<Vec<u8>>>),
}

impl Array {
    fn of(kind: ColumnKind, rows: &[Vec<Value>], place: usize) -> Self {
        let column = rows.iter().map(|row| &row[place]);
        match kind {
            ColumnKind::Integer => Self::Integers(
                column.map(|value| if let Value::Integer(number) = value { Some(*number) } else { None }).collect(),
            ),
            ColumnKind::Real => Self::Reals(
                column.map(|value| if let Value::Real(number) = value { Some(*number) } else { None }).collect(),
            ),
            ColumnKind::Text => Self::Texts(
                column.map(|value| if let Value::Text(text) = value { Some(text.clone()) } else { None }).collect(),
            ),
            ColumnKind::Blob => Self::Blobs(
                column.map(|value| if let Value::Blob(bytes) = value { Some(bytes.clone()) } else { None }).collect(),
            ),
        }
    }

    fn parameter(&self) -> (&(dyn ToSql + Sync), Type) {
        match self {
            Self::Integers(values) => (values, Type::INT8_ARRAY),
            Self::Reals(values) => (values, Type::FLOAT8_ARRAY),
            Self::Texts(values) => (values, Type::TEXT_ARRAY),
            Self::Blobs(values) => (values, Type::BYTEA_ARRAY),
        }
    }
}

fn parameter(value: &Value) -> (&(dyn ToSql + Sync), Type) {
    match value {
        Value::Null => (&None::<String>, Type::TEXT),
        Value::Integer(number) => (number, Type::INT8),
        Value::Real(number) => (number, Type::FLOAT8),
        Value::Text(text) => (text, Type::TEXT),
        Value::Blob(bytes) => (bytes, Type::BYTEA),
    }
}

fn to_values(row: &Row, table: &Table) -> Vec<Value> {
    let columns = table.columns.iter().enumerate();
    columns
        .map(|(place, column)| match column.kind {
            ColumnKind::Integer => row.get::<_, Option<i64>>(place).map_or(Value::Null, Value::Integer),
            ColumnKind::Real => row.get::<_, Option<f64>>(place).map_or(Value::Null, Value::Real),
            ColumnKind::Text => row.get::<_, Option<String>>(place).map_or(Value::Null, Value::Text),
            ColumnKind::Blob => row.get::<_, Option<Vec<u8>>>(place).map_or(Value::Null, Value::Blob),
        })
        .collect()
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn database(error: tokio_postgres::Error) -> PostgresError {
    connection_error::of(&error).into()
}
