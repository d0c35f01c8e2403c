"""Files that look as if they belonged to the knowledge base, and that nothing reads."""

from collections.abc import Iterator
from pathlib import Path

from refutable.problem import Problem


def strays(root: Path, no_topics: tuple[str, ...]) -> Iterator[Problem]:
    """A claim lies in the folder of its topic, a source in sources/, and records end in .yaml."""
    for folder in ("claims", "sources"):
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root / folder).parts
            if path.suffix not in (".yaml", ".yml", ".py") or any(hidden(part) for part in inside):
                continue
            where = path.relative_to(root).as_posix()
            if path.suffix == ".yml":
                yield Problem(where, 1, "nothing reads this file", f"call it {path.stem}.yaml")
            elif folder == "sources" and path.suffix == ".yaml" and len(inside) > 1:
                yield Problem(where, 1, "nothing reads this file", f"move it to sources/{path.name}")
            elif folder == "claims" and inside[0] not in no_topics and len(inside) != 2:
                yield Problem(where, 1, "nothing reads this file", f"move it to claims/<topic>/{path.name}")


def hidden(name: str) -> bool:
    """Of an editor or of Python, and of nobody's topic."""
    return name.startswith((".", "__pycache__"))
