//! The tables of a FROM.

use sqlparser::ast::{Join, JoinConstraint, JoinOperator, Query, TableAlias, TableFactor, TableWithJoins};

use crate::scope::{Scope, Source, new_name, table_name};
use crate::translator::Translator;
use crate::typed::{quoted, unavailable};
use crate::{Author, Refusal};

/// Tables of one FROM. SQLite joins at most 64.
const MOST_TABLES: usize = 64;

/// Which side of a join has NULLs where nothing matches.
struct Outer {
    left: bool,
    right: bool,
}

impl<'a> Translator<'a> {
    /// Translates a FROM. Returns its text, empty if there is none, and the names that it makes visible.
    pub(crate) fn from(&mut self, from: &'a [TableWithJoins]) -> Result<(Scope<'a>, String), Refusal> {
        let mut scope = Scope::default();
        let mut sql = String::new();
        for table in from {
            // SQLite joins from left to right over commas too.
            sql.push_str(if sql.is_empty() { " FROM " } else { " CROSS JOIN " });
            sql.push_str(&self.joined(table, &mut scope)?);
        }
        Ok((scope, sql))
    }

    fn joined(&mut self, table: &'a TableWithJoins, scope: &mut Scope<'a>) -> Result<String, Refusal> {
        let TableWithJoins { relation, joins } = table;
        let mut sql = self.table_factor(relation, scope)?;
        for join in joins {
            let Join { relation, global, join_operator } = join;
            let left = scope.sources.len();
            let (word, constraint, outer) = operator(join_operator)?;
            if *global {
                return Err(unavailable("GLOBAL JOIN"));
            }
            let right = self.table_factor(relation, scope)?;
            if outer.left {
                allow_nulls(&mut scope.sources[..left]);
            }
            if outer.right {
                allow_nulls(&mut scope.sources[left..]);
            }
            let (word, condition) = self.constraint(constraint, word, &outer, scope, left)?;
            sql.push_str(&format!(" {word} {right}{condition}"));
        }
        Ok(sql)
    }

    /// Translates the condition of a join. An inner join without one is a cross join.
    fn constraint(
        &mut self,
        constraint: &'a JoinConstraint,
        word: &'static str,
        outer: &Outer,
        scope: &mut Scope<'a>,
        left: usize,
    ) -> Result<(&'static str, String), Refusal> {
        match constraint {
            JoinConstraint::On(condition) => {
                self.scopes.push(std::mem::take(scope));
                let condition = self.condition(condition);
                *scope = self.scopes.pop().unwrap_or_default();
                scope.bare.clear();
                Ok((word, format!(" ON {}", condition?)))
            }
            JoinConstraint::Using(names) => {
                if outer.left {
                    return Err(unavailable("USING of a RIGHT or FULL JOIN"));
                }
                let mut columns = Vec::with_capacity(names.len());
                for name in names {
                    let name = table_name(name)?;
                    let missing = || {
                        Refusal::Invalid(format!("cannot join using column {name} - column not present in both tables"))
                    };
                    let (lefts, rights) = scope.sources.split_at_mut(left);
                    let is_one = |source: &Source| source.column(name).is_some_and(|column| !column.is_hidden);
                    if lefts.iter().filter(|source| is_one(source)).count() != 1 {
                        return Err(missing());
                    }
                    let columns_of_right = rights.iter_mut().flat_map(|source| &mut source.columns);
                    let mut found =
                        columns_of_right.filter(|column| column.name.eq_ignore_ascii_case(name) && !column.is_hidden);
                    let column = found.next().ok_or_else(missing)?;
                    column.is_hidden = true;
                    columns.push(quoted(&column.name));
                }
                Ok((word, format!(" USING ({})", columns.join(", "))))
            }
            JoinConstraint::None if word == "JOIN" => Ok(("CROSS JOIN", String::new())),
            JoinConstraint::None => Ok((word, " ON TRUE".into())),
            // PostgreSQL's tables have a column more, which would be compared too.
            JoinConstraint::Natural => Err(unavailable("NATURAL JOIN")),
            JoinConstraint::UsingAlias(..) => Err(Refusal::Invalid("near \"AS\": syntax error".into())),
        }
    }

    fn table_factor(&mut self, factor: &'a TableFactor, scope: &mut Scope<'a>) -> Result<String, Refusal> {
        self.step()?;
        if scope.sources.len() >= MOST_TABLES {
            return Err(Refusal::Invalid(format!("at most {MOST_TABLES} tables in a join")));
        }
        match factor {
            TableFactor::Table {
                name,
                alias,
                args,
                with_hints,
                version,
                with_ordinality,
                partitions,
                json_path,
                sample,
                index_directives: _,
                inheritance,
            } => {
                if args.is_some() {
                    return Err(Refusal::Denied(format!("the function {} is not available", table_name(name)?)));
                }
                let is_plain = with_hints.is_empty()
                    && version.is_none()
                    && !with_ordinality
                    && partitions.is_empty()
                    && json_path.is_none()
                    && sample.is_none()
                    && inheritance.is_none();
                if !is_plain {
                    return Err(Refusal::Invalid(format!("near \"{name}\": syntax error")));
                }
                let name = table_name(name)?;
                let alias = alias.as_ref().map(alias_name).transpose()?;
                let (canonical, source) = self.source(name, alias)?;
                let sql = match alias {
                    Some(alias) => format!("{} AS {}", quoted(&canonical), quoted(alias)),
                    None => quoted(&canonical),
                };
                scope.sources.push(source);
                Ok(sql)
            }
            TableFactor::Derived { lateral: false, subquery, alias, sample: None } => {
                let alias = alias.as_ref().map(alias_name).transpose()?;
                self.derived(subquery, alias, scope)
            }
            TableFactor::NestedJoin { table_with_joins, alias: None } => {
                let sql = self.joined(table_with_joins, scope)?;
                Ok(if table_with_joins.joins.is_empty() { sql } else { format!("({sql})") })
            }
            TableFactor::Function { name, .. } => Err(Refusal::Denied(format!("the function {name} is not available"))),
            TableFactor::TableFunction { .. } => {
                Err(Refusal::Denied("functions that return tables are not available".into()))
            }
            _ => Err(Refusal::Invalid("near \"FROM\": syntax error".into())),
        }
    }

    fn derived(&mut self, query: &'a Query, alias: Option<&str>, scope: &mut Scope<'a>) -> Result<String, Refusal> {
        let rows = self.query(query, None)?;
        let alias = alias.map_or_else(|| format!("subquery {}", scope.sources.len() + 1), str::to_owned);
        scope.sources.push(Source::of_outputs(&alias, &rows.outputs));
        Ok(format!("({}) AS {}", rows.sql, quoted(&alias)))
    }

    /// Returns the name for PostgreSQL and the columns of a table or a WITH query.
    fn source(&mut self, name: &str, alias: Option<&str>) -> Result<(String, Source), Refusal> {
        if let Some((name, outputs)) = self.with.iter().rev().find(|(with, _)| with.eq_ignore_ascii_case(name)) {
            return Ok((name.clone(), Source::of_outputs(alias.unwrap_or(name), outputs)));
        }
        let (name, table) = self.table(name)?;
        let has_scope = self.author == Author::Host && self.is_tenants(name);
        Ok((name.to_owned(), Source::of_table(alias.unwrap_or(name), table, has_scope)))
    }
}

/// Returns the alias of a table. SQLite's have no columns.
pub(crate) fn alias_name(alias: &TableAlias) -> Result<&str, Refusal> {
    let TableAlias { explicit: _, name, columns, at } = alias;
    if !columns.is_empty() || at.is_some() {
        return Err(Refusal::Invalid("near \"(\": syntax error".into()));
    }
    new_name(name)
}

fn allow_nulls(sources: &mut [Source]) {
    for column in sources.iter_mut().flat_map(|source| &mut source.columns) {
        column.typed.is_nullable = true;
    }
}

fn operator(operator: &JoinOperator) -> Result<(&'static str, &JoinConstraint, Outer), Refusal> {
    let outer = |left, right| Outer { left, right };
    Ok(match operator {
        JoinOperator::Join(constraint) | JoinOperator::Inner(constraint) | JoinOperator::CrossJoin(constraint) => {
            ("JOIN", constraint, outer(false, false))
        }
        JoinOperator::Left(constraint) | JoinOperator::LeftOuter(constraint) => {
            ("LEFT JOIN", constraint, outer(false, true))
        }
        JoinOperator::Right(constraint) | JoinOperator::RightOuter(constraint) => {
            ("RIGHT JOIN", constraint, outer(true, false))
        }
        JoinOperator::FullOuter(constraint) => ("FULL JOIN", constraint, outer(true, true)),
        _ => return Err(Refusal::Invalid("near \"JOIN\": syntax error".into())),
    })
}
