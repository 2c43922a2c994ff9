"""Errors of the client. All of them are `PlumblineError`."""

from __future__ import annotations

import httpx

from .types import FieldError, Problem


class PlumblineError(Exception):
    """Error of a call."""


class TransportError(PlumblineError):
    """The server cannot be reached, the connection ended early, or a timeout passed."""


class ProblemError(PlumblineError):
    """The server answered with a problem."""

    def __init__(self, method: str, response: httpx.Response) -> None:
        #: The whole problem. Empty where a proxy answered in place of the service.
        self.problem: Problem | None = _problem(response)
        problem = self.problem
        #: HTTP status.
        self.status: int = response.status_code
        #: Stable code, for example `upload_expired`.
        self.code: str = problem["code"] if problem else ""
        #: What is wrong and what to do.
        self.detail: str = problem["detail"] if problem else "The answer has no problem document."
        #: Fields that failed, each with a message.
        self.errors: list[FieldError] = problem.get("errors", []) if problem else []
        #: Id of the request, for support.
        self.request_id: str = response.headers.get("x-request-id", "")
        #: Seconds to wait before the next try, where waiting helps.
        self.retry_after: float | None = retry_after(response)
        # The detail of a problem with fields only lists their names.
        fields = "; ".join(f"{error['field']}: {error['message']}" for error in self.errors)
        super().__init__(
            f"{method} {response.url}: {self.status} {self.code}: {fields or self.detail} (request {self.request_id})"
        )


class FailedError(PlumblineError):
    """A document, a takeoff or an export failed or was cancelled."""

    def __init__(self, resource: str, status: str, code: str, message: str) -> None:
        #: Id of the resource.
        self.resource = resource
        #: `failed` or `cancelled`.
        self.status = status
        #: Code of the failure.
        self.code = code
        super().__init__(f"{resource} is {status}: {code}: {message}")


class WaitTimeoutError(PlumblineError):
    """A job did not end within the time to wait for it."""


def retry_after(response: httpx.Response) -> float | None:
    """Returns the seconds of the header `Retry-After`."""
    try:
        return float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None


def _problem(response: httpx.Response) -> Problem | None:
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return None
    problem: Problem = response.json()
    return problem
