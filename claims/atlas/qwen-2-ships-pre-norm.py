"""Probe a tiny random qwen2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("qwen2"))
    for key, want in WANT.items():
        equal(f"qwen2: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "takes_rms_for_layer_norm")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes Qwen2 for Qwen3."""
    return {**WANT, "qk_norm": 'per-head'}
