//! Operations and schemas of the document, in the form that the generators need.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use heck::ToSnakeCase as _;
use serde_json::{Map, Value, json};

use crate::schemas;

/// The prefix of references in the document.
const SCHEMAS: &str = "#/components/schemas/";

/// The API's document.
#[derive(Debug)]
pub(crate) struct Document {
    /// Operations that can succeed, in the order of their tags and paths.
    pub(crate) operations: Vec<Operation>,
    /// Simplified schemas by name, without enumerations and plain-text types.
    pub(crate) schemas: Map<String, Value>,
    /// Enumerations by name.
    pub(crate) enums: BTreeMap<String, Enumeration>,
    /// Tags in their order.
    pub(crate) tags: Vec<String>,
}

/// A set of names on the wire. The service may add to it.
#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) description: String,
    pub(crate) values: Vec<String>,
}

/// An operation of the API.
#[derive(Debug)]
pub(crate) struct Operation {
    /// The operation's id, such as `listItems`.
    pub(crate) id: String,
    pub(crate) tag: String,
    pub(crate) method: String,
    /// The path, such as `/takeoffs/{takeoff_id}/items`.
    pub(crate) path: String,
    pub(crate) summary: String,
    /// Names of the path parameters, in order.
    pub(crate) path_parameters: Vec<String>,
    /// Simplified schemas of the query's parameters.
    pub(crate) query: Map<String, Value>,
    /// Required query parameters.
    pub(crate) required: BTreeSet<String>,
    /// Name of the request body's schema.
    pub(crate) body: Option<String>,
    /// Names of the response schemas, empty if responses have no body.
    pub(crate) response_schemas: Vec<String>,
    /// Whether the operation accepts an `Idempotency-Key`.
    pub(crate) accepts_idempotency_key: bool,
    /// Whether the operation accepts `If-Match`.
    pub(crate) accepts_if_match: bool,
    /// Whether the operation responds with a file, or a redirect to one. The clients' methods for files are handwritten.
    pub(crate) is_file: bool,
}

impl Document {
    /// Reads the operations and schemas of a document.
    pub(crate) fn read(document: &Value) -> Result<Self> {
        let all = document["components"]["schemas"].as_object().context("the document has no schemas")?;
        let mut schemas: Map<String, Value> =
            all.iter().map(|(name, schema)| (name.clone(), schemas::simplify(schema))).collect();
        let mut enums = BTreeMap::new();
        for (name, schema) in &schemas {
            if let Some(values) = schemas::names(schema) {
                let description = schema["description"].as_str().unwrap_or_default().to_owned();
                enums.insert(name.clone(), Enumeration { description, values });
            }
        }
        enums.insert("ProblemCode".to_owned(), problem_codes(document)?);
        schemas["Problem"]["properties"]["code"] = json!({
            "$ref": "#/definitions/ProblemCode", "description": schemas["Problem"]["properties"]["code"]["description"],
        });
        schemas.retain(|name, _| !enums.contains_key(name));
        // Ids and codes are text. Separate types would only have to be unwrapped.
        let texts: BTreeSet<String> =
            schemas.iter().filter(|(_, schema)| schema["type"] == "string").map(|(name, _)| name.clone()).collect();
        schemas.retain(|name, _| !texts.contains(name));
        schemas.values_mut().for_each(|schema| schemas::inline_texts(schema, &texts));

        let tags: Vec<String> =
            document["tags"].as_array().into_iter().flatten().filter_map(|tag| text(&tag["name"])).collect();
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().context("the document has no paths")? {
            for (method, operation) in item.as_object().into_iter().flatten() {
                if let Some(operation) = Operation::read(path, method, operation, &texts)? {
                    operations.push(operation);
                }
            }
        }
        operations.sort_by_key(|operation| tags.iter().position(|tag| *tag == operation.tag));
        Ok(Self { operations, schemas, enums, tags })
    }

    /// Returns the name of the record's schema if a schema is a list with pages.
    pub(crate) fn record(&self, name: &str) -> Option<String> {
        let properties = &self.schemas.get(name)?["properties"];
        properties.get("next_cursor")?;
        Some(properties["data"]["items"]["$ref"].as_str()?.strip_prefix(schemas::DEFINITIONS)?.to_owned())
    }
}

/// Returns every problem code that the document names.
fn problem_codes(document: &Value) -> Result<Enumeration> {
    let responses = document["components"]["responses"].as_object().context("the document has no problems")?;
    let codes: BTreeSet<String> = responses
        .values()
        .flat_map(|response| response["x-problem-codes"].as_array().into_iter().flatten().filter_map(text))
        .collect();
    Ok(Enumeration { description: "Code of a problem.".to_owned(), values: codes.into_iter().collect() })
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Returns the name that a schema refers to.
fn schema_name(schema: &Value) -> Option<String> {
    Some(schema["$ref"].as_str()?.strip_prefix(SCHEMAS)?.to_owned())
}

impl Operation {
    /// Reads an operation. Returns `None` for one that is only announced and cannot succeed.
    fn read(path: &str, method: &str, operation: &Value, texts: &BTreeSet<String>) -> Result<Option<Self>> {
        let field = |key: &str| text(&operation[key]).with_context(|| format!("{method} {path} has no {key}"));
        let id = field("operationId")?;
        let responses = operation["responses"].as_object().with_context(|| format!("{id} has no responses"))?;
        let successes: Vec<_> = responses.iter().filter(|(status, _)| status.starts_with('2')).collect();
        let has_json = |response: &Value| response["content"].get("application/json").is_some();
        let is_file = responses.contains_key("302")
            || successes.iter().any(|(_, response)| response.get("content").is_some() && !has_json(response));
        if successes.is_empty() && !is_file {
            return Ok(None);
        }
        let mut response_schemas = Vec::new();
        for (status, response) in successes {
            if let Some(content) = response.get("content").filter(|_| !is_file) {
                let answer = schema_name(&content["application/json"]["schema"]);
                response_schemas.push(answer.with_context(|| format!("{status} of {id} has no name"))?);
            }
        }
        let body = operation.get("requestBody").map(|body| {
            let name = schema_name(&body["content"]["application/json"]["schema"]);
            name.with_context(|| format!("the body of {id} has no name"))
        });
        let body = body.transpose()?;
        let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        let in_query = || parameters.iter().filter(|parameter| parameter["in"] == "query");
        let has = |name: &str| parameters.iter().any(|parameter| parameter["name"] == name);
        let query = in_query()
            .filter_map(|parameter| {
                let mut schema = schemas::simplify(&parameter["schema"]);
                schemas::inline_texts(&mut schema, texts);
                Some((text(&parameter["name"])?, schema))
            })
            .collect();
        Ok(Some(Self {
            tag: text(&operation["tags"][0]).with_context(|| format!("{id} has no tag"))?,
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: field("summary")?,
            path_parameters: path
                .split('/')
                .filter_map(|part| Some(part.strip_prefix('{')?.strip_suffix('}')?.to_owned()))
                .collect(),
            query,
            required: in_query()
                .filter(|parameter| parameter["required"] == true)
                .filter_map(|parameter| text(&parameter["name"]))
                .collect(),
            body,
            response_schemas,
            accepts_idempotency_key: has("Idempotency-Key"),
            accepts_if_match: has("If-Match"),
            is_file,
            id,
        }))
    }

    /// Returns the prefix of the names of the operation's own types, such as `ListItems`.
    pub(crate) fn stem(&self) -> String {
        pascal_case(&self.id)
    }

    /// Returns the name of the function, such as `list_items`.
    pub(crate) fn function(&self) -> String {
        self.id.to_snake_case()
    }

    /// Returns the schema of the query, with its name. The methods for files have no such type.
    pub(crate) fn query_type(&self) -> Option<(String, Value)> {
        let required: Vec<_> = self.required.iter().collect();
        let schema = json!({
            "type": "object", "properties": self.query, "required": required,
            "description": format!("Query of `{} {}`.", self.method, self.path),
        });
        (!self.query.is_empty() && !self.is_file).then(|| (format!("{}Query", self.stem()), schema))
    }

    /// Returns the name of the record's schema if the operation returns a list with pages.
    pub(crate) fn record(&self, document: &Document) -> Option<String> {
        let [answer] = self.response_schemas.as_slice() else { return None };
        document.record(answer)
    }
}

/// Returns the Pascal case of a name on the wire, such as `multi_discipline` or `document.ready`.
pub(crate) fn pascal_case(name: &str) -> String {
    let words = name.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter_map(|word| Some(word.get(..1)?.to_uppercase() + word.get(1..)?)).collect()
}
