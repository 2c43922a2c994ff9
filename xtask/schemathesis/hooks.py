"""What Schemathesis has to know of the API beyond its document, and two checks of our own."""

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData


@schemathesis.hook
def before_call(context, case, kwargs):
    # A redirect is the answer that is documented; where it leads to is a file.
    kwargs["allow_redirects"] = False


def problem_of(response):
    """The problem that a response is, or None."""
    content_type = (response.headers.get("content-type") or [""])[0]
    return response.json() if content_type == "application/problem+json" else None


def beyond_the_schema(case, problem):
    """Whether valid data was refused for something that no schema can say."""
    operation = case.operation.definition.raw["operationId"]
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
        # The page has the form of a page, and the document has fewer.
        case "validation_failed" if operation == "takeoffs.create":
            return bool(fields) and all(field.startswith("/pages/") for field in fields)
        # An address is a URI of any scheme to the schema; the service fetches over https, and only what is reachable.
        case "validation_failed" | "source_unreachable" if operation == "documents.create":
            return fields in ([], ["/source/url"]) and case.body["source"]["type"] == "url"
        case _:
            return False


@schemathesis.hook
def filter_failure(context, failure, case, response):
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
    assert [problem["request_id"]] == list(response.headers.get("x-request-id", [])), "the request id is another"
    assert problem["type"].endswith("/errors/" + problem["code"]), "the type is not the page of the code"


@schemathesis.check
def lists_end_where_they_say(ctx, response, case):
    """`next_cursor` is null exactly when nothing follows, and a page has no more than was asked for."""
    if response.status_code != 200 or case.method != "GET" or not response.content:
        return
    page = response.json()
    if not isinstance(page, dict) or "has_more" not in page:
        return
    assert (page["next_cursor"] is None) != page["has_more"], "next_cursor and has_more contradict each other"
    assert len(page["data"]) <= 200, "the page has more than 200 entries"
