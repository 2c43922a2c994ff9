//! One function an operation of the document: it describes the call, with the types of path, query, body and answer.

use crate::schemas;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// An operation.
pub(crate) struct Operation {
    /// `takeoffs.items`
    id: String,
    method: String,
    /// `/takeoffs/{takeoff_id}/items`
    path: String,
    summary: String,
    /// Names in the path, in its order.
    places: Vec<String>,
    /// Parameters in the query.
    query: Vec<Value>,
    /// Name of the body's schema.
    body: Option<String>,
    /// Names of the answers' schemas; none when there is no body.
    answers: Vec<String>,
}

/// All operations that answer with a success; the others are announced by the document, but not there yet, or redirect.
pub(crate) fn read(document: &Value) -> Result<Vec<Operation>, String> {
    let paths = document["paths"].as_object().ok_or("the document has no paths")?;
    let mut operations = Vec::new();
    for (path, item) in paths {
        for method in ["get", "put", "post", "patch", "delete"] {
            let Some(operation) = item.get(method) else { continue };
            if let Some(operation) = read_operation(path, method, operation)? {
                operations.push(operation);
            }
        }
    }
    Ok(operations)
}

fn read_operation(path: &str, method: &str, operation: &Value) -> Result<Option<Operation>, String> {
    let text = |key: &str| operation[key].as_str().map(str::to_owned).ok_or(format!("{method} {path} has no {key}"));
    let id = text("operationId")?;
    let responses = operation["responses"].as_object().ok_or(format!("{id} has no responses"))?;
    let successes: Vec<&Value> =
        responses.iter().filter(|(status, _)| status.starts_with('2')).map(|(_, response)| response).collect();
    if successes.is_empty() {
        return Ok(None);
    }
    let mut answers = Vec::new();
    for response in successes {
        if let Some(content) = response.get("content") {
            answers.push(named(&content["application/json"]["schema"]).ok_or(format!("{id}: an answer has no name"))?);
        }
    }
    let body = match operation.get("requestBody") {
        Some(body) => {
            let schema = &body["content"]["application/json"]["schema"];
            Some(named(schema).ok_or(format!("{id}: its body has no name"))?)
        }
        None => None,
    };
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    Ok(Some(Operation {
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text("summary")?,
        places: path
            .split('/')
            .filter_map(|part| Some(part.strip_prefix('{')?.strip_suffix('}')?.to_owned()))
            .collect(),
        query: parameters.into_iter().filter(|parameter| parameter["in"] == "query").collect(),
        body,
        answers,
        id,
    }))
}

/// The name that a schema refers to.
fn named(schema: &Value) -> Option<String> {
    Some(schema["$ref"].as_str()?.strip_prefix("#/components/schemas/")?.to_owned())
}

impl Operation {
    /// `TakeoffsItems`, the beginning of the names of its own types.
    fn stem(&self) -> String {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        self.id.split(['.', '_']).map(capital).collect()
    }

    /// Schemas of its own: the query's.
    pub(crate) fn definitions(&self) -> Map<String, Value> {
        let mut definitions = Map::new();
        if !self.query.is_empty() {
            let name = |parameter: &Value| parameter["name"].as_str().unwrap_or_default().to_owned();
            let properties: Map<String, Value> =
                self.query.iter().map(|parameter| (name(parameter), schemas::simple(&parameter["schema"]))).collect();
            let required: Vec<String> =
                self.query.iter().filter(|parameter| parameter["required"] == true).map(name).collect();
            let query = json!({"type": "object", "properties": properties, "required": required,
                "description": format!("Query of `{} {}`.", self.method, self.path)});
            definitions.insert(format!("{}Query", self.stem()), query);
        }
        definitions
    }

    /// The type of an answer that is one of several. Not left to the generator of types, which numbers the variants.
    pub(crate) fn choice(&self) -> String {
        if self.answers.len() < 2 {
            return String::new();
        }
        let variants: String =
            self.answers.iter().map(|name| format!("/// As [`types::{name}`].\n{name}(types::{name}),\n")).collect();
        format!(
            "/// Answer to `{} {}`.\n#[derive(Debug, Clone, serde::Deserialize)]\n#[serde(untagged)]\npub enum {}Answer {{ {variants} }}\n",
            self.method,
            self.path,
            self.stem(),
        )
    }

    /// Its function.
    pub(crate) fn function(&self) -> String {
        let mut arguments: Vec<String> = self.places.iter().map(|place| format!("{place}: &str")).collect();
        let mut path = self.path.clone();
        for place in &self.places {
            path = path.replace(&format!("{{{place}}}"), "{}");
        }
        let values: Vec<String> = self.places.iter().map(|place| format!("segment({place})")).collect();
        let path = match values.is_empty() {
            true => format!("{path:?}.to_owned()"),
            false => format!("format!({path:?}, {})", values.join(", ")),
        };
        let mut call = format!("Call::new({:?}, {path})", self.method);
        if !self.query.is_empty() {
            arguments.push(format!("query: &types::{}Query", self.stem()));
            call.push_str(".query(query)");
        }
        if let Some(body) = &self.body {
            arguments.push(format!("body: &types::{body}"));
            call.push_str(".body(body)");
        }
        let answer = match self.answers.as_slice() {
            [] => "()".to_owned(),
            [one] => format!("types::{one}"),
            _ => format!("{}Answer", self.stem()),
        };
        format!(
            "/// {}: `{} {}`.\npub fn {}({}) -> Call<{answer}> {{ {call} }}\n",
            self.summary,
            self.method,
            self.path,
            self.id.replace('.', "_"),
            arguments.join(", "),
        )
    }
}

/// Says of every list with pages how it goes on.
pub(crate) fn pages(document: &Value) -> String {
    let mut code = String::new();
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let properties = &schema["properties"];
        if let (Some(record), Some(_)) = (named(&properties["data"]["items"]), properties.get("next_cursor")) {
            let _ = writeln!(
                code,
                "impl Page for types::{name} {{ type Record = types::{record}; \
                 fn split(self) -> (Vec<types::{record}>, Option<String>) {{ (self.data, self.next_cursor) }} }}"
            );
        }
    }
    code
}
