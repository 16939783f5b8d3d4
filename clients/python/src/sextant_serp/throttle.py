"""Spaces all calls of one client by the rate in the RateLimit headers of the service."""

from __future__ import annotations

import re
import threading
import time
from typing import Callable, Mapping, Optional

# Clocks and timers are not exact to the millisecond.
MARGIN_SECONDS = 0.005


def _number(headers: Mapping[str, str], name: str) -> Optional[int]:
    text = headers.get(name, "")
    return int(text) if re.fullmatch(r"[0-9]{1,12}", text) else None


def _call_seconds(policy: str, limit: Optional[int], reset: Optional[int]) -> float:
    """Returns the time that the service needs to allow one more call."""
    match = re.search(r";\s*q=([0-9]{1,12});\s*w=([0-9]{1,12})", policy)
    if match and int(match[1]) > 0:
        return int(match[2]) / int(match[1]) + MARGIN_SECONDS
    # On an accepted call the reset is the time until all calls are available again, so one call takes a fraction of it.
    return reset / limit + MARGIN_SECONDS if limit and reset else 0.0


class Throttle:
    """Used by all threads or tasks of a client."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._not_before = 0.0
        # Time that the service needs to allow one more call, as known from its headers.
        self._call_seconds = 0.0

    def reserve(self) -> float:
        """Returns the seconds that the next call has to wait. A call that arrives while others wait goes after them."""
        with self._lock:
            wait = self._not_before - self._now()
            if wait <= 0:
                return 0.0
            self._not_before += self._call_seconds
            return wait

    def update(self, headers: Mapping[str, str], retry_after: Optional[int] = None) -> None:
        """Reads the rate from the headers of a response. Their names are in lower case."""
        limit, remaining, reset = (_number(headers, f"ratelimit-{name}") for name in ("limit", "remaining", "reset"))
        # A rejection while calls remain has another reason, such as the rate of AI jobs, and delays only its own call.
        if remaining is not None and remaining > 0:
            return
        with self._lock:
            if retry_after is not None:
                # The reset of a rejection for lack of calls equals its Retry-After. A longer Retry-After is about credits.
                pause = min(retry_after, retry_after if reset is None else reset)
                self._not_before = max(self._not_before, self._now() + pause)
            elif remaining == 0:
                self._call_seconds = _call_seconds(headers.get("ratelimit-policy", ""), limit, reset)
                self._not_before = max(self._not_before, self._now() + self._call_seconds)
