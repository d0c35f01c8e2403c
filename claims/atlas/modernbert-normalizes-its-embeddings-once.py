"""Probe a tiny random modernbert and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": True, "norms": "1 to 2L + 2"}


def check(placement_probe, placement):
    found = placement(placement_probe("modernbert"))
    for key, want in WANT.items():
        equal(f"modernbert: {key}", found[key], want)


mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_embedding_norm")
mutant("placement", "forgets_the_final_norm")


@mutant("placement")
def leaves_no_exception(measured):
    """Counts a norm for the first attention, where there is an identity."""
    return {**WANT, "norms": '2L + 2'}
