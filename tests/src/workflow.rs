//! The main job as a client runs it: project, upload, takeoff.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::{Account, Response};

/// Pause between two polls of a job.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum time for a job. A job that takes longer hangs, on any machine.
const JOB_TIMEOUT: Duration = Duration::from_secs(240);

/// Polls `path` until `done` returns true.
///
/// # Errors
/// Returns an error with the last state if that takes more than four minutes.
pub fn wait_for(account: &Account, path: &str, done: impl Fn(&Value) -> bool) -> Result<Response> {
    let begun = Instant::now();
    loop {
        let answer = account.get(path)?;
        if answer.status == 200 && done(&answer.json) {
            return Ok(answer);
        }
        if begun.elapsed() > JOB_TIMEOUT {
            bail!("{path} is still {}", answer.json);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Polls until `find` returns a value.
///
/// # Errors
/// Returns an error if that takes more than four minutes or `find` fails.
pub fn poll_until<T>(what: &str, find: impl Fn() -> Result<Option<T>>) -> Result<T> {
    let begun = Instant::now();
    loop {
        if let Some(found) = find()? {
            return Ok(found);
        }
        if begun.elapsed() > JOB_TIMEOUT {
            bail!("not in time: {what}");
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Ids of the records that belong to a takeoff.
pub struct Takeoff {
    /// Project id, `prj_…`.
    pub project: String,
    /// Document id, `doc_…`.
    pub document: String,
    /// Takeoff id, `tko_…`.
    pub id: String,
}

impl Account {
    /// Creates a project.
    ///
    /// # Errors
    /// Returns an error if the server does not answer 201.
    pub fn project(&self, name: &str) -> Result<String> {
        let answer = self.post("/projects", json!({"name": name}))?.expect(201);
        Ok(answer.text("id").to_owned())
    }

    /// Uploads bytes as a document and waits until it is ready or failed.
    ///
    /// # Errors
    /// Returns an error if a step of the upload is refused.
    pub fn upload(&self, project: &str, filename: &str, bytes: &[u8]) -> Result<Value> {
        let document = self.send_document(project, filename, bytes)?;
        self.wait_for_document(&document)
    }

    /// Uploads bytes as a document and completes the upload. Returns the document's id.
    ///
    /// # Errors
    /// Returns an error if a step of the upload is refused.
    pub fn send_document(&self, project: &str, filename: &str, bytes: &[u8]) -> Result<String> {
        let body = json!({"project_id": project, "filename": filename, "source": {"type": "upload"}});
        let slot = self.post("/documents", body)?.expect(201).json;
        let put = self.put(&slot["upload"], bytes)?;
        if put.status >= 300 {
            bail!("PUT answered {}: {}", put.status, String::from_utf8_lossy(&put.bytes));
        }
        let id = slot["document"]["id"].as_str().context("no document id")?;
        self.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect(202);
        Ok(id.to_owned())
    }

    /// Sends a file to the address of an upload with the headers that it names.
    ///
    /// # Errors
    /// Returns an error if the upload lacks an address or headers, or the server does not respond.
    pub fn put(&self, upload: &Value, bytes: &[u8]) -> Result<Response> {
        let headers = upload["headers"].as_object().context("no upload headers")?;
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap_or_default())).collect();
        self.send_bytes("PUT", upload["url"].as_str().context("no upload url")?, bytes, &headers)
    }

    /// Waits until a document is ready or failed.
    ///
    /// # Errors
    /// Returns an error if that takes too long.
    pub fn wait_for_document(&self, document: &str) -> Result<Value> {
        let is_finished = |value: &Value| matches!(value["status"].as_str(), Some("ready" | "failed"));
        Ok(wait_for(self, &format!("/documents/{document}"), is_finished)?.json)
    }

    /// Uploads a drawing and starts an electrical takeoff of it.
    ///
    /// # Errors
    /// Returns an error if a step is refused.
    pub fn start_takeoff(&self, filename: &str, bytes: &[u8]) -> Result<Takeoff> {
        let project = self.project("Takeoff")?;
        let document = self.upload(&project, filename, bytes)?;
        if document["status"] != "ready" {
            bail!("the document is not ready: {document}");
        }
        let document = document["id"].as_str().context("no id")?.to_owned();
        let body = json!({"document_id": document, "discipline": "electrical"});
        let id = self.post("/takeoffs", body)?.expect(202).text("id").to_owned();
        Ok(Takeoff { project, document, id })
    }

    /// Waits until a takeoff has ended.
    ///
    /// # Errors
    /// Returns an error if that takes too long.
    pub fn wait_for_takeoff(&self, takeoff: &str) -> Result<Value> {
        let is_finished =
            |value: &Value| matches!(value["status"].as_str(), Some("completed" | "failed" | "cancelled"));
        Ok(wait_for(self, &format!("/takeoffs/{takeoff}"), is_finished)?.json)
    }

    /// Returns what a client sees of a takeoff, of what was paid for it, and of the projects.
    ///
    /// # Errors
    /// Returns an error if a call gets no response.
    pub fn answers_about(&self, takeoff: &str) -> Result<Vec<Value>> {
        let paths = [
            format!("/takeoffs/{takeoff}"),
            format!("/takeoffs/{takeoff}/items?limit=200"),
            format!("/takeoffs/{takeoff}/routes?limit=200"),
            format!("/takeoffs/{takeoff}/schedules"),
            "/credits".to_owned(),
            "/projects".to_owned(),
        ];
        paths.iter().map(|path| Ok(self.get(path)?.expect(200).json)).collect()
    }

    /// Returns all rows of a list, page after page.
    ///
    /// # Errors
    /// Returns an error if a page is refused.
    pub fn list_all(&self, path: &str) -> Result<Vec<Value>> {
        let mut rows = Vec::new();
        let mut cursor = None::<String>;
        loop {
            let joint = if path.contains('?') { '&' } else { '?' };
            let next = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
            let answer = self.get(&format!("{path}{joint}limit=200{next}"))?.expect(200);
            rows.extend(answer.json["data"].as_array().context("no data")?.iter().cloned());
            cursor = answer.json["next_cursor"].as_str().map(str::to_owned);
            assert_eq!(answer.json["has_more"], cursor.is_some(), "L3: {path}");
            if cursor.is_none() {
                return Ok(rows);
            }
        }
    }
}
