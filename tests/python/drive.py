"""The main job with the Python client that openapi-python-client generates from host/openapi.json, typed calls only.

    drive.py ORIGIN DRAWING.pdf TRUTH.json     with the API key in the environment variable PLUMBLINE_KEY

Uploads the drawing, takes it off, reads the results and an export, and compares with what was drawn. Ends with 1 and one
line that says what is wrong. The package `plumbline_client` must be on PYTHONPATH. The two signed addresses (upload and
download) are no operations of the API, so they are called with plain HTTP as the document's types say.
"""

import collections
import csv
import io
import json
import os
import sys
import time
from http import HTTPStatus
from pathlib import Path
from typing import TypeVar

import httpx
from checks import Wrong, check
from plumbline_client import AuthenticatedClient
from plumbline_client.api.billing import get_credits
from plumbline_client.api.documents import (
    complete_upload,
    create_document,
    get_document,
)
from plumbline_client.api.exports import create_export, get_export
from plumbline_client.api.projects import create_project, get_project
from plumbline_client.api.takeoffs import (
    create_takeoff,
    get_takeoff,
    get_takeoff_summary,
    list_items,
)
from plumbline_client.models.credits_ import Credits
from plumbline_client.models.discipline import Discipline
from plumbline_client.models.document import Document
from plumbline_client.models.document_create import DocumentCreate
from plumbline_client.models.document_create_source_type_1 import (
    DocumentCreateSourceType1,
)
from plumbline_client.models.document_status import DocumentStatus
from plumbline_client.models.document_with_upload import DocumentWithUpload
from plumbline_client.models.export import Export
from plumbline_client.models.export_create import ExportCreate
from plumbline_client.models.export_format import ExportFormat
from plumbline_client.models.item_source import ItemSource
from plumbline_client.models.job_status import JobStatus
from plumbline_client.models.problem import Problem
from plumbline_client.models.project import Project
from plumbline_client.models.project_create import ProjectCreate
from plumbline_client.models.takeoff import Takeoff
from plumbline_client.models.takeoff_create import TakeoffCreate
from plumbline_client.models.takeoff_item import TakeoffItem
from plumbline_client.models.takeoff_item_list import TakeoffItemList
from plumbline_client.models.takeoff_summary import TakeoffSummary
from plumbline_client.types import UNSET, Response

# A job that takes longer than this many seconds hangs, on any machine.
PATIENCE = 240
# Small, so that the items are several pages.
PAGE = 50

T = TypeVar("T")


def read(response: Response, kind: type[T], status: HTTPStatus, what: str) -> T:
    """The body, when the status and its type are those of the document."""
    parsed = response.parsed
    if isinstance(parsed, Problem):
        raise Wrong(f"{what}: {parsed.status} {parsed.code}: {parsed.detail} (request {parsed.request_id})")
    check(response.status_code == status, f"{what}: answered {response.status_code}, not {status}")
    check(isinstance(parsed, kind), f"{what}: answered {type(parsed).__name__}, not {kind.__name__}")
    # A property the document does not name would be kept here unnoticed.
    unknown = getattr(parsed, "additional_properties", {})
    check(not unknown, f"{what}: has properties that the document does not name: {', '.join(unknown)}")
    return parsed


def wait(operation, identifier: str, client: AuthenticatedClient, kind: type[T], goal) -> T:
    """Polls as the document says: not before Retry-After."""
    begun = time.monotonic()
    while True:
        response = operation.sync_detailed(identifier, client=client)
        resource = read(response, kind, HTTPStatus.OK, identifier)
        if resource.status == goal:
            return resource
        check(resource.status.value not in ("failed", "cancelled"), f"{identifier} is {resource.status.value}")
        check(time.monotonic() - begun < PATIENCE, f"{identifier} is still {resource.status.value} after {PATIENCE} s")
        time.sleep(float(response.headers.get("retry-after", "0.1")))


def upload(client: AuthenticatedClient, project: Project, file: Path) -> Document:
    content = file.read_bytes()
    source = DocumentCreateSourceType1(type_="upload", size_bytes=len(content))
    body = DocumentCreate(project_id=project.id, filename=file.name, source=source)
    slot = read(
        create_document.sync_detailed(client=client, body=body),
        DocumentWithUpload,
        HTTPStatus.CREATED,
        "create document",
    )
    check(slot.document.status == DocumentStatus.AWAITING_UPLOAD, f"a new document is {slot.document.status}")
    put = httpx.request(slot.upload.method, slot.upload.url, content=content, headers=slot.upload.headers.to_dict())
    check(put.is_success, f"the upload answered {put.status_code}: {put.text}")
    identifier = slot.document.id
    read(
        complete_upload.sync_detailed(identifier, client=client), Document, HTTPStatus.ACCEPTED, "complete document"
    )
    return wait(get_document, identifier, client, Document, DocumentStatus.READY)


def all_items(client: AuthenticatedClient, takeoff: Takeoff) -> list[TakeoffItem]:
    items: list[TakeoffItem] = []
    cursor = UNSET
    while True:
        response = list_items.sync_detailed(takeoff.id, client=client, limit=PAGE, cursor=cursor)
        page = read(response, TakeoffItemList, HTTPStatus.OK, "items")
        items.extend(page.data)
        check(page.has_more == (page.next_cursor is not None), "has_more and next_cursor disagree")
        if page.next_cursor is None:
            return items
        cursor = page.next_cursor


def drive(client: AuthenticatedClient, drawing: Path, truth: dict) -> None:
    before = read(get_credits.sync_detailed(client=client), Credits, HTTPStatus.OK, "credits")
    created = read(
        create_project.sync_detailed(client=client, body=ProjectCreate(name="Python")),
        Project,
        HTTPStatus.CREATED,
        "create project",
    )
    project = read(get_project.sync_detailed(created.id, client=client), Project, HTTPStatus.OK, "project")
    check(project.name == "Python" and project.id == created.id, f"the project read is not the one created: {project}")

    document = upload(client, project, drawing)
    check(document.page_count == len(truth["sheets"]), f"the document has {document.page_count} pages")

    body = TakeoffCreate(document_id=document.id, discipline=Discipline.ELECTRICAL)
    started = read(
        create_takeoff.sync_detailed(client=client, body=body), Takeoff, HTTPStatus.ACCEPTED, "create takeoff"
    )
    takeoff = wait(get_takeoff, started.id, client, Takeoff, JobStatus.COMPLETED)

    items = all_items(client, takeoff)
    check(len({item.id for item in items}) == len(items), "an item is on two pages")
    check(len(items) > PAGE, f"{len(items)} items are not several pages")
    check(
        takeoff.result_summary.item_count == len(items),
        f"{takeoff.result_summary.item_count} items by the summary of the takeoff, {len(items)} listed",
    )
    counted = collections.Counter(item.description for item in items if item.source == ItemSource.PLAN)
    for description, drawn in collections.Counter(item["description"] for item in truth["items"]).items():
        check(counted[description] == drawn, f"{description}: drawn {drawn}, counted {counted[description]}")

    summary = read(get_takeoff_summary.sync_detailed(takeoff.id, client=client), TakeoffSummary, HTTPStatus.OK, "summary")
    totals = sum(total.item_count for total in summary.totals)
    check(totals == len(items), f"the summary's totals are of {totals} items, {len(items)} are listed")
    after = read(get_credits.sync_detailed(client=client), Credits, HTTPStatus.OK, "credits")
    charged = takeoff.result_summary.credits_charged
    check(charged > 0, "the takeoff was free")
    check(
        abs(before.available - after.available - charged) < 1e-6,
        f"{charged} credits charged, {before.available} became {after.available}",
    )

    body = ExportCreate(format_=ExportFormat.CSV, takeoff_id=takeoff.id)
    export = read(create_export.sync_detailed(client=client, body=body), Export, HTTPStatus.ACCEPTED, "create export")
    export = wait(get_export, export.id, client, Export, JobStatus.COMPLETED)
    file = httpx.get(export.download.url)
    check(file.is_success, f"the download answered {file.status_code}")
    rows = list(csv.reader(io.StringIO(file.content.decode("utf-8-sig"))))
    check(len(rows) > 1 and all(len(row) == len(rows[0]) for row in rows), f"{export.download.filename} is not a table")
    for description in {item["description"] for item in truth["items"]}:
        check(any(description in row for row in rows[1:]), f"{export.download.filename} has no row of {description}")
    print(f"{len(items)} items of {len(counted)} kinds, {len(rows) - 1} rows exported")


def main(origin: str, drawing: str, truth: str) -> None:
    client = AuthenticatedClient(
        base_url=f"{origin}/partner/v1",
        token=os.environ["PLUMBLINE_KEY"],
        timeout=httpx.Timeout(60),
        raise_on_unexpected_status=True,
    )
    with client:
        drive(client, Path(drawing), json.loads(Path(truth).read_text(encoding="utf-8")))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
