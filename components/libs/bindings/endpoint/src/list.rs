//! Lists: filters, keyset paging, and pages made from rows.

use plumbline_contract::Page;
use plumbline_database::{Db, DbResult, Row, Value};

use crate::Context;
use crate::cursor::{self, Binding};

/// The requested page of a list.
#[derive(Debug)]
pub struct List {
    limit: u32,
    after: Option<Vec<String>>,
    binding: Binding,
}

impl List {
    pub(crate) fn new(limit: u32, after: Option<Vec<String>>, binding: Binding) -> Self {
        Self { limit, after, binding }
    }

    /// Returns the sort key of the previous page's last row, or `None` on the first page.
    pub fn after(&self) -> Option<&[String]> {
        self.after.as_deref()
    }

    /// Returns the number of rows to fetch: one more than the page has, which shows whether more follow.
    pub fn fetch(&self) -> i64 {
        i64::from(self.limit) + 1
    }

    /// Creates the page from the rows fetched with [`List::fetch`]. `key` returns a row's sort key, as [`List::after`]
    /// gets it.
    pub fn page<T>(&self, context: &Context<'_>, mut rows: Vec<T>, key: impl Fn(&T) -> Vec<String>) -> Page<T> {
        let limit = self.limit as usize;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor =
            rows.last().filter(|_| has_more).map(|last| cursor::seal(context.host, &key(last), &self.binding));
        Page { data: rows, has_more, next_cursor }
    }

    /// Returns the page's rows of `select`, newest first by (`created_at`, `id`), and one more if more follow.
    ///
    /// # Errors
    /// [`plumbline_database::DbError`] if the query fails.
    pub fn newest_first(&self, db: &Db, select: &str, mut conditions: Conditions) -> DbResult<Vec<Row>> {
        if let Some([created_at, id]) = self.after() {
            conditions.and_values(
                // A comparison of pairs is a range of the index. With OR, the database would visit all rows before it.
                "(created_at, id) < (?, ?)",
                [created_at.into(), id.into()],
            );
        }
        let sql = format!("{select} {} ORDER BY created_at DESC, id DESC LIMIT ?", conditions.sql());
        db.query(&sql, conditions.values([self.fetch().into()]))
    }
}

/// Conditions of a query and the values of their placeholders.
#[derive(Debug, Default)]
pub struct Conditions {
    sql: Vec<&'static str>,
    values: Vec<Value>,
}

impl Conditions {
    /// Creates an empty list of conditions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `sql`, which has one placeholder, if there is a value for it.
    pub fn and(&mut self, sql: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.and_values(sql, [value.into()]);
        }
    }

    /// Adds `sql` with values for its placeholders.
    pub fn and_values(&mut self, sql: &'static str, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql);
        self.values.extend(values);
    }

    /// Returns `WHERE …`, or an empty text without conditions.
    pub fn sql(&self) -> String {
        if self.sql.is_empty() { String::new() } else { format!("WHERE {}", self.sql.join(" AND ")) }
    }

    /// Returns the values of the conditions, followed by `more`.
    pub fn values(&self, more: impl IntoIterator<Item = Value>) -> Vec<Value> {
        self.values.iter().cloned().chain(more).collect()
    }
}

/// Returns `count` placeholders: `?, ?, ?`.
pub fn placeholders(count: usize) -> String {
    vec!["?"; count].join(", ")
}
