"""Alerts, notes and share links of projects."""

from __future__ import annotations

from typing import Any, AsyncIterator, List, Optional, Sequence

from ..calls import new_key
from ..types import (
    AlertDelivery,
    NewRule,
    PostProjectsNotesBody,
    PostProjectsSharesBody,
    ProjectsNotesAnswerItems,
    ProjectsSharesAnswerItems,
    Rule,
    TrackingAlert,
)
from .sender import Sender

PAGE_ALERTS = 200


class _Group:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender


class Rules(_Group):
    async def list(self, project: str, *, timeout: Optional[float] = None) -> List[Rule]:
        answer = await self._sender.send("GET /projects/{id}/rules", path={"id": project}, timeout=timeout)
        return answer["items"]

    async def create(
        self, project: str, rule: NewRule, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Rule:
        """Creates a rule for checks from now on."""
        key = idempotency_key or new_key()
        return await self._sender.send(
            "POST /projects/{id}/rules", path={"id": project}, body=rule, idempotency_key=key, timeout=timeout
        )

    async def change(self, project: str, id: str, rule: NewRule, *, timeout: Optional[float] = None) -> Rule:
        """Replaces a rule."""
        path = {"id": project, "ruleId": id}
        return await self._sender.send("PUT /projects/{id}/rules/{ruleId}", path=path, body=rule, timeout=timeout)

    async def remove(self, project: str, id: str, *, timeout: Optional[float] = None) -> None:
        path = {"id": project, "ruleId": id}
        await self._sender.send("DELETE /projects/{id}/rules/{ruleId}", path=path, timeout=timeout)


class Delivery(_Group):
    """Where and when the alerts of a project are delivered."""

    async def get(self, project: str, *, timeout: Optional[float] = None) -> AlertDelivery:
        return await self._sender.send("GET /projects/{id}/delivery", path={"id": project}, timeout=timeout)

    async def set(self, project: str, delivery: AlertDelivery, *, timeout: Optional[float] = None) -> AlertDelivery:
        path = {"id": project}
        return await self._sender.send("PUT /projects/{id}/delivery", path=path, body=delivery, timeout=timeout)


class Alerts(_Group):
    async def list(
        self, project: Optional[str] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[TrackingAlert]:
        """Yields alerts, newest first. None: those of all projects."""
        page: Any = {"limit": PAGE_ALERTS}
        while True:
            if project is None:
                answer = await self._sender.send("GET /tracking/alerts", query=page, timeout=timeout)
            else:
                path = {"id": project}
                answer = await self._sender.send("GET /projects/{id}/alerts", path=path, query=page, timeout=timeout)
            for one in answer["items"]:
                yield one
            if answer["next"] is None:
                return
            page["after"] = answer["next"]

    async def mark_read(self, ids: Sequence[str], *, timeout: Optional[float] = None) -> int:
        """Marks alerts as read. Returns how many were unread."""
        answer = await self._sender.send("POST /tracking/alerts/read", body={"ids": [*ids]}, timeout=timeout)
        return answer["changed"]

    async def resend(self, project: str, id: str, *, timeout: Optional[float] = None) -> None:
        """Sends the message with this alert again."""
        path = {"id": project, "alertId": id}
        await self._sender.send("POST /projects/{id}/alerts/{alertId}/resend", path=path, timeout=timeout)


class Notes(_Group):
    async def list(self, project: str, *, timeout: Optional[float] = None) -> List[ProjectsNotesAnswerItems]:
        answer = await self._sender.send("GET /projects/{id}/notes", path={"id": project}, timeout=timeout)
        return answer["items"]

    async def create(
        self,
        project: str,
        note: PostProjectsNotesBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ProjectsNotesAnswerItems:
        key = idempotency_key or new_key()
        return await self._sender.send(
            "POST /projects/{id}/notes", path={"id": project}, body=note, idempotency_key=key, timeout=timeout
        )

    async def remove(self, project: str, id: str, *, timeout: Optional[float] = None) -> None:
        path = {"id": project, "noteId": id}
        await self._sender.send("DELETE /projects/{id}/notes/{noteId}", path=path, timeout=timeout)


class Shares(_Group):
    async def list(self, project: str, *, timeout: Optional[float] = None) -> List[ProjectsSharesAnswerItems]:
        answer = await self._sender.send("GET /projects/{id}/shares", path={"id": project}, timeout=timeout)
        return answer["items"]

    async def create(
        self,
        project: str,
        share: PostProjectsSharesBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ProjectsSharesAnswerItems:
        """Creates a link. `token` and `url` are only in this response, and not in one repeated by `idempotency_key`."""
        key = idempotency_key or new_key()
        return await self._sender.send(
            "POST /projects/{id}/shares", path={"id": project}, body=share, idempotency_key=key, timeout=timeout
        )

    async def revoke(self, project: str, id: str, *, timeout: Optional[float] = None) -> None:
        """The link stops working at once."""
        path = {"id": project, "shareId": id}
        await self._sender.send("DELETE /projects/{id}/shares/{shareId}", path=path, timeout=timeout)
