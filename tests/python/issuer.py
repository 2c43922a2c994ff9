"""Somebody else's issuer of service tokens: authlib's authorization server, client credentials, RS256 JWTs (RFC 9068).

    issuer.py [PORT]     prints `listening on http://127.0.0.1:PORT`, its issuer

Its one client is `ames-backend` with the secret `ames-secret`; its tokens are for `api://plumbline`. What a test asks
of it beside what clients ask lies below /control:

    POST /control/rotate    a new key signs from now on; the old one stays published
    POST /control/mint      {"claims": …, "header": …, "stranger": true} → {"token": …}: signs any claims, with a key
                            that is published or, for a stranger, one that is not
    GET  /control/counts    how often the configuration and the key set were read
"""

import sys
import threading
import uuid

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc6749.grants import ClientCredentialsGrant
from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from serving import serve

AUDIENCE = "api://plumbline"
CLIENT, SECRET = "ames-backend", "ames-secret"
# Of a token, in seconds.
LIFE = 3600


def new_key() -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": uuid.uuid4().hex, "use": "sig", "alg": "RS256"}, private=True)


class Keys:
    """Those that are published, the one that signs last, and one that is not published."""

    def __init__(self) -> None:
        self.published = [new_key()]
        self.stranger = new_key()

    @property
    def current(self) -> RSAKey:
        return self.published[-1]


class Client(ClientMixin):
    def get_client_id(self) -> str:
        return CLIENT

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope: str) -> str:
        return scope if scope == f"{AUDIENCE}/.default" else ""

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return False

    def check_client_secret(self, client_secret: str) -> bool:
        return client_secret == SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method in ClientCredentials.TOKEN_ENDPOINT_AUTH_METHODS

    def check_response_type(self, response_type: str) -> bool:
        return False

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "client_credentials"


class ClientCredentials(ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]


class Tokens(JWTBearerTokenGenerator):
    def __init__(self, issuer: str, keys: Keys) -> None:
        super().__init__(issuer, expires_generator=lambda client, grant: LIFE)
        self.keys = keys

    def get_jwks(self) -> KeySet:
        # A set of one, so that the token names its key.
        return KeySet([self.keys.current])

    def get_audiences(self, client, user, scope) -> str:
        return AUDIENCE


def application() -> flask.Flask:
    app = flask.Flask(__name__)
    keys = Keys()
    counts = {"configuration": 0, "keys": 0}
    counting = threading.Lock()
    authorization = AuthorizationServer(
        app,
        query_client=lambda client_id: Client() if client_id == CLIENT else None,
        save_token=lambda token, request: None,
    )
    authorization.register_grant(ClientCredentials)

    def issuer() -> str:
        return flask.request.host_url.rstrip("/")

    def count(what: str) -> None:
        with counting:
            counts[what] += 1

    @app.post("/token")
    def token():
        authorization.register_token_generator("client_credentials", Tokens(issuer(), keys))
        return authorization.create_token_response()

    @app.get("/.well-known/openid-configuration")
    def configuration():
        count("configuration")
        return {
            "issuer": issuer(),
            "token_endpoint": f"{issuer()}/token",
            "jwks_uri": f"{issuer()}/keys",
            "grant_types_supported": ["client_credentials"],
            "token_endpoint_auth_methods_supported": ClientCredentials.TOKEN_ENDPOINT_AUTH_METHODS,
        }

    @app.get("/keys")
    def key_set():
        count("keys")
        return KeySet(list(keys.published)).as_dict(private=False)

    @app.post("/control/rotate")
    def rotate():
        keys.published.append(new_key())
        return {"kid": keys.current.kid}

    @app.post("/control/mint")
    def mint():
        asked = flask.request.get_json()
        key = keys.stranger if asked.get("stranger") else keys.current
        header = {"alg": "RS256", "typ": "at+jwt", "kid": key.kid} | asked.get("header", {})
        return {"token": jwt.encode(header, asked["claims"], key)}

    @app.get("/control/counts")
    def read_counts():
        with counting:
            return dict(counts)

    return app


if __name__ == "__main__":
    serve(application(), int(sys.argv[1]) if len(sys.argv) > 1 else 0)
