"""A method for each operation.

Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar, Unpack

from . import types
from ._call import Call, segment

T = TypeVar("T")


class Operations:
    @abstractmethod
    def call(self, call: Call[T]) -> T:
        """Sends a call."""

    @abstractmethod
    def pages(self, call: Call[Any]) -> Iterator[Any]:
        """Reads the records of all pages of a call."""

    def list_projects(self, **query: Unpack[types.ListProjectsQuery]) -> types.ProjectList:
        """List projects: `GET /projects`. Returns one page."""
        return self.call(Call[types.ProjectList]("GET", "/projects", query=query))

    def projects(self, **query: Unpack[types.ListProjectsQuery]) -> Iterator[types.Project]:
        """List projects, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.ProjectList]("GET", "/projects", query=query))

    def create_project(self, *, idempotency_key: str | None = None, **body: Unpack[types.ProjectCreate]) -> types.Project:
        """Create a project: `POST /projects`."""
        return self.call(Call[types.Project]("POST", "/projects", keyed=True, idempotency_key=idempotency_key, body=body))

    def delete_project(self, project_id: str) -> None:
        """Delete a project: `DELETE /projects/{project_id}`."""
        return self.call(Call[None]("DELETE", f"/projects/{segment(project_id)}"))

    def get_project(self, project_id: str) -> types.Project:
        """Get a project: `GET /projects/{project_id}`."""
        return self.call(Call[types.Project]("GET", f"/projects/{segment(project_id)}"))

    def update_project(self, project_id: str, *, if_match: str | None = None, **body: Unpack[types.ProjectUpdate]) -> types.Project:
        """Update a project: `PATCH /projects/{project_id}`."""
        return self.call(Call[types.Project]("PATCH", f"/projects/{segment(project_id)}", if_match=if_match, body=body))

    def list_documents(self, **query: Unpack[types.ListDocumentsQuery]) -> types.DocumentList:
        """List documents: `GET /documents`. Returns one page."""
        return self.call(Call[types.DocumentList]("GET", "/documents", query=query))

    def documents(self, **query: Unpack[types.ListDocumentsQuery]) -> Iterator[types.Document]:
        """List documents, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.DocumentList]("GET", "/documents", query=query))

    def create_document(self, *, idempotency_key: str | None = None, **body: Unpack[types.DocumentCreate]) -> types.DocumentWithUpload | types.Document:
        """Create a document: `POST /documents`."""
        return self.call(Call[types.DocumentWithUpload | types.Document]("POST", "/documents", keyed=True, idempotency_key=idempotency_key, body=body))

    def delete_document(self, document_id: str) -> None:
        """Delete a document: `DELETE /documents/{document_id}`."""
        return self.call(Call[None]("DELETE", f"/documents/{segment(document_id)}"))

    def get_document(self, document_id: str) -> types.Document:
        """Get a document: `GET /documents/{document_id}`."""
        return self.call(Call[types.Document]("GET", f"/documents/{segment(document_id)}"))

    def complete_upload(self, document_id: str) -> types.Document:
        """Complete the upload: `POST /documents/{document_id}/complete`."""
        return self.call(Call[types.Document]("POST", f"/documents/{segment(document_id)}/complete"))

    def list_takeoffs(self, **query: Unpack[types.ListTakeoffsQuery]) -> types.TakeoffList:
        """List takeoffs: `GET /takeoffs`. Returns one page."""
        return self.call(Call[types.TakeoffList]("GET", "/takeoffs", query=query))

    def takeoffs(self, **query: Unpack[types.ListTakeoffsQuery]) -> Iterator[types.Takeoff]:
        """List takeoffs, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.TakeoffList]("GET", "/takeoffs", query=query))

    def create_takeoff(self, *, idempotency_key: str | None = None, **body: Unpack[types.TakeoffCreate]) -> types.Takeoff:
        """Run a takeoff: `POST /takeoffs`."""
        return self.call(Call[types.Takeoff]("POST", "/takeoffs", keyed=True, idempotency_key=idempotency_key, body=body))

    def get_takeoff(self, takeoff_id: str) -> types.Takeoff:
        """Get a takeoff: `GET /takeoffs/{takeoff_id}`."""
        return self.call(Call[types.Takeoff]("GET", f"/takeoffs/{segment(takeoff_id)}"))

    def cancel_takeoff(self, takeoff_id: str) -> types.Takeoff:
        """Cancel a takeoff: `POST /takeoffs/{takeoff_id}/cancel`."""
        return self.call(Call[types.Takeoff]("POST", f"/takeoffs/{segment(takeoff_id)}/cancel"))

    def list_items(self, takeoff_id: str, **query: Unpack[types.ListItemsQuery]) -> types.TakeoffItemList:
        """List items: `GET /takeoffs/{takeoff_id}/items`. Returns one page."""
        return self.call(Call[types.TakeoffItemList]("GET", f"/takeoffs/{segment(takeoff_id)}/items", query=query))

    def items(self, takeoff_id: str, **query: Unpack[types.ListItemsQuery]) -> Iterator[types.TakeoffItem]:
        """List items, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.TakeoffItemList]("GET", f"/takeoffs/{segment(takeoff_id)}/items", query=query))

    def review_items(self, takeoff_id: str, *, idempotency_key: str | None = None, **body: Unpack[types.ItemsReview]) -> types.ItemsReviewResult:
        """Review many items: `POST /takeoffs/{takeoff_id}/items/review`."""
        return self.call(Call[types.ItemsReviewResult]("POST", f"/takeoffs/{segment(takeoff_id)}/items/review", keyed=True, idempotency_key=idempotency_key, body=body))

    def get_item(self, takeoff_id: str, item_id: str, **query: Unpack[types.GetItemQuery]) -> types.TakeoffItem:
        """Get an item: `GET /takeoffs/{takeoff_id}/items/{item_id}`."""
        return self.call(Call[types.TakeoffItem]("GET", f"/takeoffs/{segment(takeoff_id)}/items/{segment(item_id)}", query=query))

    def review_item(self, takeoff_id: str, item_id: str, *, if_match: str | None = None, query: types.ReviewItemQuery | None = None, **body: Unpack[types.ItemUpdate]) -> types.TakeoffItem:
        """Review an item: `PATCH /takeoffs/{takeoff_id}/items/{item_id}`."""
        return self.call(Call[types.TakeoffItem]("PATCH", f"/takeoffs/{segment(takeoff_id)}/items/{segment(item_id)}", if_match=if_match, query=query or {}, body=body))

    def list_routes(self, takeoff_id: str, **query: Unpack[types.ListRoutesQuery]) -> types.RouteList:
        """List routes: `GET /takeoffs/{takeoff_id}/routes`. Returns one page."""
        return self.call(Call[types.RouteList]("GET", f"/takeoffs/{segment(takeoff_id)}/routes", query=query))

    def routes(self, takeoff_id: str, **query: Unpack[types.ListRoutesQuery]) -> Iterator[types.Route]:
        """List routes, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.RouteList]("GET", f"/takeoffs/{segment(takeoff_id)}/routes", query=query))

    def review_route(self, takeoff_id: str, route_id: str, *, if_match: str | None = None, **body: Unpack[types.RouteUpdate]) -> types.Route:
        """Review a route: `PATCH /takeoffs/{takeoff_id}/routes/{route_id}`."""
        return self.call(Call[types.Route]("PATCH", f"/takeoffs/{segment(takeoff_id)}/routes/{segment(route_id)}", if_match=if_match, body=body))

    def list_schedules(self, takeoff_id: str) -> types.ScheduleList:
        """List schedules: `GET /takeoffs/{takeoff_id}/schedules`."""
        return self.call(Call[types.ScheduleList]("GET", f"/takeoffs/{segment(takeoff_id)}/schedules"))

    def get_takeoff_summary(self, takeoff_id: str) -> types.TakeoffSummary:
        """Get the summary of a takeoff: `GET /takeoffs/{takeoff_id}/summary`."""
        return self.call(Call[types.TakeoffSummary]("GET", f"/takeoffs/{segment(takeoff_id)}/summary"))

    def create_export(self, *, idempotency_key: str | None = None, **body: Unpack[types.ExportCreate]) -> types.Export:
        """Export a takeoff: `POST /exports`."""
        return self.call(Call[types.Export]("POST", "/exports", keyed=True, idempotency_key=idempotency_key, body=body))

    def get_export(self, export_id: str) -> types.Export:
        """Get an export: `GET /exports/{export_id}`."""
        return self.call(Call[types.Export]("GET", f"/exports/{segment(export_id)}"))

    def get_cad_status(self, document_id: str) -> types.CadStatus:
        """Get the CAD status of a document: `GET /documents/{document_id}/cad`."""
        return self.call(Call[types.CadStatus]("GET", f"/documents/{segment(document_id)}/cad"))

    def create_cad_file(self, document_id: str, **body: Unpack[types.CadFileCreate]) -> types.CadFile:
        """Convert a drawing to CAD: `POST /documents/{document_id}/cad-files`."""
        return self.call(Call[types.CadFile]("POST", f"/documents/{segment(document_id)}/cad-files", body=body))

    def get_credits(self) -> types.Credits:
        """Get credits: `GET /credits`."""
        return self.call(Call[types.Credits]("GET", "/credits"))

    def get_usage_report(self, **query: Unpack[types.GetUsageReportQuery]) -> types.UsageReport:
        """Get a usage report: `GET /usage`."""
        return self.call(Call[types.UsageReport]("GET", "/usage", query=query))

    def list_webhook_endpoints(self, **query: Unpack[types.ListWebhookEndpointsQuery]) -> types.WebhookEndpointList:
        """List webhook endpoints: `GET /webhook-endpoints`. Returns one page."""
        return self.call(Call[types.WebhookEndpointList]("GET", "/webhook-endpoints", query=query))

    def webhook_endpoints(self, **query: Unpack[types.ListWebhookEndpointsQuery]) -> Iterator[types.WebhookEndpoint]:
        """List webhook endpoints, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.WebhookEndpointList]("GET", "/webhook-endpoints", query=query))

    def create_webhook_endpoint(self, *, idempotency_key: str | None = None, **body: Unpack[types.WebhookEndpointCreate]) -> types.WebhookEndpoint:
        """Create a webhook endpoint: `POST /webhook-endpoints`."""
        return self.call(Call[types.WebhookEndpoint]("POST", "/webhook-endpoints", keyed=True, idempotency_key=idempotency_key, body=body))

    def delete_webhook_endpoint(self, webhook_endpoint_id: str) -> None:
        """Delete a webhook endpoint: `DELETE /webhook-endpoints/{webhook_endpoint_id}`."""
        return self.call(Call[None]("DELETE", f"/webhook-endpoints/{segment(webhook_endpoint_id)}"))

    def get_webhook_endpoint(self, webhook_endpoint_id: str) -> types.WebhookEndpoint:
        """Get a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}`."""
        return self.call(Call[types.WebhookEndpoint]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}"))

    def update_webhook_endpoint(self, webhook_endpoint_id: str, *, if_match: str | None = None, **body: Unpack[types.WebhookEndpointUpdate]) -> types.WebhookEndpoint:
        """Update a webhook endpoint: `PATCH /webhook-endpoints/{webhook_endpoint_id}`."""
        return self.call(Call[types.WebhookEndpoint]("PATCH", f"/webhook-endpoints/{segment(webhook_endpoint_id)}", if_match=if_match, body=body))

    def list_webhook_deliveries(self, webhook_endpoint_id: str, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> types.WebhookDeliveryList:
        """List deliveries of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`. Returns one page."""
        return self.call(Call[types.WebhookDeliveryList]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries", query=query))

    def webhook_deliveries(self, webhook_endpoint_id: str, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> Iterator[types.WebhookDelivery]:
        """List deliveries of a webhook endpoint, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.WebhookDeliveryList]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries", query=query))

    def get_webhook_delivery(self, webhook_endpoint_id: str, delivery_id: str) -> types.WebhookDelivery:
        """Get a delivery of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}`."""
        return self.call(Call[types.WebhookDelivery]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries/{segment(delivery_id)}"))

    def replay_webhook_delivery(self, webhook_endpoint_id: str, delivery_id: str, *, idempotency_key: str | None = None) -> types.WebhookDelivery:
        """Replay a delivery: `POST /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}/replay`."""
        return self.call(Call[types.WebhookDelivery]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries/{segment(delivery_id)}/replay", keyed=True, idempotency_key=idempotency_key))

    def replay_webhook_events(self, webhook_endpoint_id: str, *, idempotency_key: str | None = None, **body: Unpack[types.WebhookReplayRange]) -> types.WebhookReplay:
        """Replay events of a time range: `POST /webhook-endpoints/{webhook_endpoint_id}/replay`."""
        return self.call(Call[types.WebhookReplay]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/replay", keyed=True, idempotency_key=idempotency_key, body=body))

    def rotate_webhook_secret(self, webhook_endpoint_id: str, *, idempotency_key: str | None = None) -> types.WebhookEndpoint:
        """Rotate the secret of a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret`."""
        return self.call(Call[types.WebhookEndpoint]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/rotate-secret", keyed=True, idempotency_key=idempotency_key))

    def test_webhook_endpoint(self, webhook_endpoint_id: str, *, idempotency_key: str | None = None) -> types.WebhookDelivery:
        """Test a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/test`."""
        return self.call(Call[types.WebhookDelivery]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/test", keyed=True, idempotency_key=idempotency_key))

    def list_events(self, **query: Unpack[types.ListEventsQuery]) -> types.EventList:
        """List events: `GET /events`. Returns one page."""
        return self.call(Call[types.EventList]("GET", "/events", query=query))

    def events(self, **query: Unpack[types.ListEventsQuery]) -> Iterator[types.Event]:
        """List events, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.EventList]("GET", "/events", query=query))

    def get_event(self, event_id: str) -> types.Event:
        """Get an event: `GET /events/{event_id}`."""
        return self.call(Call[types.Event]("GET", f"/events/{segment(event_id)}"))

    def create_access_request(self, *, idempotency_key: str | None = None, **body: Unpack[types.AccessRequestCreate]) -> types.AccessRequestReceipt:
        """Request premium access: `POST /access-requests`."""
        return self.call(Call[types.AccessRequestReceipt]("POST", "/access-requests", keyed=True, idempotency_key=idempotency_key, body=body))

    def get_capabilities(self) -> types.Capabilities:
        """Get capabilities: `GET /capabilities`."""
        return self.call(Call[types.Capabilities]("GET", "/capabilities"))

    def get_current_client(self) -> types.ClientInfo:
        """Get the calling credential: `GET /clients/me`."""
        return self.call(Call[types.ClientInfo]("GET", "/clients/me"))

    def list_disciplines(self) -> types.DisciplineInfoList:
        """List disciplines: `GET /reference/disciplines`."""
        return self.call(Call[types.DisciplineInfoList]("GET", "/reference/disciplines"))

    def list_event_kinds(self) -> types.EventKindInfoList:
        """List event kinds: `GET /reference/event-kinds`."""
        return self.call(Call[types.EventKindInfoList]("GET", "/reference/event-kinds"))

    def list_export_formats(self) -> types.ExportFormatInfoList:
        """List export formats: `GET /reference/export-formats`."""
        return self.call(Call[types.ExportFormatInfoList]("GET", "/reference/export-formats"))

    def get_taxonomy(self) -> types.Taxonomy:
        """Get the taxonomy: `GET /reference/taxonomy`."""
        return self.call(Call[types.Taxonomy]("GET", "/reference/taxonomy"))

    def list_units(self) -> types.UnitList:
        """List units: `GET /reference/units`."""
        return self.call(Call[types.UnitList]("GET", "/reference/units"))


class AsyncOperations:
    @abstractmethod
    async def call(self, call: Call[T]) -> T:
        """Sends a call."""

    @abstractmethod
    def pages(self, call: Call[Any]) -> AsyncIterator[Any]:
        """Reads the records of all pages of a call."""

    async def list_projects(self, **query: Unpack[types.ListProjectsQuery]) -> types.ProjectList:
        """List projects: `GET /projects`. Returns one page."""
        return await self.call(Call[types.ProjectList]("GET", "/projects", query=query))

    def projects(self, **query: Unpack[types.ListProjectsQuery]) -> AsyncIterator[types.Project]:
        """List projects, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.ProjectList]("GET", "/projects", query=query))

    async def create_project(self, *, idempotency_key: str | None = None, **body: Unpack[types.ProjectCreate]) -> types.Project:
        """Create a project: `POST /projects`."""
        return await self.call(Call[types.Project]("POST", "/projects", keyed=True, idempotency_key=idempotency_key, body=body))

    async def delete_project(self, project_id: str) -> None:
        """Delete a project: `DELETE /projects/{project_id}`."""
        return await self.call(Call[None]("DELETE", f"/projects/{segment(project_id)}"))

    async def get_project(self, project_id: str) -> types.Project:
        """Get a project: `GET /projects/{project_id}`."""
        return await self.call(Call[types.Project]("GET", f"/projects/{segment(project_id)}"))

    async def update_project(self, project_id: str, *, if_match: str | None = None, **body: Unpack[types.ProjectUpdate]) -> types.Project:
        """Update a project: `PATCH /projects/{project_id}`."""
        return await self.call(Call[types.Project]("PATCH", f"/projects/{segment(project_id)}", if_match=if_match, body=body))

    async def list_documents(self, **query: Unpack[types.ListDocumentsQuery]) -> types.DocumentList:
        """List documents: `GET /documents`. Returns one page."""
        return await self.call(Call[types.DocumentList]("GET", "/documents", query=query))

    def documents(self, **query: Unpack[types.ListDocumentsQuery]) -> AsyncIterator[types.Document]:
        """List documents, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.DocumentList]("GET", "/documents", query=query))

    async def create_document(self, *, idempotency_key: str | None = None, **body: Unpack[types.DocumentCreate]) -> types.DocumentWithUpload | types.Document:
        """Create a document: `POST /documents`."""
        return await self.call(Call[types.DocumentWithUpload | types.Document]("POST", "/documents", keyed=True, idempotency_key=idempotency_key, body=body))

    async def delete_document(self, document_id: str) -> None:
        """Delete a document: `DELETE /documents/{document_id}`."""
        return await self.call(Call[None]("DELETE", f"/documents/{segment(document_id)}"))

    async def get_document(self, document_id: str) -> types.Document:
        """Get a document: `GET /documents/{document_id}`."""
        return await self.call(Call[types.Document]("GET", f"/documents/{segment(document_id)}"))

    async def complete_upload(self, document_id: str) -> types.Document:
        """Complete the upload: `POST /documents/{document_id}/complete`."""
        return await self.call(Call[types.Document]("POST", f"/documents/{segment(document_id)}/complete"))

    async def list_takeoffs(self, **query: Unpack[types.ListTakeoffsQuery]) -> types.TakeoffList:
        """List takeoffs: `GET /takeoffs`. Returns one page."""
        return await self.call(Call[types.TakeoffList]("GET", "/takeoffs", query=query))

    def takeoffs(self, **query: Unpack[types.ListTakeoffsQuery]) -> AsyncIterator[types.Takeoff]:
        """List takeoffs, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.TakeoffList]("GET", "/takeoffs", query=query))

    async def create_takeoff(self, *, idempotency_key: str | None = None, **body: Unpack[types.TakeoffCreate]) -> types.Takeoff:
        """Run a takeoff: `POST /takeoffs`."""
        return await self.call(Call[types.Takeoff]("POST", "/takeoffs", keyed=True, idempotency_key=idempotency_key, body=body))

    async def get_takeoff(self, takeoff_id: str) -> types.Takeoff:
        """Get a takeoff: `GET /takeoffs/{takeoff_id}`."""
        return await self.call(Call[types.Takeoff]("GET", f"/takeoffs/{segment(takeoff_id)}"))

    async def cancel_takeoff(self, takeoff_id: str) -> types.Takeoff:
        """Cancel a takeoff: `POST /takeoffs/{takeoff_id}/cancel`."""
        return await self.call(Call[types.Takeoff]("POST", f"/takeoffs/{segment(takeoff_id)}/cancel"))

    async def list_items(self, takeoff_id: str, **query: Unpack[types.ListItemsQuery]) -> types.TakeoffItemList:
        """List items: `GET /takeoffs/{takeoff_id}/items`. Returns one page."""
        return await self.call(Call[types.TakeoffItemList]("GET", f"/takeoffs/{segment(takeoff_id)}/items", query=query))

    def items(self, takeoff_id: str, **query: Unpack[types.ListItemsQuery]) -> AsyncIterator[types.TakeoffItem]:
        """List items, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.TakeoffItemList]("GET", f"/takeoffs/{segment(takeoff_id)}/items", query=query))

    async def review_items(self, takeoff_id: str, *, idempotency_key: str | None = None, **body: Unpack[types.ItemsReview]) -> types.ItemsReviewResult:
        """Review many items: `POST /takeoffs/{takeoff_id}/items/review`."""
        return await self.call(Call[types.ItemsReviewResult]("POST", f"/takeoffs/{segment(takeoff_id)}/items/review", keyed=True, idempotency_key=idempotency_key, body=body))

    async def get_item(self, takeoff_id: str, item_id: str, **query: Unpack[types.GetItemQuery]) -> types.TakeoffItem:
        """Get an item: `GET /takeoffs/{takeoff_id}/items/{item_id}`."""
        return await self.call(Call[types.TakeoffItem]("GET", f"/takeoffs/{segment(takeoff_id)}/items/{segment(item_id)}", query=query))

    async def review_item(self, takeoff_id: str, item_id: str, *, if_match: str | None = None, query: types.ReviewItemQuery | None = None, **body: Unpack[types.ItemUpdate]) -> types.TakeoffItem:
        """Review an item: `PATCH /takeoffs/{takeoff_id}/items/{item_id}`."""
        return await self.call(Call[types.TakeoffItem]("PATCH", f"/takeoffs/{segment(takeoff_id)}/items/{segment(item_id)}", if_match=if_match, query=query or {}, body=body))

    async def list_routes(self, takeoff_id: str, **query: Unpack[types.ListRoutesQuery]) -> types.RouteList:
        """List routes: `GET /takeoffs/{takeoff_id}/routes`. Returns one page."""
        return await self.call(Call[types.RouteList]("GET", f"/takeoffs/{segment(takeoff_id)}/routes", query=query))

    def routes(self, takeoff_id: str, **query: Unpack[types.ListRoutesQuery]) -> AsyncIterator[types.Route]:
        """List routes, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.RouteList]("GET", f"/takeoffs/{segment(takeoff_id)}/routes", query=query))

    async def review_route(self, takeoff_id: str, route_id: str, *, if_match: str | None = None, **body: Unpack[types.RouteUpdate]) -> types.Route:
        """Review a route: `PATCH /takeoffs/{takeoff_id}/routes/{route_id}`."""
        return await self.call(Call[types.Route]("PATCH", f"/takeoffs/{segment(takeoff_id)}/routes/{segment(route_id)}", if_match=if_match, body=body))

    async def list_schedules(self, takeoff_id: str) -> types.ScheduleList:
        """List schedules: `GET /takeoffs/{takeoff_id}/schedules`."""
        return await self.call(Call[types.ScheduleList]("GET", f"/takeoffs/{segment(takeoff_id)}/schedules"))

    async def get_takeoff_summary(self, takeoff_id: str) -> types.TakeoffSummary:
        """Get the summary of a takeoff: `GET /takeoffs/{takeoff_id}/summary`."""
        return await self.call(Call[types.TakeoffSummary]("GET", f"/takeoffs/{segment(takeoff_id)}/summary"))

    async def create_export(self, *, idempotency_key: str | None = None, **body: Unpack[types.ExportCreate]) -> types.Export:
        """Export a takeoff: `POST /exports`."""
        return await self.call(Call[types.Export]("POST", "/exports", keyed=True, idempotency_key=idempotency_key, body=body))

    async def get_export(self, export_id: str) -> types.Export:
        """Get an export: `GET /exports/{export_id}`."""
        return await self.call(Call[types.Export]("GET", f"/exports/{segment(export_id)}"))

    async def get_cad_status(self, document_id: str) -> types.CadStatus:
        """Get the CAD status of a document: `GET /documents/{document_id}/cad`."""
        return await self.call(Call[types.CadStatus]("GET", f"/documents/{segment(document_id)}/cad"))

    async def create_cad_file(self, document_id: str, **body: Unpack[types.CadFileCreate]) -> types.CadFile:
        """Convert a drawing to CAD: `POST /documents/{document_id}/cad-files`."""
        return await self.call(Call[types.CadFile]("POST", f"/documents/{segment(document_id)}/cad-files", body=body))

    async def get_credits(self) -> types.Credits:
        """Get credits: `GET /credits`."""
        return await self.call(Call[types.Credits]("GET", "/credits"))

    async def get_usage_report(self, **query: Unpack[types.GetUsageReportQuery]) -> types.UsageReport:
        """Get a usage report: `GET /usage`."""
        return await self.call(Call[types.UsageReport]("GET", "/usage", query=query))

    async def list_webhook_endpoints(self, **query: Unpack[types.ListWebhookEndpointsQuery]) -> types.WebhookEndpointList:
        """List webhook endpoints: `GET /webhook-endpoints`. Returns one page."""
        return await self.call(Call[types.WebhookEndpointList]("GET", "/webhook-endpoints", query=query))

    def webhook_endpoints(self, **query: Unpack[types.ListWebhookEndpointsQuery]) -> AsyncIterator[types.WebhookEndpoint]:
        """List webhook endpoints, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.WebhookEndpointList]("GET", "/webhook-endpoints", query=query))

    async def create_webhook_endpoint(self, *, idempotency_key: str | None = None, **body: Unpack[types.WebhookEndpointCreate]) -> types.WebhookEndpoint:
        """Create a webhook endpoint: `POST /webhook-endpoints`."""
        return await self.call(Call[types.WebhookEndpoint]("POST", "/webhook-endpoints", keyed=True, idempotency_key=idempotency_key, body=body))

    async def delete_webhook_endpoint(self, webhook_endpoint_id: str) -> None:
        """Delete a webhook endpoint: `DELETE /webhook-endpoints/{webhook_endpoint_id}`."""
        return await self.call(Call[None]("DELETE", f"/webhook-endpoints/{segment(webhook_endpoint_id)}"))

    async def get_webhook_endpoint(self, webhook_endpoint_id: str) -> types.WebhookEndpoint:
        """Get a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}`."""
        return await self.call(Call[types.WebhookEndpoint]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}"))

    async def update_webhook_endpoint(self, webhook_endpoint_id: str, *, if_match: str | None = None, **body: Unpack[types.WebhookEndpointUpdate]) -> types.WebhookEndpoint:
        """Update a webhook endpoint: `PATCH /webhook-endpoints/{webhook_endpoint_id}`."""
        return await self.call(Call[types.WebhookEndpoint]("PATCH", f"/webhook-endpoints/{segment(webhook_endpoint_id)}", if_match=if_match, body=body))

    async def list_webhook_deliveries(self, webhook_endpoint_id: str, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> types.WebhookDeliveryList:
        """List deliveries of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`. Returns one page."""
        return await self.call(Call[types.WebhookDeliveryList]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries", query=query))

    def webhook_deliveries(self, webhook_endpoint_id: str, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> AsyncIterator[types.WebhookDelivery]:
        """List deliveries of a webhook endpoint, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.WebhookDeliveryList]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries", query=query))

    async def get_webhook_delivery(self, webhook_endpoint_id: str, delivery_id: str) -> types.WebhookDelivery:
        """Get a delivery of a webhook endpoint: `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}`."""
        return await self.call(Call[types.WebhookDelivery]("GET", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries/{segment(delivery_id)}"))

    async def replay_webhook_delivery(self, webhook_endpoint_id: str, delivery_id: str, *, idempotency_key: str | None = None) -> types.WebhookDelivery:
        """Replay a delivery: `POST /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}/replay`."""
        return await self.call(Call[types.WebhookDelivery]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/deliveries/{segment(delivery_id)}/replay", keyed=True, idempotency_key=idempotency_key))

    async def replay_webhook_events(self, webhook_endpoint_id: str, *, idempotency_key: str | None = None, **body: Unpack[types.WebhookReplayRange]) -> types.WebhookReplay:
        """Replay events of a time range: `POST /webhook-endpoints/{webhook_endpoint_id}/replay`."""
        return await self.call(Call[types.WebhookReplay]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/replay", keyed=True, idempotency_key=idempotency_key, body=body))

    async def rotate_webhook_secret(self, webhook_endpoint_id: str, *, idempotency_key: str | None = None) -> types.WebhookEndpoint:
        """Rotate the secret of a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret`."""
        return await self.call(Call[types.WebhookEndpoint]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/rotate-secret", keyed=True, idempotency_key=idempotency_key))

    async def test_webhook_endpoint(self, webhook_endpoint_id: str, *, idempotency_key: str | None = None) -> types.WebhookDelivery:
        """Test a webhook endpoint: `POST /webhook-endpoints/{webhook_endpoint_id}/test`."""
        return await self.call(Call[types.WebhookDelivery]("POST", f"/webhook-endpoints/{segment(webhook_endpoint_id)}/test", keyed=True, idempotency_key=idempotency_key))

    async def list_events(self, **query: Unpack[types.ListEventsQuery]) -> types.EventList:
        """List events: `GET /events`. Returns one page."""
        return await self.call(Call[types.EventList]("GET", "/events", query=query))

    def events(self, **query: Unpack[types.ListEventsQuery]) -> AsyncIterator[types.Event]:
        """List events, over all pages. `limit` is the size of a page, 200 by default."""
        return self.pages(Call[types.EventList]("GET", "/events", query=query))

    async def get_event(self, event_id: str) -> types.Event:
        """Get an event: `GET /events/{event_id}`."""
        return await self.call(Call[types.Event]("GET", f"/events/{segment(event_id)}"))

    async def create_access_request(self, *, idempotency_key: str | None = None, **body: Unpack[types.AccessRequestCreate]) -> types.AccessRequestReceipt:
        """Request premium access: `POST /access-requests`."""
        return await self.call(Call[types.AccessRequestReceipt]("POST", "/access-requests", keyed=True, idempotency_key=idempotency_key, body=body))

    async def get_capabilities(self) -> types.Capabilities:
        """Get capabilities: `GET /capabilities`."""
        return await self.call(Call[types.Capabilities]("GET", "/capabilities"))

    async def get_current_client(self) -> types.ClientInfo:
        """Get the calling credential: `GET /clients/me`."""
        return await self.call(Call[types.ClientInfo]("GET", "/clients/me"))

    async def list_disciplines(self) -> types.DisciplineInfoList:
        """List disciplines: `GET /reference/disciplines`."""
        return await self.call(Call[types.DisciplineInfoList]("GET", "/reference/disciplines"))

    async def list_event_kinds(self) -> types.EventKindInfoList:
        """List event kinds: `GET /reference/event-kinds`."""
        return await self.call(Call[types.EventKindInfoList]("GET", "/reference/event-kinds"))

    async def list_export_formats(self) -> types.ExportFormatInfoList:
        """List export formats: `GET /reference/export-formats`."""
        return await self.call(Call[types.ExportFormatInfoList]("GET", "/reference/export-formats"))

    async def get_taxonomy(self) -> types.Taxonomy:
        """Get the taxonomy: `GET /reference/taxonomy`."""
        return await self.call(Call[types.Taxonomy]("GET", "/reference/taxonomy"))

    async def list_units(self) -> types.UnitList:
        """List units: `GET /reference/units`."""
        return await self.call(Call[types.UnitList]("GET", "/reference/units"))
