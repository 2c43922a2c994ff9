//! Tests that the requests of the collection can be sent from top to bottom, and that every operation has its requests.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use std::collections::{BTreeMap, BTreeSet};

use plumbline_clients::{DOCUMENT, files, root};
use serde_json::{Map, Value};

fn collection() -> Value {
    let file = files().unwrap().into_iter().find(|file| file.path.ends_with(".postman_collection.json")).unwrap();
    serde_json::from_str(&file.text).unwrap()
}

/// Returns the requests in the order in which they are sent.
fn requests(collection: &Value) -> impl Iterator<Item = &Value> {
    collection["item"].as_array().unwrap().iter().flat_map(|folder| folder["item"].as_array().unwrap())
}

/// Returns the variables that a request needs. Names with a `$` are built into the programs that send it.
fn needed(request: &Value) -> BTreeSet<String> {
    let mut request = request["request"].clone();
    for list in ["/header", "/url/query"] {
        if let Some(list) = request.pointer_mut(list).and_then(Value::as_array_mut) {
            list.retain(|entry| entry["disabled"] != true);
        }
    }
    let text = request.to_string();
    let names = text.split("{{").skip(1).filter_map(|rest| Some(rest.split_once("}}")?.0));
    names.filter(|name| !name.starts_with('$')).map(str::to_owned).collect()
}

/// Returns the variables that a request's script stores.
fn stored(request: &Value) -> BTreeSet<String> {
    let events = request["event"].as_array().into_iter().flatten();
    let lines = events.flat_map(|event| event["script"]["exec"].as_array().into_iter().flatten());
    lines
        .filter_map(Value::as_str)
        .filter_map(|line| Some(line.split_once("pm.collectionVariables.set(\"")?.1.split_once('"')?.0.to_owned()))
        .collect()
}

#[test]
fn each_request_finds_what_earlier_ones_stored_and_nothing_deleted() {
    let collection = collection();
    let initial: BTreeSet<String> = collection["variable"]
        .as_array()
        .unwrap()
        .iter()
        // The user sets the key.
        .filter(|variable| variable["value"] != "" || variable["key"] == "key")
        .map(|variable| variable["key"].as_str().unwrap().to_owned())
        .collect();
    let mut known = initial.clone();
    for request in requests(&collection) {
        let needed = needed(request);
        assert!(needed.is_subset(&known), "{} needs {needed:?} and finds {known:?}", request["name"]);
        if request["request"]["method"] == "DELETE" {
            known.retain(|name| initial.contains(name) || !needed.contains(name));
        }
        known.extend(stored(request));
    }
}

#[test]
fn every_operation_that_is_not_premium_has_its_requests() {
    let document: Value = serde_json::from_slice(&std::fs::read(root().join(DOCUMENT)).unwrap()).unwrap();
    let mut expected = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if operation["tags"][0] != "Premium" {
                // One request for each example of the body.
                let examples = operation["requestBody"]["content"]["application/json"]["examples"].as_object();
                expected.insert(format!("{} {path}", method.to_uppercase()), examples.map_or(1, Map::len));
            }
        }
    }
    let mut sent = BTreeMap::<String, usize>::new();
    let collection = collection();
    for request in requests(&collection) {
        let request = &request["request"];
        // Uploads and downloads go to signed addresses.
        let Some(path) = request["url"]["path"].as_array() else { continue };
        let parts: Vec<_> = path.iter().map(|part| part.as_str().unwrap()).collect();
        let path = parts.join("/").replace("{{", "{").replace("}}", "}");
        *sent.entry(format!("{} /{path}", request["method"].as_str().unwrap())).or_default() += 1;
    }
    assert_eq!(sent, expected);
}
