//! Which component serves which operation: templates like `/projects/{project_id}` matched against a path.

use std::sync::Arc;

use plumbline_tenancy::Route;

/// An operation with the component `C` bound to it.
#[derive(Debug, Clone)]
pub struct Target<C> {
    /// What the component said of the operation. Shared, so that an answer can name its operation without a copy.
    pub route: Arc<Route>,
    /// The component bound for this tenant.
    pub component: C,
}

/// The operations a tenant has.
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

/// What a method and a path lead to.
#[derive(Debug)]
pub enum Match<'a, C> {
    /// An operation.
    Found(&'a Target<C>),
    /// The path exists, not with this method; these are the methods it has.
    OtherMethods(Vec<&'a str>),
    /// No such path.
    Nothing,
}

impl<C: Clone> RouteTable<C> {
    /// The table of all operations of what is bound for a tenant: components with their routes. `slots` are all slots that
    /// are bound for it, as components are told.
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
        // Fixed segments win over placeholders: /clients/me before /clients/{id}.
        entries.sort_by_key(|(segments, _): &(Vec<Segment>, _)| {
            segments.iter().map(|segment| matches!(segment, Segment::Any)).collect::<Vec<_>>()
        });
        Self { entries, slots: slots.join(" ") }
    }

    /// All slots bound for the tenant, blank-separated, as components are told.
    pub fn slots(&self) -> &str {
        &self.slots
    }

    /// Looks an operation up; `HEAD` is answered by what answers `GET`.
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
