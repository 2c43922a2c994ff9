//! A client of the surface for agents.

use std::cell::OnceCell;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, Response, Server, agent, send};
use serde_json::{Map, Value, json};

/// The version with a handshake, and the one without.
pub(crate) const VERSIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// A client of the surface.
pub(crate) struct Client<'a> {
    pub(crate) url: String,
    pub(crate) account: &'a Account,
    version: &'static str,
    /// What the client says that it can do.
    capabilities: Value,
    /// The tools, listed when their schemas are first needed.
    listed: OnceCell<Vec<Value>>,
}

impl<'a> Client<'a> {
    pub(crate) fn new(server: &Server, account: &'a Account, version: &'static str) -> Self {
        let url = format!("{}/mcp", server.url);
        Self { url, account, version, capabilities: json!({}), listed: OnceCell::new() }
    }

    /// Returns the client with capabilities that it declares.
    pub(crate) fn with_capabilities(self, capabilities: Value) -> Self {
        Self { capabilities, ..self }
    }

    /// Sends a message with these headers in addition to those of the protocol.
    pub(crate) fn send(&self, method: &str, mut params: Value, headers: &[(&str, &str)]) -> Result<Response> {
        let authorization = format!("Bearer {}", self.account.secret);
        let mut all = vec![
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        // Earlier versions do not have the header.
        if self.version >= "2025-06-18" {
            all.push(("mcp-protocol-version", self.version));
        }
        let mut named = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        if let Some(task) = params.get("taskId").and_then(Value::as_str) {
            named = Some(task.to_owned());
        }
        if self.version >= "2026-07-28" {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.version,
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
            all.push(("mcp-method", method));
            all.extend(named.as_deref().map(|name| ("mcp-name", name)));
        }
        all.extend(headers);
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        send(&agent(), "POST", &self.url, message.to_string().as_bytes(), &all)
    }

    pub(crate) fn request(&self, method: &str, params: Value) -> Result<Value> {
        let message = self.send(method, params, &[])?.expect(200).json;
        let result = message.get("result").cloned();
        result.with_context(|| format!("{method}: {message}"))
    }

    pub(crate) fn tool(&self, name: &str, arguments: Value) -> Result<Value> {
        self.request("tools/call", json!({"name": name, "arguments": arguments}))
    }

    /// Begins as clients of versions with a handshake do, and returns what the server says about itself.
    pub(crate) fn initialize(&self) -> Result<Response> {
        let client = json!({"name": "test", "version": "1"});
        let parameters = json!({"protocolVersion": self.version, "capabilities": {}, "clientInfo": client});
        Ok(self.send("initialize", parameters, &[])?.expect(200))
    }

    /// Calls a tool that succeeds, and returns its structured result, which has the tool's schema and which its text
    /// repeats.
    pub(crate) fn done(&self, name: &str, arguments: Value) -> Result<Value> {
        let result = self.tool(name, arguments)?;
        assert_eq!(result["isError"], false, "{name}: {result}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap_or_default())?;
        assert_eq!(text, result["structuredContent"], "M2 {name}");
        if self.listed.get().is_none() {
            let _ = self.listed.set(self.tools()?);
        }
        let tool = self.listed.get().into_iter().flatten().find(|tool| tool["name"] == name);
        let schema = &tool.context("the tool is not listed")?["outputSchema"];
        jsonschema::draft202012::new(schema)
            .and_then(|schema| schema.validate(&text).map_err(|error| error.to_owned()))
            .map_err(|error| anyhow::anyhow!("M2 {name}: {error} at {}", error.instance_path()))?;
        Ok(text)
    }

    /// Calls a tool that is refused, and returns the reason.
    pub(crate) fn refusal(&self, name: &str, arguments: Value) -> Result<String> {
        let result = self.tool(name, arguments)?;
        assert_eq!(result["isError"], true, "{name}: {result}");
        Ok(result["content"][0]["text"].as_str().unwrap_or_default().to_owned())
    }

    pub(crate) fn tools(&self) -> Result<Vec<Value>> {
        Ok(self.request("tools/list", json!({}))?["tools"].as_array().cloned().unwrap_or_default())
    }

    /// Returns the texts of all prompts. The value of each argument is its name in capitals.
    pub(crate) fn prompt_texts(&self) -> Result<Vec<String>> {
        let listed = self.request("prompts/list", json!({}))?;
        let text = |prompt: &Value| {
            let names = prompt["arguments"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str());
            let arguments: Map<_, _> = names.map(|name| (name.to_owned(), json!(name.to_uppercase()))).collect();
            let got = self.request("prompts/get", json!({"name": prompt["name"], "arguments": arguments}))?;
            let text = got["messages"][0]["content"]["text"].as_str().context("no text")?;
            // Every argument is used.
            for value in arguments.values().filter_map(Value::as_str) {
                ensure!(text.contains(value), "{value} is not in `{text}`");
            }
            Ok(text.to_owned())
        };
        listed["prompts"].as_array().context("no prompts")?.iter().map(text).collect()
    }
}

/// Returns the names of tools.
pub(crate) fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}
