"""Probe a tiny random gemma3_text and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "sandwich", "norm": "RMSNorm", "gain": "1+w", "epsilon": 1e-06, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": False, "norms": "6L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gemma3_text"))
    for key, want in WANT.items():
        equal(f"gemma3_text: {key}", found[key], want)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


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


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes Gemma 3 for Gemma 2, which caps its logits instead."""
    return {**WANT, "qk_norm": 'none'}
