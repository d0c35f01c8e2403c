"""Probe a tiny random nanochat and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "none", "epsilon": 1e-06, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": True, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("nanochat"))
    for key, want in WANT.items():
        equal(f"nanochat: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "forgets_the_embedding_norm")


@mutant("placement")
def expects_a_gain(measured):
    """Believes that every RMSNorm has a gain."""
    return {**WANT, "gain": 'w'}


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Overlooks the norms of queries and keys."""
    return {**WANT, "qk_norm": 'none'}
