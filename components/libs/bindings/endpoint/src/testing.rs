//! Native calls of a component's operations: an in-memory database, blobs that are only sizes, a chosen caller.

use std::cell::RefCell;
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use plumbline_contract::timestamp;
use plumbline_database::{Db, DbResult};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::route::dispatch_at;
use crate::{Account, Request, Response, Route, Services, SignedDownload, SignedUpload};

/// Base address in tests.
pub const BASE: &str = "https://api.example.test/partner/v1";

/// The route tables of any number of components over one tenant's database.
pub struct Harness {
    /// The tenant's database.
    pub db: Db,
    /// The services of the host.
    pub services: FakeServices,
    /// Host headers of every call.
    pub caller: BTreeMap<&'static str, String>,
    routes: Vec<Route>,
}

/// The host's services: sizes of blobs by key, the tenant that texts are sealed for, and the clock.
#[derive(Debug, Default)]
pub struct FakeServices {
    sizes: RefCell<BTreeMap<String, u64>>,
    tenant: RefCell<String>,
    now: RefCell<Option<String>>,
}

impl FakeServices {
    /// Adds a blob of this size, as if it had been uploaded.
    pub fn put_blob(&self, key: &str, size: u64) {
        self.sizes.borrow_mut().insert(key.to_owned(), size);
    }

    fn now(&self) -> String {
        self.now.borrow().clone().unwrap_or_else(timestamp::now)
    }
}

impl Services for FakeServices {
    fn sign_upload(&self, key: &str, content_type: Option<&str>, max_bytes: u64, seconds: u32) -> SignedUpload {
        let headers = content_type.map(|content_type| ("content-type".to_owned(), content_type.to_owned()));
        SignedUpload {
            url: format!("https://api.example.test/blobs/{key}?max={max_bytes}"),
            headers: headers.into_iter().collect(),
            expires_at: timestamp::after(&self.now(), seconds.into()).unwrap_or_default(),
        }
    }

    fn sign_download(&self, key: &str, filename: &str, content_type: &str, seconds: u32) -> SignedDownload {
        SignedDownload {
            url: format!(
                "https://api.example.test/blobs/{key}?filename={filename}&type={content_type}&seconds={seconds}"
            ),
            expires_at: timestamp::after(&self.now(), seconds.into()).unwrap_or_default(),
        }
    }

    fn stat(&self, key: &str) -> Option<u64> {
        self.sizes.borrow().get(key).copied()
    }

    fn seal(&self, purpose: &str, text: &str) -> String {
        let digest = Sha256::digest(format!("{} {}:{purpose}{text}", self.tenant.borrow(), purpose.len()));
        BASE64.encode([&digest[..16], text.as_bytes()].concat())
    }

    fn open(&self, purpose: &str, sealed: &str) -> Option<String> {
        let bytes = BASE64.decode(sealed).ok()?;
        let text = std::str::from_utf8(bytes.get(16..)?).ok()?;
        (self.seal(purpose, text) == sealed).then(|| text.to_owned())
    }

    fn check_source(&self, url: &str) -> Result<(), String> {
        if url.contains("unreachable") { Err("the server could not be reached".to_owned()) } else { Ok(()) }
    }
}

impl Harness {
    /// Creates a tenant with 200 credits, served by these routes.
    ///
    /// # Errors
    /// Returns an error if the migrations fail.
    pub fn new(routes: &[Route]) -> DbResult<Self> {
        let caller = BTreeMap::from([
            ("x-plumbline-tenant", "ten_0000000000000000000001".to_owned()),
            ("x-plumbline-client", "pc_0000000000000000000001".to_owned()),
            ("x-plumbline-environment", "production".to_owned()),
            ("x-plumbline-request-id", "req_1".to_owned()),
            ("x-plumbline-base-url", BASE.to_owned()),
        ]);
        Ok(Self {
            db: plumbline_database::testing::database(200.0)?,
            services: FakeServices::default(),
            caller,
            routes: routes.to_vec(),
        })
    }

    /// Calls an operation with GET, without a body.
    pub fn get(&self, path: &str) -> Response {
        self.call("GET", path, None, &[])
    }

    /// Calls an operation with POST and a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Response {
        self.call("POST", path, Some(body), &[])
    }

    /// Calls an operation. `target` is the path with its query.
    pub fn call(&self, method: &str, target: &str, body: Option<&Value>, headers: &[(&str, &str)]) -> Response {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut all: Vec<(String, String)> = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .chain(self.caller.iter().map(|(name, value)| ((*name).to_owned(), value.clone())))
            .collect();
        if body.is_some() {
            all.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        let request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: all,
            body: body.map(|body| body.to_string().into_bytes()).unwrap_or_default(),
            ..Request::default()
        };
        self.services.tenant.replace(self.caller.get("x-plumbline-tenant").cloned().unwrap_or_default());
        dispatch_at(self.services.now().into(), &self.routes, &self.db, &self.services, request)
    }

    /// Stops the clock of operations and signed addresses at an ISO 8601 time.
    pub fn set_now(&self, now: &str) {
        self.services.now.replace(Some(now.to_owned()));
    }

    /// Sets the account that the host reports in the calls that follow.
    pub fn set_account(&mut self, account: &Account) {
        self.caller.insert("x-plumbline-account", serde_json::to_string(account).unwrap_or_default());
    }

    /// Returns the first column of a query's first row, to inspect what was written.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    pub fn scalar(&self, sql: &str) -> DbResult<Option<plumbline_database::Value>> {
        let row = self.db.query_opt(&format!("SELECT ({sql}) AS scalar"), [])?;
        row.map(|row| row.value("scalar").cloned()).transpose()
    }
}

impl Response {
    /// Returns the body as JSON, or null if it is not JSON.
    pub fn value(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}
