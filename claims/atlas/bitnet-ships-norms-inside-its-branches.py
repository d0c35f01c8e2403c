"""Probe a tiny random bitnet and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("bitnet"))
    for key, want in WANT.items():
        equal(f"bitnet: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "looks_at_one_scale")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes the norm behind attention for one of its queries."""
    return {**WANT, "qk_norm": 'full'}
