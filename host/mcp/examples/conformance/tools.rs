//! Tools that send messages to the client in the middle of a call.

// The protocol deprecates logging and sampling. Clients of older versions still use them.
#![expect(deprecated)]

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock,
    CreateMessageRequestParams, ElicitRequestParams, LoggingLevel, LoggingMessageNotificationParam,
    ProgressNotificationParam, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::content;
use crate::questions::{self, Outcome};
use crate::shared::{Change, Shared, is_current};

/// The tools that do not ask, with the names of their arguments.
const TOOLS: [(&str, &[&str]); 14] = [
    ("test_image_content", &[]),
    ("test_audio_content", &[]),
    ("test_embedded_resource", &[]),
    ("test_multiple_content_types", &[]),
    ("test_tool_with_logging", &[]),
    ("test_logging_tool", &[]),
    ("test_tool_with_progress", &[]),
    ("test_sampling", &["prompt"]),
    ("test_elicitation", &["message"]),
    ("test_elicitation_sep1034_defaults", &[]),
    ("test_elicitation_sep1330_enums", &[]),
    ("test_missing_capability", &[]),
    ("test_trigger_tool_change", &[]),
    ("test_trigger_prompt_change", &[]),
];

/// How long a tool works between two messages.
const WORK: Duration = Duration::from_millis(50);

/// Returns the tools as clients see them.
pub(crate) fn list() -> impl Iterator<Item = Tool> {
    let asking = questions::TOOLS.into_iter().map(|name| (name, &[] as &[&str]));
    TOOLS.into_iter().chain(asking).map(|(name, arguments)| {
        let properties: serde_json::Map<_, _> =
            arguments.iter().map(|name| ((*name).to_owned(), json!({"type": "string"}))).collect();
        let schema = json!({"type": "object", "properties": properties, "required": arguments});
        let schema = schema.as_object().cloned().unwrap_or_default();
        Tool::new(name, "A fixture of conformance tests.", Arc::new(schema))
    })
}

/// Calls a tool. Returns `None` if it is not one of these.
///
/// # Errors
/// Returns an error of the protocol if the client lacks what the tool needs.
pub(crate) async fn call(
    shared: &Shared,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Option<CallToolResponse>, ErrorData> {
    let name = request.name.as_ref();
    let client = context.client_capabilities().unwrap_or_default();
    if questions::TOOLS.contains(&name) {
        let (state, responses) = (request.request_state.as_deref(), request.input_responses.as_ref());
        return Ok(Some(match shared.questions.ask(name, state, responses, &client)? {
            Outcome::Ask(question) => question.into(),
            Outcome::Answered(answer) => text(answer),
        }));
    }
    if let Some(content) = content::of_tool(name) {
        return Ok(Some(CallToolResult::success(content).into()));
    }
    Ok(Some(match name {
        "test_tool_with_logging" | "test_logging_tool" => log(context).await,
        "test_tool_with_progress" => progress(context).await,
        "test_sampling" => sample(argument(request, "prompt"), context).await,
        "test_elicitation" => elicit(argument(request, "message"), contact_form(), context).await,
        "test_elicitation_sep1034_defaults" => elicit("Check the defaults", defaults_form(), context).await,
        "test_elicitation_sep1330_enums" => elicit("Choose your options", options_form(), context).await,
        "test_missing_capability" if client.sampling.is_none() => {
            let missing = ClientCapabilities::builder().enable_sampling().build();
            return Err(ErrorData::missing_required_client_capability(missing));
        }
        "test_missing_capability" => text("The client can sample."),
        "test_trigger_tool_change" => shared.announce(Change::Tools),
        "test_trigger_prompt_change" => shared.announce(Change::Prompts),
        _ => return Ok(None),
    }))
}

fn text(text: impl Into<String>) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn failure(error: impl std::fmt::Display) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(error.to_string())]).into()
}

fn argument<'a>(request: &'a CallToolRequestParams, name: &str) -> &'a str {
    request.arguments.as_ref().and_then(|arguments| arguments.get(name)).and_then(Value::as_str).unwrap_or_default()
}

async fn log(context: &RequestContext<RoleServer>) -> CallToolResponse {
    // Since 2026-07-28, a request says whether it wants messages.
    let is_wanted = !is_current(context) || context.meta.log_level().is_some();
    for step in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(step));
        if is_wanted && let Err(error) = context.peer.notify_logging_message(message).await {
            return failure(error);
        }
        tokio::time::sleep(WORK).await;
    }
    text("Logged three messages.")
}

async fn progress(context: &RequestContext<RoleServer>) -> CallToolResponse {
    for percent in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, percent).with_total(100.0);
            if let Err(error) = context.peer.notify_progress(progress).await {
                return failure(error);
            }
        }
        tokio::time::sleep(WORK).await;
    }
    text("Reported the progress.")
}

async fn sample(prompt: &str, context: &RequestContext<RoleServer>) -> CallToolResponse {
    let message = json!({"role": "user", "content": {"type": "text", "text": prompt}});
    let params = json!({"messages": [message], "maxTokens": 100});
    let params: CreateMessageRequestParams = match serde_json::from_value(params) {
        Ok(params) => params,
        Err(error) => return failure(error),
    };
    match context.peer.create_message(params).await {
        Ok(sampled) => text(format!("LLM response: {}", json!(sampled.message.content))),
        Err(error) => failure(error),
    }
}

async fn elicit(message: &str, schema: Value, context: &RequestContext<RoleServer>) -> CallToolResponse {
    let requested_schema = match serde_json::from_value(schema) {
        Ok(schema) => schema,
        Err(error) => return failure(error),
    };
    let params =
        ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema };
    match context.peer.create_elicitation(params).await {
        Ok(elicited) => {
            let content = elicited.content.unwrap_or_default();
            text(format!("Elicitation completed: action={}, content={content}", json!(elicited.action)))
        }
        Err(error) => failure(error),
    }
}

fn contact_form() -> Value {
    json!({
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        },
        "required": ["username", "email"],
    })
}

/// Returns a form with a default for each type of value.
fn defaults_form() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": true},
        },
    })
}

/// Returns a form with each way to offer a choice.
fn options_form() -> Value {
    let options = json!(["option1", "option2", "option3"]);
    let titled = |word: &str| {
        let title = |(value, nth): (&str, &str)| json!({"const": value, "title": format!("{nth} {word}")});
        json!([("value1", "First"), ("value2", "Second"), ("value3", "Third")].map(title))
    };
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": options},
            "titledSingle": {"type": "string", "oneOf": titled("Option")},
            "legacyEnum": {
                "type": "string", "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled("Choice")}},
        },
    })
}
