"""An agent that others wrote: the MCP client of the package `mcp`, which signs in with OAuth and takes off a drawing.

It is given the address of `/mcp` and nothing else. The server's 401 leads it to the metadata of the resource and of the
authorization server, where it registers. It runs in a thread with a loop of its own, because the browser's calls block.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from checks import check
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.context import ClientRequestContext
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult
from third_party import Listener

NAME = "Estimating Agent"
PROJECT = "North School"
# Seconds until a job must have ended.
PATIENCE = 120
# Of items, the most that the API allows.
PAGE = 100


class Storage:
    """Keeps the registration and the tokens in memory."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Agent:
    """A client of one server. Its mode is `legacy` for version 2025-11-25 or `auto` for the latest that both know."""

    def __init__(self, origin: str, mode: str) -> None:
        self.url = f"{origin}/mcp"
        self.mode = mode
        self.listener = Listener()
        self.storage = Storage()
        self.questions: list[str] = []
        self.addresses: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.provider = OAuthClientProvider(
            server_url=self.url,
            client_metadata=OAuthClientMetadata(
                client_name=NAME,
                redirect_uris=[self.listener.address],
                grant_types=["authorization_code", "refresh_token"],
                token_endpoint_auth_method="none",
            ),
            storage=self.storage,
            redirect_handler=self.redirect,
            callback_handler=self.callback,
        )

    async def redirect(self, address: str) -> None:
        self.addresses.put(address)

    async def callback(self) -> AuthorizationCodeResult:
        address = await asyncio.to_thread(self.listener.next)
        parameters = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        return AuthorizationCodeResult(**{name: parameters.get(name) for name in ("code", "state", "iss")})

    def begin(self, work: Callable[[Client], Awaitable[Any]]) -> Future:
        """Starts work with a connected client in a thread. `authorization_url` has the address that it opens first."""
        done: Future = Future()

        async def connected() -> Any:
            async with create_mcp_http_client(auth=self.provider) as http:
                transport = streamable_http_client(self.url, http_client=http)
                # Only the later version asks in the middle of a call.
                answer = None if self.mode == "legacy" else self.agree
                async with Client(transport, mode=self.mode, elicitation_callback=answer) as client:
                    return await work(client)

        def run() -> None:
            try:
                done.set_result(asyncio.run(connected()))
            except BaseException as error:  # noqa: BLE001
                done.set_exception(error)

        threading.Thread(target=run, daemon=True).start()
        return done

    def authorization_url(self, done: Future) -> str:
        """Waits for the address that the agent opens in a browser."""
        while True:
            try:
                return self.addresses.get(timeout=0.1)
            except queue.Empty:
                check(not done.done(), f"the agent did not open a browser: {done.exception() if done.done() else ''}")

    async def agree(self, context: ClientRequestContext, parameters: ElicitRequestParams) -> ElicitResult:
        """Answers the question of the cost as a user who agrees."""
        self.questions.append(parameters.message)
        return ElicitResult(action="accept", content={"agreed": True})

    async def take_off(self, client: Client, drawing: Path) -> dict:
        """Takes off a drawing. Returns the tools, the messages about the cost, and the items."""
        tools = {tool.name for tool in (await client.list_tools()).tools}
        project = await call(client, "create_project", name=PROJECT)
        added = await call(
            client, "add_document", project_id=project["id"], filename=drawing.name, source={"type": "upload"}
        )
        upload, document = added["upload"], {"document_id": added["document"]["id"]}
        async with httpx.AsyncClient() as http:
            sent = await http.request(
                upload["method"], upload["url"], content=drawing.read_bytes(), headers=upload["headers"]
            )
        check(sent.is_success, f"the upload answered {sent.status_code}: {sent.text}")
        await call(client, "complete_upload", **document)
        await finished(client, "get_document", document, "ready")
        started = await self.start(client, document | {"discipline": "electrical"})
        takeoff = {"takeoff_id": started["id"]}
        await finished(client, "get_takeoff", takeoff, "completed")
        items, cursor = [], {}
        while True:
            page = await call(client, "list_items", **takeoff, limit=PAGE, **cursor)
            items += page["data"]
            if not page["has_more"]:
                return {"tools": tools, "questions": self.questions, "items": items}
            cursor = {"cursor": page["next_cursor"]}

    async def start(self, client: Client, arguments: dict) -> dict:
        """Starts a takeoff, and agrees to the cost once it knows it."""
        if self.mode != "legacy":
            return await call(client, "start_takeoff", **arguments)
        refusal = await client.call_tool("start_takeoff", arguments)
        check(refusal.is_error is True, f"a takeoff began without consent to its cost: {refusal}")
        self.questions.append(refusal.content[0].text)
        return await call(client, "start_takeoff", **arguments, max_credits=10)


async def call(client: Client, tool: str, **arguments: Any) -> dict:
    result: CallToolResult = await client.call_tool(tool, arguments)
    check(not result.is_error, f"{tool}: {result.content}")
    return result.structured_content


async def finished(client: Client, tool: str, arguments: dict, goal: str) -> None:
    """Reads a job until it has ended as it should."""
    begun = time.monotonic()
    while (status := (await call(client, tool, **arguments))["status"]) != goal:
        check(status not in ("failed", "cancelled"), f"{tool}: {status}")
        check(time.monotonic() - begun < PATIENCE, f"{tool}: still {status} after {PATIENCE} s")
        await asyncio.sleep(0.2)
