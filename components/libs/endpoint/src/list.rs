//! Lists: filters, keyset paging, the page made of the rows.

use plumbline_contract::Page;
use plumbline_db::Value;

use crate::Context;
use crate::cursor::{self, Binding};

/// Which page of a list is asked for.
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

    /// Sort key of the last row of the page before; `None` on the first page.
    pub fn after(&self) -> Option<&[String]> {
        self.after.as_deref()
    }

    /// How many rows to ask for: one more than the page has, which tells whether more follow.
    pub fn fetch(&self) -> i64 {
        i64::from(self.limit) + 1
    }

    /// The page made of the rows that [`List::fetch`] asked for. `key` is a row's sort key, as [`List::after`] gets it.
    pub fn page<T>(&self, context: &Context<'_>, mut rows: Vec<T>, key: impl Fn(&T) -> Vec<String>) -> Page<T> {
        let limit = self.limit as usize;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor =
            rows.last().filter(|_| has_more).map(|last| cursor::write(context.host, &key(last), &self.binding));
        Page { data: rows, has_more, next_cursor }
    }

    /// Restricts a query to what follows the page before, newest first by (`created_at`, `id`).
    pub fn newest_first(&self, conditions: &mut Conditions) {
        if let Some([created_at, id]) = self.after() {
            conditions.and_values(
                // Compared as a pair, it is a place in the index; said with OR, all before it would be looked at.
                "(created_at, id) < (?, ?)",
                [created_at.into(), id.into()],
            );
        }
    }
}

/// Conditions of a query and the values of their placeholders.
#[derive(Debug, Default)]
pub struct Conditions {
    sql: Vec<&'static str>,
    values: Vec<Value>,
}

impl Conditions {
    /// No condition.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `sql` with its one placeholder, if there is a value for it.
    pub fn and(&mut self, sql: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.and_values(sql, [value.into()]);
        }
    }

    /// Adds `sql` with its placeholders.
    pub fn and_values(&mut self, sql: &'static str, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql);
        self.values.extend(values);
    }

    /// `WHERE …`, or nothing.
    pub fn sql(&self) -> String {
        if self.sql.is_empty() { String::new() } else { format!("WHERE {}", self.sql.join(" AND ")) }
    }

    /// The values, with what comes after the conditions.
    pub fn values(&self, more: impl IntoIterator<Item = Value>) -> Vec<Value> {
        self.values.iter().cloned().chain(more).collect()
    }
}

/// `?, ?, ?` for so many values.
pub fn placeholders(count: usize) -> String {
    vec!["?"; count].join(", ")
}
