//! Tests that every request and every response has an example, and that each example is valid by its schema.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use std::collections::BTreeSet;

use jsonschema::{Draft, Validator};
use plumbline_contract::problem::ProblemCode;
use plumbline_openapi::document;
use serde_json::{Map, Value, json};

/// Returns a validator for one schema of the document.
fn validator(document: &Value, schema: &Value) -> Validator {
    let mut schema = schema.clone();
    // References point to the components from the root.
    schema["components"] = json!({"schemas": document["components"]["schemas"]});
    jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true).build(&schema).unwrap()
}

/// Returns the examples of a media type: the only one, or the named ones.
fn examples(media: &Value) -> Vec<&Value> {
    let named = media["examples"].as_object().into_iter().flat_map(Map::values).map(|example| &example["value"]);
    media.get("example").into_iter().chain(named).collect()
}

/// Appends the errors in the examples of a `content` object.
fn check(document: &Value, content: &Value, place: &str, wrong: &mut Vec<String>) {
    // A picture shows itself.
    for (media_type, media) in
        content.as_object().unwrap().iter().filter(|(_, media)| media["schema"]["format"] != "binary")
    {
        let examples = examples(media);
        if examples.is_empty() {
            wrong.push(format!("{place} has no example of {media_type}"));
        }
        let validator = validator(document, &media["schema"]);
        for example in examples {
            let errors = validator.iter_errors(example);
            wrong.extend(errors.map(|error| format!("{place}: {error} at {}", error.instance_path())));
        }
    }
}

#[test]
fn requests_and_successes_have_valid_examples() {
    let document = document();
    let mut wrong = Vec::new();
    for operation in document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values())
    {
        let id = operation["operationId"].as_str().unwrap();
        if let Some(body) = operation.get("requestBody") {
            check(&document, &body["content"], &format!("the request of {id}"), &mut wrong);
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            if let Some(content) = response.get("content").filter(|_| status.starts_with('2')) {
                check(&document, content, &format!("{status} of {id}"), &mut wrong);
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn problems_have_a_valid_example_of_each_code() {
    let document = document();
    let mut wrong = Vec::new();
    for (name, response) in document["components"]["responses"].as_object().unwrap() {
        check(&document, &response["content"], name, &mut wrong);
        let shown = examples(&response["content"]["application/problem+json"]);
        for code in response["x-problem-codes"].as_array().unwrap() {
            let known = ProblemCode::from_code(code.as_str().unwrap()).unwrap();
            let example = shown.iter().find(|example| example["code"] == *code);
            let example = example.unwrap_or_else(|| panic!("{name} has no example of {code}"));
            assert_eq!(
                (&example["title"], &example["status"]),
                (&json!(known.title()), &json!(known.status())),
                "{code}"
            );
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Schemas that no example has.
const WITHOUT_EXAMPLE: [&str; 5] = [
    // Values of query parameters, which have no examples.
    "ReportFormat",
    "UsageSurface",
    // Parts of conversions to CAD, which no server makes yet.
    "CadCharge",
    "CadPayment",
    "CadReason",
];

/// Collects the names of the schemas that an example has.
struct Walk<'a> {
    document: &'a Value,
    met: BTreeSet<&'a str>,
}

impl<'a> Walk<'a> {
    /// Follows the schema into the example. Of alternatives, only those that the example satisfies count.
    fn visit(&mut self, schema: &'a Value, example: &Value) {
        if let Some(reference) = schema["$ref"].as_str() {
            self.met.extend(reference.strip_prefix("#/components/schemas/"));
            let document = self.document;
            let target = reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
            self.visit(target.unwrap(), example);
        }
        for (name, value) in example.as_object().into_iter().flatten() {
            if let Some(schema) = schema["properties"].get(name).or_else(|| schema.get("additionalProperties")) {
                self.visit(schema, value);
            }
        }
        for element in example.as_array().into_iter().flatten() {
            self.visit(&schema["items"], element);
        }
        for alternative in ["allOf", "anyOf", "oneOf"].iter().filter_map(|key| schema[*key].as_array()).flatten() {
            if validator(self.document, alternative).is_valid(example) {
                self.visit(alternative, example);
            }
        }
    }

    /// Visits the examples of a request or a response.
    fn visit_content(&mut self, described: &'a Value) {
        for media in described["content"].as_object().into_iter().flat_map(Map::values) {
            examples(media).into_iter().for_each(|example| self.visit(&media["schema"], example));
        }
    }
}

#[test]
fn every_schema_has_an_example() {
    let document = document();
    let mut walk = Walk { document: &document, met: BTreeSet::new() };
    for operation in document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values())
    {
        walk.visit_content(&operation["requestBody"]);
        operation["responses"].as_object().unwrap().values().for_each(|response| walk.visit_content(response));
    }
    let shared = document["components"]["responses"].as_object().unwrap();
    shared.values().for_each(|response| walk.visit_content(response));
    let all = document["components"]["schemas"].as_object().unwrap().keys().map(String::as_str);
    let missing: BTreeSet<&str> = all.filter(|name| !walk.met.contains(name)).collect();
    assert_eq!(missing, BTreeSet::from(WITHOUT_EXAMPLE));
}

#[test]
fn an_example_that_breaks_its_schema_is_found() {
    let mut document = document();
    let content = &mut document["paths"]["/projects"]["post"]["requestBody"]["content"];
    content["application/json"]["example"]["name"] = json!("");
    content["application/json"]["example"]["color"] = json!("red");
    let content = content.clone();
    let mut wrong = Vec::new();
    check(&document, &content, "createProject", &mut wrong);
    assert_eq!(wrong.len(), 3, "{wrong:?}");
}

#[test]
fn ids_of_operations_are_a_verb_and_a_noun() {
    const VERBS: [&str; 13] = [
        "create", "list", "get", "update", "delete", "complete", "download", "cancel", "review", "run", "rotate",
        "test", "replay",
    ];
    for operation in plumbline_openapi::operations() {
        let verb = VERBS.into_iter().find(|verb| operation.id.starts_with(verb));
        let noun = &operation.id[verb.unwrap_or_else(|| panic!("{} begins with no verb", operation.id)).len()..];
        assert!(noun.starts_with(|first: char| first.is_ascii_uppercase()), "{} names no noun", operation.id);
        assert!(operation.id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{}", operation.id);
    }
}
