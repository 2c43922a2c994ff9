//! Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.

use crate::call::{Call, Page, segment};
use crate::types;
/// List projects: `GET /projects`.
pub fn list_projects(query: &types::ListProjectsQuery) -> Call<types::ProjectList> {
    Call::new("GET", "/projects".to_owned()).query(query)
}
/// Create a project: `POST /projects`.
pub fn create_project(body: &types::ProjectCreate) -> Call<types::Project> {
    Call::new("POST", "/projects".to_owned()).body(body).keyed()
}
/// Delete a project: `DELETE /projects/{project_id}`.
pub fn delete_project(project_id: &str) -> Call<()> {
    Call::new("DELETE", format!("/projects/{}", segment(project_id)))
}
/// Get a project: `GET /projects/{project_id}`.
pub fn get_project(project_id: &str) -> Call<types::Project> {
    Call::new("GET", format!("/projects/{}", segment(project_id)))
}
/// Update a project: `PATCH /projects/{project_id}`.
pub fn update_project(
    project_id: &str,
    body: &types::ProjectUpdate,
) -> Call<types::Project> {
    Call::new("PATCH", format!("/projects/{}", segment(project_id))).body(body)
}
/// List documents: `GET /documents`.
pub fn list_documents(query: &types::ListDocumentsQuery) -> Call<types::DocumentList> {
    Call::new("GET", "/documents".to_owned()).query(query)
}
/// Answer to `POST /documents`.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(untagged)]
pub enum CreateDocumentAnswer {
    ///As [`types::DocumentWithUpload`].
    DocumentWithUpload(types::DocumentWithUpload),
    ///As [`types::Document`].
    Document(types::Document),
}
/// Create a document: `POST /documents`.
pub fn create_document(body: &types::DocumentCreate) -> Call<CreateDocumentAnswer> {
    Call::new("POST", "/documents".to_owned()).body(body).keyed()
}
/// Delete a document: `DELETE /documents/{document_id}`.
pub fn delete_document(document_id: &str) -> Call<()> {
    Call::new("DELETE", format!("/documents/{}", segment(document_id)))
}
/// Get a document: `GET /documents/{document_id}`.
pub fn get_document(document_id: &str) -> Call<types::Document> {
    Call::new("GET", format!("/documents/{}", segment(document_id)))
}
/// Complete the upload: `POST /documents/{document_id}/complete`.
pub fn complete_upload(document_id: &str) -> Call<types::Document> {
    Call::new("POST", format!("/documents/{}/complete", segment(document_id)))
}
/// List takeoffs: `GET /takeoffs`.
pub fn list_takeoffs(query: &types::ListTakeoffsQuery) -> Call<types::TakeoffList> {
    Call::new("GET", "/takeoffs".to_owned()).query(query)
}
/// Run a takeoff: `POST /takeoffs`.
pub fn create_takeoff(body: &types::TakeoffCreate) -> Call<types::Takeoff> {
    Call::new("POST", "/takeoffs".to_owned()).body(body).keyed()
}
/// Get a takeoff: `GET /takeoffs/{takeoff_id}`.
pub fn get_takeoff(takeoff_id: &str) -> Call<types::Takeoff> {
    Call::new("GET", format!("/takeoffs/{}", segment(takeoff_id)))
}
/// Cancel a takeoff: `POST /takeoffs/{takeoff_id}/cancel`.
pub fn cancel_takeoff(takeoff_id: &str) -> Call<types::Takeoff> {
    Call::new("POST", format!("/takeoffs/{}/cancel", segment(takeoff_id)))
}
/// List items: `GET /takeoffs/{takeoff_id}/items`.
pub fn list_items(
    takeoff_id: &str,
    query: &types::ListItemsQuery,
) -> Call<types::TakeoffItemList> {
    Call::new("GET", format!("/takeoffs/{}/items", segment(takeoff_id))).query(query)
}
/// Review many items: `POST /takeoffs/{takeoff_id}/items/review`.
pub fn review_items(
    takeoff_id: &str,
    body: &types::ItemsReview,
) -> Call<types::ItemsReviewResult> {
    Call::new("POST", format!("/takeoffs/{}/items/review", segment(takeoff_id)))
        .body(body)
        .keyed()
}
/// Get an item: `GET /takeoffs/{takeoff_id}/items/{item_id}`.
pub fn get_item(
    takeoff_id: &str,
    item_id: &str,
    query: &types::GetItemQuery,
) -> Call<types::TakeoffItem> {
    Call::new(
            "GET",
            format!("/takeoffs/{}/items/{}", segment(takeoff_id), segment(item_id)),
        )
        .query(query)
}
/// Review an item: `PATCH /takeoffs/{takeoff_id}/items/{item_id}`.
pub fn review_item(
    takeoff_id: &str,
    item_id: &str,
    query: &types::ReviewItemQuery,
    body: &types::ItemUpdate,
) -> Call<types::TakeoffItem> {
    Call::new(
            "PATCH",
            format!("/takeoffs/{}/items/{}", segment(takeoff_id), segment(item_id)),
        )
        .query(query)
        .body(body)
}
/// List routes: `GET /takeoffs/{takeoff_id}/routes`.
pub fn list_routes(
    takeoff_id: &str,
    query: &types::ListRoutesQuery,
) -> Call<types::RouteList> {
    Call::new("GET", format!("/takeoffs/{}/routes", segment(takeoff_id))).query(query)
}
/// Review a route: `PATCH /takeoffs/{takeoff_id}/routes/{route_id}`.
pub fn review_route(
    takeoff_id: &str,
    route_id: &str,
    body: &types::RouteUpdate,
) -> Call<types::Route> {
    Call::new(
            "PATCH",
            format!("/takeoffs/{}/routes/{}", segment(takeoff_id), segment(route_id)),
        )
        .body(body)
}
/// List schedules: `GET /takeoffs/{takeoff_id}/schedules`.
pub fn list_schedules(takeoff_id: &str) -> Call<types::ScheduleList> {
    Call::new("GET", format!("/takeoffs/{}/schedules", segment(takeoff_id)))
}
/// Get the summary of a takeoff: `GET /takeoffs/{takeoff_id}/summary`.
pub fn get_takeoff_summary(takeoff_id: &str) -> Call<types::TakeoffSummary> {
    Call::new("GET", format!("/takeoffs/{}/summary", segment(takeoff_id)))
}
/// Export a takeoff: `POST /exports`.
pub fn create_export(body: &types::ExportCreate) -> Call<types::Export> {
    Call::new("POST", "/exports".to_owned()).body(body).keyed()
}
/// Get an export: `GET /exports/{export_id}`.
pub fn get_export(export_id: &str) -> Call<types::Export> {
    Call::new("GET", format!("/exports/{}", segment(export_id)))
}
/// Get the CAD status of a document: `GET /documents/{document_id}/cad`.
pub fn get_cad_status(document_id: &str) -> Call<types::CadStatus> {
    Call::new("GET", format!("/documents/{}/cad", segment(document_id)))
}
/// Convert a drawing to CAD: `POST /documents/{document_id}/cad-files`.
pub fn create_cad_file(
    document_id: &str,
    body: &types::CadFileCreate,
) -> Call<types::CadFile> {
    Call::new("POST", format!("/documents/{}/cad-files", segment(document_id)))
        .body(body)
}
/// Get credits: `GET /credits`.
pub fn get_credits() -> Call<types::Credits> {
    Call::new("GET", "/credits".to_owned())
}
/// Get a usage report: `GET /usage`.
pub fn get_usage_report(query: &types::GetUsageReportQuery) -> Call<types::UsageReport> {
    Call::new("GET", "/usage".to_owned()).query(query)
}
/// List webhook endpoints: `GET /webhook-endpoints`.
pub fn list_webhook_endpoints(
    query: &types::ListWebhookEndpointsQuery,
) -> Call<types::WebhookEndpointList> {
    Call::new("GET", "/webhook-endpoints".to_owned()).query(query)
}
/// Create a webhook endpoint: `POST /webhook-endpoints`.
pub fn create_webhook_endpoint(
    body: &types::WebhookEndpointCreate,
) -> Call<types::WebhookEndpoint> {
    Call::new("POST", "/webhook-endpoints".to_owned()).body(body).keyed()
}
/// Delete a webhook endpoint: `DELETE /webhook-endpoints/{webhook_endpoint_id}`.
pub fn delete_webhook_endpoint(webhook_endpoint_id: &str) -> Call<()> {
    Call::new("DELETE", format!("/webhook-endpoints/{}", segment(webhook_endpoint_id)))
}
/// Get a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}`.
pub fn get_webhook_endpoint(webhook_endpoint_id: &str) -> Call<types::WebhookEndpoint> {
    Call::new("GET", format!("/webhook-endpoints/{}", segment(webhook_endpoint_id)))
}
/// Update a webhook endpoint: `PATCH /webhook-endpoints/{webhook_endpoint_id}`.
pub fn update_webhook_endpoint(
    webhook_endpoint_id: &str,
    body: &types::WebhookEndpointUpdate,
) -> Call<types::WebhookEndpoint> {
    Call::new("PATCH", format!("/webhook-endpoints/{}", segment(webhook_endpoint_id)))
        .body(body)
}
/// List deliveries of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`.
pub fn list_webhook_deliveries(
    webhook_endpoint_id: &str,
    query: &types::ListWebhookDeliveriesQuery,
) -> Call<types::WebhookDeliveryList> {
    Call::new(
            "GET",
            format!("/webhook-endpoints/{}/deliveries", segment(webhook_endpoint_id)),
        )
        .query(query)
}
/// Get a delivery of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}`.
pub fn get_webhook_delivery(
    webhook_endpoint_id: &str,
    delivery_id: &str,
) -> Call<types::WebhookDelivery> {
    Call::new(
        "GET",
        format!(
            "/webhook-endpoints/{}/deliveries/{}", segment(webhook_endpoint_id),
            segment(delivery_id)
        ),
    )
}
/// Replay a delivery: `POST /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}/replay`.
pub fn replay_webhook_delivery(
    webhook_endpoint_id: &str,
    delivery_id: &str,
) -> Call<types::WebhookDelivery> {
    Call::new(
            "POST",
            format!(
                "/webhook-endpoints/{}/deliveries/{}/replay",
                segment(webhook_endpoint_id), segment(delivery_id)
            ),
        )
        .keyed()
}
/// Replay events of a time range: `POST /webhook-endpoints/{webhook_endpoint_id}/replay`.
pub fn replay_webhook_events(
    webhook_endpoint_id: &str,
    body: &types::WebhookReplayRange,
) -> Call<types::WebhookReplay> {
    Call::new(
            "POST",
            format!("/webhook-endpoints/{}/replay", segment(webhook_endpoint_id)),
        )
        .body(body)
        .keyed()
}
/// Rotate the secret of a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret`.
pub fn rotate_webhook_secret(webhook_endpoint_id: &str) -> Call<types::WebhookEndpoint> {
    Call::new(
            "POST",
            format!("/webhook-endpoints/{}/rotate-secret", segment(webhook_endpoint_id)),
        )
        .keyed()
}
/// Test a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/test`.
pub fn test_webhook_endpoint(webhook_endpoint_id: &str) -> Call<types::WebhookDelivery> {
    Call::new(
            "POST",
            format!("/webhook-endpoints/{}/test", segment(webhook_endpoint_id)),
        )
        .keyed()
}
/// List events: `GET /events`.
pub fn list_events(query: &types::ListEventsQuery) -> Call<types::EventList> {
    Call::new("GET", "/events".to_owned()).query(query)
}
/// Get an event: `GET /events/{event_id}`.
pub fn get_event(event_id: &str) -> Call<types::Event> {
    Call::new("GET", format!("/events/{}", segment(event_id)))
}
/// Request premium access: `POST /access-requests`.
pub fn create_access_request(
    body: &types::AccessRequestCreate,
) -> Call<types::AccessRequestReceipt> {
    Call::new("POST", "/access-requests".to_owned()).body(body).keyed()
}
/// Get capabilities: `GET /capabilities`.
pub fn get_capabilities() -> Call<types::Capabilities> {
    Call::new("GET", "/capabilities".to_owned())
}
/// Get the calling credential: `GET /clients/me`.
pub fn get_current_client() -> Call<types::ClientInfo> {
    Call::new("GET", "/clients/me".to_owned())
}
/// List disciplines: `GET /reference/disciplines`.
pub fn list_disciplines() -> Call<types::DisciplineInfoList> {
    Call::new("GET", "/reference/disciplines".to_owned())
}
/// List event kinds: `GET /reference/event-kinds`.
pub fn list_event_kinds() -> Call<types::EventKindInfoList> {
    Call::new("GET", "/reference/event-kinds".to_owned())
}
/// List export formats: `GET /reference/export-formats`.
pub fn list_export_formats() -> Call<types::ExportFormatInfoList> {
    Call::new("GET", "/reference/export-formats".to_owned())
}
/// Get the taxonomy: `GET /reference/taxonomy`.
pub fn get_taxonomy() -> Call<types::Taxonomy> {
    Call::new("GET", "/reference/taxonomy".to_owned())
}
/// List units: `GET /reference/units`.
pub fn list_units() -> Call<types::UnitList> {
    Call::new("GET", "/reference/units".to_owned())
}
impl Page for types::DocumentList {
    type Record = types::Document;
    fn split(self) -> (Vec<types::Document>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::EventList {
    type Record = types::Event;
    fn split(self) -> (Vec<types::Event>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::ProjectList {
    type Record = types::Project;
    fn split(self) -> (Vec<types::Project>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::RouteList {
    type Record = types::Route;
    fn split(self) -> (Vec<types::Route>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::TakeoffItemList {
    type Record = types::TakeoffItem;
    fn split(self) -> (Vec<types::TakeoffItem>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::TakeoffList {
    type Record = types::Takeoff;
    fn split(self) -> (Vec<types::Takeoff>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::WebhookDeliveryList {
    type Record = types::WebhookDelivery;
    fn split(self) -> (Vec<types::WebhookDelivery>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
impl Page for types::WebhookEndpointList {
    type Record = types::WebhookEndpoint;
    fn split(self) -> (Vec<types::WebhookEndpoint>, Option<String>) {
        (self.data, self.next_cursor)
    }
}
