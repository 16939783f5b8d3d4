"""How far a batch is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional


@dataclass(frozen=True)
class Progress:
    """Numbers of requests. Passed to the `progress` callback of a batch."""

    created: int
    finished: int
    # Finished without a result. Their credits were refunded.
    failed: int
    # None when the requests come from an iterable without a length.
    total: Optional[int]


ProgressCallback = Callable[[Progress], Any]


class Tally:
    """Counts the requests of one batch."""

    def __init__(self, requests: object, report: Optional[ProgressCallback]) -> None:
        try:
            self._total: Optional[int] = len(requests)  # type: ignore[arg-type]
        except TypeError:
            self._total = None
        self._report = report
        self._shown: Optional[Progress] = None
        self.created = 0
        self.finished = 0
        self.failed = 0

    def report(self) -> None:
        """Calls the callback if something changed."""
        if self._report is None:
            return
        now = Progress(self.created, self.finished, self.failed, self._total)
        if now != self._shown:
            self._shown = now
            self._report(now)
