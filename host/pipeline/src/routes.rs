//! Routes: path templates such as `/projects/{project_id}` and the component that serves each operation.

use std::sync::Arc;

use plumbline_tenancy::Route;

/// An operation with the component `C` bound to it.
#[derive(Debug, Clone)]
pub struct Target<C> {
    /// The operation as the component declares it. Shared, so that a response can name its operation without a copy.
    pub route: Arc<Route>,
    /// The component bound for this tenant.
    pub component: C,
}

/// The operations of a tenant.
#[derive(Debug)]
pub struct RouteTable<C> {
    entries: Vec<(Vec<Segment>, Target<C>)>,
    slots: String,
}

#[derive(Debug)]
enum Segment {
    Fixed(String),
    Any,
}

/// The result of looking up a method and a path.
#[derive(Debug)]
pub enum Match<'a, C> {
    /// An operation.
    Found(&'a Target<C>),
    /// The path exists, but only with these methods.
    MethodNotAllowed(Vec<&'a str>),
    /// The path does not exist.
    NotFound,
}

impl<C: Clone> RouteTable<C> {
    /// Creates the table from the components bound for a tenant and their routes. `slots` are all slots bound for the tenant,
    /// for the header that components receive.
    pub fn new(bound: impl IntoIterator<Item = (C, Vec<Route>)>, slots: &[String]) -> Self {
        let mut entries = Vec::new();
        for (component, routes) in bound {
            for route in routes {
                let segments = route
                    .path
                    .trim_matches('/')
                    .split('/')
                    .map(|part| if part.starts_with('{') { Segment::Any } else { Segment::Fixed(part.to_owned()) })
                    .collect();
                entries.push((segments, Target { route: Arc::new(route), component: component.clone() }));
            }
        }
        // Fixed segments take precedence over placeholders: /clients/me before /clients/{id}.
        entries.sort_by_key(|(segments, _): &(Vec<Segment>, _)| {
            segments.iter().map(|segment| matches!(segment, Segment::Any)).collect::<Vec<_>>()
        });
        Self { entries, slots: slots.join(" ") }
    }

    /// Returns all slots bound for the tenant, separated by spaces, as in the header that components receive.
    pub fn slots(&self) -> &str {
        &self.slots
    }

    /// Returns whether no component serves an operation for the tenant.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Looks up an operation. `HEAD` uses the route of `GET`.
    pub fn find(&self, method: &str, path: &str) -> Match<'_, C> {
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
            return Match::NotFound;
        }
        if others.contains(&"GET") {
            others.push("HEAD");
        }
        others.push("OPTIONS");
        others.sort_unstable();
        others.dedup();
        Match::MethodNotAllowed(others)
    }
}
