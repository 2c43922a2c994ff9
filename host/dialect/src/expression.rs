//! Expressions: names, constants, CASE, CAST, subqueries.

use sqlparser::ast::{CaseWhen, CastKind, Expr, Function, FunctionArguments, Query, SetExpr, UnaryOperator, Value};

use crate::scope::Output;
use crate::translator::Translator;
use crate::typed::{Constant, Of, Type, Typed, literal, unavailable};
use crate::{Refusal, parse};

/// Digits of a number that a text begins with, as SQLite's CAST reads it.
const INTEGER_PREFIX: &str = r"'^[[:space:]]*([+-]?[0-9]{1,18})'";
const REAL_PREFIX: &str = r"'^[[:space:]]*([+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?)'";

/// Depth of expressions, as in the SQLite sandbox.
const DEEPEST_EXPRESSION: usize = 100;

impl<'a> Translator<'a> {
    /// Translates a condition.
    pub(crate) fn condition(&mut self, expr: &'a Expr) -> Result<String, Refusal> {
        let typed = self.expr(expr, None)?;
        self.truth(typed)
    }

    /// Translates an expression. `hint` is the type that its place wants, for parameters.
    pub(crate) fn expr(&mut self, expr: &'a Expr, hint: Option<Type>) -> Result<Typed, Refusal> {
        self.step()?;
        self.depth += 1;
        if self.depth > DEEPEST_EXPRESSION {
            return Err(Refusal::Invalid(parse::TOO_DEEP.into()));
        }
        let bare = self.scopes.last().map_or(0, |scope| scope.bare.len());
        let depth = self.scopes.len();
        let typed = self.any_expr(expr, hint)?;
        self.depth -= 1;
        self.require_short(&typed.sql)?;
        if depth == self.scopes.len()
            && let Some(scope) = self.scopes.last_mut()
            && scope.keys.contains(&typed.sql)
        {
            scope.bare.truncate(bare);
        }
        Ok(typed)
    }

    fn any_expr(&mut self, expr: &'a Expr, hint: Option<Type>) -> Result<Typed, Refusal> {
        match expr {
            Expr::Identifier(name) => self.column(name),
            Expr::CompoundIdentifier(names) => self.qualified_column(names),
            Expr::Nested(expr) => self.expr(expr, hint),
            Expr::Value(value) => constant(&value.value, hint).map(|typed| match typed.of {
                Of::Parameter(number) => match hint {
                    Some(of) => Typed::value(self.parameter(number, Some(of)), of),
                    None => typed,
                },
                _ => typed,
            }),
            Expr::UnaryOp { op, expr } => self.unary(*op, expr, hint),
            Expr::BinaryOp { left, op, right } => self.binary(left, op, right, hint),
            Expr::IsNull(expr) => self.null_test(expr, "IS NULL"),
            Expr::IsNotNull(expr) => self.null_test(expr, "IS NOT NULL"),
            Expr::IsTrue(expr) => self.truth_test(expr, "IS TRUE"),
            Expr::IsNotTrue(expr) => self.truth_test(expr, "IS NOT TRUE"),
            Expr::IsFalse(expr) => self.truth_test(expr, "IS FALSE"),
            Expr::IsNotFalse(expr) => self.truth_test(expr, "IS NOT FALSE"),
            Expr::IsDistinctFrom(left, right) => self.comparison(left, "IS DISTINCT FROM", right),
            Expr::IsNotDistinctFrom(left, right) => self.comparison(left, "IS NOT DISTINCT FROM", right),
            Expr::In { expr, target, negated, global: false } => self.membership(expr, target, *negated),
            Expr::Between { expr, negated, low, high } => self.between(expr, low, high, *negated),
            Expr::Like { negated, any: false, expr, pattern, escape_char } => {
                self.like(expr, pattern, escape_char.as_deref(), *negated)
            }
            Expr::Cast { kind: CastKind::Cast, expr, data_type, format: None } => {
                let name = data_type.to_string();
                let to = Type::named(&name)
                    .ok_or_else(|| unavailable(&format!("CAST to {}", name.chars().take(40).collect::<String>())))?;
                let typed = self.expr(expr, Some(to))?;
                self.cast(typed, to)
            }
            Expr::Collate { expr, collation } => {
                if !collation.to_string().eq_ignore_ascii_case("BINARY") {
                    return Err(unavailable("a collation other than BINARY (use LOWER for NOCASE, RTRIM for RTRIM)"));
                }
                self.expr(expr, hint)
            }
            Expr::Case { case_token: _, end_token: _, operand, conditions, else_result } => {
                self.case(operand.as_deref(), conditions, else_result.as_deref(), hint)
            }
            Expr::Exists { subquery, negated } => {
                let rows = self.query(subquery, None)?;
                let not = if *negated { "NOT " } else { "" };
                Ok(Typed::new(format!("({not}EXISTS ({}))", rows.sql), Of::Truth).nullable(false))
            }
            Expr::Subquery(query) => self.scalar(query, hint),
            Expr::Function(function) => self.function(function, hint),
            Expr::Substring { expr, substring_from, substring_for, special: _, shorthand: _ } => {
                let Some(from) = substring_from else {
                    return Err(Refusal::Invalid("wrong number of arguments to function SUBSTRING()".into()));
                };
                self.substring(expr, from, substring_for.as_deref())
            }
            Expr::Trim { trim_where: None, trim_what: None, expr, trim_characters } => match trim_characters.as_deref()
            {
                None => self.trim("btrim", expr, None),
                Some([characters]) => self.trim("btrim", expr, Some(characters)),
                Some(_) => Err(Refusal::Invalid("wrong number of arguments to function TRIM()".into())),
            },
            Expr::Tuple(_) => Err(Refusal::Invalid("row value misused".into())),
            Expr::Ceil { .. } => Err(Refusal::Denied("the function ceil is not available".into())),
            Expr::Floor { .. } => Err(Refusal::Denied("the function floor is not available".into())),
            _ => Err(Refusal::Invalid("syntax error: SQLite does not have this kind of expression".into())),
        }
    }

    fn null_test(&mut self, expr: &'a Expr, test: &str) -> Result<Typed, Refusal> {
        let typed = self.expr(expr, None)?;
        let sql = match typed.of {
            // It may have a type in another place. In none, PostgreSQL needs one none the less.
            Of::Parameter(number) => {
                let sql = self.parameter(number, None);
                format!("({sql}::text)")
            }
            _ => typed.sql,
        };
        Ok(Typed::new(format!("({sql} {test})"), Of::Truth).nullable(false))
    }

    fn truth_test(&mut self, expr: &'a Expr, test: &str) -> Result<Typed, Refusal> {
        let condition = self.condition(expr)?;
        Ok(Typed::new(format!("({condition} {test})"), Of::Truth).nullable(false))
    }

    fn case(
        &mut self,
        operand: Option<&'a Expr>,
        conditions: &'a [CaseWhen],
        otherwise: Option<&'a Expr>,
        hint: Option<Type>,
    ) -> Result<Typed, Refusal> {
        let mut tests = Vec::with_capacity(conditions.len());
        match operand {
            None => {
                for CaseWhen { condition, .. } in conditions {
                    tests.push(self.condition(condition)?);
                }
            }
            Some(operand) => {
                let mut values = vec![self.expr(operand, None)?.into_value()];
                for CaseWhen { condition, .. } in conditions {
                    let value = self.expr(condition, values[0].known())?.into_value();
                    values.push(self.adapted(value, values[0].known())?);
                }
                let (values, of) = self.unified(values, None)?;
                if of == Of::Unknown {
                    return Err(Refusal::Invalid("CASE compares values without a type; use CAST".into()));
                }
                tests = values.into_iter().map(|value| value.sql).collect();
            }
        }
        let results = conditions.iter().map(|when| &when.result).chain(otherwise);
        let results = results.map(|expr| self.expr(expr, hint)).collect::<Result<Vec<_>, _>>()?;
        // A condition stays one where all results are.
        let of_results = results.iter().all(|result| result.of == Of::Truth);
        let (results, of) = if of_results { (results, Of::Truth) } else { self.unified(results, hint)? };
        let results = self.with_parameters(results);
        let is_nullable = otherwise.is_none() || results.iter().any(|result| result.is_nullable);
        let is_collated = results.iter().any(|result| result.is_collated);
        let mut sql = String::from("(CASE");
        let mut tests = tests.into_iter();
        if operand.is_some() {
            sql.push_str(&format!(" {}", tests.next().unwrap_or_default()));
        }
        let mut results = results.into_iter().map(|result| result.sql);
        for (test, result) in tests.zip(results.by_ref()) {
            sql.push_str(&format!(" WHEN {test} THEN {result}"));
        }
        if let Some(result) = results.next() {
            sql.push_str(&format!(" ELSE {result}"));
        }
        sql.push_str(" END)");
        let is_narrow = of == Of::Value(Type::Integer);
        Ok(Typed { is_narrow, ..Typed::new(sql, of).nullable(is_nullable).collated(is_collated) })
    }

    /// Writes the parameters that have no type.
    pub(crate) fn with_parameters(&mut self, all: Vec<Typed>) -> Vec<Typed> {
        all.into_iter()
            .map(|typed| match typed.of {
                Of::Parameter(number) => Typed { sql: self.parameter(number, None), of: Of::Unknown, ..typed },
                _ => typed,
            })
            .collect()
    }

    /// Translates a subquery that is used as a value, which is that of its first row.
    fn scalar(&mut self, query: &'a Query, hint: Option<Type>) -> Result<Typed, Refusal> {
        let wanted = [hint];
        let rows =
            self.query(query, hint.is_some().then_some(wanted.as_slice()).filter(|_| is_unknown_wanted(query)))?;
        let [output] = rows.outputs.as_slice() else {
            return Err(Refusal::Invalid(format!("sub-select returns {} columns - expected 1", rows.outputs.len())));
        };
        let Output { name: _, of, is_nullable: _, is_collated } = *output;
        // PostgreSQL fails if there are more rows than one.
        let limit = if query.limit_clause.is_none() && !is_one_row(query) { " LIMIT 1" } else { "" };
        let sql = format!("({}{limit})", rows.sql);
        Ok(Typed::new(sql, of.map_or(Of::Unknown, Of::Value)).collated(is_collated))
    }

    /// Converts as CAST does in SQLite.
    fn cast(&mut self, typed: Typed, to: Type) -> Result<Typed, Refusal> {
        let typed = typed.into_value();
        let sql = &typed.sql;
        let cast = match (typed.known(), to) {
            (Some(from), to) if from == to => return Ok(Typed { constant: None, is_narrow: true, ..typed }),
            (None, _) | (Some(Type::Integer), Type::Real) => return self.converted(typed, to),
            (Some(Type::Integer | Type::Real), Type::Text) => return self.text(typed),
            (Some(Type::Real), Type::Integer) => format!(
                "(trunc(GREATEST(LEAST({sql}, 9223372036854774784::double precision), -9223372036854775808::double precision))::bigint)"
            ),
            (Some(Type::Text), Type::Integer) => format!(
                "(CASE WHEN {sql} IS NOT NULL THEN COALESCE(substring({sql} from {INTEGER_PREFIX}), '0')::bigint END)"
            ),
            (Some(Type::Text), Type::Real) => format!(
                "(CASE WHEN {sql} IS NOT NULL THEN COALESCE(substring({sql} from {REAL_PREFIX}), '0')::double precision END)"
            ),
            (Some(Type::Text), Type::Blob) => format!("convert_to({sql}, 'UTF8')"),
            (Some(Type::Blob), Type::Text) => format!("convert_from({sql}, 'UTF8')"),
            (Some(from), to) => return Err(unavailable(&format!("CAST from {} to {}", from.sqlite(), to.sqlite()))),
        };
        Ok(Typed::value(cast, to).nullable(typed.is_nullable))
    }

    /// Converts a number to the text that SQLite makes of it.
    pub(crate) fn text(&mut self, typed: Typed) -> Result<Typed, Refusal> {
        let typed = typed.into_value();
        let sql = match typed.known() {
            None | Some(Type::Text) => return self.converted(typed, Type::Text),
            Some(Type::Integer) => format!("({}::text)", typed.sql),
            // 15 digits, at least one of them behind the point.
            Some(Type::Real) => format!(
                "(CASE WHEN {0} = trunc({0}) THEN {0}::numeric::text || '.0' ELSE trim_scale({0}::numeric)::text END)",
                typed.sql
            ),
            Some(Type::Blob) => return Err(crate::typed::mismatch(Type::Blob, Type::Text)),
        };
        Ok(Typed::value(sql, Type::Text).nullable(typed.is_nullable))
    }

    fn unary(&mut self, op: UnaryOperator, expr: &'a Expr, hint: Option<Type>) -> Result<Typed, Refusal> {
        match op {
            UnaryOperator::Not => {
                let typed = self.expr(expr, None)?;
                let is_nullable = typed.is_nullable;
                let condition = self.truth(typed)?;
                Ok(Typed::new(format!("(NOT {condition})"), Of::Truth).nullable(is_nullable))
            }
            UnaryOperator::Plus => self.expr(expr, hint),
            UnaryOperator::Minus => {
                // Without its sign, the lowest integer is none.
                if let Expr::Value(value) = expr
                    && matches!(&value.value, Value::Number(number, _) if number == "9223372036854775808")
                {
                    return Ok(Typed {
                        constant: Some(Constant::Integer(i64::MIN)),
                        ..Typed::value("(-9223372036854775808)", Type::Integer).nullable(false)
                    });
                }
                let typed = self.expr(expr, hint.or(Some(Type::Integer)))?.into_value();
                let typed = if typed.known().is_none() { self.converted(typed, Type::Integer)? } else { typed };
                let of = typed.known().filter(|of| of.is_number());
                let of = of.ok_or_else(|| crate::typed::mismatch(Type::Text, Type::Integer))?;
                let constant = match typed.constant {
                    Some(Constant::Integer(number)) => number.checked_neg().map(Constant::Integer),
                    Some(Constant::Real(number)) => Some(Constant::Real(-number)),
                    _ => None,
                };
                Ok(Typed { sql: format!("(-{})", typed.sql), of: Of::Value(of), constant, ..typed })
            }
            other => Err(unavailable(&format!("the operator {other}"))),
        }
    }

    fn function(&mut self, function: &'a Function, hint: Option<Type>) -> Result<Typed, Refusal> {
        let name = match function.name.0.as_slice() {
            [part] => part.as_ident().map(|name| name.value.to_ascii_lowercase()),
            _ => None,
        };
        let Some(name) = name else {
            return Err(Refusal::Invalid(format!("no such function: {}", function.name)));
        };
        let is_plain = !function.uses_odbc_syntax
            && matches!(function.parameters, FunctionArguments::None)
            && function.within_group.is_empty()
            && function.null_treatment.is_none();
        if !is_plain {
            return Err(Refusal::Invalid(format!("near \"{name}\": syntax error")));
        }
        self.call(&name, function, hint)
    }
}

/// Returns whether the column of a subquery may be a parameter, whose type is then that of the place.
fn is_unknown_wanted(query: &Query) -> bool {
    match &*query.body {
        SetExpr::Select(select) => match select.projection.as_slice() {
            [
                sqlparser::ast::SelectItem::UnnamedExpr(expr) | sqlparser::ast::SelectItem::ExprWithAlias { expr, .. },
            ] => {
                matches!(expr, Expr::Value(value) if matches!(value.value, Value::Placeholder(_) | Value::Null))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether a query has one row because it is an aggregate without groups.
fn is_one_row(query: &Query) -> bool {
    let SetExpr::Select(select) = &*query.body else { return false };
    let is_grouped = !matches!(&select.group_by, sqlparser::ast::GroupByExpr::Expressions(keys, _) if keys.is_empty());
    let is_aggregate = |item: &sqlparser::ast::SelectItem| match item {
        sqlparser::ast::SelectItem::UnnamedExpr(expr) | sqlparser::ast::SelectItem::ExprWithAlias { expr, .. } => {
            matches!(expr, Expr::Function(function) if function.over.is_none()
                && crate::functions::is_aggregate(&function.name.to_string(), &function.args))
        }
        _ => false,
    };
    !is_grouped && select.projection.iter().any(is_aggregate)
}

fn constant(value: &Value, hint: Option<Type>) -> Result<Typed, Refusal> {
    let fixed = |sql: String, of, constant| Typed { constant, ..Typed::value(sql, of).nullable(false) };
    Ok(match value {
        Value::Number(text, false) => {
            if !text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte)) {
                return Err(Refusal::Invalid(format!("unrecognized token: \"{text}\"")));
            }
            if let Ok(number) = text.parse::<i64>() {
                if hint == Some(Type::Real) {
                    return Ok(fixed(format!("({number}::double precision)"), Type::Real, None));
                }
                let is_narrow = i32::try_from(number).is_ok();
                let number = fixed(number.to_string(), Type::Integer, Some(Constant::Integer(number)));
                return Ok(Typed { is_narrow, ..number });
            }
            let number: f64 = text.parse().unwrap_or(f64::INFINITY);
            if !number.is_finite() {
                return Err(unavailable(&format!("the number {}", text.chars().take(40).collect::<String>())));
            }
            fixed(format!("({number:?}::double precision)"), Type::Real, Some(Constant::Real(number)))
        }
        Value::SingleQuotedString(text) => fixed(literal(text), Type::Text, Some(Constant::Text(text.clone()))),
        Value::HexStringLiteral(text) => {
            if text.len() % 2 != 0 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Err(Refusal::Invalid(format!("unrecognized token: \"x'{text}'\"")));
            }
            fixed(format!("decode('{text}', 'hex')"), Type::Blob, None)
        }
        Value::Boolean(is_true) => {
            let number = i64::from(*is_true);
            Typed { is_narrow: true, ..fixed(number.to_string(), Type::Integer, Some(Constant::Integer(number))) }
        }
        Value::Null => Typed::new("NULL", Of::Unknown),
        Value::Placeholder(text) => {
            let number = text.trim_start_matches('?').parse().ok().filter(|number| *number > 0);
            let number = number.ok_or_else(|| Refusal::Invalid(format!("unrecognized token: \"{text}\"")))?;
            Typed::new("", Of::Parameter(number))
        }
        other => return Err(Refusal::Invalid(format!("unrecognized token: \"{other}\""))),
    })
}
