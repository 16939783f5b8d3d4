"""Tracked keywords of a project: added, changed, removed and imported in chunks, and listed page by page."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Union

from ..calls import new_key
from ..chunks import with_list_index
from ..errors import SextantError
from ..records import AddedPart, ImportedPart, merge_added, merge_imported, parts_of, records_of
from ..types import (
    AddedKeywords,
    ForecastRequestKeywords,
    Imported,
    ImportKeywordsFormat,
    ProjectsKeywordsQuery,
    TrackedKeyword,
)
from .flow import Items, iterate
from .objects import chunks_of
from .sender import Sender

# Maximum number of entries in one call.
KEYWORDS_MAX = 1000
# Below the service's limits of 50,000 lines and 4 MiB.
RECORDS_MAX = 40_000
BYTES_MAX = 3_400_000
PAGE_KEYWORDS = 1000
# Formats whose first line is not a header.
HEADERLESS = ("lines", "serposcope")


async def _entries(keywords: Items[Union[str, ForecastRequestKeywords]]) -> AsyncIterator[Any]:
    async for one in iterate(keywords):
        yield {"keyword": one} if isinstance(one, str) else one


class TrackedKeywords:
    """Base of `projects`."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def add_keywords(
        self,
        project: str,
        keywords: Items[Union[str, ForecastRequestKeywords]],
        *,
        dry_run: bool = False,
        check_now: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AddedKeywords:
        """Adds any number of keywords, in chunks of 1000. Existing ones are named in `duplicates`.

        `dry_run` checks and prices without saving. `check_now` also starts a run, of at most 1000 keywords.
        """
        key = idempotency_key or new_key()
        chunks: List[List[Any]] = []
        parts: List[AddedPart] = []
        offset = 0
        options: Dict[str, Any] = {**({"dryRun": True} if dry_run else {}), **({"checkNow": True} if check_now else {})}
        async for chunk in chunks_of(_entries(keywords), KEYWORDS_MAX):
            if not check_now:
                parts.append(await self._add(project, chunk, options, f"{key}-{len(parts) + 1}", offset, timeout))
                offset += len(chunk)
                continue
            chunks.append(chunk)
            # The service starts one run per minute, so a second chunk would not be checked.
            if len(chunks) > 1:
                raise ValueError("check_now accepts one chunk of at most 1000 keywords. Add them first, then call run.")
        for chunk in chunks:
            parts.append(await self._add(project, chunk, options, f"{key}-1", 0, timeout))
        if not parts:
            raise ValueError("There are no keywords to add.")
        return merge_added(parts, dry_run)

    async def _add(
        self, project: str, chunk: List[Any], options: Mapping[str, Any], key: str, offset: int, timeout: Optional[float]
    ) -> AddedPart:
        body = {"keywords": chunk, **options}
        operation = "POST /projects/{id}/keywords"
        try:
            result = await self._sender.send(
                operation, path={"id": project}, body=body, idempotency_key=key, timeout=timeout
            )
        except SextantError as error:
            raise with_list_index(error, lambda index: offset + index) from None
        return AddedPart(result, offset)

    async def import_text(
        self,
        project: str,
        text: str,
        *,
        format: Optional[ImportKeywordsFormat] = None,
        columns: Optional[Mapping[str, Any]] = None,
        dry_run: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Imported:
        """Imports a CSV file or a list of any length. Long texts are sent in parts."""
        key = idempotency_key or new_key()
        parts: List[ImportedPart] = []
        header = ""
        options: Dict[str, Any] = {} if columns is None else {"columns": columns}
        if dry_run:
            options["dryRun"] = True
        if format is not None:
            options["format"] = format
        for part in parts_of(text, BYTES_MAX, RECORDS_MAX):
            if parts:
                options["format"] = parts[0].result["format"]
            # The first response says whether the file has a header. Later parts then need it too.
            if parts and header == "" and options["format"] not in HEADERLESS:
                header = next(records_of(text), "")
            result = await self._sender.send(
                "POST /projects/{id}/import",
                path={"id": project},
                body={"text": header + part.text, **options},
                idempotency_key=f"{key}-{len(parts) + 1}",
                timeout=timeout,
            )
            parts.append(ImportedPart(result, part.line - 1 - header.count("\n")))
        if not parts:
            raise ValueError("There is no text to import.")
        return merge_imported(parts, dry_run)

    async def change_keywords(
        self, project: str, ids: Items[str], change: Mapping[str, Any], *, timeout: Optional[float] = None
    ) -> int:
        """Changes any number of keywords, such as `{"enabled": False}`. Returns how many were changed."""
        changed = 0
        async for chunk in chunks_of(ids, KEYWORDS_MAX):
            body = {**change, "ids": chunk}
            answer = await self._sender.send(
                "PATCH /projects/{id}/keywords", path={"id": project}, body=body, timeout=timeout
            )
            changed += answer["changed"]
        return changed

    async def remove_keywords(self, project: str, ids: Items[str], *, timeout: Optional[float] = None) -> int:
        """Removes keywords with their history. To stop checks and keep it, change `enabled`."""
        removed = 0
        async for chunk in chunks_of(ids, KEYWORDS_MAX):
            answer = await self._sender.send(
                "POST /projects/{id}/keywords/remove", path={"id": project}, body={"ids": chunk}, timeout=timeout
            )
            removed += answer["removed"]
        return removed

    async def keywords(
        self, project: str, query: Optional[ProjectsKeywordsQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[TrackedKeyword]:
        """Yields every keyword that matches, page by page."""
        page: Any = {"limit": PAGE_KEYWORDS, **(query or {})}
        while True:
            answer = await self._sender.send(
                "GET /projects/{id}/keywords", path={"id": project}, query=page, timeout=timeout
            )
            for one in answer["items"]:
                yield one
            if answer["next"] is None:
                return
            page["after"] = answer["next"]

    async def keyword(self, project: str, id: str, *, timeout: Optional[float] = None) -> TrackedKeyword:
        path = {"id": project, "keywordId": id}
        return await self._sender.send("GET /projects/{id}/keywords/{keywordId}", path=path, timeout=timeout)
