//! The context of an operation: the tenant's database, signing, the caller, the parameters of the path, and the time.

use std::cell::OnceCell;

use plumbline_contract::{Problem, TypedId, timestamp};
use plumbline_database::Db;

use crate::{Account, OperationError, Request};

/// The services that the host provides to an endpoint besides its database: the interfaces `signing`, `sealing` and
/// `sources` of the endpoint world.
pub trait Services {
    /// Signs one PUT of at most `max_bytes` to the blob within `seconds`.
    fn sign_upload(&self, key: &str, content_type: Option<&str>, max_bytes: u64, seconds: u32) -> SignedUpload;
    /// Signs a GET of the blob within `seconds`, saved as `filename`.
    fn sign_download(&self, key: &str, filename: &str, content_type: &str, seconds: u32) -> SignedDownload;
    /// Returns the size of the blob in bytes, or `None` if it does not exist.
    fn stat(&self, key: &str) -> Option<u64>;
    /// Seals a text so that only this host can open it, for this tenant, environment and purpose.
    fn seal(&self, purpose: &str, text: &str) -> String;
    /// Returns the text given to [`Services::seal`], or `None` if `sealed` was not made by it for this purpose.
    fn open(&self, purpose: &str, sealed: &str) -> Option<String>;
    /// Checks that a document could be fetched from the address.
    ///
    /// # Errors
    /// Returns the reason, worded for the caller, if it could not.
    fn check_source(&self, url: &str) -> Result<(), String>;
}

/// The address and headers of one upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedUpload {
    /// Signed address.
    pub url: String,
    /// Headers that the PUT must have.
    pub headers: Vec<(String, String)>,
    /// Expiry, ISO 8601.
    pub expires_at: String,
}

/// The address of one download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedDownload {
    /// Signed address.
    pub url: String,
    /// Expiry, ISO 8601.
    pub expires_at: String,
}

/// The caller, from the host's `x-plumbline-*` headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caller {
    /// The tenant, used only to bind cursors to it. No SQL names a tenant.
    pub tenant: String,
    /// `sandbox` or `production`.
    pub environment: String,
    /// Id of the client, `pc_…` or `oc_…`.
    pub client: String,
    /// Scopes granted to the credential, separated by spaces.
    pub scopes: String,
    /// Id of the request, also in the response's `X-Request-Id` header.
    pub request_id: String,
    /// Public base address with its version and without a final slash. Resources' addresses start with it.
    pub base_url: String,
    /// Slots that are bound for the tenant, separated by spaces; `None` if the host does not provide them.
    pub slots: Option<String>,
    /// `service`, `delegated` or `key`.
    pub mode: String,
    /// `usr_…`: the user that a delegated credential acts for.
    pub user: Option<String>,
    /// The highest cost in credits that the caller agreed to, as text; `None` if only the balance limits it.
    pub max_credits: Option<String>,
    /// `rest` or `mcp`.
    pub surface: String,
    pub(crate) account: String,
    /// Name of the operation that the host found for the request, or empty if the host does not provide it.
    pub(crate) operation: String,
}

impl Caller {
    /// Takes the host's headers out of a request. Nothing is parsed in advance: most calls need few of these headers, and
    /// every list that is split costs each call an allocation.
    pub fn from_request(request: &mut Request) -> Self {
        let mut take_header = |name: &str| {
            request.headers.iter_mut().find(|(header, _)| header == name).map(|(_, value)| std::mem::take(value))
        };
        let mut text = |name: &str| take_header(name).unwrap_or_default();
        let mut caller = Self {
            tenant: text("x-plumbline-tenant"),
            environment: text("x-plumbline-environment"),
            client: text("x-plumbline-client"),
            scopes: text("x-plumbline-scopes"),
            request_id: text("x-plumbline-request-id"),
            base_url: text("x-plumbline-base-url"),
            mode: text("x-plumbline-mode"),
            surface: text("x-plumbline-surface"),
            account: text("x-plumbline-account"),
            operation: text("x-plumbline-operation"),
            user: take_header("x-plumbline-user").filter(|user| !user.is_empty()),
            slots: take_header("x-plumbline-slots"),
            max_credits: take_header("x-plumbline-max-credits"),
        };
        caller.base_url.truncate(caller.base_url.trim_end_matches('/').len());
        request.is_tool_call = caller.is_agent();
        caller
    }

    /// Returns the account of the credential and its tenant, or an empty one if the host does not provide it.
    pub fn account(&self) -> Account {
        serde_json::from_str(&self.account).unwrap_or_default()
    }

    /// Returns the request's id, as rows of jobs store it. A job's charge is added to this request's usage. Returns `None`
    /// if the host does not provide the id.
    pub fn request(&self) -> Option<&str> {
        Some(self.request_id.as_str()).filter(|id| !id.is_empty())
    }

    /// Returns the key under which idempotency keys are stored. Users of one client have separate keys.
    pub fn credential(&self) -> String {
        match &self.user {
            Some(user) => format!("{} {user}", self.client),
            None => self.client.clone(),
        }
    }

    /// Returns whether the call came through the surface for agents.
    pub fn is_agent(&self) -> bool {
        self.surface == "mcp"
    }

    /// Returns whether a signed-in user granted this credential.
    pub fn is_delegated(&self) -> bool {
        self.mode == "delegated"
    }

    /// Returns the scopes granted to the credential.
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.scopes.split_whitespace()
    }

    /// Returns whether the credential has the scope.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scopes().any(|granted| granted == scope)
    }

    /// Returns whether a component is bound for `role:name` (`exporter:csv`), or `true` if the host does not provide the
    /// slots. Slots have the names of the contract: `extractor:fire_protection`.
    pub fn has_slot(&self, role: &str, name: &str) -> bool {
        self.bound_names(role).is_none_or(|bound| bound.iter().any(|bound| bound == name))
    }

    /// Returns the names bound in a role (`csv` of `exporter:csv`), sorted, or `None` if the host does not provide the
    /// slots.
    pub fn bound_names(&self, role: &str) -> Option<Vec<String>> {
        let mut names: Vec<String> = self
            .slots
            .as_ref()?
            .split_whitespace()
            .filter_map(|slot| slot.split_once(':'))
            .filter(|(bound_role, _)| *bound_role == role)
            .map(|(_, name)| name.to_owned())
            .collect();
        names.sort_unstable();
        Some(names)
    }

    /// Returns the base address without its path. The pages about problems are below it.
    pub fn origin(&self) -> &str {
        let authority = self.base_url.find("://").map_or(0, |at| at + 3);
        let end = self.base_url[authority..].find('/').map_or(self.base_url.len(), |at| authority + at);
        &self.base_url[..end]
    }
}

/// The context of an operation.
pub struct Context<'a> {
    /// The tenant's database.
    pub db: &'a Db,
    /// Signed addresses of the tenant's blobs, sealed texts, sources.
    pub host: &'a dyn Services,
    /// The caller.
    pub caller: Caller,
    pub(crate) now: OnceCell<String>,
    pub(crate) parameters: Vec<(&'static str, String)>,
}

impl Context<'_> {
    /// Returns the time of the request, ISO 8601. It is the same for everything that the operation writes. The host is
    /// asked only if the operation needs the time.
    pub fn now(&self) -> &str {
        self.now.get_or_init(timestamp::now)
    }

    /// Returns the id at `{name}` of the path.
    ///
    /// # Errors
    /// `not_found` if it does not have the form of such an id, as for an unknown id.
    pub fn id<T: TypedId>(&self, name: &str) -> Result<T, OperationError> {
        self.parameters
            .iter()
            .find(|(parameter, _)| *parameter == name)
            .and_then(|(_, value)| T::parse(value))
            .ok_or_else(|| Problem::not_found().into())
    }

    /// Returns the page number at `{name}` of the path.
    ///
    /// # Errors
    /// `not_found` if it is not a number of a page.
    pub fn page_number(&self, name: &str) -> Result<u32, OperationError> {
        self.parameters
            .iter()
            .find(|(parameter, _)| *parameter == name)
            .filter(|(_, value)| value.bytes().all(|digit| digit.is_ascii_digit()))
            .and_then(|(_, value)| value.parse().ok())
            .ok_or_else(|| Problem::not_found().into())
    }

    /// Returns the public address of a path below the base.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.caller.base_url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_the_base_without_its_path() {
        let caller = |base: &str| Caller { base_url: base.to_owned(), ..Caller::default() };
        assert_eq!(caller("https://api.example.test/partner/v1").origin(), "https://api.example.test");
        assert_eq!(caller("http://localhost:8080").origin(), "http://localhost:8080");
        assert_eq!(caller("").origin(), "");
    }

    #[test]
    fn a_caller_is_what_the_hosts_headers_say() {
        let headers = [
            ("x-plumbline-scopes", "projects:read projects:write"),
            ("x-plumbline-base-url", "http://localhost/partner/v1/"),
            ("x-plumbline-user", ""),
            ("accept", "*/*"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let mut request = Request { headers, ..Request::default() };
        let caller = Caller::from_request(&mut request);
        assert_eq!(caller.scopes().collect::<Vec<_>>(), ["projects:read", "projects:write"]);
        assert!(caller.has_scope("projects:write") && !caller.has_scope("projects"));
        assert_eq!((caller.base_url.as_str(), caller.user, caller.slots), ("http://localhost/partner/v1", None, None));
        assert_eq!(request.header("accept"), Some("*/*"));
    }

    #[test]
    fn slots_match_names_of_the_contract() {
        let slots = Some("extractor:fire_protection exporter:ms_project".to_owned());
        let caller = Caller { slots, ..Caller::default() };
        assert!(caller.has_slot("extractor", "fire_protection"));
        assert!(caller.has_slot("exporter", "ms_project"));
        assert!(!caller.has_slot("exporter", "fire_protection"));
        assert_eq!(caller.bound_names("extractor"), Some(vec!["fire_protection".to_owned()]));
        assert_eq!(caller.bound_names("reader"), Some(Vec::new()));
        assert_eq!(Caller::default().bound_names("exporter"), None);
        assert!(Caller::default().has_slot("exporter", "csv"));
    }
}
