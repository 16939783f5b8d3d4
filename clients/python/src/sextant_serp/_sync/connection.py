"""One HTTP connection with a limit of time for whole responses."""

from __future__ import annotations

import http.client
import io
import selectors
import socket
import ssl
import time
from typing import Any, Optional

from ..calls import Call, Service
from .proxy import Proxy


class Deadline:
    """The time until which the current attempt must be done."""

    def __init__(self) -> None:
        self._end = 0.0

    def start(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise socket.timeout("timed out")
        return seconds


class _TimedReader(io.RawIOBase):
    """Reads from a socket until the deadline. The limit of a socket alone applies to each read."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._sock = sock
        self._deadline = deadline
        self._raw: Any = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._deadline.remaining())
        count: Optional[int] = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedSocket:
    """What `HTTPResponse` needs of a socket."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))


class Connection:
    """Used by one thread at a time."""

    def __init__(self, service: Service, ssl_context: Optional[ssl.SSLContext], proxy: Optional[Proxy]) -> None:
        self.deadline = Deadline()
        # Seconds for which the server keeps the connection, as it says in `Keep-Alive`.
        self.kept_seconds = 60.0
        self.idle_since = 0.0
        host, port = (proxy.host, proxy.port) if proxy else (service.host, service.port)
        if service.secure:
            self._http: http.client.HTTPConnection = http.client.HTTPSConnection(host, port, context=ssl_context)
            if proxy:
                self._http.set_tunnel(service.host, service.port, proxy.headers)
        else:
            self._http = http.client.HTTPConnection(host, port)
        self._origin = service.origin if proxy and not service.secure else ""
        self._extra = proxy.headers if proxy and not service.secure else {}
        deadline = self.deadline
        self._http.response_class = lambda sock, *args, **options: http.client.HTTPResponse(  # type: ignore
            _TimedSocket(sock, deadline), *args, **options  # type: ignore[arg-type]
        )

    def send(self, call: Call) -> http.client.HTTPResponse:
        """Sends a request and returns the response with an unread body."""
        self.deadline.start(call.timeout)
        connection = self._http
        connection.timeout = call.timeout
        if connection.sock is None:
            connection.connect()
        assert connection.sock is not None
        connection.sock.settimeout(self.deadline.remaining())
        try:
            connection.request(call.method, self._origin + call.target, call.body, {**call.headers, **self._extra})
        except (BrokenPipeError, ConnectionResetError):
            # A server may reject a large body before it has read all of it. Then its response is there.
            pass
        return connection.getresponse()

    def is_usable(self) -> bool:
        """Whether the server still holds the idle connection, as far as we can see."""
        sock = self._http.sock
        if sock is None or time.monotonic() - self.idle_since >= self.kept_seconds - 1:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(sock, selectors.EVENT_READ)
            # A server that sends something now closes the connection.
            return not selector.select(0)

    def close(self) -> None:
        self._http.close()
