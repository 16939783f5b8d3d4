"""Binds the shared calls to the operations of each product."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Union

from ..calls import new_key
from ..types import (
    ITEMS_MAX,
    SERP,
    AIResponse,
    AISendPromptRequest,
    AISeoAnalysisRequest,
    Keyword,
    KeywordRequest,
    SERPRequest,
)
from .batches import Batches
from .objects import Parsed, Query

AiRequest = Union[AISendPromptRequest, AISeoAnalysisRequest]

# The service responds to a synchronous create after 295 seconds at the latest.
SYNCHRONOUS_SECONDS = 310.0


def _timeout_of(request: Mapping[str, Any], timeout: Optional[float]) -> Optional[float]:
    if timeout is not None:
        return timeout
    is_hurried = request.get("priority") in ("REALTIME", "INSTANT") or request.get("isRealTime") is True
    is_asynchronous = request.get("asynchronous")
    if is_asynchronous is None:
        is_asynchronous = not is_hurried
    return None if is_asynchronous else SYNCHRONOUS_SECONDS


class Listed(Batches[Query, Parsed]):
    """Products whose requests can be sent in lists."""

    _CREATE: str
    _CREATE_LIST: str
    _DELETE: str

    async def _create_one(self, request: Any, key: str, timeout: Optional[float]) -> Parsed:
        body = {**request, "asynchronous": True}
        return await self._sender.send(self._CREATE, body=body, idempotency_key=key, timeout=timeout)

    async def _create_list(self, requests: List[Query], key: str, timeout: Optional[float]) -> List[Parsed]:
        return await self._sender.send(self._CREATE_LIST, body=requests, idempotency_key=key, timeout=timeout)

    async def create(
        self, request: Query, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Parsed:
        """Creates one object. It is finished only if the request is synchronous."""
        fields: Any = request
        seconds = _timeout_of(fields, timeout)
        key = idempotency_key or new_key()
        return await self._sender.send(self._CREATE, body=request, idempotency_key=key, timeout=seconds)

    async def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Works in every state. Credits are not refunded."""
        await self._sender.send(self._DELETE, path={"id": id}, timeout=timeout)


class Serps(Listed[SERPRequest, SERP]):
    """Result pages of search engines."""

    _CREATE = "POST /serp/new"
    _CREATE_LIST = "POST /serp/new/list"
    _GET = "GET /serp/{id}"
    _LIST = "POST /serp/list"
    _DELETE = "DELETE /serp/{id}"
    _CHUNK_MAX = ITEMS_MAX[_CREATE_LIST]
    _IDS_MAX = ITEMS_MAX[_LIST]


class Keywords(Listed[KeywordRequest, Keyword]):
    """Search volumes and suggestions."""

    _CREATE = "POST /keyword/new"
    _CREATE_LIST = "POST /keyword/new/list"
    _GET = "GET /keyword/{id}"
    _LIST = "POST /keyword/list"
    _DELETE = "DELETE /keyword/{id}"
    _CHUNK_MAX = ITEMS_MAX[_CREATE_LIST]
    _IDS_MAX = ITEMS_MAX[_LIST]


class AiJobs(Batches[AiRequest, AIResponse]):
    """AI jobs. The service accepts one per 60 seconds, so many of them take long."""

    _GET = "GET /ai/{id}"
    _LIST = "POST /ai/list"
    # The contract has no operation that creates several AI jobs.
    _CHUNK_MAX = 1
    _IDS_MAX = ITEMS_MAX[_LIST]

    async def _create_one(self, request: AiRequest, key: str, timeout: Optional[float]) -> AIResponse:
        operation = "POST /ai/send-prompt" if "prompt" in request else "POST /ai/seo-analysis"
        return await self._sender.send(operation, body=request, idempotency_key=key, timeout=timeout)

    async def _create_list(self, requests: List[AiRequest], key: str, timeout: Optional[float]) -> List[AIResponse]:
        return [await self._create_one(requests[0], key, timeout)]

    async def send_prompt(
        self,
        request: AISendPromptRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AIResponse:
        """Creates a job that sends a prompt to an AI service."""
        return await self._create_one(request, idempotency_key or new_key(), timeout)

    async def seo_analysis(
        self,
        request: AISeoAnalysisRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AIResponse:
        """Creates a job that audits the on-page SEO of a page."""
        return await self._create_one(request, idempotency_key or new_key(), timeout)
