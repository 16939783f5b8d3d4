# Derived from _async/batches.py by `npm run python`. Do not edit.
"""Batches of any size: created in chunks, with a limit of unfinished objects, and returned in order."""

from __future__ import annotations

import os
import time
from typing import Any, Iterator, List, Optional, Union

from ..calls import new_key
from ..journal import Journal, fingerprint_of
from ..progress import ProgressCallback, Tally
from ..window import Window
from .flow import END_OF_ITEMS, Items
from .objects import WAIT_SECONDS, Backoff, Objects, Parsed, Query, chunks_of

# Requests in one create of a batch. Small chunks keep the memory small and show progress.
CHUNK_ITEMS = 250
# Objects of a batch that are created and not yet returned.
AHEAD = 1000


class Batches(Objects[Query, Parsed]):
    """SERPs, keywords or AI jobs, one or many."""

    def create_many(
        self,
        requests: Items[Query],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[Parsed]:
        """Creates any number of objects and yields them, unfinished, in the order of the requests.

        Nothing is sent before you iterate.
        """
        key = idempotency_key or new_key()
        number, offset = 0, 0
        for chunk in chunks_of(requests, self._CHUNK_MAX):
            number += 1
            for created in self._create_chunk(chunk, f"{key}-{number}", offset, timeout):
                yield created
            offset += len(chunk)

    def create_many_and_wait(
        self,
        requests: Items[Query],
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: float = WAIT_SECONDS,
        timeout: Optional[float] = None,
        progress: Optional[ProgressCallback] = None,
        journal: Union[None, str, os.PathLike[str]] = None,
        ahead: int = AHEAD,
    ) -> Iterator[Parsed]:
        """Creates any number of objects and yields them finished, in the order of the requests.

        Nothing is sent before you iterate. Each object must finish within `wait_seconds` after its creation.
        At most about `ahead` objects are created and not yet yielded.
        With `journal`, a file, a restarted program continues with the objects that it had created.
        """
        if journal is not None and idempotency_key is not None:
            raise ValueError("Use idempotency_key or journal: a journal has its own key.")
        if ahead < 1:
            raise ValueError("ahead must be 1 or more.")
        window: Window[Parsed] = Window(ahead, wait_seconds, Tally(requests, progress))
        chunk_items = min(CHUNK_ITEMS, self._CHUNK_MAX, ahead)
        book = None if journal is None else Journal(journal, chunk_items)
        try:
            key = book.key if book else idempotency_key or new_key()
            creation = self._create_ids(requests, key, book.chunk_items if book else chunk_items, book, timeout)
            failure: Optional[Exception] = None
            has_more, backoff = True, Backoff()
            while has_more or len(window) > 0:
                while has_more and window.has_space():
                    try:
                        window.add(creation.__next__(), time.monotonic())
                    except END_OF_ITEMS:
                        has_more = False
                    except Exception as error:
                        # The objects before are paid, so they are yielded first.
                        has_more, failure = False, error
                for one in window.take():
                    yield one
                if len(window) == 0 or (has_more and window.has_space()):
                    continue
                finished, missing = self._poll(window.open_ids(), timeout)
                window.update(finished, missing)
                seconds = window.pause_max(time.monotonic())
                if seconds is not None:
                    backoff.pause(seconds, bool(finished))
        finally:
            if book:
                book.close()
        if failure:
            raise failure

    def _create_ids(
        self,
        requests: Items[Query],
        key: str,
        chunk_items: int,
        book: Optional[Journal],
        timeout: Optional[float],
    ) -> Iterator[List[str]]:
        """Yields the ids of each chunk, one per request. Those in the journal are not created again."""
        number, offset = 0, 0
        for chunk in chunks_of(requests, chunk_items):
            number += 1
            fingerprint = fingerprint_of(chunk) if book else ""
            ids = book.ids_of(number, fingerprint) if book else None
            if ids is None:
                created: List[Any] = list(self._create_chunk(chunk, f"{key}-{number}", offset, timeout))
                ids = [str(one["id"]) for one in created]
                if book:
                    book.record(number, fingerprint, ids)
            offset += len(chunk)
            yield ids
