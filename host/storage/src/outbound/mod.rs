//! Requests to addresses that clients gave, without giving access to the host's own network: documents are fetched from
//! them, and events are posted to them ([`post`]).
//!
//! [`PublicOnly`] resolves names, and the connection uses exactly the addresses that it checked, so a name that
//! resolves differently the second time gains nothing. IP addresses in a URL never reach a resolver. They are checked
//! in the URL, and again in each redirect.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Response, Url, redirect};

use self::address::is_public;
use crate::blobs::BlobError;

mod address;
mod post;
#[cfg(test)]
mod tests;

pub use post::{Answer, Poster};

/// Redirects followed. File shares use two or three.
const REDIRECTS: usize = 5;

/// Connecting to a server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const USER_AGENT: &str = concat!("plumbline/", env!("CARGO_PKG_VERSION"));

/// Time limits of the steps.
#[derive(Debug, Clone, Copy)]
struct Timeouts {
    /// Resolving a name while a caller waits.
    lookup: Duration,
    /// Connecting to the server.
    connect: Duration,
    /// Between two chunks of the response.
    read: Duration,
    /// The whole fetch.
    total: Duration,
}

const TIMEOUTS: Timeouts = Timeouts {
    lookup: Duration::from_secs(3),
    connect: CONNECT_TIMEOUT,
    read: Duration::from_secs(20),
    // 50 MB at 2 Mbit/s.
    total: Duration::from_secs(200),
};

const QUICK_TIMEOUTS: Timeouts = Timeouts {
    lookup: Duration::from_secs(3),
    connect: Duration::from_secs(3),
    read: Duration::from_secs(3),
    total: Duration::from_secs(6),
};

/// A resolver of names. Tests supply their own.
trait Lookup: Send + Sync {
    fn addresses(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>>;
}

/// The system's resolver.
struct System;

impl Lookup for System {
    fn addresses(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
        async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|found| found.ip()).collect()) }.boxed()
    }
}

/// A client that fetches documents.
#[derive(Clone)]
pub(crate) struct Fetcher {
    client: Client,
    rule: Rule,
    lookup: Arc<dyn Lookup>,
    timeouts: Timeouts,
}

/// The rule for allowed addresses.
#[derive(Debug, Clone, Copy)]
struct Rule {
    /// Also allows `http` and loopback addresses.
    loopback: bool,
}

/// Marks our own refusals in reqwest's chain of errors.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Rejected(String);

impl Rule {
    fn check_address(self, address: IpAddr) -> Result<(), Rejected> {
        if is_public(address) || (self.loopback && address.is_loopback()) {
            return Ok(());
        }
        // The client must not learn which internal address a name has.
        Err(Rejected("the address is not a public one".into()))
    }

    fn check_url(self, url: &Url) -> Result<(), Rejected> {
        match url.scheme() {
            "https" => {}
            "http" if self.loopback => {}
            other => return Err(Rejected(format!("`{other}` addresses are not fetched; use `https`"))),
        }
        // The URL parser has converted all notations of IP addresses (0x7f.1, 2130706433) to the one that is parsed
        // here.
        let host = url.host_str().ok_or_else(|| Rejected("the address has no host".into()))?;
        match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => self.check_address(address),
            Err(_) => Ok(()),
        }
    }
}

/// A resolver that returns only public addresses, or fails.
struct PublicOnly(Rule, Arc<dyn Lookup>);

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let (rule, found) = (self.0, self.1.addresses(name.as_str().to_owned()));
        Box::pin(async move {
            let found = found.await?;
            // A single internal address among public ones is enough to refuse all of them.
            found.iter().try_for_each(|address| rule.check_address(*address))?;
            // The port comes from the URL.
            Ok::<Addrs, _>(Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0))))
        })
    }
}

/// Makes all TLS clients of this process use ring.
pub fn use_ring() {
    // Fails if another part of the process has already installed a provider, which works as well.
    drop(rustls::crypto::ring::default_provider().install_default());
}

impl Fetcher {
    pub(crate) fn new(loopback: bool) -> Result<Self, reqwest::Error> {
        Self::with(Rule { loopback }, Arc::new(System), TIMEOUTS, REDIRECTS)
    }

    /// Creates a fetcher for small responses that a person waits for. It does not follow redirects.
    pub(crate) fn quick(loopback: bool) -> Result<Self, reqwest::Error> {
        Self::with(Rule { loopback }, Arc::new(System), QUICK_TIMEOUTS, 0)
    }

    fn with(rule: Rule, lookup: Arc<dyn Lookup>, timeouts: Timeouts, redirects: usize) -> Result<Self, reqwest::Error> {
        use_ring();
        let follow = redirect::Policy::custom(move |attempt| {
            if attempt.previous().len() > redirects {
                return attempt.error(Rejected(match redirects {
                    0 => "it redirects, which is not followed here".into(),
                    _ => format!("more than {redirects} redirects"),
                }));
            }
            match rule.check_url(attempt.url()) {
                Ok(()) => attempt.follow(),
                Err(rejected) => attempt.error(rejected),
            }
        });
        let client = Client::builder()
            // A proxy would resolve names itself.
            .no_proxy()
            .dns_resolver(Arc::new(PublicOnly(rule, Arc::clone(&lookup))))
            .redirect(follow)
            .connect_timeout(timeouts.connect)
            .read_timeout(timeouts.read)
            .timeout(timeouts.total)
            .referer(false)
            .user_agent(USER_AGENT)
            .build()?;
        Ok(Self { client, rule, lookup, timeouts })
    }

    /// Checks an address and resolves its name, without contacting the server.
    pub(crate) async fn check(&self, url: &str) -> Result<(), BlobError> {
        let url = Url::parse(url).map_err(|e| BlobError::Unreachable(format!("not an address: {e}")))?;
        self.rule.check_url(&url).map_err(|rejected| BlobError::Unreachable(rejected.0))?;
        let host = url.host_str().unwrap_or_default();
        if host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok() {
            return Ok(());
        }
        let unresolved = || BlobError::Unreachable(format!("the name {host} does not resolve"));
        let found = match tokio::time::timeout(self.timeouts.lookup, self.lookup.addresses(host.to_owned())).await {
            Ok(found) => found.map_err(|_| unresolved())?,
            // Slow is not unreachable: the fetch has more time.
            Err(_) => return Ok(()),
        };
        if found.is_empty() {
            return Err(unresolved());
        }
        for address in found {
            self.rule.check_address(address).map_err(|rejected| BlobError::Unreachable(rejected.0))?;
        }
        Ok(())
    }

    /// Requests the address. Returns only successful responses.
    pub(crate) async fn get(&self, url: &str) -> Result<Response, BlobError> {
        let url = Url::parse(url).map_err(|e| BlobError::Unreachable(format!("not an address: {e}")))?;
        self.rule.check_url(&url).map_err(|rejected| BlobError::Unreachable(rejected.0))?;
        let response = self
            .client
            .get(url)
            .send()
            .await
            .map_err(|error| BlobError::Unreachable(error_message(&error, "the file could not be fetched")))?;
        let status = response.status();
        if !status.is_success() {
            return Err(BlobError::Unreachable(format!("the server answered {status}")));
        }
        Ok(response)
    }
}

/// Reads a response of at most `limit` bytes.
pub(crate) async fn read_small(mut response: Response, limit: usize) -> Result<bytes::Bytes, BlobError> {
    let mut read = bytes::BytesMut::new();
    while let Some(piece) =
        response.chunk().await.map_err(|error| BlobError::Unreachable(body_error_message(&error)))?
    {
        if read.len() + piece.len() > limit {
            return Err(BlobError::Unreachable(format!("the answer is larger than {limit} bytes")));
        }
        read.extend_from_slice(&piece);
    }
    Ok(read.freeze())
}

/// Returns the client's message for a response that broke off.
pub(crate) fn body_error_message(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        "the server took too long to send the file".into()
    } else {
        "the server stopped before the file was complete".into()
    }
}

/// Returns the client's message for a failed request: our refusal in full, the kind of failure, or `otherwise`.
fn error_message(error: &reqwest::Error, otherwise: &str) -> String {
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(current) = source {
        if let Some(rejected) = current.downcast_ref::<Rejected>() {
            return rejected.to_string();
        }
        source = current.source();
    }
    if error.is_timeout() {
        "the server did not answer in time".into()
    } else if error.is_connect() {
        "the server could not be reached".into()
    } else {
        otherwise.into()
    }
}
