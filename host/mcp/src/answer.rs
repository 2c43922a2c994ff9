//! From the response of an operation to the result of a tool, and the confirmation of costs.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use bytes::Bytes;
use http::{Response, header};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams, ElicitationSchema,
    InputRequest, InputRequiredResult,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::MAX_CREDITS;

/// The name of the question whether the cost is agreed to.
const CONFIRM: &str = "confirm_cost";

/// A problem, as operations return it.
#[derive(Debug, Default, Deserialize)]
struct Problem {
    #[serde(default)]
    code: String,
    #[serde(default)]
    detail: String,
    #[serde(default)]
    errors: Vec<FieldProblem>,
    next_step: Option<String>,
    retry_after: Option<u64>,
    required_credits: Option<f64>,
    available_credits: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct FieldProblem {
    field: String,
    message: String,
}

/// A cost that nobody has agreed to yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cost {
    credits: f64,
    available: f64,
}

/// Returns the cost if a response says that it is more than was agreed to, and the balance covers it.
pub(crate) fn unconfirmed(response: &Response<Bytes>, max_credits: Option<f64>) -> Option<Cost> {
    let max_credits = max_credits?;
    let problem: Problem = serde_json::from_slice(response.body()).ok()?;
    let (credits, available) = (problem.required_credits?, problem.available_credits?);
    (response.status() == 402 && credits > max_credits && credits <= available).then_some(Cost { credits, available })
}

impl Cost {
    fn message(self) -> String {
        let Self { credits, available } = self;
        format!(
            "This can cost up to {credits} credits of the {available} that are available. Unused credits are returned."
        )
    }

    /// Returns the result that asks the agent to ask its user.
    pub(crate) fn refusal(self) -> CallToolResult {
        let text = format!(
            "Nothing was started yet. {} Ask the user. If they agree, call the tool again with `{MAX_CREDITS}`: {}.",
            self.message(),
            self.credits
        );
        CallToolResult::error(vec![ContentBlock::text(text)])
    }

    /// Returns the result that makes the client ask its user. `None` if the question cannot be asked.
    pub(crate) fn question(self) -> Option<InputRequiredResult> {
        let schema = json!({
            "type": "object",
            "properties": {"agreed": {"type": "boolean", "title": "Spend the credits", "default": false}},
            "required": ["agreed"],
        });
        let requested_schema: ElicitationSchema = serde_json::from_value(schema).ok()?;
        let params =
            ElicitRequestParams::FormElicitationParams { meta: None, message: self.message(), requested_schema };
        let request = InputRequest::Elicitation(ElicitRequest::new(params));
        // The client can change the state. It can also name another amount in the arguments, so nothing is gained by that.
        Some(InputRequiredResult::new(
            Some(BTreeMap::from([(CONFIRM.to_owned(), request)])),
            Some(self.credits.to_string()),
        ))
    }
}

/// Returns the cost that the user agreed to in the answer to [`Cost::question`], `Some(None)` if they declined, and `None` if
/// they were not asked.
pub(crate) fn confirmation(request: &CallToolRequestParams) -> Option<Option<f64>> {
    let response = request.input_responses.as_ref()?.get(CONFIRM)?;
    let is_agreed = response["action"] == "accept" && response["content"]["agreed"] == true;
    let credits = request.request_state.as_ref().and_then(|state| state.parse().ok()).filter(|credits| *credits >= 0.0);
    Some(credits.filter(|_| is_agreed))
}

/// Returns the result of a tool whose operation gave this response.
pub(crate) fn result(response: &Response<Bytes>) -> CallToolResult {
    let status = response.status();
    let media_type = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if let Some(image) = media_type.filter(|media_type| status.is_success() && media_type.starts_with("image/")) {
        return CallToolResult::success(vec![ContentBlock::image(BASE64.encode(response.body()), image)]);
    }
    let body: Option<Value> = serde_json::from_slice(response.body()).ok();
    if status.is_success() {
        return match body {
            Some(value) => {
                let mut result = CallToolResult::structured(value);
                result.content = vec![ContentBlock::text(String::from_utf8_lossy(response.body()))];
                result
            }
            None if response.body().is_empty() => CallToolResult::success(vec![ContentBlock::text("Done.")]),
            None => {
                CallToolResult::success(vec![ContentBlock::text(String::from_utf8_lossy(response.body()).into_owned())])
            }
        };
    }
    if status.is_redirection() {
        let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
        return CallToolResult::success(vec![ContentBlock::text(location.unwrap_or_default())]);
    }
    let problem: Problem = body.and_then(|body| serde_json::from_value(body).ok()).unwrap_or_default();
    CallToolResult::error(vec![ContentBlock::text(refusal(&problem, status.as_u16()))])
}

/// Returns the text of a result.
pub(crate) fn text(result: &CallToolResult) -> String {
    result.content.first().and_then(ContentBlock::as_text).map(|text| text.text.clone()).unwrap_or_default()
}

/// Returns what is wrong and what to do next, for the agent.
fn refusal(problem: &Problem, status: u16) -> String {
    let mut text = match problem.detail.as_str() {
        "" => format!("The call failed with status {status}."),
        detail => detail.to_owned(),
    };
    for error in &problem.errors {
        let field = error.field.trim_start_matches('/').replace('/', ".");
        text.push_str(&format!(" `{field}` {}.", error.message.trim_end_matches('.')));
    }
    if let Some(next) = &problem.next_step {
        text.push_str(&format!(" Next: {next}"));
    }
    if let Some(seconds) = problem.retry_after {
        text.push_str(&format!(" Try again in {seconds} s."));
    }
    if !problem.code.is_empty() {
        text.push_str(&format!(" (`{}`)", problem.code));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &Value) -> Response<Bytes> {
        Response::builder().status(status).body(body.to_string().into()).unwrap()
    }

    #[test]
    fn a_refusal_names_the_fields_and_the_next_step() {
        let problem = json!({
            "code": "validation_failed", "detail": "Two fields are wrong.",
            "errors": [{"field": "/options/units", "message": "must be metric"}], "next_step": "Ask for access.", "retry_after": 3,
        });
        let result = result(&response(422, &problem));
        assert_eq!(result.is_error, Some(true));
        let expected = "Two fields are wrong. `options.units` must be metric. Next: Ask for access. Try again in 3 s. (`validation_failed`)";
        assert_eq!(text(&result), expected);
    }

    #[test]
    fn a_success_is_structured_and_text() {
        let success = result(&response(200, &json!({"id": "a"})));
        assert_eq!((success.is_error, success.structured_content), (Some(false), Some(json!({"id": "a"}))));
        let empty = result(&Response::builder().status(204).body(Bytes::new()).unwrap());
        assert_eq!((text(&empty), &empty.structured_content), ("Done.".to_owned(), &None));
    }

    #[test]
    fn a_picture_is_an_image() {
        let response =
            Response::builder().header("content-type", "image/png").body(Bytes::from_static(b"png")).unwrap();
        let [ContentBlock::Image(image)] = &result(&response).content[..] else { panic!("no image") };
        assert_eq!((image.data.as_str(), image.mime_type.as_str()), ("cG5n", "image/png"));
    }

    #[test]
    fn a_cost_is_confirmed_once_and_only_if_it_is_covered() {
        let refused = |required: f64| response(402, &json!({"required_credits": required, "available_credits": 10}));
        let cost = unconfirmed(&refused(4.0), Some(0.0)).unwrap();
        assert!(text(&cost.refusal()).contains("`max_credits`: 4"));
        for (required, agreed) in [(11.0, Some(0.0)), (4.0, Some(4.0)), (4.0, None)] {
            assert_eq!(unconfirmed(&refused(required), agreed), None, "{required} {agreed:?}");
        }
        let question = cost.question().unwrap();
        let answered = |answer: Value| {
            let request = serde_json::from_value::<CallToolRequestParams>(json!({
                "name": "a", "inputResponses": {CONFIRM: answer}, "requestState": question.request_state,
            }));
            confirmation(&request.unwrap())
        };
        assert_eq!(answered(json!({"action": "accept", "content": {"agreed": true}})), Some(Some(4.0)));
        for declined in
            [json!({"action": "decline"}), json!({"action": "accept", "content": {"agreed": false}}), json!(null)]
        {
            assert_eq!(answered(declined), Some(None));
        }
        assert_eq!(confirmation(&CallToolRequestParams::new("a")), None);
    }
}
