//! Errors as SQLite words them, because `spin:sqlite` has only their texts.

use crate::ServerError;

/// The setting that the database names when it refuses its value.
const SCOPE_SETTING: &str = "plumbline.scope";

/// Returns the text of an error.
pub(crate) fn text(error: ServerError) -> String {
    let (code, message, table, column, constraint) = match error {
        ServerError::Failed(text) => return text,
        ServerError::Refused { code, message, table, column, constraint } => {
            (code, message, table.unwrap_or_default(), column.unwrap_or_default(), constraint.unwrap_or_default())
        }
    };
    match code.as_str() {
        // The names of the classes are in the documentation's appendix of error codes.
        "23502" => format!("NOT NULL constraint failed: {table}.{column}"),
        "23503" => "FOREIGN KEY constraint failed".to_owned(),
        "23505" => format!("UNIQUE constraint failed: {constraint}"),
        "23514" => format!("CHECK constraint failed: {constraint}"),
        // Serialization failure, deadlock, lock not available.
        "40001" | "40P01" | "55P03" => format!("database is locked: {message}"),
        // The next session reads the scope's new key.
        "42501" if message.starts_with(SCOPE_SETTING) => format!("database is busy: {message}"),
        "42501" => format!("access denied: {message}"),
        "57014" => format!("interrupted: {message}"),
        // Among them `P0001`, with which triggers refuse a row. Their messages are those of SQLite's triggers.
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_recognize_errors_by_the_words_of_sqlite() {
        let refused = |code: &str| ServerError::Refused {
            code: code.into(),
            message: "the server's words".into(),
            table: Some("projects".into()),
            column: Some("name".into()),
            constraint: Some("projects_external_ref".into()),
        };
        for (code, expected) in [
            ("23505", "UNIQUE constraint failed: projects_external_ref"),
            ("23502", "NOT NULL constraint failed: projects.name"),
            ("55P03", "database is locked: the server's words"),
            ("P0001", "the server's words"),
        ] {
            assert_eq!(text(refused(code)), expected);
        }
    }
}
