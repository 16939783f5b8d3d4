"""Splits the text of a file into parts for one import each, and merges the results of the parts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Iterator, List, Sequence, cast

from .calls import json_bytes
from .types import AddedKeywords, Imported

SEPARATORS = frozenset(("", "\n", "\r", ",", ";", "\t"))
PROBLEMS_MAX = 100
YEAR_DAYS = 365
MONTH_DAYS = 30


def records_of(text: str) -> Iterator[str]:
    """Yields the records of a CSV file with their line ends. A quoted cell may contain line ends."""
    start, is_quoted, previous = 0, False, ""
    for index, character in enumerate(text):
        # Elsewhere than at the start of a cell, a quotation mark is an ordinary character: 5" pipe.
        if character == '"' and (is_quoted or previous in SEPARATORS):
            is_quoted = not is_quoted
            # Two quotation marks in a quoted cell stand for one: the second opens the cell again.
            previous = ""
            continue
        if character == "\n" and not is_quoted:
            yield text[start : index + 1]
            start = index + 1
        # Some exports have a blank after the separator.
        if character != " " or previous not in SEPARATORS:
            previous = character
    if start < len(text):
        yield text[start:]


@dataclass(frozen=True)
class TextPart:
    text: str
    # The number of its first line in the file, from 1.
    line: int


def parts_of(text: str, bytes_max: int, records_max: int) -> Iterator[TextPart]:
    """Yields parts of at most `bytes_max` bytes as JSON. They leave space for the first record in each."""
    part: List[str] = []
    size_of_part, line, next_line, header = 0, 1, 1, 0
    for record in records_of(text):
        size = len(json_bytes(record))
        if next_line == 1:
            header = size
        if size + header > bytes_max:
            raise ValueError(f"Line {next_line} is too long. Check its quotation marks.")
        if len(part) >= records_max or (part and size_of_part + size + header > bytes_max):
            yield TextPart("".join(part), line)
            part, size_of_part, line = [], 0, next_line
        part.append(record)
        size_of_part += size
        next_line += record.count("\n")
    if part:
        yield TextPart("".join(part), line)


def _summed(results: Sequence[AddedKeywords]) -> Dict[str, Any]:
    """A dry run prices each chunk by itself, so its differences are added."""
    before = cast(Dict[str, Any], results[0]["forecast"]["before"])
    forecasts = [cast(Dict[str, Dict[str, Any]], result["forecast"]) for result in results]
    checks, credits = (
        before[name] + sum(one["after"][name] - one["before"][name] for one in forecasts)
        for name in ("checksPerMonth", "creditsPerMonth")
    )
    balance, lasts_until = before["balance"], None
    if balance is not None and credits > 0 and balance / credits * MONTH_DAYS <= YEAR_DAYS:
        end = datetime.now(timezone.utc) + timedelta(days=balance / credits * MONTH_DAYS)
        lasts_until = end.strftime("%Y-%m-%dT%H:%M:%S+0000")
    return {"checksPerMonth": checks, "creditsPerMonth": credits, "balance": balance, "lastsUntil": lasts_until}


@dataclass(frozen=True)
class AddedPart:
    result: AddedKeywords
    # Entries in the parts before.
    offset: int


def merge_added(parts: Sequence[AddedPart], is_dry_run: bool) -> AddedKeywords:
    """Merges the results of several calls into that of one."""
    results = [part.result for part in parts]
    if len(results) == 1:
        return results[0]
    duplicates: List[Dict[str, Any]] = [
        {**duplicate, "index": duplicate["index"] + part.offset}
        for part in parts
        for duplicate in part.result["duplicates"]
    ]
    after = _summed(results) if is_dry_run else results[-1]["forecast"]["after"]
    merged = {
        "added": sum(result["added"] for result in results),
        "ids": [one for result in results for one in result["ids"]],
        "duplicates": duplicates,
        "forecast": {"before": results[0]["forecast"]["before"], "after": after},
        "run": next((result["run"] for result in results if result["run"] is not None), None),
    }
    return cast(AddedKeywords, merged)


@dataclass(frozen=True)
class ImportedPart:
    result: Imported
    # Added to a line number of the part to get that of the file.
    line_offset: int


def merge_imported(parts: Sequence[ImportedPart], is_dry_run: bool) -> Imported:
    """Merges the results of the parts of one file."""
    results = [part.result for part in parts]
    if len(results) == 1:
        return results[0]
    lines = 0
    added = []
    for result in results:
        added.append(AddedPart(result["result"], lines))
        lines += result["lines"]
    problems: List[Dict[str, Any]] = [
        {**problem, "line": problem["line"] + part.line_offset} for part in parts for problem in part.result["problems"]
    ]
    merged = {
        **results[0],
        "lines": lines,
        "points": sum(result["points"] for result in results),
        "problems": problems[:PROBLEMS_MAX],
        "result": merge_added(added, is_dry_run),
    }
    return cast(Imported, merged)
