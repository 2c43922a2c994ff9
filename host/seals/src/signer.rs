//! Signed URLs. The holder of one can PUT or GET one blob until it expires, without other credentials.
//!
//! The signature (HMAC-SHA256) covers the operation and the exact text of the path and query before it, so a URL has
//! only one valid spelling. The path is `/blobs/<tenant>/<environment>/<key>`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Method, Uri};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use plumbline_tenancy::{Environment, Scope, TenantId, clock, id};
use sha2::Sha256;

use crate::key::{InvalidKey, check_key};

/// Path prefix of signed URLs.
const PREFIX: &str = "/blobs/";
/// Start of the signature in the query.
const SIGNATURE: &str = "&sig=";

/// Signs and verifies URLs. Cheap to clone.
#[derive(Clone)]
pub struct Signer {
    mac: Hmac<Sha256>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer")
    }
}

/// A signed URL for uploading a blob with PUT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedUpload {
    /// `/blobs/…?…`. The edge prepends its public URL.
    pub path_and_query: String,
    /// Names and values of the headers that the PUT must carry.
    pub headers: Vec<(String, String)>,
    /// Time of expiry, ISO 8601.
    pub expires_at: String,
}

/// A signed URL for downloading a blob with GET.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedDownload {
    /// `/blobs/…?…`. The edge prepends its public URL.
    pub path_and_query: String,
    /// Time of expiry, ISO 8601.
    pub expires_at: String,
}

/// The access that a valid signed URL grants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobGrant {
    /// Scope of the blob.
    pub scope: Scope,
    /// Key of the blob.
    pub key: String,
    /// Permitted operation.
    pub operation: BlobOperation,
}

/// An operation on a blob that a signed URL permits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlobOperation {
    /// One PUT. The edge refuses it if the blob already exists.
    Upload {
        /// Content type that the request must declare, if one was asked for.
        content_type: Option<String>,
        /// Maximum size of the blob. The edge stops reading beyond it.
        max_bytes: u64,
    },
    /// GET or HEAD.
    Download {
        /// Name under which the file is saved.
        filename: String,
        /// Content type of the response.
        content_type: String,
    },
}

/// The reason why a signed URL is rejected, worded for the client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The URL was not signed with this secret, or was changed.
    #[error("the address is not valid; use it exactly as it was given")]
    Invalid,
    /// The URL has expired.
    #[error("the address has expired; ask for a new one")]
    Expired,
    /// The URL permits a different method.
    #[error("the address allows {allowed} only")]
    Method {
        /// The permitted method.
        allowed: &'static str,
    },
    /// A required header is missing or has a different value.
    #[error("the header {name} must be `{expected}`")]
    Header {
        /// Name of the header.
        name: &'static str,
        /// Required value.
        expected: String,
    },
    /// The declared length exceeds the limit.
    #[error("the file may have at most {limit} bytes")]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
}

impl Signer {
    /// Creates a signer that uses the secret itself as its key.
    pub(crate) fn new(mac: Hmac<Sha256>) -> Self {
        Self { mac }
    }

    /// Returns a signed URL for one PUT of at most `max_bytes` within `seconds`.
    ///
    /// # Errors
    /// Returns [`InvalidKey`] if `key` is not valid.
    pub fn sign_upload(
        &self,
        scope: &Scope,
        key: &str,
        content_type: Option<&str>,
        max_bytes: u64,
        seconds: u32,
    ) -> Result<SignedUpload, InvalidKey> {
        let (until, expires_at) = expiry(seconds);
        let mut query = format!("op=put&until={until}&max={max_bytes}");
        if let Some(content_type) = content_type {
            query.push_str("&type=");
            query.extend(utf8_percent_encode(content_type, NON_ALPHANUMERIC));
        }
        Ok(SignedUpload {
            path_and_query: self.sign(scope, key, &query)?,
            headers: content_type.map(|t| ("content-type".to_owned(), t.to_owned())).into_iter().collect(),
            expires_at,
        })
    }

    /// Returns a signed URL for GET within `seconds`. The file is saved as `filename`.
    ///
    /// # Errors
    /// Returns [`InvalidKey`] if `key` is not valid.
    pub fn sign_download(
        &self,
        scope: &Scope,
        key: &str,
        filename: &str,
        content_type: &str,
        seconds: u32,
    ) -> Result<SignedDownload, InvalidKey> {
        let (until, expires_at) = expiry(seconds);
        let encode = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
        let query = format!("op=get&until={until}&name={}&type={}", encode(filename), encode(content_type));
        Ok(SignedDownload { path_and_query: self.sign(scope, key, &query)?, expires_at })
    }

    fn sign(&self, scope: &Scope, key: &str, query: &str) -> Result<String, InvalidKey> {
        check_key(key)?;
        Ok(self.signed(&format!("{PREFIX}{scope}/{key}?{query}")))
    }

    /// Appends the signature to a path and query.
    pub(crate) fn signed(&self, text: &str) -> String {
        let signature = URL_SAFE_NO_PAD.encode(self.mac.clone().chain_update(text).finalize().into_bytes());
        format!("{text}{SIGNATURE}{signature}")
    }

    /// Verifies the signature and returns the path and query before it.
    pub(crate) fn verified<'a>(&self, uri: &'a Uri) -> Result<&'a str, SignatureError> {
        let sent = uri.path_and_query().ok_or(SignatureError::Invalid)?.as_str();
        let (text, signature) = sent.rsplit_once(SIGNATURE).ok_or(SignatureError::Invalid)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| SignatureError::Invalid)?;
        self.mac.clone().chain_update(text).verify_slice(&signature).map_err(|_| SignatureError::Invalid)?;
        Ok(text)
    }

    /// Verifies a request to a path below `/blobs/`. `uri` is the URI as the client sent it, without the path of the public base.
    ///
    /// # Errors
    /// Returns the [`SignatureError`] that applies.
    pub fn verify(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<BlobGrant, SignatureError> {
        let text = self.verified(uri)?;
        // The signature matches, so the host or the edge wrote this text.
        let (grant, until) = parse(text).ok_or(SignatureError::Invalid)?;
        check_time(until)?;
        grant.check(method, headers)?;
        Ok(grant)
    }
}

impl BlobGrant {
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), SignatureError> {
        match &self.operation {
            BlobOperation::Download { .. } if method == Method::GET || method == Method::HEAD => Ok(()),
            BlobOperation::Download { .. } => Err(SignatureError::Method { allowed: "GET" }),
            BlobOperation::Upload { .. } if method != Method::PUT => Err(SignatureError::Method { allowed: "PUT" }),
            BlobOperation::Upload { content_type, max_bytes } => {
                let sent = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok());
                if let Some(expected) = content_type
                    && !sent.is_some_and(|sent| sent.eq_ignore_ascii_case(expected))
                {
                    return Err(SignatureError::Header { name: "content-type", expected: expected.clone() });
                }
                let length: Option<u64> =
                    headers.get(CONTENT_LENGTH).and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok());
                if length.is_some_and(|length| length > *max_bytes) {
                    return Err(SignatureError::TooLarge { limit: *max_bytes });
                }
                Ok(())
            }
        }
    }
}

/// Parses a signed text. Returns the access that it grants, and the time of expiry in seconds since the Unix epoch.
fn parse(text: &str) -> Option<(BlobGrant, i64)> {
    let (path, query) = text.strip_prefix(PREFIX)?.split_once('?')?;
    let mut parts = path.splitn(3, '/');
    let tenant = TenantId::parse(parts.next()?).ok()?;
    let environment: Environment = parts.next()?.parse().ok()?;
    let key = parts.next()?;
    check_key(key).ok()?;
    let value = |name: &str| value(query, name);
    let operation = match value("op")?.as_str() {
        "put" => BlobOperation::Upload { content_type: value("type"), max_bytes: value("max")?.parse().ok()? },
        "get" => BlobOperation::Download { filename: value("name")?, content_type: value("type")? },
        _ => return None,
    };
    let grant = BlobGrant { scope: Scope::new(tenant, environment), key: key.to_owned(), operation };
    Some((grant, value("until")?.parse().ok()?))
}

/// Returns the decoded value of a query parameter.
pub(crate) fn value(query: &str, name: &str) -> Option<String> {
    let raw = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    percent_decode_str(raw).decode_utf8().ok().map(String::from)
}

/// Checks that a time, in seconds since the Unix epoch, has not passed.
pub(crate) fn check_time(until: i64) -> Result<(), SignatureError> {
    if until <= clock::now().unix_timestamp() { Err(SignatureError::Expired) } else { Ok(()) }
}

pub(crate) fn expiry(seconds: u32) -> (i64, String) {
    let at = clock::now() + time::Duration::seconds(seconds.into());
    (at.unix_timestamp(), id::at(at))
}
