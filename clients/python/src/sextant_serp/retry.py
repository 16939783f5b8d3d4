"""Decides which errors are retried and after which pause. docs/python.md has the same table."""

from __future__ import annotations

import random
import ssl
from dataclasses import dataclass
from typing import Optional

from .errors import SextantError

PAUSE_SECONDS_MAX = 20.0


@dataclass(frozen=True)
class RetrySettings:
    # Retries after network errors and 502, 503 or 504.
    retries: int
    # Maximum total wait of one call for `Retry-After`.
    max_retry_wait_seconds: float
    # Pause before the first retry. It doubles with every attempt.
    backoff_seconds: float


def randomised(seconds: float) -> float:
    """Returns a random time between half of `seconds` and `seconds`, so that many clients do not retry at once."""
    return seconds * (0.5 + random.random() / 2)


def is_retryable(status: int, retry_after: Optional[int], from_sextant: bool, charged: bool) -> bool:
    """`charged` calls have no idempotency key, so a lost response may already have been charged."""
    if status == 429:
        # Without Retry-After waiting does not help: the credits are spent.
        return retry_after is not None
    if status == 503:
        return retry_after is not None or not charged
    if status in (502, 504):
        # A lookup is retried only when the service itself reports that its source failed. Then nothing was charged.
        return not charged or (from_sextant and retry_after is None)
    return False


def _certificate_problem(error: Optional[BaseException]) -> Optional[ssl.SSLCertVerificationError]:
    """httpx wraps the errors of the standard library."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error


def response_lost(code: str, charged: bool, cause: Optional[BaseException] = None) -> SextantError:
    """No response arrived, so it is unknown whether the service processed the request."""
    problem = _certificate_problem(cause)
    if problem is not None:
        message = f"The certificate of the service is not valid: {problem.verify_message}."
        return SextantError(message, code=code, solution="Check base_url, or pass an ssl_context that trusts it.")
    if code == "timeout":
        message = "The service did not respond in time."
    else:
        message = "The service could not be reached, or its response was lost."
    solution = "The lookup may have been charged, so it was not retried." if charged else None
    return SextantError(message, code=code, solution=solution, retryable=not charged)


class Retries:
    """The retries of one call."""

    def __init__(self, settings: RetrySettings) -> None:
        self._settings = settings
        self._attempts = 0
        self._waited = 0.0

    def pause_after(self, error: SextantError) -> Optional[float]:
        """Returns the pause before the next attempt in seconds, or None when the error is final."""
        settings = self._settings
        if not error.retryable or settings.retries <= 0:
            return None
        after = float(error.retry_after_seconds or 0)
        if after > 0 and error.status in (429, 503):
            self._waited += after
            if self._waited > settings.max_retry_wait_seconds:
                return None
            # A little longer than `Retry-After`, so that many waiting calls do not return at the same time.
            return after + randomised(min(1.0, settings.backoff_seconds))
        if self._attempts >= settings.retries:
            return None
        pause = max(after, randomised(min(PAUSE_SECONDS_MAX, settings.backoff_seconds * 2**self._attempts)))
        self._attempts += 1
        return pause
