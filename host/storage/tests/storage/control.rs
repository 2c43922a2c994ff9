//! Tenants, components and bindings, and the database as identity uses it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::*;
use plumbline_storage::{Binding, Change, Control, Environment, Publication, Storage, StorageConfig, StorageError};
use plumbline_tenancy::{Database as _, DatabaseError, Row, Statement, Value};

on_both_databases! {
    what_identity_writes_stands_as_a_whole_or_not_at_all,
    wrong_names_say_what_is_wrong,
    components_are_bound_and_rolled_back,
}

async fn what_identity_writes_stands_as_a_whole_or_not_at_all(fixture: Fixture) {
    let database = fixture.storage.control.database();
    let key = |id: &str, hash: &str| {
        Statement::new(
            "INSERT INTO api_keys (id, tenant_id, name, environment, scopes, secret_hash, created_at)
             VALUES (?, ?, 'k', 'sandbox', '', ?, '')",
        )
        .bind(id)
        .bind(fixture.scope.tenant.as_str())
        .bind(hash)
    };
    let ids = async || {
        let rows = database.query(Statement::new("SELECT id, revoked_at, 7 FROM api_keys ORDER BY id")).await.unwrap();
        rows.into_iter().map(Row::into_values).collect::<Vec<_>>()
    };
    let revoke =
        |id: &str| Statement::new("UPDATE api_keys SET revoked_at = 'now' WHERE id = ?").bind(id).expect_rows(1);
    assert!(database.write(vec![key("a", "1"), revoke("a")]).await.unwrap());
    let a = vec![Value::Text("a".into()), Value::Text("now".into()), Value::Integer(7)];
    assert_eq!(ids().await, std::slice::from_ref(&a));
    assert!(
        !database.write(vec![key("b", "2"), revoke("nobody")]).await.unwrap(),
        "the second statement changed no row"
    );
    let taken = database.write(vec![key("c", "3"), key("d", "1")]).await;
    assert!(matches!(taken, Err(DatabaseError::UniqueViolation)), "{taken:?}");
    assert_eq!(ids().await, [a]);
    let failed = database.query(Statement::new("SELECT nothing FROM nowhere")).await;
    assert!(matches!(failed, Err(DatabaseError::Failed(_))), "{failed:?}");
}

#[tokio::test]
async fn a_lease_goes_before_the_writes_that_identity_has_queued() {
    let fixture = fixture().await;
    let (control, database) = (&fixture.storage.control, fixture.storage.control.database());
    let first = control.leases().lock_writes().await;
    let idle = control.pool().as_sqlite().unwrap().num_idle();
    let done = Arc::new(AtomicUsize::new(0));
    let writes: Vec<_> = (0..50)
        .map(|_| {
            let (database, done) = (database.clone(), Arc::clone(&done));
            tokio::spawn(async move {
                let statement = Statement::new("UPDATE tenants SET name = name || 'x'");
                database.write(vec![statement]).await.unwrap();
                done.fetch_add(1, Ordering::Relaxed);
            })
        })
        .collect();
    // One write has a connection and waits for the write lock. The others wait for that one.
    while control.pool().as_sqlite().unwrap().num_idle() == idle {
        tokio::task::yield_now().await;
    }
    let second = control.leases().lock_writes();
    drop(first);
    drop(second.await);
    assert!(done.load(Ordering::Relaxed) <= 1);
    for write in writes {
        write.await.unwrap();
    }
}

async fn wrong_names_say_what_is_wrong(fixture: Fixture) {
    let control = &fixture.storage.control;
    assert!(matches!(control.create_tenant("Hidden Creek Electric").await, Err(StorageError::Exists(_))));
    for name in ["", "  ", "two\nlines"] {
        assert!(control.create_tenant(name).await.unwrap_err().to_string().starts_with("Enter a name"), "{name:?}");
    }
    assert_eq!(control.find_tenant("Hidden Creek Electric").await.unwrap().id, fixture.scope.tenant);
}

async fn components_are_bound_and_rolled_back(fixture: Fixture) {
    let control = &fixture.storage.control;
    let tenant = fixture.scope.tenant.as_str();
    let mut digests = Vec::new();
    for bytes in [b"one", b"two"] {
        let digest = Control::digest(bytes);
        let us = Publication::by("us");
        let publish = async || control.publish("reader:pdf", "1.0.0", "{}", &us, &bytes.as_slice().into()).await;
        let first = publish().await.unwrap();
        assert_eq!(publish().await.unwrap(), first, "publishing twice changes nothing");
        assert_eq!(&*control.component_bytes(&digest).await.unwrap(), bytes);
        digests.push(digest);
    }
    let other_slot = control.publish("reader:dxf", "1", "{}", &Publication::by("us"), &b"one".as_slice().into()).await;
    assert!(other_slot.is_err());

    let before = control.revision().await.unwrap();
    assert!(control.rollback("*", "reader:pdf", &Change::by("us")).await.is_err(), "nothing was bound yet");
    control.bind(Binding::DEFAULT, "reader:pdf", &digests[0], "{}", &Change::by("us")).await.unwrap();
    assert!(control.rollback("*", "reader:pdf", &Change::by("us")).await.is_err(), "nothing else was bound");
    control.bind(Binding::DEFAULT, "reader:pdf", &digests[1], "{}", &Change::by("us")).await.unwrap();
    control.bind(tenant, "reader:pdf", &digests[0], r#"{"a":1}"#, &Change::by("us")).await.unwrap();
    assert!(control.revision().await.unwrap() > before);
    let now = |current: Vec<Binding>| current.into_iter().map(|b| (b.tenant, b.digest)).collect::<Vec<_>>();
    let current = now(control.current().await.unwrap());
    assert_eq!(current, [("*".to_owned(), digests[1].clone()), (tenant.to_owned(), digests[0].clone())]);
    assert_eq!(control.rollback("*", "reader:pdf", &Change::by("us")).await.unwrap().digest, digests[0]);
    assert_eq!(control.rollback("*", "reader:pdf", &Change::by("us")).await.unwrap().digest, digests[1]);
    assert_eq!(control.history("*", "reader:pdf").await.unwrap().len(), 4);

    for (tenant, slot, digest, settings) in [
        ("*", "reader:dxf", digests[0].as_str(), "{}"),
        ("*", "reader:pdf", "0000", "{}"),
        ("*", "reader:pdf", digests[0].as_str(), "[]"),
        ("ten_aaaaaaaaaaaaaaaaaaaaaa", "reader:pdf", digests[0].as_str(), "{}"),
    ] {
        assert!(
            control.bind(tenant, slot, digest, settings, &Change::by("us")).await.is_err(),
            "{tenant} {slot} {digest} {settings}"
        );
    }
    std::fs::write(control.component_path(&digests[0]).unwrap(), "changed").unwrap();
    assert!(matches!(control.component_bytes(&digests[0]).await, Err(StorageError::Damaged(_))));
}

/// Covers the command line next to a server that starts: all open, create and migrate the same files.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_may_open_the_same_new_folder_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_owned();
    let open =
        |folder: std::path::PathBuf| tokio::spawn(async move { Storage::open(&StorageConfig::new(folder)).await });
    let opening: Vec<_> = (0..8).map(|_| open(folder.clone())).collect();
    let mut all = Vec::new();
    for storage in opening {
        all.push(storage.await.unwrap().unwrap());
    }
    let tenant = all[0].control.create_tenant("a").await.unwrap();
    let scope = plumbline_storage::Scope::new(tenant.id, Environment::Sandbox);
    let opening: Vec<_> = all
        .into_iter()
        .map(|storage| {
            let scope = scope.clone();
            tokio::spawn(async move { storage.tenant(&scope).await })
        })
        .collect();
    for database in opening {
        let connection = database.await.unwrap().unwrap().connect();
        let granted = number(&one(&connection, "SELECT granted FROM credit_account").await);
        assert_eq!(granted, 1000.0, "trial credits are given once");
    }
}
