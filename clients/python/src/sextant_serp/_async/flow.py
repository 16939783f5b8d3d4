"""Pauses, iteration and concurrency of the asynchronous client."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import AsyncIterable, AsyncIterator, Awaitable, Callable, Deque, Iterable, Optional, TypeVar, Union

from ..chunks import check_items

T = TypeVar("T")
R = TypeVar("R")

# Requests may come from any of these.
Items = Union[Iterable[T], AsyncIterable[T]]
END_OF_ITEMS = StopAsyncIteration


async def pause(seconds: float) -> None:
    await asyncio.sleep(max(0.0, seconds))


async def iterate(items: Items[T]) -> AsyncIterator[T]:
    check_items(items)
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def map_ordered(run: Callable[[T], Awaitable[R]], items: Items[T], width: int) -> AsyncIterator[R]:
    """Runs up to `width` calls at the same time and yields their results in the order of the items."""
    pending: Deque[asyncio.Future[R]] = deque()
    source = iterate(items)
    failure: Optional[Exception] = None
    has_more = True
    try:
        while has_more or pending:
            while has_more and len(pending) < width:
                try:
                    pending.append(asyncio.ensure_future(run(await source.__anext__())))
                except StopAsyncIteration:
                    has_more = False
                except Exception as error:
                    # The calls before are paid, so their results are yielded first.
                    has_more, failure = False, error
            if pending:
                yield await pending.popleft()
    finally:
        for task in pending:
            task.cancel()
    if failure:
        raise failure
