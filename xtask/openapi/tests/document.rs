//! Tests that the document is consistent and that the checked-in copy is current.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use plumbline_contract::event::event_kinds;
use plumbline_contract::{EventKind, access};
use plumbline_openapi::{PATH, document, operations, scopes, text};
use serde_json::Value;

#[test]
fn the_checked_in_document_is_the_present_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PATH);
    let present = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(present == text(), "{PATH} is stale: run `cargo xtask openapi` and commit what it writes");
}

#[test]
fn operations_have_names_and_paths_of_their_own() {
    let operations = operations();
    let names: BTreeSet<_> = operations.iter().map(|operation| operation.route.operation).collect();
    let places: BTreeSet<_> =
        operations.iter().map(|operation| (operation.route.method, operation.route.path)).collect();
    let ids: BTreeSet<_> = operations.iter().map(|operation| operation.id).collect();
    assert_eq!((names.len(), ids.len(), places.len()), (operations.len(), operations.len(), operations.len()));
}

#[test]
fn operations_and_schemas_are_described() {
    let document = document();
    for operation in operations() {
        assert!(
            !operation.summary.is_empty() && !operation.description.is_empty(),
            "{} is not described",
            operation.id
        );
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let description = schema["description"].as_str().unwrap_or_default();
        assert!(!description.is_empty(), "{name} is not described");
    }
}

/// Collects every string at a `$ref` or at the `operationId` of a link, at any depth.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn references_lead_somewhere_and_nothing_shared_is_unused() {
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    for reference in &found {
        let target = reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
        assert!(target.is_some(), "{reference} leads nowhere");
    }
    for part in ["schemas", "responses", "headers"] {
        for name in document["components"][part].as_object().unwrap().keys() {
            let reference = format!("#/components/{part}/{name}");
            assert!(found.contains(&reference), "{reference} is not used");
        }
    }
}

#[test]
fn webhooks_are_the_event_kinds_with_their_versions() {
    let document = document();
    let found: BTreeMap<&str, &Value> = document["webhooks"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(kind, request)| (kind.as_str(), &request["post"]["x-schema-version"]))
        .collect();
    let kinds: BTreeSet<&str> = EventKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert!(found.keys().eq(kinds.iter()), "{:?}", found.keys());
    for kind in event_kinds().data {
        assert_eq!(found[kind.code.as_str()], kind.schema_version, "{}", kind.code.as_str());
    }
}

#[test]
fn links_name_operations_and_their_parameters() {
    let operations = operations();
    for operation in &operations {
        for link in operation.responses.iter().flat_map(|response| &response.links) {
            let next = operations.iter().find(|next| next.route.operation == link.operation);
            let next = next.unwrap_or_else(|| panic!("{} links to no operation", operation.route.operation));
            assert!(next.route.path.contains(&format!("{{{}}}", link.parameter)), "{link:?}");
        }
    }
}

#[test]
fn components_declare_the_scopes_of_the_contract() {
    let read = |json: &str| serde_json::from_str::<Vec<Value>>(json).unwrap();
    let contract = read(access::SCOPES);
    let declared: Vec<Value> = scopes().into_iter().flat_map(read).collect();
    for scope in &declared {
        assert!(contract.contains(scope), "{scope} differs from the contract's");
    }
    let names: BTreeSet<_> = declared.iter().map(|scope| scope["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), declared.len(), "a scope is declared once");
    for scope in contract.iter().filter(|scope| scope["planned"] != true) {
        assert!(declared.contains(scope), "{scope} is declared by no component");
    }
    for operation in operations() {
        assert!(operation.route.scope.is_none_or(|scope| names.contains(scope)), "{}", operation.route.operation);
    }
}
