"""Somebody else's app that acts for a user: authlib, with a listener on this machine for the redirect.

It knows the API's address and nothing more: where tokens come from it finds out as RFC 9728 and RFC 8414 say, and makes
itself known by RFC 7591.
"""

import http.server
import os
import queue
import re
import threading
from urllib.parse import parse_qs, urlsplit

import httpx
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7591 import ClientMetadataClaims
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from checks import check

# Loopback has no TLS.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

NAME = "Estimating Assistant"
# Seconds until the browser must have come back.
PATIENCE = 30


class ThirdParty:
    """A client that is registered; `authorization_url` sends a user, `tokens` ends what began there."""

    def __init__(self, origin: str, scope: str) -> None:
        self.api = f"{origin}/partner/v1"
        self.listener = Listener()
        self.resource, self.metadata = self.discover()
        self.session = self.register(scope)
        self.verifier = generate_token(64)
        self.authorization_url, self.state = self.session.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=self.verifier, resource=self.resource
        )

    def discover(self) -> tuple[str, dict]:
        refused = httpx.get(f"{self.api}/projects")
        check(refused.status_code == 401, f"without a token the API answers {refused.status_code}")
        address = re.search(r'resource_metadata="([^"]+)"', refused.headers["www-authenticate"])
        check(address is not None, f"O1: no resource_metadata in {refused.headers['www-authenticate']}")
        resource = httpx.get(address[1]).raise_for_status().json()
        check(resource["resource"] == self.api, f"O4: the resource of {self.api} is {resource['resource']}")
        issuer = resource["authorization_servers"][0]
        metadata = AuthorizationServerMetadata(
            httpx.get(get_well_known_url(issuer, external=True)).raise_for_status().json()
        )
        metadata.validate()
        check(metadata["issuer"] == issuer, f"A1: the metadata of {issuer} are of {metadata['issuer']}")
        return resource["resource"], metadata

    def register(self, scope: str) -> OAuth2Session:
        wanted = {
            "client_name": NAME,
            "redirect_uris": [self.listener.address],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
        }
        registered = httpx.post(self.metadata["registration_endpoint"], json=wanted)
        check(registered.status_code == 201, f"A2: registration answered {registered.status_code}: {registered.text}")
        known = registered.json()
        ClientMetadataClaims({name: known[name] for name in wanted}, {}).validate()
        check("client_secret" not in known, "A2: a secret was issued")
        return OAuth2Session(
            known["client_id"],
            scope=scope,
            redirect_uri=self.listener.address,
            token_endpoint_auth_method="none",
            code_challenge_method="S256",
        )

    def outcome(self) -> tuple[str, dict[str, str]]:
        """Where the browser came back to, and with what; who answers is checked before all else (RFC 9207)."""
        address = self.listener.next()
        parameters = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        check(parameters.get("iss") == self.metadata["issuer"], f"A8: iss is {parameters.get('iss')}")
        check(parameters.get("state") == self.state, "the state is another one")
        return address, parameters

    def tokens(self, address: str) -> dict:
        return self.session.fetch_token(
            self.metadata["token_endpoint"],
            authorization_response=address,
            state=self.state,
            code_verifier=self.verifier,
        )

    def call(self, path: str) -> int:
        return self.session.get(f"{self.api}{path}").status_code


class Listener:
    """The app's own end of the redirect: a port of 127.0.0.1 that was free."""

    def __init__(self) -> None:
        came: queue.SimpleQueue[str] = queue.SimpleQueue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # noqa: N802
                if self.path.startswith("/callback"):
                    came.put(self.path)
                self.send_response(200)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html><title>Done</title><h1>You can close this window.</h1>")

            def log_message(self, *_) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{server.server_port}"
        self.address = f"{self.origin}/callback"
        self.came = came

    def next(self) -> str:
        return self.origin + self.came.get(timeout=PATIENCE)
