"""Agents that others wrote, in a real browser: a person allows each one, and it takes off a drawing.

    agents.py SCENARIO --origin URL --chromium PATH --drawing FILE [--inspector URL --document ID]
              [the further options of browser.py]

Scenarios are the functions below that are marked so. Ends with 1 and says what is wrong.
"""

import sys
from pathlib import Path

from agent import NAME, Agent
from browser import ORGANIZATION, Browser, arguments_parser, run, scenario
from checks import Wrong, check
from inspector import Inspector

# The items of the drawing E-101.
ITEMS = 191


def take_off(browser: Browser, agent: Agent) -> None:
    """Lets an agent take off the drawing with the consent of whoever is signed in, or signs in."""
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
    check(len(done["told"]) == 1, f"the cost was told {len(done['told'])} times: {done['told']}")
    check("up to 10 credits" in done["told"][0], f"the cost was told as `{done['told'][0]}`")
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
    """A person who was invited makes an account. The agent speaks the earlier version and is told the cost."""
    browser.accept_invitation("Nele")
    take_off(browser, Agent(browser.arguments.origin, "legacy"))


@scenario
def inspector(browser: Browser) -> None:
    """The MCP inspector connects, lists the tools and takes off a document after its user has agreed to the cost."""
    arguments = browser.arguments
    page = Inspector(browser, arguments.inspector)
    page.connect()
    tools = page.count_tools()
    check(tools == 25, f"{tools} tools")
    projects = page.run("list_projects")["data"]
    check("North School" in {project["name"] for project in projects}, f"the projects are {projects}")
    consent = "Spend the credits"
    started = page.run("start_takeoff", consent, document_id=arguments.document, discipline="electrical")
    takeoff = page.finished("get_takeoff", "completed", takeoff_id=started["id"])
    items = takeoff["result_summary"]["item_count"]
    check(items == ITEMS, f"{items} items instead of {ITEMS}")


if __name__ == "__main__":
    parser = arguments_parser()
    parser.add_argument("--drawing")
    parser.add_argument("--inspector")
    parser.add_argument("--document")
    try:
        run(parser.parse_args())
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
