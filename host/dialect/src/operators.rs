//! Operators: comparison, IN, BETWEEN, LIKE, arithmetic, `||`.

use sqlparser::ast::{BinaryOperator, Expr, InTarget};

use crate::Refusal;
use crate::translator::Translator;
use crate::typed::{Constant, Of, Type, Typed, mismatch, unavailable};

/// Bytes of a pattern, as in the SQLite sandbox.
const LONGEST_PATTERN: usize = 500;

impl<'a> Translator<'a> {
    pub(crate) fn binary(
        &mut self,
        left: &'a Expr,
        op: &'a BinaryOperator,
        right: &'a Expr,
        hint: Option<Type>,
    ) -> Result<Typed, Refusal> {
        match op {
            BinaryOperator::And => self.logical(left, "AND", right),
            BinaryOperator::Or => self.logical(left, "OR", right),
            BinaryOperator::Eq => self.comparison(left, "=", right),
            BinaryOperator::NotEq => self.comparison(left, "<>", right),
            BinaryOperator::Lt => self.comparison(left, "<", right),
            BinaryOperator::LtEq => self.comparison(left, "<=", right),
            BinaryOperator::Gt => self.comparison(left, ">", right),
            BinaryOperator::GtEq => self.comparison(left, ">=", right),
            BinaryOperator::Is => self.comparison(left, "IS NOT DISTINCT FROM", right),
            BinaryOperator::IsNot => self.comparison(left, "IS DISTINCT FROM", right),
            BinaryOperator::Plus => self.arithmetic(left, "+", right, hint),
            BinaryOperator::Minus => self.arithmetic(left, "-", right, hint),
            BinaryOperator::Multiply => self.arithmetic(left, "*", right, hint),
            BinaryOperator::Divide => self.arithmetic(left, "/", right, hint),
            BinaryOperator::Modulo => self.arithmetic(left, "%", right, hint),
            BinaryOperator::StringConcat => self.concatenation(left, right),
            BinaryOperator::Glob | BinaryOperator::Match | BinaryOperator::Regexp => {
                Err(unavailable(&format!("the operator {op} (use LIKE)")))
            }
            other => Err(unavailable(&format!("the operator {other}"))),
        }
    }

    fn logical(&mut self, left: &'a Expr, op: &str, right: &'a Expr) -> Result<Typed, Refusal> {
        let (left, right) = (self.expr(left, None)?, self.expr(right, None)?);
        let is_nullable = left.is_nullable || right.is_nullable;
        let (left, right) = (self.truth(left)?, self.truth(right)?);
        Ok(Typed::new(format!("({left} {op} {right})"), Of::Truth).nullable(is_nullable))
    }

    /// Translates the terms of a row value, or an expression as the only one.
    fn operands(&mut self, expr: &'a Expr) -> Result<Vec<Typed>, Refusal> {
        match expr {
            Expr::Tuple(terms) => terms.iter().map(|term| self.expr(term, None).map(Typed::into_value)).collect(),
            expr => Ok(vec![self.expr(expr, None)?.into_value()]),
        }
    }

    pub(crate) fn comparison(&mut self, left: &'a Expr, op: &str, right: &'a Expr) -> Result<Typed, Refusal> {
        let (lefts, rights) = (self.operands(left)?, self.operands(right)?);
        if lefts.len() != rights.len() {
            return Err(Refusal::Invalid("row value misused".into()));
        }
        let is_nullable = !op.starts_with("IS ") && lefts.iter().chain(&rights).any(|operand| operand.is_nullable);
        let orders = matches!(op, "<" | "<=" | ">" | ">=");
        let mut pairs = Vec::with_capacity(lefts.len());
        for (left, right) in lefts.into_iter().zip(rights) {
            let (left, right) = self.compared(left, right)?;
            let left = if orders && !right.is_collated { left.in_byte_order() } else { left };
            pairs.push((left.sql, right.sql));
        }
        let sql = match pairs.as_slice() {
            [(left, right)] => format!("({left} {op} {right})"),
            pairs => {
                let (lefts, rights): (Vec<&str>, Vec<&str>) =
                    pairs.iter().map(|(left, right)| (left.as_str(), right.as_str())).unzip();
                format!("(({}) {op} ({}))", lefts.join(", "), rights.join(", "))
            }
        };
        Ok(Typed::new(sql, Of::Truth).nullable(is_nullable))
    }

    /// Brings two operands of a comparison to types that PostgreSQL compares as SQLite does.
    fn compared(&mut self, left: Typed, right: Typed) -> Result<(Typed, Typed), Refusal> {
        Ok(match (left.known(), right.known()) {
            (None, None) => (self.converted(left, Type::Text)?, self.converted(right, Type::Text)?),
            (Some(of), None) => (left, self.converted(right, of)?),
            (None, Some(of)) => (self.converted(left, of)?, right),
            (Some(one), Some(other)) if one == other || one.is_number() && other.is_number() => (left, right),
            // SQLite gives a constant the type of the column that it is compared with.
            (Some(of), Some(_)) if right.constant.is_some() => (left, self.converted(right, of)?),
            (Some(_), Some(of)) if left.constant.is_some() => (self.converted(left, of)?, right),
            (Some(one), Some(other)) => return Err(mismatch(one, other)),
        })
    }

    /// Gives a constant the type of the value that it is compared with.
    pub(crate) fn adapted(&mut self, value: Typed, of: Option<Type>) -> Result<Typed, Refusal> {
        match (of, value.known()) {
            (Some(of), Some(other))
                if value.constant.is_some() && of != other && !(of.is_number() && other.is_number()) =>
            {
                self.converted(value, of)
            }
            _ => Ok(value),
        }
    }

    pub(crate) fn membership(&mut self, expr: &'a Expr, target: &'a InTarget, negated: bool) -> Result<Typed, Refusal> {
        let lefts = self.operands(expr)?;
        let not = if negated { "NOT " } else { "" };
        match target {
            InTarget::List(items) if items.is_empty() => {
                Ok(Typed::new(if negated { "TRUE" } else { "FALSE" }, Of::Truth).nullable(false))
            }
            InTarget::List(items) => {
                let [left] = <[Typed; 1]>::try_from(lefts).map_err(|_| Refusal::Invalid("row value misused".into()))?;
                let of = left.known();
                let mut all = vec![left];
                for item in items {
                    let item = self.expr(item, of)?.into_value();
                    all.push(self.adapted(item, of)?);
                }
                let is_nullable = all.iter().any(|item| item.is_nullable);
                let (all, _) = self.unified(all, Some(Type::Text))?;
                let mut all = all.into_iter().map(|item| item.sql);
                let left = all.next().unwrap_or_default();
                let items: Vec<String> = all.collect();
                Ok(Typed::new(format!("({left} {not}IN ({}))", items.join(", ")), Of::Truth).nullable(is_nullable))
            }
            InTarget::Subquery(query) => {
                let mut rows = self.query(query, None)?;
                if rows.outputs.len() != lefts.len() {
                    return Err(Refusal::Invalid(format!(
                        "sub-select returns {} columns - expected {}",
                        rows.outputs.len(),
                        lefts.len()
                    )));
                }
                let wanted: Vec<Option<Type>> =
                    rows.outputs.iter().zip(&lefts).map(|(output, left)| output.of.or(left.known())).collect();
                if rows.outputs.iter().any(|output| output.of.is_none()) {
                    rows = self.query(query, Some(&wanted))?;
                }
                let mut written = Vec::with_capacity(lefts.len());
                for (left, of) in lefts.into_iter().zip(wanted) {
                    let of = of.unwrap_or(Type::Text);
                    let left = match left.known() {
                        Some(known) if known == of || known.is_number() && of.is_number() => left,
                        _ if left.known().is_none() || left.constant.is_some() => self.converted(left, of)?,
                        known => return Err(mismatch(known.unwrap_or(of), of)),
                    };
                    written.push(left.sql);
                }
                let left =
                    if let [left] = written.as_slice() { left.clone() } else { format!("({})", written.join(", ")) };
                Ok(Typed::new(format!("({left} {not}IN ({}))", rows.sql), Of::Truth))
            }
            InTarget::Unnest(_) | InTarget::Table { .. } => Err(unavailable("IN with a table (use a subquery)")),
        }
    }

    pub(crate) fn between(
        &mut self,
        expr: &'a Expr,
        low: &'a Expr,
        high: &'a Expr,
        negated: bool,
    ) -> Result<Typed, Refusal> {
        let value = self.expr(expr, None)?.into_value();
        let low = self.expr(low, value.known())?.into_value();
        let high = self.expr(high, value.known().or(low.known()))?.into_value();
        let is_nullable = value.is_nullable || low.is_nullable || high.is_nullable;
        let (value, low) = self.compared(value, low)?;
        let (value, high) = self.compared(value, high)?;
        let value = value.in_byte_order();
        let not = if negated { "NOT " } else { "" };
        let sql = format!("({} {not}BETWEEN {} AND {})", value.sql, low.sql, high.sql);
        Ok(Typed::new(sql, Of::Truth).nullable(is_nullable))
    }

    /// Translates LIKE, which ignores the case of ASCII letters alone.
    pub(crate) fn like(
        &mut self,
        expr: &'a Expr,
        pattern: &'a Expr,
        escape: Option<&'a Expr>,
        negated: bool,
    ) -> Result<Typed, Refusal> {
        let value = self.expr(expr, Some(Type::Text))?;
        let value = self.text(value)?;
        let pattern = self.expr(pattern, Some(Type::Text))?;
        if matches!(&pattern.constant, Some(Constant::Text(text)) if text.len() > LONGEST_PATTERN) {
            return Err(Refusal::Invalid("LIKE or GLOB pattern too complex".into()));
        }
        let pattern = self.text(pattern)?;
        let escape = match escape {
            None => String::new(),
            Some(escape) => match self.expr(escape, Some(Type::Text))?.constant {
                Some(Constant::Text(text)) if text.chars().count() == 1 => text,
                _ => return Err(Refusal::Invalid("ESCAPE expression must be a single character".into())),
            },
        };
        let is_nullable = value.is_nullable || pattern.is_nullable;
        let value = if pattern.is_collated { value } else { value.in_byte_order() };
        let not = if negated { "NOT " } else { "" };
        let sql = format!("({} {not}ILIKE {} ESCAPE {})", value.sql, pattern.sql, crate::typed::literal(&escape));
        Ok(Typed::new(sql, Of::Truth).nullable(is_nullable))
    }

    fn arithmetic(&mut self, left: &'a Expr, op: &str, right: &'a Expr, hint: Option<Type>) -> Result<Typed, Refusal> {
        let (left, right) = (self.expr(left, None)?.into_value(), self.expr(right, None)?.into_value());
        // A parameter has the type of the other operand, or else of the place.
        let of = left.known().or(right.known()).or(hint.filter(|of| of.is_number())).unwrap_or(Type::Integer);
        let mut number = |typed: Typed| {
            let typed = if typed.known().is_none() { self.converted(typed, of)? } else { typed };
            match typed.known() {
                Some(of) if of.is_number() => Ok((typed, of)),
                other => Err(mismatch(other.unwrap_or(Type::Text), Type::Integer)),
            }
        };
        let ((left, of_left), (right, of_right)) = (number(left)?, number(right)?);
        let of = if of_left == Type::Real || of_right == Type::Real { Type::Real } else { Type::Integer };
        let may_be_zero = !matches!(right.constant, Some(Constant::Integer(number)) if number != 0);
        let divides = matches!(op, "/" | "%");
        let is_nullable = left.is_nullable || right.is_nullable || divides && may_be_zero;
        // PostgreSQL would compute in 32 bits.
        let left_sql = if left.is_narrow && right.is_narrow { format!("({}::bigint)", left.sql) } else { left.sql };
        let sql = match (op, of) {
            ("%", Type::Real) => {
                format!("((trunc({left_sql})::bigint % NULLIF(trunc({})::bigint, 0))::double precision)", right.sql)
            }
            ("/" | "%", _) if may_be_zero => format!("({left_sql} {op} NULLIF({}, 0))", right.sql),
            _ => format!("({left_sql} {op} {})", right.sql),
        };
        Ok(Typed::value(sql, of).nullable(is_nullable))
    }

    fn concatenation(&mut self, left: &'a Expr, right: &'a Expr) -> Result<Typed, Refusal> {
        let (left, right) = (self.expr(left, Some(Type::Text))?, self.expr(right, Some(Type::Text))?);
        let (left, right) = (self.text(left)?, self.text(right)?);
        let is_nullable = left.is_nullable || right.is_nullable;
        let is_collated = left.is_collated || right.is_collated;
        let sql = format!("({} || {})", left.sql, right.sql);
        Ok(Typed::value(sql, Type::Text).nullable(is_nullable).collated(is_collated))
    }
}
