//! Routes: path templates such as `/projects/{project_id}` and the component that serves each operation.

use std::collections::BTreeMap;
use std::sync::Arc;

use matchit::Router;
use plumbline_tenancy::Route;

/// An operation with the component `C` bound to it.
#[derive(Debug, Clone)]
pub struct Target<C> {
    /// The operation as the component declares it. Shared, so that a response can name its operation without a copy.
    pub route: Arc<Route>,
    /// The component bound for this tenant.
    pub component: C,
}

/// The most placeholders of a template in the router, which names them by the letters of the alphabet and panics beyond.
/// Longer templates are found in the whole list.
const MAX_PLACEHOLDERS: usize = 16;

/// The operations of a tenant.
#[derive(Debug)]
pub struct RouteTable<C> {
    /// The operations. At each segment, a fixed text precedes a placeholder: `/clients/me` before `/clients/{id}`.
    targets: Vec<Target<C>>,
    /// The places in `targets` of the operations of each path template.
    router: Router<Vec<usize>>,
    slots: String,
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
        let mut targets: Vec<Target<C>> = bound
            .into_iter()
            .flat_map(|(component, routes)| routes.into_iter().map(move |route| (component.clone(), route)))
            .map(|(component, route)| Target { route: Arc::new(route), component })
            .collect();
        targets.sort_by_cached_key(|target| segments(&target.route.path).map(is_placeholder).collect::<Vec<_>>());
        Self { router: router(&targets), targets, slots: slots.join(" ") }
    }

    /// Returns all slots bound for the tenant, separated by spaces, as in the header that components receive.
    pub fn slots(&self) -> &str {
        &self.slots
    }

    /// Returns whether no component serves an operation for the tenant.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Looks up an operation. `HEAD` uses the route of `GET`.
    pub fn find(&self, method: &str, path: &str) -> Match<'_, C> {
        let method = if method == "HEAD" { "GET" } else { method };
        if let Ok(found) = self.router.at(path)
            && found.params.iter().all(|(_, value)| !value.is_empty())
            && let Some(target) =
                found.value.iter().map(|&index| &self.targets[index]).find(|target| target.route.method == method)
        {
            return Match::Found(target);
        }
        self.find_among_all(method, path)
    }

    /// Looks up an operation in the whole list: for a path that does not exist or does not support the method, whose
    /// methods are collected from all templates, or that begins with several slashes.
    fn find_among_all(&self, method: &str, path: &str) -> Match<'_, C> {
        let mut others = Vec::new();
        for target in self.targets.iter().filter(|target| fits(&target.route.path, path)) {
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

/// Creates the router of operations in this order. A template that it does not accept is left to
/// [`RouteTable::find_among_all`].
fn router<C>(targets: &[Target<C>]) -> Router<Vec<usize>> {
    // Templates that differ in the names of placeholders are one path.
    let mut of_paths: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, target) in targets.iter().enumerate() {
        let path = &target.route.path;
        if segments(path).filter(|part| is_placeholder(part)).count() > MAX_PLACEHOLDERS {
            continue;
        }
        let shape: Vec<&str> = segments(path).map(|part| if is_placeholder(part) { "{_}" } else { part }).collect();
        of_paths.entry(format!("/{}", shape.join("/"))).or_default().push(index);
    }
    let mut router = Router::new();
    for (path, indexes) in of_paths {
        if let Err(error) = router.insert(path, indexes) {
            tracing::warn!(%error, "a path cannot be routed directly");
        }
    }
    router
}

fn segments(template: &str) -> impl Iterator<Item = &str> {
    template.trim_matches('/').split('/')
}

fn is_placeholder(segment: &str) -> bool {
    segment.starts_with('{')
}

/// Returns whether a path fits a template.
fn fits(template: &str, path: &str) -> bool {
    let (mut expected, mut found) = (segments(template), path.trim_start_matches('/').split('/'));
    loop {
        match (expected.next(), found.next()) {
            (None, None) => return true,
            (Some(expected), Some(part)) if expected == part || (is_placeholder(expected) && !part.is_empty()) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(routes: &[(&str, &str)]) -> RouteTable<()> {
        let route = |&(method, path): &(&str, &str)| Route {
            method: method.into(),
            path: path.into(),
            scope: None,
            operation: format!("{method} {path}"),
        };
        RouteTable::new([((), routes.iter().map(route).collect())], &[])
    }

    #[test]
    fn the_router_finds_what_the_whole_list_has() {
        let templates = [
            "/clients/{id}",
            "/clients/me",
            "/clients/{client}/keys/{key}",
            "/clients/me/keys",
            "/{kind}/me",
            "/{kind}/{id}/keys/new",
            "/orders",
        ];
        let routes: Vec<(&str, &str)> =
            templates.into_iter().flat_map(|path| [("GET", path), ("POST", path)]).collect();
        let table = table(&[routes.as_slice(), &[("DELETE", "/clients/{id}")]].concat());
        let parts = ["clients", "me", "keys", "new", "orders", "x%2Fy", "", "{id}"];
        let mut paths = vec![String::new(), "/".to_owned(), "//orders".to_owned(), "orders".to_owned()];
        let mut longest = vec![String::new()];
        for _ in 0..4 {
            longest = longest.iter().flat_map(|path| parts.map(|part| format!("{path}/{part}"))).collect();
            paths.extend(longest.iter().cloned());
        }
        for path in &paths {
            for method in ["GET", "POST", "DELETE", "PATCH"] {
                let (found, listed) = (table.find(method, path), table.find_among_all(method, path));
                assert_eq!(format!("{found:?}"), format!("{listed:?}"), "{method} {path}");
            }
        }
    }

    #[test]
    fn a_template_may_have_any_number_of_placeholders() {
        let (template, path) = ("/{id}".repeat(40), "/1".repeat(40));
        let table = table(&[("GET", template.as_str()), ("GET", "/orders")]);
        assert!(matches!(table.find("GET", &path), Match::Found(target) if target.route.path == template));
        assert!(matches!(table.find("GET", "/orders"), Match::Found(_)));
    }

    #[test]
    fn a_fixed_segment_precedes_a_placeholder_and_other_methods_are_named() {
        let table = table(&[("GET", "/clients/{id}"), ("DELETE", "/clients/{id}"), ("GET", "/clients/me")]);
        let found = |method: &str, path: &str| match table.find(method, path) {
            Match::Found(target) => target.route.operation.clone(),
            Match::MethodNotAllowed(methods) => methods.join(" "),
            Match::NotFound => String::new(),
        };
        assert_eq!(found("HEAD", "/clients/me"), "GET /clients/me");
        assert_eq!(found("DELETE", "/clients/me"), "DELETE /clients/{id}");
        assert_eq!(found("POST", "/clients/7"), "DELETE GET HEAD OPTIONS");
        assert_eq!(found("GET", "/clients/"), "");
        assert_eq!(found("GET", "//clients/me"), "GET /clients/me");
    }
}
