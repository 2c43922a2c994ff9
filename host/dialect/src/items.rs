//! The items of a result, and how many columns a place may have.

use sqlparser::ast::{Expr, Ident};

use crate::refusal::Refusal;
use crate::scope::Visible;

/// Columns of a result or of a set list, terms of ORDER BY and of GROUP BY, as in the SQLite sandbox.
const MOST_COLUMNS: usize = 200;

/// An item of a result.
#[derive(Debug)]
pub(crate) enum Item<'a> {
    Column(Visible),
    Expr(&'a Expr, Option<&'a Ident>),
}

impl Item<'_> {
    pub(crate) fn is_named(&self, name: &str) -> bool {
        match self {
            Self::Column(_) | Self::Expr(_, None) => false,
            Self::Expr(_, Some(alias)) => alias.value.eq_ignore_ascii_case(name),
        }
    }
}

/// Refuses too many columns in a place.
pub(crate) fn require_few(count: usize, place: &str) -> Result<(), Refusal> {
    if count > MOST_COLUMNS { Err(Refusal::Invalid(format!("too many columns in {place}"))) } else { Ok(()) }
}
