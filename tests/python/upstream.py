"""Somebody else's OpenID Connect provider, for sign-in upstream: oidc-provider-mock.

    upstream.py     prints `listening on http://127.0.0.1:PORT`, its issuer

It knows Eve, `upstream-eve`, whose address eve@upstream.example it has verified, and Mallory, `upstream-mallory`, who
says that hers is eve@upstream.example too; that it has not verified. Any client and any secret will do; a nonce must be
sent.
"""

import os

import oidc_provider_mock
from serving import serve

PEOPLE = [
    oidc_provider_mock.User(
        sub="upstream-eve", claims={"email": "eve@upstream.example", "email_verified": True, "name": "Eve"}
    ),
    oidc_provider_mock.User(
        sub="upstream-mallory", claims={"email": "eve@upstream.example", "email_verified": False, "name": "Mallory"}
    ),
]

if __name__ == "__main__":
    # Loopback has no TLS.
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    serve(oidc_provider_mock.app(require_nonce=True, user_claims=PEOPLE))
