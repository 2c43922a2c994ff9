"""An unattended backend with authlib: finds the token endpoint, gets a token with its secret, calls the API.

    service_client.py ORIGIN ISSUER METHOD     with CLIENT_ID and CLIENT_SECRET in the environment

METHOD is client_secret_basic or client_secret_post. Ends with 1 and one line that says what is wrong.
"""

import os
import sys

import httpx
from authlib.integrations.requests_client import OAuth2Session
from checks import Wrong, check

SCOPE = "api://plumbline/.default"


def main(origin: str, issuer: str, method: str) -> None:
    # Loopback has no TLS.
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    configuration = httpx.get(f"{issuer}/.well-known/openid-configuration").raise_for_status().json()
    check(configuration["issuer"] == issuer, f"{issuer} says that it is {configuration['issuer']}")
    methods = configuration["token_endpoint_auth_methods_supported"]
    check(method in methods, f"{issuer} does not say that it takes {method}")
    session = OAuth2Session(
        os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"], scope=SCOPE, token_endpoint_auth_method=method
    )
    token = session.fetch_token(configuration["token_endpoint"], grant_type="client_credentials")
    check(token["expires_in"] == 3600, f"a token lives {token['expires_in']} s")
    answer = session.get(f"{origin}/partner/v1/clients/me")
    check(answer.status_code == 200, f"clients/me answered {answer.status_code}: {answer.text}")
    check(answer.json()["mode"] == "service", f"clients/me says {answer.json()}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
