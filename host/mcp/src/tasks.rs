//! Long jobs as tasks (extension `io.modelcontextprotocol/tasks`, SEP-2663). A task is a job that a tool started: its id has
//! the name of that tool and the id of the job, so every host can answer and none remembers it.

use bytes::Bytes;
use http::Response;
use plumbline_tenancy::JobTools;
use rmcp::model::{CallToolResult, ContentBlock, DetailedTask, JsonObject, Task, TaskPayload, TaskStatus};
use serde::Deserialize;
use serde_json::Value;

use crate::answer;
use crate::toolbox::{BoundTool, Toolbox};

/// Between the name of a tool and the id of a job.
const SEPARATOR: char = ':';
/// How often a client should ask, in milliseconds.
const POLL_MS: u64 = 2_000;

/// A job as operations return it. Other fields are part of its result only.
#[derive(Debug, Deserialize)]
struct Job {
    id: String,
    status: String,
    created_at: String,
    started_at: Option<String>,
    completed_at: Option<String>,
    progress: Option<Progress>,
    failure: Option<Failure>,
}

#[derive(Debug, Deserialize)]
struct Progress {
    percent: u8,
}

#[derive(Debug, Deserialize)]
struct Failure {
    code: String,
    message: String,
}

/// A task by its id.
pub(crate) struct TaskRef<'a> {
    /// The tools for the job.
    pub(crate) tools: &'a JobTools,
    starter: &'a BoundTool,
    job: &'a str,
}

impl<'a> TaskRef<'a> {
    /// Finds a task by its id. `None` if no tool starts such tasks; whether the job exists is not known yet.
    pub(crate) fn find(toolbox: &'a Toolbox, id: &'a str) -> Option<Self> {
        let (tool, job) = id.split_once(SEPARATOR)?;
        let starter = toolbox.find(tool)?;
        Some(Self { tools: starter.entry.job.as_ref()?, starter, job })
    }

    /// Returns the arguments of a tool for the job.
    pub(crate) fn arguments(&self, tool: &BoundTool) -> JsonObject {
        tool.parameters.path.first().map(|name| (name.clone(), Value::from(self.job))).into_iter().collect()
    }

    /// Returns the state of the task from the response of the operation that reads the job. `None` if it is not a job.
    pub(crate) fn state(&self, response: &Response<Bytes>) -> Option<DetailedTask> {
        state(self.starter, response)
    }
}

/// Returns the task of the job that a tool has started, from the response of its operation. `None` if it starts none.
pub(crate) fn started(tool: &BoundTool, response: &Response<Bytes>) -> Option<Task> {
    tool.entry.job.as_ref()?;
    Some(state(tool, response)?.task)
}

fn state(starter: &BoundTool, response: &Response<Bytes>) -> Option<DetailedTask> {
    if !response.status().is_success() {
        return None;
    }
    let job: Job = serde_json::from_slice(response.body()).ok()?;
    let changed = job.completed_at.as_ref().or(job.started_at.as_ref()).unwrap_or(&job.created_at).clone();
    let id = format!("{}{SEPARATOR}{}", starter.entry.name, job.id);
    let mut task = Task::new(id, TaskStatus::Working, job.created_at, changed).with_poll_interval_ms(POLL_MS);
    if let Some(Progress { percent }) = job.progress {
        task = task.with_status_message(format!("{percent} %"));
    }
    let payload = match (job.status.as_str(), job.failure) {
        ("completed", _) => completed(answer::result(response))?,
        ("cancelled", _) => TaskPayload::Cancelled,
        ("failed", failure) => {
            let text = failure.map(|Failure { code, message }| format!("{message} (`{code}`)"));
            let text = text.unwrap_or_else(|| "The job failed.".to_owned());
            task = task.with_status_message(text.clone());
            // A task fails only if the protocol does. The failure of a tool is a result.
            completed(CallToolResult::error(vec![ContentBlock::text(text)]))?
        }
        _ => TaskPayload::Working,
    };
    Some(DetailedTask::new(task, payload))
}

fn completed(result: CallToolResult) -> Option<TaskPayload> {
    match serde_json::to_value(result).ok()? {
        Value::Object(result) => Some(TaskPayload::Completed { result }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::arguments::tests::toolbox;

    #[test]
    fn a_job_is_a_task_with_the_result_of_its_tool() {
        let toolbox = toolbox();
        let task = TaskRef::find(&toolbox, "create_order:ord_1").unwrap();
        assert_eq!(task.tools.read, "get_order");
        assert!(
            ["create_order", "delete_order:ord_1", "other:ord_1", ""]
                .map(|id| TaskRef::find(&toolbox, id).is_none())
                .iter()
                .all(|none| *none)
        );
        let read = toolbox.find("delete_order").unwrap();
        assert_eq!(Value::Object(task.arguments(read)), json!({"id": "ord_1"}));
        let at = |status: &str, more: Value| {
            let mut job = json!({"id": "ord_1", "status": status, "created_at": "2026-01-01T00:00:00.000Z"});
            job.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let response = Response::new(Bytes::from(job.to_string()));
            serde_json::to_value(task.state(&response).unwrap()).unwrap()
        };
        let working = at("queued", json!({"progress": {"percent": 40}}));
        assert_eq!((&working["status"], &working["statusMessage"]), (&json!("working"), &json!("40 %")));
        assert_eq!((&working["taskId"], &working["ttlMs"]), (&json!("create_order:ord_1"), &Value::Null));
        let done = at("completed", json!({"completed_at": "2026-01-01T00:00:09.000Z"}));
        assert_eq!(
            (&done["status"], &done["lastUpdatedAt"]),
            (&json!("completed"), &json!("2026-01-01T00:00:09.000Z"))
        );
        assert_eq!(done["result"]["structuredContent"]["id"], "ord_1");
        let failed = at("failed", json!({"failure": {"code": "page_failed", "message": "No page could be read."}}));
        assert_eq!((&failed["status"], &failed["result"]["isError"]), (&json!("completed"), &json!(true)));
        assert_eq!(failed["result"]["content"][0]["text"], "No page could be read. (`page_failed`)");
        assert_eq!(at("cancelled", json!({}))["status"], "cancelled");
    }

    #[test]
    fn a_refused_call_starts_no_task() {
        let toolbox = toolbox();
        let refused = Response::builder().status(402).body(Bytes::from_static(b"{}")).unwrap();
        assert_eq!(started(toolbox.find("create_order").unwrap(), &refused), None);
    }
}
