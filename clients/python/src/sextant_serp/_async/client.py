"""The asynchronous client."""

from __future__ import annotations

import ssl
from typing import Optional

from ..calls import service_of
from ..retry import RetrySettings
from .account import Account, Regions, StoredObjects
from .lookups import Lookups
from .products import AiJobs, Keywords, Serps
from .projects import Projects
from .sender import Sender
from .transport import Transport


class AsyncClient(Lookups, Account):
    """The asynchronous client. Use it in a `with` block, or close it at the end."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = 4,
        max_retry_wait_seconds: float = 120.0,
        backoff_seconds: float = 0.5,
        timeout: float = 60.0,
        ssl_context: Optional[ssl.SSLContext] = None,
        trust_env: bool = True,
    ) -> None:
        service = service_of(base_url, api_key)
        self._transport = Transport(service, ssl_context, trust_env)
        settings = RetrySettings(retries, max_retry_wait_seconds, backoff_seconds)
        self._sender = Sender(service, self._transport, settings, timeout)
        self.serp = Serps(self._sender)
        self.keywords = Keywords(self._sender)
        self.ai = AiJobs(self._sender)
        self.objects = StoredObjects(self._sender)
        self.regions = Regions(self._sender)
        self.projects = Projects(self._sender)

    async def close(self) -> None:
        """Closes the connections. Later calls raise an error with the code `closed`."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
