//! The exports endpoints: the operations of `/exports`.

mod create;
mod rows;

plumbline_endpoint::endpoint! {
    POST "/exports" "exports:create" "exports.create" => create::create;
    GET "/exports/{export_id}" "exports:read" "exports.get" => rows::get;
}
