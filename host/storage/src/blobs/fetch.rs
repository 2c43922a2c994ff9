//! Fetches a document from an address that a client named, without becoming a way into the network the host stands in.
//!
//! Names are resolved by [`PublicOnly`], and the connection goes to the very addresses it looked at, so a name that
//! answers differently the second time gains nothing. Addresses written as numbers never reach a resolver; they
//! are looked at in the URL, again in each redirect.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Response, Url, redirect};

use super::BlobError;
use super::address::is_public;

/// Redirects followed; file shares use two or three.
const REDIRECTS: usize = 5;
/// To resolve a name while a caller waits.
const LOOKUP_TIME: Duration = Duration::from_secs(3);
/// To reach the server.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Between two pieces of the answer.
const SILENCE: Duration = Duration::from_secs(20);
/// For the whole file: 50 MB at 2 Mbit/s.
const WHOLE_TIME: Duration = Duration::from_secs(200);

/// The client for fetching documents.
#[derive(Clone)]
pub(super) struct Fetcher {
    client: Client,
    rule: Rule,
}

/// Which addresses are allowed.
#[derive(Debug, Clone, Copy)]
struct Rule {
    /// Also `http`, and this machine.
    loopback: bool,
}

/// Marks our own refusals within reqwest's chain of errors.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

impl Rule {
    fn check_address(self, address: IpAddr) -> Result<(), Refused> {
        if is_public(address) || (self.loopback && address.is_loopback()) {
            return Ok(());
        }
        // Which inner address a name has is nobody's business.
        Err(Refused("the address is not a public one".into()))
    }

    fn check_url(self, url: &Url) -> Result<(), Refused> {
        match url.scheme() {
            "https" => {}
            "http" if self.loopback => {}
            other => return Err(Refused(format!("`{other}` addresses are not fetched; use `https`"))),
        }
        // The URL parser has brought all ways to write a number (0x7f.1, 2130706433) to the one that is parsed here.
        let host = url.host_str().ok_or_else(|| Refused("the address names no host".into()))?;
        match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => self.check_address(address),
            Err(_) => Ok(()),
        }
    }
}

/// Resolves names to public addresses or not at all.
struct PublicOnly(Rule);

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let rule = self.0;
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One inner address among public ones is reason enough to refuse them all.
            found.iter().try_for_each(|a| rule.check_address(a.ip()))?;
            Ok::<Addrs, _>(Box::new(found.into_iter()))
        })
    }
}

impl Fetcher {
    pub(super) fn new(loopback: bool) -> Result<Self, reqwest::Error> {
        // Fails when another part of the process has installed one already, which serves as well.
        drop(rustls::crypto::ring::default_provider().install_default());
        let rule = Rule { loopback };
        let follow = redirect::Policy::custom(move |attempt| {
            if attempt.previous().len() > REDIRECTS {
                return attempt.error(Refused(format!("more than {REDIRECTS} redirects")));
            }
            match rule.check_url(attempt.url()) {
                Ok(()) => attempt.follow(),
                Err(refused) => attempt.error(refused),
            }
        });
        let client = Client::builder()
            // A proxy would resolve names by itself.
            .no_proxy()
            .dns_resolver(Arc::new(PublicOnly(rule)))
            .redirect(follow)
            .connect_timeout(CONNECT_TIME)
            .read_timeout(SILENCE)
            .timeout(WHOLE_TIME)
            .referer(false)
            .user_agent(concat!("plumbline/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client, rule })
    }

    /// Looks at an address and resolves its name, without asking its server for anything.
    pub(super) async fn check(&self, url: &str) -> Result<(), BlobError> {
        let url = Url::parse(url).map_err(|e| BlobError::Unreachable(format!("not an address: {e}")))?;
        self.rule.check_url(&url).map_err(|refused| BlobError::Unreachable(refused.0))?;
        let host = url.host_str().unwrap_or_default();
        if host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok() {
            return Ok(());
        }
        let found = match tokio::time::timeout(LOOKUP_TIME, tokio::net::lookup_host((host, 0))).await {
            Ok(Ok(found)) => found,
            Ok(Err(_)) => return Err(BlobError::Unreachable(format!("the name {host} does not resolve"))),
            // Slow is not unreachable: the fetch itself has more time.
            Err(_) => return Ok(()),
        };
        for address in found {
            self.rule.check_address(address.ip()).map_err(|refused| BlobError::Unreachable(refused.0))?;
        }
        Ok(())
    }

    /// Asks for the address; the answer is a success.
    pub(super) async fn get(&self, url: &str) -> Result<Response, BlobError> {
        let url = Url::parse(url).map_err(|e| BlobError::Unreachable(format!("not an address: {e}")))?;
        self.rule.check_url(&url).map_err(|refused| BlobError::Unreachable(refused.0))?;
        let response = self.client.get(url).send().await.map_err(|error| BlobError::Unreachable(words(&error)))?;
        let status = response.status();
        if !status.is_success() {
            return Err(BlobError::Unreachable(format!("the server answered {status}")));
        }
        Ok(response)
    }
}

/// What a client is told: our refusal in full, otherwise the kind of failure.
fn words(error: &reqwest::Error) -> String {
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(current) = source {
        if let Some(refused) = current.downcast_ref::<Refused>() {
            return refused.to_string();
        }
        source = current.source();
    }
    if error.is_timeout() {
        "the server did not answer in time".into()
    } else if error.is_connect() {
        "the server could not be reached".into()
    } else {
        "the file could not be fetched".into()
    }
}
