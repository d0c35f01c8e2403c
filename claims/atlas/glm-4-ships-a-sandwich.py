"""Probe a tiny random glm4 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "sandwich", "norm": "RMSNorm", "gain": "w", "epsilon": 1.56e-07, "final_norm": True, "qk_norm":
        "none", "embedding_norm": False, "norms": "4L + 1"}
NAMES = {"post_attention_layernorm": "input of the feed-forward", "post_self_attn_layernorm": "output of attention"}


def check(placement_probe, placement):
    found = placement(placement_probe("glm4"))
    for key, want in WANT.items():
        equal(f"glm4: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"glm4: {name}", found["names"].get(name), job)


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
def takes_another_epsilon(measured):
    """Takes the epsilon of its successor GLM-4.5."""
    return {**WANT, "epsilon": 1e-05}
