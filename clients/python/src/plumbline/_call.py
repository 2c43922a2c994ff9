"""A call as data: the generated methods describe it, a client sends it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import quote, urlencode

T = TypeVar("T")


def segment(value: str) -> str:
    """Encodes a value as one segment of a path."""
    return quote(value, safe="")


@dataclass(frozen=True)
class Request:
    """A request, ready to be sent several times."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    #: Whether a second request after a lost answer does no harm.
    repeatable: bool = True
    #: Whether the credential goes with it. Signed addresses take none.
    authorized: bool = True
    #: Whether it moves a file, which takes longer than a call.
    transfer: bool = False


@dataclass(frozen=True)
class Call(Generic[T]):
    """An operation with its values. `T` is the type of its answer."""

    method: str
    #: Below the API's base address, encoded.
    path: str
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    #: Whether the operation takes an idempotency key.
    keyed: bool = False
    idempotency_key: str | None = None
    if_match: str | None = None
    repeatable: bool | None = None

    def request(self, base: str) -> Request:
        """Returns the call as it is sent, below `base`."""
        headers = {}
        if self.keyed:
            headers["Idempotency-Key"] = self.idempotency_key or str(uuid.uuid4())
        if self.if_match is not None:
            headers["If-Match"] = self.if_match
        # Arguments that Python reserves have an underscore: `from_`.
        pairs = {name.rstrip("_"): _text(value) for name, value in self.query.items() if value is not None}
        query = f"?{urlencode(pairs)}" if pairs else ""
        content = None
        if self.body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(self.body).encode()
        repeatable = self.repeatable
        if repeatable is None:
            # A repeated change with `If-Match` would fail because the first one has changed the version.
            repeatable = self.keyed or (self.method != "POST" and self.if_match is None)
        return Request(self.method, f"{base}{self.path}{query}", headers, content, repeatable)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
