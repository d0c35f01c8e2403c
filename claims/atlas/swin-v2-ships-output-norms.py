"""Probe a tiny random swinv2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "output-norm", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": True, "norms": "4L + 3"}
NAMES = {"layernorm_before": "output of attention", "layernorm_after": "output of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("swinv2"))
    for key, want in WANT.items():
        equal(f"swinv2: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"swinv2: {name}", found["names"].get(name), job)


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
def looks_from_outside_alone(measured):
    """Calls a block pre-norm if its output grows with its input, and post-norm if it does not."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][-1] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def never_scales_the_weights(measured):
    """Sees whether a branch reads a norm, and never whether what it writes is bounded."""
    reads = measured["stacks"][0]["blocks"][-1]["branches"][0]["norms"]
    return {**WANT, "placement": "pre" if reads else "other"}
