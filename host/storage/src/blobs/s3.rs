//! The S3 store: its settings, its check at start, and the addresses at which clients reach it.
//!
//! A client sends a file to a signed address of the store itself, in the folder `staging`. [`S3::publish`] checks its size
//! and copies it to its key if the key is free. So an address that is used again, or a file that is too large, never
//! reaches a key, and what is left in the folder is removed a day later.

use std::sync::Arc;
use std::time::Duration;

use futures::TryFutureExt as _;
use http::header::{CONTENT_TYPE, IF_NONE_MATCH};
use http::{HeaderName, HeaderValue, Method};
use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey, S3ConditionalPut, S3CopyIfNotExists};
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::signer::{SignedUrlOptions, Signer as _};
use object_store::{Attribute, BackoffConfig, GetOptions, ObjectStore, ObjectStoreExt as _, PutMode, RetryConfig};
use plumbline_seals::check_key;
use plumbline_tenancy::id;
use reqwest::Url;
use time::OffsetDateTime;

use super::requests::{CountingConnector, StoreCounts};
use super::{BlobError, content_disposition, staging};
use crate::error::StorageError;

/// Metadata of a staged file: the most bytes that it may have. Its header is signed, so a client cannot change it.
const MAX_BYTES: &str = "max-bytes";
/// The header of that metadata.
const MAX_BYTES_HEADER: HeaderName = HeaderName::from_static("x-amz-meta-max-bytes");
/// Longest validity of a download address of the store, in seconds. Addresses of the host are valid for longer, and lead
/// to a fresh one.
const DIRECT_SECONDS: u32 = 3600;
/// Validity of the address that an address of the host leads to, in seconds. A client follows it at once.
const REDIRECT_SECONDS: u32 = 300;
/// How long work that may take long repeats a request, in seconds: a store that fails for half a minute delays a job and does
/// not fail it.
const PATIENT_SECONDS: u32 = 60;
/// Most retries of such a request. The waits between them are random, so the time is the bound.
const PATIENT_RETRIES: usize = 1000;
/// Retries while a person or a program waits for the response.
const INTERACTIVE: (usize, Duration) = (4, Duration::from_secs(5));
/// Variables of the environment that the store's credentials and region come from.
const FROM_ENVIRONMENT: [AmazonS3ConfigKey; 14] = [
    AmazonS3ConfigKey::AccessKeyId,
    AmazonS3ConfigKey::SecretAccessKey,
    AmazonS3ConfigKey::Token,
    AmazonS3ConfigKey::Region,
    AmazonS3ConfigKey::S3Endpoint,
    AmazonS3ConfigKey::Endpoint,
    AmazonS3ConfigKey::ContainerCredentialsRelativeUri,
    AmazonS3ConfigKey::ContainerCredentialsFullUri,
    AmazonS3ConfigKey::ContainerAuthorizationTokenFile,
    AmazonS3ConfigKey::WebIdentityTokenFile,
    AmazonS3ConfigKey::RoleArn,
    AmazonS3ConfigKey::RoleSessionName,
    AmazonS3ConfigKey::StsEndpoint,
    AmazonS3ConfigKey::MetadataEndpoint,
];

/// A bucket of an S3 store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct S3Config {
    /// Name of the bucket.
    pub bucket: String,
    /// Folder in the bucket, without slashes at its ends. Empty for the whole bucket.
    pub prefix: String,
    /// Address of the store. If unset, that of `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, or AWS.
    pub endpoint: Option<String>,
    /// Region. If unset, that of `AWS_REGION` or `AWS_DEFAULT_REGION`, or `us-east-1`.
    pub region: Option<String>,
    /// Whether the bucket is in the path of addresses rather than in their host name. If unset, true with any endpoint and
    /// false with AWS.
    pub path_style: Option<bool>,
    /// Whether an endpoint on another machine may start with `http://`.
    pub allow_unencrypted: bool,
    /// Encryption by the store.
    pub encryption: Encryption,
    /// Which addresses clients get. If unset, the store's own unless its credentials are temporary.
    pub addresses: Option<Addresses>,
    /// How long jobs repeat a request that the store does not answer, in seconds. If unset, 60.
    pub retry_seconds: Option<u32>,
    /// Key id and secret key. If unset, they come from the environment.
    pub credentials: Option<(String, String)>,
}

/// Encryption by the store, which the host asks for with every file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Encryption {
    /// The bucket's default encryption.
    #[default]
    None,
    /// Keys of the store: SSE-S3.
    Aes256,
    /// A key of AWS KMS: the one with this id, or the account's own.
    Kms(Option<String>),
}

/// The addresses that clients send files to and get files from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// Signed addresses of the store. The bytes do not pass through hosts.
    Store,
    /// Signed addresses of the hosts, which pass the bytes on.
    Host,
}

impl S3Config {
    /// Parses `s3://bucket` or `s3://bucket/prefix`.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] if the text has another form.
    pub fn from_url(url: &str) -> Result<Self, StorageError> {
        let invalid = || {
            StorageError::Invalid(format!(
                "blobs.url: `{url}` is not valid. Use an address such as s3://bucket/prefix."
            ))
        };
        let place = url.strip_prefix("s3://").ok_or_else(invalid)?;
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        let prefix = prefix.trim_end_matches('/');
        let is_bucket = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b".-".contains(&c);
        if !(3..=63).contains(&bucket.len()) || !bucket.bytes().all(is_bucket) {
            return Err(invalid());
        }
        if !prefix.is_empty() {
            check_key(prefix).map_err(|_| invalid())?;
        }
        Ok(Self {
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
            endpoint: None,
            region: None,
            path_style: None,
            allow_unencrypted: false,
            encryption: Encryption::None,
            addresses: None,
            retry_seconds: None,
            credentials: None,
        })
    }
}

/// Checks the address of a store.
///
/// # Errors
/// [`StorageError::Invalid`] if it is not an address, or not encrypted, not on this machine and `allow_unencrypted` is false.
fn check_endpoint(source: &str, endpoint: &str, allow_unencrypted: bool) -> Result<Url, StorageError> {
    let invalid = |why: &str| StorageError::Invalid(format!("{source}: `{endpoint}` {why}"));
    let url = Url::parse(endpoint)
        .ok()
        .filter(|url| matches!(url.path(), "" | "/") && url.query().is_none() && url.has_host())
        .ok_or_else(|| invalid("is not valid. Use an address such as https://s3.example.com."))?;
    match url.scheme() {
        "https" => Ok(url),
        "http" if allow_unencrypted || is_on_this_machine(&url) => Ok(url),
        "http" => Err(invalid(
            "is not encrypted. Use https://. If only your own machines can read the network to the store, set \
             blobs.allow_unencrypted to true.",
        )),
        _ => Err(invalid("is not valid. Use an address that starts with https://.")),
    }
}

/// Returns whether the host of an address is a loopback address or a name that is reserved for them (RFC 6761, 6.3).
fn is_on_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A signed address of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreAddress {
    /// The address.
    pub url: String,
    /// Names and values of the headers that a PUT must carry.
    pub headers: Vec<(String, String)>,
    /// Time of expiry, ISO 8601.
    pub expires_at: String,
}

/// The state of a file that a client sends to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// No file was sent.
    Nothing,
    /// It has this size and is under its key.
    Published(u64),
    /// It has this size, which is more than its address allowed. It stays in the folder `staging`.
    TooLarge(u64),
}

/// A bucket of an S3 store.
#[derive(Debug)]
pub(super) struct S3 {
    /// Signs addresses.
    signer: AmazonS3,
    prefix: Path,
    /// For work during which nobody waits.
    pub(super) patient: Arc<dyn ObjectStore>,
    /// For requests.
    pub(super) interactive: Arc<dyn ObjectStore>,
    pub(super) counts: Arc<StoreCounts>,
    addresses: Option<Addresses>,
    encryption: Vec<(HeaderName, HeaderValue)>,
}

impl S3 {
    /// Creates the client of a store, without contacting it.
    pub(super) fn open(config: &S3Config) -> Result<Self, StorageError> {
        crate::outbound::use_ring();
        let counts = Arc::new(StoreCounts::default());
        let prefix = Path::parse(&config.prefix)
            .map_err(|error| StorageError::Invalid(format!("blobs.url: the prefix `{}`: {error}", config.prefix)))?;
        let signer = build(config, INTERACTIVE, &counts)?;
        let patience = Duration::from_secs(config.retry_seconds.unwrap_or(PATIENT_SECONDS).into());
        Ok(Self {
            patient: Arc::new(PrefixStore::new(build(config, (PATIENT_RETRIES, patience), &counts)?, prefix.clone())),
            interactive: Arc::new(PrefixStore::new(signer.clone(), prefix.clone())),
            signer,
            prefix,
            counts,
            addresses: config.addresses,
            encryption: encryption_headers(&config.encryption)?,
        })
    }

    /// Checks that the store writes, reads and deletes, and that it never replaces an object that a host asked it not to
    /// replace.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] with what the store does not do.
    pub(super) async fn check(&self) -> Result<(), StorageError> {
        let store = &*self.interactive;
        let failed = |what: &'static str| {
            move |error: object_store::Error| StorageError::Invalid(format!("blobs.url: {what} failed: {error}"))
        };
        let [first, source, copy] = [staging::place(), staging::place(), staging::place()];
        let create = |path: &Path, text: &'static str| {
            let path = path.clone();
            async move { store.put_opts(&path, text.into(), PutMode::Create.into()).await }
        };
        let checked = async {
            create(&first, "first").await.map_err(failed("writing a file with `If-None-Match`"))?;
            match create(&first, "second").await {
                Err(object_store::Error::AlreadyExists { .. }) => {}
                Ok(_) => return Err(replaces("a file that is written with `If-None-Match: *`")),
                Err(error) => return Err(failed("writing a file that exists")(error)),
            }
            create(&source, "source").await.map_err(failed("writing a file"))?;
            match store.copy_if_not_exists(&source, &first).await {
                Err(object_store::Error::AlreadyExists { .. }) => {}
                Ok(()) => return Err(replaces("a multipart upload that is completed with `If-None-Match: *`")),
                Err(error) => return Err(failed("copying to a file that exists")(error)),
            }
            store.copy_if_not_exists(&source, &copy).await.map_err(failed("copying a file with a multipart upload"))?;
            for (path, text) in [(&first, "first"), (&copy, "source")] {
                let read = store.get(path).and_then(object_store::GetResult::bytes).await;
                if read.map_err(failed("reading a file"))? != text {
                    return Err(replaces("a file that exists"));
                }
            }
            Ok(())
        };
        let checked = checked.await;
        for path in [first, source, copy] {
            match store.delete(&path).await {
                Err(error) if checked.is_ok() && !matches!(error, object_store::Error::NotFound { .. }) => {
                    return Err(failed("deleting a file")(error));
                }
                _ => {}
            }
        }
        checked
    }

    /// Asks the store for a file that does not exist.
    ///
    /// # Errors
    /// Returns the error if the store does not answer.
    pub(super) async fn ping(&self) -> Result<(), object_store::Error> {
        match self.interactive.head(&staging::place()).await {
            Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns whether clients get addresses of the store for transfers that may begin minutes later. An address that was
    /// signed with temporary credentials ends with them, whatever its own validity.
    async fn is_direct(&self) -> bool {
        match self.addresses {
            Some(addresses) => addresses == Addresses::Store,
            None => match self.signer.credentials().get_credential().await {
                Ok(credential) => credential.token.is_none(),
                Err(error) => {
                    tracing::warn!(%error, "the store's credentials cannot be read; clients get addresses of this host");
                    false
                }
            },
        }
    }

    /// Returns the address to which a client sends a file, or `None` if it is to use one of the host.
    pub(super) async fn sign_upload(
        &self,
        path: &Path,
        content_type: Option<&str>,
        max_bytes: u64,
        seconds: u32,
    ) -> Result<Option<StoreAddress>, BlobError> {
        if !self.is_direct().await {
            return Ok(None);
        }
        let mut headers = vec![
            // A second file cannot replace the first one, which a host may be checking.
            (IF_NONE_MATCH, HeaderValue::from_static("*")),
            (MAX_BYTES_HEADER, HeaderValue::from(max_bytes)),
        ];
        if let Some(content_type) = content_type {
            let value = HeaderValue::from_str(content_type)
                .map_err(|_| BlobError::InvalidKey(format!("`{content_type}` is not a media type")))?;
            headers.push((CONTENT_TYPE, value));
        }
        headers.extend(self.encryption.iter().cloned());
        let mut options = SignedUrlOptions::new();
        for (name, value) in &headers {
            options = options.with_signed_header(name.clone(), value.clone());
        }
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let headers = headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
        let address = self.sign(Method::PUT, &staging::of(path), seconds, &options).await?;
        Ok(Some(StoreAddress { headers, ..address }))
    }

    /// Returns the address from which a client gets a file, or `None` if it is to use one of the host.
    pub(super) async fn sign_download(
        &self,
        path: &Path,
        filename: &str,
        content_type: &str,
        seconds: u32,
    ) -> Result<Option<StoreAddress>, BlobError> {
        if seconds > DIRECT_SECONDS || !self.is_direct().await {
            return Ok(None);
        }
        self.sign_get(path, filename, content_type, seconds).await.map(Some)
    }

    /// Returns the address that an address of the host leads to, or `None` if the host is to send the file itself.
    pub(super) async fn redirect(
        &self,
        path: &Path,
        filename: &str,
        content_type: &str,
    ) -> Result<Option<StoreAddress>, BlobError> {
        if self.addresses == Some(Addresses::Host) {
            return Ok(None);
        }
        self.sign_get(path, filename, content_type, REDIRECT_SECONDS).await.map(Some)
    }

    async fn sign_get(
        &self,
        path: &Path,
        filename: &str,
        content_type: &str,
        seconds: u32,
    ) -> Result<StoreAddress, BlobError> {
        let disposition = content_disposition(filename, content_type);
        let options = SignedUrlOptions::new().with_query([
            ("response-cache-control", "private, no-store"),
            ("response-content-disposition", disposition.as_str()),
            ("response-content-type", content_type),
        ]);
        self.sign(Method::GET, path, seconds, &options).await
    }

    async fn sign(
        &self,
        method: Method,
        path: &Path,
        seconds: u32,
        options: &SignedUrlOptions,
    ) -> Result<StoreAddress, BlobError> {
        let full = Path::from_iter(self.prefix.parts().chain(path.parts()));
        // By the system clock, like the address: its library signs the machine's time, and the store compares that with
        // its own.
        let expires_at = id::at(OffsetDateTime::now_utc() + time::Duration::seconds(seconds.into()));
        let validity = Duration::from_secs(seconds.into());
        let url = self.signer.signed_url_opts(method, &full, validity, options).await?;
        Ok(StoreAddress { url: url.into(), headers: Vec::new(), expires_at })
    }

    /// Puts a file that a client sent to the store under its key, unless the key has one. A repeated call continues
    /// where the last one stopped.
    pub(super) async fn publish(&self, store: &dyn ObjectStore, path: &Path) -> Result<Arrival, BlobError> {
        let staged = staging::of(path);
        let found = match store.get_opts(&staged, GetOptions { head: true, ..GetOptions::default() }).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(Arrival::Nothing),
            Err(error) => return Err(error.into()),
        };
        let size = found.meta.size;
        let max_bytes = found.attributes.get(&Attribute::Metadata(MAX_BYTES.into()));
        // Every address has the header, so a file without it was not sent to one.
        let Some(max_bytes) = max_bytes.and_then(|value| value.parse::<u64>().ok()) else {
            return Ok(Arrival::Nothing);
        };
        if size > max_bytes {
            return Ok(Arrival::TooLarge(size));
        }
        let is_new = move_to(store, &staged, path, size).await?;
        let published = match store.head(path).await {
            Ok(published) => published.size,
            // Deleted again with its document.
            Err(object_store::Error::NotFound { .. }) => return Ok(Arrival::Nothing),
            Err(error) => return Err(error.into()),
        };
        if is_new && published != size {
            store.delete(path).await?;
            return Err(BlobError::Io(format!("the store copied {published} of {size} bytes")));
        }
        Ok(Arrival::Published(published))
    }
}

/// Moves an object of this size to a path that is free. Returns whether it was free. The source is deleted in any case.
pub(super) async fn move_to(
    store: &dyn ObjectStore,
    from: &Path,
    to: &Path,
    size: u64,
) -> Result<bool, object_store::Error> {
    let copied = if size == 0 {
        // A part of a multipart upload cannot be a copy of nothing.
        store.put_opts(to, Default::default(), PutMode::Create.into()).await.map(drop)
    } else {
        store.copy_if_not_exists(from, to).await
    };
    let is_new = match copied {
        Ok(()) => true,
        Err(object_store::Error::AlreadyExists { .. }) => false,
        // Another host has just moved it.
        Err(object_store::Error::NotFound { .. }) => return Ok(false),
        Err(error) => return Err(error),
    };
    match store.delete(from).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
        Err(error) => tracing::warn!(%error, "a staged file could not be deleted; it is removed after a day"),
    }
    Ok(is_new)
}

fn replaces(what: &str) -> StorageError {
    StorageError::Invalid(format!(
        "blobs.url: the store replaces {what}. Use a store with conditional writes, such as Amazon S3, MinIO, Ceph or \
         Cloudflare R2 in a current version."
    ))
}

fn build(
    config: &S3Config,
    (max_retries, retry_timeout): (usize, Duration),
    counts: &Arc<StoreCounts>,
) -> Result<AmazonS3, StorageError> {
    let environment = AmazonS3Builder::from_env();
    let mut builder = AmazonS3Builder::new();
    for key in FROM_ENVIRONMENT {
        if let Some(value) = environment.get_config_value(&key) {
            builder = builder.with_config(key, value);
        }
    }
    let named = config.endpoint.as_ref().map(|endpoint| ("blobs.endpoint", endpoint.clone()));
    let from_environment = |key| builder.get_config_value(&key);
    let endpoint = named
        .or_else(|| Some(("AWS_ENDPOINT_URL_S3", from_environment(AmazonS3ConfigKey::S3Endpoint)?)))
        .or_else(|| Some(("AWS_ENDPOINT_URL", from_environment(AmazonS3ConfigKey::Endpoint)?)));
    // Few stores other than AWS have a name for each bucket, and one with an IP address cannot.
    let path_style = config.path_style.unwrap_or(endpoint.is_some());
    if let Some((source, endpoint)) = endpoint {
        let mut url = check_endpoint(source, &endpoint, config.allow_unencrypted)?;
        let allow_http = url.scheme() == "http";
        if !path_style {
            let host = format!("{}.{}", config.bucket, url.host_str().unwrap_or_default());
            url.set_host(Some(&host)).map_err(|_| {
                StorageError::Invalid(format!(
                    "blobs.path_style: `{endpoint}` cannot have the bucket in its name. Set it to true."
                ))
            })?;
        }
        let url = url.as_str().trim_end_matches('/').to_owned();
        builder = builder.with_config(AmazonS3ConfigKey::S3Endpoint, url).with_allow_http(allow_http);
    }
    if let Some(region) = &config.region {
        builder = builder.with_region(region);
    }
    if let Some((key_id, secret)) = &config.credentials {
        builder = builder.with_access_key_id(key_id).with_secret_access_key(secret);
    }
    builder = match &config.encryption {
        Encryption::None => builder,
        Encryption::Aes256 => builder.with_config(encryption_key()?, "AES256"),
        Encryption::Kms(None) => builder.with_config(encryption_key()?, "aws:kms"),
        Encryption::Kms(Some(key)) => builder.with_sse_kms_encryption(key),
    };
    let backoff = BackoffConfig { max_backoff: Duration::from_secs(4), ..BackoffConfig::default() };
    builder
        .with_bucket_name(&config.bucket)
        .with_virtual_hosted_style_request(!path_style)
        .with_conditional_put(S3ConditionalPut::ETagMatch)
        .with_copy_if_not_exists(S3CopyIfNotExists::Multipart)
        .with_retry(RetryConfig { backoff, max_retries, retry_timeout })
        .with_http_connector(CountingConnector(Arc::clone(counts)))
        .build()
        .map_err(|error| StorageError::Invalid(format!("blobs.url: {error}")))
}

/// Returns the key of the builder's setting for encryption. `object_store` exports it by its name alone.
fn encryption_key() -> Result<AmazonS3ConfigKey, StorageError> {
    let key = "aws_server_side_encryption".parse();
    key.map_err(|error: object_store::Error| StorageError::Invalid(format!("blobs.encryption: {error}")))
}

fn encryption_headers(encryption: &Encryption) -> Result<Vec<(HeaderName, HeaderValue)>, StorageError> {
    let (algorithm, key) = match encryption {
        Encryption::None => return Ok(Vec::new()),
        Encryption::Aes256 => ("AES256", None),
        Encryption::Kms(key) => ("aws:kms", key.as_ref()),
    };
    let mut headers =
        vec![(HeaderName::from_static("x-amz-server-side-encryption"), HeaderValue::from_static(algorithm))];
    if let Some(key) = key {
        let value = HeaderValue::from_str(key)
            .map_err(|_| StorageError::Invalid(format!("blobs.kms_key_id: `{key}` is not valid.")))?;
        headers.push((HeaderName::from_static("x-amz-server-side-encryption-aws-kms-key-id"), value));
    }
    Ok(headers)
}

#[cfg(test)]
mod tests;
