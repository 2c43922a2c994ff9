//! Resolution of the names in a query.

use sqlparser::ast::{Expr, Ident};

use crate::refusal::Refusal;
use crate::scope::Scope;
use crate::translator::Translator;
use crate::typed::Typed;

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
