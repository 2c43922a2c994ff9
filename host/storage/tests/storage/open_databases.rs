//! How long databases and connections stay open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::*;
use plumbline_storage::{Environment, Scope, SqlError};

/// Returns the number of descriptors that this process has on the files of a database.
fn descriptors(of: &std::path::Path) -> usize {
    let name = of.to_string_lossy().into_owned();
    std::fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .filter(|target| target.to_string_lossy().starts_with(&name))
        .count()
}

#[tokio::test]
async fn a_database_that_left_the_cache_and_is_in_use_keeps_its_one_queue_of_writers() {
    let fixture = fixture_with(|config| {
        config.open_databases = 1;
        config.idle_time = Duration::from_millis(20);
        config.sql.queue_time = Duration::from_millis(300);
    })
    .await;
    let connection = fixture.database.connect();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    // Opening another one evicts it from the cache, when unused connections are next closed.
    let other = fixture.storage.control.create_tenant("B").await.unwrap();
    let other = Scope::new(other.id, Environment::Production);
    let begun = Instant::now();
    let again = loop {
        fixture.storage.tenant(&other).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let again = fixture.storage.tenant(&fixture.scope).await.unwrap();
        if !Arc::ptr_eq(&again, &fixture.database) {
            break again;
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "it is still in the cache");
    };
    // Two queues would meet at SQLite's lock, and fail with "database is locked" after seconds.
    let refused = run(&again.connect(), "UPDATE projects SET name = 'x'").await.unwrap_err();
    assert!(matches!(&refused, SqlError::Busy(why) if why.contains("waiting for the write lock")), "{refused:?}");
    run(&connection, "COMMIT").await.unwrap();
    run(&again.connect(), "UPDATE projects SET name = 'x'").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_nobody_uses_are_closed() {
    let fixture = fixture_with(|config| config.idle_time = Duration::from_millis(100)).await;
    let file = fixture.dir.path().canonicalize().unwrap().join("tenants").join(fixture.scope.tenant.as_str());
    let connection = fixture.database.connect();
    run(&connection, "SELECT 1 FROM projects").await.unwrap();
    assert!(descriptors(&file) > 0);
    let begun = Instant::now();
    while descriptors(&file) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(30), "{} are open", descriptors(&file));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    run(&connection, "SELECT 1 FROM projects").await.unwrap();
}
