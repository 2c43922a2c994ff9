"""The pages in a real browser: Chromium without a window, a person at its keyboard, and somebody else's app.

    browser.py SCENARIO --origin URL --chromium PATH [--email … --password …] [--link …] [--without-scripts]
               [--screenshots DIR]

Scenarios are the functions below that are marked so. Ends with 1 and says what is wrong. Controls are found as a screen
reader finds them, by role and label. No page may fetch from elsewhere or break its own content security policy.
"""

import argparse
import re
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from axe_playwright_python.sync_playwright import Axe
from checks import Wrong, check
from playwright.sync_api import BrowserContext, Error, Page, sync_playwright
from third_party import NAME, ThirdParty

ORGANIZATION = "Hidden Creek Electric"
# Scopes that change, cost or delete; one that no operation needs yet; premium ones.
SCOPE = "projects:read projects:write projects:delete takeoffs:run estimates:generate takeoffs:deep bim:generate"
# Milliseconds for a page to come.
PATIENCE = 30_000
# Seconds until what was revoked is refused everywhere.
SOON = 5
SCENARIOS = {}


def scenario(function):
    SCENARIOS[function.__name__.replace("_", "-")] = function
    return function


class Browser:
    """A context of Chromium, and what the pages in it did wrong."""

    def __init__(self, chromium, arguments, scheme: str) -> None:
        self.arguments = arguments
        self.wrong: list[str] = []
        self.scheme = scheme
        self.context: BrowserContext = chromium.new_context(
            java_script_enabled=not arguments.without_scripts,
            color_scheme=scheme,
            viewport={"width": 1280, "height": 800},
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.route("**/*", self.only_here)
        self.page: Page = self.context.new_page()
        self.page.on("console", self.hear)

    def only_here(self, route) -> None:
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            return route.continue_()
        if route.request.is_navigation_request() or self.page.url.startswith(self.arguments.origin):
            self.wrong.append(f"{self.page.url} leads to {route.request.url}")
        return route.abort()

    def hear(self, message) -> None:
        if "Content Security Policy" in message.text:
            self.wrong.append(message.text)

    def open(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.arguments.origin + path)

    def button(self, name: str):
        return self.page.get_by_role("button", name=re.compile(name))

    def text(self) -> str:
        return self.page.locator("body").inner_text()

    def sees(self, *words: str) -> None:
        for word in words:
            check(word in self.text(), f"{self.page.url} does not show `{word}`:\n{self.text()}")

    def is_at(self, path: str) -> None:
        here = urlsplit(self.page.url).path
        check(here == path, f"the browser is at {self.page.url}, not at {path}:\n{self.text()}")

    def sign_in(self) -> None:
        """Fills in the page that is shown, and sends it with the Enter key."""
        self.is_at("/sign-in")
        self.page.get_by_label("Email address").fill(self.arguments.email)
        self.page.get_by_label("Password").fill(self.arguments.password)
        self.page.get_by_label("Password").press("Enter")
        self.page.wait_for_url(lambda url: urlsplit(url).path != "/sign-in")

    def accept_invitation(self, name: str) -> None:
        """Makes the account of the invited person, who is then signed in."""
        self.open(self.arguments.link)
        self.sees(ORGANIZATION)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("New password").fill(self.arguments.password)
        self.button("^Accept invitation$").click()
        self.page.wait_for_url("**/account")


def soon(holds, what: str) -> None:
    begun = time.monotonic()
    while not holds():
        check(time.monotonic() - begun < SOON, what)
        time.sleep(0.1)


def row(browser: Browser, words: str):
    return browser.page.get_by_role("listitem").filter(has_text=words)


@scenario
def delegated(browser: Browser) -> None:
    """An app registers, is allowed, works, refreshes, and loses access."""
    app = ThirdParty(browser.arguments.origin, SCOPE)
    browser.open(app.authorization_url)
    browser.sees(NAME)
    browser.sign_in()
    browser.is_at("/oauth/authorize")
    browser.sees(NAME, ORGANIZATION, browser.arguments.email)
    browser.sees(f"Allow {NAME} to access {ORGANIZATION}?", "It will be able to, on your behalf")
    browser.sees("Read projects", "Create and update projects", "You can revoke access at any time")
    for words, badge in [
        ("Create takeoffs", "Uses credits"),
        ("Delete projects", "Permanent"),
    ]:
        shown = row(browser, words).locator(".badge").all_inner_texts()
        check(shown == [badge], f"`{words}` has the badges {shown}")
    check(row(browser, "Read projects").locator(".badge").count() == 0, "what only looks is marked")
    for absent in ["deep takeoffs", "BIM", "estimates"]:
        check(absent not in browser.text(), f"not offered, but on the consent page: {absent}")
    browser.button("^Allow$").click()
    browser.page.wait_for_url(f"{app.listener.origin}/**")

    address, _ = app.outcome()
    token = app.tokens(address)
    check(token["token_type"] == "Bearer" and token["expires_in"] == 3600, f"A8: {token}")
    granted = set(token["scope"].split())
    check(granted == set(SCOPE.split()) - {"estimates:generate", "takeoffs:deep", "bim:generate"}, f"granted: {sorted(granted)}")
    check(app.call("/projects") == 200, "the API refuses the token")
    check(app.call("/exports/exp_0123456789abcdefABCDEF") == 403, "a scope that was not asked for is there")
    first = dict(token)
    # Authlib would ask for all that it asked for at first, which is more than was granted.
    refreshed = app.session.refresh_token(
        app.metadata["token_endpoint"], refresh_token=first["refresh_token"], scope=first["scope"]
    )
    second = dict(refreshed)
    check(second["refresh_token"] != first["refresh_token"], "A6: the refresh token stays")
    check(app.call("/projects") == 200, "the API refuses the refreshed token")

    browser.open("/account")
    browser.sees(NAME)
    revoked = app.session.revoke_token(
        app.metadata["revocation_endpoint"], token=second["refresh_token"], token_type_hint="refresh_token"
    )
    check(revoked.status_code == 200, f"revocation answered {revoked.status_code}")
    soon(lambda: app.call("/projects") == 401, "the API takes a revoked token")


@scenario
def deny(browser: Browser) -> None:
    app = ThirdParty(browser.arguments.origin, SCOPE)
    browser.open(app.authorization_url)
    browser.sign_in()
    browser.button("^Deny$").click()
    browser.page.wait_for_url(f"{app.listener.origin}/**")
    _, parameters = app.outcome()
    check(parameters.get("error") == "access_denied" and "code" not in parameters, f"denied: {parameters}")


@scenario
def viewer(browser: Browser) -> None:
    """A role gives no more than it has, and the page says so."""
    app = ThirdParty(browser.arguments.origin, SCOPE)
    browser.open(app.authorization_url)
    browser.sign_in()
    withheld = row(browser, "Create takeoffs")
    check(withheld.count() == 1, "the page does not say what is withheld")
    browser.sees("your role")
    browser.button("^Allow$").click()
    browser.page.wait_for_url(f"{app.listener.origin}/**")
    token = app.tokens(app.outcome()[0])
    check(token["scope"] == "projects:read", f"a viewer gave {token['scope']}")


@scenario
def key(browser: Browser) -> None:
    """A key is made on the page, works at once, is shown once, and is revoked."""
    browser.open("/account/keys")
    browser.sign_in()
    browser.is_at("/account/keys")
    page = browser.page
    page.get_by_label("Name", exact=True).fill("Nightly import")
    page.get_by_role("radio", name=re.compile("Sandbox")).check()
    page.get_by_role("checkbox", name=re.compile("Read projects")).check()
    browser.button("^Create key$").click()
    secret = page.get_by_label(re.compile("^Secret key")).input_value().strip()
    check(secret.startswith("plk_s"), f"the secret shown is {secret[:5]}…")

    def status() -> int:
        url = f"{browser.arguments.origin}/partner/v1/projects"
        return httpx.get(url, headers={"authorization": f"Bearer {secret}"}).status_code

    check(status() == 200, f"the API answers {status()} to the new key")
    browser.open("/account/keys")
    browser.sees("Nightly import")
    check(secret not in page.content(), "the secret is shown again")
    page.get_by_text("Revoke key…").click()
    browser.button("^Revoke key Nightly import").click()
    soon(lambda: status() == 401, "the API takes a revoked key")
    browser.open("/account/keys")
    browser.sees("Revoked")


@scenario
def copy(browser: Browser) -> None:
    """A new key and a new link are copied by a button, which only the script shows."""
    page = browser.page
    browser.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=browser.arguments.origin)
    browser.open("/account/keys")
    browser.sign_in()
    page.get_by_label("Name", exact=True).fill("Nightly import")
    page.get_by_role("checkbox", name=re.compile("Read projects")).check()
    browser.button("^Create key$").click()
    field = page.get_by_label(re.compile("^Secret key"))
    copied(browser, field)
    browser.open("/account/people")
    page.get_by_label("Email address").fill("new@creek.example")
    browser.button("^Create invitation$").click()
    field = page.get_by_label(re.compile("^Invitation link"))
    if not browser.arguments.without_scripts:
        # Outside secure origins, browsers have no clipboard to write to.
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    copied(browser, field)


def copied(browser: Browser, field) -> None:
    """Copies a field as the browser can, and pastes it into a field of its page."""
    page, shown = browser.page, field.input_value()
    button = page.get_by_role("button", name="Copy", exact=True)
    status = page.locator(".copy").get_by_role("status")
    if browser.arguments.without_scripts:
        check(button.count() == 0, "without scripts there is a button that does nothing")
        field.press("Control+a")
        field.press("Control+c")
    else:
        check(status.inner_text() == "", "it says that something was copied")
        button.click()
        status.get_by_text("Copied", exact=True).wait_for()
    # Both pages have one field for a text of one line.
    target = page.locator("input[type=text][name=name], input[type=email][name=email]")
    target.fill("")
    target.press("Control+v")
    pasted = target.input_value()
    check(pasted == shown, f"copied: {pasted[:12]}…, shown: {shown[:12]}…")


@scenario
def invitation(browser: Browser) -> None:
    """A link makes an account, once."""
    page = browser.page
    browser.accept_invitation("Nele")
    browser.sees("Nele", browser.arguments.email, "Estimator")
    check(page.get_by_role("link", name="API keys").count() == 0, "an estimator is shown the way to API keys")
    browser.open(browser.arguments.link)
    browser.sees("This invitation is not valid")
    browser.context.clear_cookies()
    browser.open("/account")
    browser.sign_in()
    browser.is_at("/account")


@scenario
def sign_out(browser: Browser) -> None:
    browser.open("/account")
    browser.sign_in()
    browser.is_at("/account")
    browser.button("Sign out").click()
    browser.page.wait_for_load_state()
    check(browser.arguments.email not in browser.text(), "who was signed in is still shown")
    browser.page.go_back()
    check(browser.arguments.email not in browser.text(), "the browser's way back shows the account")
    browser.open("/account")
    browser.is_at("/sign-in")


@scenario
def upstream(browser: Browser) -> None:
    """Sign-in at somebody else's OpenID provider: by invitation, then again, and never as somebody else."""
    page = browser.page

    def choose(person: str) -> None:
        check(not page.url.startswith(browser.arguments.origin), f"still at {page.url}:\n{browser.text()}")
        page.get_by_role("button", name=person).click()
        page.wait_for_url(f"{browser.arguments.origin}/**")

    browser.open(browser.arguments.link)
    page.get_by_role("link", name=re.compile("with Somebody Else")).click()
    choose("upstream-eve")
    browser.is_at("/account")
    browser.sees("eve@upstream.example", ORGANIZATION)
    for person, enters in [("upstream-eve", True), ("upstream-mallory", False)]:
        browser.context.clear_cookies()
        browser.open("/account")
        page.get_by_role("link", name=re.compile("with Somebody Else")).click()
        choose(person)
        check((urlsplit(page.url).path == "/account") == enters, f"{person} is at {page.url}:\n{browser.text()}")
        browser.open("/account")
        browser.is_at("/account" if enters else "/sign-in")
    # Somebody who refuses there is not signed in here.
    page.get_by_role("link", name=re.compile("with Somebody Else")).click()
    page.get_by_role("button", name="Deny").click()
    page.wait_for_url(f"{browser.arguments.origin}/**")
    browser.open("/account")
    browser.is_at("/sign-in")


@scenario
def looks(browser: Browser) -> None:
    """Takes a picture of each page, wide and narrow, and has axe look at it."""
    app = ThirdParty(browser.arguments.origin, SCOPE)
    browser.open(app.authorization_url)
    look(browser, "sign-in")
    browser.page.get_by_label("Email address").fill(browser.arguments.email)
    browser.page.get_by_label("Password").fill("a wrong password")
    browser.button("^Sign in$").click()
    look(browser, "sign-in-failed")
    browser.sign_in()
    look(browser, "consent")
    browser.button("^Allow$").click()
    browser.page.wait_for_url(f"{app.listener.origin}/**")
    app.tokens(app.outcome()[0])
    for name, path in [("account", "/account"), ("credits", "/account/credits"), ("keys", "/account/keys"), ("people", "/account/people")]:
        browser.open(path)
        if name == "credits":
            browser.sees("invoice 7", "E-101.pdf")
        look(browser, name)
    browser.open("/account/keys")
    page = browser.page
    page.get_by_label("Name", exact=True).fill("Nightly import")
    page.get_by_role("checkbox", name=re.compile("Read projects")).check()
    browser.button("^Create key$").click()
    look(browser, "new-key")
    browser.open("/account/people")
    page.get_by_label("Email address").fill(f"new.{int(time.time() * 1000)}@creek.example")
    browser.button("^Create invitation$").click()
    look(browser, "new-link")
    browser.open(browser.arguments.link)
    look(browser, "invitation")
    browser.open("/invitations/plinv_wrong")
    look(browser, "invitation-gone")
    browser.open("/oauth/authorize?client_id=oc_unknown")
    look(browser, "refused")
    browser.open("/errors/not_found")
    look(browser, "problem")


def look(browser: Browser, name: str) -> None:
    page, scheme = browser.page, browser.scheme
    # 320 pixels are what WCAG 2.2 asks for (1.4.10); pictures are of a desktop and a phone.
    for width in (1280, 380, 320):
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            browser.wrong.append(f"{name} is {wide} pixels wide in a window of {width}")
        if browser.arguments.screenshots and width != 320:
            folder = Path(browser.arguments.screenshots)
            folder.mkdir(parents=True, exist_ok=True)
            narrow = "" if width == 1280 else "-narrow"
            page.screenshot(path=folder / f"{name}-{scheme}{narrow}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    for violation in found.response["violations"]:
        places = ", ".join(node["html"] for node in violation["nodes"][:3])
        browser.wrong.append(f"{name}, {scheme}: {violation['help']}: {places}")


def arguments_parser() -> argparse.ArgumentParser:
    """Returns a parser of what every scenario takes, including those that other files register."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--origin", required=True)
    parser.add_argument("--chromium", required=True)
    parser.add_argument("--email")
    parser.add_argument("--password")
    parser.add_argument("--link")
    parser.add_argument("--without-scripts", action="store_true")
    parser.add_argument("--screenshots")
    return parser


def run(arguments: argparse.Namespace) -> None:
    schemes = ["light", "dark"] if arguments.scenario == "looks" else ["light"]
    with sync_playwright() as playwright:
        # As root, in a container, Chromium has no sandbox of its own.
        chromium = playwright.chromium.launch(
            executable_path=arguments.chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for scheme in schemes:
            browser = Browser(chromium, arguments, scheme)
            try:
                SCENARIOS[arguments.scenario](browser)
            except Error as error:
                raise Wrong("\n".join([*browser.wrong, f"at {browser.page.url}: {error}", browser.text()])) from error
            check(not browser.wrong, "\n".join(browser.wrong))
            browser.context.close()
        chromium.close()


if __name__ == "__main__":
    try:
        run(arguments_parser().parse_args())
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
