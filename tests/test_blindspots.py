"""Blind spots: the variants are the edits they are said to be, and each is noticed, explained, or reported."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import RECORD, Command, add_check, replace

from refutable.equivalents import Equivalent, Fate, blind, problems_of, read_equivalents
from refutable.job import Limits
from refutable.operators import edits
from refutable.scope import Scope
from refutable.variants import Variant, _places, variants

HEAD = "import numpy as np\n\n\ndef f(x, y, n, norm, branch):\n    "
PATH = "claims/reference/layer_norm.py"


def afters(line: str) -> set[str]:
    """What one line of a function may turn into."""
    return {variant.after for variant in variants("f", HEAD + line + "\n") if variant.line == 5}


@pytest.mark.parametrize(("line", "some"), [
    ("return x - y", {"return x + y", "return x", "return y", "return y - x", "return y - y", "return x - x"}),
    ("return x * y + n", {"return x * y - n", "return x * y", "return n", "return (x / y) + n", "return x + n"}),
    ("return (x - y) / n", {"return (y - x) / n", "return (x + y) / n", "return (x) / n", "return n / (x - y)"}),
    ("return x ** 2", {"return x * 2", "return x", "return 2 ** x", "return x ** 3", "return x ** 1"}),
    ("return x @ y", {"return x * y", "return y @ x"}),
    ("return -x", {"return x"}),
    ("return x < 3", {"return x <= 3", "return x >= 3", "return x < 4", "return x < 2"}),
    ("return x is None", {"return x is not None"}),
    ("return x and not y", {"return x or not y", "return x", "return not y", "return x and y"}),
    ("return x if n else y", {"return x", "return y"}),
    ("return 0.5 * x", {"return 1.0 * x", "return 0.0 * x", "return 0.5 / x"}),
    ("return x.mean(axis=-1, keepdims=True)", {
        "return x", "return x.mean(keepdims=True)", "return x.mean(axis=-1)", "return x.sum(axis=-1, keepdims=True)",
        "return x.mean(axis=0, keepdims=True)", "return x.mean(axis=1, keepdims=True)",
        "return x.mean(axis=-2, keepdims=True)", "return x.mean(axis=-1, keepdims=False)"}),
    ("return np.sqrt(x)", {"return x", "return np.square(x)"}),
    ("return np.outer(x, y)", {"return np.outer(y, x)", "return np.inner(x, y)", "return x"}),
    ("return x + branch(norm(x))", {
        "return x - branch(norm(x))", "return x + norm(x)", "return x + branch(x)", "return x",
        "return branch(norm(x))", "return x + branch(branch(x))", "return x + norm(norm(x))"}),
    ("return x.T", {"return x"}),
    ("return x[1:n]", {"return x", "return x[:n]", "return x[1:]", "return x[2:n]", "return x[0:n]"}),
    ("return x, y", {"return (y, x)"}),
    ("x = x + y", {"pass", "x = x - y"}),
    ("x /= y", {"x *= y", "pass"}),
    ("return [a for a in x]", {"return [a for a in list(x)[:-1]]", "return [a for a in list(x)[::-1]]"}),
])
def test_one_line_and_its_variants(line: str, some: set[str]):
    assert some <= afters(line), some - afters(line)


@pytest.mark.parametrize(("line", "none"), [
    ("return np.maximum(x, 0)", "return np.maximum(0, x)"),  # the same
    ("return g(x, x)", "return g(x, x)"),
    ("return float(x)", "return x"),
    ("raise ValueError(f'{x} is not {y}')", "raise ValueError(f'{y} is not {y}')"),
    ("z = x", "pass"),  # the name would have no value, and any check would notice
    ("return np.exp(x)", "return x.exp(x)"),
    ("return norm(x)", "return norm(branch)"),  # one is called, the other is not
])
def test_one_line_and_no_variant_of_it(line: str, none: str):
    assert none not in afters(line)


def test_conditions_loops_and_defaults():
    text = "def f(xs, gain=None, eps=1e-5, last=True):\n    total = 0\n    for x in xs:\n        if x > eps:\n" \
        "            total += x\n    return total\n"
    found = {(v.before, v.after) for v in variants("f", text)}
    head = "def f(xs, gain=None, eps=1e-5, last=True):"
    changed = {(head, head.replace(*change)) for change in (
        ("None", "0"), ("1e-5", "2e-05"), ("1e-5", "0.0"), ("True", "False"))}
    assert {*changed, ("for x in xs:", "for x in list(xs)[1:]:"), ("if x > eps:", "if True:"),
            ("if x > eps:", "if False:"), ("total += x", "pass"),
            ("total += x", "total -= x")} <= found
    assert ("total = 0", "pass") not in found


TRICKY = '''\
import numpy as np


def f(x, y, *, heads=(1, 2), memory=None):
    """A docstring: 1 - 1."""
    z = x[:, None] - (y.reshape(-1, 2) ** 2).mean(axis=1)[..., 0] * (1 / np.sqrt(len(x) + 1))
    "µ", z = "µ − 1", (z if memory is None else -z)
    parts = [(lambda u, w=w: u @ w.T + (x - y))(z) for w in heads if not (w == 1 and z is None)]
    z[0 if memory else 1:] *= sum(a * b for a, b in zip(*parts))
    matrix = np.stack([z, -z]).transpose(1, 0)[:, : 2 * len(x)]
    assert matrix.size, f"{x + 1} is empty"
    while z.size > 2 and (x + y).any():
        z = np.where(z < 0, (z,)[0], 3 if x is y else z // 2 % 3)
    return {"a": (x, y), "b": float(z)}, *parts
'''.replace('    "µ", z = "µ − 1", ', "    name, z = 'µ − 1', ")


def test_a_variant_is_the_edit_that_it_is_said_to_be():
    """The text with the edit reads as the tree with the edit, whatever stands around it, in bytes or in brackets."""
    tree, made = ast.parse(TRICKY), 0
    for place in list(_places(tree, tree, Scope())):
        for new in edits(place.node, place.parent, place.field, place.mistakable):
            held = getattr(place.parent, place.field)
            if isinstance(held, list):
                position = next(i for i, child in enumerate(held) if child is place.node)
                held[position] = new
            else:
                setattr(place.parent, place.field, new)
            want = ast.dump(ast.parse(ast.unparse(tree)))
            if isinstance(held, list):
                held[position] = place.node
            else:
                setattr(place.parent, place.field, place.node)
            assert ast.dump(ast.parse(place.spliced(TRICKY, new))) == want, ast.unparse(new)
            made += 1
    assert made > 200 and ast.dump(tree) == ast.dump(ast.parse(TRICKY))


def test_no_variant_twice_and_none_the_same():
    sources = [variant.source for variant in variants("f", TRICKY)]
    assert len(sources) == len(set(sources)) and TRICKY not in sources
    assert not any("docstring: 1 + 1" in source or "x - 1} is empty" in source for source in sources)
    assert variants("f", "def f(:") == []


def test_the_name_of_a_variant_survives_edits_elsewhere():
    before = "def f(x):\n    y = x + 1\n    return y - x\n"
    after = "def f(x):\n    # a comment\n    y = x * 7\n    z = 3\n    return y - x\n"
    named = {v.change for v in variants("f", before) if "return" in v.before}
    assert "return y - x -> return y + x" in named
    assert named <= {v.change for v in variants("f", after)}


def test_equal_changes_are_numbered():
    twice = "def f(x):\n    def g():\n        return x + 1\n    def h():\n        return x + 1\n    return g() * h()\n"
    changes = [v.change for v in variants("f", twice) if v.after == "return x - 1"]
    assert changes == ["return x + 1 -> return x - 1", "return x + 1 -> return x - 1 (2)"]


def test_names_are_taken_from_their_own_function():
    text = "def f(x, norm):\n    def g(z):\n        h = norm(z)\n        return h + z\n" \
        "    def k(u):\n        return norm(u)\n    return g(k(x))\n"
    found = {v.after for v in variants("f", text)}
    assert "return z + z" in found and "return h + h" in found
    assert not {"return norm(z)", "return norm(h)"} & {v.after for v in variants("f", text) if v.line == 6}


def fate(change: str, subject: str = "f", **options: object) -> Fate:
    before, after = change.split(" -> ")
    return Fate(Variant(subject, 3, before, after, ""), **{"tried": ("a",), **options})  # type: ignore[arg-type]


def reason(change: str, subject: str = "f") -> Equivalent:
    return Equivalent(subject, change, "It is the same.", 7)


def test_survivors_are_blind_spots_unless_there_is_a_reason():
    fates = [fate("a -> b", killer="a"), fate("a -> c"), fate("a -> d"), fate("a -> e", untried=("t",)),
             fate("a -> f", tried=())]
    assert [f.variant.after for f in blind(fates, [reason("a -> d")])] == ["c"]


@pytest.mark.parametrize(("equivalent", "said"), [
    (reason("a -> c"), None),
    (reason("a -> b"), "equivalents.yaml:7: `x` notices `a -> b`; remove the entry"),
    (reason("a -> bb"), "equivalents.yaml:7: no variant of f is `a -> bb`; did you mean `a -> b`?"),
    (reason("a -> b", "ff"), "equivalents.yaml:7: there is no subject `ff`; did you mean `f`?"),
    (reason("a -> b", "other"), None),  # nobody looked at it
    (reason(""), "equivalents.yaml:7: checks use f now; remove the entry, or name the changes that they need not "
                 "notice"),
])
def test_a_reason_that_nothing_needs_is_an_error(equivalent: Equivalent, said: str | None):
    fates = [fate("a -> b", killer="x"), fate("a -> c")]
    found = problems_of(fates, [equivalent], {"f": "f.py", "other": "other.py"})
    assert [str(problem) for problem in found] == ([said] if said else [])


def test_a_subject_that_no_check_uses_needs_a_reason_once():
    fates, subjects = [fate("a -> b", tried=()), fate("a -> c", tried=())], {"f": "f.py"}
    assert [str(problem) for problem in problems_of(fates, [], subjects)] == [
        "f.py:1: no check that holds uses this, so nothing notices if it is wrong; "
        "write a claim about it, or give the reason in equivalents.yaml"]
    assert list(problems_of(fates, [reason("")], subjects)) == []
    assert [p.what for p in problems_of(fates, [reason(""), reason("")], subjects)] == ["this is listed twice"]


@pytest.mark.parametrize(("text", "said"), [
    ("- {subject: f, changes: [a -> b]}", "equivalents.yaml:1: an entry has no `reason`; add `reason: ...`"),
    ("- {subject: f, reason: Same., change: a}",
     "equivalents.yaml:1: unknown key `change` in an entry; did you mean `changes`?"),
    ("- {subject: f, reason: Same., changes: []}",
     "equivalents.yaml:1: `changes` must be a list, this is an empty list; write one `- ` item a line"),
    ("subject: f", "equivalents.yaml:1: the file must be a list, this is a mapping; write one `- ` item a line"),
])
def test_reasons_that_cannot_be_read(text: str, said: str):
    assert [str(problem) for problem in read_equivalents(text)[1]] == [said]
    assert read_equivalents("# nothing\n") == ([], [])


SHARP = '''\
"""Compare with a value worked out by hand, and with the default epsilon."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    x = np.array([[1.0] * 7 + [9.0], [2.0] * 7 + [-6.0]])
    want = np.array([[-1.0] * 7 + [7.0], [1.0] * 7 + [-7.0]])
    close("by hand", layer_norm(x, eps=2.0), want / 3, atol=1e-12)
    close("three axes", layer_norm(np.stack([x, 3 * x]), eps=0.0)[1], want / np.sqrt(7), atol=1e-12)
    close("default", layer_norm(1e-3 * x), 1e-3 * want / np.sqrt(7e-6 + 1e-5), atol=1e-12)


@mutant("layer_norm")
def centre_only(x, eps=1e-5):
    """Forgets to divide."""
    return x - x.mean(axis=-1, keepdims=True)
'''
POST = '''\
"""Post-norm by hand."""

from refutable import equal, mutant


def check(post_block):
    equal("3 * (2 + 2 ** 2)", post_block(2, lambda z: 3 * z, lambda z: z**2), 18)


@mutant("post_block")
def norm_first(x, norm, branch):
    """Normalizes what the branch reads."""
    return x + branch(norm(x))
'''
DEFAULT = ["  - def layer_norm(x, eps=1e-5):", "  + def layer_norm(x, eps=2e-05):"]


def test_a_blind_spot_is_shown_until_a_check_notices_it(corpus: Path, command: Command):
    said = command("blindspots", "layer_norm")
    assert said.code == 1
    lines = said.out.splitlines()
    at = lines.index(DEFAULT[1])
    assert lines[at - 2: at] == [
        f"{PATH}:4: no claim notices this; strengthen a check (layer-norm-ignores-scale, layer-norm-ignores-shift), "
        "or give the reason in equivalents.yaml", DEFAULT[0]]
    again = command("blindspots", "layer_norm")
    assert again.out.splitlines()[:-1] == lines[:-1] and again.out.endswith(" no trials now.\n")
    add_check(corpus, "layer-norm-by-hand", SHARP)
    sharp = command("blindspots", PATH)
    assert sharp.code == 0, sharp.out
    count = len(lines) // 3
    assert f"0 explained, no blind spots. {count} trials now." in sharp.out, "only the survivors are tried again"
    assert command("blindspots", "layer_norm", "--all").out.count("noticed by layer-norm-by-hand") == count


def test_a_reason_explains_until_it_is_needed_no_longer(corpus: Path, command: Command):
    spots = command("blindspots", "layer_norm").out.splitlines()
    changes = [f"{before[4:]} -> {after[4:]}" for before, after in zip(spots[1::3], spots[2::3], strict=False)]
    file = corpus / "equivalents.yaml"
    file.write_text("- subject: layer_norm\n  reason: This is a test.\n  changes:\n" +
                    "".join(f"    - '{change}'\n" for change in changes), encoding="utf-8")
    said = command("blindspots", "layer_norm", "--all")
    assert (said.code, said.out.count("explained in equivalents.yaml")) == (0, len(changes)), said.out
    add_check(corpus, "layer-norm-by-hand", SHARP)
    said = command("blindspots", "layer_norm")
    assert said.code == 1
    assert len(said.out.splitlines()) == len(changes) + 1
    assert said.out.splitlines()[0] == \
        f"equivalents.yaml:4: `layer-norm-by-hand` notices `{changes[0]}`; remove the entry"


def test_subjects_without_a_check_are_named(command: Command):
    said = command("blindspots")
    assert said.code == 1
    unused = [line.split(":")[0] for line in said.out.splitlines() if "no check that holds uses this" in line]
    assert unused == ["claims/reference/post_block.py", "claims/reference/pre_block.py"]
    assert " 14 of subjects that no check uses, " in said.out


def test_only_claims_that_hold_notice_anything(corpus: Path, command: Command):
    spots = command("blindspots", "layer_norm").out.splitlines()
    add_check(corpus, "layer-norm-by-hand", SHARP.replace("want / 3", "want / 4"))
    assert command("blindspots", "layer_norm").out.splitlines()[:-1] == spots[:-1]


def test_what_needs_a_framework_is_left_alone_unless_it_is_named(corpus: Path, command: Command,
                                                                 package: Callable[..., None]):
    text = SHARP.replace("layer_norm", "post_block")
    add_check(corpus, "post-block-by-hand", text, RECORD + "requires: [framework_of_nobody]\n")
    said = command("blindspots", "post_block")
    assert (said.code, said.out) == (0, "7 variants: 0 noticed, 0 explained, 7 not tried, no blind spots. "
                                        "no trials now.\n")
    package("framework_of_nobody", "")
    (corpus / "claims/written/post-block-by-hand.py").write_text(POST, encoding="utf-8")
    assert " 7 not tried, " in command("blindspots").out
    said = command("blindspots", "post_block")
    assert (said.code, said.out) == (0, "7 variants: 7 noticed, 0 explained, no blind spots. 7 trials now.\n")
    add_check(corpus, "layer-norm-by-hand", SHARP, RECORD + "requires: [framework_of_nobody]\n")
    assert command("blindspots", "layer_norm").code == 1, "where some checks run everywhere they have to suffice"


def test_a_variant_that_breaks_or_never_ends_is_noticed(corpus: Path, command: Command,
                                                        monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("refutable.blindspots.usual_limits", lambda: Limits(seconds=2, parallel=4))
    (corpus / "claims/reference/halve.py").write_text(
        'def halve(n):\n    """Halves a number until it is below one."""\n    while n >= 1:\n        n = n / 2\n'
        "    return n\n", encoding="utf-8")
    text = '"""By hand."""\nfrom refutable import equal, mutant\n\ndef check(halve):\n    equal("1", halve(1), 0.5)\n' \
        '    equal("6", halve(6), 0.75)\n\n@mutant("halve")\ndef once(n):\n    """Once."""\n    return n / 2\n'
    add_check(corpus, "halves", text)
    said = command("blindspots", "halve", "--all")
    assert said.code == 0, said.out
    assert "  + while True:" in said.out.splitlines()


@pytest.mark.parametrize(("arguments", "prepare", "said"), [
    (["layernorm"], None, "Error: unknown subject `layernorm`; did you mean `layer_norm`?"),
    ([], lambda root: (root / "equivalents.yaml").write_text("- a"), "refutable: equivalents.yaml:1: an entry must be"),
    ([], lambda root: (root / "claims").rename(root / "assertions"), "refutable: there is no folder claims/"),
])
def test_what_cannot_be_read(corpus: Path, command: Command, arguments: list[str],
                             prepare: Callable[[Path], object] | None, said: str):
    if prepare:
        prepare(corpus)
    ran = command("blindspots", *arguments)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err


def test_a_reference_that_is_not_python_has_no_variants(corpus: Path, command: Command):
    replace(corpus / PATH, "def layer_norm(", "def layer_norm((")
    said = command("blindspots", "layer_norm")
    assert (said.code, said.out) == (0, "no variants: 0 noticed, 0 explained, no blind spots. no trials now.\n")
