"""The clients: one that blocks, one for asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from . import _flow, types
from ._call import Call, Request
from ._flow import Flow, J, Pause, RetryPolicy
from ._operations import AsyncOperations, Operations

T = TypeVar("T")

#: An API call answers in well under a second. Transfers of a 50 MB file over a slow line take longer.
CALL_TIMEOUT = 60.0
TRANSFER_TIMEOUT = 600.0
#: Most records that the service puts on a page.
LARGEST_PAGE = 200
#: Seconds to wait for one job.
JOB_TIMEOUT = 1800.0
_API_PATH = "/partner/v1"


class _Base:
    """Address, credential and policies."""

    def __init__(self, base_url: str, key: str, *, retry: RetryPolicy | None = None) -> None:
        """Takes the address of the server and an API key or an access token.

        The API's path (`/partner/v1`) may be part of the address.
        """
        #: The address that all paths of the API are below.
        self.base = base_url.rstrip("/").removesuffix(_API_PATH) + _API_PATH
        #: How failed requests are tried again.
        self.retry = retry or RetryPolicy()
        self._authorization = f"Bearer {key}"

    def _options(self, request: Request) -> dict[str, Any]:
        headers = dict(request.headers)
        if request.authorized:
            headers["Authorization"] = self._authorization
        timeout = TRANSFER_TIMEOUT if request.transfer else CALL_TIMEOUT
        return {"headers": headers, "content": request.content, "timeout": timeout, "follow_redirects": True}


class Client(_Base, Operations):
    """The API of one server with one credential."""

    def __init__(
        self, base_url: str, key: str, *, retry: RetryPolicy | None = None, http: httpx.Client | None = None
    ) -> None:
        """See `_Base`. `http` brings settings of your own, such as a proxy."""
        super().__init__(base_url, key, retry=retry)
        self._http = http or httpx.Client()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _run(self, flow: Flow[T]) -> T:
        answer: httpx.Response | httpx.TransportError | None = None
        try:
            while True:
                step = flow.send(answer)
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                    answer = None
                    continue
                try:
                    answer = self._http.request(step.method, step.url, **self._options(step))
                except httpx.TransportError as error:
                    answer = error
        except StopIteration as done:
            result: T = done.value
            return result

    def call(self, call: Call[T]) -> T:
        """Sends a call."""
        return self._run(_flow.call(call, self.base, self.retry))

    def pages(self, call: Call[Any]) -> Iterator[Any]:
        """Reads the records of all pages of a call."""
        following: Call[Any] | None = replace(call, query={"limit": LARGEST_PAGE, **call.query})
        while following is not None:
            records, following = self._run(_flow.page(following, self.base, self.retry))
            yield from records

    def wait(self, job: J, *, timeout: float = JOB_TIMEOUT, progress: Callable[[J], None] | None = None) -> J:
        """Waits until a document is ready, or a takeoff or an export is completed, and returns it.

        `progress` sees the resource after each look. Raises `FailedError` when the job fails or is cancelled, and
        `WaitTimeoutError` after `timeout` seconds.
        """
        return self._run(_flow.wait(job, timeout, progress, self.base, self.retry))

    def upload(self, project_id: str, path: str | Path, *, timeout: float = JOB_TIMEOUT) -> types.Document:
        """Uploads a drawing as a document of a project and waits until it is ready.

        PDF, DWG, DXF, PNG and JPEG files are supported.
        """
        path = Path(path)
        return self.upload_bytes(project_id, path.name, path.read_bytes(), timeout=timeout)

    def upload_bytes(
        self, project_id: str, filename: str, content: bytes, *, timeout: float = JOB_TIMEOUT
    ) -> types.Document:
        """As `upload`, with a file that is in memory."""
        return self._run(_flow.upload(project_id, filename, content, timeout, self.base, self.retry))

    def download(self, export: types.Export) -> bytes:
        """Returns the file of a completed export."""
        return self._run(_flow.download(export, self.retry))

    def download_to(self, export: types.Export, path: str | Path) -> None:
        """Writes the file of a completed export to `path`."""
        Path(path).write_bytes(self.download(export))

    def download_document(self, document_id: str) -> bytes:
        """Returns the original file of a document."""
        return self._run(_flow.download_document(document_id, self.base, self.retry))

    def page_picture(
        self, document_id: str, page_number: int, area: tuple[float, float, float, float] | None = None
    ) -> bytes:
        """Returns a picture of a page as a PNG, its longer side at most 1,568 pixels.

        `area` is the part to show: left, top, right and bottom, from 0 to 1 of the page.
        """
        return self._run(_flow.page_picture(document_id, page_number, area, self.base, self.retry))

    def item_picture(self, takeoff_id: str, item_id: str) -> bytes:
        """Returns a picture of the place where an item was found, outlined, as a PNG."""
        return self._run(_flow.item_picture(takeoff_id, item_id, self.base, self.retry))


class AsyncClient(_Base, AsyncOperations):
    """The API of one server with one credential, for asyncio."""

    def __init__(
        self, base_url: str, key: str, *, retry: RetryPolicy | None = None, http: httpx.AsyncClient | None = None
    ) -> None:
        """See `_Base`. `http` brings settings of your own, such as a proxy."""
        super().__init__(base_url, key, retry=retry)
        self._http = http or httpx.AsyncClient()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _run(self, flow: Flow[T]) -> T:
        answer: httpx.Response | httpx.TransportError | None = None
        try:
            while True:
                step = flow.send(answer)
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                    answer = None
                    continue
                try:
                    answer = await self._http.request(step.method, step.url, **self._options(step))
                except httpx.TransportError as error:
                    answer = error
        except StopIteration as done:
            result: T = done.value
            return result

    async def call(self, call: Call[T]) -> T:
        """Sends a call."""
        return await self._run(_flow.call(call, self.base, self.retry))

    async def pages(self, call: Call[Any]) -> AsyncIterator[Any]:
        """Reads the records of all pages of a call."""
        following: Call[Any] | None = replace(call, query={"limit": LARGEST_PAGE, **call.query})
        while following is not None:
            records, following = await self._run(_flow.page(following, self.base, self.retry))
            for record in records:
                yield record

    async def wait(self, job: J, *, timeout: float = JOB_TIMEOUT, progress: Callable[[J], None] | None = None) -> J:
        """Waits for a document, a takeoff or an export. See `Client.wait`."""
        return await self._run(_flow.wait(job, timeout, progress, self.base, self.retry))

    async def upload(self, project_id: str, path: str | Path, *, timeout: float = JOB_TIMEOUT) -> types.Document:
        """Uploads a drawing and waits until it is ready. See `Client.upload`."""
        path = Path(path)
        content = await asyncio.to_thread(path.read_bytes)
        return await self.upload_bytes(project_id, path.name, content, timeout=timeout)

    async def upload_bytes(
        self, project_id: str, filename: str, content: bytes, *, timeout: float = JOB_TIMEOUT
    ) -> types.Document:
        """As `upload`, with a file that is in memory."""
        return await self._run(_flow.upload(project_id, filename, content, timeout, self.base, self.retry))

    async def download(self, export: types.Export) -> bytes:
        """Returns the file of a completed export."""
        return await self._run(_flow.download(export, self.retry))

    async def download_to(self, export: types.Export, path: str | Path) -> None:
        """Writes the file of a completed export to `path`."""
        content = await self.download(export)
        await asyncio.to_thread(Path(path).write_bytes, content)

    async def download_document(self, document_id: str) -> bytes:
        """Returns the original file of a document."""
        return await self._run(_flow.download_document(document_id, self.base, self.retry))

    async def page_picture(
        self, document_id: str, page_number: int, area: tuple[float, float, float, float] | None = None
    ) -> bytes:
        """Returns a picture of a page as a PNG, its longer side at most 1,568 pixels.

        `area` is the part to show: left, top, right and bottom, from 0 to 1 of the page.
        """
        return await self._run(_flow.page_picture(document_id, page_number, area, self.base, self.retry))

    async def item_picture(self, takeoff_id: str, item_id: str) -> bytes:
        """Returns a picture of the place where an item was found, outlined, as a PNG."""
        return await self._run(_flow.item_picture(takeoff_id, item_id, self.base, self.retry))
