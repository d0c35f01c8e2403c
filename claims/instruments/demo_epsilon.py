import numpy as np

SEED = 902131457
# Epsilon of LayerNorm by default; the page names the sources.
DEFAULTS = (("Keras", 1e-3), ("PyTorch", 1e-5), ("Flax", 1e-6), ("BERT", 1e-12))
DEVIATIONS = (1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-6)


def demo_epsilon(subjects):
    """What the explorer of epsilon shows before anybody touches it.

    subjects: all references and instruments, by name. Returns plain data: `presets`, cases with a question and its
    answer; `reference`, values that the browser has to reproduce; `tables`, (caption, heads, rows) of text for
    readers without scripts; `seed`, of the token. Errors: none. Source: written for the demos of this site.
    """
    token = subjects["draw_uniform"](SEED, 16)
    token = (token - token.mean()) / token.std()

    def out(deviation, eps):
        return float(subjects["layer_norm"](deviation * token, eps=eps).std())

    def steep(deviation, eps):
        return float(np.linalg.norm(subjects["layer_norm_jacobian"](deviation * token, eps=eps), 2))

    presets = [
        {"name": "small", "title": "A token of deviation 0.001", "setting": {"deviation": 1e-3, "eps": 1e-5},
         "about": "LayerNorm with PyTorch's default, ε = 1e-5, no gain.",
         "question": "What deviation does its output have?", "answer": out(1e-3, 1e-5)},
        {"name": "swap", "title": "The wrong epsilon", "setting": {"deviation": 1e-3, "eps": 1e-6},
         "about": "Trained with ε = 1e-5, run with ε = 1e-6, on a token of deviation 0.001.",
         "question": "By which factor is the output of the norm too large?",
         "answer": out(1e-3, 1e-6) / out(1e-3, 1e-5)},
        {"name": "flat", "title": "A nearly constant token", "setting": {"deviation": 1e-8, "eps": 1e-12},
         "about": "Deviation 1e-8, so the output is nearly 0 as well.",
         "question": "How much can LayerNorm with BERT's ε = 1e-12 stretch a change of such a token?",
         "choices": ["not at all", "about 1000 times", "about a million times"], "answer": 2},
    ]
    reference = [{"deviation": s, "eps": eps, "out": out(s, eps), "steep": steep(s, eps)}
                 for s in DEVIATIONS for _, eps in DEFAULTS]
    heads = ["Deviation in", *(f"{name}, ε = {eps:g}" for name, eps in DEFAULTS)]
    rows = [[f"{s:g}", *(f"{out(s, eps):.3g}" for _, eps in DEFAULTS)] for s in DEVIATIONS]
    return {"seed": SEED, "defaults": DEFAULTS, "presets": presets, "reference": reference,
            "tables": [("Deviation of LayerNorm's output", heads, rows)]}
