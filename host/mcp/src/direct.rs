//! Calls of tools without the library's machinery, which runs each request in four tasks that wake each other: half the time
//! of a read. Only a call in the plain form that clients send is answered here. The library judges every other request, so
//! what is refused, and how, is decided in one place.

use std::borrow::Cow;

use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, Method, Response};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, InputResponses, JsonObject, JsonRpcResponse,
    JsonRpcVersion2_0, ProtocolVersion, RequestId, ResultType, ServerJsonRpcMessage, ServerResult,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::caller::Caller;
use crate::server::{Agent, Called, Client, Operations};

/// The only method that is answered here.
const METHOD: &str = "tools/call";

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
struct Message<'a> {
    #[expect(dead_code, reason = "only its value is checked")]
    jsonrpc: JsonRpcVersion2_0,
    id: RequestId,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Params<'a>,
}

/// The parameters, as [`CallToolRequestParams`] has them, but without maps for what is only checked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    #[serde(rename = "_meta", borrow)]
    meta: Option<Meta<'a>>,
    name: String,
    arguments: Option<JsonObject>,
    input_responses: Option<InputResponses>,
    request_state: Option<String>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion", borrow)]
    version: Option<Cow<'a, str>>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities", borrow)]
    capabilities: Option<&'a RawValue>,
}

impl Meta<'_> {
    /// Returns what the client can do. `None` if it does not say so in a form that the library reads.
    fn capabilities(&self) -> Option<ClientCapabilities> {
        match self.capabilities?.get() {
            // Most clients name none, and the library's type has many fields.
            "{}" => Some(ClientCapabilities::default()),
            capabilities => serde_json::from_str(capabilities).ok(),
        }
    }
}

/// The headers that decide, each if it occurs once.
#[derive(Default)]
struct Headers<'a> {
    host: Option<&'a str>,
    content_type: Option<&'a str>,
    accept: Option<&'a str>,
    version: Option<&'a str>,
    method: Option<&'a str>,
    name: Option<&'a str>,
}

impl<'a> Headers<'a> {
    /// Returns `None` if one occurs twice or is not text, or if there is one that only the library understands.
    fn read(headers: &'a HeaderMap) -> Option<Self> {
        let mut read = Self::default();
        for (name, value) in headers {
            let place = match name.as_str() {
                "host" => &mut read.host,
                "content-type" => &mut read.content_type,
                "accept" => &mut read.accept,
                "mcp-protocol-version" => &mut read.version,
                "mcp-method" => &mut read.method,
                "mcp-name" => &mut read.name,
                "origin" => return None,
                other if other.starts_with(ARGUMENTS) => return None,
                _ => continue,
            };
            if place.replace(value.to_str().ok()?).is_some() {
                return None;
            }
        }
        Some(read)
    }
}

/// Returns the call of a tool, or `None` if the library must judge the request. `hosts` are the names of this server, with and
/// without a port.
pub(crate) fn tool_call(parts: &Parts, body: &[u8], hosts: &[String]) -> Option<ToolCall> {
    let headers = Headers::read(&parts.headers)?;
    let is_plain = parts.method == Method::POST
        && names_host(headers.host?, hosts)
        && headers.content_type? == "application/json"
        && accepts_both(headers.accept?);
    if !is_plain {
        return None;
    }
    let Message { id, method, params, .. } = serde_json::from_slice(body).ok()?;
    let Params { meta, name, arguments, input_responses, request_state } = params;
    let version = headers.version?;
    let meta_version = meta.as_ref().and_then(|meta| meta.version.as_deref());
    let (agrees, client) = if version == ProtocolVersion::V_2026_07_28.as_str() {
        let capabilities = meta.as_ref()?.capabilities()?;
        let agrees = meta_version? == version && headers.method? == METHOD && headers.name? == name;
        (agrees, Client::new(true, Some(&capabilities)))
    } else {
        (version == ProtocolVersion::V_2025_11_25.as_str() && meta_version.is_none(), Client::new(false, None))
    };
    if method != METHOD || !agrees {
        return None;
    }
    let mut params = CallToolRequestParams::new(name);
    (params.arguments, params.input_responses, params.request_state) = (arguments, input_responses, request_state);
    Some(ToolCall { id, params, client })
}

/// Returns whether a request names this server, with any port if the name has none.
fn names_host(named: &str, hosts: &[String]) -> bool {
    let is_port = |rest: &str| {
        rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
    };
    hosts.iter().any(|host| named.strip_prefix(host.as_str()).is_some_and(is_port))
}

/// Returns whether a client takes JSON and a stream of events, named without parameters.
fn accepts_both(accepted: &str) -> bool {
    let names = |wanted: &str| accepted.split(',').any(|one| one.trim() == wanted);
    names("application/json") && names("text/event-stream")
}

impl ToolCall {
    /// Makes the call, and returns the message that answers it, in the form of the client's version.
    pub(crate) async fn answer<O: Operations>(self, agent: &Agent<O>, caller: &Caller) -> Bytes {
        let Self { id, params, client } = self;
        let message = match agent.call_by_name(caller, params, client).await {
            Ok(Called::Finished(response)) if let Some(message) = result(&id, client, &response) => return message,
            Ok(called) => {
                let mut result = ServerResult::from(CallToolResponse::from(called));
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

/// A result whose operation responded with a JSON object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObjectResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<ResultType>,
    content: [Text<'a>; 1],
    structured_content: &'a RawValue,
    is_error: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "text")]
struct Text<'a> {
    text: &'a str,
}

/// Returns the message with an operation's response, which is passed on as it is. `None` if it is not a JSON object.
fn result(id: &RequestId, client: Client, response: &Response<Bytes>) -> Option<Bytes> {
    let object: &RawValue = serde_json::from_slice(response.body()).ok()?;
    if !response.status().is_success() || !object.get().starts_with('{') {
        return None;
    }
    let result = ObjectResult {
        result_type: client.is_current.then_some(ResultType::COMPLETE),
        content: [Text { text: object.get() }],
        structured_content: object,
        is_error: false,
    };
    let message = JsonRpcResponse { jsonrpc: JsonRpcVersion2_0, id: id.clone(), result };
    let mut bytes = Vec::with_capacity(2 * response.body().len() + 256);
    serde_json::to_writer(&mut bytes, &message).ok()?;
    Some(bytes.into())
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
                // Headers of the same meaning in another form leave the call to the library.
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
