//! The projects endpoints: the operations of `/projects`.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_projects::ROUTES).expect("a database");
//! let created = harness.post("/projects", &serde_json::json!({"name": "School"}));
//! assert_eq!((created.status, &created.value()["name"]), (201, &serde_json::json!("School")));
//! ```

#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod projects;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    tools = include_str!("tools.json");
    POST "/projects" "projects:write" "projects.create" => projects::create;
    GET "/projects" "projects:read" "projects.list" => projects::list, query = true;
    GET "/projects/{project_id}" "projects:read" "projects.get" => projects::get;
    PATCH "/projects/{project_id}" "projects:write" "projects.update" => projects::update;
    DELETE "/projects/{project_id}" "projects:delete" "projects.delete" => projects::delete;
}
