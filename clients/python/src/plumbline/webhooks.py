"""Verification of webhooks: whether a POST that arrived was sent by the service, and the event that it brings.

from plumbline.webhooks import verify

event = verify("whsec_…", request.headers, request.body)
print(event["type"], event["resource_id"])

It needs the extra: pip install plumbline[webhooks]
"""

from collections.abc import Mapping
from typing import Any, TypedDict, cast

from standardwebhooks import Webhook, WebhookVerificationError

__all__ = ["WebhookEvent", "WebhookVerificationError", "verify"]


class WebhookEvent(TypedDict):
    """An event that was sent to a webhook endpoint. It may arrive more than once, with the same id."""

    id: str
    type: str
    timestamp: str
    environment: str
    resource_type: str
    resource_id: str
    project_id: str | None
    data: dict[str, Any]


def verify(secret: str, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
    """Verify a message by the secret of its endpoint, and return its event.

    `body` is the body as it arrived, byte by byte. Raises WebhookVerificationError for a message that the service did not
    send within the last five minutes.
    """
    return cast(WebhookEvent, Webhook(secret).verify(body, {name.lower(): value for name, value in headers.items()}))
