"""The home page: a sentence whose check the reader runs, how large the knowledge base is, and the two placements."""

import ast
import re
from collections.abc import Mapping
from html import escape

from refutable.assessment import Assessment
from refutable.examine import Examined
from refutable.marker import without_code
from refutable.prose import inline
from refutable.verdict import End, Kind, Trial

LIVE = "docs/assets/practice/live"
RUNTIME = "docs/assets/practice/micropython"
_MOST = 6  # versions whose code home.css shows and hides
_LIVE = re.compile(r"<!-- live: ([a-z0-9-]+) -->")
_MISCONCEPTION = re.compile(r"(?m)^#{1,6} .*\{[^}]*\.misconception\b[^}]*\}[ \t]*$")
_COMPARED = re.compile(r"(?:(?P<what>.+): )?observed (?P<rest>.+)")


class NotAlive(Exception):
    """A live check cannot be shown; the message says why."""


def fill(html: str, examined: Examined, questions: int) -> str:
    """Replace the comments `counts` and `placements` of the home page."""
    return html.replace("<!-- counts -->", counts(examined, questions)).replace("<!-- placements -->", placements())


def fill_live(html: str, examined: Examined) -> str:
    """Replace the comment `live: CLAIM` of the home page; raises NotAlive."""
    return _LIVE.sub(lambda found: _live(found[1], examined), html)


def counts(examined: Examined, questions: int) -> str:
    """The size of the knowledge base, each number with a page that leads to what it counts."""
    corpus, every = examined.corpus, examined.assessments.values()
    killed = sum(len(a.verdict.killed) for a in every)
    false = sum(len(_MISCONCEPTION.findall(without_code(text))) for text in corpus.pages.values())
    recorded = sum(bool(entry.recording_path) for entry in corpus.entries.values())
    rows = [
        (len(examined.assessments), "claims", "claims/"),
        (killed, "wrong versions caught", "claims/"),
        (len(corpus.sources), "sources", "sources/"),
        (recorded, "recorded experiments", "claims/"),
        (questions, "interview questions", "interview/"),
        (false, "misconceptions", "misconceptions/"),
    ]
    items = "".join(f'<li><a href="{href}"><strong>{number:,}</strong> {what}</a></li>' for number, what, href in rows)
    return f'<ul class="counts" data-search-exclude>{items}</ul>'


def placements() -> str:
    """Both blocks as one line each: they differ by where the norm, a diamond, sits."""
    drawn = "".join(
        f'<figure><svg viewBox="0 0 200 56" aria-hidden="true">'
        f'<path class="rail" d="M34,42C52,42 48,14 66,14H112C130,14 126,42 144,42"/>'
        f'<path class="rail rail-stream" d="M2,42H198"/><circle class="rail-dot" cx="144" cy="42" r="6"/>'
        f'<rect class="rail-box" x="88" y="4" width="26" height="20" rx="3"/><text x="101" y="18.5">F</text>'
        f'<path class="rail-norm" d="M{x},{y - 9}l9,9l-9,9l-9,-9z"/></svg>'
        f"<figcaption>{words}</figcaption></figure>"
        for x, y, words in ((172, 42, "post-norm: on the stream"), (68, 14, "pre-norm: on the branch")))
    return f'<div class="placements">{drawn}</div>'


def _live(id: str, examined: Examined) -> str:
    a = examined.assessments.get(id)
    if a is None:
        raise NotAlive(f"there is no claim `{id}`")
    path = examined.corpus.root / LIVE / f"{id}.py"
    if not path.is_file():
        raise NotAlive(f"there is no {LIVE}/{id}.py")
    size = sum(file.stat().st_size for file in (examined.corpus.root / RUNTIME).glob("micropython.*"))
    return live(a, functions(path.read_text(encoding="utf-8")), size)


def functions(source: str) -> dict[str, str]:
    """The text of every function at the top of a module, by name."""
    return {node.name: str(ast.get_source_segment(source, node)) for node in ast.parse(source).body
            if isinstance(node, ast.FunctionDef)}


def live(a: Assessment, code: Mapping[str, str], size: int) -> str:
    """HTML: what the engine recorded of one claim, as a choice; the code behind each choice, to be edited and run."""
    trials = _trials(a)
    names = [trial.name if trial.kind is Kind.MUTANT else trial.subject for trial in trials]
    missing = {"check", "close", *names} - code.keys()
    if missing:
        raise NotAlive(f"{LIVE}/{a.id}.py has no {', '.join(sorted(missing))}, and the verdict names it")
    if len(names) > _MOST:
        raise NotAlive(f"{a.id} has {len(names) - 1} mutants, and home.css shows the code of {_MOST} versions")
    choices = "\n".join(_choice(a, trial, name, at) for at, (trial, name) in enumerate(zip(trials, names, strict=True)))
    rows = max(code[name].count("\n") for name in names) + 1
    fields = "\n".join(_field(f"live-{name}", code[name], rows, f"code-{at}", "The version that is checked")
                       for at, name in enumerate(names))
    check = f"{code['check']}\n\n{code['close']}"
    ran = " and ".join(f"{name} {version}" for name, version in a.verdict.environment.items() if name != "platform")
    return f"""<norm-live data-claim="{a.id}" data-search-exclude>
<fieldset class="live-versions"><legend>Its check on {escape(a.when[:10])}: it has to fail on what is wrong</legend>
{choices}
</fieldset>
<div class="live-run"><p class="buttons"><button type="button" disabled>Run the check here</button></p>
<div role="status" class="live-idle">In your browser, by MicroPython: {size // 1000} KB, loaded at the first run.</div>
</div>
<div class="live-code">
{fields}
{_field("live-check", check, check.count(chr(10)) + 1, "code-check", "The check")}
<p class="live-note"><span class="live-edit">Edit either text and run it.</span>
This is <a href="claims/{a.id}/#check">the claim's check</a> in plain Python, on two tokens: MicroPython has no NumPy.
Its numbers differ from those recorded with {escape(ran)}.</p>
</div>
</norm-live>"""


def _trials(a: Assessment) -> list[Trial]:
    """The control, told by the reference that it ran, and every mutant."""
    control = next((t for t in a.verdict.trials if t.kind is Kind.CONTROL), None)
    mutants = [t for t in a.verdict.trials if t.kind is Kind.MUTANT]
    if control is None or not mutants or a.check is None:
        raise NotAlive(f"`{a.id}` has no trials to show: {a.verdict.reason}")
    said = a.verdict.measurements[0].sentence() if a.verdict.measurements else control.detail
    return [Trial(Kind.CONTROL, control.name, a.check.subjects[0], control.end, said, "The reference."), *mutants]


def _choice(a: Assessment, trial: Trial, name: str, at: int) -> str:
    passes = trial.end is End.PASSED
    word = "passes" if passes else "fails" if trial.end is End.FAILED else trial.end.value
    found = _COMPARED.fullmatch(trial.detail)
    detail = escape(trial.detail) if found is None else (
        f'<span class="live-what">{escape(found["what"] or "")}: </span>{escape(found["rest"])}')
    checked = " checked" if at == 1 else ""  # a wrong version: the point of it
    return (f'<label class="live-version live-{trial.end.value}">'
            f'<input type="radio" name="live" value="{name}" data-end="{trial.end.value}" data-at="{at}"'
            f'{checked}> <span class="live-flaw">{inline(trial.flaw)}</span> '
            f'<span class="live-end"><strong>{word}</strong> <span class="live-detail">{detail}</span></span></label>')


def _field(id: str, text: str, rows: int, kind: str, label: str) -> str:
    return (f'<div class="live-field {kind}"><label for="{id}">{label}</label>'
            f'<textarea id="{id}" rows="{rows}" cols="64" readonly spellcheck="false" autocomplete="off" '
            f'autocapitalize="off">{escape(text)}</textarea></div>')
