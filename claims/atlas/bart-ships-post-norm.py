"""Probe a tiny random bart and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": False, "qk_norm":
        "none", "embedding_norm": True, "norms": "5L + 2"}
NAMES = {"final_layer_norm": "the sum with the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("bart"))
    for key, want in WANT.items():
        equal(f"bart: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"bart: {name}", found["names"].get(name), job)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


@mutant("placement")
def counts_norms(measured):
    """Takes one norm a block for parallel branches, four or more for a sandwich, and all else for pre-norm."""
    count = len(measured["stacks"][0]["blocks"][-1]["norms"])
    return {**WANT, "placement": "parallel-one" if count == 1 else "sandwich" if count > 3 else "pre"}


@mutant("placement")
def never_zeroes_the_branches(measured):
    """Sees norms behind the branches, and not that the skip passes them, too: output norms."""
    behind = measured["stacks"][0]["blocks"][-1]["order"][-1] == "N"
    return {**WANT, "placement": "output-norm" if behind else "pre"}


@mutant("placement")
def invents_a_final_norm(measured):
    """Believes that every model ends in a norm."""
    return {**WANT, "final_norm": True}
