"""Probe a tiny random qwen3 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("qwen3"))
    for key, want in WANT.items():
        equal(f"qwen3: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "looks_at_one_scale")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes the norm of each head for one of the whole projection."""
    return {**WANT, "qk_norm": 'full'}
