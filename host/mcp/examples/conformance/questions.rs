//! Tools and a prompt that ask the client before they answer, as version 2026-07-28 of the protocol does it.

// The protocol deprecates sampling. The tests still ask for it.
#![expect(deprecated)]

use std::hash::{BuildHasher as _, RandomState};

use rmcp::ErrorData;
use rmcp::model::{ClientCapabilities, InputRequests, InputRequiredResult, InputResponses};
use serde_json::{Value, json};

/// The prompt that asks.
pub(crate) const PROMPT: &str = "test_input_required_result_prompt";

/// The tools that ask.
pub(crate) const TOOLS: [&str; 9] = [
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
    "test_streaming_elicitation",
];

/// What the client gets.
pub(crate) enum Outcome {
    /// Questions.
    Ask(InputRequiredResult),
    /// The text that follows from its answers.
    Answered(String),
}

/// Asks the questions of tools and prompts, and reads the answers.
#[derive(Default)]
pub(crate) struct Questions {
    /// Has a key of its own in every process, so a client can neither change nor invent the state of a request.
    seal: RandomState,
}

impl Questions {
    /// Returns the next questions, or the answer once all of them are answered.
    ///
    /// # Errors
    /// Returns an error if the state is not from here, or if the client cannot answer any of the questions.
    pub(crate) fn ask(
        &self,
        name: &str,
        state: Option<&str>,
        responses: Option<&InputResponses>,
        client: &ClientCapabilities,
    ) -> Result<Outcome, ErrorData> {
        let rounds = rounds(name);
        let mut round = match state {
            Some(state) => self.opened(name, state)?,
            None => 0,
        };
        let answered = |round: usize| {
            let is_answered =
                |key: &String| responses.is_some_and(|given| given.get(key).is_some_and(Value::is_object));
            rounds.get(round).is_some_and(|questions| answerable(questions, client).keys().all(is_answered))
        };
        if answered(round) {
            round += 1;
        }
        let Some(questions) = rounds.get(round) else {
            return Ok(Outcome::Answered(format!("state-ok: {}", json!(responses))));
        };
        let questions = answerable(questions, client);
        if questions.is_empty() {
            let missing = ClientCapabilities::builder().enable_elicitation().enable_sampling().build();
            return Err(ErrorData::missing_required_client_capability(missing));
        }
        Ok(Outcome::Ask(InputRequiredResult::new(Some(questions), Some(self.sealed(name, round)))))
    }

    fn sealed(&self, name: &str, round: usize) -> String {
        format!("{round}.{:016x}", self.seal.hash_one((name, round)))
    }

    fn opened(&self, name: &str, state: &str) -> Result<usize, ErrorData> {
        let round = state.split_once('.').and_then(|(round, _)| round.parse().ok());
        let round = round.filter(|round| self.sealed(name, *round) == state);
        round.ok_or_else(|| ErrorData::invalid_params("The state of the request is not valid.", None))
    }
}

/// Returns the questions that a client can answer.
fn answerable(questions: &Value, client: &ClientCapabilities) -> InputRequests {
    let is_answerable = |request: &Value| match request["method"].as_str() {
        Some("elicitation/create") => client.elicitation.is_some(),
        Some("sampling/createMessage") => client.sampling.is_some(),
        Some("roots/list") => client.roots.is_some(),
        _ => false,
    };
    let questions = questions.as_object().into_iter().flatten().filter(|(_, request)| is_answerable(request));
    questions.filter_map(|(key, request)| Some((key.clone(), serde_json::from_value(request.clone()).ok()?))).collect()
}

/// Returns the questions of each round.
fn rounds(name: &str) -> Vec<Value> {
    let form = |message: &str, field: &str, kind: &str| {
        let schema = json!({"type": "object", "properties": {field: {"type": kind}}, "required": [field]});
        let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
        json!({"method": "elicitation/create", "params": params})
    };
    let sample = |text: &str| {
        let message = json!({"role": "user", "content": {"type": "text", "text": text}});
        json!({"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": 100}})
    };
    let roots = json!({"method": "roots/list", "params": {}});
    let user_name = form("What is your name?", "name", "string");
    match name {
        "test_input_required_result_elicitation" | "test_streaming_elicitation" => {
            vec![json!({"user_name": user_name})]
        }
        "test_input_required_result_sampling" => {
            vec![json!({"capital_question": sample("What is the capital of France?")})]
        }
        "test_input_required_result_list_roots" => vec![json!({"client_roots": roots})],
        "test_input_required_result_request_state" | "test_input_required_result_tampered_state" => {
            vec![json!({"confirm": form("Please confirm", "ok", "boolean")})]
        }
        "test_input_required_result_multiple_inputs" => vec![json!({
            "user_name": user_name, "greeting": sample("Generate a greeting"), "client_roots": roots,
        })],
        "test_input_required_result_multi_round" => vec![
            json!({"step1": form("Step 1: What is your name?", "name", "string")}),
            json!({"step2": form("Step 2: What is your favorite color?", "color", "string")}),
        ],
        "test_input_required_result_capabilities" => {
            vec![json!({"user_name": user_name, "greeting": sample("Generate a greeting")})]
        }
        PROMPT => vec![json!({"user_context": form("What context should the prompt use?", "context", "string")})],
        _ => vec![],
    }
}
