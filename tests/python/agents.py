"""Agents that others wrote, in a real browser: a person allows each one, and it takes off a drawing.

    agents.py SCENARIO --origin URL --chromium PATH [the further options of browser.py]
              [--drawing FILE] [--document ID] [--node PATH --packages FOLDER]

Scenarios are the functions below that are marked so. Ends with 1 and says what is wrong.
"""

import json
import sys
import tempfile
from pathlib import Path

import httpx
from agent import NAME, PROJECT, Agent
from browser import ORGANIZATION, Browser, arguments_parser, run, scenario
from checks import Wrong, check
from inspector import Inspector, start_inspector
from node import NodeProgram, free_port

# The items of the drawing E-101.
ITEMS = 191
# The tools that a person with every right gives an agent.
TOOLS = 27


def take_off(browser: Browser, agent: Agent) -> None:
    """Lets an agent take off the drawing with the consent of the person, who signs in if necessary."""
    work = agent.begin(lambda client: agent.take_off(client, Path(browser.arguments.drawing)))
    browser.open(agent.authorization_url(work))
    if "/sign-in" in browser.page.url:
        browser.sign_in()
    browser.is_at("/oauth/authorize")
    browser.sees(f"Allow {NAME} to access {ORGANIZATION}?", browser.arguments.email)
    browser.button("^Allow$").click()
    browser.page.wait_for_url(f"{agent.listener.origin}/**")
    done = work.result()

    check("start_takeoff" in done["tools"], f"the tools are {sorted(done['tools'])}")
    check(len(done["questions"]) == 1, f"the cost was shown {len(done['questions'])} times: {done['questions']}")
    check("up to 10 credits" in done["questions"][0], f"the cost was shown as `{done['questions'][0]}`")
    check(len(done["items"]) == ITEMS, f"{len(done['items'])} items instead of {ITEMS}")
    resource = str(agent.provider.context.protected_resource_metadata.resource)
    check(resource == agent.url, f"the token is for {resource}")
    browser.open("/account")
    browser.sees(NAME)


@scenario
def signs_in(browser: Browser) -> None:
    """A person signs in for the agent. It uses the latest version, in which it asks the person about the cost."""
    take_off(browser, Agent(browser.arguments.origin, "auto"))


@scenario
def registers(browser: Browser) -> None:
    """A person who was invited makes an account. The agent speaks the earlier version and gets the cost as a refusal."""
    browser.accept_invitation("Nele")
    take_off(browser, Agent(browser.arguments.origin, "legacy"))


@scenario
def inspector(browser: Browser) -> None:
    """The MCP inspector connects, lists the tools and takes off a document after its user has agreed to the cost."""
    arguments = browser.arguments
    with start_inspector(arguments.node, arguments.packages, f"{arguments.origin}/mcp") as address:
        page = Inspector(browser, address)
        page.connect()
        tools = page.count_tools()
        check(tools == TOOLS, f"{tools} tools instead of {TOOLS}")
        projects = page.run("list_projects")["data"]
        check(PROJECT in {project["name"] for project in projects}, f"the projects are {projects}")
        consent = "Spend the credits"
        started = page.run("start_takeoff", consent, document_id=arguments.document, discipline="electrical")
        takeoff = page.finished("get_takeoff", "completed", takeoff_id=started["id"])
        items = takeoff["result_summary"]["item_count"]
        check(items == ITEMS, f"{items} items instead of {ITEMS}")


@scenario
def conformance(browser: Browser) -> None:
    """The protocol's conformance suite finds nothing wrong with the authorization server."""
    arguments = browser.arguments
    # The suite listens on this port, but needs the id of a client that is registered for it.
    port = free_port()
    registration = {
        "client_name": "Conformance",
        "redirect_uris": [f"http://127.0.0.1:{port}/callback"],
        "token_endpoint_auth_method": "none",
    }
    registered = httpx.post(f"{arguments.origin}/oauth/register", json=registration).raise_for_status().json()
    options = ["--url", arguments.origin, "--resource", f"{arguments.origin}/mcp", "--port", str(port)]
    options += ["--client-id", registered["client_id"]]
    script = "@modelcontextprotocol/conformance/dist/index.js"
    with tempfile.TemporaryDirectory() as results:
        command = [script, "authorization", *options, "--output-dir", results]
        with NodeProgram(arguments.node, arguments.packages, *command) as suite:
            browser.open(suite.read_address(f"{arguments.origin}/oauth/authorize?"))
            browser.sign_in()
            browser.button("^Allow$").click()
            browser.page.wait_for_url(f"http://127.0.0.1:{port}/**")
            suite.finish()
        files = sorted(Path(results).glob("**/checks.json"))
        found = {result["id"]: result["status"] for file in files for result in json.loads(file.read_text())}
    # It ends with success too if it only warns, or skips what it cannot check.
    expected = ["authorization-server-metadata", "authorization-server-metadata-cimd", "authorization-code-grant"]
    check(found == dict.fromkeys(expected, "SUCCESS"), f"the suite found {found}:\n{''.join(suite.lines)}")


if __name__ == "__main__":
    parser = arguments_parser()
    for option in ["--drawing", "--document", "--node", "--packages"]:
        parser.add_argument(option)
    try:
        run(parser.parse_args())
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
