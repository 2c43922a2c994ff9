//! The limits in the capabilities record equal those that the operations enforce.

use plumbline_endpoint::testing::Harness;
use plumbline_endpoint::{Response, Route};
use serde_json::{Value, json};

const PROJECT: &str = "prj_0000000000000000000000";
const ITEMS: &str = "/takeoffs/tko_0000000000000000000000/items";

/// A call of an operation with a value of this size.
type Call = fn(&Harness, usize) -> Response;

/// Returns a harness with the operations that enforce limits, over one tenant.
fn service() -> Harness {
    let routes: Vec<Route> = [
        plumbline_endpoint_projects::ROUTES,
        plumbline_endpoint_documents::ROUTES,
        plumbline_endpoint_takeoffs::ROUTES,
        plumbline_endpoint_clients::ROUTES,
    ]
    .concat();
    Harness::new(&routes).unwrap()
}

fn text(length: usize) -> String {
    "x".repeat(length)
}

fn project(harness: &Harness, field: &str, value: &Value) -> Response {
    let mut body = json!({"name": "School"});
    body[field] = value.clone();
    harness.post("/projects", &body)
}

/// Creates a document in a missing project, so a valid request returns 404.
fn document(harness: &Harness, filename: &str, source: &Value) -> Response {
    harness.post("/documents", &json!({"project_id": PROJECT, "filename": filename, "source": source}))
}

fn pages(harness: &Harness, pages: &[usize]) -> Response {
    let body = json!({"document_id": "doc_0000000000000000000000", "discipline": "electrical", "pages": pages});
    harness.post("/takeoffs", &body)
}

const LARGEST: [(&str, Call); 17] = [
    ("list_limit_max", |harness, n| harness.get(&format!("/projects?limit={n}"))),
    ("project_name_max_characters", |harness, n| project(harness, "name", &json!(text(n)))),
    ("project_reference_max_characters", |harness, n| project(harness, "reference", &json!(text(n)))),
    ("end_customer_ref_max_characters", |harness, n| project(harness, "end_customer_ref", &json!(text(n)))),
    ("external_ref_max_characters", |harness, n| project(harness, "external_ref", &json!(text(n)))),
    ("address_max_characters", |harness, n| project(harness, "address", &json!(text(n)))),
    ("metadata_value_max_characters", |harness, n| project(harness, "metadata", &json!({"k": text(n)}))),
    ("filename_max_characters", |harness, n| document(harness, &text(n), &json!({"type": "upload"}))),
    ("source_url_max_characters", |harness, n| {
        let address = "https://example.test/";
        let url = format!("{address}{}", text(n - address.len()));
        document(harness, "a.pdf", &json!({"type": "url", "url": url}))
    }),
    ("document_max_bytes", |harness, n| document(harness, "a.pdf", &json!({"type": "upload", "size_bytes": n}))),
    ("takeoff_pages_max_entries", |harness, n| pages(harness, &vec![1; n])),
    ("item_note_max_characters", |harness, n| {
        let path = format!("{ITEMS}/itm_0000000000000000000000");
        harness.call("PATCH", &path, Some(&json!({"note": text(n)})), &[])
    }),
    ("idempotency_key_max_characters", |harness, n| {
        harness.call("POST", "/projects", Some(&json!({"name": "School"})), &[("idempotency-key", &text(n))])
    }),
    ("filter_q_max_characters", |harness, n| harness.get(&format!("/projects?q={}", text(n)))),
    ("filter_category_max_characters", |harness, n| harness.get(&format!("{ITEMS}?category={}", text(n)))),
    ("filter_item_type_max_characters", |harness, n| harness.get(&format!("{ITEMS}?item_type={}", text(n)))),
    ("access_request_note_max_characters", |harness, n| {
        harness.post("/access-requests", &json!({"capabilities": ["clash:run"], "note": text(n)}))
    }),
];

const SMALLEST: [(&str, Call); 5] = [
    ("list_limit_min", |harness, n| harness.get(&format!("/projects?limit={n}"))),
    ("project_name_min_characters", |harness, n| project(harness, "name", &json!(text(n)))),
    ("external_ref_min_characters", |harness, n| project(harness, "external_ref", &json!(text(n)))),
    ("filename_min_characters", |harness, n| document(harness, &text(n), &json!({"type": "upload"}))),
    ("takeoff_page_min", |harness, n| pages(harness, &[n])),
];

#[test]
fn each_limit_is_the_last_value_that_is_taken() {
    let harness = service();
    let limits = harness.get("/capabilities").value()["limits"].clone();
    let limit = |name: &str| usize::try_from(limits[name].as_u64().unwrap()).unwrap();
    let refused = |response: &Response| matches!(response.status, 400 | 422);
    let largest = LARGEST.iter().map(|(name, probe)| (name, probe, limit(name), limit(name) + 1));
    let smallest = SMALLEST.iter().map(|(name, probe)| (name, probe, limit(name), limit(name) - 1));
    for (name, probe, last, beyond) in largest.chain(smallest) {
        let taken = probe(&harness, last);
        assert!(!refused(&taken), "{name} {last}: {}", taken.value());
        let beyond = probe(&harness, beyond);
        assert!(refused(&beyond), "{name} beyond {last}: {}", beyond.status);
    }
}

#[test]
fn l1_a_list_has_as_many_as_the_default_says() {
    let harness = service();
    let limits = harness.get("/capabilities").value()["limits"].clone();
    for number in 0..=limits["list_limit_default"].as_u64().unwrap() {
        assert_eq!(project(&harness, "reference", &json!(number.to_string())).status, 201);
    }
    let page = harness.get("/projects").value();
    assert_eq!(page["data"].as_array().unwrap().len() as u64, limits["list_limit_default"].as_u64().unwrap());
    assert_eq!(page["has_more"], true);
}
