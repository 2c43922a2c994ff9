//! Calls of tools without the library's machinery, which runs each request in four tasks that wake each other: half the time
//! of a read. Only a call in the plain form that clients send is answered here. The library judges every other request, so
//! what is refused, and how, is decided in one place.

use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderName, Method, header};
use rmcp::model::{
    CallToolRequestParams, JsonRpcVersion2_0, ProtocolVersion, RequestId, ServerJsonRpcMessage, ServerResult,
};
use serde::Deserialize;

use crate::server::{Agent, Client, Operations};
use crate::surface::Caller;

/// The only method that is answered here.
const METHOD: &str = "tools/call";

static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");
static MCP_NAME: HeaderName = HeaderName::from_static("mcp-name");
/// Prefix of headers that repeat arguments.
const ARGUMENTS: &str = "mcp-param-";

/// A call of a tool.
#[derive(Debug)]
pub(crate) struct ToolCall {
    id: RequestId,
    params: CallToolRequestParams,
    client: Client,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    #[expect(dead_code, reason = "only its value is checked")]
    jsonrpc: JsonRpcVersion2_0,
    id: RequestId,
    method: String,
    params: CallToolRequestParams,
}

/// Returns the call of a tool, or `None` if the library must judge the request. `hosts` are the names of this server, with and
/// without a port.
pub(crate) fn tool_call(parts: &Parts, body: &[u8], hosts: &[String]) -> Option<ToolCall> {
    let headers = &parts.headers;
    let is_plain = parts.method == Method::POST
        && names_host(headers, hosts)
        && !headers.contains_key(header::ORIGIN)
        && single(headers, &header::CONTENT_TYPE)? == "application/json"
        && accepts_both(headers)
        && !headers.keys().any(|name| name.as_str().starts_with(ARGUMENTS));
    if !is_plain {
        return None;
    }
    let Message { id, method, params, .. } = serde_json::from_slice(body).ok()?;
    let version = single(headers, &VERSION)?;
    let told = params.meta.as_ref().and_then(|meta| meta.protocol_version());
    let (agrees, client) = if version == ProtocolVersion::V_2026_07_28.as_str() {
        let meta = params.meta.as_ref()?;
        let agrees = told? == ProtocolVersion::V_2026_07_28
            && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
            && single(headers, &MCP_METHOD)? == METHOD
            && single(headers, &MCP_NAME)? == params.name;
        (agrees, Client::new(true, meta.client_capabilities().as_ref()))
    } else {
        (version == ProtocolVersion::V_2025_11_25.as_str() && told.is_none(), Client::new(false, None))
    };
    (method == METHOD && agrees).then_some(ToolCall { id, params, client })
}

/// Returns the value of a header that occurs once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Returns whether a request names this server, with any port if the name has none.
fn names_host(headers: &HeaderMap, hosts: &[String]) -> bool {
    let is_port = |rest: &str| {
        rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
    };
    single(headers, &header::HOST)
        .is_some_and(|named| hosts.iter().any(|host| named.strip_prefix(host.as_str()).is_some_and(is_port)))
}

/// Returns whether a client takes JSON and a stream of events, named without parameters.
fn accepts_both(headers: &HeaderMap) -> bool {
    let Some(accepted) = single(headers, &header::ACCEPT) else { return false };
    let mut types = accepted.split(',').map(str::trim);
    types.clone().any(|one| one == "application/json") && types.any(|one| one == "text/event-stream")
}

impl ToolCall {
    /// Makes the call, and returns the message that answers it, in the form of the client's version.
    pub(crate) async fn answer<O: Operations>(self, agent: &Agent<O>, caller: &Caller) -> Bytes {
        let Self { id, params, client } = self;
        let message = match agent.call_by_name(caller, params, client).await {
            Ok(response) => {
                let mut result = ServerResult::from(response);
                if !client.is_current {
                    result.strip_result_type_for_legacy_peer();
                    result.strip_non_object_output_for_legacy_peer();
                }
                ServerJsonRpcMessage::response(result, id)
            }
            Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
        };
        // Messages always serialize.
        serde_json::to_vec(&message).unwrap_or_default().into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Full};
    use plumbline_identity::{Credential, Kind};
    use plumbline_tenancy::{ClientId, Environment, TenantId, TenantSettings};
    use serde_json::{Value, json};

    use super::*;
    use crate::Surface;
    use crate::arguments::tests::toolbox;
    use crate::toolbox::Toolbox;

    /// Operations that answer with the path, or with a cost.
    struct Echo(Arc<Toolbox>);

    impl Operations for Echo {
        fn toolbox(&self, _: &Caller) -> Arc<Toolbox> {
            Arc::clone(&self.0)
        }

        async fn admit(&self, _: &Caller) -> Result<(), String> {
            Ok(())
        }

        async fn call(&self, _: &Caller, request: Request<Bytes>, max_credits: Option<f64>) -> Response<Bytes> {
            let (status, body) = match max_credits {
                Some(credits) if credits < 4.0 => (402, json!({"required_credits": 4, "available_credits": 9})),
                _ if request.uri().path().ends_with("list") => (200, json!([1, 2])),
                _ => (201, json!({"path": request.uri().to_string(), "status": "queued", "id": "a"})),
            };
            Response::builder().status(status).body(body.to_string().into()).unwrap()
        }
    }

    fn caller() -> Caller {
        let credential = Credential {
            kind: Kind::Key,
            client_id: ClientId::stored("pc_1".into()),
            tenant: TenantId::parse("ten_1111111111111111111111").unwrap(),
            environment: Environment::Sandbox,
            scopes: vec!["orders:write".into()],
            name: String::new(),
            user: None,
            secret_expires_at: None,
            opens_agents: true,
            settings: TenantSettings::default(),
        };
        Caller { credential: Arc::new(credential), request_id: "req_1".into() }
    }

    /// A call of a tool as clients of a version send it.
    fn request(version: &str, tool: &str, arguments: &Value, capabilities: &Value) -> Request<Full<Bytes>> {
        let mut params = json!({"name": tool, "arguments": arguments});
        let mut builder = Request::post("/mcp")
            .header("host", "127.0.0.1:8080")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", version);
        if version == "2026-07-28" {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            });
            builder = builder.header("mcp-method", "tools/call").header("mcp-name", tool);
        }
        let message = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
        builder.body(Full::new(message.to_string().into())).unwrap()
    }

    fn hosts() -> Vec<String> {
        vec!["127.0.0.1".into(), "takeoff.example.com:8443".into()]
    }

    async fn is_direct(request: Request<Full<Bytes>>) -> bool {
        let (parts, body) = request.into_parts();
        tool_call(&parts, &body.collect().await.unwrap().to_bytes(), &hosts()).is_some()
    }

    #[tokio::test]
    async fn the_library_gives_the_same_answers() {
        let surface = Surface::new(Arc::new(Echo(Arc::new(toolbox()))), hosts(), vec![], 1 << 20);
        for version in ["2025-11-25", "2026-07-28"] {
            for (tool, arguments, capabilities) in [
                ("delete_order", json!({"id": "a"}), json!({})),
                ("delete_order", json!({"id": "list"}), json!({})),
                ("delete_order", json!({}), json!({})),
                ("create_order", json!({"shop_id": "a"}), json!({})),
                ("create_order", json!({"shop_id": "a"}), json!({"elicitation": {}})),
                (
                    "create_order",
                    json!({"shop_id": "a", "max_credits": 4}),
                    json!({"extensions": {"io.modelcontextprotocol/tasks": {}}}),
                ),
                ("other", json!({}), json!({})),
            ] {
                let request = || request(version, tool, &arguments, &capabilities);
                assert!(is_direct(request()).await, "{version} {tool} {arguments}");
                // A space that means nothing makes it the library's.
                let mut for_library = request();
                for_library.headers_mut().insert("content-type", "application/json ".parse().unwrap());
                for_library.headers_mut().insert("accept", "application/json;q=1, text/event-stream".parse().unwrap());
                assert!(!is_direct(for_library.clone()).await);
                let mut answers = Vec::new();
                for request in [request(), for_library] {
                    let response = surface.answer(request, caller()).await;
                    let (parts, body) = response.into_parts();
                    let message: Value = serde_json::from_slice(&body.collect().await.unwrap().to_bytes()).unwrap();
                    answers.push((parts.status, parts.headers["content-type"].clone(), message));
                }
                assert_eq!(answers[0], answers[1], "{version} {tool} {arguments}");
            }
        }
    }

    #[tokio::test]
    async fn what_is_not_plain_is_left_to_the_library() {
        let plain = || request("2026-07-28", "delete_order", &json!({"id": "a"}), &json!({}));
        assert!(is_direct(plain()).await);
        let with = |name: &'static str, value: &'static str| {
            let mut request = plain();
            request.headers_mut().insert(name, value.parse().unwrap());
            request
        };
        assert!(is_direct(with("host", "takeoff.example.com:8443")).await);
        for (name, value) in [
            ("host", "takeoff.example.com"),
            ("host", "takeoff.example.com:84430x"),
            ("host", "127.0.0.1.example.com"),
            ("host", "127.0.0.1:80a"),
            ("origin", "http://127.0.0.1:8080"),
            ("content-type", "text/plain"),
            ("accept", "application/json"),
            ("accept", "*/*"),
            ("mcp-protocol-version", "2025-11-25"),
            ("mcp-protocol-version", "2099-01-01"),
            ("mcp-method", "tools/list"),
            ("mcp-name", "create_order"),
            ("mcp-param-id", "a"),
        ] {
            assert!(!is_direct(with(name, value)).await, "{name}: {value}");
        }
        for name in ["host", "mcp-method", "mcp-name", "mcp-protocol-version", "content-type", "accept"] {
            let mut missing = plain();
            missing.headers_mut().remove(name);
            assert!(!is_direct(missing).await, "{name}");
            let mut twice = plain();
            let value = twice.headers()[name].clone();
            twice.headers_mut().append(name, value);
            assert!(!is_direct(twice).await, "{name}");
        }
        for message in [
            json!({"jsonrpc": "1.0", "id": 7, "method": "tools/call", "params": {"name": "delete_order"}}),
            json!({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "delete_order"}}),
            json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"name": "delete_order"}}),
            json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "delete_order"}}),
            json!([]),
        ] {
            let (parts, _) = plain().into_parts();
            let body = Full::new(Bytes::from(message.to_string()));
            assert!(!is_direct(Request::from_parts(parts, body)).await, "{message}");
        }
    }
}
