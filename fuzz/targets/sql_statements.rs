//! Translates arbitrary texts, and texts of SQL's words, for PostgreSQL. What passes must name nothing of the system.
#![no_main]

#[path = "../../host/dialect/tests/dialect/quotes.rs"]
mod quotes;

use libfuzzer_sys::fuzz_target;

use quotes::outside_quotes;

const WORDS: &[&str] = &[
    "SELECT ",
    "FROM ",
    "WHERE ",
    "items ",
    "projects ",
    "id ",
    "tag ",
    "position ",
    "* ",
    ", ",
    "( ",
    ") ",
    "1 ",
    "'a' ",
    "? ",
    "?2 ",
    "= ",
    "<> ",
    "AND ",
    "OR ",
    "NOT ",
    "NULL ",
    "IS ",
    "IN ",
    "LIKE ",
    "BETWEEN ",
    "CASE ",
    "WHEN ",
    "THEN ",
    "END ",
    "CAST( ",
    "AS ",
    "INTEGER) ",
    "UNION ",
    "ALL ",
    "GROUP BY ",
    "ORDER BY ",
    "LIMIT ",
    "HAVING ",
    "COUNT( ",
    "MAX( ",
    "WITH ",
    "RECURSIVE ",
    "VALUES ",
    "INSERT INTO ",
    "UPDATE ",
    "SET ",
    "DELETE FROM ",
    "RETURNING ",
    "ON CONFLICT ",
    "DO NOTHING ",
    "JOIN ",
    "LEFT ",
    "USING ",
    "EXISTS ",
    "OVER ",
    "|| ",
    "/ ",
    ". ",
    "; ",
    "pg_class ",
    "pg_sleep( ",
    "::regclass ",
    "jobs ",
];

fuzz_target!(|bytes: &[u8]| {
    let sql = match bytes {
        [b'W', words @ ..] => words.iter().map(|word| WORDS[usize::from(*word) % WORDS.len()]).collect(),
        text => String::from_utf8_lossy(text).into_owned(),
    };
    if let Ok(statement) = plumbline_dialect::component(&sql) {
        // Text in quotes may be anything.
        let bare = outside_quotes(&statement.sql);
        assert!(!bare.contains("pg_") && !bare.contains(';') && !bare.contains("regclass"), "{sql}\n{}", statement.sql);
    }
    let _ = plumbline_dialect::host(&sql);
});
