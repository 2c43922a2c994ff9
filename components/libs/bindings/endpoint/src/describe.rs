//! Descriptions of request bodies and queries. The function that reads a body or a query runs against a recorder, which
//! notes every field with its rule. So the description matches the checks, and no rule is written twice.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;

use crate::query::Query;
use crate::shape::Parameters;
use crate::validate::{Fields, described};

/// Returns the JSON Schema of a body, from the function that reads it.
pub fn body<T>(read: impl FnOnce(&mut Fields<'_>) -> T) -> Value {
    described(read)
}

/// Returns the OpenAPI parameters of a query, from the function that reads its filter.
pub fn query<T>(read_filter: impl FnOnce(&mut Query) -> T) -> Vec<Value> {
    let parameters = Rc::new(RefCell::new(Parameters::default()));
    read_filter(&mut Query::new(Box::new(Rc::clone(&parameters)), String::new()));
    parameters.take().0
}

/// Like [`query`], for a list: adds the parameters of its pages.
pub fn list_query<T>(read_filter: impl FnOnce(&mut Query) -> T) -> Vec<Value> {
    query(|query| {
        read_filter(query);
        query.paging();
    })
}

#[cfg(test)]
mod tests {
    use plumbline_contract::{Depth, JobStatus};
    use serde_json::json;

    use super::*;
    use crate::shape::NOT_BLANK;
    use crate::validate::Variant;

    fn url(fields: &mut Fields<'_>) -> &'static str {
        fields.required_url("url", 2048, |_| Ok(()));
        "url"
    }

    fn upload(fields: &mut Fields<'_>) -> &'static str {
        fields.integer("size_bytes", 1, 50);
        "upload"
    }

    #[test]
    fn what_is_read_is_described() {
        let schema = body(|fields| {
            let named = fields.has("name").then(|| fields.required_text("name", 1, 200));
            fields.required_text("filename", 1, 255);
            fields.object("options", |options| options.name_or("depth", Depth::Standard));
            fields.exactly_one(["a", "b"], "one of them");
            named
        });
        assert_eq!(
            schema,
            json!({
                "type": "object", "additionalProperties": false, "required": ["filename"],
                "properties": {
                    "name": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": NOT_BLANK},
                    "filename": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": NOT_BLANK},
                    "options": {
                        "type": ["object", "null"], "additionalProperties": false,
                        "properties": {"depth": {
                            "anyOf": [{"type": "string", "enum": ["standard", "deep"]}, {"type": "null"}],
                            "default": "standard",
                        }},
                    },
                },
                "allOf": [{"oneOf": [
                    {"required": ["a"], "properties": {"a": {"not": {"type": "null"}}}},
                    {"required": ["b"], "properties": {"b": {"not": {"type": "null"}}}},
                ]}],
            })
        );
    }

    #[test]
    fn forms_are_told_apart_by_their_tag() {
        let schema = body(|fields| {
            fields.tagged_union("type", &[Variant { name: "url", read: url }, Variant { name: "upload", read: upload }])
        });
        assert_eq!(schema["oneOf"][0]["required"], json!(["type", "url"]));
        assert_eq!(schema["oneOf"][1]["required"], json!(["type"]));
        assert_eq!(schema["oneOf"][1]["properties"]["type"], json!({"type": "string", "const": "upload"}));
        assert_eq!(schema["oneOf"][1]["additionalProperties"], false);
    }

    #[test]
    fn a_list_has_the_parameters_of_its_pages() {
        let parameters = list_query(|query| query.name::<JobStatus>("status"));
        let names: Vec<_> = parameters.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["status", "limit", "cursor"]);
        let limit = json!({"type": "integer", "minimum": 1, "maximum": 200, "default": 50});
        assert_eq!(parameters[1]["schema"], limit);
        assert_eq!(parameters[2]["schema"]["maxLength"], 512);
    }
}
