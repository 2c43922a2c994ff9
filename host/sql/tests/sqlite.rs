//! Statements on SQLite.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use futures::TryStreamExt as _;
use plumbline_host_sql::{Clock, Dialect, Error, Pool, query, query_of_parts};
use plumbline_sql::Value;
use serde::Deserialize;
use sqlx::sqlite::SqlitePoolOptions;

#[derive(Debug, PartialEq, Deserialize)]
struct Note {
    id: i64,
    text: Option<String>,
}

/// Returns a database in memory, which exists as long as its only connection.
async fn pool() -> Pool {
    let pool = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await.unwrap();
    let pool = Pool::from(pool);
    query("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)").execute(&pool).await.unwrap();
    pool
}

#[tokio::test]
async fn rows_are_read_by_the_names_of_their_columns() {
    let pool = pool().await;
    assert_eq!(pool.dialect(), Dialect::Sqlite);
    let insert = || query("INSERT INTO notes (id, text) VALUES (?1, ?2)");
    assert_eq!(insert().bind(1_i64).bind("a").execute(&pool).await.unwrap(), 1);
    assert_eq!(insert().bind_all([Value::Integer(2), Value::Null]).execute(&pool).await.unwrap(), 1);
    let all = || query("SELECT text, id FROM notes ORDER BY id");
    let expected = [Note { id: 1, text: Some("a".into()) }, Note { id: 2, text: None }];
    assert_eq!(all().fetch_all::<Note>(&pool).await.unwrap(), expected);
    assert_eq!(all().fetch::<Note>(&pool).try_collect::<Vec<_>>().await.unwrap(), expected);
    assert_eq!(all().fetch_one::<Note>(&pool).await.unwrap(), expected[0]);
    assert_eq!(all().fetch_scalars::<Option<String>>(&pool).await.unwrap(), [Some("a".to_owned()), None]);
    let count = query_of_parts(format!("SELECT COUNT(*) FROM {}", "notes"));
    assert_eq!(count.fetch_scalar::<u64>(&pool).await.unwrap(), 2);
    let none = query("SELECT * FROM notes WHERE id = 9");
    assert_eq!(none.clone().fetch_optional::<Note>(&pool).await.unwrap(), None);
    assert!(matches!(none.fetch_one::<Note>(&pool).await, Err(Error::NoRow)));
}

#[tokio::test]
async fn errors_tell_a_taken_value_from_a_wrong_type() {
    let pool = pool().await;
    let insert = || query("INSERT INTO notes (text) VALUES ('a')").execute(&pool);
    insert().await.unwrap();
    let taken = insert().await.unwrap_err();
    assert!(taken.is_unique_violation(), "{taken}");
    let wrong = query("SELECT text AS id, text FROM notes").fetch_all::<Note>(&pool).await.unwrap_err();
    assert!(matches!(wrong, Error::Row(_)) && !wrong.is_unique_violation(), "{wrong}");
}

#[tokio::test]
async fn a_transaction_that_is_dropped_changes_nothing() {
    let pool = pool().await;
    let insert = || query("INSERT INTO notes (text) VALUES (?)");
    let mut dropped = pool.begin_write().await.unwrap();
    insert().bind("dropped").execute(&mut dropped).await.unwrap();
    drop(dropped);
    let mut connection = pool.acquire().await.unwrap();
    let mut kept = connection.begin_write().await.unwrap();
    insert().bind("kept").execute(&mut kept).await.unwrap();
    kept.commit().await.unwrap();
    drop(connection);
    let mut read = pool.begin_read().await.unwrap();
    let texts: Vec<String> = query("SELECT text FROM notes").fetch_scalars(&mut read).await.unwrap();
    read.rollback().await.unwrap();
    assert_eq!(texts, ["kept"]);
}

#[tokio::test]
async fn the_clock_of_sqlite_is_its_hosts() {
    let before = time::OffsetDateTime::now_utc();
    let clock = Clock::of(&pool().await);
    let now = clock.now().await.unwrap();
    assert!(clock.read().await.unwrap().is_none());
    assert!(now >= before && now <= time::OffsetDateTime::now_utc());
}
