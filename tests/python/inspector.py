"""The web page of the MCP inspector, as a person uses it: connects with OAuth, then fills in tools and runs them."""

import contextlib
import json
import re
import tempfile
import time
from collections.abc import Iterator

from browser import ORGANIZATION, Browser
from checks import check
from node import NodeProgram, free_port
from playwright.sync_api import TimeoutError

NAME = "MCP Inspector"
# Seconds until a job must have ended.
PATIENCE = 120
# Milliseconds until a click counts as lost.
RETRY = 2_000


@contextlib.contextmanager
def start_inspector(node: str, packages: str, server: str) -> Iterator[str]:
    """Starts the inspector for one server in the protocol's latest version. Yields the address of its page."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            # Settings and tokens of the test must not reach those of the person who runs it.
            "HOME": folder,
            "MCP_INSPECTOR_SECRET_STORE": "memory",
            "HOST": "127.0.0.1",
            "CLIENT_PORT": str(free_port()),
            "MCP_SANDBOX_PORT": "0",
            "MCP_AUTO_OPEN_ENABLED": "false",
        }
        script = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
        options = ["--web", "--protocol-era", "modern", "--transport", "http", "--server-url", server]
        with NodeProgram(node, packages, script, *options, **environment) as program:
            yield program.read_address(f"http://127.0.0.1:{environment['CLIENT_PORT']}")


class Inspector:
    """The inspector's page in a browser. Its address includes the token that it made at its start."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.page = browser.page
        browser.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.split("?")[0])
        self.page.goto(address)

    def connect(self) -> None:
        """Connects to the one server that the inspector knows. A person signs in there and allows it."""
        address = self.page.url.split("?")[0]
        # The switch itself has no size: a person clicks on what is drawn for it.
        self.page.get_by_role("switch", name="Connect or disconnect").click(force=True)
        self.page.wait_for_url("**/sign-in?*")
        self.browser.sees(NAME)
        self.browser.sign_in()
        self.browser.sees(f"Allow {NAME} to access {ORGANIZATION}?")
        self.browser.button("^Allow$").click()
        self.page.wait_for_url(f"{address}**")
        self.page.get_by_text("Connected", exact=True).wait_for()

    def count_tools(self) -> int:
        """Opens the list of tools and returns how many its heading says there are."""
        heading = self.page.get_by_text(re.compile(r"^Tools \(\d+\)$"))
        begun = time.monotonic()
        while not heading.is_visible():
            check(time.monotonic() - begun < PATIENCE, "the page does not list the tools")
            # The page loses a click that comes while it goes back to its list of servers.
            self.page.get_by_text("Tools", exact=True).first.click(force=True)
            with contextlib.suppress(TimeoutError):
                heading.wait_for(timeout=RETRY)
        return int(re.search(r"\d+", heading.inner_text())[0])

    def run(self, tool: str, consent: str = "", **arguments: str) -> dict:
        """Fills in a tool, runs it and returns its result. `consent` labels the box to check if it asks first."""
        # The list has each tool's title and, below it, its name.
        self.page.get_by_role("button", name=re.compile(rf"\b{tool}\b")).first.click()
        for name, value in arguments.items():
            # A field that must be filled in has a star.
            field = self.page.get_by_role("textbox", name=re.compile(rf"^{name}( \*)?$"))
            if field.get_attribute("aria-haspopup") == "listbox":
                field.click()
                self.page.get_by_role("option", name=value, exact=True).click()
            else:
                field.fill(value)
        self.browser.button("^Execute Tool$").click()
        if consent:
            question = self.page.get_by_role("dialog")
            question.get_by_label(consent).check()
            question.get_by_role("button", name="Submit").click()
        close = self.browser.button("^Close results$")
        close.wait_for()
        # The page shows only a part of a long result, so the whole is copied. The clipboard is emptied first, because
        # copying takes a moment.
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.page.get_by_role("button", name="Copy", exact=True).first.click()
        copied = self.page.wait_for_function("navigator.clipboard.readText()")
        result = json.loads(copied.json_value())
        close.click()
        return result

    def finished(self, tool: str, goal: str, **arguments: str) -> dict:
        """Runs a tool that reads a job until the job has ended as it should."""
        begun = time.monotonic()
        while (job := self.run(tool, **arguments))["status"] != goal:
            check(job["status"] not in ("failed", "cancelled"), f"{tool}: {job}")
            check(time.monotonic() - begun < PATIENCE, f"{tool}: still {job['status']} after {PATIENCE} s")
        return job
