"""A response of any size, read as it arrives."""

from __future__ import annotations

import json
import os
from typing import Any, AsyncIterator, Union

from .transport import Stream


class Download:
    """Iterate over it for bytes, or use `lines`, `records`, `read` or `save`. A response that is cut off raises an error."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for part in self._stream.parts():
                yield part
        finally:
            await self.close()

    async def lines(self) -> AsyncIterator[str]:
        """Yields the lines of the text without their ends. A quoted cell of a CSV file may span several lines."""
        rest = b""
        async for part in self:
            *complete, rest = (rest + part).split(b"\n")
            for line in complete:
                yield line.rstrip(b"\r").decode("utf-8")
        if rest:
            yield rest.decode("utf-8")

    async def records(self) -> AsyncIterator[Any]:
        """Yields the parsed lines of a download in JSON lines."""
        async for line in self.lines():
            if line:
                yield json.loads(line)

    async def read(self) -> bytes:
        return b"".join([part async for part in self])

    async def save(self, path: Union[str, os.PathLike[str]]) -> int:
        """Writes the file and returns its size. A file that is not complete is named `path` with `.part`."""
        size = 0
        part_path = os.fspath(path) + ".part"
        with open(part_path, "wb") as file:
            async for part in self:
                file.write(part)
                size += len(part)
        os.replace(part_path, path)
        return size

    async def close(self) -> None:
        """Ends a download that is not needed any more."""
        await self._stream.close()

    async def __aenter__(self) -> Download:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
