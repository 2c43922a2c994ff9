//! The operations, tools and prompts that the product's own methods serve.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use plumbline_mcp::{Caller, Document, Offer, Operations, Toolbox};
use plumbline_tenancy::{Effect, PromptEntry, PromptParameter, Route, ToolEntry};
use serde_json::{Value, json};

/// The tool whose argument is repeated in a header.
pub(crate) const HEADER_TOOL: &str = "test_header_parameter";

/// Returns the tools with their schemas. Each reads the operation of its name.
fn schemas() -> [(&'static str, Value); 5] {
    let none = || json!({"type": "object", "additionalProperties": false});
    [
        ("test_simple_text", none()),
        ("test_error_handling", none()),
        ("test_status", none()),
        (HEADER_TOOL, header_schema()),
        ("json_schema_2020_12_tool", keywords_schema()),
    ]
}

/// Returns the schema of [`HEADER_TOOL`].
pub(crate) fn header_schema() -> Value {
    json!({"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}})
}

/// Returns a schema with keywords that must reach clients unchanged.
fn keywords_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef", "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}

/// The operations.
pub(crate) struct FixtureOperations {
    toolbox: Arc<Toolbox>,
}

impl FixtureOperations {
    pub(crate) fn new() -> Self {
        let route =
            |name: &str| Route { method: "GET".into(), path: format!("/{name}"), scope: None, operation: name.into() };
        let tool = |(name, schema): (&str, Value)| ToolEntry {
            operation: name.into(),
            name: name.into(),
            title: name.into(),
            description: "A fixture of conformance tests.".into(),
            effect: Effect::Read,
            idempotent: false,
            spends: false,
            resource: name == "test_status",
            job: None,
            input_schema: Some(schema),
            output_schema: None,
        };
        let routes = schemas().map(|(name, _)| route(name));
        let (tools, prompts) = (schemas().map(tool), prompts());
        let offer = Offer { routes: &routes, tools: &tools, prompts: &prompts };
        Self { toolbox: Arc::new(Toolbox::new(&Document::default(), [offer])) }
    }
}

/// Returns the prompts whose messages are text.
fn prompts() -> [PromptEntry; 2] {
    let argument =
        |name: &str| PromptParameter { name: name.into(), description: "An argument.".into(), required: true };
    let prompt = |name: &str, arguments, text: &str| PromptEntry {
        name: name.into(),
        title: name.into(),
        description: "A fixture of conformance tests.".into(),
        arguments,
        text: text.into(),
    };
    [
        prompt("test_simple_prompt", vec![], "This is a simple prompt for testing."),
        prompt(
            "test_prompt_with_arguments",
            vec![argument("arg1"), argument("arg2")],
            "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'",
        ),
    ]
}

impl Operations for FixtureOperations {
    fn toolbox(&self, _: &Caller) -> Arc<Toolbox> {
        Arc::clone(&self.toolbox)
    }

    async fn admit(&self, _: &Caller) -> Result<(), String> {
        Ok(())
    }

    async fn call(&self, _: &Caller, request: Request<Bytes>, _: Option<f64>) -> Response<Bytes> {
        match request.uri().path() {
            "/test_simple_text" => Response::new("This is a simple text response for testing.".into()),
            "/test_error_handling" => {
                let problem = json!({"detail": "This tool intentionally returns an error for testing"});
                let mut response = Response::new(problem.to_string().into());
                *response.status_mut() = http::StatusCode::INTERNAL_SERVER_ERROR;
                response
            }
            _ => Response::new(json!({"query": request.uri().query()}).to_string().into()),
        }
    }
}
