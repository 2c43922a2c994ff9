//! The tables that statements may name.

use std::collections::BTreeMap;

use crate::typed::Type;

/// The tables of a set of migrations, by name.
#[derive(Debug, Clone, Default)]
pub struct Catalogue(pub(crate) BTreeMap<String, Table>);

/// A table or a view.
#[derive(Debug, Clone)]
pub struct Table {
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// Names of the columns of the primary key. Empty for a view.
    pub primary_key: Vec<String>,
    /// Columns of the other unique keys that are part of the table's definition.
    pub unique_keys: Vec<Vec<String>>,
    /// The query of a view, for PostgreSQL.
    pub view: Option<String>,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name, in lower case.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// Whether it may be NULL.
    pub is_nullable: bool,
    /// The SQL of its default, if it has one.
    pub default: Option<String>,
}

impl Catalogue {
    /// Returns a table by its name, in any case.
    pub fn table(&self, name: &str) -> Option<(&str, &Table)> {
        self.0.get_key_value(&name.to_ascii_lowercase()).map(|(name, table)| (name.as_str(), table))
    }

    /// Returns all tables, in the order of their names.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Table)> {
        self.0.iter().map(|(name, table)| (name.as_str(), table))
    }
}

impl Table {
    /// Returns a column by its name, in any case.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name.eq_ignore_ascii_case(name))
    }
}
