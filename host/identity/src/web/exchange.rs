//! Parsing of requests and building of responses: cookies, forms, cross-site checks, and the headers of every page.

use std::borrow::Cow;
use std::net::IpAddr;

use askama::Template;
use axum::body::Body;
use bytes::Bytes;
use cookie::Cookie;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use plumbline_tenancy::Database;

use crate::error::IdentityError;
use crate::people::{Session, csrf_of, form_cookie, is_form_cookie};
use crate::{Identity, Platform, pages, secrets};

/// Prefix of the path of an invitation. Its secret follows.
pub(super) const INVITATIONS: &str = "/invitations/";

/// Prefix of cookies over TLS. Another host of the domain cannot set a cookie with this prefix.
const HOST_PREFIX: &str = "__Host-";
const SESSION: &str = "plumbline_session";
const FORM: &str = "plumbline_form";
/// Content security policy: no scripts, no framing, and resources only from this origin.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// The result of a handler.
pub(super) type Answer = Result<Response<Bytes>, Halt>;

/// The early end of a handler.
pub(super) enum Halt {
    /// A complete response, for example a redirect to the sign-in page.
    Response(Box<Response<Bytes>>),
    /// An error.
    Error(IdentityError),
}

impl From<Response<Bytes>> for Halt {
    fn from(response: Response<Bytes>) -> Self {
        Self::Response(Box::new(response))
    }
}

impl From<IdentityError> for Halt {
    fn from(error: IdentityError) -> Self {
        Self::Error(error)
    }
}

/// A parsed request, with the session of its browser.
pub(super) struct Exchange {
    method: Method,
    uri: Uri,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    /// IP address of the client.
    pub(super) peer: Option<IpAddr>,
    /// Session of the signed-in user, with its secret.
    session: Option<(String, Session)>,
    /// Secret of a browser that is not signed in, and whether the browser already has the cookie.
    form: (String, bool),
    https: bool,
    origin: String,
}

impl Exchange {
    /// Parses a request and looks up its session.
    pub(super) async fn new<D: Database, P: Platform>(
        identity: &Identity<D, P>,
        request: Request<Bytes>,
        peer: Option<IpAddr>,
    ) -> Result<Self, IdentityError> {
        let (parts, body) = request.into_parts();
        let https = identity.settings.is_https();
        let given = |name| cookie(&parts.headers, &cookie_name(https, name));
        let session = match given(SESSION) {
            Some(secret) => identity.session(&secret).await?.map(|session| (secret, session)),
            None => None,
        };
        let form = given(FORM).filter(|secret| is_form_cookie(secret));
        let form = form.map_or_else(|| (form_cookie(), false), |secret| (secret, true));
        Ok(Self {
            method: parts.method,
            uri: parts.uri,
            headers: parts.headers,
            body,
            peer,
            session,
            form,
            https,
            origin: identity.settings.auth_url.clone(),
        })
    }

    /// Returns the request as far as its route depends on it.
    pub(super) fn to_routed_request(&self) -> Request<Body> {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri.clone();
        request
    }

    pub(super) fn path(&self) -> &str {
        self.uri.path()
    }

    /// Returns the secret in the path of an invitation.
    pub(super) fn invitation(&self) -> &str {
        self.path().strip_prefix(INVITATIONS).unwrap_or_default()
    }

    pub(super) fn query(&self) -> &str {
        self.uri.query().unwrap_or_default()
    }

    pub(super) fn method(&self) -> &Method {
        &self.method
    }

    /// Returns the session of the signed-in user.
    pub(super) fn session(&self) -> Option<&Session> {
        self.session.as_ref().map(|(_, session)| session)
    }

    /// Returns the secret of the session.
    pub(super) fn session_secret(&self) -> Option<&str> {
        self.session.as_ref().map(|(secret, _)| secret.as_str())
    }

    /// Returns the secret of the browser, which binds actions that start before the user is signed in.
    pub(super) fn browser(&self) -> &str {
        &self.form.0
    }

    /// Returns the CSRF token that forms of this browser must contain.
    pub(super) fn csrf(&self) -> String {
        match self.session() {
            Some(session) => session.csrf.clone(),
            None => csrf_of(&self.form.0),
        }
    }

    /// Returns a parameter of the query, or an empty string if it is missing.
    pub(super) fn parameter(&self, name: &str) -> String {
        find(self.query().as_bytes(), name)
    }

    /// Returns a field of the form, or an empty string if it is missing.
    pub(super) fn field(&self, name: &str) -> String {
        find(&self.body, name)
    }

    /// Returns all values of a field.
    pub(super) fn fields(&self, name: &str) -> Vec<String> {
        let pairs = form_urlencoded::parse(&self.body);
        pairs.filter(|(key, _)| key == name).map(|(_, value)| value.into_owned()).collect()
    }

    /// Returns the form without some of its fields.
    pub(super) fn fields_except(&self, left_out: &[&str]) -> String {
        let pairs = form_urlencoded::parse(&self.body).filter(|(key, _)| !left_out.contains(&key.as_ref()));
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
    }

    /// Checks that a form was sent by this site and created for this browser.
    ///
    /// # Errors
    /// Returns the page that refuses the form.
    pub(super) fn check_form(&self) -> Result<(), Halt> {
        // The page of the form may be outdated because the session ended or the cookie was deleted. The response is the same.
        let stale = self.session.is_none() && !self.form.1;
        let ours = !stale && secrets::same(&self.field("csrf"), &self.csrf());
        if ours && !self.is_cross_site() {
            return Ok(());
        }
        let words = "The form was not sent from this site, or its page was open for too long. Go back, reload the page and try again.";
        Err(self.message(StatusCode::FORBIDDEN, "This form has expired", words).into())
    }

    /// Returns whether the browser reports that another site caused the request.
    pub(super) fn is_cross_site(&self) -> bool {
        let text = |name: HeaderName| self.headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
        let foreign_origin = text(header::ORIGIN).is_some_and(|origin| origin != self.origin);
        let site = text(HeaderName::from_static("sec-fetch-site"));
        foreign_origin || site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
    }

    /// Returns a page.
    pub(super) fn page(&self, status: StatusCode, page: &impl Template) -> Response<Bytes> {
        self.page_under(Cow::Borrowed(POLICY), status, page)
    }

    /// Returns a page that loads a script of this site.
    pub(super) fn page_with_script(&self, status: StatusCode, page: &impl Template) -> Response<Bytes> {
        self.page_under(Cow::Owned(format!("script-src 'self'; {POLICY}")), status, page)
    }

    /// Returns a page whose form finally leads to another site. Browsers check every redirect against `form-action`.
    pub(super) fn page_with_form_target(
        &self,
        status: StatusCode,
        page: &impl Template,
        target: Option<&str>,
    ) -> Response<Bytes> {
        let policy = target.map_or(Cow::Borrowed(POLICY), |target| Cow::Owned(format!("{POLICY} {target}")));
        self.page_under(policy, status, page)
    }

    fn page_under(&self, policy: Cow<'_, str>, status: StatusCode, page: &impl Template) -> Response<Bytes> {
        let mut response = Response::new(Bytes::from(pages::html(page)));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        self.set_common_headers(headers);
        if self.session.is_none() && !self.form.1 {
            self.set_cookie(headers, FORM, &self.form.0, None);
        }
        response
    }

    /// Returns a page with a short message.
    pub(super) fn message(&self, status: StatusCode, title: &str, text: &str) -> Response<Bytes> {
        let link = if self.session.is_some() { ("/account", "Go to your account") } else { ("/sign-in", "Sign in") };
        self.page(status, &pages::Message { title, text, link: Some(link) })
    }

    /// Returns a redirect that the browser follows with GET.
    pub(super) fn redirect(&self, location: &str) -> Response<Bytes> {
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = StatusCode::SEE_OTHER;
        let headers = response.headers_mut();
        if let Ok(location) = HeaderValue::from_str(location) {
            headers.insert(header::LOCATION, location);
        }
        self.set_common_headers(headers);
        response
    }

    /// Returns a redirect that sets a new session, so a planted one is not used.
    pub(super) fn signed_in(&self, location: &str, secret: &str) -> Response<Bytes> {
        let mut response = self.redirect(location);
        self.set_cookie(response.headers_mut(), SESSION, secret, None);
        self.set_cookie(response.headers_mut(), FORM, "", Some(0));
        response
    }

    /// Returns a redirect that removes the session.
    pub(super) fn signed_out(&self, location: &str) -> Response<Bytes> {
        let mut response = self.redirect(location);
        self.set_cookie(response.headers_mut(), SESSION, "", Some(0));
        response
    }

    /// Adds the browser's cookie to a response that is not a page.
    pub(super) fn with_browser(&self, mut response: Response<Bytes>) -> Response<Bytes> {
        if !self.form.1 {
            self.set_cookie(response.headers_mut(), FORM, &self.form.0, None);
        }
        response
    }

    /// Returns a redirect to the sign-in page, which leads back here.
    pub(super) fn to_sign_in(&self) -> Response<Bytes> {
        let (path, query) = (self.path(), self.query());
        let here = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        let next = form_urlencoded::Serializer::new(String::new()).append_pair("next", &here).finish();
        self.redirect(&format!("/sign-in?{next}"))
    }

    fn set_common_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
            // Not `no-referrer`, because browsers would then send `Origin: null` with our own forms.
            (header::REFERRER_POLICY, "same-origin"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if self.https {
            let always = HeaderValue::from_static("max-age=31536000");
            headers.insert(header::STRICT_TRANSPORT_SECURITY, always);
        }
    }

    fn set_cookie(&self, headers: &mut HeaderMap, name: &str, value: &str, max_age: Option<u32>) {
        let mut text = format!("{}={value}; Path=/; HttpOnly; SameSite=Lax; Secure", cookie_name(self.https, name));
        if let Some(seconds) = max_age {
            text.push_str(&format!("; Max-Age={seconds}"));
        }
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.append(header::SET_COOKIE, value);
        }
    }
}

fn cookie_name(https: bool, name: &str) -> String {
    if https { format!("{HOST_PREFIX}{name}") } else { name.to_owned() }
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = sent.flat_map(|text| Cookie::split_parse(text.to_owned())).filter_map(Result::ok);
    cookies
        .find(|cookie| cookie.name() == name)
        .map(|cookie| cookie.value().to_owned())
        .filter(|value| !value.is_empty())
}

fn find(pairs: &[u8], name: &str) -> String {
    let mut pairs = form_urlencoded::parse(pairs);
    pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Returns a static file that pages load.
pub(super) fn asset(media_type: &'static str, text: &'static str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from_static(text.as_bytes()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Returns the sentence that lists the methods of a URL.
pub(super) fn supported(methods: &str) -> String {
    format!("This URL supports {methods}.")
}

/// Returns the response to a method that a URL does not support, with the header `Allow` of the router's response.
/// `write` writes the response from the sentence that lists the methods.
pub(super) fn with_allow(routed: &Response<Bytes>, write: impl FnOnce(&str) -> Response<Bytes>) -> Response<Bytes> {
    let allow = routed.headers().get(header::ALLOW).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let allow = allow.split(',').map(str::trim).collect::<Vec<_>>().join(", ");
    let mut response = write(&supported(&allow));
    if let Ok(allow) = HeaderValue::from_str(&allow) {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}
