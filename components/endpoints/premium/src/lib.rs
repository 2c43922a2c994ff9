//! The premium endpoints: interior renders, BIM models and clash runs. None is implemented yet; the paths check access.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_premium::ROUTES).expect("a database");
//! assert_eq!(harness.get("/bim-models").value()["code"], "premium_access_required");
//! ```

mod access;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    // Parameters are not refused, because callers without access learn nothing but that.
    POST "/interior/renders" any "interior_renders.create" => access::generate_interior, query = true;
    GET "/interior/renders" any "interior_renders.list" => access::read_interior, query = true;
    GET "/interior/renders/{render_id}" any "interior_renders.get" => access::read_interior, query = true;
    POST "/bim-models" any "bim_models.create" => access::generate_bim, query = true;
    GET "/bim-models" any "bim_models.list" => access::read_bim, query = true;
    GET "/bim-models/{bim_model_id}" any "bim_models.get" => access::read_bim, query = true;
    POST "/clash-runs" any "clash_runs.create" => access::clash, query = true;
    GET "/clash-runs" any "clash_runs.list" => access::clash, query = true;
    GET "/clash-runs/{clash_run_id}" any "clash_runs.get" => access::clash, query = true;
}
