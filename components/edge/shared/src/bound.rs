//! The routes, slots and schema that a composed file passes to its gateway through `plumbline:edge/bound`.

use plumbline_tenancy::{Route, SchemaStep};
use serde::{Deserialize, Serialize};

/// The endpoint group of a composed file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// The operations that it serves.
    pub routes: Vec<Route>,
    /// All slots that are bound for the tenant, in the form that components receive.
    pub slots: Vec<String>,
    /// Whether it exports `plumbline:endpoint/calls`.
    #[serde(default)]
    pub has_calls: bool,
    /// The schema that it needs, if the gateway applies it. Empty if the database belongs to the central host.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schema: Vec<SchemaStep>,
}
