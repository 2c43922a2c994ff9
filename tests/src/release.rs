//! The data directory of a release, packed with that release's responses.
//!
//! `cargo xtask release-fixture` creates one (`examples/make_release_fixture.rs`). Tests unpack it, start the current
//! program on it and repeat the requests.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::{Account, Server, agent, send};

/// Entries that the archive omits: components and their machine code, which are megabytes. The current program is started
/// with its own components folder.
const EXCLUDED: [&str; 2] = ["components", "compiled"];
/// Name of the data directory in the archive.
const DATA_FOLDER: &str = "data";
/// Name of the file in the archive with the release's responses.
const DESCRIPTION_FILE: &str = "release.json";
/// Operations that write. The usage report is reduced to their rows, because requests change the other rows.
const WRITES: [&str; 5] =
    ["projects.create", "documents.create", "takeoffs.create", "takeoffs.review_item", "exports.create"];

/// The description of a release's data directory.
#[derive(Debug, Serialize, Deserialize)]
pub struct Release {
    /// The version or commit of the release.
    pub name: String,
    /// The tenant's id.
    pub tenant: String,
    /// Email address of a user who can sign in.
    pub email: String,
    /// The user's password.
    pub password: String,
    /// Client id of a service credential of the sandbox.
    pub service_id: String,
    /// The service credential's secret.
    pub service_secret: String,
    /// Both environments of the tenant.
    pub environments: Vec<Environment>,
}

/// The responses of a release in one environment.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Environment {
    /// `production` or `sandbox`.
    pub name: String,
    /// A key's id.
    pub key: String,
    /// The key's secret.
    pub secret: String,
    /// Responses by path. For lists, all rows.
    pub answers: BTreeMap<String, Value>,
    /// SHA-256 of files by path: of an export, or of a document's download.
    pub files: BTreeMap<String, String>,
    /// Takeoffs that were started but not finished.
    pub unfinished: Vec<String>,
}

impl Environment {
    /// Returns the environment's account on a server.
    pub fn account(&self, server: &Server, release: &Release) -> Account {
        Account::from_key(server, &release.tenant, &self.key, &self.secret)
    }

    /// Refreshes the responses and file digests of all known paths.
    ///
    /// # Errors
    /// Returns an error if a request is refused.
    pub fn refresh(&mut self, account: &Account) -> Result<()> {
        for (path, answer) in &mut self.answers {
            *answer = fetch_stable(account, path)?;
        }
        for (path, digest) in &mut self.files {
            *digest = file_digest(account, path)?;
        }
        Ok(())
    }
}

/// Returns the response of a path, without the values that differ for each request.
fn fetch_stable(account: &Account, path: &str) -> Result<Value> {
    let answer = account.get(path)?;
    ensure!(answer.status == 200, "{path} answers {}: {}", answer.status, answer.json);
    let mut value = if answer.json["has_more"].is_boolean() { account.list_all(path)?.into() } else { answer.json };
    if let Some(rows) = value.get_mut("rows").and_then(Value::as_array_mut) {
        rows.retain(|row| WRITES.iter().any(|operation| row["key"] == *operation));
    }
    remove_links(&mut value);
    Ok(value)
}

/// Removes signed addresses and their expiry.
fn remove_links(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, value| {
                name != "expires_at" && !value.as_str().is_some_and(|text| text.starts_with("http"))
            });
            fields.values_mut().for_each(remove_links);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_links),
        _ => {}
    }
}

/// Returns the digest of a file: of an export, or of the document that the path downloads.
fn file_digest(account: &Account, path: &str) -> Result<String> {
    let answer = account.get(path)?;
    let link = match answer.status {
        302 | 303 | 307 => answer.header("location").to_owned(),
        _ => answer.json["download"]["url"].as_str().with_context(|| format!("{path}: {}", answer.json))?.to_owned(),
    };
    let file = account.send_bytes("GET", &link, &[], &[])?;
    ensure!(file.status == 200, "the file of {path} answers {}", file.status);
    Ok(Sha256::digest(&file.bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Lists the responses that differ from the release's, one line each. New fields do not count as differences.
///
/// # Errors
/// Returns an error if a request gets no response.
pub fn differences(server: &Server, release: &Release) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for environment in &release.environments {
        let account = environment.account(server, release);
        for (path, recorded) in &environment.answers {
            match fetch_stable(&account, path) {
                Ok(current) => compare(&format!("{} {path}", environment.name), recorded, &current, &mut found),
                Err(error) => found.push(format!("{} {error:#}", environment.name)),
            }
        }
        for (path, recorded) in &environment.files {
            match file_digest(&account, path) {
                Ok(current) if current == *recorded => {}
                Ok(_) => found.push(format!("{} {path}: the file differs", environment.name)),
                Err(error) => found.push(format!("{} {error:#}", environment.name)),
            }
        }
    }
    Ok(found)
}

/// Fields of a line of a consolidated list whose meaning changed after the release.
const CHANGED_LINE_FIELDS: [&str; 3] = ["id", "extracted_quantity", "effective_quantity"];

fn compare(at: &str, recorded: &Value, current: &Value, found: &mut Vec<String>) {
    match (recorded, current) {
        (Value::Object(recorded), Value::Object(current)) => {
            // Consolidated lines used to have the id of their first item and count rejected items. Now they have their own
            // id and do not.
            let is_changed = |name: &str| at.contains("consolidated=true") && CHANGED_LINE_FIELDS.contains(&name);
            for (name, value) in recorded.iter().filter(|(name, _)| !is_changed(name)) {
                compare(&format!("{at} {name}"), value, current.get(name).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(recorded), Value::Array(current)) if recorded.len() == current.len() => {
            for (index, (recorded, current)) in recorded.iter().zip(current).enumerate() {
                compare(&format!("{at} {index}"), recorded, current, found);
            }
        }
        (Value::Number(recorded), Value::Number(current)) if is_nearly_equal(recorded, current) => {}
        _ if recorded == current => {}
        _ => found.push(format!("{at}: {} in place of {}", abbreviate(current), abbreviate(recorded))),
    }
}

/// Returns whether two numbers are equal except for the last digit. The precision with which `serde_json` reads numbers
/// depends on its feature `float_roundtrip`, which any crate may enable, and the program that stored the release's
/// responses did not have it.
fn is_nearly_equal(recorded: &Number, current: &Number) -> bool {
    let (Some(recorded), Some(current)) = (recorded.as_f64(), current.as_f64()) else { return false };
    (recorded - current).abs() <= 4.0 * f64::EPSILON * recorded.abs()
}

/// Returns a short form of a value for a message.
fn abbreviate(value: &Value) -> String {
    match value {
        Value::Array(values) => format!("{} rows", values.len()),
        value => value.to_string().chars().take(200).collect(),
    }
}

impl Release {
    /// Packs the data directory of a stopped server with this description.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or the archive cannot be written.
    pub fn pack(&self, data: &Path, archive: &Path) -> Result<()> {
        let file = std::fs::File::create(archive).with_context(|| format!("cannot create {}", archive.display()))?;
        let mut packed = tar::Builder::new(GzEncoder::new(file, Compression::best()));
        let mut entries: Vec<_> = std::fs::read_dir(data)?.collect::<Result<_, _>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            if EXCLUDED.iter().any(|excluded| name == *excluded) {
                continue;
            }
            let inside = Path::new(DATA_FOLDER).join(&name);
            if entry.file_type()?.is_dir() {
                packed.append_dir_all(inside, entry.path())?;
            } else {
                packed.append_path_with_name(entry.path(), inside)?;
            }
        }
        let description = serde_json::to_vec(self)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(description.len() as u64);
        header.set_mode(0o644);
        packed.append_data(&mut header, DESCRIPTION_FILE, description.as_slice())?;
        packed.into_inner()?.finish()?.sync_all()?;
        Ok(())
    }

    /// Unpacks a data directory with its description.
    ///
    /// # Errors
    /// Returns an error if the archive cannot be read.
    pub fn unpack(archive: &Path) -> Result<(TempDir, Self)> {
        let data = tempfile::tempdir()?;
        let file = std::fs::File::open(archive).with_context(|| format!("cannot read {}", archive.display()))?;
        let mut packed = tar::Archive::new(GzDecoder::new(file));
        let mut description = None;
        for entry in packed.entries()? {
            let mut entry = entry?;
            let path = entry.path()?.into_owned();
            if path == Path::new(DESCRIPTION_FILE) {
                let mut text = String::new();
                entry.read_to_string(&mut text)?;
                description = Some(serde_json::from_str(&text)?);
            } else if let Ok(inside) = path.strip_prefix(DATA_FOLDER) {
                entry.unpack(data.path().join(inside))?;
            }
        }
        Ok((data, description.with_context(|| format!("{} has no {DESCRIPTION_FILE}", archive.display()))?))
    }

    /// Signs in as the user and returns the account page.
    ///
    /// # Errors
    /// Returns an error if the server does not accept the password.
    pub fn sign_in(&self, server: &Server) -> Result<String> {
        let agent = agent();
        let page = send(&agent, "GET", &format!("{}/sign-in?next=/account", server.url), &[], &[])?;
        let html = String::from_utf8_lossy(&page.bytes).into_owned();
        let hidden = |name: &str| {
            let from = html.find(&format!("name=\"{name}\""))?;
            let input = html.get(html.get(..from)?.rfind('<')?..)?.split('>').next()?;
            Some(input.split("value=\"").nth(1)?.split('"').next()?.to_owned())
        };
        let csrf = hidden("csrf").with_context(|| format!("the form has no csrf field: {html}"))?;
        let next = hidden("next").unwrap_or_else(|| "/account".into());
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in [("csrf", &csrf), ("next", &next), ("email", &self.email), ("password", &self.password)] {
            body.append_pair(name, value);
        }
        let cookies = |answer: &crate::Response| {
            let set =
                answer.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok()?.split(';').next());
            set.map(str::to_owned).collect::<Vec<_>>().join("; ")
        };
        let before = cookies(&page);
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("origin", server.url.as_str()),
            ("cookie", before.as_str()),
        ];
        let answer = send(&agent, "POST", &format!("{}/sign-in", server.url), body.finish().as_bytes(), &headers)?;
        ensure!(matches!(answer.status, 302 | 303), "sign-in answers {}", answer.status);
        let signed_in = cookies(&answer);
        let account = send(&agent, "GET", &format!("{}/account", server.url), &[], &[("cookie", &signed_in)])?;
        ensure!(account.status == 200, "the account's page answers {}", account.status);
        Ok(String::from_utf8_lossy(&account.bytes).into_owned())
    }

    /// Requests a token with the service credential.
    ///
    /// # Errors
    /// Returns an error if there is no response, or a response without a token.
    pub fn service_token(&self, server: &Server) -> Result<String> {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        body.append_pair("grant_type", "client_credentials").append_pair("scope", "api://plumbline/.default");
        body.append_pair("client_id", &self.service_id).append_pair("client_secret", &self.service_secret);
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let url = format!("{}/identity/token", server.url);
        let answer = send(&agent(), "POST", &url, body.finish().as_bytes(), &headers)?;
        ensure!(answer.status == 200, "the token endpoint answers {}: {}", answer.status, answer.json);
        Ok(answer.text("access_token").to_owned())
    }
}
