//! The route table of a component. The same list serves requests and is read by the host from the component's bytes.

use std::cell::OnceCell;

use percent_encoding::percent_decode_str;
use plumbline_contract::ProblemCode;
use plumbline_database::Db;

use crate::{Caller, Context, OperationError, Outcome, Query, Request, Response, Services, request};

/// The function that serves an operation.
pub type Handler = fn(&Context<'_>, &Request) -> Outcome;

/// One operation of a component.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// Method in upper case.
    pub method: &'static str,
    /// Template: `/projects/{project_id}`.
    pub path: &'static str,
    /// Scope that the credential must have; `None` if any valid credential suffices.
    pub scope: Option<&'static str>,
    /// Stable name in usage records.
    pub operation: &'static str,
    /// Media types of responses besides JSON. An operation with such types calls [`Request::require_accepts`] as soon as
    /// it knows the type of its response.
    pub other_media_types: &'static [&'static str],
    /// Whether it reads the query. If not, requests with parameters are refused.
    pub reads_query: bool,
    /// Function that serves it.
    pub handler: Handler,
}

/// Serves a request with the operation that matches it.
pub fn dispatch(routes: &[Route], db: &Db, host: &dyn Services, request: Request) -> Response {
    dispatch_at(OnceCell::new(), routes, db, host, request)
}

/// Like [`dispatch`], at a given ISO 8601 time, or at the current time if it is empty.
pub(crate) fn dispatch_at(
    now: OnceCell<String>,
    routes: &[Route],
    db: &Db,
    host: &dyn Services,
    mut request: Request,
) -> Response {
    let caller = Caller::from_request(&mut request);
    strip_base(&caller, &mut request);
    let mut context = Context { db, host, caller, now, parameters: Vec::new() };
    let outcome = call_handler(routes, &mut context, &request);
    outcome.unwrap_or_else(|failed| {
        let (problem, log) = failed.into_problem();
        if let Some(log) = log {
            eprintln!("{} {} {}: {log}", context.caller.request_id, request.method, request.path);
        }
        let response = Response::problem(&context, &problem);
        match allowed_methods(routes, &request).filter(|_| problem.code == ProblemCode::MethodNotAllowed) {
            Some(allow) => response.with_header("allow", allow),
            None => response,
        }
    })
}

fn call_handler(routes: &[Route], context: &mut Context<'_>, request: &Request) -> Outcome {
    let method = if request.method == "HEAD" { "GET" } else { &request.method };
    let Some((route, parameters)) = find(routes, &context.caller.operation, method, &request.path) else {
        return Err(match allowed_methods(routes, request) {
            Some(allow) => {
                OperationError::problem(ProblemCode::MethodNotAllowed, format!("This path supports {allow}."))
            }
            None => OperationError::problem(ProblemCode::NotFound, "This path does not exist."),
        });
    };
    if !route.other_media_types.iter().any(|media_type| request.accepts(media_type)) {
        request.require_accepts(request::JSON)?;
    }
    if !route.reads_query {
        Query::require_empty(request)?;
    }
    context.parameters = parameters;
    (route.handler)(context, request)
}

/// Finds the operation of a request, and the parameters of its path. The host has found the operation already and names
/// it, so that only its template is matched. Without a name, or if the component was replaced meanwhile by one whose
/// operation of that name has another path, all templates of the method are tried.
fn find<'a>(
    routes: &'a [Route],
    operation: &str,
    method: &str,
    path: &str,
) -> Option<(&'a Route, Vec<(&'static str, String)>)> {
    let matched = |route: &'a Route| path_parameters(route.path, path).map(|parameters| (route, parameters));
    let mut of_method = routes.iter().filter(|route| route.method == method);
    let named = of_method.clone().find(|route| route.operation == operation);
    named.and_then(matched).or_else(|| of_method.find_map(matched))
}

/// Strips the base address's path from the request's path, if the host passes on the whole path.
fn strip_base(caller: &Caller, request: &mut Request) {
    let base = &caller.base_url[caller.origin().len()..];
    if let Some(below) = request.path.strip_prefix(base)
        && !base.is_empty()
        && below.starts_with('/')
    {
        request.path = below.to_owned();
    }
}

/// Returns the methods of the path, or `None` if the path does not exist.
fn allowed_methods(routes: &[Route], request: &Request) -> Option<String> {
    let mut methods: Vec<&str> = routes
        .iter()
        .filter(|route| path_parameters(route.path, &request.path).is_some())
        .map(|route| route.method)
        .collect();
    if methods.contains(&"GET") {
        methods.push("HEAD");
    }
    (!methods.is_empty()).then(|| methods.join(", "))
}

/// Returns the values at the `{name}`s of the template, or `None` if the path does not match.
fn path_parameters(template: &'static str, path: &str) -> Option<Vec<(&'static str, String)>> {
    let (mut expected, mut found) = (template.split('/'), path.split('/'));
    let mut parameters = Vec::new();
    loop {
        match (expected.next(), found.next()) {
            (None, None) => return Some(parameters),
            (Some(expected), Some(found)) => match expected.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                Some(name) if !found.is_empty() => {
                    parameters.push((name, percent_decode_str(found).decode_utf8_lossy().into_owned()));
                }
                None if expected == found => {}
                _ => return None,
            },
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_match_whole_paths() {
        assert_eq!(path_parameters("/a/{x}/b", "/a/1%2F2/b"), Some(vec![("x", "1/2".to_owned())]));
        for path in ["/a/1/b/", "/a//b", "/a/1", "/a/1/c", "a/1/b"] {
            assert_eq!(path_parameters("/a/{x}/b", path), None, "{path}");
        }
    }

    #[test]
    fn the_operation_that_the_host_names_is_served_if_its_path_fits() {
        fn nothing(_: &Context<'_>, _: &Request) -> Outcome {
            Ok(Response::empty(204))
        }
        let route = |method: &'static str, path: &'static str, operation: &'static str| Route {
            method,
            path,
            scope: None,
            operation,
            other_media_types: &[],
            reads_query: false,
            handler: nothing,
        };
        let routes =
            [route("GET", "/a/{x}", "a.get"), route("GET", "/a/new", "a.new"), route("DELETE", "/a/{x}", "a.delete")];
        let found = |operation: &str, path: &str| {
            find(&routes, operation, "GET", path).map(|(route, parameters)| (route.operation, parameters.len()))
        };
        assert_eq!(found("a.new", "/a/new"), Some(("a.new", 0)));
        assert_eq!(found("a.get", "/a/new"), Some(("a.get", 1)));
        // Not named, another method, another path, unknown.
        for operation in ["", "a.delete", "a.new", "b.get"] {
            assert_eq!(found(operation, "/a/1"), Some(("a.get", 1)), "{operation}");
        }
        assert_eq!(found("a.get", "/b"), None);
    }

    #[test]
    fn the_base_address_is_taken_off_once() {
        let caller = Caller { base_url: "http://h.test/partner/v1".to_owned(), ..Caller::default() };
        let path = |path: &str| {
            let mut request = Request { path: path.to_owned(), ..Request::default() };
            strip_base(&caller, &mut request);
            request.path
        };
        assert_eq!(path("/partner/v1/projects"), "/projects");
        assert_eq!(path("/projects"), "/projects");
        assert_eq!(path("/partner/v10/projects"), "/partner/v10/projects");
    }
}
