//! The manifest of a Spin application (version 2) for composed files: which file serves each path, and what each file
//! may use.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The base of the API, a prefix of every path.
const BASE: &str = "/partner/v1";
/// The group that forwards a path to the central host if no group serves it. Any gateway could.
const REST: &str = "reference";

/// Key of our tables under `tool`, which Spin ignores.
const TOOL: &str = "plumbline";

/// A composed file in a manifest.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// The endpoint group's name: `projects`.
    pub name: String,
    /// The file's path in the manifest.
    pub source: String,
    /// Templates of its paths: `/projects/{project_id}`.
    pub paths: BTreeSet<String>,
    /// The version in the file, if it was bound for a tenant.
    pub version: Option<Version>,
    /// The binding's settings.
    pub environment: BTreeMap<String, String>,
}

/// The version of an endpoint group that is in a composed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The slot: `endpoint:projects`.
    pub slot: String,
    /// The version number.
    pub version: String,
    /// Hexadecimal SHA-256 of the bound component.
    pub digest: String,
    /// Hexadecimal SHA-256 of the composed file.
    pub file: String,
}

/// The tenant and environment that an application was built for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The tenant's id.
    pub tenant: String,
    /// `sandbox` or `production`.
    pub environment: String,
    /// Endpoints that are bound for the tenant but left to the central host.
    #[serde(default, rename = "left_to_centre")]
    pub left_to_central_host: Vec<String>,
}

/// The database that holds an application's data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Data {
    /// Spin's SQLite, the database `default`.
    #[default]
    Sqlite,
    /// The central host's PostgreSQL database, in the variables `postgres` and `postgres_components`.
    Postgres,
}

/// A Spin application.
#[derive(Debug, Clone, Default)]
pub struct Application {
    /// The database of its data.
    pub data: Data,
    /// The tenant and environment it was built for.
    pub origin: Option<Origin>,
    /// Defaults of variables that differ from the built-in ones, by name.
    pub defaults: BTreeMap<String, String>,
    /// Servers besides the central host that components may reach: `https://id.example.com`.
    pub outbound: Vec<String>,
}

/// What [`manifest`] recorded about an application that was built for a tenant.
#[derive(Debug, Clone)]
pub struct TenantManifest {
    /// The tenant and environment it was built for.
    pub origin: Origin,
    /// The versions in its files.
    pub versions: Vec<Version>,
}

/// The reason why a text is not the manifest of an application for a tenant.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// It is not TOML, or one of our tables is damaged.
    #[error("{0}")]
    Unreadable(#[from] toml::de::Error),
    /// It does not name the tenant that it was built for.
    #[error("application.tool.{TOOL}: it is missing, so the application was not built with --tenant")]
    NoOrigin,
}

/// A variable: name, default, whether it is a secret, description.
type Described = (&'static str, &'static str, bool, &'static str);

const VARIABLES: [Described; 6] = [
    ("tenant", "", false, "The id of the tenant that is served"),
    ("environment", "sandbox", false, "`sandbox` or `production`"),
    ("public_url", "http://127.0.0.1:3000", false, "The address that callers use, without a path"),
    ("centre_url", "http://127.0.0.1:8080", false, "The address of `plumbline serve`; empty where there is none"),
    ("secret", "", true, "The central server's `signing.key`, as base64url"),
    ("options", "", false, "Limits and addresses, as JSON"),
];
/// The additional variables for PostgreSQL.
const POSTGRES_VARIABLES: [Described; 3] = [
    ("postgres", "", true, "The address of the database as the hosts' role: `postgres://role:password@host/name`"),
    ("postgres_components", "", true, "Its address as the components' role"),
    ("postgres_host", "127.0.0.1:5432", false, "Its host and port, the only ones of a database that may be reached"),
];

#[derive(Serialize)]
struct Manifest<'a> {
    spin_manifest_version: u8,
    application: Head<'a>,
    variables: BTreeMap<&'a str, Variable<'a>>,
    trigger: Triggers<'a>,
    component: BTreeMap<&'a str, Component<'a>>,
}

#[derive(Serialize)]
struct Head<'a> {
    name: &'static str,
    version: &'static str,
    description: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tool: BTreeMap<&'static str, &'a Origin>,
}

#[derive(Serialize)]
struct Variable<'a> {
    default: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
    description: &'a str,
}

#[derive(Serialize)]
struct Triggers<'a> {
    http: Vec<Trigger<'a>>,
}

#[derive(Serialize)]
struct Trigger<'a> {
    route: String,
    component: &'a str,
}

#[derive(Serialize)]
struct Component<'a> {
    source: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    sqlite_databases: &'static [&'static str],
    allowed_outbound_hosts: Vec<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    environment: &'a BTreeMap<String, String>,
    variables: BTreeMap<&'a str, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tool: BTreeMap<&'static str, &'a Version>,
}

impl<'a> Component<'a> {
    fn of(group: &'a Group, application: &'a Application, variables: &BTreeMap<&'a str, String>) -> Self {
        let (sqlite_databases, database): (&[_], &[_]) = match application.data {
            Data::Sqlite => (&["default"], &[]),
            Data::Postgres => (&[], &["postgres://{{ postgres_host }}"]),
        };
        let others = application.outbound.iter().map(String::as_str);
        let allowed_outbound_hosts = ["{{ centre_url }}"].into_iter().chain(database.iter().copied()).chain(others);
        Self {
            source: &group.source,
            sqlite_databases,
            allowed_outbound_hosts: allowed_outbound_hosts.collect(),
            environment: &group.environment,
            variables: variables.clone(),
            tool: group.version.iter().map(|version| (TOOL, version)).collect(),
        }
    }
}

/// Returns the manifest of an application.
///
/// # Errors
/// None at present: the manifest consists of plain values.
pub fn manifest(application: &Application, groups: &[Group]) -> Result<String, toml::ser::Error> {
    let mut http: Vec<Trigger<'_>> = Vec::new();
    for group in groups {
        http.extend(group.paths.iter().map(|path| Trigger { route: route(path), component: &group.name }));
    }
    // The gateway of any file forwards the other paths to the central host.
    let rest = groups.iter().find(|group| group.name == REST).or(groups.first());
    http.extend(rest.map(|group| Trigger { route: "/...".to_owned(), component: &group.name }));
    http.sort_by(|a, b| a.route.cmp(&b.route));
    let described: Vec<&Described> = match application.data {
        Data::Sqlite => VARIABLES.iter().collect(),
        Data::Postgres => VARIABLES.iter().chain(&POSTGRES_VARIABLES).collect(),
    };
    let variable = |&&(name, default, secret, description): &&Described| {
        let default = application.defaults.get(name).map_or(default, String::as_str);
        (name, Variable { default, secret, description })
    };
    let own: BTreeMap<&str, String> = described.iter().map(|(name, ..)| (*name, format!("{{{{ {name} }}}}"))).collect();
    let component = |group| Component::of(group, application, &own);
    let manifest = Manifest {
        spin_manifest_version: 2,
        application: Head {
            name: "plumbline",
            version: env!("CARGO_PKG_VERSION"),
            description: "Plumbline's REST API at the edge, for one environment of one tenant",
            tool: application.origin.iter().map(|origin| (TOOL, origin)).collect(),
        },
        variables: described.iter().map(variable).collect(),
        trigger: Triggers { http },
        component: groups.iter().map(|group| (group.name.as_str(), component(group))).collect(),
    };
    toml::to_string(&manifest)
}

/// Reads which tenant an application was built for and which versions its files contain.
///
/// # Errors
/// Returns [`ManifestError`] if the text cannot be read or does not name a tenant.
pub fn read_manifest(text: &str) -> Result<TenantManifest, ManifestError> {
    #[derive(Deserialize)]
    struct Read {
        application: Tools<Origin>,
        #[serde(default)]
        component: BTreeMap<String, Tools<Version>>,
    }
    #[derive(Deserialize)]
    struct Tools<T> {
        #[serde(default = "BTreeMap::new")]
        tool: BTreeMap<String, T>,
    }
    let read: Read = toml::from_str(text)?;
    let ours = |tools: Tools<Version>| tools.tool.into_iter().find(|(key, _)| key == TOOL).map(|(_, version)| version);
    let origin = read.application.tool.into_iter().find(|(key, _)| key == TOOL);
    let (_, origin) = origin.ok_or(ManifestError::NoOrigin)?;
    Ok(TenantManifest { origin, versions: read.component.into_values().filter_map(ours).collect() })
}

/// Returns a template in Spin's syntax: `/projects/:project_id`.
fn route(template: &str) -> String {
    let part = |part: &str| match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
        Some(name) => format!("/:{name}"),
        None => format!("/{part}"),
    };
    format!("{BASE}{}", template.trim_start_matches('/').split('/').map(part).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_goes_to_its_file_and_the_rest_to_one() {
        let group = |name: &str, paths: &[&str]| Group {
            name: name.into(),
            source: format!("target/edge/{name}.wasm"),
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            ..Group::default()
        };
        let groups =
            [group("projects", &["/projects", "/projects/{project_id}"]), group("reference", &["/reference/units"])];
        let text = manifest(&Application::default(), &groups);
        let read: toml::Table = text.unwrap().parse().unwrap();
        let routes: Vec<(&str, &str)> = read["trigger"]["http"]
            .as_array()
            .unwrap()
            .iter()
            .map(|trigger| (trigger["route"].as_str().unwrap(), trigger["component"].as_str().unwrap()))
            .collect();
        assert_eq!(
            routes,
            [
                ("/...", "reference"),
                ("/partner/v1/projects", "projects"),
                ("/partner/v1/projects/:project_id", "projects"),
                ("/partner/v1/reference/units", "reference"),
            ]
        );
        let projects = &read["component"]["projects"];
        assert_eq!(projects["source"].as_str(), Some("target/edge/projects.wasm"));
        assert_eq!(projects["variables"]["secret"].as_str(), Some("{{ secret }}"));
        assert_eq!(read["variables"]["secret"]["secret"].as_bool(), Some(true));
        assert_eq!(projects.get("files"), None, "nothing that is not named");
    }

    #[test]
    fn an_application_for_a_tenant_says_what_is_in_it() {
        let version = Version {
            slot: "endpoint:projects".into(),
            version: "1.2.0".into(),
            digest: "ab".repeat(32),
            file: "cd".repeat(32),
        };
        let group = Group {
            name: "projects".into(),
            source: "projects.wasm".into(),
            paths: ["/projects".to_owned()].into(),
            version: Some(version.clone()),
            environment: BTreeMap::from([("PREFIX".to_owned(), "A-".to_owned())]),
        };
        let origin = Origin {
            tenant: "ten_1".into(),
            environment: "production".into(),
            left_to_central_host: vec!["endpoint:carbon".into()],
        };
        let application = Application {
            data: Data::Postgres,
            origin: Some(origin.clone()),
            defaults: BTreeMap::from([("tenant".to_owned(), "ten_1".to_owned())]),
            outbound: vec!["https://id.example.com".into()],
        };
        let text = manifest(&application, std::slice::from_ref(&group)).unwrap();
        let written = read_manifest(&text).unwrap();
        assert_eq!((written.origin, written.versions), (origin, vec![version]));
        let read: toml::Table = text.parse().unwrap();
        let projects = &read["component"]["projects"];
        assert_eq!(read["variables"]["tenant"]["default"].as_str(), Some("ten_1"));
        assert_eq!(projects["environment"]["PREFIX"].as_str(), Some("A-"));
        assert_eq!(projects.get("sqlite_databases"), None);
        assert_eq!(projects["allowed_outbound_hosts"][1].as_str(), Some("postgres://{{ postgres_host }}"));
        let other = manifest(&Application::default(), &[group]).unwrap();
        assert!(matches!(read_manifest(&other), Err(ManifestError::NoOrigin)));
    }
}
