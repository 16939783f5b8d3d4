"""Results as flat rows and pandas DataFrames: one row per search result, keyword, AI answer or citation.

The rows equal those of `objects.export({"content": "results"})`. With `types`, the export leaves objects without such
results out. With `result_types`, they keep one row, so that no request is missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from .types import SERP_ARRAYS

if TYPE_CHECKING:
    import pandas  # type: ignore[import]

Row = Dict[str, Union[str, int, float]]

COLUMNS = (
    "id",
    "kind",
    "createdAt",
    "generatedAt",
    "engine",
    "region",
    "language",
    "device",
    "keyword",
    "state",
    "verdict",
    "error",
    "resultType",
    "position",
    "rank",
    "page",
    "title",
    "url",
    "domain",
    "description",
    "date",
    "rating",
    "votes",
    "price",
    "searchVolume",
    "competition",
    "costPerClick",
    "quality",
)
TIMES = ("createdAt", "generatedAt")


def _cell(*values: Any) -> Any:
    """Returns the first value that is a text or a number."""
    for value in values:
        if isinstance(value, str) and value or isinstance(value, (int, float)) and not isinstance(value, bool):
            return value
    return None


def _fields(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> List[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _kind(found: Mapping[str, Any]) -> str:
    if "aiService" in found:
        return "ai"
    return "serp" if "searchEngine" in found else "keyword"


def _state(found: Mapping[str, Any]) -> str:
    # A failed AI job is `ready` and has an `error`.
    if found.get("faulty") is True or found.get("error") is not None:
        return "faulty"
    return "ready" if found.get("ready") is True else "waiting"


def _host(url: Any) -> Optional[str]:
    match = re.match(r"https?://([^/?#:@]+)", url, re.IGNORECASE) if isinstance(url, str) else None
    return match[1].lower() if match else None


def _request_cells(kind: str, found: Mapping[str, Any]) -> Dict[str, Any]:
    keywords = found.get("keywords")
    return {
        "id": _cell(found.get("id")),
        "kind": kind,
        "createdAt": _cell(found.get("createdAt")),
        "generatedAt": _cell(found.get("generatedAt")),
        "engine": _cell(found.get("searchEngine"), found.get("source"), found.get("aiService")),
        "region": _cell(_fields(found.get("region")).get("canonicalName")),
        "language": _cell(found.get("language")),
        "device": None if kind != "serp" else "mobile" if found.get("isMobile") is True else "desktop",
        "keyword": _cell(
            found.get("keyword"),
            ", ".join(map(str, keywords)) if isinstance(keywords, list) else None,
            found.get("prompt"),
            found.get("url"),
        ),
        "state": _state(found),
        "verdict": _cell(found.get("verdict")),
        "error": _cell(found.get("error")),
        "quality": _cell(found.get("quality")),
    }


def _item_cells(result_type: str, item: Mapping[str, Any]) -> Dict[str, Any]:
    """The arrays of a SERP name equal facts differently."""
    rating, price = _fields(item.get("rating")), _fields(item.get("price"))
    return {
        "resultType": result_type,
        "position": _cell(item.get("position")),
        "rank": _cell(item.get("rank")),
        "page": _cell(item.get("page")),
        "title": _cell(item.get("title"), item.get("question"), item.get("accountTitle"), item.get("keyword")),
        "url": _cell(item.get("url")),
        "domain": _cell(item.get("domain"), _host(item.get("url"))),
        "description": _cell(*(item.get(name) for name in ("snippet", "description", "answer", "text", "address"))),
        "date": _cell(item.get("publishedAt"), item.get("date")),
        "rating": _cell(rating.get("value")),
        "votes": _cell(rating.get("votes")),
        "price": _cell(price.get("displayed")),
    }


def _items(kind: str, found: Mapping[str, Any]) -> List[Dict[str, Any]]:
    data = _fields(found.get("data"))
    if kind == "serp":
        return [_item_cells(name, item) for name in SERP_ARRAYS for item in _list(data.get(name))]
    if kind == "keyword":
        names = ("keyword", "searchVolume", "competition", "costPerClick")
        return [
            {"resultType": "keyword", **{name: _cell(item.get(name)) for name in names}}
            for item in _list(data.get("results"))
        ]
    response = found.get("response")
    if not isinstance(response, dict):
        return []
    answer = _cell(response.get("text"), response.get("summary"))
    citations = [_item_cells("citation", item) for item in _list(response.get("citations"))]
    return [{"resultType": "answer", "url": _cell(response.get("url")), "description": answer}, *citations]


def rows_of(found: Any, result_types: Optional[Sequence[str]] = None) -> List[Row]:
    """Returns the rows of one SERP, keyword object or AI job.

    An object without results has one row with its state, so that failed and empty requests are not missing.
    `result_types` keeps only some results, such as `["organic"]`. An object without them has one row, too.
    """
    kind = _kind(found)
    request = _request_cells(kind, found)
    wanted = None if result_types is None else set(result_types)
    items = [item for item in _items(kind, found) if wanted is None or item["resultType"] in wanted]
    return [
        {name: value for name, value in {**request, **item}.items() if value is not None} for item in items or [{}]
    ]


def iterate_rows(objects: Iterable[Any], result_types: Optional[Sequence[str]] = None) -> Iterator[Row]:
    """Yields the rows of many objects, without keeping the objects."""
    for found in objects:
        yield from rows_of(found, result_types)


def to_dataframe(objects: Iterable[Any], result_types: Optional[Sequence[str]] = None) -> pandas.DataFrame:
    """Returns a DataFrame with one row per result and the columns of `COLUMNS`.

    `objects` may be the generator of a batch: only the rows are kept in memory.
    `position`, `rank`, `page`, `votes` and `searchVolume` are nullable integers, times are in UTC.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError("to_dataframe needs pandas: pip install 'sextant-serp[pandas]'") from None
    frame = pandas.DataFrame(list(iterate_rows(objects, result_types)), columns=list(COLUMNS))
    for name in TIMES:
        texts = frame[name]
        times = pandas.to_datetime(texts, format="%Y-%m-%dT%H:%M:%S%z", utc=True, errors="coerce")
        # AI jobs have times without a zone. They are in UTC too.
        others = pandas.to_datetime(texts, format="%Y-%m-%d %H:%M:%S", utc=True, errors="coerce")
        frame[name] = times.fillna(others)
    for name in ("position", "rank", "page", "votes", "searchVolume"):
        frame[name] = pandas.to_numeric(frame[name], errors="coerce").round().astype("Int64")
    for name in ("rating", "competition", "costPerClick", "quality"):
        frame[name] = pandas.to_numeric(frame[name], errors="coerce")
    return frame
