"""Probe a tiny random minimax_m2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "full",
        "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("minimax_m2"))
    for key, want in WANT.items():
        equal(f"minimax_m2: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")


@mutant("placement")
def takes_it_for_its_predecessor(measured):
    """Takes it for MiniMax-Text-01."""
    return {**WANT, "placement": 'normalised-skip'}


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes the norm of the whole projection for one of each head."""
    return {**WANT, "qk_norm": 'per-head'}
