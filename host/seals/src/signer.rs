//! Signed addresses: whoever holds one may PUT or GET one blob until it expires, without other credentials.
//!
//! The signature (HMAC-SHA256) is over the operation and the exact text of path and query before it, so there is no
//! second way to write an address. The path is `/blobs/<tenant>/<environment>/<key>`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Method, Uri};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use plumbline_tenancy::{Environment, Scope, TenantId, id};
use sha2::Sha256;
use time::OffsetDateTime;

use crate::key::{InvalidKey, check_key};

/// Path of signed addresses.
const PREFIX: &str = "/blobs/";
/// Where the signature begins in the query.
const SIGNATURE: &str = "&sig=";

/// Makes and checks signed addresses. Cheap to clone.
#[derive(Clone)]
pub struct Signer {
    mac: Hmac<Sha256>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer")
    }
}

/// An address to PUT a blob to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedUpload {
    /// `/blobs/…?…`; the edge puts its public address before it.
    pub path_and_query: String,
    /// Headers that the PUT must carry, as name and value.
    pub headers: Vec<(String, String)>,
    /// ISO 8601.
    pub expires_at: String,
}

/// An address to GET a blob from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedDownload {
    /// `/blobs/…?…`; the edge puts its public address before it.
    pub path_and_query: String,
    /// ISO 8601.
    pub expires_at: String,
}

/// What a valid address allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobGrant {
    /// Whose blob.
    pub scope: Scope,
    /// Which.
    pub key: String,
    /// To do what.
    pub operation: BlobOperation,
}

/// What may be done with the blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlobOperation {
    /// One PUT: the edge refuses it once the blob is there.
    Upload {
        /// The content type it must declare, when one was asked for.
        content_type: Option<String>,
        /// The edge stops reading beyond this.
        max_bytes: u64,
    },
    /// GET or HEAD.
    Download {
        /// Name for saving it.
        filename: String,
        /// Content type of the answer.
        content_type: String,
    },
}

/// Why an address is not accepted; worded for the client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// It was not made here, or was changed.
    #[error("the address is not valid; use it exactly as it was given")]
    Invalid,
    /// Its time is over.
    #[error("the address has expired; ask for a new one")]
    Expired,
    /// It allows another method.
    #[error("the address allows {allowed} only")]
    Method {
        /// The one it allows.
        allowed: &'static str,
    },
    /// A header that was asked for is missing or different.
    #[error("the header {name} must be `{expected}`")]
    Header {
        /// Which.
        name: &'static str,
        /// Its value.
        expected: String,
    },
    /// The declared length is above the limit.
    #[error("the file may have at most {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
}

impl Signer {
    /// A signer with the secret itself.
    pub(crate) fn new(mac: Hmac<Sha256>) -> Self {
        Self { mac }
    }

    /// An address for one PUT of at most `max_bytes` within `seconds`.
    ///
    /// # Errors
    /// [`InvalidKey`].
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

    /// An address for GET within `seconds`; the file is saved as `filename`.
    ///
    /// # Errors
    /// [`InvalidKey`].
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

    /// A path and query with its signature.
    pub(crate) fn signed(&self, text: &str) -> String {
        let signature = URL_SAFE_NO_PAD.encode(self.mac.clone().chain_update(text).finalize().into_bytes());
        format!("{text}{SIGNATURE}{signature}")
    }

    /// The path and query before the signature, which is ours.
    pub(crate) fn verified<'a>(&self, uri: &'a Uri) -> Result<&'a str, SignatureError> {
        let sent = uri.path_and_query().ok_or(SignatureError::Invalid)?.as_str();
        let (text, signature) = sent.rsplit_once(SIGNATURE).ok_or(SignatureError::Invalid)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| SignatureError::Invalid)?;
        self.mac.clone().chain_update(text).verify_slice(&signature).map_err(|_| SignatureError::Invalid)?;
        Ok(text)
    }

    /// Checks a request on a path below `/blobs/`. The URI is as the client sent it, without the public base's own path.
    ///
    /// # Errors
    /// See [`SignatureError`].
    pub fn verify(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<BlobGrant, SignatureError> {
        let text = self.verified(uri)?;
        // From here on the text is our own.
        let signed = Signed::parse(text).ok_or(SignatureError::Invalid)?;
        check_time(signed.until)?;
        signed.grant.check(method, headers)?;
        Ok(signed.grant)
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

/// A signed text, read back.
struct Signed {
    grant: BlobGrant,
    /// Unix time.
    until: i64,
}

impl Signed {
    fn parse(text: &str) -> Option<Self> {
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
        Some(Self { grant, until: value("until")?.parse().ok()? })
    }
}

/// A value of a query, decoded.
pub(crate) fn value(query: &str, name: &str) -> Option<String> {
    let raw = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    percent_decode_str(raw).decode_utf8().ok().map(String::from)
}

/// Whether a time, in seconds since 1970, is still to come.
pub(crate) fn check_time(until: i64) -> Result<(), SignatureError> {
    if until <= OffsetDateTime::now_utc().unix_timestamp() { Err(SignatureError::Expired) } else { Ok(()) }
}

pub(crate) fn expiry(seconds: u32) -> (i64, String) {
    let at = OffsetDateTime::now_utc() + time::Duration::seconds(seconds.into());
    (at.unix_timestamp(), id::at(at))
}
