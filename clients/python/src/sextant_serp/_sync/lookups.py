# Derived from _async/lookups.py by `npm run python`. Do not edit.
"""WHOIS and technologies: one domain, or many at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Generic, Optional, Tuple, TypeVar

from ..calls import new_key
from ..errors import SextantError
from ..types import Technologies, Whois
from .flow import Items, iterate, map_ordered
from .sender import Sender

Data = TypeVar("Data")

CONCURRENCY = 4


@dataclass(frozen=True)
class Lookup(Generic[Data]):
    """The outcome for one domain. Failed lookups cost nothing."""

    domain: str
    data: Optional[Data]
    error: Optional[SextantError]


class Lookups:
    """Base of the client."""

    _sender: Sender

    def whois(
        self,
        domain: str,
        *,
        source: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Whois:
        """Charged on success. Retried after a lost response only with your own `idempotency_key`."""
        query = {"source": source}
        return self._look_up("GET /whois/{domain}", domain, query, idempotency_key, timeout)

    def technologies(
        self, domain: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Technologies:
        """Charged on success. Retried after a lost response only with your own `idempotency_key`."""
        return self._look_up("GET /technologies/{domain}", domain, {}, idempotency_key, timeout)

    def whois_many(
        self,
        domains: Items[str],
        *,
        source: Optional[str] = None,
        concurrency: int = CONCURRENCY,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[Lookup[Whois]]:
        """Yields the outcome of each domain, in order. A failed lookup does not end the others."""
        operation, query = "GET /whois/{domain}", {"source": source}
        for one in self._look_up_many(operation, domains, query, concurrency, idempotency_key, timeout):
            yield one

    def technologies_many(
        self,
        domains: Items[str],
        *,
        concurrency: int = CONCURRENCY,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[Lookup[Technologies]]:
        """Yields the outcome of each domain, in order. A failed lookup does not end the others."""
        operation = "GET /technologies/{domain}"
        for one in self._look_up_many(operation, domains, {}, concurrency, idempotency_key, timeout):
            yield one

    def _look_up(
        self, operation: str, domain: str, query: Any, idempotency_key: Optional[str], timeout: Optional[float]
    ) -> Any:
        return self._sender.send(
            operation,
            path={"domain": domain},
            query=query,
            idempotency_key=idempotency_key,
            timeout=timeout,
            charged=idempotency_key is None,
        )

    def _look_up_many(
        self,
        operation: str,
        domains: Items[str],
        query: Any,
        concurrency: int,
        idempotency_key: Optional[str],
        timeout: Optional[float],
    ) -> Iterator[Lookup[Any]]:
        key = idempotency_key or new_key()

        def numbered() -> Iterator[Tuple[int, str]]:
            number = 0
            for domain in iterate(domains):
                number += 1
                yield number, domain

        def look_up(entry: Tuple[int, str]) -> Lookup[Any]:
            number, domain = entry
            try:
                return Lookup(domain, self._look_up(operation, domain, query, f"{key}-{number}", timeout), None)
            except SextantError as error:
                # All further calls would fail in the same way.
                if error.status in (402, 403) or error.code == "closed":
                    raise
                return Lookup(domain, None, error)

        for one in map_ordered(look_up, numbered(), max(1, concurrency)):
            yield one
