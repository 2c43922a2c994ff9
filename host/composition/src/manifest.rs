//! The manifest of a Spin application (version 2) for composed files: which path goes to which file, and what each may use.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

/// The base of the API, before every path.
const BASE: &str = "/partner/v1";
/// The group that answers where no group has the path, with the problem that any gateway answers.
const REST: &str = "reference";

/// A composed file in a manifest.
#[derive(Debug, Clone)]
pub struct Group {
    /// The endpoint group's name: `projects`.
    pub name: String,
    /// The file, as the manifest finds it.
    pub source: String,
    /// Templates of its paths: `/projects/{project_id}`.
    pub paths: BTreeSet<String>,
}

/// An application's variables: name, default, whether it is a secret, what it is.
const VARIABLES: [(&str, &str, bool, &str); 6] = [
    ("tenant", "", false, "The id of the tenant that is served"),
    ("environment", "sandbox", false, "`sandbox` or `production`"),
    ("public_url", "http://127.0.0.1:3000", false, "The address that callers use, without a path"),
    ("centre_url", "http://127.0.0.1:8080", false, "The address of `plumbline serve`; empty where there is none"),
    ("secret", "", true, "The centre's `signing.key`, as base64url"),
    ("options", "", false, "Limits and addresses, as JSON"),
];

#[derive(Serialize)]
struct Manifest<'a> {
    spin_manifest_version: u8,
    application: Application,
    variables: BTreeMap<&'a str, Variable<'a>>,
    trigger: Triggers<'a>,
    component: BTreeMap<&'a str, Component<'a>>,
}

#[derive(Serialize)]
struct Application {
    name: &'static str,
    version: &'static str,
    description: &'static str,
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
    sqlite_databases: [&'static str; 1],
    allowed_outbound_hosts: [&'static str; 1],
    variables: BTreeMap<&'a str, String>,
}

impl<'a> Component<'a> {
    fn of(group: &'a Group, variables: &BTreeMap<&'a str, String>) -> Self {
        Self {
            source: &group.source,
            sqlite_databases: ["default"],
            allowed_outbound_hosts: ["{{ centre_url }}"],
            variables: variables.clone(),
        }
    }
}

/// The manifest of an application over Spin's SQLite.
///
/// # Errors
/// None at present: the manifest is made of texts.
pub fn manifest(groups: &[Group]) -> Result<String, toml::ser::Error> {
    let mut http: Vec<Trigger<'_>> = Vec::new();
    for group in groups {
        http.extend(group.paths.iter().map(|path| Trigger { route: route(path), component: &group.name }));
        if group.name == REST {
            http.push(Trigger { route: format!("{BASE}/..."), component: &group.name });
        }
    }
    http.sort_by(|a, b| a.route.cmp(&b.route));
    let variable = |&(name, default, secret, description): &(&'static str, &'static str, bool, &'static str)| {
        (name, Variable { default, secret, description })
    };
    let own: BTreeMap<&str, String> = VARIABLES.iter().map(|(name, ..)| (*name, format!("{{{{ {name} }}}}"))).collect();
    let component = groups.iter().map(|group| (group.name.as_str(), Component::of(group, &own))).collect();
    let manifest = Manifest {
        spin_manifest_version: 2,
        application: Application {
            name: "plumbline",
            version: env!("CARGO_PKG_VERSION"),
            description: "Plumbline's REST API at the edge, for one environment of one tenant",
        },
        variables: VARIABLES.iter().map(variable).collect(),
        trigger: Triggers { http },
        component,
    };
    toml::to_string(&manifest)
}

/// A template as Spin writes it: `/projects/:project_id`.
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
        };
        let text = manifest(&[
            group("projects", &["/projects", "/projects/{project_id}"]),
            group("reference", &["/reference/units"]),
        ]);
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
                ("/partner/v1/...", "reference"),
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
}
