//! From the arguments of a tool to the request of its operation.

use bytes::Bytes;
use http::{Request, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::document::{IDEMPOTENCY_KEY, MAX_CREDITS};
use crate::toolbox::BoundTool;

/// Characters of a path's segment that are escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A call of an operation.
#[derive(Debug)]
pub(crate) struct OperationCall {
    /// The request, with a path below the API's base.
    pub(crate) request: Request<Bytes>,
    /// The highest cost that the user agreed to, if the tool spends credits.
    pub(crate) max_credits: Option<f64>,
}

/// Why arguments are not those of the tool, for the agent.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum ArgumentError {
    #[error("The argument `{name}` does not exist. The arguments are {known}.")]
    Unknown { name: String, known: String },
    #[error("The argument `{0}` is missing.")]
    Missing(String),
    #[error("The argument `{name}` must be {kind}.")]
    Wrong { name: String, kind: &'static str },
}

/// Returns the call of a tool's operation with these arguments. Arguments that are null count as left out in path and query.
///
/// # Errors
/// Returns an error if an argument does not exist, is missing in the path, or has the wrong type there or in the query. The
/// operation checks the rest.
pub(crate) fn call(bound: &BoundTool, mut arguments: Map<String, Value>) -> Result<OperationCall, ArgumentError> {
    let parameters = &bound.parameters;
    let mut path = path(&bound.route.path, &mut arguments)?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    let mut has_query = false;
    for name in &parameters.query {
        if let Some(value) = take_text(&mut arguments, name)? {
            query.append_pair(name, &value);
            has_query = true;
        }
    }
    if has_query {
        path = format!("{path}?{}", query.finish());
    }
    let mut request = Request::builder().method(bound.route.method.as_str()).uri(path);
    if parameters.takes_key
        && let Some(key) = take_text(&mut arguments, IDEMPOTENCY_KEY.0)?
    {
        request = request.header(IDEMPOTENCY_KEY.1, key);
    }
    let max_credits = match bound.entry.spends.then(|| arguments.remove(MAX_CREDITS)).flatten() {
        None | Some(Value::Null) => bound.entry.spends.then_some(0.0),
        Some(value) => Some(
            value
                .as_f64()
                .filter(|credits| *credits >= 0.0)
                .ok_or_else(|| ArgumentError::Wrong { name: MAX_CREDITS.into(), kind: "a number of credits" })?,
        ),
    };
    let (body, unknown): (Map<String, Value>, Map<String, Value>) =
        arguments.into_iter().partition(|(name, _)| parameters.body.contains(name));
    if let Some(name) = unknown.keys().next() {
        let known = bound.tool.input_schema.get("properties").and_then(Value::as_object);
        let known = known.into_iter().flat_map(Map::keys).map(|name| format!("`{name}`")).collect::<Vec<_>>();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        return Err(ArgumentError::Unknown { name: name.clone(), known });
    }
    let body = if parameters.body.is_empty() {
        Bytes::new()
    } else {
        request = request.header(header::CONTENT_TYPE, "application/json");
        Value::Object(body).to_string().into()
    };
    let wrong = |_| ArgumentError::Wrong { name: IDEMPOTENCY_KEY.0.into(), kind: "1–255 printable ASCII characters" };
    Ok(OperationCall { request: request.body(body).map_err(wrong)?, max_credits })
}

/// Returns the path of a template, with the arguments that it names.
fn path(template: &str, arguments: &mut Map<String, Value>) -> Result<String, ArgumentError> {
    let mut path = String::with_capacity(2 * template.len());
    let mut rest = template;
    while let Some((before, name, after)) = next_parameter(rest) {
        let value = take_text(arguments, name)?.ok_or_else(|| ArgumentError::Missing(name.to_owned()))?;
        // A segment of dots would lead elsewhere.
        if value.is_empty() || value.chars().all(|character| character == '.') {
            return Err(ArgumentError::Wrong { name: name.to_owned(), kind: "an id" });
        }
        path.push_str(before);
        path.extend(utf8_percent_encode(&value, ESCAPED));
        rest = after;
    }
    path.push_str(rest);
    Ok(path)
}

/// Returns the text before the first parameter of a template, the parameter's name, and the text after it.
fn next_parameter(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Takes an argument for a path, a query or a header.
fn take_text(arguments: &mut Map<String, Value>, name: &str) -> Result<Option<String>, ArgumentError> {
    match arguments.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(Value::Bool(flag)) => Ok(Some(flag.to_string())),
        Some(_) => Err(ArgumentError::Wrong { name: name.to_owned(), kind: "text, a number or a boolean" }),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use plumbline_tenancy::{Effect, JobTools, Route, ToolEntry};
    use serde_json::json;

    use super::*;
    use crate::document::tests::document;
    use crate::toolbox::{Offer, Toolbox};

    /// A toolbox with a tool for each operation of the test document.
    pub(crate) fn toolbox() -> Toolbox {
        let route = |method: &str, path: &str, operation: &str| Route {
            method: method.into(),
            path: path.into(),
            scope: Some("orders:write".into()),
            operation: operation.into(),
        };
        let tool = |name: &str, operation: &str, spends| ToolEntry {
            operation: operation.into(),
            name: name.into(),
            title: name.into(),
            description: name.into(),
            effect: Effect::Write,
            idempotent: false,
            spends,
            resource: false,
            job: spends.then(|| JobTools { read: "get_order".into(), cancel: None }),
            input_schema: None,
            output_schema: None,
        };
        let routes = [
            route("POST", "/shops/{shop_id}/orders", "orders.create"),
            route("DELETE", "/orders/{id}", "orders.delete"),
        ];
        let tools = [tool("create_order", "orders.create", true), tool("delete_order", "orders.delete", false)];
        Toolbox::new(&document(), [Offer { routes: &routes, tools: &tools, prompts: &[] }])
    }

    fn called(tool: &str, arguments: Value) -> Result<OperationCall, ArgumentError> {
        let toolbox = toolbox();
        call(toolbox.find(tool).unwrap(), arguments.as_object().unwrap().clone())
    }

    #[test]
    fn arguments_go_to_their_places() {
        let arguments = json!({"shop_id": "a/b", "lang": "ñ", "kind": "x", "idempotency_key": "k", "max_credits": 2.5});
        let call = called("create_order", arguments).unwrap();
        assert_eq!(call.request.method(), "POST");
        assert_eq!(call.request.uri(), "/shops/a%2Fb/orders?lang=%C3%B1");
        assert_eq!(call.request.headers()["idempotency-key"], "k");
        assert_eq!(&call.request.body()[..], br#"{"kind":"x"}"#);
        assert_eq!(call.max_credits, Some(2.5));
        // Nothing is spent that nobody agreed to.
        assert_eq!(called("create_order", json!({"shop_id": "a"})).unwrap().max_credits, Some(0.0));
        assert_eq!(called("delete_order", json!({"id": "a"})).unwrap().max_credits, None);
    }

    #[test]
    fn other_arguments_are_refused_by_name() {
        let error = |tool: &str, arguments: Value| called(tool, arguments).unwrap_err().to_string();
        assert_eq!(error("delete_order", json!({})), "The argument `id` is missing.");
        assert_eq!(
            error("delete_order", json!({"id": "a", "kind": "x"})),
            "The argument `kind` does not exist. The arguments are `id`."
        );
        for id in [json!(".."), json!(""), json!({}), json!(["a"])] {
            assert!(error("delete_order", json!({"id": id})).starts_with("The argument `id` must be"), "{id}");
        }
        for credits in [json!("all"), json!(-1), json!([])] {
            assert!(error("create_order", json!({"shop_id": "a", "max_credits": credits})).contains("`max_credits`"));
        }
        assert!(
            error("create_order", json!({"shop_id": "a", "idempotency_key": "a\nb"})).contains("`idempotency_key`")
        );
    }
}
