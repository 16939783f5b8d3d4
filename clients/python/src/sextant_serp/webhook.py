"""Verifies callbacks by the Standard Webhooks rules."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from .errors import WebhookError

TOLERANCE_SECONDS = 300.0
SIGNATURES_MAX = 20

WebhookHeaders = Union[Mapping[str, Any], Iterable[Tuple[Any, Any]]]


@dataclass(frozen=True)
class WebhookEvent:
    # The same in every delivery of an event. Use it to deduplicate.
    event_id: str
    sent_at: datetime
    # The parsed body: `{ id, type }`, the whole object if the callback format is JSON, or a `TrackingMessage`.
    payload: Dict[str, Any]


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _header(headers: WebhookHeaders, name: str) -> str:
    """Accepts the mappings of web frameworks and the lists of pairs of ASGI."""
    pairs = headers.items() if isinstance(headers, Mapping) or hasattr(headers, "items") else headers
    value = next((_text(value) for key, value in pairs if _text(key).lower() == name), "")
    if value == "":
        raise WebhookError(f"The header {name} is missing.")
    return value


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, ValueError):
        return b""


def verify_webhook(
    body: Union[bytes, bytearray, str],
    headers: WebhookHeaders,
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Returns the event of a genuine callback. Raises a WebhookError otherwise. Pass the body as received."""
    event_id, sent_at, signatures = (_header(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", sent_at):
        raise WebhookError("The header webhook-timestamp cannot be read.")
    if abs((time.time() if now is None else now) - int(sent_at)) > tolerance_seconds:
        raise WebhookError("The header webhook-timestamp is too far off.")
    key = _from_base64(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:
        raise WebhookError("The secret is not base64 after whsec_.")
    data = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{sent_at}.".encode("utf-8") + data
    wanted = hmac.new(key, signed, hashlib.sha256).digest()
    # During a change of the secret there may be several signatures, separated by spaces.
    received = [one[3:] for one in signatures.split(" ")[:SIGNATURES_MAX] if one.startswith("v1,")]
    if not any(hmac.compare_digest(_from_base64(one), wanted) for one in received):
        raise WebhookError("The signature does not match the body.")
    try:
        payload = json.loads(data)
        if not isinstance(payload, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise WebhookError("The body is not a JSON object.") from None
    return WebhookEvent(event_id, datetime.fromtimestamp(int(sent_at), timezone.utc), payload)
