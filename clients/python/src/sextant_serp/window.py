"""The objects of a batch between their creation and their return, in the order of the requests."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any, Deque, Dict, Generic, Iterable, Iterator, List, Optional, Sequence, TypeVar

from .errors import SextantError
from .progress import Tally

Parsed = TypeVar("Parsed")


def unfinished(ids: Sequence[str], seconds: float) -> SextantError:
    message = f"{len(ids)} of the objects did not finish within {seconds:g} seconds."
    return SextantError(message, code="unfinished", solution="Wait for them again.", retryable=True, ids=ids)


def not_found(ids: Sequence[str]) -> SextantError:
    message = f"{len(ids)} of the objects were not found or have expired."
    return SextantError(message, status=404, solution="Check the ids and the mode of the key.", ids=ids)


class Window(Generic[Parsed]):
    """Holds `ahead` objects and the rest of a chunk at most."""

    def __init__(self, ahead: int, wait_seconds: float, tally: Tally) -> None:
        self._ahead = ahead
        self._wait_seconds = wait_seconds
        self._tally = tally
        # One id per request. Equal requests have the same id.
        self._order: Deque[str] = deque()
        self._uses: Counter[str] = Counter()
        # Unfinished objects and the time until which each must be finished.
        self._deadlines: Dict[str, float] = {}
        self._finished: Dict[str, Parsed] = {}
        self._missing: Dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._order)

    def has_space(self) -> bool:
        """Whether a further chunk may be created. Finished objects are returned first."""
        return len(self._order) < self._ahead and not self._is_next_finished()

    def _is_next_finished(self) -> bool:
        return bool(self._order) and self._order[0] in self._finished

    def add(self, ids: List[str], now: float) -> None:
        self._order.extend(ids)
        self._uses.update(ids)
        for one in ids:
            if one not in self._finished:
                self._deadlines.setdefault(one, now + self._wait_seconds)
        self._tally.created += len(ids)
        self._tally.report()

    def take(self) -> Iterator[Parsed]:
        """Yields the objects that are next in order and finished."""
        while self._is_next_finished():
            one = self._order.popleft()
            found = self._finished[one]
            self._uses[one] -= 1
            if self._uses[one] == 0:
                del self._uses[one], self._finished[one]
            yield found

    def open_ids(self) -> List[str]:
        return list(self._deadlines)

    def update(self, finished: Iterable[Parsed], missing: Iterable[str]) -> None:
        """Stores the outcome of a poll."""
        for found in finished:
            fields: Any = found
            one = str(fields["id"])
            del self._deadlines[one]
            self._finished[one] = found
            self._tally.finished += self._uses[one]
            if fields.get("faulty") or fields.get("error") is not None:
                self._tally.failed += self._uses[one]
        for one in missing:
            del self._deadlines[one]
            self._missing[one] = None
        self._tally.report()

    def pause_max(self, now: float) -> Optional[float]:
        """Returns the seconds until the next object is late, or None if it is finished.

        Raises an error when it is late already or does not exist.
        """
        following = self._order[0]
        if following in self._finished:
            return None
        if following in self._missing:
            raise not_found(list(self._missing))
        late = [one for one, end in self._deadlines.items() if end <= now]
        if following in late:
            raise unfinished(late, self._wait_seconds)
        return self._deadlines[following] - now
