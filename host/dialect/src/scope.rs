//! What names stand for within a query.

use sqlparser::ast::{Expr, Ident, ObjectName};

use crate::Refusal;
use crate::catalogue::Table;
use crate::translator::Translator;
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
    /// Columns that stand outside of aggregates and of `keys`.
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

impl<'a> Translator<'a> {
    /// Returns the scope of the present query.
    pub(crate) fn scope(&mut self) -> Result<&mut Scope<'a>, Refusal> {
        self.scopes.last_mut().ok_or_else(|| Refusal::Invalid("syntax error".into()))
    }

    /// Translates a column's name. The names of the result's columns come last, as in SQLite.
    pub(crate) fn column(&mut self, name: &Ident) -> Result<Typed, Refusal> {
        for index in (0..self.scopes.len()).rev() {
            let (outer, inner) = self.scopes.split_at_mut(index + 1);
            let Some(scope) = outer.last_mut() else { continue };
            let columns =
                scope.sources.iter().flat_map(|source| source.columns.iter().map(move |column| (source, column)));
            let mut found =
                columns.filter(|(_, column)| column.name.eq_ignore_ascii_case(&name.value) && !column.is_hidden);
            match (found.next(), found.next()) {
                (Some(_), Some(_)) => {
                    return Err(Refusal::Invalid(format!("ambiguous column name: {}", name.value)));
                }
                (Some((source, column)), None) => {
                    // It is written with the name of its table, which must not be another table's further in.
                    let is_captured = |scope: &Scope<'_>| scope.sources.iter().any(|other| other.name == source.name);
                    if inner.iter().any(is_captured) {
                        return Err(Refusal::Invalid(format!("ambiguous column name: {}", name.value)));
                    }
                    let typed = column.typed.clone();
                    let bare = column.name.clone();
                    scope.bare.push(bare);
                    return Ok(typed);
                }
                (None, _) => {}
            }
            // Further in, names of tables could be others.
            if inner.is_empty()
                && let Some((_, expr)) = scope.aliases.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(&name.value))
            {
                let expr: &'a Expr = expr;
                // Within the expression, names are those of tables.
                let aliases = std::mem::take(&mut scope.aliases);
                let typed = self.expr(expr, None);
                self.scopes[index].aliases = aliases;
                return typed;
            }
        }
        // The host may name the scope, which is not among the columns of `*`.
        if name.value.eq_ignore_ascii_case("scope_id")
            && let Some(column) =
                self.scopes.last().and_then(|scope| scope.sources.iter().find_map(|source| source.column("scope_id")))
        {
            return Ok(column.typed.clone());
        }
        Err(Refusal::Invalid(format!("no such column: {}", name.value)))
    }

    /// Translates the name of a column with that of its table.
    pub(crate) fn qualified_column(&mut self, names: &[Ident]) -> Result<Typed, Refusal> {
        let full = || names.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(".");
        let missing = || Refusal::Invalid(format!("no such column: {}", full()));
        let [table, name] = names else { return Err(missing()) };
        for scope in self.scopes.iter_mut().rev() {
            let Some(source) = scope.sources.iter().find(|source| source.name.eq_ignore_ascii_case(&table.value))
            else {
                continue;
            };
            let column = source.column(&name.value).ok_or_else(missing)?;
            let typed = column.typed.clone();
            scope.bare.push(full());
            return Ok(typed);
        }
        Err(missing())
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
