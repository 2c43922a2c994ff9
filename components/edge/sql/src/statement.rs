//! Conversion of statements for PostgreSQL. Statements are portable except for two things: placeholders are `?`, and a
//! transaction that will write starts with `BEGIN IMMEDIATE`.

use std::fmt::Write as _;

/// A statement for PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The SQL, with `$1` for the first value.
    pub sql: String,
    /// Whether it returns rows.
    pub has_rows: bool,
}

/// First words of statements that return rows.
const QUERY_KEYWORDS: [&str; 4] = ["SELECT", "WITH", "VALUES", "TABLE"];

impl Statement {
    /// Converts a portable statement.
    pub fn of(sql: &str) -> Self {
        let first = sql.split_whitespace().next().unwrap_or_default();
        if first.eq_ignore_ascii_case("BEGIN") {
            return Self { sql: "BEGIN".to_owned(), has_rows: false };
        }
        let (sql, words) = number_placeholders(sql);
        let has_rows = QUERY_KEYWORDS.iter().any(|word| first.eq_ignore_ascii_case(word))
            || words.iter().any(|word| word.eq_ignore_ascii_case("RETURNING"));
        Self { sql, has_rows }
    }
}

/// Returns the statement with numbered placeholders, and its words outside quotes.
fn number_placeholders(sql: &str) -> (String, Vec<String>) {
    let mut out = String::with_capacity(sql.len() + 8);
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut count = 0u32;
    let mut characters = sql.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '?') => {
                // `?2` gives its number. `?` takes the next one.
                let mut number = String::new();
                while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                count = number.parse().unwrap_or(count + 1);
                // Writing to a string cannot fail.
                let _ = write!(out, "${count}");
                continue;
            }
            (None, _) => {}
        }
        if quote.is_some() {
            word.clear();
        }
        out.push(c);
    }
    words.extend((!word.is_empty()).then_some(word));
    (out, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_outside_of_quotes() {
        for (portable, expected) in [
            ("SELECT * FROM a WHERE b = ? AND c = ?", "SELECT * FROM a WHERE b = $1 AND c = $2"),
            ("SELECT '?', \"?\" FROM a WHERE b = ?", "SELECT '?', \"?\" FROM a WHERE b = $1"),
            ("SELECT 'it''s ?' WHERE b = ?", "SELECT 'it''s ?' WHERE b = $1"),
            ("UPDATE a SET b = ?2 WHERE c = ?1 OR d = ?2", "UPDATE a SET b = $2 WHERE c = $1 OR d = $2"),
            ("SELECT b FROM a LIMIT ?", "SELECT b FROM a LIMIT $1"),
        ] {
            assert_eq!(Statement::of(portable).sql, expected);
        }
        assert_eq!(Statement::of("BEGIN IMMEDIATE").sql, "BEGIN");
    }

    #[test]
    fn what_answers_with_rows_is_told_from_what_changes_some() {
        for rows in ["SELECT 1", "with a as (select 1) select * from a", "DELETE FROM a WHERE b = ? RETURNING c"] {
            assert!(Statement::of(rows).has_rows, "{rows}");
        }
        for none in ["INSERT INTO a VALUES (?, 'RETURNING')", "UPDATE a SET b = ?", "BEGIN IMMEDIATE", "COMMIT"] {
            assert!(!Statement::of(none).has_rows, "{none}");
        }
    }
}
