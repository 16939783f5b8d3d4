# Derived from _async/projects.py by `npm run python`. Do not edit.
"""Tracking: projects, their runs, history and figures."""

from __future__ import annotations

import time
from typing import Any, Iterator, List, Optional

from ..calls import new_key
from ..errors import SextantError
from ..types import (
    ForecastRequest,
    KeywordHistory,
    NewProject,
    PostProjectsRunBody,
    PostProjectsVolumesAnswer,
    PostTrackingForecastAnswer,
    Project,
    ProjectChange,
    ProjectOverview,
    ProjectsExportQuery,
    ProjectsHistoryQuery,
    ProjectsKeywordsHistoryQuery,
    ProjectsSummaryQuery,
    SlotRun,
    Summary,
)
from .alerts import Alerts, Delivery, Notes, Rules, Shares
from .download import Download
from .objects import WAIT_SECONDS, Backoff
from .sender import Sender
from .tracked import TrackedKeywords

PAGE_RUNS = 100


class Projects(TrackedKeywords):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.rules = Rules(sender)
        self.delivery = Delivery(sender)
        self.alerts = Alerts(sender)
        self.notes = Notes(sender)
        self.shares = Shares(sender)

    def create(
        self, project: NewProject, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Project:
        """Free. The checks are charged when they run."""
        key = idempotency_key or new_key()
        return self._sender.send("POST /projects", body=project, idempotency_key=key, timeout=timeout)

    def demo(self, *, timeout: Optional[float] = None) -> Project:
        """Returns the demo project of a test key, with 90 days of history."""
        return self._sender.send("POST /projects/demo", idempotency_key=new_key(), timeout=timeout)

    def list(self, *, timeout: Optional[float] = None) -> List[ProjectOverview]:
        """Returns all projects with their figures."""
        answer = self._sender.send("GET /projects", timeout=timeout)
        return answer["items"]

    def get(self, project: str, *, timeout: Optional[float] = None) -> Project:
        return self._sender.send("GET /projects/{id}", path={"id": project}, timeout=timeout)

    def change(self, project: str, change: ProjectChange, *, timeout: Optional[float] = None) -> Project:
        return self._sender.send("PATCH /projects/{id}", path={"id": project}, body=change, timeout=timeout)

    def remove(self, project: str, *, timeout: Optional[float] = None) -> None:
        """Removes a project with its history."""
        self._sender.send("DELETE /projects/{id}", path={"id": project}, timeout=timeout)

    def forecast(
        self, request: ForecastRequest, *, timeout: Optional[float] = None
    ) -> PostTrackingForecastAnswer:
        """Returns the price of a project per month, before it is created."""
        return self._sender.send("POST /tracking/forecast", body=request, timeout=timeout)

    def history(
        self,
        project: str,
        keyword: str,
        query: Optional[ProjectsKeywordsHistoryQuery] = None,
        *,
        timeout: Optional[float] = None,
    ) -> KeywordHistory:
        """Returns the points of one keyword."""
        path = {"id": project, "keywordId": keyword}
        return self._sender.send(
            "GET /projects/{id}/keywords/{keywordId}/history", path=path, query=query, timeout=timeout
        )

    def all_history(
        self, project: str, query: Optional[ProjectsHistoryQuery] = None, *, timeout: Optional[float] = None
    ) -> Download:
        """Returns the points of all keywords as JSON lines of any size."""
        path = {"id": project}
        return self._sender.download("GET /projects/{id}/history", path=path, query=query, timeout=timeout)

    def summary(
        self, project: str, query: Optional[ProjectsSummaryQuery] = None, *, timeout: Optional[float] = None
    ) -> Summary:
        """Returns the figures of a project."""
        path = {"id": project}
        return self._sender.send("GET /projects/{id}/summary", path=path, query=query, timeout=timeout)

    def export(
        self, project: str, query: Optional[ProjectsExportQuery] = None, *, timeout: Optional[float] = None
    ) -> Download:
        """Returns CSV or JSON lines of any size."""
        path = {"id": project}
        return self._sender.download("GET /projects/{id}/export", path=path, query=query, timeout=timeout)

    def run(
        self,
        project: str,
        run: Optional[PostProjectsRunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SlotRun:
        """Checks keywords now, at most once per minute. Charged."""
        key = idempotency_key or new_key()
        return self._sender.send(
            "POST /projects/{id}/run", path={"id": project}, body=run or {}, idempotency_key=key, timeout=timeout
        )

    def run_cost(
        self, project: str, run: Optional[PostProjectsRunBody] = None, *, timeout: Optional[float] = None
    ) -> int:
        """Returns the price of such a run in credits."""
        body: Any = {**(run or {}), "dryRun": True}
        answer = self._sender.send("POST /projects/{id}/run", path={"id": project}, body=body, timeout=timeout)
        return answer["cost"]

    def run_and_wait(
        self,
        project: str,
        run: Optional[PostProjectsRunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: float = WAIT_SECONDS,
        timeout: Optional[float] = None,
    ) -> SlotRun:
        """Checks keywords now and returns the run when all of its checks have an outcome."""
        end = time.monotonic() + wait_seconds
        backoff = Backoff()
        current = self.run(project, run, idempotency_key=idempotency_key, timeout=timeout)
        while current["state"] == "running" or current["pending"] > 0:
            if time.monotonic() >= end:
                message = f"{current['pending']} checks of the run did not finish within {wait_seconds:g} seconds."
                raise SextantError(message, code="unfinished", solution="They continue. Read them with runs.")
            backoff.pause(end - time.monotonic(), False)
            # The newest runs are enough: a project starts one run per minute.
            answer = self._sender.send(
                "GET /projects/{id}/runs", path={"id": project}, query={"limit": PAGE_RUNS}, timeout=timeout
            )
            current = next((one for one in answer["items"] if one["slot"] == current["slot"]), current)
        return current

    def runs(self, project: str, *, timeout: Optional[float] = None) -> Iterator[SlotRun]:
        """Yields runs, newest first, with those that did not take place."""
        page: Any = {"limit": PAGE_RUNS}
        while True:
            path = {"id": project}
            answer = self._sender.send("GET /projects/{id}/runs", path=path, query=page, timeout=timeout)
            for one in answer["items"]:
                yield one
            if answer["next"] is None:
                return
            page["before"] = answer["next"]

    def order_volumes(
        self,
        project: str,
        *,
        dry_run: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PostProjectsVolumesAnswer:
        """Orders search volumes of keywords without one of this month. Charged."""
        body = {"dryRun": True} if dry_run else {}
        key = idempotency_key or new_key()
        return self._sender.send(
            "POST /projects/{id}/volumes", path={"id": project}, body=body, idempotency_key=key, timeout=timeout
        )
