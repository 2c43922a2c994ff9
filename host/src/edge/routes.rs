//! Which component serves which operation: templates like `/projects/{project_id}` matched against a path.

use std::sync::Arc;

use plumbline_engine::{Loaded, Route};

/// An operation with the component bound to it.
#[derive(Clone)]
pub(crate) struct Target {
    /// What the component said of the operation.
    pub route: Route,
    /// The component bound for this tenant.
    pub component: Arc<Loaded>,
}

/// The operations a tenant has.
#[derive(Default)]
pub(crate) struct RouteTable {
    entries: Vec<(Vec<Segment>, Target)>,
    slots: String,
}

enum Segment {
    Fixed(String),
    Any,
}

/// What a method and a path lead to.
pub(crate) enum Match<'a> {
    /// An operation.
    Found(&'a Target),
    /// The path exists, not with this method; these are the methods it has.
    OtherMethods(Vec<&'a str>),
    /// No such path.
    Nothing,
}

impl RouteTable {
    /// The table of all operations of what is bound for a tenant.
    pub(crate) fn new(bound: Vec<Arc<Loaded>>) -> Self {
        let slots = bound.iter().map(|loaded| loaded.slot.to_string()).collect::<Vec<_>>().join(" ");
        let mut entries = Vec::new();
        for component in bound {
            for route in component.description.routes() {
                let segments = route
                    .path
                    .trim_matches('/')
                    .split('/')
                    .map(|part| if part.starts_with('{') { Segment::Any } else { Segment::Fixed(part.to_owned()) })
                    .collect();
                entries.push((segments, Target { route: route.clone(), component: component.clone() }));
            }
        }
        // Fixed segments win over placeholders: /clients/me before /clients/{id}.
        entries.sort_by_key(|(segments, _): &(Vec<Segment>, _)| {
            segments.iter().map(|segment| matches!(segment, Segment::Any)).collect::<Vec<_>>()
        });
        Self { entries, slots }
    }

    /// All slots bound for the tenant, blank-separated, as components are told.
    pub(crate) fn slots(&self) -> &str {
        &self.slots
    }

    /// Looks an operation up; `HEAD` is answered by what answers `GET`.
    pub(crate) fn find(&self, method: &str, path: &str) -> Match<'_> {
        let method = if method == "HEAD" { "GET" } else { method };
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let mut others = Vec::new();
        for (segments, target) in &self.entries {
            let fits = segments.len() == parts.len()
                && segments.iter().zip(&parts).all(|(segment, part)| match segment {
                    Segment::Fixed(text) => text == part,
                    Segment::Any => !part.is_empty(),
                });
            if !fits {
                continue;
            }
            if target.route.method == method {
                return Match::Found(target);
            }
            others.push(target.route.method.as_str());
        }
        if others.is_empty() {
            return Match::Nothing;
        }
        if others.contains(&"GET") {
            others.push("HEAD");
        }
        others.push("OPTIONS");
        others.sort_unstable();
        others.dedup();
        Match::OtherMethods(others)
    }
}
