"""Probe a tiny random olmo2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "output-norm", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm":
        "full", "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("olmo2"))
    for key, want in WANT.items():
        equal(f"olmo2: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_scales_the_weights")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes the norm of the whole projection for one of each head."""
    return {**WANT, "qk_norm": 'per-head'}
