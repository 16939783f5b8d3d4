"""Helpers for lists that are sent in chunks."""

from __future__ import annotations

import re
from typing import Callable, List, Mapping, Sequence, Tuple, TypeVar

from .calls import json_bytes
from .errors import SextantError

T = TypeVar("T")

# Below the service's limit of 4 MiB, with space for brackets and commas.
BYTES_MAX = 3_500_000


def check_items(items: object) -> None:
    """One text or one request is iterable too, letter by letter or field by field. That is never meant."""
    if isinstance(items, (str, bytes, Mapping)):
        raise TypeError("Pass a list or another iterable, not a single value.")


class Chunker:
    """Collects entries into chunks of at most `items_max` entries and about 3.5 MB."""

    def __init__(self, items_max: int) -> None:
        self._items_max = items_max
        self._items: List[object] = []
        self._bytes = 0

    def add(self, item: object) -> List[List[object]]:
        """Adds an entry. Returns the chunks that are full now."""
        size = len(json_bytes(item)) + 1
        full = self.rest() if self._items and self._bytes + size > BYTES_MAX else []
        self._items.append(item)
        self._bytes += size
        # Return a full chunk at once, because the next entry may take long.
        return full + (self.rest() if len(self._items) >= self._items_max else [])

    def rest(self) -> List[List[object]]:
        """Returns the last chunk, if there is one."""
        chunk, self._items, self._bytes = self._items, [], 0
        return [chunk] if chunk else []


def distinct_of(chunk: Sequence[T]) -> Tuple[List[T], List[int]]:
    """Returns the chunk without duplicates, and for each entry its index in that shorter list."""
    known: dict[bytes, int] = {}
    distinct: List[T] = []
    indexes: List[int] = []
    for item in chunk:
        text = json_bytes(item)
        if text not in known:
            known[text] = len(distinct)
            distinct.append(item)
        indexes.append(known[text])
    return distinct, indexes


def unmatched(ids: Sequence[str], requests: int) -> SextantError:
    """An older service lists requests once that differ only in spelling. Wrong pairs would be worse than an error."""
    return SextantError(
        f"The service returned {len(ids)} objects for {requests} requests, so they cannot be matched.",
        status=200,
        code="unreadable",
        solution="Fetch the objects by their ids. Update the service, or do not send the same request in two spellings.",
        ids=ids,
    )


def with_list_index(error: SextantError, number_of: Callable[[int], int]) -> SextantError:
    """An error names the entry by its index in the chunk. The caller needs the index in the whole list."""
    if error.status != 400:
        return error
    message = re.sub(r"\[([0-9]{1,9})\]", lambda match: f"[{number_of(int(match[1]))}]", error.message, count=1)
    return error.with_message(message)
