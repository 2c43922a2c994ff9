"""Verifies a message with the package `standardwebhooks` and with the client.

The file has the message's body, its headers and secrets. Prints the secrets that verify it, and fails if a changed body is
verified too.
"""

import json
import sys
from pathlib import Path

from standardwebhooks import Webhook, WebhookVerificationError

from plumbline import webhooks

message = json.loads(Path(sys.argv[1]).read_text())
body, headers = message["body"].encode(), message["headers"]


def is_verified(secret: str, body: bytes) -> bool:
    """Return whether both verify a body."""
    try:
        event = Webhook(secret).verify(body, headers)
    except WebhookVerificationError:
        return False
    assert webhooks.verify(secret, headers, body) == event
    return True


changed = body.replace(b"sandbox", b"production")
assert changed != body and not any(is_verified(secret, changed) for secret in message["secrets"])
json.dump([secret for secret in message["secrets"] if is_verified(secret, body)], sys.stdout)
