//! An organization with people, and a browser without scripts: cookies, redirects and forms.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, Response, Server, ServerOptions, agent, send};
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
use url::form_urlencoded;

/// A password that is in no list of common passwords.
pub(crate) const PASSWORD: &str = "nine mortar joints a day";
/// Maximum time until another process sees a change. It is normally a second, so this allows for slow machines.
const PROPAGATION_TIMEOUT: Duration = Duration::from_secs(5);

/// A server with an organization.
pub(crate) struct Fixture {
    pub(crate) server: Server,
    pub(crate) tenant: String,
}

/// A user who can sign in with [`PASSWORD`].
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) email: String,
}

impl Fixture {
    /// Creates a fixture with the default settings of tests.
    pub(crate) fn new() -> Result<Self> {
        Self::with_environment(&[])
    }

    /// Creates a fixture whose server has these environment variables.
    pub(crate) fn with_environment(environment: &[(&str, &str)]) -> Result<Self> {
        let server = Server::start_with(ServerOptions::with_environment(environment))?;
        let tenant = server.admin(&["tenant", "create", "Hidden Creek Electric"])?;
        Ok(Self { tenant: text(&tenant, "id")?, server })
    }

    /// Creates a user of the organization with the role `admin`, `estimator` or `viewer`.
    pub(crate) fn person(&self, role: &str) -> Result<Person> {
        self.person_in(&self.tenant, role)
    }

    /// Creates a user of any organization.
    pub(crate) fn person_in(&self, tenant: &str, role: &str) -> Result<Person> {
        let email = format!("{role}.{}@creek.example", tenant.trim_start_matches("ten_").to_lowercase());
        let arguments = ["user", "create", "--tenant", tenant, "--email", &email, "--name", "Ada", "--role", role];
        let user = self.server.admin_with_input(&[&arguments[..], &["--password-stdin"]].concat(), PASSWORD)?;
        Ok(Person { id: text(&user, "id")?, email })
    }

    /// Returns a browser in which that user is signed in.
    pub(crate) fn sign_in(&self, person: &Person) -> Result<Visitor> {
        let visitor = Visitor::new(&self.server);
        visitor.sign_in(person)?;
        Ok(visitor)
    }

    /// Calls the API with this bearer token.
    pub(crate) fn api(&self, method: &str, path: &str, token: &str) -> Result<Response> {
        let bearer = format!("Bearer {token}");
        let url = format!("{}/partner/v1{path}", self.server.url);
        let body: &[u8] = if method == "POST" { br#"{"name": "North School"}"# } else { &[] };
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        send(&agent(), method, &url, body, &headers)
    }

    /// Waits until the API refuses a token.
    #[track_caller]
    pub(crate) fn wait_until_refused(&self, token: &str, why: &str) -> Result<()> {
        eventually(why, || Ok(self.api("GET", "/projects", token)?.status == 401))
    }

    /// Creates an API key of the organization.
    pub(crate) fn key(&self) -> Result<Account> {
        self.server.key(&self.tenant, "sandbox", "all")
    }
}

/// Waits until a change by another process is visible here.
#[track_caller]
pub(crate) fn eventually(what: &str, seen: impl Fn() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while !seen()? {
        assert!(begun.elapsed() < PROPAGATION_TIMEOUT, "{what}: not within {PROPAGATION_TIMEOUT:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Returns a text field from the output of a command or a response.
pub(crate) fn text(value: &Value, field: &str) -> Result<String> {
    Ok(value[field].as_str().with_context(|| format!("no `{field}` in {value}"))?.to_owned())
}

/// Encodes fields as `name=value&…`.
pub(crate) fn encode_form<N: AsRef<str>, V: AsRef<str>>(fields: &[(N, V)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// A browser without scripts.
pub(crate) struct Visitor {
    agent: ureq::Agent,
    /// The address that the server listens on.
    address: String,
    /// The server's public address. Forms are sent with this `Origin`.
    pub(crate) origin: String,
    jar: RefCell<BTreeMap<String, String>>,
}

/// A page as a visitor sees it.
pub(crate) struct Page {
    pub(crate) response: Response,
    /// Path and query of the page.
    pub(crate) path: String,
    pub(crate) html: String,
}

/// A form with the fields that it would send.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) action: String,
    pub(crate) fields: Vec<(String, String)>,
}

impl Visitor {
    /// Creates a browser without cookies.
    pub(crate) fn new(server: &Server) -> Self {
        let (address, origin) = (server.url.clone(), server.url.clone());
        Self { agent: agent(), address, origin, jar: RefCell::default() }
    }

    /// Returns the value of a cookie.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.jar.borrow().get(name).cloned()
    }

    /// Sets a cookie.
    pub(crate) fn set_cookie(&self, name: &str, value: &str) {
        self.jar.borrow_mut().insert(name.to_owned(), value.to_owned());
    }

    /// Sends a request with the cookies and stores those of the response. Redirects are not followed.
    pub(crate) fn send(&self, method: &str, to: &str, body: &[u8], headers: &[(&str, &str)]) -> Result<Page> {
        let path = to.strip_prefix(&self.origin).unwrap_or(to);
        ensure!(path.starts_with('/'), "{to} is not on this server");
        let cookies: Vec<String> = self.jar.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let mut all = headers.to_vec();
        if !cookies.is_empty() {
            all.push(("cookie", &cookies));
        }
        let response = send(&self.agent, method, &format!("{}{path}", self.address), body, &all)?;
        for line in response.headers.get_all("set-cookie") {
            let (cookie, attributes) = line.to_str()?.split_once(';').unwrap_or((line.to_str()?, ""));
            let (name, value) = cookie.split_once('=').context("a cookie without a value")?;
            if value.is_empty() || attributes.to_ascii_lowercase().contains("max-age=0") {
                self.jar.borrow_mut().remove(name);
            } else {
                self.set_cookie(name, value);
            }
        }
        let html = String::from_utf8_lossy(&response.bytes).into_owned();
        Ok(Page { response, path: path.to_owned(), html })
    }

    /// Sends a `GET` request without following redirects.
    pub(crate) fn get(&self, path: &str) -> Result<Page> {
        self.send("GET", path, &[], &[("accept", "text/html")])
    }

    /// Sends a `GET` request and follows redirects on this server.
    pub(crate) fn open(&self, path: &str) -> Result<Page> {
        let mut page = self.get(path)?;
        for _ in 0..5 {
            let location = page.response.header("location").to_owned();
            let here = location.starts_with('/') || location.starts_with(&self.origin);
            if !page.is_redirect() || !here {
                return Ok(page);
            }
            page = self.get(&location)?;
        }
        anyhow::bail!("{path} leads in circles")
    }

    /// Posts fields like a form on the server's own pages.
    pub(crate) fn post(&self, path: &str, fields: &[(String, String)]) -> Result<Page> {
        self.post_from(path, fields, &self.origin)
    }

    /// Posts fields like a form on another site's page.
    pub(crate) fn post_from(&self, path: &str, fields: &[(String, String)], origin: &str) -> Result<Page> {
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", origin)];
        self.send("POST", path, encode_form(fields).as_bytes(), &headers)
    }

    /// Posts a form.
    pub(crate) fn submit(&self, form: &Form) -> Result<Page> {
        self.post(&form.action, &form.fields)
    }

    /// Signs in and returns the page that follows.
    pub(crate) fn sign_in(&self, person: &Person) -> Result<Page> {
        let page = self.try_password("/account", &person.email, PASSWORD)?;
        ensure!(page.is_redirect(), "sign-in answered {}: {}", page.response.status, page.text());
        let page = self.open(&page.location())?;
        ensure!(page.response.status == 200 && page.path == "/account", "signed in to {}", page.path);
        Ok(page)
    }

    /// Tries to sign in.
    pub(crate) fn try_password(&self, next: &str, email: &str, password: &str) -> Result<Page> {
        let page = self.open(&format!("/sign-in?{}", encode_form(&[("next", next)])))?;
        self.submit(&page.form("/sign-in")?.set("email", email).set("password", password))
    }

    /// Returns whether a user is signed in.
    pub(crate) fn is_signed_in(&self) -> Result<bool> {
        Ok(self.get("/account")?.response.status == 200)
    }
}

impl Page {
    /// Returns whether the page redirects the browser.
    pub(crate) fn is_redirect(&self) -> bool {
        matches!(self.response.status, 302 | 303)
    }

    /// Returns the target of the redirect.
    pub(crate) fn location(&self) -> String {
        self.response.header("location").to_owned()
    }

    /// Returns the page if the status is the expected one.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        let (path, shown) = (&self.path, self.text());
        assert_eq!(self.response.status, status, "{path} → {} {shown}", self.response.header("location"));
        self
    }

    /// Returns the visible text, with runs of blanks collapsed.
    pub(crate) fn text(&self) -> String {
        let document = Html::parse_document(&self.html);
        let words = document.root_element().text().flat_map(str::split_whitespace);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns the text of each element that a CSS selector finds.
    pub(crate) fn find(&self, css: &str) -> Vec<String> {
        let selector = Selector::parse(css).unwrap();
        let document = Html::parse_document(&self.html);
        document.select(&selector).map(|found| found.text().collect::<String>().trim().to_owned()).collect()
    }

    /// Returns the forms that post to an address.
    pub(crate) fn forms(&self, action: &str) -> Vec<Form> {
        let document = Html::parse_document(&self.html);
        let forms = Selector::parse("form").unwrap();
        let here = self.path.split('?').next().unwrap_or_default();
        let posted = document.select(&forms).map(|form| {
            let to = form.attr("action").filter(|action| !action.is_empty()).unwrap_or(here);
            Form { action: to.to_owned(), fields: fields(form) }
        });
        posted.filter(|form| form.action.split('?').next() == Some(action)).collect()
    }

    /// Returns the first form that posts to an address.
    pub(crate) fn form(&self, action: &str) -> Result<Form> {
        let found = self.forms(action).into_iter().next();
        found.with_context(|| {
            format!("{} ({}) has no form to {action}: {}", self.path, self.response.status, self.text())
        })
    }
}

/// Returns the fields that an unchanged form sends, without its buttons.
fn fields(form: ElementRef<'_>) -> Vec<(String, String)> {
    let controls = Selector::parse("input[name], select[name], textarea[name]").unwrap();
    let options = Selector::parse("option").unwrap();
    let mut fields = Vec::new();
    for control in form.select(&controls) {
        let name = control.attr("name").unwrap_or_default().to_owned();
        let value = match (control.value().name(), control.attr("type").unwrap_or("text")) {
            ("input", "checkbox" | "radio") if control.attr("checked").is_none() => continue,
            ("input", "submit" | "button") => continue,
            ("input", "checkbox" | "radio") => control.attr("value").unwrap_or("on").to_owned(),
            ("select", _) => {
                let chosen = control.select(&options).find(|option| option.attr("selected").is_some());
                let chosen = chosen.or_else(|| control.select(&options).next());
                chosen.and_then(|option| option.attr("value")).unwrap_or_default().to_owned()
            }
            ("textarea", _) => control.text().collect(),
            _ => control.attr("value").unwrap_or_default().to_owned(),
        };
        fields.push((name, value));
    }
    fields
}

impl Form {
    /// Sets a field, replacing others of its name.
    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        self.without(name).add(name, value)
    }

    /// Adds a field.
    pub(crate) fn add(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Removes a field.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.fields.retain(|(other, _)| other != name);
        self
    }

    /// Returns the value of a field.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

#[test]
fn a_form_sends_what_a_browser_would() -> Result<()> {
    let html = r#"<form method="post"><input type="hidden" name="csrf" value="a&amp;b"><input name="email">
        <input type="email" value="shown only" readonly><textarea name="note">words</textarea>
        <input type="radio" name="environment" value="production"><input type="radio" name="environment" value="sandbox" checked>
        <input type="checkbox" name="scope" value="one" checked><input type="checkbox" name="scope" value="two">
        <input type="checkbox" name="scope" value="three" checked>
        <select name="role"><option value="viewer">V</option><option value="admin" selected>A</option></select>
        <button name="decision" value="deny">No</button></form><form method="post" action="/sign-out"></form>"#;
    let response =
        Response { status: 200, headers: ureq::http::HeaderMap::new(), bytes: Vec::new(), json: Value::Null };
    let page = Page { response, path: "/here?x=1".to_owned(), html: html.to_owned() };
    let form = page.form("/here")?;
    let sent = "csrf=a%26b&email=&note=words&environment=sandbox&scope=one&scope=three&role=admin";
    assert_eq!(encode_form(&form.fields), sent);
    assert_eq!(
        encode_form(&form.set("email", "a@b").without("scope").fields),
        "csrf=a%26b&note=words&environment=sandbox&role=admin&email=a%40b"
    );
    assert_eq!((page.forms("/sign-out").len(), page.find("button")), (1, vec!["No".to_owned()]));
    assert!(page.form("/elsewhere").is_err());
    Ok(())
}
