//! The takeoffs endpoints: takeoffs, their items and review, summary, schedules and routes.
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//!
//! let harness = Harness::new(plumbline_endpoint_takeoffs::ROUTES).expect("a database");
//! assert_eq!(harness.get("/takeoffs").status, 200);
//! ```

mod bulk;
mod by_review_status;
mod consolidate;
mod create;
mod filter;
mod group;
mod group_version;
mod item;
mod item_list;
mod item_picture;
mod items;
mod jobs;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod position;
mod review;
mod routes;
mod rows;
mod schedules;
mod stored_groups;
mod summary;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    tools = include_str!("tools.json");
    prompts = include_str!("prompts.json");
    POST "/takeoffs" "takeoffs:run" "takeoffs.create" => create::create;
    GET "/takeoffs" "takeoffs:read" "takeoffs.list" => jobs::list, query = true;
    GET "/takeoffs/{takeoff_id}" "takeoffs:read" "takeoffs.get" => jobs::get;
    POST "/takeoffs/{takeoff_id}/cancel" "takeoffs:run" "takeoffs.cancel" => jobs::cancel;
    GET "/takeoffs/{takeoff_id}/items" "takeoffs:read" "takeoffs.items" => item_list::list, query = true;
    GET "/takeoffs/{takeoff_id}/items/{item_id}" "takeoffs:read" "takeoffs.item" => item::get, query = true;
    PATCH "/takeoffs/{takeoff_id}/items/{item_id}" "takeoffs:review" "takeoffs.review_item"
        => item::update, query = true;
    GET "/takeoffs/{takeoff_id}/items/{item_id}/picture" "takeoffs:read" "takeoffs.item_picture"
        => item_picture::get, query = true, also "image/png";
    POST "/takeoffs/{takeoff_id}/items/review" "takeoffs:review" "takeoffs.review_items" => bulk::update;
    GET "/takeoffs/{takeoff_id}/summary" "takeoffs:read" "takeoffs.summary" => summary::get;
    GET "/takeoffs/{takeoff_id}/schedules" "takeoffs:read" "takeoffs.schedules" => schedules::list;
    GET "/takeoffs/{takeoff_id}/routes" "takeoffs:read" "takeoffs.routes" => routes::list, query = true;
    PATCH "/takeoffs/{takeoff_id}/routes/{route_id}" "takeoffs:review" "takeoffs.review_route" => routes::review;
}
