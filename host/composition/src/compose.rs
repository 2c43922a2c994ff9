//! Composes a gateway, an endpoint group and adapters into one component.

use plumbline_edge::Bound;
use wac_graph::types::Package;
use wac_graph::{CompositionGraph, EncodeOptions, NodeId, PackageId};

use crate::parts::{CONNECTION, SQL};
use crate::{Data, Parts, bound};

/// The handler interface. The gateway imports it from the endpoint and exports it.
const HANDLER: &str = "wasi:http/handler@0.3.0";
/// The handler as a plain function, which the gateway prefers if the endpoint exports it.
const CALLS: &str = "plumbline:endpoint/calls@1.0.0";
/// The interface that gives the gateway its routes.
const BOUND: &str = "plumbline:edge/bound@1.0.0";
/// Interfaces that count an adapter's unanswered questions, each with the adapter's name. The gateway imports them all.
const UNANSWERED: [(&str, &str); 2] =
    [("signing", "plumbline:edge/unanswered-signing@1.0.0"), ("sources", "plumbline:edge/unanswered-sources@1.0.0")];
/// The interface of a database. The gateway and the endpoint import it.
const SQLITE: &str = "spin:sqlite/sqlite@3.1.0";
/// Prefix of the interfaces that only our host provides.
const OURS: &str = "plumbline:";

/// The reason why a file cannot be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A component cannot be parsed or does not fit the others.
    #[error("{component}: {cause}")]
    Misfit {
        /// The component's name.
        component: String,
        /// The cause.
        cause: String,
    },
    /// The endpoint imports interfaces that no adapter provides.
    #[error("it imports {}, which no edge adapter provides", .0.join(", "))]
    Imports(Vec<String>),
}

fn misfit(component: &str, cause: &dyn std::fmt::Display) -> ComposeError {
    ComposeError::Misfit { component: component.to_owned(), cause: format!("{cause:#}") }
}

/// Returns the composed file of an endpoint group.
///
/// # Errors
/// Returns [`ComposeError`] if a component does not fit or if no adapter provides an import.
pub fn compose(parts: &Parts, data: Data, endpoint: &[u8], bound: &Bound) -> Result<Vec<u8>, ComposeError> {
    let mut graph = Graph(CompositionGraph::new());
    let (gateway_package, gateway) = graph.add("gateway", parts.gateway.clone())?;
    let (endpoint_package, endpoint) = graph.add("endpoint", endpoint.to_vec())?;
    graph.join("gateway", gateway, HANDLER, endpoint)?;
    let has_calls = graph.exports(endpoint_package).any(|export| export == CALLS);
    let mut open = graph.ours(endpoint_package);
    let mut wanted: Vec<String> = graph.ours(gateway_package);
    if has_calls && wanted.iter().any(|import| import == CALLS) {
        graph.join("gateway", gateway, CALLS, endpoint)?;
        wanted.retain(|import| import != CALLS);
    }
    for (name, adapter) in &parts.adapters {
        let offered: Vec<String> =
            open.iter().filter(|import| import.contains(&format!("/{name}@"))).cloned().collect();
        if offered.is_empty() {
            continue;
        }
        let (_, adapter) = graph.add(name, adapter.clone())?;
        for import in offered {
            graph.join("endpoint", endpoint, &import, adapter)?;
            open.retain(|other| *other != import);
        }
        let counted = UNANSWERED.iter().filter(|(adapter, _)| adapter == name).map(|(_, interface)| *interface);
        for interface in counted.filter(|interface| wanted.iter().any(|import| import == interface)) {
            graph.join("gateway", gateway, interface, adapter)?;
        }
        wanted.retain(|import| !UNANSWERED.contains(&(*name, import)));
    }
    let uncounted: Vec<&str> = UNANSWERED
        .iter()
        .map(|(_, interface)| *interface)
        .filter(|name| wanted.iter().any(|import| import == name))
        .collect();
    let adapter =
        |wanted: &str| parts.adapters.iter().find(|(name, _)| *name == wanted).map(|(_, bytes)| bytes.clone());
    if let Some(connection) = adapter(CONNECTION) {
        let (_, connection) = graph.add(CONNECTION, connection)?;
        if let Some(sql) = adapter(SQL).filter(|_| data == Data::Postgres) {
            let (_, sql) = graph.add(SQL, sql)?;
            graph.join(CONNECTION, connection, SQLITE, sql)?;
        }
        for (name, package, node) in [("gateway", gateway_package, gateway), ("endpoint", endpoint_package, endpoint)] {
            if graph.imports(package).any(|import| import == SQLITE) {
                graph.join(name, node, SQLITE, connection)?;
            }
        }
    }
    let uncalled = wanted.iter().any(|import| import == CALLS).then_some(CALLS);
    let bound = Bound { has_calls, ..bound.clone() };
    let text = serde_json::to_string(&bound).map_err(|error| misfit("bound", &error))?;
    let component = bound::component(&text, &uncounted, uncalled).map_err(|error| misfit("bound", &error))?;
    let (_, node) = graph.add("bound", component)?;
    for interface in [BOUND].iter().chain(&uncounted).chain(&uncalled) {
        graph.join("gateway", gateway, interface, node)?;
        wanted.retain(|import| import != interface);
    }
    open.append(&mut wanted);
    if !open.is_empty() {
        return Err(ComposeError::Imports(open));
    }
    let handler = graph.0.alias_instance_export(gateway, HANDLER).map_err(|error| misfit("gateway", &error))?;
    graph.0.export(handler, HANDLER).map_err(|error| misfit("gateway", &error))?;
    graph.0.encode(EncodeOptions::default()).map_err(|error| misfit("composition", &error))
}

/// A composition in progress.
struct Graph(CompositionGraph);

impl Graph {
    /// Adds a component.
    fn add(&mut self, name: &str, bytes: Vec<u8>) -> Result<(PackageId, NodeId), ComposeError> {
        let package = Package::from_bytes(&format!("plumbline:{name}"), None, bytes, self.0.types_mut());
        let package = package.map_err(|error| misfit(name, &error))?;
        let id = self.0.register_package(package).map_err(|error| misfit(name, &error))?;
        Ok((id, self.0.instantiate(id)))
    }

    /// Connects an import of one component to the export of the same name of another.
    fn join(&mut self, name: &str, to: NodeId, interface: &str, from: NodeId) -> Result<(), ComposeError> {
        let exported = self.0.alias_instance_export(from, interface).map_err(|error| misfit(name, &error))?;
        self.0.set_instantiation_argument(to, interface, exported).map_err(|error| misfit(name, &error))
    }

    /// Returns a component's imports.
    fn imports(&self, package: PackageId) -> impl Iterator<Item = &String> {
        self.0.types()[self.0[package].ty()].imports.keys()
    }

    /// Returns a component's exports.
    fn exports(&self, package: PackageId) -> impl Iterator<Item = &String> {
        self.0.types()[self.0[package].ty()].exports.keys()
    }

    /// Returns a component's imports from our packages.
    fn ours(&self, package: PackageId) -> Vec<String> {
        self.imports(package).filter(|name| name.starts_with(OURS)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_bound_is_a_component_of_its_text() {
        let text = format!("{{\"routes\":[],\"slots\":[\"{}\"]}}", "ä\"".repeat(40_000).replace('"', ""));
        let bytes = bound::component(&text, &[UNANSWERED[0].1], Some(CALLS)).unwrap();
        assert!(bytes.windows(text.len()).any(|window| window == text.as_bytes()));
        let mut graph = Graph(CompositionGraph::new());
        let (_, node) = graph.add("bound", bytes).unwrap();
        assert!(graph.0.alias_instance_export(node, BOUND).is_ok());
        assert!(graph.0.alias_instance_export(node, UNANSWERED[0].1).is_ok());
        assert!(graph.0.alias_instance_export(node, CALLS).is_ok());
    }

    #[test]
    fn an_endpoint_that_asks_for_more_is_refused_with_what_it_asks_for() {
        let component = |text: &str| wat::parse_str(text).unwrap();
        let handler = |imports: &str| {
            component(&format!("(component {imports} (instance $i) (export \"{HANDLER}\" (instance $i)))"))
        };
        let gateway = handler(&format!("(import \"{HANDLER}\" (instance)) (import \"{BOUND}\" (instance))"));
        let sealing =
            component("(component (instance $i) (export \"plumbline:endpoint/sealing@1.0.0\" (instance $i)))");
        let parts = Parts { gateway, adapters: vec![("sealing", sealing)] };
        let sealed = handler("(import \"plumbline:endpoint/sealing@1.0.0\" (instance))");
        let file = compose(&parts, Data::Sqlite, &sealed, &Bound::default()).unwrap();
        let mut graph = Graph(CompositionGraph::new());
        let (package, _) = graph.add("file", file).unwrap();
        assert_eq!(graph.ours(package), Vec::<String>::new());
        let more = handler("(import \"plumbline:partner/extra@1.0.0\" (instance))");
        let refused = compose(&parts, Data::Sqlite, &more, &Bound::default()).unwrap_err();
        assert_eq!(refused.to_string(), "it imports plumbline:partner/extra@1.0.0, which no edge adapter provides");
    }
}
