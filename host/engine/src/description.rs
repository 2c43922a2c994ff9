//! What a component says of itself: the result of its `describe`, or the routes section of an endpoint.

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
    /// The operations of an endpoint; empty for every other class.
    pub fn routes(&self) -> &[Route] {
        match &self.details {
            Details::Endpoint { routes } => routes,
            _ => &[],
        }
    }
}

/// One operation of an endpoint component, as in its routes section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// `GET`.
    pub method: String,
    /// A template below the base path: `/projects/{project_id}`.
    pub path: String,
    /// The scope a caller needs; `None` where any valid credential will do.
    pub scope: Option<String>,
    /// The operation's name: `projects.get`.
    pub operation: String,
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
