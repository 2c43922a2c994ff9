//! Values on their way to the server and back.

use plumbline_sql::{SqlError, Value};

use crate::fixture::{Fixture, one, text};

/// Values that are written to a column, and what is read back. `None`: the value is refused.
pub(crate) async fn round_trips(fixture: &Fixture) {
    let connection = fixture.connect("round trips").await;
    let long = "ä".repeat(100_000);
    let cases = [
        ("size", Value::Integer(i64::MAX), Some(Value::Integer(i64::MAX))),
        ("size", Value::Real(3.0), Some(Value::Integer(3))),
        ("size", Value::Real(3.5), None),
        ("size", Value::Null, Some(Value::Null)),
        ("weight", Value::Real(-0.1), Some(Value::Real(-0.1))),
        ("weight", Value::Integer(3), Some(Value::Real(3.0))),
        ("weight", text("x"), None),
        ("note", text(&long), Some(text(&long))),
        ("name", Value::Integer(3), Some(text("3"))),
        ("name", text("a\0b"), None),
        ("name", Value::Blob(vec![1]), None),
        ("data", Value::Blob(vec![0, 255]), Some(Value::Blob(vec![0, 255]))),
        ("data", Value::Blob(vec![]), Some(Value::Blob(vec![]))),
        ("data", text("x"), None),
    ];
    connection.execute("INSERT INTO things (id, name) VALUES ('a', 'a')", vec![]).await.unwrap();
    for (column, value, expected) in cases {
        let sql = format!("UPDATE things SET {column} = ? WHERE id = ? RETURNING {column}");
        let written = connection.execute(&sql, vec![value.clone(), text("a")]).await;
        let shown = || format!("{column} = {}", format!("{value:?}").chars().take(40).collect::<String>());
        match expected {
            Some(expected) => {
                assert_eq!(written.unwrap_or_else(|error| panic!("{}: {error}", shown())).rows, [[expected]]);
                assert_eq!(connection.changes(), 1);
            }
            None => {
                let error = written.unwrap_err();
                assert!(
                    matches!(&error, SqlError::Invalid(text) if text.starts_with("parameter 1: ")),
                    "{}: {error:?}",
                    shown()
                );
            }
        }
    }
}

/// Types that PostgreSQL has and SQLite has not.
pub(crate) async fn numbers_of_the_server_are_those_of_sqlite(fixture: &Fixture) {
    let connection = fixture.connect("numbers").await;
    for size in 1..=3 {
        let insert = "INSERT INTO things (id, name, size) VALUES (?, 'a', ?)";
        connection.execute(insert, vec![text(&size.to_string()), Value::Integer(size)]).await.unwrap();
    }
    for (expression, expected) in [
        ("COUNT(*)", Value::Integer(3)),
        ("SUM(size)", Value::Integer(6)),
        ("AVG(size)", Value::Real(2.0)),
        ("SUM(size * 0.5)", Value::Real(3.0)),
        ("MAX(size) > 2", Value::Integer(1)),
        ("MAX(weight)", Value::Null),
        ("CAST(9.9e99 AS double precision)", Value::Real(9.9e99)),
        ("1 + 1", Value::Integer(2)),
    ] {
        let sql = format!("SELECT {expression} AS value FROM things");
        let sql = if expression.contains('(') && !expression.starts_with("CAST") { sql } else { sql + " LIMIT 1" };
        assert_eq!(one(&connection, &sql).await, expected, "{expression}");
    }
    let other = connection.execute("SELECT now() AS time", vec![]).await;
    assert!(matches!(&other, Err(SqlError::Invalid(text)) if text.starts_with("column `time` of type ")), "{other:?}");
}
