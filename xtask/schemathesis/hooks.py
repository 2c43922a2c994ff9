"""What Schemathesis has to know of the API beyond its document, and two checks of our own."""

import json
import pathlib
import uuid

import schemathesis
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import AllowHeaderMismatch, EnsureResourceAvailability, RejectedPositiveData


RESPONSES = json.loads(pathlib.Path("openapi.json").read_text())["components"]["responses"]
# The end of an id that nothing has.
UNKNOWN = "0" * 22
SEEDS = {file.stem: file.read_text().strip().strip('"') for file in pathlib.Path().glob("*.dict")}
# What each created document, takeoff and export belongs to, and the ids that were deleted.
OWNERS = {}
DELETED = set()


@schemathesis.hook
def before_call(context, case, kwargs):
    # A redirect is the answer that is documented; where it leads to is a file.
    kwargs["allow_redirects"] = False
    # Ids come back from lists: what the other operations are tested with is not deleted, with an unknown id in its place.
    if case.method == "DELETE":
        for name, value in (case.path_parameters or {}).items():
            if value in SEEDS.values():
                case.path_parameters[name] = value[:4] + UNKNOWN
    if case.meta is not None and case.meta.generation.mode.is_positive:
        reach_the_operation(case)


def reach_the_operation(case):
    """Takes out of most valid requests what would have them refused before the operation begins; some stay as they are."""
    # Made-up cursors open nothing, and made-up tags are of no present state.
    if case.query and len(str(case.query.get("cursor", ""))) % 8 != 4:
        case.query.pop("cursor", None)
    if case.headers and len(str(case.headers.get("If-Match", ""))) % 8 != 4:
        case.headers.pop("If-Match", None)
    # The same few keys are made up again and again, with other bodies. In a chain of calls one would repeat the answer that created
    # what the chain deleted since.
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and (len(key) % 8 != 4 or case.meta.phase.name == TestPhase.STATEFUL):
        case.headers["Idempotency-Key"] = f"key-{uuid.uuid4()}"
    # Exports need an existing takeoff. A dictionary would also fill in the field where `estimate_id` replaces it.
    operation, body = case.operation.definition.raw["x-operation"], case.body
    if not isinstance(body, dict):
        return
    if operation == "exports.create" and isinstance(body.get("takeoff_id"), str) and body["takeoff_id"][-1].isalpha():
        body["takeoff_id"] = SEEDS["takeoffs"]
    # Items are those of the takeoff; some lists of ids stay as they are.
    if operation == "takeoffs.review_items" and body.get("item_ids") and body["item_ids"][0][-1].isalpha():
        body["item_ids"] = [SEEDS["items"]]
    # For most disciplines no extractor is installed, and the document has one page.
    if operation == "takeoffs.create" and body["document_id"][-1].isalpha():
        body["discipline"] = "electrical"
        if body.get("pages"):
            body["pages"] = [1]


@schemathesis.hook
def after_call(context, case, response):
    if not 200 <= response.status_code < 300:
        return
    if case.method == "DELETE":
        DELETED.update(str(value) for value in (case.path_parameters or {}).values())
    elif case.method == "POST" and media_type(response) == "application/json":
        answer = response.json()
        # A document that waits for its upload comes with the URL for the upload.
        created = answer.get("document", answer)
        owners = {created.get(name) for name in ("project_id", "document_id", "takeoff_id")}
        OWNERS[created.get("id")] = owners - {None, created.get("id")}


def is_gone(resource):
    """Whether a resource was deleted, or what it belongs to: a project takes its documents with it, a document its takeoffs."""
    return resource in DELETED or any(is_gone(owner) for owner in OWNERS.get(resource, ()))


def media_type(response):
    return (response.headers.get("content-type") or [""])[0].split(";")[0]


def problem_of(response):
    """The problem that a response is, or None."""
    return response.json() if media_type(response) == "application/problem+json" else None


def beyond_the_schema(case, problem):
    """Whether valid data was refused for something that no schema can say."""
    operation = case.operation.definition.raw["x-operation"]
    fields = [error["field"] for error in problem.get("errors", [])]
    match problem["code"]:
        # Only the server makes cursors; what is generated has the right form and opens nothing.
        case "invalid_cursor":
            return "cursor" in (case.query or {})
        # The tag of another state is what the header is for.
        case "precondition_failed":
            return "If-Match" in (case.headers or {})
        # A key is generated twice with other bodies.
        case "idempotency_key_reused":
            return "Idempotency-Key" in (case.headers or {})
        # The page has the form of a page, and the document has fewer; a scale is declared in words of its own.
        case "validation_failed" if operation == "takeoffs.create":
            return bool(fields) and all(field.startswith(("/pages/", "/metadata/scale")) for field in fields)
        # The ids have the form of ids, and the takeoff has no such items. Many items take no quantity but null.
        case "validation_failed" if operation == "takeoffs.review_items":
            return bool(fields) and all(field.startswith(("/item_ids/", "/quantity_override")) for field in fields)
        # Days in the wrong order, or more than a year of them.
        case "invalid_request" if operation == "usage.report":
            return fields == ["to"]
        # Events are sent only to what is reachable.
        case "validation_failed" if operation in ("webhooks.create", "webhooks.update"):
            return fields == ["/url"]
        # An address is a URI of any scheme to the schema; the service fetches over https, and only what is reachable.
        case "validation_failed" | "source_unreachable" if operation == "documents.create":
            of_url = fields in ([], ["/source/url"]) and case.body["source"]["type"] == "url"
            return of_url or (bool(fields) and all(field.startswith("/metadata/scale") for field in fields))
        case _:
            return False


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # A link led to what is not deleted, and `before_call` put the unknown id in its place.
    if isinstance(failure, EnsureResourceAvailability) and case.method == "DELETE":
        return not any(str(value).endswith(UNKNOWN) for value in (case.path_parameters or {}).values())
    # Schemathesis looks for the deletion of the resource itself, and not for that of what it belongs to.
    if isinstance(failure, EnsureResourceAvailability):
        return not any(is_gone(str(value)) for value in (case.path_parameters or {}).values())
    # `/items/review` is also the address of an item, whose methods the header names too.
    if isinstance(failure, AllowHeaderMismatch):
        return not case.operation.path.endswith("/items/review")
    if not isinstance(failure, RejectedPositiveData):
        return True
    problem = problem_of(response)
    return problem is None or not beyond_the_schema(case, problem)


@schemathesis.check
def problems_agree_with_their_response(ctx, response, case):
    """The status, the request id and the code of a problem stand in it as they stand around it."""
    problem = problem_of(response)
    if problem is None:
        assert response.status_code < 400, "an error is not a problem"
        return
    assert problem["status"] == response.status_code, "the status in the body is another"
    # What is repeated for an idempotency key is the first answer, byte for byte, and names the first request.
    replayed = "idempotent-replayed" in response.headers
    assert replayed or [problem["request_id"]] == list(response.headers.get("x-request-id", [])), "the request id is another"
    assert problem["type"].endswith("/errors/" + problem["code"]), "the type is not the page of the code"
    documented = case.operation.definition.raw["responses"].get(str(response.status_code))
    if documented is not None:
        # What is not documented at all is `status_code_conformance`'s to find.
        if "$ref" in documented:
            documented = RESPONSES[documented["$ref"].removeprefix("#/components/responses/")]
        assert problem["code"] in documented["x-problem-codes"], "the code is not one of those that are documented for the operation"


@schemathesis.check
def lists_end_where_they_say(ctx, response, case):
    """`next_cursor` is null exactly when nothing follows, and a page has no more than was asked for."""
    if response.status_code != 200 or media_type(response) != "application/json":
        return
    page = response.json()
    if not isinstance(page, dict) or "has_more" not in page:
        return
    assert (page["next_cursor"] is None) != page["has_more"], "next_cursor and has_more contradict each other"
    assert len(page["data"]) <= 200, "the page has more than 200 entries"
