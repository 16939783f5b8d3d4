"""Builds the requests of calls and reads their responses. Nothing is sent here."""

from __future__ import annotations

import json
import math
import re
import secrets
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

from .errors import SextantError
from .retry import is_retryable
from .version import __version__


@dataclass(frozen=True)
class Service:
    """Where the service is."""

    secure: bool
    host: str
    port: int
    # Path before all paths of the API, without a slash at its end.
    prefix: str
    api_key: str = field(repr=False)

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}"


def service_of(base_url: str, api_key: str) -> Service:
    """Raises a ValueError when the URL or the key cannot be right."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[\s\x00-\x1f\x7f]", base_url):
        raise ValueError("base_url must be an absolute http(s) URL.")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError("base_url must not contain a query, a fragment or a user name.")
    if not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key must be an API key of Sextant.")
    secure = parts.scheme == "https"
    return Service(secure, parts.hostname, parts.port or (443 if secure else 80), parts.path.rstrip("/"), api_key)


@dataclass(frozen=True)
class Call:
    """One call, the same in every attempt."""

    method: str
    # Path and query, as sent.
    target: str
    headers: Dict[str, str]
    body: Optional[bytes]
    timeout: float
    # The call costs credits and has no idempotency key.
    charged: bool


@dataclass(frozen=True)
class Answer:
    """A complete response. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")


def new_key() -> str:
    """Returns a random idempotency key."""
    return secrets.token_hex(16)


def _query_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return [_query_text(one) for one in value] if isinstance(value, (list, tuple)) else value


def build_call(
    service: Service,
    operation: str,
    *,
    path: Mapping[str, str],
    query: Optional[Mapping[str, Any]],
    body: Any,
    idempotency_key: Optional[str],
    timeout: float,
    charged: bool,
    accept: str,
) -> Call:
    """`operation` is method and path as in the OpenAPI description, such as `GET /serp/{id}`."""
    method, template = operation.split(" ")
    for name, value in path.items():
        template = template.replace("{" + name + "}", quote(str(value), safe=""))
    if not 0 < timeout < math.inf:
        raise ValueError("timeout must be a number of seconds above 0.")
    fields = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
    headers = {
        "Authorization": f"Bearer {service.api_key}",
        "Accept": accept,
        "Accept-Encoding": "gzip",
        "User-Agent": f"sextant-python/{__version__}",
    }
    if body is not None:
        headers["Content-Type"] = "application/json"
    if idempotency_key is not None:
        if not re.fullmatch(r"[\x21-\x7e]+", idempotency_key):
            raise ValueError("idempotency_key must be printable ASCII without spaces.")
        headers["Idempotency-Key"] = idempotency_key
        # Lists of created objects then have one entry per request.
        headers["Sextant-Repeat-Equal"] = "true"
    data = None if body is None else json_bytes(body)
    target = service.prefix + template + (f"?{urlencode(fields, doseq=True)}" if fields else "")
    return Call(method, target, headers, data, timeout, charged)


def json_bytes(value: Any) -> bytes:
    """Returns compact JSON in ASCII. NaN has no JSON form and raises a ValueError."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def is_success(answer: Answer, call: Call, is_retry: bool) -> bool:
    if 200 <= answer.status < 300:
        return True
    # The first DELETE may have succeeded although its response was lost.
    return is_retry and call.method == "DELETE" and answer.status == 404


def error_of(answer: Answer, charged: bool) -> SextantError:
    """Returns the error of a response that is not a success."""
    parsed = _json_of(answer.body)
    fields = parsed if isinstance(parsed, dict) else {}
    code, message, solution = fields.get("code"), fields.get("message"), fields.get("solution")
    from_sextant = isinstance(code, int) and isinstance(message, str)
    if solution is None and 300 <= answer.status < 400:
        # The key must not be sent to another address, and a redirected POST would arrive as a GET.
        solution = f"Redirects are not followed. Check base_url: it leads to {answer.headers.get('location', '')[:200]!r}."
    text = answer.headers.get("retry-after", "")
    retry_after = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
    return SextantError(
        str(message) if from_sextant else f"The service responded with status {answer.status}.",
        status=answer.status,
        code=code if from_sextant else answer.status,
        solution=solution if isinstance(solution, str) else None,
        request_id=answer.request_id,
        retryable=is_retryable(answer.status, retry_after, from_sextant, charged),
        retry_after_seconds=retry_after,
    )


def result_of(answer: Answer, call: Call) -> Any:
    """Returns the parsed body of a success."""
    if call.method == "DELETE" or answer.status == 204:
        return None
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        raise unreadable("The response is not JSON.", answer.status, answer.request_id) from None


def unreadable(message: str, status: int = 200, request_id: Optional[str] = None) -> SextantError:
    solution = "Check that base_url is the URL of Sextant."
    return SextantError(message, status=status, code="unreadable", solution=solution, request_id=request_id)


def objects_in(answer: Any) -> Any:
    """Returns a list of objects, as responses to lists have them. Raises an error for any other response."""
    is_list = isinstance(answer, list)
    if not is_list or not all(isinstance(one, dict) and isinstance(one.get("id"), str) for one in answer):
        raise unreadable("The response is not a list of objects.")
    return answer
