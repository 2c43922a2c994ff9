"""Drives the API with the client that openapi-python-client makes of its document: a drawing in, quantities and a table out.

Arguments: base address, drawing. The key is in PLUMBLINE_KEY.
"""

import os
import pathlib
import sys
import time

import httpx
from plumbline_api import AuthenticatedClient
from plumbline_api.api.documents import documents_complete, documents_create, documents_get
from plumbline_api.api.exports import exports_create, exports_get
from plumbline_api.api.projects import projects_create, projects_get
from plumbline_api.api.takeoffs import takeoffs_create, takeoffs_get, takeoffs_items
from plumbline_api.models import (
    Discipline,
    Document,
    DocumentCreate,
    DocumentCreateSourceType1,
    DocumentStatus,
    DocumentWithUpload,
    Export,
    ExportCreate,
    ExportFormat,
    JobStatus,
    Problem,
    Project,
    ProjectCreate,
    Takeoff,
    TakeoffCreate,
    TakeoffItemList,
)

PATIENCE_SECONDS = 300


def expect(kind, answer):
    """The answer, if it is of the kind that was documented for success."""
    if isinstance(answer, Problem):
        sys.exit(f"{answer.code}: {answer.detail}")
    if not isinstance(answer, kind):
        sys.exit(f"expected {kind.__name__}, got {answer!r}")
    return answer


def wait(accepted, read, done):
    """Polls a job, as often as the answer that accepted it says."""
    pause = int(accepted.headers["retry-after"])
    end = time.monotonic() + PATIENCE_SECONDS
    while not done(resource := read()):
        if time.monotonic() > end:
            sys.exit(f"still not done after {PATIENCE_SECONDS} s: {resource}")
        time.sleep(pause)
    return resource


def main(base, drawing):
    pdf = pathlib.Path(drawing).read_bytes()
    client = AuthenticatedClient(base_url=base, token=os.environ["PLUMBLINE_KEY"])

    project = expect(Project, projects_create.sync(client=client, body=ProjectCreate(name="Typed")))
    unknown = projects_get.sync(client=client, project_id="prj_0000000000000000000000")
    assert isinstance(unknown, Problem) and unknown.code == "not_found", unknown

    source = DocumentCreateSourceType1(type_="upload", size_bytes=len(pdf))
    body = DocumentCreate(project_id=project.id, filename="E-101.pdf", source=source)
    slot = expect(DocumentWithUpload, documents_create.sync(client=client, body=body))
    upload = slot.upload
    httpx.request(upload.method, upload.url, content=pdf, headers=upload.headers.to_dict()).raise_for_status()
    accepted = documents_complete.sync_detailed(client=client, document_id=slot.document.id)
    document = wait(
        accepted,
        lambda: expect(Document, documents_get.sync(client=client, document_id=slot.document.id)),
        lambda document: document.status in (DocumentStatus.READY, DocumentStatus.FAILED),
    )
    assert document.status == DocumentStatus.READY and document.pages, document

    body = TakeoffCreate(document_id=document.id, discipline=Discipline.ELECTRICAL)
    accepted = takeoffs_create.sync_detailed(client=client, body=body)
    takeoff = expect(Takeoff, accepted.parsed)
    final = (JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.CANCELLED)
    takeoff = wait(
        accepted,
        lambda: expect(Takeoff, takeoffs_get.sync(client=client, takeoff_id=takeoff.id)),
        lambda takeoff: takeoff.status in final,
    )
    assert takeoff.status == JobStatus.COMPLETED, takeoff

    items = expect(TakeoffItemList, takeoffs_items.sync(client=client, takeoff_id=takeoff.id, limit=200))
    assert items.data and items.data[0].evidence, "the takeoff found nothing"

    body = ExportCreate(format_=ExportFormat.CSV, takeoff_id=takeoff.id)
    accepted = exports_create.sync_detailed(client=client, body=body)
    export = expect(Export, accepted.parsed)
    export = wait(
        accepted,
        lambda: expect(Export, exports_get.sync(client=client, export_id=export.id)),
        lambda export: export.status in final,
    )
    assert export.status == JobStatus.COMPLETED, export
    table = httpx.get(export.download.url).raise_for_status().text
    lines = len(table.splitlines())
    assert lines > len(items.data), "the table has fewer lines than the list items"
    print(f"{len(items.data)} items on the first page, {lines} lines in {export.download.filename}")


if __name__ == "__main__":
    main(*sys.argv[1:])
