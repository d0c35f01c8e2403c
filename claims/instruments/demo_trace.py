import math

import numpy as np

SEEDS = (1620301, 902131457)  # of the weights, of the drawn input
PLACEMENTS = ("pre", "post", "output", "sandwich", "skip")


def demo_trace(subjects):
    """What the trace of a stack shows before anybody touches it.

    subjects: all references and instruments, by name. Returns plain data: `presets`, cases with a question, its
    answer and the values that the browser has to reproduce; `tables`, (caption, heads, rows) of text for readers
    without scripts; `seeds`, of the weights and of the drawn input. Errors: none. Source: written for the demos of
    this site.
    """
    presets = [
        {"name": "lesson", "title": "Four blocks, F(z) = 2z", "shown": ["pre", "post"],
         "about": "x = [3, 1], LayerNorm, ε = 0.", "setting": _setting(4, 2, "double", "layer", 0.0, "lesson"),
         "question": "How long is the pre-norm stream after the fourth block?"},
        {"name": "silent", "title": "Nothing is written, F(z) = 0", "shown": list(PLACEMENTS),
         "about": "x = [1, 2, …, 8], LayerNorm, ε = 1e-5, six blocks.",
         "setting": _setting(6, 8, "zero", "layer", 1e-5, "counting"),
         "question": "Every branch writes zero. In which placements does the stream leave as it came?",
         "choices": ["in pre-norm only", "in pre-norm, output-norm and sandwich", "in all five", "in none"],
         "answer": 1},
        {"name": "angle", "title": "24 writes at right angles", "shown": ["pre", "post", "skip"],
         "about": "Every pre-norm write is as long as the input, and orthogonal to the stream. "
         "RMSNorm, ε = 0, width 16.",
         "setting": _setting(24, 16, "turn", "rms", 0.0, "drawn"),
         "question": "How many times as long as its input is the pre-norm stream after 24 blocks?"},
        {"name": "against", "title": "Writes against the stream, F(z) = −z", "shown": ["pre", "sandwich"],
         "about": "x = [1, 2, …, 8], LayerNorm, ε = 0, two blocks.",
         "setting": _setting(2, 8, "opposed", "layer", 0.0, "counting"),
         "question": "What happens to the length of the pre-norm stream?",
         "choices": ["it grows", "it stays", "it shrinks"], "answer": 2},
    ]
    for preset in presets:
        found = {name: traced(preset["setting"], name, subjects) for name in PLACEMENTS}
        preset["reference"] = {name: {"lengths": t["lengths"], "last": t["streams"][-1], "gap": t["gap"]}
                               for name, t in found.items()}
        lengths = found["pre"]["lengths"]
        preset.setdefault("answer", lengths[-1] / (lengths[0] if preset["name"] == "angle" else 1))
    lesson, _, angle, _ = presets
    return {"seeds": SEEDS, "presets": presets, "tables": [
        (f"{lesson['title']}: {lesson['about']}", ["Block", "Pre-norm", "Length", "Post-norm", "Length"],
         _lesson(lesson["setting"], subjects)),
        (f"{angle['title']}, lengths: {angle['about']}",
         ["Block", "Pre-norm", "Post-norm", "Output-norm", "Sandwich", "Normalised skip"],
         [[str(block), *(f"{angle['reference'][name]['lengths'][block]:.2f}" for name in PLACEMENTS)]
          for block in (0, 1, 2, 4, 8, 16, 24)])]}


def traced(setting, placement, subjects):
    """The trace of one placement under a setting of the demo."""
    draw, norm = subjects["draw_uniform"], subjects["layer_norm" if setting["norm"] == "layer" else "rms_norm"]
    return subjects["trace_stack"](_input(setting, draw), placement, lambda z: norm(z, eps=setting["eps"]),
                                   _branches(setting, draw), subjects)


def _setting(*values):
    return dict(zip(("blocks", "width", "branch", "norm", "eps", "input"), values, strict=True))


def _input(setting, draw_uniform):
    width = setting["width"]
    drawn = draw_uniform(SEEDS[1], width)
    return {"lesson": np.resize([3.0, 1.0], width), "counting": np.arange(1.0, width + 1),
            "drawn": (drawn - drawn.mean()) / drawn.std()}[setting["input"]]


def _branches(setting, draw_uniform):
    width, blocks, kind = setting["width"], setting["blocks"], setting["branch"]
    fixed = {"double": lambda z: 2 * z, "opposed": lambda z: -z, "zero": lambda z: 0 * z, "turn": _turn}
    drawn = {"random": lambda z, w: z @ w, "tanh": lambda z, w: 0.5 * np.tanh(z @ w)}
    if kind in fixed:
        return blocks * [fixed[kind]]
    weights = draw_uniform(SEEDS[0], blocks, width, width) / math.sqrt(width)
    return [lambda z, w=w: drawn[kind](z, w) for w in weights]


def _turn(z):
    """Every pair of features turned by 90 degrees; an odd one at the end becomes 0."""
    pairs, turned = len(z) // 2 * 2, np.zeros_like(z)
    turned[0:pairs:2], turned[1:pairs:2] = -z[1:pairs:2], z[0:pairs:2]
    return turned


def _lesson(setting, subjects):
    def texts(trace):
        vectors = [f"[{', '.join(f'{v:g}' for v in stream)}]".replace("-", "−") for stream in trace["streams"]]
        return [vectors, [f"{length:.2f}" for length in trace["lengths"]]]

    columns = [column for name in ("pre", "post") for column in texts(traced(setting, name, subjects))]
    return [[str(block), *row] for block, row in enumerate(zip(*columns, strict=True))]
