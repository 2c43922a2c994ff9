use super::*;

#[test]
fn an_address_without_encryption_is_on_this_machine_or_allowed() {
    let check = |address| check_endpoint("blobs.endpoint", address, false);
    for taken in [
        "https://s3.example.com",
        "http://127.0.0.1:9000",
        "http://localhost:9000/",
        "http://store.localhost:8333",
        "http://[::1]:9000",
    ] {
        assert!(check(taken).is_ok(), "{taken}");
    }
    for refused in [
        "http://10.0.0.5:9000",
        "http://store:8333",
        "http://s3.example.com",
        "http://127.0.0.1.example.com",
        "http://notlocalhost:9000",
        "http://store.localhost.example.com",
    ] {
        let error = check(refused).unwrap_err().to_string();
        assert!(error.starts_with("blobs.endpoint: ") && error.contains("Use https://"), "{error}");
        assert!(error.contains("blobs.allow_unencrypted"), "{error}");
        assert!(check_endpoint("blobs.endpoint", refused, true).is_ok(), "{refused}");
    }
    for wrong in ["s3.example.com", "ftp://s3.example.com", "https://s3.example.com/bucket", "https://"] {
        for allow_unencrypted in [false, true] {
            let error = check_endpoint("blobs.endpoint", wrong, allow_unencrypted).unwrap_err().to_string();
            assert!(error.starts_with("blobs.endpoint: ") && error.contains("https://"), "{error}");
        }
    }
}

#[tokio::test]
async fn the_bucket_is_in_the_path_of_a_store_other_than_aws() {
    let address = |endpoint: &str, path_style: Option<bool>| {
        let config = S3Config {
            endpoint: (!endpoint.is_empty()).then(|| endpoint.to_owned()),
            path_style,
            credentials: Some(("key".into(), "secret".into())),
            ..S3Config::from_url("s3://bucket").unwrap()
        };
        async move {
            let store = S3::open(&config)?;
            let signed = store.redirect(&Path::from("a"), "a", "text/csv").await.unwrap().unwrap().url;
            Ok::<_, StorageError>(signed.split('?').next().unwrap().to_owned())
        }
    };
    for (endpoint, path_style, expected) in [
        ("", None, "https://bucket.s3.us-east-1.amazonaws.com/a"),
        ("", Some(true), "https://s3.us-east-1.amazonaws.com/bucket/a"),
        ("http://127.0.0.1:9000", None, "http://127.0.0.1:9000/bucket/a"),
        ("http://store.localhost:8333", None, "http://store.localhost:8333/bucket/a"),
        ("https://s3.example.com", Some(false), "https://bucket.s3.example.com/a"),
    ] {
        assert_eq!(address(endpoint, path_style).await.unwrap(), expected);
    }
    let error = address("http://127.0.0.1:9000", Some(false)).await.unwrap_err().to_string();
    assert!(error.starts_with("blobs.path_style: "), "{error}");
}

#[test]
fn a_bucket_and_its_prefix_are_read() {
    let config = S3Config::from_url("s3://my-bucket/plumbline/eu/").unwrap();
    assert_eq!((config.bucket.as_str(), config.prefix.as_str()), ("my-bucket", "plumbline/eu"));
    assert_eq!(S3Config::from_url("s3://my-bucket").unwrap().prefix, "");
    for wrong in ["my-bucket", "https://my-bucket", "s3://", "s3://My_Bucket", "s3://bucket/a//b", "s3://bucket/../x"] {
        let error = S3Config::from_url(wrong).unwrap_err().to_string();
        assert!(error.starts_with("blobs.url: ") && error.contains("s3://bucket/prefix"), "{error}");
    }
}

#[tokio::test]
async fn temporary_credentials_sign_no_address_that_outlives_them() {
    let config = S3Config {
        credentials: Some(("key".into(), "secret".into())),
        ..S3Config::from_url("s3://bucket/in").unwrap()
    };
    let path = Path::from("ten_1/sandbox/a");
    let permanent = S3::open(&config).unwrap();
    let upload = permanent.sign_upload(&path, Some("application/pdf"), 10, 900).await.unwrap().unwrap();
    assert!(
        upload.url.starts_with("https://bucket.s3.us-east-1.amazonaws.com/in/staging/uploads/ten_1/"),
        "{upload:?}"
    );
    let names: Vec<&str> = upload.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["if-none-match", "x-amz-meta-max-bytes", "content-type"]);
    assert!(permanent.sign_download(&path, "a", "text/csv", 3600).await.unwrap().is_some());
    assert!(permanent.sign_download(&path, "a", "text/csv", 7 * 24 * 3600).await.unwrap().is_none());
    assert!(permanent.redirect(&path, "a", "text/csv").await.unwrap().is_some());

    let with = |addresses| S3::open(&S3Config { addresses: Some(addresses), ..config.clone() }).unwrap();
    let host = with(Addresses::Host);
    assert!(host.sign_upload(&path, None, 10, 900).await.unwrap().is_none());
    assert!(host.redirect(&path, "a", "text/csv").await.unwrap().is_none());
    assert!(with(Addresses::Store).sign_upload(&path, None, 10, 900).await.unwrap().is_some());
}

#[tokio::test]
async fn encryption_is_part_of_what_a_client_sends() {
    let config = S3Config {
        credentials: Some(("key".into(), "secret".into())),
        encryption: Encryption::Kms(Some("key-1".into())),
        ..S3Config::from_url("s3://bucket").unwrap()
    };
    let upload = S3::open(&config).unwrap().sign_upload(&Path::from("a"), None, 10, 900).await.unwrap().unwrap();
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        upload.headers[2..],
        [
            header("x-amz-server-side-encryption", "aws:kms"),
            header("x-amz-server-side-encryption-aws-kms-key-id", "key-1"),
        ]
    );
    assert!(upload.url.contains("x-amz-server-side-encryption"), "{}", upload.url);
}
