//! An operation of the REST API, as declared by the component that serves it.

use serde::{Deserialize, Serialize};

/// One operation of an endpoint component, as in its routes section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// Method, for example `GET`.
    pub method: String,
    /// Path template below the base path, for example `/orders/{order_id}`.
    pub path: String,
    /// Scope that a caller needs, or `None` if any valid credential will do.
    pub scope: Option<String>,
    /// Name of the operation, for example `orders.get`.
    pub operation: String,
}

impl Route {
    /// Returns whether a request could match both routes.
    pub fn overlaps(&self, other: &Route) -> bool {
        let (own, others) = (self.path.split('/'), other.path.split('/'));
        let any = |segment: &str| segment.starts_with('{');
        self.method == other.method
            && own.clone().count() == others.clone().count()
            && own.zip(others).all(|(own, other)| own == other || any(own) || any(other))
    }
}
