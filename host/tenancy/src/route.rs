//! An operation of the REST surface, as the component that serves it declares it.

use serde::{Deserialize, Serialize};

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

impl Route {
    /// Whether some request would fit both.
    pub fn overlaps(&self, other: &Route) -> bool {
        let (own, others) = (self.path.split('/'), other.path.split('/'));
        let any = |segment: &str| segment.starts_with('{');
        self.method == other.method
            && own.clone().count() == others.clone().count()
            && own.zip(others).all(|(own, other)| own == other || any(own) || any(other))
    }
}
