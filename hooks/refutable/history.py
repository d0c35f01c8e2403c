"""What a record and its check looked like when they were signed, from git."""

import difflib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from refutable.library import Entry
from refutable.record import parse_claim
from refutable.status import PARTS, Standing, part_digests


def signed_texts(root: Path, entry: Entry, standing: Standing) -> Iterator[str]:
    """The difference between what was signed and what is there now; a sentence where git knows nothing."""
    commits = _git(root, "log", "--format=%H", "--", entry.record_path, entry.check_path).split()
    for commit in commits:
        record = _git(root, "show", f"{commit}:./{entry.record_path}")
        check = _git(root, "show", f"{commit}:./{entry.check_path}")
        claim, _ = parse_claim(record, entry.record_path, entry.topic, entry.id)
        if claim and standing.review and _signed(part_digests(claim, check, {}), standing.review.digest):
            for path, before in ((entry.record_path, record), (entry.check_path, check)):
                now = (root / path).read_text(encoding="utf-8")
                yield from difflib.unified_diff(before.splitlines(), now.splitlines(), f"{path} as signed", path,
                                                lineterm="")
            return
    yield "no commit holds what was signed, so the difference cannot be shown"


def _signed(digests: dict[str, str], digest: str) -> bool:
    """Whether these parts are what was signed; `sources` also depends on other files, so it is left out."""
    signed = dict(zip(PARTS, digest.split("-"), strict=True))
    return all(signed[part] == digests[part] for part in PARTS if part != "sources")


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""
