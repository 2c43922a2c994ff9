//! The document's schemas (JSON Schema 2020-12) as the generator of types takes them (draft 7).
//!
//! What only the server can judge is left out: patterns, lengths, ranges and rules between properties. A client that
//! checked them too would refuse answers of a later version, and what it sends wrong is told by a problem.

use serde_json::{Map, Value, json};

/// The schemas of `components`, by name.
pub(crate) fn definitions(document: &Value) -> Result<Map<String, Value>, String> {
    let schemas = document["components"]["schemas"].as_object().ok_or("the document has no schemas")?;
    Ok(schemas.iter().map(|(name, schema)| (name.clone(), simple(schema))).collect())
}

/// Keywords whose value is one schema, a list of schemas, or schemas by name.
const ONE: [&str; 2] = ["items", "additionalProperties"];
const MANY: [&str; 2] = ["oneOf", "anyOf"];
const NAMED: &str = "properties";

/// Keywords that constrain values without changing their type; and defaults, which are the server's to fill in.
const LEFT_OUT: [&str; 9] =
    ["pattern", "minLength", "maxLength", "propertyNames", "uniqueItems", "allOf", "default", "minimum", "maximum"];

/// One schema, and those within it.
pub(crate) fn simple(schema: &Value) -> Value {
    let Some(object) = schema.as_object() else { return schema.clone() };
    let mut simplified = Map::new();
    for (key, value) in object {
        match (key.as_str(), value) {
            ("$ref", Value::String(name)) => {
                simplified.insert(key.clone(), json!(name.replace("#/components/schemas/", "#/definitions/")));
            }
            ("const", value) => {
                simplified.insert("enum".to_owned(), json!([value]));
            }
            // Numbers have a format that is a type; times and addresses stay text.
            ("format", _) if is_text(object) => {}
            (key, _) if LEFT_OUT.contains(&key) => {}
            (NAMED, Value::Object(properties)) => {
                let properties: Map<_, _> =
                    properties.iter().map(|(name, value)| (name.clone(), simple(value))).collect();
                simplified.insert(key.clone(), Value::Object(properties));
            }
            (key, Value::Array(list)) if MANY.contains(&key) => {
                simplified.insert(key.to_owned(), list.iter().map(simple).collect());
            }
            (key, value) if ONE.contains(&key) => {
                simplified.insert(key.to_owned(), simple(value));
            }
            _ => {
                simplified.insert(key.clone(), value.clone());
            }
        }
    }
    // An integer without a format and a range would be signed.
    if object.get("minimum").and_then(Value::as_f64).is_some_and(|least| least >= 0.0) {
        simplified.insert("minimum".to_owned(), json!(0));
    }
    Value::Object(simplified)
}

fn is_text(schema: &Map<String, Value>) -> bool {
    match &schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name == "string"),
        Some(name) => *name == "string",
        None => false,
    }
}
