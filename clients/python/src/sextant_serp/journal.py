"""Journal of a batch: a file with the ids of created objects, so that a program can continue after it was stopped."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, BinaryIO, Dict, List, Optional, Sequence, Union
from weakref import WeakValueDictionary

from .calls import new_key
from .errors import JournalError

try:
    import fcntl
except ImportError:  # Windows has no such lock.
    fcntl = None  # type: ignore[assignment]

VERSION = 1

# Journals that this program has open. A notebook keeps the generator of an interrupted cell alive.
_open: WeakValueDictionary[str, Journal]


def fingerprint_of(chunk: Sequence[Any]) -> str:
    """Returns a hash of the requests of a chunk."""
    text = json.dumps(chunk, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


class Journal:
    """Opens or creates the journal. Raises a JournalError when it cannot be used."""

    def __init__(self, path: Union[str, os.PathLike[str]], chunk_items: int) -> None:
        self.path = os.path.realpath(os.fspath(path))
        self._chunks: Dict[int, Dict[str, Any]] = {}
        before = _open.get(self.path)
        if before is not None:
            before.close()
        self._file: Optional[BinaryIO] = open(self.path, "a+b")
        try:
            self._lock(self._file)
            head = self._read(self._file)
            if head is None:
                head = {"journal": VERSION, "key": new_key(), "items": chunk_items}
                self._append(head)
        except BaseException:
            self.close()
            raise
        # The idempotency key of the batch and the number of requests per chunk stay the same in every run.
        self.key = str(head["key"])
        self.chunk_items = int(head["items"])
        _open[self.path] = self

    def _lock(self, file: BinaryIO) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JournalError(f"Another program uses the journal {self.path}.") from None

    def _read(self, file: BinaryIO) -> Optional[Dict[str, Any]]:
        file.seek(0)
        content = file.read()
        end = content.rfind(b"\n") + 1
        # A killed program may leave an incomplete last line. Its chunk is sent again under the same key.
        if end < len(content):
            file.truncate(end)
        lines = content[:end].splitlines()
        if not lines:
            return None
        try:
            head, *chunks = (json.loads(line) for line in lines)
            known = head["journal"] == VERSION and isinstance(head["key"], str) and int(head["items"]) > 0
            self._chunks = {int(chunk["chunk"]): chunk for chunk in chunks}
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise JournalError(f"{self.path} is not a journal of this version. Choose another file.")
        return dict(head)

    def _append(self, entry: Dict[str, Any]) -> None:
        if self._file is None:
            raise JournalError(f"The journal {self.path} was closed. It may have been opened again.")
        self._file.write(json.dumps(entry, separators=(",", ":")).encode("ascii") + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def ids_of(self, number: int, fingerprint: str) -> Optional[List[str]]:
        """Returns the ids of a chunk that was created earlier. Raises a JournalError if it had other requests."""
        chunk = self._chunks.get(number)
        if chunk is None:
            return None
        if chunk["requests"] != fingerprint:
            raise JournalError(f"{self.path} belongs to other requests, from chunk {number} on. Choose another file.")
        return [str(one) for one in chunk["ids"]]

    def record(self, number: int, fingerprint: str, ids: Sequence[str]) -> None:
        self._append({"chunk": number, "requests": fingerprint, "ids": list(ids)})

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


_open = WeakValueDictionary()
