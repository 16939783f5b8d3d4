# Derived from _async/sender.py by `npm run python`. Do not edit.
"""Sends calls with throttle and retries."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from ..calls import Answer, Call, Service, build_call, error_of, is_success, result_of
from ..errors import SextantError
from ..retry import Retries, RetrySettings
from ..throttle import Throttle
from .download import Download
from .flow import pause
from .transport import Transport


class Sender:
    def __init__(self, service: Service, transport: Transport, settings: RetrySettings, timeout: float) -> None:
        self._service = service
        self._transport = transport
        self._settings = settings
        self._timeout = timeout
        self._throttle = Throttle()

    def _build(
        self,
        operation: str,
        accept: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        charged: bool = False,
    ) -> Call:
        return build_call(
            self._service,
            operation,
            path=path or {},
            query=query,
            body=body,
            idempotency_key=idempotency_key,
            timeout=self._timeout if timeout is None else timeout,
            charged=charged,
            accept=accept,
        )

    def _check(self, answer: Answer, call: Call, is_retry: bool) -> None:
        """Raises the error of a response that is not a success. Reads the rate of the service."""
        if is_success(answer, call, is_retry):
            self._throttle.update(answer.headers)
            return
        error = error_of(answer, call.charged)
        self._throttle.update(answer.headers, error.retry_after_seconds)
        raise error

    def _pause_after(self, error: SextantError, retries: Retries) -> None:
        """Raises the error when it is final."""
        seconds = retries.pause_after(error)
        if seconds is None:
            raise error
        pause(seconds)

    def send(self, operation: str, **parts: Any) -> Any:
        """Returns the parsed response. The parts are those of `_build`."""
        call = self._build(operation, "application/json", **parts)
        retries, is_retry = Retries(self._settings), False
        while True:
            pause(self._throttle.reserve())
            try:
                answer = self._transport.fetch(call)
                self._check(answer, call, is_retry)
                return result_of(answer, call)
            except SextantError as error:
                self._pause_after(error, retries)
            is_retry = True

    def download(self, operation: str, **parts: Any) -> Download:
        """Returns the response as it arrives, for exports of any size."""
        call = self._build(operation, "*/*", **parts)
        retries = Retries(self._settings)
        while True:
            pause(self._throttle.reserve())
            try:
                stream = self._transport.open(call)
                download = Download(stream)
                if 200 <= stream.status < 300:
                    self._throttle.update(stream.headers)
                    return download
                try:
                    body = download.read()
                finally:
                    download.close()
                self._check(Answer(stream.status, stream.headers, body), call, False)
            except SextantError as error:
                self._pause_after(error, retries)
