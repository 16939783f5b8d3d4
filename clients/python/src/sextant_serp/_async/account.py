"""The account and its stored objects: usage, prices, lists, exports, positions, events."""

from __future__ import annotations

from typing import Any, AsyncIterator, List, Optional, cast

from ..ranks import join_ranks
from ..types import (
    EventsQuery,
    FeedEvent,
    ObjectsAnswerItems,
    ObjectsDeliveriesAnswer,
    ObjectsExportQuery,
    ObjectsImagesAnswer,
    ObjectsLifeAnswer,
    ObjectsQuery,
    PostObjectsResendAnswer,
    Quote,
    QuoteRequest,
    RanksAnswer,
    RanksQuery,
    Region,
    RegionList,
    RegionListQuery,
    UsageAnswer,
    User,
)
from .download import Download
from .sender import Sender

PAGE_OBJECTS = 200
PAGE_RANKS = 200
PAGES_RANKS = 50
PAGE_EVENTS = 1000
PAGE_EVENTS_JSON = 100
PAGE_REGIONS = 1000


class StoredObjects:
    """Objects of all products, newest first."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def list(
        self, query: Optional[ObjectsQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[ObjectsAnswerItems]:
        """Yields every object that matches, page by page."""
        page: Any = {"limit": PAGE_OBJECTS, **(query or {})}
        while True:
            answer = await self._sender.send("GET /objects", query=page, timeout=timeout)
            for one in answer["items"]:
                yield one
            if answer["next"] is None:
                return
            page["after"] = answer["next"]

    async def export(
        self, query: Optional[ObjectsExportQuery] = None, *, timeout: Optional[float] = None
    ) -> Download:
        """Returns JSON lines, CSV or Parquet of any size: requests, or results with `content`."""
        return await self._sender.download("GET /objects/export", query=query, timeout=timeout)

    async def life(self, id: str, *, timeout: Optional[float] = None) -> ObjectsLifeAnswer:
        """Returns everything that happened to one object."""
        return await self._sender.send("GET /objects/{id}/life", path={"id": id}, timeout=timeout)

    async def deliveries(self, id: str, *, timeout: Optional[float] = None) -> ObjectsDeliveriesAnswer:
        """Returns the attempts to deliver the callback."""
        return await self._sender.send("GET /objects/{id}/deliveries", path={"id": id}, timeout=timeout)

    async def resend(self, id: str, *, timeout: Optional[float] = None) -> PostObjectsResendAnswer:
        """Sends the callback again."""
        return await self._sender.send("POST /objects/{id}/resend", path={"id": id}, timeout=timeout)

    async def images(self, id: str, *, timeout: Optional[float] = None) -> ObjectsImagesAnswer:
        """Returns links to the images of a result. They are valid for one to two hours."""
        return await self._sender.send("GET /objects/{id}/images", path={"id": id}, timeout=timeout)


class Regions:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def search(
        self, query: Optional[RegionListQuery] = None, *, timeout: Optional[float] = None
    ) -> RegionList:
        """Returns one page."""
        return await self._sender.send("GET /region/list", query=query, timeout=timeout)

    async def all(
        self, query: Optional[RegionListQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[Region]:
        """Yields every matching region, page by page."""
        asked: Any = {"items": PAGE_REGIONS, **(query or {}), "page": 1}
        while True:
            answer = await self.search(cast(RegionListQuery, asked), timeout=timeout)
            for one in answer["items"]:
                yield one
            # A list that shrinks while it is read must still end.
            if not answer["items"] or asked["page"] * asked["items"] >= answer["total"]:
                return
            asked["page"] += 1


class Account:
    """Base of the client."""

    _sender: Sender

    async def user(self, *, timeout: Optional[float] = None) -> User:
        """Returns the account and its credits."""
        return await self._sender.send("GET /user", timeout=timeout)

    async def usage(self, days: Optional[int] = None, *, timeout: Optional[float] = None) -> UsageAnswer:
        """Returns the credits used per day, the grants and the limits."""
        return await self._sender.send("GET /usage", query={"days": days}, timeout=timeout)

    async def quote(self, request: QuoteRequest, *, timeout: Optional[float] = None) -> Quote:
        """Returns cost and expected wait of a request. Nothing is charged."""
        return await self._sender.send("POST /quote", body=request, timeout=timeout)

    async def ranks(
        self, query: RanksQuery, *, pages_max: int = PAGES_RANKS, timeout: Optional[float] = None
    ) -> RanksAnswer:
        """Returns the positions of a domain in stored result pages. Nothing is charged.

        Checks `limit` result pages per call and makes `pages_max` calls at most. `next` is not null if there are more.
        """
        asked: Any = {"limit": PAGE_RANKS, **query}
        pages: List[RanksAnswer] = []
        while True:
            answer: RanksAnswer = await self._sender.send("GET /ranks", query=asked, timeout=timeout)
            pages.append(answer)
            if answer["next"] is None or len(pages) >= pages_max:
                return join_ranks(pages)
            asked["after"] = answer["next"]

    async def events(
        self, query: Optional[EventsQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[FeedEvent]:
        """Yields the events after `after` until there are no more. The first call of an account enables the feed."""
        is_json = query is not None and query.get("format") == "JSON"
        page: Any = {"limit": PAGE_EVENTS_JSON if is_json else PAGE_EVENTS, **(query or {})}
        while True:
            answer = await self._sender.send("GET /events", query=page, timeout=timeout)
            for one in answer["items"]:
                yield one
            if not answer["more"]:
                return
            page["after"] = answer["next"]
