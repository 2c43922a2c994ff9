//! The document's schemas (JSON Schema 2020-12) in the form that type generators accept (draft 7).
//!
//! Rules that only the server can check are omitted: patterns, lengths, ranges and rules between properties. A client that
//! checked them too would refuse responses of a later version. The server's problems report errors in a request.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// The prefix of references in simplified schemas.
pub(crate) const DEFINITIONS: &str = "#/definitions/";

/// Keywords whose value is one schema, a list of schemas, or schemas by name.
const ONE: [&str; 2] = ["items", "additionalProperties"];
const MANY: [&str; 2] = ["oneOf", "anyOf"];
const NAMED: &str = "properties";

/// Keywords that constrain values without changing their type, and defaults, which the server fills in.
const OMITTED: [&str; 9] =
    ["pattern", "minLength", "maxLength", "propertyNames", "uniqueItems", "allOf", "default", "minimum", "maximum"];

/// Simplifies a schema and its nested schemas.
pub(crate) fn simplify(schema: &Value) -> Value {
    let Some(object) = schema.as_object() else { return schema.clone() };
    let mut simplified = Map::new();
    for (key, value) in object {
        let (key, value) = match (key.as_str(), value) {
            ("$ref", Value::String(name)) => ("$ref", json!(name.replace("#/components/schemas/", DEFINITIONS))),
            ("const", value) => ("enum", json!([value])),
            // The format of a number is a type. Times and addresses stay text.
            ("format", _) if is_text(object) => continue,
            (key, _) if OMITTED.contains(&key) => continue,
            (NAMED, Value::Object(properties)) => {
                (NAMED, properties.iter().map(|(name, value)| (name.clone(), simplify(value))).collect())
            }
            (key, Value::Array(list)) if MANY.contains(&key) => (key, list.iter().map(simplify).collect()),
            (key, value) if ONE.contains(&key) => (key, simplify(value)),
            (key, value) => (key, value.clone()),
        };
        simplified.insert(key.to_owned(), value);
    }
    // An integer without a format and a range would be signed.
    if object.get("minimum").and_then(Value::as_f64).is_some_and(|least| least >= 0.0) {
        simplified.insert("minimum".to_owned(), json!(0));
    }
    Value::Object(simplified)
}

/// Returns the names of an enumeration: of `enum`, or of alternatives that are one name each.
pub(crate) fn names(schema: &Value) -> Option<Vec<String>> {
    let names = |values: &Value| -> Option<Vec<String>> {
        values.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    };
    if let Some(values) = schema.get("enum") {
        return names(values);
    }
    let alternatives = schema.get("oneOf")?.as_array()?;
    let each: Option<Vec<_>> = alternatives.iter().map(|one| names(one.get("enum")?)).collect();
    Some(each?.concat())
}

/// Replaces references to plain-text schemas with `string`.
pub(crate) fn inline_texts(schema: &mut Value, texts: &BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            let name = object.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix(DEFINITIONS));
            if name.is_some_and(|name| texts.contains(name)) {
                object.remove("$ref");
                object.insert("type".to_owned(), json!("string"));
            }
            object.values_mut().for_each(|value| inline_texts(value, texts));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| inline_texts(value, texts)),
        _ => {}
    }
}

fn is_text(schema: &Map<String, Value>) -> bool {
    match &schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name == "string"),
        Some(name) => *name == "string",
        None => false,
    }
}
