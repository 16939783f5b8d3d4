"""The proxy of the environment: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, or the settings of the system."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Dict, Optional
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ..calls import Service


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    headers: Dict[str, str]


def find_proxy(service: Service) -> Optional[Proxy]:
    proxies = getproxies()
    url = proxies.get("https" if service.secure else "http") or proxies.get("all")
    if not url or proxy_bypass(f"{service.host}:{service.port}"):
        return None
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(f"The proxy of the environment must be an http URL, not one of {parts.scheme}.")
    headers = {}
    if parts.username is not None:
        credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode("utf-8")
        headers["Proxy-Authorization"] = "Basic " + base64.b64encode(credentials).decode("ascii")
    return Proxy(parts.hostname, parts.port or 80, headers)
