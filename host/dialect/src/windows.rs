//! Windows and their functions.

use sqlparser::ast::{Expr, Value, WindowFrame, WindowFrameBound, WindowFrameUnits, WindowSpec};

use crate::Refusal;
use crate::functions::{Call, wrong_number};
use crate::scope::new_name;
use crate::translator::Translator;
use crate::typed::{Of, Type, quoted, unavailable};

impl<'a> Translator<'a> {
    pub(crate) fn window_call(&mut self, call: &Call<'_, 'a>) -> Result<(String, Type, bool, bool), Refusal> {
        let ranks = matches!(call.name, "row_number" | "rank" | "dense_rank" | "percent_rank" | "cume_dist");
        let (fewest, most) = match call.name {
            _ if ranks => (0, 0),
            "lag" | "lead" => (1, 3),
            "nth_value" => (2, 2),
            _ => (1, 1),
        };
        if call.is_distinct || call.has_star || !(fewest..=most).contains(&call.arguments.len()) {
            return Err(wrong_number(call.name));
        }
        if ranks {
            let of = if matches!(call.name, "percent_rank" | "cume_dist") { Type::Real } else { Type::Integer };
            return Ok((format!("{}()", call.name), of, false, false));
        }
        if call.name == "ntile" {
            let count = self.small_integer(call.arguments[0])?;
            return Ok((format!("ntile({count})"), Type::Integer, false, false));
        }
        let mut values = vec![self.expr(call.arguments[0], None)?.into_value()];
        if let Some(default) = call.arguments.get(2) {
            values.push(self.expr(default, values[0].known())?.into_value());
        }
        let (values, of) = self.unified(values, Some(Type::Text))?;
        let Of::Value(of) = of else { return Err(wrong_number(call.name)) };
        let is_collated = values.iter().any(|value| value.is_collated);
        let mut arguments: Vec<String> =
            values.into_iter().map(|value| format!("({}::{})", value.sql, of.postgres())).collect();
        if let Some(offset) = call.arguments.get(1) {
            arguments.insert(1, self.small_integer(offset)?);
        }
        Ok((format!("{}({})", call.name, arguments.join(", ")), of, true, is_collated))
    }

    /// Translates the contents of the parentheses of OVER or WINDOW.
    pub(crate) fn window(&mut self, spec: &'a WindowSpec) -> Result<String, Refusal> {
        let WindowSpec { window_name, partition_by, order_by, window_frame } = spec;
        let mut parts = Vec::new();
        if let Some(name) = window_name {
            parts.push(quoted(new_name(name)?));
        }
        if !partition_by.is_empty() {
            let mut keys = Vec::with_capacity(partition_by.len());
            for key in partition_by {
                keys.push(self.expr(key, Some(Type::Text))?.into_value().sql);
            }
            parts.push(format!("PARTITION BY {}", keys.join(", ")));
        }
        if !order_by.is_empty() {
            parts.push(self.argument_order(order_by)?.trim_start().to_owned());
        }
        if let Some(frame) = window_frame {
            let WindowFrame { units, start_bound, end_bound } = frame;
            let units = match units {
                WindowFrameUnits::Rows => "ROWS",
                WindowFrameUnits::Range => "RANGE",
                WindowFrameUnits::Groups => "GROUPS",
            };
            let start = bound(start_bound)?;
            parts.push(match end_bound {
                Some(end) => format!("{units} BETWEEN {start} AND {}", bound(end)?),
                None => format!("{units} {start}"),
            });
        }
        Ok(format!("({})", parts.join(" ")))
    }
}

fn bound(bound: &WindowFrameBound) -> Result<String, Refusal> {
    let (expr, word) = match bound {
        WindowFrameBound::CurrentRow => return Ok("CURRENT ROW".into()),
        WindowFrameBound::Preceding(expr) => (expr, "PRECEDING"),
        WindowFrameBound::Following(expr) => (expr, "FOLLOWING"),
    };
    let Some(expr) = expr else { return Ok(format!("UNBOUNDED {word}")) };
    let number = match &**expr {
        Expr::Value(value) => match &value.value {
            Value::Number(number, _) => number.parse::<u32>().ok(),
            _ => None,
        },
        _ => None,
    };
    number
        .map(|number| format!("{number} {word}"))
        .ok_or_else(|| unavailable("a frame bound that is not a whole number"))
}
