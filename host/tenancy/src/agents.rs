//! What an endpoint component offers to agents: tools and prompts, from its own sections.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a tool may do to the resources of its tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It reads.
    Read,
    /// It creates or changes, and nothing is lost.
    Write,
    /// It deletes or replaces what cannot be restored.
    Destroy,
}

/// A tool, which calls one operation of the component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolEntry {
    /// The operation's name.
    pub operation: String,
    /// The tool's name: a verb and a noun in snake case.
    pub name: String,
    /// Display name.
    pub title: String,
    /// When to use it, what it needs and what follows, for the agent.
    pub description: String,
    /// Its effect.
    pub effect: Effect,
    /// Whether the same call again changes nothing more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idempotent: bool,
    /// Whether it spends credits, so that the cost is confirmed first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub spends: bool,
    /// Whether its result is a resource too, which applications attach without a call of the agent. Only for reads.
    #[serde(default, skip_serializing_if = "is_false")]
    pub resource: bool,
    /// The tools for the job that it starts, if it starts one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<JobTools>,
    /// JSON Schema of its arguments. By default, that of the operation in the API's document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_schema: Option<Value>,
    /// JSON Schema of its result. By default, that of the operation in the API's document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
}

/// The tools for a job that another tool starts. Both take the job's id as their only argument in the path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobTools {
    /// The tool that reads the job's state.
    pub read: String,
    /// The tool that cancels the job, if that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancel: Option<String>,
}

/// A prompt: the text with which a user begins a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptEntry {
    /// Name in snake case.
    pub name: String,
    /// Display name.
    pub title: String,
    /// What the job is.
    pub description: String,
    /// The values that the text needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<PromptParameter>,
    /// The text. `{name}` is replaced by the value of an argument.
    pub text: String,
}

/// A value that a prompt needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptParameter {
    /// Name in snake case.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Whether the prompt makes no sense without it.
    pub required: bool,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}
