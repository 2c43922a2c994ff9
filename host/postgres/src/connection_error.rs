//! Errors that concern a connection rather than a statement.

use plumbline_sql::SqlError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Converts an error that concerns the connection rather than a statement.
pub(crate) fn of(error: &Error) -> SqlError {
    match error.as_db_error() {
        Some(refused) if *refused.code() == SqlState::TOO_MANY_CONNECTIONS => SqlError::Busy(format!(
            "the server has no free connection ({}). Lower database.connections or raise max_connections.",
            refused.message()
        )),
        Some(refused) => SqlError::Io(refused.message().to_owned()),
        None if error.is_closed() => SqlError::Io("the connection to the database was lost".into()),
        None => {
            let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
            let text = error.to_string();
            SqlError::Io(if text.ends_with(&cause) { text } else { text + &cause })
        }
    }
}
