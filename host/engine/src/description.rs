//! What a component says of itself: the result of its `describe`, or the routes section of an endpoint.

use plumbline_storage::Route;
use serde::{Deserialize, Serialize};

use crate::slot::Slot;

/// What is known of a published component; kept as JSON beside its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The slot it was made for.
    pub slot: Slot,
    /// Its own id (`pdf`); the slot's name for endpoints and workers, which do not describe themselves.
    pub id: String,
    /// Its own version; the beginning of its digest for endpoints and workers.
    pub version: String,
    /// For people.
    pub name: String,
    /// What only its class has.
    #[serde(flatten)]
    pub details: Details,
}

/// What only one class of components has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "class", rename_all = "lowercase")]
pub enum Details {
    /// The operations it serves, from its `plumbline:routes` sections.
    Endpoint {
        /// In the order of the section.
        routes: Vec<Route>,
    },
    /// Workers describe nothing.
    Worker,
    /// The media types it reads.
    Reader {
        /// `application/pdf`.
        media_types: Vec<String>,
    },
    /// The discipline it finds quantities of.
    Extractor {
        /// As in the contract: `electrical`.
        discipline: String,
        /// What can be set.
        options: Vec<OptionSpec>,
    },
    /// The format it writes.
    Exporter {
        /// As in `POST /exports`.
        format: String,
        /// Media type of the file.
        media_type: String,
        /// Without a dot.
        extension: String,
        /// What can be set.
        options: Vec<OptionSpec>,
    },
}

impl Description {
    /// An operation of an endpoint that would take requests from one of `other`, and that one. Two versions of one slot
    /// serve the same; two slots never do, so that no component takes over what another one was bound for.
    pub fn takes_from<'a>(&'a self, other: &'a Description) -> Option<(&'a Route, &'a Route)> {
        if self.slot == other.slot {
            return None;
        }
        let both = |own| other.routes().iter().find(|route| route.overlaps(own)).map(|route| (own, route));
        self.routes().iter().find_map(both)
    }

    /// The operations of an endpoint; empty for every other class.
    pub fn routes(&self) -> &[Route] {
        match &self.details {
            Details::Endpoint { routes } => routes,
            _ => &[],
        }
    }
}

/// One setting of an extractor or exporter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub about: String,
    /// The value used when it is not given, as JSON.
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
        let details = Details::Endpoint { routes: routes.iter().map(route).collect() };
        Description { slot, id, version: "1".into(), name, details }
    }

    #[test]
    fn an_endpoint_takes_over_nothing_of_another_slot() {
        let projects = endpoint("endpoint:projects", &[("GET", "/projects"), ("GET", "/projects/{project_id}")]);
        for taken in ["/projects/{id}", "/projects/prj_1", "/{what}/new", "/projects"] {
            let other = endpoint("endpoint:other", &[("POST", "/projects"), ("GET", taken)]);
            assert_eq!(other.takes_from(&projects).unwrap().0.path, taken);
        }
        let beside =
            endpoint("endpoint:other", &[("POST", "/projects"), ("GET", "/projects/{id}/x"), ("GET", "/project")]);
        assert_eq!(beside.takes_from(&projects), None);
        assert_eq!(projects.takes_from(&projects), None, "another version of it may");
    }
}
