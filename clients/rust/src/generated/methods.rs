//! Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.

use crate::{operations, types};
impl crate::Client {
    /// List projects: `GET /projects`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_projects(
        &self,
        query: &types::ListProjectsQuery,
    ) -> Result<types::ProjectList, crate::Error> {
        self.call(operations::list_projects(query)).await
    }
    /// Create a project: `POST /projects`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_project(
        &self,
        body: &types::ProjectCreate,
    ) -> Result<types::Project, crate::Error> {
        self.call(operations::create_project(body)).await
    }
    /// Delete a project: `DELETE /projects/{project_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn delete_project(&self, project_id: &str) -> Result<(), crate::Error> {
        self.call(operations::delete_project(project_id)).await
    }
    /// Get a project: `GET /projects/{project_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_project(
        &self,
        project_id: &str,
    ) -> Result<types::Project, crate::Error> {
        self.call(operations::get_project(project_id)).await
    }
    /// Update a project: `PATCH /projects/{project_id}`.
    ///
    /// [`Call::if_match`](crate::Call::if_match) of the call protects a change by someone else.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn update_project(
        &self,
        project_id: &str,
        body: &types::ProjectUpdate,
    ) -> Result<types::Project, crate::Error> {
        self.call(operations::update_project(project_id, body)).await
    }
    /// List documents: `GET /documents`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_documents(
        &self,
        query: &types::ListDocumentsQuery,
    ) -> Result<types::DocumentList, crate::Error> {
        self.call(operations::list_documents(query)).await
    }
    /// Create a document: `POST /documents`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_document(
        &self,
        body: &types::DocumentCreate,
    ) -> Result<operations::CreateDocumentAnswer, crate::Error> {
        self.call(operations::create_document(body)).await
    }
    /// Delete a document: `DELETE /documents/{document_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn delete_document(&self, document_id: &str) -> Result<(), crate::Error> {
        self.call(operations::delete_document(document_id)).await
    }
    /// Get a document: `GET /documents/{document_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_document(
        &self,
        document_id: &str,
    ) -> Result<types::Document, crate::Error> {
        self.call(operations::get_document(document_id)).await
    }
    /// Complete the upload: `POST /documents/{document_id}/complete`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn complete_upload(
        &self,
        document_id: &str,
    ) -> Result<types::Document, crate::Error> {
        self.call(operations::complete_upload(document_id)).await
    }
    /// List takeoffs: `GET /takeoffs`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_takeoffs(
        &self,
        query: &types::ListTakeoffsQuery,
    ) -> Result<types::TakeoffList, crate::Error> {
        self.call(operations::list_takeoffs(query)).await
    }
    /// Run a takeoff: `POST /takeoffs`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_takeoff(
        &self,
        body: &types::TakeoffCreate,
    ) -> Result<types::Takeoff, crate::Error> {
        self.call(operations::create_takeoff(body)).await
    }
    /// Get a takeoff: `GET /takeoffs/{takeoff_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_takeoff(
        &self,
        takeoff_id: &str,
    ) -> Result<types::Takeoff, crate::Error> {
        self.call(operations::get_takeoff(takeoff_id)).await
    }
    /// Cancel a takeoff: `POST /takeoffs/{takeoff_id}/cancel`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn cancel_takeoff(
        &self,
        takeoff_id: &str,
    ) -> Result<types::Takeoff, crate::Error> {
        self.call(operations::cancel_takeoff(takeoff_id)).await
    }
    /// List items: `GET /takeoffs/{takeoff_id}/items`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_items(
        &self,
        takeoff_id: &str,
        query: &types::ListItemsQuery,
    ) -> Result<types::TakeoffItemList, crate::Error> {
        self.call(operations::list_items(takeoff_id, query)).await
    }
    /// Review many items: `POST /takeoffs/{takeoff_id}/items/review`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn review_items(
        &self,
        takeoff_id: &str,
        body: &types::ItemsReview,
    ) -> Result<types::ItemsReviewResult, crate::Error> {
        self.call(operations::review_items(takeoff_id, body)).await
    }
    /// Get an item: `GET /takeoffs/{takeoff_id}/items/{item_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_item(
        &self,
        takeoff_id: &str,
        item_id: &str,
        query: &types::GetItemQuery,
    ) -> Result<types::TakeoffItem, crate::Error> {
        self.call(operations::get_item(takeoff_id, item_id, query)).await
    }
    /// Review an item: `PATCH /takeoffs/{takeoff_id}/items/{item_id}`.
    ///
    /// [`Call::if_match`](crate::Call::if_match) of the call protects a change by someone else.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn review_item(
        &self,
        takeoff_id: &str,
        item_id: &str,
        query: &types::ReviewItemQuery,
        body: &types::ItemUpdate,
    ) -> Result<types::TakeoffItem, crate::Error> {
        self.call(operations::review_item(takeoff_id, item_id, query, body)).await
    }
    /// List routes: `GET /takeoffs/{takeoff_id}/routes`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_routes(
        &self,
        takeoff_id: &str,
        query: &types::ListRoutesQuery,
    ) -> Result<types::RouteList, crate::Error> {
        self.call(operations::list_routes(takeoff_id, query)).await
    }
    /// Review a route: `PATCH /takeoffs/{takeoff_id}/routes/{route_id}`.
    ///
    /// [`Call::if_match`](crate::Call::if_match) of the call protects a change by someone else.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn review_route(
        &self,
        takeoff_id: &str,
        route_id: &str,
        body: &types::RouteUpdate,
    ) -> Result<types::Route, crate::Error> {
        self.call(operations::review_route(takeoff_id, route_id, body)).await
    }
    /// List schedules: `GET /takeoffs/{takeoff_id}/schedules`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_schedules(
        &self,
        takeoff_id: &str,
    ) -> Result<types::ScheduleList, crate::Error> {
        self.call(operations::list_schedules(takeoff_id)).await
    }
    /// Get the summary of a takeoff: `GET /takeoffs/{takeoff_id}/summary`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_takeoff_summary(
        &self,
        takeoff_id: &str,
    ) -> Result<types::TakeoffSummary, crate::Error> {
        self.call(operations::get_takeoff_summary(takeoff_id)).await
    }
    /// Export a takeoff: `POST /exports`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_export(
        &self,
        body: &types::ExportCreate,
    ) -> Result<types::Export, crate::Error> {
        self.call(operations::create_export(body)).await
    }
    /// Get an export: `GET /exports/{export_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_export(
        &self,
        export_id: &str,
    ) -> Result<types::Export, crate::Error> {
        self.call(operations::get_export(export_id)).await
    }
    /// Get the CAD status of a document: `GET /documents/{document_id}/cad`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_cad_status(
        &self,
        document_id: &str,
    ) -> Result<types::CadStatus, crate::Error> {
        self.call(operations::get_cad_status(document_id)).await
    }
    /// Convert a drawing to CAD: `POST /documents/{document_id}/cad-files`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_cad_file(
        &self,
        document_id: &str,
        body: &types::CadFileCreate,
    ) -> Result<types::CadFile, crate::Error> {
        self.call(operations::create_cad_file(document_id, body)).await
    }
    /// Get credits: `GET /credits`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_credits(&self) -> Result<types::Credits, crate::Error> {
        self.call(operations::get_credits()).await
    }
    /// Get a usage report: `GET /usage`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_usage_report(
        &self,
        query: &types::GetUsageReportQuery,
    ) -> Result<types::UsageReport, crate::Error> {
        self.call(operations::get_usage_report(query)).await
    }
    /// List webhook endpoints: `GET /webhook-endpoints`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_webhook_endpoints(
        &self,
        query: &types::ListWebhookEndpointsQuery,
    ) -> Result<types::WebhookEndpointList, crate::Error> {
        self.call(operations::list_webhook_endpoints(query)).await
    }
    /// Create a webhook endpoint: `POST /webhook-endpoints`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_webhook_endpoint(
        &self,
        body: &types::WebhookEndpointCreate,
    ) -> Result<types::WebhookEndpoint, crate::Error> {
        self.call(operations::create_webhook_endpoint(body)).await
    }
    /// Delete a webhook endpoint: `DELETE /webhook-endpoints/{webhook_endpoint_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn delete_webhook_endpoint(
        &self,
        webhook_endpoint_id: &str,
    ) -> Result<(), crate::Error> {
        self.call(operations::delete_webhook_endpoint(webhook_endpoint_id)).await
    }
    /// Get a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_webhook_endpoint(
        &self,
        webhook_endpoint_id: &str,
    ) -> Result<types::WebhookEndpoint, crate::Error> {
        self.call(operations::get_webhook_endpoint(webhook_endpoint_id)).await
    }
    /// Update a webhook endpoint: `PATCH /webhook-endpoints/{webhook_endpoint_id}`.
    ///
    /// [`Call::if_match`](crate::Call::if_match) of the call protects a change by someone else.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn update_webhook_endpoint(
        &self,
        webhook_endpoint_id: &str,
        body: &types::WebhookEndpointUpdate,
    ) -> Result<types::WebhookEndpoint, crate::Error> {
        self.call(operations::update_webhook_endpoint(webhook_endpoint_id, body)).await
    }
    /// List deliveries of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_webhook_deliveries(
        &self,
        webhook_endpoint_id: &str,
        query: &types::ListWebhookDeliveriesQuery,
    ) -> Result<types::WebhookDeliveryList, crate::Error> {
        self.call(operations::list_webhook_deliveries(webhook_endpoint_id, query)).await
    }
    /// Get a delivery of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_webhook_delivery(
        &self,
        webhook_endpoint_id: &str,
        delivery_id: &str,
    ) -> Result<types::WebhookDelivery, crate::Error> {
        self.call(operations::get_webhook_delivery(webhook_endpoint_id, delivery_id))
            .await
    }
    /// Replay a delivery: `POST /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}/replay`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn replay_webhook_delivery(
        &self,
        webhook_endpoint_id: &str,
        delivery_id: &str,
    ) -> Result<types::WebhookDelivery, crate::Error> {
        self.call(operations::replay_webhook_delivery(webhook_endpoint_id, delivery_id))
            .await
    }
    /// Replay events of a time range: `POST /webhook-endpoints/{webhook_endpoint_id}/replay`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn replay_webhook_events(
        &self,
        webhook_endpoint_id: &str,
        body: &types::WebhookReplayRange,
    ) -> Result<types::WebhookReplay, crate::Error> {
        self.call(operations::replay_webhook_events(webhook_endpoint_id, body)).await
    }
    /// Rotate the secret of a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn rotate_webhook_secret(
        &self,
        webhook_endpoint_id: &str,
    ) -> Result<types::WebhookEndpoint, crate::Error> {
        self.call(operations::rotate_webhook_secret(webhook_endpoint_id)).await
    }
    /// Test a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/test`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn test_webhook_endpoint(
        &self,
        webhook_endpoint_id: &str,
    ) -> Result<types::WebhookDelivery, crate::Error> {
        self.call(operations::test_webhook_endpoint(webhook_endpoint_id)).await
    }
    /// List events: `GET /events`.
    ///
    /// Answers one page. `all` reads all pages of a call.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_events(
        &self,
        query: &types::ListEventsQuery,
    ) -> Result<types::EventList, crate::Error> {
        self.call(operations::list_events(query)).await
    }
    /// Get an event: `GET /events/{event_id}`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_event(&self, event_id: &str) -> Result<types::Event, crate::Error> {
        self.call(operations::get_event(event_id)).await
    }
    /// Request premium access: `POST /access-requests`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn create_access_request(
        &self,
        body: &types::AccessRequestCreate,
    ) -> Result<types::AccessRequestReceipt, crate::Error> {
        self.call(operations::create_access_request(body)).await
    }
    /// Get capabilities: `GET /capabilities`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_capabilities(&self) -> Result<types::Capabilities, crate::Error> {
        self.call(operations::get_capabilities()).await
    }
    /// Get the calling credential: `GET /clients/me`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_current_client(&self) -> Result<types::ClientInfo, crate::Error> {
        self.call(operations::get_current_client()).await
    }
    /// List disciplines: `GET /reference/disciplines`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_disciplines(
        &self,
    ) -> Result<types::DisciplineInfoList, crate::Error> {
        self.call(operations::list_disciplines()).await
    }
    /// List event kinds: `GET /reference/event-kinds`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_event_kinds(
        &self,
    ) -> Result<types::EventKindInfoList, crate::Error> {
        self.call(operations::list_event_kinds()).await
    }
    /// List export formats: `GET /reference/export-formats`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_export_formats(
        &self,
    ) -> Result<types::ExportFormatInfoList, crate::Error> {
        self.call(operations::list_export_formats()).await
    }
    /// Get the taxonomy: `GET /reference/taxonomy`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn get_taxonomy(&self) -> Result<types::Taxonomy, crate::Error> {
        self.call(operations::get_taxonomy()).await
    }
    /// List units: `GET /reference/units`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub async fn list_units(&self) -> Result<types::UnitList, crate::Error> {
        self.call(operations::list_units()).await
    }
}
