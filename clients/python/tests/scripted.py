"""A server whose responses are written by the test, byte by byte."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any, Callable, Dict, List, Optional, Tuple

Handler = Callable[["Exchange"], None]


def response(body: Any, status: str = "200 OK", headers: Optional[Dict[str, str]] = None) -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(data)}", "Content-Type: application/json"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


class Exchange:
    """One request and the connection on which it came."""

    def __init__(self, sock: socket.socket, connection: int, head: List[str], body: bytes) -> None:
        self.sock = sock
        self.connection = connection
        self.request_line = head[0]
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        self.body = body
        self.is_closed = False

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def close(self) -> None:
        self.is_closed = True


class ScriptedServer:
    """Calls the next handler for each request. The last handler is used for all further ones."""

    def __init__(self, *handlers: Handler) -> None:
        self._handlers = list(handlers)
        self.requests: List[Exchange] = []
        self.connections = 0
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: List[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for sock in self._sockets:
            sock.close()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
                self._sockets.append(sock)
                number = self.connections
            threading.Thread(target=self._serve, args=(sock, number), daemon=True).start()

    def _read(self, sock: socket.socket) -> Optional[Tuple[List[str], bytes]]:
        data = b""
        while b"\r\n\r\n" not in data:
            part = sock.recv(65536)
            if not part:
                return None
            data += part
        head_bytes, _, body = data.partition(b"\r\n\r\n")
        head = head_bytes.decode("latin-1").split("\r\n")
        length = next((int(line.split(":")[1]) for line in head if line.lower().startswith("content-length:")), 0)
        while len(body) < length:
            body += sock.recv(65536)
        return head, body

    def _serve(self, sock: socket.socket, number: int) -> None:
        try:
            while True:
                request = self._read(sock)
                if request is None:
                    break
                exchange = Exchange(sock, number, *request)
                with self._lock:
                    self.requests.append(exchange)
                    handler = self._handlers.pop(0) if len(self._handlers) > 1 else self._handlers[0]
                handler(exchange)
                if exchange.is_closed:
                    break
        except OSError:
            pass
        finally:
            sock.close()


def answer(body: Any, status: str = "200 OK", headers: Optional[Dict[str, str]] = None) -> Handler:
    return lambda exchange: exchange.send(response(body, status, headers))


def raw(data: bytes) -> Handler:
    """Sends the bytes and closes the connection."""

    def handle(exchange: Exchange) -> None:
        exchange.send(data)
        exchange.close()

    return handle
