//! The operations in the API's document (OpenAPI 3.1), and the schemas of a tool that calls one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// Where references to schemas lead in the document.
const SCHEMAS: &str = "#/components/schemas/";
/// Where they lead in a tool's schema, which must be complete in itself.
const DEFINITIONS: &str = "#/$defs/";
/// The media type of most results.
pub(crate) const JSON: &str = "application/json";
/// The argument with the highest cost that the user agreed to.
pub(crate) const MAX_CREDITS: &str = "max_credits";
/// The argument that makes a repeated call harmless, and its header.
pub(crate) const IDEMPOTENCY_KEY: (&str, &str) = ("idempotency_key", "idempotency-key");

/// Keywords that constrain nothing.
const ANNOTATIONS: [&str; 3] = ["description", "title", "format"];

/// The operations by their names.
#[derive(Debug, Default)]
pub struct Document {
    operations: BTreeMap<String, Value>,
    schemas: Map<String, Value>,
}

/// The parameters of an operation by their places, and whether it has a body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parameters {
    pub(crate) path: Vec<String>,
    pub(crate) query: Vec<String>,
    pub(crate) body: Vec<String>,
    pub(crate) takes_key: bool,
}

/// What a tool needs to know of its operation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Described {
    pub(crate) parameters: Parameters,
    pub(crate) input: Map<String, Value>,
    /// `None` if a success has no body, or one that is not JSON.
    pub(crate) output: Option<Map<String, Value>>,
    /// The media type of a success.
    pub(crate) media_type: String,
}

impl Document {
    /// Reads a document.
    pub fn new(document: &Value) -> Self {
        let paths = document["paths"].as_object();
        let operations = paths.into_iter().flat_map(Map::values).filter_map(Value::as_object).flat_map(Map::values);
        let named = |operation: &Value| Some((operation["x-operation"].as_str()?.to_owned(), operation.clone()));
        Self {
            operations: operations.filter_map(named).collect(),
            schemas: document["components"]["schemas"].as_object().cloned().unwrap_or_default(),
        }
    }

    /// Describes a tool that calls an operation. `None` if the document does not have it. A tool that spends credits has one
    /// more argument.
    pub(crate) fn describe(&self, operation: &str, spends: bool) -> Option<Described> {
        let operation = self.operations.get(operation)?;
        let mut parameters = Parameters::default();
        let (mut properties, mut required) = (Map::new(), BTreeSet::new());
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str()?;
            match parameter["in"].as_str()? {
                "path" => parameters.path.push(name.to_owned()),
                "query" => parameters.query.push(name.to_owned()),
                _ => {
                    parameters.takes_key |= name.eq_ignore_ascii_case(IDEMPOTENCY_KEY.1);
                    continue;
                }
            }
            let mut schema = parameter["schema"].clone();
            if let (Some(schema), Some(description)) = (schema.as_object_mut(), parameter.get("description")) {
                schema.insert("description".into(), description.clone());
            }
            properties.insert(name.to_owned(), schema);
            if parameter["required"] == true {
                required.insert(name.to_owned());
            }
        }
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let body = self.resolve(body);
        for (name, schema) in body["properties"].as_object().into_iter().flatten() {
            parameters.body.push(name.clone());
            properties.insert(name.clone(), schema.clone());
        }
        // What is written has the name alone: filters of what is written are for lists.
        parameters.query.retain(|name| !parameters.body.contains(name));
        required.extend(body["required"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
        if parameters.takes_key {
            properties.insert(IDEMPOTENCY_KEY.0.into(), json!({
                "type": "string", "minLength": 1, "maxLength": 255,
                "description": "A unique key that you choose. Repeating the call with this key returns the first result without repeating the operation.",
            }));
        }
        if spends {
            properties.insert(
                MAX_CREDITS.into(),
                json!({
                    "type": "number", "minimum": 0,
                    "description": "The credits that the user agreed to spend. Leave it out to learn the cost first.",
                }),
            );
        }
        let mut input = json!({"type": "object", "properties": properties, "additionalProperties": false});
        if !required.is_empty() {
            input["required"] = json!(required);
        }
        let success = operation["responses"].as_object()?.iter().find(|(status, _)| status.starts_with('2'));
        let content = success.and_then(|(_, response)| response["content"].as_object());
        let media_type = match content.and_then(|content| content.keys().next()) {
            Some(other) if !content.is_some_and(|content| content.contains_key(JSON)) => other.clone(),
            _ => JSON.to_owned(),
        };
        let output = content.and_then(|content| content.get(JSON)).map(|content| &content["schema"]);
        let output = output.filter(|schema| !schema.is_null()).map(|schema| {
            let mut output = Value::Object(self.complete(self.resolve(schema).clone()));
            remove_annotations(&mut output);
            output.as_object().cloned().unwrap_or_default()
        });
        let mut input = Value::Object(self.complete(input));
        separate_null(&mut input);
        let input = input.as_object().cloned().unwrap_or_default();
        Some(Described { parameters, input, output, media_type })
    }

    /// Returns the schema that a schema refers to, or itself.
    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let target = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(SCHEMAS));
        target.and_then(|name| self.schemas.get(name)).unwrap_or(schema)
    }

    /// Adds all schemas that a schema refers to, and makes its references lead to them.
    fn complete(&self, mut schema: Value) -> Map<String, Value> {
        let mut definitions = Map::new();
        let mut open = redirect(&mut schema);
        while let Some(name) = open.pop() {
            let Some(definition) = self.schemas.get(&name).filter(|_| !definitions.contains_key(&name)) else {
                continue;
            };
            let mut definition = definition.clone();
            open.extend(redirect(&mut definition));
            definitions.insert(name, definition);
        }
        let mut schema = match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        };
        schema.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
        // Clients expect an object here, also for a choice between objects.
        schema.entry("type").or_insert_with(|| "object".into());
        if !definitions.is_empty() {
            schema.insert("$defs".into(), definitions.into());
        }
        schema
    }
}

/// Makes all references lead to definitions, and returns the names.
fn redirect(schema: &mut Value) -> Vec<String> {
    let mut found = Vec::new();
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(reference) if name == "$ref" => {
                        if let Some(target) = reference.strip_prefix(SCHEMAS).map(str::to_owned) {
                            *reference = format!("{DEFINITIONS}{target}");
                            found.push(target);
                        }
                    }
                    other => found.extend(redirect(other)),
                }
            }
        }
        Value::Array(values) => found.extend(values.iter_mut().flat_map(redirect)),
        _ => {}
    }
    found
}

/// Removes what a schema says to people. Agents read every schema before each job, and a result explains itself.
fn remove_annotations(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            // A property of that name has a schema, which is an object.
            fields.retain(|name, value| !(ANNOTATIONS.contains(&name.as_str()) && value.is_string()));
            fields.values_mut().for_each(remove_annotations);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_annotations),
        _ => {}
    }
}

/// Makes a choice of each type that may also be null, because some clients know only one type for each argument.
fn separate_null(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(separate_null);
            let Some(Value::Array(types)) = fields.get("type") else { return };
            let [one, null] = &types[..] else { return };
            let (one, null) = if one == "null" { (null, one) } else { (one, null) };
            if null != "null" {
                return;
            }
            let one = one.clone();
            let (outside, mut own): (Map<_, _>, Map<_, _>) = std::mem::take(fields)
                .into_iter()
                .partition(|(name, _)| ["description", "title", "default"].contains(&name.as_str()));
            own.insert("type".into(), one);
            if let Some(Value::Array(values)) = own.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            *fields = outside;
            fields.insert("anyOf".into(), json!([own, {"type": "null"}]));
        }
        Value::Array(values) => values.iter_mut().for_each(separate_null),
        _ => {}
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A document with an operation that has everything.
    pub(crate) fn document() -> Document {
        let order = json!({"type": "object", "properties": {"id": {"$ref": "#/components/schemas/OrderId"}}});
        let text = |name: &str, place: &str, required: bool| json!({"name": name, "in": place, "required": required, "schema": {"type": "string"}});
        let response =
            json!({"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}});
        let create = json!({
            "x-operation": "orders.create",
            "parameters": [text("shop_id", "path", true), text("lang", "query", false), text("kind", "query", false), text("Idempotency-Key", "header", false)],
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/OrderCreate"}}}},
            "responses": response,
        });
        let delete =
            json!({"x-operation": "orders.delete", "parameters": [text("id", "path", true)], "responses": {"204": {}}});
        let body = json!({
            "type": "object", "required": ["kind"],
            "properties": {"kind": {"type": "string"}, "lines": {"type": "array", "items": {"$ref": "#/components/schemas/OrderId"}}},
        });
        Document::new(&json!({
            "paths": {"/shops/{shop_id}/orders": {"post": create}, "/orders/{id}": {"delete": delete}},
            "components": {"schemas": {"Order": order, "OrderCreate": body, "OrderId": {"type": "string"}}},
        }))
    }

    #[test]
    fn a_type_that_may_be_null_is_a_choice() {
        let mut schema = json!({"properties": {
            "note": {"type": ["string", "null"], "maxLength": 5, "description": "A note."},
            "kind": {"type": ["null", "string"], "enum": ["a", null]},
            "type": {"type": "string"}, "either": {"type": ["string", "integer"]},
        }});
        separate_null(&mut schema);
        let expected = json!({"properties": {
            "note": {"description": "A note.", "anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]},
            "kind": {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
            "type": {"type": "string"}, "either": {"type": ["string", "integer"]},
        }});
        assert_eq!(schema, expected);
    }

    #[test]
    fn a_tool_has_the_parameters_of_its_operation_and_complete_schemas() {
        let Described { parameters, input, output, media_type } = document().describe("orders.create", true).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let expected = Parameters {
            path: names(&["shop_id"]),
            query: names(&["lang"]),
            body: names(&["kind", "lines"]),
            takes_key: true,
        };
        assert_eq!((parameters, media_type.as_str()), (expected, JSON));
        assert_eq!(input["required"], json!(["kind", "shop_id"]));
        let properties: Vec<&str> = input["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(properties.len(), 6, "{properties:?}");
        assert_eq!(input["properties"]["lines"]["items"]["$ref"], "#/$defs/OrderId");
        assert_eq!(input["$defs"], json!({"OrderId": {"type": "string"}}));
        let output = output.unwrap();
        assert_eq!(
            (&output["type"], &output["properties"]["id"]["$ref"]),
            (&json!("object"), &json!("#/$defs/OrderId"))
        );
        let deleted = document().describe("orders.delete", false).unwrap();
        assert!(
            deleted.output.is_none() && !deleted.input["properties"].as_object().unwrap().contains_key(MAX_CREDITS)
        );
        assert!(document().describe("orders.other", false).is_none());
    }
}
