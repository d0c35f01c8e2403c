"""Probe a tiny random cohere and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "parallel-one", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "1L + 1", "bias": False}


def check(placement_probe, placement):
    found = placement(placement_probe("cohere"))
    for key, want in WANT.items():
        equal(f"cohere: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_asks_what_the_second_branch_reads")


@mutant("placement")
def expects_a_bias(measured):
    """Believes that every LayerNorm has a bias."""
    return {**WANT, "bias": True}
