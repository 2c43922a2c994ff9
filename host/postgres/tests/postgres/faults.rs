//! A server that restarts in the middle.

use plumbline_sql::{SqlError, SqlLimits, Value};

use crate::fixture::{Fixture, Mode, insert, one, run};

const COUNT: &str = "SELECT COUNT(*) FROM things";

#[tokio::test(flavor = "multi_thread")]
async fn the_pools_recover_from_a_crash_and_nothing_committed_is_lost() {
    let Some(fixture) = Fixture::start(Mode::Prepared).await else { return };
    let database = fixture.database("crash", SqlLimits::default()).await;
    let (committed, open, running) = (database.connect(), database.connect(), database.connect());
    insert(&committed, "a").await.unwrap();
    run(&open, "BEGIN IMMEDIATE").await.unwrap();
    insert(&open, "b").await.unwrap();
    let (sleeping, ()) = tokio::join!(run(&running, "SELECT pg_sleep(5)"), async {
        let running = "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'";
        while fixture.postgres.query(running, &[]).await.unwrap()[0].int("n").unwrap() == 0 {
            tokio::task::yield_now().await;
        }
        tokio::task::block_in_place(|| fixture.server.crash());
    });
    assert!(matches!(sleeping, Err(SqlError::Io(_))), "{sleeping:?}");
    let lost = run(&open, COUNT).await;
    assert!(matches!(lost, Err(SqlError::Io(_))), "{lost:?}");
    assert_eq!(run(&open, "COMMIT").await, lost);
    for refused in [run(&committed, COUNT).await, insert(&committed, "c").await] {
        assert!(matches!(refused, Err(SqlError::Io(_))), "{refused:?}");
    }
    assert!(matches!(fixture.postgres.query("SELECT 1 AS n", &[]).await, Err(SqlError::Io(_))));

    tokio::task::block_in_place(|| fixture.server.resume());
    assert_eq!(one(&open, COUNT).await, Value::Integer(1));
    insert(&committed, "d").await.unwrap();
    assert_eq!(fixture.postgres.query("SELECT 1 AS n", &[]).await.unwrap()[0].int("n"), Ok(1));
    assert!(database.connect().is_write_lock_free());
}

/// With one connection, any that came back dirty would be seen by the next user.
#[tokio::test(flavor = "multi_thread")]
async fn no_connection_comes_back_dirty() {
    let Some(fixture) = Fixture::start_with(Mode::Prepared, 1).await else { return };
    let limits = SqlLimits { rows: 10, result_bytes: 1000, ..SqlLimits::default() };
    let database = fixture.database("dirty", limits).await;
    let other = fixture.connect("other").await;
    insert(&other, "x").await.unwrap();
    for end in ["", "SELECT 1 / 0", "SELECT n FROM generate_series(1, 100000) n", "SELECT 1"] {
        let connection = database.connect();
        run(&connection, "BEGIN IMMEDIATE").await.unwrap();
        insert(&connection, "a").await.unwrap();
        if !end.is_empty() {
            let _ = run(&connection, end).await;
        }
        drop(connection);
        assert_eq!(one(&other, COUNT).await, Value::Integer(1), "{end}");
        assert_eq!(one(&database.connect(), COUNT).await, Value::Integer(0), "{end}");
    }
    // More statements than are kept prepared.
    for number in 0..600 {
        assert_eq!(one(&other, &format!("SELECT {number}")).await, Value::Integer(number));
    }
}
