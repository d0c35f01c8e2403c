"""The smallest input on which a belief and the truth differ."""

import ast

import numpy as np
import pytest
from corpora import RECORD, add_check, lay_out

from refutable.examine import Examined, examine
from refutable.judge import Progress
from refutable.marker import Marker, MarkerKind
from refutable.verdict import Counterexample

CHECK = '''"""Compare LN of two rows of three halves with what was worked out before."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    x = np.array([[0.5, 1.5, 3.5, 9.0], [4.5, 8.0, 2.0, 6.0]])
    close("mean of LN(x)", layer_norm(x, eps=0.0).mean(axis=-1), 0)
    close("mean square of LN(x)", (layer_norm(x, eps=0.0) ** 2).mean(axis=-1), 1)
    close("first of LN(x)", layer_norm(x, eps=0.0)[:, 0], [-0.9510448, -0.2853651], atol=1e-6)


@mutant("layer_norm")
def zero(x, eps=1e-5):
    """Returns zeros."""
    return 0 * x


'''
MISCONCEPTION = RECORD + "misconception: LayerNorm is something else.\n"
# id: the belief, and how it is looked at
BELIEFS = {
    "divides-by-n-minus-one": '''@mutant("layer_norm", belief=True)
def belief(x, eps=1e-5):
    """Divides by n - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)
''',
    "normalizes-over-tokens": '''@mutant("layer_norm", belief=True)
def belief(x, eps=1e-5):
    """Takes the statistics of each feature over the tokens, as batch normalization does."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)


def observe(tokens, layer_norm):
    return layer_norm(tokens)
''',
    "grows-with-the-scale": '''@mutant("layer_norm", belief=True)
def belief(x, eps=1e-5):
    """Keeps the scale of its input."""
    return x - x.mean(axis=-1, keepdims=True)


def observe(a, layer_norm):
    return layer_norm(a * np.array([1.0, 1.0, 4.0]))[2]
''',
    # It differs from the truth on the halves of the check, and on none of the whole numbers that are drawn.
    "rounds-its-input": '''@mutant("layer_norm", belief=True)
def belief(x, eps=1e-5):
    """Rounds its input first."""
    x = np.floor(x)
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
''',
    # On narrow rows it has no answer, which is no reason to break.
    "needs-four-features": '''@mutant("layer_norm", belief=True)
def belief(x, eps=1e-5):
    """Divides by the fourth feature."""
    return x / (np.abs(x[..., 3:4]) + 1 if x.shape[-1] > 3 else [][0])
''',
}


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Examined:
    folder = tmp_path_factory.mktemp("beliefs")
    root = lay_out(folder / "corpus")
    for id, belief in BELIEFS.items():
        add_check(root, id, CHECK + belief, MISCONCEPTION)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return examine(root, Progress(), BELIEFS)


def found(examined: Examined, id: str) -> tuple[Counterexample, ...]:
    verdict = examined.assessments[id].verdict
    assert verdict.ruling == "holds", verdict.reason
    return verdict.counterexamples


@pytest.mark.parametrize(("id", "given", "believed", "true"), [
    ("divides-by-n-minus-one", "x = [0, 1]", [-0.7071, 0.7071], [-1, 1]),
    ("normalizes-over-tokens", "tokens = [[0, 0], [0, 1]]", [[0, -1], [0, 1]], [[0, 0], [-1, 1]]),
    ("grows-with-the-scale", "a = 1", 2, 1.4142),
])
def test_the_smallest_input_is_found(examined: Examined, id: str, given: str, believed: object, true: object):
    (c,) = found(examined, id)
    assert (c.mutant, c.given) == ("belief", given)
    # As far as four digits and an epsilon of 1e-5 go.
    assert np.allclose(ast.literal_eval(c.believed), believed, atol=1e-4)
    assert np.allclose(ast.literal_eval(c.true), true, atol=1e-4)


def test_a_belief_that_equals_the_truth_has_no_counterexample(examined: Examined):
    assert found(examined, "rounds-its-input") == ()


def test_a_belief_without_an_answer_is_passed_over(examined: Examined):
    (c,) = found(examined, "needs-four-features")
    assert c.given.count(",") == 3


def test_the_search_leaves_nothing_behind(examined: Examined):
    """Hypothesis likes to keep a folder of its own where it is started."""
    assert {path.name for path in examined.corpus.root.parent.iterdir()} == {"corpus"}
    assert not list(examined.corpus.root.glob("**/.hypothesis"))


def test_a_page_shows_it(examined: Examined):
    html = examined.stamper.one(Marker(MarkerKind.COUNTEREXAMPLE, "divides-by-n-minus-one.belief"), "../")
    (c,) = found(examined, "divides-by-n-minus-one")
    for text in (c.given, c.believed, c.true, "Divides by n - 1."):
        assert text in html
