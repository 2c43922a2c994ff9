//! Tenants, keys, components and bindings.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use common::*;
use plumbline_storage::{Binding, Control, Environment, Storage, StorageConfig, StorageError};

#[tokio::test]
async fn a_key_opens_until_it_or_its_tenant_is_revoked() {
    let fixture = fixture().await;
    // Another process, which revokes.
    let other = Storage::open(&StorageConfig::new(fixture.dir.path())).await.unwrap();
    let control = &fixture.storage.control;
    let tenant = &fixture.scope.tenant;
    let scopes = ["takeoffs:run".to_owned(), "projects:read".to_owned()];
    let one = control.create_key(tenant, "office", Environment::Sandbox, &scopes).await.unwrap();
    let two = control.create_key(tenant, "site", Environment::Production, &[]).await.unwrap();
    let credential = control.authenticate(&one.secret).await.unwrap().unwrap();
    assert_eq!((credential.client_id, credential.scopes), (one.key.id.clone(), scopes.to_vec()));
    assert_eq!((&credential.tenant, credential.environment), (tenant, Environment::Sandbox));
    assert!(control.authenticate(&two.secret).await.unwrap().is_some());

    control.revoke_key(&one.key.id).await.unwrap();
    assert!(control.authenticate(&one.secret).await.unwrap().is_none(), "at once in this process");
    other.control.revoke_tenant(tenant).await.unwrap();
    let start = std::time::Instant::now();
    while control.authenticate(&two.secret).await.unwrap().is_some() {
        assert!(start.elapsed() < std::time::Duration::from_secs(1), "within a second from another");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let refused = control.create_key(tenant, "late", Environment::Sandbox, &[]).await.unwrap_err();
    assert!(refused.to_string().contains("revoked"), "{refused}");

    let listed = control.keys(tenant).await.unwrap();
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|k| k.revoked_at.is_some() == (k.id == one.key.id)));
    assert!(listed.iter().all(|k| k.last_used_at.is_some()));
    let file = std::fs::read(fixture.dir.path().join("control.db")).unwrap();
    let log = std::fs::read(fixture.dir.path().join("control.db-wal")).unwrap_or_default();
    let kept = |bytes: &[u8]| bytes.windows(one.secret.len()).any(|w| w == one.secret.as_bytes());
    assert!(!kept(&file) && !kept(&log), "the secret itself is not kept");
}

#[tokio::test]
async fn wrong_names_say_what_is_wrong() {
    let fixture = fixture().await;
    let control = &fixture.storage.control;
    assert!(matches!(control.create_tenant("Hidden Creek Electric").await, Err(StorageError::Exists(_))));
    for name in ["", "  ", "two\nlines"] {
        assert!(control.create_tenant(name).await.unwrap_err().to_string().starts_with("name:"), "{name:?}");
    }
    assert_eq!(control.find_tenant("Hidden Creek Electric").await.unwrap().id, fixture.scope.tenant);
    assert!(matches!(control.revoke_key("pc_none").await, Err(StorageError::NotFound(_))));
    let bad = ["two words".to_owned()];
    let bad = control.create_key(&fixture.scope.tenant, "k", Environment::Sandbox, &bad).await.unwrap_err();
    assert!(bad.to_string().starts_with("scopes:"), "{bad}");
}

#[tokio::test]
async fn components_are_bound_and_rolled_back() {
    let fixture = fixture().await;
    let control = &fixture.storage.control;
    let tenant = fixture.scope.tenant.as_str();
    let mut digests = Vec::new();
    for bytes in [b"one", b"two"] {
        let digest = Control::digest(bytes);
        let publish = || control.publish(&digest, "reader:pdf", "1.0.0", "{}", "us", bytes.as_slice().into());
        let first = publish().await.unwrap();
        assert_eq!(publish().await.unwrap(), first, "publishing twice changes nothing");
        assert_eq!(control.component_bytes(&digest).await.unwrap().as_ref(), bytes);
        digests.push(digest);
    }
    assert!(control.publish(&digests[0], "reader:pdf", "1", "{}", "us", "other".into()).await.is_err());
    assert!(control.publish(&digests[0], "reader:dxf", "1", "{}", "us", b"one".as_slice().into()).await.is_err());

    let before = control.revision().await.unwrap();
    assert!(control.rollback("*", "reader:pdf").await.is_err(), "nothing was bound yet");
    control.bind(Binding::DEFAULT, "reader:pdf", &digests[0], "{}").await.unwrap();
    assert!(control.rollback("*", "reader:pdf").await.is_err(), "nothing else was bound");
    control.bind(Binding::DEFAULT, "reader:pdf", &digests[1], "{}").await.unwrap();
    control.bind(tenant, "reader:pdf", &digests[0], r#"{"a":1}"#).await.unwrap();
    assert!(control.revision().await.unwrap() > before);
    let now = |current: Vec<Binding>| current.into_iter().map(|b| (b.tenant, b.digest)).collect::<Vec<_>>();
    let current = now(control.current().await.unwrap());
    assert_eq!(current, [("*".to_owned(), digests[1].clone()), (tenant.to_owned(), digests[0].clone())]);
    assert_eq!(control.rollback("*", "reader:pdf").await.unwrap().digest, digests[0]);
    assert_eq!(control.rollback("*", "reader:pdf").await.unwrap().digest, digests[1]);
    assert_eq!(control.history("*", "reader:pdf").await.unwrap().len(), 4);

    for (tenant, slot, digest, settings) in [
        ("*", "reader:dxf", digests[0].as_str(), "{}"),
        ("*", "reader:pdf", "0000", "{}"),
        ("*", "reader:pdf", digests[0].as_str(), "[]"),
        ("ten_aaaaaaaaaaaaaaaaaaaaaa", "reader:pdf", digests[0].as_str(), "{}"),
    ] {
        assert!(control.bind(tenant, slot, digest, settings).await.is_err(), "{tenant} {slot} {digest} {settings}");
    }
    std::fs::write(control.component_path(&digests[0]).unwrap(), "changed").unwrap();
    assert!(matches!(control.component_bytes(&digests[0]).await, Err(StorageError::Damaged(_))));
}

/// The command line beside a server that starts: all open, make and migrate the same files.
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
