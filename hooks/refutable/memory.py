"""Memory of verdicts: one small file a claim in `.cache/`, trusted only while its fingerprint is today's."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from refutable.ruling import rule
from refutable.verdict import Verdict, from_plain

FOLDER = Path(".cache", "refutable")


@dataclass(frozen=True)
class Remembered:
    parts: Mapping[str, str]  # the fingerprint that the verdict was reached under
    verdict: Verdict
    when: str  # date and time, UTC


def recall(root: Path, id: str) -> Remembered | None:
    """What is remembered of a claim; a damaged or foreign file is no memory at all."""
    try:
        plain = json.loads((root / FOLDER / f"{id}.json").read_text(encoding="utf-8"))
        verdict = from_plain(plain["verdict"])
        if rule(verdict.trials) != (verdict.ruling, verdict.reason):
            return None
        return Remembered(dict(plain["parts"].items()), verdict, plain["when"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def remember(root: Path, id: str, remembered: Remembered) -> str:
    """Write whole or not at all: a build may be stopped at any moment. Returns why it could not be done, if so."""
    folder = root / FOLDER
    plain = {"parts": dict(remembered.parts), "verdict": remembered.verdict.plain(), "when": remembered.when}
    new = folder / f"{id}.json.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new.write_text(json.dumps(plain), encoding="utf-8")
        new.replace(folder / f"{id}.json")
    except OSError as error:
        return f"; not remembered, for {FOLDER.as_posix()} cannot be written: {error.strerror}"
    return ""
