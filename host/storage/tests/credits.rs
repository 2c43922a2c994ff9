//! Credits are counted when they are committed. The test is alone in its file, because the counts cover the whole
//! process.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeMap;

use plumbline_storage::{Environment, Scope, SqlError, Storage, StorageConfig, Value, moved_credits};

const ENTRY: &str = "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES (?, ?, ?, '', '')";

fn entry(job: &str, kind: &str, micros: i64) -> Vec<Value> {
    vec![Value::Text(job.into()), Value::Text(kind.into()), Value::Integer(micros)]
}

fn moved() -> BTreeMap<&'static str, u64> {
    moved_credits().into_iter().filter(|(_, micros)| *micros > 0).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn credits_are_counted_when_they_are_committed() {
    let dir = tempfile::tempdir().unwrap();
    let storage = Storage::open(&StorageConfig::new(dir.path())).await.unwrap();
    let tenant = storage.control.create_tenant("Ames & Sons").await.unwrap();
    let database = storage.tenant(&Scope::new(tenant.id, Environment::Sandbox)).await.unwrap();
    // A sandbox starts with some credits.
    let before = moved()["grant"];
    assert!(database.grant("g1", 100.0, "").await.unwrap());
    assert!(!database.grant("g1", 100.0, "").await.unwrap(), "it is there already");
    let granted = moved()["grant"];
    assert_eq!(granted - before, 100_000_000);

    let connection = database.connect();
    connection.execute(ENTRY, entry("j1", "hold", 5_000_000)).await.unwrap();
    assert_eq!(moved(), BTreeMap::from([("grant", granted), ("hold", 5_000_000)]));

    // Through the view that released components write, within a transaction: counted at its end.
    connection.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    let charge = "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES ('j1', 'charge', 3.5, '', '')";
    connection.execute(charge, vec![]).await.unwrap();
    connection.execute(ENTRY, entry("j1", "release", 1_500_000)).await.unwrap();
    assert!(!moved().contains_key("charge"), "not committed");
    connection.execute("COMMIT", vec![]).await.unwrap();
    let settled =
        BTreeMap::from([("grant", granted), ("hold", 5_000_000), ("charge", 3_500_000), ("release", 1_500_000)]);
    assert_eq!(moved(), settled);

    // Entries that fail, are skipped by a conflict or are rolled back are not counted.
    assert!(connection.execute(ENTRY, entry("j2", "hold", 9_000_000_000_000)).await.is_err(), "more than is available");
    assert!(connection.execute(ENTRY, entry("j1", "hold", 1_000_000)).await.is_err(), "held already");
    let ignored = ENTRY.replace("INSERT", "INSERT OR IGNORE");
    connection.execute(&ignored, entry("j1", "hold", 1_000_000)).await.unwrap();
    let two = "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at)
               SELECT 'j3', 'hold', 1000000, '', '' UNION ALL SELECT 'j1', 'hold', 1000000, '', ''";
    assert!(connection.execute(two, vec![]).await.is_err(), "the second entry is there already");
    connection.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    connection.execute(ENTRY, entry("j4", "hold", 1_000_000)).await.unwrap();
    connection.execute("ROLLBACK", vec![]).await.unwrap();
    let dropped = database.connect();
    dropped.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    dropped.execute(ENTRY, entry("j5", "hold", 1_000_000)).await.unwrap();
    drop(dropped);
    connection.execute(ENTRY, entry("j6", "hold", 2_000_000)).await.unwrap();
    let after = BTreeMap::from([("hold", 7_000_000)])
        .into_iter()
        .chain(settled.into_iter().filter(|(kind, _)| *kind != "hold"));
    assert_eq!(moved(), after.collect());

    // Components cannot call the counter themselves.
    let called = connection.execute("SELECT count_credits('hold', 1000000)", vec![]).await;
    assert!(matches!(&called, Err(SqlError::Denied(why)) if why.contains("count_credits")), "{called:?}");

    // A release by the host.
    assert!(database.release_hold("j6", "").await.unwrap());
    assert!(!database.release_hold("j6", "").await.unwrap());
    assert_eq!(moved()["release"], 3_500_000);
}
