//! Files in an S3 store: what only such a store has. The tests of `blobs` run over it too.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::common::*;
use bytes::Bytes;
use futures::{Stream, stream};
use plumbline_storage::{BlobError, Blobs, Encryption, S3Config, Scope, StorageError, StoreAddress, restore};
use plumbline_test_s3::S3Server;
use reqwest::{Client, StatusCode};

const KEY: &str = "documents/doc_1/original";

/// Returns the client of a customer, who has no credentials of the store.
fn customer() -> Client {
    plumbline_storage::use_ring();
    Client::new()
}

/// Sends a file to an address with its headers, except the one that is left out.
async fn put(address: &StoreAddress, bytes: impl Into<reqwest::Body>, without: &str) -> StatusCode {
    let mut request = customer().put(&address.url).body(bytes);
    for (name, value) in address.headers.iter().filter(|(name, _)| name != without) {
        request = request.header(name, value);
    }
    request.send().await.unwrap().status()
}

async fn sign(blobs: &Blobs, scope: &Scope, max_bytes: u64) -> StoreAddress {
    blobs.sign_upload(scope, KEY, Some("application/pdf"), max_bytes, 900).await.unwrap().unwrap()
}

/// Returns the objects of a store below its prefix.
fn objects(store: &S3Server) -> Vec<String> {
    store.objects().unwrap().iter().map(|key| key.strip_prefix("files/").unwrap().to_owned()).collect()
}

/// Returns a file in pieces of a megabyte.
fn pieces(number: usize) -> impl Stream<Item = std::io::Result<Bytes>> + Send + Unpin + 'static {
    stream::iter((0..number).map(|n| Ok(Bytes::from(vec![n as u8; 1_000_003]))))
}

#[tokio::test]
async fn a_store_without_conditional_writes_is_refused() {
    let (fixture, store) = s3_fixture().await;
    fixture.storage.blobs.check_store().await.unwrap();
    assert_eq!(objects(&store), [""; 0], "the check leaves nothing");
    store.ignore_conditions();
    let error = fixture.storage.blobs.check_store().await.unwrap_err().to_string();
    assert!(error.starts_with("blobs.url: the store replaces") && error.contains("conditional writes"), "{error}");
    if let Some((fixture, moto)) = moto_fixture().await {
        fixture.storage.blobs.check_store().await.unwrap();
        // `s3s-fs` would create the bucket.
        let none = fixture_with(|config| {
            let mut s3 = s3_config(&moto.url());
            s3.bucket = "no-such-bucket".into();
            config.s3 = Some(s3);
        });
        let error = none.await.storage.blobs.check_store().await.unwrap_err().to_string();
        assert!(error.starts_with("blobs.url: writing a file"), "{error}");
    }
}

#[tokio::test]
async fn a_client_sends_a_file_to_the_store_and_not_through_the_host() {
    let (fixture, store) = s3_fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    let address = sign(blobs, scope, 10).await;
    assert!(address.url.starts_with(store.url()), "{address:?}");
    assert_eq!(blobs.stat(scope, KEY).await, Err(BlobError::NotFound));
    for (name, _) in &address.headers {
        assert_eq!(put(&address, "0123456789", name).await, StatusCode::FORBIDDEN, "without {name}");
    }
    let tampered = StoreAddress { url: address.url.replace("doc_1", "doc_2"), ..address.clone() };
    assert_eq!(put(&tampered, "0123456789", "").await, StatusCode::FORBIDDEN);
    let mut larger = address.clone();
    larger.headers.iter_mut().filter(|(name, _)| name.contains("max-bytes")).for_each(|(_, most)| *most = "99".into());
    assert_eq!(put(&larger, "0123456789", "").await, StatusCode::FORBIDDEN, "the limit is signed");

    assert_eq!(put(&address, "0123456789", "").await, StatusCode::OK);
    assert_eq!(put(&address, "another", "").await, StatusCode::PRECONDITION_FAILED);
    assert_eq!(objects(&store), [format!("staging/uploads/{scope}/{KEY}")]);
    assert_eq!(blobs.stat(scope, KEY).await, Ok(10));
    assert_eq!(objects(&store), [format!("{scope}/{KEY}")]);
    assert_eq!(blobs.size(scope, KEY).await, Ok(10));

    // The address is still valid, but the file is in its place and does not change.
    assert_eq!(put(&address, "another", "").await, StatusCode::OK);
    assert_eq!(blobs.stat(scope, KEY).await, Ok(10));
    assert_eq!(blobs.read_all(scope, KEY, 100).await.unwrap(), "0123456789");
    assert_eq!(blobs.delete_prefix(scope, "documents/doc_1/").await, Ok(1));
    assert_eq!(objects(&store), [""; 0], "the second file goes with the document");
    let expired = blobs.sign_upload(scope, KEY, None, 10, 0).await.unwrap().unwrap();
    assert_eq!(put(&expired, "x", "").await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_file_that_is_too_large_never_reaches_its_key() {
    for (fixture, place) in fixtures().await {
        if matches!(place, Place::Folder) {
            continue;
        }
        let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
        let address = sign(blobs, scope, 9).await;
        assert_eq!(put(&address, "0123456789", "").await, StatusCode::OK, "{place}");
        assert_eq!(blobs.stat(scope, KEY).await, Ok(10), "{place}");
        assert_eq!(blobs.size(scope, KEY).await, Err(BlobError::NotFound), "{place}");
        assert!(blobs.read_all(scope, KEY, 100).await.is_err(), "{place}");
        let small = blobs.sign_upload(scope, "b", None, 9, 900).await.unwrap().unwrap();
        assert_eq!(put(&small, "", "").await, StatusCode::OK, "{place}");
        assert_eq!(blobs.size(scope, "b").await, Ok(0), "{place}: an empty file");
        assert_eq!(put(&sign(blobs, scope, 10).await, "x", "").await, StatusCode::PRECONDITION_FAILED, "{place}");
    }
}

#[tokio::test]
async fn a_file_is_published_once_by_many_hosts() {
    let (fixture, store) = s3_fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    assert_eq!(put(&sign(blobs, scope, 10).await, "0123456789", "").await, StatusCode::OK);
    let stats = futures::future::join_all((0..8).map(|_| blobs.stat(scope, KEY))).await;
    assert!(stats.iter().all(|size| *size == Ok(10)), "{stats:?}");
    assert_eq!(objects(&store), [format!("{scope}/{KEY}")]);
}

#[tokio::test]
async fn a_download_has_the_name_and_the_type_that_it_was_signed_for() {
    for (fixture, place) in fixtures().await {
        let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
        blobs.write(scope, "exports/exp_1", "a,b".into()).await.unwrap();
        let name = "Plan \"E-101\" & é.csv";
        let signed = blobs.sign_download(scope, "exports/exp_1", name, "text/csv", 600).await.unwrap();
        let led = blobs.redirect(scope, "exports/exp_1", name, "text/csv").await.unwrap();
        if matches!(place, Place::Folder) {
            assert!(signed.is_none() && led.is_none());
            continue;
        }
        for address in [signed.unwrap(), led.unwrap()] {
            let answer = customer().get(&address.url).header("range", "bytes=1-").send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::PARTIAL_CONTENT, "{place}");
            assert_eq!(answer.headers()["content-type"], "text/csv", "{place}");
            let disposition = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
            assert!(disposition.starts_with("attachment; filename=\"Plan _E-101_ & _.csv\""), "{place}: {disposition}");
            assert_eq!(answer.text().await.unwrap(), ",b", "{place}");
        }
        // An address in a file lasts a week. It is one of the host, which leads to a fresh one.
        assert_eq!(blobs.sign_download(scope, "exports/exp_1", name, "text/csv", 604_800).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_large_file_is_sent_in_parts_and_an_interrupted_one_leaves_no_object() {
    let (fixture, store) = s3_fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    assert_eq!(
        blobs.write_stream(scope, "a", pieces(30), 29_000_000, false).await,
        Err(BlobError::TooLarge(29_000_000))
    );
    assert_eq!(objects(&store), [""; 0]);
    assert!(store.requests().iter().any(|line| line.starts_with("DELETE ")), "the parts are deleted");
    assert_eq!(blobs.write_stream(scope, "a", pieces(30), 40_000_000, false).await, Ok(30_000_090));
    assert_eq!(objects(&store), [format!("{scope}/a")]);
    assert_eq!(blobs.read(scope, "a", 29_000_087..40_000_000).await.unwrap(), vec![29; 1_000_003]);
    assert_eq!(blobs.read(scope, "a", 30_000_090..40_000_000).await.unwrap(), "");
    assert_eq!(blobs.write_stream(scope, "a", pieces(30), 40_000_000, false).await, Err(BlobError::Exists));
    assert_eq!(blobs.write_stream(scope, "a", pieces(20), 40_000_000, true).await, Ok(20_000_060));
}

#[tokio::test]
async fn the_store_encrypts_whatever_a_host_writes() {
    let store = S3Server::start().unwrap();
    let fixture = fixture_with(|config| {
        config.s3 = Some(S3Config { encryption: Encryption::Aes256, ..s3_config(store.url()) });
    });
    let fixture = fixture.await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    blobs.write(scope, "small", "x".into()).await.unwrap();
    blobs.write_stream(scope, "large", pieces(30), 40_000_000, false).await.unwrap();
    assert_eq!(put(&sign(blobs, scope, 10).await, "0123456789", "").await, StatusCode::OK);
    assert_eq!(blobs.stat(scope, KEY).await, Ok(10), "it is copied to its key");

    // An upload in parts names the encryption when it is created. A copy is such an upload.
    let heads = store.heads();
    let created = |method: &str, end: &str| {
        let found = heads.iter().find(|head| {
            let query = head.uri().query().unwrap_or_default();
            let creates = if method == "PUT" { !query.contains("uploadId=") } else { query.starts_with("uploads") };
            head.method() == method && creates && head.uri().path().ends_with(end)
        });
        found.unwrap_or_else(|| panic!("no {method} of {end} in {:?}", store.requests()))
    };
    for (method, end) in [("PUT", "/small"), ("POST", "/large"), ("POST", KEY)] {
        let asked = created(method, end).headers().get("x-amz-server-side-encryption");
        assert!(asked.is_some_and(|value| value == "AES256"), "{method} {end}: {asked:?}");
    }
}

#[tokio::test]
async fn a_store_that_refuses_for_a_while_delays_work_and_fails_requests() {
    let (fixture, store) = s3_fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    blobs.write(scope, "a", "before".into()).await.unwrap();
    store.refuse(true);
    let begun = std::time::Instant::now();
    let stat = blobs.stat(scope, "a").await;
    assert!(matches!(stat, Err(BlobError::Unavailable(_))), "{stat:?}");
    assert!(begun.elapsed() < Duration::from_secs(15), "a request waits for seconds");
    assert!(blobs.ping().await.is_err());
    let writing = tokio::spawn({
        let (blobs, scope) = (blobs.clone(), scope.clone());
        async move { blobs.write(&scope, "b", "during".into()).await }
    });
    let counted = |blobs: &Blobs| -> u64 {
        let of = blobs.store_requests().unwrap().into_iter().find(|of| of.method == "put").unwrap();
        of.statuses.iter().filter(|(status, _)| matches!(*status, "5xx" | "none")).map(|(_, number)| number).sum()
    };
    while counted(blobs) < 3 {
        tokio::task::yield_now().await;
    }
    store.refuse(false);
    assert_eq!(writing.await.unwrap(), Ok(()), "it is tried again");
    assert_eq!(blobs.stat(scope, "b").await, Ok(6));
    blobs.ping().await.unwrap();
}

/// Sets the time at which an object was written.
fn age(store: &S3Server, key: &str, hours: u64) {
    let file = std::fs::File::options().write(true).open(store.bucket().join("files").join(key)).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600)).unwrap();
}

#[tokio::test]
async fn staged_files_are_swept_after_a_day() {
    let (fixture, store) = s3_fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    blobs.write(scope, "a", "x".into()).await.unwrap();
    assert_eq!(put(&sign(blobs, scope, 10).await, "x", "").await, StatusCode::OK);
    let fresh = blobs.sign_upload(scope, "fresh", None, 10, 900).await.unwrap().unwrap();
    assert_eq!(put(&fresh, "x", "").await, StatusCode::OK);
    let staged = |key: &str| format!("staging/uploads/{scope}/{key}");
    age(&store, &staged(KEY), 25);
    age(&store, &staged("fresh"), 23);
    age(&store, &format!("{scope}/a"), 1000);
    assert_eq!(blobs.remove_abandoned_uploads().await.unwrap(), 1);
    let mut left = [staged("fresh"), format!("{scope}/a")];
    left.sort();
    assert_eq!(objects(&store), left);
}

#[tokio::test]
async fn machine_code_is_shared_and_removed_with_its_component() {
    let (fixture, store) = s3_fixture().await;
    let code = fixture.storage.shared_code.clone().unwrap();
    code.store("ab-1.cwasm", "machine code".into()).await.unwrap();
    assert_eq!(objects(&store), ["code/ab-1.cwasm"]);
    // Another installation at the same store has another secret.
    let other = fixture_with(|config| config.s3 = Some(s3_config(store.url()))).await;
    assert!(other.storage.shared_code.clone().unwrap().fetch("ab-1.cwasm").await.is_err());
    assert_eq!(code.fetch("ab-1.cwasm").await.unwrap().unwrap(), "machine code");
    code.remove("ab").await.unwrap();
    assert_eq!(objects(&store), [""; 0]);
    assert!(crate::common::fixture().await.storage.shared_code.is_none(), "files in a folder belong to one host");
}

/// Returns the files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        found.extend(if path.is_dir() { files(&path) } else { vec![path] });
    }
    found
}

#[tokio::test]
async fn a_backup_has_the_stores_files_and_is_restored_to_an_empty_store() {
    let (fixture, store) = s3_fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    let large: Bytes = (0..20_000_000_u32).map(|n| n as u8).collect::<Vec<_>>().into();
    blobs.write(scope, KEY, large.clone()).await.unwrap();
    blobs.write(scope, "exports/exp_1", "a,b".into()).await.unwrap();
    let left = blobs.sign_upload(scope, "left", None, 10, 900).await.unwrap().unwrap();
    assert_eq!(put(&left, "x", "").await, StatusCode::OK);
    fixture.storage.shared_code.as_ref().unwrap().store("ab-1.cwasm", "code".into()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup");
    let manifest = fixture.storage.backup(&backup).await.unwrap();
    let copied: Vec<_> = manifest.files.iter().filter(|file| file.path.starts_with("blobs/")).collect();
    assert_eq!(copied.len(), 2, "neither staged files nor machine code: {copied:?}");
    assert_eq!(files(&backup.join("blobs")).len(), 2);

    let (target, other) = (folder.path().join("data"), S3Server::start().unwrap());
    let refused = restore(&backup, &target, Some(&s3_config(store.url()))).await.unwrap_err().to_string();
    assert!(refused.starts_with("blobs.url: the store has files already"), "{refused}");
    // All or nothing, in the store too.
    let damaged = backup.join("signing.key");
    let key = std::fs::read(&damaged).unwrap();
    std::fs::write(&damaged, "damaged").unwrap();
    let refused = restore(&backup, &target, Some(&s3_config(other.url()))).await;
    assert!(matches!(refused, Err(StorageError::Damaged(_))), "{refused:?}");
    assert_eq!(objects(&other), [""; 0]);
    assert!(!target.exists());
    std::fs::write(&damaged, key).unwrap();
    restore(&backup, &target, Some(&s3_config(other.url()))).await.unwrap();
    assert!(!target.join("blobs").exists());
    let mut config = plumbline_storage::StorageConfig::new(&target);
    config.s3 = Some(s3_config(other.url()));
    let restored = plumbline_storage::Storage::open(&config).await.unwrap();
    assert_eq!(restored.blobs.read_all(scope, KEY, 100_000_000).await.unwrap(), large);
    assert_eq!(restored.blobs.read_all(scope, "exports/exp_1", 10).await.unwrap(), "a,b");
}

#[tokio::test]
async fn a_deleted_tenant_leaves_nothing_in_the_store() {
    let (fixture, store) = s3_fixture().await;
    let (storage, scope) = (&fixture.storage, &fixture.scope);
    let other = storage.control.create_tenant("Ames & Sons").await.unwrap();
    let kept = Scope::new(other.id, scope.environment);
    storage.blobs.write(&kept, "a", "x".into()).await.unwrap();
    storage.blobs.write(scope, "a", "x".into()).await.unwrap();
    assert_eq!(put(&sign(&storage.blobs, scope, 10).await, "x", "").await, StatusCode::OK);
    storage.control.revoke_tenant(&scope.tenant).await.unwrap();
    storage.delete_tenant(&scope.tenant, &fixture.dir.path().join("compiled")).await.unwrap();
    assert_eq!(objects(&store), [format!("{kept}/a")]);
}
