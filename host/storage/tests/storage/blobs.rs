//! Files, the addresses at which they are reached, and the addresses from which they are fetched.

use crate::common::*;
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use http::{HeaderMap, Method, Uri};
use plumbline_storage::{BlobError, BlobOperation, Environment, Scope, SignatureError};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

fn pieces(sizes: &[usize]) -> impl futures::Stream<Item = Result<Bytes, std::io::Error>> + Send + use<> {
    stream::iter(sizes.iter().map(|n| Ok(Bytes::from(vec![7; *n]))).collect::<Vec<_>>())
}

#[tokio::test]
async fn a_blob_is_written_read_and_deleted() {
    for (fixture, _place) in fixtures().await {
        written_read_and_deleted(&fixture).await;
    }
}

async fn written_read_and_deleted(fixture: &Fixture) {
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    assert_eq!(blobs.size(scope, "documents/doc_1/original").await, Err(BlobError::NotFound));
    blobs.write(scope, "documents/doc_1/original", "0123456789".into()).await.unwrap();
    assert_eq!(blobs.size(scope, "documents/doc_1/original").await, Ok(10));
    let read = |range| blobs.read(scope, "documents/doc_1/original", range);
    assert_eq!(read(2..5).await.unwrap(), "234");
    assert_eq!(read(8..50).await.unwrap(), "89");
    assert_eq!(read(50..60).await.unwrap(), "");
    let (size, bytes) = blobs.stream(scope, "documents/doc_1/original", Some(1..4)).await.unwrap();
    assert_eq!((size, bytes.try_collect::<Vec<_>>().await.unwrap().concat()), (10, b"123".to_vec()));
    let other = Scope::new(scope.tenant.clone(), Environment::Sandbox);
    assert_eq!(blobs.size(&other, "documents/doc_1/original").await, Err(BlobError::NotFound));

    for key in ["documents/doc_1/page-1", "documents/doc_1/page-1.survey", "documents/doc_10/original"] {
        blobs.write(scope, key, "x".into()).await.unwrap();
    }
    let total = async |prefix: &str| blobs.bytes_below(scope, prefix).await;
    assert_eq!(total("documents/doc_1/page-").await, Ok(2));
    assert_eq!(total("documents/doc_1/").await, Ok(12));
    assert_eq!(total("documents/doc_2/").await, Ok(0));
    assert_eq!(blobs.bytes_below(&other, "documents/doc_1/").await, Ok(0));
    assert!(total("").await.is_err() && total("../").await.is_err(), "only what the tenant names");
    assert_eq!(blobs.delete_prefix(scope, "documents/doc_1/page-").await, Ok(2));
    assert_eq!(blobs.delete_prefix(scope, "documents/doc_1/").await, Ok(1));
    assert_eq!(blobs.size(scope, "documents/doc_10/original").await, Ok(1));
    assert!(blobs.delete_prefix(scope, "").await.is_err(), "not everything at once");
    blobs.delete(scope, "documents/doc_10/original").await.unwrap();
    blobs.delete(scope, "documents/doc_10/original").await.unwrap();
}

#[tokio::test]
async fn an_upload_is_there_whole_or_not_at_all() {
    for (fixture, _place) in fixtures().await {
        whole_or_not_at_all(&fixture).await;
    }
}

async fn whole_or_not_at_all(fixture: &Fixture) {
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    let big = [3_000_000, 4_000_000, 5_000_000];
    let too_large = blobs.write_stream(scope, "a", pieces(&big), 11_999_999, false).await;
    assert_eq!(too_large, Err(BlobError::TooLarge(11_999_999)));
    let broken = pieces(&big).chain(stream::once(async { Err(std::io::Error::other("gone")) }));
    assert!(matches!(blobs.write_stream(scope, "a", broken, 20_000_000, false).await, Err(BlobError::Interrupted(_))));
    assert_eq!(blobs.size(scope, "a").await, Err(BlobError::NotFound));
    assert_eq!(blobs.write_stream(scope, "a", pieces(&big), 12_000_000, false).await, Ok(12_000_000));
    assert_eq!(blobs.write_stream(scope, "a", pieces(&[1]), 10, false).await, Err(BlobError::Exists));
    assert_eq!(blobs.write_stream(scope, "a", pieces(&[1]), 10, true).await, Ok(1));
    assert_eq!(blobs.size(scope, "a").await, Ok(1));
    assert_eq!(blobs.write_stream(scope, "empty", pieces(&[]), 10, false).await, Ok(0));
    assert_eq!(blobs.write_stream(scope, "empty", pieces(&[1]), 10, false).await, Err(BlobError::Exists));
    assert_eq!(blobs.size(scope, "empty").await, Ok(0));
}

#[tokio::test]
async fn a_key_cannot_leave_its_tenant() {
    let fixture = fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    for key in
        ["", "/", "/etc/passwd", "../x", "a/../../x", "a//b", "a/./b", "a/", "a b", "a%2e%2e", "a\\b", "é", "a\0"]
    {
        assert!(matches!(blobs.write(scope, key, "x".into()).await, Err(BlobError::InvalidKey(_))), "{key:?}");
        assert!(fixture.storage.signer.sign_upload(scope, key, None, 1, 1).is_err(), "{key:?}");
    }
}

#[tokio::test]
async fn an_address_allows_what_it_says_and_nothing_else() {
    let fixture = fixture().await;
    let (signer, scope) = (&fixture.storage.signer, &fixture.scope);
    let upload = signer.sign_upload(scope, "a/b", Some("application/pdf"), 100, 60).unwrap();
    let verify =
        |method, address: &str, headers: &HeaderMap| signer.verify(&method, &address.parse::<Uri>().unwrap(), headers);
    let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
        pairs.iter().map(|(n, v)| (n.parse().unwrap(), v.parse().unwrap())).collect()
    };
    let pdf = headers(&[("content-type", "application/pdf"), ("content-length", "100")]);
    let grant = verify(Method::PUT, &upload.path_and_query, &pdf).unwrap();
    assert_eq!((&grant.scope, grant.key.as_str()), (scope, "a/b"));
    let content_type = Some("application/pdf".to_owned());
    assert_eq!(grant.operation, BlobOperation::Upload { content_type, max_bytes: 100 });
    assert_eq!(verify(Method::GET, &upload.path_and_query, &pdf), Err(SignatureError::Method { allowed: "PUT" }));
    let png = headers(&[("content-type", "image/png")]);
    let error = verify(Method::PUT, &upload.path_and_query, &png).unwrap_err();
    assert!(error.to_string().contains("content-type"), "{error}");
    // Every header of `upload.headers` must be sent with the PUT. The error names the missing one.
    assert_eq!(upload.headers, [("content-type".to_owned(), "application/pdf".to_owned())]);
    let missing = verify(Method::PUT, &upload.path_and_query, &headers(&[("content-length", "10")])).unwrap_err();
    assert_eq!(missing.to_string(), "the header content-type must be `application/pdf`");
    let long = headers(&[("content-type", "application/pdf"), ("content-length", "101")]);
    assert_eq!(verify(Method::PUT, &upload.path_and_query, &long), Err(SignatureError::TooLarge { limit: 100 }));

    let name = "Plan \"E-101\" & é.pdf";
    let download = signer.sign_download(scope, "a/b", name, "application/pdf", 60).unwrap();
    let grant = verify(Method::HEAD, &download.path_and_query, &HeaderMap::new()).unwrap();
    assert!(matches!(grant.operation, BlobOperation::Download { filename, .. } if filename == name));
    let address = &upload.path_and_query;
    for changed in [
        address.replace("max=100", "max=999"),
        address.replace("a/b", "a/c"),
        address.replace("/production/", "/sandbox/"),
        address.replace("op=put", "op=get"),
        address.replace("&sig=", "&max=5&sig="),
        format!("{address}x"),
        format!("{address}&sig=x"),
        address.split("&sig=").next().unwrap().to_owned(),
        "/blobs/x".to_owned(),
    ] {
        assert_eq!(verify(Method::PUT, &changed, &pdf), Err(SignatureError::Invalid), "{changed}");
    }
    let over = signer.sign_upload(scope, "a/b", None, 100, 0).unwrap();
    assert_eq!(verify(Method::PUT, &over.path_and_query, &HeaderMap::new()), Err(SignatureError::Expired));
    let over = signer.sign_download(scope, "a/b", name, "application/pdf", 0).unwrap();
    assert_eq!(verify(Method::GET, &over.path_and_query, &HeaderMap::new()), Err(SignatureError::Expired));
    let elsewhere = crate::common::fixture().await;
    let uri = address.parse().unwrap();
    assert_eq!(elsewhere.storage.signer.verify(&Method::PUT, &uri, &pdf), Err(SignatureError::Invalid), "another key");
}

/// Starts a loopback server that sends one response per connection.
async fn server(answer: impl Fn(u16) -> String + Send + 'static) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") && socket.read_buf(&mut head).await.unwrap() > 0 {}
            socket.write_all(answer(port).as_bytes()).await.unwrap();
        }
    });
    port
}

#[tokio::test]
async fn inner_addresses_are_not_fetched() {
    let fixture = fixture().await;
    let port = server(|_| "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok".into()).await;
    for url in [
        format!("http://127.0.0.1:{port}/a"),
        format!("https://127.0.0.1:{port}/a"),
        format!("https://localhost:{port}/a"),
        format!("https://[::1]:{port}/a"),
        format!("https://2130706433:{port}/a"),
        format!("https://0x7f.1:{port}/a"),
        "https://169.254.169.254/latest/meta-data".into(),
        "https://[::ffff:10.0.0.1]/a".into(),
        "file:///etc/passwd".into(),
        "not an address".into(),
    ] {
        let error = fixture.storage.blobs.fetch(&url, &fixture.scope, "a", 100).await.unwrap_err();
        assert!(matches!(&error, BlobError::Unreachable(why) if !why.is_empty()), "{url}: {error:?}");
    }
}

#[tokio::test]
async fn with_the_setting_loopback_is_fetched_but_other_inner_networks_are_not() {
    let fixture = fixture_with(|c| c.fetch_loopback = true).await;
    let fetch = |port: u16, max| {
        let url = format!("http://127.0.0.1:{port}/plan.pdf");
        let (blobs, scope) = (fixture.storage.blobs.clone(), fixture.scope.clone());
        async move { blobs.fetch(&url, &scope, "a", max).await }
    };
    let plain = server(|_| "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n12345".into()).await;
    assert_eq!(fetch(plain, 5).await, Ok(5));
    assert_eq!(fetch(plain, 4).await, Err(BlobError::TooLarge(4)));
    let endless = server(|_| format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", "x".repeat(100_000))).await;
    assert_eq!(fetch(endless, 1000).await, Err(BlobError::TooLarge(1000)), "without a declared length too");
    let chunked = server(|_| {
        let bytes = "x".repeat(100_000);
        format!(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n186a0\r\n{bytes}\r\n0\r\n\r\n"
        )
    })
    .await;
    assert_eq!(fetch(chunked, 99_999).await, Err(BlobError::TooLarge(99_999)));
    let lying =
        server(|_| format!("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n{}", "x".repeat(100_000)))
            .await;
    assert_eq!(fetch(lying, 1000).await, Ok(5), "more than was declared is not read");
    let cut = server(|_| "HTTP/1.1 200 OK\r\ncontent-length: 50\r\nconnection: close\r\n\r\n12345".into()).await;
    assert!(matches!(fetch(cut, 100).await, Err(BlobError::Unreachable(_))));
    let missing = server(|_| "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".into()).await;
    assert!(matches!(fetch(missing, 100).await, Err(BlobError::Unreachable(why)) if why.contains("404")));
    // The client does not follow a redirect without a host. It returns the redirect as the response.
    for (inner, said) in [
        ("http://10.0.0.1/", "not a public one"),
        ("http://169.254.169.254/", "not a public one"),
        ("ftp://1.1.1.1/", "not fetched"),
        ("file:///etc/passwd", "302"),
    ] {
        let to = format!("HTTP/1.1 302 Found\r\nlocation: {inner}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        let redirecting = server(move |_| to.clone()).await;
        let refused = fetch(redirecting, 100).await.unwrap_err();
        assert!(refused.to_string().contains(said), "{inner}: {refused}");
    }
    let round = server(|port| {
        format!(
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{port}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
    })
    .await;
    assert!(fetch(round, 100).await.unwrap_err().to_string().contains("redirects"));
    assert_eq!(fixture.storage.blobs.size(&fixture.scope, "a").await, Ok(5), "a failed fetch leaves what was there");
}

#[tokio::test]
async fn what_cut_uploads_left_is_swept_after_a_day_and_blobs_stay() {
    let fixture = fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    blobs.write(scope, "documents/doc_1/original", "x".into()).await.unwrap();
    let folder = fixture.dir.path().join("blobs").join(scope.to_string()).join("documents/doc_1");
    // A host that dies leaves the staged parts behind. The test sees them while the upload runs.
    let (sender, receiver) = futures::channel::mpsc::unbounded::<Result<Bytes, std::io::Error>>();
    let upload = tokio::spawn({
        let (blobs, scope) = (blobs.clone(), scope.clone());
        async move { blobs.write_stream(&scope, "documents/doc_2/original", receiver, 100_000_000, false).await }
    });
    sender.unbounded_send(Ok(Bytes::from(vec![7; 20_000_000]))).unwrap();
    let staging = fixture.dir.path().join("blobs/staging");
    let staged = loop {
        let first = std::fs::read_dir(&staging).ok().and_then(|mut entries| entries.next());
        match first {
            Some(entry) => break entry.unwrap().path(),
            None => tokio::task::yield_now().await,
        }
    };
    let age = |path: &std::path::Path, hours: u64| {
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(hours * 3600)).unwrap();
    };
    let left = folder.join("original#1");
    std::fs::write(&left, "half").unwrap();
    std::fs::write(folder.join("sheet#2"), "half").unwrap();
    age(&left, 25);
    age(&folder.join("sheet#2"), 23);
    age(&folder.join("original"), 1000);
    // A host that died after an upload was complete and before it was moved.
    let whole = staging.join("upl_1");
    std::fs::write(&whole, "whole").unwrap();
    age(&whole, 25);
    assert_eq!(blobs.remove_abandoned_uploads().await.unwrap(), 2);
    assert!(!left.exists() && !whole.exists() && folder.join("sheet#2").exists() && staged.exists());
    assert_eq!(blobs.size(scope, "documents/doc_1/original").await, Ok(1), "an old blob is no left-over");
    drop(sender);
    assert_eq!(upload.await.unwrap(), Ok(20_000_000), "an upload that runs is not disturbed");
    assert_eq!(blobs.remove_abandoned_uploads().await.unwrap(), 0);
}

#[tokio::test]
async fn of_two_uploads_at_once_the_first_that_is_whole_stays() {
    let fixture = fixture().await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    let begin = |bytes: &'static [u8]| {
        let (sender, receiver) = futures::channel::mpsc::unbounded::<Result<Bytes, std::io::Error>>();
        sender.unbounded_send(Ok(Bytes::from_static(bytes))).unwrap();
        let (blobs, scope) = (blobs.clone(), scope.clone());
        let upload = async move { blobs.write_stream(&scope, "documents/doc_1/original", receiver, 100, false).await };
        (sender, tokio::spawn(upload))
    };
    let ((slow_sender, slow), (sender, first)) = (begin(b"slow"), begin(b"first"));
    // Both have started and found no blob.
    let staging = fixture.dir.path().join("blobs/staging");
    while std::fs::read_dir(&staging).map_or(0, Iterator::count) < 2 {
        tokio::task::yield_now().await;
    }
    drop(sender);
    assert_eq!(first.await.unwrap(), Ok(5));
    drop(slow_sender);
    assert_eq!(slow.await.unwrap(), Err(BlobError::Exists));
    let kept = blobs.read_all(scope, "documents/doc_1/original", 100).await.unwrap();
    assert_eq!(&kept[..], b"first");
    assert_eq!(std::fs::read_dir(&staging).map_or(0, Iterator::count), 0, "the other is gone");
}

#[tokio::test]
async fn files_leave_some_of_the_disk_free() {
    let fixture = fixture_with(|config| config.min_free_bytes = u64::MAX / 2).await;
    let (blobs, scope) = (&fixture.storage.blobs, &fixture.scope);
    assert_eq!(blobs.write(scope, "a", "x".into()).await, Err(BlobError::NoSpace));
    assert_eq!(blobs.write_stream(scope, "a", pieces(&[1]), 10, false).await, Err(BlobError::NoSpace));
    assert_eq!(blobs.size(scope, "a").await, Err(BlobError::NotFound));
}
