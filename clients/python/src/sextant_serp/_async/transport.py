"""HTTP of the asynchronous client, with httpx."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any, AsyncIterator, Awaitable, Dict, Optional, TypeVar

from ..calls import Answer, Call, Service
from ..errors import SextantError
from ..retry import response_lost

T = TypeVar("T")


def _import_httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise ImportError("AsyncClient needs httpx: pip install 'sextant-serp[async]'") from None
    return httpx


class Stream:
    """A response whose body is not read yet."""

    def __init__(self, httpx: Any, response: Any, timeout: float) -> None:
        self._httpx = httpx
        self._response = response
        self._timeout = timeout
        self.status: int = response.status_code
        self.headers: Dict[str, str] = {name.lower(): value for name, value in response.headers.items()}

    async def parts(self) -> AsyncIterator[bytes]:
        """Yields the body as it arrives. The timeout applies to each part."""
        parts = self._response.aiter_bytes().__aiter__()
        while True:
            try:
                part = await asyncio.wait_for(parts.__anext__(), self._timeout)
            except StopAsyncIteration:
                return
            except asyncio.TimeoutError:
                raise response_lost("timeout", False) from None
            except (self._httpx.HTTPError, self._httpx.StreamError, OSError) as error:
                raise response_lost("network", False) from error
            yield part

    async def close(self) -> None:
        await self._response.aclose()


class Transport:
    def __init__(self, service: Service, ssl_context: Optional[ssl.SSLContext], trust_env: bool) -> None:
        self._httpx = _import_httpx()
        self._service = service
        self._is_closed = False
        # Loading the certificates of the system takes long and is needed for https only.
        verify: Any = service.secure if ssl_context is None else ssl_context
        # The limits of time are ours: one for a whole attempt.
        self._client = self._httpx.AsyncClient(
            verify=verify, trust_env=trust_env, timeout=None, follow_redirects=False
        )

    async def _attempt(self, call: Call, attempt: Awaitable[T]) -> T:
        if self._is_closed:
            getattr(attempt, "close", lambda: None)()
            raise SextantError("The client was closed.", code="closed")
        try:
            return await asyncio.wait_for(attempt, call.timeout)
        except asyncio.TimeoutError:
            raise response_lost("timeout", call.charged) from None
        except (self._httpx.HTTPError, self._httpx.StreamError, OSError) as error:
            raise response_lost("network", call.charged, error) from error

    async def _open(self, call: Call) -> Any:
        url = self._service.origin + call.target
        request = self._client.build_request(call.method, url, headers=call.headers, content=call.body)
        return await self._client.send(request, stream=True)

    async def _fetch(self, call: Call) -> Answer:
        response = await self._open(call)
        try:
            body = await response.aread()
        finally:
            await response.aclose()
        return Answer(response.status_code, {name.lower(): value for name, value in response.headers.items()}, body)

    async def fetch(self, call: Call) -> Answer:
        """One attempt. Raises a SextantError when the response does not arrive completely."""
        return await self._attempt(call, self._fetch(call))

    async def open(self, call: Call) -> Stream:
        """As `fetch`, but leaves the body unread."""
        return Stream(self._httpx, await self._attempt(call, self._open(call)), call.timeout)

    async def close(self) -> None:
        self._is_closed = True
        await self._client.aclose()
