"""HTTP of the blocking client, with the standard library. Connections are kept and used again."""

from __future__ import annotations

import http.client
import os
import re
import socket
import ssl
import threading
import time
import zlib
from typing import Dict, Iterator, List, Optional

from ..calls import Answer, Call, Service
from ..errors import SextantError
from ..retry import response_lost
from .connection import Connection
from .proxy import find_proxy

IDLE_MAX = 8
PART_BYTES = 65_536
NETWORK_ERRORS = (OSError, http.client.HTTPException, zlib.error, EOFError)


def _lost(error: BaseException, charged: bool) -> SextantError:
    is_timeout = isinstance(error, (socket.timeout, TimeoutError))
    return response_lost("timeout" if is_timeout else "network", charged, error)


class Gunzip:
    """Decompresses a body of one or more gzip members, part by part."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)

    def feed(self, data: bytes) -> bytes:
        parts = []
        while data:
            if self._member.eof:
                self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)
            parts.append(self._member.decompress(data))
            data = self._member.unused_data
        return b"".join(parts)

    def end(self) -> None:
        if not self._member.eof:
            raise EOFError


class Stream:
    """A response whose body is not read yet."""

    def __init__(self, transport: Transport, connection: Connection, response: http.client.HTTPResponse, timeout: float) -> None:
        self._transport = transport
        self._connection: Optional[Connection] = connection
        self._response = response
        self._timeout = timeout
        self.status = response.status
        self.headers: Dict[str, str] = {name.lower(): value for name, value in response.headers.items()}

    def parts(self) -> Iterator[bytes]:
        """Yields the body as it arrives. The timeout applies to each part."""
        gzip = Gunzip() if self.headers.get("content-encoding") == "gzip" else None
        # With a limit of bytes, `read` notices an early end only in chunked bodies.
        length = None if self._response.chunked else self._response.length
        received = 0
        while True:
            connection = self._connection
            if connection is None:
                raise SextantError("The download was closed.", code="closed")
            try:
                connection.deadline.start(self._timeout)
                part = self._response.read(PART_BYTES)
                received += len(part)
                if not part and length is not None and received < length:
                    raise EOFError
                data = part if gzip is None else gzip.feed(part)
                if not part and gzip is not None:
                    gzip.end()
            except NETWORK_ERRORS as error:
                self.close()
                raise _lost(error, False) from error
            if not part:
                break
            if data:
                yield data
        self._connection = None
        self._transport.keep(connection, self._response, self.headers)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._response.close()
            connection.close()


class Transport:
    def __init__(self, service: Service, ssl_context: Optional[ssl.SSLContext], trust_env: bool) -> None:
        self._service = service
        self._context = ssl_context or (ssl.create_default_context() if service.secure else None)
        self._proxy = find_proxy(service) if trust_env else None
        self._lock = threading.Lock()
        self._idle: List[Connection] = []
        self._process = os.getpid()
        self._is_closed = False

    def _take(self) -> Connection:
        with self._lock:
            if self._is_closed:
                raise SextantError("The client was closed.", code="closed")
            if self._process != os.getpid():
                # After a fork the connections belong to the parent process.
                self._idle, self._process = [], os.getpid()
            while self._idle:
                connection = self._idle.pop()
                if connection.is_usable():
                    return connection
                connection.close()
        return Connection(self._service, self._context, self._proxy)

    def keep(self, connection: Connection, response: http.client.HTTPResponse, headers: Dict[str, str]) -> None:
        """Stores a connection whose response was read to its end."""
        hint = re.search(r"timeout=([0-9]{1,6})", headers.get("keep-alive", ""))
        connection.kept_seconds = float(hint[1]) if hint else 60.0
        connection.idle_since = time.monotonic()
        with self._lock:
            if not response.will_close and not self._is_closed and len(self._idle) < IDLE_MAX:
                self._idle.append(connection)
                return
        connection.close()

    def open(self, call: Call) -> Stream:
        """As `fetch`, but leaves the body unread."""
        connection = self._take()
        try:
            return Stream(self, connection, connection.send(call), call.timeout)
        except NETWORK_ERRORS as error:
            connection.close()
            raise _lost(error, call.charged) from error
        except BaseException:
            connection.close()
            raise

    def fetch(self, call: Call) -> Answer:
        """One attempt. Raises a SextantError when the response does not arrive completely."""
        connection = self._take()
        try:
            response = connection.send(call)
            body = response.read()
            headers = {name.lower(): value for name, value in response.headers.items()}
            if headers.get("content-encoding") == "gzip" and body:
                gzip = Gunzip()
                body = gzip.feed(body)
                gzip.end()
        except NETWORK_ERRORS as error:
            connection.close()
            raise _lost(error, call.charged) from error
        except BaseException:
            connection.close()
            raise
        self.keep(connection, response, headers)
        return Answer(response.status, headers, body)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
