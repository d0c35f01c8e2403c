import numpy as np


def demo_cases(subjects):
    """What the recorded experiment shows: one block, four branches, and the claim behind each case.

    subjects: all references and instruments, by name. Returns plain data: `presets`, the cases, each with a
    question, its answer, the vectors and the metrics; `tables`, (caption, heads, rows) of text for readers without
    scripts; and what was recorded with what. Errors: none. Source: written for the demos of this site.
    """
    x = np.arange(1.0, 9.0)
    recorded, again = (subjects["block_cases"](x, subjects) for _ in range(2))
    presets = [
        {"name": "same", "title": "The same branch in both", "formula": "F(z) = 0.6 · (z moved round by one place)",
         "claim": "zero-branch-leaves-pre-norm-at-distance-zero", "node": "feed_forward",
         "question": "LN(x) has length √8 = 2.83. How far does the pre-norm block move x?",
         "answer": recorded["same"]["metrics"]["pre distance"]},
        {"name": "zero", "title": "Branch set to zero", "formula": "F(z) = 0",
         "claim": "zero-branch-leaves-pre-norm-at-distance-zero", "node": "add",
         "question": "Which block returns x unchanged?",
         "choices": ["both", "only the pre-norm block", "only the post-norm block", "neither"], "answer": 1},
        {"name": "aligned", "title": "Branch along the stream", "formula": "F(z) = 2z",
         "claim": "layer-norm-ignores-scale", "node": "layer_norm",
         "question": "The branch now writes 2z instead of nothing. What becomes of the post-norm output?",
         "choices": ["it is three times as long", "it turns", "nothing: it is the same vector"], "answer": 2},
        {"name": "cancelling", "title": "Branch that cancels the identity",
         "formula": "F(z) = −σz, where σ is the deviation of x",
         "claim": "identity-path-can-be-cancelled", "node": "add",
         "question": "What is left of x in the output of the pre-norm block?",
         "choices": ["all of it: the skip is safe", "its mean", "nothing"], "answer": 1},
    ]
    for preset in presets:
        preset |= recorded[preset["name"]]
    heads = ["Case", *(name.capitalize() for name in presets[0]["metrics"])]
    rows = [[preset["title"], *(f"{value:.4g}" for value in preset["metrics"].values())] for preset in presets]
    return {"presets": presets, "input": "x = 1, 2, …, 8", "shape": list(x.shape), "repeated": recorded == again,
            "norm": "LayerNorm, gain 1, bias 0, ε = 0", "tables": [("One block on x = 1, 2, …, 8", heads, rows)]}
