//! SELECT, VALUES, WITH and compounds of them.

use sqlparser::ast::{
    Cte, CteAsMaterialized, Distinct, Expr, GroupByExpr, Ident, NamedWindowExpr, OrderBy, Query, Select, SelectFlavor,
    SelectItem, SelectItemQualifiedWildcardKind, SetExpr, SetOperator, SetQuantifier, Values,
    WildcardAdditionalOptions, With,
};

use crate::items::{Item, require_few};
use crate::order::{compound_order, index_of, ordinal};
use crate::scope::{Output, Scope, Source, Visible, name_of, new_name, table_name};
use crate::translator::Translator;
use crate::typed::{Of, Type, Typed, mismatch, quoted, unavailable};
use crate::{Kind, Refusal};

/// SELECTs of one compound, as in the SQLite sandbox.
const MOST_COMPOUND_TERMS: usize = 20;

/// A translated query.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) sql: String,
    pub(crate) outputs: Vec<Output>,
}

/// Types that the place of a query wants for its columns.
pub(crate) type Wanted<'w> = Option<&'w [Option<Type>]>;

impl<'a> Translator<'a> {
    /// Translates a statement that the parser has as a query: one, or a change of rows after WITH.
    pub(crate) fn statement(&mut self, query: &'a Query) -> Result<(Kind, bool, String), Refusal> {
        let statement = match &*query.body {
            SetExpr::Insert(statement) | SetExpr::Update(statement) | SetExpr::Delete(statement) => statement,
            _ => return Ok((Kind::Read, false, self.query(query, None)?.sql)),
        };
        require_plain(query)?;
        if query.order_by.is_some() || query.limit_clause.is_some() {
            return Err(Refusal::Invalid("near \"ORDER\": syntax error".into()));
        }
        let with = query.with.as_ref().map(|with| self.with(with)).transpose()?.unwrap_or_default();
        self.write(statement, with)
    }

    /// Translates a query within a statement.
    pub(crate) fn query(&mut self, query: &'a Query, wanted: Wanted<'_>) -> Result<Rows, Refusal> {
        self.step()?;
        require_plain(query)?;
        let visible = self.with.len();
        let rows = self.query_after_with(query, wanted);
        self.with.truncate(visible);
        let rows = rows?;
        self.require_short(&rows.sql)?;
        Ok(rows)
    }

    fn query_after_with(&mut self, query: &'a Query, wanted: Wanted<'_>) -> Result<Rows, Refusal> {
        let with = query.with.as_ref().map(|with| self.with(with)).transpose()?.unwrap_or_default();
        let order_by = query.order_by.as_ref();
        let mut rows = match &*query.body {
            SetExpr::Select(select) => self.select(select, order_by, wanted)?,
            body => {
                let mut rows = self.body(body, wanted)?;
                if let Some(order_by) = order_by {
                    rows.sql.push_str(&compound_order(order_by, &rows.outputs)?);
                }
                rows
            }
        };
        if let Some(limit) = &query.limit_clause {
            rows.sql.push_str(&self.limit(limit)?);
        }
        Ok(Rows { sql: with + &rows.sql, ..rows })
    }

    /// Translates the WITH of a query, which is visible from there on.
    fn with(&mut self, with: &'a With) -> Result<String, Refusal> {
        let With { with_token: _, recursive, cte_tables } = with;
        let mut written = Vec::with_capacity(cte_tables.len());
        for cte in cte_tables {
            let Cte { alias, query, from, materialized, closing_paren_token: _ } = cte;
            if from.is_some() || alias.at.is_some() || alias.columns.iter().any(|column| column.data_type.is_some()) {
                return Err(Refusal::Invalid("near \"WITH\": syntax error".into()));
            }
            let name = new_name(&alias.name)?;
            let names: Vec<&Ident> = alias.columns.iter().map(|column| &column.name).collect();
            let rows = self.with_query(name, &names, query, *recursive)?;
            let columns: Vec<String> = rows.outputs.iter().map(|output| quoted(&output.name)).collect();
            let hint = match materialized {
                None => "",
                Some(CteAsMaterialized::Materialized) => "MATERIALIZED ",
                Some(CteAsMaterialized::NotMaterialized) => "NOT MATERIALIZED ",
            };
            written.push(format!("{} ({}) AS {hint}({})", quoted(name), columns.join(", "), rows.sql));
            self.with.push((name.to_owned(), rows.outputs));
        }
        Ok(format!("WITH {}{} ", if *recursive { "RECURSIVE " } else { "" }, written.join(", ")))
    }

    fn with_query(&mut self, name: &str, names: &[&Ident], query: &'a Query, recursive: bool) -> Result<Rows, Refusal> {
        let renamed = |mut outputs: Vec<Output>| {
            if !names.is_empty() && names.len() != outputs.len() {
                return Err(Refusal::Invalid(format!(
                    "table {name} has {} values for {} columns",
                    outputs.len(),
                    names.len()
                )));
            }
            for (output, name) in outputs.iter_mut().zip(names) {
                new_name(name)?.clone_into(&mut output.name);
            }
            Ok(outputs)
        };
        let visible = self.with.len();
        if recursive && let SetExpr::SetOperation { left, .. } = &*query.body {
            // Its own rows are those that the first part yields. Later ones may have NULLs.
            let mut first = renamed(self.body(left, None)?.outputs)?;
            for output in &mut first {
                output.is_nullable = true;
                // A parameter without a type that later rows are counted from.
                output.of = output.of.or(Some(Type::Integer));
            }
            self.with.push((name.to_owned(), first));
        }
        let rows = self.query(query, None);
        self.with.truncate(visible);
        let rows = rows?;
        Ok(Rows { sql: rows.sql, outputs: renamed(rows.outputs)? })
    }

    fn body(&mut self, body: &'a SetExpr, wanted: Wanted<'_>) -> Result<Rows, Refusal> {
        self.step()?;
        match body {
            SetExpr::Select(select) => self.select(select, None, wanted),
            SetExpr::Query(query) => {
                let rows = self.query(query, wanted)?;
                Ok(Rows { sql: format!("({})", rows.sql), ..rows })
            }
            SetExpr::Values(values) => self.values(values, wanted),
            SetExpr::SetOperation { .. } => self.compound(body, wanted),
            SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) | SetExpr::Table(_) => {
                Err(Refusal::Invalid("only SELECT is allowed here: syntax error".into()))
            }
        }
    }

    /// Translates a compound, whose columns have one type in all its parts.
    fn compound(&mut self, body: &'a SetExpr, wanted: Wanted<'_>) -> Result<Rows, Refusal> {
        let mut parts = Vec::new();
        flatten(body, &mut parts);
        if parts.len() > MOST_COMPOUND_TERMS {
            return Err(Refusal::Invalid("too many terms in compound SELECT".into()));
        }
        let mut all = parts.iter().map(|part| self.body(part, wanted)).collect::<Result<Vec<_>, _>>()?;
        let Some(mut outputs) = all.first().map(|rows| rows.outputs.clone()) else {
            return Err(Refusal::Invalid("incomplete input".into()));
        };
        for rows in &all[1..] {
            if rows.outputs.len() != outputs.len() {
                return Err(Refusal::Invalid(
                    "SELECTs to the left and right of a set operator do not have the same number of result columns"
                        .into(),
                ));
            }
            for (common, output) in outputs.iter_mut().zip(&rows.outputs) {
                common.of = match (common.of, output.of) {
                    (Some(one), Some(other)) if one == other => Some(one),
                    (Some(one), Some(other)) if one.is_number() && other.is_number() => Some(Type::Real),
                    (Some(one), Some(other)) => return Err(mismatch(one, other)),
                    (one, other) => one.or(other),
                };
                common.is_nullable |= output.is_nullable;
                common.is_collated |= output.is_collated;
            }
        }
        let types: Vec<Option<Type>> = outputs.iter().map(|output| output.of).collect();
        for (part, rows) in parts.iter().zip(&mut all) {
            if rows.outputs.iter().zip(&types).any(|(output, of)| output.of != *of) {
                *rows = self.body(part, Some(&types))?;
            }
        }
        let mut texts = all.into_iter().map(|rows| rows.sql);
        let sql = compound_sql(body, &mut texts)?;
        Ok(Rows { sql, outputs })
    }

    fn values(&mut self, values: &'a Values, wanted: Wanted<'_>) -> Result<Rows, Refusal> {
        let Values { explicit_row, value_keyword, rows } = values;
        let width = rows.first().map_or(0, |row| row.content.len());
        if *explicit_row || *value_keyword || width == 0 || rows.iter().any(|row| row.content.len() != width) {
            return Err(Refusal::Invalid("all VALUES must have the same number of terms".into()));
        }
        require_few(width, "result set")?;
        self.scopes.push(Scope::default());
        let mut columns = Vec::with_capacity(width);
        let mut outputs = Vec::with_capacity(width);
        for index in 0..width {
            let wanted = wanted.and_then(|wanted| wanted.get(index).copied().flatten());
            let cells = rows.iter().map(|row| self.expr(&row.content[index], wanted).map(Typed::into_value));
            let cells = cells.collect::<Result<Vec<_>, _>>()?;
            let (cells, of) = self.unified(cells, wanted)?;
            let of = if let Of::Value(of) = of { Some(of) } else { None };
            let cells = self.with_parameters(cells);
            outputs.push(Output {
                name: format!("column{}", index + 1),
                of,
                is_nullable: cells.iter().any(|cell| cell.is_nullable),
                is_collated: cells.iter().any(|cell| cell.is_collated),
            });
            columns.push(cells.into_iter().map(|cell| shown(cell).sql).collect::<Vec<_>>());
        }
        self.scopes.pop();
        let rows = (0..rows.len()).map(|row| {
            let cells: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
            format!("({})", cells.join(", "))
        });
        Ok(Rows { sql: format!("VALUES {}", rows.collect::<Vec<_>>().join(", ")), outputs })
    }

    fn select(
        &mut self,
        select: &'a Select,
        order_by: Option<&'a OrderBy>,
        wanted: Wanted<'_>,
    ) -> Result<Rows, Refusal> {
        require_sqlite(select)?;
        let (scope, from) = self.from(&select.from)?;
        self.scopes.push(scope);
        let rows = self.select_in_scope(select, &from, order_by, wanted);
        self.scopes.pop();
        rows
    }

    fn select_in_scope(
        &mut self,
        select: &'a Select,
        from: &str,
        order_by: Option<&'a OrderBy>,
        wanted: Wanted<'_>,
    ) -> Result<Rows, Refusal> {
        let aliases = select.projection.iter().filter_map(|item| match item {
            SelectItem::ExprWithAlias { expr, alias } => Some((alias.value.clone(), expr)),
            _ => None,
        });
        self.scope()?.aliases = aliases.collect();
        let condition = select.selection.as_ref().map(|condition| self.condition(condition)).transpose()?;
        // The rules of groups do not apply to the names in a condition.
        self.scope()?.bare.clear();
        let items = self.items(&select.projection)?;
        require_few(items.len(), "result set")?;
        let group_by = self.group_by(&select.group_by, &items)?;
        let scope = self.scope()?;
        scope.bare.clear();
        let mut written = Vec::with_capacity(items.len());
        let mut outputs = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let wanted = wanted.and_then(|wanted| wanted.get(index).copied().flatten());
            let (name, typed) = self.item(item, wanted)?;
            written.push(format!("{} AS {}", typed.sql, quoted(&name)));
            let (is_nullable, is_collated) = (typed.is_nullable, typed.is_collated);
            outputs.push(Output { name, of: typed.known(), is_nullable, is_collated });
        }
        let having = select.having.as_ref().map(|having| self.condition(having)).transpose()?;
        let windows = self.named_windows(select)?;
        let order = match order_by {
            Some(order_by) => self.order(order_by, &items, &outputs)?,
            None => String::new(),
        };
        let scope = self.scope()?;
        if (scope.aggregates > 0 || !group_by.is_empty() || having.is_some())
            && let Some(column) = scope.bare.first()
        {
            return Err(Refusal::Invalid(format!(
                "column {column} must be in GROUP BY or in an aggregate function: PostgreSQL does not choose a row"
            )));
        }
        let distinct = if matches!(select.distinct, Some(Distinct::Distinct)) { "DISTINCT " } else { "" };
        let mut sql = format!("SELECT {distinct}{}{from}", written.join(", "));
        for (word, text) in
            [("WHERE", condition), ("GROUP BY", (!group_by.is_empty()).then_some(group_by)), ("HAVING", having)]
        {
            if let Some(text) = text {
                sql.push_str(&format!(" {word} {text}"));
            }
        }
        sql.push_str(&windows);
        sql.push_str(&order);
        self.require_short(&sql)?;
        Ok(Rows { sql, outputs })
    }

    fn named_windows(&mut self, select: &'a Select) -> Result<String, Refusal> {
        let mut windows = Vec::new();
        for window in &select.named_window {
            let NamedWindowExpr::WindowSpec(spec) = &window.1 else {
                return Err(Refusal::Invalid("a WINDOW needs a definition: syntax error".into()));
            };
            windows.push(format!("{} AS {}", quoted(new_name(&window.0)?), self.window(spec)?));
        }
        Ok(if windows.is_empty() { String::new() } else { format!(" WINDOW {}", windows.join(", ")) })
    }

    /// Returns the items of a result. `*` is expanded.
    pub(crate) fn items(&mut self, projection: &'a [SelectItem]) -> Result<Vec<Item<'a>>, Refusal> {
        let mut items = Vec::new();
        for item in projection {
            let (all, table) = match item {
                SelectItem::UnnamedExpr(expr) => {
                    items.push(Item::Expr(expr, None));
                    continue;
                }
                SelectItem::ExprWithAlias { expr, alias } => {
                    items.push(Item::Expr(expr, Some(alias)));
                    continue;
                }
                SelectItem::Wildcard(options) => (options, None),
                SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), options) => {
                    (options, Some(table_name(name)?))
                }
                SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::Expr(_), _)
                | SelectItem::ExprWithAliases { .. } => {
                    return Err(Refusal::Invalid("near \"*\": syntax error".into()));
                }
            };
            require_bare_wildcard(all)?;
            let sources = &self.scope()?.sources;
            let sources: Vec<&Source> = match table {
                None => sources.iter().collect(),
                Some(table) => sources.iter().filter(|source| source.name.eq_ignore_ascii_case(table)).collect(),
            };
            if sources.is_empty() {
                return Err(Refusal::Invalid(match table {
                    None => "no tables specified".into(),
                    Some(table) => format!("no such table: {table}"),
                }));
            }
            let columns = sources.iter().flat_map(|source| &source.columns);
            let is_shown = |column: &&Visible| {
                !column.is_hidden || (table.is_some() && !column.name.eq_ignore_ascii_case("scope_id"))
            };
            items.extend(columns.filter(is_shown).cloned().map(Item::Column));
        }
        Ok(items)
    }

    /// Translates an item of a result.
    pub(crate) fn item(&mut self, item: &Item<'a>, wanted: Option<Type>) -> Result<(String, Typed), Refusal> {
        let (name, typed) = match item {
            Item::Column(column) => {
                let typed = column.typed.clone();
                let scope = self.scope()?;
                if !scope.keys.contains(&typed.sql) {
                    scope.bare.push(column.name.clone());
                }
                (column.name.clone(), typed)
            }
            Item::Expr(expr, alias) => {
                // The depth of the expression is known to be small afterwards.
                let typed = self.expr(expr, wanted)?.into_value();
                let name = match (alias, expr) {
                    (Some(alias), _) => new_name(alias)?.to_owned(),
                    (None, Expr::Identifier(name)) => name.value.to_ascii_lowercase(),
                    (None, Expr::CompoundIdentifier(names)) => {
                        names.last().map(|name| name.value.to_ascii_lowercase()).unwrap_or_default()
                    }
                    (None, expr) => name_of(expr),
                };
                (name, typed)
            }
        };
        let typed = match wanted {
            Some(of) if typed.known() != Some(of) => self.converted(typed, of)?,
            _ => typed,
        };
        let typed = match typed.of {
            Of::Parameter(number) => Typed { sql: self.parameter(number, None), ..typed },
            _ => shown(typed).in_byte_order(),
        };
        Ok((name, typed))
    }

    fn group_by(&mut self, group_by: &'a GroupByExpr, items: &[Item<'a>]) -> Result<String, Refusal> {
        let GroupByExpr::Expressions(exprs, modifiers) = group_by else {
            return Err(unavailable("GROUP BY ALL"));
        };
        if !modifiers.is_empty() {
            return Err(unavailable("ROLLUP, CUBE or TOTALS"));
        }
        require_few(exprs.len(), "GROUP BY clause")?;
        let (mut written, mut keys) = (Vec::new(), Vec::new());
        for expr in exprs {
            let item = match (ordinal(expr), expr) {
                (Some(number), _) => Some(index_of(number, items.len(), "GROUP BY")?),
                (None, Expr::Identifier(name)) if !self.has_column(&name.value) => {
                    items.iter().position(|item| item.is_named(&name.value))
                }
                _ => None,
            };
            if let Some(index) = item {
                keys.push(match &items[index] {
                    Item::Column(column) => column.typed.sql.clone(),
                    Item::Expr(expr, _) => self.expr(expr, None)?.sql,
                });
                written.push((index + 1).to_string());
            } else {
                let key = self.expr(expr, None)?;
                keys.push(key.sql.clone());
                written.push(key.into_value().sql);
            }
        }
        self.scope()?.keys = keys;
        Ok(written.join(", "))
    }

    fn has_column(&self, name: &str) -> bool {
        let sources = self.scopes.last().map(|scope| scope.sources.as_slice()).unwrap_or_default();
        sources.iter().any(|source| source.column(name).is_some_and(|column| !column.is_hidden))
    }
}

/// Writes integers that PostgreSQL has in 32 bits as those of 64 bits.
fn shown(typed: Typed) -> Typed {
    match typed.of {
        Of::Value(of) if typed.is_narrow || typed.constant.is_some() => {
            Typed { sql: format!("({}::{})", typed.sql, of.postgres()), ..typed }
        }
        _ => typed,
    }
}

fn flatten<'a>(body: &'a SetExpr, parts: &mut Vec<&'a SetExpr>) {
    match body {
        SetExpr::SetOperation { left, right, .. } => {
            flatten(left, parts);
            flatten(right, parts);
        }
        part => parts.push(part),
    }
}

fn compound_sql(body: &SetExpr, texts: &mut impl Iterator<Item = String>) -> Result<String, Refusal> {
    let SetExpr::SetOperation { left, op, set_quantifier, right } = body else {
        return Ok(texts.next().unwrap_or_default());
    };
    let left = compound_sql(left, texts)?;
    let right = compound_sql(right, texts)?;
    let op = match (op, set_quantifier) {
        (SetOperator::Union, SetQuantifier::All) => "UNION ALL",
        (SetOperator::Union, SetQuantifier::None) => "UNION",
        (SetOperator::Except, SetQuantifier::None) => "EXCEPT",
        (SetOperator::Intersect, SetQuantifier::None) => "INTERSECT",
        (op, quantifier) => return Err(Refusal::Invalid(format!("near \"{op} {quantifier}\": syntax error"))),
    };
    Ok(format!("({left}) {op} ({right})"))
}

/// Refuses clauses of other databases.
fn require_plain(query: &Query) -> Result<(), Refusal> {
    let Query {
        with: _,
        body: _,
        order_by: _,
        limit_clause: _,
        fetch,
        locks,
        for_clause,
        settings,
        format_clause,
        pipe_operators,
    } = query;
    let is_plain = fetch.is_none()
        && locks.is_empty()
        && for_clause.is_none()
        && settings.is_none()
        && format_clause.is_none()
        && pipe_operators.is_empty();
    if is_plain { Ok(()) } else { Err(Refusal::Invalid("near \"FOR\" or \"FETCH\": syntax error".into())) }
}

fn require_bare_wildcard(options: &WildcardAdditionalOptions) -> Result<(), Refusal> {
    let WildcardAdditionalOptions {
        wildcard_token: _,
        opt_ilike,
        opt_exclude,
        opt_except,
        opt_replace,
        opt_rename,
        opt_alias,
    } = options;
    let is_bare = opt_ilike.is_none()
        && opt_exclude.is_none()
        && opt_except.is_none()
        && opt_replace.is_none()
        && opt_rename.is_none()
        && opt_alias.is_none();
    if is_bare { Ok(()) } else { Err(Refusal::Invalid("near \"*\": syntax error".into())) }
}

/// Refuses a SELECT with parts that SQLite does not have.
fn require_sqlite(select: &Select) -> Result<(), Refusal> {
    let Select {
        select_token: _,
        optimizer_hints: _,
        distinct,
        select_modifiers,
        top,
        top_before_distinct: _,
        projection: _,
        exclude,
        into,
        from: _,
        lateral_views,
        prewhere,
        selection: _,
        connect_by,
        group_by: _,
        cluster_by,
        distribute_by,
        sort_by,
        having: _,
        named_window: _,
        qualify,
        window_before_qualify: _,
        value_table_mode,
        flavor,
    } = select;
    let is_sqlite = matches!(distinct, None | Some(Distinct::All | Distinct::Distinct))
        && select_modifiers.is_none()
        && top.is_none()
        && exclude.is_none()
        && into.is_none()
        && lateral_views.is_empty()
        && prewhere.is_none()
        && connect_by.is_empty()
        && cluster_by.is_empty()
        && distribute_by.is_empty()
        && sort_by.is_empty()
        && qualify.is_none()
        && value_table_mode.is_none()
        && *flavor == SelectFlavor::Standard;
    if is_sqlite { Ok(()) } else { Err(Refusal::Invalid("near \"SELECT\": syntax error".into())) }
}
