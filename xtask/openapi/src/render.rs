//! Operations in the form of OpenAPI, and the parts they share.

use std::collections::BTreeMap;

use plumbline_contract::client::PremiumAccess;
use plumbline_contract::problem::{ProblemBody, ProblemCode};
use plumbline_contract::{
    CadPayment, Depth, ExportFormat, ReportFormat, ReviewDecision, TakeoffScope, UnitSystem, UsageSurface, schema,
};
use plumbline_endpoint::operation::{Header, Operation, ResponseSpec};
use schemars::{JsonSchema as _, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::problems;

/// Shared parts, collected while operations are rendered.
pub(crate) struct Parts {
    generator: SchemaGenerator,
    /// Ids of operations by the names that routes and links use.
    ids: BTreeMap<&'static str, &'static str>,
    bodies: Map<String, Value>,
    responses: Map<String, Value>,
}

impl Parts {
    pub(crate) fn new(operations: &[Operation]) -> Self {
        let mut generator = schema::generator();
        generator.subschema_for::<ProblemBody<'_>>();
        // Enumerations that only bodies and queries use. As named schemas, each becomes one type of a client.
        generator.subschema_for::<CadPayment>();
        generator.subschema_for::<Depth>();
        generator.subschema_for::<ExportFormat>();
        generator.subschema_for::<PremiumAccess>();
        generator.subschema_for::<ReportFormat>();
        generator.subschema_for::<ReviewDecision>();
        generator.subschema_for::<TakeoffScope>();
        generator.subschema_for::<UnitSystem>();
        generator.subschema_for::<UsageSurface>();
        let ids = operations.iter().map(|operation| (operation.route.operation, operation.id)).collect();
        Self { generator, ids, bodies: Map::new(), responses: Map::new() }
    }

    /// Returns an operation.
    pub(crate) fn render_operation(&mut self, operation: &Operation) -> Value {
        let route = &operation.route;
        let mut responses = Map::new();
        for response in &operation.responses {
            responses.insert(response.status.to_string(), self.render_response(response));
        }
        for (status, codes) in group_by_status(&operation.problems) {
            responses.insert(status.to_string(), self.render_problems(status, &codes));
        }
        let mut rendered = json!({
            "operationId": operation.id,
            "summary": operation.summary,
            "tags": [operation.area.tag().0],
            "x-operation": route.operation,
            "x-cut": operation.cut.as_str(),
            "responses": responses,
            "security": [{"bearer": route.scope.iter().collect::<Vec<_>>()}],
        });
        if !operation.description.is_empty() {
            rendered["description"] = operation.description.into();
        }
        if !operation.parameters.is_empty() {
            rendered["parameters"] = json!(operation.parameters);
        }
        if let Some((name, schema)) = &operation.body {
            let mut schema = schema.clone();
            schema["description"] = format!("Body of `{}`.", operation.id).into();
            self.bodies.insert((*name).to_owned(), schema);
            rendered["requestBody"] = json!({
                "required": true,
                "content": {"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}},
            });
            let examples = operation.examples.iter().map(|(shows, value)| (*shows, *shows, value.clone()));
            set_examples(&mut rendered["requestBody"]["content"]["application/json"], examples.collect());
        }
        rendered
    }

    fn render_response(&mut self, response: &ResponseSpec) -> Value {
        let mut rendered =
            json!({"description": response.description, "headers": headers(response.status, &response.headers)});
        for (media_type, make) in &response.content {
            rendered["content"][media_type] = json!({"schema": make(&mut self.generator)});
        }
        for (media_type, example) in &response.examples {
            rendered["content"][media_type]["example"] = example.clone();
        }
        for link in &response.links {
            // A test of the document checks links against operations.
            let id = self.ids.get(link.operation).copied().unwrap_or(link.operation);
            rendered["links"][id] = json!({
                "operationId": id,
                "parameters": {link.parameter: format!("$response.body#{}", link.pointer)},
            });
        }
        rendered
    }

    /// Returns the problems of one status as a shared response that is named after their codes.
    fn render_problems(&mut self, status: u16, codes: &[ProblemCode]) -> Value {
        let names: Vec<_> = codes.iter().map(|code| code.as_str()).collect();
        let name = format!("{status}.{}", names.join("."));
        let reference = json!({"$ref": format!("#/components/responses/{name}")});
        let about: Vec<_> =
            codes.iter().map(|code| format!("`{}`: {}. {}", code.as_str(), code.title(), code.advice())).collect();
        let own: &[Header] = if matches!(status, 429 | 503) { &[Header::RetryAfter] } else { &[] };
        let mut own = headers(status, own);
        // A quota that time does not restore has no time to retry.
        if codes.contains(&ProblemCode::QuotaExceeded) {
            own["Retry-After"] = json!({
                "description": "Seconds to wait before retrying. Absent when waiting does not help.",
                "schema": {"type": "integer", "minimum": 1},
            });
        }
        if status == 401 {
            own["WWW-Authenticate"] = json!({"$ref": "#/components/headers/WWW-Authenticate"});
        }
        let mut content = json!({"schema": {"$ref": format!("#/components/schemas/{}", ProblemBody::schema_name())}});
        let examples = codes.iter().map(|code| (code.as_str(), code.title(), problems::example(*code)));
        set_examples(&mut content, examples.collect());
        self.responses.insert(
            name,
            json!({
                "description": about.join("\n\n"),
                "headers": own,
                // Next to the schema rather than in it, so that a generated client has one problem type.
                "x-problem-codes": names,
                "content": {"application/problem+json": content},
            }),
        );
        reference
    }

    /// Returns everything that operations refer to.
    pub(crate) fn components(mut self) -> Value {
        let mut schemas = self.generator.take_definitions(true);
        let named = enumerations(&schemas);
        self.bodies.values_mut().for_each(|body| replace_with_references(body, &named));
        schemas.extend(self.bodies);
        json!({
            "schemas": schemas,
            "responses": self.responses,
            "headers": shared_headers(),
            "securitySchemes": {"bearer": {
                "type": "http", "scheme": "bearer",
                "description": "An API key, a delegated token or a service token. Each operation names the scope it needs.",
            }},
        })
    }
}

/// Sets the examples of a media type by their keys, with summaries. A single one needs neither.
fn set_examples(content: &mut Value, examples: Vec<(&str, &str, Value)>) {
    if let [(_, _, example)] = examples.as_slice() {
        content["example"] = example.clone();
        return;
    }
    for (key, summary, example) in examples {
        content["examples"][key] = json!({"summary": summary, "value": example});
    }
}

fn group_by_status(codes: &[ProblemCode]) -> BTreeMap<u16, Vec<ProblemCode>> {
    let mut grouped: BTreeMap<u16, Vec<ProblemCode>> = BTreeMap::new();
    // In the order of the table, regardless of the order in the operation.
    for code in ProblemCode::ALL.iter().filter(|code| codes.contains(code)) {
        grouped.entry(code.status()).or_default().push(*code);
    }
    grouped
}

/// Replaces the values of shared enumerations in the operations with references.
pub(crate) fn name_enumerations(document: &mut Value) {
    let named = document["components"]["schemas"].as_object().map(enumerations).unwrap_or_default();
    replace_with_references(&mut document["paths"], &named);
}

/// Returns the names of shared enumerations by their values. Values with several names have `None`.
fn enumerations(schemas: &Map<String, Value>) -> BTreeMap<String, Option<String>> {
    let mut named = BTreeMap::new();
    for (name, schema) in schemas {
        if let Some(values) = schema.get("enum") {
            named.entry(values.to_string()).and_modify(|name| *name = None).or_insert_with(|| Some(name.clone()));
        }
    }
    named
}

fn replace_with_references(value: &mut Value, named: &BTreeMap<String, Option<String>>) {
    if let Some(Some(name)) = value.get("enum").and_then(|values| named.get(&values.to_string())) {
        *value = json!({"$ref": format!("#/components/schemas/{name}")});
        return;
    }
    match value {
        Value::Object(map) => map.values_mut().for_each(|value| replace_with_references(value, named)),
        Value::Array(values) => values.iter_mut().for_each(|value| replace_with_references(value, named)),
        _ => {}
    }
}

/// Returns the headers of a response: those of every response, and its own.
fn headers(status: u16, own: &[Header]) -> Value {
    let mut always = vec!["X-Request-Id"];
    // Without a credential, nothing is counted. A call that exceeded the host's own limit may not have been counted either.
    if !matches!(status, 401 | 503 | 504) {
        always.extend(["RateLimit", "RateLimit-Policy"]);
    }
    let own = own.iter().map(|header| match header {
        Header::Location => "Location",
        Header::RetryAfter => "Retry-After",
        Header::ETag => "ETag",
        Header::IdempotentReplayed => "Idempotent-Replayed",
    });
    let named = |name| (name, json!({"$ref": format!("#/components/headers/{name}")}));
    let headers: BTreeMap<&str, Value> = always.into_iter().chain(own).map(named).collect();
    json!(headers)
}

fn shared_headers() -> Value {
    json!({
        "X-Request-Id": {
            "description": "Id of the request, for support, logs and usage records.", "required": true,
            "schema": {"type": "string", "minLength": 1},
        },
        "RateLimit": {
            "description": "The remaining requests: `\"name\";r=<requests>;t=<seconds until it is full again>`.",
            "required": true, "schema": {"type": "string", "pattern": "^\"[a-z]+\";r=[0-9]+;t=[0-9]+$"},
        },
        "RateLimit-Policy": {
            "description": "The policy that applies: `\"name\";q=<requests>;w=<seconds>`.",
            "required": true, "schema": {"type": "string", "pattern": "^\"[a-z]+\";q=[0-9]+;w=[0-9]+"},
        },
        "Location": {
            "description": "URL of the resource or the file.", "required": true,
            "schema": {"type": "string", "format": "uri"},
        },
        "Retry-After": {
            "description": "Seconds to wait before the next request.", "required": true,
            "schema": {"type": "integer", "minimum": 1},
        },
        "ETag": {
            "description": "Tag of the current state of the resource.", "required": true,
            "schema": {"type": "string", "pattern": "^(?:W/)?\"[^\"]*\"$"},
        },
        "WWW-Authenticate": {
            "description": "The required kind of credential, and where its issuer is described (RFC 6750, RFC 9728).",
            "required": true, "schema": {"type": "string"},
        },
        "Idempotent-Replayed": {
            "description": "Present when the response repeats the first one for the key, byte for byte. Its `request_id` is \
                            that of the first request.",
            "schema": {"type": "string", "const": "true"},
        },
    })
}
