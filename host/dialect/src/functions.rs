//! Functions. A function that has no rule here is refused.

use sqlparser::ast::{
    DuplicateTreatment, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause, FunctionArguments,
    OrderByExpr, WindowType,
};

use crate::Refusal;
use crate::scope::{is_text, new_name};
use crate::translator::Translator;
use crate::typed::{Constant, Of, Type, Typed, mismatch, quoted, unavailable};

/// Arguments of a function, as in the SQLite sandbox.
const MOST_ARGUMENTS: usize = 32;

/// Aggregates with one argument or more, and COUNT.
const AGGREGATES: [&str; 6] = ["count", "sum", "total", "avg", "group_concat", "string_agg"];
/// Functions of windows alone.
const WINDOW_FUNCTIONS: [&str; 11] = [
    "row_number",
    "rank",
    "dense_rank",
    "percent_rank",
    "cume_dist",
    "ntile",
    "lag",
    "lead",
    "first_value",
    "last_value",
    "nth_value",
];

/// The parts of a call.
pub(crate) struct Call<'n, 'a> {
    pub(crate) name: &'n str,
    pub(crate) arguments: Vec<&'a Expr>,
    pub(crate) is_distinct: bool,
    pub(crate) has_star: bool,
    order_by: Option<&'a [OrderByExpr]>,
}

/// Returns whether a call is an aggregate. MIN and MAX are with one argument.
pub(crate) fn is_aggregate(name: &str, arguments: &FunctionArguments) -> bool {
    let name = name.to_ascii_lowercase();
    let count = if let FunctionArguments::List(list) = arguments { list.args.len() } else { 0 };
    AGGREGATES.contains(&name.as_str()) || matches!(name.as_str(), "min" | "max") && count == 1
}

impl<'a> Translator<'a> {
    /// Translates a call of a function, whose name is in lower case.
    pub(crate) fn call(&mut self, name: &str, function: &'a Function, hint: Option<Type>) -> Result<Typed, Refusal> {
        let denied = || Refusal::Denied(format!("the function {name} is not available"));
        let FunctionArguments::List(list) = &function.args else { return Err(denied()) };
        let mut call = Call {
            name,
            arguments: Vec::with_capacity(list.args.len()),
            is_distinct: list.duplicate_treatment == Some(DuplicateTreatment::Distinct),
            has_star: false,
            order_by: None,
        };
        for argument in &list.args {
            match argument {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => call.arguments.push(expr),
                FunctionArg::Unnamed(FunctionArgExpr::Wildcard) if list.args.len() == 1 => call.has_star = true,
                _ => return Err(Refusal::Invalid(format!("near \"{name}\": syntax error"))),
            }
        }
        for clause in &list.clauses {
            match clause {
                FunctionArgumentClause::OrderBy(terms) => call.order_by = Some(terms),
                _ => return Err(Refusal::Invalid(format!("near \"{name}\": syntax error"))),
            }
        }
        if call.arguments.len() > MOST_ARGUMENTS {
            return Err(Refusal::Invalid(format!("too many arguments on function {name}")));
        }
        let aggregates = is_aggregate(name, &function.args);
        if aggregates || WINDOW_FUNCTIONS.contains(&name) {
            return self.aggregate(&call, function, aggregates);
        }
        let is_scalar = !call.is_distinct && !call.has_star && call.order_by.is_none();
        if !is_scalar || function.over.is_some() || function.filter.is_some() {
            return Err(Refusal::Invalid(format!("{name}() may not be used as an aggregate or window function")));
        }
        self.scalar_function(&call, hint)
    }

    fn aggregate(&mut self, call: &Call<'_, 'a>, function: &'a Function, aggregates: bool) -> Result<Typed, Refusal> {
        let name = call.name;
        let is_window = function.over.is_some();
        if !aggregates && !is_window {
            return Err(Refusal::Invalid(format!("misuse of window function {name}()")));
        }
        let bare = self.scope()?.bare.len();
        let (sql, of, is_nullable, is_collated) =
            if aggregates { self.aggregate_call(call)? } else { self.window_call(call)? };
        let mut sql = sql;
        if let Some(filter) = &function.filter {
            if !aggregates {
                return Err(Refusal::Invalid("FILTER clause may only be used with aggregate window functions".into()));
            }
            sql.push_str(&format!(" FILTER (WHERE {})", self.condition(filter)?));
        }
        let scope = self.scope()?;
        if !is_window {
            // What an aggregate names need not be in GROUP BY.
            scope.bare.truncate(bare);
            scope.aggregates += 1;
        }
        if let Some(over) = &function.over {
            sql = match over {
                WindowType::WindowSpec(spec) => format!("{sql} OVER {}", self.window(spec)?),
                WindowType::NamedWindow(window) => format!("{sql} OVER {}", quoted(new_name(window)?)),
            };
        }
        // PostgreSQL sums integers to a decimal.
        let sql = match (name, of) {
            ("sum" | "avg" | "ntile", of) => format!("({sql}::{})", of.postgres()),
            ("total", _) => format!("(COALESCE({sql}, 0)::double precision)"),
            _ => sql,
        };
        Ok(Typed::value(sql, of).nullable(is_nullable).collated(is_collated))
    }

    fn aggregate_call(&mut self, call: &Call<'_, 'a>) -> Result<(String, Type, bool, bool), Refusal> {
        let distinct = if call.is_distinct { "DISTINCT " } else { "" };
        let order = match call.order_by {
            Some(terms) => self.argument_order(terms)?,
            None => String::new(),
        };
        if call.name == "count" && (call.has_star || call.arguments.is_empty()) {
            return Ok(("COUNT(*)".into(), Type::Integer, false, false));
        }
        let first = *call.arguments.first().ok_or_else(|| wrong_number(call.name))?;
        let most = if matches!(call.name, "group_concat" | "string_agg") { 2 } else { 1 };
        if call.has_star || call.arguments.len() > most {
            return Err(wrong_number(call.name));
        }
        let value = self.expr(first, None)?.into_value();
        match call.name {
            "count" => {
                let value = if value.known().is_none() { self.converted(value, Type::Text)? } else { value };
                Ok((format!("COUNT({distinct}{})", value.sql), Type::Integer, false, false))
            }
            "sum" | "total" | "avg" => {
                let value = self.number(value)?;
                let of = if call.name == "sum" { value.known().unwrap_or(Type::Real) } else { Type::Real };
                let function = if call.name == "avg" { "AVG" } else { "SUM" };
                Ok((format!("{function}({distinct}{})", value.sql), of, call.name != "total", false))
            }
            "min" | "max" => {
                let value = if value.known().is_none() { self.converted(value, Type::Text)? } else { value };
                let value = value.in_byte_order();
                let of = value.known().unwrap_or(Type::Text);
                if of == Type::Blob {
                    return Err(unavailable("MIN or MAX of a BLOB"));
                }
                let sql = if value.is_narrow { format!("({}::bigint)", value.sql) } else { value.sql };
                Ok((format!("{}({distinct}{sql})", call.name.to_ascii_uppercase()), of, true, value.is_collated))
            }
            _ => {
                let value = self.text(value)?;
                let separator = match call.arguments.get(1) {
                    Some(separator) => {
                        let separator = self.expr(separator, Some(Type::Text))?;
                        self.text(separator)?.sql
                    }
                    None => "','".into(),
                };
                let sql = format!("string_agg({distinct}{}, {separator}{order})", value.sql);
                Ok((sql, Type::Text, true, value.is_collated))
            }
        }
    }

    pub(crate) fn argument_order(&mut self, terms: &'a [OrderByExpr]) -> Result<String, Refusal> {
        let mut written = Vec::with_capacity(terms.len());
        for term in terms {
            let expr = self.expr(&term.expr, None)?;
            written.push(self.sorted_expr(expr, term.options.clone())?);
        }
        Ok(format!(" ORDER BY {}", written.join(", ")))
    }

    fn scalar_function(&mut self, call: &Call<'_, 'a>, hint: Option<Type>) -> Result<Typed, Refusal> {
        match (call.name, call.arguments.as_slice()) {
            ("coalesce", [_, _, ..]) | ("ifnull", [_, _]) => self.coalesce(&call.arguments, hint),
            ("nullif", &[one, other]) => {
                let one = self.expr(one, hint)?.into_value();
                let other = self.expr(other, one.known())?.into_value();
                let other = self.adapted(other, one.known())?;
                let (both, of) = self.unified(vec![one, other], hint.or(Some(Type::Text)))?;
                let is_collated = both.iter().any(|value| value.is_collated);
                let sql = format!("NULLIF({}, {})", both[0].sql, both[1].sql);
                Ok(Typed { is_narrow: both[0].is_narrow, ..Typed::new(sql, of).collated(is_collated) })
            }
            ("iif" | "if", &[condition, one, other]) => {
                let condition = self.condition(condition)?;
                let values = vec![self.expr(one, hint)?, self.expr(other, hint)?];
                let (values, of) = self.unified(values, hint)?;
                let values = self.with_parameters(values);
                let sql = format!("(CASE WHEN {condition} THEN {} ELSE {} END)", values[0].sql, values[1].sql);
                let is_collated = values.iter().any(|value| value.is_collated);
                let is_nullable = values.iter().any(|value| value.is_nullable);
                let is_narrow = of == Of::Value(Type::Integer);
                Ok(Typed { is_narrow, ..Typed::new(sql, of).nullable(is_nullable).collated(is_collated) })
            }
            ("min" | "max", [_, _, ..]) => self.extreme(call, hint),
            ("abs", &[value]) => {
                let value = self.expr(value, hint)?;
                let value = self.number(value)?;
                Ok(Typed { sql: format!("abs({})", value.sql), constant: None, ..value })
            }
            ("sign", &[value]) => {
                let value = self.expr(value, hint)?;
                let value = self.number(value)?;
                let sql = format!("(sign({})::bigint)", value.sql);
                Ok(Typed::value(sql, Type::Integer).nullable(value.is_nullable))
            }
            ("round", &[value]) => self.round(value, None),
            ("round", &[value, digits]) => self.round(value, Some(digits)),
            ("length" | "octet_length", &[value]) => {
                let value = self.expr(value, Some(Type::Text))?;
                let is_blob = value.known() == Some(Type::Blob);
                let value = if is_blob { value } else { self.text(value)? };
                let function = if is_blob || call.name == "octet_length" { "octet_length" } else { "char_length" };
                let sql = format!("({function}({})::bigint)", value.sql);
                Ok(Typed::value(sql, Type::Integer).nullable(value.is_nullable))
            }
            ("lower" | "upper", &[value]) => {
                let value = self.expr(value, Some(Type::Text))?;
                // Under another collation, PostgreSQL would convert more letters than those of ASCII.
                let value = self.text(value)?.in_byte_order();
                let sql = format!("{}({})", call.name, value.sql);
                Ok(Typed::value(sql, Type::Text).nullable(value.is_nullable).collated(true))
            }
            ("substr" | "substring", &[value, from]) => self.substring(value, from, None),
            ("substr" | "substring", &[value, from, length]) => self.substring(value, from, Some(length)),
            ("instr", &[value, part]) => {
                let [value, part] = self.texts([value, part])?;
                let sql = format!("(strpos({}, {})::bigint)", value.sql, part.sql);
                Ok(Typed::value(sql, Type::Integer).nullable(value.is_nullable || part.is_nullable))
            }
            ("replace", &[value, from, to]) => {
                let [value, from, to] = self.texts([value, from, to])?;
                let is_nullable = value.is_nullable || from.is_nullable || to.is_nullable;
                // SQLite does not look at the new part if there is nothing to replace.
                let sql = match from.constant {
                    Some(Constant::Text(part)) if !part.is_empty() => {
                        format!("replace({}, {}, {})", value.sql, from.sql, to.sql)
                    }
                    _ => {
                        let replaced = format!("replace({}, {}, {})", value.sql, from.sql, to.sql);
                        format!("(CASE WHEN {} = '' THEN {} ELSE {replaced} END)", from.sql, value.sql)
                    }
                };
                Ok(Typed::value(sql, Type::Text).nullable(is_nullable).collated(value.is_collated))
            }
            ("trim", &[value]) => self.trim("btrim", value, None),
            ("trim", &[value, characters]) => self.trim("btrim", value, Some(characters)),
            ("ltrim" | "rtrim", &[value]) => self.trim(call.name, value, None),
            ("ltrim" | "rtrim", &[value, characters]) => self.trim(call.name, value, Some(characters)),
            ("hex", &[value]) => {
                let value = self.expr(value, Some(Type::Text))?;
                let bytes = if value.known() == Some(Type::Blob) {
                    value.sql
                } else {
                    format!("convert_to({}, 'UTF8')", self.text(value)?.sql)
                };
                let sql = format!("COALESCE(upper(encode({bytes}, 'hex')), '')");
                Ok(Typed::value(sql, Type::Text).nullable(false))
            }
            (name, _) if is_translated(name) => Err(wrong_number(name)),
            (name, _) if SQLITE_FUNCTIONS.contains(&name) => {
                Err(Refusal::Denied(format!("the function {name} is not available")))
            }
            (name, _) => Err(Refusal::Invalid(format!("no such function: {name}"))),
        }
    }

    fn texts<const N: usize>(&mut self, all: [&'a Expr; N]) -> Result<[Typed; N], Refusal> {
        let mut texts = Vec::with_capacity(N);
        for expr in all {
            let value = self.expr(expr, Some(Type::Text))?;
            texts.push(self.text(value)?);
        }
        texts.try_into().map_err(|_| Refusal::Invalid("wrong number of arguments".into()))
    }

    fn number(&mut self, value: Typed) -> Result<Typed, Refusal> {
        let value = value.into_value();
        match value.known() {
            None => self.converted(value, Type::Integer),
            Some(of) if of.is_number() => Ok(value),
            Some(of) => Err(mismatch(of, Type::Integer)),
        }
    }

    /// Translates an integer that PostgreSQL wants in 32 bits.
    pub(crate) fn small_integer(&mut self, expr: &'a Expr) -> Result<String, Refusal> {
        let value = self.expr(expr, Some(Type::Integer))?;
        if let Some(Constant::Integer(number)) = value.constant
            && i32::try_from(number).is_ok()
        {
            return Ok(number.to_string());
        }
        let value = self.converted(value, Type::Integer)?;
        Ok(format!("(GREATEST(LEAST({}, 2000000000), -2000000000)::int)", value.sql))
    }

    fn coalesce(&mut self, arguments: &[&'a Expr], hint: Option<Type>) -> Result<Typed, Refusal> {
        let values = arguments.iter().map(|expr| self.expr(expr, hint)).collect::<Result<Vec<_>, _>>()?;
        let values = values.into_iter().map(Typed::into_value).collect();
        let (values, of) = self.unified(values, hint)?;
        let values = self.with_parameters(values);
        let is_nullable = values.iter().all(|value| value.is_nullable);
        let is_collated = values.iter().any(|value| value.is_collated);
        let is_narrow = values.iter().all(|value| value.is_narrow);
        let values: Vec<String> = values.into_iter().map(|value| value.sql).collect();
        let sql = format!("COALESCE({})", values.join(", "));
        Ok(Typed { is_narrow, ..Typed::new(sql, of).nullable(is_nullable).collated(is_collated) })
    }

    /// Translates MIN and MAX of several values. They are NULL if one value is, which PostgreSQL's ignore.
    fn extreme(&mut self, call: &Call<'_, 'a>, hint: Option<Type>) -> Result<Typed, Refusal> {
        let values = call.arguments.iter().map(|expr| self.expr(expr, hint)).collect::<Result<Vec<_>, _>>()?;
        let (mut values, of) = self.unified(values, Some(hint.unwrap_or(Type::Integer)))?;
        let function = if call.name == "min" { "LEAST" } else { "GREATEST" };
        let is_collated = values.iter().any(is_text);
        if is_collated {
            values[0] = values[0].clone().in_byte_order();
        }
        let is_narrow = values.iter().all(|value| value.is_narrow);
        let nulls: Vec<String> =
            values.iter().filter(|value| value.is_nullable).map(|value| format!("{} IS NULL", value.sql)).collect();
        let all: Vec<String> = values.into_iter().map(|value| value.sql).collect();
        let sql = format!("{function}({})", all.join(", "));
        let is_nullable = !nulls.is_empty();
        let sql = if is_nullable { format!("(CASE WHEN NOT ({}) THEN {sql} END)", nulls.join(" OR ")) } else { sql };
        Ok(Typed { is_narrow, ..Typed::new(sql, of).nullable(is_nullable).collated(is_collated) })
    }

    /// Translates ROUND, which rounds halves away from zero and yields a REAL.
    fn round(&mut self, value: &'a Expr, digits: Option<&'a Expr>) -> Result<Typed, Refusal> {
        let value = self.expr(value, Some(Type::Real))?;
        let value = self.number(value)?;
        let (digits, is_nullable) = match digits {
            None => ("0".into(), false),
            Some(digits) => {
                let is_constant = |typed: &Typed| typed.constant.is_some();
                let typed = self.expr(digits, Some(Type::Integer))?;
                let is_nullable = !is_constant(&typed);
                (format!("(GREATEST(LEAST({}, 30), 0)::int)", self.converted(typed, Type::Integer)?.sql), is_nullable)
            }
        };
        let sql = format!("(round({}::numeric, {digits})::double precision)", value.sql);
        Ok(Typed::value(sql, Type::Real).nullable(value.is_nullable || is_nullable))
    }

    pub(crate) fn trim(
        &mut self,
        function: &str,
        value: &'a Expr,
        characters: Option<&'a Expr>,
    ) -> Result<Typed, Refusal> {
        let value = self.expr(value, Some(Type::Text))?;
        let value = self.text(value)?;
        let (sql, is_nullable) = match characters {
            None => (format!("{function}({})", value.sql), false),
            Some(characters) => {
                let characters = self.expr(characters, Some(Type::Text))?;
                let characters = self.text(characters)?;
                (format!("{function}({}, {})", value.sql, characters.sql), characters.is_nullable)
            }
        };
        Ok(Typed::value(sql, Type::Text).nullable(value.is_nullable || is_nullable).collated(value.is_collated))
    }

    /// Translates SUBSTR. A start below zero counts from the end, and a negative length takes the characters before it.
    pub(crate) fn substring(
        &mut self,
        value: &'a Expr,
        from: &'a Expr,
        length: Option<&'a Expr>,
    ) -> Result<Typed, Refusal> {
        let value = self.expr(value, Some(Type::Text))?;
        let (value, of, size) = if value.known() == Some(Type::Blob) {
            (value, Type::Blob, "octet_length")
        } else {
            (self.text(value)?, Type::Text, "char_length")
        };
        let starts = self.expr(from, Some(Type::Integer))?;
        let is_positive =
            |typed: &Typed| matches!(typed.constant, Some(Constant::Integer(number)) if (0..1 << 30).contains(&number));
        let (starts_after_zero, mut is_nullable) = (is_positive(&starts), value.is_nullable || starts.is_nullable);
        let start = self.small_integer(from)?;
        let text = if of == Type::Text { format!("({}::text)", value.sql) } else { value.sql };
        let start = if starts_after_zero {
            start
        } else {
            format!("(CASE WHEN {start} < 0 THEN {size}({text}) + {start} + 1 ELSE {start} END)")
        };
        let sql = match length {
            None if starts_after_zero => format!("substr({text}, {start})"),
            None => format!("substr({text}, GREATEST({start}, 0))"),
            Some(length) => {
                let typed = self.expr(length, Some(Type::Integer))?;
                is_nullable |= typed.is_nullable;
                let takes_after = is_positive(&typed);
                let length = self.small_integer(length)?;
                if takes_after {
                    format!("substr({text}, {start}, {length})")
                } else {
                    format!("substr({text}, {start} + LEAST({length}, 0), abs({length}))")
                }
            }
        };
        Ok(Typed::value(sql, of).nullable(is_nullable).collated(value.is_collated))
    }
}

pub(crate) fn wrong_number(name: &str) -> Refusal {
    Refusal::Invalid(format!("wrong number of arguments to function {}()", name.to_ascii_uppercase()))
}

fn is_translated(name: &str) -> bool {
    const SCALARS: [&str; 22] = [
        "coalesce",
        "ifnull",
        "nullif",
        "iif",
        "if",
        "min",
        "max",
        "abs",
        "sign",
        "round",
        "length",
        "octet_length",
        "lower",
        "upper",
        "substr",
        "substring",
        "instr",
        "replace",
        "trim",
        "ltrim",
        "rtrim",
        "hex",
    ];
    SCALARS.contains(&name)
}

/// Functions of SQLite that have no translation.
const SQLITE_FUNCTIONS: [&str; 74] = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "ceiling",
    "changes",
    "char",
    "concat",
    "concat_ws",
    "cos",
    "date",
    "datetime",
    "degrees",
    "exp",
    "floor",
    "format",
    "fts3_tokenizer",
    "glob",
    "json",
    "json_array",
    "json_array_length",
    "json_each",
    "json_error_position",
    "json_extract",
    "json_group_array",
    "json_group_object",
    "json_insert",
    "json_object",
    "json_patch",
    "json_pretty",
    "json_quote",
    "json_remove",
    "json_replace",
    "json_set",
    "json_tree",
    "json_type",
    "json_valid",
    "jsonb",
    "julianday",
    "last_insert_rowid",
    "like",
    "likelihood",
    "likely",
    "ln",
    "load_extension",
    "log",
    "log10",
    "log2",
    "median",
    "mod",
    "pi",
    "pow",
    "power",
    "printf",
    "quote",
    "radians",
    "random",
    "randomblob",
    "sin",
    "soundex",
    "sqlite_version",
    "sqrt",
    "strftime",
    "tan",
    "time",
    "timediff",
    "total_changes",
    "trunc",
    "typeof",
    "unhex",
    "unicode",
    "unixepoch",
    "zeroblob",
];
