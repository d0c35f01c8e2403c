"""Probe a tiny random bert and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-12, "final_norm": False, "qk_norm":
        "none", "embedding_norm": True, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("bert"))
    for key, want in WANT.items():
        equal(f"bert: {key}", found[key], want)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


@mutant("placement")
def never_zeroes_the_branches(measured):
    """Sees norms behind the branches, and not that the skip passes them, too: output norms."""
    behind = measured["stacks"][0]["blocks"][-1]["order"][-1] == "N"
    return {**WANT, "placement": "output-norm" if behind else "pre"}


@mutant("placement")
def takes_another_epsilon(measured):
    """Takes the epsilon of PyTorch's LayerNorm."""
    return {**WANT, "epsilon": 1e-05}


@mutant("placement")
def invents_a_final_norm(measured):
    """Believes that every model ends in a norm."""
    return {**WANT, "final_norm": True}


@mutant("placement")
def forgets_the_embedding_norm(measured):
    """Overlooks that the embeddings are normalized before the first block."""
    return {**WANT, "embedding_norm": False}
