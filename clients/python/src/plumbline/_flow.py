"""What the client does, without input and output: retries, waiting, uploads.

Each function is a generator of requests and pauses. `Client` and `AsyncClient` carry them out and send the responses
back, so that both do the same.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, TypeAlias, TypeVar, cast

import httpx

from . import types
from ._call import Call, Request, segment
from .errors import FailedError, PlumblineError, ProblemError, TransportError, WaitTimeoutError, retry_after

T = TypeVar("T")
J = TypeVar("J", types.Document, types.Takeoff, types.Export)


@dataclass(frozen=True)
class Pause:
    """A pause in seconds."""

    seconds: float


#: What a generator asks for, what it gets back, and what it returns in the end.
Flow: TypeAlias = Generator[Request | Pause, httpx.Response | httpx.TransportError | None, T]


@dataclass(frozen=True)
class RetryPolicy:
    """How failed requests are tried again.

    Answers 429 and 503 are tried again, after `Retry-After` where the answer has it. After a network error, requests are
    tried again that do no harm when they arrive twice: those with an idempotency key among them, with the same key.
    """

    #: Most tries after the first one. 0 turns retries off.
    retries: int = 4
    #: Seconds before the second try. They double with each further try, with some randomness.
    first_pause: float = 0.5
    #: Most seconds of a pause. A `Retry-After` beyond it ends the tries.
    longest_pause: float = 60.0

    def pause(self, tries: int, error: PlumblineError, request: Request) -> float | None:
        """Returns the seconds before the next try, or None when the error is final."""
        asked = error.retry_after if isinstance(error, ProblemError) else None
        if tries > self.retries or not _retryable(error, request) or (asked or 0.0) > self.longest_pause:
            return None
        drawn = min(self.first_pause * 2.0 ** (tries - 1) * random.uniform(1, 2), self.longest_pause)
        return max(drawn, asked or 0.0)


def _retryable(error: PlumblineError, request: Request) -> bool:
    if not isinstance(error, ProblemError):
        return request.repeatable
    match error.status:
        case 429:
            # A quota that waiting does not give back has no `Retry-After`.
            return error.code == "rate_limited" or error.retry_after is not None
        case 503:
            return True
        case _:
            # The first request of the key may still run.
            return error.code == "idempotency_in_progress"


def send(request: Request, policy: RetryPolicy) -> Flow[httpx.Response]:
    """Sends a request until it succeeds or fails for good."""
    tries = 0
    while True:
        tries += 1
        answer = yield request
        error: PlumblineError
        if isinstance(answer, httpx.Response):
            if answer.is_success:
                return answer
            error = ProblemError(request.method, answer)
        else:
            error = TransportError(f"{request.method} {request.url}: {answer}")
        pause = policy.pause(tries, error, request)
        if pause is None:
            raise error
        yield Pause(pause)


def call(call_: Call[T], base: str, policy: RetryPolicy) -> Flow[T]:
    """Sends a call and returns its answer."""
    response = yield from send(call_.request(base), policy)
    return cast(T, response.json() if response.content else None)


def page(call_: Call[Any], base: str, policy: RetryPolicy) -> Flow[tuple[list[Any], Call[Any] | None]]:
    """Returns the records of one page, and the call of the next one."""
    answer = yield from call(call_, base, policy)
    cursor = answer["next_cursor"]
    following = None if cursor is None else replace(call_, query={**call_.query, "cursor": cursor})
    return answer["data"], following


_PATHS = {"doc_": "/documents/", "tko_": "/takeoffs/", "exp_": "/exports/"}
_FIRST_LOOK = 0.25
_LONGEST_LOOK = 5.0


def wait(job: J, timeout: float, progress: Callable[[J], None] | None, base: str, policy: RetryPolicy) -> Flow[J]:
    """Looks at a document, a takeoff or an export until it has ended."""
    begun = time.monotonic()
    path = _PATHS[job["id"][:4]] + segment(job["id"])
    pause = _FIRST_LOOK
    while True:
        response = yield from send(Call[J]("GET", path).request(base), policy)
        resource: J = response.json()
        if progress is not None:
            progress(resource)
        match resource["status"]:
            case "ready" | "completed":
                return resource
            case "failed" | "cancelled" as status:
                failure = resource.get("failure")
                code, message = (failure["code"], failure["message"]) if failure else ("", "")
                raise FailedError(resource["id"], status, code, message)
        after = max(pause, retry_after(response) or 0.0)
        waited = time.monotonic() - begun
        if waited + after > timeout:
            raise WaitTimeoutError(f"{resource['id']} was still {resource['status']} after {waited:.0f} s")
        yield Pause(after)
        pause = min(pause * 1.5, _LONGEST_LOOK)


def upload(
    project_id: str, filename: str, content: bytes, timeout: float, base: str, policy: RetryPolicy
) -> Flow[types.Document]:
    """Creates a document, sends its file, completes the upload and waits until the document is ready."""
    source: dict[str, object] = {"type": "upload", "size_bytes": len(content)}
    content_type = CONTENT_TYPES.get(PurePath(filename).suffix.lower())
    if content_type is not None:
        source["content_type"] = content_type
    body = {"project_id": project_id, "filename": filename, "source": source}
    slot = yield from call(Call[types.DocumentWithUpload]("POST", "/documents", body=body, keyed=True), base, policy)
    target = slot["upload"]
    put = Request(target["method"], target["url"], target["headers"], content, authorized=False, transfer=True)
    try:
        yield from send(put, policy)
    except ProblemError as error:
        # The answer to an earlier try was lost: the file has arrived. A file store says so with the status alone.
        if error.status != 412:
            raise
    path = f"/documents/{segment(slot['document']['id'])}/complete"
    # Completing twice changes nothing.
    document = yield from call(Call[types.Document]("POST", path, repeatable=True), base, policy)
    return (yield from wait(document, timeout, None, base, policy))


#: Media types of the supported files, by extension. For others the service looks at the file.
CONTENT_TYPES = {
    ".pdf": "application/pdf",
    ".dwg": "image/vnd.dwg",
    ".dxf": "application/dxf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
}


def download(export: types.Export, policy: RetryPolicy) -> Flow[bytes]:
    """Returns the file of an export."""
    if "download" not in export:
        raise PlumblineError(f"{export['id']} is {export['status']} and has no file. Wait for it first.")
    request = Request("GET", export["download"]["url"], authorized=False, transfer=True)
    return (yield from send(request, policy)).content


def download_document(document_id: str, base: str, policy: RetryPolicy) -> Flow[bytes]:
    """Returns the original file of a document."""
    request = Request("GET", f"{base}/documents/{segment(document_id)}/download", transfer=True)
    return (yield from send(request, policy)).content


def page_picture(
    document_id: str, page_number: int, area: tuple[float, float, float, float] | None, base: str, policy: RetryPolicy
) -> Flow[bytes]:
    """Returns a picture of a page, or of a part of it."""
    query = "?area=" + ",".join(f"{corner:.9f}" for corner in area) if area else ""
    url = f"{base}/documents/{segment(document_id)}/pages/{page_number}/picture{query}"
    return (yield from send(Request("GET", url, transfer=True), policy)).content


def item_picture(takeoff_id: str, item_id: str, base: str, policy: RetryPolicy) -> Flow[bytes]:
    """Returns a picture of the place where an item was found."""
    url = f"{base}/takeoffs/{segment(takeoff_id)}/items/{segment(item_id)}/picture"
    return (yield from send(Request("GET", url, transfer=True), policy)).content
