//! The authorization request: validated before sign-in, shown to the user, answered with a code or a refusal.

use std::borrow::Cow;
use std::sync::Arc;

use oauth_as::authorization::{AuthorizationError, AuthorizationRequest, ValidatedAuthorizationRequest};
use oauth_as::client::Client;
use oauth_as::server::UserApproval;
use plumbline_tenancy::{Database, Environment};
use url::Url;

use super::registration::{LONGEST_NAME, names};
use crate::error::IdentityError;
use crate::people::User;
use crate::{Identity, Platform, ScopeEntry, Scopes};

/// The parameter that a request may repeat.
const REPEATABLE: &str = "resource";

/// A valid authorization request, ready for the consent page.
pub(crate) struct ValidatedRequest {
    request: ValidatedAuthorizationRequest,
    client: Arc<Client>,
    /// Parameters of the request, as received.
    parameters: Vec<(String, String)>,
}

/// An authorization request that is not shown to the user for consent.
#[derive(Debug)]
pub(crate) enum RejectedRequest {
    /// The error is shown here because there is no trusted URL to redirect to. Contains a message for the user.
    ShowError(String),
    /// The error is reported to the client by a redirect to its own URL.
    Redirect(String),
}

/// The requested scopes, split by what the user may grant.
pub(crate) struct Grantable<'a> {
    /// Scopes that the user may grant.
    pub(crate) granted: Vec<&'a ScopeEntry>,
    /// Scopes that the user's role may not grant.
    pub(crate) withheld: Vec<&'a ScopeEntry>,
}

impl ValidatedRequest {
    /// Returns the name that the client gives itself, shortened to fit the page, or its id.
    pub(crate) fn client_name(&self) -> &str {
        let name = self.client.name.as_deref().unwrap_or(self.client.client_id.as_str());
        name.char_indices().nth(LONGEST_NAME).map_or(name, |(end, _)| &name[..end])
    }

    /// Returns the id of the client: `oc_…` or the URL of its metadata document.
    pub(crate) fn client_id(&self) -> &str {
        self.client.client_id.as_str()
    }

    /// Returns whether the client's metadata was fetched from the client's own URL.
    pub(crate) fn is_document(&self) -> bool {
        self.client_id().contains("://")
    }

    /// Returns the host that the browser is redirected to, or `None` for an app on this computer.
    pub(crate) fn redirect_host(&self) -> Option<String> {
        let url = Url::parse(&self.request.redirect_uri).ok()?;
        let host = url.host_str()?;
        let here = url.scheme() == "http";
        (!here).then(|| host.to_owned())
    }

    /// Returns the requested scopes that the user may grant.
    pub(crate) fn grantable<'a>(&self, scopes: &'a Scopes, user: &User) -> Grantable<'a> {
        let requested = scopes.offered().filter(|entry| self.request.scope.contains(&entry.name));
        let (granted, withheld) = requested.partition(|entry| scopes.may_grant(user.role, &entry.name));
        Grantable { granted, withheld }
    }

    /// Returns the parameters of the request, which the form posts back.
    pub(crate) fn parameters(&self) -> Vec<(String, String)> {
        self.parameters.clone()
    }

    /// Returns the final target of the form as a source for `form-action`: an origin, or the scheme of an app.
    pub(crate) fn form_target(&self) -> Option<String> {
        let url = Url::parse(&self.request.redirect_uri).ok()?;
        let origin = url.origin();
        let target = if origin.is_tuple() { origin.ascii_serialization() } else { format!("{}:", url.scheme()) };
        // Reject characters that could end the directive.
        (!target.contains([';', ',', ' '])).then_some(target)
    }

    /// Returns the redirect URL that reports the user's denial.
    pub(crate) fn denied(&self) -> String {
        self.request.denied().location()
    }
}

/// Returns the subject of tokens: the user and the environment.
pub(crate) fn subject(user: &User, environment: Environment) -> String {
    format!("{}/{environment}", user.id)
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Validates the parameters of a request to `/oauth/authorize`.
    pub(crate) async fn validate_authorization(
        &self,
        query: &str,
    ) -> Result<Result<ValidatedRequest, RejectedRequest>, IdentityError> {
        let parameters: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        if let Some(name) = repeated(&parameters) {
            return Ok(Err(RejectedRequest::ShowError(format!(
                "The app sent the parameter `{name}` more than once. Contact the developer of the app."
            ))));
        }
        let client_id = parameters.iter().find(|(name, _)| name == "client_id").map(|(_, value)| value.as_str());
        let Some(client_id) = client_id.filter(|id| !id.is_empty()) else {
            return Ok(Err(RejectedRequest::ShowError(
                "The app's request does not include a `client_id`. Contact the developer of the app.".into(),
            )));
        };
        let client = match self.find_client(client_id).await? {
            Ok(client) => client,
            Err(words) => return Ok(Err(RejectedRequest::ShowError(words))),
        };
        // The page leaves out scopes that are not offered, and they are not granted. The token's `scope` reports this to the client.
        let catalog = self.scopes().await;
        let request = AuthorizationRequest::from_pairs(parameters.iter().map(|(name, value)| match name.as_str() {
            "scope" => (name.as_str(), Cow::Owned(catalog.all().only_offered(value))),
            _ => (name.as_str(), Cow::Borrowed(value.as_str())),
        }));
        match self.server().await?.validate_authorization_request(&request).await {
            Ok(request) => Ok(Ok(ValidatedRequest { request, client, parameters })),
            Err(refused) => Ok(Err(rejection(refused))),
        }
    }

    /// Issues the code that the user allowed and returns the redirect URL.
    pub(crate) async fn allow(
        &self,
        mut validated: ValidatedRequest,
        user: &User,
        environment: Environment,
    ) -> Result<String, IdentityError> {
        let catalog = self.scopes().await;
        let granted = validated.grantable(catalog.of(&user.tenant), user).granted;
        if granted.is_empty() {
            return Ok(validated.denied());
        }
        validated.request.scope = names(granted.into_iter());
        let approval = UserApproval::granted_at(&validated.request, subject(user, environment), self.clock.system());
        let location = match self.server().await?.issue_authorization_code(approval).await {
            Ok(response) => response.location(&validated.request.redirect_uri),
            Err(AuthorizationError::Redirect(refused)) => refused.location(),
            Err(AuthorizationError::Direct(refused)) => {
                return Err(IdentityError::External(format!(
                    "the authorization code could not be issued: {refused:?}"
                )));
            }
        };
        self.record_client_use(validated.client_id()).await?;
        Ok(location)
    }
}

fn repeated(parameters: &[(String, String)]) -> Option<&str> {
    let again = |index: usize, name: &str| parameters[..index].iter().any(|(earlier, _)| earlier == name);
    let mut names = parameters.iter().enumerate().map(|(index, (name, _))| (index, name.as_str()));
    names.find(|(index, name)| *name != REPEATABLE && again(*index, name)).map(|(_, name)| name)
}

fn rejection(error: AuthorizationError) -> RejectedRequest {
    match error {
        AuthorizationError::Redirect(refused) => RejectedRequest::Redirect(refused.location()),
        AuthorizationError::Direct(refused) => {
            let why = refused.error_description.unwrap_or(Cow::Borrowed(refused.error.as_str()));
            RejectedRequest::ShowError(format!(
                "The app's request is not valid: {why}. Contact the developer of the app."
            ))
        }
    }
}
