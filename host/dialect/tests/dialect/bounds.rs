//! Statements that are large, deep, or slow to read.

use std::time::{Duration, Instant};

use plumbline_dialect::{Refusal, Statement, component};
use proptest::prelude::*;

use crate::quotes::outside_quotes;

/// Half of what the threads of the runtime have.
const STACK: usize = 1 << 20;

/// Translates on a small stack and requires that it takes little time.
fn translated(sql: String) -> Result<Statement, Refusal> {
    std::thread::scope(|scope| {
        let run = || {
            let begun = Instant::now();
            let done = component(&sql);
            assert!(begun.elapsed() < Duration::from_secs(5), "{:?}: {:.80}", begun.elapsed(), sql);
            if let Ok(statement) = &done {
                assert!(statement.sql.len() <= 2 << 20);
            }
            done
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).unwrap();
        thread.join().unwrap()
    })
}

#[test]
fn deep_and_long_statements_are_refused_without_harm() {
    let repeated = |before: &str, part: &str, after: &str| {
        let count = (65_000 - before.len() - after.len()) / part.len();
        format!("{before}{}{after}", part.repeat(count))
    };
    let nested = |open: &str, inner: &str, close: &str, count: usize| {
        format!("SELECT {}{inner}{}", open.repeat(count), close.repeat(count))
    };
    let mut statements = vec![
        repeated("SELECT ", "(", ""),
        repeated("SELECT ", "-", "1"),
        repeated("SELECT ", "- ", "1"),
        repeated("SELECT ", "NOT ", "1"),
        repeated("SELECT ", "+ ", "1"),
        repeated("SELECT ", "~", "1"),
        repeated("SELECT 1", "+1", ""),
        repeated("SELECT 1", " AND 1", ""),
        repeated("SELECT 'a'", "||'a'", ""),
        repeated("SELECT 1", " IS NULL", ""),
        repeated("SELECT 1", " COLLATE BINARY", ""),
        repeated("SELECT 1", "->1", ""),
        repeated("SELECT ", "a.", "a"),
        repeated("SELECT ", "CASE WHEN ", "1"),
        repeated("SELECT ", "CASE ", "1"),
        repeated("SELECT ", "CAST(", "1"),
        repeated("SELECT ", "EXISTS(SELECT ", "1"),
        repeated("SELECT ", "(SELECT ", "1"),
        repeated("SELECT ", "abs(", "1"),
        repeated("SELECT ", "IF(", "1"),
        repeated("SELECT ", "a IN (", "1"),
        repeated("SELECT 1", " IN (1)", ""),
        repeated("SELECT 1", " BETWEEN 1 AND 1", ""),
        repeated("SELECT 1", " LIKE 1", ""),
        repeated("SELECT 1", " UNION SELECT 1", ""),
        repeated("SELECT 1,1", " UNION SELECT 1,1", ""),
        repeated("SELECT 1", " UNION ALL VALUES (1)", ""),
        repeated("SELECT * FROM ", "(", "items"),
        repeated("SELECT * FROM ", "(SELECT * FROM ", "items"),
        repeated("SELECT * FROM items", " JOIN items", ""),
        repeated("SELECT * FROM items", ", items", ""),
        repeated("", "WITH a AS (", "SELECT 1"),
        repeated("WITH a AS (SELECT 1)", ", a AS (SELECT * FROM a)", " SELECT 1"),
        repeated("SELECT 1", ", 1", ""),
        repeated("SELECT id FROM items ORDER BY 1", ", 1", ""),
        repeated("SELECT id FROM items GROUP BY 1", ", 1", ""),
        repeated("VALUES (1)", ", (1", ")"),
        repeated("INSERT INTO quota_use VALUES ", "(", ""),
        repeated("SELECT ", "/* ", ""),
        repeated("SELECT ", "/**/", "1"),
        repeated("SELECT ", "-- x\n", "1"),
        repeated("SELECT ", "'", ""),
        repeated("SELECT ", "\"", ""),
        repeated("SELECT ", "[", ""),
        repeated("SELECT ", "interval ", "1"),
        repeated("SELECT ", "position(", "1"),
        repeated("SELECT ", "extract(", "1"),
        repeated("SELECT ", "trim(", "1"),
        repeated("SELECT ", "substring(", "1"),
        repeated("SELECT ", "struct<", "1"),
        repeated("SELECT ", "array<", "1"),
        repeated("SELECT ", "nullable(", "1"),
        repeated("SELECT ", "map(", "1"),
        repeated("SELECT ", "union(", "1"),
        repeated("SELECT ", "tuple(", "1"),
        repeated("SELECT ", "case-", "1"),
        repeated("SELECT ", "if(current_time(", "x"),
        repeated("", ";", ""),
        repeated("", "SELECT ", ""),
        repeated("DELETE FROM items WHERE id = 1", " OR id = 1", ""),
        repeated("UPDATE items SET note = 1", ", note = 1", ""),
        repeated("SELECT ?", ", ?", ""),
        format!("SELECT {}", "1".repeat(65_000)),
        format!("SELECT {}", "x".repeat(65_000)),
        format!("SELECT '{}'", "x".repeat(70_000)),
    ];
    for count in [5, 10, 20, 25, 30, 60, 200] {
        for (open, close) in [
            ("(", ")"),
            ("abs(", ")"),
            ("MAX(tag, ", ")"),
            ("(SELECT ", ")"),
            ("(SELECT MIN(position) + ", " FROM items)"),
            ("CASE WHEN ", " THEN 1 END"),
            ("CASE ", " WHEN 1 THEN 1 END"),
            ("CAST(", " AS TEXT)"),
            ("CAST(CAST(", " AS INTEGER) AS TEXT)"),
            ("COALESCE(?, ", ")"),
            ("1 IN (", ")"),
            ("1 IN (SELECT ", ")"),
            ("(SELECT 1 UNION SELECT ", ")"),
            ("(SELECT NULL UNION SELECT ", ")"),
            ("EXISTS (SELECT ", ")"),
            ("NOT ", ""),
            ("- ", ""),
            ("if(", ", 1, 2)"),
            ("substr(", ", -1, -1)"),
            ("round(", ")"),
            ("(", ""),
            ("cast(", ""),
            ("position(", ""),
        ] {
            for inner in ["1", "position", "?", "("] {
                statements.push(nested(open, inner, close, count));
                statements.push(nested(open, inner, close, count) + " FROM items");
            }
        }
    }
    for sql in statements {
        // Whether it is refused matters less than that it ends.
        let _ = translated(sql);
    }
}

#[test]
fn the_depth_of_real_statements_is_allowed() {
    let nested = format!("SELECT {}1{}", "(SELECT MAX(".repeat(8), "))".repeat(8));
    assert!(translated(nested).is_ok());
    let terms = format!("SELECT id FROM items WHERE id = ?{}", " OR id = ?".repeat(90));
    assert!(translated(terms).is_ok());
    let row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let rows = format!(
        "INSERT INTO idempotency (client_id, key, fingerprint, status, headers, body, created_at) VALUES {}",
        [row; 1].join(", ")
    );
    assert!(translated(rows).is_err(), "ten values for seven columns");
    let rows = format!("INSERT INTO quota_use (name, day, used) VALUES {}", ["(?, ?, ?)"; 333].join(", "));
    assert_eq!(translated(rows).unwrap().parameters, 999);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text ends in a statement or a refusal.
    #[test]
    fn no_text_breaks_the_translation(sql in "\\PC{0,200}") {
        let _ = component(&sql);
    }

    /// Any words of SQL do too, and what passes has none of its own.
    #[test]
    fn no_words_break_the_translation(words in prop::collection::vec(prop::sample::select(WORDS), 1..40)) {
        if let Ok(statement) = component(&words.join(" ")) {
            // Names in quotes are the statement's own.
            let bare = outside_quotes(&statement.sql);
            prop_assert!(!bare.contains("pg_") && !bare.contains("regclass") && !bare.contains(';'), "{}", statement.sql);
        }
    }
}

const WORDS: &[&str] = &[
    "SELECT",
    "FROM",
    "WHERE",
    "items",
    "projects",
    "id",
    "tag",
    "position",
    "*",
    ",",
    "(",
    ")",
    "1",
    "'a'",
    "?",
    "?2",
    "=",
    "<>",
    "AND",
    "OR",
    "NOT",
    "NULL",
    "IS",
    "IN",
    "LIKE",
    "BETWEEN",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "CAST",
    "AS",
    "INTEGER",
    "TEXT",
    "UNION",
    "ALL",
    "GROUP BY",
    "ORDER BY",
    "LIMIT",
    "OFFSET",
    "HAVING",
    "COUNT",
    "SUM",
    "MAX",
    "WITH",
    "RECURSIVE",
    "VALUES",
    "INSERT INTO",
    "UPDATE",
    "SET",
    "DELETE FROM",
    "RETURNING",
    "ON CONFLICT",
    "DO NOTHING",
    "DO UPDATE",
    "JOIN",
    "LEFT",
    "USING",
    "ON",
    "EXISTS",
    "OVER",
    "PARTITION BY",
    "||",
    "+",
    "-",
    "/",
    "%",
    ".",
    ";",
    "pg_class",
    "pg_sleep",
    "::",
    "regclass",
    "DISTINCT",
    "x",
    "COALESCE",
    "SUBSTR",
    "--",
    "/*",
    "*/",
    "\"",
    "FILTER",
    "WINDOW",
    "ROWS",
    "COLLATE",
    "main",
];
