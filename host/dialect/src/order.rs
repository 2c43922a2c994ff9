//! ORDER BY and LIMIT.

use sqlparser::ast::{
    Expr, LimitClause, Offset, OrderBy, OrderByExpr, OrderByKind, OrderByOptions, OrderBySort, UnaryOperator, Value,
};

use crate::Refusal;
use crate::items::{Item, require_few};
use crate::scope::{Output, Scope};
use crate::translator::Translator;
use crate::typed::{Constant, Of, Type, Typed, unavailable};

impl<'a> Translator<'a> {
    pub(crate) fn order(
        &mut self,
        order_by: &'a OrderBy,
        items: &[Item<'a>],
        outputs: &[Output],
    ) -> Result<String, Refusal> {
        let mut terms = Vec::new();
        for term in order_terms(order_by)? {
            let item = match (ordinal(&term.expr), &term.expr) {
                (Some(number), _) => Some(index_of(number, items.len(), "ORDER BY")?),
                (None, Expr::Identifier(name)) => items.iter().position(
                    |item| matches!(item, Item::Expr(_, Some(alias)) if alias.value.eq_ignore_ascii_case(&name.value)),
                ),
                _ => None,
            };
            match item {
                Some(index) => {
                    terms.push(sorted(&(index + 1).to_string(), outputs[index].is_nullable, term.options.clone())?);
                }
                None => {
                    let expr = self.expr(&term.expr, None)?;
                    terms.push(self.sorted_expr(expr, term.options.clone())?);
                }
            }
        }
        Ok(format!(" ORDER BY {}", terms.join(", ")))
    }

    /// Writes a term of an ORDER BY that is an expression.
    pub(crate) fn sorted_expr(&mut self, expr: Typed, options: OrderByOptions) -> Result<String, Refusal> {
        let expr = expr.into_value();
        let expr = match expr.of {
            Of::Parameter(_) | Of::Unknown => self.converted(expr, Type::Text)?,
            Of::Value(_) if expr.constant.is_some() => {
                // PostgreSQL takes constants for numbers of columns.
                Typed { sql: format!("({}::{})", expr.sql, expr.known().unwrap_or(Type::Text).postgres()), ..expr }
            }
            _ => expr,
        };
        let is_nullable = expr.is_nullable;
        sorted(&expr.in_byte_order().sql, is_nullable, options)
    }

    pub(crate) fn limit(&mut self, limit: &'a LimitClause) -> Result<String, Refusal> {
        let (limit, offset) = match limit {
            LimitClause::LimitOffset { limit, offset, limit_by } if limit_by.is_empty() => {
                (limit.as_ref(), offset.as_ref().map(|Offset { value, rows: _ }| value))
            }
            LimitClause::LimitOffset { .. } => return Err(unavailable("LIMIT BY")),
            LimitClause::OffsetCommaLimit { offset, limit } => (Some(limit), Some(offset)),
        };
        self.scopes.push(Scope::default());
        let mut sql = String::new();
        if let Some(limit) = limit {
            let limit = self.expr(limit, Some(Type::Integer))?;
            match limit.constant {
                // Negative limits are none.
                Some(Constant::Integer(number)) if number < 0 => {}
                Some(Constant::Integer(number)) => sql.push_str(&format!(" LIMIT {number}")),
                _ => {
                    let limit = self.converted(limit, Type::Integer)?.sql;
                    sql.push_str(&format!(" LIMIT NULLIF(GREATEST({limit}, -1), -1)"));
                }
            }
        }
        if let Some(offset) = offset {
            let offset = self.expr(offset, Some(Type::Integer))?;
            let offset = self.converted(offset, Type::Integer)?.sql;
            sql.push_str(&format!(" OFFSET GREATEST({offset}, 0)"));
        }
        self.scopes.pop();
        Ok(sql)
    }
}

/// Writes a term of ORDER BY. In SQLite, NULLs come first. Columns that have none are left alone, so that an index
/// serves.
pub(crate) fn sorted(sql: &str, is_nullable: bool, options: OrderByOptions) -> Result<String, Refusal> {
    let OrderByOptions { sort, nulls_first } = options;
    let descends = match sort {
        None | Some(OrderBySort::Asc) => false,
        Some(OrderBySort::Desc) => true,
        Some(OrderBySort::Using(_)) => return Err(Refusal::Invalid("near \"USING\": syntax error".into())),
    };
    let nulls_first = nulls_first.unwrap_or(!descends);
    let nulls = match (is_nullable, nulls_first == descends, nulls_first) {
        // PostgreSQL's own order.
        (false, ..) | (true, true, _) => "",
        (true, false, true) => " NULLS FIRST",
        (true, false, false) => " NULLS LAST",
    };
    Ok(format!("{sql}{}{nulls}", if descends { " DESC" } else { "" }))
}

fn order_terms(order_by: &OrderBy) -> Result<&[OrderByExpr], Refusal> {
    let OrderBy { kind, interpolate } = order_by;
    let OrderByKind::Expressions(terms) = kind else { return Err(unavailable("ORDER BY ALL")) };
    if interpolate.is_some() || terms.iter().any(|term| term.with_fill.is_some()) {
        return Err(unavailable("ORDER BY WITH FILL"));
    }
    require_few(terms.len(), "ORDER BY clause")?;
    Ok(terms)
}

/// Writes the ORDER BY of a compound, whose terms are columns of the result.
pub(crate) fn compound_order(order_by: &OrderBy, outputs: &[Output]) -> Result<String, Refusal> {
    let mut written = Vec::new();
    for (place, term) in order_terms(order_by)?.iter().enumerate() {
        let index = match (ordinal(&term.expr), &term.expr) {
            (Some(number), _) => Some(index_of(number, outputs.len(), "ORDER BY")?),
            (None, Expr::Identifier(name)) => {
                outputs.iter().position(|output| output.name.eq_ignore_ascii_case(&name.value))
            }
            _ => None,
        };
        let index = index.ok_or_else(|| {
            Refusal::Invalid(format!("ORDER BY term {} does not match any column in the result set", place + 1))
        })?;
        written.push(sorted(&(index + 1).to_string(), outputs[index].is_nullable, term.options.clone())?);
    }
    Ok(format!(" ORDER BY {}", written.join(", ")))
}

/// Returns the number of a column that a term of ORDER BY or GROUP BY gives.
pub(crate) fn ordinal(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(number, _) => number.parse().ok(),
            _ => None,
        },
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => ordinal(expr).map(|number| -number),
        _ => None,
    }
}

pub(crate) fn index_of(number: i64, count: usize, clause: &str) -> Result<usize, Refusal> {
    usize::try_from(number)
        .ok()
        .filter(|number| (1..=count).contains(number))
        .map(|number| number - 1)
        .ok_or_else(|| Refusal::Invalid(format!("{clause} term out of range - should be between 1 and {count}")))
}
