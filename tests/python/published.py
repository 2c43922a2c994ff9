"""The published Python client against the running service.

    published.py main ORIGIN DRAWING.pdf TRUTH.json    the main job, blocking
    published.py async ORIGIN DRAWING.pdf TRUTH.json   the main job, with asyncio
    published.py expired ORIGIN DATABASE               an upload that comes too late
    published.py retries                               a server of its own that refuses first

with the API key in the environment variable PLUMBLINE_KEY. Ends with 1 and one line that says what is wrong. The package
`plumbline` must be on PYTHONPATH.
"""

import asyncio
import collections
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

from checks import Wrong, check
from plumbline import AsyncClient, Client, FailedError, ProblemError, RetryPolicy, TransportError, WaitTimeoutError

# Small, so that the items are several pages.
PAGE = 20


def drawn(truth: str) -> collections.Counter:
    """The number of devices by description, as the sheet was drawn."""
    items = json.loads(Path(truth).read_text(encoding="utf-8"))["items"]
    return collections.Counter(item["description"] for item in items)


def compare(items: list, truth: str) -> None:
    check(len({item["id"] for item in items}) == len(items), "an item is on two pages")
    check(len(items) > PAGE, f"{len(items)} items are not several pages")
    counted = collections.Counter(item["description"] for item in items if item["source"] == "plan")
    for description, number in drawn(truth).items():
        check(counted[description] == number, f"{description}: drawn {number}, counted {counted[description]}")


def refused(code: str, call) -> ProblemError:
    """The error of a call that has to be refused."""
    try:
        call()
    except ProblemError as error:
        check(error.code == code, f"refused with {error.code}, not {code}")
        check(error.request_id != "" and error.detail != "", f"{error} is not whole")
        return error
    raise Wrong(f"a call was not refused with {code}")


def main_job(origin: str, drawing: str, truth: str) -> None:
    with Client(origin, os.environ["PLUMBLINE_KEY"]) as client:
        project = client.create_project(name="Python")
        document = client.upload(project["id"], drawing)
        check(document["status"] == "ready", f"the document is {document['status']}")
        check(client.download_document(document["id"]) == Path(drawing).read_bytes(), "the original is another file")
        looks = []
        takeoff = client.create_takeoff(document_id=document["id"], discipline="electrical")
        takeoff = client.wait(takeoff, progress=looks.append)
        check(bool(looks) and looks[-1]["status"] == "completed", "no look saw the end")
        items = list(client.items(takeoff["id"], limit=PAGE))
        compare(items, truth)

        whole = client.page_picture(document["id"], 1)
        part = client.page_picture(document["id"], 1, (0.0, 0.0, 0.5, 0.5))
        place = client.item_picture(takeoff["id"], items[0]["id"])
        check(all(picture.startswith(b"\x89PNG") for picture in (whole, part, place)), "a picture is no PNG")
        check(len({whole, part, place}) == 3, "two pictures are the same")

        # A review that someone else's review comes before.
        first = items[0]
        reviewed = client.review_item(
            takeoff["id"], first["id"], if_match=first["version"], review_status="accepted", note="Seen."
        )
        check(reviewed["review_status"] == "accepted" and reviewed["version"] != first["version"], f"{reviewed}")
        refused(
            "precondition_failed",
            lambda: client.review_item(takeoff["id"], first["id"], if_match=first["version"], review_status="rejected"),
        )
        error = refused("validation_failed", lambda: client.create_project(name=""))
        check([field["field"] for field in error.errors] == ["/name"], f"{error.errors}")

        export = client.wait(
            client.create_export(takeoff_id=takeoff["id"], format="csv", options={"accepted_only": True})
        )
        client.download_to(export, "accepted.csv")
        rows = Path("accepted.csv").read_text(encoding="utf-8-sig")
        check(first["description"].replace('"', '""') in rows, "the export lacks the accepted item")
        client.delete_project(project["id"])
        refused("not_found", lambda: client.get_project(project["id"]))


async def main_job_async(origin: str, drawing: str, truth: str) -> None:
    async with AsyncClient(origin, os.environ["PLUMBLINE_KEY"]) as client:
        project = await client.create_project(name="Python, async")
        document = await client.upload(project["id"], drawing)
        takeoff = await client.create_takeoff(document_id=document["id"], discipline="electrical")
        takeoff = await client.wait(takeoff)
        compare([item async for item in client.items(takeoff["id"], limit=PAGE)], truth)
        check((await client.page_picture(document["id"], 1)).startswith(b"\x89PNG"), "the picture is no PNG")
        export = await client.wait(await client.create_export(takeoff_id=takeoff["id"], format="json"))
        check(json.loads(await client.download(export)) is not None, "the export is not JSON")


def expired(origin: str) -> None:
    with Client(origin, os.environ["PLUMBLINE_KEY"]) as client:
        project = client.create_project(name="Too late")
        slot = client.create_document(project_id=project["id"], filename="a.pdf", source={"type": "upload"})
        document = slot["document"]["id"]
        # The test lets its upload expire, and says so.
        print(document, flush=True)
        input()
        error = refused("upload_expired", lambda: client.complete_upload(document))
        check(error.status == 409, f"{error}")
        try:
            client.wait(client.get_document(document))
            raise Wrong("an expired document can be waited for")
        except FailedError as failure:
            check(failure.code == "document_unreadable", f"{failure}")


class Refusing(BaseHTTPRequestHandler):
    """Answers with what the test has prepared, in order, and keeps what was asked."""

    answers: ClassVar[list] = []
    asked: ClassVar[list] = []

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        self.asked.append((self.command, self.path, dict(self.headers), body))
        status, headers, content = self.answers.pop(0)
        if status is None:
            # The connection ends without an answer.
            self.close_connection = True
            return
        data = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = answer

    def log_message(self, *_) -> None:
        pass


def problem(status: int, code: str, headers: dict | None = None, errors: list | None = None):
    content = {"type": "", "title": "", "status": status, "code": code, "detail": "Refused.", "request_id": "req_1"}
    if errors:
        content["errors"] = errors
    return status, {"Content-Type": "application/problem+json", "X-Request-Id": "req_1", **(headers or {})}, content


def retries() -> None:
    server = HTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = Client(f"http://127.0.0.1:{server.server_port}", "plk_x", retry=RetryPolicy(retries=3, first_pause=0.01))

    def prepare(*answers) -> None:
        Refusing.answers[:] = answers
        Refusing.asked.clear()

    # Refused, then lost on the way, then answered: one key.
    prepare(problem(429, "rate_limited", {"Retry-After": "1"}), (None, {}, None), (201, {}, {"id": "prj_1"}))
    check(client.create_project(name="North School")["id"] == "prj_1", "the third answer is not returned")
    keys = {headers["Idempotency-Key"] for _, _, headers, _ in Refusing.asked}
    check(len(Refusing.asked) == 3 and len(keys) == 1, f"{len(Refusing.asked)} requests with {len(keys)} keys")

    # Without a key, a POST that may have arrived is not sent again; one that was refused is.
    prepare((None, {}, None))
    try:
        client.cancel_takeoff("tko_1")
        raise Wrong("a lost answer is no error")
    except TransportError:
        check(len(Refusing.asked) == 1, "a cancel was sent twice")
    prepare(problem(503, "unavailable"), (202, {}, {"id": "tko_1"}))
    client.cancel_takeoff("tko_1")

    # A quota that waiting does not give back.
    prepare(problem(429, "quota_exceeded"))
    error = refused("quota_exceeded", lambda: client.create_project(name="One more"))
    check(error.status == 429 and error.request_id == "req_1", f"{error}")
    check(str(error).endswith(": 429 quota_exceeded: Refused. (request req_1)"), f"{error}")

    # Invalid fields, each printed once.
    fields = [{"field": "/name", "message": "must be given"}, {"field": "/metadata", "message": "must be an object"}]
    prepare(problem(422, "validation_failed", errors=fields))
    error = refused("validation_failed", lambda: client.create_project(name=""))
    printed = ": 422 validation_failed: /name: must be given; /metadata: must be an object (request req_1)"
    check(str(error).endswith(printed), f"{error}")

    # An upload whose slot has expired.
    slot = {
        "document": {"id": "doc_1"},
        "upload": {"url": f"{client.base}/slot", "method": "PUT", "headers": {"X-A": "b"}},
    }
    prepare((201, {}, slot), (204, {}, None), problem(409, "upload_expired"))
    refused("upload_expired", lambda: client.upload_bytes("prj_1", "E-101.pdf", b"%PDF"))
    put = Refusing.asked[1]
    check(put[0] == "PUT" and put[2]["X-A"] == "b" and "Authorization" not in put[2], f"{put}")

    # Waiting ends with the failure, or when the time is over.
    failed = {"id": "tko_1", "status": "failed", "failure": {"code": "internal", "message": "It broke."}}
    prepare((200, {}, failed))
    try:
        client.wait({"id": "tko_1", "status": "queued"})
        raise Wrong("a failed takeoff is no error")
    except FailedError as failure:
        check(failure.code == "internal", f"{failure}")
    prepare((200, {"Retry-After": "3600"}, {"id": "tko_1", "status": "queued"}))
    try:
        client.wait({"id": "tko_1", "status": "queued"}, timeout=60)
        raise Wrong("waiting has no end")
    except WaitTimeoutError:
        pass
    server.shutdown()


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case ["main", *arguments]:
                main_job(*arguments)
            case ["async", *arguments]:
                asyncio.run(main_job_async(*arguments))
            case ["expired", *arguments]:
                expired(*arguments)
            case ["retries"]:
                retries()
            case _:
                sys.exit(__doc__)
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
