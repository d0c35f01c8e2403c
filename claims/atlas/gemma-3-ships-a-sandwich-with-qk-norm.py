"""Probe a tiny random gemma3_text and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "sandwich", "norm": "RMSNorm", "gain": "1+w", "epsilon": 1e-06, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": False, "norms": "6L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gemma3_text"))
    for key, want in WANT.items():
        equal(f"gemma3_text: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_scales_the_weights")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes Gemma 3 for Gemma 2, which caps its logits instead."""
    return {**WANT, "qk_norm": 'none'}
