"""Pauses, iteration and concurrency of the blocking client."""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import Callable, Deque, Iterable, Iterator, Optional, TypeVar

from ..chunks import check_items

T = TypeVar("T")
R = TypeVar("R")

# Requests may come from any iterable.
Items = Iterable[T]
END_OF_ITEMS = StopIteration

# A wait without a limit cannot be interrupted on Windows.
WAIT_SECONDS = 1.0

_thread = threading.local()


class Stopped(BaseException):
    """Ends a thread of a batch that was given up."""


def pause(seconds: float) -> None:
    stop = getattr(_thread, "stop", None)
    if stop is None:
        time.sleep(max(0.0, seconds))
    elif stop.wait(max(0.0, seconds)):
        raise Stopped


def iterate(items: Iterable[T]) -> Iterator[T]:
    check_items(items)
    yield from items


def map_ordered(run: Callable[[T], R], items: Iterable[T], width: int) -> Iterator[R]:
    """Runs up to `width` calls at the same time and yields their results in the order of the items.

    The threads end with the program, so that Ctrl-C does not wait for them.
    """
    stop = threading.Event()
    pending: Deque[Future[R]] = deque()

    def work(item: T, future: Future[R]) -> None:
        _thread.stop = stop
        try:
            future.set_result(run(item))
        except BaseException as error:
            future.set_exception(error)

    def result_of(future: Future[R]) -> R:
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        while not done.wait(WAIT_SECONDS):
            pass
        return future.result()

    source = iterate(items)
    failure: Optional[Exception] = None
    has_more = True
    try:
        while has_more or pending:
            while has_more and len(pending) < width:
                try:
                    item = next(source)
                except StopIteration:
                    has_more = False
                except Exception as error:
                    # The calls before are paid, so their results are yielded first.
                    has_more, failure = False, error
                else:
                    future: Future[R] = Future()
                    threading.Thread(target=work, args=(item, future), daemon=True).start()
                    pending.append(future)
            if pending:
                yield result_of(pending.popleft())
    finally:
        stop.set()
    if failure:
        raise failure
