//! A component's own description: the result of its `describe`, or the sections of an endpoint.

use plumbline_storage::{PromptEntry, Route, ScopeEntry, ToolEntry};
use serde::{Deserialize, Serialize};

use crate::slot::Slot;

/// The description of a published component, stored as JSON beside its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The slot it was built for.
    pub slot: Slot,
    /// Its id. For endpoints and workers, which do not describe themselves, the slot's name.
    pub id: String,
    /// Its version. For endpoints and workers, the beginning of the digest.
    pub version: String,
    /// Its display name.
    pub name: String,
    /// The fields of its class.
    #[serde(flatten)]
    pub details: Details,
}

/// The fields that only one class of components has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "class", rename_all = "lowercase")]
pub enum Details {
    /// The operations that an endpoint serves, from its `plumbline:routes` sections, and the scopes that they need.
    Endpoint {
        /// The routes, in the order of the section.
        routes: Vec<Route>,
        /// The scopes, from its `plumbline:scopes` sections. Descriptions of earlier releases have none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        scopes: Vec<ScopeEntry>,
        /// The tools for agents, from its `plumbline:tools` sections.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tools: Vec<ToolEntry>,
        /// The prompts for agents, from its `plumbline:prompts` sections.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        prompts: Vec<PromptEntry>,
    },
    /// A worker, which has no further fields.
    Worker,
    /// The media types that a reader reads.
    Reader {
        /// The media types.
        media_types: Vec<String>,
    },
    /// What an extractor finds.
    Extractor {
        /// The name of what it finds, which is also the name of its slot.
        #[serde(rename = "discipline")]
        subject: String,
        /// The available options.
        options: Vec<OptionSpec>,
    },
    /// The format that an exporter writes.
    Exporter {
        /// The format's name in `POST /exports`.
        format: String,
        /// The media type of the file.
        media_type: String,
        /// The file's extension, without a dot.
        extension: String,
        /// The available options.
        options: Vec<OptionSpec>,
    },
}

impl Description {
    /// Returns an operation of an endpoint that would take requests from one of `other`, and that one. Two versions of one slot
    /// serve the same operations. Two slots never do, so that no component takes over the requests of another.
    pub fn overlapping_routes<'a>(&'a self, other: &'a Description) -> Option<(&'a Route, &'a Route)> {
        if self.slot == other.slot {
            return None;
        }
        let both = |own| other.routes().iter().find(|route| route.overlaps(own)).map(|route| (own, route));
        self.routes().iter().find_map(both)
    }

    /// Returns the operations of an endpoint; empty for every other class.
    pub fn routes(&self) -> &[Route] {
        match &self.details {
            Details::Endpoint { routes, .. } => routes,
            _ => &[],
        }
    }

    /// Returns the tools that an endpoint offers to agents. Empty for every other class.
    pub fn tools(&self) -> &[ToolEntry] {
        match &self.details {
            Details::Endpoint { tools, .. } => tools,
            _ => &[],
        }
    }

    /// Returns the prompts that an endpoint offers to agents. Empty for every other class.
    pub fn prompts(&self) -> &[PromptEntry] {
        match &self.details {
            Details::Endpoint { prompts, .. } => prompts,
            _ => &[],
        }
    }

    /// Returns the scopes that an endpoint declares. Empty for every other class.
    pub fn scopes(&self) -> &[ScopeEntry] {
        match &self.details {
            Details::Endpoint { scopes, .. } => scopes,
            _ => &[],
        }
    }
}

/// An option of an extractor or exporter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSpec {
    /// The option's name.
    pub name: String,
    /// The option's effect, in a sentence.
    pub about: String,
    /// The default value, as JSON.
    pub default: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(slot: &str, routes: &[(&str, &str)]) -> Description {
        let route = |&(method, path): &(&str, &str)| Route {
            method: method.into(),
            path: path.into(),
            scope: None,
            operation: "a.b".into(),
        };
        let slot: Slot = slot.parse().unwrap();
        let (id, name) = (slot.name.clone(), slot.name.clone());
        let details = Details::Endpoint {
            routes: routes.iter().map(route).collect(),
            scopes: Vec::new(),
            tools: Vec::new(),
            prompts: Vec::new(),
        };
        Description { slot, id, version: "1".into(), name, details }
    }

    #[test]
    fn a_description_of_an_earlier_release_has_no_scopes() {
        let written = serde_json::to_value(endpoint("endpoint:orders", &[("GET", "/orders")])).unwrap();
        assert!(written.get("scopes").is_none());
        assert!(serde_json::from_value::<Description>(written).unwrap().scopes().is_empty());
    }

    #[test]
    fn an_endpoint_takes_over_nothing_of_another_slot() {
        let projects = endpoint("endpoint:projects", &[("GET", "/projects"), ("GET", "/projects/{project_id}")]);
        for taken in ["/projects/{id}", "/projects/prj_1", "/{what}/new", "/projects"] {
            let other = endpoint("endpoint:other", &[("POST", "/projects"), ("GET", taken)]);
            assert_eq!(other.overlapping_routes(&projects).unwrap().0.path, taken);
        }
        let beside =
            endpoint("endpoint:other", &[("POST", "/projects"), ("GET", "/projects/{id}/x"), ("GET", "/project")]);
        assert_eq!(beside.overlapping_routes(&projects), None);
        assert_eq!(projects.overlapping_routes(&projects), None, "another version of it may");
    }
}
