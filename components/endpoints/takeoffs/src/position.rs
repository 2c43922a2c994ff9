//! Page and position on it, by which lists of items and routes are sorted and continued.

use plumbline_database::Value;
use plumbline_endpoint::OperationError;
use plumbline_endpoint::list::{Conditions, List};

/// Returns the page and position after which a page of a list starts.
pub(crate) fn after(list: &List) -> Result<Option<(i64, i64)>, OperationError> {
    let Some(key) = list.after() else { return Ok(None) };
    let number = |text: &String| {
        text.parse().map_err(|_| OperationError::Internal("a cursor of another list passed".to_owned()))
    };
    match key {
        [page, position] => Ok(Some((number(page)?, number(position)?))),
        _ => Err(OperationError::Internal("a cursor of another list passed".to_owned())),
    }
}

/// Restricts a query to the rows after a page and position.
pub(crate) fn start_after(conditions: &mut Conditions, after: Option<(i64, i64)>) {
    if let Some((page, position)) = after {
        conditions.and_values(
            // A comparison of pairs is a range of the index. With OR, the database would visit all rows before it.
            "(page_number, position) > (?, ?)",
            [page, position].map(Value::from),
        );
    }
}
