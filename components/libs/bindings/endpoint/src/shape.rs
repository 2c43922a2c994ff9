//! What a recorder notes of a request body or a query, as JSON Schema.

use std::collections::BTreeSet;

use plumbline_contract::{IdKind, METADATA_VALUE_MAX};
use serde_json::{Map, Value, json};

use crate::rule::{INTEGER_MAX, Need, Rule};

/// Whether this build can describe operations. A component cannot, and is built without the code for it.
pub(crate) const DESCRIBES: bool = cfg!(not(target_family = "wasm"));

/// Pattern of text that PostgreSQL can store, which excludes U+0000.
const NO_NUL: &str = "^[^\\u0000]*$";
/// [`NO_NUL`] with at least one visible character.
pub(crate) const NOT_BLANK: &str = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";

/// Pattern of an address that the service may fetch. A development server also accepts http addresses of its own machine.
const HTTPS: &str = "^[Hh][Tt][Tt][Pp][Ss]://";

/// Pattern of the corners of a part of a page.
const CORNERS: &str = r"^(0(\.[0-9]{1,9})?|1(\.0{1,9})?)(,(0(\.[0-9]{1,9})?|1(\.0{1,9})?)){3}$";

/// The recorded shape of an object: its properties, and the rules that involve several of them.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    properties: Map<String, Value>,
    required: Vec<String>,
    /// Fields that may be left out, even if they are read as required.
    may_be_absent: BTreeSet<String>,
    rules: Vec<Value>,
    /// Variants of the object. If there are any, they are used instead of its own properties.
    variants: Vec<Value>,
}

impl Shape {
    pub(crate) fn field(&mut self, name: &str, need: Need, rule: &Rule) {
        self.property(name, need, schema(rule));
    }

    pub(crate) fn object(&mut self, name: &str, need: Need, schema: Value) {
        self.property(name, need, schema);
    }

    fn property(&mut self, name: &str, need: Need, schema: Value) {
        match need {
            Need::Optional => {
                self.properties.insert(name.to_owned(), or_null(schema));
            }
            Need::Required => {
                if !self.may_be_absent.contains(name) {
                    self.required.push(name.to_owned());
                }
                self.properties.insert(name.to_owned(), schema);
            }
        }
    }

    pub(crate) fn set_default(&mut self, name: &str, default: Value) {
        if let Some(property) = self.properties.get_mut(name) {
            property["default"] = default;
        }
    }

    /// States the default in the description: client generators mishandle objects as defaults, and each of the object's
    /// properties has its own default.
    pub(crate) fn set_empty_default(&mut self, name: &str) {
        if let Some(property) = self.properties.get_mut(name) {
            property["description"] = "Counts as an empty object when it is absent.".into();
        }
    }

    pub(crate) fn may_be_absent(&mut self, name: &str) {
        self.may_be_absent.insert(name.to_owned());
    }

    pub(crate) fn exactly_one(&mut self, names: [&str; 2]) {
        // Null counts as absent.
        let given = |name: &str| json!({"required": [name], "properties": {name: {"not": {"type": "null"}}}});
        self.rules.push(json!({"oneOf": names.map(given)}));
    }

    pub(crate) fn requires(&mut self, (name, value): (&str, &str), other: &str) {
        self.rules.push(json!({
            "if": {"required": [name], "properties": {name: {"const": value}}},
            "then": {"required": [other]},
        }));
    }

    pub(crate) fn tagged_union(&mut self, tag: &str, variants: impl Iterator<Item = (&'static str, Value)>) {
        self.variants = variants
            .map(|(name, mut variant)| {
                variant["properties"][tag] = json!({"type": "string", "const": name});
                match variant.get_mut("required").and_then(Value::as_array_mut) {
                    Some(required) => required.insert(0, tag.into()),
                    None => variant["required"] = json!([tag]),
                }
                variant
            })
            .collect();
    }

    /// Returns the JSON Schema of the object.
    pub(crate) fn schema(self) -> Value {
        if !self.variants.is_empty() {
            return json!({"oneOf": self.variants});
        }
        let mut schema = json!({"type": "object", "properties": self.properties, "additionalProperties": false});
        if !self.required.is_empty() {
            schema["required"] = json!(self.required);
        }
        if !self.rules.is_empty() {
            schema["allOf"] = json!(self.rules);
        }
        schema
    }
}

/// Parameters of a query in OpenAPI's form.
#[derive(Debug, Default)]
pub(crate) struct Parameters(pub(crate) Vec<Value>);

impl Parameters {
    pub(crate) fn add(&mut self, name: &str, need: Need, rule: &Rule) {
        let mut schema = schema(rule);
        if *rule == Rule::Bool {
            // An empty value or `null` counts as absent.
            schema = or_null(schema);
        }
        self.0.push(json!({"name": name, "in": "query", "required": need == Need::Required, "schema": schema}));
    }

    pub(crate) fn set_default(&mut self, name: &str, default: Value) {
        if let Some(parameter) = self.0.iter_mut().find(|parameter| parameter["name"] == name) {
            parameter["schema"]["default"] = default;
        }
    }
}

/// Returns the JSON Schema of a rule.
fn schema(rule: &Rule) -> Value {
    match rule {
        Rule::Text { min: 0, max } => json!({"type": "string", "maxLength": max, "pattern": NO_NUL}),
        Rule::Text { min, max } => json!({"type": "string", "minLength": min, "maxLength": max, "pattern": NOT_BLANK}),
        Rule::Id(kind) => json!({"type": "string", "pattern": kind.pattern()}),
        Rule::Url { max } => json!({"type": "string", "format": "uri", "maxLength": max, "pattern": HTTPS}),
        Rule::Name(names) => json!({"type": "string", "enum": names}),
        Rule::Bool => json!({"type": "boolean"}),
        Rule::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
        Rule::Number { min } => json!({"type": "number", "minimum": min}),
        Rule::Corners => json!({
            "type": "string", "pattern": CORNERS,
            "description": "Two opposite corners `x1,y1,x2,y2` of the part to show, from 0 to 1 of the page, origin top-left.",
        }),
        Rule::Integers { min, max_entries } => json!({
            "type": "array", "maxItems": max_entries,
            "items": {"type": "integer", "minimum": min, "maximum": INTEGER_MAX},
        }),
        Rule::Ids { kinds, max_entries } => json!({
            "type": "array", "minItems": 1, "maxItems": max_entries,
            "items": {"type": "string", "pattern": IdKind::pattern_of(kinds)},
        }),
        Rule::Names(names) => json!({
            "type": "array", "items": {"type": "string", "enum": names}, "minItems": 1, "uniqueItems": true,
        }),
        Rule::Date => json!({"type": "string", "format": "date"}),
        Rule::Timestamp => json!({"type": "string", "format": "date-time"}),
        Rule::Metadata => json!({
            "type": "object", "propertyNames": {"pattern": NO_NUL},
            "additionalProperties": {"type": "string", "maxLength": METADATA_VALUE_MAX, "pattern": NO_NUL},
        }),
    }
}

/// Returns the schema, extended to accept null.
fn or_null(mut schema: Value) -> Value {
    match schema.get("type") {
        // Client generators name an enumeration only if it is a schema by itself.
        Some(name) if schema.get("enum").is_none() => {
            schema["type"] = json!([name, "null"]);
            schema
        }
        _ => json!({"anyOf": [schema, {"type": "null"}]}),
    }
}
