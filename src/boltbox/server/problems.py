"""What does a request hear that can't be done? Every error as a `Problem`: code, sentence, thing."""

import logging
from http import HTTPStatus
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap

from boltbox.rules.refusals import Refusal
from boltbox.server import metrics
from boltbox.server.front import Turned
from boltbox.server.messages import Problem

Plain = Request[Any, Any, Any]

_log = logging.getLogger(__name__)

BODY_BYTES: Final = 64 * 1024  # the most that a request may bring


def turned(*statuses: int) -> dict[int, ResponseSpec]:
    """Documents with which statuses a request may be turned away."""
    return {
        status: ResponseSpec(Problem, description=HTTPStatus(status).phrase, generate_examples=False)
        for status in statuses
    }


def answer(request: Plain, error: Exception) -> Response[Problem]:
    """Answers with what went wrong; a mistake of the server's own goes to the log in full."""
    turn = error if isinstance(error, Turned) else _read(request, error)
    if turn is None:
        _log.error("request failed method=%s route=%s", request.method, _route(request), exc_info=error)
        turn = Turned(500, Refusal("server_error", "server"))
    refusal = turn.refusal
    metrics.REFUSALS.labels(refusal.code).inc()
    problem = Problem(refusal.code, refusal.sentence, refusal.params, refusal.thing)
    headers = {} if turn.retry is None else {"Retry-After": str(turn.retry)}
    return Response(problem, status_code=turn.status, headers=headers)


def _route(request: Plain) -> str:
    """Names the route of a request; its path may be somebody's link."""
    return next(iter(sorted(request.route_handler.paths)), "")


def _read(request: Plain, error: Exception) -> Turned | None:
    """Words what Litestar wouldn't take: no such path, a body that isn't what it should be."""
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        return None
    path, method = request.url.path, str(request.method)
    match error.status_code:
        case 404:
            refusal = Refusal("not_found", "path", {"path": path})
        case 405:
            refusal = Refusal("wrong_method", "method", {"path": path, "method": method})
        case 413:
            most = request.route_handler.resolve_request_max_body_size() or BODY_BYTES
            refusal = Refusal("too_large", "body", {"most": most})
        case _ if request.url.query:  # a part of it has the wrong type
            refusal = Refusal("bad_request", "query", {"problem": "Expected other values behind `?`"})
        case _:
            # The only thing else that Litestar itself still finds fault with: no body at all.
            refusal = Refusal("bad_request", "body", {"problem": "Expected `object`, got nothing"})
    return Turned(error.status_code, refusal)


PROBLEMS: Final[ExceptionHandlersMap] = {HTTPException: answer, Exception: answer}
