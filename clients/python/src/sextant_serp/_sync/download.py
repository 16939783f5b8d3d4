# Derived from _async/download.py by `npm run python`. Do not edit.
"""A response of any size, read as it arrives."""

from __future__ import annotations

import json
import os
from typing import Any, Iterator, Union

from .transport import Stream


class Download:
    """Iterate over it for bytes, or use `lines`, `records`, `read` or `save`. A response that is cut off raises an error."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        try:
            for part in self._stream.parts():
                yield part
        finally:
            self.close()

    def lines(self) -> Iterator[str]:
        """Yields the lines of the text without their ends. A quoted cell of a CSV file may span several lines."""
        rest = b""
        for part in self:
            *complete, rest = (rest + part).split(b"\n")
            for line in complete:
                yield line.rstrip(b"\r").decode("utf-8")
        if rest:
            yield rest.decode("utf-8")

    def records(self) -> Iterator[Any]:
        """Yields the parsed lines of a download in JSON lines."""
        for line in self.lines():
            if line:
                yield json.loads(line)

    def read(self) -> bytes:
        return b"".join([part for part in self])

    def save(self, path: Union[str, os.PathLike[str]]) -> int:
        """Writes the file and returns its size. A file that is not complete is named `path` with `.part`."""
        size = 0
        part_path = os.fspath(path) + ".part"
        with open(part_path, "wb") as file:
            for part in self:
                file.write(part)
                size += len(part)
        os.replace(part_path, path)
        return size

    def close(self) -> None:
        """Ends a download that is not needed any more."""
        self._stream.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
