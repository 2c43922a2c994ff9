//! INSERT, UPDATE and DELETE.

use sqlparser::ast::{
    Assignment, AssignmentTarget, ConflictTarget, Delete, DoUpdate, Expr, FromTable, Insert, OnConflict,
    OnConflictAction, OnInsert, Query, SelectItem, SetExpr, SqliteOnConflict, Statement, TableAliasWithoutColumns,
    TableFactor, TableObject, TableWithJoins, Update, UpdateTableFromKind,
};

use crate::catalogue::{Column, Table};
use crate::from::alias_name;
use crate::items::require_few;
use crate::scope::{Scope, Source, new_name, table_name};
use crate::translator::Translator;
use crate::typed::{Type, Typed, quoted, unavailable};
use crate::{Author, Kind, Refusal};

/// Tables whose triggers may write the outbox, because a change of them is an event that webhooks wait for.
const OUTBOX_BY_TRIGGER: [&str; 7] =
    ["documents", "exports", "ledger", "ledger_entries", "takeoffs", "webhook_deliveries", "webhook_endpoints"];

/// A table that is written.
#[derive(Clone, Copy)]
struct Target<'a> {
    name: &'a str,
    table: &'a Table,
    /// The name that expressions have for it.
    alias: &'a str,
}

impl<'a> Translator<'a> {
    /// Translates a change of rows. `with` is the WITH before it.
    pub(crate) fn write(&mut self, statement: &'a Statement, with: String) -> Result<(Kind, bool, String), Refusal> {
        let (inserts, sql) = match statement {
            Statement::Insert(insert) => (true, self.insert(insert)?),
            Statement::Update(update) => (false, self.update(update)?),
            Statement::Delete(delete) => (false, self.delete(delete)?),
            _ => return Err(Refusal::Invalid("syntax error: the statement neither reads nor changes rows".into())),
        };
        Ok((Kind::Write, inserts, with + &sql))
    }

    fn target(&mut self, name: &str, alias: Option<&'a str>) -> Result<Target<'a>, Refusal> {
        let (name, table) = self.writable_table(name)?;
        self.writes_outbox |= name == "outbox";
        self.triggers_outbox |= OUTBOX_BY_TRIGGER.contains(&name);
        self.writes_ledger |= matches!(name, "ledger" | "ledger_entries");
        Ok(Target { name, table, alias: alias.unwrap_or(name) })
    }

    fn source_of(&self, target: Target<'a>) -> Source {
        let has_scope = self.author == Author::Host && self.is_tenants(target.name);
        Source::of_table(target.alias, target.table, has_scope)
    }

    fn insert(&mut self, insert: &'a Insert) -> Result<String, Refusal> {
        let Insert {
            insert_token: _,
            optimizer_hints: _,
            or,
            ignore,
            into: _,
            table,
            table_alias,
            columns,
            by_name,
            overwrite,
            source,
            assignments,
            partitioned,
            after_columns,
            overriding,
            has_table_keyword,
            on,
            returning,
            output,
            replace_into,
            priority,
            insert_alias,
            settings,
            format_clause,
            multi_table_insert_type,
            multi_table_into_clauses,
            multi_table_when_clauses,
            multi_table_else_clause,
        } = insert;
        let is_sqlite = !ignore
            && !by_name
            && !overwrite
            && assignments.is_empty()
            && partitioned.is_none()
            && after_columns.is_empty()
            && overriding.is_none()
            && !has_table_keyword
            && output.is_none()
            && priority.is_none()
            && insert_alias.is_none()
            && settings.is_none()
            && format_clause.is_none()
            && multi_table_insert_type.is_none()
            && multi_table_into_clauses.is_empty()
            && multi_table_when_clauses.is_empty()
            && multi_table_else_clause.is_none();
        let TableObject::TableName(name) = table else {
            return Err(Refusal::Invalid("near \"INTO\": syntax error".into()));
        };
        if !is_sqlite {
            return Err(Refusal::Invalid("near \"INSERT\": syntax error".into()));
        }
        let alias = match table_alias {
            Some(TableAliasWithoutColumns { explicit: _, alias }) => Some(new_name(alias)?),
            None => None,
        };
        let target = self.target(table_name(name)?, alias)?;
        let mut set: Vec<(&str, Option<&Column>)> = Vec::new();
        for column in columns {
            let column = self.settable(target, table_name(column)?)?;
            if set.iter().any(|(name, _)| *name == column.0) {
                return Err(Refusal::Invalid(format!("column {} is set twice", column.0)));
            }
            set.push(column);
        }
        if columns.is_empty() && source.is_some() {
            set = target.table.columns.iter().map(|column| (column.name.as_str(), Some(column))).collect();
        }
        require_few(set.len(), "set list")?;
        let mut sql = format!("INSERT INTO {}", quoted(target.name));
        if target.alias != target.name {
            sql.push_str(&format!(" AS {}", quoted(target.alias)));
        }
        match source {
            None => sql.push_str(" DEFAULT VALUES"),
            Some(query) => {
                let names: Vec<String> = set.iter().map(|(name, _)| quoted(name)).collect();
                let rows = self.inserted(query, target.name, &set)?;
                sql.push_str(&format!(" ({}) {rows}", names.join(", ")));
            }
        }
        sql.push_str(&self.on_conflict(target, &set, on.as_ref(), *or, *replace_into)?);
        sql.push_str(&self.returning(target, returning.as_deref())?);
        Ok(sql)
    }

    /// Returns the name and the definition of a column that a statement sets.
    fn settable(&self, target: Target<'a>, name: &str) -> Result<(&'a str, Option<&'a Column>), Refusal> {
        if let Some(column) = target.table.column(name) {
            return Ok((column.name.as_str(), Some(column)));
        }
        if name.eq_ignore_ascii_case("scope_id") && self.author == Author::Host && self.is_tenants(target.name) {
            return Ok(("scope_id", None));
        }
        Err(Refusal::Invalid(format!("table {} has no column named {name}", target.name)))
    }

    /// Translates the rows of an INSERT.
    fn inserted(&mut self, query: &'a Query, name: &str, set: &[(&str, Option<&Column>)]) -> Result<String, Refusal> {
        let types: Vec<Option<Type>> =
            set.iter().map(|(_, column)| Some(column.map_or(Type::Integer, |column| column.of))).collect();
        let is_plain = query.with.is_none() && query.order_by.is_none() && query.limit_clause.is_none();
        if let SetExpr::Values(values) = &*query.body
            && is_plain
        {
            if values.explicit_row || values.value_keyword {
                return Err(Refusal::Invalid("near \"VALUES\": syntax error".into()));
            }
            self.scopes.push(Scope::default());
            let mut rows = Vec::with_capacity(values.rows.len());
            for row in &values.rows {
                if row.content.len() != set.len() {
                    return Err(Refusal::Invalid(format!(
                        "table {name} has {} values for {} columns",
                        row.content.len(),
                        set.len()
                    )));
                }
                let mut cells = Vec::with_capacity(set.len());
                for (value, of) in row.content.iter().zip(&types) {
                    cells.push(self.stored(value, of.unwrap_or(Type::Text))?.sql);
                }
                rows.push(format!("({})", cells.join(", ")));
            }
            self.scopes.pop();
            return Ok(format!("VALUES {}", rows.join(", ")));
        }
        let rows = self.query(query, Some(&types))?;
        if rows.outputs.len() != set.len() {
            return Err(Refusal::Invalid(format!(
                "table {name} has {} values for {} columns",
                rows.outputs.len(),
                set.len()
            )));
        }
        Ok(rows.sql)
    }

    /// Translates a value that is stored in a column.
    fn stored(&mut self, value: &'a Expr, of: Type) -> Result<Typed, Refusal> {
        let typed = self.expr(value, Some(of))?;
        self.converted(typed, of)
    }

    fn on_conflict(
        &mut self,
        target: Target<'a>,
        set: &[(&str, Option<&Column>)],
        on: Option<&'a OnInsert>,
        or: Option<SqliteOnConflict>,
        replaces: bool,
    ) -> Result<String, Refusal> {
        if on.is_some() && target.table.view.is_some() {
            return Err(Refusal::Invalid("cannot UPSERT a view".into()));
        }
        match (on, or) {
            (None, None | Some(SqliteOnConflict::Abort)) if !replaces => Ok(String::new()),
            (None, Some(SqliteOnConflict::Ignore)) => Ok(" ON CONFLICT DO NOTHING".into()),
            (None, None | Some(SqliteOnConflict::Replace)) => self.replacement(target, set),
            (Some(OnInsert::OnConflict(OnConflict { conflict_target, action })), None) if !replaces => {
                let place = match conflict_target {
                    None => String::new(),
                    Some(ConflictTarget::Columns { columns, predicate }) => {
                        let mut names = Vec::with_capacity(columns.len());
                        for column in columns {
                            names.push(self.settable(target, &column.value)?.0);
                        }
                        let predicate = match predicate {
                            Some(predicate) => {
                                self.scopes.push(self.scope_of(target));
                                let condition = self.condition(predicate);
                                self.scopes.pop();
                                format!(" WHERE {}", condition?)
                            }
                            None => String::new(),
                        };
                        format!(" ({}){predicate}", self.key(target, names))
                    }
                    Some(ConflictTarget::OnConstraint(_)) => {
                        return Err(Refusal::Invalid("near \"CONSTRAINT\": syntax error".into()));
                    }
                };
                match action {
                    OnConflictAction::DoNothing => Ok(format!(" ON CONFLICT{place} DO NOTHING")),
                    OnConflictAction::DoUpdate(DoUpdate { assignments, selection }) => {
                        if place.is_empty() {
                            return Err(unavailable("ON CONFLICT DO UPDATE without the columns of the key"));
                        }
                        let mut scope = self.scope_of(target);
                        let mut excluded = Source::of_table("excluded", target.table, false);
                        // A name without a table is the stored row's.
                        excluded.columns.iter_mut().for_each(|column| column.is_hidden = true);
                        scope.sources.push(excluded);
                        self.scopes.push(scope);
                        let assignments = self.assignments(target, assignments)?;
                        let condition = match selection {
                            Some(selection) => format!(" WHERE {}", self.condition(selection)?),
                            None => String::new(),
                        };
                        self.scopes.pop();
                        Ok(format!(" ON CONFLICT{place} DO UPDATE SET {assignments}{condition}"))
                    }
                }
            }
            (Some(OnInsert::OnConflict(_)), _) => Err(unavailable("ON CONFLICT together with OR or REPLACE")),
            (_, Some(or)) => Err(unavailable(&format!("INSERT OR {or}"))),
            _ => Err(Refusal::Invalid("near \"ON\": syntax error".into())),
        }
    }

    fn scope_of(&self, target: Target<'a>) -> Scope<'a> {
        Scope { sources: vec![self.source_of(target)], ..Scope::default() }
    }

    /// Writes the columns of a key, which begins with the scope in tables of tenants.
    fn key(&self, target: Target<'a>, mut names: Vec<&str>) -> String {
        if self.is_tenants(target.name) && !names.contains(&"scope_id") {
            names.insert(0, "scope_id");
        }
        let names: Vec<String> = names.into_iter().map(quoted).collect();
        names.join(", ")
    }

    /// Writes INSERT OR REPLACE, where the new row takes the place of the one with its primary key.
    fn replacement(&self, target: Target<'a>, set: &[(&str, Option<&Column>)]) -> Result<String, Refusal> {
        let key = &target.table.primary_key;
        if key.is_empty() || !target.table.unique_keys.is_empty() || set.iter().any(|(_, column)| column.is_none()) {
            return Err(unavailable("REPLACE on a table with more unique keys than one"));
        }
        let others = target.table.columns.iter().filter(|column| !key.contains(&column.name));
        let others: Vec<String> =
            others.map(|column| format!("{0} = \"excluded\".{0}", quoted(&column.name))).collect();
        let place = self.key(target, key.iter().map(String::as_str).collect());
        Ok(if others.is_empty() {
            format!(" ON CONFLICT ({place}) DO NOTHING")
        } else {
            format!(" ON CONFLICT ({place}) DO UPDATE SET {}", others.join(", "))
        })
    }

    fn assignments(&mut self, target: Target<'a>, assignments: &'a [Assignment]) -> Result<String, Refusal> {
        require_few(assignments.len(), "set list")?;
        let mut written: Vec<(&str, String)> = Vec::with_capacity(assignments.len());
        for Assignment { target: place, value } in assignments {
            let AssignmentTarget::ColumnName(name) = place else {
                return Err(unavailable("SET of several columns at once"));
            };
            let name = table_name(name)?;
            let Some(column) = target.table.column(name) else {
                return Err(Refusal::Invalid(format!("no such column: {name}")));
            };
            // Of two values for a column, SQLite takes the last.
            written.retain(|(other, _)| *other != column.name);
            written.push((&column.name, self.stored(value, column.of)?.sql));
        }
        let written: Vec<String> =
            written.into_iter().map(|(name, value)| format!("{} = {value}", quoted(name))).collect();
        Ok(written.join(", "))
    }

    fn returning(&mut self, target: Target<'a>, items: Option<&'a [SelectItem]>) -> Result<String, Refusal> {
        let Some(items) = items else { return Ok(String::new()) };
        self.has_returning = true;
        self.scopes.push(self.scope_of(target));
        let items = self.items(items)?;
        require_few(items.len(), "set list")?;
        let mut written = Vec::with_capacity(items.len());
        for item in &items {
            let (name, typed) = self.item(item, None)?;
            written.push(format!("{} AS {}", typed.sql, quoted(&name)));
        }
        let scope = self.scopes.pop().unwrap_or_default();
        if scope.aggregates > 0 {
            return Err(Refusal::Invalid("misuse of aggregate function in RETURNING".into()));
        }
        Ok(format!(" RETURNING {}", written.join(", ")))
    }

    fn update(&mut self, update: &'a Update) -> Result<String, Refusal> {
        let Update {
            update_token: _,
            optimizer_hints: _,
            table,
            on_cluster,
            assignments,
            from,
            selection,
            returning,
            output,
            or,
            order_by,
            limit,
            settings,
        } = update;
        if on_cluster.is_some() || output.is_some() || settings.is_some() || !order_by.is_empty() || limit.is_some() {
            return Err(Refusal::Invalid("near \"ORDER\" or \"LIMIT\": syntax error".into()));
        }
        if !matches!(or, None | Some(SqliteOnConflict::Abort)) {
            return Err(unavailable("UPDATE OR"));
        }
        let target = self.only_table(table)?;
        if target.table.view.is_some() {
            return Err(Refusal::Invalid(format!("cannot modify {} because it is a view", target.name)));
        }
        let mut scope = self.scope_of(target);
        let joined = match from {
            None => String::new(),
            Some(UpdateTableFromKind::AfterSet(tables)) => {
                let (others, sql) = self.from(tables)?;
                scope.sources.extend(others.sources);
                sql
            }
            Some(UpdateTableFromKind::BeforeSet(_)) => {
                return Err(Refusal::Invalid("near \"FROM\": syntax error".into()));
            }
        };
        self.scopes.push(scope);
        let assignments = self.assignments(target, assignments)?;
        let condition = self.where_clause(selection.as_ref())?;
        self.scopes.pop();
        let returning = self.returning(target, returning.as_deref())?;
        Ok(format!("UPDATE {} SET {assignments}{joined}{condition}{returning}", named(target)))
    }

    fn delete(&mut self, delete: &'a Delete) -> Result<String, Refusal> {
        let Delete {
            delete_token: _,
            optimizer_hints: _,
            tables,
            from,
            on_cluster,
            using,
            selection,
            returning,
            output,
            order_by,
            limit,
            settings,
        } = delete;
        let is_sqlite = tables.is_empty()
            && on_cluster.is_none()
            && using.is_none()
            && output.is_none()
            && order_by.is_empty()
            && limit.is_none()
            && settings.is_none();
        let (FromTable::WithFromKeyword(from), true) = (from, is_sqlite) else {
            return Err(Refusal::Invalid("near \"DELETE\": syntax error".into()));
        };
        let [table] = from.as_slice() else { return Err(Refusal::Invalid("near \",\": syntax error".into())) };
        let target = self.only_table(table)?;
        if target.table.view.is_some() {
            return Err(Refusal::Invalid(format!("cannot modify {} because it is a view", target.name)));
        }
        self.scopes.push(self.scope_of(target));
        let condition = self.where_clause(selection.as_ref())?;
        self.scopes.pop();
        let returning = self.returning(target, returning.as_deref())?;
        Ok(format!("DELETE FROM {}{condition}{returning}", named(target)))
    }

    fn where_clause(&mut self, selection: Option<&'a Expr>) -> Result<String, Refusal> {
        match selection {
            Some(selection) => Ok(format!(" WHERE {}", self.condition(selection)?)),
            None => Ok(String::new()),
        }
    }

    /// Returns the only table of an UPDATE or DELETE.
    fn only_table(&mut self, table: &'a TableWithJoins) -> Result<Target<'a>, Refusal> {
        let TableWithJoins { relation, joins } = table;
        let TableFactor::Table { name, alias, args: None, .. } = relation else {
            return Err(Refusal::Invalid("near \"(\": syntax error".into()));
        };
        if !joins.is_empty() {
            return Err(Refusal::Invalid("near \"JOIN\": syntax error".into()));
        }
        let alias = alias.as_ref().map(alias_name).transpose()?;
        self.target(table_name(name)?, alias)
    }
}

fn named(target: Target<'_>) -> String {
    if target.alias == target.name {
        quoted(target.name)
    } else {
        format!("{} AS {}", quoted(target.name), quoted(target.alias))
    }
}
