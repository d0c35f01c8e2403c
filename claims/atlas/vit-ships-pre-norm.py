"""Probe a tiny random vit and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-12, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}
NAMES = {"layernorm_after": "input of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("vit"))
    for key, want in WANT.items():
        equal(f"vit: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"vit: {name}", found["names"].get(name), job)


mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_final_norm")


@mutant("placement")
def goes_by_before_and_after(measured):
    """Takes the names layernorm_before and layernorm_after for the two ends of a branch."""
    return {**WANT, "placement": 'sandwich'}


@mutant("placement")
def takes_another_epsilon(measured):
    """Takes the epsilon of the original code."""
    return {**WANT, "epsilon": 1e-06}
