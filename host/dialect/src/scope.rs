//! The tables and columns that a query can name.

use sqlparser::ast::{Expr, Ident, ObjectName};

use crate::catalogue::Table;
use crate::refusal::Refusal;
use crate::typed::{Of, Type, Typed, quoted};

/// PostgreSQL cuts longer names.
const LONGEST_NAME: usize = 63;

/// A column of a result.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    pub(crate) name: String,
    /// The type. `None` for NULLs and for parameters without a type.
    pub(crate) of: Option<Type>,
    pub(crate) is_nullable: bool,
    pub(crate) is_collated: bool,
}

/// A column that expressions can name.
#[derive(Debug, Clone)]
pub(crate) struct Visible {
    pub(crate) name: String,
    pub(crate) typed: Typed,
    /// Whether only a name with its table finds it: the second column of USING, and what `*` does not include.
    pub(crate) is_hidden: bool,
}

/// A table, view, subquery or WITH query that a FROM names.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) columns: Vec<Visible>,
}

/// One query.
#[derive(Debug, Default)]
pub(crate) struct Scope<'a> {
    pub(crate) sources: Vec<Source>,
    /// Names of the result's columns with their expressions, which conditions may use in SQLite.
    pub(crate) aliases: Vec<(String, &'a Expr)>,
    /// Expressions of GROUP BY.
    pub(crate) keys: Vec<String>,
    /// Columns outside of aggregates and of `keys`.
    pub(crate) bare: Vec<String>,
    /// Number of aggregates.
    pub(crate) aggregates: usize,
}

impl Source {
    /// Makes a source of a table.
    pub(crate) fn of_table(name: &str, table: &Table, has_scope: bool) -> Self {
        let columns = table.columns.iter().map(|column| {
            let typed = Typed::value(format!("{}.{}", quoted(name), quoted(&column.name)), column.of);
            let typed = typed.nullable(column.is_nullable).collated(column.of == Type::Text);
            Visible { name: column.name.clone(), typed, is_hidden: false }
        });
        let scope = has_scope.then(|| {
            let typed = Typed::value(format!("{}.\"scope_id\"", quoted(name)), Type::Integer).nullable(false);
            Visible { name: "scope_id".into(), typed, is_hidden: true }
        });
        Self { name: name.to_owned(), columns: columns.chain(scope).collect() }
    }

    /// Makes a source of a query's columns.
    pub(crate) fn of_outputs(name: &str, outputs: &[Output]) -> Self {
        let columns = outputs.iter().map(|output| {
            let sql = format!("{}.{}", quoted(name), quoted(&output.name));
            // PostgreSQL makes texts of parameters and NULLs that have no type.
            let typed = Typed::value(sql, output.of.unwrap_or(Type::Text));
            let typed = typed.nullable(output.is_nullable).collated(output.is_collated);
            Visible { name: output.name.clone(), typed, is_hidden: false }
        });
        Self { name: name.to_owned(), columns: columns.collect() }
    }

    pub(crate) fn column(&self, name: &str) -> Option<&Visible> {
        self.columns.iter().find(|column| column.name.eq_ignore_ascii_case(name))
    }
}

/// Returns a name without a schema.
pub(crate) fn table_name(name: &ObjectName) -> Result<&str, Refusal> {
    match name.0.as_slice() {
        [part] => match part.as_ident() {
            Some(ident) => Ok(&ident.value),
            None => Err(Refusal::Invalid(format!("no such table: {name}"))),
        },
        _ => Err(Refusal::Invalid(format!("no such table: {name}"))),
    }
}

/// Returns a name that the statement gives to something.
pub(crate) fn new_name(name: &Ident) -> Result<&str, Refusal> {
    if name.value.len() > LONGEST_NAME || name.value.is_empty() || name.value.chars().any(char::is_control) {
        return Err(Refusal::Invalid(format!(
            "the name \"{}\" must have 1–{LONGEST_NAME} bytes and no control characters",
            name.value.escape_debug().take(LONGEST_NAME).collect::<String>()
        )));
    }
    Ok(&name.value)
}

/// Returns the name of a result's column that the statement gives no name: its text, as in SQLite.
pub(crate) fn name_of(expr: &Expr) -> String {
    let mut name = String::new();
    for c in expr.to_string().chars().filter(|c| !c.is_control()) {
        if name.len() + c.len_utf8() > LONGEST_NAME {
            break;
        }
        name.push(c);
    }
    name
}

/// Returns whether a typed expression is a text.
pub(crate) fn is_text(typed: &Typed) -> bool {
    typed.of == Of::Value(Type::Text)
}
