"""The errors that calls raise: an error response of the service, or a missing response."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple, Union

# Codes without an error response: no connection, no response in time, a response that is not JSON,
# objects that did not finish, or a client that was closed.
ErrorCode = Union[int, str]


class SextantError(Exception):
    """A call failed. `str(error)` is the message with the recommended next step."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: Optional[ErrorCode] = None,
        solution: Optional[str] = None,
        request_id: Optional[str] = None,
        retryable: bool = False,
        retry_after_seconds: Optional[int] = None,
        ids: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        # The HTTP status; 0 without a response.
        self.status = status
        # The `code` of the Error body, or "network", "timeout", "unreadable", "unfinished" or "closed".
        self.code: ErrorCode = status if code is None else code
        # The next step, as the service recommends it.
        self.solution = solution
        # Give it to the operator when you ask for help.
        self.request_id = request_id
        # The same call may succeed later and is never charged twice. The client has already retried it.
        self.retryable = retryable
        # Seconds that the service asks the client to wait.
        self.retry_after_seconds = retry_after_seconds
        # The missing, unfinished or unmatched objects, if the error is about objects.
        self.ids: Tuple[str, ...] = tuple(ids)

    def __str__(self) -> str:
        return f"{self.message} {self.solution}" if self.solution else self.message

    def __repr__(self) -> str:
        return f"SextantError({self.message!r}, status={self.status}, code={self.code!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        # Errors cross process boundaries in pools of processes.
        return _rebuild, (self.message, self._fields())

    def _fields(self) -> Dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "message"}

    def with_message(self, message: str) -> SextantError:
        """Returns the same error with another message."""
        return SextantError(message, **self._fields())


def _rebuild(message: str, fields: Dict[str, Any]) -> SextantError:
    return SextantError(message, **fields)


class WebhookError(ValueError):
    """A callback is not genuine, too old, or cannot be read."""


class JournalError(ValueError):
    """A journal cannot be used: it belongs to other requests, or another program has it open."""
