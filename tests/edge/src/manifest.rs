//! A Spin application's manifest (version 2), to the extent that our files use it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// Values that a manifest leaves open.
pub(crate) struct RuntimeOptions {
    /// Values of variables.
    pub(crate) variables: BTreeMap<String, String>,
    /// The SQLite database.
    pub(crate) database: Option<PathBuf>,
}

/// A Spin manifest.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    #[serde(default)]
    variables: BTreeMap<String, Variable>,
    trigger: Triggers,
    pub(crate) component: BTreeMap<String, Component>,
}

#[derive(Debug, Deserialize)]
struct Variable {
    default: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Triggers {
    http: Vec<Trigger>,
}

/// A route and the component that serves it.
#[derive(Debug, Deserialize)]
pub(crate) struct Trigger {
    pub(crate) route: String,
    pub(crate) component: String,
}

/// A component of the application.
#[derive(Debug, Deserialize)]
pub(crate) struct Component {
    source: PathBuf,
    #[serde(default)]
    pub(crate) sqlite_databases: Vec<String>,
    #[serde(default)]
    allowed_outbound_hosts: Vec<String>,
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    #[serde(default)]
    variables: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads a manifest.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Returns the routes.
    pub(crate) fn routes(&self) -> &[Trigger] {
        &self.trigger.http
    }

    /// Returns the application's variables: the provided values, and the defaults of the others.
    pub(crate) fn variables(&self, provided: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>> {
        let value = |(name, variable): (&String, &Variable)| {
            let value = provided.get(name).or(variable.default.as_ref());
            value.map(|value| (name.clone(), value.clone())).with_context(|| format!("variable {name} has no value"))
        };
        self.variables.iter().map(value).collect()
    }
}

impl Component {
    /// Returns the component's file. A relative path starts at the manifest's folder.
    pub(crate) fn file(&self, manifest: &Path) -> PathBuf {
        manifest.parent().unwrap_or(Path::new("")).join(&self.source)
    }

    /// Returns the variables that the component may read, resolved.
    pub(crate) fn variables(&self, application: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>> {
        self.variables.iter().map(|(name, text)| Ok((name.clone(), resolve_template(text, application)?))).collect()
    }

    /// Returns the servers that the component may send requests to, as host and port. As in Spin, an address that resolves
    /// to nothing is omitted.
    pub(crate) fn servers(&self, application: &BTreeMap<String, String>) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for text in &self.allowed_outbound_hosts {
            let address = resolve_template(text, application)?;
            if !address.is_empty() {
                let (_, server) = address.split_once("://").with_context(|| format!("{address} has no scheme"))?;
                found.push(server.to_owned());
            }
        }
        Ok(found)
    }
}

/// Replaces `{{ name }}` in a text with the values of variables.
fn resolve_template(text: &str, variables: &BTreeMap<String, String>) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").with_context(|| format!("{text} has no end of a name"))?;
        let value = variables.get(name.trim()).with_context(|| format!("no variable {}", name.trim()))?;
        out.push_str(before);
        out.push_str(value);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}
