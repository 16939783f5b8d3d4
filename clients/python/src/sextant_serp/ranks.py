"""Joins the pages of a search for positions."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple, cast

from .types import RanksAnswer


def join_ranks(pages: Sequence[RanksAnswer]) -> RanksAnswer:
    """Each page has older result pages than the one before. The points of a series are oldest first."""
    series: Dict[Tuple[str, str, str, str], Dict[str, Any]] = {}
    shares: Dict[str, float] = {}
    looked = sum(page["looked"] for page in pages)
    for page in reversed(pages):
        for one in page["series"]:
            key = (one["keyword"], one["engine"], one["region"], one["device"])
            known = series.setdefault(key, {**one, "points": []})
            known["points"].extend(one["points"])
        for feature in page["features"]:
            number = feature["share"] * page["looked"]
            shares[feature["type"]] = shares.get(feature["type"], 0.0) + number
    features: List[Dict[str, Any]] = [
        {"type": name, "share": number / max(1, looked)} for name, number in sorted(shares.items(), key=lambda one: -one[1])
    ]
    last = pages[-1]
    joined = {
        "domain": last["domain"],
        "series": list(series.values()),
        "features": features,
        "looked": looked,
        "next": last["next"],
    }
    return cast(RanksAnswer, joined)
