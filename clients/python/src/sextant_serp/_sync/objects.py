# Derived from _async/objects.py by `npm run python`. Do not edit.
"""Calls that SERPs, keywords and AI jobs share: create one, fetch, wait."""

from __future__ import annotations

import time
from typing import Any, Iterator, Dict, Generic, List, Optional, Sequence, Tuple, TypeVar

from ..calls import new_key, objects_in
from ..chunks import Chunker, distinct_of, unmatched, with_list_index
from ..errors import SextantError
from ..retry import randomised
from ..window import not_found, unfinished
from .flow import Items, iterate, pause
from .sender import Sender

Query = TypeVar("Query")
Parsed = TypeVar("Parsed")

PAUSE_SECONDS_FIRST = 0.25
PAUSE_SECONDS_MAX = 5.0
WAIT_SECONDS = 600.0
# Finished objects are large, so fewer of them are fetched in one call than the service allows.
IDS_PER_POLL = 250


def chunks_of(items: Items[Any], items_max: int) -> Iterator[List[Any]]:
    """Yields chunks for one call each. Reads at most one entry ahead."""
    chunker = Chunker(items_max)
    for item in iterate(items):
        for chunk in chunker.add(item):
            yield chunk
    for chunk in chunker.rest():
        yield chunk


def is_finished(found: Any) -> bool:
    return found.get("ready") is True or found.get("faulty") is True


class Backoff:
    """Pauses between polls. They grow while nothing finishes."""

    def __init__(self) -> None:
        self._seconds = PAUSE_SECONDS_FIRST

    def pause(self, seconds_max: float, has_progress: bool) -> None:
        pause(max(0.0, min(randomised(self._seconds), seconds_max)))
        if not has_progress:
            self._seconds = min(PAUSE_SECONDS_MAX, self._seconds * 1.5)


class Objects(Generic[Query, Parsed]):
    """Subclasses name the operations of one product."""

    _LIST: str
    _GET: str
    _IDS_MAX: int
    # Maximum number of requests in one create.
    _CHUNK_MAX: int

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def _create_one(self, request: Query, key: str, timeout: Optional[float]) -> Parsed:
        """Creates one object without waiting for it."""
        raise NotImplementedError

    def _create_list(self, requests: List[Query], key: str, timeout: Optional[float]) -> List[Parsed]:
        raise NotImplementedError

    def _create_chunk(
        self, chunk: List[Query], key: str, offset: int, timeout: Optional[float]
    ) -> List[Parsed]:
        """Returns one object per request, repeated for equal requests. `offset` is the number of earlier requests."""
        distinct, indexes = distinct_of(chunk)
        try:
            created: List[Any] = objects_in(self._create_list(distinct, key, timeout))
        except SextantError as error:
            raise with_list_index(error, lambda index: offset + indexes.index(index)) from None
        if len(created) != len(distinct):
            raise unmatched([str(one["id"]) for one in created], len(distinct))
        return [created[index] for index in indexes]

    def _poll(self, ids: Sequence[str], timeout: Optional[float]) -> Tuple[List[Parsed], List[str]]:
        """Returns the finished objects among the ids, and the ids that do not exist."""
        finished: List[Parsed] = []
        missing: List[str] = []
        size = min(self._IDS_MAX, IDS_PER_POLL)
        for start in range(0, len(ids), size):
            part = ids[start : start + size]
            answer = self._sender.send(self._LIST, body=list(part), timeout=timeout)
            wanted = set(part)
            found: Dict[str, Any] = {one["id"]: one for one in objects_in(answer) if one["id"] in wanted}
            finished.extend(one for one in found.values() if is_finished(one))
            missing.extend(one for one in part if one not in found)
        return finished, missing

    def get(self, id: str, *, timeout: Optional[float] = None) -> Parsed:
        """Returns the object as it is, finished or not."""
        return self._sender.send(self._GET, path={"id": id}, timeout=timeout)

    def get_many(self, ids: Items[str], *, timeout: Optional[float] = None) -> Iterator[Parsed]:
        """Yields any number of objects as they are. Ids that do not exist are left out."""
        for chunk in chunks_of(ids, min(self._IDS_MAX, IDS_PER_POLL)):
            for found in objects_in(self._sender.send(self._LIST, body=chunk, timeout=timeout)):
                yield found

    def wait(
        self, ids: Items[str], *, wait_seconds: float = WAIT_SECONDS, timeout: Optional[float] = None
    ) -> Iterator[Parsed]:
        """Yields objects as they finish. Raises at the end for missing ones, and after `wait_seconds` for unfinished ones."""
        open_ids: Dict[str, None] = {}
        for id in iterate(ids):
            open_ids[id] = None
        end = time.monotonic() + wait_seconds
        backoff = Backoff()
        unknown: List[str] = []
        while open_ids:
            finished, missing = self._poll(list(open_ids), timeout)
            unknown.extend(missing)
            for id in [*(str(one["id"]) for one in finished), *missing]:  # type: ignore[index]
                open_ids.pop(id, None)
            for one in finished:
                yield one
            if not open_ids:
                break
            if time.monotonic() >= end:
                raise unfinished(list(open_ids), wait_seconds)
            backoff.pause(end - time.monotonic(), bool(finished or missing))
        if unknown:
            raise not_found(unknown)

    def create_and_wait(
        self,
        request: Query,
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: float = WAIT_SECONDS,
        timeout: Optional[float] = None,
    ) -> Parsed:
        """Creates one object and returns it when it is finished. Check `faulty`, or `error` of an AI job."""
        created: Any = objects_in([self._create_one(request, idempotency_key or new_key(), timeout)])[0]
        for one in self.wait([created["id"]], wait_seconds=wait_seconds, timeout=timeout):
            created = one
        return created
