//! The cost of checking the credential of a request: an API key and a signed token, warm as in a busy caller's requests and
//! cold as in the first request, compared with whole requests to the server in the same run.

use std::hint::black_box;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use bytes::Bytes;
use plumbline_identity::{Clock, Credentials, CreditAccount, FetchError, Identity, Platform, PlatformError, Settings};
use plumbline_storage::{ControlDatabase, Scope, Storage, StorageConfig};
use plumbline_tests::{Account, Server};

use crate::load::{self, Call, ROUND};
use crate::median;

/// Checks of a credential that was seen a moment ago.
const WARM: u32 = 200_000;
/// Checks of a credential that was not seen before.
const COLD: u32 = 200;
const ROUNDS: usize = 5;

/// A platform without other servers: neither a key nor a token of our own needs one.
#[derive(Clone)]
pub(crate) struct OfflinePlatform;

impl Platform for OfflinePlatform {
    async fn fetch_public(&self, url: &str, _: usize) -> Result<http::Response<Bytes>, FetchError> {
        Err(FetchError::Failed(format!("{url} is not asked here")))
    }

    async fn send_to_provider(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, PlatformError> {
        Err(PlatformError(format!("{} is not asked here", request.uri())))
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        work()
    }

    async fn credit_account(&self, scope: &Scope, _: u32) -> Result<CreditAccount, PlatformError> {
        Err(PlatformError(format!("the credits of {scope} are not asked for here")))
    }

    fn seal(&self, _: &str, bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn open(&self, _: &str, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

/// Returns the identity service over the database of a server with this public address.
pub(crate) fn identity_service(storage: &Storage, public_url: &str) -> Identity<ControlDatabase, OfflinePlatform> {
    Identity::new(storage.control.database(), OfflinePlatform, Settings::new(public_url), Clock::default())
}

pub(crate) async fn run() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Bench")?;
    let project = account.project("North School")?;
    let token = service_token(&server, &account)?;
    let storage = Storage::open(&StorageConfig::new(server.data_dir())).await?;
    let identity = identity_service(&storage, &server.url);
    let host = server.url.trim_start_matches("http://").to_owned();
    let call = Call::get(format!("/partner/v1/projects/{project}"));
    println!("credentials: GET /projects/{{id}}, median of {ROUNDS} rounds");
    for (name, secret) in [("API key", &account.secret), ("signed token", &token)] {
        let (mut requests, mut warm, mut cold) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            requests.push(1e9 / load::run(&host, &call, secret, ROUND).await?.per_second);
            let credentials = Credentials::new(identity.clone());
            warm.push(
                mean_nanoseconds(WARM, async || {
                    let found = credentials.find(black_box(secret)).await?;
                    ensure!(found.is_ok(), "the {name} is refused");
                    Ok(())
                })
                .await?,
            );
            cold.push(
                mean_nanoseconds(COLD, async || {
                    ensure!(identity.authenticate(black_box(secret)).await?.is_ok(), "the {name} is refused");
                    Ok(())
                })
                .await?,
            );
        }
        let (request, warm, cold) = (median(requests), median(warm), median(cold));
        println!(
            "  {name}: request {:.1} us; check {:.2} us when seen a moment ago, {:.4} of a request; {:.0} us when not, {:.2} of one",
            request / 1e3,
            warm / 1e3,
            warm / request,
            cold / 1e3,
            cold / request,
        );
    }
    Ok(())
}

async fn mean_nanoseconds(times: u32, mut check: impl AsyncFnMut() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    for _ in 0..times {
        check().await?;
    }
    Ok(start.elapsed().as_nanos() as f64 / f64::from(times))
}

/// Creates a token of the built-in provider.
fn service_token(server: &Server, account: &Account) -> Result<String> {
    let created = server.admin(&["service", "create", "--tenant", &account.tenant])?;
    let field = |name: &str| created[name].as_str().with_context(|| format!("no {name}")).map(str::to_owned);
    let form = format!("grant_type=client_credentials&client_id={}&client_secret={}", field("id")?, field("secret")?);
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let url = format!("{}/identity/token", server.url);
    let answer = account.send_bytes("POST", &url, form.as_bytes(), &headers)?.expect(200);
    Ok(answer.text("access_token").to_owned())
}
